//! A position: a card, a roll and the rerolls left. A question is about a position.

use std::fmt;

use super::action::{Action, Digits};
use super::card_error::CardError;
use super::scorecard::Scorecard;
use crate::dice::{DiceError, RerollsLeft, Roll};
use crate::rules::{Placement, RuleSet, State};

/// A scorecard, a roll and the rerolls left. They are checked against the rules when the position is made, so every `Position` can be played on.
///
/// It is shown as `13356 rerolls=2 ones=3 yahtzee=50`; [`Position::parse`] reads it back.
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

/// Why a card, a roll and a number of rerolls do not make a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The roll has another number of dice than the game, or more rerolls are left than a turn allows.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// The card is full, or its text is wrong.
    #[error(transparent)]
    Card(#[from] CardError),
}

impl Position {
    /// The position with this card, this roll on the table and this many rerolls left.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if the card is full, the roll has another number of dice than the card's game, or a turn of that game has fewer rerolls.
    pub fn new(card: Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Result<Position, PositionError> {
        let rules = card.rules();
        rules.roll(*roll)?;
        rules.rerolls_left_with(card.saved(), rerolls_left.get())?;
        if card.is_full() {
            return Err(CardError::Full.into());
        }
        let state = card.state();
        Ok(Position { card, roll, rerolls_left, state })
    }

    /// Reads a position from its text: the roll, `rerolls=N` (by default the most that the turn has), and the entries of the card.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] that says what is wrong.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Position, PositionError> {
        let mut words = text.split_whitespace();
        let roll = rules.parse_roll(words.next().unwrap_or_default())?;
        let mut rerolls_left = None;
        let mut card = Vec::new();
        for word in words {
            match word.strip_prefix("rerolls=").map(str::parse) {
                Some(Ok(rerolls)) => rerolls_left = Some(RerollsLeft::new(rerolls)?),
                _ => card.push(word),
            }
        }
        let card = Scorecard::parse(&card.join(" "), rules)?;
        let rerolls_left = rerolls_left.unwrap_or_else(|| rules.rerolls_with(card.saved()));
        Position::new(card, roll, rerolls_left)
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

    /// Every placement that a good player chooses from: see [`RuleSet::choices`].
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        self.rules().choices(&self.state, &self.roll, self.rerolls_left)
    }

    /// Whether the dice have just been thrown for the first time in this turn.
    pub fn is_first_throw(&self) -> bool {
        self.rules().is_first_throw(&self.state, self.rerolls_left)
    }

    /// All actions, in the order of ties (see [`Advice`](crate::Advice)): placements by category, then holds, larger ones first. Voluntary zeros are
    /// left out where they never gain ([`RuleSet::zero_may_gain`]).
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        let placements: Vec<Action> = self.placements().map(Action::Score).collect();
        let holds = if self.rerolls_left == RerollsLeft::NONE { Vec::new() } else { self.roll.holds() };
        placements.into_iter().chain(holds.into_iter().map(Action::Hold))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rerolls={}", Digits(&self.roll), self.rerolls_left)?;
        if !self.card.is_empty() {
            write!(f, " {}", self.card)?;
        }
        Ok(())
    }
}
