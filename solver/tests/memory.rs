//! The memory that is estimated, against what is taken. Alone in its program, because the allocator counts what all threads take.

use peak_alloc::PeakAlloc;
use yahtzee_solver::check::Verifier;
use yahtzee_solver::{Follower, RuleSet, Scorecard, Solver};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[test]
fn statistics_take_what_is_estimated() {
    let short = include_str!("../../docs/examples/short-maxi.toml");
    let rules = ["hasbro", "yatzy"].map(|name| RuleSet::builtin(name).unwrap());
    for rules in rules.into_iter().chain([RuleSet::parse(short).unwrap()]) {
        let table = Solver::new(&rules).unwrap().solve();
        let card = Scorecard::new(&rules);
        let estimated = Follower::statistics_bytes(table.model(), &card) as usize;
        let follower = Follower::new(&table);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let measured = follower.measured_statistics_bytes(&card).unwrap() as usize;
        let to_measure = MEMORY.peak_usage() - before;
        assert!(to_measure <= Follower::measuring_bytes(table.model(), &card) as usize, "{}: {to_measure} to measure", rules.name());
        MEMORY.reset_peak_usage();
        follower.statistics(&card).unwrap();
        let taken = MEMORY.peak_usage() - before;
        println!("{}: {} kB of {} kB, measured {} kB", rules.name(), taken / 1000, estimated / 1000, measured / 1000);
        assert!(taken <= estimated && estimated <= taken * 4, "{}: {taken} of {estimated}", rules.name());
        assert!(taken <= measured && measured <= taken * 3 / 2, "{}: {taken} of {measured}", rules.name());
        // States are verified a part at a time. All states of `hasbro` would take 8 MB, those of `maxi-yatzy` nearly a gigabyte.
        MEMORY.reset_peak_usage();
        assert_eq!(Verifier::new(&table).threads(1).sample(50, 1).wrong, 0);
        let taken = MEMORY.peak_usage() - before;
        assert!(taken < 4_000_000, "{}: {taken} to verify", rules.name());
    }
}
