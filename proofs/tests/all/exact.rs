//! Exact values, compared with games solved by hand, with the definition in rationals, and with the solver.

use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use yahtzee_proofs::{ExactSolver, Fraction};
use yahtzee_solver::solve::{MEMORY_LIMIT, RunError};
use yahtzee_solver::{Model, Points, RuleSet, Run, Scorecard, Solver, State, ValueTable};

use crate::certify::Naive;
use yahtzee_testing::rules_that_favour_zeros;

fn model(rules: &RuleSet) -> Model {
    Model::new(rules, MEMORY_LIMIT).unwrap()
}

fn hasbro() -> &'static ValueTable {
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| Solver::new(&RuleSet::builtin("hasbro").unwrap()).unwrap().solve().unwrap())
}

fn expected_score(toml: &str) -> Fraction {
    ExactSolver::new(&model(&RuleSet::parse(toml).unwrap())).value(&State::default()).unwrap().unwrap()
}

#[test]
fn games_by_hand() {
    let chance = "[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
    // Keep 4, 5 and 6: (4 + 5 + 6) / 6 + 3/6 * 7/2.
    assert_eq!(expected_score(&format!("name = 'a'\ndice = 1\nrolls = 2\n{chance}")).to_string(), "17/4");
    // Keep 5 and 6, else reroll as above: 11/6 + 4/6 * 17/4.
    assert_eq!(expected_score(&format!("name = 'a'\ndice = 1\nrolls = 3\n{chance}")).to_string(), "14/3");
    assert_eq!(expected_score(&format!("name = 'a'\ndice = 2\nrolls = 3\n{chance}")).to_string(), "28/3");
    // A pair: at once with 1/6; else with 1/6 again, whether one die is rerolled or both.
    let pair = "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 36";
    assert_eq!(expected_score(&format!("name = 'a'\ndice = 2\nrolls = 2\n{pair}")).to_string(), "11/1");
    let sixes = "[upper-bonus]\nat = 6\npoints = 1\n[[upper]]\nname = 'sixes'\nface = 6";
    // A six scores 6 and the bonus of 1, and leaves 7/2; anything else goes to chance and leaves 7/6, or scores nothing and leaves 7/2: 5, 4 and 3
    // go to chance, 2 and 1 do not. (21/2 + (5 + 4 + 3) + 3 * 7/6 + 2 * 7/2) / 6 = 33 / 6.
    assert_eq!(expected_score(&format!("name = 'a'\ndice = 1\nrolls = 1\n{sixes}\n{chance}")).to_string(), "11/2");
}

#[test]
fn decimals() {
    let value = expected_score("name = 'a'\ndice = 1\nrolls = 3\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'");
    assert_eq!((value.numerator(), value.denominator()), ("14".to_owned(), "3".to_owned()));
    assert_eq!(value.decimal(0), "5");
    assert_eq!(value.decimal(1), "4.7");
    assert_eq!(value.decimal(30), "4.666666666666666666666666666667");
    assert_eq!(value.to_f64(), 14.0 / 3.0);
    // Less than one point: a zero before the decimal point, and zeros after it.
    let rare = expected_score("name = 'a'\ndice = 5\nrolls = 1\n[[lower]]\nname = 'five'\ngroups = [5]\npoints = 1");
    assert_eq!(rare.to_string(), "1/1296");
    assert_eq!(rare.decimal(6), "0.000772");
    assert_eq!(rare.decimal(2), "0.00");
}

#[test]
fn a_game_in_play_counts_what_is_written() {
    let toml = "name = 'a'\ndice = 1\nrolls = 1\n[upper-bonus]\nat = 6\npoints = 1\n[[upper]]\nname = 'sixes'\nface = 6\n\
                [[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
    let rules = RuleSet::parse(toml).unwrap();
    let model = model(&rules);
    let final_score = |card: &str| {
        let card = Scorecard::parse(card, &rules).unwrap();
        ExactSolver::new(&model).expected_final(&card).unwrap().to_string()
    };
    // The bonus counts once.
    assert_eq!([final_score("sixes=6"), final_score("sixes=6 chance=2")], ["21/2", "9/1"]);
}

fn agrees_with_the_definition(toml: &str) {
    let rules = RuleSet::parse(toml).unwrap();
    let model = model(&rules);
    let (solver, naive) = (ExactSolver::new(&model), Naive::of(&rules));
    for open in 0..=rules.category_count() {
        for (state, value) in solver.layer(open).unwrap().unwrap() {
            let wanted = &naive.values[&state];
            assert_eq!(value.to_string(), format!("{}/{}", wanted.numer(), wanted.denom()), "{state:?}");
        }
    }
}

#[test]
fn two_dice_with_a_bonus_agree_with_the_definition() {
    agrees_with_the_definition(
        "name = 'two'\ndice = 2\nrolls = 3\n[upper-bonus]\nat = 14\npoints = 7\n[[upper]]\nname = 'sixes'\nface = 6\n[[upper]]\nname = 'fours'\n\
         face = 4\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[[lower]]\nname = 'straight'\nstraight = 2\npoints = 9",
    );
}

#[test]
fn three_dice_agree_with_the_definition() {
    agrees_with_the_definition(
        "name = 'three'\ndice = 3\nrolls = 2\n[upper-bonus]\nat = 10\npoints = 11\n[[upper]]\nname = 'fives'\nface = 5\n\
         [[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'",
    );
}

#[test]
fn further_pairs_agree_with_the_definition() {
    agrees_with_the_definition(
        "name = 'further'\ndice = 2\nrolls = 2\n[upper-bonus]\nat = 5\npoints = 11\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'fives'\n\
         face = 5\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 30\n[[lower]]\nname = 'straight'\nstraight = 2\npoints = 'all-dice'\njoker = 20\n\
         [further]\ncategory = 'pair'\n[further.after-points]\nplace = 'upper-then-lower'\njoker = 'upper-filled'\nbonus = 40\n\
         [further.after-zero]\nplace = 'upper-then-any'\njoker = 'always'",
    );
}

#[test]
fn late_layers_are_what_the_solver_has() {
    let table = hasbro();
    for open in 0..=3 {
        let mut states = 0;
        for (state, exact) in ExactSolver::new(table.model()).layer(open).unwrap().unwrap() {
            let found = table.value(&state).unwrap();
            assert!((found - exact.to_f64()).abs() < 1e-11, "{state:?}: {found}, not {}", exact.decimal(15));
            states += 1;
        }
        assert!(states > 0);
    }
}

#[test]
fn whole_games_are_what_the_solver_has() {
    let table = hasbro();
    let exact = ExactSolver::new(table.model()).value(&State::default()).unwrap().unwrap();
    assert!((table.expected_score() - exact.to_f64()).abs() < 1e-10);
    assert_eq!(exact.decimal(30), "254.587728734495891231825246064917");
}

#[test]
fn a_late_card_takes_its_own_successors_only() {
    let table = hasbro();
    let rules = table.rules();
    let card = Scorecard::parse("ones=3 twos=6 threes=9 fours=8 fives=15 sixes=18 y=50 ch=20 ls=40 fh=0", rules).unwrap();
    let rows = Mutex::new((0, 0));
    let count = |done: u64, all: u64| {
        let mut rows = rows.lock().unwrap();
        *rows = (rows.0.max(done), all);
        ControlFlow::Continue(())
    };
    let solver = ExactSolver::new(table.model()).with(Run::new().progress(&count));
    let value = solver.value(&card.state()).unwrap().unwrap();
    assert_eq!(*rows.lock().unwrap(), (14, 14));
    assert!((value.to_f64() - table.value(&card.state()).unwrap()).abs() < 1e-11);
    let unreachable = State { upper_total: Points::new(1), ..State::default() };
    assert_eq!(solver.value(&unreachable), Ok(None));
}

#[test]
fn numbers_that_are_too_long_and_too_much_memory_are_refused() {
    let lower: String = (0..30).map(|number| format!("[[lower]]\nname = 'chance-{number}'\nany = true\npoints = 'all-dice'\n")).collect();
    let toml = format!("name = 'long'\ndice = 6\nrolls = 5\norder = 'as-listed'\nsaved-throws = true\n{lower}");
    let model = model(&RuleSet::parse(&toml).unwrap());
    let too_large = |result: Result<(), RunError>| matches!(result, Err(RunError::TooLarge { .. }));
    assert!(too_large(ExactSolver::new(&model).value(&State::default()).map(|_| ())));
    assert!(too_large(ExactSolver::new(&model).layer(30).map(|_| ())));
    assert!(ExactSolver::new(&model).layer(1).is_ok());
    let tight = Run::new().memory(1);
    assert!(too_large(ExactSolver::new(&model).with(tight).layer(1).map(|_| ())));
}

/// Random rules in which a voluntary zero may gain.
#[test]
fn zeros_that_gain_are_counted() {
    let mut random = TestRunner::deterministic();
    for _ in 0..100 {
        let rules = RuleSet::parse(&rules_that_favour_zeros().new_tree(&mut random).unwrap().current()).unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let exact = ExactSolver::new(table.model()).value(&State::default()).unwrap().unwrap().to_f64();
        assert!((table.expected_score() - exact).abs() < 1e-9, "{exact} in\n{}", rules.toml());
    }
}
