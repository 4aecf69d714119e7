//! The tables folder is a cache. The program reports and repairs damage there, and still answers. It never replaces a file named by the user.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::{CardValue, Ran, TableInfo, process_in, sealed, shared_tables, text, yahtzee, yahtzee_in};
use tempfile::TempDir;
use yahtzee_solver::RuleSet;
use yahtzee_solver::space::StateSpace;

/// The value of a game of one die and one category that scores its pips: 14/3 with two rerolls.
const DIE: f64 = 14.0 / 3.0;

/// The rules of a game of one die and this many categories that score its pips.
fn rules(categories: usize) -> &'static Path {
    static FILES: OnceLock<[PathBuf; 2]> = OnceLock::new();
    &FILES.get_or_init(|| [1, 2].map(write_rules))[categories - 1]
}

fn write_rules(categories: usize) -> PathBuf {
    let file = shared_tables().join(format!("die-{categories}.toml"));
    let category = |n| format!("[[lower]]\nname = \"points-{n}\"\nany = true\npoints = \"all-dice\"\n");
    let categories: String = (0..categories).map(category).collect();
    std::fs::write(&file, format!("name = {:?}\ndice = 1\n{categories}", file.file_stem().unwrap().to_str().unwrap())).unwrap();
    file
}

/// One number for all answers. The three largest games take minutes; `yahtzee solve --all` solves them too.
#[test]
fn one_digest_of_the_values_of_the_built_in_games() {
    let folder = tempfile::tempdir().unwrap();
    for rules in RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()) {
        if StateSpace::bytes_needed(&rules) < 100_000_000 {
            text(["value", "--rules", rules.name()]);
            let file = format!("{}-{:016x}.yzt", rules.name(), rules.fingerprint());
            std::fs::copy(shared_tables().join(&file), folder.path().join(&file)).unwrap();
        }
    }
    let said = yahtzee_in(folder.path()).args(["table", "list"]).ran().stdout;
    let line = said.lines().last().unwrap();
    assert!(include_str!("../../../tables/README.md").contains(&format!("\n    {line}\n")), "tables/README.md has another line: {line}");
}

/// The table of a game of one die in the shared folder.
fn table_of(categories: usize) -> PathBuf {
    text(["value", "--rules", rules(categories).to_str().unwrap()]);
    let wanted = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(&format!("die-{categories}-"));
    std::fs::read_dir(shared_tables()).unwrap().map(|entry| entry.unwrap().path()).find(wanted).unwrap()
}

/// A new folder in which the table of the game of one category has these bytes.
fn folder_with(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(table_of(1).file_name().unwrap());
    std::fs::write(&file, bytes).unwrap();
    (folder, file)
}

fn value_in(tables: &Path) -> Ran {
    yahtzee_in(tables).args(["value", "--json", "--rules"]).arg(rules(1)).ran()
}

/// Checks the value that a run printed, and returns its warnings.
fn warnings(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let value: CardValue = serde_json::from_str(&ran.stdout).unwrap();
    assert!((value.expected_final - DIE).abs() < 1e-9);
    ran.stderr.lines().map(|line| line.strip_prefix("warning: ").unwrap_or_else(|| panic!("{line}")).to_owned()).collect()
}

/// The files of a folder, including hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn spoiled() -> Vec<(&'static str, Vec<u8>)> {
    let good = std::fs::read(table_of(1)).unwrap();
    let length = good.len();
    let mut flipped = good.clone();
    flipped[length / 2] ^= 4;
    let mut older = good.clone();
    older[8] = 0;
    vec![
        ("checksum does not match: the file is damaged", flipped),
        ("the file is truncated", good[..length / 2].to_vec()),
        ("the file is truncated", good[..10].to_vec()),
        ("the file is damaged", [&good[..], b"x"].concat()),
        ("format version 0, where this program reads version 2", older),
        ("not a value table", Vec::new()),
        ("not a value table", b"What is this?".to_vec()),
        ("the table of rule set 'die-2'", std::fs::read(table_of(2)).unwrap()),
    ]
}

#[test]
fn what_is_wrong_in_the_folder_is_reported_and_replaced() {
    let good = std::fs::read(table_of(1)).unwrap();
    // The checksums of this one are right, but no game pays this much.
    let end = good.len() - 16;
    let huge = sealed([&good[..end], &[1e308f64.to_le_bytes(); 2].concat()].concat());
    for (wrong, bytes) in spoiled().into_iter().chain([("damaged: a value is not from 0 to ", huge)]) {
        let (folder, file) = folder_with(&bytes);
        let warnings = warnings(&value_in(folder.path()));
        let [warning] = &warnings[..] else { panic!("{wrong}: {warnings:?}") };
        assert!(warning.starts_with(&format!("{}: ", file.display())) && warning.ends_with("; solving anew"), "{warning}");
        assert!(warning.contains(wrong), "{wrong}: {warning}");
        assert!(std::fs::read(&file).unwrap() == good, "{wrong}: replaced");
        assert_eq!(names(folder.path()).len(), 1, "{wrong}");
        assert_eq!(value_in(folder.path()).stderr, "", "{wrong}");
    }
}

#[test]
fn a_named_file_is_never_replaced() {
    for (wrong, bytes) in spoiled() {
        let (folder, file) = folder_with(&bytes);
        let ran = yahtzee_in(folder.path()).args(["table", "info"]).arg(&file).ran();
        if wrong.contains("die-2") {
            assert!(ran.ok().contains("die-2"), "the content of a file counts, not its name");
        } else {
            let message = ran.error(1);
            assert!(message.starts_with(&format!("{}: ", file.display())) && message.contains(wrong), "{wrong}: {message}");
        }
        assert!(std::fs::read(&file).unwrap() == bytes, "{wrong}: left alone");
        assert_eq!(names(folder.path()).len(), 1, "{wrong}");
    }
}

#[test]
fn a_named_file_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("none.yzt"), folder.path().to_path_buf()] {
        let ran = yahtzee().args(["table", "info"]).arg(&path).ran();
        let message = ran.error(1);
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
    }
    let none = yahtzee_in(folder.path()).args(["table", "info"]).ran().error(1);
    assert!(none.ends_with("no table yet: 'yahtzee solve' makes it"), "{none}");
}

#[test]
fn a_folder_is_made_with_its_parents() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("one/two three/\u{fc}");
    assert_eq!(warnings(&value_in(&deep)), [""; 0]);
    assert_eq!(names(&deep).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let mut wrong = vec![file.clone(), file.join("below")];
    if cfg!(target_os = "linux") {
        wrong.extend([PathBuf::from("/proc/nothing"), PathBuf::from("/dev/full")]);
    }
    for tables in wrong {
        let warnings = warnings(&value_in(&tables));
        let last = warnings.last().unwrap();
        assert!(last.starts_with("cannot keep the table as ") && last.contains(tables.to_str().unwrap()), "{last}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "no folder");
}

#[test]
fn a_folder_where_the_file_should_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(table_of(1).file_name().unwrap());
    std::fs::create_dir(&file).unwrap();
    let warnings = warnings(&value_in(folder.path()));
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].ends_with("; solving anew") && warnings[1].starts_with("cannot keep the table as "), "{warnings:?}");
    assert_eq!(names(folder.path()).len(), 1, "no other file is left");
}

#[test]
fn the_option_beats_the_environment() {
    let [option, environment] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    process_in(environment.path()).args(["value", "--rules"]).arg(rules(1)).arg("--tables").arg(option.path()).assert().success();
    assert_eq!((names(option.path()).len(), names(environment.path()).len()), (1, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn without_either_it_is_in_the_cache_directory() {
    let [cache, home] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for tables in [None, Some("")] {
        let mut command = process_in(Path::new(tables.unwrap_or_default()));
        if tables.is_none() {
            command.env_remove("YAHTZEE_TABLES");
        }
        let ran = Ran::from(
            command.env("XDG_CACHE_HOME", cache.path()).env("HOME", home.path()).args(["value", "--rules"]).arg(rules(1)).output().unwrap(),
        );
        assert_eq!(ran.stderr, "", "{tables:?}");
        assert_eq!(ran.status, Some(0), "{tables:?}");
    }
    assert_eq!((names(&cache.path().join("yahtzee")).len(), names(home.path()).len()), (1, 0));
}

#[test]
fn several_at_once_write_one_table() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| process_in(folder.path()).arg("value").output())).collect();
        for run in runs {
            assert!(Ran::from(run.join().unwrap().unwrap()).ok().contains(" 254.59\n"));
        }
    });
    assert_eq!(names(folder.path()).len(), 1);
    let path = folder.path().join(&names(folder.path())[0]);
    let info = yahtzee().args(["table", "info", "--json"]).arg(&path).ran();
    let info: TableInfo = serde_json::from_str(&info.ok()).unwrap();
    assert_eq!((info.rules.as_str(), info.states), ("hasbro", 536_448));
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let tables = ["1", "2"].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        yahtzee_in(folder.path()).args(["solve", "--threads", threads]).ran().ok();
        std::fs::read(folder.path().join(&names(folder.path())[0])).unwrap()
    });
    assert!(tables[0] == tables[1]);
}

/// The entry of a file in `table list --json`.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    file: PathBuf,
    bytes: u64,
    state: String,
    problem: Option<String>,
    rules: Option<String>,
    fingerprint: Option<String>,
    objective: Option<String>,
    states: Option<u64>,
    age: Option<u64>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Pruned {
    folder: PathBuf,
    dry_run: bool,
    removed: Vec<Removed>,
}

#[derive(Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Removed {
    file: PathBuf,
    state: String,
    bytes: Option<u64>,
}

/// A folder with a sound table, others that are older, damaged or of unknown rules, and foreign files.
fn mixed_folder() -> TempDir {
    let good = std::fs::read(table_of(1)).unwrap();
    let (folder, _) = folder_with(&good);
    let path = |name: &str| folder.path().join(name);
    let mut older = good.clone();
    older[8] = 1;
    let mut newer = good.clone();
    newer[8] = 9;
    std::fs::write(path("old-0123456789abcdef.yzt"), &older).unwrap();
    std::fs::write(path("new-0123456789abcdef.yzt"), &newer).unwrap();
    std::fs::write(path("cut-0123456789abcdef.spread.yzt"), &good[..40]).unwrap();
    std::fs::write(path("other-0123456789abcdef.yzt"), &good).unwrap();
    std::fs::copy(table_of(2), path(table_of(2).file_name().unwrap().to_str().unwrap())).unwrap();
    std::fs::write(path("mine.yzt"), b"my own").unwrap();
    std::fs::write(path("notes.txt"), b"my own").unwrap();
    std::fs::write(path("old-0123456789abcdef.yzt.bak"), &older).unwrap();
    std::fs::create_dir(path("folder-0123456789abcdef.yzt")).unwrap();
    for (name, hours) in [(".yahtzee-old.tmp", 2), (".yahtzee-young.tmp", 0), (".yahtzee-held.tmp", 2)] {
        let file = std::fs::File::create(path(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3600)).unwrap();
    }
    folder
}

fn table_command(folder: &Path, args: &[&str]) -> String {
    yahtzee_in(folder).arg("table").args(args).arg("--rules").arg(rules(1)).ran().ok()
}

fn of_json<T: serde::de::DeserializeOwned>(folder: &Path, args: &[&str]) -> T {
    serde_json::from_str(&table_command(folder, &[args, &["--json"]].concat())).unwrap()
}

#[test]
fn the_folder_is_listed() {
    let folder = mixed_folder();
    let listed: Vec<Listed> = of_json(folder.path(), &["list"]);
    let state = |start: &str| {
        let found = listed.iter().find(|listed| listed.file.file_name().unwrap().to_str().unwrap().starts_with(start));
        found.unwrap_or_else(|| panic!("{start}")).state.as_str()
    };
    let states = ["die-1-", "die-2-", "old-", "new-", "cut-", "other-", "mine", "folder-"].map(state);
    assert_eq!(states, ["sound", "unknown-rules", "older", "newer", "damaged", "damaged", "foreign", "unreadable"]);
    assert_eq!(listed.len(), 8);
    let sound = listed.iter().find(|listed| listed.state == "sound").unwrap();
    assert_eq!((sound.rules.as_deref(), sound.objective.as_deref(), &sound.problem), (Some("die-1"), Some("expected-score"), &None));
    assert_eq!((sound.states, sound.bytes), (Some(2), std::fs::metadata(&sound.file).unwrap().len()));
    assert!(sound.age.unwrap() < 3600 && sound.file.to_str().unwrap().contains(sound.fingerprint.as_deref().unwrap()));
    let text = table_command(folder.path(), &["list"]);
    assert!(text.contains("unknown rules") && text.contains("die-1"), "{text}");
    for (name, state) in [("mine.yzt", "not a table of this program"), ("new-0", "of a newer version"), ("old-0", "of an older version")] {
        let line = text.lines().find(|line| line.contains(name)).unwrap();
        assert!(line.contains(state) && !line.contains("damaged"), "{line}");
    }
    // Solved objectives have long names, and there may be many.
    for objective in
        ["utility-74157ba33500d5a6-3-9-0-0-ffffff0f-ffffff0f", "utility-74157ba33500d5a6-7-9-0-0-ffffff0f-ffffff0f", "statistics-0"]
    {
        std::fs::write(folder.path().join(format!("old-0123456789abcdef.{objective}.yzt")), [0; 500]).unwrap();
    }
    let text = table_command(folder.path(), &["list"]);
    let solved: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| name.contains('*')).collect();
    assert_eq!(solved, ["old-0123456789abcdef.statistics-*.yzt", "old-0123456789abcdef.utility-*.yzt"]);
    assert!(text.lines().any(|line| line.contains("utility-*") && line.contains("1.00 kB")), "{text}");
    assert_eq!(of_json::<Vec<Listed>>(folder.path(), &["list"]).len(), 11);

    let none = folder.path().join("none");
    assert!(table_command(&none, &["list"]).starts_with("no tables in "));
    assert_eq!(of_json::<Vec<Listed>>(&none, &["list"]).len(), 0);
}

/// One name that is not UTF-8 does not hide the other files.
#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_listed() {
    use std::os::unix::ffi::OsStrExt;
    let folder = mixed_folder();
    let before = of_json::<Vec<Listed>>(folder.path(), &["list"]).len();
    std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"bad-\xff.yzt")), "x").unwrap();
    let listed: Vec<Listed> = of_json(folder.path(), &["list"]);
    assert_eq!(listed.len(), before + 1);
    assert!(listed.iter().any(|listed| listed.file.ends_with("bad-\u{fffd}.yzt") && listed.state == "foreign"));
    table_command(folder.path(), &["prune", "--all"]);
}

#[test]
fn what_is_of_no_use_is_pruned() {
    let folder = mixed_folder();
    let held = std::fs::File::open(folder.path().join(".yahtzee-held.tmp")).unwrap();
    held.lock().unwrap();
    let before = names(folder.path());
    let planned: Pruned = of_json(folder.path(), &["prune", "--dry-run"]);
    assert_eq!(names(folder.path()), before);
    let pruned: Pruned = of_json(folder.path(), &["prune"]);
    assert!(planned.dry_run && !pruned.dry_run);
    assert_eq!(planned.removed, pruned.removed);
    assert_eq!(pruned.folder, folder.path());
    let gone = |pruned: &Pruned| {
        let name = |removed: &Removed| (removed.file.file_name().unwrap().to_str().unwrap().to_owned(), removed.state.clone());
        pruned.removed.iter().map(name).collect::<Vec<_>>()
    };
    let wanted = [
        ("cut-0123456789abcdef.spread.yzt", "damaged"),
        ("old-0123456789abcdef.yzt", "older"),
        ("other-0123456789abcdef.yzt", "damaged"),
        (".yahtzee-old.tmp", "temporary"),
    ];
    assert_eq!(gone(&pruned), wanted.map(|(name, state)| (name.to_owned(), state.to_owned())));
    let left: Vec<String> = before.into_iter().filter(|name| !wanted.iter().any(|(gone, _)| gone == name)).collect();
    assert_eq!(names(folder.path()), left);
    assert!(table_command(folder.path(), &["prune"]).starts_with("nothing to remove in "));

    // The files of one rule set, known or not.
    let copy = |name: &str| std::fs::write(folder.path().join(name), "a spread").unwrap();
    let gone_of = ["gone-0123456789abcdef.spread.yzt", "gone-0123456789abcdef.yzt"];
    gone_of.into_iter().for_each(copy);
    copy("gone-too-0123456789abcdef.yzt");
    let said = table_command(folder.path(), &["prune", "gone", "--dry-run"]);
    assert_eq!(said.matches("would remove ").count(), 2, "{said}");
    let pruned: Pruned = of_json(folder.path(), &["prune", "gone"]);
    assert_eq!(gone(&pruned), gone_of.map(|name| (name.to_owned(), "damaged".to_owned())));
    assert!(table_command(folder.path(), &["prune", "gone"]).starts_with("nothing to remove of 'gone' in "));

    // Everything made by the program, but no foreign file and no file in use.
    assert!(table_command(folder.path(), &["prune", "--all"]).contains("die-2-"));
    let foreign =
        [".yahtzee-held.tmp", "folder-0123456789abcdef.yzt", "mine.yzt", "notes.txt", "old-0123456789abcdef.yzt.bak"].map(str::to_owned);
    assert_eq!(names(folder.path()), foreign);
}

#[test]
fn what_killed_programs_left_goes_when_a_table_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [old, young] = [".yahtzee-old.tmp", ".yahtzee-young.tmp"].map(|name| folder.path().join(name));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(2 * 3600);
    std::fs::File::create(&old).unwrap().set_modified(long_ago).unwrap();
    std::fs::File::create(&young).unwrap();
    assert_eq!(warnings(&value_in(folder.path())), [""; 0]);
    assert!(!old.exists() && young.exists());
}

/// `solve` is asked to write a table: if it cannot, it still prints the result, and fails.
#[test]
fn solve_fails_where_it_cannot_keep_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let ran = yahtzee_in(&file).args(["solve", "--json", "--rules"]).arg(rules(1)).ran();
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("\"table\":null,\"bytes\":null"), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("error: cannot keep the table as "), "{}", ran.stderr);
    if cfg!(target_os = "linux") {
        yahtzee_in(folder.path()).args(["table", "export", "--output", "/dev/full", "--rules"]).arg(rules(1)).ran().error(1);
    }
}

/// On a full disk the answer comes from memory, the old file stays, and no part of a new one is left.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(yahtzee_solver::ValueTable::file_name(&RuleSet::builtin("hasbro").unwrap()));
    std::fs::write(&file, "old").unwrap();
    let script =
        format!("trap '' XFSZ; ulimit -f 1; exec '{}' value --tables '{}'", env!("CARGO_BIN_EXE_yahtzee"), folder.path().display());
    let ran: Ran = std::process::Command::new("sh").args(["-c", &script]).output().unwrap().into();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("254.5") && ran.stderr.contains("cannot keep the table as "), "{}{}", ran.stdout, ran.stderr);
    assert_eq!((names(folder.path()).len(), std::fs::read(&file).unwrap().as_slice()), (1, &b"old"[..]));
}

/// A table is a regular file: anything else is refused at once.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join(table_of(1).file_name().unwrap());
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let device = PathBuf::from("/dev/zero");
    for path in [&pipe, &device] {
        for command in ["info", "export"] {
            let message = yahtzee_in(folder.path()).args(["table", command]).arg(path).ran().error(1);
            assert!(message.ends_with("it is a pipe or a device, not a regular file"), "{message}");
        }
    }
    // Nor a giant sparse file.
    let giant = folder.path().join("giant.yzt");
    std::fs::File::create(&giant).unwrap().set_len(1 << 42).unwrap();
    yahtzee_in(folder.path()).args(["table", "info"]).arg(&giant).ran().error(1);
    // In the folder it blocks the table: the program warns and answers.
    let said = warnings(&value_in(folder.path()));
    assert!(said[0].ends_with("it is a pipe or a device, not a regular file; solving anew"), "{said:?}");
}

/// The output of a command with these tables, and its warnings.
fn said(tables: &Path, args: &[&str]) -> (String, String) {
    let ran = yahtzee_in(tables).args(args).ran();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    (ran.stdout, ran.stderr)
}

/// Damage in what a command reads is reported and repaired, and the answer is the same. Kniffel has the fewest states of the games with all tables.
#[test]
fn what_is_read_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/games/kniffel-greedy.txt");
    let commands = [
        (&["advise", "--rules", "kniffel", "--json", "13356"][..], 2),
        (&["advise", "--rules", "kniffel", "13356", "--all"], 2),
        (&["value", "--rules", "kniffel"], 1),
        (&["review", game, "--why", "--json"], 3),
        (&["quiz", "--rules", "kniffel", "--json", "--positions", "1", "--seed", "1"], 1),
    ];
    said(folder.path(), commands[0].0);
    for (args, tables) in commands {
        let answer = said(folder.path(), args);
        assert_eq!(answer.1, "", "{args:?}");
        // The spread comes first.
        for name in names(folder.path()).into_iter().rev().take(tables) {
            let path = folder.path().join(&name);
            let good = std::fs::read(&path).unwrap();
            let mut damaged = good.clone();
            *damaged.last_mut().unwrap() ^= 1;
            std::fs::write(&path, &damaged).unwrap();
            let (mended, warnings) = said(folder.path(), args);
            assert_eq!(mended, answer.0);
            let [warning] = warnings.lines().collect::<Vec<_>>()[..] else { panic!("{args:?}: {warnings}") };
            assert!(
                warning.contains(&name) && warning.ends_with("checksum does not match: the file is damaged; solving anew"),
                "{warning}"
            );
            assert!(std::fs::read(&path).unwrap() == good, "{name} is replaced");
        }
    }
}

/// Damage in unread parts is not noticed; commands that check everything notice it.
#[test]
fn damage_elsewhere_is_found_by_what_reads_all() {
    let folder = tempfile::tempdir().unwrap();
    let answer = said(folder.path(), &["value"]);
    let path = folder.path().join(&names(folder.path())[0]);
    let mut damaged = std::fs::read(&path).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    assert_eq!(said(folder.path(), &["value"]), answer);
    assert!(std::fs::read(&path).unwrap() == damaged);
    assert!(said(folder.path(), &["table", "list", "--json"]).0.contains("\"damaged\""));
    for command in ["info", "export"] {
        let message = yahtzee_in(folder.path()).args(["table", command]).arg(&path).ran().error(1);
        assert!(message.contains("checksum does not match"), "{command}: {message}");
    }
    let warnings = said(folder.path(), &["stats"]).1;
    assert!(warnings.contains("solving anew"), "{warnings}");
    assert!(std::fs::read(&path).unwrap() != damaged);
}
