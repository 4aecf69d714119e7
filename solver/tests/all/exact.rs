//! Exact values, compared with games solved by hand, with the definition in rationals, and with the solver.
use crate::common::{at_the_end, dice_of, outcomes, rerolls};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

use num_bigint::BigUint;
use num_rational::Ratio;
use yahtzee_solver::evaluate::{ExactSolver, Fraction};
use yahtzee_solver::solve::{MEMORY_LIMIT, RunError};
use yahtzee_solver::{Model, Placement, Points, RerollsLeft, Rounds, RuleSet, Run, Scorecard, Solver, State, ValueTable};

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
    let toml = "name = 'a'\ndice = 1\nrolls = 1\nmax-rounds = 3\n[upper-bonus]\nat = 6\npoints = 1\n[[upper]]\nname = 'sixes'\nface = 6\n\
                [[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
    let rules = RuleSet::parse(toml).unwrap();
    let model = model(&rules);
    let final_score = |card: &str, rounds: Rounds| {
        let card = Scorecard::parse(card, &rules).unwrap();
        ExactSolver::new(&model).expected_final(&card, &rounds).unwrap().to_string()
    };
    // The bonus counts once. A new round is worth 11/2, as above.
    assert_eq!(final_score("sixes=6", Rounds::default()), "21/2");
    assert_eq!(final_score("sixes=6 chance=2", Rounds::default()), "9/1");
    assert_eq!(final_score("chance=5", Rounds::new(&rules, 3, 2, vec![Points::new(9)]).unwrap()), "62/3");
}

type Rational = Ratio<BigUint>;

/// The definition, written naively: dice lie in a row, a hold is a set of places, and it tries every outcome of the other dice.
struct Naive<'a> {
    rules: &'a RuleSet,
    states: HashMap<State, Rational>,
}

impl Naive<'_> {
    fn value(&mut self, state: State) -> Rational {
        if let Some(value) = self.states.get(&state) {
            return value.clone();
        }
        let value = if state.filled.count() == self.rules.category_count() {
            number(at_the_end(self.rules, &state).get())
        } else {
            let outcomes = outcomes(self.rules, &[]);
            let mut values: HashMap<Vec<u8>, Rational> = HashMap::new();
            for rerolls in 0..=rerolls(self.rules, &state) {
                let best = outcomes.iter().map(|dice| {
                    let scored = self.best_placement(state, dice, RerollsLeft::new(rerolls).unwrap());
                    let held = (rerolls > 0).then(|| best_hold(dice, &outcomes, &values));
                    (dice.clone(), held.map_or(scored.clone(), |held| held.max(scored)))
                });
                values = best.collect();
            }
            mean(outcomes.into_iter().map(|dice| values[&dice].clone()))
        };
        self.states.insert(state, value.clone());
        value
    }

    fn best_placement(&mut self, state: State, dice: &[u8], rerolls_left: RerollsLeft) -> Rational {
        let roll = self.rules.roll(dice_of(dice)).unwrap();
        let zeros = self.rules.categories().filter_map(|category| self.rules.place_zero(&state, &roll, rerolls_left, category).ok());
        let placements: Vec<_> = self.rules.placements(&state, &roll, rerolls_left).chain(zeros).collect();
        let after = |placement: &Placement| number((placement.points + placement.bonus).get()) + self.value(placement.next);
        placements.iter().map(after).max().unwrap()
    }
}

fn best_hold(dice: &[u8], outcomes: &[Vec<u8>], values: &HashMap<Vec<u8>, Rational>) -> Rational {
    let after = |kept: u32| {
        let is_kept = |place: usize| kept >> place & 1 == 1;
        mean(outcomes.iter().cloned().map(|mut outcome| {
            (0..dice.len()).filter(|&place| is_kept(place)).for_each(|place| outcome[place] = dice[place]);
            values[&outcome].clone()
        }))
    };
    // Keeping all dice is not a hold.
    (0..(1 << dice.len()) - 1).map(after).max().unwrap()
}

fn number(points: u32) -> Rational {
    Rational::from_integer(points.into())
}

fn mean(values: impl ExactSizeIterator<Item = Rational>) -> Rational {
    let count = values.len() as u32;
    values.sum::<Rational>() / number(count)
}

fn agrees_with_the_definition(toml: &str) {
    let rules = RuleSet::parse(toml).unwrap();
    let model = model(&rules);
    let solver = ExactSolver::new(&model);
    let mut naive = Naive { rules: &rules, states: HashMap::new() };
    assert_eq!(solver.value(&State::default()).unwrap().unwrap().to_string(), full(&naive.value(State::default())));
    for open in 0..=rules.category_count() {
        for (state, value) in solver.layer(open).unwrap().unwrap() {
            assert_eq!(value.to_string(), full(&naive.value(state)), "{state:?}");
        }
    }
}

fn full(value: &Rational) -> String {
    format!("{}/{}", value.numer(), value.denom())
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
