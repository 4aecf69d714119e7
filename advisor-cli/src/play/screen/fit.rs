//! Fits text into a width, counted in columns of a terminal: a character may take two columns, or none.

use ratatui::style::Style;
use ratatui::text::Span;

use crate::terminal::wrap::{NO_BREAK, kept_together};

pub(in crate::play) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in exactly this many columns: padded with blanks, or cut at the end.
pub(in crate::play) fn fit(text: &str, columns: usize) -> String {
    let text = short(text, columns);
    let blanks = " ".repeat(columns - width(&text));
    text + &blanks
}

/// A text in at most this many columns, cut at the end.
pub(in crate::play) fn short(text: &str, columns: usize) -> String {
    cut(text, columns, 0)
}

/// A name in at most this many columns. Its middle is cut, because two names may differ only at the end.
pub(in crate::play) fn short_name(name: &str, columns: usize) -> String {
    cut(name, columns, 2)
}

/// Cuts the start of a text, so that at most this many columns remain.
fn cut(text: &str, columns: usize, end: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let span = Span::raw(text);
    let letters: Vec<&str> = span.styled_graphemes(Style::new()).map(|letter| letter.symbol).collect();
    let from = letters.len() - fitting(letters.iter().rev(), end);
    let end = letters[from..].concat();
    let start = fitting(letters.iter(), columns.saturating_sub(1 + width(&end)));
    format!("{}…{end}", letters[..start].concat())
}

/// The number of these characters that fit in this many columns.
fn fitting<'l>(letters: impl Iterator<Item = &'l &'l str>, columns: usize) -> usize {
    let ends = letters.scan(0, |end, letter| {
        *end += width(letter);
        Some(*end)
    });
    ends.take_while(|end| *end <= columns).count()
}

/// A text in lines of at most this many columns, which never break inside dice. A word that is longer than a line is broken.
pub(in crate::play) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let text = kept_together(text);
    textwrap::wrap(&text, columns).into_iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// A text in at most this many lines of this many columns, cut at the end.
pub(in crate::play) fn wrap(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrapped(text, columns);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = short(&format!("{last} …"), columns);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_stay_on_one_line() {
        assert_eq!(wrapped("better was to keep 4 4 4, because", 24), ["better was to keep", "4 4 4, because"]);
        assert_eq!(wrapped("unbreakable", 6), ["unbrea", "kable"]);
    }

    #[test]
    fn names_are_cut_so_that_they_differ() {
        assert_eq!(short_name("computer", 8), "computer");
        assert_eq!(short_name("computer 2", 8), "compu… 2");
        assert_eq!(short_name("日本語日本語日", 8), "日本…日");
        assert_eq!(short("日本語日本語日", 8), "日本語…");
        assert_eq!(fit("日本語", 8), "日本語  ");
        assert_eq!(fit("日本語日本語日", 8), "日本語… ");
    }

    #[test]
    fn texts_are_wrapped_and_cut() {
        assert_eq!(wrap("one two three", 7, 2), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7, 1), ["one tw…"]);
        assert_eq!(wrap("one two three", 9, 1), ["one two …"]);
        assert_eq!(wrap("one two three", 7, 0), Vec::<String>::new());
    }
}
