//! Solve a game: the plan (how rolls score), the kernel (one turn for a block of lanes), the walk over the layers, and the value table.

mod action_values;
mod carrying;
mod kernel;
mod lane_turns;
mod model;
mod options;
mod parts;
mod plan;
mod reached;
mod rows;
mod run;
mod score_rows;
mod simd;
mod solver;
mod solver_in_parts;
mod stages;
mod threads;
mod turn_worths;
mod utility;
mod utility_solver;
mod utility_values;
mod value_table;
mod walker;
mod watch;
mod windows;

#[doc(hidden)]
pub use action_values::ActionValues;
pub(crate) use carrying::Carrying;
pub(crate) use kernel::LanesAt;
#[doc(hidden)]
pub mod inside {
    //! For tests.
    pub use super::parts::{Menus, Part as PartOfCard, choose as choose_parts, points as points_of_rolls};
    pub use super::plan::{Plan, Scoring, Throw};
}
#[doc(hidden)]
pub use kernel::{Read, Successors, Turns, Workspace};
#[doc(hidden)]
pub use lane_turns::{LaneOf, LaneRow, LaneTurns, MOST_LANES, NodeValues};
pub use model::{MEMORY_LIMIT, Model};
#[doc(hidden)]
pub(crate) use options::worths_tie;
pub use options::{TIE_TOLERANCE, TurnOption, WORTH_TIE_TOLERANCE, Worth};
#[doc(hidden)]
pub use plan::{OpenRow, RowPlan, Source, counted_dice};
pub(crate) use plan::{Plan, UNSHIFTED};
pub(crate) use rows::{Arrays, Rows};
pub use run::{Run, RunError, Stopped};
#[doc(hidden)]
pub use score_rows::{Compiled, Job, Layer, mark_rises, solve_layer};
pub use simd::SimdLevel;
pub(crate) use simd::Vectorized;
pub(crate) use solver::ARITHMETIC;
pub use solver::{Solver, kernel_on_rows};
pub use solver_in_parts::SolverInParts;
pub(crate) use stages::Stages;
pub use threads::most_threads;
pub use turn_worths::TurnWorths;
pub use utility::{Utility, UtilityError};
pub use utility_solver::{UtilitySolver, UtilityWork};
pub use utility_values::UtilityValues;
pub use value_table::ValueTable;
pub(crate) use walker::RowPlaces;
#[doc(hidden)]
pub use walker::{Places, Walker};
#[doc(hidden)]
pub use watch::{UpToHolds, Watch};
#[doc(hidden)]
pub use windows::{Windows, most_to_come};
