//! Helpers of the tests of the program: running it, and its JSON with unknown fields denied.

#![allow(unreachable_pub, reason = "nothing outside this test binary sees any of it")]

#[cfg(unix)]
pub mod terminal;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

/// The expected score of `hasbro` to the last digit; the published value is 254.5877.
pub const HASBRO: f64 = 254.587728734496;

/// The program, run in the process of the tests, which is faster than a separate process. It runs in the root of the workspace.
pub struct Program {
    args: Vec<OsString>,
    stdin: Vec<u8>,
}

/// The program in this process, without arguments yet. It uses `tables` as its tables folder.
pub fn yahtzee_in(tables: &Path) -> Program {
    static IN_ROOT: Once = Once::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    IN_ROOT.call_once(|| std::env::set_current_dir(root).expect("it is a folder"));
    Program { args: vec!["yahtzee".into(), "--tables".into(), tables.into()], stdin: Vec::new() }
}

/// The program in this process, with the tables folder shared by all tests of the test binary.
pub fn yahtzee() -> Program {
    yahtzee_in(shared_tables())
}

impl Program {
    pub fn arg(&mut self, arg: impl AsRef<OsStr>) -> &mut Program {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    pub fn args<S: AsRef<OsStr>>(&mut self, args: impl IntoIterator<Item = S>) -> &mut Program {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    pub fn write_stdin(&mut self, stdin: impl Into<Vec<u8>>) -> &mut Program {
        self.stdin = stdin.into();
        self
    }

    pub fn output(&self) -> advisor_cli::Ran {
        advisor_cli::captured(&self.args, &self.stdin)
    }

    pub fn ran(&self) -> Ran {
        let ran = self.output();
        Ran { status: Some(ran.status.into()), stdout: in_utf8(ran.stdout), stderr: in_utf8(ran.stderr) }
    }
}

/// The program as a process, without arguments yet, for tests of its environment, streams and end. It ignores the user's colours and settings, and
/// uses `tables` as its tables folder.
pub fn process_in(tables: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    for variable in ["CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.env("YAHTZEE_TABLES", tables);
    command.env("LC_ALL", "C");
    // No history, unless a test names one.
    command.env("YAHTZEE_HISTORY", "");
    command
}

/// A folder for the tables of this test binary, empty when it starts.
pub fn shared_tables() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let program = std::env::current_exe().expect("the test binary has a path");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(program.file_name().expect("the test binary has a name"));
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{}: {error}", folder.display());
        }
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        folder
    })
}

/// A timeout that is long enough on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Polls until there is a result.
pub fn wait_until<T>(what: &str, mut wanted: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = wanted() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran { status: output.status.code(), stdout: in_utf8(output.stdout), stderr: in_utf8(output.stderr) }
    }
}

fn in_utf8(output: Vec<u8>) -> String {
    String::from_utf8(output).expect("output is UTF-8")
}

impl Ran {
    /// The stdout of a successful run that printed nothing on stderr.
    pub fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""));
        self.stdout
    }

    /// The message after `error: ` of a run that failed with this status and printed nothing.
    pub fn error(self, status: i32) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (Some(status), ""), "{}", self.stderr);
        let message = self.stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("no error: {:?}", self.stderr));
        message.trim_end().to_owned()
    }
}

/// Runs the program with these arguments, and the shared tables.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    yahtzee().args(args).ran()
}

/// The text of a successful run.
pub fn text<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> String {
    run(args).ok()
}

/// The JSON of a successful run with `--json`: one value in one line.
pub fn json<T: DeserializeOwned, S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> T {
    let line = yahtzee().args(args).arg("--json").ran().ok();
    assert_eq!(line.find('\n'), Some(line.len() - 1), "one line: {line}");
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// `solve --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Solved {
    pub rules: String,
    pub expected_score: f64,
    pub states: u64,
    pub seconds: f64,
    pub threads: usize,
    pub table: Option<PathBuf>,
    pub bytes: Option<u64>,
}

/// `value --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CardValue {
    pub rules: String,
    pub score_so_far: u32,
    pub expected_remaining: f64,
    pub expected_final: f64,
}

/// An option, in `advise --json` and in other JSON.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JsonOption {
    Hold { hold: Vec<u8>, expected_final: f64, loss: f64, sd: Option<f64>, upper_bonus: Option<f64> },
    Score { category: String, points: u32, bonus: u32, expected_final: f64, loss: f64, sd: Option<f64>, upper_bonus: Option<f64> },
}

impl JsonOption {
    pub fn expected_final(&self) -> f64 {
        let (JsonOption::Hold { expected_final, .. } | JsonOption::Score { expected_final, .. }) = self;
        *expected_final
    }

    /// Standard deviation and chance of the upper bonus, which only `advise` gives.
    pub fn spread(&self) -> (f64, f64) {
        let (JsonOption::Hold { sd, upper_bonus, .. } | JsonOption::Score { sd, upper_bonus, .. }) = self;
        (sd.expect("advise gives it"), upper_bonus.expect("advise gives it"))
    }

    pub fn loss(&self) -> f64 {
        let (JsonOption::Hold { loss, .. } | JsonOption::Score { loss, .. }) = self;
        *loss
    }
}

/// `advise --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Advice {
    pub id: Option<serde_json::Value>,
    pub rules: String,
    pub dice: Vec<u8>,
    pub rerolls_left: u8,
    pub score_so_far: u32,
    pub expected_final: f64,
    pub exact: bool,
    pub exact_ties: bool,
    pub options: Vec<JsonOption>,
    pub chosen: Option<JsonOption>,
    pub why: Option<Why>,
    pub goal: Option<Goal>,
}

/// `why` in `advise --why --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Why {
    pub upper_bonus: Standing,
    pub best: Reason,
    pub rival: Option<Reason>,
    pub parts: Option<LossParts>,
    pub said: Vec<Explanation>,
}

/// The parts of the rival's loss.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct LossParts {
    pub turn: f64,
    pub extra_bonus: f64,
    pub upper_bonus: Option<f64>,
    pub later: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Explanation {
    pub heading: String,
    pub sentences: Vec<String>,
    #[serde(default)]
    pub bars: Vec<Bar>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Bar {
    pub words: String,
    pub points: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    None,
    Reached,
    OutOfReach,
    Open { needed: u32, most: u32 },
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Reason {
    pub option: JsonOption,
    pub ends: Vec<End>,
    pub upper_points: f64,
    pub bonus_reached: f64,
    pub bonus_out_of_reach: f64,
    pub gaining_zero: Option<GainingZero>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GainingZero {
    pub given_up: u32,
    pub gained_later: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct End {
    pub category: String,
    pub probability: f64,
    pub mean: f64,
    pub zero: f64,
}

/// `goal` in `advise --goal --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Goal {
    pub category: String,
    pub points: u32,
    pub options: Vec<GoalOption>,
}

/// An option with its chance. All fields are on one level, so the fields of each kind of option are optional.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GoalOption {
    pub kind: String,
    pub hold: Option<Vec<u8>>,
    pub category: Option<String>,
    pub points: Option<u32>,
    pub bonus: Option<u32>,
    pub expected_final: f64,
    pub loss: f64,
    pub chance: f64,
    pub expected_chased: f64,
}

/// `table info --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TableInfo {
    pub file: PathBuf,
    pub bytes: u64,
    pub rules: String,
    pub fingerprint: String,
    pub arithmetic: u32,
    pub objective: String,
    pub states: u64,
    pub values: u64,
}

/// An element of `rules list --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Listed {
    pub name: String,
    pub title: String,
    pub source: String,
    pub categories: usize,
    pub dice: usize,
    pub language: String,
    pub languages: Vec<String>,
}

/// `rules show --json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ShownRules {
    pub name: String,
    pub title: String,
    pub source: String,
    pub categories: usize,
    pub dice: usize,
    pub language: String,
    pub languages: Vec<String>,
    pub notes: Vec<String>,
    pub toml: String,
}

/// A table file of one block, with the right checksums: of the block, and of the head before it.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let head = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    let block = xxh3_64(&bytes[head..]).to_le_bytes();
    bytes[head - 16..head - 8].copy_from_slice(&block);
    let checksum = xxh3_64(&bytes[..head - 8]).to_le_bytes();
    bytes[head - 8..head].copy_from_slice(&checksum);
    bytes
}
