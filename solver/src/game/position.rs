//! What a question is about: a card, a roll and the rerolls left.

use super::action::Action;
use super::scorecard::Scorecard;
use crate::dice::{RerollsLeft, Roll};
use crate::rules::RuleSet;

/// What a player is asked: what to do with this roll.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The card so far, with a category open.
    pub card: &'a Scorecard,
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
}

impl Question<'_> {
    /// Everything that may be done, in the order of ties (see [`Advice`](crate::Advice)): placements by category, then holds, those of more dice
    /// first. Voluntary zeros are left out.
    pub fn options(&self) -> impl Iterator<Item = Action> {
        let state = self.card.state(self.rules);
        let placements: Vec<Action> = self.rules.placements(&state, &self.roll).map(Action::Score).collect();
        let holds = if self.rerolls_left == RerollsLeft::NONE { Vec::new() } else { self.roll.holds() };
        placements.into_iter().chain(holds.into_iter().map(Action::Hold))
    }
}
