//! The file of a certificate, and the bounds in it: `checker/README.md` describes the bytes.

use yahtzee_solver::rules::{RuleSet, State};

use crate::game::{PlainGame, PlainState, States};
use crate::plain::{NotPlain, PlainRules};
use crate::turn::{DIGEST_START, UNIT, digest_with};

/// The bounds of the values of all states, as a certificate has them. They are not proved again: the checker of certificates does that.
#[derive(Debug)]
pub struct CertifiedBounds {
    states: States,
    throws: usize,
    lows: Vec<u64>,
}

/// Why the bounds of a certificate cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// The rules use a word that has no plain form.
    #[error(transparent)]
    NotPlain(#[from] NotPlain),
    /// It is no certificate, or a damaged one.
    #[error("no certificate, or a damaged one: its checksum does not match")]
    Damaged,
    /// It ends too early, or its results are damaged.
    #[error("the certificate is cut off, or its results are damaged: write it again with 'yahtzee-prove certify'")]
    CutOff,
    /// It is of other rules.
    #[error("the certificate is of other rules than '{name}'")]
    OtherRules {
        /// The name of the rules of the table.
        name: String,
    },
}

impl CertifiedBounds {
    /// Reads the bounds from the bytes of a certificate of these rules.
    ///
    /// # Errors
    ///
    /// [`BoundsError`] if the bytes are damaged, cut off or of other rules.
    pub fn read<'a>(bytes: &'a [u8], rules: &RuleSet) -> Result<CertifiedBounds, BoundsError> {
        let plain = PlainRules::new(rules)?;
        let (content, checksum) = bytes.split_last_chunk::<8>().ok_or(BoundsError::Damaged)?;
        if u64::from_le_bytes(*checksum) != checksum_of(content) {
            return Err(BoundsError::Damaged);
        }
        let (states, throws) = (States::new(&plain), plain.throws);
        // The rules determine everything but the bounds and the results.
        let after = |bytes: &'a [u8], wanted: &[u8]| {
            let other =
                || if wanted.starts_with(bytes) { BoundsError::CutOff } else { BoundsError::OtherRules { name: rules.name().to_owned() } };
            bytes.strip_prefix(wanted).ok_or_else(other)
        };
        let mut rest = after(content, &start_of_file(&plain, &states))?;
        let mut lows = Vec::with_capacity(states.len());
        for row in states.rows() {
            rest = after(rest, &start_of_row(&states, &row))?;
            for index in row {
                rest = after(rest, &[states.state(index).total as u8])?;
                let low;
                (low, rest) = rest.split_first_chunk::<8>().ok_or(BoundsError::CutOff)?;
                lows.push(u64::from_le_bytes(*low));
            }
        }
        if !are_results(rest, &plain) {
            return Err(BoundsError::CutOff);
        }
        Ok(CertifiedBounds { states, throws, lows })
    }

    /// The lower and the upper bound of the value of a state, in points; `None` if the state cannot be reached.
    pub fn of(&self, state: &State) -> Option<[f64; 2]> {
        let low = *self.lows.get(self.states.find(&self.states.plain(state)?)?)?;
        let open = self.states.categories - state.filled.count();
        Some([low, low.saturating_add((self.throws * open) as u64)].map(points))
    }
}

/// The text before the first row.
pub(crate) fn start_of_file(rules: &PlainRules, states: &States) -> Vec<u8> {
    format!("yahtzee certificate 1\n{rules}rows {} states {} unit {UNIT}\n", states.rows().count(), states.len()).into_bytes()
}

/// The text after the last row.
pub(crate) fn results(rules: &PlainRules, [decisions, strict, ties, digest]: [u64; 4], expected: &str) -> String {
    let (sides, exponent) = (rules.all_sides(), rules.dice * rules.throws * rules.categories.len());
    let counts = format!("decisions {decisions}\nstrict {strict}\nties {ties}\ndigest {digest:016x}\n");
    format!("{counts}expected {expected} over {sides} to the power {exponent}\n")
}

/// Whether a text is the whole of some results. The checker proves their numbers.
fn are_results(text: &[u8], rules: &PlainRules) -> bool {
    let words: Vec<&str> = str::from_utf8(text).unwrap_or_default().split_ascii_whitespace().collect();
    let [_, decisions, _, strict, _, ties, _, digest, _, expected, ..] = words[..] else { return false };
    let numbers =
        [(decisions, 10), (strict, 10), (ties, 10), (digest, 16)].map(|(word, base)| u64::from_str_radix(word, base).unwrap_or(0));
    let is_whole = numbers[1].checked_add(numbers[2]) == Some(numbers[0]) && expected.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_whole && results(rules, numbers, expected).as_bytes() == text
}

/// The bytes of a row before its states.
pub(crate) fn start_of_row(states: &States, row: &std::ops::Range<usize>) -> Vec<u8> {
    let PlainState { mask, flag, .. } = states.state(row.start);
    // A row has from 1 to 256 totals.
    [&states.masks[mask].to_le_bytes()[..], &[u8::from(flag), (row.len() - 1) as u8]].concat()
}

pub(crate) fn checksum_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(DIGEST_START, |checksum, &byte| digest_with(checksum, byte.into()))
}

/// A bound in points, to the nearest f64.
pub(crate) fn points(bound: u64) -> f64 {
    bound as f64 / (1u64 << UNIT) as f64
}

/// The bytes of a certificate: the rules, the rows of states with their bounds, and the results.
pub(crate) fn file(game: &PlainGame, lows: &[u64], results: &str) -> Vec<u8> {
    let states = &game.states;
    let mut bytes = start_of_file(&game.rules, states);
    for row in states.rows() {
        bytes.extend(start_of_row(states, &row));
        for index in row {
            bytes.push(states.state(index).total as u8);
            bytes.extend(lows[index].to_le_bytes());
        }
    }
    bytes.extend(results.bytes());
    let checksum = checksum_of(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}
