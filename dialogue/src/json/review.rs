//! The review of a played game as JSON.

use serde::Serialize;
use yahtzee_solver::advise::{BestDecision, Grade, ReviewedDecision, ReviewedTurn};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::win::WinReview;
use yahtzee_solver::{Action, Review, Roll, Rounds, RuleSet, TurnOption, ValueTable};

use super::answer::JsonAnswer;
use super::parts::{JsonAction, JsonOption};
use super::scorecard::{JsonPositionWords, JsonScorecard};
use super::win::JsonWin;
use crate::answer::Answer;
use crate::ask::Question;
use crate::session::{Played, Seat, TakenBack};
use crate::words::{self, WorthKind};

/// The output of `yahtzee review --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonReview<'a> {
    rules: &'a str,
    /// Present if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    /// Present only if true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
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
    /// Present if there are turns with unknown throws: luck less loss of what cannot be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    unjudged: Option<f64>,
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    grade: Option<&'static str>,
    loss_by_kind: LossByKind,
    /// Present if a right decision was not the one for the points of its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonDecision & { turn: number; gain: number; said: string }"))]
    best_decision: Option<JsonDecision<'a>>,
    turns: Vec<JsonTurn<'a>>,
    /// The number of decisions made with help; present only if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    aided: Option<usize>,
    /// Present only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    taken_back: Vec<JsonTakenBack<'a>>,
    /// Present if no file was named: the most recently saved file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Present if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<JsonWin<'a>>,
    /// The worst mistakes, if reasons were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<JsonAnswer<'a>>>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonReviewWords"))]
    words: Option<JsonReviewWords>,
}

/// A player of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonPlayer {
    name: String,
    /// The name of a computer is a word of the page.
    computer: bool,
}

/// What the page shows of a review besides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonReviewWords {
    /// All players, and the number of the player of this game.
    players: Vec<JsonPlayer>,
    seat: usize,
    scorecard: JsonScorecard,
    /// The kinds of decisions in `loss_by_kind`: the holds, then the category.
    kinds: Vec<String>,
    /// The scale of the grades: each with its upper bound of the mean loss of a turn.
    scale: Vec<String>,
    /// How many decisions were made with help; null if none.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    help: Option<String>,
    /// What is not judged; null if everything is.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    partly: Option<String>,
}

/// A move taken back.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonTakenBack<'a> {
    turn: usize,
    rerolls_left: u8,
    #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
    dice: Roll,
    /// The move, the best one, and its loss; absent if the dice were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<JsonAction<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<JsonAction<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    /// For the page: the move in the notation of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct LossByKind {
    /// For each roll of a turn except the last.
    holds: Vec<f64>,
    category: f64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonTurn<'a> {
    turn: usize,
    luck: f64,
    loss: f64,
    decisions: Vec<JsonDecision<'a>>,
    /// Present if throws of the turn are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    unjudged: Option<f64>,
    /// Present if only the result of the turn is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "object"))]
    result: Option<JsonAction<'a>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonDecision<'a> {
    /// For the best decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    rerolls_left: u8,
    #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
    dice: Roll,
    chosen: JsonOption<'a>,
    best: JsonOption<'a>,
    loss: f64,
    /// For the best decision: what it gained, and for the page why it is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonPositionWords"))]
    words: Option<Box<JsonPositionWords>>,
}

impl<'a> JsonReview<'a> {
    /// The review of the game of one of the players, who is named if several people played.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn new(played: &'a Played, seat: &'a Seat, review: &Review, table: &'a ValueTable) -> Result<JsonReview<'a>, OtherRules> {
        JsonReview::of(played, seat, review, table, None)
    }

    /// The same for the page: in words too. The player is named by the number.
    ///
    /// # Errors
    ///
    /// As [`new`](JsonReview::new).
    pub fn in_words(played: &'a Played, player: usize, review: &Review, table: &'a ValueTable) -> Result<JsonReview<'a>, OtherRules> {
        let json = JsonReview::of(played, &played.seats[player], review, table, Some(table))?;
        Ok(JsonReview { words: Some(JsonReviewWords::new(played, player, review, json.aided, table)), ..json })
    }

    /// With `said`, which is the table, decisions have words.
    fn of(
        played: &'a Played,
        seat: &'a Seat,
        review: &Review,
        table: &'a ValueTable,
        said: Option<&ValueTable>,
    ) -> Result<JsonReview<'a>, OtherRules> {
        let rules = &played.rules;
        let best_decision = |BestDecision { turn, decision, gain }| JsonDecision {
            turn: Some(turn.number),
            gain: Some(gain),
            said: said.map(|_| words::best_decision(gain)),
            ..JsonDecision::new(turn, decision, said, rules)
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
            unjudged: review.unjudged,
            grade: review.grade().map(Grade::name),
            loss_by_kind: LossByKind {
                holds: review.holds(rules).map(|kind| review.loss_of(kind)).collect(),
                category: review.loss_of(DecisionKind::Category),
            },
            best_decision: review.best_decision(table)?.map(best_decision),
            turns: review.turns.iter().map(|turn| JsonTurn::new(turn, said, rules)).collect(),
            aided: played.mode.map(|mode| seat.aided(mode)).filter(|aided| *aided > 0),
            taken_back: seat.taken_back.iter().map(|taken| JsonTakenBack::new(taken, said.is_some(), table)).collect(),
            file: None,
            win: None,
            why: None,
            words: None,
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
        let mistake = |(turn, answer): &'a (usize, Answer<'a>)| answer.json_in_turn(*turn);
        JsonReview { why: mistakes.map(|mistakes| mistakes.iter().map(mistake).collect()), ..self }
    }
}

impl JsonReviewWords {
    fn new(played: &Played, player: usize, review: &Review, aided: Option<usize>, table: &ValueTable) -> JsonReviewWords {
        let seat = &played.seats[player];
        let kinds = review.holds(&played.rules).chain([DecisionKind::Category]);
        let decisions = review.turns.iter().map(|turn| turn.decisions.len()).sum();
        JsonReviewWords {
            players: played.seats.iter().map(|seat| JsonPlayer { name: seat.name.clone(), computer: !seat.is_person() }).collect(),
            seat: player,
            scorecard: JsonScorecard::new(seat.game.card(), &seat.game.rounds(), table),
            kinds: kinds.map(words::kind_in_words).collect(),
            scale: Grade::SCALE.map(|(grade, below)| words::grade(grade, below)).into(),
            help: aided.map(|aided| words::aided(aided, decisions)),
            partly: words::unjudged(review),
        }
    }
}

impl<'a> JsonTakenBack<'a> {
    fn new(taken: &TakenBack, said: bool, table: &'a ValueTable) -> JsonTakenBack<'a> {
        let roll = taken.position.roll();
        let action = |option: &TurnOption| JsonAction::new(&option.action, said.then_some(&roll), table.rules());
        let [chosen, best] = taken.options(table).map_or([None; 2], |options| options.map(Some));
        JsonTakenBack {
            turn: taken.turn,
            rerolls_left: taken.position.rerolls_left().get(),
            dice: roll,
            chosen: chosen.as_ref().map(action),
            best: best.as_ref().map(action),
            loss: chosen.map(|chosen| chosen.loss),
            text: said.then(|| taken.text()),
        }
    }
}

impl<'a> JsonTurn<'a> {
    fn new(turn: &ReviewedTurn, said: Option<&ValueTable>, rules: &'a RuleSet) -> JsonTurn<'a> {
        let decisions = turn.decisions.iter().map(|decision| JsonDecision::new(turn, decision, said, rules)).collect();
        let result = turn.result.map(|placement| JsonAction::new(&Action::Score(placement), None, rules));
        JsonTurn { turn: turn.number, luck: turn.luck, loss: turn.loss, decisions, unjudged: turn.unjudged, result }
    }
}

impl<'a> JsonDecision<'a> {
    fn new(turn: &ReviewedTurn, decision: &ReviewedDecision, said: Option<&ValueTable>, rules: &'a RuleSet) -> JsonDecision<'a> {
        let said = said.map(|table| (Question::of_decision(turn, decision).position, table));
        let position = said.as_ref().map(|(position, _)| position);
        JsonDecision {
            turn: None,
            rerolls_left: decision.rerolls_left.get(),
            dice: decision.roll,
            chosen: JsonOption::of(&decision.chosen, None, WorthKind::Points, position, rules),
            best: JsonOption::of(&decision.best, None, WorthKind::Points, position, rules),
            loss: decision.loss(),
            gain: None,
            said: None,
            words: said.as_ref().map(|(position, table)| Box::new(JsonPositionWords::new(position, &Rounds::default(), table))),
        }
    }
}
