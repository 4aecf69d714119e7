//! Verification of a value table without the solver.
//!
//! It computes the value of a state again from the states that may follow, by the rules in plain form: with an explicit weight for each outcome of each
//! hold, and every placement, as the proofs do. It uses no lattice, no plan and no lanes. If every state of a table agrees with the states that follow it,
//! the whole table is right, from the full cards back to the empty one.

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_pcg::Pcg64Mcg;
use yahtzee_solver::dice::Nodes;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::space::StateIndex;
use yahtzee_solver::{RuleSet, Run, State, ValueTable};

use crate::certify::{CertifyError, plain_game};
use crate::file::{CertifiedBounds, points};
use crate::game::{PlainGame, PlainState};
use crate::turn::{Later, LayerTurns, UNIT};

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
/// use yahtzee_proofs::Verifier;
/// use yahtzee_solver::{RuleSet, Solver};
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let verification = Verifier::new(&table)?.sample(100, 1)?;
/// assert_eq!((verification.checked, verification.wrong), (100, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Verifier<'a> {
    table: &'a ValueTable,
    game: PlainGame,
    later: Later<'static>,
    run: Run<'a>,
}

impl<'a> Verifier<'a> {
    /// A verifier of this table.
    ///
    /// # Errors
    ///
    /// [`CertifyError`] if the rules have no plain form, or pay too many points.
    pub fn new(table: &'a ValueTable) -> Result<Verifier<'a>, CertifyError> {
        Ok(Verifier { table, game: plain_game(table.rules())?, later: Later::default(), run: Run::new() })
    }

    /// The memory that a verifier of a game needs beside the table, in bytes: the outcomes of every hold, the holds of every roll, and the ways to write it.
    pub fn bytes_needed(rules: &RuleSet) -> u64 {
        // An outcome with its weight, and a hold, in a list that grows.
        let each = (size_of::<(u32, u64)>() + 2 * size_of::<u32>()) as u64;
        let a_node = 500 + 100 * rules.category_count() as u64;
        each * Nodes::pairs(rules.game_dice()) + a_node * Nodes::count(rules.game_dice())
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
        self.check(self.table.space().states(), self.table.space().len(), || self.by_the_rules())
    }

    /// Checks this many different states, or all if there are fewer: the empty card and random ones. The same seed gives the same states.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn sample(&self, states: usize, seed: u64) -> Result<Verification, Stopped> {
        let sampled = self.sampled(states, seed);
        self.check(sampled.iter().copied(), sampled.len(), || self.by_the_rules())
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
        self.check(self.table.space().states(), self.table.space().len(), || within)
    }

    /// Derives the value of a state from the values of the states that may follow, to 2^-42 of a point.
    fn by_the_rules(&self) -> impl FnMut(&State) -> f64 {
        let Verifier { table, game, later, .. } = self;
        let mut turn = LayerTurns::new(game, later, 1, 0);
        let low = |next: &PlainState| {
            let value = table.value(&game.states.of_program(next)).unwrap_or(f64::INFINITY);
            (value * (1u64 << UNIT) as f64).round().min((1u64 << 63) as f64) as u64
        };
        move |state| match game.states.plain(state) {
            Some(full) if state.filled.count() == game.rules.categories.len() => game.rules.bonus(full.total).into(),
            Some(state) => turn.bound(&state, low).map_or(f64::INFINITY, points),
            None => f64::INFINITY,
        }
    }

    /// The states of a sample, in index order.
    fn sampled(&self, states: usize, seed: u64) -> Vec<(StateIndex, State)> {
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

    /// Compares the values of these states with derived ones. `begin` begins a task, and returns what derives a value. Only a few states are in memory at a
    /// time, because a large game has more states than values.
    fn check<D: FnMut(&State) -> f64>(
        &self,
        mut states: impl Iterator<Item = (StateIndex, State)>,
        count: usize,
        begin: impl Fn() -> D + Sync,
    ) -> Result<Verification, Stopped> {
        let mut verification = Verification::default();
        let mut derived = vec![0.0; count.min(STATES_AT_A_TIME)];
        loop {
            let part: Vec<(StateIndex, State)> = states.by_ref().take(STATES_AT_A_TIME).collect();
            if part.is_empty() {
                return Ok(verification);
            }
            let derived = &mut derived[..part.len()];
            self.run.walk_from(verification.checked as u64, count as u64, |walker| {
                walker.layer(STATES_A_TASK, &part, &mut *derived, &|states, derived: &mut [f64]| {
                    let mut derive = begin();
                    states.iter().zip(derived).for_each(|((_, state), derived)| *derived = derive(state));
                    walker.advance(states.len() as u64);
                });
            })?;
            for (&(index, state), &mut derived) in part.iter().zip(derived) {
                let value = self.table.value(&state).expect("a reachable state");
                verification.add(Derived { index, state, value, derived });
            }
        }
    }
}

impl Verification {
    /// Adds the value derived for a state.
    fn add(&mut self, derived: Derived) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yahtzee_solver::Solver;
    use yahtzee_solver::space::StateSpace;

    use super::*;
    use crate::plain::PlainRules;

    const GAME: &str = "name = 'small'\ndice = 3\nrolls = 2\n[upper-bonus]\nat = 8\npoints = 11\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\n\
                        name = 'fives'\nface = 5\n[[lower]]\nname = 'three'\ngroups = [3]\npoints = 30\n[[lower]]\nname = 'chance'\nany = true\n\
                        points = 'all-dice'\n[further]\ncategory = 'three'\n[further.after-points]\nplace = 'any'\njoker = 'never'\nbonus = 40";

    fn table() -> ValueTable {
        Solver::new(&RuleSet::parse(GAME).unwrap()).unwrap().solve().unwrap()
    }

    #[test]
    fn a_right_table_is_right() {
        let table = table();
        let all = Verifier::new(&table).unwrap().all().unwrap();
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
            let found = Verifier::new(&nudged).unwrap().all().unwrap();
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
    fn samples_are_of_different_states() {
        let table = table();
        let states = table.space().len();
        let verifier = Verifier::new(&table).unwrap();
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
        for rules in rules.filter(|rules| StateSpace::bytes_needed(rules) < most_bytes && PlainRules::new(rules).is_ok()) {
            let table = Solver::new(&rules).unwrap().solve().unwrap();
            let found = Verifier::new(&table).unwrap().sample(60, 11).unwrap();
            assert_eq!(found.wrong, 0, "{}: {:?}", rules.name(), found.worst);
        }
    }
}
