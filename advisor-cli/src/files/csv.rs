//! Columns as CSV.

use std::fmt::{Display, Write};

use yahtzee_dialogue::columns::{Cells, Column};

/// The columns, with a header line. No cell needs quotes: texts are dice and names in kebab case.
pub(crate) fn in_csv(columns: &[Column]) -> String {
    let mut csv = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(",");
    csv.push('\n');
    for row in 0..columns.first().map_or(0, Column::rows) {
        for (position, column) in columns.iter().enumerate() {
            if position > 0 {
                csv.push(',');
            }
            append(&column.cells, row, &mut csv);
        }
        csv.push('\n');
    }
    csv
}

fn append(cells: &Cells, row: usize, csv: &mut String) {
    fn written<T: Display>(cell: &Option<T>, csv: &mut String) {
        if let Some(cell) = cell {
            let _ = write!(csv, "{cell}");
        }
    }
    match cells {
        Cells::Whole(cells) => written(&cells[row], csv),
        Cells::Large(cells) => written(&cells[row], csv),
        Cells::Real(cells) => written(&cells[row], csv),
        Cells::Text(cells) => written(&cells[row], csv),
        Cells::Truth(cells) => written(&cells[row], csv),
    }
}
