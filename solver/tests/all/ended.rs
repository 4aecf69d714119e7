//! Stopping long work by its progress callback gives an error at any time, never a panic or a result.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::solve::{Stopped, UtilitySolver};
use yahtzee_solver::strategy::Uniform;
use yahtzee_solver::win::{Contestant, Duel, HeadToHead};
use yahtzee_solver::{
    Follower, LookaheadStrategy, Measurement, Model, Objective, ObjectiveSolver, Points, RuleSet, Run, Scorecard, Seed, Simulation, Solver,
    State, StrategyPlayer, Utility,
};

const RULES: &str = "
name = 'small'
dice = 3
rolls = 3
upper-bonus = { at = 12, points = 15 }
upper = [{ name = 'ones', face = 1 }, { name = 'fives', face = 5 }]
lower = [{ name = 'three', groups = [3], points = 25 }, { name = 'any', any = true, points = 'all-dice' }]
";

/// The most calls at which work is stopped, evenly spread over all calls.
const ENDED: usize = 12;

/// Does the work to its end, and then stops it at many calls of its progress callback, on one thread and on two.
fn ends_at_every_call<T, E: Debug + ToString>(work: impl Fn(Run<'_>) -> Result<T, E>) {
    let calls = AtomicUsize::new(0);
    let counting = |done: u64, all: u64| {
        assert!(done <= all, "{done} of {all}");
        calls.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    work(Run::new().threads(1).progress(&counting)).map(|_| ()).unwrap();
    let calls = calls.into_inner();
    assert!(calls > 0, "it reports no progress");
    for last in (0..calls).step_by(calls.div_ceil(ENDED)) {
        for threads in [1, 2] {
            let left = AtomicUsize::new(last);
            let end = |_, _| match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
                Ok(_) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let error = work(Run::new().threads(threads).progress(&end)).map(|_| "a result").unwrap_err();
            assert_eq!(error.to_string(), "ended before it was done", "at call {last} of {calls}");
        }
    }
}

#[test]
fn work_that_is_ended_is_an_error() {
    let rules = RuleSet::parse(RULES).unwrap();
    let model = Arc::new(Model::apart(&rules, 1 << 30).unwrap());
    let table = Solver::of(Arc::clone(&model)).solve().unwrap();
    let card = Scorecard::new(&rules);
    let (start, uniform) = (State::default(), Uniform::new(&rules));

    ends_at_every_call(|run| Solver::of(Arc::clone(&model)).with(run).solve());
    ends_at_every_call(|run| Solver::of(Arc::clone(&model)).with(run).solve_with_spread());
    ends_at_every_call(|run| {
        let mut solver = Solver::of(Arc::clone(&model)).with(run).in_parts(1);
        while solver.compute(0)?.is_some() {}
        Ok::<_, Stopped>(solver.table())
    });
    ends_at_every_call(|run| Follower::new(&table).with(run).spread_table());
    ends_at_every_call(|run| Follower::new(&table).with(run).statistics(&card));
    // With all distributions, and with a part of them.
    ends_at_every_call(|run| Follower::new(&table).with(run).final_scores(u64::MAX));
    ends_at_every_call(|run| Follower::new(&table).with(run).final_scores(Follower::final_scores_bytes(&model) + 2_000));
    let evaluator = Evaluator::with_model(&model, &uniform).unwrap();
    ends_at_every_call(|run| evaluator.another(&uniform).unwrap().with(run).values());
    ends_at_every_call(|run| evaluator.another(&uniform).unwrap().with(run).statistics(&card));
    ends_at_every_call(|run| evaluator.another(&uniform).unwrap().with(run).losses(&table, &card));

    ends_at_every_call(|run| Simulation::new(&table, 300, Seed::new(1)).with(run).run());
    let greedy = || Ok(StrategyPlayer::new(LookaheadStrategy::greedy(&model)));
    ends_at_every_call(|run| Measurement::new(&table, 100, Seed::new(1)).with(run).run(greedy));
    let players = [Contestant::Optimal, Contestant::Greedy];
    ends_at_every_call(|run| HeadToHead::new(&table, players, 20_000, Seed::new(1)).with(run).run());

    let target = Arc::new(Objective::Target(Points::new(40)));
    ends_at_every_call(|run| UtilitySolver::new(&model, &Utility::target(40)).with(run).work(&start, 0, 0).unwrap().solve());
    ends_at_every_call(|run| ObjectiveSolver::new(&table).with(run).solve(&target, &card));
    ends_at_every_call(|run| TargetSolver::new(&table).with(run).solve(&card));
    ends_at_every_call(|run| Duel::new(&model).with(run).work(&card, &card)?.solve_all());
    for shares in [false, true] {
        ends_at_every_call(|run| Duel::new(&model).shares(shares).with(run).work(&card, &card).unwrap().solve());
    }
}

#[test]
#[cfg(feature = "batches")]
fn batches_that_are_ended_are_an_error() {
    use yahtzee_solver::batch::{ActionNumbers, BatchAdvisor, Positions, States};
    let table = Solver::new(&RuleSet::parse(RULES).unwrap()).unwrap().solve().unwrap();
    let numbers = ActionNumbers::new(table.model());
    let count = 1_000;
    let states = States { filled: &vec![0; count], upper_total: &vec![0; count], flag: &vec![false; count], saved: None };
    let positions = Positions { states, dice: &[1, 2, 3].repeat(count), rerolls_left: &vec![2; count] };
    let advisor = BatchAdvisor::new(&table, &numbers);
    ends_at_every_call(|run| advisor.with(run).action_values(&positions, &mut vec![0.0; count * numbers.count()]));
}
