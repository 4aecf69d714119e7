//! The estimated memory compared with the memory taken. It is a separate binary, because the allocator counts what all threads take.

use peak_alloc::PeakAlloc;
use yahtzee_proofs::{Certifier, ExactSolver, Verifier};
use yahtzee_solver::{RuleSet, Run, Solver, State};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The fixed memory of the program and its threads beside the estimates: workspaces, plans, lists of rows.
const FIXED: usize = 1_500_000;

/// Checks that work takes no more than its estimate.
fn check(what: &str, estimated: u64, work: impl FnOnce()) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    work();
    let taken = MEMORY.peak_usage() - before;
    println!("{what}: {taken} of {estimated}");
    assert!(taken <= estimated as usize + FIXED, "{what}: {taken} of {estimated}");
}

#[test]
fn proofs_take_what_is_estimated() {
    // A small game, and one with many rolls.
    let many = "name = 'many'\ndice = 5\nsides = 15\n[[upper]]\nface = 1\nname = 'ones'\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n";
    for rules in [RuleSet::builtin("crag").unwrap(), RuleSet::parse(many).unwrap()] {
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let (model, run) = (table.model(), Run::new().threads(2));
        let exact = ExactSolver::new(model).with(run);
        check("an exact value", exact.bytes_needed(rules.category_count()), || assert!(exact.value(&State::default()).is_ok()));
        // States are verified a part at a time.
        check("verifying", Verifier::bytes_needed(&rules), || {
            assert_eq!(Verifier::new(&table).unwrap().with(run).sample(50, 1).unwrap().wrong, 0);
        });
        let needed = Certifier::new(&table).unwrap().with(run).bytes_needed();
        check("a proof", needed + Verifier::bytes_needed(&rules), || {
            assert_eq!(Certifier::new(&table).unwrap().with(run).certify().unwrap().others, 0);
        });
    }
}
