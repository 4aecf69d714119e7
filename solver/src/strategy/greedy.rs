//! A player that takes the most points this turn.

use super::player::Player;
use crate::dice::Lanes;
use crate::game::{Action, Question};
use crate::rules::State;
use crate::solve::{ActionValues, Model, TIE_TOLERANCE};
use std::convert::Infallible;

/// Does what earns the most points on average this turn, as if it were the last: those written into the category and the extra bonus. What the turn
/// does to the turns to come, and to the upper bonus, is of no account. What earns as much stands in the order of ties
/// (see [`Advice`](crate::Advice)).
#[derive(Clone, Debug)]
pub struct Greedy<'a> {
    model: &'a Model,
    worth: ActionValues,
}

impl<'a> Greedy<'a> {
    /// The greedy player of a game.
    pub fn new(model: &'a Model) -> Greedy<'a> {
        Greedy { model, worth: ActionValues::new(model) }
    }
}

impl Player for Greedy<'_> {
    type Error = Infallible;

    fn choose(&mut self, question: &Question<'_>) -> Result<Action, Infallible> {
        // Points of this turn do not depend on the upper total.
        let state = State { upper_total: 0, ..question.card.state(question.rules) };
        self.worth.enter(self.model, &state, |source| Lanes([f64::from(source.points)]));
        let best = self.worth.best(self.model, &question.roll, question.rerolls_left);
        let worth = |option: &Action| match option {
            Action::Hold(hold) => self.worth.hold(self.model, hold, question.rerolls_left),
            Action::Score(placement) => f64::from(placement.points + placement.bonus),
        };
        let choice = question.options().find(|option| best - worth(option) < TIE_TOLERANCE);
        Ok(choice.expect("an option is the best"))
    }
}
