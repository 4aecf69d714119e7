//! Errors about scorecards and their entries.

use super::sheet::SheetWarning;
use crate::printable::{LineError, quoted};
use crate::rules::{Category, OtherRules, Points, RuleSet, RulesError, in_ranges};
use crate::tr;

/// An error in a scorecard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// A card of other rules.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// An entry that is not a category and points.
    #[error("{}", tr!("cannot read '{}': write entries like full-house=25", quoted(.0)))]
    NotAnEntry(String),
    /// An unknown or ambiguous category.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// A category appears twice, or is already filled.
    #[error("{}", tr!("{} is filled already", .name))]
    Twice {
        /// The category.
        name: String,
    },
    /// Points that no roll scores in the category.
    #[error("{}", tr!("{}={}: no roll scores that there; possible are {}", .name, .points, .possible))]
    Impossible {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The possible points.
        possible: String,
    },
    /// Points of a box together with those of extra bonuses.
    #[error("{}", tr!("{}={}: extra bonuses stand apart: write {}={} extra={}", .name, .points, .name, .first, .extra))]
    WithExtra {
        /// The category.
        name: String,
        /// All points.
        points: u64,
        /// Those of the box.
        first: Points,
        /// The number of extra bonuses.
        extra: u64,
    },
    /// Extra bonuses under a rule set that has none.
    #[error("{}", tr!("extra={}: the rule set '{}' has no extra bonus", .extra, .rules))]
    NoExtraBonus {
        /// The extra bonuses.
        extra: u64,
        /// The rule set.
        rules: String,
    },
    /// Extra bonuses before the category of the n of a kind holds its points.
    #[error("{}", tr!("extra={}: extra bonuses need {}={} on the card first", .extra, .name, .points))]
    ExtraWithoutFirst {
        /// The extra bonuses.
        extra: u64,
        /// The category of the n of a kind.
        name: String,
        /// The points that it must hold.
        points: Points,
    },
    /// More extra bonuses than the other categories can have earned.
    #[error("{}", tr!("extra={}: the other categories of this card allow at most {}, one for each that can hold a further {}", .extra, .most, .title))]
    TooManyExtra {
        /// The extra bonuses.
        extra: u64,
        /// The most possible.
        most: u64,
        /// The category of the n of a kind.
        title: String,
    },
    /// A category is filled before its turn, in a game that fills them in order.
    #[error("{}", tr!("{} is filled, but {} is not: these rules fill {} first", .name, .next, .next))]
    OutOfOrder {
        /// The category that is filled.
        name: String,
        /// A category that is filled before it.
        next: String,
    },
    /// Saved throws under a rule set that has none.
    #[error("{}", tr!("saved={}: the rule set '{}' saves no throws", .saved, .rules))]
    NoSavedThrows {
        /// The saved throws.
        saved: u64,
        /// The rule set.
        rules: String,
    },
    /// More saved throws than the turns so far can have saved.
    #[error("{}", tr!("saved={}: with {} of its categories filled, a card has at most {} saved throws", .saved, .filled, .most))]
    TooManySaved {
        /// The saved throws.
        saved: u64,
        /// The most possible.
        most: u8,
        /// The number of filled categories.
        filled: usize,
    },
    /// More or fewer extra throws than a card can have left.
    #[error("{}", if .least == .most {
        tr!("throws={}: with {} of its categories filled, a card has {} extra throws left", .throws, .filled, .most)
    } else {
        tr!("throws={}: with {} of its categories filled, a card has from {} to {} extra throws left", .throws, .filled, .least, .most)
    })]
    WrongThrows {
        /// The extra throws.
        throws: u64,
        /// The fewest possible.
        least: u8,
        /// The most possible.
        most: u8,
        /// The number of filled categories.
        filled: usize,
    },
    /// An error in a line of a sheet.
    #[error("{}", tr!("line {}: {}", .line, .error))]
    InLine {
        /// The number of the line, from 1.
        line: usize,
        /// The error.
        error: Box<CardError>,
    },
    /// A number that may be points, or the start of the name of a box.
    #[error("{}", tr!("'{}' may be a box, or points and then a box: write points like full-house=25, and - for an open box", quoted(.0)))]
    PointsOrBox(String),
    /// A sheet in which something is doubtful.
    #[error("{0}")]
    Doubtful(SheetWarning),
    /// A line that is not allowed in a sheet.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A text that is no sheet: it is too long.
    #[error("{}", tr!("a card of more than {} bytes: no score sheet is so long", .most))]
    TooLong {
        /// The most bytes.
        most: usize,
    },
    /// A mark that may mean a crossed-out box.
    #[error("{}", tr!("{}: '{}' is not clear: write 0 for a box that was crossed out, and - for an open one", quoted(.name), .mark))]
    Mark {
        /// The name, as it is written.
        name: String,
        /// The mark.
        mark: String,
    },
    /// A sheet of several columns of which none is chosen.
    #[error("{}", tr!("the sheet has several columns, {}: give one of them", quoted(.names)))]
    Columns {
        /// The names of the columns, or their numbers.
        names: String,
    },
    /// A column that the sheet does not have.
    #[error("{}", tr!("the sheet has no column '{}': there are {}", quoted(.wanted), quoted(.names)))]
    NoSuchColumn {
        /// The name or number.
        wanted: String,
        /// The names of the columns, or their numbers.
        names: String,
    },
    /// A row from which it is not clear which column is open.
    #[error("{}", tr!("this line has {} of the {} columns: write - for an open box", .found, .columns))]
    UnclearColumns {
        /// The numbers in the row.
        found: usize,
        /// The columns of the sheet.
        columns: usize,
    },
    /// More columns than are read.
    #[error("{}", tr!("the sheet has more than {} columns: leave some out", .most))]
    TooManyColumns {
        /// The most columns.
        most: usize,
    },
    /// A line of a table with more cells than its first line.
    #[error("{}", tr!("{} cells where the first line of the table has {}", .found, .wanted))]
    TooManyCells {
        /// The cells of the line.
        found: usize,
        /// Those of the first line.
        wanted: usize,
    },
    /// Points of extra bonuses that are not a multiple of one.
    #[error("{}", tr!("extra bonuses of {} points: each has {}", .found, .bonus))]
    NoMultiple {
        /// The points.
        found: u64,
        /// The points of one.
        bonus: u64,
    },
    /// Every category is filled.
    #[error("{}", tr!("the card is full: the game is over, there is nothing left to choose"))]
    Full,
}

impl CardError {
    /// Points that no roll scores in a category.
    pub fn impossible(rules: &RuleSet, category: Category, points: u64) -> CardError {
        CardError::Impossible { name: rules.called(category).to_owned(), points, possible: in_ranges(rules.possible_points(category)) }
    }
}
