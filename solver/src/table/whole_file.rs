//! Files that are written whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, PersistError};

/// A file that gets its name at the end: a reader sees the old file or the new one, never a part. Without
/// [`keep`](WholeFile::keep) it is removed.
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
    /// Starts a file with this final name. Until then it is a temporary file in the same folder, which must exist.
    ///
    /// # Errors
    ///
    /// If the folder does not exist or cannot be written.
    pub fn create(name: &Path) -> io::Result<WholeFile> {
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".yahtzee-").suffix(".tmp");
        // Readable for others, as far as the user's umask allows.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(WholeFile { name: name.to_path_buf(), file: builder.tempfile_in(folder)? })
    }

    /// The temporary name.
    pub fn temporary(&self) -> &Path {
        self.file.path()
    }

    /// Sets the permissions of the final file.
    ///
    /// # Errors
    ///
    /// If the system refuses them.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.as_file().set_permissions(permissions)
    }

    /// Syncs the file and gives it its name; it replaces a file with that name.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written, or the file cannot be renamed.
    pub fn keep(self) -> io::Result<()> {
        self.put(|file, name| file.persist(name))
    }

    /// Syncs the file and gives it its name, which no other file may have.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if another file has the name, or as for [`keep`](WholeFile::keep).
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
