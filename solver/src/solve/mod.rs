//! Solving: the plan (how rolls score), the kernel (one turn for a block of lanes), the walk over the layers, and the value table.
//!
//! This room uses `dice`, `rules`, `game` and `space`.

mod action_values;
mod carrying;
mod kernel;
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
mod threads;
mod turn_worths;
mod utility;
mod utility_solver;
mod utility_values;
mod value_table;
mod walker;
mod windows;
#[cfg(test)]
mod worked_row;

pub(crate) use action_values::ActionValues;
pub(crate) use carrying::Carrying;
pub(crate) use kernel::{LanesAt, Read, Successors, Turns, Watch, Workspace};
pub use model::{MEMORY_LIMIT, Model};
pub(crate) use options::score_without_upper_bonus;
pub(crate) use options::worths_tie;
pub use options::{TIE_TOLERANCE, TurnOption, WORTH_TIE_TOLERANCE, Worth};
pub(crate) use plan::{Plan, RowPlan, Source, UNSHIFTED, counted_dice};
#[cfg(feature = "fs")]
pub(crate) use rows::Source as RowSource;
pub(crate) use rows::{Arrays, Held, Part, Rows};
pub use run::{Run, RunError, Stopped};
pub(crate) use score_rows::{Job, Layer, mark_rises, solve_layer};
pub use simd::SimdLevel;
pub(crate) use simd::Vectorized;
pub(crate) use solver::ARITHMETIC;
pub use solver::{Solver, kernel_on_rows};
pub use threads::most_threads;
pub use turn_worths::TurnWorths;
pub use utility::{Utility, UtilityError};
pub use utility_solver::{UtilitySolver, UtilityWork};
pub use utility_values::UtilityValues;
pub use value_table::ValueTable;
pub(crate) use walker::{Places, RowPlaces, Walker};
pub(crate) use windows::{Windows, most_to_come};
