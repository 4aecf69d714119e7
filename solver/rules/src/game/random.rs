//! Random games, for tests.

use fastrand::Rng;

use crate::dice::{Dice, Face, RerollsLeft};
use crate::game::{Action, Game, Move, Stage};
use crate::rules::RuleSet;

/// A random legal move: dice that are often alike, so that jokers and extra bonuses occur; holds, early scores, voluntary zeros, results alone, last rolls.
pub(crate) fn random_move(game: &Game, random: &mut Rng) -> Option<Move> {
    let rules = game.rules();
    match game.stage() {
        Stage::Over => None,
        Stage::ToRoll { .. }
            if game.turns().last().is_none_or(|turn| turn.placement().is_some())
                && !rules.spare_throws().exist()
                && random.u8(0..8) == 0 =>
        {
            if random.bool() {
                let rolled = random_roll(rules, &Dice::NONE, |faces| random.u8(1..=faces));
                return Some(Move::LastRoll(rules.roll(rolled).unwrap()));
            }
            let open: Vec<_> = rules.categories().filter(|category| game.card().is_open(*category)).collect();
            let category = random.choice(open).unwrap();
            let points = random.choice(rules.possible_points(category)).unwrap();
            let mut after = game.clone();
            after.write(category, (*points).into()).unwrap();
            after.undo()
        }
        Stage::ToRoll { hold, .. } => {
            let alike = random.u8(0..3) == 0;
            let first = hold.faces().next().map(|face| face.pips()).unwrap_or_else(|| random.u8(1..=rules.die().face_count() as u8));
            let rolled = random_roll(rules, &hold, |faces| if alike { first.min(faces) } else { random.u8(1..=faces) });
            Some(Move::Roll(rules.roll(rolled).unwrap()))
        }
        Stage::ToChoose { roll, rerolls_left } => {
            if rerolls_left > RerollsLeft::NONE && random.u8(0..4) > 0 {
                return Some(Move::Choice(Action::Hold(random.choice(roll.holds()).unwrap())));
            }
            let state = game.card().state();
            let placement = random.choice(rules.placements(&state, &roll, rerolls_left).collect::<Vec<_>>()).unwrap();
            let is_zero = random.u8(0..6) == 0;
            let zero = Some(placement.category).filter(|_| is_zero);
            let zero = zero.and_then(|category| rules.place_zero(&state, &roll, rerolls_left, category).ok());
            let placement = zero.unwrap_or(placement);
            Some(Move::Choice(Action::Score(placement)))
        }
    }
}

/// Dice that are kept, and `face` for each other one: given the number of its faces.
fn random_roll(rules: &RuleSet, kept: &Dice, mut face: impl FnMut(u8) -> u8) -> Dice {
    let faces = rules.die().face_count() as u8;
    (kept.len()..rules.dice()).fold(*kept, |roll, _| roll.with(Face::new(face(faces)).unwrap()))
}

/// A game of this many random moves, or fewer if it is over before.
pub(crate) fn random_game(rules: &RuleSet, rounds: u8, moves: usize, random: &mut Rng) -> Game {
    let mut game = Game::with_rounds(rules, rounds).unwrap();
    for _ in 0..moves {
        let Some(next) = random_move(&game, random) else { break };
        game.play(next).unwrap();
    }
    game
}
