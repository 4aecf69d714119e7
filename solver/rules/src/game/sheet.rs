//! Score sheets as people copy them: a box on each line, a table with a column for each player, or one line; with sums, which are checked.
//!
//! A box and its points stand apart by spaces, a tab, `=`, `:`, `,`, `;` or `|`. An open box has `-`, a dash, a dot, `null`, -1 or nothing; a box that was
//! crossed out has 0. A column of words is passed over. The words besides the boxes are in `sheet-words.txt`.

use std::fmt;

use super::card_error::CardError;
use super::entry::{Entry, entries};
use super::scorecard::Scorecard;
use super::sheet_rows::{Cell, MOST_COLUMNS, Row, Rows, in_line, read};
use super::sheet_words::Subject;
use crate::rules::{Category, Pattern, Points, RuleSet, THROWS};
use crate::tr;

/// A scorecard, read from a sheet.
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
    /// What is doubtful: sums that differ from those of the boxes, and zeros that may stand for open boxes.
    pub warnings: Vec<SheetWarning>,
}

/// Something on a sheet that is doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SheetWarning {
    /// A sum on a sheet that differs from that of its boxes.
    Sum {
        /// The name of the sum, as it is written on the sheet.
        name: String,
        /// The sum on the sheet.
        found: u64,
        /// The sum of the boxes.
        right: Points,
    },
    /// Zeros that may stand for open boxes.
    Zeros {
        /// The names of the boxes.
        boxes: String,
    },
}

impl fmt::Display for SheetWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            SheetWarning::Sum { name, found, right } => {
                let difference = found.abs_diff((*right).into());
                tr!("{} is {} on the sheet, but its boxes make {}: a difference of {}", name, found, right, difference)
            }
            SheetWarning::Zeros { boxes } => tr!("0 is read as crossed out, in {}: write - in a box that is open", boxes),
        })
    }
}

impl Scorecard {
    /// Reads a card from its notation: `ones=3 fours=12 full-house=25 yahtzee=50 extra=1`, in any order; `saved=2` for the
    /// saved throws, in a game that has them, and `throws=2` for what is left of a stock of extra throws.
    ///
    /// Spaces, commas, semicolons or new lines separate the entries; `=`, `:` or a space separates a name from its points. Names are read as in
    /// [`RuleSet::category_named`]. A copied score sheet is understood too; [`Sheet::parse`] also reads one of which something is
    /// [doubtful](SheetWarning).
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
        warnings.into_iter().next().map_or(Ok(card), |warning| Err(CardError::Doubtful(warning)))
    }
}

impl Sheet {
    /// The longest text of a sheet, in bytes.
    pub const LONGEST: usize = 10_000;

    /// Reads a sheet; a card in its [notation](Scorecard::parse) is one too. Of several columns it reads the one with this name or number, from 1.
    ///
    /// # Errors
    ///
    /// A [`CardError`] that names the line or the box, the columns of a sheet of which none is chosen, or a mark that may mean different things.
    pub fn parse(text: &str, rules: &RuleSet, column: Option<&str>) -> Result<Sheet, CardError> {
        if text.len() > Sheet::LONGEST {
            return Err(CardError::TooLong { most: Sheet::LONGEST });
        }
        let listed = listed_in_braces(text);
        let text = listed.as_deref().unwrap_or(text);
        let is_line = !text.trim().contains(['\n', '\t', '|']);
        let mut sheet = Sheet::read(text, rules, column, is_line)?;
        // One line is written for a reader, so its 0 is one.
        sheet.warnings.extend(sheet.zeros().filter(|_| !is_line));
        Ok(sheet)
    }

    /// The names of the columns of a sheet that has several, or their numbers.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Sheet::parse).
    pub fn columns(text: &str, rules: &RuleSet) -> Result<Vec<String>, CardError> {
        match Sheet::parse(text, rules, None) {
            Err(CardError::Columns { .. }) => {
                let rows = read(text, rules)?.one_box_each(rules, None);
                Ok(rows.column_names(&rows.columns()))
            }
            sheet => sheet.map(|_| Vec::new()),
        }
    }

    /// The cards in the columns of a sheet besides the one with this name or number.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Sheet::parse).
    pub fn of_others(text: &str, rules: &RuleSet, column: &str) -> Result<Vec<Scorecard>, CardError> {
        Sheet::parse(text, rules, Some(column))?;
        let rows = read(text, rules)?.one_box_each(rules, Some(column));
        let own = rows.column(Some(column))?;
        let others = rows.columns().into_iter().filter(|&other| other != own);
        others.map(|other| Ok(rows.sheet(other, rules)?.card)).collect()
    }

    fn read(text: &str, rules: &RuleSet, column: Option<&str>, is_line: bool) -> Result<Sheet, CardError> {
        // A tab separates the cells of a table.
        let may_be_notation = column.is_none() && !text.contains('\t');
        let noted = may_be_notation.then(|| Scorecard::from_lines(text.lines().flat_map(|line| entries(line, rules)), rules));
        if let Some(Ok(card)) = noted {
            return Ok(Sheet { card, warnings: Vec::new() });
        }
        let sheet = read(text, rules).map(|rows| rows.one_box_each(rules, column));
        let sheet = sheet.and_then(|rows| rows.sheet(rows.column(column)?, rules)).map_err(|error| match error {
            CardError::InLine { error, .. } if is_line => *error,
            error => error,
        });
        match (sheet, noted) {
            // One line is an attempt at the notation.
            (Err(CardError::NotAnEntry(_) | CardError::UnknownCategory(_) | CardError::Line(_)), Some(Err(error))) if is_line => Err(error),
            (sheet, _) => sheet,
        }
    }

    /// The zeros of a card that may stand for open boxes: one in a box that every roll fills, and on a full card those in several upper boxes, or of a
    /// sheet with a wrong sum.
    fn zeros(&self) -> Option<SheetWarning> {
        let (card, rules) = (&self.card, self.card.rules());
        let zeros: Vec<Category> = card.filled().filter(|(_, points)| *points == 0).map(|(category, _)| category).collect();
        let of_any = |category: &Category| rules.category(*category).pattern == Pattern::Any;
        let in_upper = zeros.iter().filter(|&&category| rules.is_upper(category)).count();
        let is_doubtful = zeros.iter().any(of_any) || (card.is_full() && !zeros.is_empty() && (in_upper > 1 || !self.warnings.is_empty()));
        let names: Vec<String> = zeros.iter().map(|&category| rules.called(category).to_owned()).collect();
        is_doubtful.then(|| SheetWarning::Zeros { boxes: listed(&names) })
    }
}

impl<'t> Rows<'t> {
    /// The same with a row for each box of a category that has several, whose points stand side by side. Columns are players where they have names, where
    /// one of them is wanted, where other rows have several, and where each box has a row of its own.
    fn one_box_each(self, rules: &RuleSet, wanted: Option<&str>) -> Self {
        let has_one_row = |category: Category| {
            let is_it = |row: &&Row<'_>| matches!(row.subject, Subject::Box(other) if rules.boxes_like(category).any(|like| like == other));
            self.rows.iter().filter(is_it).count() == 1
        };
        let is_one_column = |row: &Row<'_>| match row.subject {
            Subject::Box(category) if rules.boxes_like(category).count() > 1 => has_one_row(category),
            _ => row.cells.len() <= 1,
        };
        if wanted.is_some() || !self.names.is_empty() || !self.rows.iter().all(is_one_column) {
            return self;
        }
        let boxes = |row: Row<'t>| match row.subject {
            Subject::Box(category) if (2..=rules.boxes_like(category).count()).contains(&row.cells.len()) => {
                row.cells.iter().map(|cell| Row { cells: vec![*cell], ..row }).collect()
            }
            _ => vec![row],
        };
        Rows { rows: self.rows.into_iter().flat_map(boxes).collect(), ..self }
    }

    /// The columns in which something stands.
    fn columns(&self) -> Vec<usize> {
        let most = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).min(MOST_COLUMNS + 1);
        let is_used = |column: &usize| self.rows.iter().any(|row| row.cells.get(*column).is_some_and(|cell| *cell != Cell::Nothing));
        let used: Vec<usize> = (0..most).filter(is_used).collect();
        // A dash between names and points is no column.
        let has_dash = |row: &Row<'_>| row.cells.is_empty() || (!row.in_table && matches!(row.cells[..], [Cell::Open, Cell::Points(_)]));
        match used[..] {
            [_, second] if self.names.is_empty() && self.rows.iter().all(has_dash) => vec![second],
            _ => used,
        }
    }

    /// The names of these columns, or their numbers.
    fn column_names(&self, columns: &[usize]) -> Vec<String> {
        let wide = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let named = self.names.len() == columns.len() || self.names.len() == wide;
        let place = |at: usize| if self.names.len() == columns.len() { at } else { columns[at] };
        let name = |at: usize| self.names.get(place(at)).filter(|name| named && !name.is_empty());
        (0..columns.len()).map(|at| name(at).cloned().unwrap_or_else(|| (at + 1).to_string())).collect()
    }

    /// The column to read.
    fn column(&self, wanted: Option<&str>) -> Result<usize, CardError> {
        let columns = self.columns();
        if columns.len() > MOST_COLUMNS {
            return Err(CardError::TooManyColumns { most: MOST_COLUMNS });
        }
        let names = || self.column_names(&columns);
        match (wanted, &columns[..]) {
            (None, []) => Ok(0),
            (None, [column]) => Ok(*column),
            (None, _) => Err(CardError::Columns { names: listed(&names()) }),
            (Some(wanted), _) => {
                let names = names();
                let is_it = |at: &usize| names[*at].trim().to_lowercase() == wanted.trim().to_lowercase();
                let by_number =
                    || wanted.trim().parse().ok().filter(|number: &usize| (1..=columns.len()).contains(number)).map(|number| number - 1);
                if (0..columns.len()).filter(is_it).count() > 1 {
                    return Err(CardError::Columns { names: listed(&names) });
                }
                let at = (0..columns.len()).find(is_it).or_else(by_number);
                at.map(|at| columns[at]).ok_or_else(|| CardError::NoSuchColumn { wanted: wanted.to_owned(), names: listed(&names) })
            }
        }
    }

    /// The sheet in a column.
    fn sheet(&self, column: usize, rules: &RuleSet) -> Result<Sheet, CardError> {
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
                Subject::Box(category) => lines.push((Entry::Category(category), points)),
                Subject::Extra => lines.push((Entry::Extra, points)),
                Subject::ExtraBonus => lines.extend(extra(points, rules)?.map(|count| (Entry::Extra, count))),
                Subject::Spare(name) if name != THROWS || rules.spare_throws().entry() == Some(THROWS) => {
                    lines.push((Entry::Spare(name), points));
                }
                Subject::Spare(_) => return Err(in_line(row.line, CardError::NotAnEntry(row.name.trim().to_owned()))),
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
                warnings.push(SheetWarning::Sum { name, found, right });
            }
        }
        warnings
    }
}

/// The entries of a card that a program wrote in braces: `{"ones": 3, "twos": null}`.
fn listed_in_braces(text: &str) -> Option<String> {
    let entries = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    Some(entries.replace(['"', '\''], ""))
}

fn listed(names: &[String]) -> String {
    match names {
        [] => tr!("none"),
        [only] => only.clone(),
        [others @ .., last] => tr!("{} and {}", others.join(", "), last),
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
