//! The file that the games are written to.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use yahtzee_solver::Game;

use crate::context::writing;
use crate::failure::Failure;
use crate::interrupt::OnInterrupt;

/// Games one after the other, each as `review` reads it, under a comment with its number and score. Written to another file in the same folder first,
/// which takes the name at the end: nobody sees half of it.
pub(super) struct LogFile {
    path: PathBuf,
    games: u64,
    file: BufWriter<NamedTempFile>,
    on_interrupt: OnInterrupt,
}

impl LogFile {
    pub(super) fn create(path: &Path) -> Result<LogFile, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".games-").suffix(".tmp");
        // As any file that somebody asks for, rather than one for its owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| Failure::file(path, error))?;
        let temporary = file.path().to_path_buf();
        let on_interrupt = OnInterrupt::new(move || {
            // It is gone already only once it has taken its name.
            let _ = std::fs::remove_file(&temporary);
        });
        Ok(LogFile { path: path.to_path_buf(), games: 0, file: BufWriter::new(file), on_interrupt })
    }

    pub(super) fn write(&mut self, game: &Game) -> Result<(), Failure> {
        let apart = if self.games == 0 { "" } else { "\n" };
        self.games += 1;
        write!(self.file, "{apart}# game {}: {} points\n{game}", self.games, game.score_so_far())
            .map_err(|error| Failure::file(&self.path, error))
    }

    /// Gives the file its name.
    pub(super) fn keep(self) -> Result<(), Failure> {
        let LogFile { path, file, on_interrupt, .. } = self;
        let file = file.into_inner().map_err(|error| Failure::file(&path, error.error()))?;
        let kept = writing(|| file.persist(&path));
        drop(on_interrupt);
        kept.map(drop).map_err(|error| Failure::file(&path, error.error))
    }
}
