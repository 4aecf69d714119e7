//! The optimal strategy.

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{RuleSet, State};
use crate::solve::ValueTable;
use crate::space::StateError;

/// The optimal strategy of a rule set: in every position the first option of the `Advice`. All code that plays or follows optimal
/// games uses it, so that it all plays the same games.
///
/// ```
/// use yahtzee_solver::{Action, OptimalStrategy, RuleSet, Solver, State, Strategy};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let turn = OptimalStrategy::new(&table).turn(&State::default())?;
/// let Action::Hold(hold) = turn.choose(&rules.parse_roll("11666")?, rules.rerolls())? else { panic!("a hold is best") };
/// assert_eq!(hold.to_string(), "6 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptimalStrategy {
    table: ValueTable,
    chooser: Chooser,
}

impl OptimalStrategy {
    /// The strategy that is optimal by the values of `table`.
    pub fn new(table: &ValueTable) -> OptimalStrategy {
        OptimalStrategy { table: table.clone(), chooser: Chooser::by_table(table) }
    }

    /// The table that it chooses by.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// Its values, and the actions in the order of ties.
    #[doc(hidden)]
    pub fn chooser(&self) -> &Chooser {
        &self.chooser
    }
}

impl Strategy for OptimalStrategy {
    fn rules(&self) -> &RuleSet {
        self.table.rules()
    }

    fn turn(&self, state: &State) -> Result<TurnStrategy, StateError> {
        TurnStrategy::by_values(&self.chooser, state)
    }

    fn class(&self, state: &State) -> u64 {
        self.table.space().lane(state) as u64
    }

    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        turn.choose_by(&self.chooser, state)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TABLES, card_after, numbers, table};
    use proptest::prelude::*;

    use super::super::block::BlockStrategy;
    use super::super::turn_strategy::Strategy as _;
    use super::*;
    use crate::Position;
    use crate::dice::{Lattice, RerollsLeft};
    use crate::evaluate::choose_block;
    use crate::rules::Filled;
    use crate::solve::Turns;
    use crate::space::{BLOCK, block_from};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn chooses_the_first_option_of_the_advice(rules in 0..TABLES, seed: u64) {
            let table = table(rules);
            let rules = table.rules();
            let mut random = numbers(seed);
            let card = card_after(rules, random() % rules.category_count(), &mut random);
            let state = card.state();
            let strategy = OptimalStrategy::new(table);
            let turn = strategy.turn(&state).unwrap();
            let mut block = BlockStrategy::<BLOCK>::new(strategy.chooser());
            block.enter_row(strategy.chooser(), state.filled, state.flag);
            let lane = table.space().lane(&state);
            let planes = table.space().plane_count(state.filled);
            choose_block(strategy.chooser(), &mut block, block_from(lane / BLOCK * BLOCK), Turns::all(&table.model().plan, planes));
            let first = card.rerolls().get();
            for rerolls in 0..=first {
                let one = turn.block().placements(rerolls, rerolls == first);
                let lanes = block.placements(rerolls, rerolls == first);
                prop_assert!(one.iter().zip(lanes).all(|(one, lanes)| one[0] == lanes[lane % BLOCK]));
            }
            let lattice = Lattice::new(rules.dice());
            for _ in 0..40 {
                let roll = lattice.roll_at(lattice.rolls().start + random() % lattice.rolls().len());
                for rerolls in 0..=first {
                    let rerolls_left = RerollsLeft::new(rerolls).unwrap();
                    let options = table.ranked_options(&Position::new(card.clone(), roll, rerolls_left).unwrap(), None);
                    let chosen = turn.choose(&roll, rerolls_left).unwrap();
                    prop_assert_eq!(chosen, options[0].action, "{} {} {}", card, roll, rerolls);
                    let index = lattice.node(&roll).index() - lattice.rolls().start;
                    let [one] = turn.block().holds(rerolls, rerolls == first)[index];
                    prop_assert_eq!(one, block.holds(rerolls, rerolls == first)[index][lane % BLOCK]);
                }
            }
        }
    }

    #[test]
    fn a_full_card_has_no_turn() {
        let table = table(0);
        let state = State { filled: Filled::all(table.rules().category_count()), ..State::default() };
        assert_eq!(OptimalStrategy::new(table).turn(&state).unwrap_err(), StateError::Full);
    }
}
