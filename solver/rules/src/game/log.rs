//! Games as people and other programs tell them: `Ann rolled 1,4,4,5,3 / kept 4,4`, `P1: Turn: 1 | [5] .2. .6. [5] .1.`.
//!
//! A line is cut at signs and at words for throwing, keeping and scoring; each part is a move. A part that is not understood, or that may mean several
//! things, is an error: a game that is read is read as it was meant. The words are in `log-words.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::game::{Game, Stage};
use super::notation::{GameError, GameErrorKind, HEADERS};
use super::sheet_words::{Subject, Word as SheetWord, meanings, words as sheet_words};
use super::written::{VERBS, WrittenAction};
use crate::dice::Dice;
use crate::printable::check_lines;
use crate::rules::{Category, RuleSet, fold};

/// What a program prints before dice of which it marks the kept ones.
const SNAPSHOT: [&str; 2] = ["| .", "| ["];

/// What a word of a log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Throw,
    Keep,
    Again,
    Score,
    /// The number of a turn follows. Some programs call a throw a turn.
    Turn,
    /// The number of a throw follows.
    Number,
    /// No dice.
    Nothing,
    Between,
}

fn words() -> &'static HashMap<String, Word> {
    static WORDS: OnceLock<HashMap<String, Word>> = OnceLock::new();
    WORDS.get_or_init(|| {
        meanings(include_str!("log-words.txt"), |kind| match kind {
            "throw" => Some(Word::Throw),
            "keep" => Some(Word::Keep),
            "again" => Some(Word::Again),
            "score" => Some(Word::Score),
            "turn" => Some(Word::Turn),
            "number" => Some(Word::Number),
            "nothing" => Some(Word::Nothing),
            "between" => Some(Word::Between),
            _ => None,
        })
    })
}

fn meaning(word: &str) -> Option<Word> {
    words().get(&fold(word)).copied()
}

/// The meaning of a word for a move.
fn move_of(word: &str) -> Option<Word> {
    meaning(word).filter(|word| matches!(word, Word::Throw | Word::Keep | Word::Again | Word::Score))
}

/// A part of a line, with the word that begins it.
struct Clause<'t> {
    word: Option<Word>,
    text: &'t str,
}

/// The name of who speaks or plays at the start of a line, the number of the throw, and the rest.
struct Told<'t> {
    name: Option<&'t str>,
    count: Option<u64>,
    /// Whether the number is that of a throw.
    is_throw: bool,
    rest: &'t str,
}

/// A game as it is told so far.
struct Log {
    game: Game,
    /// The dice of the roll that are marked as kept, if the log marks them.
    marked: Option<Dice>,
    /// The number of the throw that was told last.
    count: Option<u64>,
    /// Whether a program printed it, with its card after each turn.
    has_marks: bool,
    /// Whether it marks kept dice somewhere.
    has_brackets: bool,
}

impl Game {
    /// The longest log, in bytes.
    pub const LONGEST_LOG: usize = 100_000;

    /// Whether a text tells a game in other words or signs than its [text form](Game::parse), or with names or numbers of turns.
    pub fn is_log(text: &str, rules: &RuleSet) -> bool {
        let is_new = |word: &str| move_of(word).is_some() && !VERBS.contains(&&*word.to_lowercase());
        let is_told = |line: &str| {
            let told = told(line, rules);
            told.count.is_some() || told.name.is_some_and(|name| !HEADERS.contains(&&*name.to_lowercase()))
        };
        let line_tells = |line: &str| {
            let has_sign = ["→", "->"].iter().chain(&SNAPSHOT).any(|sign| line.contains(sign));
            has_sign || line.split(|letter: char| !letter.is_alphanumeric()).any(is_new) || is_told(line)
        };
        text.len() <= Game::LONGEST_LOG && text.lines().any(line_tells)
    }

    /// Reads the games that people or other programs tell, with the names of their players; one game without a name if none is named.
    ///
    /// # Errors
    ///
    /// A [`GameError`] with the first line that is not certain, and the form that would be.
    ///
    /// ```
    /// use yahtzee_solver::{Game, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let games = Game::parse_log("Ann rolled 1,4,4,5,3 / kept 4,4\nrolled 4,2,6 / scores 12 in fours", &rules)?;
    /// assert_eq!(games[0].0.as_deref(), Some("Ann"));
    /// assert_eq!(games[0].1.to_string(), "rules: hasbro\n13445 hold 44, 24446 score fours\n");
    /// let error = Game::parse_log("rolled 1,4,4,5,3 / kept the pair", &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("line 1: it is not certain what 'pair' means"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_log(text: &str, rules: &RuleSet) -> Result<Vec<(Option<String>, Game)>, GameError> {
        check_lines(text).map_err(|(line, found)| GameError { line, kind: found.into() })?;
        let in_digits = |letter: char| "⚀⚁⚂⚃⚄⚅".chars().zip('1'..).find(|(die, _)| *die == letter).map_or(letter, |(_, digit)| digit);
        let text: String = text.strip_prefix('\u{feff}').unwrap_or(text).chars().map(in_digits).collect();
        let text = text.as_str();
        // In other texts a turn is a line.
        let is_log = Game::is_log(text, rules);
        let has_brackets = text.contains('[');
        let has_marks = SNAPSHOT.iter().any(|sign| text.contains(sign));
        let mut start = Game::new(rules);
        let mut headers = Vec::new();
        let mut logs: Vec<(Option<&str>, Log)> = Vec::new();
        let mut speaks: Option<usize> = None;
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            let at = |kind| GameError { line, kind };
            // A comment, a key that was typed, or a sum on a card.
            if text.is_empty()
                || (text.starts_with('#') && !text[1..].starts_with(char::is_alphanumeric))
                || (has_marks && text.starts_with("> "))
            {
                continue;
            }
            let header = text.split_once(':').map(|(key, value)| (key.trim().to_lowercase(), value.trim().to_lowercase()));
            if let Some((key, value)) = header.filter(|(key, _)| HEADERS.contains(&&**key)) {
                if !logs.is_empty() {
                    return Err(at(GameErrorKind::HeaderTooLate(key)));
                }
                let before: Vec<&str> = headers.iter().map(String::as_str).collect();
                start.read_header(&key, &value, &before).map_err(at)?;
                headers.push(key);
                continue;
            }
            let told = told(text, rules);
            let is_same = |(name, _): &(Option<&str>, Log)| name.map(str::to_lowercase) == told.name.map(str::to_lowercase);
            let known = if told.name.is_none() { speaks } else { logs.iter().position(is_same) };
            // Who plays a turn without a name among those with names?
            let is_new_turn = |index: usize| !logs[index].1.game.is_in_turn();
            let is_anonymous = told.name.is_none() && logs.len() > 1 && known.is_some_and(is_new_turn);
            let was_anonymous = told.name.is_some() && logs.iter().any(|(name, _)| name.is_none());
            if is_anonymous || was_anonymous {
                return Err(at(unclear(text)));
            }
            let index = known.unwrap_or_else(|| {
                logs.push((told.name, Log { game: start.clone(), marked: None, count: None, has_marks, has_brackets }));
                logs.len() - 1
            });
            speaks = Some(index);
            let log = &mut logs[index].1;
            if !is_log && log.game.is_in_turn() {
                return Err(at(GameErrorKind::Unfinished));
            }
            log.line(&told).map_err(at)?;
        }
        Ok(logs.into_iter().map(|(name, log)| (name.map(str::to_owned), log.game)).collect())
    }
}

/// What stands before the moves of a line. A name is followed by a colon, or by a word for a move.
fn told<'t>(line: &'t str, rules: &RuleSet) -> Told<'t> {
    let mut told = Told { name: None, count: None, is_throw: false, rest: line };
    loop {
        let rest = if told.rest.len() == line.len() { line } else { told.rest.trim_start_matches([' ', ':', '|']) };
        let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let number_at_start = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        told.rest = rest;
        match meaning(word) {
            Some(kind @ (Word::Turn | Word::Number)) => {
                let number = after.trim_start_matches([':', ' ', '#']);
                let (digits, after) = number.split_at(number_at_start(number));
                let dice_follow = !digits.is_empty() && number_at_start(after.trim_start_matches([' ', ',', '-'])) > 0;
                if dice_follow && rest[word.len()..].starts_with(':') {
                    told.rest = number;
                }
                if dice_follow || !(1..=2).contains(&digits.len()) {
                    return told;
                }
                (told.count, told.is_throw, told.rest) = (digits.parse().ok(), kind == Word::Number, after);
            }
            // The number of a line: `1. ` or `1) `.
            None if (1..=2).contains(&word.len())
                && number_at_start(word) == word.len()
                && [". ", ") "].iter().any(|dot| after.starts_with(dot)) =>
            {
                told.rest = &after[2..];
            }
            None | Some(Word::Between) if told.name.is_none() && word.starts_with(char::is_alphabetic) => {
                let Some(name) = name_at_start(rest, rules) else { return told };
                (told.name, told.rest) = (Some(name), &rest[name.len()..]);
            }
            _ => return told,
        }
    }
}

/// The name that a line begins with: words before a colon, or a word before one for a move; either may have a number, like `Player 2`.
fn name_at_start<'t>(line: &'t str, rules: &RuleSet) -> Option<&'t str> {
    let is_word = |word: &str| {
        let letters =
            word.starts_with(char::is_alphabetic) && word.chars().all(|letter| letter.is_alphanumeric() || "-'.".contains(letter));
        letters && meaning(word).is_none() && rules.category_named(word).is_err() && !is_sum(word)
    };
    let is_number = |word: &str| (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = line.split_whitespace();
    let is_move = |word: &str| move_of(word.trim_end_matches(':')).is_some();
    let before_colon = line.split_once(':').map(|(name, _)| name).filter(|name| {
        let words: Vec<&str> = name.split_whitespace().collect();
        let (last, first) = words.split_last().unwrap_or((&"", &[]));
        let is_one = words.len() == 1 && meaning(last) == Some(Word::Between);
        is_one || words.len() <= 3 && first.iter().all(|word| is_word(word)) && (is_word(last) || (is_number(last) && !first.is_empty()))
    });
    let before_move = || {
        let name = words.next().filter(|word| is_word(word))?;
        let next = words.next()?;
        let end = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        match is_number(next) {
            true => words.next().filter(|word| is_move(word)).map(|_| &line[..end(next)]),
            false => Some(&line[..end(name)]).filter(|_| is_move(next)),
        }
    };
    before_colon.map(str::trim_end).filter(|name| !name.is_empty()).or_else(before_move)
}

/// Whether a word stands for a sum on a score sheet, or a bonus.
fn is_sum(word: &str) -> bool {
    use Subject::{Bonus, ExtraBonus, Grand, Lower, Sum, Upper};
    matches!(sheet_words().meanings.get(&fold(word)), Some(SheetWord::Row(Bonus | ExtraBonus | Grand | Lower | Sum | Upper)))
}

/// The parts of a line.
fn clauses(line: &str) -> Vec<Clause<'_>> {
    let mut clauses = Vec::new();
    let (mut word, mut start, mut at) = (None, 0, 0);
    while at < line.len() {
        let (length, cut) = next_piece(&line[at..]);
        if let Some(next) = cut {
            clauses.push(Clause { word, text: line[start..at].trim() });
            (word, start) = (next, at + length);
        }
        at += length;
    }
    clauses.push(Clause { word, text: line[start..].trim() });
    clauses
}

/// The length of the word, sign or letter that a text begins with; and if a part of the line begins behind it, the word for that part.
fn next_piece(text: &str) -> (usize, Option<Option<Word>>) {
    let word = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    if word > 0 {
        return (word, move_of(&text[..word]).map(Some));
    }
    let begins_word = |after: &str| after.trim_start().starts_with(char::is_alphabetic);
    match ["->", "→", " / ", ";", "|", "\t"].into_iter().find(|sign| text.starts_with(sign)) {
        Some(sign) => (sign.len(), Some(None)),
        None if text.strip_prefix(',').is_some_and(begins_word) => (1, Some(None)),
        None => (text.chars().next().map_or(1, char::len_utf8), None),
    }
}

/// A text without the words at its ends that say nothing.
fn essence(text: &str) -> &str {
    let is_sign = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ':' | '=' | '!');
    let mut text = text.trim_matches(is_sign);
    loop {
        let says_nothing = |word: &&str| meaning(word) == Some(Word::Between);
        let first = text.split_whitespace().next().filter(says_nothing).map_or(0, str::len);
        let last = text[first..].split_whitespace().next_back().filter(says_nothing).map_or(0, str::len);
        if first + last == 0 {
            return text;
        }
        text = text[first..text.len() - last].trim_matches(is_sign);
    }
}

impl Log {
    fn line(&mut self, told: &Told<'_>) -> Result<(), GameErrorKind> {
        let cells: Vec<&str> = told.rest.split('|').map(str::trim).collect();
        match cells[..] {
            [mark, name, points] if self.has_marks && mark.chars().count() == 1 => self.row(mark, name, points, told.rest),
            _ => self.moves(told),
        }
    }

    /// The moves of a line. A box ends it, and a sum stands alone.
    fn moves(&mut self, told: &Told<'_>) -> Result<(), GameErrorKind> {
        let done = self.game.turns().last().map_or(0, |turn| turn.decisions().len());
        let next = if self.game.is_in_turn() { done + 1 } else { 1 };
        if told.is_throw && told.count != Some(next as u64) {
            return Err(unclear(told.rest));
        }
        let clauses: Vec<Clause<'_>> =
            clauses(told.rest).into_iter().filter(|clause| clause.word.is_some() || !essence(clause.text).is_empty()).collect();
        if let [Clause { word: None, text }] = clauses[..]
            && let Some((word, sum)) = essence(text).split_once([' ', ':', '='])
            && is_sum(word)
        {
            let is_right = sum.trim_matches([' ', ':', '=']).parse() == Ok(self.game.card().score().get());
            return if is_right { Ok(()) } else { Err(unclear(essence(text))) };
        }
        let scored = |game: &Game| game.turns().iter().filter(|turn| turn.placement().is_some()).count();
        let before = scored(&self.game);
        for clause in clauses {
            if scored(&self.game) > before {
                return Err(unclear(clause.text));
            }
            self.part(&clause, told)?;
        }
        Ok(())
    }

    /// A row of a card that a program prints after each turn: `- | Full House | 25`, or `A | Ones | 0` for an open box.
    fn row(&mut self, mark: &str, name: &str, points: &str, row: &str) -> Result<(), GameErrorKind> {
        let category = self.game.rules().category_named(name)?;
        match (mark, self.game.card().get(category)) {
            ("-", None) => self.score(&format!("{name} {points}"), row),
            ("-", Some(written)) if points.parse() == Ok(written.get()) => Ok(()),
            (mark, None) if points == "0" && mark.contains(char::is_alphabetic) => Ok(()),
            _ => Err(unclear(row)),
        }
    }

    fn part(&mut self, clause: &Clause<'_>, told: &Told<'_>) -> Result<(), GameErrorKind> {
        let text = essence(clause.text);
        let are_dice = !text.contains(char::is_alphabetic);
        match clause.word {
            Some(Word::Throw) | None if text.is_empty() => Ok(()),
            Some(Word::Keep) => self.keep(text),
            Some(Word::Again) if are_dice => self.choose(&format!("reroll {text}"), text),
            Some(Word::Score) => self.score(text, text),
            Some(Word::Throw) if are_dice => self.throw(text, None),
            Some(_) => Err(unclear(text)),
            None if are_dice && self.may_keep(text) => self.keep(text),
            None if are_dice => self.throw(text, Some(told)),
            None if meaning(text) == Some(Word::Nothing) => self.keep(text),
            None => self.score(text, text),
        }
    }

    /// Whether dice without a word are those to keep: fewer than a roll has, after one.
    fn may_keep(&self, text: &str) -> bool {
        let dice = self.marked_dice(text).map(|(dice, _)| dice);
        matches!(self.game.stage(), Stage::ToChoose { .. }) && dice.is_ok_and(|dice| dice.len() < self.game.rules().dice())
    }

    /// The box that a text begins with, and the rest. A number alone is no box.
    fn named<'t>(&self, text: &'t str) -> Option<(Category, &'t str)> {
        let found = self.game.rules().category_at_start_among(text, |category| self.game.card().is_open(category)).ok();
        found.filter(|(_, rest)| text[..text.len() - rest.len()].contains(char::is_alphabetic))
    }

    /// A roll. Without a word for throwing, `told` has the number of its throw, and the same dice may be shown again.
    fn throw(&mut self, text: &str, told: Option<&Told<'_>>) -> Result<(), GameErrorKind> {
        let (dice, kept) = self.marked_dice(text)?;
        let has_marks = text.contains(['[', '.']);
        let rules = self.game.rules().clone();
        let count = told.and_then(|told| told.count);
        let is_shown_again = count.is_some() && count == std::mem::replace(&mut self.count, count);
        match self.game.stage() {
            Stage::ToChoose { roll, .. } if is_shown_again && has_marks && dice == *roll => {}
            Stage::ToChoose { .. } => {
                let held = self
                    .marked
                    .filter(|held| has_marks && (kept.is_empty() || kept == *held) && self.has_brackets)
                    .ok_or_else(|| unclear(text))?;
                self.game.hold(held)?;
                self.game.roll(rules.roll(dice)?)?;
            }
            Stage::ToRoll { hold, .. } if dice.len() + hold.len() == rules.dice() => self.game.roll(rules.roll(hold.and(&dice))?)?,
            _ => self.game.roll(rules.roll(dice)?)?,
        }
        self.marked = has_marks.then_some(kept);
        Ok(())
    }

    /// The dice of a text, and those of them in brackets. Dots may stand around the others.
    fn marked_dice(&self, text: &str) -> Result<(Dice, Dice), GameErrorKind> {
        let (mut all, mut kept) = (String::new(), String::new());
        for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
            let inside = |before: char, after: char| word.strip_prefix(before).and_then(|word| word.strip_suffix(after));
            let (die, is_kept) = match (inside('[', ']'), inside('.', '.')) {
                (Some(die), _) => (die, true),
                (None, Some(die)) => (die, false),
                (None, None) => (word, false),
            };
            // Perhaps all from the one to the other.
            let is_range = die.split('-').count() == 2;
            if is_range || die.contains(['[', ']', '.', '(', ')']) {
                return Err(unclear(text));
            }
            all += &format!(" {die}");
            kept += &if is_kept { format!(" {die}") } else { String::new() };
        }
        let die = self.game.rules().die();
        let kept = if kept.is_empty() { Dice::NONE } else { die.parse(&kept)? };
        Ok((die.parse(&all)?, kept))
    }

    /// Keeps dice. The next roll may follow without a sign between them: `666 66625`.
    fn keep(&mut self, text: &str) -> Result<(), GameErrorKind> {
        let Stage::ToChoose { roll, .. } = self.game.stage() else { return Err(unclear(text)) };
        if meaning(text) == Some(Word::Nothing) {
            return Ok(self.game.hold(Dice::NONE)?);
        }
        let rules = self.game.rules().clone();
        let groups: Vec<&str> = text.split([' ', ',', '\t']).filter(|group| !group.is_empty()).collect();
        let dice = self.marked_dice(text).map_err(|_| unclear(text))?.0;
        match groups[..] {
            _ if dice.len() < rules.dice() => Ok(self.game.hold(dice)?),
            // All are kept: the roll is scored.
            [_] if dice == *roll => Ok(()),
            [first, next] if dice != *roll => {
                let [kept, next] = [first, next].map(|dice| rules.die().parse(dice));
                let (kept, next) = (kept?, next?);
                if next.len() != rules.dice() && kept.len() + next.len() != rules.dice() {
                    return Err(unclear(text));
                }
                self.game.hold(kept)?;
                self.throw(&rules.die().text_of(&next), None)
            }
            _ => Err(unclear(text)),
        }
    }

    fn choose(&mut self, action: &str, text: &str) -> Result<(), GameErrorKind> {
        let Stage::ToChoose { roll, .. } = self.game.stage() else { return Err(unclear(text)) };
        let action = WrittenAction::parse(action, self.game.rules(), self.game.card()).map_err(|_| unclear(text))?;
        Ok(self.game.read_action(action, &roll)?)
    }

    /// Scores: a box, with its points before or behind it.
    fn score(&mut self, text: &str, quoted: &str) -> Result<(), GameErrorKind> {
        let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let points_first = || {
            let (category, rest) = self.named(essence(&text[digits..]))?;
            essence(rest).is_empty().then(|| Some((category, Some(text[..digits].parse().ok()?))))?
        };
        let box_first = || {
            let (category, rest) = self.named(text)?;
            let rest = essence(rest);
            if rest.is_empty() { Some((category, None)) } else { Some((category, Some(rest.parse().ok()?))) }
        };
        let (category, points): (Category, Option<u64>) = box_first().or_else(points_first).ok_or_else(|| unclear(quoted))?;
        self.marked = None;
        match self.game.stage() {
            Stage::ToChoose { roll, .. } => Ok(self.game.read_action(WrittenAction::Score { category, points }, &roll)?),
            _ => Err(unclear(quoted)),
        }
    }
}

fn unclear(text: &str) -> GameErrorKind {
    GameErrorKind::Unclear(text.to_owned())
}
