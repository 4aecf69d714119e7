use std::cell::Cell;
use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::SystemTime;

use tempfile::TempPath;
use yahtzee_solve::inside::{Real, System};
use yahtzee_solve::table::{LEFTOVER_AGE, WholeFile, remove_leftovers};

/// How a system call fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// It returns this error.
    Error(i32),
    /// A write takes only the first byte.
    Short,
}

const NO_SPACE: Fault = Fault::Error(28);
const FAULTS: [Fault; 4] = [NO_SPACE, Fault::Error(5), Fault::Error(4), Fault::Short];

/// The real system, with one failing call.
#[derive(Debug)]
struct Failing<'a> {
    /// The number of calls before it fails.
    left: &'a Cell<usize>,
    fault: Fault,
}

impl Failing<'_> {
    fn call(&self) -> io::Result<()> {
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        match self.fault {
            Fault::Error(code) if left == 0 => Err(io::Error::from_raw_os_error(code)),
            _ => Ok(()),
        }
    }
}

impl System for Failing<'_> {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.call()?;
        Real.create(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        let is_short = self.left.get() == 0 && self.fault == Fault::Short;
        self.call()?;
        Real.write(file, if is_short { &bytes[..1] } else { bytes })
    }

    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        self.call()?;
        Real.set_permissions(file, permissions)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.call()?;
        Real.sync(file)
    }

    fn rename(&self, from: TempPath, to: &Path) -> io::Result<()> {
        self.call()?;
        Real.rename(from, to)
    }

    fn rename_new(&self, from: TempPath, to: &Path) -> io::Result<()> {
        self.call()?;
        Real.rename_new(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.call()?;
        Real.sync_folder(folder)
    }
}

const OLD: &[u8] = b"the old file";
const NEW: &[u8] = b"the new file, which is longer";

/// Writes the new file as a save or a table is written.
fn write(system: Failing<'_>, path: &Path, is_new: bool) -> io::Result<()> {
    let mut file = WholeFile::create_with(system, path)?;
    file.set_permissions(file.temporary().metadata()?.permissions())?;
    for piece in NEW.chunks(10) {
        file.write_all(piece)?;
    }
    if is_new { file.keep_new() } else { file.keep() }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Each call of a write fails once, in each way. Afterwards the old or the new file is there, whole, and no other file.
#[test]
fn each_system_call_may_fail() {
    const CALLS: usize = 8;
    for is_new in [false, true] {
        for fault in FAULTS {
            for failing in 0..=CALLS {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("game.txt");
                if !is_new {
                    std::fs::write(&path, OLD).unwrap();
                }
                let left = Cell::new(failing);
                let written = write(Failing { left: &left, fault }, &path, is_new);
                let found = std::fs::read(&path).ok();
                let about = format!("{fault:?} in call {failing}, new: {is_new}: {written:?}");
                let old = (!is_new).then(|| OLD.to_vec());
                assert!(found == old || found.as_deref() == Some(NEW), "{about}");
                assert_eq!(names(folder.path()).len(), usize::from(found.is_some()), "{about}");
                // Only an error of the last call, the sync of the folder, comes after the new file.
                let is_there = found.as_deref() == Some(NEW);
                assert_eq!(is_there, written.is_ok() || failing == CALLS - 1, "{about}");
                let is_hidden = failing == CALLS || fault == Fault::Short || (fault == Fault::Error(4) && (2..5).contains(&failing));
                assert_eq!(written.is_ok(), is_hidden, "{about}");
                assert!(failing < CALLS || left.get() == 0, "there are {CALLS} calls, and each failed once");
            }
        }
    }
}

#[test]
fn what_killed_programs_left_is_removed_when_it_is_old() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let long_ago = SystemTime::now() - 2 * LEFTOVER_AGE;
    let leave = |name: &Path, modified| {
        let (file, temporary) = WholeFile::create(name).unwrap().left_behind();
        file.set_modified(modified).unwrap();
        (file, temporary.keep().unwrap())
    };
    let (held, held_path) = leave(&path, long_ago);
    let (_, young) = leave(&path, SystemTime::now());
    let (_, of_another) = leave(&folder.path().join("table.yzt"), long_ago);
    let (_, old) = leave(&path, long_ago);
    let foreign = folder.path().join(".yahtzee-notes");
    File::create(&foreign).unwrap().set_modified(long_ago).unwrap();

    WholeFile::create(&path).unwrap().keep().unwrap();
    assert!(!old.exists());
    assert!([&held_path, &young, &of_another, &foreign, &path].iter().all(|path| path.exists()));
    // In the tables folder the leftovers of all files are removed.
    assert_eq!(remove_leftovers(folder.path(), SystemTime::now() - LEFTOVER_AGE).unwrap(), [of_another]);
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
        WholeFile::create(&path).unwrap().keep().unwrap();
        assert!(path.is_file());
    }
}
