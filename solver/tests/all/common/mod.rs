//! Plain expectimax by definition, to compare the solver with.

mod asked;
mod listed;
mod two;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock};

pub(crate) use asked::ask_everything;
pub(crate) use listed::{follows, listed};
pub(crate) use two::{Throws, TwinOfTwo, wins_at_once};
use yahtzee_solver::dice::Face;
use yahtzee_solver::rules::{BonusStep, Filled};
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Dice, Model, Points, RerollsLeft, Roll, RuleSet, Solver, State, ValueTable};
pub(crate) use yahtzee_testing::{Numbers, rules_at_the_limits, rules_of_patterns, rules_that_favour_zeros, small_rules};

/// The table of a built-in rule set, solved once for all tests of the binary.
pub(crate) fn builtin_table(name: &str) -> &'static ValueTable {
    static TABLES: OnceLock<Mutex<HashMap<String, &'static ValueTable>>> = OnceLock::new();
    let mut tables = TABLES.get_or_init(Mutex::default).lock().unwrap();
    tables.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::new(solve(&RuleSet::builtin(name).unwrap()))))
}

/// The number of random cases of a test: $PROPTEST_CASES, or else `otherwise`.
pub(crate) fn cases(otherwise: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(otherwise)
}

/// The built-in rule sets that are solved quickly. The others have a separate test, which runs on request.
pub(crate) fn small_builtin_names() -> impl Iterator<Item = &'static str> {
    RuleSet::builtin_names().filter(|name| StateSpace::bytes_needed(&RuleSet::builtin(name).unwrap()) < 100_000_000)
}

/// A rule set by name: built in, or from the documents or the tests.
pub(crate) fn rules(name: &str) -> RuleSet {
    let builtin = all_rules().iter().find(|rules| rules.name() == name);
    builtin.expect("a known rule set").clone()
}

/// The built-in rule sets, and the ones in the documents and the tests.
pub(crate) fn all_rules() -> &'static [RuleSet] {
    static RULES: OnceLock<Vec<RuleSet>> = OnceLock::new();
    RULES.get_or_init(read_all_rules)
}

fn read_all_rules() -> Vec<RuleSet> {
    let builtin = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap());
    let folders = [concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples"), concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let own = files.map(|file| RuleSet::parse(&std::fs::read_to_string(file.unwrap().path()).unwrap()).unwrap());
    builtin.chain(own).collect()
}

/// The text of the rules as TOML. It is asked for every outcome, so each thread parses it once.
fn written(rules: &RuleSet) -> Rc<toml::Table> {
    thread_local!(static LAST: RefCell<(String, Rc<toml::Table>)> = RefCell::default());
    LAST.with_borrow_mut(|(text, table)| {
        if text != rules.toml() {
            (*text, *table) = (rules.toml().to_owned(), Rc::new(rules.toml().parse().unwrap()));
        }
        Rc::clone(table)
    })
}

/// The extra throws that a card begins with, read from the text of the rules.
fn stock(rules: &RuleSet) -> u8 {
    let toml = written(rules);
    toml.get("extra-throws").map_or(0, |extra| extra.as_integer().unwrap() as u8)
}

/// The throws that a state has beyond those of a turn: those saved, or those of the stock that are not used.
fn spare_throws(rules: &RuleSet, state: &State) -> u8 {
    if stock(rules) > 0 { stock(rules) - state.throws } else { state.throws }
}

/// The rerolls after the first roll of the turn of a state.
pub(crate) fn rerolls(rules: &RuleSet, state: &State) -> u8 {
    rules.rolls() - 1 + spare_throws(rules, state)
}

/// The throws of the state after a turn: of a stock those used before, and those of this turn beyond its own.
pub(crate) fn throws_after(rules: &RuleSet, state: &State, rerolls_left: u8) -> u8 {
    let toml = written(rules);
    let rerolled = rerolls(rules, state) - rerolls_left;
    match stock(rules) {
        0 if toml.get("saved-throws").is_some_and(|saves| saves.as_bool().unwrap()) => rerolls_left,
        0 => 0,
        _ => state.throws + rerolled.saturating_sub(rules.rolls() - 1),
    }
}

/// What a full card earns: the last step of the upper bonus that it reaches, and the points of each spare throw.
pub(crate) fn at_the_end(rules: &RuleSet, full: &State) -> Points {
    let reached = |earned, step: &BonusStep| if full.upper_total >= step.at { step.points } else { earned };
    let bonus = rules.upper_bonus().steps().iter().fold(Points::ZERO, reached);
    (0..spare_throws(rules, full)).fold(bonus, |earned, _| earned + rules.saved_throw_points())
}

pub(crate) fn solve(rules: &RuleSet) -> ValueTable {
    // The largest game with a reference figure takes 5 GB; its test runs on request only.
    Solver::of(Arc::new(Model::new(rules, 8_000_000_000).unwrap())).solve().unwrap()
}

/// The state of a card on which only these categories are open.
pub(crate) fn only_open(rules: &RuleSet, open: &[&str], upper_total: u32, flag: bool) -> State {
    let open: Vec<_> = open.iter().map(|name| rules.category_named(name).unwrap()).collect();
    let filled = rules.categories().filter(|category| !open.contains(category));
    State { filled: filled.fold(Filled::NONE, Filled::with), upper_total: Points::new(upper_total), flag, throws: 0 }
}

/// The face on each side of a die, read from the text of the rules.
pub(crate) fn sides(rules: &RuleSet) -> Vec<u8> {
    match written(rules).get("sides") {
        None => (1..=6).collect(),
        Some(toml::Value::Integer(sides)) => (1..=*sides as u8).collect(),
        Some(sides) => sides.as_array().unwrap().iter().map(|face| face.as_integer().unwrap() as u8).collect(),
    }
}

/// The faces of some dice, in ascending order.
pub(crate) fn numbers_of(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}

/// The dice with these faces.
pub(crate) fn dice_of(numbers: &[u8]) -> Dice {
    Dice::of(numbers.iter().map(|number| Face::new(*number).unwrap()))
}

/// Every outcome of throwing the dice that are not kept, one by one: each as likely as the others. The dice are the [numbers](numbers_of).
pub(crate) fn outcomes(rules: &RuleSet, kept: &[u8]) -> Vec<Vec<u8>> {
    let (dice, sides) = (written(rules).get("dice").map_or(5, |dice| dice.as_integer().unwrap() as usize), sides(rules));
    (kept.len()..dice).fold(vec![Vec::new()], |thrown, _| {
        thrown.iter().flat_map(|dice: &Vec<u8>| sides.iter().map(|side| [&dice[..], &[*side]].concat())).collect()
    })
}

/// The roll on the table when dice with these [numbers](numbers_of) fall beside those that were kept.
pub(crate) fn roll_after(rules: &RuleSet, kept: &Dice, thrown: &[u8]) -> Roll {
    rules.roll(dice_of(&[&numbers_of(kept)[..], thrown].concat())).unwrap()
}

/// Every selection of some of these dice, and not all, once for each multiset.
fn selections(dice: &[u8]) -> BTreeSet<Vec<u8>> {
    (0..(1 << dice.len()) - 1)
        .map(|mask: usize| (0..dice.len()).filter(|die| mask >> die & 1 == 1).map(|die| dice[die]).collect())
        .collect()
}

/// What may be thrown in a turn, and kept of it, by definition: dice one by one, in ascending order of their [numbers](numbers_of).
struct Thrown {
    /// Each multiset of all dice.
    rolls: Vec<Roll>,
    /// For each roll, the places of the holds in it.
    holds_in: Vec<Vec<usize>>,
    /// For each hold, the roll of each outcome of its free dice. The hold of no dice comes first.
    after: Vec<Vec<usize>>,
}

impl Thrown {
    fn new(rules: &RuleSet) -> Thrown {
        let rolls: Vec<Roll> = rules.all_rolls().collect();
        let roll_of: HashMap<Vec<u8>, usize> = rolls.iter().map(|roll| numbers_of(roll)).zip(0..).collect();
        let holds: BTreeSet<Vec<u8>> = rolls.iter().flat_map(|roll| selections(&numbers_of(roll))).collect();
        let hold_of: HashMap<&Vec<u8>, usize> = holds.iter().zip(0..).collect();
        let holds_in = rolls.iter().map(|roll| selections(&numbers_of(roll)).iter().map(|kept| hold_of[kept]).collect()).collect();
        let after = |kept: &Vec<u8>| {
            let roll = |outcome: Vec<u8>| {
                let mut dice = [&kept[..], &outcome].concat();
                dice.sort_unstable();
                roll_of[&dice]
            };
            outcomes(rules, kept).into_iter().map(roll).collect()
        };
        let after = holds.iter().map(after).collect();
        Thrown { rolls, holds_in, after }
    }
}

/// Plain expectimax: the value of a state by definition, from [`RuleSet::place`] and [`RuleSet::place_zero`] alone. The value of a hold is the mean
/// over each outcome of the rerolled dice, 6^k of k six-sided ones. The value of a roll is the best of its holds, its placements, and a zero in every category
/// where it is allowed. Upper totals are neither capped nor shared.
///
/// Boxes that are filled alike are separate categories here, which may be filled in any order.
pub(crate) struct Twin {
    rules: RuleSet,
    zeros: bool,
    thrown: Rc<Thrown>,
    values: HashMap<State, f64>,
}

impl Twin {
    pub(crate) fn new(rules: &RuleSet) -> Twin {
        Twin::of(rules, true)
    }

    /// A player who never writes a zero if the roll scores.
    pub(crate) fn without_zeros(rules: &RuleSet) -> Twin {
        Twin::of(rules, false)
    }

    fn of(rules: &RuleSet, zeros: bool) -> Twin {
        Twin { rules: listed(rules), zeros, thrown: Rc::new(Thrown::new(rules)), values: HashMap::new() }
    }

    /// The expected points still to come, the upper bonus included.
    pub(crate) fn value(&mut self, state: &State) -> f64 {
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let value =
            if state.filled.count() == self.rules.category_count() { at_the_end(&self.rules, state).into() } else { self.turn(state) };
        self.values.insert(*state, value);
        value
    }

    fn turn(&mut self, state: &State) -> f64 {
        let thrown = Rc::clone(&self.thrown);
        let first = rerolls(&self.rules, state);
        let mut values: Vec<f64> = Vec::new();
        let mut scores = self.scores(state, RerollsLeft::NONE);
        for rerolls_left in 0..=first {
            let throws = |rerolls_left| throws_after(&self.rules, state, rerolls_left);
            if rerolls_left > 0 && (throws(rerolls_left) != throws(rerolls_left - 1) || self.rules.pays_by_throw()) {
                scores = self.scores(state, RerollsLeft::new(rerolls_left).unwrap());
            }
            let means: Vec<f64> =
                if rerolls_left > 0 { thrown.after.iter().map(|after| mean(after, &values)).collect() } else { Vec::new() };
            let best = |(holds, score): (&Vec<usize>, &f64)| {
                let held = holds.iter().filter_map(|&hold| means.get(hold));
                held.copied().fold(*score, f64::max)
            };
            values = thrown.holds_in.iter().zip(&scores).map(best).collect();
        }
        mean(&thrown.after[0], &values)
    }

    /// The value of scoring each roll with this many rerolls left.
    fn scores(&mut self, state: &State, rerolls_left: RerollsLeft) -> Vec<f64> {
        let (rules, zeros, thrown) = (self.rules.clone(), self.zeros, Rc::clone(&self.thrown));
        let throws = throws_after(&rules, state, rerolls_left.get());
        let best = |roll: &Roll| {
            let place_zero = |category| rules.place_zero(state, roll, rerolls_left, category).ok();
            let zeros = rules.categories().filter(|_| zeros).filter_map(place_zero);
            let placements = rules.placements(state, roll, rerolls_left).chain(zeros);
            let worth = placements.map(|placement| {
                let earns = if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
                let next = State { upper_total: state.upper_total + earns, throws, ..placement.next };
                f64::from(placement.points + placement.bonus) + self.value(&next)
            });
            worth.fold(f64::MIN, f64::max)
        };
        thrown.rolls.iter().map(best).collect()
    }
}

fn mean(after: &[usize], values: &[f64]) -> f64 {
    after.iter().map(|&place| values[place]).sum::<f64>() / after.len() as f64
}

/// Checks that every reachable state of these rules has the value of the definition.
pub(crate) fn assert_values_by_definition(rules: &RuleSet) {
    let table = solve(rules);
    let mut twin = Twin::new(rules);
    for (_, state, value) in table.iter() {
        let wanted = twin.value(&state);
        assert!((value - wanted).abs() < 1e-9, "{state:?}: {value} where the definition gives {wanted}, in\n{}", rules.toml());
    }
}
