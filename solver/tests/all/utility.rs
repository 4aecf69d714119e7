//! Functions of the final score against the definition: plain expectimax over states and scores.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::{rules, small_rules};
use proptest::prelude::*;
use yahtzee_solver::{Filled, MEMORY_LIMIT, Model, Points, Roll, RuleSet, State, Utility, UtilitySolver};

/// The expected utility by the definition. Upper totals are neither capped nor shared.
struct Twin<'a> {
    rules: &'a RuleSet,
    utility: &'a Utility,
    /// Every roll with its chance.
    rolls: Vec<(Roll, f64)>,
    values: HashMap<(State, i32), f64>,
}

impl<'a> Twin<'a> {
    fn new(rules: &'a RuleSet, utility: &'a Utility) -> Twin<'a> {
        Twin { rules, utility, rolls: after(rules, &[]), values: HashMap::new() }
    }

    fn value(&mut self, state: &State, score: i32) -> f64 {
        if let Some(value) = self.values.get(&(*state, score)) {
            return *value;
        }
        let value = if state.filled.count() == self.rules.category_count() {
            let bonus = self.rules.upper_bonus();
            let earned = if state.upper_total >= bonus.at { bonus.points } else { Points::ZERO };
            self.utility.of(score + earned.get() as i32)
        } else {
            let mut known = HashMap::new();
            let rolls = self.rolls.clone();
            rolls.iter().map(|(roll, chance)| chance * self.best(state, score, roll, self.rules.rolls() - 1, &mut known)).sum()
        };
        self.values.insert((*state, score), value);
        value
    }

    /// The best that can be done with a roll.
    fn best(&mut self, state: &State, score: i32, roll: &Roll, rerolls: u8, known: &mut HashMap<(Roll, u8), f64>) -> f64 {
        if let Some(value) = known.get(&(*roll, rerolls)) {
            return *value;
        }
        let rules = self.rules;
        let mut best = f64::MIN;
        for category in rules.categories() {
            for placement in [rules.place(state, roll, category), rules.place_zero(state, roll, category)].into_iter().flatten() {
                let earns = if rules.is_upper(category) { placement.points } else { Points::ZERO };
                let next = State { upper_total: state.upper_total + earns, ..placement.next };
                best = best.max(self.value(&next, score + (placement.points + placement.bonus).get() as i32));
            }
        }
        if rerolls > 0 {
            for hold in roll.holds() {
                let faces: Vec<u8> = hold.faces().map(|face| face.pips()).collect();
                let mean =
                    after(rules, &faces).iter().map(|(next, chance)| chance * self.best(state, score, next, rerolls - 1, known)).sum();
                best = best.max(mean);
            }
        }
        known.insert((*roll, rerolls), best);
        best
    }
}

/// The rolls after a hold, with their chances: every outcome of the other dice.
fn after(rules: &RuleSet, held: &[u8]) -> Vec<(Roll, f64)> {
    let free = rules.dice() - held.len();
    let outcomes = 6usize.pow(free as u32);
    let mut chances: HashMap<Roll, f64> = HashMap::new();
    for code in 0..outcomes {
        let thrown = (0..free).map(|die| (code / 6usize.pow(die as u32) % 6 + 1) as u8);
        let dice = yahtzee_solver::Dice::from_pips(held.iter().copied().chain(thrown)).unwrap();
        *chances.entry(rules.roll(dice).unwrap()).or_default() += 1.0 / outcomes as f64;
    }
    chances.into_iter().collect()
}

/// Compares the values of every state that can follow the empty card, at every score up to the most.
fn assert_values_by_definition(rules: &RuleSet, utility: &Utility, step: usize) {
    let model = Arc::new(Model::new(rules, MEMORY_LIMIT).unwrap());
    let mut twin = Twin::new(rules, utility);
    for (_, state) in model.space().states().filter(|(_, state)| state.filled.count() < rules.category_count()).step_by(step) {
        let values = UtilitySolver::new(&model, utility).threads(1).solve(&state, 0, 60).unwrap();
        for score in (0..=60).step_by(7) {
            let (found, wanted) = (values.value(score).unwrap(), twin.value(&state, score));
            let scale = utility.highest().abs().max(utility.lowest().abs()).max(1.0);
            assert!((found - wanted).abs() < 1e-12 * scale, "{state:?} at {score}: {found} for {wanted}, {utility:?} in\n{}", rules.toml());
        }
    }
}

/// A random non-decreasing step function.
fn utilities() -> impl proptest::strategy::Strategy<Value = Utility> {
    let target = (0..150).prop_map(Utility::target);
    let steps = prop::collection::vec((0..30i32, 0.0..3.0f64), 1..8).prop_map(|steps| {
        let (mut score, mut worth) = (0, -2.0);
        let steps: Vec<(i32, f64)> = steps
            .into_iter()
            .map(|(points, more)| {
                score += points + 1;
                worth += more;
                (score, worth)
            })
            .collect();
        Utility::new(&steps).unwrap()
    });
    prop_oneof![target, steps]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_utilities_of_small_rule_sets(toml in small_rules(), utility in utilities()) {
        let rules = RuleSet::parse(&toml).unwrap();
        prop_assume!(rules.category_count() <= 4 && rules.dice() <= 2 || rules.category_count() <= 2);
        assert_values_by_definition(&rules, &utility, 1);
    }
}

#[test]
fn utilities_of_a_toy_game() {
    let pair = rules("pair");
    for utility in [Utility::target(20), Utility::new(&[(0, 0.0), (10, 1.0), (11, 1.5), (30, 9.0)]).unwrap()] {
        assert_values_by_definition(&pair, &utility, 1);
    }
}

/// What the types allow is answered or is an error, whatever it is.
#[test]
fn extreme_scores_and_states_are_harmless() {
    let pair = rules("pair");
    let model = Arc::new(Model::new(&pair, MEMORY_LIMIT).unwrap());
    let empty = State::default();
    for (target, chance) in [(i32::MIN, 1.0), (i32::MAX, 0.0)] {
        let utility = Utility::target(target);
        let values = UtilitySolver::new(&model, &utility).solve(&empty, i32::MIN, i32::MAX).unwrap();
        assert_eq!((values.value(0), values.value(100_000_000), values.value(-100_000_000)), (Some(chance), Some(chance), Some(chance)));
        assert_eq!((values.value(i32::MIN), values.value(i32::MAX)), (None, None));
        let none = UtilitySolver::new(&model, &utility).solve(&empty, 5, 4).unwrap();
        assert_eq!(none.value(5), None);
        let full = State { filled: Filled::all(pair.category_count()), ..empty };
        let unknown = State { filled: Filled::all(30), ..empty };
        for state in [full, unknown] {
            assert!(UtilitySolver::new(&model, &utility).bytes_needed(&state, 0, 0).is_err());
            assert!(UtilitySolver::new(&model, &utility).solve(&state, 0, 0).is_err());
        }
    }
}
