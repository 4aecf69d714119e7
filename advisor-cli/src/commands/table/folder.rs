//! `yahtzee table list` and `table prune`: the files of the tables folder.
//!
//! The program's own files have one of these names: `NAME-FINGERPRINT.yzt`, `NAME-FINGERPRINT.spread.yzt`, `NAME-FINGERPRINT.utility-….yzt` and
//! `NAME-FINGERPRINT.statistics-….yzt` (solved objectives), and the names of temporary files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use indicatif::DecimalBytes;
use serde::{Serialize, Serializer};
use yahtzee_dialogue::service::objective_named;
use yahtzee_solver::language::with_mark;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::table::{LEFTOVER_AGE, TableHeader, leftovers, remove_leftovers};
use yahtzee_solver::{RuleSet, SpreadTable, TableError, ValueTable, tr};

use super::rules_of;
use crate::args::PruneArgs;
use crate::context::Context;
use crate::files::file::shown;
use crate::system::interrupt::writing;
use crate::terminal::failure::{Failure, warn};
use crate::terminal::output;
use crate::text;

/// The state of a file in the tables folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FileState {
    /// It can be used.
    Sound,
    /// It is sound, but of rules that are neither built in nor given by `--rules`.
    UnknownRules,
    /// Of an earlier format or arithmetic.
    Older,
    /// Of a later format or arithmetic.
    Newer,
    Damaged,
    /// Not a table, under a name that the program never uses.
    Foreign,
    /// It cannot be read.
    Unreadable,
    /// A temporary file left by a killed program.
    Temporary,
}

impl FileState {
    fn in_words(self) -> String {
        match self {
            FileState::Sound => tr!("sound"),
            FileState::UnknownRules => tr!("unknown rules"),
            FileState::Older => tr!("of an older version"),
            FileState::Newer => tr!("of a newer version"),
            FileState::Damaged => tr!("damaged"),
            FileState::Foreign => tr!("not a table of this program"),
            FileState::Unreadable => tr!("unreadable"),
            FileState::Temporary => tr!("temporary"),
        }
    }

    fn of_error(error: &TableError, is_own_name: bool) -> FileState {
        match error {
            TableError::NotATable if !is_own_name => FileState::Foreign,
            TableError::Io(_) => FileState::Unreadable,
            TableError::Version { found, wanted } | TableError::Arithmetic { found, wanted } if found > wanted => FileState::Newer,
            TableError::Version { .. } | TableError::Arithmetic { .. } => FileState::Older,
            _ => FileState::Damaged,
        }
    }
}

/// A path in JSON. What is not UTF-8 in it is replaced.
#[expect(clippy::ptr_arg, reason = "serde passes the field")]
fn as_text<S: Serializer>(path: &PathBuf, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// A file of the tables folder.
/// A file of the tables folder. What cannot be read of it is null.
#[derive(Debug, Serialize)]
struct ListedTable {
    /// Its path.
    #[serde(serialize_with = "as_text")]
    file: PathBuf,
    /// Its length.
    bytes: u64,
    /// Whether it can be used: `older` and `newer` are of another version of the format or of the arithmetic, `foreign` is no table.
    state: FileState,
    /// The error; null if there is none.
    problem: Option<String>,
    /// The name of the rule set.
    rules: Option<String>,
    /// A hash of the rules that affect values.
    fingerprint: Option<String>,
    /// The objective.
    objective: Option<String>,
    /// The number of states; 0 for a solved objective.
    states: Option<u64>,
    /// Seconds since it was written.
    age: Option<u64>,
    /// Whether the program uses such a name.
    #[serde(skip)]
    is_own: bool,
    /// The digest of the values.
    #[serde(skip)]
    digest: u64,
}

impl ListedTable {
    fn of(context: &Context, file: PathBuf) -> Result<ListedTable, Failure> {
        let (header, digest) = match TableHeader::load(&file) {
            Ok((header, digest)) => (Ok(header), digest),
            Err(error) => (Err(error), 0),
        };
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let named = named(name);
        let wrong = |error: &TableError| (FileState::of_error(error, named.is_some()), error.to_string());
        let checked = header.as_ref().map_err(wrong).and_then(|header| {
            header.check_arithmetic().map_err(|error| wrong(&error))?;
            match named {
                Some((fingerprint, objective)) if fingerprint != header.fingerprint || objective != header.objective => {
                    Err((FileState::Damaged, "it holds another table than its name says".to_owned()))
                }
                _ => Ok(header),
            }
        });
        let (state, problem) = match checked {
            Ok(header) if rules_of(context, header)?.is_some() => (FileState::Sound, None),
            Ok(_) => (FileState::UnknownRules, None),
            Err((state, problem)) => (state, Some(problem)),
        };
        let header = header.ok();
        let metadata = std::fs::symlink_metadata(&file).ok();
        let written = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
        Ok(ListedTable {
            bytes: metadata.as_ref().map_or(0, std::fs::Metadata::len),
            state,
            problem,
            rules: header.as_ref().map(|header| header.rules.clone()),
            fingerprint: header.as_ref().map(|header| format!("{:016x}", header.fingerprint)),
            states: header.as_ref().map(|header| header.states),
            objective: header.map(|header| header.objective),
            age: written.and_then(|written| SystemTime::now().duration_since(written).ok()).map(|age| age.as_secs()),
            is_own: named.is_some() && metadata.is_some_and(|metadata| metadata.is_file()),
            file,
            digest,
        })
    }
}

/// The fingerprint and the objective in the name of a file of the program.
fn named(name: &str) -> Option<(u64, &'static str)> {
    let stem = name.strip_suffix(".yzt")?;
    let (stem, objective) = match stem.split_once('.') {
        None => (stem, ValueTable::OBJECTIVE),
        Some((stem, "spread")) => (stem, SpreadTable::OBJECTIVE),
        Some((stem, rest)) => (stem, objective_named(rest)?),
    };
    let (rules, fingerprint) = stem.rsplit_once('-')?;
    let is_hash = fingerprint.len() == 16 && fingerprint.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let is_name = !rules.is_empty() && rules.bytes().all(|letter| matches!(letter, b'0'..=b'9' | b'a'..=b'z' | b'-'));
    if is_hash && is_name { Some((u64::from_str_radix(fingerprint, 16).ok()?, objective)) } else { None }
}

fn folder_of(context: &Context) -> Result<PathBuf, Failure> {
    context.tables_folder().ok_or_else(|| Failure::failed(tr!("no tables folder: name a folder with --tables")))
}

/// The table files of a folder, by name; none if the folder does not exist.
fn tables_in(context: &Context, folder: &Path) -> Result<Vec<ListedTable>, Failure> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| Failure::file(folder, error))?,
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let mut paths = paths.map_err(|error| Failure::file(folder, error))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yzt"));
    paths.sort();
    paths.into_iter().map(|path| ListedTable::of(context, path)).collect()
}

pub(super) fn list(context: &Context) -> Result<(), Failure> {
    let folder = folder_of(context)?;
    let listed = tables_in(context, &folder)?;
    if context.json() {
        return output::print_json(&listed);
    }
    if listed.is_empty() {
        return output::print(&(tr!("no tables in {}", shown(&folder)) + "\n"));
    }
    let header = [tr!("file"), tr!("size"), tr!("state"), tr!("age")];
    let table = text::table(&header, &[false, true], rows(&listed));
    output::print(&format!("{}\n{table}{}", shown(&folder), digest(&listed)))
}

/// One number for the values of the built-in games whose tables are here: it changes with any bit of any value. Empty if there are none.
fn digest(listed: &[ListedTable]) -> String {
    let (mut digest, mut missing) = (0u64, Vec::new());
    let mut count = 0;
    for rules in RuleSet::builtin_names().filter_map(|name| RuleSet::builtin(name).ok()) {
        let fingerprint = Some(format!("{:016x}", rules.fingerprint()));
        let is_table = |file: &&ListedTable| {
            let is_of = file.fingerprint == fingerprint && file.objective.as_deref() == Some(ValueTable::OBJECTIVE);
            is_of && file.is_own && file.state == FileState::Sound
        };
        match listed.iter().find(is_table) {
            Some(file) => (digest, count) = (digest.rotate_left(7) ^ file.digest, count + 1),
            None => missing.push(rules.name().to_owned()),
        }
    }
    let digest = format!("{digest:016x}");
    match &missing[..] {
        _ if count == 0 => String::new(),
        [] => tr!("digest of all built-in games: {}", digest) + "\n",
        missing => tr!("digest of the built-in games but {}: {}", missing.join(", "), digest) + "\n",
    }
}

/// A row for each file, but one for all solved objectives of a kind: there may be hundreds, with long names.
fn rows(listed: &[ListedTable]) -> Vec<Vec<String>> {
    // The name or pattern, with the state, the bytes of all these files, and the age of the youngest.
    let mut rows: Vec<(String, FileState, u64, Option<u64>)> = Vec::new();
    for file in listed {
        let name = shown(file.file.file_name().unwrap_or_default().as_ref());
        let name = if file.is_own { pattern(&name).unwrap_or(name) } else { name };
        match rows.iter_mut().find(|(known, state, ..)| (known.as_str(), *state) == (name.as_str(), file.state)) {
            Some((_, _, bytes, age)) => {
                *bytes += file.bytes;
                *age = (*age).min(file.age);
            }
            None => rows.push((name, file.state, file.bytes, file.age)),
        }
    }
    let row = |(name, state, bytes, age): (String, FileState, u64, Option<u64>)| {
        let age = age.map_or_else(String::new, text::duration);
        vec![name, size_in_words(bytes), state.in_words(), age]
    };
    rows.into_iter().map(row).collect()
}

/// `2.52 MB`.
fn size_in_words(bytes: u64) -> String {
    with_mark(DecimalBytes(bytes).to_string())
}

/// The shell pattern of the names of all solved objectives of a kind; `None` for any other name.
fn pattern(name: &str) -> Option<String> {
    let (stem, rest) = name.split_once('.')?;
    Some(format!("{stem}.{}-*.yzt", objective_named(rest)?))
}

/// A removed file.
/// A removed file.
#[derive(Debug, Serialize)]
struct Removed {
    /// Its path.
    #[serde(serialize_with = "as_text")]
    file: PathBuf,
    /// Its state; `temporary` if a killed program left it.
    state: FileState,
    /// The length of a table; null for a temporary file.
    bytes: Option<u64>,
}

/// What was removed.
#[derive(Debug, Serialize)]
struct Pruned {
    /// The tables folder.
    #[serde(serialize_with = "as_text")]
    folder: PathBuf,
    /// Whether nothing was removed: `removed` lists what would be.
    dry_run: bool,
    /// The files.
    removed: Vec<Removed>,
}

pub(super) fn prune(context: &Context, args: &PruneArgs) -> Result<(), Failure> {
    let folder = folder_of(context)?;
    let PruneArgs { name, all, dry_run } = args;
    let is_chosen = |table: &ListedTable| match name {
        Some(name) => table.is_own && rules_in_name(&table.file) == Some(name),
        None => table.is_own && (*all || matches!(table.state, FileState::Older | FileState::Damaged)),
    };
    let mut removed = Vec::new();
    let mut stayed = 0;
    for ListedTable { file, state, bytes, .. } in tables_in(context, &folder)?.into_iter().filter(is_chosen) {
        match if *dry_run { Ok(()) } else { writing(|| std::fs::remove_file(&file)) } {
            Ok(()) => removed.push(Removed { file, state, bytes: Some(bytes) }),
            // Another program has removed it meanwhile.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                warn(format_args!("{}: {error}", file.display()));
                stayed += 1;
            }
        }
    }
    if name.is_none() {
        removed.extend(prune_leftovers(&folder, *all, *dry_run));
    }
    let pruned = Pruned { folder, dry_run: *dry_run, removed };
    if context.json() {
        output::print_json(&pruned)?;
    } else {
        output::print(&in_words(&pruned, name.as_deref()))?;
    }
    if stayed == 0 { Ok(()) } else { Err(Failure::failed(tr!("some files could not be removed"))) }
}

/// Removes what killed programs left. A file in use by a program stays.
fn prune_leftovers(folder: &Path, all: bool, dry_run: bool) -> Vec<Removed> {
    let age = if all { Duration::ZERO } else { LEFTOVER_AGE };
    let prune = if dry_run { leftovers } else { remove_leftovers };
    let left = SystemTime::now().checked_sub(age).and_then(|before| prune(folder, before).ok());
    left.unwrap_or_default().into_iter().map(|file| Removed { file, state: FileState::Temporary, bytes: None }).collect()
}

/// The name of the rule set in a file's name.
fn rules_in_name(file: &Path) -> Option<&str> {
    let (stem, _) = file.file_name()?.to_str()?.split_once('.')?;
    Some(stem.rsplit_once('-')?.0)
}

fn in_words(pruned: &Pruned, name: Option<&str>) -> String {
    let Pruned { folder, dry_run, removed } = pruned;
    if removed.is_empty() {
        let nothing = match name {
            Some(name) => tr!("nothing to remove of '{}' in {}", escaped(name), shown(folder)),
            None => tr!("nothing to remove in {}", shown(folder)),
        };
        return nothing + "\n";
    }
    let line = |Removed { file, state, bytes }: &Removed| {
        let size = bytes.map_or_else(String::new, |bytes| format!(", {}", size_in_words(bytes)));
        let what = state.in_words() + &size;
        let line = if *dry_run { tr!("would remove {} ({})", shown(file), what) } else { tr!("removed {} ({})", shown(file), what) };
        line + "\n"
    };
    removed.iter().map(line).collect()
}
