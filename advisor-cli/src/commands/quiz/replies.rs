//! Replies to the positions of a quiz, read line by line.

use std::io::BufRead;

use yahtzee_dialogue::Service;
use yahtzee_dialogue::ask::typed::{self, Typed, Word};
use yahtzee_dialogue::training::quiz::{self, Verdict};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::printable::is_printable;
use yahtzee_solver::{TurnOption, tr};

use super::texts;
use crate::terminal::failure::Failure;
use crate::terminal::lines::Lines;
use crate::terminal::output;

/// The reply to a position.
pub(super) enum Reply {
    Option(TurnOption),
    GivenUp,
    /// The player leaves the quiz.
    Quit,
}

/// The meaning of a line.
enum Input {
    Reply(Reply),
    Hint,
    Help,
}

/// Reads the replies.
pub(super) struct Replies<'a, R> {
    lines: Lines<R>,
    prompts: bool,
    service: &'a Service,
}

impl<'a, R: BufRead> Replies<'a, R> {
    pub(super) fn new(input: R, prompts: bool, service: &'a Service) -> Replies<'a, R> {
        Replies { lines: Lines::new(input), prompts, service }
    }

    /// Reads the reply to a position. Returns it with the number of hints before it. Lines that are not replies do not count.
    pub(super) fn to(&mut self, puzzle: &Puzzle) -> Result<(Reply, usize), Failure> {
        let mut hints = 0;
        loop {
            if self.prompts {
                output::print(&texts::prompt(&tr!("Your choice")))?;
            }
            let Some(line) = self.next_line()? else { return Ok((Reply::Quit, hints)) };
            match line.and_then(|line| self.read(&line, puzzle)) {
                Ok(Input::Reply(reply)) => return Ok((reply, hints)),
                Ok(Input::Hint) => {
                    hints += 1;
                    output::print(&quiz::hint(puzzle, hints, self.service.rules()))?;
                }
                Ok(Input::Help) => output::print(&quiz::help())?,
                Err(wrong) => output::print(&texts::wrong(&wrong))?,
            }
        }
    }

    /// At a terminal, waits until the player has read the solution with this verdict. Returns whether the player goes on.
    pub(super) fn go_on(&mut self, puzzle: &Puzzle, verdict: &Verdict) -> Result<bool, Failure> {
        if !self.prompts {
            return Ok(true);
        }
        output::print(&texts::prompt(&texts::next(verdict)))?;
        match self.next_line()? {
            Some(line) => Ok(!matches!(line.and_then(|line| self.read(&line, puzzle)), Ok(Input::Reply(Reply::Quit)))),
            None => Ok(false),
        }
    }

    /// The next line, if there is one.
    fn next_line(&mut self) -> Result<Option<Result<String, String>>, Failure> {
        let line = self.lines.next().map_err(|error| Failure::failed(tr!("cannot read the answers: {}", error)))?;
        // End the line of the prompt, because no Enter has ended it.
        if line.is_none() && self.prompts {
            output::print("\n")?;
        }
        Ok(line)
    }

    fn read(&self, line: &str, puzzle: &Puzzle) -> Result<Input, String> {
        // Do not print control characters again: they would control the terminal. Arrow keys send some.
        if line.chars().any(|letter| letter != '\t' && !is_printable(letter)) {
            return Err(tr!("there is a control character in the line"));
        }
        let words = line.trim().replace('\t', " ").to_lowercase();
        if words.is_empty() {
            return match line.contains('\t') {
                true => Ok(Input::Hint),
                false => Err(tr!("nothing is typed: give dice to keep, or a category; skip gives up")),
            };
        }
        let action = match (typed::read(&words, self.service.rules(), puzzle.advice.position.card()), words.as_str()) {
            (Ok(Typed::Word(Word::Help)), _) => return Ok(Input::Help),
            (Ok(Typed::Word(Word::Hint)), _) => return Ok(Input::Hint),
            (Ok(Typed::Word(Word::Quit)), _) => return Ok(Input::Reply(Reply::Quit)),
            (Ok(Typed::Word(Word::Undo)), _) => return Err(tr!("an answer cannot be taken back")),
            (Ok(Typed::Word(Word::Why)), _) => return Err(tr!("the answer is explained once you have chosen")),
            (Ok(Typed::Word(Word::Options)), _) => return Err(tr!("every option is shown once you have chosen; hint shows a few")),
            (Ok(Typed::Word(Word::Switch)), _) => return Err(tr!("a quiz is about points alone")),
            (Ok(Typed::Action(action)), _) => action,
            (Err(_), "give up" | "skip") => return Ok(Input::Reply(Reply::GivenUp)),
            (Err(wrong), _) => return Err(wrong),
        };
        let option = quiz::reply(puzzle, action, self.service.table()).map_err(|error| error.to_string())?;
        Ok(Input::Reply(Reply::Option(option)))
    }
}
