use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

use crate::table::{LEFTOVER_AGE, WholeFile, remove_leftovers};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_killed_programs_left_is_removed_when_it_is_old() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let long_ago = SystemTime::now() - 2 * LEFTOVER_AGE;
    let leave = |name: &Path| {
        let (file, temporary) = WholeFile::create(name).unwrap().left_behind();
        (file, temporary.keep().unwrap())
    };
    let [(held, held_path), (old, old_path), (_, young), (of_another, of_another_path)] =
        ["game.txt", "game.txt", "game.txt", "table.yzt"].map(|name| leave(&folder.path().join(name)));
    let foreign = folder.path().join(".yahtzee-notes");
    [&held, &old, &of_another, &File::create(&foreign).unwrap()].iter().for_each(|file| file.set_modified(long_ago).unwrap());
    drop((old, of_another));

    WholeFile::create(&path).unwrap().persist().unwrap();
    assert!(!old_path.exists() && !of_another_path.exists());
    assert!([&held_path, &young, &foreign, &path].iter().all(|path| path.exists()));
    drop(held);
    assert_eq!(remove_leftovers(folder.path(), SystemTime::now() - LEFTOVER_AGE).unwrap(), [held_path]);
    assert!(young.exists() && foreign.exists());
}

/// The old file stays, and no other file is there.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let before = std::fs::metadata(&path).unwrap().file_type();
    assert_eq!(WholeFile::create(&path).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert_eq!(WholeFile::create(folder.path()).unwrap_err().kind(), ErrorKind::IsADirectory);
    assert_eq!(std::fs::metadata(&path).unwrap().file_type(), before);
    assert_eq!(names(folder.path()), ["socket"]);
}

#[test]
fn any_name_that_a_file_may_have() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a".repeat(255), ".".repeat(3), "\u{fc} ".to_owned()] {
        let path = folder.path().join(name);
        WholeFile::create(&path).unwrap().persist().unwrap();
        assert!(path.is_file());
    }
}
