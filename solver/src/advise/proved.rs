//! The games whose decisions were all proved, by the [fingerprint](RuleSet::fingerprint) of their rules.

use crate::rules::RuleSet;

/// A line for each game: its fingerprint and its name. `scripts/prove.py` writes it.
const PROVED: &str = include_str!("proved.txt");

/// Whether every decision of this game for the expected score was proved, and the checker accepted the certificate: `docs/trust.md` has the list. The
/// program then takes exact ties for ties, and nothing else.
///
/// ```
/// use yahtzee_solver::RuleSet;
/// use yahtzee_solver::advise::is_proved;
/// assert!(is_proved(&RuleSet::builtin("hasbro")?));
/// assert!(!is_proved(&RuleSet::builtin("maxi-yatzy")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_proved(rules: &RuleSet) -> bool {
    let fingerprint = format!("{:016x} ", rules.fingerprint());
    PROVED.lines().any(|line| line.starts_with(&fingerprint))
}
