//! Decisions made with help: after a hint, or in place of a choice that was taken back. They do not show what a player found alone.

use yahtzee_solver::game::Decision;
use yahtzee_solver::{Action, Position};

use super::seat::{Mode, Seat};

impl Seat {
    /// The first choice in a position of a turn, if it was taken back.
    pub fn first_choice(&self, turn: usize, position: &Position) -> Option<Action> {
        let mut choices = self.taken_back.iter().filter(|taken| taken.turn == turn && taken.action.is_some());
        choices.find(|taken| taken.position == *position)?.action
    }

    /// The number of decisions made with help. Without a coach all options are shown, and none is counted.
    pub fn aided(&self, mode: Mode) -> usize {
        if mode.coach.is_none() || (self.hinted.is_empty() && self.taken_back.is_empty()) {
            return 0;
        }
        let decisions = self.game.played().flat_map(|played| {
            let position = move |decision: &Decision| Position::new(played.card.clone(), decision.roll, decision.rerolls_left);
            played.turn.decisions().iter().map(move |decision| (played.number, position(decision).expect("a position of a game"), decision))
        });
        let is_aided = |(number, (turn, position, decision)): &(usize, (usize, Position, &Decision))| {
            let changed = || self.first_choice(*turn, position).is_some_and(|first| first != decision.choice);
            self.hinted.contains(number) || changed()
        };
        decisions.enumerate().filter(is_aided).count()
    }
}
