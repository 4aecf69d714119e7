//! The review of a played game as JSON.

use serde::Serialize;
use yahtzee_solver::advise::{BestDecision, Grade, ReviewedDecision, ReviewedTurn};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::win::WinReview;
use yahtzee_solver::{Action, Review, Roll, RuleSet, TurnOption, ValueTable};

use super::answer::JsonAnswer;
use super::parts::{JsonAction, JsonOption};
use super::win::JsonWin;
use crate::answer::Answer;
use crate::session::{Played, Seat, TakenBack};

/// The output of `yahtzee review --json`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonReview<'a> {
    rules: &'a str,
    /// Present if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    /// Present only if true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    edited: bool,
    /// Present only if false.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    final_score: f64,
    expected_at_start: f64,
    luck: f64,
    /// Present if the game is complete: the share of optimal games with less luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_share: Option<f64>,
    loss: f64,
    grade: Option<&'static str>,
    loss_by_kind: LossByKind,
    /// Present if a right decision was not the one for the points of its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_decision: Option<JsonBestDecision<'a>>,
    turns: Vec<JsonTurn<'a>>,
    /// The number of decisions made with help; present only if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    aided: Option<usize>,
    /// Present only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken_back: Vec<JsonTakenBack<'a>>,
    /// Present if no file was named: the most recently saved file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Present if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<JsonWin<'a>>,
    /// The worst mistakes, if reasons were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<JsonMistake<'a>>>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonBestDecision<'a> {
    turn: usize,
    #[serde(flatten)]
    decision: JsonDecision<'a>,
    gain: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonMistake<'a> {
    turn: usize,
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
}

/// A move taken back.
#[derive(Clone, Debug, Serialize)]
struct JsonTakenBack<'a> {
    turn: usize,
    rerolls_left: u8,
    dice: Roll,
    /// Absent if the dice were taken back.
    #[serde(flatten)]
    choice: Option<JsonTakenChoice<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonTakenChoice<'a> {
    chosen: JsonAction<'a>,
    best: JsonAction<'a>,
    loss: f64,
}

#[derive(Clone, Debug, Serialize)]
struct LossByKind {
    /// For each roll of a turn except the last.
    holds: Vec<f64>,
    category: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonTurn<'a> {
    turn: usize,
    luck: f64,
    loss: f64,
    decisions: Vec<JsonDecision<'a>>,
    /// Present if only the result of the turn is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<JsonAction<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonDecision<'a> {
    rerolls_left: u8,
    dice: Roll,
    chosen: JsonOption<'a>,
    best: JsonOption<'a>,
    loss: f64,
}

impl<'a> JsonReview<'a> {
    /// The review of the game of one of the players, who is named if several people played.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn new(played: &'a Played, seat: &'a Seat, review: &Review, table: &'a ValueTable) -> Result<JsonReview<'a>, OtherRules> {
        let rules = &played.rules;
        let best_decision = |BestDecision { turn, decision, gain }| JsonBestDecision {
            turn: turn.number,
            decision: JsonDecision::new(decision, rules),
            gain,
        };
        Ok(JsonReview {
            rules: rules.name(),
            player: (played.seats.len() > 1).then_some(&seat.name),
            edited: played.edited,
            complete: (!review.complete).then_some(false),
            final_score: review.final_score,
            expected_at_start: review.expected_at_start,
            luck: review.luck,
            luck_share: None,
            loss: review.loss,
            grade: review.grade().map(Grade::name),
            loss_by_kind: LossByKind {
                holds: review.holds(rules).map(|kind| review.loss_of(kind)).collect(),
                category: review.loss_of(DecisionKind::Category),
            },
            best_decision: review.best_decision(table)?.map(best_decision),
            turns: review.turns.iter().map(|turn| JsonTurn::new(turn, rules)).collect(),
            aided: played.mode.map(|mode| seat.aided(mode)).filter(|aided| *aided > 0),
            taken_back: seat.taken_back.iter().map(|taken| JsonTakenBack::new(taken, table)).collect(),
            file: None,
            win: None,
            why: None,
        })
    }

    /// The same review, with the share of optimal games with less luck.
    #[must_use]
    pub fn with_luck_share(self, luck_share: Option<f64>) -> JsonReview<'a> {
        JsonReview { luck_share, ..self }
    }

    /// The same review, with the loss of each decision in chance to win against the others.
    #[must_use]
    pub fn with_chances(self, win: Option<&WinReview>, rules: &'a RuleSet) -> JsonReview<'a> {
        JsonReview { win: win.map(|win| JsonWin::new(win, rules)), ..self }
    }

    /// The same review, with the file of the game.
    #[must_use]
    pub fn of_file(self, file: Option<String>) -> JsonReview<'a> {
        JsonReview { file, ..self }
    }

    /// The same review with explanations of mistakes, each with the number of its turn.
    #[must_use]
    pub fn explained(self, mistakes: Option<&'a [(usize, Answer<'a>)]>) -> JsonReview<'a> {
        let mistake = |(turn, answer): &'a (usize, Answer<'a>)| JsonMistake { turn: *turn, answer: answer.json(None) };
        JsonReview { why: mistakes.map(|mistakes| mistakes.iter().map(mistake).collect()), ..self }
    }
}

impl<'a> JsonTakenBack<'a> {
    fn new(taken: &TakenBack, table: &'a ValueTable) -> JsonTakenBack<'a> {
        let action = |option: &TurnOption| JsonAction::new(&option.action, table.rules());
        let choice = taken.options(table);
        JsonTakenBack {
            turn: taken.turn,
            rerolls_left: taken.position.rerolls_left().get(),
            dice: taken.position.roll(),
            choice: choice.map(|[chosen, best]| JsonTakenChoice { chosen: action(&chosen), best: action(&best), loss: chosen.loss }),
        }
    }
}

impl<'a> JsonTurn<'a> {
    fn new(turn: &ReviewedTurn, rules: &'a RuleSet) -> JsonTurn<'a> {
        let decisions = turn.decisions.iter().map(|decision| JsonDecision::new(decision, rules)).collect();
        let result = turn.result.map(|placement| JsonAction::new(&Action::Score(placement), rules));
        JsonTurn { turn: turn.number, luck: turn.luck, loss: turn.loss, decisions, result }
    }
}

impl<'a> JsonDecision<'a> {
    fn new(decision: &ReviewedDecision, rules: &'a RuleSet) -> JsonDecision<'a> {
        JsonDecision {
            rerolls_left: decision.rerolls_left.get(),
            dice: decision.roll,
            chosen: JsonOption::new(&decision.chosen, rules),
            best: JsonOption::new(&decision.best, rules),
            loss: decision.loss(),
        }
    }
}
