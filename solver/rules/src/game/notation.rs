//! The text form of a game.
//!
//! ```text
//! rules: multi-round
//! rounds: 2
//! # One line for each turn.
//! 11666 hold 666, 66625 hold 666, 66661 score sixes
//! 22345 score small-straight
//! 12345 hold none, 66661 score chance=0
//! full-house=25
//! ... 33344 score four-of-a-kind
//! 13456 hold 3456
//! ```
//!
//! A turn whose dice are unknown has only its result, like `full-house=25`. After `...` stands the last roll of a turn whose earlier rolls are unknown.
//! After a hold the new dice suffice: `11666 hold 666, 25 score sixes`.

use std::fmt;

use super::action::{Action, ActionText, Digits};
use super::card_error::CardError;
use super::entry::category_and_points;
use super::game::{Game, Stage};
use super::move_error::MoveError;
use super::rounds::RoundsError;
use super::scorecard::Scorecard;
use super::written::{ActionError, VERBS, WrittenAction};
use crate::dice::{Dice, DiceError, Roll};
use crate::printable::{LineError, check_lines, quoted};
use crate::rules::{Category, RuleSet, RulesError};
use crate::tr;

/// An error in the text of a game, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("line {}: {}", .line, .kind))]
pub struct GameError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The error there.
    pub kind: GameErrorKind,
}

/// An error in a line of the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameErrorKind {
    /// A line that is not allowed in the text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// No header and no turn.
    #[error("{}", tr!("there is no game here: write 'rules: NAME', then a line a turn, like '11666 hold 666, 66625 hold 666, 66661 score sixes'"))]
    Empty,
    /// The header names another rule set.
    #[error("{}", tr!("a game by the rules '{}', not '{}'", quoted(.found), .wanted))]
    OtherRules {
        /// The name in the header.
        found: String,
        /// The rule set that it was read with.
        wanted: String,
    },
    /// The fingerprint in the header belongs to other rules.
    #[error("{}", tr!("a game by rules of the fingerprint {}, but those of '{}' are {}: use the rules as they were when it was played", quoted(.found), .rules, .wanted))]
    OtherFingerprint {
        /// The value in the header.
        found: String,
        /// The rule set that it was read with.
        rules: String,
        /// The fingerprint of that rule set.
        wanted: String,
    },
    /// An unknown header.
    #[error("{}", tr!("unknown header '{}:'; there are 'rules: NAME', 'fingerprint: HEX', 'rounds: N' and 'card: ones=3 fours=12'", quoted(.0)))]
    UnknownHeader(String),
    /// A header appears twice.
    #[error("{}", tr!("'{}:' appears twice: write it once, before the first turn", quoted(.0)))]
    HeaderTwice(String),
    /// A header after a turn.
    #[error("{}", tr!("'{}:' after a turn: write it before the first turn", quoted(.0)))]
    HeaderTooLate(String),
    /// The number of rounds is not a number.
    #[error("{}", tr!("cannot read '{}' as a number of rounds: write it like 'rounds: 3'", quoted(.0)))]
    Rounds(String),
    /// Rounds that the rule set does not have.
    #[error(transparent)]
    NoSuchRounds(#[from] RoundsError),
    /// The first card is impossible.
    #[error("{}", tr!("card: {}", .0))]
    Card(#[from] CardError),
    /// A game of several rounds with a first card.
    #[error("{}", tr!("a game of several rounds has no 'card:': it begins with empty cards"))]
    CardOfRounds,
    /// A decision that is neither a hold nor a score.
    #[error("{}", tr!("cannot read '{}': write 'ROLL hold DICE', 'ROLL hold none' or 'ROLL score CATEGORY', with commas between them, or only 'CATEGORY=POINTS' for a turn whose dice are unknown", quoted(.0)))]
    NotADecision(String),
    /// Dice to keep behind a roll, without a word for it. Contains the decision with the word.
    #[error("{}", tr!("these are more dice than a roll has: to keep dice, write '{}'", .0))]
    NoVerb(String),
    /// A turn does not end with a score, but another turn follows.
    #[error("{}", tr!("the turn is unfinished: only the last line may stop before 'score CATEGORY'"))]
    Unfinished,
    /// `...` after a roll.
    #[error("{}", tr!("cannot read '{}': '...' stands before the last roll of a turn whose earlier rolls are unknown, as in '... 11456 score chance'", quoted(.0)))]
    UnknownThrows(String),
    /// A decision after the end of the turn.
    #[error("{}", tr!("'{}' after the turn's score: the next turn starts on a new line", quoted(.0)))]
    AfterScore(String),
    /// An unknown or ambiguous category.
    #[error(transparent)]
    UnknownCategory(#[from] RulesError),
    /// The points are not a number.
    #[error("{}", tr!("cannot read '{}' as points: leave them out, or write 'score CATEGORY=0' for a voluntary zero", quoted(.0)))]
    Points(String),
    /// A part of a [log](Game::parse_log) that may mean several things.
    #[error("{}", tr!("it is not certain what '{}' means: write a turn like '11666 hold 666, 66625 hold 666, 66661 score sixes'", quoted(.0)))]
    Unclear(String),
    /// A move that is not allowed.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl From<DiceError> for GameErrorKind {
    fn from(error: DiceError) -> GameErrorKind {
        GameErrorKind::Move(MoveError::Dice(error))
    }
}

/// What stands for the unknown throws of a turn. The first is written.
const UNKNOWN: [&str; 2] = ["...", "…"];

/// The keys of the lines before the first turn.
pub(super) const HEADERS: [&str; 4] = ["rules", "fingerprint", "rounds", "card"];

/// A line with content.
pub(super) enum GameLine<'a> {
    Header { key: &'a str, value: &'a str },
    Turn(&'a str),
}

impl Game {
    /// The rule set named after `rules:` in the text of a game, and its line number, from 1; `None` if there is none.
    pub fn rules_named(text: &str) -> Option<(usize, String)> {
        let text = text.to_lowercase();
        lines(&text).find_map(|(number, line)| match line {
            GameLine::Header { key: "rules", value } => Some((number, value.to_owned())),
            _ => None,
        })
    }

    /// Reads a game from its text form.
    ///
    /// It starts with optional headers: `rules: NAME`, which must name `rules`; `fingerprint: HEX`, which must be the fingerprint of `rules` (for
    /// rules that are not built in, because these may change); and `rounds: N` for a game of several rounds or `card: ones=3 fours=12` for a game
    /// that starts from a card. Then each turn has a line with its decisions, separated by commas: `ROLL hold DICE` (`hold none` keeps no dice),
    /// `ROLL reroll DICE` or `ROLL score CATEGORY`, also without `score`, as in [`WrittenAction::parse`]. Points after the category, as in `score
    /// sixes=24`, must be right; `score sixes=0` is a voluntary zero. After a hold, the new dice alone are enough. A turn whose dice are unknown is
    /// written as its result, `sixes=18`; of one whose last roll is known, that roll follows `...` or `…`, as in `... 11456 score chance`. The turns of
    /// a round follow the turns of the previous round. The last line may end early, after a roll or a hold. A `#`
    /// starts a comment. Case, blank lines and the amount of space do not matter.
    ///
    /// To find the rule set first, use [`rules_named`](Game::rules_named). [`to_string`](ToString::to_string) writes a text that reads back as the
    /// same game.
    ///
    /// # Errors
    ///
    /// A [`GameError`] that names the line, the error, and the correct form.
    ///
    /// ```
    /// use yahtzee_solver::{Game, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let game = Game::parse("rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n", &rules)?;
    /// assert_eq!(game.card().to_string(), "sixes=24 small-straight=30");
    ///
    /// let error = Game::parse("rules: hasbro\n\n11666 hold 22", &rules).unwrap_err();
    /// assert_eq!(error.to_string(), "line 3: the hold 2 2 is not in the roll 1 1 6 6 6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Game, GameError> {
        check_lines(text).map_err(|(line, found)| GameError { line, kind: found.into() })?;
        let text = text.to_lowercase();
        let mut game = Game::new(rules);
        let mut headers = Vec::new();
        let mut last_turn = None;
        for (line, words) in lines(&text) {
            let at = |kind| GameError { line, kind };
            match words {
                GameLine::Header { key, .. } if last_turn.is_some() => return Err(at(GameErrorKind::HeaderTooLate(key.to_owned()))),
                GameLine::Header { key, value } => {
                    game.read_header(key, value, &headers).map_err(at)?;
                    headers.push(key);
                }
                GameLine::Turn(turn) => {
                    if let Some(line) = last_turn.filter(|_| game.is_in_turn()) {
                        return Err(GameError { line, kind: GameErrorKind::Unfinished });
                    }
                    game.read_turn(turn).map_err(at)?;
                    last_turn = Some(line);
                }
            }
        }
        if last_turn.is_none() && headers.is_empty() {
            return Err(GameError { line: 1, kind: GameErrorKind::Empty });
        }
        Ok(game)
    }

    /// Reads a header of a game without turns; `before` are the headers already read.
    pub(super) fn read_header(&mut self, key: &str, value: &str, before: &[&str]) -> Result<(), GameErrorKind> {
        let rules = &self.rules;
        match key {
            _ if before.contains(&key) => return Err(GameErrorKind::HeaderTwice(key.to_owned())),
            "rules" if rules.is_named(value) => {}
            "rules" => return Err(GameErrorKind::OtherRules { found: value.to_owned(), wanted: rules.name().to_owned() }),
            "fingerprint" => {
                let wanted = fingerprint(rules);
                if value != wanted {
                    return Err(GameErrorKind::OtherFingerprint { found: value.to_owned(), rules: rules.name().to_owned(), wanted });
                }
            }
            "rounds" | "card" if before.contains(&"rounds") || before.contains(&"card") => return Err(GameErrorKind::CardOfRounds),
            "rounds" => {
                let rounds = value.parse().map_err(|_| GameErrorKind::Rounds(value.to_owned()))?;
                *self = Game::with_rounds(rules, rounds)?;
            }
            "card" => *self = Game::from_card(Scorecard::parse(value, rules)?)?,
            _ => return Err(GameErrorKind::UnknownHeader(key.to_owned())),
        }
        Ok(())
    }

    /// Whether the last turn is unfinished.
    pub(super) fn is_in_turn(&self) -> bool {
        self.turns.last().is_some_and(|turn| turn.placement().is_none())
    }

    fn read_turn(&mut self, turn: &str) -> Result<(), GameErrorKind> {
        // A comma at the end does not start a decision: the line may stop after a hold, before its roll.
        let turn = turn.strip_suffix(',').unwrap_or(turn);
        if let Some((category, points)) = self.read_result(turn) {
            return Ok(self.write(category, points)?);
        }
        for (position, text) in turn.split(',').map(str::trim).enumerate() {
            let last = UNKNOWN.iter().find_map(|unknown| text.strip_prefix(unknown)).map(str::trim_start);
            if last == Some("") {
                return Err(GameErrorKind::UnknownThrows(text.to_owned()));
            }
            let (roll, action) = split_decision(last.unwrap_or(text), &self.rules)?;
            if position > 0 && !self.is_in_turn() {
                return Err(GameErrorKind::AfterScore(text.to_owned()));
            }
            if position > 0 && last.is_some() {
                return Err(GameErrorKind::UnknownThrows(text.to_owned()));
            }
            let roll = self.read_roll(roll).map_err(|error| self.without_verb(roll).unwrap_or(error))?;
            if last.is_some() {
                self.last_roll(roll)?;
            } else {
                self.roll(roll)?;
            }
            if let Some(action) = action {
                let action = WrittenAction::parse(action, &self.rules, self.card()).map_err(|error| kind_of(error, text))?;
                self.read_action(action, &roll)?;
            }
        }
        Ok(())
    }

    /// The result of a whole turn, if the text is one: a category and its points.
    fn read_result(&self, turn: &str) -> Option<(Category, u64)> {
        // Only points tell it from a decision without its roll.
        if !turn.starts_with(|letter: char| letter.is_alphanumeric()) || self.is_in_turn() {
            return None;
        }
        match category_and_points(turn, &self.rules, |category| self.card().is_open(category)) {
            Ok((category, Some(points))) => Some((category, points)),
            _ => None,
        }
    }

    /// Reads a roll; after a hold, the new dice are enough.
    fn read_roll(&self, text: &str) -> Result<Roll, GameErrorKind> {
        if let Stage::ToRoll { hold, .. } = self.stage()
            && let Ok(new) = self.rules.die().parse(text)
            && !hold.is_empty()
            && new.len() + hold.len() == self.rules.dice()
        {
            return Ok(self.rules.roll(hold.and(&new))?);
        }
        Ok(self.rules.parse_roll(text)?)
    }

    /// The error of a roll with dice to keep behind it, like `11666 666`; `None` if a text is none.
    fn without_verb(&self, text: &str) -> Option<GameErrorKind> {
        // A roll has at most one word for each of its dice.
        text.split_whitespace().take(self.rules.dice()).find_map(|word| {
            let (roll, dice) = text.split_at(word.as_ptr() as usize - text.as_ptr() as usize + word.len());
            let keeps = self.read_roll(roll).is_ok() && self.rules.die().parse(dice).is_ok();
            keeps.then(|| GameErrorKind::NoVerb(format!("{} hold {}", quoted(roll), quoted(dice.trim_start()))))
        })
    }

    pub(super) fn read_action(&mut self, action: WrittenAction, roll: &Roll) -> Result<(), MoveError> {
        match (action, action.kept(roll)?) {
            (WrittenAction::Score { category, points: Some(points) }, _) => {
                let placement = self.placement(category)?;
                self.check_points(&placement, points)?;
                if points == 0 { self.score_zero(category) } else { self.score(category) }
            }
            (WrittenAction::Score { category, points: None }, _) => self.score(category),
            (_, kept) => self.hold(kept.unwrap_or(Dice::NONE)),
        }
    }
}

/// A fingerprint as written in its header.
fn fingerprint(rules: &RuleSet) -> String {
    format!("{:016x}", rules.fingerprint())
}

/// The non-empty lines, numbered from 1, without comments and surrounding space. The text is already in lower case.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, GameLine<'_>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter_map(|(index, line)| {
        let said = line.split('#').next().unwrap_or_default().trim();
        let line = match said.split_once(':') {
            Some((key, value)) if key.trim().chars().all(char::is_alphabetic) => GameLine::Header { key: key.trim(), value: value.trim() },
            _ => GameLine::Turn(said),
        };
        (!said.is_empty()).then_some((index + 1, line))
    })
}

/// Splits a decision into the roll and the action, which starts with a verb or with the name of a category.
fn split_decision<'a>(text: &'a str, rules: &RuleSet) -> Result<(&'a str, Option<&'a str>), GameErrorKind> {
    let starts_word = |at: &usize| !text[..*at].ends_with(char::is_alphabetic);
    let verb = VERBS.iter().flat_map(|verb| text.match_indices(verb)).map(|(at, _)| at).filter(starts_word).min();
    // A name may start with a digit, as `4k` and `4 of a kind` do; then it follows a whole roll. Without a whole roll, it is the first word that has
    // a letter.
    let name = || {
        let before = &text[..text.find(char::is_alphabetic)?];
        let is_start = |(at, blank): (usize, &str)| {
            let at = at + blank.len();
            (!before[at..].starts_with(char::is_whitespace)).then_some(at)
        };
        let mut starts = before.match_indices(char::is_whitespace).filter_map(is_start);
        // A roll has at most one word for each of its dice.
        let after_roll = starts.clone().take(rules.dice()).find(|&at| rules.parse_roll(before[..at].trim()).is_ok());
        after_roll.or(starts.next_back()).or(Some(0))
    };
    let action = verb.or_else(name);
    match text.split_at(action.unwrap_or(text.len())) {
        ("", _) => Err(GameErrorKind::NotADecision(text.to_owned())),
        (roll, words) => Ok((roll, action.map(|_| words))),
    }
}

/// What is wrong with the decision `text`, from the error of its action.
fn kind_of(error: ActionError, text: &str) -> GameErrorKind {
    match error {
        // An unknown verb with its dice, as in `11666 take 666`.
        ActionError::Category(_)
            if text.ends_with(|letter: char| letter.is_ascii_digit()) && !VERBS.iter().any(|verb| text.contains(verb)) =>
        {
            GameErrorKind::NotADecision(text.to_owned())
        }
        ActionError::NotAnAction(_) => GameErrorKind::NotADecision(text.to_owned()),
        ActionError::Dice(error) => error.into(),
        ActionError::Category(error) => error.into(),
        ActionError::Points(points) => GameErrorKind::Points(points),
    }
}

impl fmt::Display for Game {
    /// The text form: a line for each turn begun so far.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules: {}", self.rules.name())?;
        if !self.rules.is_builtin() {
            writeln!(f, "fingerprint: {}", fingerprint(&self.rules))?;
        }
        if self.start.filled().next().is_some() {
            writeln!(f, "card: {}", self.start)?;
        }
        if self.rounds > 1 {
            writeln!(f, "rounds: {}", self.rounds)?;
        }
        for played in self.played() {
            if let Some(result) = played.turn.result() {
                writeln!(f, "{}={}", self.rules.category(result.category).name, result.points)?;
                continue;
            }
            let state = played.card.state();
            let mut apart = "";
            if played.turn.begins_at_last_roll() {
                write!(f, "{} ", UNKNOWN[0])?;
            }
            for decision in played.turn.decisions() {
                let action = &decision.choice;
                let by_the_rules = match action {
                    Action::Hold(_) => true,
                    Action::Score(placement) => {
                        self.rules.place(&state, &decision.roll, decision.rerolls_left, placement.category).as_ref() == Ok(placement)
                    }
                };
                let text = ActionText { action, rules: &self.rules, with_points: !by_the_rules };
                write!(f, "{apart}{} {text}", Digits(&decision.roll, &self.rules))?;
                apart = ", ";
            }
            if let Some(roll) = played.turn.undecided() {
                write!(f, "{apart}{}", Digits(&roll, &self.rules))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
