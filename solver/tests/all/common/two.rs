//! Two players who both play to win, by definition: plain expectimax over both cards, the difference of the scores, and the player to move.

use super::{at_the_end, listed, numbers_of, outcomes, rerolls, roll_after};
use std::collections::HashMap;

use yahtzee_solver::{Dice, Placement, Points, RerollsLeft, Roll, RuleSet, State};

/// Every roll and hold of a game, with the rolls that follow a hold.
pub(crate) struct Throws {
    pub(crate) rolls: Vec<Roll>,
    /// The chance of each roll of all dice.
    pub(crate) first: Vec<f64>,
    /// For each roll its holds, and for each hold the chances of the rolls that follow.
    pub(crate) holds: Vec<Vec<usize>>,
    after: Vec<Vec<(usize, f64)>>,
}

impl Throws {
    pub(crate) fn new(rules: &RuleSet) -> Throws {
        let rolls = rules.all_rolls().collect::<Vec<_>>();
        let index: HashMap<Roll, usize> = rolls.iter().copied().zip(0..).collect();
        let after_hold = |kept: &Dice| {
            let thrown = outcomes(rules, &numbers_of(kept));
            let share = 1.0 / thrown.len() as f64;
            let mut chances: HashMap<usize, f64> = HashMap::new();
            for thrown in thrown {
                *chances.entry(index[&roll_after(rules, kept, &thrown)]).or_default() += share;
            }
            let mut chances: Vec<(usize, f64)> = chances.into_iter().collect();
            chances.sort_by_key(|(roll, _)| *roll);
            chances
        };
        let mut first = vec![0.0; rolls.len()];
        after_hold(&Dice::NONE).into_iter().for_each(|(roll, chance)| first[roll] = chance);
        let (mut known, mut after) = (HashMap::new(), Vec::new());
        let mut hold_index = |kept: Dice| {
            *known.entry(kept).or_insert_with(|| {
                after.push(after_hold(&kept));
                after.len() - 1
            })
        };
        let holds = rolls.iter().map(|roll| roll.holds().into_iter().map(|hold| hold_index(*hold)).collect()).collect();
        Throws { rolls, first, holds, after }
    }

    /// The mean after a hold, given the value of each roll.
    pub(crate) fn mean(&self, hold: usize, values: &[f64]) -> f64 {
        self.after[hold].iter().map(|(roll, chance)| chance * values[*roll]).sum()
    }
}

/// The naive counterpart of the library's `Duel`. Upper totals are neither capped nor shared, and every zero is tried.
pub(crate) struct TwinOfTwo<'a> {
    rules: RuleSet,
    throws: &'a Throws,
    /// The worth of a tie for the first player, from -1 to 1.
    tie: f64,
    known: HashMap<(State, State, i32, bool), f64>,
}

impl<'a> TwinOfTwo<'a> {
    pub(crate) fn new(rules: &RuleSet, throws: &'a Throws, tie: f64) -> TwinOfTwo<'a> {
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
        let rerolls = rerolls(&self.rules, &mine);
        let mut best: Vec<f64> = Vec::new();
        for rerolls_left in 0..=rerolls {
            let rerolls_left = RerollsLeft::new(rerolls_left).unwrap();
            let scored: Vec<f64> = throws.rolls.iter().map(|roll| self.best_score(mine, other, ahead, first, roll, rerolls_left)).collect();
            best = if best.is_empty() {
                scored
            } else {
                let of_roll = |roll: usize| throws.holds[roll].iter().map(|&hold| throws.mean(hold, &best)).fold(scored[roll], f64::max);
                (0..throws.rolls.len()).map(of_roll).collect()
            };
        }
        let balance = best.iter().zip(&throws.first).map(|(value, chance)| value * chance).sum();
        self.known.insert((mine, other, ahead, first), balance);
        balance
    }

    fn best_score(&mut self, mine: State, other: State, ahead: i32, first: bool, roll: &Roll, rerolls_left: RerollsLeft) -> f64 {
        let rules = self.rules.clone();
        let zeros = rules.categories().filter_map(|category| rules.place_zero(&mine, roll, rerolls_left, category).ok());
        let placements: Vec<_> = rules.placements(&mine, roll, rerolls_left).chain(zeros).collect();
        let worth = |placement: &Placement| {
            if wins_at_once(&rules, &mine, roll, rerolls_left, placement) {
                return 1.0;
            }
            let points = (placement.points + placement.bonus).get() as i32;
            let earns = if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
            let next = State { upper_total: mine.upper_total + earns, ..placement.next };
            -self.balance(other, next, -(ahead + points), !first)
        };
        placements.iter().map(worth).fold(f64::MIN, f64::max)
    }
}

/// Whether writing a roll wins the game at once: it is served, it scores by its dice, and its box says so.
pub(crate) fn wins_at_once(rules: &RuleSet, state: &State, roll: &Roll, rerolls_left: RerollsLeft, placement: &Placement) -> bool {
    let rule = rules.category(placement.category);
    rule.served_wins && rules.is_first_throw(state, rerolls_left) && rule.pattern.highest(roll).is_some() && placement.points > 0
}
