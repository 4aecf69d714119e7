//! Atomic files, written as a whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};
use xxhash_rust::xxh3::xxh3_64;

use super::leftovers::{PREFIX, SUFFIX, remove_leftovers_named};
use super::regular_file::check_regular;
use super::system::{Real, System};

/// A temporary file that is older than this and not locked was left by a killed program.
pub const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// A file that gets its name at the end, so that a reader sees the old file or the new one, never a part. It is removed unless
/// [`keep`](WholeFile::keep) is called.
///
/// The temporary file is locked until then. Older temporary files of the same file, left by killed programs, are removed once they are
/// [old](LEFTOVER_AGE) and not locked.
///
/// ```
/// use std::io::Write;
/// use yahtzee_solver::table::WholeFile;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("values.csv");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"score,probability\n")?;
/// assert!(!path.exists());
/// file.keep()?;
/// assert_eq!(std::fs::read(&path)?, b"score,probability\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile<S = Real> {
    name: PathBuf,
    file: File,
    temporary: TempPath,
    system: S,
}

impl WholeFile {
    /// Starts a file with this final name. Until it is kept it is a temporary file in the same folder, which must exist.
    ///
    /// # Errors
    ///
    /// If the folder does not exist or cannot be written, or if the name belongs to something other than a regular file, such as a folder or a
    /// device.
    pub fn create(name: &Path) -> io::Result<WholeFile> {
        WholeFile::create_with(Real, name)
    }
}

impl<S: System> WholeFile<S> {
    pub(super) fn create_with(system: S, name: &Path) -> io::Result<WholeFile<S>> {
        // The file would replace a device.
        if let Ok(there) = std::fs::metadata(name) {
            check_regular(there.file_type())?;
        }
        let prefix = prefix(name);
        let made: NamedTempFile<File> =
            tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).make_in(folder(name), |path| system.create(path))?;
        let (file, temporary) = made.into_parts();
        // Not every file system has locks; there the age of the file protects it.
        let _ = file.try_lock();
        // Compare only times of the file system; they may differ from the machine's clock.
        if let Some(before) = file.metadata()?.modified().ok().and_then(|now| now.checked_sub(LEFTOVER_AGE)) {
            // A failure here leaves these files for the next time.
            let _ = remove_leftovers_named(folder(name), &prefix, before);
        }
        Ok(WholeFile { name: name.to_path_buf(), file, temporary, system })
    }

    /// The temporary name.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Sets the permissions of the final file.
    ///
    /// # Errors
    ///
    /// If the system refuses them.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.system.set_permissions(&self.file, permissions)
    }

    /// Syncs the file, gives it its name and syncs the folder; it replaces a file with that name.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written, or the file cannot be renamed. If only the sync of the folder fails, the file has its name, but may lose it if
    /// the machine stops.
    pub fn keep(self) -> io::Result<()> {
        self.put(S::rename)
    }

    /// Syncs the file, renames it to its name, which must be new, and syncs the folder.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if another file has the name, or as for [`keep`](WholeFile::keep).
    pub fn keep_new(self) -> io::Result<()> {
        self.put(S::rename_new)
    }

    fn put(self, rename: impl FnOnce(&S, TempPath, &Path) -> io::Result<()>) -> io::Result<()> {
        self.system.sync(&self.file)?;
        rename(&self.system, self.temporary, &self.name)?;
        match self.system.sync_folder(folder(&self.name)) {
            // Some file systems cannot sync a folder, and some folders can be written but not read.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied) => Ok(()),
            synced => synced,
        }
    }
}

impl<S: System> Write for WholeFile<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.system.write(&mut self.file, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The folder of a file.
fn folder(name: &Path) -> &Path {
    name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The start of the temporary names of a file. It has a hash of the name, so that it is never too long.
fn prefix(name: &Path) -> String {
    let name = name.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{PREFIX}{:016x}-", xxh3_64(name))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::SystemTime;

    use super::*;
    use crate::table::remove_leftovers;

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
        file.set_permissions(file.file.metadata()?.permissions())?;
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
            let (file, temporary) = {
                let whole = WholeFile::create(name).unwrap();
                (whole.file, whole.temporary)
            };
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
}
