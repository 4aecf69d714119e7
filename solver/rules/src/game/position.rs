//! A position: a card, a roll and the rerolls left. A question is about a position.

use std::fmt;

use super::action::{Action, Digits};
use super::card_error::CardError;
use super::scorecard::Scorecard;
use crate::dice::{Dice, DiceError, MAX_DICE, RerollsLeft, Roll};
use crate::printable::quoted;
use crate::rules::{Placement, RuleSet, State};
use crate::tr;

/// A scorecard, a roll and the rerolls left. The constructors check them against the rules, so every `Position` can be played on.
///
/// Displayed as `13356 rerolls=2 ones=3 yahtzee=50`; [`Position::parse`] reads it back.
///
/// ```
/// use yahtzee_solver::{Position, RerollsLeft, RuleSet, Scorecard};
/// let rules = RuleSet::builtin("hasbro")?;
/// let card = Scorecard::parse("ones=3", &rules)?;
/// let position = Position::new(card.clone(), rules.parse_roll("13356")?, rules.rerolls())?;
/// assert_eq!(position.to_string(), "13356 rerolls=2 ones=3");
/// assert_eq!(Position::parse("13356 rerolls=2 ones=3", &rules)?, position);
/// // A turn of this game has three rolls, so there are never four rerolls left.
/// assert!(Position::new(card, rules.parse_roll("13356")?, RerollsLeft::new(4)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    card: Scorecard,
    roll: Roll,
    rerolls_left: RerollsLeft,
    state: State,
}

/// Why a card, a roll and a number of rerolls are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The roll has the wrong number of dice, or more rerolls are left than a turn allows.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// The card is full, or its text is invalid.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The rerolls left are not a number.
    #[error("{}", tr!("cannot read '{}' as rerolls left: write a number, like rerolls=1", quoted(.0)))]
    Rerolls(String),
    /// The rerolls left appear twice.
    #[error("{}", tr!("'{}=' appears twice: write it once", REROLLS))]
    RerollsTwice,
}

/// The name of the rerolls left in the text of a position.
const REROLLS: &str = "rerolls";

/// The dice of a list that a program wrote, `[5, 5, 3, 5, 3]`, and the rest.
fn in_brackets(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix('[')?.split_once(']')
}

/// Splits a text into the roll at its start and the rest. The roll is the words that can only be dice, up to the number of dice of the game. If there
/// are no other words, or too few dice stand before a word that is not an entry of a card, the whole text is read as dice.
fn split_dice<'t>(text: &'t str, rules: &RuleSet) -> (&'t str, &'t str) {
    let (mut end, mut found) = (0, 0);
    // No roll has more words: one for each die.
    for word in text.split_whitespace().take(MAX_DICE) {
        if end > 0 && (found >= rules.dice() || !Dice::is_text(word)) {
            break;
        }
        end = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
        found = rules.die().written(&text[..end]).len();
    }
    let (roll, rest) = text.split_at(end);
    let is_rest = rest.contains('=') || (found >= rules.dice() && rest.contains(char::is_alphabetic));
    if is_rest { (roll, rest) } else { (text, "") }
}

impl Position {
    /// The position with this card, this roll on the table and this many rerolls left.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if the card is full, the roll has the wrong number of dice, or a turn of the card's game has fewer rerolls.
    pub fn new(card: Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Result<Position, PositionError> {
        let rules = card.rules();
        rules.roll(*roll)?;
        let state = card.state();
        rules.rerolls_left_with(state.throws, rerolls_left.get())?;
        if card.is_full() {
            return Err(CardError::Full.into());
        }
        Ok(Position { card, roll, rerolls_left, state })
    }

    /// Reads a position from its text: the roll, `rerolls=N` (by default the most possible), and the entries of the card.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] that names the error.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Position, PositionError> {
        let (dice, rerolls_left, card) = Position::parse_parts(text, rules)?;
        let roll = rules.roll(dice)?;
        let card = card.unwrap_or_else(|| Scorecard::new(rules));
        let rerolls_left = rerolls_left.unwrap_or_else(|| card.rerolls());
        Position::new(card, roll, rerolls_left)
    }

    /// Reads the parts of the text of a position: the dice, perhaps not all, and, if they are present, the rerolls left and the card.
    /// [`Position::new`] checks them against each other.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] that names the error.
    ///
    /// ```
    /// use yahtzee_solver::{Position, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let (dice, rerolls_left, card) = Position::parse_parts("1 3 3 5 6 rerolls=1", &rules)?;
    /// assert_eq!((dice.to_string(), rerolls_left.map(|left| left.get()), card), ("1 3 3 5 6".to_owned(), Some(1), None));
    /// assert_eq!(Position::parse_parts("33", &rules)?.0.len(), 2);
    /// assert!(Position::parse_parts("133556", &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_parts(text: &str, rules: &RuleSet) -> Result<(Dice, Option<RerollsLeft>, Option<Scorecard>), PositionError> {
        let (dice, rest) = in_brackets(text).unwrap_or_else(|| split_dice(text, rules));
        let dice = rules.parse_dice(dice)?;
        let mut rerolls_left = None;
        let mut card = Vec::new();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let (name, mut rerolls) = word.split_at(word.find(['=', ':']).unwrap_or(word.len()));
            if !name.eq_ignore_ascii_case(REROLLS) {
                card.push(word);
                continue;
            }
            // The number is apart by `=`, `:` or a space, as the points of a box are.
            while ["", "=", ":"].contains(&rerolls) {
                let Some(next) = words.next() else { break };
                rerolls = next;
            }
            let rerolls = rerolls.trim_matches(['=', ':', ',', ';']);
            let rerolls = rerolls.parse().map_err(|_| PositionError::Rerolls(rerolls.to_owned()))?;
            if rerolls_left.replace(RerollsLeft::new(rerolls)?).is_some() {
                return Err(PositionError::RerollsTwice);
            }
        }
        let card = if card.is_empty() { None } else { Some(Scorecard::parse(&card.join(" "), rules)?) };
        Ok((dice, rerolls_left, card))
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        self.card.rules()
    }

    /// The card; at least one category is open.
    pub fn card(&self) -> &Scorecard {
        &self.card
    }

    /// The dice on the table.
    pub fn roll(&self) -> Roll {
        self.roll
    }

    /// The rerolls left.
    pub fn rerolls_left(&self) -> RerollsLeft {
        self.rerolls_left
    }

    /// The state of the card.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Every placement that may be optimal: see [`RuleSet::choices`].
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        self.rules().choices(&self.state, &self.roll, self.rerolls_left)
    }

    /// The throws of the turn before this one.
    pub fn nth_throw(&self) -> usize {
        self.rules().nth_throw(&self.state, self.rerolls_left)
    }

    /// Whether the roll is the first of the turn.
    pub fn is_first_throw(&self) -> bool {
        self.nth_throw() == 0
    }

    /// All actions, in the order of ties (see `Advice`): placements by category, then holds, larger ones first. Voluntary zeros are
    /// left out if they never gain ([`RuleSet::zero_may_gain`]).
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        let placements: Vec<Action> = self.placements().map(Action::Score).collect();
        let holds = if self.rerolls_left == RerollsLeft::NONE { Vec::new() } else { self.roll.holds() };
        placements.into_iter().chain(holds.into_iter().map(Action::Hold))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rerolls={}", Digits(&self.roll, self.card.rules()), self.rerolls_left)?;
        if !self.card.is_empty() {
            write!(f, " {}", self.card)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_positions() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let position = Position::parse("13356 rerolls=1 three-of-a-kind=20 ones=3", &rules).unwrap();
        for text in [
            "1 3 3 5 6 3k=20 ones=3 rerolls=1",
            "1,3,3,5,6 Rerolls=1 3 of a kind 20; aces: 3",
            "⚀⚂⚂⚄⚅ 3k 20 ones 3 rerolls=1",
            "1-3-3-5-6 3k=20, 1s=3, rerolls=1",
            "13356 ones 3 rerolls 1 3k 20",
            "13356 rerolls = 1, ones: 3, 3k: 20",
        ] {
            assert_eq!(Position::parse(text, &rules).as_ref(), Ok(&position), "{text}");
        }
        for (text, wrong) in [
            ("", "no dice where the game has 5"),
            ("1 3 3 5", "4 dice where the game has 5"),
            ("1 3 3 5 6 6", "6 dice where the game has 5"),
            ("1 3 x 5 6", "'x' is no die face: faces are 1 to 6"),
            ("1 3 3k=20", "2 dice where the game has 5"),
            ("ones=3 13356", "'o' is no die face: faces are 1 to 6"),
            ("13356 rerolls=x", "cannot read 'x' as rerolls left: write a number, like rerolls=1"),
            ("13356 ones 3 rerolls", "cannot read '' as rerolls left: write a number, like rerolls=1"),
            ("13356 rerolls=1 rerolls=1", "'rerolls=' appears twice: write it once"),
            ("13356 rerolls=3", "3 rerolls left: from 0 to 2 here"),
            ("13356 twos=3", "twos=3: no roll scores that there; possible are 0, 2, 4, 6, 8 or 10"),
        ] {
            assert_eq!(Position::parse(text, &rules).map_err(|error| error.to_string()), Err(wrong.to_owned()), "{text}");
        }
    }
}
