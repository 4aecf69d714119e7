//! How a player's game ends, in a game that a roll may win at once: with a final score, or by such a roll in one of the turns to come.
//!
//! ```text
//! chance of a player to win, if all play without looking at the others:
//!     sum over the turns of the player: chance to win at once in it x chance that no other player has done so in an earlier turn
//!     + chance to win at no turn at once x chance that no other player does, and all their final scores are lower
//! ```

use super::distribution::Distribution;
use super::opponents::Ties;
use super::statistics::{Tally, TurnPlacements, follow_games};
use super::{follower::Follower, row_ends::ChosenEnds};
use crate::game::Scorecard;
use crate::rules::Points;
use crate::solve::{RunError, Utility};
use crate::strategy::OptimalStrategy;

/// The end of a player's game: its final score, or a win at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// The final score of the games that the player does not win at once.
    score: Distribution,
    /// The chance to have won at once already, to do so in the next turn of the player, in the turn after that, and so on.
    at_once: Vec<f64>,
}

impl From<Distribution> for Finish {
    /// The end of a game that no roll wins.
    fn from(score: Distribution) -> Finish {
        Finish { score, at_once: Vec::new() }
    }
}

impl Finish {
    /// The end of games with these chances: of winning at once already, in the next turn and so on; the rest have a final score.
    pub fn new(score: Distribution, at_once: Vec<f64>) -> Finish {
        Finish { score, at_once }
    }

    /// The end of a game that the player has won.
    pub fn won() -> Finish {
        Finish { score: Distribution::certain(Points::ZERO), at_once: vec![1.0] }
    }

    /// The final score of the games that the player does not win at once.
    pub fn score(&self) -> &Distribution {
        &self.score
    }

    /// The same chances to win at once, with another distribution of the final score.
    #[must_use]
    pub fn scoring(self, change: impl FnOnce(Distribution) -> Distribution) -> Finish {
        Finish { score: change(self.score), ..self }
    }

    /// The chance not to win at once within this many turns.
    pub fn plays_on(&self, turns: usize) -> f64 {
        let won: f64 = self.at_once.iter().take(turns + 1).sum();
        // Rounding must not move it out of the range.
        (1.0 - won).clamp(0.0, 1.0)
    }

    /// The number of turns from which on the player cannot win at once.
    fn turns(&self) -> usize {
        self.at_once.len().saturating_sub(1)
    }

    /// The chance of one of several players to win. They take turns in their order; `done` is the number of turns that each has taken.
    pub fn chance(finishes: &[Finish], done: &[usize], player: usize, ties: Ties) -> f64 {
        let own = &finishes[player];
        let others = || finishes.iter().enumerate().filter(|(other, _)| *other != player);
        let scores: Vec<(Distribution, u32)> = others().map(|(_, finish)| (finish.score.clone(), 1)).collect();
        let last: f64 = others().map(|(_, finish)| finish.plays_on(finish.turns())).product();
        let by_score = Utility::beating(&scores, ties).mean_over(&own.score);
        if finishes.iter().all(|finish| finish.at_once.is_empty()) {
            return by_score;
        }
        let at_once = own.at_once.iter().enumerate().map(|(turn, chance)| {
            let no_other = others().map(|(other, finish)| {
                // Before this turn, who sits before the player has taken as many turns as it is, the others one fewer.
                let taken = done[player] + turn + usize::from(other < player);
                finish.plays_on(taken.saturating_sub(1 + done[other]))
            });
            chance * if turn == 0 { 1.0 } else { no_other.product() }
        });
        // Rounding must not raise it above 1.
        (at_once.sum::<f64>() + own.plays_on(own.turns()) * last * by_score).min(1.0)
    }
}

impl Utility {
    /// The worth of a final score, and of winning at once, against opponents whose games end so, each with the number of such opponents. Each of them has a
    /// turn after every turn of the player.
    pub(crate) fn beating_at_once(finishes: &[(Finish, u32)], ties: Ties) -> Utility {
        let scores: Vec<(Distribution, u32)> = finishes.iter().map(|(finish, count)| (finish.score.clone(), *count)).collect();
        let none_by = |turn: usize| finishes.iter().map(|(finish, count)| finish.plays_on(turn).powi(*count as i32)).product::<f64>();
        let turns = finishes.iter().map(|(finish, _)| finish.turns()).max().unwrap_or(0);
        Utility::beating(&scores, ties).times(none_by(turns)).winning_at_once((0..=turns).map(none_by).collect())
    }
}

impl Follower<'_> {
    /// How the games of optimal play for points end from a card on, if a roll may win at once. Each turn left is a unit of progress.
    ///
    /// # Errors
    ///
    /// As for [`statistics`](Follower::statistics).
    pub(crate) fn finish(&self, card: &Scorecard) -> Result<Finish, RunError> {
        let rules = self.table.rules();
        if !rules.has_winning_rolls() {
            return Ok(self.statistics(card)?.score.into());
        }
        rules.check_same_game(card.rules())?;
        if card.has_won() {
            return Ok(Finish::won());
        }
        let table = self.table.to_win();
        let (model, strategy) = (table.model(), OptimalStrategy::new(&table));
        let mut tally = Tally::new(rules, card);
        let mut at_once = vec![0.0; card.open_count() + 1];
        let first = rules.category_count() - card.open_count();
        let mut add = |turn: TurnPlacements| {
            for written in turn.written.iter().flatten() {
                tally.add(turn.number, *written);
                let (category, points, _, chance) = *written;
                if rules.wins(category, points) {
                    at_once[turn.number - first + 1] += chance;
                }
            }
        };
        let (rows, games) = self.run.walk(card.open_count() as u64, |walker| {
            follow_games(model, &|| ChosenEnds::new(strategy.chooser()), card, walker, &mut add)
        })??;
        Ok(Finish::of_the_rest(tally.finish(model, &rows, &games).score, at_once))
    }
}

impl Finish {
    /// The end of games, given the chances of the final scores of those games only that are not won at once.
    pub fn of_the_rest(score: Distribution, at_once: Vec<f64>) -> Finish {
        let rest: f64 = score.iter().map(|(_, chance)| chance).sum();
        if rest > 0.0 { Finish { score: score.over(rest), at_once } } else { Finish { at_once, ..Finish::won() } }
    }
}
