//! Writes files so that they are complete or absent: each has a temporary name until the end.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use yahtzee_solver::printable::escaped;
use yahtzee_solver::table::WholeFile;

use crate::system::interrupt::{OnInterrupt, writing};
use crate::terminal::failure::Failure;

/// A path as shown on a terminal.
pub(crate) fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy()).into_owned()
}

/// A file being written. Other programs never see a part of it, and without [`persist`](NewFile::persist) it disappears.
pub(crate) struct NewFile {
    place: BufWriter<Place>,
}

enum Place {
    /// A temporary file in the same folder, removed on an interrupt.
    Beside(WholeFile, OnInterrupt),
    /// A pipe or a device, which must not be replaced by a file.
    Itself(File),
}

impl NewFile {
    pub(crate) fn create(path: &Path) -> io::Result<NewFile> {
        Ok(NewFile { place: BufWriter::new(Place::of(path)?) })
    }

    /// Gives the file its name. Replaces a file of that name.
    pub(crate) fn persist(self) -> io::Result<()> {
        self.put(WholeFile::persist)
    }

    /// Gives the file its name. Fails if a file of that name exists.
    pub(crate) fn persist_new(self) -> io::Result<()> {
        self.put(WholeFile::persist_new)
    }

    fn put(self, give: impl FnOnce(WholeFile) -> io::Result<()>) -> io::Result<()> {
        match self.place.into_inner().map_err(IntoInnerError::into_error)? {
            Place::Beside(file, _on_interrupt) => writing(|| give(file)),
            Place::Itself(_) => Ok(()),
        }
    }
}

impl Place {
    /// The place to write the file for `path`. A link stays a link; its target is replaced.
    fn of(path: &Path) -> io::Result<Place> {
        // An existing file must be writable, even if its folder would allow replacing it.
        let permissions = match File::options().write(true).open(path) {
            Ok(file) if !file.metadata()?.is_file() => return Ok(Place::Itself(file)),
            Ok(file) if is_stdout(&file)? => return Err(io::Error::other("stdout is written to it already: name another file")),
            Ok(file) => Some(file.metadata()?.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // Not cut short: an interrupt before the clean-up is registered would leave the file.
        let (file, on_interrupt) = writing(|| {
            let file = WholeFile::create(&end_of_links(path))?;
            let temporary = file.temporary().to_path_buf();
            let on_interrupt = OnInterrupt::new(move || {
                // This fails only if the file has its own name already.
                let _ = std::fs::remove_file(&temporary);
            });
            Ok::<_, io::Error>((file, on_interrupt))
        })?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        Ok(Place::Beside(file, on_interrupt))
    }
}

/// Whether stdout is this file, under any name. Replacing the file would lose what is printed.
#[cfg(unix)]
fn is_stdout(file: &File) -> io::Result<bool> {
    use std::os::fd::AsFd;
    let stdout = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    Ok(identity(&file.metadata()?) == identity(&stdout.metadata()?))
}

/// The identity of a file, unique among all files.
#[cfg(unix)]
pub(crate) fn identity(data: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn is_stdout(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// Follows links to the end, even if no file is there.
pub(crate) fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_path_buf();
    // The most links that operating systems follow.
    for _ in 0..40 {
        let Ok(link) = std::fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(link);
    }
    end
}

/// Whether both paths lead to one file. It need not exist yet.
pub(crate) fn are_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let end = end_of_links(path);
        let folder = end.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, end.file_name()?.to_owned()))
    };
    place(one).is_some_and(|place_of_one| place(other) == Some(place_of_one))
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.place.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.place.flush()
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Place::Beside(file, _) => file.write(bytes),
            Place::Itself(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Place::Beside(file, _) => file.flush(),
            Place::Itself(file) => file.flush(),
        }
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = NewFile::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.persist()
    });
    written.map_err(|error| failure(path, &error))
}

/// The failure that a file could not be written. It is no error if the file is a pipe closed by its reader.
pub(crate) fn failure(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe { Failure::ClosedPipe } else { Failure::file(path, error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values.csv");
        std::fs::write(&path, "before").unwrap();
        for persists in [false, true] {
            let mut file = NewFile::create(&path).unwrap();
            file.write_all(b"after").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
            if persists {
                file.persist().unwrap();
            }
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(names(folder.path()), ["values.csv"]);
        assert!(write(&folder.path().join("none/values.csv"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
    }

    #[test]
    fn a_new_file_takes_no_name_from_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let create = || {
            let mut file = NewFile::create(&path).unwrap();
            file.write_all(b"mine").unwrap();
            file.persist_new()
        };
        create().unwrap();
        std::fs::write(&path, "theirs").unwrap();
        assert_eq!(create().unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(names(folder.path()), ["game.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("values.csv"), folder.path().join("link"));
        std::fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");

        let nowhere = folder.path().join("nowhere");
        std::os::unix::fs::symlink("there", &nowhere).unwrap();
        write(&nowhere, b"new").unwrap();
        assert!(nowhere.is_symlink());
        assert_eq!(std::fs::read_to_string(folder.path().join("there")).unwrap(), "new");

        let device = folder.path().join("device");
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        write(&device, b"nothing").unwrap();
        assert_eq!(std::fs::read(&device).unwrap(), b"");
        assert_eq!(names(folder.path()), ["device", "link", "nowhere", "there", "values.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_what_they_are() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values.csv");
        std::fs::write(&path, "before").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        write(&path, b"after").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
