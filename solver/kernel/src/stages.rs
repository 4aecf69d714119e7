//! The values of every action of a turn, kept while it is computed.

use std::ops::ControlFlow;

use super::turn::Turns;
use super::watch::Watch;

/// The values of a turn, in each lane of an element.
#[derive(Clone, Debug)]
pub struct Stages<E> {
    /// By the number of rerolls left, from 0, after a later throw if that makes a difference.
    pub later: Vec<Stage<E>>,
    /// After the first throw. Its holds equal the holds of a later throw.
    pub first: Stage<E>,
}

/// Values with one number of rerolls left.
#[derive(Clone, Debug)]
pub struct Stage<E> {
    /// The value of each hold; empty if no reroll is left.
    pub holds: Vec<E>,
    /// The value of scoring each roll; empty if it is the same as with no reroll left.
    pub scored: Vec<E>,
    /// The value of each roll's best action.
    pub best: Vec<E>,
}

impl<E> Default for Stage<E> {
    fn default() -> Self {
        Stage { holds: Vec::new(), scored: Vec::new(), best: Vec::new() }
    }
}

impl<E> Default for Stages<E> {
    fn default() -> Self {
        Stages { later: Vec::new(), first: Stage::default() }
    }
}

impl<E> Stages<E> {
    /// Makes room for these turns.
    pub fn make_room(&mut self, turns: Turns) {
        let most = self.later.len().max(usize::from(turns.most) + 1);
        self.later.resize_with(most, Stage::default);
    }

    /// The values after a throw that leaves this many rerolls.
    pub fn after(&self, rerolls_left: u8, is_first: bool) -> &Stage<E> {
        if is_first { &self.first } else { &self.later[usize::from(rerolls_left)] }
    }
}

impl<E: Clone> Watch<E> for Stages<E> {
    fn scored(&mut self, rerolls_left: u8, is_first: bool, rolls: &mut [E]) {
        let later = &mut self.later[usize::from(rerolls_left)];
        rolls.clone_into(if is_first { &mut self.first.scored } else { &mut later.scored });
    }

    fn best(&mut self, rerolls_left: u8, rolls: &[E]) {
        rolls.clone_into(&mut self.later[usize::from(rerolls_left)].best);
    }

    fn first(&mut self, _: u8, rolls: &[E]) {
        rolls.clone_into(&mut self.first.best);
    }

    fn held(&mut self, rerolls_left: u8, nodes: &mut [E]) -> ControlFlow<()> {
        nodes.clone_into(&mut self.later[usize::from(rerolls_left)].holds);
        ControlFlow::Continue(())
    }
}
