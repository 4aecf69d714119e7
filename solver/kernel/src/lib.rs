//! The turn of a dice game, computed backward for many states at once. It knows no rules: numbers go in, numbers come out.
//!
//! # What it computes
//!
//! A *state* is what a game looks like between two turns. Its *value* is what the best play still earns from there. Who knows the values of all states
//! that may follow a turn finds the value of the state before it like this:
//!
//! ```text
//! the value of a roll with no reroll left = the best placement: points + value of the state that follows
//! with one reroll more:
//!     the value of a hold = the mean over all rolls that may follow
//!     the value of a roll = the best of its placements and of the holds in it
//! the value of the state = the mean over the first roll
//! ```
//!
//! Holds and rolls together are the nodes of the [`Lattice`]: every multiset of dice, linked by adding single dice. On it a mean over all rolls is a
//! walk down, from larger multisets to smaller ones, and the best hold in a roll is a walk up. Many states of a game differ only in a number: they share
//! the placements and differ in the states that follow. Such states are the *lanes* of a *row*, and a block of lanes is computed together: the element of
//! a node is a vector of values, and each step is a straight loop over its lanes.
//!
//! ```text
//! to solve a row:
//!     for each block of lanes:                              # 16 lanes, or 8 for the last
//!         score the rolls:
//!             zero = the best zero, over the open columns
//!             for each menu of a part with an open column: menu = zero
//!             for each open column of a part, for each number of points that rolls score in it:
//!                 value = points + value of the state that follows, in each lane       # a source
//!                 for each menu with these points: menu = max(menu, value)
//!             for each roll: node = the best of its menus, one of each of these parts; zero if there is none
//!             for each open column of no part, for each number of points that rolls score in it:
//!                 value = points + value of the state that follows, in each lane
//!                 for each roll with these points: node = max(node, value)
//!             for each roll with a list of its own: node = the best of its own placements
//!         for each reroll:
//!             for each hold, larger ones first: node = mean of the six nodes one die larger
//!             if this throw pays other points than the next one: score the rolls again, for them
//!             with spare throws: score the rolls again, into the states with as many of them as are left
//!             for each node, smaller ones first: node = max(node, the nodes one die smaller)
//!         if this was a later throw of other turns: score the rolls for a first throw, and raise each roll to the nodes one die smaller
//!         the values of the block = the mean of the nodes of all rolls, by their multiplicities
//! ```
//!
//! # What goes in
//!
//! - a [`Lattice`]: the links of the nodes, and how often each side falls;
//! - a [`Plan`]: for each column of the card, the points that rolls score there, and what a turn may leave of its throws;
//! - a [`Row`]: the open columns, each with the place of the states that follow, among the numbers of all states;
//! - these numbers: [`Successors`], or [`After`] where they also depend on the score so far.
//!
//! # Its forms
//!
//! [`Workspace::turn`] is the one turn. It is generic: what an element is, and who looks on ([`Watch`]), decides what it computes. Loops over lanes are
//! compiled here, in these forms, and nowhere else:
//!
//! | form | elements | widths | code, KB | for |
//! |---|---|--:|--:|---|
//! | [`solve_row`] | values | 3 | 79 | solving; with an [`Adjust`], compiled where it is called, columns under prices |
//! | [`solve_scores`], [`solve_scores_carrying`] | values by score; with a number for duels | 3, 2 | 140 | targets, chances to win, duels |
//! | [`spread_row`] | values, two numbers | 2 | 52 | the spread of the final score |
//! | [`estimated_row`] | estimates, true values | 1 | 21 | players who look ahead by estimates |
//! | [`followed_mean`] | worths, two numbers | 1 | 28 | duels against players who do not look ahead |
//! | [`choose_block`], [`choose_block_by_worth`] | chosen actions | 2 | 78 | statistics, simulation |
//! | [`follow_block`] | chances | 2 | 11 | statistics |
//! | [`add_times`], [`add_runs`] | sums | 3 | 3 | distributions |
//! | [`holds`], [`record_actions`], [`choose_one`], [`choose_one_by_worth`], [`follow_one`], [`value_at_score`] | single values | 1 | 54 | advice |
//! | [`record_actions_of_block`] | values | 1 | 15 | losses of strategies |
//! | [`counted_turns`] | whole numbers of outcomes | 1 | 8 | odds |
//! | `LaneTurns` (feature `batches`) | values of lanes of several rows | 2 | 163 | many positions at once, in Python |
//!
//! (The code of a release build for x86-64, all widths together: `nm -S` on the library.)
//!
//! The widths are those of the vectors: of every machine, of AVX2, and of AVX-512 where that is worth its code. All give the same bits.

mod carried;
mod carrying;
mod choices;
mod chosen;
mod counted;
mod element;
#[cfg(feature = "batches")]
mod lanes;
mod lattice;
mod plan;
mod row;
mod scores;
mod simd;
mod single;
mod stages;
mod successors;
mod sums;
mod turn;
mod values;
mod watch;

pub use carried::{EstimatedWorkspace, Followed, RowOf, SpreadWorkspace, estimated_row, followed_mean, spread_row};
pub use carrying::{Carrying, Values};
pub use choices::{
    ByScores, ByWorths, Choices, Choosing, Outcome, Throw, Worths, choose_block, choose_block_by_worth, choose_one, choose_one_by_worth,
    follow_block, follow_one,
};
pub use chosen::{ByScore, ByWorth, ChoosesInOrder, Chosen, TIE_TOLERANCE, TieOrder, TieRule, WORTH_TIE_TOLERANCE, worths_tie};
pub use counted::Counted;
pub use element::{BLOCK, DOUBLE, Element, Lanes};
#[cfg(feature = "batches")]
pub use lanes::{LaneOf, LaneRow, LaneTurns, MOST_LANES, NodeValues};
pub use lattice::{Lattice, MOST_DICE, MOST_NODES};
pub use plan::{Column, LastThrow, ListedPlacement, ListedRoll, Menus, PARTS, Plan, Scoring, Source, ThrowPlan, UNSHIFTED};
pub use row::{MOST_COLUMNS, Open, OpenRow, Row};
pub use scores::{
    After, Here, ScoresWorkspace, SolveState, State, Window, mark_also, mark_rises, solve_scores, solve_scores_carrying, value_at_score,
    worth_at_score,
};
pub use simd::SimdLevel;
pub use single::{counted_turns, holds, raise_lanes, record_actions, record_actions_of_block};
pub use stages::Stages;
pub use successors::{LanesFrom, Successors};
pub use sums::{SumRun, add_runs, add_times};
pub use turn::{Read, Turns, Workspace};
pub use values::{Adjust, RowWorkspace, solve_row, solve_row_adjusted};
pub use watch::{UpToHolds, Watch};
