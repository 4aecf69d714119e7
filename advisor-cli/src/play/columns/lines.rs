//! The game in lines.

use std::io::BufRead;

use yahtzee_dialogue::ask::typed::Word;
use yahtzee_dialogue::session::Next;
use yahtzee_solver::{Scorecard, language, tr};

use super::playing::Playing;
use super::{ended, help};
use crate::commands::columns::{FEW, in_text};
use crate::play::responses;
use crate::play::terminal::Left;
use crate::terminal::failure::Failure;
use crate::terminal::lines::Lines;
use crate::terminal::output;
use crate::text;

/// Plays by lines of `input` until the player leaves or the input ends; `save` is called after each move.
pub(super) fn play(playing: &mut Playing, input: impl BufRead, save: &mut dyn FnMut(&mut Playing) -> bool) -> Result<Left, Failure> {
    let mut lines = Lines::new(input);
    output::print(&help(playing))?;
    let mut is_new = true;
    loop {
        let said = playing.said.take().map_or_else(String::new, |(_, said)| said + "\n");
        output::print(&(said + &position(playing, is_new) + "> "))?;
        let line = match lines.next().map_err(|error| Failure::failed(format_args!("stdin: {error}")))? {
            None => {
                output::print("\n")?;
                return Ok(Left::Quit);
            }
            Some(line) => line.map_err(Failure::failed)?,
        };
        if responses::CARD.contains(&&*line.trim().to_lowercase()) {
            output::print(&cards(playing))?;
            continue;
        }
        let after = playing.line(&line)?;
        is_new = after == Next::Save || playing.page == Some(Word::Options);
        match after {
            Next::Save => {
                save(playing);
            }
            Next::Leave => return Ok(Left::Quit),
            Next::NewGame => return Ok(Left::NewGame),
            _ if playing.page == Some(Word::Help) => output::print(&help(playing))?,
            _ => {}
        }
    }
}

/// The dice and the options, or what is to be typed.
fn position(playing: &Playing, is_new: bool) -> String {
    let record = &playing.record;
    match (&playing.advice, record.position()) {
        _ if !is_new => String::new(),
        (Some(advice), Some(position)) => {
            let most = if playing.page == Some(Word::Options) { usize::MAX } else { FEW };
            in_text(advice, &position, &record.rules, most) + &tr!("Score so far {}.", record.score()) + " "
        }
        _ if record.is_over() => cards(playing) + &ended(playing).join("\n") + "\n",
        _ if record.kept.is_empty() => tr!("Roll all dice, and type them.") + " ",
        _ => tr!("{} stay. Roll the others, and type them.", record.kept) + " ",
    }
}

/// The columns side by side.
fn cards(playing: &Playing) -> String {
    let rules = &playing.record.rules;
    let titles = rules.columns().iter().map(|column| language::tr(&column.title, &[]));
    let head: Vec<String> = std::iter::once(String::new()).chain(titles).collect();
    let row = |category| {
        let cards = playing.record.cards.iter();
        let points = cards.map(|card: &Scorecard| card.get(category).map_or_else(|| "-".to_owned(), |points| points.to_string()));
        std::iter::once(rules.boxes().category(category).title.clone()).chain(points).collect()
    };
    let right = [vec![false], vec![true; rules.columns().len()]].concat();
    text::table(&head, &right, rules.boxes().categories().map(row).collect())
}
