//! A typed line: an action, or a word like `undo`.

use yahtzee_solver::{Dice, RuleSet, Scorecard, WrittenAction, tr};

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// An action. Dice alone may also mean a roll.
    Action(WrittenAction),
    /// A word for a key.
    Word(Word),
}

/// Words for keys. Signs among them are the keys themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Shows the help.
    Help,
    /// Asks for a hint.
    Hint,
    /// Asks for every option.
    Options,
    /// Leaves.
    Quit,
    /// Changes the objective that ranks.
    Switch,
    /// Takes back a move.
    Undo,
    /// Asks for the reasons.
    Why,
}

/// The words of every language are understood, whichever is spoken, like the names of categories.
const WORDS: [(&str, Word); 25] = [
    ("help", Word::Help),
    ("hilfe", Word::Help),
    ("hjälp", Word::Help),
    ("hint", Word::Hint),
    ("tipp", Word::Hint),
    ("tips", Word::Hint),
    ("quit", Word::Quit),
    ("q", Word::Quit),
    ("exit", Word::Quit),
    ("ende", Word::Quit),
    ("sluta", Word::Quit),
    ("undo", Word::Undo),
    ("u", Word::Undo),
    ("zurück", Word::Undo),
    ("ångra", Word::Undo),
    ("why", Word::Why),
    ("warum", Word::Why),
    ("varför", Word::Why),
    ("options", Word::Options),
    ("optionen", Word::Options),
    ("alternativ", Word::Options),
    ("?", Word::Help),
    ("!", Word::Why),
    ("<", Word::Undo),
    ("%", Word::Switch),
];

impl Word {
    /// The word that a line is, in any language.
    pub fn of(line: &str) -> Option<Word> {
        let line = line.trim().to_lowercase();
        WORDS.iter().find(|(word, _)| line == *word).map(|(_, word)| *word)
    }
}

/// Reads a line: an action, as [`WrittenAction::parse`] reads it for a card, or a word like `undo`.
///
/// # Errors
///
/// A message with the error.
pub fn read(line: &str, rules: &RuleSet, card: &Scorecard) -> Result<Typed, String> {
    match (WrittenAction::parse(line, rules, card), Word::of(line)) {
        (Ok(action), _) => Ok(Typed::Action(action)),
        (Err(_), Some(word)) => Ok(Typed::Word(word)),
        (Err(error), None) => Err(error.to_string()),
    }
}

/// Reads the correction of dice that were typed wrong: `fix 4 5` for a 4 that is a 5, or `fix 44 56`. `None` if the line is not one.
///
/// # Errors
///
/// A message with the error.
pub fn fix(line: &str, rules: &RuleSet) -> Option<Result<(Dice, Dice), String>> {
    let line = line.trim().to_ascii_lowercase();
    let dice = line.strip_prefix("fix").filter(|dice| dice.is_empty() || dice.starts_with(char::is_whitespace))?;
    let dice = dice.split_whitespace().map(|dice| rules.die().parse(dice)).collect::<Result<Vec<_>, _>>();
    Some(match dice.map_err(|error| error.to_string()) {
        Ok(dice) => match dice[..] {
            [wrong, right] if wrong.len() == right.len() => Ok((wrong, right)),
            _ => Err(tr!("write the wrong dice and as many right ones: 'fix 4 5' for a 4 that is a 5")),
        },
        Err(error) => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::Dice;

    use super::*;

    fn hasbro(card: &str, line: &str) -> Result<Typed, String> {
        let rules = RuleSet::builtin("hasbro").unwrap();
        read(line, &rules, &Scorecard::parse(card, &rules).unwrap())
    }

    fn name(card: &str, line: &str) -> String {
        let rules = RuleSet::builtin("hasbro").unwrap();
        match hasbro(card, line) {
            Ok(Typed::Action(WrittenAction::Score { category, .. })) => rules.category(category).name.clone(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn dice() {
        let threes = Typed::Action(WrittenAction::Hold(Dice::parse("33").unwrap()));
        for line in ["33", "3 3", " 3,3 ", "hold 33", "keep 3 3", "HOLD 33"] {
            assert_eq!(hasbro("", line), Ok(threes), "{line}");
        }
        for line in ["none", "0", "-", "hold none", "nothing"] {
            assert_eq!(hasbro("", line), Ok(Typed::Action(WrittenAction::Hold(Dice::NONE))), "{line}");
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
        assert_eq!(hasbro("", "chance=0"), Ok(Typed::Action(WrittenAction::Score { category: chance, points: Some(0) })));
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
    fn wrong_dice() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let dice = |text| Dice::parse(text).unwrap();
        assert_eq!(fix("fix 4 5", &rules), Some(Ok((dice("4"), dice("5")))));
        assert_eq!(fix(" Fix 44 56 ", &rules), Some(Ok((dice("44"), dice("56")))));
        for wrong in ["fix 4", "fix 4 55", "fix 4 5 6", "fix", "fix 0 5"] {
            assert!(fix(wrong, &rules).unwrap().is_err(), "{wrong}");
        }
        assert!(fix("fix 4 x", &rules).unwrap().unwrap_err().contains('x'));
        assert_eq!((fix("fives", &rules), fix("44 5", &rules)), (None, None));
    }

    #[test]
    fn words() {
        assert_eq!(hasbro("", "undo"), Ok(Typed::Word(Word::Undo)));
        assert_eq!(hasbro("", "q"), Ok(Typed::Word(Word::Quit)));
        assert_eq!(hasbro("", "hint"), Ok(Typed::Word(Word::Hint)));
        assert_eq!(hasbro("", " ? "), Ok(Typed::Word(Word::Help)));
        assert_eq!(hasbro("", "Options"), Ok(Typed::Word(Word::Options)));
    }
}
