//! The values of every action of a turn, kept while it is computed.

use std::ops::ControlFlow;

use super::plan::Plan;
use super::turn::Turns;
use super::watch::Watch;

/// The values of a turn, in each lane of an element.
#[derive(Clone, Debug)]
pub struct Stages<E> {
    /// By the number of rerolls left, the value of each hold; empty if none is left.
    pub holds: Vec<Vec<E>>,
    /// For each scoring of the game, by the number of rerolls left.
    throws: Vec<Vec<Stage<E>>>,
}

/// Values after a throw.
#[derive(Clone, Debug)]
struct Stage<E> {
    /// The value of scoring each roll; empty if it is the same as with one reroll fewer left.
    scored: Vec<E>,
    /// The value of each roll's best action.
    best: Vec<E>,
}

impl<E> Default for Stage<E> {
    fn default() -> Self {
        Stage { scored: Vec::new(), best: Vec::new() }
    }
}

impl<E> Default for Stages<E> {
    fn default() -> Self {
        Stages { holds: Vec::new(), throws: Vec::new() }
    }
}

impl<E> Stages<E> {
    /// Makes room for these turns.
    pub fn make_room(&mut self, plan: &Plan, turns: Turns) {
        let most = self.holds.len().max(usize::from(turns.most) + 1);
        self.holds.resize_with(most, Vec::new);
        self.throws.resize_with(plan.scorings.len(), Vec::new);
        self.throws.iter_mut().for_each(|stages| stages.resize_with(most, Stage::default));
    }

    fn of_throw(&self, nth: usize) -> &[Stage<E>] {
        &self.throws[nth.min(self.throws.len() - 1)]
    }

    /// The value of each roll's best action after a throw that follows this many of its turn, and leaves this many rerolls.
    pub fn best(&self, rerolls_left: u8, nth: usize) -> &[E] {
        &self.of_throw(nth)[usize::from(rerolls_left)].best
    }

    /// The value of scoring each roll then.
    pub fn scored(&self, rerolls_left: u8, nth: usize) -> &[E] {
        let mut stages = self.of_throw(nth)[..=usize::from(rerolls_left)].iter().rev();
        &stages.find(|stage| !stage.scored.is_empty()).expect("scoring is valued at least once").scored
    }
}

impl<E: Clone> Watch<E> for Stages<E> {
    fn scored(&mut self, rerolls_left: u8, nth: usize, rolls: &mut [E]) {
        rolls.clone_into(&mut self.throws[nth][usize::from(rerolls_left)].scored);
    }

    fn best(&mut self, rerolls_left: u8, nth: usize, rolls: &[E]) {
        rolls.clone_into(&mut self.throws[nth][usize::from(rerolls_left)].best);
    }

    fn held(&mut self, rerolls_left: u8, nodes: &mut [E]) -> ControlFlow<()> {
        nodes.clone_into(&mut self.holds[usize::from(rerolls_left)]);
        ControlFlow::Continue(())
    }
}
