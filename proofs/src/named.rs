//! The actions that the program names, in the numbers of the plain game.

use std::collections::HashMap;

use yahtzee_solver::dice::{Dice, RerollsLeft, Roll};
use yahtzee_solver::game::Action;
use yahtzee_solver::rules::State;
use yahtzee_solver::solve::ValueTable;
use yahtzee_solver::strategy::{OptimalStrategy, Strategy, TurnStrategy};

use crate::game::{PlainGame, PlainState};
use crate::plain::PlainRoll;
use crate::turn::{ActionNumber, LayerTurns};

/// The strategy of the program, and the numbers of its holds.
pub(crate) struct Program<'a> {
    table: &'a ValueTable,
    strategy: OptimalStrategy,
    holds: HashMap<Dice, u32>,
    /// The rolls, in the order of the plain rules.
    rolls: Vec<Roll>,
}

impl<'a> Program<'a> {
    pub(crate) fn new(table: &'a ValueTable, game: &PlainGame) -> Program<'a> {
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

    /// The value of a state in the table.
    pub(crate) fn value(&self, game: &PlainGame, state: &PlainState) -> f64 {
        self.table.value(&game.states.of_program(state)).unwrap_or(f64::INFINITY)
    }

    /// The roll at this index of the plain rules.
    pub(crate) fn roll(&self, roll: usize) -> Roll {
        self.rolls[roll]
    }

    /// The program's turn of a state.
    pub(crate) fn turn(&self, state: &State) -> TurnStrategy {
        self.strategy.turn(state).expect("a state of the game with an open category")
    }

    /// Changes a turn to that of another state.
    pub(crate) fn turn_into(&self, state: &State, turn: &mut TurnStrategy) {
        self.strategy.turn_into(state, turn).expect("a state of the game with an open category");
    }

    /// The number of the action that the program names; `None` if the rules do not have this action here.
    pub(crate) fn number(&self, named: &TurnStrategy, turn: &LayerTurns<'_>, rerolls_left: usize, roll: usize) -> Option<ActionNumber> {
        let rerolls = RerollsLeft::new(rerolls_left as u8).ok()?;
        match named.choose(&self.rolls[roll], rerolls).ok()? {
            Action::Hold(hold) => Some(turn.number_of_hold(*self.holds.get(&*hold)?)),
            Action::Score(placement) => {
                turn.number_of_score(rerolls_left, roll, placement.category.index(), placement.points + placement.bonus)
            }
        }
    }
}
