//! The builder for following all games of optimal play.

use crate::solve::{Progress, ValueTable, run_options};

/// Follows optimal play exactly, not by playing some games: see [`statistics`](Follower::statistics) and
/// [`spread_table`](Follower::spread_table). The numbers are the same to the last bit for any number of threads.
pub struct Follower<'a> {
    pub(super) table: &'a ValueTable,
    pub(super) threads: Option<usize>,
    pub(super) progress: Option<&'a Progress<'a>>,
}

run_options!(Follower, "units of work");

impl<'a> Follower<'a> {
    /// Follows the play that is optimal by the values of this table.
    pub fn new(table: &'a ValueTable) -> Follower<'a> {
        Follower { table, threads: None, progress: None }
    }
}
