//! Wraps lines to the terminal. A line never ends inside a word, inside dice, or between a number and its noun.

use textwrap::WordSplitter;
use textwrap::core::display_width;

/// A blank without a line break. It is printed as a blank.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// Wraps text to lines of at most this many columns; only a longer word makes a longer line. Further lines have the indentation of the first.
pub(crate) fn fitted(text: &str, columns: Option<u16>) -> String {
    let fitted = match columns {
        None => text.to_owned(),
        Some(columns) => text.split_inclusive('\n').map(|line| fitted_line(line, columns.into())).collect(),
    };
    fitted.replace(NO_BREAK, " ")
}

fn fitted_line(line: &str, columns: usize) -> String {
    let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
    if display_width(words) <= columns {
        return line.to_owned();
    }
    let unindented = words.trim_start_matches(' ');
    let indent = &words[..words.len() - unindented.len()];
    let options = options(columns).initial_indent(indent).subsequent_indent(indent);
    textwrap::fill(&kept_together(unindented), options) + end
}

/// The lines of a text in this many columns.
pub(crate) fn lines(text: &str, columns: usize) -> Vec<String> {
    let text = kept_together(text);
    text.lines().flat_map(|line| textwrap::wrap(line, options(columns))).map(|line| line.trim_end().to_owned()).collect()
}

/// The width of the longest word.
pub(crate) fn longest_word(text: &str) -> usize {
    kept_together(text).split([' ', '\n']).map(display_width).max().unwrap_or(0)
}

fn options<'a>(columns: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(columns).break_words(false).word_splitter(WordSplitter::NoHyphenation)
}

/// Keeps a number together with the next word: the next die, or its noun.
pub(crate) fn kept_together(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    // The word so far, without the escape sequences of styles, which have no width.
    let mut word = String::new();
    let mut in_style = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let joins = letter == ' ' && is_number(&word) && letters.peek().is_some_and(|next| next.is_alphanumeric());
        kept.push(if joins { NO_BREAK } else { letter });
        match letter {
            ' ' | '\n' => word.clear(),
            '\u{1b}' => in_style = true,
            'm' if in_style => in_style = false,
            _ if in_style => {}
            _ => word.push(letter),
        }
    }
    kept
}

/// Whether a word is a number, like 6, 11.20 or <0.01.
fn is_number(word: &str) -> bool {
    word.ends_with(|letter: char| letter.is_ascii_digit()) && !word.contains(char::is_alphabetic) && !word.contains('=')
}

/// A command to copy, in one line.
pub(crate) fn unbroken(command: &str) -> String {
    command.replace(' ', &NO_BREAK.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words_only() {
        let text = "  Keep 6 6 6, reroll two: it scores 21.9 points in three-of-a-kind.\nshort\n";
        assert_eq!(fitted(text, None), text);
        let narrow = fitted(text, Some(16));
        assert_eq!(narrow, "  Keep 6 6 6,\n  reroll two: it\n  scores\n  21.9 points in\n  three-of-a-kind.\nshort\n");
        assert_eq!(fitted("Your choice> ", Some(30)), "Your choice> ");
        assert_eq!(fitted("a-word-that-is-too-long for it", Some(9)), "a-word-that-is-too-long\nfor it");
    }

    #[test]
    fn styles_take_no_place() {
        assert_eq!(fitted("\u{1b}[1mKeep 6\u{1b}[0m 6, reroll two", Some(22)), "\u{1b}[1mKeep 6\u{1b}[0m 6, reroll two");
        assert_eq!(fitted("\u{1b}[1mKeep 6\u{1b}[0m 6 6", Some(8)), "\u{1b}[1mKeep\n6\u{1b}[0m 6 6");
    }

    #[test]
    fn only_numbers_are_kept_with_what_follows() {
        assert_eq!(fitted("ones=3 fours=12 chance=20", Some(15)), "ones=3 fours=12\nchance=20");
        assert_eq!(fitted("costs <0.01 points", Some(14)), "costs\n<0.01 points");
    }

    #[test]
    fn commands_stay_whole() {
        let text = format!("Again: {}\n", unbroken("yahtzee quiz -n 3"));
        assert_eq!(fitted(&text, Some(10)), "Again:\nyahtzee quiz -n 3\n");
        assert_eq!(fitted(&text, None), "Again: yahtzee quiz -n 3\n");
    }
}
