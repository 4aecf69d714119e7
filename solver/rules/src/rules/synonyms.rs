//! Synonyms: common words for a category, whatever its name on the sheet. They follow from its pattern. The words of other languages are in `box-words.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::category::{Category, Pattern, is_run};
use super::fold::fold;
use super::rule_set::RuleSet;
use crate::sorting::sort_by_key;

/// The numbers from 1 to 6 in words, for faces and for groups of dice.
const NUMBERS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// The words for an upper category of a face up to six, in addition to those from its number: `3`, `3s`, `3er`, `three`.
const FACES: [&[&str]; 6] =
    [&["ones", "aces", "ace"], &["twos", "deuces", "deuce"], &["threes", "treys", "trey"], &["fours"], &["fives"], &["sixes"]];

/// The words that follow the number in a category of n like dice: `3 of a kind`, `three alike`, `3k`.
const OF_A_KIND: [&str; 5] = ["of a kind", "of kind", "kind", "alike", "k"];

/// The words that follow the digit of such a category on German and Nordic sheets: `3er Pasch`, `3 ens`.
const ALIKE_AFTER_DIGIT: [&str; 4] = ["er pasch", "ens", "like", "lika"];

/// The words for all dice alike.
const ALL_ALIKE: [&str; 5] = ["yahtzee", "yatzy", "yatzee", "kniffel", "yacht"];

/// The words for the straights of a game that has several, the lowest first.
const STRAIGHTS: [&[&str]; 3] =
    [&["small", "sm", "s", "little", "short", "low"], &["large", "lg", "lge", "l", "big", "long", "high"], &["full", "royal"]];

/// The words for each category of `rules`, in order, not folded. A further box of a category has none: they mean the first.
pub(super) fn synonyms(rules: &RuleSet) -> Vec<Vec<String>> {
    let straights = straights(rules);
    let synonyms = rules.categories().map(|category| match &rules.category(category).pattern {
        _ if rules.is_repeat(category) => Vec::new(),
        Pattern::Face(face) if rules.is_upper(category) => {
            let number = face.pips();
            let own = [number.to_string(), format!("{number}s"), format!("{number}er")].into_iter();
            let in_words = NUMBERS.get(face.index()).into_iter().chain(FACES.get(face.index()).copied().unwrap_or_default());
            own.chain(in_words.map(|&word| word.to_owned())).collect()
        }
        Pattern::Groups { sizes, .. } => of_groups(sizes, rules.dice()),
        Pattern::Any => words(&["chance", "choice", "any", "ch"]),
        _ => match straights.iter().position(|straight| *straight == category.index()) {
            Some(_) if straights.len() == 1 => words(&["straight", "run"]),
            Some(rank) => of_straight(rank),
            None => Vec::new(),
        },
    });
    synonyms.collect()
}

/// The longest word on blocks of other languages, folded, in bytes.
pub(super) const LONGEST_ON_BLOCKS: usize = 27;

/// The categories of `rules` that a folded name on a block of another language may mean.
pub(super) fn named_on_blocks(rules: &RuleSet, key: &str) -> Vec<Category> {
    let Some(meant) = block_words().get(key) else { return Vec::new() };
    let straights = straights(rules);
    let is_meant = |kind: &str| meant.contains(&kind);
    let named = |category: &Category| match &rules.category(*category).pattern {
        _ if rules.is_repeat(*category) => false,
        Pattern::Face(face) if rules.is_upper(*category) => is_meant(&format!("face {}", face.pips())),
        Pattern::Groups { sizes, .. } => match sizes[..] {
            [size] => is_meant(&format!("alike {size}")) || (usize::from(size) == rules.dice() && is_meant("all alike")),
            [2, 2] => is_meant("two pairs"),
            [2, 2, 2] => is_meant("three pairs"),
            [3, 2] | [2, 3] => is_meant("full house"),
            _ => false,
        },
        Pattern::Any => is_meant("any"),
        _ => straights.iter().position(|straight| *straight == category.index()).is_some_and(|rank| {
            let size = ["small straight", "large straight"].get(rank).filter(|_| straights.len() > 1);
            is_meant("straight") || size.is_some_and(|size| is_meant(size))
        }),
    };
    rules.categories().filter(named).collect()
}

/// The kinds of boxes that each word on blocks of other languages means.
fn block_words() -> &'static HashMap<String, Vec<&'static str>> {
    static WORDS: OnceLock<HashMap<String, Vec<&str>>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: HashMap<String, Vec<&str>> = HashMap::new();
        let lines = include_str!("box-words.txt").lines().filter(|line| !line.starts_with('#'));
        for (kind, names) in lines.filter_map(|line| line.split_once(": ")) {
            names.split(", ").for_each(|name| words.entry(fold(name)).or_default().push(kind));
        }
        debug_assert!(words.keys().all(|word| word.len() <= LONGEST_ON_BLOCKS));
        words
    })
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn of_groups(sizes: &[u8], dice: usize) -> Vec<String> {
    match sizes {
        [size @ 1..=6] => {
            let number = [size.to_string(), NUMBERS[usize::from(*size) - 1].to_owned()];
            let mut synonyms: Vec<String> =
                number.iter().flat_map(|number| OF_A_KIND.iter().map(move |rest| format!("{number} {rest}"))).collect();
            synonyms.extend(ALIKE_AFTER_DIGIT.map(|rest| format!("{size} {rest}")));
            synonyms.extend(match size {
                2 => words(&["pair", "one pair", "1 pair", "1p", "1 par", "1 paar"]),
                3 => words(&["triple", "triplet", "trips"]),
                4 => words(&["quads"]),
                _ => Vec::new(),
            });
            if usize::from(*size) == dice {
                synonyms.extend(words(&ALL_ALIKE));
            }
            synonyms
        }
        [2, 2] => words(&["two pairs", "two pair", "2 pairs", "2 pair", "2p", "2 par", "2 paare"]),
        [2, 2, 2] => words(&["three pairs", "three pair", "3 pairs", "3 pair", "3p", "3 par", "3 paare"]),
        [3, 2] | [2, 3] => words(&["full house", "fh", "boat"]),
        _ => Vec::new(),
    }
}

/// The words for the straight of this rank; the lowest has rank 0. `straight` alone stands for each of them, so it is ambiguous.
fn of_straight(rank: usize) -> Vec<String> {
    let sizes = STRAIGHTS.get(rank).copied().unwrap_or_default();
    let with_straight = sizes.iter().flat_map(|size| [format!("{size} straight"), format!("{size} str")]);
    let short = sizes.iter().filter_map(|size| size.get(..1)).take(1).map(|initial| format!("{initial}s"));
    // A single letter is not a word for it, and `full` alone means the full house.
    let alone = sizes.iter().filter(|size| size.len() > 1 && rank < 2).map(|&size| size.to_owned());
    with_straight.chain(short).chain(alone).chain(words(&["straight"])).collect()
}

/// The indices of the straights of a game: shorter ones first, then lower ones.
fn straights(rules: &RuleSet) -> Vec<usize> {
    let mut straights: Vec<(usize, usize, usize)> = Vec::new();
    for category in rules.categories().filter(|&category| !rules.is_repeat(category)) {
        match &rules.category(category).pattern {
            Pattern::Straight(length) => straights.push((usize::from(*length), 0, category.index())),
            Pattern::Faces(lists) if lists.iter().all(|faces| is_run(faces, rules.game_dice())) => {
                let shortest = lists.iter().map(|faces| (faces.len(), faces[0].index())).min();
                straights.extend(shortest.map(|(length, first)| (length, first, category.index())));
            }
            _ => {}
        }
    }
    sort_by_key(&mut straights, |straight| *straight);
    straights.into_iter().map(|(_, _, category)| category).collect()
}
