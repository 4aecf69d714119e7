//! Turns a written action into an action of a position.

use yahtzee_solver::rules::WhyNot;
use yahtzee_solver::{Action, Category, Dice, Hold, Placement, Points, Position, RerollsLeft, RuleSet, WrittenAction, tr};

/// Turns a written action into an action of a position.
///
/// # Errors
///
/// A message why it is not possible.
pub fn action(written: &WrittenAction, position: &Position) -> Result<Action, String> {
    if let WrittenAction::Score { category, points } = *written {
        return placement(position, category, points).map(Action::Score);
    }
    let roll = position.roll();
    let kept = written.kept(&roll).map_err(|error| error.to_string())?;
    let hold = Hold::new(kept.unwrap_or(Dice::NONE), &roll).map_err(|error| error.to_string())?;
    match position.rerolls_left() {
        RerollsLeft::NONE => Err(tr!("no rerolls are left: the roll must be scored")),
        _ => Ok(Action::Hold(hold)),
    }
}

/// An action in its written form.
pub fn written(action: &Action) -> WrittenAction {
    match action {
        Action::Hold(hold) => WrittenAction::Hold(**hold),
        Action::Score(placement) => WrittenAction::Score { category: placement.category, points: Some(placement.points.into()) },
    }
}

/// Writing the roll into a category, for the given points if there are any.
fn placement(position: &Position, category: Category, points: Option<u64>) -> Result<Placement, String> {
    let (rules, state, roll, rerolls_left) = (position.rules(), position.state(), position.roll(), position.rerolls_left());
    let title = &rules.category(category).title;
    let why_not = |why| why_not(&why, title, rules);
    let placement = rules.place(state, &roll, rerolls_left, category).map_err(why_not)?;
    match points {
        None => Ok(placement),
        Some(points) if points == u64::from(placement.points) => Ok(placement),
        Some(0) => rules.place_zero(state, &roll, rerolls_left, category).map_err(why_not),
        Some(points) => {
            let right = match placement.points {
                Points::ZERO => tr!("0 in {}", title),
                right if rules.allows_voluntary_zeros() => tr!("{} in {} (or a voluntary 0)", right, title),
                right => tr!("{} in {}", right, title),
            };
            Err(tr!("{} is worth {}, not {}", roll, right, points))
        }
    }
}

fn why_not(why: &WhyNot, title: &str, rules: &RuleSet) -> String {
    match why {
        WhyNot::Filled => tr!("{} is filled already", title),
        WhyNot::NotNext(next) => {
            tr!("{} is not open yet: these rules fill {} first", title, rules.category(*next).title)
        }
        WhyNot::Forced(into) => {
            let titles: Vec<&str> = into.iter().map(|&category| rules.category(category).title.as_str()).collect();
            tr!("the rules force this roll into {}", titles.join(" or "))
        }
        WhyNot::MustScore(right) => tr!("the roll is worth {} in {}, and these rules allow no voluntary 0", *right, title),
    }
}
