//! Errors about scorecards and their entries.

use crate::printable::escaped;
use crate::rules::{OtherRules, Points, RulesError};
use crate::say;

/// An error in a scorecard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// A card of other rules.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// An entry that is not a category and points.
    #[error("{}", say!("cannot read '{}': write entries like full-house=25", escaped(.0)))]
    NotAnEntry(String),
    /// An unknown or ambiguous category.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// A category appears twice, or is already filled.
    #[error("{}", say!("{} is filled already", .name))]
    Twice {
        /// The category.
        name: String,
    },
    /// Points that no roll scores in the category.
    #[error("{}", say!("{}={}: no roll scores that there; possible are {}", .name, .points, .possible))]
    Impossible {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The possible points.
        possible: String,
    },
    /// Extra bonuses under a rule set that has none.
    #[error("{}", say!("extra={}: the rule set '{}' has no extra bonus", .extra, .rules))]
    NoExtraBonus {
        /// The extra bonuses.
        extra: u64,
        /// The rule set.
        rules: String,
    },
    /// Extra bonuses before the category of the n of a kind holds its points.
    #[error("{}", say!("extra={}: extra bonuses need {}={} on the card first", .extra, .name, .points))]
    ExtraWithoutFirst {
        /// The extra bonuses.
        extra: u64,
        /// The category of the n of a kind.
        name: String,
        /// The points that it must hold.
        points: Points,
    },
    /// More extra bonuses than the other categories can have earned.
    #[error("{}", say!("extra={}: the other categories of this card allow at most {}, one for each that can hold a further {}", .extra, .most, .title))]
    TooManyExtra {
        /// The extra bonuses.
        extra: u64,
        /// The most possible.
        most: u64,
        /// The category of the n of a kind.
        title: String,
    },
    /// A category is filled before its turn, in a game that fills them in order.
    #[error("{}", say!("{} is filled, but {} is not: this game fills the categories in their order", .name, .next))]
    OutOfOrder {
        /// The category that is filled.
        name: String,
        /// The first category that is not filled.
        next: String,
    },
    /// Saved throws under a rule set that has none.
    #[error("{}", say!("saved={}: the rule set '{}' saves no throws", .saved, .rules))]
    NoSavedThrows {
        /// The saved throws.
        saved: u64,
        /// The rule set.
        rules: String,
    },
    /// More saved throws than the turns so far can have saved.
    #[error("{}", say!("saved={}: with {} of its categories filled, a card has at most {} saved throws", .saved, .filled, .most))]
    TooManySaved {
        /// The saved throws.
        saved: u64,
        /// The most possible.
        most: u8,
        /// The number of filled categories.
        filled: usize,
    },
    /// Every category is filled.
    #[error("{}", say!("the card is full: the game is over, there is nothing left to choose"))]
    Full,
}
