//! The system calls for writing a file, so that tests can make each of them fail.

use std::fmt::Debug;
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::TempPath;

/// The calls of [`WholeFile`](super::WholeFile).
pub trait System: Debug {
    /// Creates a new file, readable for others as far as the user's umask allows.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(path)
    }

    /// Writes some of the bytes, and returns how many.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    /// Sets the permissions of a file.
    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        file.set_permissions(permissions)
    }

    /// Puts the bytes of a file on disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    /// Renames a file; it replaces an existing file.
    fn rename(&self, from: TempPath, to: &Path) -> io::Result<()> {
        Ok(from.persist(to)?)
    }

    /// Renames a file to a name that must be new.
    fn rename_new(&self, from: TempPath, to: &Path) -> io::Result<()> {
        Ok(from.persist_noclobber(to)?)
    }

    /// Makes sure that the names in a folder are on disk.
    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Does nothing: a folder cannot be opened here, and the system journals names itself.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// The system that the program runs on.
#[derive(Clone, Copy, Debug)]
pub struct Real;

impl System for Real {}
