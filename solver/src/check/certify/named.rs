//! The actions that the program names, in the numbers of the plain game.

use std::collections::HashMap;

use super::game::{PlainGame, PlainState};
use super::plain::PlainRoll;
use super::turn::{ActionNumber, Turn};
use crate::dice::{Dice, RerollsLeft, Roll};
use crate::game::Action;
use crate::rules::{Filled, Points, State};
use crate::solve::ValueTable;
use crate::strategy::{OptimalStrategy, Strategy, TurnStrategy};

/// The strategy of the program, and the numbers of its holds.
pub(super) struct Program<'a> {
    table: &'a ValueTable,
    strategy: OptimalStrategy,
    holds: HashMap<Dice, u32>,
    /// The rolls, in the order of the plain rules.
    rolls: Vec<Roll>,
}

impl<'a> Program<'a> {
    pub(super) fn new(table: &'a ValueTable, game: &PlainGame) -> Program<'a> {
        let die = table.rules().die();
        let dice = |pips: &Vec<u8>| die.dice(pips.iter().copied()).expect("dice of the game");
        let roll = |roll: &PlainRoll| Roll::new(dice(&roll.pips), game.rules.dice).expect("all dice");
        Program {
            table,
            strategy: OptimalStrategy::new(table),
            holds: game.holds.iter().map(dice).zip(0..).collect(),
            rolls: game.rules.rolls.iter().map(roll).collect(),
        }
    }

    /// The state of the program.
    pub(super) fn state(game: &PlainGame, state: &PlainState) -> State {
        State {
            filled: Filled::from_mask(game.states.masks[state.mask]),
            upper_total: Points::new(state.total as u32),
            flag: state.flag,
            throws: 0,
        }
    }

    /// The value of a state in the table.
    pub(super) fn value(&self, game: &PlainGame, state: &PlainState) -> f64 {
        self.table.value(&Program::state(game, state)).unwrap_or(f64::INFINITY)
    }

    /// The roll at this index of the plain rules.
    pub(super) fn roll(&self, roll: usize) -> Roll {
        self.rolls[roll]
    }

    /// The program's turn of a state.
    pub(super) fn turn(&self, state: &State) -> TurnStrategy {
        self.strategy.turn(state).expect("a state of the game with an open category")
    }

    /// Changes a turn to that of another state.
    pub(super) fn turn_into(&self, state: &State, turn: &mut TurnStrategy) {
        self.strategy.turn_into(state, turn).expect("a state of the game with an open category");
    }

    /// The number of the action that the program names; `None` if the rules do not have this action here.
    pub(super) fn number(&self, named: &TurnStrategy, turn: &Turn<'_>, rerolls_left: usize, roll: usize) -> Option<ActionNumber> {
        let rerolls = RerollsLeft::new(rerolls_left as u8).ok()?;
        match named.choose(&self.rolls[roll], rerolls).ok()? {
            Action::Hold(hold) => Some(turn.number_of_hold(*self.holds.get(&*hold)?)),
            Action::Score(placement) => {
                turn.number_of_score(rerolls_left, roll, placement.category.index(), placement.points + placement.bonus)
            }
        }
    }
}
