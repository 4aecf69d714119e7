//! A history: its records, without duplicates.

use std::collections::HashSet;

use super::record::{AnswerRecord, GameRecord, Record};

/// All records, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The games, without duplicates.
    pub games: Vec<GameRecord>,
    /// The answers, without duplicates.
    pub answers: Vec<AnswerRecord>,
    /// The unreadable lines: their numbers, from 1, and errors.
    pub unread: Vec<(usize, String)>,
    keys: HashSet<String>,
}

impl History {
    /// Reads a history.
    pub fn read(bytes: &[u8]) -> History {
        let mut history = History::default();
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                continue;
            }
            let record = std::str::from_utf8(line).map_err(|error| error.to_string()).and_then(Record::parse);
            match record {
                Ok(record) => {
                    history.add(record);
                }
                Err(error) => history.unread.push((number, error)),
            }
        }
        history
    }

    /// Adds a record. Returns whether it is new.
    pub fn add(&mut self, record: Record) -> bool {
        let new = self.keys.insert(record.key());
        match record {
            Record::Game(game) if new => self.games.push(game),
            Record::Answer(answer) if new => self.answers.push(answer),
            _ => {}
        }
        new
    }

    /// Whether a game is recorded.
    pub fn has(&self, game: &GameRecord) -> bool {
        self.keys.contains(&game.key())
    }

    /// Every record, games first.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let games = self.games.iter().cloned().map(Record::Game);
        games.chain(self.answers.iter().cloned().map(Record::Answer))
    }
}
