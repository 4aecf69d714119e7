//! Voluntary zeros: where one gains, everything that chooses an action allows it.

use std::sync::OnceLock;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use yahtzee_solver::{RuleSet, ValueTable};

use crate::common::{Twin, rules_that_favour_zeros, solve};

/// The same 500 random rule sets each time, in which zeros are favoured, with their tables.
fn tables() -> &'static [ValueTable] {
    static TABLES: OnceLock<Vec<ValueTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut random = TestRunner::deterministic();
        let mut rules = || RuleSet::parse(&rules_that_favour_zeros().new_tree(&mut random).unwrap().current()).unwrap();
        (0..500).map(|_| solve(&rules())).collect()
    })
}

#[test]
fn every_state_has_the_value_that_the_definition_gives() {
    let (mut gains, mut wrong) = (0, Vec::new());
    for table in tables() {
        let rules = table.rules();
        let (mut twin, mut without) = (Twin::new(rules), Twin::without_zeros(rules));
        let states: Vec<_> = table.iter().map(|(_, state, value)| (state, value, twin.value(&state))).collect();
        gains += usize::from(states.iter().any(|(state, _, wanted)| without.value(state) < wanted - 1e-9));
        let first = states.iter().find(|(_, value, wanted)| (value - wanted).abs() >= 1e-9);
        wrong.extend(first.map(|(state, value, wanted)| format!("{state:?}: {value} for {wanted} in\n{}", rules.toml())));
    }
    println!("{gains} of the rule sets have a state in which a zero gains; {} have a wrong value", wrong.len());
    assert!(gains > 100, "only {gains} of the rule sets favour zeros");
    assert!(wrong.is_empty(), "{} of 500, such as {}", wrong.len(), wrong[0]);
}
