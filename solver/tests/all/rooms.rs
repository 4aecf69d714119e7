//! The rooms of the library use each other as `docs/design.md` says, and one file uses `bincode`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rooms in the order of the document, each with the rooms that it may use.
fn documented() -> Vec<(String, BTreeSet<String>)> {
    let design = std::fs::read_to_string(top().join("docs/design.md")).unwrap();
    let (_, table) = design.split_once("| room | holds | uses |").expect("the table of rooms");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let room = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let uses = cells[3].split('`').skip(1).step_by(2).map(str::to_owned).collect();
        (cells[1].trim_matches('`').trim_end_matches('/').to_owned(), uses)
    };
    rows.map(room).collect()
}

/// The files of a room without their tests, by name.
fn files(room: &str) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(top().join("solver/src").join(room)).unwrap();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), code)
    };
    let all: BTreeMap<String, String> = entries.map(|entry| read(entry.unwrap().path())).collect();
    let is_test = |name: &str| {
        all["mod"].contains(&format!("#[cfg(test)]\nmod {name};")) || all["mod"].contains(&format!("#[cfg(test)]\npub(crate) mod {name};"))
    };
    all.iter().filter(|(name, _)| !is_test(name)).map(|(name, code)| (name.clone(), code.clone())).collect()
}

/// The words that follow `prefix` in the lines of code.
fn words_after<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = lines.flat_map(move |line| line.split(prefix).skip(1));
    after.map(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap())
}

#[test]
fn rooms_use_what_the_document_says() {
    let documented = documented();
    let names: Vec<&String> = documented.iter().map(|(room, _)| room).collect();
    assert_eq!(names.len(), 14);
    for (index, (room, may_use)) in documented.iter().enumerate() {
        let files = files(room);
        let uses = files.values().flat_map(|code| words_after(code, "crate::"));
        let used: BTreeSet<String> =
            uses.filter(|&other| other != room && names.iter().any(|name| *name == other)).map(str::to_owned).collect();
        assert_eq!(used, *may_use, "{room}: what it uses, and what the document says");
        assert!(used.iter().all(|other| names[..index].contains(&other)), "{room} uses a room below it");
    }
}

/// Every file of source code in a folder and the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Whoever replaces the encoding of the header changes one file.
#[test]
fn one_file_uses_bincode() {
    let src = top().join("solver/src");
    let uses = |path: &PathBuf| words_after(&std::fs::read_to_string(path).unwrap(), "bincode").next().is_some();
    let users: Vec<PathBuf> = sources(&src).into_iter().filter(uses).collect();
    assert_eq!(users, [src.join("table/header.rs")]);
}
