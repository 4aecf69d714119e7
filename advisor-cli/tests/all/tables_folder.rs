//! The tables folder is a cache. The program reports and repairs damage there, and still answers. It never replaces a file that the user names.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::{Ran, TableInfo, Value, shared_tables, text, yahtzee, yahtzee_in};
use tempfile::TempDir;

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
    yahtzee_in(tables).args(["value", "--json", "--rules"]).arg(rules(1)).output().unwrap().into()
}

/// Checks the value that a run printed, and returns its warnings.
fn warnings(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!((value.expected_final - DIE).abs() < 1e-9);
    ran.stderr.lines().map(|line| line.strip_prefix("warning: ").unwrap_or_else(|| panic!("{line}")).to_owned()).collect()
}

/// The files of a folder, hidden ones among them.
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
        ("format version 0, where this program reads version 1", older),
        ("not a value table", Vec::new()),
        ("not a value table", b"What is this?".to_vec()),
        ("the table of rule set 'die-2'", std::fs::read(table_of(2)).unwrap()),
    ]
}

#[test]
fn what_is_wrong_in_the_folder_is_reported_and_replaced() {
    let good = std::fs::read(table_of(1)).unwrap();
    for (wrong, bytes) in spoiled() {
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
        let ran = Ran::from(yahtzee_in(folder.path()).args(["table", "info"]).arg(&file).output().unwrap());
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
        let ran = Ran::from(yahtzee().args(["table", "info"]).arg(&path).output().unwrap());
        let message = ran.error(1);
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
    }
    let none = Ran::from(yahtzee_in(folder.path()).args(["table", "info"]).output().unwrap()).error(1);
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
    yahtzee_in(environment.path()).args(["value", "--rules"]).arg(rules(1)).arg("--tables").arg(option.path()).assert().success();
    assert_eq!((names(option.path()).len(), names(environment.path()).len()), (1, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn without_either_it_is_in_the_cache_directory() {
    let [cache, home] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for tables in [None, Some("")] {
        let mut command = yahtzee_in(Path::new(tables.unwrap_or_default()));
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
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| yahtzee_in(folder.path()).arg("value").output())).collect();
        for run in runs {
            assert!(Ran::from(run.join().unwrap().unwrap()).ok().contains(" 254.59\n"));
        }
    });
    assert_eq!(names(folder.path()).len(), 1);
    let path = folder.path().join(&names(folder.path())[0]);
    let info = yahtzee().args(["table", "info", "--json"]).arg(&path).output().unwrap();
    let info: TableInfo = serde_json::from_str(&Ran::from(info).ok()).unwrap();
    assert_eq!((info.rules.as_str(), info.states), ("hasbro", 536_448));
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let tables = ["1", "2"].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        yahtzee_in(folder.path()).args(["solve", "--threads", threads]).assert().success();
        std::fs::read(folder.path().join(&names(folder.path())[0])).unwrap()
    });
    assert!(tables[0] == tables[1]);
}
