//! The rows of a score sheet: which box or sum each is about, and what stands in its columns.

use super::card_error::CardError;
use super::sheet_words::{Subject, Word, Words, words};
use crate::printable::check_lines;
use crate::rules::{RuleSet, RulesError, fold, name_part, word_ends};

/// The longest part of a line in which a name is looked for, in bytes.
const LONGEST_NAME: usize = 200;
/// The most columns of a sheet.
pub(super) const MOST_COLUMNS: usize = 100;
/// The fewest boxes in the first line of a table with a game on each line.
const FEWEST_ACROSS: usize = 3;
/// What stands in a box that is open.
const OPEN: [&str; 7] = ["-", "–", "—", "−", ".", "…", "..."];
/// What may mean that a box is crossed out, or that it is ticked: it is refused.
const MARKS: [&str; 9] = ["x", "X", "/", "\\", "×", "✗", "✘", "✓", "✔"];

/// What stands in a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Points(u64),
    Open,
    Nothing,
}

pub(super) struct Row<'t> {
    pub(super) subject: Subject,
    pub(super) name: &'t str,
    pub(super) cells: Vec<Cell>,
    /// Whether columns have places, so that nothing may stand in one of them.
    pub(super) in_table: bool,
    pub(super) line: usize,
}

/// The rows of a sheet, and the names of its columns.
#[derive(Default)]
pub(super) struct Rows<'t> {
    pub(super) rows: Vec<Row<'t>>,
    pub(super) names: Vec<String>,
}

impl<'t> Rows<'t> {
    fn add(&mut self, row: Row<'t>, cells: &[&str]) {
        if row.subject == Subject::Names && cells.len() > 1 && self.names.is_empty() {
            self.names = names(&cells[1..]);
        } else if !matches!(row.subject, Subject::Names | Subject::Heading) {
            self.rows.push(row);
        }
    }
}

/// An error in this line.
pub(super) fn in_line(line: usize, error: CardError) -> CardError {
    CardError::InLine { line, error: Box::new(error) }
}

/// Reads all rows of a text.
pub(super) fn read<'t>(text: &'t str, rules: &RuleSet) -> Result<Rows<'t>, CardError> {
    check_lines(text).map_err(|(line, found)| in_line(line, found.into()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut read = Rows::default();
    let mut across: Option<Vec<Row<'t>>> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_matches([' ', '\r', '\u{a0}']);
        if !line.contains(char::is_alphanumeric) {
            continue;
        }
        let cells = in_cells(line);
        if let Some(boxes) = &mut across {
            game_across(&cells, boxes, &mut read.names, number)?;
        } else if let Some(boxes) = boxes_across(&cells, rules, number) {
            across = Some(boxes);
        } else if let Some(row) = table_row(&cells, rules, number) {
            read.add(row, &cells);
        } else {
            match rows_in(line, rules, number) {
                Ok(rows) => rows.into_iter().for_each(|row| read.add(row, &cells)),
                Err(_) if read.rows.is_empty() && is_head(line, &cells) && !names_box(line, rules) => {
                    read.names = if cells.len() > 1 { names(&cells[1..]) } else { line.split_whitespace().map(str::to_owned).collect() };
                }
                Err(error) => return Err(in_line(number, error)),
            }
        }
    }
    read.rows.extend(across.unwrap_or_default());
    Ok(read)
}

/// Whether a line that is no row may be a title, or have the names of the columns.
fn is_head(line: &str, cells: &[&str]) -> bool {
    match cells {
        [_, columns @ ..] if !columns.is_empty() => {
            let is_name = |cell: &&str| cell.is_empty() || (cell.starts_with(char::is_alphabetic) && !MARKS.contains(cell));
            columns.iter().all(is_name)
        }
        _ => !line.contains(|letter: char| letter.is_ascii_digit() || letter == '='),
    }
}

/// Whether a line begins with a box, and so is no title. The name of the game may be that of a box, without a mark behind it.
fn names_box(line: &str, rules: &RuleSet) -> bool {
    match name_at_start(line, rules) {
        Ok((Subject::Box(category), name)) => {
            let rest = line[name.len()..].trim_matches(|letter: char| letter.is_whitespace() || is_between(letter) || letter == ':');
            rules.flag_category() != Some(category) || MARKS.contains(&rest)
        }
        _ => false,
    }
}

fn names(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// The parts of a line that tabs, bars, semicolons or commas separate.
fn in_cells(line: &str) -> Vec<&str> {
    let Some(between) = ['\t', '|', ';', ','].into_iter().find(|&between| line.contains(between)) else { return vec![line] };
    let line = if between == '|' { line.trim().trim_start_matches('|').trim_end_matches('|') } else { line };
    line.split(between).map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

/// The first line of a table with a game on each line: the names of boxes.
fn boxes_across<'t>(cells: &[&'t str], rules: &RuleSet, line: usize) -> Option<Vec<Row<'t>>> {
    let subject = |&name: &&'t str| {
        let subject = whole_name(name, rules).unwrap_or(Subject::Heading);
        Row { subject, name, cells: Vec::new(), in_table: true, line }
    };
    let rows: Vec<Row<'_>> = cells.iter().map(subject).collect();
    // A number alone may be a box, and more likely points.
    let is_box = |row: &&Row<'_>| matches!(row.subject, Subject::Box(_)) && row.name.contains(char::is_alphabetic);
    let boxes = rows.iter().filter(is_box).count();
    (boxes >= FEWEST_ACROSS).then_some(rows)
}

/// A line of a table with a game on each line.
fn game_across(cells: &[&str], boxes: &mut [Row<'_>], columns: &mut Vec<String>, line: usize) -> Result<(), CardError> {
    if cells.len() > boxes.len() {
        return Err(in_line(line, CardError::TooManyCells { found: cells.len(), wanted: boxes.len() }));
    }
    let mut name = String::new();
    for (index, row) in boxes.iter_mut().enumerate() {
        let text = cells.get(index).copied().unwrap_or_default();
        let heads = matches!(row.subject, Subject::Names | Subject::Heading);
        let cell = match cell(text) {
            _ if heads => Cell::Nothing,
            Some(cell) => cell,
            None => return Err(in_line(line, no_points(row.subject, row.name, text))),
        };
        if heads && name.is_empty() {
            text.clone_into(&mut name);
        }
        row.cells.push(cell);
    }
    columns.push(name);
    Ok(())
}

/// A row of a table: a name, and a cell for each column.
fn table_row<'t>(cells: &[&'t str], rules: &RuleSet, line: usize) -> Option<Row<'t>> {
    let [name, columns @ ..] = cells else { return None };
    let subject = whole_name(name, rules).filter(|_| !columns.is_empty())?;
    let is_head = matches!(subject, Subject::Names | Subject::Heading);
    let cells: Option<Vec<Cell>> = columns.iter().map(|text| if is_head { Some(Cell::Nothing) } else { cell(text) }).collect();
    Some(Row { subject, name, cells: cells?, in_table: true, line })
}

/// What stands in a cell; `None` for something else than points.
fn cell(text: &str) -> Option<Cell> {
    let (cell, rest) = cell_at_start(text).unwrap_or((Cell::Nothing, text));
    without_unit(rest).trim().is_empty().then_some(cell)
}

/// The points or the mark of an open box at the start of a text, and the rest.
fn cell_at_start(text: &str) -> Option<(Cell, &str)> {
    let text = text.trim_start();
    let end = text.find(|letter: char| letter.is_whitespace() || is_between(letter)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if OPEN.contains(&word) {
        return Some((Cell::Open, rest));
    }
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().map(|points| (Cell::Points(points), rest))
}

fn is_between(letter: char) -> bool {
    matches!(letter, ',' | ';' | '|' | '\t')
}

/// A text without the word `points` and a remark in brackets at its start.
fn without_unit(text: &str) -> &str {
    let mut rest = text.trim_start();
    if let Some(end) = word_ends(within(rest, LONGEST_NAME)).next()
        && words().meanings.get(&fold(&rest[..end])) == Some(&Word::Unit)
    {
        rest = rest[end..].trim_start();
    }
    without_remark(rest)
}

/// A text without a remark in brackets at its start.
fn without_remark(text: &str) -> &str {
    match text.trim_start().strip_prefix('(').and_then(|remark| remark.split_once(')')) {
        Some((_, rest)) => rest,
        None => text,
    }
}

/// The start of a text, up to this many bytes.
fn within(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    &text[..end]
}

/// The subject that a whole text names.
fn whole_name(text: &str, rules: &RuleSet) -> Option<Subject> {
    let text = text.trim();
    let (subject, name) = name_at_start(text, rules).ok()?;
    let rest = without_remark(&text[name.len()..]);
    rest.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '=' | ':')).is_empty().then_some(subject)
}

/// The subject that the text starts with, and its name there. The longest name counts.
fn name_at_start<'t>(text: &'t str, rules: &RuleSet) -> Result<(Subject, &'t str), RulesError> {
    let start = within(text, LONGEST_NAME);
    let Words { meanings, longest } = words();
    let mut found = None;
    for end in word_ends(start) {
        let folded = fold(&text[..end]);
        if folded.len() > *longest {
            break;
        }
        if let Some(&Word::Row(subject)) = meanings.get(&folded) {
            found = Some((subject, &text[..end]));
        }
    }
    match rules.category_at_start(start) {
        Ok((category, rest)) => {
            let name = &text[..start.len() - rest.len()];
            Ok(found.filter(|(_, word)| word.len() > name.len()).unwrap_or((Subject::Box(category), name)))
        }
        Err(error) => found.ok_or(error),
    }
}

/// The rows in a line that is no row of a table: one with its columns, or several with one number each.
fn rows_in<'t>(line: &'t str, rules: &RuleSet, number: usize) -> Result<Vec<Row<'t>>, CardError> {
    let between = |letter: char| letter.is_whitespace() || is_between(letter);
    let mut rows: Vec<Row<'t>> = Vec::new();
    let mut rest = line.trim_start_matches(between);
    while !rest.is_empty() {
        let (subject, name) = name_at_start(rest, rules).map_err(|error| match name_part(rest) {
            "" => CardError::NotAnEntry(within(rest, LONGEST_NAME).to_owned()),
            _ => CardError::UnknownCategory(error),
        })?;
        rest = without_remark(&rest[name.len()..]).trim_start();
        let mut cells = Vec::new();
        if matches!(subject, Subject::Names | Subject::Heading) {
            rest = "";
        }
        let marked = rest.starts_with(['=', ':']);
        rest = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start_matches(between);
        while let Some((cell, after)) = cell_at_start(rest).filter(|_| !starts_box(rest, rules)) {
            cells.push(cell);
            if cells.len() > MOST_COLUMNS {
                return Err(CardError::TooManyColumns { most: MOST_COLUMNS });
            }
            rest = without_unit(after).trim_start_matches(between);
        }
        let word = rest.split(between).next().unwrap_or_default();
        if (marked && cells.is_empty() && !rest.is_empty()) || (matches!(subject, Subject::Box(_)) && MARKS.contains(&word)) {
            return Err(no_points(subject, name, within(word, LONGEST_NAME)));
        }
        rows.push(Row { subject, name, cells, in_table: false, line: number });
    }
    // Two tables side by side have cells in which nothing stands.
    let may_be_empty = line.contains(['\t', '|']);
    let is_wrong = |row: &&Row<'_>| row.cells.len() > 1 || (row.cells.is_empty() && !may_be_empty);
    match rows.iter().find(is_wrong).filter(|_| rows.len() > 1) {
        Some(row) => Err(CardError::NotAnEntry(row.name.to_owned())),
        None => Ok(rows),
    }
}

/// Whether the text starts with a name of a box that begins with a digit, like `3 of a kind`, and not with points.
fn starts_box(text: &str, rules: &RuleSet) -> bool {
    let has_letter = |text: &str| text.contains(char::is_alphabetic);
    has_letter(within(text, LONGEST_NAME)) && name_at_start(text, rules).is_ok_and(|(_, name)| has_letter(name))
}

/// The error about something else than points.
fn no_points(subject: Subject, name: &str, found: &str) -> CardError {
    match matches!(subject, Subject::Box(_)) && MARKS.contains(&found) {
        true => CardError::Mark { name: name.trim().to_owned(), mark: found.to_owned() },
        false => CardError::NotAnEntry(format!("{name}={found}")),
    }
}
