//! An action as a person types it or a bot replies it, and the action that it is in a position.

use yahtzee_solver::{Action, Category, Dice, Hold, Placement, Points, Position, RerollsLeft, RuleSet, WhyNot};

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

    /// The action that it is in a position.
    ///
    /// # Errors
    ///
    /// Why it is not possible, for people.
    pub fn action(&self, position: &Position) -> Result<Action, String> {
        match *self {
            TypedAction::Hold(dice) => {
                let hold = Hold::new(dice, &position.roll()).map_err(|error| error.to_string())?;
                match position.rerolls_left() {
                    RerollsLeft::NONE => Err("no rerolls are left: the roll must be scored".to_owned()),
                    _ => Ok(Action::Hold(hold)),
                }
            }
            TypedAction::Score { category, points } => placement(position, category, points).map(Action::Score),
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

/// Writing the roll into a category, for these points where they are given.
fn placement(position: &Position, category: Category, points: Option<Points>) -> Result<Placement, String> {
    let (rules, state, roll) = (position.rules(), position.state(), position.roll());
    let title = &rules.category(category).title;
    let why_not = |why| why_not(&why, title, rules);
    let placement = rules.place(state, &roll, category).map_err(why_not)?;
    match points {
        None => Ok(placement),
        Some(points) if points == placement.points => Ok(placement),
        Some(0) => rules.place_zero(state, &roll, category).map_err(why_not),
        Some(points) => {
            let right = match placement.points {
                0 => format!("0 in {title}"),
                right => format!("{right} in {title} (or a voluntary 0)"),
            };
            Err(format!("{roll} is worth {right}, not {points}"))
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
