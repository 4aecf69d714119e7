//! Actions as people write them: `hold 33`, `2345`, `keep none`, `reroll 5`, `score chance`, `full house 0`.

use super::entry::{EntryError, category_and_points};
use super::scorecard::Scorecard;
use crate::dice::{Dice, DiceError, Roll};
use crate::printable::quoted;
use crate::rules::{Category, RuleSet, RulesError};
use crate::tr;

/// The verbs that an action may start with.
pub(super) const VERBS: [&str; 5] = ["hold", "keep", "score", "roll", "reroll"];

/// Why a text is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The text is neither dice nor a category.
    #[error("{}", tr!("cannot read '{}': write the dice to keep, like \"hold 33\" or \"hold none\", or a category, like \"score chance\"", quoted(.0)))]
    NotAnAction(String),
    /// The dice to keep cannot be read.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// An unknown or ambiguous category.
    #[error(transparent)]
    Category(#[from] RulesError),
    /// The points are not a number.
    #[error("{}", tr!("cannot read '{}' as points: leave them out, or write 0 for a voluntary zero, like \"score chance=0\"", quoted(.0)))]
    Points(String),
}

/// A parsed action, not yet checked against a roll and a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrittenAction {
    /// Keep these dice.
    Hold(Dice),
    /// Reroll these dice and keep the others.
    Reroll(Dice),
    /// Score in a category.
    Score {
        /// The category.
        category: Category,
        /// The points, if they were written; 0 may be a voluntary zero.
        points: Option<u64>,
    },
}

impl WrittenAction {
    /// Reads an action. Digits alone are dice to keep. A name is read as in [`RuleSet::category_named`]; if it could mean several categories and only
    /// one of them is open on `card`, it means that one.
    ///
    /// # Errors
    ///
    /// An [`ActionError`] that names the unreadable part and the correct form.
    ///
    /// ```
    /// use yahtzee_solver::{Dice, RuleSet, Scorecard, WrittenAction};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let card = Scorecard::new(&rules);
    /// for text in ["hold 33", "Keep 3 3", "3,3"] {
    ///     assert_eq!(WrittenAction::parse(text, &rules, &card)?, WrittenAction::Hold(Dice::parse("33")?));
    /// }
    /// let category = rules.category_named("full-house")?;
    /// assert_eq!(WrittenAction::parse("Full House 0", &rules, &card)?, WrittenAction::Score { category, points: Some(0) });
    /// assert_eq!(WrittenAction::parse("reroll 5", &rules, &card)?, WrittenAction::Reroll(Dice::parse("5")?));
    /// assert!(WrittenAction::parse("roll", &rules, &card).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet, card: &Scorecard) -> Result<WrittenAction, ActionError> {
        let lower = text.trim().to_lowercase();
        let (verb, object) = lower.split_once(char::is_whitespace).map_or(("", &*lower), |(verb, object)| (verb, object.trim()));
        match (verb, object) {
            ("hold" | "keep", "all" | "everything") | ("reroll" | "roll", "none" | "nothing" | "0") => Err(DiceError::HoldsAll.into()),
            ("hold" | "keep" | "", "none" | "nothing" | "0" | "-") => Ok(WrittenAction::Hold(Dice::NONE)),
            ("reroll" | "roll", "all" | "everything") => Ok(WrittenAction::Hold(Dice::NONE)),
            ("hold" | "keep", dice) => Ok(WrittenAction::Hold(rules.die().parse(dice)?)),
            ("reroll" | "roll", dice) => Ok(WrittenAction::Reroll(rules.die().parse(dice)?)),
            ("score", entry) => WrittenAction::score(text, entry, rules, card),
            _ if Dice::is_text(&lower) => Ok(WrittenAction::Hold(rules.die().parse(&lower)?)),
            _ => WrittenAction::score(text, &lower, rules, card),
        }
    }

    /// The dice of a roll to keep; `None` if the action scores.
    ///
    /// # Errors
    ///
    /// [`DiceError::NoneToReroll`] if a die to reroll is not in the roll.
    pub fn kept(&self, roll: &Roll) -> Result<Option<Dice>, DiceError> {
        match *self {
            WrittenAction::Hold(dice) => Ok(Some(dice)),
            WrittenAction::Reroll(dice) => roll.minus(&dice).map(Some).ok_or(DiceError::NoneToReroll { dice, roll: **roll }),
            WrittenAction::Score { .. } => Ok(None),
        }
    }

    fn score(text: &str, entry: &str, rules: &RuleSet, card: &Scorecard) -> Result<WrittenAction, ActionError> {
        let is_open = |category| card.is_open(category);
        match category_and_points(entry, rules, is_open) {
            Ok((category, points)) => Ok(WrittenAction::Score { category, points }),
            Err(EntryError::Form(points)) if !points.is_empty() => Err(ActionError::Points(points)),
            Err(EntryError::Form(_)) => Err(ActionError::NotAnAction(text.to_owned())),
            // A verb without an object, or with an invalid one.
            Err(EntryError::Name(_)) if entry.split_whitespace().next().is_some_and(|word| VERBS.contains(&word)) => {
                Err(ActionError::NotAnAction(text.to_owned()))
            }
            Err(EntryError::Name(error)) => Err(error.into()),
        }
    }
}
