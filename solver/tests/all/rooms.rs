//! Only one file uses `bincode`.

use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file of source code in a folder and the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Replacing the encoding of the header changes only one file.
#[test]
fn one_file_uses_bincode() {
    let src = top().join("solver/src");
    let is_code = |line: &str| !line.trim_start().starts_with("//");
    let uses = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().any(|line| is_code(line) && line.contains("bincode"));
    let users: Vec<PathBuf> = sources(&src).into_iter().filter(uses).collect();
    assert_eq!(users, [src.join("table/header.rs")]);
}
