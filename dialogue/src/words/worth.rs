//! The kind of worth that ranks options, in words and numbers: points, a chance, or a utility.

use serde::Serialize;
use yahtzee_solver::language::{decimal, with_mark};
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Advice, Objective, TurnOption, tr};

use crate::words;

/// The kind of worth that ranks options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorthKind {
    /// Points on average.
    Points,
    /// The chance of a final score: at least so many points, or exactly so many.
    Target,
    /// The chance to win.
    Win,
    /// A utility.
    Utility,
    /// The points of this turn.
    Turn,
    /// The fewest points; a worth is minus the points.
    Fewest,
}

/// What the worth of an option measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub enum Measure {
    /// The chance of the target, or to win: win plus the share of ties.
    Chance,
    /// The expected utility.
    Utility,
    /// The mean points of this turn, without the upper bonus.
    TurnPoints,
    /// The expected final score of play for the fewest points.
    FewestPoints,
}

impl WorthKind {
    /// What a worth of this kind measures; `None` for points.
    pub fn measure(self) -> Option<Measure> {
        match self {
            WorthKind::Points => None,
            WorthKind::Target | WorthKind::Win => Some(Measure::Chance),
            WorthKind::Utility => Some(Measure::Utility),
            WorthKind::Turn => Some(Measure::TurnPoints),
            WorthKind::Fewest => Some(Measure::FewestPoints),
        }
    }

    /// What a worth of this kind measures: the same number, but for the fewest points.
    pub fn measured(self, worth: f64) -> f64 {
        // Not -0.
        if self == WorthKind::Fewest { 0.0 - worth } else { worth }
    }

    /// The kind of worth of an objective; points without one.
    pub fn of(objective: Option<&Objective>) -> WorthKind {
        match objective {
            None => WorthKind::Points,
            Some(Objective::Target(_) | Objective::Exactly(_)) => WorthKind::Target,
            Some(Objective::Against(_) | Objective::Duel { .. }) => WorthKind::Win,
            Some(Objective::Utility(_)) => WorthKind::Utility,
            Some(Objective::Turn) => WorthKind::Turn,
            Some(Objective::Fewest) => WorthKind::Fewest,
        }
    }

    /// The title of its column.
    pub fn title(self) -> String {
        match self {
            WorthKind::Points => tr!("expected final"),
            WorthKind::Target => tr!("chance"),
            WorthKind::Win => tr!("chance to win"),
            WorthKind::Utility => tr!("utility"),
            WorthKind::Turn => tr!("this turn"),
            WorthKind::Fewest => tr!("fewest points"),
        }
    }

    /// The amount of an option.
    pub fn amount(self, option: &TurnOption) -> String {
        match option.worth {
            None => decimal(option.expected_final, 2),
            Some(worth) if self == WorthKind::Utility => significant(worth.value),
            Some(worth) if self == WorthKind::Turn => decimal(worth.value, 2),
            Some(worth) if self == WorthKind::Fewest => decimal(0.0 - worth.value, 2),
            Some(worth) => words::percent(worth.value),
        }
    }

    /// The loss of an option; `None` if it ties with the best.
    pub fn loss(self, option: &TurnOption) -> Option<String> {
        if option.ties_with_best() {
            return None;
        }
        Some(match option.worth {
            None => words::small(option.loss),
            Some(worth) if self == WorthKind::Utility => significant(worth.loss),
            Some(worth) if matches!(self, WorthKind::Turn | WorthKind::Fewest) => words::small(worth.loss),
            // A chance may be certain, but not its loss.
            Some(worth) => tr!("{}%", words::small(100.0 * worth.loss)),
        })
    }

    /// How to print parts of a loss so that their sum looks like [`loss`](WorthKind::loss): the number of units in 1, and the decimals. `None` if a
    /// loss of this size is printed without decimals.
    pub(crate) fn units_and_decimals(self, loss: f64) -> Option<(f64, usize)> {
        match self {
            WorthKind::Points | WorthKind::Turn | WorthKind::Fewest => Some((1.0, 2)),
            WorthKind::Target | WorthKind::Win => Some((100.0, 2)),
            WorthKind::Utility => decimals(loss).map(|decimals| (1.0, decimals)),
        }
    }

    /// [`loss`](WorthKind::loss) with its unit: `0.42 points`, `1.30 percentage points of the chance to win`.
    pub fn cost(self, option: &TurnOption) -> Option<String> {
        let loss = self.loss(option)?;
        let share = words::small(100.0 * option.worth.map_or(0.0, |worth| worth.loss));
        Some(match self {
            WorthKind::Points | WorthKind::Fewest => tr!("{} points", loss),
            WorthKind::Target => tr!("{} percentage points of the chance", share),
            WorthKind::Win => tr!("{} percentage points of the chance to win", share),
            WorthKind::Utility => tr!("{} of the utility", loss),
            WorthKind::Turn => tr!("{} points of this turn", loss),
        })
    }
}

/// A number with five significant digits.
fn significant(number: f64) -> String {
    match decimals(number) {
        Some(decimals) => decimal(number, decimals),
        None => with_mark(format!("{number:.4e}")),
    }
}

/// The decimals of five significant digits; `None` if there are none, or more than nine.
fn decimals(number: f64) -> Option<usize> {
    let digits = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 };
    (0..=9).contains(&(4 - digits)).then_some((4 - digits) as usize)
}

/// The loss of the best option in expected score.
pub(crate) fn sentence(advice: &Advice) -> String {
    let best = advice.best();
    match best.loss {
        loss if loss < TIE_TOLERANCE => tr!("It is also the best choice for the expected score."),
        loss => {
            let [less, most] = [best, advice.best_for_score()].map(|option| decimal(option.expected_final, 2));
            tr!("It gives up {} points of the expected score: {} instead of {}.", words::small(loss), less, most)
        }
    }
}

/// The points still needed for a target, if that is the objective.
pub(crate) fn needed(objective: &Objective, advice: &Advice) -> Option<String> {
    let (Objective::Target(target) | Objective::Exactly(target)) = objective else { return None };
    let needed = target.checked_sub(advice.score_so_far).filter(|needed| *needed > 0)?;
    Some(tr!("You still need {} to reach {}.", words::points(needed), *target))
}

/// How often an option succeeds. `None` for points and utilities, and for the points of a turn.
pub(crate) fn reaches(kind: WorthKind, option: &TurnOption, exact: bool) -> Option<String> {
    let chance = option.worth?.value;
    let share = || {
        let share = words::percent(chance);
        if exact { share } else { words::joined(["≈".into(), share], "") }
    };
    Some(match (kind, chance) {
        (WorthKind::Points | WorthKind::Utility | WorthKind::Turn | WorthKind::Fewest, _) => return None,
        (WorthKind::Target, 0.0) => tr!("It cannot get there."),
        (WorthKind::Target, 1.0) => tr!("It is certain to get there."),
        (WorthKind::Target, _) => tr!("It gets there {} of the time.", share()),
        (WorthKind::Win, 0.0) => tr!("It cannot win."),
        (WorthKind::Win, 1.0) => tr!("It is certain to win."),
        (WorthKind::Win, _) => tr!("The chance to win is then {}.", share()),
    })
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::solve::Worth;
    use yahtzee_solver::{Action, Position, RuleSet};

    use super::*;

    #[test]
    fn a_loss_of_all_is_a_number() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let position = Position::parse("66666", &rules).unwrap();
        let sixes = rules.category_named("sixes").unwrap();
        let action = Action::Score(rules.place(position.state(), &position.roll(), position.rerolls_left(), sixes).unwrap());
        let option = |loss| TurnOption { action, expected_final: 200.0, loss: 1.0, worth: Some(Worth { value: 1.0 - loss, loss }) };
        let said = [1.0, 0.5, 0.00001].map(|loss| WorthKind::Target.cost(&option(loss)).unwrap().to_string());
        assert_eq!(said, ["100.00", "50.00", "<0.01"].map(|share| format!("{share} percentage points of the chance")));
        assert_eq!(WorthKind::Win.loss(&option(0.0)), None);
    }

    #[test]
    fn how_often_an_option_gets_there() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let position = Position::parse("66666", &rules).unwrap();
        let action = Action::Score(rules.placements(position.state(), &position.roll(), position.rerolls_left()).next().unwrap());
        let option = |value| TurnOption { action, expected_final: 200.0, loss: 1.0, worth: Some(Worth { value, loss: 0.0 }) };
        let said = |kind, value, exact| reaches(kind, &option(value), exact).map(|said| said.to_string());
        assert_eq!(said(WorthKind::Target, 0.123, true).unwrap(), "It gets there 12.30% of the time.");
        assert_eq!(said(WorthKind::Target, 0.0, true).unwrap(), "It cannot get there.");
        assert_eq!(said(WorthKind::Win, 0.5, false).unwrap(), "The chance to win is then ≈50.00%.");
        assert_eq!(said(WorthKind::Win, 1.0, true).unwrap(), "It is certain to win.");
        assert_eq!(said(WorthKind::Utility, 0.5, true), None);
    }

    #[test]
    fn utilities_have_five_digits() {
        let shown = [0.0, 1.0, 12.345678, -0.00123456, 123456.7, 1e-12].map(significant);
        assert_eq!(shown, ["0.0000", "1.0000", "12.346", "-0.0012346", "1.2346e5", "1.0000e-12"]);
    }
}
