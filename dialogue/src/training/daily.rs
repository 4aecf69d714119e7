//! The ten of a day: the same positions for everyone on the same date.

use std::collections::{BTreeMap, BTreeSet};

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::language::decimal;

use crate::words;
use yahtzee_solver::{RuleSet, ValueTable, tr};

use super::record::AnswerRecord;
use super::{DAY, Theme};

/// The positions of a day.
pub const POSITIONS: usize = 10;

/// A day as a number, like 20261123.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    /// The day of this number; `None` if it is not a date, or before 1970.
    pub fn new(number: u32) -> Option<Day> {
        let day = Day(number);
        (number >= 19_700_101 && Day::at(day.since_1970() * DAY) == day).then_some(day)
    }

    /// Reads `2026-11-23` or `20261123`.
    pub fn parse(text: &str) -> Option<Day> {
        let digits = match text.as_bytes() {
            [_, _, _, _, b'-', _, _, b'-', _, _] => text.replace('-', ""),
            _ => text.to_owned(),
        };
        (digits.len() == 8).then(|| digits.parse().ok()).flatten().and_then(Day::new)
    }

    /// The day of a time, in seconds since 1970.
    pub fn at(seconds: u64) -> Day {
        // Years begin in March, so that a leap day comes last. 400 years have 146,097 days.
        let days = (seconds / DAY).min(2_900_000) + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = (era * 400 + year + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
        Day((year * 10_000 + month * 100 + of_month) as u32)
    }

    /// The number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The days since 1970-01-01.
    pub fn since_1970(self) -> u64 {
        let (year, month, day) = (u64::from(self.0 / 10_000), u64::from(self.0 / 100 % 100), u64::from(self.0 % 100));
        let (year, month) = if month > 2 { (year, month.saturating_sub(3)) } else { (year.saturating_sub(1), month + 9) };
        let (era, year) = (year / 400, year % 400);
        let days = era * 146_097 + 365 * year + year / 4 - year / 100 + (153 * month + 2) / 5 + day;
        days.saturating_sub(719_469)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}-{:02}-{:02}", self.0 / 10_000, self.0 / 100 % 100, self.0 % 100))
    }
}

/// The ten of a day, from easy to hard. At least two have the [`theme`] of the week, if the game has such positions. Small games may have fewer.
pub fn ten(day: Day, table: &ValueTable) -> Vec<Puzzle> {
    super::ten::ten(day, theme(day, table.rules()), table)
}

/// The theme of the week of a day: each in turn that a game has. Weeks begin on Monday.
pub fn theme(day: Day, rules: &RuleSet) -> Theme {
    let themes: Vec<Theme> = Theme::ALL.into_iter().filter(|theme| *theme != Theme::Other && theme.is_in(rules)).collect();
    // 1970-01-01 was a Thursday.
    let week = (day.since_1970() + 3) / 7;
    themes[week as usize % themes.len()]
}

/// The theme of the week, and what to remember of it: `Theme of the week: straights. …`
pub fn theme_in_words(day: Day, rules: &RuleSet) -> String {
    let theme = theme(day, rules);
    format!("{} {}", tr!("Theme of the week: {}.", theme.title()), theme.advice())
}

/// The mark of a best answer.
const BEST: char = '🟩';

/// The mark of an answer.
pub fn mark(answer: &AnswerRecord) -> char {
    match (&answer.chosen, answer.loss) {
        (None, _) => '⬜',
        (Some(_), loss) if loss < 0.005 => BEST,
        (Some(_), loss) if loss < 1.0 => '🟨',
        (Some(_), _) => '🟥',
    }
}

/// The first answers to the positions of each day under these rules, by position number.
fn by_day<'h>(answers: &'h [AnswerRecord], fingerprint: &str) -> BTreeMap<Day, BTreeMap<u8, &'h AnswerRecord>> {
    let mut days: BTreeMap<Day, BTreeMap<u8, &AnswerRecord>> = BTreeMap::new();
    for answer in answers.iter().filter(|answer| answer.fingerprint == fingerprint) {
        if let Some((day, number)) = answer.daily
            && let (Some(day), 1..=POSITIONS) = (Day::new(day), usize::from(number))
        {
            days.entry(day).or_default().entry(number).or_insert(answer);
        }
    }
    days
}

/// The first answers to the positions of a day under these rules, by position number.
pub fn answers<'h>(answers: &'h [AnswerRecord], fingerprint: &str, day: Day) -> BTreeMap<u8, &'h AnswerRecord> {
    by_day(answers, fingerprint).remove(&day).unwrap_or_default()
}

/// The result of a day to share; it does not reveal the answers. It says how many positions were given up.
///
/// ```text
/// Yahtzee, ten of 2026-11-23
/// 🟩🟩🟨🟩🟥🟩🟩⬜🟩🟨
/// 7 of 10 best, 3.42 points lost
/// ```
pub fn shared(title: &str, day: Day, answers: &BTreeMap<u8, &AnswerRecord>) -> String {
    let marks: String = answers.values().map(|answer| mark(answer)).collect();
    let best = best_of(answers);
    let loss: f64 = answers.values().map(|answer| answer.loss).sum::<f64>() + 0.0;
    let given_up = answers.values().filter(|answer| answer.chosen.is_none()).count();
    let first = tr!("{}, ten of {}", title, day.to_string());
    let (of, loss) = (answers.len(), decimal(loss, 2));
    let last = match given_up {
        0 => tr!("{} of {} best, {} points lost", best, of, loss),
        _ if given_up == of => tr!("given up: {} of {}", given_up, of),
        _ => tr!("{} of {} best, {} points lost, {} given up", best, of, loss, given_up),
    };
    words::joined([first, marks, last, "".into()], "\n")
}

/// The number of answered positions of each day, and of best answers; a position that was given up counts as answered, too.
pub fn answered(all: &[AnswerRecord], fingerprint: &str) -> BTreeMap<Day, (usize, usize)> {
    by_day(all, fingerprint).into_iter().map(|(day, answers)| (day, (answers.len(), best_of(&answers)))).collect()
}

/// The number of best answers of a day.
fn best_of(answers: &BTreeMap<u8, &AnswerRecord>) -> usize {
    answers.values().filter(|answer| mark(answer) == BEST).count()
}

/// The number of complete days with each number of best answers, from 0 to all.
pub fn results(all: &[AnswerRecord], fingerprint: &str) -> [usize; POSITIONS + 1] {
    let mut results = [0; POSITIONS + 1];
    for answers in by_day(all, fingerprint).into_values().filter(|answers| answers.len() == POSITIONS) {
        results[best_of(&answers)] += 1;
    }
    results
}

/// The number of days in a row, up to this day or the day before, on which all positions were asked, and at least half were not given up.
pub fn streak(all: &[AnswerRecord], fingerprint: &str, today: Day) -> u64 {
    let given_up = |answers: &BTreeMap<u8, &AnswerRecord>| answers.values().filter(|answer| answer.chosen.is_none()).count();
    let days = by_day(all, fingerprint).into_iter();
    let whole = days.filter(|(_, answers)| answers.len() == POSITIONS && 2 * given_up(answers) <= POSITIONS);
    let whole: BTreeSet<u64> = whole.map(|(day, _)| day.since_1970()).collect();
    let today = today.since_1970();
    let last = if whole.contains(&today) { Some(today) } else { today.checked_sub(1) };
    last.map_or(0, |last| (0..=last).rev().take_while(|day| whole.contains(day)).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::testing::hasbro;
    use crate::training::record::{AskedIn, fingerprint};

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, wanted) in [(0, 19_700_101), (951_782_400, 20_000_229), (951_868_800, 20_000_301), (1_795_392_000, 20_261_123)] {
            assert_eq!(Day::at(seconds).number(), wanted);
            assert_eq!(Day::at(seconds).since_1970(), seconds / DAY);
        }
        for day in 0..60_000 {
            assert_eq!(Day::at(day * DAY).since_1970(), day);
            assert_eq!(Day::new(Day::at(day * DAY).number()), Some(Day::at(day * DAY)));
        }
        assert_eq!(Day::parse("2026-11-23"), Day::parse("20261123"));
        assert_eq!(Day::parse("2026-11-23").unwrap().to_string(), "2026-11-23");
        for wrong in ["2026-02-29", "20261301", "19691231", "2026-1-1", "", "99999999", "2026-11-2x", "+0261123"] {
            assert_eq!(Day::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_ten_of_a_day_are_the_same() {
        let table = hasbro();
        let day = Day::parse("2026-11-23").unwrap();
        let puzzles = ten(day, table);
        assert_eq!(puzzles.len(), POSITIONS);
        assert_eq!(puzzles, ten(day, table));
        assert_ne!(puzzles, ten(Day::parse("2026-11-24").unwrap(), table));
    }

    #[test]
    fn a_result_and_a_streak() {
        let table = hasbro();
        let rules = fingerprint(table.rules());
        let mut all = Vec::new();
        for (day, positions) in [(20_261_120, 10), (20_261_122, 10), (20_261_123, 10), (20_261_124, 9)] {
            for (number, puzzle) in (1u8..).zip(ten(Day::new(day).unwrap(), table)).take(positions) {
                let chosen = (number != 3).then_some(&puzzle.obvious);
                let answer = AnswerRecord::new(&puzzle, chosen, 0, AskedIn::Daily, 0, table);
                all.push(AnswerRecord { daily: Some((day, number)), ..answer });
            }
        }
        let at = |day: u32| streak(&all, &rules, Day::new(day).unwrap());
        assert_eq!([20_261_119, 20_261_120, 20_261_121, 20_261_122, 20_261_123, 20_261_124, 20_261_125].map(at), [0, 1, 1, 1, 2, 2, 0]);
        let day = Day::new(20_261_123).unwrap();
        let text = shared("Yahtzee", day, &answers(&all, &rules, day));
        assert!(text.to_string().ends_with(" points lost, 1 given up\n"), "{text}");
        let given_up: Vec<AnswerRecord> = all.iter().cloned().map(|answer| AnswerRecord { chosen: None, loss: 0.0, ..answer }).collect();
        assert_eq!((streak(&given_up, &rules, day), answered(&given_up, &rules)[&day]), (0, (POSITIONS, 0)), "a day given up is no day");
        assert!(shared("Yahtzee", day, &answers(&given_up, &rules, day)).to_string().ends_with("\ngiven up: 10 of 10\n"));
        let [first, marks, last] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert_eq!((first, marks.chars().count(), marks.chars().nth(2)), ("Yahtzee, ten of 2026-11-23", 10, Some('⬜')));
        assert!(last.contains(" of 10 best, "));
    }
}
