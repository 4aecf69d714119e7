//! The chances to win in the review of a game of several players, as JSON.

use serde::Serialize;
use yahtzee_solver::advise::Grade;
use yahtzee_solver::win::{TurningPoint, WinDecision, WinReview};
use yahtzee_solver::{RerollsLeft, Roll, RuleSet, TurnOption};

use super::parts::JsonOption;
use crate::words::Measure;

/// The loss of each decision in chance to win.
#[derive(Clone, Debug, Serialize)]
pub(super) struct JsonWin<'a> {
    approximate: bool,
    now: f64,
    /// The loss of all decisions in chance to win.
    chance_loss: f64,
    grade: Option<&'static str>,
    turns: Vec<JsonWinTurn<'a>>,
    turning_points: Vec<JsonTurningPoint>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonWinTurn<'a> {
    turn: usize,
    before: f64,
    after: f64,
    decisions: Vec<JsonWinDecision<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonWinDecision<'a> {
    rerolls_left: RerollsLeft,
    dice: Roll,
    chosen: JsonOption<'a>,
    best: JsonOption<'a>,
    chance_loss: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct JsonTurningPoint {
    turn: usize,
    own: bool,
    from: f64,
    to: f64,
}

impl<'a> JsonWin<'a> {
    pub(super) fn new(review: &WinReview, rules: &'a RuleSet) -> JsonWin<'a> {
        let option = |option: &TurnOption| JsonOption::with_risk(option, None, Measure::Win, rules);
        let decision = |decision: &WinDecision| JsonWinDecision {
            rerolls_left: decision.rerolls_left,
            dice: decision.roll,
            chosen: option(&decision.chosen),
            best: option(&decision.best),
            chance_loss: decision.loss(),
        };
        let turns = review.turns.iter().map(|turn| JsonWinTurn {
            turn: turn.number,
            before: turn.before,
            after: turn.after,
            decisions: turn.decisions.iter().map(decision).collect(),
        });
        let point = |TurningPoint { turn, own, from, to }| JsonTurningPoint { turn, own, from, to };
        JsonWin {
            approximate: review.approximate,
            now: review.now,
            chance_loss: review.loss(),
            grade: review.grade().map(Grade::name),
            turns: turns.collect(),
            turning_points: review.turning_points().into_iter().map(point).collect(),
        }
    }
}
