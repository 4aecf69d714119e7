//! The positions that a player reaches by its own play, found from its answers.
//!
//! ```text
//! the first layer is the state in which the games start
//! for each layer of states:
//!     ask about every roll after the first throw of a turn
//!     for each further throw:
//!         carry the holds of the answers up the lattice, and ask about the rolls that they lead to
//!     the next layer: the states after each answer that scores
//! ```
//!
//! All states of a layer have the same number of filled categories, so no state is met again in a later layer.

use super::decisions::{Decision, set};
use super::policy::RecordedPolicy;
use crate::dice::RerollsLeft;
use crate::rules::State;
use crate::solve::Model;

/// A walk over the turns of a game, one throw of one layer of states at a time.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The states of the layer, as they are asked about.
    layer: Vec<State>,
    /// The number of throws of the layer that are still to be asked about.
    throws_left: u8,
}

impl Walk {
    /// A walk from this state on.
    pub(super) fn new(model: &Model, start: State) -> Walk {
        Walk::over(model, vec![start])
    }

    fn over(model: &Model, mut layer: Vec<State>) -> Walk {
        layer.retain(|state| state.filled.count() < model.rules.category_count());
        let throws_left = layer.iter().map(|state| model.plan.rerolls(state.throws) + 1).max().unwrap_or(0);
        Walk { layer, throws_left }
    }
}

impl RecordedPolicy {
    /// Whether there are positions to answer. Among the positions that a player [reaches](super::Decisions::reached), once all have answers it adds
    /// those that the answers lead to.
    pub fn goes_on(&mut self) -> bool {
        while self.answered() == self.decisions.len() {
            let Some(walk) = self.decisions.walk.take() else { return false };
            self.decisions.walk = match walk.throws_left.checked_sub(1) {
                Some(rerolls_left) => {
                    self.throw(&walk.layer, rerolls_left);
                    Some(Walk { throws_left: rerolls_left, ..walk })
                }
                None => Some(Walk::over(&self.decisions.model, self.states_after(&walk.layer))).filter(|walk| !walk.layer.is_empty()),
            };
        }
        true
    }

    /// Adds the positions of these states with some number of rerolls left.
    fn throw(&mut self, layer: &[State], rerolls_left: u8) {
        let (mut nodes, mut bits) = (vec![0.0; self.decisions.model.lattice.len()], vec![0; self.decisions.rolls.len().div_ceil(64)]);
        for state in layer {
            let most = self.decisions.model.plan.rerolls(state.throws);
            if most == rerolls_left {
                self.decisions.add(*state, rerolls_left, None);
            } else if most > rerolls_left {
                self.rolls_after(state, rerolls_left + 1, &mut nodes, &mut bits);
                if bits.iter().any(|&word| word > 0) {
                    self.decisions.add(*state, rerolls_left, Some(&bits));
                }
            }
        }
    }

    /// Finds the rolls that may follow the answers of a state with this number of rerolls left.
    fn rolls_after(&self, state: &State, rerolls_left: u8, nodes: &mut [f64], bits: &mut [u64]) {
        let lattice = &self.decisions.model.lattice;
        nodes.fill(0.0);
        bits.fill(0);
        for (position, roll) in self.decisions.rolls_of(state, rerolls_left) {
            for (number, _) in self.actions_at(position) {
                if let Some(node) = self.decisions.numbers.holds(roll).get(number) {
                    nodes[usize::from(*node)] = 1.0;
                }
            }
        }
        lattice.push(nodes);
        let rolls = nodes[lattice.rolls()].iter().enumerate();
        rolls.filter(|(_, chance)| **chance > 0.0).for_each(|(roll, _)| set(bits, roll));
    }

    /// The states that follow the turns of a layer, in the order of their places.
    fn states_after(&self, layer: &[State]) -> Vec<State> {
        let model = &self.decisions.model;
        let mut is_met = vec![false; model.space.width()];
        let mut next = Vec::new();
        for state in layer {
            let most = model.plan.rerolls(state.throws);
            for rerolls_left in 0..=most {
                let rerolls = RerollsLeft::new(rerolls_left).expect("the rerolls of a turn");
                for (position, roll) in self.decisions.rolls_of(state, rerolls_left) {
                    let decision = Decision { state, rerolls_left, roll };
                    for (number, _) in self.actions_at(position) {
                        let Some((category, points)) = self.scored(&decision, number) else { continue };
                        let after = self.decisions.asked(&model.rules.after(state, category, points, rerolls));
                        if !std::mem::replace(&mut is_met[model.space.position(&after)], true) {
                            next.push(after);
                        }
                    }
                }
            }
        }
        next.sort_unstable_by_key(|state| model.space.position(state));
        next
    }
}
