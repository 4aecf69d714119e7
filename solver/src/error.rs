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
    #[error("unknown rule set '{name}'{} {known}; or name a TOML file", did_you_mean(.nearest))]
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
    #[error("unknown category '{name}'{} {known}", did_you_mean(.nearest))]
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

/// What is wrong with a goal for a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// A category that the rule set does not have.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// Not `category` or `category=points`.
    #[error("'{0}' is no goal: write category or category=points, like yahtzee or chance=24")]
    NotAGoal(String),
    /// Points that are there without doing anything.
    #[error("{name}=0 is no goal: at least 1 point, or leave '=0' out for any points")]
    NoPoints {
        /// The category.
        name: String,
    },
    /// More points than any roll scores there.
    #[error("{name}={points}: no roll scores as much there; the most is {most}")]
    TooMuch {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The most there can be.
        most: Points,
    },
    /// The category has its points already.
    #[error("{name} is filled already: a goal is an open category, {open}")]
    Filled {
        /// The category.
        name: String,
        /// The open ones.
        open: String,
    },
    /// Nothing is left to decide.
    #[error(transparent)]
    Card(#[from] CardError),
}

/// What is wrong with the rounds of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundsError {
    /// More or fewer rounds than the rule set allows.
    #[error("{found} rounds: a game of '{rules}' has {}", if *.most == 1 { "only one".to_owned() } else { format!("from 1 to {most}") })]
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
    #[error("{} of earlier rounds, where round {round} needs {}", count(*.found, "total", "totals"), .round - 1)]
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
    #[error("format version {found}, where this program reads version {wanted}")]
    Version {
        /// The file's version.
        found: u32,
        /// The version that can be read.
        wanted: u32,
    },
    /// It ends too early, or goes on after its end.
    #[error("{found} bytes where its header says {wanted}: the file is {}", if .found < .wanted { "truncated" } else { "damaged" })]
    Length {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        wanted: u64,
    },
    /// Its checksum is another.
    #[error("checksum does not match: the file is damaged")]
    Checksum,
    /// It holds what no table holds, though its checksum is right.
    #[error("damaged: {0}")]
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

/// Why a move of a game is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Every category is filled.
    #[error("the game is over: all its {turns} turns are played")]
    Over {
        /// The turns of the game.
        turns: usize,
    },
    /// A choice without dice on the table.
    #[error("there is nothing to decide yet: the dice are to be rolled first")]
    NotRolled,
    /// Dice that fall while others lie there undecided.
    #[error("nothing was done with the roll {roll}: hold some of its dice, or score it, before the next roll")]
    Undecided {
        /// The dice on the table.
        roll: Roll,
    },
    /// Wrong dice, or a hold that cannot be.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// Dice that fall without those that were held.
    #[error("the roll {roll} does not contain the hold {hold} from before it")]
    WithoutHold {
        /// The roll.
        roll: Roll,
        /// The dice held.
        hold: Dice,
    },
    /// A hold after the last roll of a turn.
    #[error("too many rolls: a turn has {rolls}, so the roll {roll} must be scored")]
    NoRerollsLeft {
        /// The dice on the table.
        roll: Roll,
        /// The rolls of a turn.
        rolls: u8,
    },
    /// The category is filled.
    #[error("{name} is filled already; open are {open}")]
    Filled {
        /// The category.
        name: String,
        /// The open categories.
        open: String,
    },
    /// The rules force the roll into other categories.
    #[error("the rules do not let the roll {roll} be scored in {name}: it must go to {allowed}")]
    Forced {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The categories to which it may go.
        allowed: String,
    },
    /// Points that the roll is not worth.
    #[error("{name}={points}: the roll {roll} is worth {right} there{}", if *.right > 0 { "; 0 may always be written" } else { "" })]
    WrongPoints {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The points that were said.
        points: u64,
        /// The points that it is worth.
        right: Points,
    },
}

/// What is wrong with the text of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct GameError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: GameFault,
}

/// What is wrong with a line of the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// No header and no turn.
    #[error("there is no game here: write 'rules: NAME', then a line a turn, like '11666 hold 666, 66625 hold 666, 66661 score sixes'")]
    Empty,
    /// The header of another rule set.
    #[error("a game by the rules '{found}', not '{wanted}'")]
    OtherRules {
        /// What the header names.
        found: String,
        /// The rule set it is read by.
        wanted: String,
    },
    /// A header that no game has.
    #[error("unknown header '{0}:'; there are 'rules: NAME' and 'rounds: N'")]
    UnknownHeader(String),
    /// A header for the second time.
    #[error("'{0}:' for the second time; it stands once, before the first turn")]
    HeaderTwice(String),
    /// A header after a turn.
    #[error("'{0}:' after a turn; it must stand before the first")]
    HeaderTooLate(String),
    /// A number of rounds that is no number.
    #[error("'{0}' is no number of rounds: write one like 'rounds: 3'")]
    Rounds(String),
    /// Rounds that the rule set does not have.
    #[error(transparent)]
    NoSuchRounds(#[from] RoundsError),
    /// Neither a hold nor a score.
    #[error("'{0}' is no decision: write 'ROLL hold DICE', 'ROLL hold none' or 'ROLL score CATEGORY', with commas between them")]
    NotADecision(String),
    /// A turn that does not end with a score, though another follows.
    #[error("the turn is unfinished: only the last line may stop before 'score CATEGORY'")]
    Unfinished,
    /// A decision after the turn's end.
    #[error("'{0}' after the turn's score: the next turn starts on a new line")]
    AfterScore(String),
    /// A category that the rule set does not have.
    #[error(transparent)]
    UnknownCategory(#[from] RulesError),
    /// Points that are no number.
    #[error("'{0}' is no number of points: leave them out, or write 'score CATEGORY=0' for a voluntary zero")]
    Points(String),
    /// A move that is none.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl From<DiceError> for GameFault {
    fn from(error: DiceError) -> GameFault {
        GameFault::Move(MoveError::Dice(error))
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(|| ": there are".to_owned(), |nearest| format!(": did you mean '{nearest}'? There are"))
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
