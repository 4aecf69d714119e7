//! Atomic files, written as a whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::leftovers::{PREFIX, SUFFIX, remove_leftovers};
use super::regular_file::check_regular;

/// A temporary file that is older than this and not locked was left by a killed program.
pub const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// A file that gets its name at the end, so that a reader sees the old file or the new one, never a part. It is removed unless
/// [`persist`](WholeFile::persist) is called.
///
/// The temporary file is locked until then. Temporary files in the folder that killed programs left are removed once they are [old](LEFTOVER_AGE).
///
/// ```
/// use std::io::Write;
/// use yahtzee_solver::table::WholeFile;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("values.csv");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"score,probability\n")?;
/// assert!(!path.exists());
/// file.persist()?;
/// assert_eq!(std::fs::read(&path)?, b"score,probability\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    name: PathBuf,
    file: File,
    temporary: TempPath,
}

impl WholeFile {
    /// Starts a file with this final name. Until then it is a temporary file in the same folder, which must exist.
    ///
    /// # Errors
    ///
    /// If the folder does not exist or cannot be written, or if the name belongs to something other than a regular file, such as a folder or a
    /// device.
    pub fn create(name: &Path) -> io::Result<WholeFile> {
        // The file would replace a device.
        if let Ok(there) = std::fs::metadata(name) {
            check_regular(there.file_type())?;
        }
        // Readable for others as far as the user's umask allows.
        let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
        let made: NamedTempFile<File> = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder(name), create)?;
        let (file, temporary) = made.into_parts();
        // Not every file system has locks; there the age of the file protects it.
        let _ = file.try_lock();
        // Compare only times of the file system; they may differ from the machine's clock.
        if let Some(before) = file.metadata()?.modified().ok().and_then(|now| now.checked_sub(LEFTOVER_AGE)) {
            // A failure here leaves these files for the next time.
            let _ = remove_leftovers(folder(name), before);
        }
        Ok(WholeFile { name: name.to_path_buf(), file, temporary })
    }

    /// The open file and its temporary name, which stays, as if the program were killed now: for tests.
    pub fn left_behind(self) -> (File, TempPath) {
        (self.file, self.temporary)
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
        self.file.set_permissions(permissions)
    }

    /// Syncs the file, gives it its name and syncs the folder; it replaces a file with that name.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written, or the file cannot be renamed. If only the sync of the folder fails, the file has its name, but may lose it if
    /// the machine stops.
    pub fn persist(self) -> io::Result<()> {
        self.file.sync_all()?;
        self.temporary.persist(&self.name)?;
        sync(folder(&self.name))
    }

    /// Syncs the file, renames it to its name, which must be new, and syncs the folder.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if another file has the name, or as for [`persist`](WholeFile::persist).
    pub fn persist_new(self) -> io::Result<()> {
        self.file.sync_all()?;
        self.temporary.persist_noclobber(&self.name)?;
        sync(folder(&self.name))
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

/// The folder of a file.
fn folder(name: &Path) -> &Path {
    name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes sure that the names in a folder are on disk. Other systems than Unix open no folder, and journal names themselves.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot sync a folder, and some folders can be written but not read.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied) => Ok(()),
        synced => synced,
    }
}
