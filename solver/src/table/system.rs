//! The system calls by which a file is written, so that tests can let each of them fail.

use std::fmt::Debug;
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::TempPath;

/// The calls of [`WholeFile`](super::WholeFile).
pub trait System: Debug {
    /// Creates a file that does not exist, readable for others as far as the user's umask allows.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        file.set_permissions(permissions)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Gives a file its name, in place of the file that has it.
    fn rename(&self, from: TempPath, to: &Path) -> io::Result<()> {
        Ok(from.persist(to)?)
    }

    /// Gives a file its name, which no other file may have.
    fn rename_new(&self, from: TempPath, to: &Path) -> io::Result<()> {
        Ok(from.persist_noclobber(to)?)
    }

    /// Makes sure that the names in a folder are on the disk.
    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// A folder cannot be opened here; the system keeps its own journal of names.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// The system that the program runs on.
#[derive(Clone, Copy, Debug)]
pub struct Real;

impl System for Real {}
