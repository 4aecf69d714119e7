//! Reproducible random games.

use yahtzee_solver::dice::Face;
use yahtzee_solver::{Action, Game, Move, Position, Stage};

/// Pseudo-random numbers from a seed.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    /// The next move of a random game: dice that are often alike, holds, placements and zeros.
    pub(crate) fn next_move(&mut self, game: &Game) -> Move {
        let rules = game.rules();
        match game.stage() {
            Stage::ToRoll { hold, .. } => {
                let alike = self.below(2) == 0;
                let first = hold.faces().next().map_or_else(|| self.below(rules.die().face_count()) as u8 + 1, |face| face.pips());
                let faces = rules.die().face_count();
                let dice = (hold.len()..rules.dice())
                    .fold(hold, |dice, _| dice.with(Face::ALL[if alike { usize::from(first - 1) } else { self.below(faces) }]));
                Move::Roll(rules.roll(dice).unwrap())
            }
            Stage::ToChoose { roll, rerolls_left } => {
                let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                let state = position.state();
                let zeros = rules.categories().filter_map(|category| rules.place_zero(state, &roll, rerolls_left, category).ok());
                let actions: Vec<Action> = position.actions().chain(zeros.map(Action::Score)).collect();
                Move::Choice(actions[self.below(actions.len())])
            }
            Stage::Over => panic!("the game is over"),
        }
    }

    /// Plays a game on until it has this many turns, all finished.
    pub(crate) fn play_on(&mut self, game: &mut Game, turns: usize) {
        while game.turns().len() < turns || game.turns().last().is_some_and(|turn| turn.placement().is_none()) {
            let next = self.next_move(game);
            game.play(next).unwrap();
        }
    }
}
