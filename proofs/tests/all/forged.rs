//! Certificates that are consistent in themselves but wrong, with right counts and a right checksum: the checker refuses each for its own reason.

use std::fmt::Display;

use crate::certify::{FURTHER, POCKET, certified, checked, checker, plain, with_checksum};

/// The states with the same filled categories and the same flag.
#[derive(Clone)]
struct Row {
    mask: u32,
    flag: u8,
    /// The upper total and the bound of each state.
    states: Vec<(u8, u64)>,
}

impl Row {
    fn filled(&self) -> u32 {
        self.mask.count_ones()
    }
}

/// The parts of a certificate.
#[derive(Clone)]
struct Parts {
    rules: String,
    rows: Vec<Row>,
    results: String,
}

impl Parts {
    fn of(toml: &str) -> Parts {
        let bytes = certified(toml).bytes;
        let rules = format!("yahtzee certificate 1\n{}", plain(toml));
        let line = bytes[rules.len()..].iter().position(|&byte| byte == b'\n').unwrap();
        let counts = std::str::from_utf8(&bytes[rules.len()..][..line]).unwrap();
        let count: usize = counts.split(' ').nth(1).unwrap().parse().unwrap();
        let mut at = rules.len() + line + 1;
        let mut take = |size: usize| {
            at += size;
            &bytes[at - size..at]
        };
        let rows = (0..count).map(|_| Row {
            mask: u32::from_le_bytes(take(4).try_into().unwrap()),
            flag: take(1)[0],
            states: (0..=take(1)[0]).map(|_| (take(1)[0], u64::from_le_bytes(take(8).try_into().unwrap()))).collect(),
        });
        let rows = rows.collect();
        let results = String::from_utf8(bytes[at..bytes.len() - 8].to_vec()).unwrap();
        let parts = Parts { rules, rows, results };
        assert_eq!(parts.bytes(), bytes, "the parts are the whole");
        parts
    }

    fn bytes(&self) -> Vec<u8> {
        let states: usize = self.rows.iter().map(|row| row.states.len()).sum();
        let mut bytes = format!("{}rows {} states {states} unit 44\n", self.rules, self.rows.len()).into_bytes();
        for row in &self.rows {
            bytes.extend(row.mask.to_le_bytes());
            bytes.extend([row.flag, u8::try_from(row.states.len() - 1).unwrap()]);
            for (total, bound) in &row.states {
                bytes.push(*total);
                bytes.extend(bound.to_le_bytes());
            }
        }
        bytes.extend(self.results.as_bytes());
        bytes.extend([0; 8]);
        with_checksum(bytes)
    }

    fn with(&self, change: impl FnOnce(&mut Parts)) -> Parts {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// The number in a line of the results.
    fn result(&self, word: &str) -> u64 {
        self.results.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' ')?.parse().ok()).unwrap()
    }

    fn with_result(&self, word: &str, number: impl Display) -> Parts {
        let lines = self.results.lines().map(|line| match line.split_once(' ').unwrap() {
            (first, _) if first == word => format!("{word} {number}\n"),
            _ => format!("{line}\n"),
        });
        Parts { results: lines.collect(), ..self.clone() }
    }
}

/// Asserts that the checker refuses each of these, for a reason that begins so.
fn refused(forgeries: impl IntoIterator<Item = Parts>, toml: &str, reason: &str) {
    let Some(checker) = checker() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for (number, forged) in forgeries.into_iter().enumerate() {
        let (said, accepted) = checked(checker, folder.path(), &forged.bytes(), Some(&plain(toml)));
        assert!(!accepted && said.starts_with(&format!("refused: {reason}")), "forgery {number}: {said}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn a_row_or_a_state_is_left_out() {
    for toml in [POCKET, FURTHER] {
        let right = Parts::of(toml);
        let missing = "a state that can be reached is not in the certificate";
        // Without its first row a certificate has no empty card.
        let rows = (1..right.rows.len()).map(|row| right.with(|forged| drop(forged.rows.remove(row))));
        refused(rows, toml, missing);
        refused([right.with(|forged| drop(forged.rows.remove(0)))], toml, "the empty card is not the first state");
        let without = |row: usize, state: usize| {
            right.with(|forged| {
                forged.rows[row].states.remove(state);
            })
        };
        let several = (0..right.rows.len()).filter(|&row| right.rows[row].states.len() > 1);
        let states = several.flat_map(|row| (0..right.rows[row].states.len()).map(move |state| (row, state)));
        refused(states.map(|(row, state)| without(row, state)), toml, missing);
    }
}

#[test]
fn rows_or_states_are_out_of_order_or_there_twice() {
    let right = Parts::of(FURTHER);
    let rows = 1..right.rows.len();
    refused(rows.clone().map(|row| right.with(|forged| forged.rows.swap(row - 1, row))), FURTHER, "row ");
    refused(rows.map(|row| right.with(|forged| forged.rows.insert(row, forged.rows[row].clone()))), FURTHER, "row ");
    let several = (0..right.rows.len()).filter(|&row| right.rows[row].states.len() > 1);
    let misplaced = "an upper total is not in its place";
    refused(several.clone().map(|row| right.with(|forged| forged.rows[row].states.swap(0, 1))), FURTHER, misplaced);
    let twice = |forged: &mut Parts, row: usize| forged.rows[row].states.insert(0, right.rows[row].states[0]);
    refused(several.map(|row| right.with(|forged| twice(forged, row))), FURTHER, misplaced);
}

/// If all states with at most so many filled categories are one unit higher or lower, each bound but the last ones follows from the later ones: a
/// sum, a mean and a maximum move by this unit too.
#[test]
fn bounds_are_moved_with_all_that_follow_from_them() {
    for toml in [POCKET, FURTHER] {
        let right = Parts::of(toml);
        let full = right.rows.last().unwrap().filled();
        let moved = |most: u32, by: i64| {
            right.with(|forged| {
                for row in forged.rows.iter_mut().filter(|row| row.filled() <= most) {
                    row.states.iter_mut().for_each(|(_, bound)| *bound = bound.checked_add_signed(by).unwrap());
                }
            })
        };
        refused([moved(full, 1)], toml, "the bound of a full card is not its bonus");
        for by in [1, -1] {
            refused((0..full).map(|most| moved(most, by)), toml, "the bound of state ");
        }
    }
}

/// A tie that is taken for a strictly best action, and the other way round; another best action; another expected score.
#[test]
fn results_are_others() {
    for toml in [POCKET, FURTHER] {
        let right = Parts::of(toml);
        let (strict, ties) = (right.result("strict"), right.result("ties"));
        let counted = |strict: u64, ties: u64| right.with_result("strict", strict).with_result("ties", ties);
        refused([counted(strict + 1, ties - 1), counted(strict - 1, ties + 1)], toml, "the results are others:");
        // The best actions of a game with other points.
        let other = Parts::of(&toml.replace("points = 1", "points = 2"));
        let digest = |parts: &Parts| parts.results.lines().find_map(|line| Some(line.strip_prefix("digest ")?.to_owned())).unwrap();
        assert_ne!(digest(&right), digest(&other));
        refused([right.with_result("digest", digest(&other))], toml, "the results are others:");
        refused([right.with(|forged| forged.results = other.results.clone())], toml, "the results are others:");
    }
}
