//! Prevents other programs from playing the same game.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::file::end_of_links;
use crate::files::locked::{is_at, locked};
use crate::system::interrupt::{OnInterrupt, writing};

/// Held while a game is played: a lock on a file beside the game's file, `.game-1.txt.lock`. The game's file cannot hold the lock, because each save
/// replaces it. The system releases the lock when the program ends in any way; a leftover lock file locks nothing.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
    _on_interrupt: OnInterrupt,
}

impl Lock {
    /// Takes the lock of the game in this file, which need not exist; `None` if another program plays it.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or does not support locks.
    pub(super) fn take(game: &Path) -> io::Result<Option<Lock>> {
        let game = end_of_links(game);
        let name = game.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let path = game.with_file_name([".".as_ref(), name, ".lock".as_ref()].into_iter().collect::<OsString>());
        // Not cut short: an interrupt before the clean-up is registered would leave the file.
        writing(|| {
            let Some(file) = locked(&path, false)? else { return Ok(None) };
            let (also, at) = (file.try_clone()?, path.clone());
            let on_interrupt = OnInterrupt::new(move || remove(&also, &at));
            Ok(Some(Lock { path, file, _on_interrupt: on_interrupt }))
        })
    }

    /// Whether the lock still keeps others out: not once its file is gone.
    pub(super) fn is_in_place(&self) -> bool {
        is_at(&self.file, &self.path)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        remove(&self.file, &self.path);
    }
}

/// Removes the file of a held lock.
#[cfg(unix)]
fn remove(file: &File, path: &Path) {
    if is_at(file, path) {
        // A remaining file locks nothing.
        let _ = std::fs::remove_file(path);
    }
}

/// Elsewhere the file stays: there is no way to tell whether a program that waits for the lock holds the file of that name.
#[cfg(not(unix))]
fn remove(_: &File, _: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.txt");
        let lock = Lock::take(&game).unwrap().unwrap();
        assert!(Lock::take(&game).unwrap().is_none());
        assert!(Lock::take(&folder.path().join("another.txt")).unwrap().is_some());
        drop(lock);
        let again = Lock::take(&game).unwrap();
        assert!(again.is_some_and(|lock| lock.is_in_place()));
        assert!(Lock::take(&folder.path().join("none/game.txt")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_leaves_no_file_and_is_known_to_be_lost_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let (game, link) = (folder.path().join("game.txt"), folder.path().join("link.txt"));
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        std::os::unix::fs::symlink("game.txt", &link).unwrap();
        let lock = Lock::take(&link).unwrap().unwrap();
        assert!(Lock::take(&game).unwrap().is_none(), "by whatever name");
        drop(lock);
        assert_eq!(files(), 1);
        let lost = Lock::take(&game).unwrap().unwrap();
        std::fs::remove_file(folder.path().join(".game.txt.lock")).unwrap();
        assert!(!lost.is_in_place());
        let lock = Lock::take(&game).unwrap().unwrap();
        drop(lost);
        assert!(lock.is_in_place() && Lock::take(&game).unwrap().is_none(), "a lost lock removes no other");
    }

    /// No two programs hold the lock at once, in any order of starting and ending.
    #[test]
    fn only_one_holds_the_lock() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.txt");
        let (holders, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Some(_lock) = Lock::take(&game).unwrap() else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        holders.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }
}
