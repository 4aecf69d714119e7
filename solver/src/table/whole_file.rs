//! Files that are there as a whole, or not at all.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, PersistError};

/// A file that takes its name at the end: a reader sees the old file or the new one, never a part. Nothing stays of it without
/// [`keep`](WholeFile::keep).
///
/// ```
/// use std::io::Write;
/// use yahtzee_solver::WholeFile;
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
pub struct WholeFile {
    name: PathBuf,
    file: NamedTempFile,
}

impl WholeFile {
    /// Begins a file that is to have this name. It is written beside it, in the same folder, which must be there.
    ///
    /// # Errors
    ///
    /// Where the folder is not there, or cannot be written.
    pub fn create(name: &Path) -> io::Result<WholeFile> {
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".yahtzee-").suffix(".tmp");
        // Others may read it, as far as the owner's settings let them.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(WholeFile { name: name.to_path_buf(), file: builder.tempfile_in(folder)? })
    }

    /// The name that it has until it is kept.
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Sets the permissions that it keeps.
    ///
    /// # Errors
    ///
    /// Where the system refuses them.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.as_file().set_permissions(permissions)
    }

    /// Gives the file its name once its bytes are on the disk, in place of a file that has the name.
    ///
    /// # Errors
    ///
    /// Where the bytes cannot be written, or the name cannot be taken.
    pub fn keep(self) -> io::Result<()> {
        self.put(|file, name| file.persist(name))
    }

    /// Gives the file its name once its bytes are on the disk; no other file may have it.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) where one has, or as for [`keep`](WholeFile::keep).
    pub fn keep_new(self) -> io::Result<()> {
        self.put(|file, name| file.persist_noclobber(name))
    }

    fn put(self, persist: impl FnOnce(NamedTempFile, &Path) -> Result<File, PersistError>) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        persist(self.file, &self.name)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
