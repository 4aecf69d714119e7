//! An action as a person types it, and the option that it is in a position.

use yahtzee_solver::{Action, Advice, Advisor, Category, Dice, Hold, Points, RuleSet, TurnOption, WhyNot};

/// An action as it is typed: the dice may not be in the roll, and the points may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedAction {
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

impl TypedAction {
    /// Reads `hold 33`, `hold none`, `score chance` or `score chance=0`.
    ///
    /// # Errors
    ///
    /// What is wrong, for people.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<TypedAction, String> {
        let wanted = "write \"hold 33\", \"hold none\" or \"score chance\"";
        let wrong = || format!("'{text}' is no choice: {wanted}");
        let (verb, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
        match (verb, rest.trim()) {
            ("hold", "none") => Ok(TypedAction::Hold(Dice::NONE)),
            ("hold", dice) => Ok(TypedAction::Hold(Dice::parse(dice).map_err(|error| error.to_string())?)),
            ("score", entry) => {
                let (name, points) = match entry.split_once('=') {
                    Some((name, points)) => (name, Some(points.parse().map_err(|_| wrong())?)),
                    None => (entry, None),
                };
                Ok(TypedAction::Score { category: rules.category_named(name).map_err(|error| error.to_string())?, points })
            }
            _ => Err(wrong()),
        }
    }

    /// The option that it is, with its value and loss in the round being played, where `advice` is.
    ///
    /// # Errors
    ///
    /// Why it cannot be chosen, for people.
    pub(crate) fn option(&self, advice: &Advice, advisor: &Advisor<'_>) -> Result<TurnOption, String> {
        let position = &advice.position;
        let (rules, roll) = (position.rules(), &position.roll());
        match *self {
            TypedAction::Hold(dice) => {
                let hold = Hold::new(dice, roll).map_err(|error| error.to_string())?;
                let found = advice.option(&Action::Hold(hold)).copied();
                found.ok_or_else(|| "no rerolls are left: the roll must be scored".to_owned())
            }
            TypedAction::Score { category, points } => {
                let title = &rules.category(category).title;
                let why_not = |why| why_not(&why, title, rules);
                let placement = rules.place(position.state(), roll, category).map_err(why_not)?;
                let placement = match points {
                    None => placement,
                    Some(points) if points == placement.points => placement,
                    Some(0) => rules.place_zero(position.state(), roll, category).map_err(why_not)?,
                    Some(points) => {
                        let right = match placement.points {
                            0 => format!("0 in {title}"),
                            right => format!("{right} in {title} (or a voluntary 0)"),
                        };
                        return Err(format!("{roll} is worth {right}, not {points}"));
                    }
                };
                advisor.value_of(advice, &Action::Score(placement)).ok_or_else(|| format!("{title} cannot be scored now"))
            }
        }
    }
}

impl From<&Action> for TypedAction {
    fn from(action: &Action) -> TypedAction {
        match action {
            Action::Hold(hold) => TypedAction::Hold(**hold),
            Action::Score(placement) => TypedAction::Score { category: placement.category, points: Some(placement.points) },
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
