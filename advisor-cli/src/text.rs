//! Text for a terminal: dice, tables, wrapped sentences and styles.

use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use yahtzee_dialogue::reasons::Explanation;
use yahtzee_dialogue::words::{count, kept_dice};
use yahtzee_solver::{Dice, Face, RerollsLeft, Roll};

use crate::output;
use crate::style::{BEST, FAINT, HEADING};

/// The dice of a roll, those of `kept` standing out, and the rerolls left; `drawn` as boxes or in a line.
pub(crate) fn dice(roll: &Roll, kept: &Dice, rerolls_left: RerollsLeft, drawn: bool) -> String {
    let rerolls = count(rerolls_left.get().into(), "reroll left", "rerolls left");
    if !drawn {
        return format!(" {}   {rerolls}\n", draw_dice(roll, kept));
    }
    let mut lines = draw_boxes(roll, kept);
    let middle = lines.len() / 2;
    lines[middle].push_str(&format!("   {rerolls}"));
    lines.join("\n") + "\n"
}

/// The dice of a roll, those of `kept` in brackets: `1 1 [6] [6] [6]`. Where all are kept, because the roll is scored, none stands out.
fn draw_dice(roll: &Roll, kept: &Dice) -> String {
    let dice = with_kept(roll, kept).into_iter().map(|(face, kept)| match kept {
        true => format!("{BEST}[{face}]{BEST:#}"),
        false => format!(" {face} "),
    });
    dice.collect::<Vec<_>>().join(" ")
}

/// The dice of a roll as five lines of boxes with pips, for a terminal; those of `kept` bold, with a heavy edge.
fn draw_boxes(roll: &Roll, kept: &Dice) -> Vec<String> {
    let mut lines = vec![String::new(); 5];
    for (face, kept) in with_kept(roll, kept) {
        let [top, side, bottom] = if kept {
            ["┏━━━━━━━┓", "┃", "┗━━━━━━━┛"]
        } else {
            ["┌───────┐", "│", "└───────┘"]
        };
        let style = if kept { BEST } else { Style::new() };
        let rows = pips(face).map(|row| {
            let [left, middle, right] = row.map(|pip| if pip { '●' } else { ' ' });
            format!("{side} {left} {middle} {right} {side}")
        });
        let [first, second, third] = &rows;
        for (line, part) in lines.iter_mut().zip([top, first, second, third, bottom]) {
            line.push_str(&format!(" {style}{part}{style:#}"));
        }
    }
    lines
}

/// Where the pips of a face are: rows of left, middle and right.
pub(crate) fn pips(face: Face) -> [[bool; 3]; 3] {
    let n = face.pips();
    let (two, four, six, odd) = (n >= 2, n >= 4, n == 6, n % 2 == 1);
    [[two, false, four], [six, odd, six], [four, false, two]]
}

/// The dice of a roll, and whether each is one of `kept` and stands out for it.
fn with_kept(roll: &Roll, kept: &Dice) -> Vec<(Face, bool)> {
    let kept = if kept.len() == roll.len() { Dice::NONE } else { *kept };
    roll.faces().zip(kept_dice(roll, &kept)).collect()
}

/// A number of bytes: `2.52 MB`, `312 bytes`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => count(bytes, "byte", "bytes"),
        _ => format!("{:.2} MB", bytes as f64 / 1e6),
    }
}

/// A table without lines, indented by two; its header may be empty. `right` says for each column whether it is of numbers. On a terminal long cells
/// are wrapped.
pub(crate) fn table(header: &[&str], right: &[bool], rows: Vec<Vec<String>>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(columns) = output::columns() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns.saturating_sub(2).max(40));
    }
    if !header.is_empty() {
        table.set_header(header.iter().copied());
    }
    table.add_rows(rows);
    for (column, right) in table.column_iter_mut().zip(right) {
        column.set_padding((0, 3));
        column.set_cell_alignment(if *right { CellAlignment::Right } else { CellAlignment::Left });
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(1)));
    }
    table.lines().map(|line| format!("  {}", line.trim_end())).collect()
}

/// The lines of a table with its header in bold and, where wanted, its first row as the best.
pub(crate) fn styled(lines: &[String], first_is_best: bool) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let style = match index {
            0 => HEADING,
            1 if first_is_best => BEST,
            _ => Style::new(),
        };
        text.push_str(&format!("{style}{line}{style:#}\n"));
    }
    text
}

/// A sentence with the end of its line. On a terminal it is wrapped between words, every line indented as the first.
pub(crate) fn sentence(text: &str) -> String {
    let Some(columns) = output::columns() else { return format!("{text}\n") };
    let words = text.trim_start_matches(' ');
    let indent = &text[..text.len() - words.len()];
    let options = textwrap::Options::new(columns.max(40).into()).initial_indent(indent).subsequent_indent(indent);
    textwrap::fill(words, options) + "\n"
}

/// A line that matters less.
pub(crate) fn faint(line: &str) -> String {
    format!("{FAINT}{line}{FAINT:#}\n")
}

/// Reasons, each under its heading.
pub(crate) fn reasons(said: &[Explanation]) -> String {
    let mut text = String::new();
    for Explanation { heading, sentences } in said {
        text.push_str(&format!("\n{HEADING}{heading}{HEADING:#}\n"));
        text.extend(sentences.iter().map(|line| sentence(&format!("  {line}"))));
    }
    text
}
