//! Following a strategy through a turn.

use crate::dice::{Lanes, Lattice};
use crate::strategy::BlockStrategy;

/// Follows a strategy to the end of a turn, from the chance of each roll with this many rerolls left. `nodes` has an element for each node of the
/// lattice: 0 for each hold. `written` is called with the chance that each roll (counted from 0) is scored, once for each number of rerolls
/// left, in the order of rolls.
#[inline(always)]
pub(super) fn follow<const L: usize>(
    lattice: &Lattice,
    strategy: &BlockStrategy<L>,
    nodes: &mut [Lanes<L>],
    rerolls_left: u8,
    mut written: impl FnMut(usize, &Lanes<L>),
) {
    let first_roll = lattice.rolls().start;
    let mut write_rolls = |nodes: &mut [Lanes<L>]| {
        for (roll, node) in nodes[first_roll..].iter_mut().enumerate() {
            written(roll, node);
            *node = Lanes::default();
        }
    };
    for rerolls_left in (1..=rerolls_left).rev() {
        for (roll, holds) in strategy.holds(rerolls_left).iter().enumerate() {
            let chance = std::mem::take(&mut nodes[first_roll + roll]);
            for (lane, (&hold, chance)) in holds.iter().zip(&chance.0).enumerate() {
                nodes[usize::from(hold)].0[lane] += chance;
            }
        }
        // The chance that stays at a roll is the chance that it is scored.
        write_rolls(nodes);
        lattice.push(nodes);
    }
    write_rolls(nodes);
}
