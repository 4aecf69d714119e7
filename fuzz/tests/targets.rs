//! Mutated input from people and files: no panic, no hang, and no more memory than the input justifies.
//!
//! As plain tests these are short; `scripts/fuzz.sh` runs each for a minute. Random bytes would be rejected early, so each target starts from valid
//! input and changes it in places.

use std::collections::HashMap;
use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bolero::TypeGenerator;
use peak_alloc::PeakAlloc;
use serde::de::IgnoredAny;
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::{Dice, Game, MEMORY_LIMIT, Model, RuleSet, Scorecard, Solver, TableHeader, ValueTable};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The longest time that any input may take.
const LONGEST: Duration = Duration::from_secs(2);

/// A program that is silent for this long counts as hanging.
const HANG: Duration = Duration::from_secs(60);

/// The memory that any input may take, in bytes, and the additional memory for each of its bytes.
const FLAT: usize = 1 << 20;
const EACH: usize = 1 << 10;

/// A change to valid input.
#[derive(Clone, Debug, TypeGenerator)]
enum Edit {
    /// Replaces bytes at a place.
    Set(u16, [u8; 2]),
    /// Inserts a byte that has a meaning in some notation.
    Insert(u16, u8),
    /// Removes this many bytes at a place.
    Remove(u16, u8),
    /// Copies a piece to another place.
    Copy(u16, u16, u8),
    /// Inserts a run of one byte.
    Repeat(u16, u8, u16),
    /// Inserts a word that has a meaning.
    Word(u16, u8),
    /// Inserts any bytes.
    Bytes(u16, Vec<u8>),
    /// Cuts the input off at a place.
    Cut(u16),
}

const BYTES: &[u8] = b"\n\r\t ,=:;#-+.\"'[]{}()\\/0123456789eExXaz\0\x7f\x80\xc3\xff";

const WORDS: &[&str] = &[
    "4294967296",
    "18446744073709551616",
    "-1",
    "1e9",
    "0x10",
    "nan",
    "true",
    "extra=99999999999",
    "extra=1",
    "yahtzee=50",
    "ones=3",
    "hold",
    "none",
    "score",
    "rules:",
    "rounds:",
    "[[lower]]",
    "[[upper]]",
    "[further]",
    "face = 255",
    "groups = [1, 1, 1, 1, 1, 1]",
    "dice = 6",
    "rolls = 5",
    "points = 10000",
    "at = 4294967295",
    "\u{e9}\u{130}\u{1f3b2}",
    "\"\"\"",
    "'''",
    "\r\n",
    "# ",
];

fn edited(valid: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    // Only a few edits: many would leave little that is valid.
    for edit in edits.iter().take(edits.len() % 6) {
        let place = |at: u16| usize::from(at) % (bytes.len() + 1);
        match edit {
            Edit::Set(at, [a, b]) => {
                let start = place(*at);
                bytes[start..].iter_mut().zip([a, b]).for_each(|(byte, new)| *byte = *new);
            }
            Edit::Insert(at, byte) => bytes.insert(place(*at), BYTES[usize::from(*byte) % BYTES.len()]),
            Edit::Remove(at, count) => {
                let start = place(*at);
                let end = (start + usize::from(*count)).min(bytes.len());
                bytes.drain(start..end);
            }
            Edit::Copy(from, to, count) => {
                let (start, to) = (place(*from), place(*to));
                let piece = bytes[start..(start + usize::from(*count)).min(bytes.len())].to_vec();
                bytes.splice(to..to, piece);
            }
            Edit::Repeat(at, byte, count) => {
                let start = place(*at);
                bytes.splice(start..start, std::iter::repeat_n(BYTES[usize::from(*byte) % BYTES.len()], usize::from(*count)));
            }
            Edit::Word(at, word) => {
                let start = place(*at);
                bytes.splice(start..start, WORDS[usize::from(*word) % WORDS.len()].bytes());
            }
            Edit::Bytes(at, new) => {
                let start = place(*at);
                bytes.splice(start..start, new.iter().copied());
            }
            Edit::Cut(at) => {
                let end = place(*at);
                bytes.truncate(end);
            }
        }
    }
    bytes
}

/// Runs `target` on mutations of one of the valid inputs, and checks time and memory.
fn fuzz(valid: &[Vec<u8>], target: impl Fn(&[u8]) + std::panic::RefUnwindSafe) {
    // One target at a time, because memory is counted for the whole process.
    static TURN: Mutex<()> = Mutex::new(());
    bolero::check!().with_type::<(u8, Vec<Edit>)>().for_each(|(choice, edits)| {
        let input = edited(&valid[usize::from(*choice) % valid.len()], edits);
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let time = timed(|| target(&input));
        let taken = MEMORY.peak_usage().saturating_sub(before);
        assert!(taken <= FLAT + EACH * input.len(), "{taken} bytes for the {} of {}", input.len(), input.escape_ascii());
        // Another process may have slowed it down. Only an input that is slow twice counts.
        let is_slow = time > LONGEST && timed(|| target(&input)) > LONGEST;
        assert!(!is_slow, "{time:?} for {}", input.escape_ascii());
    });
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The rules for reading cards and games: with jokers, with several rounds, and with neither.
fn rules() -> &'static [RuleSet] {
    static RULES: OnceLock<Vec<RuleSet>> = OnceLock::new();
    RULES.get_or_init(|| ["hasbro", "multi-round", "yatzy"].map(|name| RuleSet::builtin(name).unwrap()).to_vec())
}

/// Printed output reads back as the same.
fn reads_back<T: PartialEq + Debug, E: Debug>(value: &T, printed: &str, parse: impl Fn(&str) -> Result<T, E>) {
    assert_eq!(*value, parse(printed).unwrap(), "{printed}");
}

#[test]
fn dice() {
    fuzz(&texts(&["13356", "1 3 3 5 6", "1,3,3,5,6", "", "666666"]), |input| {
        let text = String::from_utf8_lossy(input);
        if let Ok(dice) = Dice::parse(&text) {
            reads_back(&dice, &dice.to_string(), Dice::parse);
        }
        let _ = rules()[0].parse_roll(&text);
    });
}

#[test]
fn cards() {
    let full = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=50 ch=22 extra=1";
    fuzz(&texts(&[full, "", "ones=3,fours=12 full-house=25 yahtzee=50 extra=1", "one-pair=12 two-pairs=22 y=0"]), |input| {
        let text = String::from_utf8_lossy(input);
        for rules in rules() {
            if let Ok(card) = Scorecard::parse(&text, rules) {
                reads_back(&card, &card.to_string(), |text| Scorecard::parse(text, rules));
                let _ = (card.score(), card.state());
            }
        }
    });
}

#[test]
fn games() {
    let valid = [
        "rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n12345 hold none, 66661 score chance=0\n13456 hold 3456\n",
        "rules: multi-round\nrounds: 2\n# A line a turn.\n11666 hold 666, 66625 hold 666, 66661 score sixes=24\n",
        "11111 score y\n22222 score twos\n33333 score 3s\n44444 score full house",
    ];
    fuzz(&texts(&valid), |input| {
        let text = String::from_utf8_lossy(input);
        let _ = Game::rules_named(&text);
        for rules in rules() {
            if let Ok(game) = Game::parse(&text, rules) {
                reads_back(&game.to_string(), &game.to_string(), |text| Game::parse(text, rules).map(|game| game.to_string()));
            }
        }
    });
}

#[test]
fn rule_sets() {
    // By a name of their own: changed rules may not have that of built-in ones.
    let renamed = |name: &str| RuleSet::builtin(name).unwrap().toml().replacen(&format!("\"{name}\""), "\"own\"", 1).into_bytes();
    let valid: Vec<Vec<u8>> = RuleSet::builtin_names().map(renamed).collect();
    fuzz(&valid, |input| {
        if let Ok(rules) = RuleSet::parse(&String::from_utf8_lossy(input)) {
            reads_back(&rules, rules.toml(), RuleSet::parse);
            let _ = rules.fingerprint();
            // An error here says how much memory it would take.
            let _ = Model::new(&rules, 0);
            for category in rules.categories() {
                assert!(rules.possible_points(category).contains(&0));
            }
        }
    });
}

#[test]
fn tables() {
    const GAME: &str = "name = 'small'\ndice = 2\n[upper-bonus]\nat = 8\npoints = 7\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'fours'\nface = 4";
    let rules = RuleSet::parse(GAME).unwrap();
    let table = Solver::of(Arc::new(Model::new(&rules, MEMORY_LIMIT).unwrap())).threads(1).solve();
    let bytes = table.to_bytes();
    let model = Arc::clone(table.model());
    // Read it as it is, and with the length and checksum corrected after the edits.
    fuzz(&[bytes], |input| {
        for repaired in [false, true] {
            let mut bytes = input.to_vec();
            if repaired && bytes.len() >= 28 {
                let end = bytes.len() - 8;
                bytes[12..20].copy_from_slice(&(end as u64 - 20).to_le_bytes());
                let checksum = xxh3_64(&bytes[..end]).to_le_bytes();
                bytes[end..].copy_from_slice(&checksum);
            }
            let _ = TableHeader::from_bytes(&bytes);
            if let Ok(table) = ValueTable::from_bytes(&model, &bytes) {
                assert!(table.iter().all(|(_, _, value)| value.is_finite()));
                assert_eq!(table.to_bytes().len(), bytes.len());
            }
        }
    });
}

/// `yahtzee advise --stdin`: one line for each question, one for each answer.
#[test]
#[ignore = "needs the program that YAHTZEE names: scripts/fuzz.sh builds it"]
fn questions() {
    let valid = [
        r#"{"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3, "extra": 0}}"#,
        r#"{"id": 7, "rules": "hasbro", "dice": [6,6,6,6,6], "rerolls_left": 0, "card": {"yahtzee": 50, "extra": 1, "sixes": 24, "chance": 30}}"#,
        r#"{"id": {"a": ["b", 1e9]}, "dice": [1,2,3,4,5], "rerolls_left": 1, "card": {}}"#,
    ];
    let program = Mutex::new(Program::start());
    fuzz(&texts(&valid), |input| {
        let line: Vec<u8> = input.iter().copied().filter(|byte| *byte != b'\n').collect();
        if !line.trim_ascii().is_empty() {
            program.lock().unwrap_or_else(PoisonError::into_inner).ask(&line);
        }
    });
    program.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
}

struct Program {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl Program {
    fn start() -> Program {
        let path = std::env::var_os("YAHTZEE").expect("YAHTZEE names the program");
        let mut child =
            Command::new(path).args(["advise", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let (sender, answers) = mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut program = Program { questions: child.stdin.take().unwrap(), child, answers };
        // The first answer waits until the table is solved.
        program.questions.write_all(b"{}\n").unwrap();
        program.answers.recv_timeout(HANG).expect("an answer");
        program
    }

    fn ask(&mut self, line: &[u8]) {
        self.questions.write_all(&[line, b"\n"].concat()).unwrap();
        let answer = self.answers.recv_timeout(HANG).unwrap_or_else(|error| panic!("{error}: {}", line.escape_ascii()));
        // An id comes back unchanged, even a number that no type can hold.
        let fields: HashMap<&str, IgnoredAny> = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        let has = |field: &str| fields.contains_key(field);
        assert!(has("options") != (has("error") && has("line")), "{answer}");
    }

    fn finish(mut self) {
        if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())) {
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            // Memory for the tables of all rule sets, which a question may name, and for the work.
            assert!(peak.is_none_or(|kilobytes| kilobytes < 500_000), "{status}");
        }
        drop(self.questions);
        assert!(self.answers.recv_timeout(HANG).is_err(), "an answer without a question");
        assert!(self.child.wait().unwrap().success());
    }
}
