//! The rows of a score sheet: which box or sum each is about, and what stands in its columns.

use super::card_error::CardError;
use super::entry::{LONGEST_NAME, box_with_number, points_at_start, within};
use super::sheet_words::{Subject, Word, Words, words};
use crate::printable::check_lines;
use crate::rules::{RuleSet, RulesError, fold, name_part, word_ends};

/// The most columns of a sheet.
pub(super) const MOST_COLUMNS: usize = 100;
/// The fewest boxes in the first line of a table with a game on each line.
const FEWEST_ACROSS: usize = 3;
/// What stands in a box that is open.
const OPEN: [&str; 8] = ["-", "–", "—", "−", ".", "…", "...", "-1"];
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

/// A line of the text, in parts.
struct Line<'t> {
    number: usize,
    text: &'t str,
    cells: Vec<&'t str>,
}

impl<'t> Line<'t> {
    /// The same line with cells that stand apart by two spaces or more.
    fn aligned(&self) -> Line<'t> {
        let cells = self.text.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        Line { cells, ..*self }
    }
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
    let trimmed = text.lines().map(|line| line.trim_matches([' ', '\r', '\u{a0}']));
    let lines = (1..).zip(trimmed).filter(|(_, line)| line.contains(char::is_alphanumeric));
    let mut lines: Vec<Line<'_>> = lines.map(|(number, text)| Line { number, text, cells: in_cells(text) }).collect();
    if !text.contains(['\t', '|']) && text.contains("  ") {
        let aligned: Vec<Line<'_>> = lines.iter().map(Line::aligned).collect();
        lines = if descriptions(&aligned, rules).is_empty() { lines } else { aligned };
    }
    let described = descriptions(&lines, rules);
    for Line { number, text: line, cells } in lines {
        let cells = without(cells, &described);
        if let Some(boxes) = &mut across {
            game_across(&cells, boxes, &mut read.names, rules, number)?;
        } else if let Some(boxes) = boxes_across(&cells, rules, number) {
            across = Some(boxes);
        } else {
            let rows = match table_row(&cells, rules, number) {
                Some(row) => Ok(vec![row]),
                None => rows_in(line, rules, number),
            };
            match rows {
                Ok(rows) => {
                    // What follows a name or a heading is not read.
                    let is_head = |row: &Row<'_>| matches!(row.subject, Subject::Names | Subject::Heading);
                    if rows.iter().any(is_head)
                        && let Some(entry) = box_in(line, rules)
                    {
                        return Err(in_line(number, CardError::NotAnEntry(entry.to_owned())));
                    }
                    rows.into_iter().for_each(|row| read.add(row, &cells));
                }
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

/// The columns of a table that say in words how each box is scored, and have no points.
fn descriptions(lines: &[Line<'_>], rules: &RuleSet) -> Vec<usize> {
    let of_box = |cells: &&[&str]| matches!(whole_name(name_of(cells[0]), rules), Some(Subject::Box(_)));
    let tables = lines.iter().filter(|line| line.text.contains(['\t', '|']) || line.text.contains("  ")).map(|line| &*line.cells);
    let rows: Vec<&[&str]> = tables.filter(of_box).collect();
    let describes = |text: &&str| {
        text.starts_with(char::is_alphabetic) && cell(text).is_none() && whole_name(text, rules).is_none() && box_in(text, rules).is_none()
    };
    let describes_all = |column: &usize| rows.iter().all(|cells| cells.get(*column).is_some_and(describes));
    let most = rows.iter().map(|cells| cells.len()).max().unwrap_or(0).min(MOST_COLUMNS);
    let described: Vec<usize> = (1..most).filter(describes_all).collect();
    // A table of words alone has no points.
    if described.len() + 1 < most { described } else { Vec::new() }
}

/// The cells of a row without those that describe its box.
fn without<'t>(cells: Vec<&'t str>, described: &[usize]) -> Vec<&'t str> {
    if described.is_empty() || cells.len() <= described[0] {
        return cells;
    }
    let points: Vec<&str> = (1..cells.len()).filter(|column| !described.contains(column)).map(|column| cells[column]).collect();
    // An open box at the end of a line may have no cell.
    let points = if points.is_empty() { vec![""] } else { points };
    std::iter::once(name_of(cells[0])).chain(points).collect()
}

/// The name in a cell with what a die counts: `Aces = 1`.
fn name_of(cell: &str) -> &str {
    cell.split_once('=').map_or(cell, |(name, _)| name.trim_end())
}

/// The name of a box with points that it may have, somewhere in a line.
fn box_in<'t>(line: &'t str, rules: &RuleSet) -> Option<&'t str> {
    let is_between = |letter: char| letter.is_whitespace() || is_between(letter);
    let words = line.split(is_between).filter(|word| !word.is_empty());
    let starts = words.map(|word| &line[word.as_ptr() as usize - line.as_ptr() as usize..]);
    starts.take(LONGEST_NAME).find_map(|text| {
        let text = within(text, LONGEST_NAME);
        let (category, rest) = rules.category_at_start(text).ok()?;
        let (points, _) = points_at_start(rest.trim_start_matches(is_between))?;
        let is_possible = rules.possible_points(category).iter().any(|&possible| u64::from(possible) == points);
        Some(&text[..text.len() - rest.len()]).filter(|name| is_possible && !is_number(name))
    })
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

/// The parts of a line that tabs, bars, semicolons or commas separate, but not those in brackets.
fn in_cells(line: &str) -> Vec<&str> {
    let Some(between) = ['\t', '|', ';', ','].into_iter().find(|&between| line.contains(between)) else { return vec![line] };
    let line = if between == '|' { line.trim().trim_start_matches('|').trim_end_matches('|') } else { line };
    let mut open = 0_usize;
    let is_between = |letter| {
        match letter {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        letter == between && open == 0
    };
    line.split(is_between).map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

/// The first line of a table with a game on each line: the names of boxes.
fn boxes_across<'t>(cells: &[&'t str], rules: &RuleSet, line: usize) -> Option<Vec<Row<'t>>> {
    let subject = |&name: &&'t str| {
        let subject = whole_name(name, rules).unwrap_or(Subject::Heading);
        Row { subject, name, cells: Vec::new(), in_table: true, line }
    };
    let rows: Vec<Row<'_>> = cells.iter().map(subject).collect();
    let is_box = |row: &&Row<'_>| matches!(row.subject, Subject::Box(_)) && !is_number(row.name);
    let boxes = rows.iter().filter(is_box).count();
    (boxes >= FEWEST_ACROSS).then_some(rows)
}

/// A line of a table with a game on each line.
fn game_across(cells: &[&str], boxes: &mut [Row<'_>], columns: &mut Vec<String>, rules: &RuleSet, line: usize) -> Result<(), CardError> {
    if cells.len() > boxes.len() {
        return Err(in_line(line, CardError::TooManyCells { found: cells.len(), wanted: boxes.len() }));
    }
    let mut name = String::new();
    for (index, row) in boxes.iter_mut().enumerate() {
        let text = cells.get(index).copied().unwrap_or_default();
        let heads = matches!(row.subject, Subject::Names | Subject::Heading);
        let cell = match cell(text) {
            // The first column may number the games. Points of an unknown box would be lost.
            Some(Cell::Points(_)) if heads && index > 0 && whole_name(row.name, rules).is_none() => {
                let error =
                    rules.category_named(row.name).err().map_or_else(|| no_points(row.subject, row.name, text), CardError::UnknownCategory);
                return Err(in_line(line, error));
            }
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
    if OPEN.contains(&word) || words().meanings.get(&fold(within(word, LONGEST_NAME))) == Some(&Word::Open) {
        return Some((Cell::Open, rest));
    }
    // A spreadsheet writes points with decimals.
    let word = word.strip_suffix(".0").unwrap_or(word);
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().map(|points| (Cell::Points(points), rest))
}

fn is_between(letter: char) -> bool {
    matches!(letter, ',' | ';' | '|' | '\t')
}

/// A text without the word `points`, the dice and a remark in brackets at its start.
fn without_unit(text: &str) -> &str {
    let mut rest = text.trim_start();
    if let Some(end) = word_ends(within(rest, LONGEST_NAME)).next()
        && words().meanings.get(&fold(&rest[..end])) == Some(&Word::Unit)
    {
        rest = rest[end..].trim_start();
    }
    without_remark(rest.trim_start_matches(|letter: char| letter.is_whitespace() || ('⚀'..='⚅').contains(&letter)))
}

/// A text without a remark in brackets at its start.
fn without_remark(text: &str) -> &str {
    match text.trim_start().strip_prefix('(').and_then(|remark| remark.split_once(')')) {
        Some((_, rest)) => rest,
        None => text,
    }
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

/// The rows in a line that is no row of a table: one with its columns, or several with one number each. Each cell is a name, or points, or both.
fn rows_in<'t>(line: &'t str, rules: &RuleSet, number: usize) -> Result<Vec<Row<'t>>, CardError> {
    let cells = in_cells(line);
    if let [alone] = cells[..] {
        return rows_in_cell(alone, rules, number);
    }
    let mut rows: Vec<Row<'t>> = Vec::new();
    for text in cells {
        match (cell(text), rows.last_mut()) {
            (Some(Cell::Nothing), None) => {}
            (Some(cell), Some(row)) => row.cells.push(cell),
            (None, Some(row)) if MARKS.contains(&text) => return Err(no_points(row.subject, row.name, text)),
            _ => match whole_name(text, rules) {
                Some(subject) => rows.push(Row { subject, name: text, cells: Vec::new(), in_table: false, line: number }),
                None => rows.extend(rows_in(text, rules, number)?),
            },
        }
        if rows.last().is_some_and(|row| matches!(row.subject, Subject::Names | Subject::Heading)) {
            break;
        }
    }
    // Two tables side by side have cells in which nothing stands.
    let may_be_empty = rows.len() == 1 || line.contains(['\t', '|']);
    if let Some(row) = rows.iter().find(|row| row.cells.is_empty() && (!may_be_empty || is_number(row.name))) {
        return Err(CardError::NotAnEntry(row.name.to_owned()));
    }
    let is_alone = rows.len() == 1;
    for row in &mut rows {
        let used = row.cells.iter().rposition(|cell| *cell != Cell::Nothing).map_or(0, |last| last + 1);
        row.cells.truncate(used);
        row.in_table = is_alone;
    }
    one_or_many(rows)
}

/// The rows in a cell of a line, apart by spaces.
fn rows_in_cell<'t>(cell: &'t str, rules: &RuleSet, number: usize) -> Result<Vec<Row<'t>>, CardError> {
    let mut rows: Vec<Row<'t>> = Vec::new();
    let mut rest = cell;
    while !rest.is_empty() {
        let text = rest;
        let (subject, name) = name_at_start(text, rules).map_err(|error| unknown(text, error))?;
        let after = &text[name.len()..];
        rest = without_remark(after);
        let remark = after[..after.len() - rest.len()].trim();
        rest = rest.trim_start();
        if matches!(subject, Subject::Names | Subject::Heading) {
            rest = "";
        }
        let marked = rest.starts_with(['=', ':']);
        rest = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start();
        let mut cells = Vec::new();
        while let Some((cell, after)) = cell_at_start(rest).filter(|_| box_with_number(rest, rules).is_none()) {
            cells.push(cell);
            rest = without_unit(after).trim_start();
        }
        let is_box = matches!(subject, Subject::Box(_));
        let word = rest.split_whitespace().next().unwrap_or_default();
        if is_box && cells.is_empty() && rest.is_empty() && remark.trim_matches(['(', ')', ' ']).parse::<u64>().is_ok() {
            return Err(CardError::Mark { name: name.trim().to_owned(), mark: remark.to_owned() });
        }
        if (marked && cells.is_empty() && !rest.is_empty()) || (is_box && MARKS.contains(&word)) {
            return Err(no_points(subject, name, within(word, LONGEST_NAME)));
        }
        if cells.is_empty() && (!rest.is_empty() || (is_number(name) && !marked)) {
            return Err(match (box_with_number(rest, rules), rules.category_named(within(name_part(text), LONGEST_NAME))) {
                (Some(name), _) => CardError::PointsOrBox(name.to_owned()),
                (None, Err(error)) => unknown(text, error),
                (None, Ok(_)) => CardError::NotAnEntry(name.to_owned()),
            });
        }
        rows.push(Row { subject, name, cells, in_table: false, line: number });
    }
    match rows.iter().find(|row| row.cells.is_empty()).filter(|_| rows.len() > 1) {
        Some(row) => Err(CardError::NotAnEntry(row.name.to_owned())),
        None => one_or_many(rows),
    }
}

/// The rows, each with one number if there are several.
fn one_or_many(rows: Vec<Row<'_>>) -> Result<Vec<Row<'_>>, CardError> {
    if rows.iter().any(|row| row.cells.len() > MOST_COLUMNS) {
        return Err(CardError::TooManyColumns { most: MOST_COLUMNS });
    }
    match rows.iter().find(|row| row.cells.len() > 1).filter(|_| rows.len() > 1) {
        Some(row) => Err(CardError::NotAnEntry(row.name.to_owned())),
        None => Ok(rows),
    }
}

/// Whether the name of a row is a number, which may also be points.
fn is_number(name: &str) -> bool {
    !name.contains(char::is_alphabetic)
}

/// The error about a text that begins with no name.
fn unknown(text: &str, error: RulesError) -> CardError {
    match name_part(text) {
        "" => CardError::NotAnEntry(within(text, LONGEST_NAME).to_owned()),
        _ => CardError::UnknownCategory(error),
    }
}

/// The error about something else than points.
fn no_points(subject: Subject, name: &str, found: &str) -> CardError {
    match matches!(subject, Subject::Box(_)) && MARKS.contains(&found) {
        true => CardError::Mark { name: name.trim().to_owned(), mark: found.to_owned() },
        false => CardError::NotAnEntry(format!("{name}={found}")),
    }
}
