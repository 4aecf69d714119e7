//! Answers, read line by line.

use std::io::{BufRead, Read};

use yahtzee_solver::{Puzzle, TurnOption, ValueTable};

use super::words;
use crate::choice::Choice;
use crate::failure::Failure;
use crate::output;
use crate::typed::{self, Typed, Word};

/// Bytes of a line that are looked at: no answer comes near it.
const LINE_LIMIT: u64 = 1000;

/// What was done with a position.
pub(super) enum Answer {
    Option(TurnOption),
    GivenUp,
    /// Nothing, and nothing with those that would follow.
    Quit,
}

/// What a line asks for.
enum Line {
    Answer(Answer),
    Hint,
    Help,
}

/// Those who answer.
pub(super) struct Answers<'a, R> {
    input: R,
    prompts: bool,
    table: &'a ValueTable,
}

impl<'a, R: BufRead> Answers<'a, R> {
    pub(super) fn new(input: R, prompts: bool, table: &'a ValueTable) -> Answers<'a, R> {
        Answers { input, prompts, table }
    }

    /// The answer to a position, and the number of hints before it. Lines that are none cost nothing.
    pub(super) fn to(&mut self, puzzle: &Puzzle) -> Result<(Answer, usize), Failure> {
        let mut hints = 0;
        loop {
            if self.prompts {
                output::print(words::PROMPT)?;
            }
            let Some(line) = self.next_line()? else {
                // The line of the prompt ends here, not by somebody's Enter.
                if self.prompts {
                    output::print("\n")?;
                }
                return Ok((Answer::Quit, hints));
            };
            match self.read(&line, puzzle) {
                Ok(Line::Answer(answer)) => return Ok((answer, hints)),
                Ok(Line::Hint) => {
                    hints += 1;
                    output::print(&words::hint(puzzle, hints, self.table.rules()))?;
                }
                Ok(Line::Help) => output::print(words::HELP)?,
                Err(wrong) => output::print(&words::wrong(&wrong))?,
            }
        }
    }

    fn read(&self, line: &str, puzzle: &Puzzle) -> Result<Line, String> {
        let choice = match (typed::read(line, self.table.rules(), &puzzle.card), line) {
            (_, "") => return Ok(Line::Answer(Answer::GivenUp)),
            (Ok(Typed::Word(Word::Help)), _) => return Ok(Line::Help),
            (Ok(Typed::Word(Word::Hint)), _) => return Ok(Line::Hint),
            (Ok(Typed::Word(Word::Quit)), _) => return Ok(Line::Answer(Answer::Quit)),
            (Ok(Typed::Word(Word::Undo)), _) => return Err("an answer cannot be taken back".to_owned()),
            (Ok(Typed::Word(Word::Why)), _) => return Err("the answer is explained once you have chosen".to_owned()),
            (Ok(Typed::Dice(dice)), _) => Choice::Hold(dice),
            (Ok(Typed::Category { category, points }), _) => Choice::Score { category, points },
            (Err(_), "?") => return Ok(Line::Hint),
            (Err(_), "give up" | "skip") => return Ok(Line::Answer(Answer::GivenUp)),
            (Err(wrong), _) => return Err(wrong),
        };
        let option = choice.option(&puzzle.advice, self.table, &puzzle.card, &puzzle.roll)?;
        Ok(Line::Answer(Answer::Option(option)))
    }

    /// The next line, without blanks around it and in place of what cannot be printed; `None` where there is no more.
    fn next_line(&mut self) -> Result<Option<String>, Failure> {
        let line = self.next_bytes().map_err(|error| Failure::failed(format_args!("cannot read the answers: {error}")))?;
        let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
        Ok(line.map(|bytes| String::from_utf8_lossy(&bytes).chars().map(printable).collect::<String>().trim().to_owned()))
    }

    /// The start of the next line.
    fn next_bytes(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut part = || {
            let mut part = Vec::new();
            self.input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut part)?;
            Ok::<_, std::io::Error>(part)
        };
        let line = part()?;
        let mut last = line.last().copied();
        while last.is_some_and(|byte| byte != b'\n') {
            last = part()?.last().copied();
        }
        Ok(Some(line).filter(|line| !line.is_empty()))
    }
}
