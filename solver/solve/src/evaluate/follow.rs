//! Following a strategy through a turn.

use crate::dice::{Lanes, Lattice};
use crate::strategy::BlockStrategy;

/// A throw of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thrown {
    pub(super) rerolls_left: u8,
    /// Whether it is the first of the turn.
    pub(super) is_first: bool,
}

/// Follows a strategy to the end of a turn, from the chance of each roll after a throw. `nodes` has an element for each node of the lattice: 0 for
/// each hold. `written` is called once for each throw with the chance that each roll is scored.
#[inline(always)]
pub(super) fn follow<const L: usize>(
    lattice: &Lattice,
    strategy: &BlockStrategy<L>,
    nodes: &mut [Lanes<L>],
    thrown: Thrown,
    mut written: impl FnMut(Thrown, &[Lanes<L>]),
) {
    let first_roll = lattice.rolls().start;
    for rerolls_left in (0..=thrown.rerolls_left).rev() {
        let thrown = Thrown { rerolls_left, is_first: thrown.is_first && rerolls_left == thrown.rerolls_left };
        if rerolls_left > 0 {
            for (roll, holds) in strategy.holds(rerolls_left, thrown.is_first).iter().enumerate() {
                let chance = std::mem::take(&mut nodes[first_roll + roll]);
                for (lane, (&hold, chance)) in holds.iter().zip(&chance.0).enumerate() {
                    nodes[usize::from(hold)].0[lane] += chance;
                }
            }
        }
        // The chance that stays at a roll is the chance that it is scored.
        written(thrown, &nodes[first_roll..]);
        nodes[first_roll..].fill(Lanes([0.0; L]));
        if rerolls_left > 0 {
            lattice.push(nodes);
        }
    }
}
