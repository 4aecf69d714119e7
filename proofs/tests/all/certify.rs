//! Proofs of all decisions, compared with the definition in rationals; and their certificates, as the checker in C takes them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use num_rational::Ratio;
use proptest::prelude::*;
use yahtzee_proofs::{BoundsError, Certificate, CertifiedBounds, Certifier, CertifyError, ExactSolver, PlainRules, Verifier};
use yahtzee_solver::advise::is_proved;
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Dice, Hold, RerollsLeft, Roll, RuleSet, Run, Solver, State, ValueTable};

use yahtzee_testing::small_rules;

pub(crate) const POCKET: &str = include_str!("../../../solver/tests/rules/pocket.toml");
const PAIR: &str = include_str!("../../../solver/tests/rules/pair.toml");
pub(crate) const FURTHER: &str = "name = 'further'\ndice = 2\nrolls = 2\n[upper-bonus]\nat = 5\npoints = 11\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\n\
                       name = 'fives'\nface = 5\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 30\n[[lower]]\nname = 'straight'\nstraight = 2\n\
                       points = 'all-dice'\njoker = 20\n[further]\ncategory = 'pair'\n[further.after-points]\nplace = 'upper-then-lower'\n\
                       joker = 'upper-filled'\nbonus = 40\n[further.after-zero]\nplace = 'upper-then-any'\njoker = 'always'";
const SERVED: &str = "name = 'served'\ndice = 2\nsides = [1, 2, 2, 3]\nrolls = 3\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 9\n\
                      served = 14\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\nboxes = 2";
const BY_THROW: &str = "name = 'by-throw'\ndice = 2\nsides = [1, 2, 2, 3]\nrolls = 4\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 9\n\
                        points-by-throw = [4, 14, 11]\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\npoints-by-throw = [5, 3]\nboxes = 2";

/// The number of random cases: $PROPTEST_CASES, or else few.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(24)
}

fn table(toml: &str) -> ValueTable {
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve().unwrap()
}

pub(crate) fn certified(toml: &str) -> Certificate {
    Certifier::new(&table(toml)).unwrap().certify().unwrap()
}

type Rational = Ratio<BigUint>;

/// All decisions by the definition: every action has its value in rationals.
#[derive(Default)]
pub(crate) struct Naive {
    pub(crate) values: HashMap<State, Rational>,
    decisions: u64,
    ties: u64,
    gap: Option<Rational>,
}

impl Naive {
    pub(crate) fn of(rules: &RuleSet) -> Naive {
        let mut naive = Naive::default();
        let mut states: Vec<State> = StateSpace::new(rules).states().map(|(_, state)| state).collect();
        states.sort_by_key(|state| std::cmp::Reverse(state.filled.count()));
        for state in states {
            let value = naive.solve(rules, state);
            naive.values.insert(state, value);
        }
        naive
    }

    fn solve(&mut self, rules: &RuleSet, state: State) -> Rational {
        if state.filled.count() == rules.category_count() {
            return whole(rules.at_the_end(&state).get());
        }
        let mut best: HashMap<Roll, Rational> = HashMap::new();
        for rerolls_left in 0..rules.rolls() {
            let rerolls = RerollsLeft::new(rerolls_left).unwrap();
            let mut held: HashMap<Hold, Rational> = HashMap::new();
            let now = rules.all_rolls().map(|roll| {
                let given = rules.categories().filter_map(|category| rules.place(&state, &roll, rerolls, category).ok());
                let given: Vec<_> = given.collect();
                let zeros = given.iter().filter(|placement| placement.points > 0);
                let zeros = zeros.filter_map(|placement| rules.place_zero(&state, &roll, rerolls, placement.category).ok());
                let zeros: Vec<_> = zeros.collect();
                let written = given.iter().chain(&zeros);
                let mut values: Vec<Rational> =
                    written.map(|written| whole((written.points + written.bonus).get()) + &self.values[&written.next]).collect();
                if rerolls_left > 0 {
                    values
                        .extend(roll.holds().into_iter().map(|hold| held.entry(hold).or_insert_with(|| mean(rules, &hold, &best)).clone()));
                }
                let most = values.iter().max().unwrap().clone();
                self.decisions += 1;
                self.ties += u64::from(values.iter().filter(|value| **value == most).count() > 1);
                let gap = values.iter().filter(|value| **value < most).map(|value| &most - value).min();
                self.gap = self.gap.take().into_iter().chain(gap).min();
                (roll, most)
            });
            best = now.collect();
        }
        mean(rules, &Dice::NONE, &best)
    }
}

fn whole(points: u32) -> Rational {
    Rational::from_integer(points.into())
}

/// The mean over every outcome of the dice that are not held, each of its sides apart.
fn mean(rules: &RuleSet, hold: &Dice, best: &HashMap<Roll, Rational>) -> Rational {
    let outcomes = (hold.len()..rules.dice()).fold(vec![*hold], |outcomes, _| {
        outcomes.iter().flat_map(|dice| rules.die().faces_of_sides().map(|face| dice.with(face))).collect()
    });
    let count = outcomes.len() as u32;
    outcomes.into_iter().map(|dice| best[&rules.roll_after(hold, dice).unwrap()].clone()).sum::<Rational>() / whole(count)
}

#[test]
fn proofs_agree_with_the_definition() {
    let ordered = ["as-listed", "reversed", "upper-first", "lower-first"].map(|order| format!("order = '{order}'\n{FURTHER}"));
    for toml in [POCKET, PAIR, FURTHER, SERVED, BY_THROW, &PAIR.replace("rolls = 2", "rolls = 1")]
        .into_iter()
        .chain(ordered.iter().map(String::as_str))
    {
        let rules = RuleSet::parse(toml).unwrap();
        let (proof, naive) = (certified(toml), Naive::of(&rules));
        assert_eq!(proof.states, StateSpace::new(&rules).len() as u64);
        let found = (proof.decisions, proof.strict, proof.ties, proof.others, proof.near);
        assert_eq!(found, (naive.decisions, naive.decisions - naive.ties, naive.ties, 0, 0), "{toml}");
        assert!(proof.compared >= proof.ties && proof.table_error < 1e-11);
        let gap = naive.gap.unwrap();
        let gap = (gap.numer() << 80u32) / gap.denom();
        let gap = gap.to_string().parse::<f64>().unwrap() / 2f64.powi(80);
        assert!((proof.gap.unwrap().0 - gap).abs() < 1e-12 * gap, "{:?} {gap}", proof.gap);
        let text = String::from_utf8_lossy(&proof.bytes).into_owned();
        let expected = text.split("expected ").nth(1).unwrap().split(' ').collect::<Vec<_>>();
        let numerator = BigUint::parse_bytes(expected[0].as_bytes(), 16).unwrap();
        let exponent = expected[6].split('\n').next().unwrap().parse().unwrap();
        let value = Rational::new(numerator, BigUint::from(rules.die().sides()).pow(exponent));
        assert_eq!(value, naive.values[&State::default()], "{expected:?}");
        assert!(is_within(&proof, &value));
    }
}

/// Whether a value is within the bounds of the expected score, which are closer than a billionth of a point.
fn is_within(proof: &Certificate, value: &Rational) -> bool {
    let [low, high] = proof.expected.map(|bound| Rational::new(((bound * 2f64.powi(44)) as u64).into(), BigUint::from(1u64 << 44)));
    // The casts round down.
    low <= *value
        && *value <= high + Rational::new(BigUint::from(1u32), BigUint::from(1u64 << 44))
        && proof.expected[1] - proof.expected[0] < 1e-9
}

#[test]
fn bounds_hold_the_exact_fraction() {
    for toml in [POCKET, FURTHER, SERVED, BY_THROW] {
        let table = table(toml);
        let value = ExactSolver::new(table.model()).value(&State::default()).unwrap().unwrap();
        let [numerator, denominator] = [value.numerator(), value.denominator()].map(|digits| digits.parse::<BigUint>().unwrap());
        assert!(is_within(&Certifier::new(&table).unwrap().certify().unwrap(), &Rational::new(numerator, denominator)));
    }
}

#[test]
fn a_wrong_action_is_found() {
    // The table of a game with another bonus: its values, and with them its actions, are wrong for this one.
    let (rules, other) = (RuleSet::parse(POCKET).unwrap(), table(&POCKET.replace("points = 10", "points = 60")));
    let right = table(POCKET);
    let values = right.space().states().map(|(_, state)| (right.space().position(&state), other.value(&state).unwrap()));
    let mut changed = right.values().to_vec();
    values.for_each(|(position, value)| changed[position] = value);
    let wrong = ValueTable::from_values(std::sync::Arc::clone(right.model()), changed);
    let proof = Certifier::new(&wrong).unwrap().certify().unwrap();
    assert!(proof.others > 0 && proof.other.is_some() && proof.table_error > 1.0, "{:?} {}", proof.other, rules.name());
    // What is proved does not depend on the table.
    assert_eq!(proof.bytes, certified(POCKET).bytes);
}

#[test]
fn a_table_is_within_the_bounds_of_its_certificate() {
    for toml in [POCKET, FURTHER, SERVED, BY_THROW] {
        let table = table(toml);
        let bounds = CertifiedBounds::read(&certified(toml).bytes, table.rules()).unwrap();
        let found = Verifier::new(&table).unwrap().within(&bounds).unwrap();
        assert_eq!((found.checked, found.wrong), (table.space().len(), 0), "{found:?}");
        let state = State::default();
        let mut values = table.values().to_vec();
        values[table.space().position(&state)] += 1e-6;
        let nudged = ValueTable::from_values(std::sync::Arc::clone(table.model()), values);
        let found = Verifier::new(&nudged).unwrap().within(&bounds).unwrap();
        assert!((found.wrong, found.worst.unwrap().state) == (1, state) && (found.worst.unwrap().residual() - 1e-6).abs() < 1e-10);
        assert_eq!(bounds.of(&State { upper_total: yahtzee_solver::Points::new(1), ..state }), None);
    }
    let rules = RuleSet::parse(POCKET).unwrap();
    let of_other = CertifiedBounds::read(&certified(&POCKET.replace("points = 10", "points = 11")).bytes, &rules);
    assert!(matches!(of_other, Err(BoundsError::OtherRules { .. })));
    assert!(matches!(CertifiedBounds::read(b"short", &rules), Err(BoundsError::Damaged)));
    // Cut off, or with other results, under a new checksum.
    let whole = certified(POCKET).bytes;
    let (content, _) = whole.split_last_chunk::<8>().unwrap();
    let results = content.windows(10).rposition(|word| word == b"decisions ").unwrap();
    let text = str::from_utf8(&content[results..]).unwrap();
    let others = [text.replace("strict ", "strict 1"), text.replace("ties", "tie"), text.to_owned() + "\n", text.replace(" to the", "")];
    let cut = (0..content.len()).map(|length| content[..length].to_vec());
    for content in cut.chain(others.map(|other| [&content[..results], other.as_bytes()].concat())) {
        let read = CertifiedBounds::read(&with_checksum([&content[..], &[0; 8]].concat()), &rules);
        assert!(matches!(read, Err(BoundsError::CutOff)), "{read:?}: {:?}", content.get(results..).map(String::from_utf8_lossy));
    }
}

#[test]
fn rules_without_a_plain_form_are_refused_by_name() {
    for (line, word) in [("saved-throws = true", "saved-throws"), ("extra-throws = 2", "extra-throws")] {
        let rules = RuleSet::parse(&format!("{line}\n{PAIR}")).unwrap();
        assert_eq!(PlainRules::new(&rules).unwrap_err().to_string(), format!("rules with '{word}' cannot be proved yet"));
    }
}

#[test]
fn threads_and_limits() {
    let table = table(POCKET);
    let one = Certifier::new(&table).unwrap().with(Run::new().threads(1)).certify().unwrap();
    assert_eq!(Certifier::new(&table).unwrap().with(Run::new().threads(3)).certify().unwrap(), one);
    let tight = Certifier::new(&table).unwrap().with(Run::new().memory(1)).certify();
    assert!(matches!(tight, Err(CertifyError::Run(_))), "{tight:?}");
}

/// Stopped by its progress callback at any call, work ends with an error.
#[test]
fn work_that_is_ended_is_an_error() {
    let table = table(POCKET);
    for last in 0..4 {
        for threads in [1, 2] {
            let left = AtomicUsize::new(last);
            let end = |_: u64, _: u64| match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
                Ok(_) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let run = || {
                left.store(last, Ordering::Relaxed);
                Run::new().threads(threads).progress(&end)
            };
            let errors = [
                Certifier::new(&table).unwrap().with(run()).certify().map(drop).unwrap_err().to_string(),
                ExactSolver::new(table.model()).with(run()).value(&State::default()).map(drop).unwrap_err().to_string(),
            ];
            assert_eq!(errors, ["ended before it was done"; 2], "call {last}");
        }
    }
    let stop = |_: u64, _: u64| ControlFlow::Break(());
    assert!(Verifier::new(&table).unwrap().with(Run::new().progress(&stop)).all().is_err());
}

/// The checker, compiled once; `None` if the machine has no compiler for it.
pub(crate) fn checker() -> Option<&'static Path> {
    static CHECKER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let folder = tempfile::tempdir().unwrap().keep();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checker/check.c");
        let program = folder.join("check");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(source);
        // scripts/deep.sh has it compiled with sanitizers, which write what they find to stderr.
        compiler.args(std::env::var("CHECKER_FLAGS").unwrap_or_default().split_whitespace());
        match compiler.output() {
            Err(error) if cfg!(unix) => panic!("no C compiler: {error}"),
            Err(_) => None,
            Ok(output) => {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                Some(program)
            }
        }
    };
    CHECKER.get_or_init(compile).as_deref()
}

/// What the checker says to a certificate and rules: its output, and whether it accepts.
pub(crate) fn checked(checker: &Path, folder: &Path, certificate: &[u8], rules: Option<&str>) -> (String, bool) {
    let [file, plain] = ["certificate", "rules"].map(|name| folder.join(name));
    std::fs::write(&file, certificate).unwrap();
    let mut command = Command::new(checker);
    command.arg(&file);
    if let Some(rules) = rules {
        std::fs::write(&plain, rules).unwrap();
        command.arg(&plain);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "the checker ends by itself: {:?} {said}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (said, output.status.success())
}

pub(crate) fn plain(toml: &str) -> String {
    PlainRules::new(&RuleSet::parse(toml).unwrap()).unwrap().to_string()
}

/// The same bytes, with the checksum that they should have.
pub(crate) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325, hash);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn the_checker_accepts_certificates_of_their_rules_only() {
    let Some(checker) = checker() else { return };
    let folder = tempfile::tempdir().unwrap();
    let lower_first = format!("order = 'lower-first'\n{FURTHER}");
    for toml in [POCKET, PAIR, FURTHER, SERVED, BY_THROW, &lower_first] {
        let (said, accepted) = checked(checker, folder.path(), &certified(toml).bytes, Some(&plain(toml)));
        assert!(accepted && said.starts_with("accepted: every decision of "), "{toml}: {said}");
    }
    let more = POCKET.replace("points = 10", "points = 11");
    let of_other_rules = certified(&more).bytes;
    assert!(checked(checker, folder.path(), &of_other_rules, Some(&plain(&more))).1);
    assert!(checked(checker, folder.path(), &of_other_rules, None).1);
    assert_eq!(
        checked(checker, folder.path(), &of_other_rules, Some(&plain(POCKET))),
        ("refused: it is of other rules\n".to_owned(), false)
    );
}

/// Points and bounds whose sum would not fit into 64 bits: without a limit such a certificate is consistent in itself, and wrong.
#[test]
fn the_checker_refuses_values_that_are_too_large() {
    const UNIT: u64 = 1 << 44;
    const POINTS: [u64; 2] = [1_000_000, 1];
    const BONUS: [u64; 2] = [100_000, 400_000];
    let Some(checker) = checker() else { return };
    let rules = format!(
        "dice 1\nfaces 2 sides 1 1\nthrows 2\nzeros 0\nbonus 2 1 {} 2 {}\nupper 1 of 1\ncategory a waits 0 joker 0\n\
         further 0\nserved 0\nrolls 2\nroll 1 further 0 points {}\nroll 2 further 0 points {}\n",
        BONUS[1], BONUS[0], POINTS[0], POINTS[1]
    );
    // The first sum is about 2^64 + 2^60.
    let written = [0, 1].map(|face| (POINTS[face] + BONUS[face]).wrapping_mul(UNIT));
    let hold = u64::midpoint(written[0], written[1]);
    let low = u64::midpoint(written[0].max(hold), written[1].max(hold));
    let mut bytes = format!("yahtzee certificate 1\n{rules}rows 2 states 3 unit 44\n").into_bytes();
    bytes.extend([0; 7]);
    bytes.extend(low.to_le_bytes());
    bytes.extend([1, 0, 0, 0, 0, 1]);
    for (total, face) in [(1, 1), (2, 0)] {
        bytes.push(total);
        bytes.extend((BONUS[face] * UNIT).to_le_bytes());
    }
    bytes.extend([0; 8]);
    let folder = tempfile::tempdir().unwrap();
    let (said, accepted) = checked(checker, folder.path(), &with_checksum(bytes), Some(&rules));
    assert_eq!((said.as_str(), accepted), ("refused: a value is too large\n", false));
}

/// A thousand damages: in each byte of a small certificate's text or in a row, with a right checksum or not.
#[test]
fn the_checker_refuses_damaged_certificates() {
    let Some(checker) = checker() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (bytes, rules) = (certified(PAIR).bytes, plain(PAIR));
    let mut random = fastrand::Rng::with_seed(53);
    for damage in 0..1_000 {
        let mut damaged = bytes.clone();
        let place = random.usize(..bytes.len() - 8);
        match damage % 5 {
            0 => damaged[place] ^= 1 << random.u8(..8),
            1 => damaged[place] = damaged[place].wrapping_add(if random.bool() { 1 } else { u8::MAX }),
            2 => drop(damaged.remove(place)),
            3 => damaged.insert(place, random.u8(..)),
            _ => drop(damaged.drain(place..(place + random.usize(1..100)).min(bytes.len() - 8))),
        }
        if damaged == bytes {
            continue;
        }
        // Half of them have the checksum of the changed bytes, as if somebody had made them so.
        let damaged = if random.bool() { with_checksum(damaged) } else { damaged };
        let (said, accepted) = checked(checker, folder.path(), &damaged, Some(&rules));
        assert!(!accepted && said.starts_with("refused: "), "damage {damage} at {place}: {said}");
    }
}

/// Every number of a certificate, one higher, with a right checksum, and without a file of the rules where the rules are consistent in themselves.
#[test]
fn the_checker_refuses_every_other_number() {
    let Some(checker) = checker() else { return };
    let folder = tempfile::tempdir().unwrap();
    let bytes = certified(FURTHER).bytes;
    let rows = bytes.windows(6).position(|window| window == b"\nrows ").unwrap() + 1;
    let binary = rows + bytes[rows..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let results = bytes
        .windows(11)
        .rposition(|window| window == b"\ndecisions ")
        .map_or_else(|| bytes.windows(10).rposition(|window| window == b"decisions ").unwrap(), |place| place + 1);
    let mut refused = 0;
    for place in (rows..bytes.len() - 8).filter(|&place| (binary..results).contains(&place) || bytes[place].is_ascii_hexdigit()) {
        let mut changed = bytes.clone();
        changed[place] = match changed[place] {
            b'9' if !(binary..results).contains(&place) => b'8',
            byte => byte.wrapping_add(1),
        };
        let (said, accepted) = checked(checker, folder.path(), &with_checksum(changed), None);
        assert!(!accepted, "byte {place}: {said}");
        refused += 1;
    }
    assert!(refused > 300, "{refused}");
}

/// The games of the list, with their fingerprints.
const PROVED: &str = include_str!("../../../solver/src/advise/proved.txt");

/// The list has built-in rule sets and games of `docs/examples`, and those of them that take little time are proved again: all that are proved are in the list.
#[test]
fn the_list_of_proved_games_is_true() {
    let examples = std::fs::read_dir("../docs/examples").unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let examples = examples.filter(|toml| !ColumnGame::is_column_game(toml)).map(|toml| RuleSet::parse(&toml).unwrap());
    let games: Vec<RuleSet> = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()).chain(examples).collect();
    for line in PROVED.lines() {
        let is_line_of = |rules: &&RuleSet| line == format!("{:016x} {}", rules.fingerprint(), rules.name());
        assert!(games.iter().find(is_line_of).is_some_and(is_proved), "{line}");
    }
    let mut proved = 0;
    for rules in games.iter().filter(|rules| PlainRules::new(rules).is_ok() && rules.category_count() <= 12) {
        if StateSpace::new(rules).len() <= 10_000 {
            let table = Solver::new(rules).unwrap().solve().unwrap();
            let proof = Certifier::new(&table).unwrap().certify().unwrap();
            assert_eq!(proof.proves_all(), is_proved(rules), "{}", rules.name());
            proved += 1;
        }
    }
    assert!(proved >= 6, "{proved}");
    // The same game by another name is proved; a bonus of one point more is another game.
    let hasbro = RuleSet::builtin("hasbro").unwrap().toml().replacen("name = \"hasbro\"", "name = \"own\"", 1);
    assert!(is_proved(&RuleSet::parse(&hasbro).unwrap()));
    assert!(!is_proved(&RuleSet::parse(&hasbro.replacen("points = 35", "points = 36", 1)).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// Random rules with most words of the language: the program and the checker agree, and the program names a best action everywhere.
    #[test]
    fn random_games_are_proved(toml in small_rules()) {
        let rules = RuleSet::parse(&toml).unwrap();
        let Ok(plain) = PlainRules::new(&rules) else { return Ok(()) };
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let proof = match Certifier::new(&table).unwrap().certify() {
            Err(CertifyError::NoPlacement) => return Ok(()),
            proof => proof.unwrap(),
        };
        prop_assert_eq!(proof.states, table.space().len() as u64);
        prop_assert_eq!(Verifier::new(&table).unwrap().all().unwrap().wrong, 0);
        prop_assert!(proof.others == 0 && proof.near == 0 && proof.table_error < 1e-11, "{:?}", (proof.others, proof.other, proof.near));
        if let Some(checker) = checker() {
            let folder = tempfile::tempdir().unwrap();
            let (said, accepted) = checked(checker, folder.path(), &proof.bytes, Some(&plain.to_string()));
            prop_assert!(accepted, "{}", said);
        }
    }
}
