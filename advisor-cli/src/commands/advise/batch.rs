//! `--stdin`: one question per line, one answer per line. `docs/reference.md` describes both.
//!
//! It answers the lines that have arrived on all threads, and writes the answers before it reads more. So a program that sends one question and waits
//! gets its answer.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};

use rayon::prelude::*;
use yahtzee_dialogue::Question;
use yahtzee_dialogue::ask::{Ask, AskError};
use yahtzee_dialogue::json::{AnsweredLine, Unanswered, print_line, read_question};

use super::objectives::{AskedLine, Objectives, SolvedLine};
use super::tables::Tables;
use crate::args::AdviseArgs;
use crate::context::Context;
use crate::terminal::console;
use crate::terminal::failure::{Failure, warn};

/// The longest accepted line, in bytes. Any question is much shorter.
const LINE_LIMIT: usize = 65_536;
/// The most bytes read at a time.
const READ: usize = 1 << 20;
/// The most questions answered before their answers are written. This limits the memory for answers.
const BATCH: usize = 2048;
/// The reason why every answer can be printed.
const PRINTS: &str = "what is written can stand in JSON, and memory takes any number of bytes";
/// The number of questions in a task.
const TASK: usize = 32;
/// The most bytes of the buffer that a task keeps for its next answers. Ordinary answers need less.
const KEPT: usize = 1 << 18;

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    let mut tables = Tables::new(context, args.rule_files)?;
    let objectives = Objectives::new(context, &args.objective)?;
    let mut done = Done::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.threads()).build().map_err(Failure::failed)?;
    let mut input = Blocks::new(console::stdin());
    let mut out = console::stdout();
    // Reused for every batch, because new memory from the system takes time.
    let mut answers: Vec<Answers> = (0..BATCH.div_ceil(TASK)).map(|_| Answers::default()).collect();
    let mut number = 0;
    while let Some(block) = input.next().map_err(|error| Failure::failed(format_args!("cannot read the questions: {error}")))? {
        let numbered = block.split_inclusive(|&byte| byte == b'\n').map(|line| {
            number += 1;
            (number, line.strip_suffix(b"\n").unwrap_or(line))
        });
        let lines: Vec<(u64, &[u8])> = numbered.filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
        for batch in lines.chunks(BATCH) {
            let read: Vec<_> = pool.install(|| batch.par_iter().with_min_len(TASK).map(|(_, line)| read(line)).collect());
            let (mut lines, mut read) = (batch, &read[..]);
            while !lines.is_empty() {
                // Tables and objectives are solved between the two steps: solving uses threads itself. It may take long, so the answers before are written.
                let ready = tables.load(read.iter().map(|read| read.as_ref().ok().and_then(|ask| ask.rules.as_deref())));
                let solved = objectives.of_first(&read[..ready], &mut tables);
                let ready = solved.len();
                let answers = &mut answers[..ready.div_ceil(TASK)];
                let questions = lines[..ready].par_chunks(TASK).zip(read[..ready].par_chunks(TASK)).zip(solved.par_chunks(TASK));
                let tasks = questions.zip(answers.par_iter_mut());
                pool.install(|| tasks.for_each(|(((lines, read), solved), answers)| answers.replace(lines, read, solved, &tables)));
                for answers in answers {
                    out.write_all(&answers.text)?;
                    done.failed += answers.failed;
                }
                out.flush()?;
                done.lines += ready;
                (lines, read) = (&lines[ready..], &read[ready..]);
            }
        }
    }
    done.report(args.strict)
}

/// The number of lines, and of lines that could not be answered.
#[derive(Default)]
struct Done {
    lines: usize,
    failed: usize,
}

impl Done {
    fn report(&self, strict: bool) -> Result<(), Failure> {
        let message = format!("{} of {} lines failed", self.failed, self.lines);
        match self.failed {
            0 => Ok(()),
            _ if strict => Err(Failure::failed(message)),
            _ => {
                warn(message);
                Ok(())
            }
        }
    }
}

/// The answers to some lines.
#[derive(Default)]
struct Answers {
    text: Vec<u8>,
    /// The number of error answers.
    failed: usize,
}

impl Answers {
    /// Replaces the answers by those to other lines, with their questions and the solved objectives of these.
    fn replace(&mut self, lines: &[(u64, &[u8])], read: &[AskedLine<'_>], solved: &[SolvedLine], tables: &Tables<'_>) {
        self.text.clear();
        self.text.shrink_to(KEPT);
        self.failed = 0;
        for (((number, _), read), solved) in lines.iter().zip(read).zip(solved) {
            let answered = match read {
                Ok(ask) => answer(ask, solved.clone(), tables, &mut self.text).map_err(|message| Unanswered { id: ask.id, message }),
                Err(unanswered) => Err(unanswered.clone()),
            };
            if let Err(unanswered) = answered {
                unanswered.print_line(*number, &mut self.text).expect(PRINTS);
                self.failed += 1;
            }
        }
    }
}

/// The input, in blocks of whole lines.
struct Blocks<R> {
    input: BufReader<R>,
    /// The incomplete line. A line that is too long is cut one byte above the limit.
    begun: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    fn new(input: R) -> Blocks<R> {
        Blocks { input: BufReader::with_capacity(READ, input), begun: Vec::new() }
    }

    /// Waits for a whole line and returns all whole lines that have arrived; the last line of the input may lack its line break. `None` at the end.
    fn next(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let mut block = std::mem::take(&mut self.begun);
            let length = bytes.len();
            if length == 0 {
                return Ok(Some(block).filter(|block| !block.is_empty()));
            }
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            if whole > 0 {
                block.extend_from_slice(&bytes[..whole]);
            }
            let begun = if whole > 0 { &mut self.begun } else { &mut block };
            begun.extend_from_slice(&bytes[whole..]);
            begun.truncate(LINE_LIMIT + 1);
            self.input.consume(length);
            if whole > 0 {
                return Ok(Some(block));
            }
            self.begun = block;
        }
    }
}

fn read(line: &[u8]) -> AskedLine<'_> {
    if line.len() > LINE_LIMIT {
        return Err(Unanswered { id: None, message: format!("the line is longer than {LINE_LIMIT} bytes") });
    }
    read_question(line)
}

/// Writes the answer to `out`, or returns the error in the question.
fn answer(ask: &Ask<'_>, solved: SolvedLine, tables: &Tables<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    let service = tables.get(ask.rules.as_deref())?;
    if ask.odds.is_some() {
        let answer = service.odds(ask).map_err(|error| error.to_string())?;
        print_line(&AnsweredLine { id: ask.id, answer }, out).expect(PRINTS);
        return Ok(());
    }
    let question = ask.read(service.rules()).map_err(|error| error.to_string())?.question;
    let question = Question { solved: solved?, ..question };
    let answer = service.answer(question).map_err(|error| AskError::from(error).to_string())?;
    AnsweredLine { id: ask.id, answer }.print_line(out).expect(PRINTS);
    Ok(())
}
