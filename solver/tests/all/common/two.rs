//! Two players who both play to win, by definition: plain expectimax over both cards, the difference of the scores, and the player to move.

use super::{RollsAndHolds, at_the_end, listed, placements, rerolls};
use std::collections::HashMap;

use yahtzee_solver::{Placement, RerollsLeft, Roll, RuleSet, State};

/// The naive counterpart of the library's `Duel`. Upper totals are neither capped nor shared, and every zero is tried.
pub(crate) struct TwinOfTwo<'a> {
    rules: RuleSet,
    throws: &'a RollsAndHolds,
    /// The worth of a tie for the first player, from -1 to 1.
    tie: f64,
    known: HashMap<(State, State, i32, bool), f64>,
}

impl<'a> TwinOfTwo<'a> {
    pub(crate) fn new(rules: &RuleSet, throws: &'a RollsAndHolds, tie: f64) -> TwinOfTwo<'a> {
        TwinOfTwo { rules: listed(rules), throws, tie, known: HashMap::new() }
    }

    /// The balance for the player to move: the chance to win less the other's chance. `ahead` is the lead of the player to move in points, without
    /// upper bonuses; `first` says whether the player to move is the first.
    pub(crate) fn balance(&mut self, mine: State, other: State, ahead: i32, first: bool) -> f64 {
        let full = |state: &State| state.filled.count() == self.rules.category_count();
        if full(&mine) && full(&other) {
            let bonus = |state: &State| at_the_end(&self.rules, state).get() as i32;
            return match ahead + bonus(&mine) - bonus(&other) {
                0 if first => self.tie,
                0 => -self.tie,
                ahead => f64::from(ahead.signum()),
            };
        }
        if let Some(balance) = self.known.get(&(mine, other, ahead, first)) {
            return *balance;
        }
        let throws = self.throws;
        let best = throws.best(rerolls(&self.rules, &mine), |roll, left| self.best_score(mine, other, ahead, first, roll, left));
        let balance = throws.mean_of_first(&best);
        self.known.insert((mine, other, ahead, first), balance);
        balance
    }

    fn best_score(&mut self, mine: State, other: State, ahead: i32, first: bool, roll: &Roll, rerolls_left: RerollsLeft) -> f64 {
        let rules = self.rules.clone();
        let worth = |placement: &Placement| {
            if wins_at_once(&rules, &mine, roll, rerolls_left, placement) {
                return 1.0;
            }
            let points = (placement.points + placement.bonus).get() as i32;
            -self.balance(other, placement.next, -(ahead + points), !first)
        };
        placements(&rules, &mine, roll, rerolls_left, true).iter().map(worth).fold(f64::MIN, f64::max)
    }
}

/// Whether writing a roll wins the game at once: it is served, it scores by its dice, and its box says so.
pub(crate) fn wins_at_once(rules: &RuleSet, state: &State, roll: &Roll, rerolls_left: RerollsLeft, placement: &Placement) -> bool {
    let rule = rules.category(placement.category);
    rule.served_wins && rules.nth_throw(state, rerolls_left) == 0 && rule.pattern.highest(roll).is_some() && placement.points > 0
}
