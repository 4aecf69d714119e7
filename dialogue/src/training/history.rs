//! A history: its records, without duplicates.

use std::collections::HashSet;
use std::io::{self, BufRead, ErrorKind, Read};

use xxhash_rust::xxh3::xxh3_128;

use super::record::{AnswerRecord, Decided, GameRecord, LONGEST_LINE, Record, is_of_later_version};

/// The number of unreadable lines that are kept with their errors. The others are only counted, so that a large file of other lines takes no memory.
const UNREAD_KEPT: usize = 100;

/// The memory of a record's key and of its place in a list that grows, in bytes.
const A_RECORD: u64 = 64 + 2 * size_of::<GameRecord>() as u64;

/// All records, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The games, without duplicates.
    pub games: Vec<GameRecord>,
    /// The answers, without duplicates.
    pub answers: Vec<AnswerRecord>,
    /// The first hundred unreadable lines: their numbers, from 1, and errors.
    pub unread: Vec<(usize, String)>,
    /// The number of all unreadable lines, with those of later versions.
    pub unread_count: usize,
    /// The lines of later versions, as they are.
    later: Vec<String>,
    /// Checksums of the keys.
    keys: HashSet<u128>,
    /// The memory of all this, in bytes.
    bytes: u64,
}

impl History {
    /// Reads a history.
    pub fn read(bytes: &[u8]) -> History {
        History::read_from(bytes, u64::MAX).expect("memory can be read")
    }

    /// Reads a history line by line, into at most about this many bytes of memory.
    ///
    /// # Errors
    ///
    /// The error of the reader, or one of the kind [`ErrorKind::OutOfMemory`] if the records need more memory.
    pub fn read_from(mut lines: impl BufRead, most: u64) -> io::Result<History> {
        let mut history = History::default();
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if lines.by_ref().take(LONGEST_LINE as u64 + 2).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if !line.ends_with(b"\n") && line.len() > LONGEST_LINE {
                lines.skip_until(b'\n')?;
            }
            history.read_line(number, &line);
            if history.bytes > most {
                return Err(io::Error::new(ErrorKind::OutOfMemory, "its records need more memory than they may take"));
            }
        }
        Ok(history)
    }

    fn read_line(&mut self, number: usize, line: &[u8]) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        let text = std::str::from_utf8(line).map_err(|error| error.to_string());
        match text.and_then(Record::parse) {
            Ok(record) => {
                self.add(record);
            }
            Err(error) => {
                self.unread_count += 1;
                if self.unread.len() < UNREAD_KEPT {
                    self.unread.push((number, error.chars().take(500).collect()));
                }
                if let Ok(text) = std::str::from_utf8(line)
                    && is_of_later_version(text)
                {
                    self.add_later(text);
                }
            }
        }
    }

    /// Adds a record. Returns whether it is new.
    pub fn add(&mut self, record: Record) -> bool {
        let new = self.keys.insert(checksum(&record));
        self.bytes += if new { bytes_of(&record) } else { 0 };
        match record {
            Record::Game(game) if new => self.games.push(game),
            Record::Answer(answer) if new => self.answers.push(answer),
            _ => {}
        }
        new
    }

    /// A record that was just made, so that it can be added. The same answer to the same position in the same second is another answer: it gets a
    /// number.
    #[must_use]
    pub fn numbered(&self, mut record: Record) -> Record {
        while let Record::Answer(answer) = &record
            && self.keys.contains(&checksum(&record))
        {
            record =
                Record::Answer(AnswerRecord { again: Some(answer.again.map_or(1, |again| again.saturating_add(1))), ..answer.clone() });
        }
        record
    }

    /// Adds a line of a later version. Returns whether it is new.
    pub fn add_later(&mut self, line: &str) -> bool {
        let new = self.keys.insert(xxh3_128(line.as_bytes()));
        if new {
            self.bytes += A_RECORD + line.len() as u64;
            self.later.push(line.to_owned());
        }
        new
    }

    /// The number of lines that no version can read: the others are records, or lines of later versions.
    pub fn unreadable(&self) -> usize {
        self.unread_count.saturating_sub(self.later.len())
    }

    /// The key of a line of a later version: the same line counts once.
    pub fn later_key(line: &str) -> String {
        format!("later {:032x}", xxh3_128(line.as_bytes()))
    }

    /// The lines of later versions. This program cannot read them, and keeps them for one that can.
    pub fn later(&self) -> &[String] {
        &self.later
    }

    /// Whether nothing of it is a record, of any version.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.answers.is_empty() && self.later.is_empty()
    }

    /// Whether a game is recorded.
    pub fn has(&self, game: &GameRecord) -> bool {
        self.keys.contains(&xxh3_128(game.key().as_bytes()))
    }

    /// Every record, games first.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let games = self.games.iter().cloned().map(Record::Game);
        games.chain(self.answers.iter().cloned().map(Record::Answer))
    }

    /// Every line, with its end: the records, games first, then the lines of later versions.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.records().map(|record| record.line()).chain(self.later.iter().map(|line| format!("{line}\n")))
    }
}

/// The memory of a record, in bytes.
fn bytes_of(record: &Record) -> u64 {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.len()).sum::<usize>();
    let bytes = match record {
        Record::Game(game) => {
            let mistakes = game.decisions.iter().filter_map(|decided| decided.mistake.as_ref());
            let mistakes: usize = mistakes.map(|mistake| texts(&[&mistake.position, &mistake.chosen, &mistake.best])).sum();
            let others = game.end.iter().flat_map(|end| &end.others);
            let others: usize = others.map(|other| size_of_val(other) + other.0.len()).sum();
            game.decisions.capacity() * size_of::<Decided>()
                + mistakes
                + others
                + texts(&[&game.id, &game.rules, &game.fingerprint, &game.player, &game.text])
        }
        Record::Answer(answer) => {
            texts(&[&answer.rules, &answer.fingerprint, &answer.position, answer.chosen.as_deref().unwrap_or_default(), &answer.best])
        }
    };
    A_RECORD + bytes as u64
}

fn checksum(record: &Record) -> u128 {
    xxh3_128(record.key().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"history":1,"answer":{"at":5,"rules":"hasbro","fingerprint":"f","position":"25666 rerolls=1","chosen":"hold 66","best":"hold 666","loss":1.4,"obvious_loss":0.0,"theme":"bonus","from":"quiz","hints":0}}"#;

    fn game(text: &str) -> String {
        format!(
            r#"{{"history":1,"game":{{"id":"1","at":1,"rules":"r","fingerprint":"f","player":"you","score":1,"luck":0,"loss":1,"decisions":[],"text":"{text}"}}}}"#
        )
    }

    #[test]
    fn unreadable_lines_are_counted() {
        let history = History::read(&b"x\n".repeat(100_000));
        assert_eq!((history.unread.len(), history.unread_count, history.unread[0].0), (UNREAD_KEPT, 100_000, 1));
        let long = format!("{}\n{ANSWER}\n", "y".repeat(3 * LONGEST_LINE));
        let history = History::read(long.as_bytes());
        assert_eq!((history.unread_count, history.answers.len()), (1, 1));
        assert!(history.unread[0].1.contains("longer than"), "{history:?}");
    }

    #[test]
    fn records_take_no_more_than_the_memory_given() {
        let lines: String = (0..1000).map(|number| format!("{}\n", ANSWER.replace("\"at\":5", &format!("\"at\":{number}")))).collect();
        assert_eq!(History::read_from(lines.as_bytes(), 2_000_000).unwrap().answers.len(), 1000);
        let error = History::read_from(lines.as_bytes(), 100_000).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
        let twice = lines.repeat(20);
        assert_eq!(History::read_from(twice.as_bytes(), 2_000_000).unwrap().answers.len(), 1000, "the same record counts once");
    }

    #[test]
    fn lines_of_later_versions_are_kept() {
        let later = r#"{"history":2,"game":["another form"]}"#;
        let history = History::read(format!("{later}\n{ANSWER}\n{later}\nnonsense\n").as_bytes());
        assert_eq!((history.later(), history.unread_count), (&[later.to_owned()][..], 3));
        assert!(history.lines().any(|line| line == format!("{later}\n")));
        let hidden = "{\"history\":2,\"game\":\"\u{202e}\"}";
        assert!(History::read(hidden.as_bytes()).is_empty());
    }

    #[test]
    fn two_answers_in_a_second_both_count() {
        let mut history = History::default();
        let answer = Record::parse(ANSWER).unwrap();
        for _ in 0..3 {
            assert!(history.add(history.numbered(answer.clone())));
        }
        assert!(!history.add(answer));
        let text: String = history.lines().collect();
        assert_eq!(History::read((text.clone() + &text).as_bytes()), history);
        let other = Record::parse(&ANSWER.replace("\"chosen\":\"hold 66\"", "\"chosen\":\"hold 6\"")).unwrap();
        assert!(history.add(other));
    }

    #[test]
    fn another_game_with_the_same_id_does_not_hide_it() {
        let history = History::read([game("forged"), game("real"), game("real")].join("\n").as_bytes());
        assert_eq!(history.games.len(), 2);
    }

    #[test]
    fn the_text_of_a_game_is_printable() {
        assert_eq!(History::read(game("rules: small\\n14\\tscore fours").as_bytes()).games.len(), 1);
        for hidden in ["\u{7f}", "\u{80}", "\u{9b}", "\u{202e}", "\u{2028}", "\u{feff}", "\\ufeff", "\\u001b"] {
            let history = History::read(game(hidden).as_bytes());
            assert_eq!((history.games.len(), history.unread_count), (0, 1), "{hidden:?}");
        }
    }
}
