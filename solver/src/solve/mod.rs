//! Solve a game: the plan (how rolls score), the kernel (one turn for a block of lanes), the walk over the layers, and the value table.

mod action_values;
mod model;
mod options;
mod parts;
mod plan;
mod reached;
mod rows;
mod run;
mod score_rows;
mod solver;
mod solver_in_parts;
mod threads;
mod turn_worths;
mod utility;
mod utility_solver;
mod utility_values;
mod value_table;
mod walker;
mod windows;

pub(crate) use action_values::ActionValues;
pub use model::{MEMORY_LIMIT, MemoryLimit, Model};
pub use options::{TurnOption, Worth};
#[cfg(test)]
pub(crate) use parts::{Part, choose, menus, points};
pub(crate) use plan::counted_dice;
pub use plan::{Plan, RowPlan};
pub(crate) use rows::{Arrays, Rows};
pub use run::{Run, RunError, Stopped};
pub(crate) use score_rows::{Job, Layer, solve_layer};
pub(crate) use solver::ARITHMETIC;
pub use solver::{Solver, kernel_on_rows};
pub use solver_in_parts::SolverInParts;
pub use threads::most_threads;
pub use turn_worths::TurnWorths;
pub use utility::{Utility, UtilityError};
pub use utility_solver::{UtilitySolver, UtilityWork};
pub use utility_values::UtilityValues;
pub use value_table::ValueTable;
pub use walker::{Places, RowPlaces, Walker};
pub(crate) use windows::{Windows, most_to_come};
pub use yahtzee_kernel::{SimdLevel, TIE_TOLERANCE, WORTH_TIE_TOLERANCE};
