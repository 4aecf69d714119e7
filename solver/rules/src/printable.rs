//! Printable characters. Text from a file, a program or a person can contain characters that control a terminal or hide the content of a line: an
//! escape sequence can write to the clipboard, a bidirectional override reverses a line. Stored text must not contain any of them, and an error that
//! quotes other text escapes them.

use crate::tr;
use std::borrow::Cow;

/// Whether a character is visible on a terminal, in its place.
///
/// Not printable are the control characters (C0, DEL and C1, including tabs and line ends), the characters that change the direction of text, the
/// line and paragraph separators, and invisible characters that can make two names look alike. Joiners and variation selectors of the basic plane are
/// printable, because scripts and emoji need them.
pub fn is_printable(letter: char) -> bool {
    !matches!(
        letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
            | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2028}' | '\u{2029}'
            | '\u{200b}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The longest line of a text, in bytes. Reading a line may take many times its length.
const LONGEST_LINE: usize = 1 << 16;

/// The most letters that an error quotes.
const MOST_QUOTED: usize = 100;

/// What is not allowed in a line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A character that is not printable.
    #[error("{}", tr!("the character U+{} is invisible or controls the terminal: remove it", format!("{:04X}", u32::from(*.0))))]
    Unprintable(char),
    /// More bytes than are read.
    #[error("{}", tr!("it is longer than {} bytes, the most of a line", LONGEST_LINE))]
    TooLong,
}

/// Checks that every character of a text is printable.
///
/// # Errors
///
/// The first character that is not printable.
pub fn check_line(text: &str) -> Result<(), LineError> {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Ok(());
    }
    text.chars().find(|&letter| !is_printable(letter)).map_or(Ok(()), |letter| Err(LineError::Unprintable(letter)))
}

/// Checks the lines of a file; tabs are allowed, and a byte-order mark at the start.
///
/// # Errors
///
/// The first line, from 1, that is too long or has another unprintable character.
pub fn check_lines(text: &str) -> Result<(), (usize, LineError)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.split('\n')).try_for_each(|(number, line)| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        // A saved game has the lines of its rules after this sign: it reads back if the rules do.
        let length = line.strip_prefix("#| ").unwrap_or(line).len();
        let fits = if length > LONGEST_LINE { Err(LineError::TooLong) } else { Ok(()) };
        fits.and_then(|()| line.split('\t').try_for_each(check_line)).map_err(|found| (number, found))
    })
}

/// A text to quote in a message, with an escape like `\u{1b}` for each unprintable character.
///
/// ```
/// use yahtzee_solver::printable::escaped;
/// assert_eq!(escaped("caf\u{e9}"), "caf\u{e9}");
/// assert_eq!(escaped("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if check_line(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_printable(letter) { escaped.push(letter) } else { escaped.extend(letter.escape_debug()) }
    }
    Cow::Owned(escaped)
}

/// A text to quote in an error: [`escaped`], and at most 100 letters of it.
///
/// ```
/// use yahtzee_solver::printable::quoted;
/// assert_eq!(quoted("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
/// assert_eq!(quoted(&"\u{e9}".repeat(101)), "\u{e9}".repeat(100) + "…");
/// ```
pub fn quoted(text: &str) -> Cow<'_, str> {
    match shortened(text) {
        Cow::Borrowed(text) => escaped(text),
        Cow::Owned(text) => Cow::Owned(escaped(&text).into_owned()),
    }
}

/// At most 100 letters of a text, with all its characters.
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every control character, and every character that changes the direction of text, with a few other invisible ones.
    pub(crate) fn hostile() -> impl Iterator<Item = char> {
        let control = ('\0'..=char::MAX).filter(|letter| letter.is_control());
        let direction = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        control.chain(direction).chain(['\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{e0001}', '\u{e0041}'])
    }

    #[test]
    fn hostile_characters_are_not_printable() {
        assert_eq!(hostile().filter(|letter| letter.is_control()).count(), 32 + 33);
        for letter in hostile() {
            assert!(!is_printable(letter), "{letter:?}");
            assert_eq!(check_line(&format!("a{letter}b")), Err(LineError::Unprintable(letter)));
            let quoted = escaped(&format!("a{letter}b")).into_owned();
            assert!(quoted.len() > 3 && quoted.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{quoted:?}");
        }
        assert_eq!(LineError::Unprintable('\u{1b}').to_string(), "the character U+001B is invisible or controls the terminal: remove it");
    }

    #[test]
    fn what_people_write_is_printable() {
        let text = "Yatzy på svenska, Kniffel für alle, ヤッツィー, ישראל, می‌خواهم, 👩‍👩‍👧 ☂️ \u{a0}—";
        assert_eq!(check_line(text), Ok(()));
        assert_eq!(escaped(text), text);
        assert!(('\u{20}'..='\u{7e}').all(is_printable));
    }

    #[test]
    fn lines_have_tabs_and_ends_of_either_kind() {
        assert_eq!(check_lines("\u{feff}a\tb\r\nc\n\n"), Ok(()));
        assert_eq!(check_lines("a\nb\rc\n"), Err((2, LineError::Unprintable('\r'))));
        assert_eq!(check_lines("a\n\n\u{feff}"), Err((3, LineError::Unprintable('\u{feff}'))));
        assert_eq!(check_lines("a\u{b}"), Err((1, LineError::Unprintable('\u{b}'))));
        let long = "é".repeat(LONGEST_LINE / 2);
        assert_eq!(check_lines(&format!("a\n{long}\n#| {long}\r\n")), Ok(()));
        assert_eq!(check_lines(&format!("a\n{long}\n{long}b")), Err((3, LineError::TooLong)));
    }
}
