//! The naive twin of the solver: plain expectimax by the definition, and random rule sets to try it on.

use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::{Mutex, OnceLock};

use proptest::prelude::*;
use yahtzee_solver::{Dice, Filled, Roll, RuleSet, Solver, State, ValueTable};

/// The table of a built-in rule set, solved once for all tests of the program.
pub(crate) fn builtin_table(name: &str) -> &'static ValueTable {
    static TABLES: OnceLock<Mutex<HashMap<String, &'static ValueTable>>> = OnceLock::new();
    let mut tables = TABLES.get_or_init(Mutex::default).lock().unwrap();
    tables.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::new(solve(&RuleSet::builtin(name).unwrap()))))
}

/// A rule set by name: built in, or one of the documents or of the tests.
pub(crate) fn rules(name: &str) -> RuleSet {
    let builtin = all_rules().iter().find(|rules| rules.name() == name);
    builtin.expect("a known rule set").clone()
}

/// The built-in rule sets, and those in the documents and the tests.
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

pub(crate) fn solve(rules: &RuleSet) -> ValueTable {
    Solver::new(rules).unwrap().solve()
}

/// The state of a card on which only these categories are open.
pub(crate) fn only_open(rules: &RuleSet, open: &[&str], upper_total: u32, flag: bool) -> State {
    let open: Vec<_> = open.iter().map(|name| rules.category_named(name).unwrap()).collect();
    let filled = rules.categories().filter(|category| !open.contains(category));
    State { filled: filled.fold(Filled::NONE, Filled::with), upper_total, flag }
}

/// A number for each multiset of dice, indexed by its code.
struct ByDice(Vec<f64>);

impl ByDice {
    const SIZE: usize = 7usize.pow(6);

    fn new() -> ByDice {
        ByDice(vec![f64::NAN; ByDice::SIZE])
    }

    fn code(counts: [u8; 6]) -> usize {
        counts.iter().fold(0, |code, &count| 7 * code + usize::from(count))
    }
}

/// Plain expectimax: the value of a state by the definition, from [`RuleSet::placements`] alone. The value of a hold is the mean over each of the
/// 6^k outcomes of the k dice rerolled; that of a roll is the best of its placements and holds. Upper totals are neither capped nor shared.
pub(crate) struct Twin<'a> {
    rules: &'a RuleSet,
    /// Each roll with its code and the codes of its holds.
    rolls: Rc<[(Roll, usize, Vec<usize>)]>,
    /// The code of each hold, and the number of dice that it leaves free.
    holds: Vec<(usize, usize)>,
    /// For each number of free dice, the code of each outcome. The code of two sets of dice together is the sum of their codes.
    outcomes: Vec<Vec<usize>>,
    values: HashMap<State, f64>,
    /// The value of each roll with this many rerolls left, in the current turn.
    stages: [ByDice; 2],
}

impl<'a> Twin<'a> {
    pub(crate) fn new(rules: &'a RuleSet) -> Twin<'a> {
        let dice = rules.dice();
        let code = |dice: &Dice| ByDice::code(*dice.counts());
        let rolls = Roll::all(dice).map(|roll| (roll, code(&roll), roll.holds().iter().map(|hold| code(hold)).collect()));
        let outcomes_of = |free: usize| {
            let outcome = |number: usize| {
                let mut counts = [0; 6];
                (0..free).fold(number, |rest, _| {
                    counts[rest % 6] += 1;
                    rest / 6
                });
                ByDice::code(counts)
            };
            (0..6usize.pow(free as u32)).map(outcome).collect()
        };
        Twin {
            rules,
            rolls: rolls.collect(),
            holds: (0..dice).flat_map(|size| Dice::all(size).into_iter().map(move |hold| (code(&hold), dice - size))).collect(),
            outcomes: (0..=dice).map(outcomes_of).collect(),
            values: HashMap::new(),
            stages: [ByDice::new(), ByDice::new()],
        }
    }

    /// The expected points still to come, the upper bonus included.
    pub(crate) fn value(&mut self, state: &State) -> f64 {
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let value = if state.filled.count() == self.rules.category_count() {
            let bonus = self.rules.upper_bonus();
            if bonus.points > 0 && state.upper_total >= bonus.at { bonus.points.into() } else { 0.0 }
        } else {
            self.turn(state)
        };
        self.values.insert(*state, value);
        value
    }

    fn turn(&mut self, state: &State) -> f64 {
        let rules = self.rules;
        let rolls = Rc::clone(&self.rolls);
        let scores: Vec<f64> = rolls
            .iter()
            .map(|(roll, ..)| {
                let worth = rules.placements(state, roll).map(|placement| {
                    let earns = if rules.is_upper(placement.category) { placement.points } else { 0 };
                    let next = State { upper_total: state.upper_total + earns, ..placement.next };
                    f64::from(placement.points + placement.bonus) + self.value(&next)
                });
                worth.fold(f64::MIN, f64::max)
            })
            .collect();
        let [before, now] = &mut self.stages;
        let mean = |values: &ByDice, held: usize, free: usize| {
            let outcomes = &self.outcomes[free];
            outcomes.iter().map(|outcome| values.0[held + outcome]).sum::<f64>() / outcomes.len() as f64
        };
        for ((_, roll, _), &score) in rolls.iter().zip(&scores) {
            now.0[*roll] = score;
        }
        for _ in 1..rules.rolls() {
            std::mem::swap(before, now);
            for &(hold, free) in &self.holds {
                now.0[hold] = mean(before, hold, free);
            }
            for ((_, roll, holds), &score) in rolls.iter().zip(&scores) {
                now.0[*roll] = holds.iter().map(|&hold| now.0[hold]).fold(score, f64::max);
            }
        }
        mean(now, 0, rules.dice())
    }
}

/// Checks that every reachable state of these rules has the value that the definition gives.
pub(crate) fn assert_values_by_definition(rules: &RuleSet) {
    let table = solve(rules);
    let mut twin = Twin::new(rules);
    for (_, state, value) in table.iter() {
        let wanted = twin.value(&state);
        assert!((value - wanted).abs() < 1e-9, "{state:?}: {value} where the definition gives {wanted}, in\n{}", rules.toml());
    }
}

fn points() -> impl Strategy<Value = String> {
    prop_oneof![Just("\"all-dice\"".to_owned()), Just("\"those-dice\"".to_owned()), (0u32..40).prop_map(|points| points.to_string())]
}

fn pattern(dice: u8) -> impl Strategy<Value = String> {
    let sizes = prop::collection::vec(1..=dice, 1..=usize::from(dice))
        .prop_filter_map("too many dice", move |sizes| (sizes.iter().sum::<u8>() <= dice).then(|| format!("groups = {sizes:?}")));
    let faces =
        prop::sample::subsequence((1..=6u8).collect::<Vec<_>>(), 1..=usize::from(dice)).prop_map(|faces| format!("faces = {faces:?}"));
    prop_oneof![
        (1..=6u8).prop_map(|face| format!("face = {face}")),
        (sizes, any::<bool>()).prop_map(|(groups, same)| format!("{groups}\nsame-face = {same}")),
        (1..=dice).prop_map(|length| format!("straight = {length}")),
        faces,
        Just("any = true".to_owned()),
    ]
}

fn further_case(case: &'static str) -> impl Strategy<Value = String> {
    let place = prop::sample::select(vec!["any", "upper-then-any", "upper-then-lower"]);
    let joker = prop::sample::select(vec!["never", "upper-filled", "always"]);
    let when = prop::sample::select(vec!["always", "scoring"]);
    let fields = (place, joker, 0u32..60, when).prop_map(move |(place, joker, bonus, when)| {
        format!("[further.{case}]\nplace = \"{place}\"\njoker = \"{joker}\"\nbonus = {bonus}\nbonus-when = \"{when}\"\n")
    });
    prop_oneof![1 => Just(String::new()), 3 => fields]
}

/// A random small rule set as TOML: up to three dice, three rolls and five categories.
pub(crate) fn small_rules() -> impl Strategy<Value = String> {
    (1..=3u8, 1..=3u8, any::<bool>()).prop_flat_map(|(dice, rolls, has_further)| {
        let upper = prop::sample::subsequence((1..=6u8).collect::<Vec<_>>(), 0..=3);
        let lower = prop::collection::vec((pattern(dice), points(), prop::option::of(0u32..40)), 0..=2);
        // A category of n alike with points above 0, which a `further` rule can refer to.
        let alike = (dice / 2 + 1..=dice, prop_oneof![Just("\"all-dice\"".to_owned()), (1u32..50).prop_map(|points| points.to_string())]);
        (upper, lower, alike, further_case("after-points"), further_case("after-zero"), 0.0..1.2f64, 0u32..60).prop_map(
            move |(upper, lower, (size, pays), after_points, after_zero, threshold, bonus)| {
                let mut toml = format!("name = \"small\"\ndice = {dice}\nrolls = {rolls}\n");
                let most: u32 = upper.iter().map(|&face| u32::from(face) * u32::from(dice)).sum();
                let at = (threshold * f64::from(most)) as u32;
                if (1..=most).contains(&at) {
                    write!(toml, "[upper-bonus]\nat = {at}\npoints = {bonus}\n").unwrap();
                }
                for face in &upper {
                    write!(toml, "[[upper]]\nname = \"upper-{face}\"\nface = {face}\n").unwrap();
                }
                for (index, (pattern, points, joker)) in lower.iter().enumerate() {
                    write!(toml, "[[lower]]\nname = \"lower-{index}\"\n{pattern}\npoints = {points}\n").unwrap();
                    if let Some(joker) = joker {
                        writeln!(toml, "joker = {joker}").unwrap();
                    }
                }
                if has_further || upper.len() + lower.len() == 0 {
                    write!(toml, "[[lower]]\nname = \"alike\"\ngroups = [{size}]\npoints = {pays}\n").unwrap();
                }
                if has_further {
                    write!(toml, "[further]\ncategory = \"alike\"\n{after_points}{after_zero}").unwrap();
                }
                toml
            },
        )
    })
}
