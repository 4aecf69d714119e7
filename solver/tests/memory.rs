//! The estimated memory compared with the memory taken. It is a separate binary, because the allocator counts what all threads take.

use std::sync::{Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::game::Rounds;
use yahtzee_solver::rules::Order;
use yahtzee_solver::solve::{RunError, Utility, UtilitySolver};
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Category, Follower, RuleSet, Run, Scorecard, Solver};
use yahtzee_testing::small_rules;

/// Runs one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[test]
fn statistics_take_what_is_estimated() {
    check_statistics([RuleSet::builtin("hasbro").unwrap()], &[50, 90, 110, 130]);
}

#[test]
#[ignore = "deep"]
fn statistics_of_large_games_take_what_is_estimated() {
    let short = RuleSet::parse(include_str!("../../docs/examples/short-maxi.toml")).unwrap();
    check_statistics([RuleSet::builtin("yatzy").unwrap(), short], &[10, 30, 50, 70, 90, 100, 110, 130, 200]);
}

/// Checks the estimate for the statistics of games, and limits of so many percent of what they take.
fn check_statistics(games: impl IntoIterator<Item = RuleSet>, limits: &[usize]) {
    let _alone = alone();
    for rules in games {
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let card = Scorecard::new(&rules);
        let estimated = Follower::statistics_bytes(table.model(), &card) as usize;
        let follower = Follower::new(&table);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        follower.statistics(&card).unwrap();
        let taken = MEMORY.peak_usage() - before;
        println!("{}: {} kB of {} kB", rules.name(), taken / 1000, estimated / 1000);
        assert!(taken <= estimated && estimated <= taken * 4, "{}: {taken} of {estimated}", rules.name());
        // A limit holds, whether the games are followed to the end or not.
        for &percent in limits {
            let limit = taken * percent / 100;
            MEMORY.reset_peak_usage();
            let result = follower.with(Run::new().memory(limit as u64)).statistics(&card);
            let peak = MEMORY.peak_usage() - before;
            println!("{percent}%: {} kB, {}", peak / 1000, result.is_ok());
            assert!(peak <= limit, "{}: {peak} of {limit}", rules.name());
            match result {
                Ok(_) => assert!(percent >= 100, "{percent}"),
                Err(error) => assert!(percent < 130 && matches!(error, RunError::TooLarge { .. }), "{percent}: {error}"),
            }
        }
    }
}

/// The fixed memory of the program and its threads beside the estimates: workspaces, plans, lists of rows.
const FIXED: usize = 1_500_000;

/// The wrong estimates.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    /// Checks that a task takes no more than its estimate; and if that is not only a bound, not much less either.
    fn check(&mut self, name: &str, is_bound: bool, estimated: u64, work: impl FnOnce()) {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        work();
        let (estimated, taken) = (estimated as usize, MEMORY.peak_usage() - before);
        if taken > estimated + FIXED || (!is_bound && estimated > taken * 5 / 4 + FIXED) {
            self.0.push(format!("{name}: {taken} bytes of {estimated}"));
        }
    }
}

/// A card with this many categories filled with the fewest points, from the last on.
fn card_with(rules: &RuleSet, filled: usize) -> Scorecard {
    let categories: Vec<Category> = rules.categories().collect();
    let filled = match rules.order() {
        Order::AsListed | Order::UpperFirst => &categories[..filled],
        Order::Any | Order::Reversed | Order::LowerFirst => &categories[categories.len() - filled..],
    };
    let entry = |category: &Category| format!("{}={} ", rules.category(*category).name, rules.possible_points(*category)[0]);
    Scorecard::parse(&filled.iter().map(entry).collect::<String>(), rules).unwrap()
}

/// Checks every estimate with these rules, from a card with this many filled categories on.
fn check_estimates(rules: &RuleSet, filled: usize, wrong: &mut Wrong) {
    let mut check = |what: &str, is_bound: bool, estimated: u64, work: &mut dyn FnMut()| {
        wrong.check(&format!("{what} of {}, {filled} filled", rules.name()), is_bound, estimated, work);
    };
    check("solving", false, StateSpace::bytes_needed(rules), &mut || {
        Solver::new(rules).unwrap().with(Run::new().threads(2)).solve().unwrap();
    });
    let table = Solver::new(rules).unwrap().solve().unwrap();
    let (model, card) = (table.model(), card_with(rules, filled));
    let follower = || Follower::new(&table).with(Run::new().threads(2));
    check("the spread", true, Follower::spread_bytes(model), &mut || {
        follower().spread_table().unwrap();
    });
    check("statistics", true, Follower::statistics_bytes(model, &card), &mut || assert!(follower().statistics(&card).is_ok()));
    for bytes in [0, 500_000, 20_000_000] {
        let bytes = Follower::final_scores_bytes(model).max(bytes);
        check("final scores", true, bytes, &mut || {
            follower().final_scores(bytes).unwrap();
        });
    }
    let utility = Utility::target(table.expected_score() as i32);
    let solver = || UtilitySolver::new(model, &utility).with(Run::new().threads(2));
    let (state, score) = (card.state(), 0);
    let prepared = UtilitySolver::bytes_to_prepare(model, &state).unwrap();
    let mut needed = 0;
    check("preparing", true, prepared, &mut || needed = solver().bytes_needed(&state, score, score).unwrap());
    // In games that save throws, the memory for preparing is only a bound.
    check("a target", rules.spare_throws().exist(), needed.max(prepared), &mut || {
        assert!(solver().work(&state, score, score).unwrap().solve().is_ok());
    });
    let rounds = Rounds::default();
    let targets = TargetSolver::bytes_needed(model, &card, &rounds);
    check("all targets", true, targets, &mut || assert!(TargetSolver::new(&table).with(Run::new().threads(2)).solve(&card).is_ok()));
}

/// A small game, one with a flag, one that saves throws, and one in a fixed order.
#[test]
fn built_in_rule_sets_take_what_is_estimated() {
    check_built_in(["crag", "hasbro", "generala", "forced-yatzy"]);
}

#[test]
#[ignore = "deep"]
fn all_built_in_rule_sets_take_what_is_estimated() {
    check_built_in(RuleSet::builtin_names());
}

fn check_built_in<'a>(names: impl IntoIterator<Item = &'a str>) {
    let _alone = alone();
    let mut wrong = Wrong::default();
    let builtin = names.into_iter().map(|name| RuleSet::builtin(name).unwrap());
    for rules in builtin.filter(|rules| StateSpace::bytes_needed(rules) < 20_000_000) {
        let open = if StateSpace::bytes_needed(&rules) < 2_000_000 { 6 } else { 5 };
        check_estimates(&rules, rules.category_count().saturating_sub(open), &mut wrong);
    }
    assert!(wrong.0.is_empty(), "{:#?}", wrong.0);
}

#[test]
fn random_rule_sets_take_what_is_estimated() {
    check_random(16);
}

#[test]
#[ignore = "deep"]
fn many_random_rule_sets_take_what_is_estimated() {
    check_random(100);
}

fn check_random(count: usize) {
    let _alone = alone();
    let mut wrong = Wrong::default();
    let mut runner = TestRunner::deterministic();
    for number in 0..count {
        let toml = small_rules().new_tree(&mut runner).unwrap().current();
        // More boxes, so that the estimates are not tiny.
        let more = |number| format!("[[lower]]\nname = \"more-{number}\"\nany = true\npoints = \"all-dice\"\n");
        let rules = RuleSet::parse(&(toml.clone() + &(0..number % 8).map(more).collect::<String>())).unwrap();
        let before = wrong.0.len();
        check_estimates(&rules, number % 3 * rules.category_count() / 4, &mut wrong);
        if wrong.0.len() > before {
            wrong.0.push(toml);
        }
    }
    assert!(wrong.0.is_empty(), "{:#?}", wrong.0);
}
