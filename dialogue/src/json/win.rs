//! The chances to win in the review of a game of several players, as JSON.

use serde::Serialize;
use yahtzee_solver::advise::Grade;
use yahtzee_solver::game::PlayedTurn;
use yahtzee_solver::win::{TurningPoint, WinDecision, WinReview, WinTurn};
use yahtzee_solver::{Game, Position, RerollsLeft, Roll, RuleSet};

use super::parts::JsonOption;
use crate::words::{WorthKind, winning};

/// The loss of each decision in chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonWin<'a> {
    approximate: bool,
    now: f64,
    /// The loss of all decisions in chance to win.
    chance_loss: f64,
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    grade: Option<&'static str>,
    turns: Vec<JsonWinTurn<'a>>,
    turning_points: Vec<JsonTurningPoint>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonWinWords"))]
    words: Option<JsonWinWords>,
}

/// What the page shows of the chances besides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonWinWords {
    /// The chance before the first roll and after all moves.
    course: [String; 2],
    /// The moments that changed it most.
    moments: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonWinTurn<'a> {
    turn: usize,
    before: f64,
    after: f64,
    decisions: Vec<JsonWinDecision<'a>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonWinDecision<'a> {
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    rerolls_left: RerollsLeft,
    #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
    dice: Roll,
    chosen: JsonOption<'a>,
    best: JsonOption<'a>,
    chance_loss: f64,
    /// For the page: what the decision made of the chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonTurningPoint {
    turn: usize,
    own: bool,
    from: f64,
    to: f64,
}

impl<'a> JsonWin<'a> {
    pub(super) fn new(review: &WinReview, rules: &'a RuleSet) -> JsonWin<'a> {
        JsonWin::of(review, review.turns.iter().map(|turn| JsonWinTurn::new(turn, |decision| JsonWinDecision::new(decision, None, rules))))
    }

    /// The chances for the page: in words too. `game` is the reviewed one.
    pub fn in_words(review: &WinReview, game: &Game, rules: &'a RuleSet) -> JsonWin<'a> {
        let turn = |(turn, played): (&WinTurn, PlayedTurn<'_>)| {
            JsonWinTurn::new(turn, |decision| {
                let position = Position::new(played.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
                let said = Some(winning::chance_decided(decision, review, rules));
                JsonWinDecision { said, ..JsonWinDecision::new(decision, Some(&position), rules) }
            })
        };
        let words = JsonWinWords {
            course: [review.start(), review.now].map(|chance| winning::chance_then(chance, review)),
            moments: winning::turning_points(review),
        };
        JsonWin { words: Some(words), ..JsonWin::of(review, review.turns.iter().zip(game.played()).map(turn)) }
    }

    fn of(review: &WinReview, turns: impl Iterator<Item = JsonWinTurn<'a>>) -> JsonWin<'a> {
        let point = |TurningPoint { turn, own, from, to }| JsonTurningPoint { turn, own, from, to };
        JsonWin {
            approximate: review.approximate,
            now: review.now,
            chance_loss: review.loss(),
            grade: review.grade().map(Grade::name),
            turns: turns.collect(),
            turning_points: review.turning_points().into_iter().map(point).collect(),
            words: None,
        }
    }
}

impl<'a> JsonWinTurn<'a> {
    fn new(turn: &WinTurn, decision: impl Fn(&WinDecision) -> JsonWinDecision<'a>) -> JsonWinTurn<'a> {
        let WinTurn { number, before, after, decisions } = turn;
        JsonWinTurn { turn: *number, before: *before, after: *after, decisions: decisions.iter().map(decision).collect() }
    }
}

impl<'a> JsonWinDecision<'a> {
    /// Its options are in words if the position is given.
    fn new(decision: &WinDecision, position: Option<&Position>, rules: &'a RuleSet) -> JsonWinDecision<'a> {
        let option = |option| JsonOption::of(option, None, WorthKind::Win, position, rules);
        JsonWinDecision {
            rerolls_left: decision.rerolls_left,
            dice: decision.roll,
            chosen: option(&decision.chosen),
            best: option(&decision.best),
            chance_loss: decision.loss(),
            said: None,
        }
    }
}
