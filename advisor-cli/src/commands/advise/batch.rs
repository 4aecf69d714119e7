//! `--stdin`: a question a line, an answer a line. `docs/json.md` describes both.
//!
//! It answers the lines that have arrived on all threads, and writes the answers before it reads more. So a program that sends one question and waits
//! gets its answer.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::value::RawValue;
use yahtzee_dialogue::json::{JsonQuestion, Unread};
use yahtzee_solver::{MEMORY_LIMIT, Model, ValueTable};

use crate::context::{Context, rules_exact};
use crate::failure::Failure;

/// The longest line that is read, in bytes. Any question is much shorter.
const LINE_LIMIT: usize = 65_536;
/// The most bytes read at a time.
const READ: usize = 1 << 20;
/// The most questions answered before their answers are written. This limits the memory for answers.
const BATCH: usize = 2048;
/// Questions that one task answers.
const TASK: usize = 32;

pub(super) fn run(context: &Context) -> Result<(), Failure> {
    let mut tables = Tables { context, default: context.table_of(&context.model()?), named: HashMap::new() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.threads()).build().map_err(Failure::failed)?;
    let mut input = Blocks::new(std::io::stdin().lock());
    let mut out = std::io::stdout().lock();
    let mut number = 0;
    while let Some(block) = input.next().map_err(|error| Failure::failed(format_args!("cannot read the questions: {error}")))? {
        let numbered = block.split_inclusive(|&byte| byte == b'\n').map(|line| {
            number += 1;
            (number, line.strip_suffix(b"\n").unwrap_or(line))
        });
        let lines: Vec<(u64, &[u8])> = numbered.filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
        for batch in lines.chunks(BATCH) {
            // Load the tables between the two steps, because solving starts threads of its own.
            let read: Vec<_> = pool.install(|| batch.par_iter().with_min_len(TASK).map(|(_, line)| read(line)).collect());
            for question in read.iter().flatten() {
                tables.load(question.rules.as_deref());
            }
            let tasks = || batch.par_chunks(TASK).zip(read.par_chunks(TASK));
            let answers: Vec<Vec<u8>> = pool.install(|| tasks().map(|(lines, read)| answer_all(lines, read, &tables)).collect());
            for answers in &answers {
                out.write_all(answers)?;
            }
            tables.forget_failures();
        }
        out.flush()?;
    }
    Ok(())
}

/// The answers to some lines, and the questions that were read from them.
fn answer_all(lines: &[(u64, &[u8])], read: &[Result<JsonQuestion<'_>, Unread<'_>>], tables: &Tables<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for ((number, _), read) in lines.iter().zip(read) {
        let wrong = match read {
            Ok(question) => match answer(question, tables, &mut out) {
                Ok(()) => None,
                Err(message) => Some((question.id, message)),
            },
            Err(Unread { id, message }) => Some((*id, message.clone())),
        };
        if let Some((id, error)) = wrong {
            write_json(&mut out, &ErrorAnswer { id, line: *number, error: &error });
        }
    }
    out
}

fn write_json(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *out, value).expect("what is written can stand in JSON, and memory takes any number of bytes");
    out.push(b'\n');
}

/// The input, in blocks of whole lines.
struct Blocks<R> {
    input: BufReader<R>,
    /// The line that is not complete yet. A line that is too long is cut one byte above the limit.
    begun: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    fn new(input: R) -> Blocks<R> {
        Blocks { input: BufReader::with_capacity(READ, input), begun: Vec::new() }
    }

    /// Waits for a whole line and returns all whole lines that are there; the last line of the input may lack its line break. `None` at the end.
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

/// The tables of all rule sets that the questions name.
struct Tables<'a> {
    context: &'a Context,
    /// The table of `--rules`.
    default: ValueTable,
    /// The tables of rule sets that questions name, or why there is none.
    named: HashMap<String, Result<ValueTable, String>>,
}

impl Tables<'_> {
    fn load(&mut self, name: Option<&str>) {
        let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { return };
        let model = rules_exact(name).and_then(|rules| Ok(Arc::new(Model::new(&rules, MEMORY_LIMIT)?)));
        let table = model.map(|model| self.context.table_of(&model)).map_err(|failure| failure.message().unwrap_or_default().to_owned());
        self.named.insert(name.to_owned(), table);
    }

    fn get(&self, name: Option<&str>) -> Result<&ValueTable, String> {
        match name {
            None => Ok(&self.default),
            Some(name) => match &self.named[name] {
                Ok(table) => Ok(table),
                Err(message) => Err(format!("rules: {message}")),
            },
        }
    }

    /// Drops failures: a file that is missing now may exist at the next question.
    fn forget_failures(&mut self) {
        self.named.retain(|_, table| table.is_ok());
    }
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    id: Option<&'a RawValue>,
    line: u64,
    error: &'a str,
}

fn read(line: &[u8]) -> Result<JsonQuestion<'_>, Unread<'_>> {
    if line.len() > LINE_LIMIT {
        return Err(Unread { id: None, message: format!("the line is longer than {LINE_LIMIT} bytes") });
    }
    JsonQuestion::read(line)
}

/// Writes the answer to `out`, or returns what is wrong with the question.
fn answer(question: &JsonQuestion<'_>, tables: &Tables<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    let table = tables.get(question.rules.as_deref())?;
    let answer = question.by(table.rules())?.answer(table, None).map_err(|error| error.to_string())?;
    write_json(out, &answer.json(question.id));
    Ok(())
}
