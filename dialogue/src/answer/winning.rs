//! The chances to win in the review of a game of several players.

use serde::Serialize;
use yahtzee_solver::advise::PlayerLevel;
use yahtzee_solver::game::PlayedTurn;
use yahtzee_solver::win::{self, TurningPoint, WinReview};
use yahtzee_solver::{Game, Position, RerollsLeft, Roll, RuleSet};

use super::option::{ASKED, NamedOption};
use crate::words::{Measure, WorthKind, winning};

/// The chances of a player to win against the others, and what each decision cost of them. `worth` is a chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct WinAnswer {
    /// Whether any part is approximate: only late turns are solved exactly.
    pub approximate: bool,
    /// The chance after all moves.
    pub now: f64,
    /// What the worth of options measures: the chance to win.
    pub measure: Measure,
    /// The loss of all decisions.
    pub worth_loss: f64,
    /// The level, from `near-perfect` to `beginner`, by the mean loss of a turn; null if nothing is judged.
    pub level: Option<PlayerLevel>,
    /// The turns with decisions.
    pub turns: Vec<WinTurn>,
    /// What changed the chance most, in the order of the game.
    #[cfg_attr(feature = "tsify", tsify(type = "{ turn: number; own: boolean; from: number; to: number }[]"))]
    pub turning_points: Vec<TurningPoint>,
    /// The chances in words, if they were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "WinWords"))]
    pub words: Option<WinWords>,
}

/// Chances to win in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct WinWords {
    /// The chance before the first roll and after all moves.
    pub course: [String; 2],
    /// What changed it most.
    pub moments: Vec<String>,
}

/// A turn, by the chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct WinTurn {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The chance before the turn.
    pub before: f64,
    /// The chance after its last decision.
    pub after: f64,
    /// Its decisions.
    pub decisions: Vec<WinDecision>,
}

/// A decision, by the chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct WinDecision {
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The roll.
    pub dice: Roll,
    /// The decision.
    pub chosen: NamedOption,
    /// The best option for winning.
    pub best: NamedOption,
    /// By how much its chance is better.
    pub worth_loss: f64,
    /// In words, if they were asked for: what the decision made of the chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl WinAnswer {
    /// Its words.
    ///
    /// # Panics
    ///
    /// If they were not asked for.
    pub fn in_words(&self) -> &WinWords {
        self.words.as_ref().expect(ASKED)
    }

    /// The decisions that are not among the best, in words, the worst first; each with its turn.
    pub fn mistakes(&self) -> Vec<(usize, &WinDecision)> {
        let decisions = self.turns.iter().flat_map(|turn| turn.decisions.iter().map(|decision| (turn.turn, decision)));
        let mut mistakes: Vec<_> = decisions.filter(|(_, decision)| decision.chosen.words().lost.is_some()).collect();
        mistakes.sort_by(|(_, a), (_, b)| b.worth_loss.total_cmp(&a.worth_loss));
        mistakes
    }

    /// The chances of a reviewed game; with the game, in words too.
    pub fn new(review: &WinReview, game: Option<&Game>, rules: &RuleSet) -> WinAnswer {
        let played = game.map(|game| game.played().collect::<Vec<PlayedTurn<'_>>>());
        let decision = |decision: &win::WinDecision, turn: usize| {
            let at = |played: &Vec<PlayedTurn<'_>>| {
                Position::new(played[turn].card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game")
            };
            let position = played.as_ref().map(at);
            let option = |option| NamedOption::of(option, None, WorthKind::Win, position.as_ref(), rules);
            WinDecision {
                rerolls_left: decision.rerolls_left,
                dice: decision.roll,
                chosen: option(&decision.chosen),
                best: option(&decision.best),
                worth_loss: decision.loss(),
                said: position.is_some().then(|| winning::chance_decided(decision, review, rules)),
            }
        };
        let turn = |(index, turn): (usize, &win::WinTurn)| WinTurn {
            turn: turn.number,
            before: turn.before,
            after: turn.after,
            decisions: turn.decisions.iter().map(|of| decision(of, index)).collect(),
        };
        WinAnswer {
            approximate: review.approximate,
            now: review.now,
            measure: Measure::Chance,
            worth_loss: review.loss(),
            level: review.level(),
            turns: review.turns.iter().enumerate().map(turn).collect(),
            turning_points: review.turning_points(),
            words: game.map(|_| WinWords {
                course: [review.start(), review.now].map(|chance| winning::chance_then(chance, review.approximate)),
                moments: winning::turning_points(review),
            }),
        }
    }
}
