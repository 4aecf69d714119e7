//! The errors, each saying what was wrong, where, and what would be right.

use crate::category::Points;
use crate::dice::{Dice, Roll};

/// What is wrong with dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// Not a die face.
    #[error("'{0}' is no die face: faces are 1 to 6")]
    NotAFace(String),
    /// More dice than any game has.
    #[error("{found} dice: no game has more than 6")]
    TooMany {
        /// How many there are.
        found: usize,
    },
    /// Another number of dice than the game has.
    #[error("{} where the game has {wanted}", count(*.found, "die", "dice"))]
    WrongNumber {
        /// How many there are.
        found: usize,
        /// How many the game has.
        wanted: usize,
    },
    /// A hold of dice that are not in the roll.
    #[error("the hold {} is not in the roll {roll}", dice_or_none(.hold))]
    NotInRoll {
        /// The dice to hold.
        hold: Dice,
        /// The roll.
        roll: Roll,
    },
    /// A hold that leaves no die to reroll.
    #[error("a hold of all dice rerolls none: score the roll instead")]
    HoldsAll,
    /// More rerolls left than a turn allows.
    #[error("{found} rerolls left: from 0 to {most} here")]
    TooManyRerolls {
        /// How many were said to be left.
        found: u8,
        /// The most there can be.
        most: u8,
    },
}

/// What is wrong with a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No built-in rule set has this name.
    #[error("unknown rule set '{name}'{}; there are {known}, or name a TOML file", did_you_mean(.nearest))]
    Unknown {
        /// The name.
        name: String,
        /// The known name most like it.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// The TOML is not a rule set.
    #[error("line {line}: {message}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// What is wrong there, and what is allowed.
        message: String,
    },
    /// The rule set has no category of this name.
    #[error("unknown category '{name}'{}; there are {known}", did_you_mean(.nearest))]
    UnknownCategory {
        /// The name.
        name: String,
        /// The known name most like it.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// The values would not fit in memory.
    #[error("rule set '{name}' needs {} MB to be solved, more than the limit of {} MB: leave out some categories", .needed.div_ceil(1_000_000), .limit / 1_000_000)]
    TooLarge {
        /// The rule set.
        name: String,
        /// Bytes that solving it takes.
        needed: u64,
        /// Bytes that it may take.
        limit: u64,
    },
}

/// What is wrong with a scorecard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// An entry that is not `category=points`.
    #[error("'{0}' is no entry of a card: write category=points, like full-house=25")]
    NotAnEntry(String),
    /// A category that the rule set does not have.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// A category twice.
    #[error("{name} is filled already")]
    Twice {
        /// The category.
        name: String,
    },
    /// Points that nothing scores there.
    #[error("{name}={points}: no roll scores that there; possible are {possible}")]
    Impossible {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The possible points.
        possible: String,
    },
    /// Extra bonuses where the rule set has none.
    #[error("extra={extra}: the rule set '{rules}' has no extra bonus")]
    NoExtraBonus {
        /// The extra bonuses.
        extra: u64,
        /// The rule set.
        rules: String,
    },
    /// Extra bonuses though their category does not hold its points.
    #[error("extra={extra}: extra bonuses need {name}={points} on the card first")]
    ExtraWithoutFirst {
        /// The extra bonuses.
        extra: u64,
        /// The category of the n of a kind.
        name: String,
        /// What it must hold.
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
    /// Nothing is left to decide.
    #[error("the card is full: the game is over, there is nothing left to choose")]
    Full,
}

/// What is wrong with the rounds of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundsError {
    /// More or fewer rounds than the rule set allows.
    #[error("{found} rounds: a game of '{rules}' has from 1 to {most}")]
    Rounds {
        /// The rounds.
        found: u8,
        /// The rule set.
        rules: String,
        /// The most it allows.
        most: u8,
    },
    /// A round that the game does not have.
    #[error("round {round}: the game has rounds 1 to {rounds}")]
    Round {
        /// The round.
        round: u8,
        /// The game's rounds.
        rounds: u8,
    },
    /// Not a total for each earlier round.
    #[error("{found} totals of earlier rounds: before round {round} there are {}", .round - 1)]
    Earlier {
        /// How many totals there are.
        found: usize,
        /// The round being played.
        round: u8,
    },
    /// A total that no round can end with.
    #[error("an earlier round of {total}: no round of '{rules}' scores more than {most}")]
    EarlierTotal {
        /// The total.
        total: Points,
        /// The rule set.
        rules: String,
        /// A bound on what a round can score.
        most: Points,
    },
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is some other file.
    #[error("not a value table")]
    NotATable,
    /// It is of another format version.
    #[error("format version {found}, where this program reads version {wanted}; solve it anew with 'yahtzee solve'")]
    Version {
        /// The file's version.
        found: u32,
        /// The version that can be read.
        wanted: u32,
    },
    /// It ends too early, or goes on after its end.
    #[error("{found} bytes where its header says {wanted}: the file is {}; delete it or run 'yahtzee solve'", if .found < .wanted { "truncated" } else { "damaged" })]
    Length {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        wanted: u64,
    },
    /// Its checksum is another.
    #[error("checksum does not match: the file is damaged; delete it or run 'yahtzee solve'")]
    Checksum,
    /// It holds what no table holds, though its checksum is right.
    #[error("damaged: {0}; delete it or run 'yahtzee solve'")]
    Content(String),
    /// It is the table of other rules.
    #[error("the table of rule set '{found}' ({found_fingerprint:016x}), not of '{wanted}' ({wanted_fingerprint:016x})")]
    OtherRules {
        /// The file's rule set.
        found: String,
        /// Its fingerprint.
        found_fingerprint: u64,
        /// The rule set that was asked for.
        wanted: String,
        /// Its fingerprint.
        wanted_fingerprint: u64,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |nearest| format!(": did you mean '{nearest}'?"))
}

fn dice_or_none(dice: &Dice) -> String {
    if dice.is_empty() { "of none".to_owned() } else { dice.to_string() }
}

fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
