//! Games as people and other programs tell them: `Ann rolled 1,4,4,5,3 / kept 4,4`, `P1: Turn: 1 | [5] .2. .6. [5] .1.`.
//!
//! A line is cut at signs and at words for throwing, keeping and scoring; each part is a move. A part without dice and boxes says nothing, one whose
//! meaning is not certain is an error. The words are in `log-words.txt`.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::game::{Game, Stage};
use super::notation::{GameError, GameErrorKind, HEADERS};
use super::sheet_words::{Subject, Word as SheetWord, words as sheet_words};
use super::written::{VERBS, WrittenAction};
use crate::dice::Dice;
use crate::printable::check_lines;
use crate::rules::{Category, RuleSet, fold};

/// What a word of a log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Throw,
    Keep,
    Again,
    Score,
    /// The number of a turn or of a throw follows.
    Count,
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

/// A part of a line, with the word that begins it.
struct Clause<'t> {
    word: Option<Word>,
    text: &'t str,
}

/// The name of who speaks or plays at the start of a line, the number of the throw, and the rest.
struct Told<'t> {
    name: Option<&'t str>,
    count: Option<u64>,
    rest: &'t str,
}

/// A game as it is told so far.
struct Log {
    game: Game,
    /// The dice of the roll that are marked as kept, if the log marks them.
    marked: Option<Dice>,
    count: Option<u64>,
}

impl Game {
    /// The longest log, in bytes.
    pub const LONGEST_LOG: usize = 100_000;

    /// Whether a text tells a game in other words or signs than its [text form](Game::parse), or with names or numbers of turns.
    pub fn is_log(text: &str, rules: &RuleSet) -> bool {
        let is_new = |word: &str| {
            let tells = matches!(meaning(word), Some(Word::Throw | Word::Keep | Word::Again | Word::Score));
            tells && !VERBS.contains(&&*word.to_lowercase())
        };
        let is_told = |line: &str| {
            let told = told(line, rules);
            told.count.is_some() || told.name.is_some_and(|name| !HEADERS.contains(&&*name.to_lowercase()))
        };
        let line_tells = |line: &str| {
            let has_sign = ["→", "->", "| .", "| ["].iter().any(|sign| line.contains(sign));
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
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // In other texts a turn is a line.
        let is_log = Game::is_log(text, rules);
        let mut start = Game::new(rules);
        let mut headers = Vec::new();
        let mut logs: Vec<(Option<&str>, Log)> = Vec::new();
        let mut speaks = None;
        for (line, text) in (1..).zip(text.lines()).map(|(line, text)| (line, text.split('#').next().unwrap_or_default().trim())) {
            let at = |kind| GameError { line, kind };
            let header = text
                .split_once(':')
                .and_then(|(key, value)| Some((HEADERS.into_iter().find(|header| key.trim().eq_ignore_ascii_case(header))?, value)));
            if let Some((key, value)) = header {
                if !logs.is_empty() {
                    return Err(at(GameErrorKind::HeaderTooLate(key.to_owned())));
                }
                start.read_header(key, &value.trim().to_lowercase(), &headers).map_err(at)?;
                headers.push(key);
                continue;
            }
            let told = told(text, rules);
            speaks = told.name.or(speaks);
            let known = logs.iter().position(|(name, _)| *name == speaks);
            let index = known.unwrap_or_else(|| {
                logs.push((speaks, Log { game: start.clone(), marked: None, count: None }));
                logs.len() - 1
            });
            let log = &mut logs[index].1;
            if !is_log && log.game.is_in_turn() && !text.is_empty() {
                return Err(at(GameErrorKind::Unfinished));
            }
            log.line(&told).map_err(at)?;
        }
        // Talk before the first name.
        logs.retain(|(_, log)| !log.game.turns().is_empty());
        Ok(logs.into_iter().map(|(name, log)| (name.map(str::to_owned), log.game)).collect())
    }
}

/// What stands before the moves of a line. A name is followed by a colon, or by a word for a move.
fn told<'t>(line: &'t str, rules: &RuleSet) -> Told<'t> {
    let mut told = Told { name: None, count: None, rest: line };
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
                // Dice follow.
                if !digits.is_empty() && number_at_start(after.trim_start_matches([' ', ',', '-'])) > 0 {
                    told.rest = number;
                    return told;
                }
                if !(1..=2).contains(&digits.len()) {
                    return told;
                }
                (told.count, told.rest) = (digits.parse().ok(), after);
            }
            // The number of a line: `1. ` or `1) `.
            None if (1..=2).contains(&word.len())
                && number_at_start(word) == word.len()
                && [". ", ") "].iter().any(|dot| after.starts_with(dot)) =>
            {
                told.rest = &after[2..];
            }
            None if told.name.is_none() && word.starts_with(char::is_alphabetic) => {
                // A name may have a number: `Player 2`.
                let number = number_at_start(after.trim_start());
                let after = if (1..=2).contains(&number) { &after.trim_start()[number..] } else { after };
                let next = after.trim_start().split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
                let tells = matches!(meaning(next), Some(Word::Throw | Word::Keep | Word::Again | Word::Score));
                if !(after.trim_start().starts_with(':') || tells) || rules.category_named(word).is_ok() || is_sum(word) {
                    return told;
                }
                (told.name, told.rest) = (Some(&rest[..rest.len() - after.len()]), after);
            }
            _ => return told,
        }
    }
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
            match meaning(&rest[..length]) {
                Some(next @ (Word::Throw | Word::Keep | Word::Again | Word::Score)) => {
                    cut(&mut word, Some(next), &mut start, at, at + length)
                }
                _ => {}
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
        if let [mark, name, points] = cells[..]
            && mark.chars().count() == 1
            && points.bytes().all(|byte| byte.is_ascii_digit())
        {
            return self.row(mark, name, points, told.rest);
        }
        // A key that was typed.
        if told.rest.starts_with('>') && told.rest.len() <= 8 {
            return Ok(());
        }
        clauses(told.rest).iter().try_for_each(|clause| self.part(clause, told.count))
    }

    /// A row of a card that a program prints after each turn: `- | Full House | 25`, or `A | Ones | 0` for an open box.
    fn row(&mut self, mark: &str, name: &str, points: &str, row: &str) -> Result<(), GameErrorKind> {
        if mark != "-" {
            return Ok(());
        }
        let category = self.game.rules().category_named(name)?;
        if self.game.card().is_open(category) { self.score(&format!("{name} {points}"), row) } else { Ok(()) }
    }

    fn part(&mut self, clause: &Clause<'_>, count: Option<u64>) -> Result<(), GameErrorKind> {
        let text = essence(clause.text);
        let is_dice = |text: &str| text.chars().all(|letter| !letter.is_alphabetic());
        match clause.word {
            _ if text.is_empty() => Ok(()),
            Some(Word::Keep) => self.keep(text),
            Some(Word::Again) => self.choose(&format!("reroll {text}"), text),
            Some(Word::Score) => self.score(text, text),
            None if is_dice(text) && self.may_keep(text) => self.keep(text),
            _ if is_dice(text) && text.contains(char::is_alphanumeric) => self.throw(text, count),
            Some(_) => Err(unclear(text)),
            // Talk, and sums.
            None if text.split([' ', ':', '=']).next().is_some_and(is_sum) => Ok(()),
            None if !text.contains(|letter: char| letter.is_ascii_digit()) && self.category(text).is_none() => Ok(()),
            None => self.score(text, text),
        }
    }

    /// The category with exactly this name, or a known other one.
    fn category(&self, text: &str) -> Option<Category> {
        self.game.rules().find(text, &|_| false).ok().flatten().filter(|_| text.len() > 2)
    }

    /// Whether dice without a word are those to keep: fewer than a roll has, after one.
    fn may_keep(&self, text: &str) -> bool {
        let rules = self.game.rules();
        let dice = rules.die().parse(text).ok();
        matches!(self.game.stage(), Stage::ToChoose { .. }) && dice.is_some_and(|dice| !dice.is_empty() && dice.len() < rules.dice())
    }

    /// The box that a text begins with, and the rest.
    fn named<'t>(&self, text: &'t str) -> Option<(Category, &'t str)> {
        self.game.rules().category_at_start_among(text, |category| self.game.card().is_open(category)).ok()
    }

    fn throw(&mut self, text: &str, count: Option<u64>) -> Result<(), GameErrorKind> {
        let is_marked = text.contains(['[', '(', '*']) || text.starts_with('.');
        let (dice, kept) = self.marked_dice(text)?;
        let rules = self.game.rules().clone();
        let (again, told) = (std::mem::replace(&mut self.count, count) != count, is_marked.then_some(kept));
        match self.game.stage() {
            Stage::ToChoose { roll, .. } if dice == *roll && !(again && self.marked.is_some()) => {}
            Stage::ToChoose { .. } => {
                let kept = [self.marked, told].into_iter().flatten().max_by_key(|kept| kept.len()).ok_or_else(|| unclear(text))?;
                self.game.hold(kept)?;
                self.game.roll(rules.roll(dice)?)?;
            }
            Stage::ToRoll { hold, .. } if dice.len() + hold.len() == rules.dice() => self.game.roll(rules.roll(hold.and(&dice))?)?,
            _ => self.game.roll(rules.roll(dice)?)?,
        }
        self.marked = told;
        Ok(())
    }

    /// The dice of a text, and those of them in brackets.
    fn marked_dice(&self, text: &str) -> Result<(Dice, Dice), GameErrorKind> {
        let (mut all, mut kept, mut in_brackets) = (String::new(), String::new(), false);
        for letter in text.chars() {
            match letter {
                '[' | '(' => in_brackets = true,
                ']' | ')' => in_brackets = false,
                _ => {}
            }
            let letter = if matches!(letter, '[' | '(' | ']' | ')' | '.' | '*') { ' ' } else { letter };
            all.push(letter);
            kept.push(if in_brackets { letter } else { ' ' });
        }
        let die = self.game.rules().die();
        let kept = if kept.trim().is_empty() { Ok(Dice::NONE) } else { die.parse(&kept) };
        Ok((die.parse(&all)?, kept?))
    }

    /// Keeps dice. The next roll may follow without a sign between them: `666 66625`.
    fn keep(&mut self, text: &str) -> Result<(), GameErrorKind> {
        let Stage::ToChoose { roll, .. } = self.game.stage() else { return Err(unclear(text)) };
        let rules = self.game.rules().clone();
        let read = |text: &str| rules.die().parse(text).ok();
        let two = text.split_once(char::is_whitespace).and_then(|(kept, next)| Some((read(kept)?, read(next)?)));
        match (two, read(text)) {
            // All are kept: the roll is scored.
            (_, Some(dice)) if dice == *roll => Ok(()),
            (Some((kept, next)), _) if next.len() == rules.dice() || kept.len() + next.len() == rules.dice() => {
                self.game.hold(kept)?;
                self.throw(&rules.die().text_of(&next), None)
            }
            (_, Some(dice)) => Ok(self.game.hold(dice)?),
            _ => self.choose(&format!("hold {text}"), text),
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
        match (self.game.stage(), points) {
            (Stage::ToChoose { roll, .. }, _) => Ok(self.game.read_action(WrittenAction::Score { category, points }, &roll)?),
            (_, Some(points)) => Ok(self.game.write(category, points)?),
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
            "Ann rolled 1 4 4 5 3 and kept 4 4\nthen she rolled 4 2 4 4 6, kept 4 4 4\nrolled 3 6 4 4 4\nfours for 12",
            "Turn 1: 14453 -> 44; 24446 -> 444; 34446 -> fours 12",
            "Turn 1: rolled 14453 keeps 44 44426 keeps 444 36 scores fours",
            "1. 14453 hold 44 44426 hold 444 34446 score fours",
            "Player 1: roll: 1 4 4 5 3\nkeep 4 4\nroll 2: 2 4 6\nkeep 4 4 4\nroll 3: 3 6\nfours 12\nTotal: 12",
            "Zug 1: gewürfelt 1 4 4 5 3, behalten 4 4, gewürfelt 2 4 6, behalten 4 4 4, gewürfelt 3 6, schreibt Vierer 12",
            "Ann: rolled 14453, rerolled 1 5 3\nnice one!\nAnn: rolled 24446, rerolled 2 6\nAnn: rolled 34446, takes fours",
            "P1: Turn: 1 | .1. .4. .4. .5. .3.\n> 23\nP1: Turn: 1 | .1. [4] [4] .5. .3.\n> r\nP1: Turn: 2 | .2. [4] [4] .6. .4.\n> 5\n\
             P1: Turn: 2 | .2. [4] [4] .6. [4]\n> r\nP1: Turn: 3 | .3. .4. .4. .6. .4.\n> D\nA | Ones | 0\nC | Threes | 0\n- | Fours | 12\n# | Total | 12\n",
        ] {
            let games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((games.len(), &*games[0].1), (1, TURN), "{text}");
        }
    }

    #[test]
    fn several_players() {
        let text = "A game at the pub\nAnn: rolled 11456, kept 11\nAnn: rolled 11123, scores ones 3\nWell done!\nBob: rolled 66612, scored 18 in sixes\n";
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
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(wrong), "{text}: {error}");
        }
    }
}
