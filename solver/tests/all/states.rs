//! The reachable states, their numbering, and the independence of values from threads and vector width.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::common::{builtin_table, cases, follows, listed, rerolls, small_builtin_names, small_rules, solve};
use proptest::prelude::*;
use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::rules::{Filled, Order};
use yahtzee_solver::solve::{MEMORY_LIMIT, SimdLevel};
use yahtzee_solver::space::{Outline, Row, StateIndex, StateSpace};
use yahtzee_solver::{Model, Points, RerollsLeft, Roll, RuleSet, Run, Scorecard, Solver, SolverInParts, State, ValueTable};

/// Every state found by a forward search: from the empty card, every roll in every placement, and every voluntary zero.
fn found_forward(rules: &RuleSet) -> HashSet<State> {
    let rolls: Vec<Roll> = rules.all_rolls().collect();
    let mut found = HashSet::from([State::default()]);
    let mut layer: HashSet<State> = found.clone();
    while !layer.is_empty() {
        // The placements of a roll and their points do not depend on the upper total: one look-up serves all totals.
        let mut totals_of: HashMap<State, Vec<Points>> = HashMap::new();
        for state in &layer {
            totals_of.entry(State { upper_total: Points::ZERO, ..*state }).or_default().push(state.upper_total);
        }
        let mut next = HashSet::new();
        for (state, totals) in totals_of {
            let throws = (0..=rerolls(rules, &state)).map(|rerolls_left| RerollsLeft::new(rerolls_left).unwrap());
            let written = throws.flat_map(|rerolls_left| {
                let all = rolls.iter().flat_map(move |roll| {
                    let zeros = rules.categories().filter_map(move |category| rules.place_zero(&state, roll, rerolls_left, category).ok());
                    rules.placements(&state, roll, rerolls_left).chain(zeros).collect::<Vec<_>>()
                });
                all.collect::<Vec<_>>()
            });
            let after: HashSet<(State, Points)> = written
                .map(|placement| {
                    let earns = if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
                    (State { upper_total: Points::ZERO, ..placement.next }, earns)
                })
                .collect();
            for (state, earns) in after {
                next.extend(totals.iter().map(|total| State { upper_total: (*total + earns).min(rules.upper_cap()), ..state }));
            }
        }
        found.extend(&next);
        layer = next;
    }
    found
}

/// The same game, where no roll is forced anywhere if all upper boxes come after that of the n of a kind: the states do not look at forced rolls. If every
/// roll is one, some points in an upper box may need another box filled before.
fn unforced(rules: &RuleSet) -> RuleSet {
    let forces = ["\"upper-then-any\"", "\"upper-then-lower\"", "\"lower\""];
    let any = |toml: String, place: &&str| toml.replace(&format!("place = {place}"), "place = \"any\"");
    let is_lower_first = [Order::LowerFirst, Order::Reversed].contains(&rules.order());
    if !is_lower_first {
        return rules.clone();
    }
    let toml = forces.iter().fold(rules.toml().to_owned(), any);
    let unforced = RuleSet::parse(&toml).unwrap();
    // Where only the places differ, it still matters what the box of the n of a kind holds.
    if unforced.flag_category() == rules.flag_category() {
        unforced
    } else {
        RuleSet::parse(&toml.replacen("\nbonus = ", "\nbonus = 1", 1)).unwrap()
    }
}

fn assert_states_are_those_found(rules: &RuleSet) -> usize {
    let space = StateSpace::new(rules);
    let mut found = found_forward(&listed(&unforced(rules)));
    found.retain(|state| state.filled.categories().all(|category| follows(rules, state.filled, category)));
    assert_eq!(space.len(), found.len());
    let mut states = HashSet::new();
    for (position, (index, state)) in space.states().enumerate() {
        assert_eq!(index, StateIndex(position as u32));
        assert!(space.is_reachable(&state) && found.contains(&state), "{state:?}");
        for category in rules.categories() {
            let may_be_filled = !state.filled.contains(category) && follows(rules, state.filled, category);
            assert_eq!(rules.is_open(state.filled, category), may_be_filled, "{state:?}");
        }
        states.insert(state);
    }
    assert_eq!(states.len(), space.len());
    space.len()
}

/// Without voluntary zeros, a category in which every roll scores never holds a 0.
#[test]
fn a_box_that_always_pays_never_holds_a_zero() {
    let toml = "name = 't'\ndice = 1\nvoluntary-zeros = false\n[[lower]]\nname = 'alike'\ngroups = [1]\npoints = 5\n[[lower]]\nname = 'chance'\n\
                any = true\npoints = 'all-dice'\n[further]\ncategory = 'alike'\n[further.after-points]\nplace = 'any'\njoker = 'never'\nbonus = 3\n";
    for (zeros, states) in [("false", 4), ("true", 6)] {
        assert_eq!(assert_states_are_those_found(&RuleSet::parse(&toml.replace("false", zeros)).unwrap()), states);
    }
}

fn assert_index_is_a_bijection(rules: &RuleSet, step: usize) {
    let space = StateSpace::new(rules);
    for (index, state) in space.states().step_by(step) {
        assert_eq!(space.index(&state), Some(index), "{state:?}");
        assert_eq!(space.state(index), Some(state));
    }
    assert_eq!(space.state(StateIndex(space.len() as u32)), None);
    assert_eq!(space.state(StateIndex(u32::MAX)), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn states_of_small_rule_sets(toml in small_rules()) {
        let rules = RuleSet::parse(&toml).unwrap();
        assert_states_are_those_found(&rules);
        assert_index_is_a_bijection(&rules, 1);
    }

    /// The states that follow a card have the same values as among all states, to the last bit.
    #[test]
    fn values_from_a_card_on(toml in small_rules(), mask in 0..32u32) {
        let rules = RuleSet::parse(&toml).unwrap();
        let whole = solve(&rules);
        // In order, the filled categories are the first ones. The section that begins may be the lower one.
        let filled = rules.categories().chain(rules.categories()).filter(|category| match rules.order() {
            Order::AsListed => category.index() < mask as usize % (rules.category_count() + 1),
            _ => mask >> category.index() & 1 == 1,
        });
        // A box is filled after those before it.
        let add = |base: Filled, category| if follows(&rules, base, category) { base.with(category) } else { base };
        let base = filled.fold(Filled::NONE, add);
        let part = Solver::of(Arc::new(Model::from(&rules, base, MEMORY_LIMIT).unwrap())).solve().unwrap();
        let wanted: Vec<(State, u64)> =
            whole.iter().filter(|(_, state, _)| state.filled.contains_all(base)).map(|(_, state, value)| (state, value.to_bits())).collect();
        let found: Vec<(State, u64)> = part.iter().map(|(_, state, value)| (state, value.to_bits())).collect();
        prop_assert_eq!(&found, &wanted, "{}", toml);
        prop_assert_eq!(part.space().len(), found.len());
        prop_assert!(part.space().states().all(|(index, state)| part.space().index(&state) == Some(index) && part.space().state(index) == Some(state)));
        for space in [whole.space(), part.space()] {
            // The rows, and the values of all their lanes with padding.
            let row = size_of::<Row>() + 2 * size_of::<u32>();
            let wanted = space.row_count() * row + space.width() * size_of::<f64>();
            prop_assert_eq!([Outline::from(&rules, space.base()).bytes_with_values(), space.bytes_with_values()], [wanted as u64; 2], "{}", toml);
        }
        let apart = Outline::apart(&rules, base);
        prop_assert_eq!(apart.bytes_with_values(), apart.lay_out().bytes_with_values(), "{}", toml);
        if base != Filled::NONE {
            prop_assert_eq!(part.value(&State::default()), None);
            prop_assert!(part.expected_score().is_nan());
            let least = |category| (rules.category(category).name.as_str(), rules.possible_points(category)[0].get().into());
            let card = Scorecard::from_entries(base.categories().map(|category| Ok(least(category))), &rules).unwrap();
            prop_assert!(TargetSolver::new(&part).most(&card).is_ok());
        }
    }

    #[test]
    fn the_same_bits_for_any_threads_and_simd_level(toml in small_rules()) {
        assert_same_bits(&RuleSet::parse(&toml).unwrap());
    }
}

#[test]
#[ignore = "deep"]
fn states_of_hasbro() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    assert_eq!(assert_states_are_those_found(&rules), 536_448);
    assert_index_is_a_bijection(&rules, 997);
}

#[test]
fn states_without_a_flag() {
    // 64 sets of upper categories with their totals, and 2^7 or 2^9 masks of the lower section.
    let [kniffel, yatzy, hasbro] = ["kniffel", "yatzy", "hasbro"].map(|name| StateSpace::new(&RuleSet::builtin(name).unwrap()).len());
    assert_eq!(hasbro, 536_448);
    assert_eq!(hasbro, kniffel + kniffel / 2);
    assert_eq!(yatzy, 4 * kniffel);
}

#[test]
fn what_is_no_state() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let space = StateSpace::new(&rules);
    let yahtzee = rules.category_named("yahtzee").unwrap();
    let ones = rules.category_named("ones").unwrap();
    let with = |filled, upper_total, flag| State { filled, upper_total: Points::new(upper_total), flag, throws: 0 };
    for (state, reachable) in [
        (with(Filled::NONE, 0, false), true),
        (with(Filled::NONE, 1, false), false),
        (with(Filled::NONE, 0, true), false),
        (with(Filled::NONE.with(yahtzee), 0, true), true),
        (with(Filled::NONE.with(ones), 5, false), true),
        (with(Filled::NONE.with(ones), 6, false), false),
        (with(Filled::all(13), 63, true), true),
        (with(Filled::all(13), 64, true), false),
        (with(Filled::all(14), 63, true), false),
        (with(Filled::all(13), u32::MAX, true), false),
        (with(Filled::all(13), 65_536, true), false),
    ] {
        assert_eq!(space.is_reachable(&state), reachable, "{state:?}");
        assert_eq!(space.index(&state).is_some(), reachable);
        assert_eq!(builtin_table("hasbro").value(&state).is_some(), reachable);
    }
}

/// A lane is a future: the possible sums of the open upper categories, and for each the step of the bonus that it reaches.
#[test]
fn as_many_lanes_as_futures() {
    for name in small_builtin_names() {
        let rules = RuleSet::builtin(name).unwrap();
        let space = StateSpace::new(&rules);
        let dice = rules.dice() as u32;
        let faces: Vec<u32> = rules.upper_faces().map(|face| face.pips().into()).collect();
        let mut futures: HashSet<(Filled, BTreeSet<(u32, usize)>)> = HashSet::new();
        // The lower section does not affect the totals. In a game from top to bottom, each of its rows is checked.
        let in_order = rules.order() == Order::AsListed;
        let lower_open = |state: &State| state.filled.mask() < 1 << faces.len();
        for (_, state) in space.states().filter(|(_, state)| in_order || lower_open(state)) {
            let open = rules.categories().take(faces.len()).filter(|&category| !state.filled.contains(category));
            let sums = open.fold(BTreeSet::from([0]), |sums, category| {
                let face = faces[category.index()];
                sums.iter().flat_map(|sum| (0..=dice).map(move |count| sum + count * face)).collect()
            });
            let steps = rules.upper_bonus().steps();
            let reached = |sum: u32| steps.iter().filter(|step| step.at <= state.upper_total.get() + sum).count();
            futures.insert((state.filled, sums.into_iter().map(|sum| (sum, reached(sum))).collect()));
        }
        let lower = if in_order { 1 } else { 1 << (rules.category_count() - faces.len()) };
        let rows = if rules.flag_category().is_some() { lower + lower / 2 } else { lower };
        assert_eq!(space.distinct(), futures.len() * rows, "{name}");
    }
}

/// The numbers of lanes in docs/performance.md, counted naively: over all sets of filled upper categories.
#[test]
fn lanes_of_the_performance_page() {
    let sums = |faces: &[u32]| {
        faces
            .iter()
            .fold(BTreeSet::from([0]), |sums, face| sums.iter().flat_map(|sum| (0..=5).map(move |count| sum + count * face)).collect())
    };
    let [mut pairs, mut futures, mut padded_futures, mut totals, mut padded_totals] = [0; 5];
    for mask in 0..64 {
        let (filled, open): (Vec<u32>, Vec<u32>) = (1..=6).partition(|face| mask >> (face - 1) & 1 == 1);
        let (reached, to_come): (BTreeSet<u32>, BTreeSet<u32>) = (sums(&filled).into_iter().map(|sum| sum.min(63)).collect(), sums(&open));
        let needed: HashSet<Option<u32>> = reached.iter().map(|total| to_come.iter().copied().find(|sum| total + sum >= 63)).collect();
        // A lane for each total from the lowest that can reach the bonus, and one for all lower totals.
        let lowest = 63u32.saturating_sub(*to_come.last().unwrap());
        let lanes_for_totals = (reached.last().unwrap() + 1).saturating_sub(lowest) as usize + usize::from(lowest > 0);
        pairs += reached.len();
        futures += needed.len();
        padded_futures += needed.len().next_multiple_of(8);
        totals += lanes_for_totals;
        padded_totals += lanes_for_totals.next_multiple_of(8);
    }
    let space = StateSpace::new(&RuleSet::builtin("hasbro").unwrap());
    let rows = space.len() / pairs;
    assert_eq!((space.len(), space.distinct()), (pairs * rows, futures * rows));
    let page = include_str!("../../../docs/performance.md");
    for (count, text) in [
        (pairs, "The 2,794 reachable pairs"),
        (futures, "have 1,640 lanes"),
        (padded_futures, "1,840 with padding"),
        (totals, "make 2,106 lanes"),
        (padded_totals, "2,352 padded"),
    ] {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(count.to_string(), digits, "{text}");
        assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "the page does not say: {text}");
    }
}

fn assert_same_bits(rules: &RuleSet) {
    let bytes = |threads, simd| Solver::new(rules).unwrap().with(Run::new().threads(threads)).simd(simd).solve().unwrap().to_bytes();
    let one = bytes(1, SimdLevel::Baseline);
    for (threads, simd) in
        [(1, SimdLevel::Avx2), (1, SimdLevel::Widest), (2, SimdLevel::Baseline), (2, SimdLevel::Widest), (3, SimdLevel::Avx2)]
    {
        assert!(one == bytes(threads, simd), "{threads} threads, {simd:?}, in\n{}", rules.toml());
    }
    assert!(one == solve(rules).to_bytes());
    for (workers, parts) in [(1, 1), (1, 3), (2, 2), (3, 7)] {
        assert!(one == solve_in_parts(rules, workers, parts, |_| ()).to_bytes(), "{workers} workers, {parts} parts, in\n{}", rules.toml());
    }
}

/// Solves by workers that share no memory; `watch` sees the parts of each layer.
fn solve_in_parts(rules: &RuleSet, workers: usize, parts: usize, mut watch: impl FnMut(&[Vec<f64>])) -> ValueTable {
    let mut crew: Vec<SolverInParts<'_>> = (0..workers).map(|_| Solver::new(rules).unwrap().in_parts(parts)).collect();
    while let Some(computed) = (0..parts).map(|part| crew[part % workers].compute(part).unwrap()).collect::<Option<Vec<_>>>() {
        watch(&computed);
        for (mine, worker) in crew.iter_mut().enumerate() {
            for (part, values) in computed.iter().enumerate().filter(|(part, _)| part % workers != mine) {
                worker.take(part, values);
            }
        }
    }
    // Every worker has all values in the end.
    let tables: Vec<ValueTable> = crew.into_iter().map(SolverInParts::table).collect();
    assert!(tables.iter().all(|table| table.values() == tables[0].values()));
    tables.into_iter().next().unwrap()
}

/// The parts of a layer have about as many values, so that no worker waits long for another.
#[test]
fn parts_of_a_layer_have_as_many_values() {
    let (mut all, mut longest) = (0, 0);
    solve_in_parts(&RuleSet::builtin("hasbro").unwrap(), 3, 3, |parts| {
        all += parts.iter().map(Vec::len).sum::<usize>();
        longest += parts.iter().map(Vec::len).max().unwrap();
    });
    assert!(longest * 3 * 100 < all * 102, "{longest} of {all} one after the other");
}

#[test]
fn the_same_bits_for_a_whole_game() {
    assert_same_bits(&RuleSet::builtin("hasbro").unwrap());
}

#[test]
fn progress_ends_at_the_number_of_rows() {
    let rules = RuleSet::builtin("kniffel").unwrap();
    let most = Mutex::new((0, 0));
    let progress = |done: u64, all: u64| {
        let mut most = most.lock().unwrap();
        *most = (most.0.max(done), all);
        ControlFlow::Continue(())
    };
    let table =
        Solver::of(Arc::new(Model::new(&rules, u64::MAX).unwrap())).with(Run::new().threads(2).progress(&progress)).solve().unwrap();
    let (done, all) = *most.lock().unwrap();
    // Every mask is a row. The row of the full card is known and not solved.
    assert_eq!((done, all), ((1 << 13) - 1, 1 << 13));
    assert!(table.expected_score() > 245.0);
}
