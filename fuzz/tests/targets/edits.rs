//! Changes to valid input: random bytes alone would be rejected early.

use bolero::TypeGenerator;

/// A change to valid input.
#[derive(Clone, Debug, TypeGenerator)]
pub(crate) enum Edit {
    /// Replaces bytes at a place.
    Set(u16, [u8; 2]),
    /// Inserts a byte that has a meaning in some notation.
    Insert(u16, u8),
    /// Removes this many bytes at a place.
    Remove(u16, u8),
    /// Copies a piece to another place.
    Copy(u16, u16, u8),
    /// Inserts a run of one byte.
    Repeat(u16, u8, u16),
    /// Inserts a word that has a meaning.
    Word(u16, u8),
    /// Inserts any bytes.
    Bytes(u16, Vec<u8>),
    /// Cuts the input off at a place.
    Cut(u16),
}

const BYTES: &[u8] = b"\n\r\t ,=:;#-+.\"'[]{}()\\/0123456789eExXaz\0\x7f\x80\xc3\xff";

pub(crate) const WORDS: &[&str] = &[
    "4294967296",
    "18446744073709551616",
    "-1",
    "1e9",
    "0x10",
    "nan",
    "true",
    "extra=99999999999",
    "extra=1",
    "yahtzee=50",
    "ones=3",
    "hold",
    "hold 666, ",
    "none",
    "score",
    "rules:",
    "rounds:",
    "[[lower]]",
    "[[upper]]",
    "[further]",
    "face = 255",
    "groups = [1, 1, 1, 1, 1, 1]",
    "dice = 6",
    "rolls = 5",
    "points = 10000",
    "at = 4294967295",
    "\u{e9}\u{130}\u{1f3b2}",
    "\"\"\"",
    "'''",
    "\r\n",
    "# ",
    "#! player: ",
    "#! dice: seed ",
    "#! end",
    "#| ",
    "#< turn 1: ",
    "card: ",
    "\"dice\": [",
    "\"rerolls_left\": ",
    "\"card\": {",
    "\"id\": ",
    "\u{1b}]52;c;",
    "\u{202e}",
];

/// The input with some of the edits made.
pub(crate) fn edited(valid: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    // Only a few edits: many would leave little that is valid.
    for edit in edits.iter().take(edits.len() % 6) {
        let place = |at: u16| usize::from(at) % (bytes.len() + 1);
        match edit {
            Edit::Set(at, [a, b]) => {
                let start = place(*at);
                bytes[start..].iter_mut().zip([a, b]).for_each(|(byte, new)| *byte = *new);
            }
            Edit::Insert(at, byte) => bytes.insert(place(*at), BYTES[usize::from(*byte) % BYTES.len()]),
            Edit::Remove(at, count) => {
                let start = place(*at);
                let end = (start + usize::from(*count)).min(bytes.len());
                bytes.drain(start..end);
            }
            Edit::Copy(from, to, count) => {
                let (start, to) = (place(*from), place(*to));
                let piece = bytes[start..(start + usize::from(*count)).min(bytes.len())].to_vec();
                bytes.splice(to..to, piece);
            }
            Edit::Repeat(at, byte, count) => {
                let start = place(*at);
                bytes.splice(start..start, std::iter::repeat_n(BYTES[usize::from(*byte) % BYTES.len()], usize::from(*count)));
            }
            Edit::Word(at, word) => {
                let start = place(*at);
                bytes.splice(start..start, WORDS[usize::from(*word) % WORDS.len()].bytes());
            }
            Edit::Bytes(at, new) => {
                let start = place(*at);
                bytes.splice(start..start, new.iter().copied());
            }
            Edit::Cut(at) => {
                let end = place(*at);
                bytes.truncate(end);
            }
        }
    }
    bytes
}
