//! The files of saved games, and their folder. `yahtzee_dialogue::session::saved` reads and writes their text.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::columns::record::Record;
use super::lock::Lock;
use crate::context::Context;
use crate::files::file::NewFile;
use crate::files::rule_file::NamedRules;
use crate::terminal::failure::{Failure, warn};
use yahtzee_dialogue::session::saved::{Saved, parse_in};
use yahtzee_dialogue::session::{turns_done, won_at_once};
use yahtzee_dialogue::words::languages;
use yahtzee_solver::table::read_limited;
use yahtzee_solver::tr;

/// The longest accepted file of a game, in bytes. Games have a few thousand.
pub(crate) const LONGEST_GAME: u64 = 16_000_000;

/// A game in a file.
#[derive(Clone, Debug)]
pub(crate) enum AnySaved {
    /// One card for each player.
    Cards(Saved),
    /// A game of several columns.
    Columns(Record),
}

impl AnySaved {
    /// Reads a text. The categories have their names in the language of `--language`, if given.
    fn parse(context: &Context, text: &str) -> Result<AnySaved, String> {
        let word = |rules| languages::rules_in(rules, context.language()).map_err(|error| error.to_string());
        match Record::is_of_columns(text) {
            true => Record::parse(text, |game| game.with_rules(word)).map(AnySaved::Columns),
            false => parse_in(text, context.language()).map(AnySaved::Cards),
        }
    }

    /// The name and the fingerprint of its rules.
    pub(super) fn rules(&self) -> (&str, u64) {
        match self {
            AnySaved::Cards(saved) => (saved.rules.name(), saved.rules.fingerprint()),
            AnySaved::Columns(record) => (record.rules.name(), record.rules.fingerprint()),
        }
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        match self {
            AnySaved::Cards(Saved { seats, .. }) => {
                seats.iter().all(|seat| turns_done(seat) == seat.game.turn_count()) || won_at_once(seats.iter()).is_some()
            }
            AnySaved::Columns(record) => record.is_over(),
        }
    }
}

/// Checks that --rules, if given, names the rules of the game in this file, given by their name and fingerprint.
///
/// # Errors
///
/// A failure if it names other rules, or rules that do not exist.
pub(super) fn check_rules((name, fingerprint): (&str, u64), context: &Context, file: &dyn Display) -> Result<(), Failure> {
    let Some(given) = context.rules_given() else { return Ok(()) };
    let wanted = match context.any_rules(None)? {
        NamedRules::One(rules) => rules.fingerprint(),
        NamedRules::Columns(game) => game.fingerprint(),
    };
    match wanted == fingerprint {
        true => Ok(()),
        false => Err(Failure::input(tr!("{}: the game is by the rules '{}', not '{}': leave out --rules", file, name, given))),
    }
}

/// The game in a file, without its lock.
pub(super) fn read(context: &Context, path: &Path) -> Result<AnySaved, String> {
    let bytes = context.read(path, LONGEST_GAME).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| tr!("it is no text"))?;
    AnySaved::parse(context, &text)
}

/// Why a game cannot be played here.
fn played_elsewhere() -> String {
    tr!("this game is being played by another program: close it, or save under another name")
}

/// The file of a game. No other program plays the game meanwhile.
#[derive(Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
    /// The number in its name, if the next free number may be used instead.
    number: Option<u32>,
    /// The text last saved or read; `None` while the file does not exist.
    text: Option<String>,
    /// `None` if locks are not supported, or the folder cannot be written.
    lock: Option<Lock>,
}

impl SaveFile {
    /// A file that does not exist yet.
    pub(crate) fn new(path: PathBuf) -> Result<SaveFile, Failure> {
        let lock = make_folder_of(&path).and_then(|()| Lock::take(&path));
        let lock = lock_or_warning(&path, lock)?;
        Ok(SaveFile { path, number: None, text: None, lock })
    }

    /// The file of the next game in a folder.
    pub(crate) fn next(folder: &Path) -> Result<SaveFile, Failure> {
        let last = games(folder)?.last().map_or(0, |(number, _)| *number);
        let number = last.saturating_add(1);
        let path = folder.join(file_name(number));
        let mut file = SaveFile { path, number: Some(number), text: None, lock: None };
        let locked = make_folder_of(&file.path).and_then(|()| file.take_number(number));
        file.lock = lock_or_warning(&file.path, locked.map(|()| file.lock.take()))?;
        Ok(file)
    }

    /// Takes the first number, from this one on, whose game is not being played.
    fn take_number(&mut self, from: u32) -> std::io::Result<()> {
        for number in from..u32::MAX {
            let path = self.path.with_file_name(file_name(number));
            if let Some(lock) = Lock::take(&path)? {
                *self = SaveFile { path, number: Some(number), text: None, lock: Some(lock) };
                return Ok(());
            }
        }
        Err(std::io::Error::other(tr!("no number is left for another game")))
    }

    /// Reads a file.
    pub(crate) fn open(context: &Context, path: PathBuf) -> Result<(SaveFile, AnySaved), Failure> {
        // A file that does not exist needs no lock.
        std::fs::metadata(&path).map_err(|error| Failure::file(&path, error))?;
        let lock = lock_or_warning(&path, Lock::take(&path))?;
        let bytes = context.read(&path, LONGEST_GAME).map_err(|error| Failure::file(&path, error))?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::file(&path, tr!("not a game of 'yahtzee play': it is no text")))?;
        let saved = AnySaved::parse(context, &text).map_err(|error| Failure::file(&path, tr!("{}; it is left as it is", error)))?;
        Ok((SaveFile { path, number: None, text: Some(text), lock }, saved))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was saved before.
    pub(crate) fn exists(&self) -> bool {
        self.text.is_some()
    }

    /// Replaces the text of the file in one step: a reader sees the old text or the new one.
    ///
    /// # Errors
    ///
    /// An error if the file cannot be written, or if another program has changed it.
    pub(crate) fn save(&mut self, text: String) -> std::io::Result<()> {
        if self.text.as_ref() == Some(&text) {
            return Ok(());
        }
        self.keep_others_out()?;
        let is_there = match &self.text {
            None => false,
            Some(before) => match read_limited(&self.path, before.len() as u64) {
                Ok(now) if now == before.as_bytes() => true,
                // The file was removed, but the game goes on: write it again.
                Err(error) if error.kind() == ErrorKind::NotFound => false,
                Err(error) if error.kind() != ErrorKind::FileTooLarge => return Err(error),
                _ => return Err(std::io::Error::other(tr!("another program has changed it"))),
            },
        };
        while let Err(error) = self.write(&text, is_there) {
            match (self.number, error.kind()) {
                // Another game that began at the same time has taken the number.
                (Some(number), ErrorKind::AlreadyExists) => self.take_number(number.saturating_add(1))?,
                _ => return Err(error),
            }
        }
        self.text = Some(text);
        Ok(())
    }

    /// Takes the lock again if its file was removed, for example with the whole folder.
    fn keep_others_out(&mut self) -> std::io::Result<()> {
        if self.lock.as_ref().is_some_and(|lock| !lock.is_in_place()) {
            make_folder_of(&self.path)?;
            self.lock = Some(Lock::take(&self.path)?.ok_or_else(|| std::io::Error::other(played_elsewhere()))?);
        }
        Ok(())
    }

    fn write(&self, text: &str, is_there: bool) -> std::io::Result<()> {
        make_folder_of(&self.path)?;
        let mut file = NewFile::create(&self.path)?;
        file.write_all(text.as_bytes())?;
        if is_there { file.persist() } else { file.persist_new() }
    }
}

fn make_folder_of(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)
}

/// The lock of a game. Without one the game can be played; the first move shows whether it can be saved.
fn lock_or_warning(path: &Path, lock: std::io::Result<Option<Lock>>) -> Result<Option<Lock>, Failure> {
    match lock {
        Ok(Some(lock)) => Ok(Some(lock)),
        Ok(None) => Err(Failure::file(path, played_elsewhere())),
        Err(error) => {
            warn(tr!("{}: nothing keeps other programs from playing this game at the same time: {}", path.display(), error));
            Ok(None)
        }
    }
}

/// The folder of saved games.
pub(crate) fn folder(context: &Context) -> Result<PathBuf, Failure> {
    let none = || Failure::failed(tr!("this platform has no data directory: name a file with --save"));
    Ok(context.data_folder().ok_or_else(none)?.join("games"))
}

/// The games in a folder: `game-N.txt` by N.
pub(super) fn games(folder: &Path) -> Result<Vec<(u32, PathBuf)>, Failure> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::file(folder, error)),
    };
    let mut games = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Failure::file(folder, error))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_prefix("game-")?.strip_suffix(".txt")?.parse().ok());
        games.extend(number.map(|number| (number, path)));
    }
    games.sort_unstable();
    Ok(games)
}

/// The name of the file of a game.
fn file_name(number: u32) -> String {
    format!("game-{number}.txt")
}

/// The file of a game that somebody named: a path, or the name of a saved game as 'play --list' shows it.
pub(crate) fn named(context: &Context, path: &Path) -> PathBuf {
    let is_name = path.file_name() == Some(path.as_os_str());
    let saved = || folder(context).ok().map(|folder| folder.join(path)).filter(|saved| saved.exists());
    Some(path).filter(|path| is_name && !path.exists()).and_then(|_| saved()).unwrap_or_else(|| path.to_owned())
}

/// The games in a folder, the one saved last first.
pub(super) fn newest_first(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let mut games = games(folder)?;
    games.sort_by_cached_key(|(number, path)| Reverse((modified(path), *number)));
    Ok(games.into_iter().map(|(_, path)| path).collect())
}

/// The file that was last saved in a folder.
pub(crate) fn latest(folder: &Path) -> Result<PathBuf, Failure> {
    let none = || Failure::failed(tr!("no game is saved in {}", folder.display()));
    newest_first(folder)?.into_iter().next().ok_or_else(none)
}

/// The file to go on with: of the unfinished games the one saved last. One that cannot be read may be unfinished.
pub(super) fn unfinished(context: &Context) -> Result<PathBuf, Failure> {
    let folder = &folder(context)?;
    let none = || Failure::failed(tr!("no unfinished game is saved in {}: 'yahtzee play' begins one", folder.display()));
    newest_first(folder)?.into_iter().find(|path| !read(context, path).is_ok_and(|saved| saved.is_over())).ok_or_else(none)
}
