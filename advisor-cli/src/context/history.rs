//! The history on disk: an append-only file of lines. `yahtzee_dialogue::training` reads and writes the lines.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, Local};
use yahtzee_dialogue::session::{Mode, Played, Seat};
use yahtzee_dialogue::training::daily::Day;
use yahtzee_dialogue::training::record::{GameRecord, LONGEST};
use yahtzee_dialogue::training::{History, Record, Whose};
use yahtzee_solver::table::open_regular;
use yahtzee_solver::{ValueTable, tr};

use crate::args::HistoryArgs;
use crate::context::Context;
use crate::files::locked::locked;
use crate::system::interrupt::writing;
use crate::terminal::failure::{Failure, warn};

/// The file of a history. It need not exist.
#[derive(Clone, Debug)]
pub(crate) struct HistoryFile {
    path: PathBuf,
    /// The memory limit for its records, in bytes.
    memory: u64,
}

impl HistoryArgs {
    /// The history file, if there is one. Without `--history` it is in the data folder.
    pub(crate) fn file(&self, context: &Context) -> Option<HistoryFile> {
        if self.no_history {
            return None;
        }
        let path = match &self.history {
            Some(path) if path.as_os_str().is_empty() => None,
            Some(path) => Some(path.clone()),
            None => context.data_folder().map(|folder| folder.join("history.jsonl")),
        };
        path.map(|path| HistoryFile::new(path, context))
    }
}

/// The time, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The local date of a time in seconds since 1970. It changes at midnight in the time zone of the device, like a calendar.
pub(crate) fn day_of(seconds: u64) -> Day {
    let local = || {
        let date = DateTime::from_timestamp(seconds.try_into().ok()?, 0)?.with_timezone(&Local).date_naive();
        Day::new(u32::try_from(date.year()).ok()?.checked_mul(10_000)? + date.month() * 100 + date.day())
    };
    local().unwrap_or_else(|| Day::at(seconds))
}

/// The finished games as records; `mode` says how they were played.
pub(crate) fn finished<'a>(seats: impl Iterator<Item = &'a Seat>, mode: Mode, table: &ValueTable) -> Vec<Record> {
    let seats: Vec<&Seat> = seats.collect();
    let games = (0..seats.len()).filter_map(|player| GameRecord::new(&seats, player, Some(mode), now(), table).ok().flatten());
    games.map(Record::Game).collect()
}

/// Records a game that is looked over if it is that of the owner of the history, or if `mine` says so. Returns the number of new records, which
/// is 0 for a game that is recorded already and for one that no history has, or why it is not recorded.
pub(crate) fn record_reviewed(
    file: Option<&HistoryFile>,
    played: &Played,
    player: usize,
    mine: bool,
    table: &ValueTable,
) -> Result<usize, String> {
    let Some(file) = file else { return Ok(0) };
    let Ok(Some(record)) = GameRecord::new(&played.seats.iter().collect::<Vec<_>>(), player, played.mode, now(), table) else {
        let why = tr!("Not recorded in your history: only a finished game from its start, whose throws are all known, is.");
        return if mine { Err(why) } else { Ok(0) };
    };
    // A history that cannot be read cannot be written either, which then is said.
    let owner = file.read().unwrap_or_default().owner();
    match Whose::of(played, player, &owner).not_recorded() {
        Some(why) if !mine => Err(format!("{why} {}", tr!("If it is yours, add --mine."))),
        _ => Ok(file.add_or_warn(vec![Record::Game(GameRecord { player: owner, computer: None, ..record })])),
    }
}

impl HistoryFile {
    pub(crate) fn new(path: PathBuf, context: &Context) -> HistoryFile {
        // There may be a second history, to import, and the text of what is written.
        HistoryFile { path, memory: context.memory() / 3 }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All records; none if there is no file.
    pub(crate) fn read(&self) -> Result<History, Failure> {
        match self.try_read() {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(History::default()),
            read => read.map_err(|error| Failure::file(&self.path, error)),
        }
    }

    /// As [`HistoryFile::read`], but it must exist.
    pub(crate) fn read_existing(&self) -> Result<History, Failure> {
        self.try_read().map_err(|error| Failure::file(&self.path, error))
    }

    /// Reads the open file, from its start.
    fn read_open(&self, file: &File) -> io::Result<History> {
        if file.metadata()?.len() > LONGEST {
            return Err(io::Error::other(tr!("it is longer than {} bytes, the most that is read: move it away", LONGEST)));
        }
        History::read_from(BufReader::new(file.take(LONGEST)), self.memory).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => {
                io::Error::other(tr!("its records need more memory than the limit leaves for them: raise it with --memory"))
            }
            _ => error,
        })
    }

    fn try_read(&self) -> io::Result<History> {
        self.read_open(&open_regular(&self.path)?)
    }

    /// Adds new records. Returns their lines.
    pub(crate) fn add(&self, records: Vec<Record>) -> Result<Vec<String>, Failure> {
        if records.is_empty() {
            return Ok(Vec::new());
        }
        self.append(|history| {
            let mut lines = Vec::new();
            for record in records {
                let record = history.numbered(record);
                let line = record.line();
                lines.extend(history.add(record).then_some(line));
            }
            lines
        })
    }

    /// Adds what is new in another history, with its lines of later versions. Returns these lines.
    pub(crate) fn import(&self, other: &History) -> Result<Vec<String>, Failure> {
        self.append(|history| {
            let records = other.records().filter_map(|record| {
                let line = record.line();
                history.add(record).then_some(line)
            });
            let mut lines: Vec<String> = records.collect();
            lines.extend(other.later().iter().filter(|line| history.add_later(line)).map(|line| format!("{line}\n")));
            lines
        })
    }

    fn append(&self, new_lines: impl FnOnce(&mut History) -> Vec<String>) -> Result<Vec<String>, Failure> {
        writing(|| self.try_append(new_lines)).map_err(|error| self.unrecorded(&error))
    }

    fn unrecorded(&self, error: &io::Error) -> Failure {
        Failure::file(&self.path, tr!("cannot record in the history: {}", error))
    }

    /// As [`HistoryFile::add`], with a warning in place of a failure. Returns the number of new records.
    pub(crate) fn add_or_warn(&self, records: Vec<Record>) -> usize {
        self.add(records).map(|lines| lines.len()).unwrap_or_else(|failure| {
            warn(failure.message().unwrap_or_default());
            0
        })
    }

    /// Takes back lines that were added last. They stay if others have been added since.
    pub(crate) fn take_back(&self, lines: &[String]) -> Result<(), Failure> {
        if lines.is_empty() {
            return Ok(());
        }
        let lines = lines.concat();
        let take_back = || {
            let mut file = self.locked()?;
            let Some(before) = file.metadata()?.len().checked_sub(lines.len() as u64) else { return Ok(()) };
            let mut last = vec![0; lines.len()];
            file.seek(SeekFrom::Start(before))?;
            file.read_exact(&mut last)?;
            if last == lines.as_bytes() { file.set_len(before).and_then(|()| file.sync_all()) } else { Ok(()) }
        };
        writing(take_back).map_err(|error| self.unrecorded(&error))
    }

    /// Programs take turns by a lock on the file. Lines are only appended, in one write, and are on disk before this returns. A killed program leaves
    /// at most a torn last line, which readers skip and the next program terminates.
    fn try_append(&self, new_lines: impl FnOnce(&mut History) -> Vec<String>) -> io::Result<Vec<String>> {
        let mut file = self.locked()?;
        let length = file.metadata()?.len();
        let mut history = self.read_open(&file)?;
        let new = new_lines(&mut history);
        if new.is_empty() {
            return Ok(new);
        }
        let lines = if ends_a_line(&mut file, length)? { new.concat() } else { format!("\n{}", new.concat()) };
        if length + lines.len() as u64 > LONGEST {
            return Err(io::Error::other(tr!("it is full: move it away to begin another")));
        }
        file.seek(SeekFrom::End(0))?;
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_all());
        if written.is_err() {
            // A full disk: remove the partial line. A reader would skip it too.
            let _ = file.set_len(length);
        }
        written.map(|()| new)
    }

    /// The file, locked for this program.
    fn locked(&self) -> io::Result<File> {
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(locked(&self.path, true)?.expect("it waits for the lock"))
    }

    /// Deletes it. Returns whether it existed. A link, or a file without a record of a history, is refused: it may be something else.
    pub(crate) fn delete(&self) -> Result<bool, Failure> {
        let found = match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            found => found,
        };
        let delete = || {
            if found?.is_symlink() {
                return Err(io::Error::other(tr!("it is a link: delete the file that it leads to, or the link, yourself")));
            }
            let file = self.locked()?;
            if file.metadata()?.len() > 0 && self.read_open(&file)?.is_empty() {
                return Err(io::Error::other(tr!("no line of it is a record of a history: if it is one, delete the file yourself")));
            }
            // In case another program has it open.
            file.set_len(0)?;
            std::fs::remove_file(&self.path)
        };
        writing(delete).map(|()| true).map_err(|error| Failure::file(&self.path, tr!("cannot delete the history: {}", error)))
    }
}

/// Whether the file, of this length, ends with the end of a line. A killed program may have left a part of one.
fn ends_a_line(file: &mut File, length: u64) -> io::Result<bool> {
    if length == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    Ok(last == [b'\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as long as the lines of games.
    fn record(number: u64) -> Record {
        let text = "12345 score large-straight\n".repeat(40);
        let line = format!(
            r#"{{"history":1,"game":{{"id":"{number}","at":1,"rules":"r","fingerprint":"f","player":"you","score":1,"luck":0,"loss":1,"decisions":[],"text":{text:?}}}}}"#
        );
        Record::parse(&line).unwrap()
    }

    fn file_in(folder: &Path) -> HistoryFile {
        HistoryFile { memory: u64::MAX, path: folder.join("new/history.jsonl") }
    }

    #[test]
    fn what_is_added_is_read_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(folder.path());
        assert_eq!(file.read().unwrap(), History::default());
        assert!(!file.delete().unwrap());
        assert_eq!(file.add(vec![record(1), record(2), record(1)]).unwrap().len(), 2);
        assert!(file.add(vec![record(2)]).unwrap().is_empty());
        assert_eq!(file.read().unwrap().games.len(), 2);
        let third = file.add(vec![record(3)]).unwrap();
        file.take_back(&third).unwrap();
        assert_eq!(file.read().unwrap().games.len(), 2);
        file.add(vec![record(3)]).unwrap();
        file.add(vec![record(4)]).unwrap();
        file.take_back(&third).unwrap();
        assert_eq!(file.read().unwrap().games.len(), 4, "another line came after it");
        assert!(file.delete().unwrap());
        assert!(!file.path().exists());
    }

    #[test]
    fn a_torn_line_is_ended_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(folder.path());
        file.add(vec![record(1), record(2)]).unwrap();
        let whole = std::fs::read(file.path()).unwrap();
        for end in [whole.len() - 1, whole.len() - 20, whole.len() / 2 + 3] {
            std::fs::write(file.path(), &whole[..end]).unwrap();
            file.add(vec![record(3)]).unwrap();
            let history = file.read().unwrap();
            let ids: Vec<_> = history.games.iter().map(|game| game.id.as_str()).collect();
            assert!(ids == ["1", "3"] || ids == ["1", "2", "3"], "{end} {ids:?}");
            assert_eq!(history.unread.len(), usize::from(ids.len() == 2));
        }
    }

    #[test]
    fn several_programs_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(folder.path());
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let file = &file;
                scope.spawn(move || (0..25).for_each(|number| assert_eq!(file.add(vec![record(100 * thread + number)]).unwrap().len(), 1)));
            }
        });
        let history = file.read().unwrap();
        assert_eq!((history.games.len(), history.unread.len()), (100, 0));
    }

    #[test]
    fn what_is_no_history_is_an_error_or_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile { memory: u64::MAX, path: folder.path().to_owned() };
        assert!(file.read().is_err() && file.add(vec![record(1)]).is_err());
        let file = file_in(folder.path());
        std::fs::create_dir_all(file.path().parent().unwrap()).unwrap();
        std::fs::write(file.path(), b"\x00\xff\n{}\n\n[1]").unwrap();
        assert_eq!(file.add(vec![record(1)]).unwrap().len(), 1);
        let history = file.read().unwrap();
        assert_eq!((history.games.len(), history.unread.len()), (1, 3));
    }
}
