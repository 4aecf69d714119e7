//! The builder for following all games of optimal play.

use crate::solve::{Run, ValueTable};

/// Follows optimal play exactly, not by sampling: see [`statistics`](Follower::statistics) and
/// [`spread_table`](Follower::spread_table). The numbers are the same to the last bit for any number of threads.
#[derive(Clone, Copy)]
pub struct Follower<'a> {
    pub(super) table: &'a ValueTable,
    pub(super) run: Run<'a>,
}

impl<'a> Follower<'a> {
    /// A follower of optimal play by the values of this table.
    pub fn new(table: &'a ValueTable) -> Follower<'a> {
        Follower { table, run: Run::new() }
    }

    /// Sets threads, memory limit and progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Follower<'a> {
        Follower { run, ..self }
    }
}
