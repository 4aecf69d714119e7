//! Strategies, and the turns that they answer.

use std::sync::Arc;

use super::block::BlockStrategy;
use super::chooser::Chooser;
use super::chosen::{ByWorth, Chosen, TieOrder};
use crate::dice::{DiceError, Hold, Lanes, RerollsLeft, Roll};
use crate::game::Action;
use crate::rules::{Placement, RuleSet, State};
use crate::solve::{Model, Read, Source, Successors, TurnWorths, Turns, Workspace};
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
        self.block.choose(chooser, [chooser.model.space.lane(state)], Turns::one(&chooser.model.plan, state.saved));
        Ok(())
    }

    /// The best turn by the worths of its ends; of equal worths, by the expected score from the chooser's values.
    #[doc(hidden)]
    pub fn by_worths(chooser: &Chooser, worths: &TurnWorths) -> TurnStrategy {
        let chooser = &chooser.with_model(worths.model());
        let Model { lattice, space, plan, .. } = &*chooser.model;
        let state = *worths.state();
        let mut turn = TurnStrategy { model: Arc::clone(&chooser.model), state, block: BlockStrategy::new(chooser) };
        turn.block.enter_row(chooser, state.filled, state.flag);
        let [values] = &*chooser.values_after(state.filled, state.flag);
        let values = Successors { values, shifts: space.shifts() };
        let lane = space.lane(&state);
        let ends = |source: &Source| {
            Chosen::<1, 1, ByWorth>::new(Lanes([worths.read(source)]), TieOrder::of_placement(source), [values.read(source, lane)])
        };
        let mut workspace = Workspace::new(lattice, plan, &Chosen::default());
        turn.block.choose_by(chooser, &mut workspace, &ends, Turns::one(plan, state.saved));
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
        self.model.rules.rerolls_left_with(self.state.saved, rerolls_left.get())?;
        Ok(self.action(roll, rerolls_left))
    }

    /// [`choose`](TurnStrategy::choose) for a roll and rerolls of this game.
    pub(crate) fn action(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Action {
        let node = self.model.lattice.node(roll).index();
        let is_first = self.model.rules.is_first_throw(&self.state, rerolls_left);
        let [choice] = self.block.holds(rerolls_left.get(), is_first)[node - self.model.lattice.rolls().start];
        if usize::from(choice) != node {
            let dice = *self.model.lattice.dice_at(choice.into());
            return Action::Hold(Hold::new(dice, roll).expect("a strategy holds dice of the roll"));
        }
        Action::Score(self.placement(roll, rerolls_left))
    }

    /// The strategy's placement of a roll of this game with this many rerolls left.
    pub(crate) fn placement(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Placement {
        let Model { rules, lattice, .. } = &*self.model;
        let index = lattice.node(roll).index() - lattice.rolls().start;
        let is_first = rules.is_first_throw(&self.state, rerolls_left);
        let [option] = self.block.placements(rerolls_left.get(), is_first)[index];
        let Source { category, written, .. } = self.block.options()[usize::from(option)].source;
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
    pub(crate) fn block(&self) -> &BlockStrategy<1> {
        &self.block
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dice::Dice;
    use crate::game::Position;
    use crate::solve::{Utility, UtilitySolver, WORTH_TIE_TOLERANCE};
    use crate::strategy::OptimalStrategy;
    use crate::testing::{TABLES, card_after, numbers, table, throw};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The options of a turn by the worths of its ends: their mean over the first roll is the value of the state, and the strategy takes the
        /// first option.
        #[test]
        fn worths_rank_the_options_and_guide_the_turn(rules in 0..TABLES, seed: u64, target in 0..400i32, exactly: bool) {
            let table = table(rules);
            let (model, rules) = (table.model(), table.rules());
            let mut random = numbers(seed);
            let open = 1 + random() % rules.category_count().min(4);
            let card = card_after(rules, rules.category_count() - open, &mut random);
            let utility = if exactly { Utility::exactly(target) } else { Utility::target(target) };
            let score = (card.score() - card.upper_bonus()).get() as i32;
            let values = UtilitySolver::new(model, &utility).work(&card.state(), score, score).unwrap().solve().unwrap();
            let worths = Arc::new(values.turn(score).unwrap());
            let strategy = OptimalStrategy::new(table);
            let turn = TurnStrategy::by_worths(strategy.chooser(), &worths);
            let chances = throw(rules, Dice::default());
            let mut mean = 0.0;
            for roll in model.rolls() {
                for rerolls in 0..=card.rerolls().get() {
                    let rerolls_left = RerollsLeft::new(rerolls).unwrap();
                    let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
                    let options = table.ranked_options(&position, Some(&worths));
                    let choice = turn.choose(&roll, rerolls_left).unwrap();
                    let [best, chosen] = [&options[0], options.iter().find(|option| option.action == choice).unwrap()];
                    // Ties are found pair by pair, so a chain of near ties may span more than one tolerance.
                    prop_assert!(chosen.worth.unwrap().loss < 10.0 * WORTH_TIE_TOLERANCE, "{} {} {:?} {:?}", card, roll, best, chosen);
                    prop_assert!(options.iter().any(|option| option.loss == 0.0));
                    if position.is_first_throw() {
                        mean += best.worth.unwrap().value * chances[&roll];
                    }
                }
            }
            prop_assert!((mean - values.value(score).unwrap()).abs() < 1e-12);
        }
    }
}
