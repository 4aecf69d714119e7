//! The review of a played game.

use serde::Serialize;
use yahtzee_solver::advise::{BestDecision, PlayerLevel, ReviewedDecision, ReviewedTurn, Severity};
use yahtzee_solver::game::DecisionKind;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::{Action, Review, Roll, Rounds, RuleSet, TurnOption, ValueTable};

use super::{Played, Seat, TakenBack};
use crate::answer::{ASKED, Answer, CardView, HindsightAnswer, NamedAction, NamedOption, PositionWords, WinAnswer};
use crate::ask::Question;
use crate::words::{self, WorthKind};

/// The review of the game of a player. `final_score` is `expected_at_start` + `luck` - `loss` + `unjudged`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The name of the player, if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether the file of the game was changed by hand; present only if true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub edited: bool,
    /// Whether the game is complete; present only if false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The final score; of an incomplete game the expected one where it stops.
    pub final_score: f64,
    /// The expected final score at the start.
    pub expected_at_start: f64,
    /// The luck of all throws, in points.
    pub luck: f64,
    /// The share of optimal games with less luck, from 0 to 1, if the game is complete and not too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck_share: Option<f64>,
    /// The loss of all decisions, in points.
    pub loss: f64,
    /// If throws are unknown: the points that cannot be judged, luck less loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unjudged: Option<f64>,
    /// The level, from `near-perfect` to `beginner`, by the mean loss of a turn; null if nothing is judged.
    pub level: Option<PlayerLevel>,
    /// The loss by the kind of decision.
    pub loss_by_kind: LossByKind,
    /// The right decision that gained most over a greedy player; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "BestOfGame & { said: string }"))]
    pub best_decision: Option<BestOfGame>,
    /// The turns.
    pub turns: Vec<TurnReview>,
    /// The most points that the dice of the turns so far could have made; absent before the first turn has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hindsight: Option<HindsightAnswer>,
    /// The number of decisions after a hint, or made again after the coach spoke; present only if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aided: Option<usize>,
    /// The moves taken back, which do not count; present only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub taken_back: Vec<MoveTakenBack>,
    /// The file of the game, if none was named: the one saved last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The chances to win, if several people played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinAnswer>,
    /// The worst mistakes, at most five, if reasons were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<ExplainedTurn>>,
    /// The review in words, if they were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "ReviewWords"))]
    pub words: Option<ReviewWords>,
}

/// A review in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewWords {
    /// All players.
    pub players: Vec<ReviewedPlayer>,
    /// The number of the player of this game, from 0.
    pub seat: usize,
    /// The card at the end.
    pub scorecard: CardView,
    /// The kinds of decisions in `loss_by_kind`: the holds, then the category.
    pub kinds: Vec<String>,
    /// The scale of the levels: each with its upper bound of the mean loss of a turn.
    pub scale: Vec<String>,
    /// The most points that the dice could have made; null before the first turn has ended.
    pub in_hindsight: Option<String>,
    /// How many decisions were made with help; null if none.
    pub help: Option<String>,
    /// What is not judged; null if everything is.
    pub partly: Option<String>,
}

/// A player of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ReviewedPlayer {
    /// The name; that of a computer is a word of the page.
    pub name: String,
    /// Whether it is a computer.
    pub computer: bool,
}

/// The loss by the kind of decision, in points.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct LossByKind {
    /// For each roll of a turn except the last.
    pub holds: Vec<f64>,
    /// For choosing the category.
    pub category: f64,
}

/// A turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct TurnReview {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The luck of its throws, in points.
    pub luck: f64,
    /// The loss of its decisions, in points.
    pub loss: f64,
    /// Its decisions; one, about the category, if only its last roll is known.
    pub decisions: Vec<DecisionReview>,
    /// If throws of the turn are unknown: luck less loss of what cannot be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unjudged: Option<f64>,
    /// What was written, if only that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<NamedAction>,
}

/// A decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct DecisionReview {
    /// The rerolls left.
    pub rerolls_left: u8,
    /// The roll.
    pub dice: Roll,
    /// The decision.
    pub chosen: NamedOption,
    /// The best option.
    pub best: NamedOption,
    /// The loss of the decision, in points.
    pub loss: f64,
    /// How bad it is: `small-slip` below 0.5 points, `slip`, `mistake` from 2, `blunder` from 8; absent for one of the best options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "string"))]
    pub severity: Option<Severity>,
    /// Its position, if words were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "PositionWords"))]
    pub words: Option<Box<PositionWords>>,
}

/// The best decision of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct BestOfGame {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The decision.
    #[serde(flatten)]
    pub decision: DecisionReview,
    /// What it gained against the decision for the points of its turn, in points.
    pub gain: f64,
    /// In words, if they were asked for: why it is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// A move taken back.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct MoveTakenBack {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The rerolls left.
    pub rerolls_left: u8,
    /// The roll.
    pub dice: Roll,
    /// The move; absent if the dice were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<NamedAction>,
    /// The best move, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<NamedAction>,
    /// The loss of the move, likewise, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// If words were asked for: the move in the notation of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A mistake with its reasons.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ExplainedTurn {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The answer to the position.
    #[serde(flatten)]
    pub answer: Answer,
}

impl ReviewAnswer {
    /// The review of the game of a player, who is named if several people played; with `in_words`, in words too. Luck share, chances and reasons are
    /// added by who asks for them.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn new(played: &Played, player: usize, review: &Review, table: &ValueTable, in_words: bool) -> Result<ReviewAnswer, OtherRules> {
        let (rules, seat) = (&played.rules, &played.seats[player]);
        let said = in_words.then_some(table);
        let best_decision = |BestDecision { turn, decision, gain }| BestOfGame {
            turn: turn.number,
            decision: DecisionReview::new(turn, decision, said),
            gain,
            said: said.map(|_| words::best_decision(gain)),
        };
        let hindsight = HindsightAnswer::of(&seat.game);
        let aided = played.mode.map(|mode| seat.aided(mode)).filter(|aided| *aided > 0);
        Ok(ReviewAnswer {
            rules: rules.name().to_owned(),
            player: (played.seats.len() > 1).then(|| seat.name.clone()),
            edited: played.edited,
            complete: (!review.complete).then_some(false),
            final_score: review.final_score,
            expected_at_start: review.expected_at_start,
            luck: review.luck,
            luck_share: None,
            loss: review.loss,
            unjudged: review.unjudged,
            level: review.level(),
            loss_by_kind: LossByKind {
                holds: review.holds(rules).map(|kind| review.loss_of(kind)).collect(),
                category: review.loss_of(DecisionKind::Category),
            },
            best_decision: review.best_decision(table)?.map(best_decision),
            turns: review.turns.iter().map(|turn| TurnReview::new(turn, said, rules)).collect(),
            words: in_words.then(|| ReviewWords::new(played, player, review, aided, hindsight.as_ref(), table)),
            hindsight,
            aided,
            taken_back: seat.taken_back.iter().map(|taken| MoveTakenBack::new(taken, in_words, table)).collect(),
            file: None,
            win: None,
            why: None,
        })
    }
}

impl ReviewAnswer {
    /// Its words.
    ///
    /// # Panics
    ///
    /// If they were not asked for.
    pub fn in_words(&self) -> &ReviewWords {
        self.words.as_ref().expect(ASKED)
    }

    /// The decisions that cost points, the worst first; each with its turn.
    pub fn mistakes(&self) -> Vec<(usize, &DecisionReview)> {
        let decisions = self.turns.iter().flat_map(|turn| turn.decisions.iter().map(|decision| (turn.turn, decision)));
        let mut mistakes: Vec<_> = decisions.filter(|(_, decision)| decision.severity.is_some()).collect();
        mistakes.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
        mistakes
    }
}

impl ReviewWords {
    fn new(
        played: &Played,
        player: usize,
        review: &Review,
        aided: Option<usize>,
        hindsight: Option<&HindsightAnswer>,
        table: &ValueTable,
    ) -> ReviewWords {
        let seat = &played.seats[player];
        let kinds = review.holds(&played.rules).chain([DecisionKind::Category]);
        let decisions = review.turns.iter().map(|turn| turn.decisions.len()).sum();
        let of_seat = |seat: &Seat| ReviewedPlayer { name: seat.name.clone(), computer: !seat.is_person() };
        ReviewWords {
            players: played.seats.iter().map(of_seat).collect(),
            seat: player,
            scorecard: CardView::new(seat.game.card(), &seat.game.rounds(), table),
            kinds: kinds.map(words::kind_in_words).collect(),
            scale: PlayerLevel::SCALE.map(|(level, below)| words::level_below(level, below)).into(),
            in_hindsight: hindsight.map(|hindsight| hindsight.said(&seat.game)),
            help: aided.map(|aided| words::aided(aided, decisions)),
            partly: words::unjudged(review),
        }
    }
}

impl MoveTakenBack {
    fn new(taken: &TakenBack, in_words: bool, table: &ValueTable) -> MoveTakenBack {
        let roll = taken.position.roll();
        let action = |option: &TurnOption| NamedAction::new(&option.action, in_words.then_some(&roll), table.rules());
        let [chosen, best] = taken.options(table).map_or([None; 2], |options| options.map(Some));
        MoveTakenBack {
            turn: taken.turn,
            rerolls_left: taken.position.rerolls_left().get(),
            dice: roll,
            chosen: chosen.as_ref().map(action),
            best: best.as_ref().map(action),
            loss: chosen.map(|chosen| chosen.loss),
            text: in_words.then(|| taken.text()),
        }
    }
}

impl TurnReview {
    /// With `said`, which is the table, decisions are in words too.
    fn new(turn: &ReviewedTurn, said: Option<&ValueTable>, rules: &RuleSet) -> TurnReview {
        TurnReview {
            turn: turn.number,
            luck: turn.luck,
            loss: turn.loss,
            decisions: turn.decisions.iter().map(|decision| DecisionReview::new(turn, decision, said)).collect(),
            unjudged: turn.unjudged,
            result: turn.result.map(|placement| NamedAction::new(&Action::Score(placement), None, rules)),
        }
    }
}

impl DecisionReview {
    fn new(turn: &ReviewedTurn, decision: &ReviewedDecision, said: Option<&ValueTable>) -> DecisionReview {
        let rules = turn.card.rules();
        let said = said.map(|table| (Question::of_decision(turn, decision).position, table));
        let option = |option| NamedOption::of(option, None, WorthKind::Points, said.as_ref().map(|(position, _)| position), rules);
        DecisionReview {
            rerolls_left: decision.rerolls_left.get(),
            dice: decision.roll,
            chosen: option(&decision.chosen),
            best: option(&decision.best),
            loss: decision.loss(),
            severity: Severity::of(decision.loss()),
            words: said.as_ref().map(|(position, table)| Box::new(PositionWords::new(position, &Rounds::default(), table))),
        }
    }
}
