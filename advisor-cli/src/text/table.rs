//! Tables without lines. If a table is too wide for the terminal, its cells are wrapped. If that does not suffice, each row becomes a paragraph.

use anstyle::Style;
use textwrap::core::display_width;

use crate::terminal::style::{BEST, HEADING};
use crate::terminal::window;
use crate::terminal::wrap::{self, NO_BREAK};

const INDENT: usize = 2;

/// Blanks between two columns: with enough room, and with little.
const GAPS: [usize; 2] = [3, 2];

/// The longest cell, in columns, that stays beside its name in a paragraph.
const SHORT: usize = 12;

/// A table, indented, with a bold header, which may be empty. `right` says for each column whether it has numbers, which are right-aligned. Columns
/// beyond its end have words.
pub(crate) fn table<H: AsRef<str>>(header: &[H], right: &[bool], rows: Vec<Vec<String>>) -> String {
    Table { header: &heads(header), right, rows, first: Style::new() }.on(window::columns())
}

/// A table whose first row is the best.
pub(crate) fn table_with_best<H: AsRef<str>>(header: &[H], right: &[bool], rows: Vec<Vec<String>>) -> String {
    Table { header: &heads(header), right, rows, first: BEST }.on(window::columns())
}

fn heads<H: AsRef<str>>(header: &[H]) -> Vec<&str> {
    header.iter().map(AsRef::as_ref).collect()
}

/// Whether a table without a header fits the terminal without wrapping a cell.
pub(crate) fn fits(rows: &[Vec<String>]) -> bool {
    let table = Table { header: &[], right: &[], rows: rows.to_vec(), first: Style::new() };
    let needed = table.widest(display_width).iter().sum::<usize>() + GAPS[0] * table.columns().saturating_sub(1) + INDENT;
    window::columns().is_none_or(|columns| needed <= columns.into())
}

struct Table<'a> {
    header: &'a [&'a str],
    right: &'a [bool],
    rows: Vec<Vec<String>>,
    /// The style of the first row.
    first: Style,
}

impl Table<'_> {
    fn on(&self, columns: Option<u16>) -> String {
        let room = columns.map_or(usize::MAX, usize::from).saturating_sub(INDENT);
        let widths = self.widths(room);
        let of_row = |row: &[String], style: Style| {
            let lines = match &widths {
                Some((widths, gap)) => self.in_columns(row, widths, *gap),
                None => self.as_paragraph(row, room),
            };
            lines.iter().map(|line| format!("{style}{:INDENT$}{line}{style:#}\n", "")).collect::<String>()
        };
        let header: Vec<String> = self.header.iter().map(|&cell| cell.to_owned()).collect();
        let header = if header.is_empty() || widths.is_none() { String::new() } else { of_row(&header, HEADING) };
        let rows = self.rows.iter().enumerate().map(|(index, row)| of_row(row, if index == 0 { self.first } else { Style::new() }));
        header + &rows.collect::<String>()
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.header.len())
    }

    /// The greatest width in each column, over the lines of its cells.
    fn widest(&self, width: impl Fn(&str) -> usize) -> Vec<usize> {
        let of_line = |cell: &str| cell.lines().map(&width).max().unwrap_or(0);
        let of_column = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
            cells.chain(self.header.get(column).copied()).map(of_line).max().unwrap_or(0)
        };
        (0..self.columns()).map(of_column).collect()
    }

    /// The widths of the columns, and the gap between them. The widest column shrinks first, down to its longest word. `None` if even that is too
    /// wide.
    fn widths(&self, room: usize) -> Option<(Vec<usize>, usize)> {
        let (natural, least) = (self.widest(display_width), self.widest(wrap::longest_word));
        let between = natural.len().saturating_sub(1);
        for gap in GAPS {
            let mut widths = natural.clone();
            let room = room.saturating_sub(gap * between);
            while widths.iter().sum::<usize>() > room {
                let yields = (0..widths.len()).filter(|&column| widths[column] > least[column]).max_by_key(|&column| widths[column]);
                let Some(column) = yields else { break };
                widths[column] -= 1;
            }
            if widths.iter().sum::<usize>() <= room {
                return Some((widths, gap));
            }
        }
        None
    }

    fn in_columns(&self, row: &[String], widths: &[usize], gap: usize) -> Vec<String> {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &width)| wrap::lines(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let of_line = |line: usize| {
            let parts = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
                let part = cell.get(line).map_or("", String::as_str);
                let blanks = " ".repeat(width - display_width(part).min(width));
                if self.is_right(column) { blanks + part } else { part.to_owned() + &blanks }
            });
            parts.collect::<Vec<_>>().join(&" ".repeat(gap)).trim_end().to_owned()
        };
        (0..height).map(of_line).collect()
    }

    /// The first cell on a separate line, and below it the other cells, each after the name of its column.
    fn as_paragraph(&self, row: &[String], room: usize) -> Vec<String> {
        let name = |column: usize| self.header.get(column).filter(|name| !name.is_empty());
        let named = |column: usize, cell: &String| match name(column) {
            None => cell.clone(),
            Some(name) if cell.len() <= SHORT => format!("{name}:{NO_BREAK}{cell}"),
            Some(name) => format!("{name}: {cell}"),
        };
        let first = row.first().map(|cell| if self.is_right(0) { named(0, cell) } else { cell.clone() }).unwrap_or_default();
        let others = row.iter().enumerate().skip(1).filter(|(_, cell)| !cell.is_empty()).map(|(column, cell)| named(column, cell));
        let others = others.collect::<Vec<_>>().join("; ");
        let below = wrap::lines(&others, room.saturating_sub(INDENT));
        wrap::lines(&first, room).into_iter().chain(below.into_iter().map(|line| format!("{:INDENT$}{line}", ""))).collect()
    }

    fn is_right(&self, column: usize) -> bool {
        self.right.get(column).is_some_and(|right| *right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(columns: Option<u16>) -> String {
        let row = |option: &str, expected: &str, loss: &str| vec![option.to_owned(), expected.to_owned(), loss.to_owned()];
        let rows = vec![row("Keep 6 6 6, reroll two", "265.11", ""), row("Score 25 in Full House", "253.91", "11.20")];
        let table = Table { header: &["option", "expected final", "loss"], right: &[false, true, true], rows, first: Style::new() };
        anstream::adapter::strip_str(&table.on(columns)).to_string().replace(NO_BREAK, " ")
    }

    #[test]
    fn a_table_with_room() {
        let wide = concat!(
            "  option                   expected final    loss\n",
            "  Keep 6 6 6, reroll two           265.11\n",
            "  Score 25 in Full House           253.91   11.20\n",
        );
        assert_eq!(options(None), wide);
        assert_eq!(options(Some(49)), wide);
    }

    #[test]
    fn a_narrow_table_wraps_its_cells() {
        let narrow = options(Some(36));
        assert!(narrow.lines().all(|line| display_width(line) <= 36), "{narrow}");
        assert!(narrow.contains("6 6 6") && narrow.contains("253.91") && narrow.lines().count() > 3, "{narrow}");
    }

    #[test]
    fn a_table_without_room_is_paragraphs() {
        assert_eq!(
            options(Some(24)),
            concat!(
                "  Keep 6 6 6, reroll two\n",
                "    expected\n",
                "    final: 265.11\n",
                "  Score 25 in Full House\n",
                "    expected\n",
                "    final: 253.91;\n",
                "    loss: 11.20\n",
            )
        );
    }
}
