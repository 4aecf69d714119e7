//! Strategies, and the turns that they answer.

use std::sync::Arc;

use yahtzee_kernel::{Lanes, Read, Source, Successors, TieOrder, Turns, Worths};

use super::block::BlockStrategy;
use super::chooser::Chooser;
use crate::dice::{DiceError, Hold, RerollsLeft, Roll};
use crate::game::Action;
use crate::rules::{Placement, RuleSet, State};
use crate::solve::{Model, TurnWorths};
use crate::space::StateError;

/// A strategy: it answers a whole turn of a state, for all rolls.
pub trait Strategy {
    /// The rules of the game.
    fn rules(&self) -> &RuleSet;

    /// The actions in a turn that starts in `state`: for every roll, with any number of rerolls left.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if no category is open, or the state cannot be reached in this game.
    fn turn(&self, state: &State) -> Result<TurnStrategy, StateError>;

    /// A number for the turn of a state: states with the same filled categories, flag, saved throws and number must have the same turn. By default
    /// each upper total has a separate number. Code that follows the strategy computes the turns of a class once.
    fn class(&self, state: &State) -> u64 {
        state.upper_total.get().into()
    }

    /// Like [`turn`](Strategy::turn), but reuses the memory of another turn of this strategy.
    ///
    /// # Errors
    ///
    /// As for [`turn`](Strategy::turn); the other turn then does not change.
    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        *turn = self.turn(state)?;
        Ok(())
    }
}

/// The strategy of the turn of one state: an action for every roll and number of rerolls left.
#[derive(Clone, Debug)]
pub struct TurnStrategy {
    model: Arc<Model>,
    state: State,
    block: BlockStrategy<1>,
}

impl TurnStrategy {
    /// The best turn of a state, by the values of a chooser.
    pub(super) fn by_values(chooser: &Chooser, state: &State) -> Result<TurnStrategy, StateError> {
        let mut turn = TurnStrategy { model: Arc::clone(&chooser.model), state: *state, block: BlockStrategy::new(chooser) };
        turn.choose_by(chooser, state)?;
        Ok(turn)
    }

    /// Changes to the best turn of another state.
    pub(super) fn choose_by(&mut self, chooser: &Chooser, state: &State) -> Result<(), StateError> {
        chooser.model.space.check_open(state)?;
        self.state = *state;
        self.block.enter_row(chooser, state.filled, state.flag);
        self.block.choose_one(chooser, chooser.model.space.lane(state), Turns::one(&chooser.model.plan.kernel, state.throws));
        Ok(())
    }

    /// The best turn by the worths of its ends; of equal worths, by the expected score from the chooser's values.
    pub fn by_worths(chooser: &Chooser, worths: &TurnWorths) -> TurnStrategy {
        let chooser = &chooser.with_model(worths.model());
        let Model { space, plan, .. } = &*chooser.model;
        let state = *worths.state();
        let mut turn = TurnStrategy { model: Arc::clone(&chooser.model), state, block: BlockStrategy::new(chooser) };
        turn.block.enter_row(chooser, state.filled, state.flag);
        let values = chooser.values_after(state.filled, state.flag);
        let values = Successors { values, shifts: space.shifts() };
        let lane = space.lane(&state);
        let ends =
            |source: &Source| Worths::<1>::new(Lanes([worths.read(source)]), TieOrder::of_placement(source), [values.read(source, lane)]);
        turn.block.choose_one_by_worth(chooser, &ends, Turns::one(&plan.kernel, state.throws));
        turn
    }

    /// The state that the turn starts in.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The action for `roll` with this many rerolls left.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if the roll is not of this game, or a turn of it has fewer rerolls.
    pub fn choose(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Result<Action, DiceError> {
        self.model.rules.roll(**roll)?;
        self.model.rules.rerolls_left_with(self.state.throws, rerolls_left.get())?;
        Ok(self.action(roll, rerolls_left))
    }

    /// [`choose`](TurnStrategy::choose) for a roll and rerolls of this game.
    pub(crate) fn action(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Action {
        let node = self.model.nodes.roll(roll).index();
        let nth = self.model.rules.nth_throw(&self.state, rerolls_left);
        let [choice] = self.block.choices().holds(rerolls_left.get(), nth)[node - self.model.nodes.rolls().start];
        if usize::from(choice) != node {
            let dice = *self.model.nodes.dice_at(choice.into());
            return Action::Hold(Hold::new(dice, roll).expect("a strategy holds dice of the roll"));
        }
        Action::Score(self.placement(roll, rerolls_left))
    }

    /// The strategy's placement of a roll of this game with this many rerolls left.
    pub(crate) fn placement(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Placement {
        let Model { rules, nodes, .. } = &*self.model;
        let index = nodes.roll_index(roll);
        let nth = rules.nth_throw(&self.state, rerolls_left);
        let [option] = self.block.choices().placements(rerolls_left.get(), nth)[index];
        let option = &self.block.options()[option as usize];
        let (category, written) = (option.category(), option.written());
        let placement = rules.place(&self.state, roll, rerolls_left, category).ok().filter(|placement| placement.points == written);
        // Different points mean a voluntary zero.
        placement
            .or_else(|| rules.place_zero(&self.state, roll, rerolls_left, category).ok())
            .expect("a strategy places rolls as the rules allow")
    }

    /// The model of the game.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The chosen actions by node, for following the strategy.
    pub fn block(&self) -> &BlockStrategy<1> {
        &self.block
    }
}
