//! What a player types on a line: dice, a choice, or a word for something else.

use yahtzee_solver::{Category, Dice, Points, RuleSet, Scorecard};

/// A line that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Dice: a roll, or those to keep.
    Dice(Dice),
    /// A category, with the points where they were typed too.
    Category {
        /// The category.
        category: Category,
        /// The points.
        points: Option<Points>,
    },
    /// A word for a key.
    Word(Word),
}

/// Words that do what a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Shows the help.
    Help,
    /// Asks for a hint.
    Hint,
    /// Leaves.
    Quit,
    /// Takes back a move.
    Undo,
    /// Asks for the reasons.
    Why,
}

const WORDS: [(&str, Word); 8] = [
    ("help", Word::Help),
    ("hint", Word::Hint),
    ("quit", Word::Quit),
    ("q", Word::Quit),
    ("exit", Word::Quit),
    ("undo", Word::Undo),
    ("u", Word::Undo),
    ("why", Word::Why),
];

/// Reads a line: `33`, `hold 33`, `none` or `0`; `fh`, `score full house`, `chance=0`; `undo`. The start of a category's name will do where only one
/// of the open ones has it.
///
/// # Errors
///
/// What is wrong with it, for people.
pub fn read(line: &str, rules: &RuleSet, card: &Scorecard) -> Result<Typed, String> {
    let line = line.trim().to_lowercase();
    let (line, dice_wanted) = match line.split_once(' ') {
        Some(("hold" | "keep", rest)) => (rest.trim(), true),
        Some(("score", rest)) => (rest.trim(), false),
        _ => (line.as_str(), false),
    };
    if matches!(line, "none" | "nothing" | "0" | "-") {
        return Ok(Typed::Dice(Dice::NONE));
    }
    if dice_wanted || line.chars().all(|letter| letter.is_ascii_digit() || letter == ' ' || letter == ',') {
        return Dice::parse(line).map(Typed::Dice).map_err(|error| error.to_string());
    }
    let (name, points) = match line.split_once('=') {
        Some((name, points)) => {
            let points = points.trim();
            (name.trim(), Some(points.parse().map_err(|_| format!("'{points}' is no number of points"))?))
        }
        None => (line, None),
    };
    let category = match category(name, rules, card) {
        Ok(category) => category,
        Err(error) => return WORDS.iter().find(|(word, _)| *word == line).map(|(_, word)| Typed::Word(*word)).ok_or(error),
    };
    Ok(Typed::Category { category, points })
}

/// The category of this name, short name or title, or the only open one that starts so.
fn category(name: &str, rules: &RuleSet, card: &Scorecard) -> Result<Category, String> {
    let name = name.replace([' ', '_'], "-");
    let unknown = match rules.category_named(&name) {
        Ok(category) => return Ok(category),
        Err(error) => error,
    };
    let title = |category: Category| rules.category(category).title.to_lowercase().replace(' ', "-");
    if let Some(category) = rules.categories().find(|category| title(*category) == name) {
        return Ok(category);
    }
    let starts = |category: &Category| rules.category(*category).name.starts_with(&name) || title(*category).starts_with(&name);
    let open: Vec<Category> = rules.categories().filter(|category| card.get(*category).is_none() && starts(category)).collect();
    match open[..] {
        [category] => Ok(category),
        [] => Err(unknown.to_string()),
        _ => {
            let titles: Vec<&str> = open.iter().map(|category| rules.category(*category).title.as_str()).collect();
            Err(format!("'{name}' may be {}", titles.join(" or ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hasbro(card: &str, line: &str) -> Result<Typed, String> {
        let rules = RuleSet::builtin("hasbro").unwrap();
        read(line, &rules, &Scorecard::parse(card, &rules).unwrap())
    }

    fn name(card: &str, line: &str) -> String {
        let rules = RuleSet::builtin("hasbro").unwrap();
        match hasbro(card, line) {
            Ok(Typed::Category { category, .. }) => rules.category(category).name.clone(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn dice() {
        let threes = Typed::Dice(Dice::parse("33").unwrap());
        for line in ["33", "3 3", " 3,3 ", "hold 33", "keep 3 3", "HOLD 33"] {
            assert_eq!(hasbro("", line), Ok(threes), "{line}");
        }
        for line in ["none", "0", "-", "hold none", "nothing"] {
            assert_eq!(hasbro("", line), Ok(Typed::Dice(Dice::NONE)), "{line}");
        }
        assert!(hasbro("", "37").unwrap_err().contains('7'));
        assert!(hasbro("", "hold fh").is_err());
    }

    #[test]
    fn categories() {
        for line in ["fh", "full-house", "full house", "Full House", "score fh", "fu", "full"] {
            assert_eq!(name("", line), "full-house", "{line}");
        }
        assert_eq!(name("", "3k"), "three-of-a-kind");
        assert_eq!(name("", "three of a kind"), "three-of-a-kind");
        let rules = RuleSet::builtin("hasbro").unwrap();
        let chance = rules.category_named("chance").unwrap();
        assert_eq!(hasbro("", "chance=0"), Ok(Typed::Category { category: chance, points: Some(0) }));
        assert!(hasbro("", "chance=x").is_err());
    }

    #[test]
    fn the_start_of_a_name_is_enough_where_it_is_clear() {
        assert_eq!(hasbro("", "f"), Err("'f' may be Fours or Fives or Four of a Kind or Full House".to_owned()));
        assert_eq!(name("fours=4 fives=5 4k=0", "f"), "full-house");
        assert_eq!(name("", "si"), "sixes");
        assert!(hasbro("", "fulhouse").unwrap_err().contains("did you mean 'full-house'?"));
    }

    #[test]
    fn words() {
        assert_eq!(hasbro("", "undo"), Ok(Typed::Word(Word::Undo)));
        assert_eq!(hasbro("", "q"), Ok(Typed::Word(Word::Quit)));
        assert_eq!(hasbro("", "hint"), Ok(Typed::Word(Word::Hint)));
    }
}
