//! The history: a line of JSON for each game and each answer.
//!
//! ```text
//! {"history":1,"game":{"id":"0b6e…","at":1795000000,"rules":"hasbro","fingerprint":"…","player":"you","score":243,"luck":-4.1,"loss":7.5,
//!  "decisions":[["keep-1","bonus",0],["score","zeros",1.25,{"position":"13466 rerolls=0 …","chosen":"score chance","best":"score yahtzee=0"}]],"text":"…"}}
//! {"history":1,"answer":{"at":1795000100,"rules":"hasbro","fingerprint":"…","position":"11666 rerolls=2","chosen":"hold 666","best":"hold 666",
//!  "loss":0,"obvious_loss":0,"theme":"bonus","from":"quiz","hints":0}}
//! ```
//!
//! `docs/reference.md` describes it. A line has everything that a rating and a deck need, so reading a history solves nothing. Lines are only
//! appended. An unreadable line, such as the last line of a killed program, is skipped and counted.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::game::{DecisionKind, Turn};
use yahtzee_solver::printable::{LineError, check_line, check_lines};
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Action, Advisor, Game, Points, Position, Review, RuleSet, TurnOption, ValueTable, tr};

pub use super::asked_in::AskedIn;
use super::theme::Theme;
use crate::session::{MOST_PLAYERS, Mode, PlaysFor, Seat};
use crate::words::kind_in_words;

/// The version of the format.
const VERSION: u32 = 1;

/// The longest accepted history, in bytes: games of some hundred years.
pub const LONGEST: u64 = 256_000_000;

/// The longest accepted line, in bytes. A game has a few thousand.
pub const LONGEST_LINE: usize = 1 << 20;

/// More decisions than any game has.
const MOST_DECISIONS: usize = 1_000_000;

/// The loss from which a decision is recorded with its position, in points.
const KEPT_FROM: f64 = 0.2;

/// A line of a history.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A complete game of one player.
    Game(GameRecord),
    /// An answer to a position.
    Answer(AnswerRecord),
}

/// The form of a line.
#[derive(Serialize, Deserialize)]
struct RecordLine {
    history: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<GameRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<AnswerRecord>,
}

/// A complete game of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The identity of the game: a checksum of its rules and its moves. It does not depend on who recorded it, when, or how often.
    pub id: String,
    /// The time when it was recorded, in seconds since 1970.
    pub at: u64,
    /// The name of the rule set.
    pub rules: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The player.
    pub player: String,
    /// The kind of computer player; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// Whether the options were shown with their values while the game was played; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advised: bool,
    /// The objective, if it was not the expected score: `win`, or the score to reach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The number of decisions with a hint, which `decisions` leaves out; absent if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hinted: usize,
    /// The number of decisions made again after the coach spoke; absent if there are none. In `decisions` they have their first choice.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: usize,
    /// The final score.
    pub score: f64,
    /// The luck, in points.
    pub luck: f64,
    /// The loss of all decisions as they stand at the end, in points.
    pub loss: f64,
    /// What it ended with; absent in lines of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<GameEnd>,
    /// The decisions that count.
    pub decisions: Vec<Decided>,
    /// The game, in the notation of `yahtzee review`.
    pub text: String,
}

/// What a game ended with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The number of turns.
    pub turns: usize,
    /// The number of turns that ended with all dice alike, and with points for them.
    pub alike: usize,
    /// The upper bonus; absent in rules without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper_bonus: Option<Points>,
    /// The others who played, with their final scores, if their games are complete; absent if nobody else played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<(String, f64)>,
}

impl GameEnd {
    /// The end of a complete game, all of whose throws are known.
    fn of(game: &Game) -> GameEnd {
        let rules = game.rules();
        let alike = |turn: &&Turn| {
            let roll = turn.decisions().last().is_some_and(|decision| decision.roll.counts().contains(&(rules.dice() as u8)));
            roll && turn.placement().is_some_and(|placement| placement.points > 0)
        };
        GameEnd {
            turns: game.turn_count(),
            alike: game.turns().iter().filter(alike).count(),
            upper_bonus: (!rules.upper_bonus().is_none()).then(|| game.cards().map(|card| card.upper_bonus()).sum()),
            others: Vec::new(),
        }
    }
}

/// A decision that counts: its kind, its theme, its loss, and the mistake if the loss is 0.2 or more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Form", into = "Form")]
pub struct Decided {
    /// The kind.
    pub kind: Kind,
    /// The theme of the decision.
    pub theme: Theme,
    /// Its loss, in points.
    pub loss: f64,
    /// The position and the choice, if the loss is large enough to learn from.
    pub mistake: Option<RecordedMistake>,
}

/// The written form of a decision: an array, to be short.
#[derive(Serialize, Deserialize)]
struct Form(Kind, Theme, f64, #[serde(default, skip_serializing_if = "Option::is_none")] Option<RecordedMistake>);

impl From<Form> for Decided {
    fn from(Form(kind, theme, loss, mistake): Form) -> Decided {
        Decided { kind, theme, loss, mistake }
    }
}

impl From<Decided> for Form {
    fn from(Decided { kind, theme, loss, mistake }: Decided) -> Form {
        Form(kind, theme, loss, mistake)
    }
}

/// A choice that was not the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedMistake {
    /// The position, in the form of `yahtzee advise`.
    pub position: String,
    /// The chosen action.
    pub chosen: String,
    /// The best action.
    pub best: String,
}

/// The kind of a decision: `keep-1` after the first roll of a turn, and so on, or `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Kind(pub DecisionKind);

impl Kind {
    /// The display name.
    pub fn title(self) -> String {
        match self.0 {
            DecisionKind::Hold(_) => kind_in_words(self.0),
            DecisionKind::Category => tr!("where to score"),
        }
    }
}

impl TryFrom<String> for Kind {
    type Error = String;

    fn try_from(name: String) -> Result<Kind, String> {
        match (name.as_str(), name.strip_prefix("keep-").and_then(|number| number.parse().ok())) {
            ("score", _) => Ok(Kind(DecisionKind::Category)),
            (_, Some(number @ 1..)) => Ok(Kind(DecisionKind::Hold(number))),
            _ => Err("a kind of decision is like keep-1 or score".to_owned()),
        }
    }
}

impl From<Kind> for String {
    fn from(Kind(kind): Kind) -> String {
        match kind {
            DecisionKind::Hold(number) => format!("keep-{number}"),
            DecisionKind::Category => "score".to_owned(),
        }
    }
}

/// An answer to a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// The time when it was given, in seconds since 1970.
    pub at: u64,
    /// The name of the rule set.
    pub rules: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The position, in the form of `yahtzee advise`.
    pub position: String,
    /// The chosen action; absent if the position was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// The best action.
    pub best: String,
    /// Loss of the choice, in points; 0 if the position was given up.
    pub loss: f64,
    /// Loss of the obvious choice, in points.
    pub obvious_loss: f64,
    /// The theme of the position.
    pub theme: Theme,
    /// The place where it was asked.
    pub from: AskedIn,
    /// The number of hints before the answer.
    pub hints: usize,
    /// In a daily ten: its day, like 20261123, and the number of the position, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<(u32, u8)>,
    /// The number of the same answers in the same second before it; absent for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u32>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A fingerprint in its written form.
pub fn fingerprint(rules: &RuleSet) -> String {
    format!("{:016x}", rules.fingerprint())
}

/// A number of points, rounded to a millionth: more digits would only make the file longer.
fn rounded(points: f64) -> f64 {
    (1e6 * points).round() / 1e6
}

impl GameRecord {
    /// The record of the game of one of the players; `None` if it is not complete, or if some of its decisions are unknown: it started from a card, or has
    /// turns with unknown throws. `mode` says how it was played, if that is known; it covers all people of a game.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn new(seats: &[&Seat], player: usize, mode: Option<Mode>, at: u64, table: &ValueTable) -> Result<Option<GameRecord>, OtherRules> {
        let seat = seats[player];
        if !seat.game.start().is_empty() {
            return Ok(None);
        }
        let record = GameRecord::of_seat(seat, mode, at, table)?;
        let others = seats.iter().enumerate().filter(|(other, _)| *other != player).map(|(_, other)| *other);
        let all_are_over = seats.iter().all(|seat| seat.game.is_complete());
        let others = others.filter(|_| all_are_over).map(|other| (other.name.clone(), other.game.score_so_far().into())).collect();
        Ok(record.map(|record| GameRecord { end: record.end.map(|end| GameEnd { others, ..end }), ..record }))
    }

    fn of_seat(seat: &Seat, mode: Option<Mode>, at: u64, table: &ValueTable) -> Result<Option<GameRecord>, OtherRules> {
        let Some(mode) = mode.filter(|_| seat.is_person()) else {
            return GameRecord::of(&seat.game, &seat.name, seat.computer.map(|computer| computer.word().to_owned()), at, table);
        };
        let helped = mode.coach.is_some().then_some(seat);
        let record = GameRecord::recorded(&seat.game, helped, at, table)?;
        let goal = match mode.plays_for {
            PlaysFor::Points => None,
            PlaysFor::Win => Some("win".to_owned()),
            PlaysFor::Target(target) => Some(target.to_string()),
        };
        Ok(record.map(|record| GameRecord { player: seat.name.clone(), advised: mode.coach.is_none(), goal, ..record }))
    }

    /// The record of a game of this person or computer, made without help; `None` if it is not complete.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the table is of another game.
    pub fn of(game: &Game, player: &str, computer: Option<String>, at: u64, table: &ValueTable) -> Result<Option<GameRecord>, OtherRules> {
        let record = GameRecord::recorded(game, None, at, table)?;
        Ok(record.map(|record| GameRecord { player: player.to_owned(), computer, ..record }))
    }

    /// The record of a game; `helped` is the player if a coach helped.
    fn recorded(game: &Game, helped: Option<&Seat>, at: u64, table: &ValueTable) -> Result<Option<GameRecord>, OtherRules> {
        let review = Review::of(game, table)?;
        if !review.complete || review.unjudged.is_some() {
            return Ok(None);
        }
        let (mut decisions, mut hinted, mut again) = (Vec::new(), 0, 0);
        let all = review.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |decision| (turn, decision)));
        for (number, (turn, decision)) in all.enumerate() {
            let position = Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
            let first = helped.and_then(|seat| seat.first_choice(turn.number, &position)).filter(|first| *first != decision.chosen.action);
            let Some(decided) = decided(&position, first.unwrap_or(decision.chosen.action), decision.kind, table)? else { continue };
            if helped.is_some_and(|seat| seat.hinted.contains(&number)) {
                hinted += 1;
            } else {
                again += usize::from(first.is_some());
                decisions.push(decided);
            }
        }
        let (rules, text) = (game.rules(), game.to_string());
        let fingerprint = fingerprint(rules);
        Ok(Some(GameRecord {
            id: format!("{:016x}", xxh3_64(format!("{fingerprint}\n{text}").as_bytes())),
            at,
            rules: rules.name().to_owned(),
            fingerprint,
            player: String::new(),
            computer: None,
            advised: false,
            goal: None,
            hinted,
            again,
            score: review.final_score,
            luck: rounded(review.luck),
            loss: rounded(review.loss),
            end: Some(GameEnd::of(game)),
            decisions,
            text,
        }))
    }

    /// Whether the game counts for the rating: the options were not shown, it was played for points, and at least half of the decisions that count
    /// were made without a hint.
    pub fn counts(&self) -> bool {
        !self.advised && self.goal.is_none() && !self.is_mostly_hinted()
    }

    /// Whether more than half of the decisions that count were made after a hint.
    pub fn is_mostly_hinted(&self) -> bool {
        self.hinted > self.decisions.len()
    }

    pub(crate) fn key(&self) -> String {
        // Anyone can write an id into a file: a record of another game must not hide this one.
        format!("game {} {:016x}", self.id, xxh3_64(format!("{}\n{}", self.fingerprint, self.text).as_bytes()))
    }

    /// The loss for the rating, in points: that of the first choices, without the decisions that were made after a hint.
    pub fn rated_loss(&self) -> f64 {
        if self.hinted == 0 && self.again == 0 { self.loss } else { self.loss_of(|_| true) }
    }

    /// The loss of the decisions that `counts` selects, in points. Decisions with a hint are taken to be like the others: the loss grows by their share.
    pub fn loss_of(&self, counts: impl Fn(&Decided) -> bool) -> f64 {
        // The empty sum of f64 is -0.
        let loss = self.decisions.iter().filter(|decided| counts(decided)).map(|decided| decided.loss).sum::<f64>() + 0.0;
        if self.hinted == 0 { loss } else { loss * (1.0 + self.hinted as f64 / self.decisions.len().max(1) as f64) }
    }
}

/// A decision of a game, if it counts: if there was more than one option, and not all were equal.
fn decided(position: &Position, choice: Action, kind: DecisionKind, table: &ValueTable) -> Result<Option<Decided>, OtherRules> {
    let advisor = Advisor::new(table);
    let advice = advisor.advise(position)?;
    let Some(chosen) = advisor.value_of(&advice, &choice) else { return Ok(None) };
    let counts = advice.options.last().is_some_and(|worst| worst.loss > TIE_TOLERANCE) || chosen.loss > TIE_TOLERANCE;
    if !counts {
        return Ok(None);
    }
    let written = |option: &TurnOption| action(&option.action, position.rules());
    let mistake = (chosen.loss >= KEPT_FROM).then(|| RecordedMistake {
        position: position.to_string(),
        chosen: written(&chosen),
        best: written(advice.best()),
    });
    Ok(Some(Decided { kind: Kind(kind), theme: Theme::of(&advice, Some(&chosen), table), loss: rounded(chosen.loss), mistake }))
}

/// An action in the form of `yahtzee advise --chose`.
fn action(action: &Action, rules: &RuleSet) -> String {
    action.display(rules).to_string()
}

impl AnswerRecord {
    /// The record of an answer; no answer means that the position was given up.
    pub fn new(puzzle: &Puzzle, chosen: Option<&TurnOption>, hints: usize, from: AskedIn, at: u64, table: &ValueTable) -> AnswerRecord {
        let position = &puzzle.advice.position;
        let rules = position.rules();
        AnswerRecord {
            at,
            rules: rules.name().to_owned(),
            fingerprint: fingerprint(rules),
            position: position.to_string(),
            chosen: chosen.map(|option| action(&option.action, rules)),
            best: action(&puzzle.advice.best().action, rules),
            loss: rounded(chosen.map_or(0.0, |option| option.loss)),
            obvious_loss: rounded(puzzle.obvious.loss),
            theme: Theme::of(&puzzle.advice, chosen.or(Some(&puzzle.obvious)), table),
            from,
            hints,
            daily: None,
            again: None,
        }
    }
}

impl Record {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let line = match self.clone() {
            Record::Game(game) => RecordLine { history: VERSION, game: Some(game), answer: None },
            Record::Answer(answer) => RecordLine { history: VERSION, game: None, answer: Some(answer) },
        };
        serde_json::to_string(&line).expect("its numbers are finite") + "\n"
    }

    /// The key of a record: the same game and the same answer count once, however often they are recorded.
    pub fn key(&self) -> String {
        match self {
            Record::Game(game) => game.key(),
            Record::Answer(answer) => format!("answer {} {:032x}", answer.at, xxh3_128(self.line().as_bytes())),
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// The error.
    pub fn parse(line: &str) -> Result<Record, String> {
        if line.len() > LONGEST_LINE {
            return Err(format!("it is longer than {LONGEST_LINE} bytes"));
        }
        let RecordLine { history, game, answer } = serde_json::from_str(line).map_err(|error| error.to_string())?;
        match (history, game, answer) {
            (VERSION, Some(game), None) => game.checked().map(Record::Game),
            (VERSION, None, Some(answer)) => answer.checked().map(Record::Answer),
            (VERSION, ..) => Err("it is neither a game nor an answer".to_owned()),
            _ => Err(format!("it is of version {history}; this program reads version {VERSION}")),
        }
    }
}

/// Whether a line is of a later version, and printable: this program keeps it for a program that can read it.
pub(super) fn is_of_later_version(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Version {
        history: u32,
    }
    line.len() <= LONGEST_LINE
        && check_line(line).is_ok()
        && serde_json::from_str::<Version>(line).is_ok_and(|version| version.history > VERSION)
}

/// Checks that texts are printable and that no loss is negative.
fn check(texts: &[&str], losses: impl IntoIterator<Item = f64>) -> Result<(), String> {
    for text in texts {
        check_line(text).map_err(|error| error.to_string())?;
    }
    if losses.into_iter().any(|loss| !(0.0..=1e9).contains(&loss)) {
        return Err("a loss is out of range".to_owned());
    }
    Ok(())
}

impl GameRecord {
    /// Checks it, and rounds its numbers like written ones, because read numbers may differ in the last bit.
    fn checked(mut self) -> Result<GameRecord, String> {
        for number in [&mut self.score, &mut self.luck, &mut self.loss] {
            *number = rounded(*number);
        }
        self.decisions.iter_mut().for_each(|decided| decided.loss = rounded(decided.loss));
        let mistakes = self.decisions.iter().filter_map(|decided| decided.mistake.as_ref());
        let given = [&self.computer, &self.goal].map(|text| text.as_deref().unwrap_or_default());
        let mut texts = vec![self.id.as_str(), &self.rules, &self.fingerprint, &self.player, given[0], given[1]];
        texts.extend(mistakes.flat_map(|mistake| [mistake.position.as_str(), &mistake.chosen, &mistake.best]));
        // A byte-order mark may begin a file, but this text is in the middle of one.
        if self.text.starts_with('\u{feff}') {
            return Err(LineError::Unprintable('\u{feff}').to_string());
        }
        check_lines(&self.text).map_err(|(line, error)| tr!("line {} of the game: {}", line, error))?;
        let others = self.end.iter().flat_map(|end| &end.others);
        texts.extend(others.clone().map(|(name, _)| name.as_str()));
        check(
            &texts,
            self.decisions
                .iter()
                .map(|decided| decided.loss)
                .chain([self.loss, self.score, self.luck.abs()])
                .chain(others.map(|(_, score)| *score)),
        )?;
        if let Some(GameEnd { turns, alike, others, .. }) = &self.end {
            if !(1..=MOST_DECISIONS).contains(turns) || alike > turns {
                return Err(format!("a game has no {turns} turns, {alike} of them with all dice alike"));
            }
            if others.len() >= MOST_PLAYERS {
                return Err(format!("a game has at most {MOST_PLAYERS} players"));
            }
        }
        let most = self.hinted.max(self.again);
        if most > MOST_DECISIONS {
            return Err(format!("a game has no {most} decisions"));
        }
        Ok(self)
    }
}

impl AnswerRecord {
    fn checked(mut self) -> Result<AnswerRecord, String> {
        (self.loss, self.obvious_loss) = (rounded(self.loss), rounded(self.obvious_loss));
        let texts = [self.rules.as_str(), &self.fingerprint, &self.position, self.chosen.as_deref().unwrap_or_default(), &self.best];
        check(&texts, [self.loss, self.obvious_loss])?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use yahtzee_solver::{Quiz, Seed};

    use super::*;
    use crate::answer::Worked;
    use crate::ask::Question;
    use crate::session::Session;
    use crate::session::testing::{SEED, at_table, hasbro, press};
    use crate::training::History;
    use crate::training::simulated::played;

    fn records() -> Vec<Record> {
        let table = hasbro();
        let game = GameRecord::of(&played(table, "greedy", 1), "you", None, 1_795_000_000, table).unwrap().unwrap();
        let puzzle = Quiz::new(table, Seed::new(1)).next().unwrap();
        let answer = AnswerRecord::new(&puzzle, Some(&puzzle.obvious), 1, AskedIn::Daily, 1_795_000_100, table);
        let given_up = AnswerRecord::new(&puzzle, None, 0, AskedIn::Quiz, 1_795_000_200, table);
        vec![Record::Game(game), Record::Answer(AnswerRecord { daily: Some((20_261_123, 1)), ..answer }), Record::Answer(given_up)]
    }

    #[test]
    fn what_is_written_reads_back() {
        let records = records();
        let text: String = records.iter().map(Record::line).collect();
        assert_eq!(text.lines().count(), records.len());
        for record in &records {
            assert_eq!(Record::parse(record.line().trim_end()).as_ref(), Ok(record));
        }
        let history = History::read((text.clone() + &text).as_bytes());
        assert_eq!((history.games.len(), history.answers.len(), history.unread.len()), (1, 2, 0), "nothing counts twice");
        assert_eq!(history.records().collect::<Vec<_>>(), records);
    }

    /// The losses of the decisions that count add up to the whole loss.
    #[test]
    fn the_decisions_add_up_to_the_loss() {
        let table = hasbro();
        for seed in 0..5 {
            let game = played(table, "card-12", seed);
            let record = GameRecord::of(&game, "you", None, 0, table).unwrap().unwrap();
            assert!((record.loss_of(|_| true) - record.loss).abs() < 1e-4);
            assert!(record.decisions.len() > 13 && record.decisions.len() <= 39, "{}", record.decisions.len());
            for Decided { loss, mistake, .. } in &record.decisions {
                assert_eq!(mistake.is_some(), *loss >= KEPT_FROM);
            }
        }
        let mut unfinished = played(table, "card-12", 1);
        unfinished.undo();
        assert_eq!(GameRecord::of(&unfinished, "you", None, 0, table).unwrap(), None);
    }

    /// The record of a game with seeded dice and a coach.
    fn coached(play: impl Fn(&mut Session)) -> GameRecord {
        let mode = Mode { coach: Some(0.2), ..SEED };
        let mut session = at_table(hasbro(), &["you"], mode);
        while session.current().is_some() {
            play(&mut session);
        }
        let [player] = session.players() else { panic!("one player") };
        GameRecord::new(&[&player.seat], 0, Some(session.mode()), 0, hasbro()).unwrap().unwrap()
    }

    #[test]
    fn what_a_hint_found_does_not_count() {
        let record = coached(|session| {
            press(session, "\t\t\n");
        });
        assert_eq!((record.loss, record.decisions.len(), record.counts()), (0.0, 0, false));
        assert!(record.hinted > 13 && record.is_mostly_hinted());
    }

    /// A player who first scores at once in the first open box, and takes back each mistake, has the rating of these first choices.
    #[test]
    fn a_choice_made_again_counts_with_the_first() {
        let first = |session: &Session| {
            let card = session.players()[0].seat.game.card().clone();
            let open = session.rules().categories().find(|category| card.is_open(*category)).expect("an open box");
            format!("{}\n", session.rules().category(open).name)
        };
        let write = |session: &mut Session| {
            let line = first(session);
            press(session, &line);
            if session.asks() {
                press(session, "y\n");
            }
        };
        let alone = coached(write);
        let again = coached(|session| {
            write(session);
            press(session, "<");
            // The second hint shows the best choice; the first choice of the position stays the same.
            write(session);
        });
        assert_eq!((again.again, again.loss_of(|_| true)), (0, alone.loss_of(|_| true)), "the same choice again is no other");
        let best = coached(|session| {
            write(session);
            press(session, "<");
            let Some(Worked { advice, .. }) =
                Question::of_game(&session.players()[0].seat.game).and_then(|question| question.work(hasbro(), None).ok())
            else {
                panic!("dice on the table")
            };
            let best = advice.best().action.display(session.rules()).to_string();
            press(session, &(best.trim_start_matches("score ").trim_start_matches("hold ").to_owned() + "\n"));
        });
        assert!(
            best.loss < 1e-9 && best.again > 10 && best.loss_of(|_| true) > 50.0,
            "{} {} {}",
            best.loss,
            best.again,
            best.loss_of(|_| true)
        );
        assert!(best.counts() && best.hinted == 0);
        assert_eq!(Record::parse(Record::Game(best.clone()).line().trim_end()), Ok(Record::Game(best)));
    }

    /// Losses grow by the share of the decisions with a hint.
    #[test]
    fn decisions_with_a_hint_are_taken_to_be_like_the_others() {
        let [Record::Game(game), ..] = &records()[..] else { panic!("a game") };
        let hinted = GameRecord { hinted: game.decisions.len(), ..game.clone() };
        assert!((hinted.loss_of(|_| true) - 2.0 * game.loss_of(|_| true)).abs() < 1e-9 && hinted.counts());
        assert!(!GameRecord { hinted: game.decisions.len() + 1, ..game.clone() }.counts());
        assert!(!GameRecord { goal: Some("win".to_owned()), ..game.clone() }.counts());
        for (turns, alike, others) in [(0, 0, 0), (13, 14, 0), (13, 0, MOST_PLAYERS)] {
            let end = GameEnd { turns, alike, upper_bonus: None, others: vec![("ann".to_owned(), 1.0); others] };
            let line = Record::Game(GameRecord { end: Some(end), ..game.clone() }).line();
            assert!(Record::parse(line.trim_end()).unwrap_err().starts_with("a game has"), "{turns} {alike} {others}");
        }
        let many = Record::Game(GameRecord { hinted: 2_000_000, ..game.clone() });
        assert!(Record::parse(many.line().trim_end()).unwrap_err().contains("2000000 decisions"));
    }

    #[test]
    fn a_torn_line_costs_only_itself() {
        let records = records();
        let text: String = records.iter().map(Record::line).collect();
        for end in 0..text.len() {
            let History { games, answers, unread, .. } = History::read(&text.as_bytes()[..end]);
            let whole = text[..end].matches('\n').count();
            assert!((whole..=whole + 1).contains(&(games.len() + answers.len())) && unread.len() <= 1, "{end}");
        }
        let strange = "{\"history\":2,\"game\":null}\n{\"history\":1}\nnonsense\n\u{1b}[2J\n";
        let history = History::read((strange.to_owned() + &text).as_bytes());
        assert_eq!((history.unread_count, history.games.len()), (4, 1));
        assert!(history.unread[0].1.contains("version 2"));
        let bent = text.replace("\"loss\":", "\"loss\":-").replace("\"player\":\"you\"", "\"player\":\"\\u001b[2J\"");
        assert_eq!(History::read(bent.as_bytes()).games.len(), 0);
    }

    proptest! {
        /// Any bytes can be read, and the result is written so that it reads back.
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0usize..4000) {
            static TEXT: LazyLock<String> = LazyLock::new(|| records().iter().map(Record::line).collect());
            let mut text = TEXT.clone().into_bytes();
            let at = cut.min(text.len());
            text.splice(at..at, bytes);
            let history = History::read(&text);
            for record in history.records() {
                prop_assert_eq!(Record::parse(record.line().trim_end()), Ok(record));
            }
        }
    }
}
