//! The words on score sheets besides the boxes.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::rules::{Category, SAVED, THROWS, fold};

/// The subject of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Box(Category),
    /// The number of extra bonuses.
    Extra,
    /// The extra bonuses, as points or as a number.
    ExtraBonus,
    /// The spare throws in hand, under one of the names of their entry.
    Spare(&'static str),
    Bonus,
    Upper,
    Lower,
    /// The sum of what stands above.
    Sum,
    Grand,
    /// The names of the columns.
    Names,
    Heading,
}

/// The meaning of a word on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Row(Subject),
    Unit,
    Open,
}

/// The words on sheets besides the boxes, folded.
pub(super) struct Words {
    pub(super) meanings: HashMap<String, Word>,
    /// The length of the longest, in bytes.
    pub(super) longest: usize,
}

pub(super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let meanings = meanings(include_str!("sheet-words.txt"), meaning);
        let longest = meanings.keys().map(String::len).max().unwrap_or(0);
        Words { meanings, longest }
    })
}

/// The words of a list, folded, each with its meaning. A line of the list has a kind of words, a colon, and words with commas between them.
pub(super) fn meanings<T: Copy>(list: &str, meaning: fn(&str) -> Option<T>) -> HashMap<String, T> {
    let lines = list.lines().filter_map(|line| line.split_once(": "));
    let kinds = lines.filter_map(|(kind, words)| Some((meaning(kind)?, words)));
    kinds.flat_map(|(meaning, words)| words.split(',').map(move |word| (fold(word), meaning))).collect()
}

/// The meaning of the words of a kind.
fn meaning(kind: &str) -> Option<Word> {
    let subject = match kind {
        "upper" => Subject::Upper,
        "lower" => Subject::Lower,
        "grand" => Subject::Grand,
        "sum" => Subject::Sum,
        "bonus" => Subject::Bonus,
        "extra" => Subject::ExtraBonus,
        "count" => Subject::Extra,
        "saved" => Subject::Spare(SAVED),
        "throws" => Subject::Spare(THROWS),
        "names" => Subject::Names,
        "heading" => Subject::Heading,
        "unit" => return Some(Word::Unit),
        "open" => return Some(Word::Open),
        _ => return None,
    };
    Some(Word::Row(subject))
}
