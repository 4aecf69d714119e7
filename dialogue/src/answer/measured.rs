//! The loss of a player in games with random dice.

use serde::Serialize;
use yahtzee_solver::simulate::{CountedMistake, DecisionLoss, Measured};
use yahtzee_solver::{RerollsLeft, Roll, RuleSet, Scorecard};

use super::NamedOption;

/// The loss of a player's decisions against optimal play.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuredLoss {
    /// The expected score of optimal play.
    pub optimal_score: f64,
    /// An estimate of the player's expected score: the optimal one less the loss.
    pub expected_score: f64,
    /// The mean loss of a game, in points.
    pub loss: f64,
    /// Its standard error; 0 for a single game.
    pub loss_standard_error: f64,
    /// The mean loss of a decision, in points.
    pub loss_per_decision: f64,
    /// The loss by the kind of decision.
    pub loss_by_kind: MeasuredByKind,
    /// The worst decisions, worst first; the same decision in the same state appears once.
    pub worst: Vec<MeasuredMistake>,
}

/// The loss by the kind of decision.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuredByKind {
    /// For each roll of a turn except the last: the decisions, the mistakes among them and their loss in all games, in points.
    pub holds: Vec<DecisionLoss>,
    /// The same for choosing the category.
    pub category: DecisionLoss,
}

/// A decision that was not the best.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuredMistake {
    /// Its loss, in points.
    pub loss: f64,
    /// How many times it was made in this state, in all games.
    pub times: u64,
    /// The first game in which it was made, from 1.
    pub game: u64,
    /// The card.
    pub card: Scorecard,
    /// The roll.
    pub dice: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The decision.
    pub chosen: NamedOption,
    /// The best option.
    pub best: NamedOption,
}

impl MeasuredLoss {
    /// The measurement of a player.
    ///
    /// # Panics
    ///
    /// If the measurement lacks the category, its last kind of decision.
    pub fn new(measured: &Measured, rules: &RuleSet) -> MeasuredLoss {
        let (category, holds) = measured.decisions.split_last().expect("the category is the last kind");
        MeasuredLoss {
            optimal_score: measured.optimal_score(),
            expected_score: measured.expected_score(),
            loss: measured.loss_per_game(),
            loss_standard_error: measured.loss_standard_error(),
            loss_per_decision: measured.loss_per_decision(),
            loss_by_kind: MeasuredByKind { holds: holds.to_vec(), category: *category },
            worst: measured.worst.iter().map(|mistake| MeasuredMistake::new(mistake, rules)).collect(),
        }
    }
}

impl MeasuredMistake {
    fn new(mistake: &CountedMistake, rules: &RuleSet) -> MeasuredMistake {
        MeasuredMistake {
            loss: mistake.chosen.loss,
            times: mistake.times,
            game: mistake.game + 1,
            card: mistake.position.card().clone(),
            dice: mistake.position.roll(),
            rerolls_left: mistake.position.rerolls_left(),
            chosen: NamedOption::new(&mistake.chosen, rules),
            best: NamedOption::new(&mistake.best, rules),
        }
    }
}
