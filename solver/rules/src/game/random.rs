//! Random games, for tests.

use fastrand::Rng;

use crate::dice::RerollsLeft;
use crate::game::{Action, Game, Move, Stage};
use crate::rules::RuleSet;

/// A random legal move: dice that are often alike, so that jokers and extra bonuses occur; holds, early scores, voluntary zeros, results alone, last rolls.
pub(crate) fn random_move(game: &Game, random: &mut Rng) -> Option<Move> {
    let rules = game.rules();
    let faces = rules.die().face_count() as u8;
    match game.stage() {
        Stage::Over => None,
        Stage::ToRoll { .. }
            if game.turns().last().is_none_or(|turn| turn.placement().is_some())
                && !rules.spare_throws().exist()
                && random.u8(0..8) == 0 =>
        {
            if random.bool() {
                let rolled = std::iter::repeat_with(|| random.u8(1..=faces)).take(rules.dice());
                return Some(Move::LastRoll(rules.roll_of_pips(rolled).unwrap()));
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
            let first = hold.faces().next().map_or_else(|| random.u8(1..=faces), |face| face.pips());
            let rolled = std::iter::repeat_with(|| if alike { first } else { random.u8(1..=faces) }).take(rules.dice() - hold.len());
            let pips = hold.faces().map(|face| face.pips()).chain(rolled.collect::<Vec<_>>());
            Some(Move::Roll(rules.roll_of_pips(pips).unwrap()))
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

/// A game of this many random moves, or fewer if it is over before.
pub(crate) fn random_game(rules: &RuleSet, rounds: u8, moves: usize, random: &mut Rng) -> Game {
    let mut game = Game::with_rounds(rules, rounds).unwrap();
    for _ in 0..moves {
        let Some(next) = random_move(&game, random) else { break };
        game.play(next).unwrap();
    }
    game
}
