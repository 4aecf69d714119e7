//! The game as one plays it: what a typed line does, and the advice for the dice on the table.

use std::sync::Arc;

use yahtzee_columns::{Advice, AdviseError, Game, Table};
use yahtzee_dialogue::ask::typed::Word;
use yahtzee_dialogue::session::{DiceFrom, Next, Tone};
use yahtzee_solver::tr;

use super::record::Record;

/// A game under way, in lines or on the screen.
#[derive(Debug)]
pub(in crate::play) struct Playing {
    game: Arc<Game>,
    table: Arc<Table>,
    pub(super) record: Record,
    /// What may be done with the dice on the table.
    pub(super) advice: Option<Advice>,
    /// What was said to the last line.
    pub(super) said: Option<(Tone, String)>,
    /// The page that was asked for: the help, or every option.
    pub(super) page: Option<Word>,
}

impl Playing {
    /// A game from its start, or from where it was saved.
    pub(super) fn new(game: Arc<Game>, table: Arc<Table>, record: Record) -> Result<Playing, AdviseError> {
        let mut playing = Playing { game, table, record, advice: None, said: None, page: None };
        playing.go_on()?;
        Ok(playing)
    }

    /// The same game from its start, with other dice if they are the program's.
    pub(super) fn again(&self, dice: DiceFrom) -> Result<Playing, AdviseError> {
        Playing::new(Arc::clone(&self.game), Arc::clone(&self.table), Record::new(self.record.rules.clone(), dice))
    }

    /// No way to play scores more on average.
    pub(super) fn bound(&self) -> f64 {
        self.table.bound()
    }

    /// Throws the dice of the program, and finds what may be done with them.
    fn go_on(&mut self) -> Result<Next, AdviseError> {
        self.record.throw();
        self.advice = self.record.position().map(|position| self.game.advise(&self.table, &position)).transpose()?;
        Ok(Next::Save)
    }

    /// Says why nothing was done.
    pub(super) fn refuse(&mut self, why: &str) -> Next {
        self.said = Some((Tone::Wrong, tr!("Nothing is done: {}.", why)));
        Next::Draw
    }

    /// Does what a line says: dice, a box, or a word like `undo`. An empty line takes the best option.
    pub(super) fn line(&mut self, line: &str) -> Result<Next, AdviseError> {
        (self.said, self.page) = (None, None);
        let word = line.trim().to_lowercase();
        let done = match (Word::of(&word), &self.advice) {
            (Some(Word::Quit), _) => return Ok(Next::Leave),
            (Some(page @ (Word::Help | Word::Options)), _) => {
                self.page = Some(page);
                return Ok(Next::Draw);
            }
            (Some(Word::Undo), _) if self.record.undo() => return self.go_on(),
            (Some(Word::Undo), _) => Err(tr!("there is no move to take back")),
            _ if self.record.is_over() && ["n", "new"].contains(&&*word) => return Ok(Next::NewGame),
            _ if self.record.is_over() => Err(tr!("the game is over: n begins a new one, q leaves")),
            (_, None) => self.record.fell(&word),
            (_, Some(advice)) => {
                let read = if word.is_empty() { Ok(advice.options[0].action) } else { self.record.read(&word, Some(advice)) };
                let roll = self.record.roll;
                read.and_then(|action| {
                    self.record.act(action)?;
                    self.said = roll.map(|roll| (Tone::Plain, action.in_words(&roll, &self.record.rules) + "."));
                    Ok(())
                })
            }
        };
        match done {
            Ok(()) => self.go_on(),
            Err(why) => Ok(self.refuse(&why)),
        }
    }
}
