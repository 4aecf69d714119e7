//! The file of a certificate, and the bounds in it: `docs/certificate.md` describes the bytes.

use super::game::{PlainGame, PlainState, States};
use super::plain::{NotPlain, PlainRules};
use super::turn::{DIGEST_START, UNIT, digest_with};
use crate::rules::{RuleSet, State};
use crate::say;

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
    #[error("{}", say!("no certificate, or a damaged one: its checksum does not match"))]
    Damaged,
    /// It is of other rules.
    #[error("{}", say!("the certificate is of other rules than '{}'", .name))]
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
    /// [`BoundsError`] if the bytes are damaged or of other rules.
    pub fn read(bytes: &[u8], rules: &RuleSet) -> Result<CertifiedBounds, BoundsError> {
        let plain = PlainRules::new(rules)?;
        let (content, checksum) = bytes.split_last_chunk::<8>().ok_or(BoundsError::Damaged)?;
        if u64::from_le_bytes(*checksum) != checksum_of(content) {
            return Err(BoundsError::Damaged);
        }
        let (states, throws) = (States::new(&plain), plain.throws);
        // The rules determine everything but the bounds and the results.
        let other = || BoundsError::OtherRules { name: rules.name().to_owned() };
        let mut rest = content.strip_prefix(&*start_of_file(&plain, &states)).ok_or_else(other)?;
        let mut lows = Vec::with_capacity(states.len());
        for row in states.rows() {
            rest = rest.strip_prefix(start_of_row(&states, &row).as_slice()).ok_or_else(other)?;
            for index in row {
                rest = rest.strip_prefix(&[states.state(index).total as u8]).ok_or_else(other)?;
                let (low, after) = rest.split_first_chunk::<8>().ok_or_else(other)?;
                lows.push(u64::from_le_bytes(*low));
                rest = after;
            }
        }
        Ok(CertifiedBounds { states, throws, lows })
    }

    /// The lower and the upper bound of the value of a state, in points; `None` if the state cannot be reached.
    pub fn of(&self, state: &State) -> Option<[f64; 2]> {
        let mask = self.states.find_mask(state.filled.mask())?;
        let plain = PlainState { mask, flag: state.flag, total: state.upper_total.get() as usize };
        let low = *self.lows.get(self.states.find(&plain)?)?;
        let open = self.states.categories - state.filled.count();
        Some([low, low.saturating_add((self.throws * open) as u64)].map(points))
    }
}

/// The text before the first row.
pub(super) fn start_of_file(rules: &PlainRules, states: &States) -> Vec<u8> {
    format!("yahtzee certificate 1\n{rules}rows {} states {} unit {UNIT}\n", states.rows().count(), states.len()).into_bytes()
}

/// The bytes of a row before its states.
pub(super) fn start_of_row(states: &States, row: &std::ops::Range<usize>) -> Vec<u8> {
    let PlainState { mask, flag, .. } = states.state(row.start);
    // A row has from 1 to 256 totals.
    [&states.masks[mask].to_le_bytes()[..], &[u8::from(flag), (row.len() - 1) as u8]].concat()
}

pub(super) fn checksum_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(DIGEST_START, |checksum, &byte| digest_with(checksum, byte.into()))
}

/// A bound in points, to the nearest f64.
pub(super) fn points(bound: u64) -> f64 {
    bound as f64 / (1u64 << UNIT) as f64
}

/// The bytes of a certificate: the rules, the rows of states with their bounds, and the results.
pub(super) fn file(game: &PlainGame, lows: &[u64], results: &str) -> Vec<u8> {
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
