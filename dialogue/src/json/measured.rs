//! The JSON of the measurement of a player.

use serde::Serialize;
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::simulate::{CountedMistake, DecisionLoss, Measured};
use yahtzee_solver::{Roll, RuleSet, Scorecard};

use crate::answer::NamedOption;

/// The loss of a player's decisions.
#[derive(Serialize)]
pub struct JsonMeasured<'a> {
    optimal_score: f64,
    expected_score: f64,
    loss: f64,
    loss_standard_error: f64,
    loss_per_decision: f64,
    loss_by_kind: LossByKind,
    worst: Vec<JsonMistake<'a>>,
}

#[derive(Serialize)]
struct LossByKind {
    holds: Vec<Loss>,
    category: Loss,
}

#[derive(Default, Serialize)]
struct Loss {
    decisions: u64,
    mistakes: u64,
    loss: f64,
}

#[derive(Serialize)]
struct JsonMistake<'a> {
    loss: f64,
    times: u64,
    game: u64,
    card: &'a Scorecard,
    dice: Roll,
    rerolls_left: u8,
    chosen: NamedOption,
    best: NamedOption,
}

impl<'a> JsonMeasured<'a> {
    /// The measurement of a player.
    pub fn new(measured: &'a Measured, rules: &'a RuleSet) -> JsonMeasured<'a> {
        let loss = |kind: &DecisionLoss| Loss { decisions: kind.decisions, mistakes: kind.mistakes, loss: kind.loss };
        let holds = measured.decisions.iter().filter(|kind| kind.kind != DecisionKind::Category);
        let category = measured.decisions.iter().find(|kind| kind.kind == DecisionKind::Category);
        JsonMeasured {
            optimal_score: measured.optimal_score(),
            expected_score: measured.expected_score(),
            loss: measured.loss_per_game(),
            loss_standard_error: measured.loss_standard_error(),
            loss_per_decision: measured.loss_per_decision(),
            loss_by_kind: LossByKind { holds: holds.map(loss).collect(), category: category.map(loss).unwrap_or_default() },
            worst: measured.worst.iter().map(|mistake| JsonMistake::new(mistake, rules)).collect(),
        }
    }
}

impl<'a> JsonMistake<'a> {
    fn new(mistake: &'a CountedMistake, rules: &'a RuleSet) -> JsonMistake<'a> {
        JsonMistake {
            loss: mistake.chosen.loss,
            times: mistake.times,
            game: mistake.game + 1,
            card: mistake.position.card(),
            dice: mistake.position.roll(),
            rerolls_left: mistake.position.rerolls_left().get(),
            chosen: NamedOption::new(&mistake.chosen, rules),
            best: NamedOption::new(&mistake.best, rules),
        }
    }
}
