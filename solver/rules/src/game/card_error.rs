//! Errors about scorecards and their entries.

use crate::printable::escaped;
use crate::rules::{OtherRules, Points, RulesError};

/// An error in a scorecard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// A card of other rules.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// An entry that is not a category and points.
    #[error("cannot read '{}': write entries like full-house=25", escaped(.0))]
    NotAnEntry(String),
    /// An unknown or ambiguous category.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// A category appears twice, or is already filled.
    #[error("{name} is filled already")]
    Twice {
        /// The category.
        name: String,
    },
    /// Points that no roll scores in the category.
    #[error("{name}={points}: no roll scores that there; possible are {possible}")]
    Impossible {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The possible points.
        possible: String,
    },
    /// Extra bonuses under a rule set that has none.
    #[error("extra={extra}: the rule set '{rules}' has no extra bonus")]
    NoExtraBonus {
        /// The extra bonuses.
        extra: u64,
        /// The rule set.
        rules: String,
    },
    /// Extra bonuses before the category of the n of a kind holds its points.
    #[error("extra={extra}: extra bonuses need {name}={points} on the card first")]
    ExtraWithoutFirst {
        /// The extra bonuses.
        extra: u64,
        /// The category of the n of a kind.
        name: String,
        /// The points that it must hold.
        points: Points,
    },
    /// More extra bonuses than the other categories can have earned.
    #[error("extra={extra}: the other categories of this card allow at most {most}, one for each that can hold a further {title}")]
    TooManyExtra {
        /// The extra bonuses.
        extra: u64,
        /// The most possible.
        most: u64,
        /// The category of the n of a kind.
        title: String,
    },
    /// A category is filled before its turn, in a game that fills them in order.
    #[error("{name} is filled, but {next} is not: this game fills the categories in their order")]
    OutOfOrder {
        /// The category that is filled.
        name: String,
        /// The first category that is not filled.
        next: String,
    },
    /// Saved throws under a rule set that has none.
    #[error("saved={saved}: the rule set '{rules}' saves no throws")]
    NoSavedThrows {
        /// The saved throws.
        saved: u64,
        /// The rule set.
        rules: String,
    },
    /// More saved throws than the turns so far can have saved.
    #[error("saved={saved}: with {filled} of its categories filled, a card has at most {most} saved throws")]
    TooManySaved {
        /// The saved throws.
        saved: u64,
        /// The most possible.
        most: u8,
        /// The number of filled categories.
        filled: usize,
    },
    /// Every category is filled.
    #[error("the card is full: the game is over, there is nothing left to choose")]
    Full,
}
