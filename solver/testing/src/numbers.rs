//! Reproducible random games.

use yahtzee_rules::dice::Face;
use yahtzee_rules::{Action, Game, Move, Position, RuleSet, Stage};

/// Pseudo-random numbers from a seed.
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number.
    pub fn next_number(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize
    }

    /// The next number, from 0 to less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.next_number() % bound
    }

    /// The next move of a random game: dice that are often alike, holds, placements and zeros.
    pub fn next_move(&mut self, game: &Game) -> Move {
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
    pub fn play_on(&mut self, game: &mut Game, turns: usize) {
        while game.turns().len() < turns || game.turns().last().is_some_and(|turn| turn.placement().is_none()) {
            let next = self.next_move(game);
            game.play(next).unwrap();
        }
    }

    /// A game of this many random moves, or fewer if it is over before. Some turns are noted by their last roll or their result alone.
    pub fn noted_game(&mut self, rules: &RuleSet, rounds: u8, moves: usize) -> Game {
        let mut game = Game::with_rounds(rules, rounds).unwrap();
        for _ in 0..moves {
            if game.is_complete() {
                break;
            }
            let begins = game.turns().last().is_none_or(|turn| turn.placement().is_some());
            if begins && !rules.spare_throws().exist() && self.below(8) == 0 {
                self.note_turn(&mut game);
            } else {
                let next = self.next_move(&game);
                game.play(next).unwrap();
            }
        }
        game
    }

    /// Notes the last roll or the result of the next turn alone.
    fn note_turn(&mut self, game: &mut Game) {
        let rules = game.rules().clone();
        if self.below(2) == 0 {
            let Move::Roll(roll) = self.next_move(game) else { unreachable!("a turn begins") };
            game.play(Move::LastRoll(roll)).unwrap();
        } else {
            let open: Vec<_> = rules.categories().filter(|category| game.card().is_open(*category)).collect();
            let category = open[self.below(open.len())];
            let points = rules.possible_points(category);
            game.write(category, points[self.below(points.len())].into()).unwrap();
        }
    }
}
