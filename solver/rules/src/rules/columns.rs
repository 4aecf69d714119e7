//! Games with several columns: the same boxes in each. One roll is written into one box of any column.
//!
//! A [`ColumnGame`] is read from a rule file with a `[[column]]` table for each column. What this table does not say is as in the rest of the file, so that
//! each column has a [`RuleSet`] of its own.

use std::fmt::Write;
use std::iter::once;

use toml::Spanned;
use toml::de::DeTable;

use super::builtin::meant;
use super::error::RulesError;
use super::file::{reader, title};
use super::fold::fold;
use super::form::{ColumnForm, Form, Number};
use super::reading::{LineText, Reader};
use super::rule_set::RuleSet;
use crate::tr;

/// The games with several columns that are compiled in.
const BUILTIN: [(&str, &str); 3] = [
    ("triple-yahtzee", include_str!("../../rules/columns/triple-yahtzee.toml")),
    ("yams-columns", include_str!("../../rules/columns/yams-columns.toml")),
    ("jamb", include_str!("../../rules/columns/jamb.toml")),
];

/// The rules of a game with several columns.
///
/// ```
/// use yahtzee_solver::rules::ColumnGame;
/// let game = ColumnGame::builtin("triple-yahtzee")?;
/// assert_eq!(game.columns().iter().map(|column| column.times).collect::<Vec<_>>(), [1, 2, 3]);
/// assert_eq!(game.columns()[2].rules.category_count(), 13);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnGame {
    name: String,
    title: String,
    /// At least one.
    columns: Vec<GameColumn>,
}

/// A column of a [`ColumnGame`].
#[derive(Clone, Debug, PartialEq)]
pub struct GameColumn {
    /// The name in kebab case: `free`.
    pub name: String,
    /// The name for people: `Free`.
    pub title: String,
    /// All points of the column count this many times, its bonuses too: 1 to 100.
    pub times: u32,
    /// The rules of this column alone. They are named after the game and the column, like `jamb-free`, and their text is that of the whole game. A column
    /// that takes the first throw only has one roll.
    pub rules: RuleSet,
    /// Whether a box of this column must be named after the first throw of a turn.
    pub announced: bool,
}

impl ColumnGame {
    /// The most columns.
    pub const MOST_COLUMNS: usize = 8;

    /// Reads a game from TOML; `docs/custom-rules.md` describes the form. No other game may have the name of a built-in one.
    ///
    /// # Errors
    ///
    /// [`RulesError::Form`] names the line, the field and the allowed values.
    ///
    /// ```
    /// use yahtzee_solver::rules::ColumnGame;
    /// let toml = "name = 'two'\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[[column]]\nname = 'once'\n[[column]]\nname = 'twice'";
    /// assert_eq!(ColumnGame::parse(toml)?.columns()[1].title, "Twice");
    /// let error = ColumnGame::parse(&toml.replace("twice", "once")).unwrap_err();
    /// assert_eq!(error.to_string(), "line 9: name = \"once\": another column has this name");
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn parse(toml: &str) -> Result<ColumnGame, RulesError> {
        let reader = reader(toml)?;
        let form = reader.form()?;
        let game = reader.column_game(&form)?;
        for name in once(&*game.name).chain(game.columns.iter().map(|column| column.rules.name())) {
            let mut builtin = RuleSet::builtin_names().chain(ColumnGame::builtin_names());
            let Some(taken) = builtin.find(|builtin| fold(builtin) == fold(name)) else { continue };
            if !ColumnGame::builtin(taken).is_ok_and(|builtin| builtin.fingerprint() == game.fingerprint()) {
                let name = format!("{name:?}");
                let other = tr!("name = {}: the built-in rule set {} has other rules: choose another name", name, taken);
                return Err(reader.error(form.name.span(), other));
            }
        }
        Ok(game)
    }

    /// Whether a text has a `[[column]]`, whatever else is wrong in it.
    pub fn is_column_game(toml: &str) -> bool {
        let has_column = |toml| DeTable::parse_recoverable(toml).0.get_ref().iter().any(|(key, _)| key.get_ref() == "column");
        toml.len() <= RuleSet::LONGEST_TOML && has_column(toml.strip_prefix('\u{feff}').unwrap_or(toml))
    }

    /// The names of the built-in games.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    /// The built-in game meant by `text`, as in [`RuleSet::builtin_named`].
    ///
    /// # Errors
    ///
    /// [`RulesError::Unknown`] suggests the nearest name; [`RulesError::Ambiguous`] lists the possible ones.
    pub fn builtin_named(text: &str) -> Result<ColumnGame, RulesError> {
        let titles = ColumnGame::builtin_names().map(|name| Ok((name, ColumnGame::builtin(name)?.title)));
        ColumnGame::builtin(meant(text, &titles.collect::<Result<Vec<_>, _>>()?)?)
    }

    /// A built-in game by its name.
    ///
    /// # Errors
    ///
    /// [`RulesError::Unknown`] for any other name.
    pub fn builtin(name: &str) -> Result<ColumnGame, RulesError> {
        let Some((_, toml)) = BUILTIN.iter().find(|(builtin, _)| *builtin == name) else {
            let known = ColumnGame::builtin_names().collect::<Vec<_>>().join(", ");
            return Err(RulesError::Unknown { name: name.to_owned(), nearest: None, known });
        };
        let reader = reader(toml)?;
        reader.column_game(&reader.form()?)
    }

    /// The name: `jamb`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title, for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The source of the rules.
    pub fn source(&self) -> &str {
        self.columns[0].rules.source()
    }

    /// The interpretation of unclear passages of the source.
    pub fn notes(&self) -> &[String] {
        self.columns[0].rules.notes()
    }

    /// The TOML that the rules were read from.
    pub fn toml(&self) -> &str {
        self.columns[0].rules.toml()
    }

    /// The columns, 1 to 8, in the order of the file.
    pub fn columns(&self) -> &[GameColumn] {
        &self.columns
    }

    /// The rolls of a turn: the most of all columns.
    pub fn rolls(&self) -> u8 {
        self.boxes().rolls()
    }

    /// The rules of the boxes that all columns share: those of the first column with all rolls of a turn.
    pub fn boxes(&self) -> &RuleSet {
        let rules = self.columns.iter().rev().map(|column| &column.rules);
        rules.max_by_key(|rules| rules.rolls()).expect("a column")
    }

    /// A hash of everything that affects values: the rules of each column, how often it counts, and whether it is announced.
    pub fn fingerprint(&self) -> u64 {
        let mut text = String::new();
        for GameColumn { name: _, title: _, times, rules, announced } in &self.columns {
            let _ = write!(text, "rules {} times {times} announced {announced};", rules.fingerprint());
        }
        xxhash_rust::xxh3::xxh3_64(text.as_bytes())
    }

    /// The same game with the rules of each column as `changed`: the same ones with names in another language.
    ///
    /// # Errors
    ///
    /// Those of `changed`.
    pub fn with_rules<E>(mut self, changed: impl Fn(RuleSet) -> Result<RuleSet, E>) -> Result<ColumnGame, E> {
        for column in &mut self.columns {
            column.rules = changed(column.rules.clone())?;
        }
        Ok(self)
    }
}

impl Reader<'_> {
    /// The game of a form, which this reader has read.
    fn column_game(&self, form: &Form) -> Result<ColumnGame, RulesError> {
        let name = self.name("name", &form.name)?;
        let title = title(&form.title, &name);
        let forms = form.column.as_ref().map_or(&[][..], |columns| columns.get_ref());
        if forms.is_empty() {
            return Err(self.error(
                form.name.span(),
                tr!("[[column]]: a game of several columns has a table for each, from 1 to {}", ColumnGame::MOST_COLUMNS),
            ));
        }
        if let Some(beyond) = forms.get(ColumnGame::MOST_COLUMNS) {
            return Err(self.too_many(beyond.span(), "[[column]]", forms.len(), ColumnGame::MOST_COLUMNS));
        }
        self.check_for_columns(form)?;
        for (index, column) in forms.iter().enumerate() {
            let ColumnForm { name, announced, first_throw_only, .. } = column.get_ref();
            self.name("name", name)?;
            if forms[..index].iter().any(|other| other.get_ref().name.get_ref() == name.get_ref()) {
                return Err(self.error(name.span(), tr!("name = {}: another column has this name", format!("{:?}", name.get_ref()))));
            }
            if let Some(only) = first_throw_only.as_ref().filter(|only| *only.get_ref() && *announced) {
                let both = tr!("first-throw-only = true: a column that is announced takes the later throws: remove one of the two");
                return Err(self.error(only.span(), both));
            }
        }
        let columns = (0..forms.len()).map(|index| self.column(index, &name, &title)).collect::<Result<_, _>>()?;
        Ok(ColumnGame { name, title, columns })
    }

    /// Checks that the rules have nothing that several columns would share.
    fn check_for_columns(&self, form: &Form) -> Result<(), RulesError> {
        let is_true = |word: &Option<Spanned<bool>>| word.as_ref().filter(|word| *word.get_ref()).map(Spanned::span);
        let saved = is_true(&form.saved_throws).map(|at| (at, "saved-throws"));
        let extra = Some(&form.extra_throws).filter(|extra| extra.value > 0).map(|extra| (extra.at.clone(), "extra-throws"));
        let rounds = form.max_rounds.as_ref().filter(|rounds| rounds.value > 1).map(|rounds| (rounds.at.clone(), "max-rounds"));
        let wins = form.lower.iter().find_map(|lower| is_true(&lower.get_ref().served_wins)).map(|at| (at, "served-wins"));
        let named = form.column.iter().flat_map(|columns| columns.get_ref()).find(|column| column.get_ref().announced);
        if let (Some(column), Some(_)) = (named, &form.further) {
            return Err(
                self.error(column.span(), tr!("announced = true: not possible with [further], which forces rolls into other boxes"))
            );
        }
        match saved.or(extra).or(rounds).or(wins) {
            Some((at, field)) => Err(self.error(at, tr!("{}: not possible in a game of several columns", field))),
            None => Ok(()),
        }
    }

    /// The column of this index, and its rules: the form of the file with the words of the column in place of its own.
    fn column(&self, index: usize, game: &str, game_title: &str) -> Result<GameColumn, RulesError> {
        let mut form: Form = self.form()?;
        let columns = form.column.take().expect("a game of columns");
        let ColumnForm { name, title: column_title, times, order, announced, first_throw_only, upper_bonus } =
            columns.into_inner().swap_remove(index).into_inner();
        let column_title = title(&column_title, name.get_ref());
        form.name = Spanned::new(name.span(), format!("{game}-{}", name.get_ref()));
        form.title = Some(LineText(format!("{game_title}, {column_title}")));
        form.order = order.or(form.order);
        form.upper_bonus = upper_bonus.or(form.upper_bonus);
        if let Some(only) = first_throw_only.filter(|only| *only.get_ref()) {
            form.rolls = Some(Number { value: 1, at: only.span() });
            let by_throw = form.lower.iter_mut().filter_map(|form| form.get_mut().points_by_throw.as_mut());
            by_throw.for_each(|points| points.get_mut().truncate(1));
        }
        let times = times.map_or(1, |times| times.value);
        Ok(GameColumn { name: name.into_inner(), title: column_title, times, rules: self.rule_set(form)?, announced })
    }
}
