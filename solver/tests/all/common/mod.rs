//! Plain expectimax by definition, to compare the solver with.

mod asked;
mod listed;
mod two;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock};

pub(crate) use asked::ask_everything;
pub(crate) use listed::{comes_first, follows, listed};
pub(crate) use two::{TwinOfTwo, wins_at_once};
use yahtzee_solver::dice::Face;
use yahtzee_solver::rules::{BonusStep, ColumnGame, Filled};
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Dice, Game, Model, Placement, Points, RerollsLeft, Roll, RuleSet, Solver, State, ValueTable};
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
    let own = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).filter(|toml| !ColumnGame::is_column_game(toml));
    let own = own.map(|toml| RuleSet::parse(&toml).unwrap());
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

/// A random game of this many turns.
pub(crate) fn random_game(random: &mut Numbers, rules: &RuleSet, turns: usize) -> Game {
    let mut game = Game::new(rules);
    random.play_on(&mut game, turns);
    game
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

/// Every roll and hold of a game, with the rolls that follow a hold.
pub(crate) struct RollsAndHolds {
    pub(crate) rolls: Vec<Roll>,
    /// The chance of each roll of all dice.
    pub(crate) first: Vec<f64>,
    /// For each roll its holds, and for each hold the chances of the rolls that follow.
    pub(crate) holds: Vec<Vec<usize>>,
    after: Vec<Vec<(usize, f64)>>,
}

impl RollsAndHolds {
    pub(crate) fn new(rules: &RuleSet) -> RollsAndHolds {
        let rolls = rules.all_rolls().collect::<Vec<_>>();
        let index: HashMap<Roll, usize> = rolls.iter().copied().zip(0..).collect();
        let after_hold = |kept: &Dice| {
            let thrown = outcomes(rules, &numbers_of(kept));
            let share = 1.0 / thrown.len() as f64;
            let mut chances: HashMap<usize, f64> = HashMap::new();
            for thrown in thrown {
                *chances.entry(index[&roll_after(rules, kept, &thrown)]).or_default() += share;
            }
            let mut chances: Vec<(usize, f64)> = chances.into_iter().collect();
            chances.sort_by_key(|(roll, _)| *roll);
            chances
        };
        let mut first = vec![0.0; rolls.len()];
        after_hold(&Dice::NONE).into_iter().for_each(|(roll, chance)| first[roll] = chance);
        let (mut known, mut after) = (HashMap::new(), Vec::new());
        let mut hold_index = |kept: Dice| {
            *known.entry(kept).or_insert_with(|| {
                after.push(after_hold(&kept));
                after.len() - 1
            })
        };
        let holds = rolls.iter().map(|roll| roll.holds().into_iter().map(|hold| hold_index(*hold)).collect()).collect();
        RollsAndHolds { rolls, first, holds, after }
    }

    /// The mean after a hold, given the value of each roll.
    pub(crate) fn mean(&self, hold: usize, values: &[f64]) -> f64 {
        self.after[hold].iter().map(|(roll, chance)| chance * values[*roll]).sum()
    }

    /// The mean over the first rolls of a turn, given the value of each.
    pub(crate) fn mean_of_first(&self, values: &[f64]) -> f64 {
        values.iter().zip(&self.first).map(|(value, chance)| value * chance).sum()
    }

    /// The value of each roll with this many rerolls left, the best of its holds and of scoring it, given the value of scoring a roll.
    pub(crate) fn best(&self, rerolls: u8, mut score: impl FnMut(&Roll, RerollsLeft) -> f64) -> Vec<f64> {
        let mut best: Vec<f64> = self.rolls.iter().map(|roll| score(roll, RerollsLeft::NONE)).collect();
        for rerolls_left in (1..=rerolls).map(|rerolls| RerollsLeft::new(rerolls).unwrap()) {
            let means: Vec<f64> = (0..self.after.len()).map(|hold| self.mean(hold, &best)).collect();
            let value =
                |(roll, holds): (&Roll, &Vec<usize>)| holds.iter().map(|&hold| means[hold]).fold(score(roll, rerolls_left), f64::max);
            best = self.rolls.iter().zip(&self.holds).map(value).collect();
        }
        best
    }
}

/// Every placement that the rules allow and, with `zeros`, every zero. Upper totals are not capped.
pub(crate) fn placements(rules: &RuleSet, state: &State, roll: &Roll, rerolls_left: RerollsLeft, zeros: bool) -> Vec<Placement> {
    let place_zero = |category| rules.place_zero(state, roll, rerolls_left, category).ok();
    let zeros = rules.categories().filter(|_| zeros).filter_map(place_zero);
    let all = rules.placements(state, roll, rerolls_left).chain(zeros);
    let not_capped = |placement: Placement| {
        let earns = if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
        let next = State { upper_total: state.upper_total + earns, ..placement.next };
        Placement { next, ..placement }
    };
    all.map(not_capped).collect()
}

/// Plain expectimax: the value of a state by definition, from [`RuleSet::place`] and [`RuleSet::place_zero`] alone. The value of a hold is the mean
/// over each outcome of the rerolled dice, 6^k of k six-sided ones. The value of a roll is the best of its holds, its placements, and a zero in every category
/// where it is allowed. Upper totals are neither capped nor shared.
///
/// Boxes that are filled alike are separate categories here, which may be filled in any order.
pub(crate) struct Twin {
    rules: RuleSet,
    zeros: bool,
    throws: Rc<RollsAndHolds>,
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
        Twin { rules: listed(rules), zeros, throws: Rc::new(RollsAndHolds::new(rules)), values: HashMap::new() }
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
        let throws = Rc::clone(&self.throws);
        let best = throws.best(rerolls(&self.rules, state), |roll, rerolls_left| self.score(state, roll, rerolls_left));
        throws.mean_of_first(&best)
    }

    fn score(&mut self, state: &State, roll: &Roll, rerolls_left: RerollsLeft) -> f64 {
        let throws = throws_after(&self.rules, state, rerolls_left.get());
        let placements = placements(&self.rules, state, roll, rerolls_left, self.zeros).into_iter();
        let worth =
            placements.map(|placement| f64::from(placement.points + placement.bonus) + self.value(&State { throws, ..placement.next }));
        worth.fold(f64::MIN, f64::max)
    }
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
