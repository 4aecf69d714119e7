//! The solver compared with the definition: plain expectimax over every outcome and every hold.

use crate::common::{
    Numbers, Twin, ask_everything, assert_values_by_definition, builtin_table, cases, only_open, rules_that_favour_zeros,
    small_builtin_names, small_rules, solve,
};
use proptest::prelude::*;
use yahtzee_solver::{RuleSet, State};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(160)))]

    #[test]
    fn random_small_rule_sets(toml in small_rules()) {
        let rules = RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{error} in\n{toml}"));
        assert_values_by_definition(&rules);
    }
}

proptest! {
    // Each case asks some hundred questions.
    #![proptest_config(ProptestConfig::with_cases(cases(40)))]

    #[test]
    fn everything_is_answered_by_random_rule_sets(toml in prop_oneof![small_rules(), rules_that_favour_zeros()], seed: u64) {
        ask_everything(&RuleSet::parse(&toml).unwrap(), &mut Numbers(seed));
    }
}

/// Some states of all kinds of each built-in rule set, with one or two open categories. The step has no common factor with a row's length.
#[test]
fn late_states_of_the_built_in_rule_sets() {
    for name in small_builtin_names() {
        let table = builtin_table(name);
        let rules = table.rules();
        let mut twin = Twin::new(rules);
        let open = |state: &State| rules.category_count() - state.filled.count();
        let late = table.iter().filter(|(_, state, _)| open(state) == 1).step_by(7);
        let earlier = table.iter().filter(|(_, state, _)| open(state) == 2).step_by(97);
        for (_, state, value) in late.chain(earlier) {
            let wanted = twin.value(&state);
            assert!((value - wanted).abs() < 1e-9, "{name}: {state:?}: {value} where the definition gives {wanted}");
        }
    }
}

/// Crag is small enough for every state.
#[test]
#[ignore = "deep"]
fn every_state_of_crag() {
    assert_values_by_definition(&RuleSet::builtin("crag").unwrap());
}

/// With the category of the n of a kind and two more open, the rules may force rolls into either section, and rolls may be jokers.
#[test]
fn late_states_in_which_much_is_forced() {
    for name in ["hasbro", "multi-round", "get-dicey", "bullseye", "verhoeff"] {
        let table = builtin_table(name);
        let rules = table.rules();
        let mut twin = Twin::new(rules);
        for open in [["fives", "sixes", "full-house"], ["ones", "large-straight", "yahtzee"], ["twos", "threes", "chance"]] {
            for flag in [false, true] {
                let state = only_open(rules, &open, 44, flag);
                if let Some(value) = table.value(&state) {
                    let wanted = twin.value(&state);
                    assert!((value - wanted).abs() < 1e-9, "{name}: {state:?}: {value} where the definition gives {wanted}");
                }
            }
        }
    }
}

fn check(toml: &str) {
    assert_values_by_definition(&RuleSet::parse(toml).unwrap_or_else(|error| panic!("{error} in\n{toml}")));
}

#[test]
fn a_face_in_the_lower_section() {
    check(
        "name = 't'\ndice = 3\n[upper-bonus]\nat = 8\npoints = 20\n[[upper]]\nname = 'fives'\nface = 5\n[[lower]]\nname = 'low-fives'\nface = 5\npoints = 'those-dice'\n[[lower]]\nname = 'six'\nface = 6\npoints = 11\n[[lower]]\nname = 'all'\nface = 2\npoints = 'all-dice'",
    );
}

#[test]
fn two_upper_faces() {
    check(
        "name = 't'\ndice = 4\n[upper-bonus]\nat = 9\npoints = 13\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'fours'\nface = 4\n[[lower]]\nname = 'alike'\ngroups = [3]\npoints = 20\n[further]\ncategory = 'alike'\n[further.after-points]\nplace = 'upper-then-lower'\njoker = 'always'\nbonus = 9\n",
    );
}

/// With six dice, the sixth die of a further five alike may differ, and counts in some categories.
#[test]
fn six_dice_and_five_alike() {
    check(
        "name = 't'\ndice = 6\nrolls = 2\n[upper-bonus]\nat = 34\npoints = 25\n[[upper]]\nname = 'fives'\nface = 5\n[[upper]]\nname = 'sixes'\nface = 6\n[[lower]]\nname = 'alike'\ngroups = [5]\npoints = 50\n[[lower]]\nname = 'villa'\ngroups = [3, 3]\npoints = 'those-dice'\njoker = 30\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[further]\ncategory = 'alike'\n[further.after-points]\nplace = 'upper-then-lower'\njoker = 'upper-filled'\nbonus = 100\nbonus-when = 'scoring'\n[further.after-zero]\nplace = 'upper-then-any'\njoker = 'always'\n",
    );
}

#[test]
fn one_die() {
    check(
        "name = 't'\ndice = 1\nrolls = 5\n[upper-bonus]\nat = 9\npoints = 7\n[[upper]]\nname = 'threes'\nface = 3\n[[upper]]\nname = 'sixes'\nface = 6\n[[lower]]\nname = 'alike'\ngroups = [1]\npoints = 'all-dice'\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\njoker = 8\n[further]\ncategory = 'alike'\n[further.after-points]\nplace = 'upper-then-lower'\njoker = 'upper-filled'\nbonus = 4\n",
    );
}

#[test]
fn only_upper_categories() {
    let upper: String = (1..=6).map(|face| format!("[[upper]]\nname = 'u{face}'\nface = {face}\n")).collect();
    check(&format!("name = 't'\ndice = 2\n[upper-bonus]\nat = 21\npoints = 50\n{upper}"));
    check(&format!("name = 't'\ndice = 2\nrolls = 2\n{upper}"));
}

#[test]
fn only_lower_categories() {
    check(
        "name = 't'\ndice = 4\n[[lower]]\nname = 'four'\ngroups = [4]\npoints = 30\n[[lower]]\nname = 'pairs'\ngroups = [2, 2]\nsame-face = true\npoints = 'those-dice'\njoker = 25\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 'those-dice'\n[[lower]]\nname = 'low'\nfaces = [1, 2]\npoints = 9\n[further]\ncategory = 'four'\n[further.after-points]\nplace = 'upper-then-any'\njoker = 'upper-filled'\nbonus = 40\n",
    );
}

#[test]
fn one_roll_and_five_rolls() {
    for rolls in [1, 5] {
        check(&format!(
            "name = 't'\ndice = 3\nrolls = {rolls}\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 25\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'"
        ));
    }
}

#[test]
fn groups_of_the_same_face() {
    for same_face in [false, true] {
        check(&format!(
            "name = 't'\ndice = 5\nrolls = 2\n[[lower]]\nname = 'house'\ngroups = [3, 2]\nsame-face = {same_face}\npoints = 'those-dice'\n[[lower]]\nname = 'pairs'\ngroups = [2, 2]\nsame-face = {same_face}\npoints = 'those-dice'"
        ));
    }
}

/// A bonus only after a 0: a state with the flag has a lower value than one without.
#[test]
fn a_zero_may_be_worth_more_than_points() {
    let rules = RuleSet::parse("name = 't'\ndice = 2\nrolls = 2\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 1\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[further]\ncategory = 'pair'\n[further.after-zero]\nplace = 'any'\njoker = 'always'\nbonus = 90\n").unwrap();
    assert_values_by_definition(&rules);
    let table = solve(&rules);
    let value = |flag| table.value(&only_open(&rules, &["chance"], 0, flag)).unwrap();
    assert!(value(false) > value(true) + 20.0);
}

/// Totals share a value if and only if the same points to come reach the threshold.
///
/// Two dice, fives and sixes, 40 points of bonus from 20. Once fives is filled with 0, 5 or 10, sixes can add 0, 6 or 12: no sum from 0 or 5 reaches
/// 20; from 10 only 12 does (22).
#[test]
fn totals_with_one_future_share_a_value() {
    let rules = RuleSet::parse("name = 't'\ndice = 2\n[upper-bonus]\nat = 20\npoints = 40\n[[upper]]\nname = 'fives'\nface = 5\n[[upper]]\nname = 'sixes'\nface = 6\n").unwrap();
    let table = solve(&rules);
    let mut twin = Twin::new(&rules);
    let [zero, five, ten] = [0, 5, 10].map(|total| only_open(&rules, &["sixes"], total, false));
    assert_eq!(twin.value(&zero), twin.value(&five));
    assert!(twin.value(&ten) > twin.value(&zero) + 5.0);
    assert_eq!(table.value(&zero), table.value(&five));
    assert!((table.value(&ten).unwrap() - twin.value(&ten)).abs() < 1e-12);
    // Sixes open: {0, 5}, {10}. Fives open, with 0, 6 or 12: 12 can reach it. Both open: one. Both filled: reached or not.
    assert_eq!(table.space().distinct(), 2 + 2 + 1 + 2);
}
