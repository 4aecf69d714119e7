//! What a player chose, as typed, and the option that it is.

use yahtzee_solver::{Action, Advice, Category, Dice, Hold, Points, Roll, RuleSet, Scorecard, TurnOption, ValueTable, WhyNot};

/// What a player chose, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Dice to keep.
    Hold(Dice),
    /// A category.
    Score {
        /// Where to score.
        category: Category,
        /// The points, where they were typed too.
        points: Option<Points>,
    },
}

impl Choice {
    /// The option that was chosen, with its value and loss.
    ///
    /// # Errors
    ///
    /// Why it cannot be chosen, for people.
    pub fn option(&self, advice: &Advice, table: &ValueTable, card: &Scorecard, roll: &Roll) -> Result<TurnOption, String> {
        let rules = table.rules();
        match *self {
            Choice::Hold(dice) => {
                let hold = Hold::new(dice, roll).map_err(|error| error.to_string())?;
                let found = advice.option(&Action::Hold(hold)).copied();
                found.ok_or_else(|| "no rerolls are left: the roll must be scored".to_owned())
            }
            Choice::Score { category, points } => {
                let state = card.state(rules);
                let title = &rules.category(category).title;
                let why_not = |why| why_not(&why, title, rules);
                let placement = rules.place(&state, roll, category).map_err(why_not)?;
                let placement = match points {
                    None => placement,
                    Some(points) if points == placement.points => placement,
                    Some(0) => rules.place_zero(&state, roll, category).map_err(why_not)?,
                    Some(points) => {
                        let right = match placement.points {
                            0 => format!("0 in {title}"),
                            right => format!("{right} in {title} (or a voluntary 0)"),
                        };
                        return Err(format!("{roll} is worth {right}, not {points}"));
                    }
                };
                Ok(advice.value_of(table, card, &placement))
            }
        }
    }
}

fn why_not(why: &WhyNot, title: &str, rules: &RuleSet) -> String {
    match why {
        WhyNot::Filled => format!("{title} is filled already"),
        WhyNot::Forced(into) => {
            let titles: Vec<&str> = into.iter().map(|&category| rules.category(category).title.as_str()).collect();
            format!("the rules force this roll into {}", titles.join(" or "))
        }
    }
}

/// Options that the first hint shows.
const FEW: usize = 3;

/// The best few options, ordered by what they are and not by what they are worth.
pub fn few(advice: &Advice) -> Vec<TurnOption> {
    let mut few: Vec<TurnOption> = advice.options.iter().take(FEW).copied().collect();
    few.sort_by_key(|option| match option.action {
        Action::Score(placement) => (0, placement.category.index(), [0; 6]),
        Action::Hold(hold) => (1, 0, *hold.counts()),
    });
    few
}
