//! Columns of figures for other programs. They are turned into CSV here and nowhere else.

use std::fmt::Write;

/// A column with its name; a row without a value has `None`.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) cells: Cells,
}

pub(crate) enum Cells {
    Whole(Vec<Option<u32>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Cells::Whole(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
            Cells::Text(cells) => cells.len(),
        }
    }

    /// Appends a cell of a row.
    fn append(&self, row: usize, csv: &mut String) {
        let _ = match self {
            Cells::Whole(cells) => cells[row].map_or(Ok(()), |number| write!(csv, "{number}")),
            Cells::Real(cells) => cells[row].map_or(Ok(()), |number| write!(csv, "{number}")),
            Cells::Text(cells) => cells[row].as_ref().map_or(Ok(()), |text| csv.write_str(text)),
        };
    }
}

/// The columns as CSV, with a header line. No cell needs quotes: texts are dice and names in kebab case.
pub(crate) fn in_csv(columns: &[Column]) -> String {
    let mut csv = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",");
    csv.push('\n');
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        for (position, column) in columns.iter().enumerate() {
            if position > 0 {
                csv.push(',');
            }
            column.cells.append(row, &mut csv);
        }
        csv.push('\n');
    }
    csv
}
