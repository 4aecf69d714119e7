//! Score sheets as people copy them: a box on each line, a table with a column for each player, or one line; with sums, which are checked.
//!
//! A box and its points stand apart by spaces, a tab, `=`, `:`, `,`, `;` or `|`. An open box has `-`, a dash, a dot or nothing; a box that was crossed out
//! has 0. The words besides the boxes are in `sheet-words.txt`.

use std::fmt;

use super::card_error::CardError;
use super::entry::{Line, entries};
use super::scorecard::Scorecard;
use super::sheet_words::{Subject, Word, Words, words};
use crate::printable::check_lines;
use crate::rules::{Points, RuleSet, RulesError, fold, name_part, word_ends};
use crate::say;

/// The longest text of a sheet, in bytes.
const LONGEST: usize = 10_000;
/// The longest part of a line in which a name is looked for, in bytes.
const LONGEST_NAME: usize = 200;
/// The most columns of a sheet.
const MOST_COLUMNS: usize = 100;
/// The fewest boxes in the first line of a table with a game on each line.
const FEWEST_ACROSS: usize = 3;
/// What stands in a box that is open.
const OPEN: [&str; 7] = ["-", "–", "—", "−", ".", "…", "..."];
/// What may mean that a box is crossed out, or that it is ticked: it is refused.
const MARKS: [&str; 9] = ["x", "X", "/", "\\", "×", "✗", "✘", "✓", "✔"];

/// A scorecard, read from a sheet, and what does not add up there.
///
/// ```
/// use yahtzee_solver::{RuleSet, Sheet};
/// let rules = RuleSet::builtin("hasbro")?;
/// let text = "Aces 3\nTwos -\nSixes: 24\nUpper total: 29\nYahtzee 50\nYahtzee bonus 0\n";
/// let sheet = Sheet::parse(text, &rules, None)?;
/// assert_eq!(sheet.card.to_string(), "ones=3 sixes=24 yahtzee=50");
/// assert_eq!(sheet.warnings[0].to_string(), "Upper total is 29 on the sheet, but its boxes make 27: a difference of 2");
///
/// let error = Sheet::parse("Player\tAnn\tBob\nAces\t3\t2\n", &rules, None).unwrap_err();
/// assert_eq!(error.to_string(), "the sheet has several columns, Ann and Bob: give one of them");
/// assert_eq!(Sheet::parse("Player\tAnn\tBob\nAces\t3\t2\n", &rules, Some("bob"))?.card.to_string(), "ones=2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The card.
    pub card: Scorecard,
    /// The sums on the sheet that differ from those of its boxes.
    pub warnings: Vec<SheetWarning>,
}

/// A sum on a sheet that differs from that of its boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetWarning {
    /// The name of the sum, as it is written on the sheet.
    pub name: String,
    /// The sum on the sheet.
    pub found: u64,
    /// The sum of the boxes.
    pub right: Points,
}

impl fmt::Display for SheetWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let difference = self.found.abs_diff(self.right.into());
        let SheetWarning { name, found, right } = self;
        f.write_str(&say!("{} is {} on the sheet, but its boxes make {}: a difference of {}", name, found, right, difference))
    }
}

/// What stands in a column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Points(u64),
    Open,
    Nothing,
}

struct Row<'t> {
    subject: Subject,
    name: &'t str,
    cells: Vec<Cell>,
    /// Whether columns have places, so that nothing may stand in one of them.
    in_table: bool,
    line: usize,
}

/// The rows of a sheet, and the names of its columns.
#[derive(Default)]
struct Rows<'t> {
    rows: Vec<Row<'t>>,
    names: Vec<String>,
}

impl Scorecard {
    /// Reads a card from its notation: `ones=3 fours=12 full-house=25 yahtzee=50 extra=1`, in any order; `saved=2` for the
    /// saved throws, in a game that has them.
    ///
    /// Spaces, commas, semicolons or new lines separate the entries; `=`, `:` or a space separates a name from its points. Names are read as in
    /// [`RuleSet::category_named`]. A copied score sheet is understood too; [`Sheet::parse`] also reads one whose sums differ from those of its boxes.
    ///
    /// # Errors
    ///
    /// A [`CardError`] that names the entry and the possible values.
    ///
    /// ```
    /// use yahtzee_solver::{RuleSet, Scorecard};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let card = Scorecard::parse("ones=3 y=50 fh=25", &rules)?;
    /// assert_eq!(card.score(), 78);
    /// assert_eq!(Scorecard::parse("Aces: 3; Yahtzee 50; Full House 25", &rules)?, card);
    /// assert!(Scorecard::parse("full-house=24", &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Scorecard, CardError> {
        let Sheet { card, warnings } = Sheet::parse(text, rules, None)?;
        warnings.into_iter().next().map_or(Ok(card), |warning| Err(CardError::Sum(warning)))
    }
}

impl Sheet {
    /// Reads a sheet; a card in its [notation](Scorecard::parse) is one too. Of several columns it reads the one with this name or number, from 1.
    ///
    /// # Errors
    ///
    /// A [`CardError`] that names the line or the box, the columns of a sheet of which none is chosen, or a mark that may mean different things.
    pub fn parse(text: &str, rules: &RuleSet, column: Option<&str>) -> Result<Sheet, CardError> {
        if text.len() > LONGEST {
            return Err(CardError::TooLong { most: LONGEST });
        }
        // An empty cell of a table is a place in a column; the notation would read over it.
        let has_empty_cell = text.lines().any(|line| line.trim().contains("\t\t"));
        let noted = (!has_empty_cell).then(|| Scorecard::from_lines(entries(text, rules), rules));
        let error = match noted.unwrap_or_else(|| Err(CardError::NotAnEntry(String::new()))) {
            Ok(card) if column.is_none() => return Ok(Sheet { card, warnings: Vec::new() }),
            Ok(_) => None,
            Err(error) => Some(error),
        };
        let is_line = !text.trim().contains(['\n', '\t', '|']);
        let read = read(text, rules).and_then(|rows| rows.sheet(rules, column)).map_err(|error| match error {
            CardError::InLine { error, .. } if is_line => *error,
            error => error,
        });
        match (read, error) {
            // One line is an attempt at the notation.
            (Err(CardError::NotAnEntry(_) | CardError::UnknownCategory(_) | CardError::Unprintable(_)), Some(error)) if is_line => {
                Err(error)
            }
            (read, _) => read,
        }
    }
}

fn in_line(line: usize, error: CardError) -> CardError {
    CardError::InLine { line, error: Box::new(error) }
}

/// Reads all rows of a text.
fn read<'t>(text: &'t str, rules: &RuleSet) -> Result<Rows<'t>, CardError> {
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

impl<'t> Rows<'t> {
    fn add(&mut self, row: Row<'t>, cells: &[&str]) {
        if row.subject == Subject::Names && cells.len() > 1 && self.names.is_empty() {
            self.names = names(&cells[1..]);
        } else if !matches!(row.subject, Subject::Names | Subject::Heading) {
            self.rows.push(row);
        }
    }

    /// The columns in which something stands.
    fn columns(&self) -> Vec<usize> {
        let most = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).min(MOST_COLUMNS + 1);
        let is_used = |column: &usize| self.rows.iter().any(|row| row.cells.get(*column).is_some_and(|cell| *cell != Cell::Nothing));
        let used: Vec<usize> = (0..most).filter(is_used).collect();
        // A dash between names and points is no column.
        let rows = || self.rows.iter().filter(|row| !row.cells.is_empty());
        match used[..] {
            [_, second] if rows().all(|row| matches!(row.cells[..], [Cell::Open, Cell::Points(_)])) => vec![second],
            _ => used,
        }
    }

    /// The column to read.
    fn column(&self, wanted: Option<&str>) -> Result<usize, CardError> {
        let columns = self.columns();
        if columns.len() > MOST_COLUMNS {
            return Err(CardError::TooManyColumns { most: MOST_COLUMNS });
        }
        let wide = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let named = self.names.len() == columns.len() || self.names.len() == wide;
        let place = |at: usize| if self.names.len() == columns.len() { at } else { columns[at] };
        let name =
            |at: usize| self.names.get(place(at)).filter(|name| named && !name.is_empty()).cloned().unwrap_or_else(|| (at + 1).to_string());
        let names = || (0..columns.len()).map(name).collect::<Vec<_>>();
        match (wanted, &columns[..]) {
            (None, []) => Ok(0),
            (None, [column]) => Ok(*column),
            (None, _) => Err(CardError::Columns { names: listed(&names()) }),
            (Some(wanted), _) => {
                let is_it = |at: &usize| name(*at).trim().to_lowercase() == wanted.trim().to_lowercase();
                let by_number =
                    || wanted.trim().parse().ok().filter(|number: &usize| (1..=columns.len()).contains(number)).map(|number| number - 1);
                if (0..columns.len()).filter(is_it).count() > 1 {
                    return Err(CardError::Columns { names: listed(&names()) });
                }
                let at = (0..columns.len()).find(is_it).or_else(by_number);
                at.map(|at| columns[at]).ok_or_else(|| CardError::NoSuchColumn { wanted: wanted.to_owned(), names: listed(&names()) })
            }
        }
    }

    /// The sheet in a column.
    fn sheet(&self, rules: &RuleSet, wanted: Option<&str>) -> Result<Sheet, CardError> {
        let column = self.column(wanted)?;
        let columns = self.columns().len();
        if self.rows.iter().all(|row| row.cells.is_empty()) && self.rows.len() < 2 {
            return Err(CardError::NotAnEntry(self.rows.first().map_or_else(String::new, |row| row.name.to_owned())));
        }
        let mut lines = Vec::new();
        for row in &self.rows {
            if !row.in_table && columns > 1 && !row.cells.is_empty() && row.cells.len() != columns {
                return Err(in_line(row.line, CardError::UnclearColumns { found: row.cells.len(), columns }));
            }
            let Some(Cell::Points(points)) = row.cells.get(column).copied() else { continue };
            match row.subject {
                Subject::Box(category) => lines.push((Line::Category(category), points)),
                Subject::Extra => lines.push((Line::Extra, points)),
                Subject::ExtraBonus => lines.extend(extra(points, rules)?.map(|count| (Line::Extra, count))),
                Subject::Saved => lines.push((Line::Saved, points)),
                _ => {}
            }
        }
        let card = Scorecard::from_lines(lines.into_iter().map(Ok), rules)?;
        let warnings = self.warnings(&card, column);
        Ok(Sheet { card, warnings })
    }

    /// The sums in a column that differ from those of the card.
    fn warnings(&self, card: &Scorecard, column: usize) -> Vec<SheetWarning> {
        let (upper, bonus, extra) = (card.upper_total(), card.upper_bonus(), card.extra_points());
        let lower = card.filled().filter(|(category, _)| !card.rules().is_upper(*category)).map(|(_, points)| points).sum::<Points>();
        let mut below = false;
        let mut warnings = Vec::new();
        for row in &self.rows {
            below |= matches!(row.subject, Subject::Box(category) if !card.rules().is_upper(category));
            let Some(Cell::Points(found)) = row.cells.get(column).copied() else { continue };
            let right = match row.subject {
                Subject::Bonus => vec![bonus],
                Subject::Upper => vec![upper, upper + bonus],
                Subject::Sum if !below => vec![upper, upper + bonus],
                Subject::Lower => vec![lower, lower + extra],
                Subject::Sum => vec![card.score(), lower, lower + extra],
                Subject::Grand => vec![card.score()],
                _ => continue,
            };
            let differs = |right: &Points| found.abs_diff((*right).into());
            let right = right.into_iter().min_by_key(differs).expect("a sum");
            if differs(&right) > 0 {
                let name = row.name.split_whitespace().collect::<Vec<_>>().join(" ");
                warnings.push(SheetWarning { name, found, right });
            }
        }
        warnings
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => say!("none"),
        [only] => only.clone(),
        [others @ .., last] => say!("{} and {}", others.join(", "), last),
    }
}

/// The number of extra bonuses, given as points or as a number; `None` for none in a game without them.
fn extra(found: u64, rules: &RuleSet) -> Result<Option<u64>, CardError> {
    let bonuses = rules.further().map(|further| [further.after_points.bonus, further.after_zero.bonus]);
    let bonus = bonuses.into_iter().flatten().map(u64::from).max().unwrap_or(0);
    match found {
        0 => Ok(None),
        _ if bonus == 0 => Ok(Some(found)),
        _ if found < bonus => Ok(Some(found)),
        _ if found.is_multiple_of(bonus) => Ok(Some(found / bonus)),
        _ => Err(CardError::NoMultiple { found, bonus }),
    }
}
