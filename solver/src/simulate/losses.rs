//! The losses of a player's decisions: by kind, and the worst decisions.

use std::cmp::Ordering;

use super::scores::Scores;
use crate::dice::Dice;
use crate::game::DecisionKind;
use crate::game::{Action, Position};
use crate::rules::{Points, State};
use crate::solve::{TIE_TOLERANCE, TurnOption, ValueTable};

/// The measurement of a player: its scores and its losses.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The final scores.
    pub scores: Scores,
    /// The losses by kind of decision: first hold, second hold, …, category. Holds that exist only with saved throws are included if they occurred.
    pub decisions: Vec<DecisionLoss>,
    /// The worst decisions, worst first. The same decision in the same state appears once.
    pub worst: Vec<CountedMistake>,
    optimal_score: f64,
    loss: f64,
    loss_squared: f64,
}

/// The losses of one kind of decision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DecisionLoss {
    /// The kind.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub kind: DecisionKind,
    /// Number of decisions.
    pub decisions: u64,
    /// The number of mistakes among them. An option within [`TIE_TOLERANCE`] of the best is not a mistake.
    pub mistakes: u64,
    /// The sum of their losses, in points.
    pub loss: f64,
}

impl DecisionLoss {
    fn none(kind: DecisionKind) -> DecisionLoss {
        DecisionLoss { kind, decisions: 0, mistakes: 0, loss: 0.0 }
    }
}

/// A decision that was not the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedMistake {
    /// The first game in which it was made, from 0.
    pub game: u64,
    /// The position in that game.
    pub position: Position,
    /// The chosen option, with its loss.
    pub chosen: TurnOption,
    /// The best option.
    pub best: TurnOption,
    /// The number of times it was made in this state, in all games.
    pub times: u64,
}

impl Measured {
    /// The mean loss of a game, in points.
    pub fn loss_per_game(&self) -> f64 {
        self.loss / self.scores.games() as f64
    }

    /// The standard error of [`loss_per_game`](Measured::loss_per_game); 0 for a single game.
    pub fn loss_standard_error(&self) -> f64 {
        let games = self.scores.games() as f64;
        if games < 2.0 {
            return 0.0;
        }
        let spread = self.loss_squared - self.loss * self.loss / games;
        (spread.max(0.0) / (games - 1.0) / games).sqrt()
    }

    /// The mean loss of a decision, in points.
    pub fn loss_per_decision(&self) -> f64 {
        let decisions: u64 = self.decisions.iter().map(|kind| kind.decisions).sum();
        self.loss / decisions as f64
    }

    /// An estimate of the player's expected score: the optimal expected score less the mean loss of a game. It has the same mean as the mean score
    /// but not the luck of the games, so it is more precise. Its standard error is that of the loss.
    pub fn expected_score(&self) -> f64 {
        self.optimal_score - self.loss_per_game()
    }

    /// The expected score of optimal play.
    pub fn optimal_score(&self) -> f64 {
        self.optimal_score
    }
}

/// The running totals of losses over some games.
#[derive(Clone, Debug)]
pub(super) struct Losses {
    scores: Scores,
    /// The losses of holds, by the roll.
    holds: Vec<DecisionLoss>,
    category: DecisionLoss,
    worst: Vec<Candidate>,
    /// The number of worst mistakes to keep.
    keep: usize,
    loss: f64,
    loss_squared: f64,
}

/// A mistake that may be among the worst.
#[derive(Clone, Debug)]
struct Candidate {
    loss: f64,
    key: Key,
    game: u64,
    position: Position,
    choice: Action,
    times: u64,
}

/// A state, a question and an answer, as a key that does not depend on the order of the games.
type Key = (State, Dice, u8, Option<usize>, Points, Dice);

impl Candidate {
    /// Orders the worst first.
    fn compare(&self, other: &Candidate) -> Ordering {
        other.loss.total_cmp(&self.loss).then_with(|| self.key.cmp(&other.key))
    }
}

fn key(position: &Position, choice: &Action) -> Key {
    let state = position.state();
    let (category, points, hold) = match choice {
        Action::Hold(hold) => (None, Points::ZERO, **hold),
        Action::Score(placement) => (Some(placement.category.index()), placement.points, Dice::NONE),
    };
    (*state, *position.roll(), position.rerolls_left().get(), category, points, hold)
}

impl Losses {
    pub(super) fn new(rolls: u8, keep: usize) -> Losses {
        let holds = (1..rolls).map(|roll| DecisionLoss::none(DecisionKind::Hold(roll))).collect();
        let category = DecisionLoss::none(DecisionKind::Category);
        Losses { scores: Scores::default(), holds, category, worst: Vec::new(), keep, loss: 0.0, loss_squared: 0.0 }
    }

    /// The losses of a kind of decisions.
    fn of(&mut self, kind: DecisionKind) -> &mut DecisionLoss {
        let DecisionKind::Hold(roll) = kind else { return &mut self.category };
        while self.holds.len() < roll.into() {
            self.holds.push(DecisionLoss::none(DecisionKind::Hold(self.holds.len() as u8 + 1)));
        }
        &mut self.holds[usize::from(roll) - 1]
    }

    pub(super) fn decision(&mut self, game: u64, position: &Position, choice: &Action, kind: DecisionKind, loss: f64) {
        let kind = self.of(kind);
        kind.decisions += 1;
        kind.loss += loss;
        if loss < TIE_TOLERANCE {
            return;
        }
        kind.mistakes += 1;
        let is_full = self.worst.len() == self.keep;
        if self.worst.last().map_or(self.keep == 0, |least| is_full && loss < least.loss) {
            return;
        }
        self.keep_worst(Candidate { loss, key: key(position, choice), game, position: position.clone(), choice: *choice, times: 1 });
    }

    /// A dropped candidate never returns, because all kept ones cost at least as much. So the count of each kept one is complete.
    fn keep_worst(&mut self, candidate: Candidate) {
        match self.worst.binary_search_by(|other| other.compare(&candidate)) {
            Ok(same) => self.worst[same].times += candidate.times,
            Err(position) => self.worst.insert(position, candidate),
        }
        self.worst.truncate(self.keep);
    }

    pub(super) fn game(&mut self, score: Points, loss: f64) {
        self.scores.add(score);
        self.loss += loss;
        self.loss_squared += loss * loss;
    }

    /// Adds the results of later games.
    pub(super) fn add(&mut self, others: Losses) {
        self.scores.add_all(&others.scores);
        self.loss += others.loss;
        self.loss_squared += others.loss_squared;
        for other in others.holds.iter().chain([&others.category]) {
            let kind = self.of(other.kind);
            kind.decisions += other.decisions;
            kind.mistakes += other.mistakes;
            kind.loss += other.loss;
        }
        for candidate in others.worst {
            self.keep_worst(candidate);
        }
    }

    /// The measurement, given the mean score of optimal play.
    pub(super) fn measured(self, table: &ValueTable, optimal_score: f64) -> Measured {
        let mistake = |candidate: Candidate| {
            let Candidate { game, position, choice, times, .. } = candidate;
            let options = table.ranked_options(&position, None);
            let best = options[0];
            let listed = options.iter().find(|option| option.action == choice).copied();
            let chosen = listed.unwrap_or_else(|| {
                // The advice lacks only voluntary zeros that never gain.
                let Action::Score(zero) = choice else { unreachable!("every hold of a roll is listed") };
                let expected_final = table.expected_after(position.card(), &zero);
                TurnOption { action: choice, expected_final, loss: (best.expected_final - expected_final).max(0.0), worth: None }
            });
            CountedMistake { game, position, chosen, best, times }
        };
        Measured {
            scores: self.scores,
            decisions: self.holds.into_iter().chain([self.category]).collect(),
            worst: self.worst.into_iter().map(mistake).collect(),
            optimal_score,
            loss: self.loss,
            loss_squared: self.loss_squared,
        }
    }
}
