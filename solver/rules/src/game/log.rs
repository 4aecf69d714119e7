//! Games as people and other programs tell them: `Ann rolled 1,4,4,5,3 / kept 4,4`, `P1: Turn: 1 | [5] .2. .6. [5] .1.`.
//!
//! A line is cut at signs and at words for throwing, keeping and scoring; each part is a move. A part that is not understood, or that may mean several
//! things, is an error: a game that is read is read as it was meant. The words are in `log-words.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::game::{Game, Stage};
use super::notation::{GameError, GameErrorKind, HEADERS};
use super::sheet_words::{Subject, Word as SheetWord, words as sheet_words};
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
    /// The number of a turn or of a throw follows.
    Count,
    /// No dice.
    Nothing,
    Between,
}

fn words() -> &'static HashMap<String, Word> {
    static WORDS: OnceLock<HashMap<String, Word>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = include_str!("log-words.txt").lines().filter_map(|line| line.split_once(": "));
        let meaning = |kind: &str| match kind {
            "throw" => Some(Word::Throw),
            "keep" => Some(Word::Keep),
            "again" => Some(Word::Again),
            "score" => Some(Word::Score),
            "count" => Some(Word::Count),
            "nothing" => Some(Word::Nothing),
            "between" => Some(Word::Between),
            _ => None,
        };
        let kinds = lines.filter_map(|(kind, words)| Some((meaning(kind)?, words)));
        kinds.flat_map(|(meaning, words)| words.split(',').map(move |word| (fold(word), meaning))).collect()
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
            Some(Word::Count) => {
                let number = after.trim_start_matches([':', ' ', '#']);
                let (digits, after) = number.split_at(number_at_start(number));
                let dice_follow = !digits.is_empty() && number_at_start(after.trim_start_matches([' ', ',', '-'])) > 0;
                if dice_follow && rest[word.len()..].starts_with(':') {
                    told.rest = number;
                }
                if dice_follow || !(1..=2).contains(&digits.len()) {
                    return told;
                }
                told.is_throw = !["turn", "round", "zug", "runde", "runda", "omgang", "drag"].contains(&&*fold(word));
                (told.count, told.rest) = (digits.parse().ok(), after);
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
    let mut cut = |word: &mut Option<Word>, next: Option<Word>, start: &mut usize, end: usize, after: usize| {
        clauses.push(Clause { word: *word, text: line[*start..end].trim() });
        (*word, *start) = (next, after);
    };
    while at < line.len() {
        let rest = &line[at..];
        let length = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        if length > 0 {
            if let Some(next) = move_of(&rest[..length]) {
                cut(&mut word, Some(next), &mut start, at, at + length);
            }
            at += length;
            continue;
        }
        let before_word = |sign: &str| rest.strip_prefix(sign).is_some_and(|after| after.trim_start().starts_with(char::is_alphabetic));
        let sign = ["->", "→", " / ", ";", "|", "\t"].into_iter().find(|sign| rest.starts_with(sign));
        match sign.or([","].into_iter().find(|sign| before_word(sign))) {
            Some(sign) => {
                cut(&mut word, None, &mut start, at, at + sign.len());
                at += sign.len();
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    cut(&mut word, None, &mut start, line.len(), line.len());
    clauses
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The turns of each player.
    fn read(text: &str) -> Result<Vec<(Option<String>, String)>, String> {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let games = Game::parse_log(text, &rules).map_err(|error| error.to_string())?;
        let turns = |game: &Game| game.to_string().replacen("rules: hasbro\n", "", 1);
        Ok(games.into_iter().map(|(name, game)| (name, turns(&game))).collect())
    }

    const TURN: &str = "13445 hold 44, 24446 hold 444, 34446 score fours\n";

    /// The same turn, as people and programs tell it.
    #[test]
    fn one_turn_in_many_forms() {
        for text in [
            "rolled 1,4,4,5,3 / kept 4,4 / rolled 2,4,6 / kept 4,4,4 / rolled 3,6 / scored 12 in fours",
            "Ann rolled 1 4 4 5 3 and kept 4 4\nthen rolled 4 2 4 4 6, kept 4 4 4\nrolled 3 6 4 4 4\nfours for 12",
            "⚀⚃⚃⚄⚂ → ⚃⚃; ⚁⚃⚃⚃⚅ → ⚃⚃⚃; ⚂⚃⚃⚃⚅ → fours 12",
            "Mary Ann: Turn #1: 14453 -> 44; 24446 -> 444; 34446 -> fours 12",
            "Turn 1: 14453 -> 44; 24446 -> 444; 34446 -> fours 12",
            "Turn 1: rolled 14453 keeps 44 44426 keeps 444 36 scores fours",
            "1. 14453 hold 44 44426 hold 444 34446 score fours",
            "Player 1: roll: 1 4 4 5 3\nkeep 4 4\nroll 2: 2 4 6\nkeep 4 4 4\nroll 3: 3 6\nfours 12\nTotal: 12",
            "Zug 1: gewürfelt 1 4 4 5 3, behalten 4 4, gewürfelt 2 4 6, behalten 4 4 4, gewürfelt 3 6, schreibt Vierer 12",
            "Ann: rolled 14453, rerolled 1 5 3\nann: rolled 24446, rerolled 2 6\nAnn: rolled 34446, scores fours",
            "P1: Turn: 1 | .1. .4. .4. .5. .3.\n> 23\nP1: Turn: 1 | .1. [4] [4] .5. .3.\n> r\nP1: Turn: 2 | .2. [4] [4] .6. .4.\n> 5\n\
             P1: Turn: 2 | .2. [4] [4] .6. [4]\n> r\nP1: Turn: 3 | .3. .4. .4. .6. .4.\n> D\nA | Ones | 0\nC | Threes | 0\n- | Fours | 12\n# | Total | 12\n",
        ] {
            let games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((games.len(), &*games[0].1), (1, TURN), "{text}");
        }
    }

    #[test]
    fn several_players() {
        let text = "# At the pub\nAnn: rolled 11456, kept 11\nrolled 11123, scores ones 3\n\nBob: rolled 66612, scored 18 in sixes\n";
        let game = |name: &str, turns: &str| (Some(name.to_owned()), turns.to_owned());
        assert_eq!(read(text), Ok(vec![game("Ann", "11456 hold 11, 11123 score ones\n"), game("Bob", "12666 score sixes\n")]));
    }

    #[test]
    fn what_is_not_certain_is_named() {
        for (text, wrong) in [
            ("rolled 14453\nrolled 24446", "line 2: it is not certain what '24446' means"),
            ("rolled 14453 / kept the pair", "line 1: it is not certain what 'pair' means"),
            ("rolled 14453 / kept 66", "line 1: the hold 6 6 is not in the roll"),
            ("rolled 14453 / scored 7 in fours", "line 1: "),
            ("rolled 14453, kept 44\nrolled 1 2 3 5 6", "line 2: the roll 1 2 3 5 6 does not"),
            ("rolled 14453, scores something", "line 1: it is not certain what 'something' means"),
            // Who plays?
            ("Ann's turn\nrolled 14453, scored 8 in fours", "line 1: it is not certain"),
            ("Ann: rolled 14453, scored 8 in fours\nBob: rolled 66612, scores 18 in sixes\nrolled 11123, scores ones", "line 3: "),
            ("rolled 14453, scored 8 in fours\nBob: rolled 66612, scores 18 in sixes", "line 2: it is not certain"),
            ("Ann rolled 14453, scored 8 in fours, Bob rolled 66612", "line 1: it is not certain what 'Bob' means"),
            ("Bob: rolled 14453, scored 8 in fours\nI rolled 66612\nrolled 11111, scored ones", "line 3: "),
            ("Then Ann rolled 14453, scored 8 in fours", "line 1: it is not certain what 'Ann' means"),
            ("Bo: rolled 66612, scored sixes\nAn: rolled 14453, scored fours\nrolled 11111", "line 3: "),
            ("#1 rolled 14453, kept 44", "line 1: "),
            // One box for a roll.
            ("rolled 44445, four of a kind, scored 16 in fours", "line 1: it is not certain what '16 in fours' means"),
            ("rolled 44445\nfour of a kind\nscored 16 in fours", "line 3: it is not certain"),
            ("12346 -> chance -> 12345 -> large straight", "line 1: it is not certain what '12345' means"),
            ("rolled 66612, scored sixes\nTotal: 118", "line 2: it is not certain"),
            ("rolled 12346, kept 1-4", "line 1: it is not certain what '1-4' means"),
            ("Roll 3: 1 1 4 5 6", "line 1: it is not certain"),
            ("rolled 14453, kept 4\nRoll 2 2 4 6 1", "line 2: it is not certain"),
            ("rolled 66612; reroll -> 12", "line 1: it is not certain"),
            ("rolled .1. .4. .4. .5. .3.\nrolled .2. .4. .4. .6. .4.", "line 2: it is not certain"),
            // A number is no box, no die and no throw.
            ("rolled 22245 and scored 6", "line 1: it is not certain what '6' means"),
            ("rolled 33325, kept 3 dice", "line 1: it is not certain what '3 dice' means"),
            ("rolled 14453, kept 4\n2.2446", "line 2: it is not certain"),
            ("rolled 2 4 4 6 (2)", "line 1: it is not certain"),
            ("rolled 1 4 4 5 3, kept 4 4, 2 4 6", "line 1: it is not certain what '4 4, 2 4 6' means"),
            ("rolled 66612 -> 666 12 -> sixes 18", "line 1: it is not certain what '666 12' means"),
            // Which dice were kept, and how many throws were there?
            ("rolled [6] 1 5 5 3\nrolled [6] [5] 2 2 3", "line 2: it is not certain"),
            ("rolled [3] [3] [1] [3] 3\nrolled 1 [3] [3] [3] [3]", "line 2: it is not certain"),
            ("Ann: ... 11456 score yahtzee", "line 1: it is not certain"),
            ("rolled 33312, not keeping 1 2", "line 1: it is not certain what 'not' means"),
            ("rolled 12346\nscratches yahtzee", "line 2: it is not certain"),
            ("rolled 14453, kept 44\n2 | 24446 | 4", "line 2: 1 die where the game has 5"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(wrong), "{text}: {error}");
        }
    }
}
