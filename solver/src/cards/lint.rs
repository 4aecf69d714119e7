//! Finds the rules of a card that never act.

use std::collections::HashSet;

use super::card::RuleCard;
use super::compiled::Rolls;
use super::strategy::CardStrategy;
use crate::solve::Model;
use crate::strategy::{MixedStrategy, TurnChances};

/// A rule that never acts: for every scorecard and roll, it does not match, or an earlier rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The rule for keeping with this number, from 1.
    Keep(usize),
    /// The rule for scoring with this number, from 1.
    Score(usize),
}

impl CardStrategy {
    /// The rules that never act. It tries every state of the game, but only one of the states with the same turn.
    pub fn idle_rules(&self, card: &RuleCard, model: &std::sync::Arc<Model>) -> Vec<Idle> {
        let mut acts = vec![false; card.len()];
        let mut turn = TurnChances::new(model);
        let mut tried = HashSet::new();
        for (_, state) in model.space.states() {
            if model.space.check_open(&state).is_err() || !tried.insert((state.filled, state.flag, state.throws, self.class(&state))) {
                continue;
            }
            turn.begin(&state);
            self.compiled.actions(&model.rules, &state, &mut turn, |rule, rolls: &Rolls| acts[rule] |= !rolls.is_empty());
            if !acts.contains(&false) {
                break;
            }
        }
        let number = |rule: usize| if rule < card.keep.len() { Idle::Keep(rule + 1) } else { Idle::Score(rule + 1 - card.keep.len()) };
        acts.iter().enumerate().filter(|(_, acts)| !**acts).map(|(rule, _)| number(rule)).collect()
    }
}
