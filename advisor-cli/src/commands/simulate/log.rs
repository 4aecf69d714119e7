//! The log file of the games.

use std::io::Write;
use std::path::{Path, PathBuf};

use yahtzee_solver::Game;

use crate::files::file::{self, NewFile};
use crate::terminal::failure::Failure;

/// Writes games one after the other, each in the form of `review`, below a comment with its number and score.
pub(super) struct LogFile {
    path: PathBuf,
    games: u64,
    file: NewFile,
}

impl LogFile {
    pub(super) fn create(path: &Path) -> Result<LogFile, Failure> {
        let file = NewFile::create(path).map_err(|error| file::failure(path, &error))?;
        Ok(LogFile { path: path.to_path_buf(), games: 0, file })
    }

    pub(super) fn write(&mut self, game: &Game) -> Result<(), Failure> {
        let apart = if self.games == 0 { "" } else { "\n" };
        self.games += 1;
        write!(self.file, "{apart}# game {}: {} points\n{game}", self.games, game.score_so_far())
            .map_err(|error| file::failure(&self.path, &error))
    }

    /// Finishes the file and gives it its name.
    pub(super) fn persist(self) -> Result<(), Failure> {
        self.file.persist().map_err(|error| file::failure(&self.path, &error))
    }
}
