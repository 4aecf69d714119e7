//! What may look on while a turn is computed.

use std::ops::ControlFlow;

/// Observes the steps of a turn as it is computed.
pub trait Watch<E> {
    /// `rolls` has the value of the best action of each roll with this many rerolls left, after `nth` throws of its turn, as far as these
    /// [matter](super::LastThrow::nth); with 0 rerolls, the value of scoring it.
    #[inline(always)]
    fn best(&mut self, rerolls_left: u8, nth: usize, rolls: &[E]) {
        let _ = (rerolls_left, nth, rolls);
    }

    /// `rolls` has the value of the best action of each roll after the first throw of a turn, with this many rerolls left. Called for each computed
    /// turn, after [`best`](Watch::best).
    #[inline(always)]
    fn first(&mut self, rerolls_left: u8, rolls: &[E]) {
        let _ = (rerolls_left, rolls);
    }

    /// `rolls` has the value of scoring each roll with this many rerolls left, after `nth` throws of its turn, as far as these matter. Called once for all
    /// throws with the same scores. The watcher may change the values.
    #[inline(always)]
    fn scored(&mut self, rerolls_left: u8, nth: usize, rolls: &mut [E]) {
        let _ = (rerolls_left, nth, rolls);
    }

    /// `mean` is the value of a hold with this many rerolls left. The watcher may change it.
    #[inline(always)]
    fn mean(&mut self, rerolls_left: u8, hold: usize, mean: &mut E) {
        let _ = (rerolls_left, hold, mean);
    }

    /// `nodes` has the value of each hold with this many rerolls left, and of each roll with one fewer. The watcher may change them.
    /// `Break` ends the turn here.
    #[inline(always)]
    fn held(&mut self, rerolls_left: u8, nodes: &mut [E]) -> ControlFlow<()> {
        let _ = (rerolls_left, nodes);
        ControlFlow::Continue(())
    }
}

/// Ignores all steps.
impl<E> Watch<E> for () {}

/// Ends a turn once the holds with this many rerolls left have their values. `held` gets the values with each number of rerolls left, at their nodes.
pub struct UpToHolds<F> {
    /// The rerolls left at the end.
    pub rerolls: u8,
    /// Gets the values with each number of rerolls left.
    pub held: F,
}

impl<E, F: FnMut(u8, &[E])> Watch<E> for UpToHolds<F> {
    #[inline(always)]
    fn held(&mut self, rerolls_left: u8, nodes: &mut [E]) -> ControlFlow<()> {
        (self.held)(rerolls_left, nodes);
        if rerolls_left < self.rerolls { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
