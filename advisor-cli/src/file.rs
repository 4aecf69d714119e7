//! Files that somebody asks for are whole or not there: they are written beside their place, and take their name at the end.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::context::writing;
use crate::failure::Failure;
use crate::interrupt::OnInterrupt;

/// A file being written. Nobody sees half of it, and nothing stays of it without [`keep`](NewFile::keep).
pub(crate) struct NewFile {
    path: PathBuf,
    place: BufWriter<Place>,
}

enum Place {
    /// Another file in the same folder, which goes on an interrupt.
    Beside(NamedTempFile, OnInterrupt),
    /// A pipe or a device: its name is not to be taken from it.
    Itself(File),
}

impl NewFile {
    pub(crate) fn create(path: &Path) -> Result<NewFile, Failure> {
        let place = Place::of(path).map_err(|error| failure(path, &error))?;
        Ok(NewFile { path: path.to_path_buf(), place: BufWriter::new(place) })
    }

    /// Gives the file its name.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let NewFile { path, place } = self;
        let kept = place.into_inner().map_err(IntoInnerError::into_error).and_then(|place| match place {
            Place::Beside(file, _on_interrupt) => {
                // A link stays one: the file that it leads to is replaced.
                let target = path.canonicalize().unwrap_or_else(|_| path.clone());
                writing(|| file.persist(target)).map(drop).map_err(io::Error::from)
            }
            Place::Itself(_) => Ok(()),
        });
        kept.map_err(|error| failure(&path, &error))
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        // What is there already must be there to be written, whatever its folder allows.
        let (path, existing) = match File::options().write(true).open(path) {
            Ok(file) if !file.metadata()?.is_file() => return Ok(Place::Itself(file)),
            Ok(file) => (path.canonicalize()?, Some(file.metadata()?.permissions())),
            Err(error) if error.kind() == ErrorKind::NotFound => (path.to_path_buf(), None),
            Err(error) => return Err(error),
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".yahtzee-").suffix(".tmp");
        // As any file that somebody asks for, rather than one for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        let temporary = file.path().to_path_buf();
        let on_interrupt = OnInterrupt::new(move || {
            // It is gone already only once it has taken its name.
            let _ = std::fs::remove_file(&temporary);
        });
        if let Some(permissions) = existing {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(Place::Beside(file, on_interrupt))
    }
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
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(|error| failure(path, &error))?;
    file.keep()
}

/// That a file could not be written; where it is a pipe that nobody reads any more, that is no error.
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
        for keep in [false, true] {
            let mut file = NewFile::create(&path).unwrap();
            file.write_all(b"after").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
            if keep {
                file.keep().unwrap();
            }
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(names(folder.path()), ["values.csv"]);
        assert!(write(&folder.path().join("none/values.csv"), b"").is_err());
        assert!(write(folder.path(), b"").is_err());
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

        let device = folder.path().join("device");
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        write(&device, b"nothing").unwrap();
        assert_eq!(std::fs::read(&device).unwrap(), b"");
        assert_eq!(names(folder.path()), ["device", "link", "values.csv"]);
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
