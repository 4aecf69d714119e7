//! Values solved for one turn answer for the next ones, from memory and from a file, with the same bits as if these were solved separately.

use std::sync::Arc;

use proptest::prelude::*;
use yahtzee_solver::solve::{MEMORY_LIMIT, UtilitySolver, UtilityValues};
use yahtzee_solver::{Follower, Model, RuleSet, Run, Scorecard, State, Statistics, TableError, Utility};

use crate::common::{builtin_table, rules, small_rules, solve};
use crate::utility::{falling_utilities, utilities};

/// Compares the covered turns with separate solutions. Returns the number of turns that follow the first one.
fn assert_same_as_alone(rules: &RuleSet, utility: &Utility, first: i32) -> usize {
    let model = Arc::new(Model::new(rules, MEMORY_LIMIT).unwrap());
    let solve = |state: &State, low, high| {
        UtilitySolver::new(&model, utility).with(Run::new().threads(1)).work(state, low, high).unwrap().solve().unwrap()
    };
    let mut covered = 0;
    // Solved for one score, and for a run of scores.
    for last in [first, first + 9] {
        let values = solve(&State::default(), first, last);
        let from_file = UtilityValues::from_bytes(&model, utility, &values.to_bytes()).unwrap();
        let open: Vec<State> =
            model.space().states().map(|(_, state)| state).filter(|state| state.filled.count() < rules.category_count()).collect();
        for state in open.iter().step_by(open.len() / 12 + 1).chain([&State::default()]) {
            for score in (first..first + 60).step_by(5) {
                if !values.covers(state, score) {
                    assert_eq!((values.turn_of(state, score), values.value_of(state, score)), (None, None));
                    continue;
                }
                covered += usize::from(*state != State::default());
                let alone = solve(state, score, score);
                for values in [&values, &from_file] {
                    assert!(values.answers(utility, state, (score, score)));
                    assert_eq!(values.turn_of(state, score), alone.turn(score), "{state:?} at {score}, {utility:?} in\n{}", rules.toml());
                    assert_eq!(values.value_of(state, score), alone.value(score), "{state:?} at {score}");
                }
            }
        }
    }
    covered
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn later_turns_of_random_rules(toml in small_rules(), utility in prop_oneof![utilities(), falling_utilities()], first in -20..20i32) {
        let rules = RuleSet::parse(&toml).unwrap();
        prop_assume!(rules.dice() <= 3);
        assert_same_as_alone(&rules, &utility, first);
    }
}

#[test]
fn later_turns_of_a_small_game() {
    assert!(assert_same_as_alone(&rules("pocket"), &Utility::target(40), 0) > 20);
}

/// Every other file is refused: of other rules, of another utility, or damaged anywhere.
#[test]
fn other_and_damaged_files_are_refused() {
    let [model, other] = ["pocket", "pair"].map(|name| Arc::new(Model::new(&rules(name), MEMORY_LIMIT).unwrap()));
    let utility = Utility::new(&[(10, 0.25), (30, 1.5)]).unwrap();
    let values = UtilitySolver::new(&model, &utility).work(&State::default(), 0, 0).unwrap().solve().unwrap();
    let bytes = values.to_bytes();
    let read = |bytes: &[u8]| UtilityValues::from_bytes(&model, &utility, bytes);
    assert_eq!(read(&bytes).unwrap().turn(0), values.turn(0));
    assert!(matches!(UtilityValues::from_bytes(&other, &utility, &bytes), Err(TableError::OtherRules { .. })));
    assert!(matches!(UtilityValues::from_bytes(&model, &Utility::target(30), &bytes), Err(TableError::Content(_))));
    for byte in (0..bytes.len()).step_by(bytes.len() / 300) {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 4;
        assert!(read(&damaged).is_err() && read(&bytes[..byte]).is_err(), "byte {byte}");
    }
    // The names tell the possible content of a file.
    let name = UtilityValues::file_name(model.rules(), &utility, &State::default(), (0, 0));
    let rest = name.strip_prefix(&UtilityValues::file_prefix(model.rules(), &utility)).unwrap();
    let later = model.space().states().map(|(_, state)| state).find(|state| state.filled.count() == 2).unwrap();
    assert_eq!(UtilityValues::turns_before(rest, &State::default(), (0, 0)), Some(0));
    assert_eq!(UtilityValues::turns_before(rest, &State::default(), (1, 1)), None);
    assert_eq!(UtilityValues::turns_before(rest, &later, (7, 7)), Some(2));
    assert_eq!(UtilityValues::turns_before(rest, &later, (-1, -1)), None);
}

#[test]
fn statistics_in_files() {
    let table = builtin_table("hasbro");
    let text = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40";
    // The other card has the same state and score.
    let [card, other] =
        [text, "1s=3 2s=6 3s=9 4s=12 5s=15 3k=0 4k=25 fh=25 ss=30 ls=40"].map(|text| Scorecard::parse(text, table.rules()).unwrap());
    let statistics = Follower::new(table).statistics(&card).unwrap();
    let bytes = statistics.to_bytes(table.model(), &card);
    assert_eq!(Statistics::from_bytes(table.model(), &card, &bytes).unwrap(), statistics);
    assert!(matches!(Statistics::from_bytes(table.model(), &other, &bytes), Err(TableError::Content(_))));
    assert_ne!(Statistics::file_name(&card), Statistics::file_name(&other));
    let pocket = solve(&rules("pocket"));
    assert!(matches!(Statistics::from_bytes(pocket.model(), &card, &bytes), Err(TableError::OtherRules { .. })));
    for byte in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 64;
        assert!(Statistics::from_bytes(table.model(), &card, &damaged).is_err(), "byte {byte}");
    }
}
