//! A question in the form of all front ends, and boxes as people write them: `free.ones`.

use std::borrow::Cow;
use std::fmt::Write;

use yahtzee_dialogue::ask::{Ask, AskCard, AskError, AskField, Entries, InField, TextOr};
use yahtzee_dialogue::words;
use yahtzee_solver::dice::RerollsLeft;
use yahtzee_solver::language::tr;
use yahtzee_solver::rules::{CategoryRule, ColumnGame, GameColumn};
use yahtzee_solver::{Scorecard, tr};

use crate::advise::Position;
use crate::player::BoxOf;

impl Position {
    /// Reads a question about a game: its dice, its card `free.ones=3 announced.fives=?` (the second box was named in this turn), and the rerolls left.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form. An answer to other fields, such as an objective, is not there.
    ///
    /// ```
    /// use yahtzee_columns::Position;
    /// use yahtzee_dialogue::ask::{Ask, TextOr};
    /// use yahtzee_solver::rules::ColumnGame;
    /// let jamb = ColumnGame::builtin("jamb")?;
    /// let ask = |card: &'static str| Ask { card: Some(TextOr::Text(card.into())), ..Ask::text("13356") };
    /// assert_eq!(Position::read(&ask("free.ones=3"), &jamb)?.cards[jamb.columns().len() - 1].open_count(), 10);
    /// let error = Position::read(&ask("ones=3"), &jamb).unwrap_err();
    /// assert!(error.to_string().starts_with("card: 'ones': write COLUMN.BOX=POINTS"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(ask: &Ask<'_>, game: &ColumnGame) -> Result<Position, AskError> {
        let Ask { id, rules, dice, rerolls_left, card, rounds, .. } = ask.clone();
        let rounds = rounds.filter(|rounds| *rounds == 1);
        if *ask != (Ask { id, rules, dice, rerolls_left, card, rounds, ..Ask::default() }) {
            return Err(tr!("a question about a game of several columns has dice, a card and the rerolls left")).in_field(AskField::Dice);
        }
        let (cards, named) = read_cards(ask.card.as_ref(), game).in_field(AskField::Card)?;
        let roll = match &ask.dice {
            TextOr::Text(text) if !text.trim().is_empty() => game.boxes().parse_roll(text).in_field(AskField::Dice)?,
            dice => Ask { dice: dice.clone(), ..Ask::default() }.roll(game.boxes())?,
        };
        let most = game.boxes().rerolls();
        let rerolls_left = ask.rerolls_left.unwrap_or_else(|| most.get().into());
        let checked =
            u8::try_from(rerolls_left).ok().filter(|rerolls| *rerolls <= most.get()).and_then(|rerolls| RerollsLeft::new(rerolls).ok());
        let rerolls_left =
            checked.ok_or_else(|| tr!("{} where a turn has from 0 to {}", rerolls_left, most)).in_field(AskField::RerollsLeft)?;
        Ok(Position { cards, roll, rerolls_left, named })
    }
}

/// The cards of all columns, and the box that is named.
fn read_cards(card: Option<&AskCard<'_>>, game: &ColumnGame) -> Result<(Vec<Scorecard>, Option<BoxOf>), String> {
    let entries: Vec<Cow<'_, str>> = match card {
        None => Vec::new(),
        Some(TextOr::Text(text)) => text.split([' ', ',', ';', '\n', '\t']).filter(|entry| !entry.is_empty()).map(Cow::from).collect(),
        Some(TextOr::Value(Entries(entries))) => entries.iter().map(|(of, points)| format!("{of}={points}").into()).collect(),
    };
    let columns = game.columns();
    let mut texts = vec![String::new(); columns.len()];
    let mut named = None;
    for entry in entries {
        let (of, value) = entry.split_once('=').ok_or_else(|| form_of_entry(&entry, game))?;
        let of = BoxOf::read(of, game)?;
        if value != "?" {
            let _ = write!(texts[of.column], " {}={value}", of.rule(game).name);
        } else if !columns[of.column].announced || named.replace(of).is_some() {
            return Err(tr!("'{}': only one box is named, of a column in which boxes are announced", entry));
        }
    }
    let card =
        |(text, column): (&String, &GameColumn)| Scorecard::parse(text, &column.rules).map_err(|error| format!("{}: {error}", column.name));
    Ok((texts.iter().zip(columns).map(card).collect::<Result<_, _>>()?, named))
}

fn form_of_entry(entry: &str, game: &ColumnGame) -> String {
    tr!("'{}': write COLUMN.BOX=POINTS, such as {}", entry, format!("{}=3", BoxOf::first(game).name(game)))
}

impl BoxOf {
    /// Reads a box in the form `free.ones`.
    ///
    /// # Errors
    ///
    /// What is wrong, with the correct form.
    pub fn read(text: &str, game: &ColumnGame) -> Result<BoxOf, String> {
        let columns = game.columns();
        let (column, name) = text.split_once('.').ok_or_else(|| form_of_entry(text, game))?;
        let column = columns.iter().position(|of| of.name.eq_ignore_ascii_case(column)).ok_or_else(|| {
            let names = columns.iter().map(|column| column.name.clone()).collect();
            tr!("'{}': the columns are {}", text, words::list(names))
        })?;
        let category = columns[column].rules.category_named(name).map_err(|error| error.to_string())?;
        Ok(BoxOf { column, category })
    }

    /// The first box of a game.
    pub fn first(game: &ColumnGame) -> BoxOf {
        BoxOf { column: 0, category: game.columns()[0].rules.categories().next().expect("a box") }
    }

    fn rule<'a>(&self, game: &'a ColumnGame) -> &'a CategoryRule {
        game.columns()[self.column].rules.category(self.category)
    }

    /// The box as it is typed: `free.fives`.
    pub fn name(&self, game: &ColumnGame) -> String {
        format!("{}.{}", game.columns()[self.column].name, self.rule(game).name)
    }

    /// The box for people: `Fives, Free`.
    pub fn title(&self, game: &ColumnGame) -> String {
        format!("{}, {}", self.rule(game).title, tr(&game.columns()[self.column].title, &[]))
    }
}
