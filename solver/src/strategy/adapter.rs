//! A strategy as a player.

use super::optimal::{OptimalStrategy, TurnStrategy};
use super::player::Player;
use crate::game::{Action, Question};
use crate::solve::ValueTable;
use std::convert::Infallible;

/// Does what is best: the first option of the [`Advice`](crate::Advice).
#[derive(Clone, Debug)]
pub struct Optimal<'a> {
    policy: OptimalStrategy<'a>,
    turn: Option<TurnStrategy>,
}

impl<'a> Optimal<'a> {
    /// The optimal player, by this table.
    pub fn new(table: &'a ValueTable) -> Optimal<'a> {
        Optimal { policy: OptimalStrategy::new(table), turn: None }
    }
}

impl Player for Optimal<'_> {
    type Error = Infallible;

    fn choose(&mut self, question: &Question<'_>) -> Result<Action, Infallible> {
        let state = question.card.state(question.rules);
        let open = "a question has an open category";
        let turn = match self.turn.take() {
            Some(turn) if *turn.state() == state => turn,
            Some(mut turn) => {
                self.policy.turn_into(&state, &mut turn).expect(open);
                turn
            }
            None => self.policy.turn(&state).expect(open),
        };
        Ok(self.turn.insert(turn).choose(&question.roll, question.rerolls_left))
    }
}
