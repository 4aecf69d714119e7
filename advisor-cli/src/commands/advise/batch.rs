//! `--stdin`: a question a line, an answer a line. `docs/json.md` describes both.
//!
//! What has arrived is answered at once, on all threads, and written before more is read: whoever sends one question and waits gets its answer.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use yahtzee_dialogue::json::{JsonOption, pips};
use yahtzee_solver::{Advisor, Dice, DiceError, MEMORY_LIMIT, Model, RerollsLeft, Roll, RuleSet, Scorecard, ValueTable};

use super::Answer;
use crate::context::{Context, rules_named};
use crate::failure::Failure;

/// The longest line that is read, in bytes: no question comes near it.
const LINE_LIMIT: usize = 65_536;
/// Bytes read at a time, where so many are there.
const READ: usize = 1 << 20;
/// Questions answered before any of their answers is written: bounds the memory that answers take.
const BATCH: usize = 2048;
/// Questions that one task answers.
const TASK: usize = 32;

/// A question, for those who wrote something else.
const EXAMPLE: &str = r#"like {"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3}}"#;

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
            // Tables are loaded between the two steps: solving takes threads of its own.
            let read: Vec<_> = pool.install(|| batch.par_iter().with_min_len(TASK).map(|(_, line)| Question::read(line)).collect());
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

/// The answers to some lines, and what was read there.
fn answer_all(lines: &[(u64, &[u8])], read: &[Result<Question<'_>, Wrong<'_>>], tables: &Tables<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for ((number, _), read) in lines.iter().zip(read) {
        let wrong = match read {
            Ok(question) => match question.answer(tables, &mut out) {
                Ok(()) => None,
                Err(message) => Some((question.id, message)),
            },
            Err(Wrong { id, message }) => Some((*id, message.clone())),
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

/// What arrives, in blocks of whole lines.
struct Blocks<R> {
    input: BufReader<R>,
    /// The line that is not whole yet; of one that is too long no more than shows that it is.
    begun: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    fn new(input: R) -> Blocks<R> {
        Blocks { input: BufReader::with_capacity(READ, input), begun: Vec::new() }
    }

    /// The lines that are there, once there is one; the last may be without its end. `None` after all of them.
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

/// The tables of all rule sets that were asked for.
struct Tables<'a> {
    context: &'a Context,
    /// That of `--rules`.
    default: ValueTable,
    /// Those that questions name, or why there is none.
    named: HashMap<String, Result<ValueTable, String>>,
}

impl Tables<'_> {
    fn load(&mut self, name: Option<&str>) {
        let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { return };
        let model = rules_named(name).and_then(|rules| Ok(Arc::new(Model::new(&rules, MEMORY_LIMIT)?)));
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

    /// A file that was not there may be there for the next question.
    fn forget_failures(&mut self) {
        self.named.retain(|_, table| table.is_ok());
    }
}

/// A question, as it stands on its line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    rules: Option<Cow<'a, str>>,
    dice: Vec<i64>,
    rerolls_left: i64,
    #[serde(borrow)]
    card: Card<'a>,
}

/// The entries of a card, in their order: a name that stands there twice is for the card to refuse.
struct Card<'a>(Vec<(Name<'a>, u64)>);

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Card<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card<'a>, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Card<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(r#"a card: an object like {"ones": 3, "extra": 0}, or {} for a new game"#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Card<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, points)) = map.next_entry::<Name<'de>, i64>()? {
                    let points = u64::try_from(points).map_err(|_| Error::custom(format_args!("{}: {points} is negative", name.0)))?;
                    entries.push((name, points));
                }
                Ok(Card(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A line that holds no question.
struct Wrong<'a> {
    id: Option<&'a RawValue>,
    message: String,
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    id: Option<&'a RawValue>,
    line: u64,
    error: &'a str,
}

impl<'a> Question<'a> {
    fn read(line: &'a [u8]) -> Result<Question<'a>, Wrong<'a>> {
        if line.len() > LINE_LIMIT {
            return Err(Wrong { id: None, message: format!("the line is longer than {LINE_LIMIT} bytes") });
        }
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(Wrong { id: None, message: format!("no JSON object: a question is {EXAMPLE}") });
        }
        serde_json::from_slice(line).map_err(|error| Wrong { id: id_of(line), message: in_words(&error) })
    }

    /// Writes the answer to `out`, or says what is wrong with the question.
    fn answer(&self, tables: &Tables<'_>, out: &mut Vec<u8>) -> Result<(), String> {
        let table = tables.get(self.rules.as_deref())?;
        let rules = table.rules();
        let roll = self.roll(rules).map_err(|error| format!("dice: {error}"))?;
        let rerolls_left = self.rerolls_left(rules)?;
        let entries = self.card.0.iter().map(|(name, points)| Ok((&*name.0, *points)));
        let card = Scorecard::from_entries(entries, rules).map_err(|error| format!("card: {error}"))?;
        let advice = Advisor::new(table).advise(&card, roll, rerolls_left).map_err(|error| error.to_string())?;
        let answer = Answer {
            id: self.id,
            rules: rules.name(),
            dice: pips(&roll),
            rerolls_left: rerolls_left.get(),
            score_so_far: advice.score_so_far,
            expected_final: advice.expected_final(),
            options: advice.options.iter().map(|option| JsonOption::new(option, rules, 0.0)).collect(),
            chosen: None,
            why: None,
            goal: None,
        };
        write_json(out, &answer);
        Ok(())
    }

    fn roll(&self, rules: &RuleSet) -> Result<Roll, DiceError> {
        let pips = self.dice.iter().map(|&pips| u8::try_from(pips).map_err(|_| DiceError::NotAFace(pips.to_string())));
        let pips = pips.collect::<Result<Vec<u8>, _>>()?;
        match Dice::from_pips(pips) {
            Ok(dice) => rules.roll(dice),
            Err(DiceError::TooMany { found }) => Err(DiceError::WrongNumber { found, wanted: rules.dice() }),
            Err(error) => Err(error),
        }
    }

    fn rerolls_left(&self, rules: &RuleSet) -> Result<RerollsLeft, String> {
        let rerolls = u8::try_from(self.rerolls_left).ok().and_then(|rerolls| rules.rerolls_left(rerolls).ok());
        rerolls.ok_or_else(|| format!("rerolls_left: {} where a turn has from 0 to {}", self.rerolls_left, rules.rolls() - 1))
    }
}

/// The id of a line that is no question, if it is JSON at all.
fn id_of(line: &[u8]) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow, default)]
        id: Option<&'a RawValue>,
    }
    serde_json::from_slice::<Id<'_>>(line).ok()?.id
}

/// Each line is read on its own, as line 1: only the column says where something is wrong.
fn in_words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match message.strip_suffix(&place) {
        Some(message) => format!("column {}: {message}", error.column()),
        None => message,
    }
}
