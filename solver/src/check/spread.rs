//! Verification of a spread table by definition.
//!
//! For each state, it computes the standard deviation of the final score and the chance of the upper bonus again, from the states that may follow. A
//! turn is played here with an explicit probability for each outcome of each hold. It shares only the table with `evaluate`.

use std::cmp::Reverse;

use super::verify::{Definition, Derived, Verification, Verifier, mean, most};
use crate::dice::Roll;
use crate::evaluate::SpreadTable;
use crate::rules::State;
use crate::solve::{RunError, TIE_TOLERANCE, ValueTable};
use crate::space::StateIndex;

/// The result of a verification of a spread table.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadVerification {
    /// The result for the standard deviations, in points.
    pub sd: Verification,
    /// The result for the chances of the upper bonus.
    pub upper_bonus: Verification,
}

impl Verifier<'_> {
    /// Checks the spread from every reachable state against the values of the verifier's table.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if the tables are of different games, or the progress callback stops it.
    pub fn all_spreads(&self, spread: &SpreadTable) -> Result<SpreadVerification, RunError> {
        self.check_spreads(spread, self.table.space().states(), self.table.space().len())
    }

    /// Checks the spread from the states that [`sample`](Verifier::sample) checks.
    ///
    /// # Errors
    ///
    /// A [`RunError`] if the tables are of different games, or the progress callback stops it.
    pub fn sample_spreads(&self, spread: &SpreadTable, states: usize, seed: u64) -> Result<SpreadVerification, RunError> {
        let sampled = self.sampled(states, seed);
        self.check_spreads(spread, sampled.iter().copied(), sampled.len())
    }

    fn check_spreads(
        &self,
        spread: &SpreadTable,
        states: impl Iterator<Item = (StateIndex, State)>,
        count: usize,
    ) -> Result<SpreadVerification, RunError> {
        self.table.rules().check_same_game(spread.rules())?;
        let definition = Definition::new(self.table.rules());
        let mut found = SpreadVerification { sd: Verification::default(), upper_bonus: Verification::default() };
        self.derive(
            states,
            count,
            |state| definition.spread(state, self.table, spread),
            |index, state, [sd, upper_bonus]| {
                let given = spread.of(&state).expect("a reachable state");
                let spread = |sd: f64| if sd < NO_SPREAD { 0.0 } else { sd };
                found.sd.add(Derived { index, state, value: spread(given.sd), derived: spread(sd) });
                found.upper_bonus.add(Derived { index, state, value: given.upper_bonus, derived: upper_bonus });
            },
        )?;
        Ok(found)
    }
}

/// A standard deviation below this is 0 but for rounding: the root of an error of a variance is far larger than the error.
const NO_SPREAD: f64 = 1e-4;

/// Averages over a turn: the squared deviation of its result from the value of the state, plus the variance after it; and the chance of the upper
/// bonus.
type Moments = [f64; 2];

impl Definition<'_> {
    /// The standard deviation of the points to come, and the chance of the upper bonus.
    fn spread(&self, state: &State, table: &ValueTable, spread: &SpreadTable) -> Moments {
        if state.filled.count() == self.rules.category_count() {
            let first = self.rules.upper_bonus().steps().first().copied();
            return [0.0, if first.is_some_and(|step| state.upper_total >= step.at) { 1.0 } else { 0.0 }];
        }
        let expected = table.value(state).expect("a reachable state");
        let scored = |roll: &Roll, rerolls_left| -> (f64, Moments) {
            let placements: Vec<_> = self.rules.choices(state, roll, rerolls_left).collect();
            let values: Vec<f64> = placements
                .iter()
                .map(|placement| f64::from(placement.points + placement.bonus) + table.value(&placement.next).unwrap_or(f64::NAN))
                .collect();
            let best = most(values.iter().copied());
            let chosen = (0..values.len()).find(|&choice| best - values[choice] < TIE_TOLERANCE).expect("every roll has a placement");
            let after = spread.of(&placements[chosen].next).expect("a reachable state");
            (best, [after.sd.powi(2) + (values[chosen] - expected).powi(2), after.upper_bonus])
        };
        // Without a reroll, no hold is worth anything.
        let mut best = vec![f64::NEG_INFINITY; self.rolls.len()];
        let mut results = vec![Moments::default(); self.rolls.len()];
        for rerolls_left in self.throws(state) {
            let of_holds: Vec<f64> = self.outcomes.iter().map(|outcomes| mean(outcomes, &best)).collect();
            let after_holds: Vec<Moments> = self.outcomes.iter().map(|outcomes| mean_moments(outcomes, &results)).collect();
            for (roll, dice) in self.rolls.iter().enumerate() {
                let (now, written) = scored(dice, rerolls_left);
                best[roll] = most(self.in_order_of_ties(roll).map(|hold| of_holds[hold])).max(now);
                let chosen = self.in_order_of_ties(roll).find(|&hold| best[roll] - of_holds[hold] < TIE_TOLERANCE);
                results[roll] = match chosen {
                    Some(hold) if best[roll] - now >= TIE_TOLERANCE => after_holds[hold],
                    _ => written,
                };
            }
        }
        let [variance, bonus] = mean_moments(&self.outcomes[0], &results);
        [variance.sqrt(), bonus]
    }

    /// The holds in a roll, in the order of ties: larger ones first.
    fn in_order_of_ties(&self, roll: usize) -> impl Iterator<Item = usize> {
        let mut holds = self.holds[roll].clone();
        // Holds of one size are adjacent, in their order.
        holds.sort_by_key(|&hold| Reverse(self.sizes[hold]));
        holds.into_iter()
    }
}

fn mean_moments(outcomes: &[(usize, f64)], results: &[Moments]) -> Moments {
    [0, 1].map(|part| outcomes.iter().map(|&(roll, probability)| probability * results[roll][part]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Follower;
    use crate::testing::table;

    #[test]
    fn right_spreads_are_right() {
        check_spreads(&[0, 4, 5]);
    }

    #[test]
    #[ignore = "deep"]
    fn right_spreads_are_right_in_more_games() {
        check_spreads(&[1, 2, 3]);
    }

    fn check_spreads(games: &[usize]) {
        for &number in games {
            let table = table(number);
            let spread = Follower::new(table).spread_table().unwrap();
            let verifier = Verifier::new(table);
            let found = if number < 4 { verifier.sample_spreads(&spread, 40, 3) } else { verifier.all_spreads(&spread) }.unwrap();
            assert_eq!((found.sd.wrong, found.upper_bonus.wrong), (0, 0), "{number}: {found:?}");
            // The solver measures deviations from the value of a zero, the definition from the value of the state. No digits are lost.
            assert!(found.sd.worst.unwrap().residual() < 1e-12, "{number}: {:?}", found.sd);
            assert!(found.upper_bonus.worst.unwrap().residual() < 1e-14, "{number}: {:?}", found.upper_bonus);
        }
    }

    #[test]
    fn a_wrong_spread_is_found() {
        let (small, other) = (table(4), table(5));
        let verifier = Verifier::new(small);
        let spread = Follower::new(small).spread_table().unwrap();
        let empty = small.space().position(&State::default());
        let bonus = verifier.all_spreads(&spread.changed(|[_, bonuses]| bonuses[empty] += 1e-6)).unwrap();
        assert_eq!((bonus.sd.wrong, bonus.upper_bonus.wrong, bonus.upper_bonus.worst.unwrap().index), (0, 1, StateIndex(0)));
        let variance = verifier.sample_spreads(&spread.changed(|[variances, _]| variances[empty] += 1e-6), 1, 0).unwrap();
        assert_eq!((variance.sd.wrong, variance.upper_bonus.wrong), (1, 0));
        let after = small
            .space()
            .position(&State { filled: crate::rules::Filled::NONE.with(small.rules().categories().next().unwrap()), ..State::default() });
        let later = verifier.all_spreads(&spread.changed(|[variances, _]| variances[after] += 1e-3)).unwrap();
        assert!(later.sd.wrong >= 2, "the state itself, and the one before it");
        assert!(Verifier::new(other).all_spreads(&spread).is_err());
    }
}
