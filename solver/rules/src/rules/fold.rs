//! Folds names: removes case, separators and accents, which people write in different ways.

use std::iter::once;

/// The text in lower case, without separators and accents: `Full House`, `full_house` and `FULL-HOUSE` are all `fullhouse`.
///
/// A separator between two digits becomes a space, so that `lower-1 0` is not `lower-10`. Other punctuation stays: `ones=3` is not a name.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut apart = false;
    for letter in text.chars().flat_map(char::to_lowercase).filter(|letter| !is_combining(*letter)) {
        if is_separator(letter) {
            apart = true;
            continue;
        }
        if apart && letter.is_ascii_digit() && folded.ends_with(|last: char| last.is_ascii_digit()) {
            folded.push(' ');
        }
        apart = false;
        match without_accent(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}

/// The text with each umlaut, and each similar letter, written as two letters: `Fünfer` as `Fuenfer`, `Två` as `Tvaa`.
pub(super) fn with_long_umlauts(text: &str) -> String {
    [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe")]
        .iter()
        .fold(text.to_lowercase(), |text, (short, long)| text.replace(short, long))
}

/// The byte offsets at which a name at the start of a text may end, ascending: the ends of its words, without and with signs after them. `full house=25` has
/// three: after `full`, after `full house` and after `full house=25`; `100% 0` has one before the sign, one after it, and one at the end.
pub(crate) fn word_ends(text: &str) -> impl Iterator<Item = usize> {
    let in_word = |letter: char| letter.is_alphanumeric() || is_combining(letter);
    let ends = text.char_indices().filter_map(move |(at, letter)| {
        let end = at + letter.len_utf8();
        let after = &text[end..];
        if !in_word(letter) || after.starts_with(in_word) {
            return None;
        }
        // Closing punctuation belongs to the word: `(two)`, `lg.`
        let closed = after.trim_start_matches([')', '.', '\'']);
        let signed = closed.trim_start_matches(is_sign);
        Some([closed, signed].map(|rest| text.len() - rest.len()))
    });
    ends.flat_map(|[closed, signed]| once(closed).chain((signed > closed).then_some(signed)))
}

/// Whether a letter may end a name, and is no part of a word: `Kniffel!`, `100%`.
fn is_sign(letter: char) -> bool {
    !letter.is_alphanumeric() && !is_combining(letter) && !is_separator(letter) && !matches!(letter, '=' | ':' | ',' | ';' | '|')
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '-' | '_' | '.' | '(' | ')' | '\'' | '\u{2019}' | '\u{2010}'..='\u{2015}')
}

/// Whether this is an accent that follows its letter as a separate character.
fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// The plain letters for a lower-case Latin letter with an accent, or for a ligature.
fn without_accent(letter: char) -> Option<&'static str> {
    const PLAIN: [(&str, &str); 20] = [
        ("ß", "ss"),
        ("àáâãäåāăą", "a"),
        ("çćĉċč", "c"),
        ("ďđð", "d"),
        ("èéêëēĕėęě", "e"),
        ("ĝğġģ", "g"),
        ("ĥħ", "h"),
        ("ìíîïĩīĭįı", "i"),
        ("ĵ", "j"),
        ("ķ", "k"),
        ("ĺļľŀł", "l"),
        ("ñńņňŉ", "n"),
        ("òóôõöøōŏő", "o"),
        ("ŕŗř", "r"),
        ("śŝşš", "s"),
        ("ţťŧ", "t"),
        ("ùúûüũūŭůűų", "u"),
        ("ýÿŷ", "y"),
        ("źżž", "z"),
        ("æ", "ae"),
    ];
    if letter.is_ascii() {
        return None;
    }
    PLAIN.iter().find(|(accented, _)| accented.contains(letter)).map(|(_, plain)| *plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_separators_and_accents_make_no_difference() {
        for text in ["Full House", "full_house", "FULL-HOUSE", " fullhouse ", "full – house", "full. house"] {
            assert_eq!(fold(text), "fullhouse", "{text}");
        }
        assert_eq!(fold("Große Straße"), "grossestrasse");
        assert_eq!(fold("Fünfer"), "funfer");
        assert_eq!(fold("Fu\u{308}nfer"), "funfer");
        assert_eq!(fold(&with_long_umlauts("FÜNFER")), "fuenfer");
        assert_eq!(fold("3 of a Kind"), "3ofakind");
    }

    #[test]
    fn numbers_stay_apart_and_other_signs_stay() {
        assert_eq!(fold("lower-1 0"), "lower1 0");
        assert_ne!(fold("lower-1 0"), fold("lower-10"));
        assert_eq!(fold("ones=3"), "ones=3");
        assert_eq!(fold("1,2"), "1,2");
    }

    #[test]
    fn names_end_where_words_end() {
        let ends = |text: &str| word_ends(text).map(|end| text[..end].to_owned()).collect::<Vec<_>>();
        assert_eq!(ends("full house=25"), ["full", "full house", "full house=25"]);
        assert_eq!(ends("Pair (two)=4"), ["Pair", "Pair (two)", "Pair (two)=4"]);
        assert_eq!(ends("100% 0"), ["100", "100%", "100% 0"]);
        assert_eq!(ends("Kniffel!: 50"), ["Kniffel", "Kniffel!", "Kniffel!: 50"]);
        assert_eq!(ends("  =;"), [""; 0]);
    }
}
