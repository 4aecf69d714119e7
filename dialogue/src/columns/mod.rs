//! Columns of figures for other programs: tables, choices, games, decisions and histories. The program writes them as CSV, and Python makes data
//! frames of them. `docs/reference.md` describes the columns that the program writes.

#[cfg(feature = "batches")]
mod games;
#[cfg(feature = "batches")]
mod history;
mod table;

use yahtzee_solver::{Action, Category, Placement, RuleSet};

#[cfg(feature = "batches")]
pub use games::{decisions, games};
#[cfg(feature = "batches")]
pub use history::{answers, decided, recorded_games};
pub use table::{policy, scores, values};

/// A column with its name. All columns of one function have a cell for each row; a cell without a value is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name, the same at every front end.
    pub name: String,
    /// The cells, row by row.
    pub cells: Cells,
}

impl Column {
    /// The number of its cells.
    pub fn rows(&self) -> usize {
        match &self.cells {
            Cells::Whole(cells) => cells.len(),
            Cells::Large(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
            Cells::Text(cells) => cells.len(),
            Cells::Truth(cells) => cells.len(),
        }
    }
}

/// The cells of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Whole numbers.
    Whole(Vec<Option<u32>>),
    /// Whole numbers that may be large.
    Large(Vec<Option<u64>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// Texts.
    Text(Vec<Option<String>>),
    /// Yes or no.
    Truth(Vec<Option<bool>>),
}

/// A type of cells, any of which may be empty.
trait Cell: Sized {
    fn cells(cells: impl Iterator<Item = Self>) -> Cells;
}

macro_rules! cell {
    ($($type:ty => $cells:ident),+) => {
        $(
            impl Cell for Option<$type> {
                fn cells(cells: impl Iterator<Item = Option<$type>>) -> Cells {
                    Cells::$cells(cells.collect())
                }
            }

            impl Cell for $type {
                fn cells(cells: impl Iterator<Item = $type>) -> Cells {
                    Cell::cells(cells.map(Some))
                }
            }
        )+
    };
}

cell!(u32 => Whole, u64 => Large, f64 => Real, String => Text, bool => Truth);

/// A column with a cell for each row.
fn column<R, C: Cell>(name: &str, rows: &[R], cell: impl Fn(&R) -> C) -> Column {
    Column { name: name.to_owned(), cells: C::cells(rows.iter().map(cell)) }
}

/// The columns of an action: `kind` and `hold`, then `category`, `points` and `bonus` of a score.
fn of_action<R>(rules: &RuleSet, rows: &[R], action: impl Fn(&R) -> Action) -> [Column; 5] {
    let placement = |row: &R| -> Option<Placement> {
        match action(row) {
            Action::Score(placement) => Some(placement),
            Action::Hold(_) => None,
        }
    };
    let hold = |row: &R| match action(row) {
        Action::Hold(hold) => Some(rules.die().text_of(&hold)),
        Action::Score(_) => None,
    };
    let name = |category: Category| rules.category(category).name.clone();
    [
        column("kind", rows, |row| if placement(row).is_some() { "score" } else { "hold" }.to_owned()),
        column("hold", rows, hold),
        column("category", rows, |row| placement(row).map(|placement| name(placement.category))),
        column("points", rows, |row| placement(row).map(|placement| placement.points.get())),
        column("bonus", rows, |row| placement(row).map(|placement| placement.bonus.get())),
    ]
}
