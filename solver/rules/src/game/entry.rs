//! Entries of a card as people write them, a category and points: `full-house=25`, `Full House: 25`, `aces 3`.

use super::card_error::CardError;
use crate::printable::quoted;
use crate::rules::{Category, RuleSet, RulesError, SAVED, name_part};
use crate::tr;

/// Why a text is neither a category nor a category with points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The name is unknown or ambiguous.
    #[error(transparent)]
    Name(RulesError),
    /// This part cannot be read.
    #[error("{}", tr!("cannot read '{}': write entries like full-house=25", quoted(.0)))]
    Form(String),
}

/// Reads a category, with or without points: `chance`, `full-house=25`. If a name could mean several categories and only one of them is `likely`, it means
/// that one.
///
/// # Errors
///
/// [`EntryError`] if the text does not begin with a name, or if something else than points follows it.
pub fn category_and_points(text: &str, rules: &RuleSet, likely: impl Fn(Category) -> bool) -> Result<(Category, Option<u64>), EntryError> {
    let text = text.trim();
    let name = name_part(text);
    if name.is_empty() {
        return Err(EntryError::Form(text.to_owned()));
    }
    let (category, rest) = rules.category_at_start_among(text, &likely).map_err(EntryError::Name)?;
    if rest.trim().is_empty() {
        return Ok((category, None));
    }
    if let Some((points, "")) = points_at_start(rest) {
        return Ok((category, Some(points)));
    }
    let rest = rest.trim_start();
    if !rest.starts_with(['=', ':']) {
        // The text may be another name with the same beginning: `one pair` in a game that has ones but no pair.
        rules.category_named_among(name, likely).map_err(EntryError::Name)?;
    }
    Err(EntryError::Form(rest.trim_start_matches(['=', ':', ' ']).to_owned()))
}

/// The subject of an entry of a card.
pub(super) enum Entry {
    Category(Category),
    /// The number of extra bonuses.
    Extra,
    /// The number of spare throws in hand, under one of its names.
    Spare(&'static str),
}

/// The longest part of a text in which a name is looked for, in bytes.
pub(super) const LONGEST_NAME: usize = 200;

/// The name of the entry for the extra bonuses.
pub(super) const EXTRA: &str = "extra";

/// The names of entries for numbers, in a game of these rules, with what they mean. A card of a game without spare throws may have none saved.
pub(super) fn counts(rules: &RuleSet) -> impl Iterator<Item = (&'static str, Entry)> + use<> {
    let spare = rules.spare_throws().entry().filter(|name| *name != SAVED);
    [(EXTRA, Entry::Extra), (SAVED, Entry::Spare(SAVED))].into_iter().chain(spare.map(|name| (name, Entry::Spare(name))))
}

/// Reads the entries in a line of a card one by one, up to the first error.
pub(super) fn entries<'a>(text: &'a str, rules: &'a RuleSet) -> impl Iterator<Item = Result<(Entry, u64), CardError>> + 'a {
    let between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
    let mut left = text;
    std::iter::from_fn(move || {
        let text = left.trim_start_matches(between);
        left = "";
        if text.is_empty() {
            return None;
        }
        let read = entry_at_start(text, rules);
        Some(read.map(|(line, points, rest)| {
            left = rest;
            (line, points)
        }))
    })
}

fn entry_at_start<'t>(text: &'t str, rules: &RuleSet) -> Result<(Entry, u64, &'t str), CardError> {
    for (name, line) in counts(rules) {
        if text.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
            && let Some((points, rest)) = points_at_start(&text[name.len()..])
        {
            check_points(&text[name.len()..], rules)?;
            return Ok((line, points, rest));
        }
    }
    let found = rules.category_at_start(text);
    if let Ok((category, after)) = &found
        && let Some((points, rest)) = points_at_start(after)
    {
        check_points(after, rules)?;
        return Ok((Entry::Category(*category), points, rest));
    }
    let name = name_part(text);
    match found.and_then(|_| rules.category_named(name)) {
        Err(error) if !name.is_empty() && points_at_start(&text[name.len()..]).is_some() => Err(CardError::UnknownCategory(error)),
        _ => Err(CardError::NotAnEntry(as_written(text, name).to_owned())),
    }
}

/// Reads the points after a name: `=25`, `: 25` or ` 25`, followed by the end, a space or a separator. Returns the points and the rest.
pub(super) fn points_at_start(text: &str) -> Option<(u64, &str)> {
    let text = text.trim_start();
    let text = text.strip_prefix(['=', ':']).unwrap_or(text).trim_start();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (points, rest) = text.split_at(digits);
    let ends = rest.is_empty() || rest.starts_with(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';'));
    points.parse().ok().filter(|_| ends).map(|points| (points, rest))
}

/// Checks that a number apart from the name before it does not begin the name of a box, as in `ones 2 pairs 10`.
fn check_points(after: &str, rules: &RuleSet) -> Result<(), CardError> {
    let points = after.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, '=' | ':'));
    let is_apart = after[..after.len() - points.len()].ends_with(char::is_whitespace);
    match box_with_number(points, rules).filter(|_| is_apart) {
        Some(name) => Err(CardError::PointsOrBox(name.to_owned())),
        None => Ok(()),
    }
}

/// The name of a box at the start of a text that begins with a digit, like `3 of a kind`, and so is not points.
pub(super) fn box_with_number<'t>(text: &'t str, rules: &RuleSet) -> Option<&'t str> {
    let start = within(text, LONGEST_NAME);
    let (_, rest) = rules.category_at_start(start).ok().filter(|_| start.starts_with(|first: char| first.is_ascii_digit()))?;
    Some(&start[..start.len() - rest.len()]).filter(|name| name.contains(char::is_alphabetic))
}

/// The start of a text, up to this many bytes.
pub(super) fn within(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    &text[..end]
}

/// An invalid entry, for an error message: the name and the text in place of its points, `ones=x`.
fn as_written<'t>(text: &'t str, name: &str) -> &'t str {
    let after = text[name.len()..].trim_start();
    let points = after.strip_prefix(['=', ':']).unwrap_or(after).trim_start();
    let end = points.find(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';')).unwrap_or(points.len());
    text[..text.len() - points.len() + end].trim_end()
}
