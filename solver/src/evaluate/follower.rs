//! Following all games of an optimal player: the builder of what is found out so.

use crate::solve::{Progress, ValueTable};

/// Follows optimal play exactly, not by playing some games: see [`statistics`](Follower::statistics) and
/// [`spread_table`](Follower::spread_table). The numbers are the same to the last bit for any number of threads.
pub struct Follower<'a> {
    pub(super) table: &'a ValueTable,
    pub(super) threads: Option<usize>,
    pub(super) progress: Option<&'a Progress<'a>>,
}

impl<'a> Follower<'a> {
    /// Follows the play that earns what this table promises.
    pub fn new(table: &'a ValueTable) -> Follower<'a> {
        Follower { table, threads: None, progress: None }
    }

    /// On this many threads (0 counts as 1), rather than on as many as the machine has cores.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Follower<'a> {
        self.threads = Some(threads.max(1));
        self
    }

    /// Calls `progress` now and then, from any thread, with the units of work done and of all.
    #[must_use]
    pub fn progress(mut self, progress: &'a Progress<'a>) -> Follower<'a> {
        self.progress = Some(progress);
        self
    }
}
