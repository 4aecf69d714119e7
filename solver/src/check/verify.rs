//! Verification of a value table without the solver.
//!
//! It computes the value of a state again from the states that may follow, by definition: with an explicit probability for each outcome of each hold,
//! and with [`RuleSet::choices`] for each roll. It uses no lattice, no plan and no lanes. If every state of a table agrees with the states that
//! follow it, the whole table is right, from the full cards back to the empty one.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_pcg::Pcg64Mcg;

use super::certify::CertifiedBounds;
use crate::dice::{Dice, Lattice, RerollsLeft, Roll};
use crate::rules::{BonusStep, Points, RuleSet, SpareThrows, State};
use crate::solve::{Run, Stopped, ValueTable};
use crate::space::StateIndex;

/// A state's value in a table, and its value by definition, given the values of the states that may follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derived {
    /// The index of the state.
    pub index: StateIndex,
    /// The state.
    pub state: State,
    /// Its value in the table.
    pub value: f64,
    /// Its value by definition; infinite if the table lacks a state that may follow.
    pub derived: f64,
}

impl Derived {
    /// The difference of the two values, in points.
    pub fn residual(&self) -> f64 {
        (self.value - self.derived).abs()
    }

    /// Whether they differ by more than rounding explains: by more than 1e-9 of a point, or 1e-12 of the value if that is larger.
    pub fn is_wrong(&self) -> bool {
        self.residual() > 1e-9 * (self.value / 1000.0).max(1.0)
    }
}

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    /// The number of states checked.
    pub checked: usize,
    /// The number of wrong states.
    pub wrong: usize,
    /// The state with the largest residual; of several, the first in index order. `None` if no state was checked.
    pub worst: Option<Derived>,
}

/// Verifies a table by computing the values of its states again.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// use yahtzee_solver::check::Verifier;
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let verification = Verifier::new(&table).sample(100, 1)?;
/// assert_eq!((verification.checked, verification.wrong), (100, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Verifier<'a> {
    pub(super) table: &'a ValueTable,
    run: Run<'a>,
}

impl<'a> Verifier<'a> {
    /// A verifier of this table.
    pub fn new(table: &'a ValueTable) -> Verifier<'a> {
        Verifier { table, run: Run::new() }
    }

    /// The memory that a verifier of a game needs beside the table, in bytes: the outcomes of every hold, and the holds of every roll.
    pub fn bytes_needed(rules: &RuleSet) -> u64 {
        let each = (size_of::<(usize, f64)>() + size_of::<usize>()) as u64;
        each * Lattice::pairs(rules.game_dice()) + 400 * Lattice::nodes(rules.game_dice())
    }

    /// Sets threads and progress. Each state is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Verifier<'a> {
        Verifier { run, ..self }
    }

    /// Checks every reachable state.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn all(&self) -> Result<Verification, Stopped> {
        self.check(self.table.space().states(), self.table.space().len())
    }

    /// Checks this many different states, or all if there are fewer: the empty card and random ones. The same seed gives the same states.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn sample(&self, states: usize, seed: u64) -> Result<Verification, Stopped> {
        let sampled = self.sampled(states, seed);
        self.check(sampled.iter().copied(), sampled.len())
    }

    /// Checks that the value of every reachable state is within its bounds in a certificate of the same rules. What is derived is the value itself, or
    /// the bound that it exceeds.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn within(&self, bounds: &CertifiedBounds) -> Result<Verification, Stopped> {
        let within = |state: &State| {
            let value = self.table.value(state).expect("a reachable state");
            bounds.of(state).map_or(f64::INFINITY, |[low, high]| value.clamp(low, high))
        };
        self.check_by(self.table.space().states(), self.table.space().len(), within)
    }

    /// The states of a sample, in index order.
    pub(super) fn sampled(&self, states: usize, seed: u64) -> Vec<(StateIndex, State)> {
        let space = self.table.space();
        let Some(others) = states.min(space.len()).checked_sub(1) else { return Vec::new() };
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        // The empty card is the first state; all games start there.
        let mut chosen: Vec<usize> = sample(&mut random, space.len() - 1, others).into_iter().map(|other| other + 1).chain([0]).collect();
        chosen.sort_unstable();
        // States are listed in this order, so one walk finds them quickly.
        let (mut states, mut next) = (space.states(), 0);
        let sampled = chosen.into_iter().filter_map(|at| {
            let skipped = at - next;
            next = at + 1;
            states.nth(skipped)
        });
        sampled.collect()
    }

    fn check(&self, states: impl Iterator<Item = (StateIndex, State)>, count: usize) -> Result<Verification, Stopped> {
        let definition = Definition::new(self.table.rules());
        self.check_by(states, count, |state| definition.value(state, self.table))
    }

    /// Compares the values of these states with values derived in this way.
    fn check_by(
        &self,
        states: impl Iterator<Item = (StateIndex, State)>,
        count: usize,
        derive: impl Fn(&State) -> f64 + Sync,
    ) -> Result<Verification, Stopped> {
        let mut verification = Verification::default();
        self.derive(states, count, derive, |index, state, derived| {
            let value = self.table.value(&state).expect("a reachable state");
            verification.add(Derived { index, state, value, derived });
        })?;
        Ok(verification)
    }

    /// Computes something for each of these states, and takes the results in order. Only a few states are in memory at a time, because a large game
    /// has more states than values.
    pub(super) fn derive<T: Copy + Default + Send>(
        &self,
        mut states: impl Iterator<Item = (StateIndex, State)>,
        count: usize,
        derive: impl Fn(&State) -> T + Sync,
        mut take: impl FnMut(StateIndex, State, T),
    ) -> Result<(), Stopped> {
        let mut derived = vec![T::default(); count.min(STATES_AT_A_TIME)];
        let mut done = 0;
        loop {
            let part: Vec<(StateIndex, State)> = states.by_ref().take(STATES_AT_A_TIME).collect();
            if part.is_empty() {
                return Ok(());
            }
            let derived = &mut derived[..part.len()];
            self.run.walk_from(done as u64, count as u64, |walker| {
                walker.layer(STATES_A_TASK, &part, &mut *derived, &|states, derived: &mut [T]| {
                    for ((_, state), derived) in states.iter().zip(derived) {
                        *derived = derive(state);
                    }
                    walker.advance(states.len() as u64);
                });
            })?;
            done += part.len();
            part.iter().zip(derived).for_each(|(&(index, state), derived)| take(index, state, *derived));
        }
    }
}

impl Verification {
    /// Adds the value derived for a state.
    pub(super) fn add(&mut self, derived: Derived) {
        self.checked += 1;
        self.wrong += usize::from(derived.is_wrong());
        if self.worst.is_none_or(|worst| derived.residual() > worst.residual()) {
            self.worst = Some(derived);
        }
    }
}

/// The number of states between two calls of the progress.
const STATES_A_TASK: usize = 256;
/// The number of states that are in memory at a time.
const STATES_AT_A_TIME: usize = 1 << 16;

/// A turn by the definition in the rules.
pub(super) struct Definition<'a> {
    pub(super) rules: &'a RuleSet,
    /// Every roll.
    pub(super) rolls: Vec<Roll>,
    /// For each hold, the rolls that may follow it with their probabilities. The hold of no dice comes first.
    pub(super) outcomes: Vec<Vec<(usize, f64)>>,
    /// The number of dice of each hold.
    pub(super) sizes: Vec<usize>,
    /// For each roll the holds in it.
    pub(super) holds: Vec<Vec<usize>>,
}

impl Definition<'_> {
    pub(super) fn new(rules: &RuleSet) -> Definition<'_> {
        let (dice, die) = (rules.game_dice(), rules.die());
        let holds: Vec<Dice> = (0..dice.count()).flat_map(|size| dice.all(size)).collect();
        let after = |hold: &Dice| -> Vec<(Roll, f64)> {
            let all = dice.outcomes_after(hold) as f64;
            let outcome = |rest: Dice| (rules.roll(hold.and(&rest)).expect("dice of the game"), die.outcomes(&rest) as f64 / all);
            dice.all_after(hold).into_iter().map(outcome).collect()
        };
        let mut position: HashMap<Roll, usize> = HashMap::new();
        let mut rolls = Vec::new();
        let mut place = |(roll, probability)| {
            let next = rolls.len();
            let place = *position.entry(roll).or_insert(next);
            if place == next {
                rolls.push(roll);
            }
            (place, probability)
        };
        let outcomes = holds.iter().map(|hold| {
            let mut placed: Vec<(usize, f64)> = after(hold).into_iter().map(&mut place).collect();
            // It has the memory of the rolls, which take five times as much.
            placed.shrink_to_fit();
            placed
        });
        let outcomes = outcomes.collect();
        let index: HashMap<Dice, usize> = holds.iter().enumerate().map(|(index, hold)| (*hold, index)).collect();
        let holds_in = |roll: &Roll| {
            let mut holds_in: Vec<usize> = roll.holds().iter().map(|hold| index[&**hold]).collect();
            holds_in.sort_unstable();
            holds_in
        };
        let sizes = holds.iter().map(Dice::len).collect();
        Definition { rules, outcomes, sizes, holds: rolls.iter().map(holds_in).collect(), rolls }
    }

    /// The value of a state, given the values of the states that follow.
    fn value(&self, state: &State, table: &ValueTable) -> f64 {
        if state.filled.count() == self.rules.category_count() {
            let reached = |step: &&BonusStep| state.upper_total >= step.at;
            let bonus = self.rules.upper_bonus().steps().iter().rfind(reached).map_or(Points::ZERO, |step| step.points);
            let left = match self.rules.spare_throws() {
                SpareThrows::Stock(stock) => stock - state.throws,
                _ => state.throws,
            };
            return f64::from(bonus) + f64::from(self.rules.saved_throw_points()) * f64::from(left);
        }
        let best_placement = |roll: &Roll, rerolls_left| {
            let placements = self.rules.choices(state, roll, rerolls_left);
            let after = placements.map(|placement| {
                let later = table.value(&placement.next).unwrap_or(f64::INFINITY);
                f64::from(placement.points + placement.bonus) + later
            });
            most(after)
        };
        // Without a reroll, no hold is worth anything.
        let mut of_rolls = vec![f64::NEG_INFINITY; self.rolls.len()];
        for rerolls_left in self.throws(state) {
            let of_holds: Vec<f64> = self.outcomes.iter().map(|outcomes| mean(outcomes, &of_rolls)).collect();
            let now = self.rolls.iter().map(|roll| best_placement(roll, rerolls_left));
            of_rolls = now.zip(&self.holds).map(|(now, holds)| most(holds.iter().map(|&hold| of_holds[hold])).max(now)).collect();
        }
        mean(&self.outcomes[0], &of_rolls)
    }

    /// The throws of a turn that begins in a state, the last one first, as the rerolls left after each.
    pub(super) fn throws(&self, state: &State) -> impl Iterator<Item = RerollsLeft> {
        let first = self.rules.rerolls_with(state.throws).get();
        (0..=first).map(|rerolls_left| RerollsLeft::new(rerolls_left).expect("rerolls of this game"))
    }
}

pub(super) fn mean(outcomes: &[(usize, f64)], of_rolls: &[f64]) -> f64 {
    outcomes.iter().map(|&(roll, probability)| probability * of_rolls[roll]).sum()
}

pub(super) fn most(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::solve::Solver;
    use crate::space::StateSpace;

    const GAME: &str = "name = 'small'\ndice = 3\nrolls = 2\n[upper-bonus]\nat = 8\npoints = 11\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\n\
                        name = 'fives'\nface = 5\n[[lower]]\nname = 'three'\ngroups = [3]\npoints = 30\n[[lower]]\nname = 'chance'\nany = true\n\
                        points = 'all-dice'\n[further]\ncategory = 'three'\n[further.after-points]\nplace = 'any'\njoker = 'never'\nbonus = 40";

    fn table() -> ValueTable {
        Solver::new(&RuleSet::parse(GAME).unwrap()).unwrap().solve().unwrap()
    }

    #[test]
    fn a_right_table_is_right() {
        let table = table();
        let all = Verifier::new(&table).all().unwrap();
        assert_eq!((all.checked, all.wrong), (table.space().len(), 0));
        assert!(all.worst.unwrap().residual() < 1e-12);
    }

    #[test]
    fn one_nudged_value_is_found() {
        let table = table();
        for (index, state) in table.space().states() {
            let mut values = table.values().to_vec();
            values[table.space().position(&state)] += 1e-6;
            let nudged = ValueTable::from_values(Arc::clone(table.model()), values);
            let found = Verifier::new(&nudged).all().unwrap();
            assert!(found.wrong >= 1);
            let worst = found.worst.unwrap();
            assert!((worst.residual() - 1e-6).abs() < 1e-12);
            // States with the same future share a value, and the verification names the first of them. So an earlier state may lead to the changed
            // value too.
            let shares = |other: &State| table.space().position(other) == table.space().position(&state);
            assert!(worst.index <= index && (shares(&worst.state) || worst.state.filled.count() < state.filled.count()), "{worst:?}");
        }
    }

    #[test]
    fn a_state_that_the_table_lacks_is_wrong() {
        let table = table();
        // Upper totals above 8 are states of their own here.
        let other = RuleSet::parse(&GAME.replace("at = 8", "at = 13")).unwrap();
        let state = State::default();
        let derived = Definition::new(&other).value(&state, &table);
        let lacking = Derived { index: StateIndex(0), state, value: table.expected_score(), derived };
        assert!(derived.is_infinite() && lacking.is_wrong());
    }

    #[test]
    fn samples_are_of_different_states() {
        let table = table();
        let states = table.space().len();
        let verifier = Verifier::new(&table);
        assert_eq!(verifier.sample(states, 7), verifier.all());
        assert_eq!(verifier.sample(states + 10, 7).unwrap().checked, states);
        assert_eq!(verifier.sample(3, 7), verifier.sample(3, 7));
        assert_eq!(verifier.sample(0, 7).unwrap().worst, None);
        assert_eq!(verifier.sample(1, 7).unwrap().worst.unwrap().index, StateIndex(0), "the empty card is in every sample");
        assert!(
            (0..20).any(|seed| verifier.sampled(states / 2, seed).last().unwrap().0.0 == states as u32 - 1),
            "so may be the last state"
        );
    }

    #[test]
    fn a_sample_of_every_rule_set_is_right() {
        check_samples(6_000_000);
    }

    #[test]
    #[ignore = "deep"]
    fn a_sample_of_every_rule_set_is_right_in_more_games() {
        check_samples(100_000_000);
    }

    fn check_samples(most_bytes: u64) {
        let rules = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap());
        for rules in rules.filter(|rules| StateSpace::bytes_needed(rules) < most_bytes) {
            let table = Solver::new(&rules).unwrap().solve().unwrap();
            let found = Verifier::new(&table).sample(60, 11).unwrap();
            assert_eq!(found.wrong, 0, "{}: {:?}", rules.name(), found.worst);
        }
    }
}
