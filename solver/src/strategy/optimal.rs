//! The optimal policy: the one option that an optimal player takes, whatever the state, the roll and the rerolls left.
//!
//! It is the first option of an [`Advice`](crate::Advice): the best, or where others are as good ([`TIE_TOLERANCE`]) the first of them in the order of ties.
//! All that plays or follows optimal games asks here, so that all of it plays the same games.
//!
//! States that share a lane of a row have one policy. The lanes of a block are worked out together, as in the turn kernel.

use std::sync::Arc;

use super::block::BlockStrategy;
use crate::dice::{Hold, RerollsLeft, Roll};
use crate::game::{Action, CardError};
use crate::rules::{Category, Placement, Points, State};
use crate::solve::{Model, ValueTable};

/// The optimal policy of a rule set.
///
/// ```
/// use yahtzee_solver::{Action, OptimalStrategy, RuleSet, Solver, State};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve();
/// let turn = OptimalStrategy::new(&table).turn(&State::default())?;
/// let Action::Hold(hold) = turn.choose(&rules.parse_roll("11666")?, rules.rerolls()) else { panic!("a hold is best") };
/// assert_eq!(hold.to_string(), "6 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptimalStrategy<'a> {
    pub(super) table: &'a ValueTable,
    /// What ordinary dice can score, by category, then by points.
    pub(super) scores: Vec<(Category, Points)>,
    /// Where the scores of each category start; one more entry for the end.
    pub(super) score_start: Vec<usize>,
    /// The score of each roll in each category: categories of the first roll first.
    pub(super) score_of: Vec<u16>,
    /// The rolls that are a further n of a kind once its category is filled.
    pub(super) further: Vec<usize>,
    /// The holds within each roll, the last in the order of ties first.
    pub(super) holds: Vec<u16>,
    /// Where the holds of each roll end.
    pub(super) holds_end: Vec<usize>,
}

impl<'a> OptimalStrategy<'a> {
    /// The policy that earns what `table` promises.
    pub fn new(table: &'a ValueTable) -> OptimalStrategy<'a> {
        let model = table.model();
        let rolls: Vec<Roll> = model.rolls().collect();
        let rules = &model.rules;
        let mut policy = OptimalStrategy {
            table,
            scores: Vec::new(),
            score_start: vec![0],
            score_of: vec![0; rolls.len() * rules.category_count()],
            further: Vec::new(),
            holds: Vec::new(),
            holds_end: Vec::with_capacity(rolls.len()),
        };
        for category in rules.categories() {
            let points: Vec<Points> = rolls.iter().map(|roll| rules.points(category, roll)).collect();
            let mut distinct = points.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let start = policy.scores.len();
            for (roll, points) in points.iter().enumerate() {
                let score = start + distinct.binary_search(points).expect("one of the points");
                policy.score_of[roll * rules.category_count() + category.index()] = score as u16;
            }
            policy.scores.extend(distinct.into_iter().map(|points| (category, points)));
            policy.score_start.push(policy.scores.len());
        }
        let mut holds: Vec<usize> = model.lattice.holds().collect();
        // Nodes of one size stand in the order of ties; more dice come first. This is the reverse.
        holds.sort_by_key(|&hold| (model.lattice.dice_at(hold).len(), std::cmp::Reverse(hold)));
        for (index, roll) in rolls.iter().enumerate() {
            if rules.further_face(roll).is_some() {
                policy.further.push(index);
            }
            policy.holds.extend(holds.iter().filter(|&&hold| roll.contains(model.lattice.dice_at(hold))).map(|&hold| hold as u16));
            policy.holds_end.push(policy.holds.len());
        }
        policy
    }

    /// The table whose values the policy earns.
    pub fn table(&self) -> &'a ValueTable {
        self.table
    }

    /// What to do in a turn that starts in `state`: for every roll, with any number of rerolls left.
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] where no category is open.
    pub fn turn(&self, state: &State) -> Result<TurnStrategy, CardError> {
        let mut turn = TurnStrategy { model: Arc::clone(self.table.model()), state: *state, block: BlockStrategy::new(self) };
        self.turn_into(state, &mut turn)?;
        Ok(turn)
    }

    /// As [`turn`](OptimalStrategy::turn), in the room of another turn of this policy.
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] where no category is open.
    pub fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), CardError> {
        if state.filled.count() == self.table.rules().category_count() {
            return Err(CardError::Full);
        }
        turn.state = *state;
        turn.block.enter_row(self, state.filled, state.flag);
        turn.block.choose(self, self.table.space().lane(state));
        Ok(())
    }
}

/// What an optimal player does in the turn of one state.
#[derive(Clone, Debug)]
pub struct TurnStrategy {
    pub(crate) model: Arc<Model>,
    state: State,
    block: BlockStrategy<1>,
}

impl TurnStrategy {
    /// The state that the turn starts in.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What to do with `roll` and this many rerolls left: the first option of the [`Advice`](crate::Advice).
    ///
    /// # Panics
    ///
    /// If the roll is not of this game, or there are more rerolls left than a turn of it allows.
    pub fn choose(&self, roll: &Roll, rerolls_left: RerollsLeft) -> Action {
        let node = self.model.lattice.node(roll).index();
        let index = node - self.model.lattice.rolls().start;
        if rerolls_left != RerollsLeft::NONE {
            let [choice] = self.block.holds(rerolls_left.get())[index];
            if usize::from(choice) != node {
                let dice = *self.model.lattice.dice_at(choice.into());
                return Action::Hold(Hold::new(dice, roll).expect("a policy holds dice of the roll"));
            }
        }
        Action::Score(self.placement(roll))
    }

    /// Where to write `roll`, if it is written now.
    ///
    /// # Panics
    ///
    /// If the roll is not of this game.
    pub fn placement(&self, roll: &Roll) -> Placement {
        let index = self.model.lattice.node(roll).index() - self.model.lattice.rolls().start;
        let [option] = self.block.placements()[index];
        let category = self.block.options()[usize::from(option)].category;
        self.model.rules.place(&self.state, roll, category).expect("a policy places rolls as the rules allow")
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TABLES, card_after, numbers, table};
    use proptest::prelude::*;

    use super::*;
    use crate::advise::Advisor;
    use crate::dice::Lattice;
    use crate::rules::Filled;
    use crate::space::BLOCK;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn chooses_the_first_option_of_the_advice(rules in 0..TABLES, seed: u64) {
            let table = table(rules);
            let rules = table.rules();
            let mut random = numbers(seed);
            let card = card_after(rules, random() % rules.category_count(), &mut random);
            let state = card.state(rules);
            let policy = OptimalStrategy::new(table);
            let turn = policy.turn(&state).unwrap();
            let mut block = BlockStrategy::<BLOCK>::new(&policy);
            block.enter_row(&policy, state.filled, state.flag);
            let lane = table.space().lane(&state);
            block.choose(&policy, lane / BLOCK * BLOCK);
            prop_assert!(turn.block.placements().iter().zip(block.placements()).all(|(one, lanes)| one[0] == lanes[lane % BLOCK]));
            let lattice = Lattice::new(rules.dice());
            for _ in 0..40 {
                let roll = lattice.roll_at(lattice.rolls().start + random() % lattice.rolls().len());
                for rerolls in 0..rules.rolls() {
                    let rerolls_left = rules.rerolls_left(rerolls).unwrap();
                    let advice = Advisor::new(table).advise(&card, roll, rerolls_left).unwrap();
                    let chosen = turn.choose(&roll, rerolls_left);
                    prop_assert_eq!(chosen, advice.best().action, "{} {} {}", card.display(rules), roll, rerolls);
                    if rerolls > 0 {
                        let index = lattice.node(&roll).index() - lattice.rolls().start;
                        prop_assert_eq!(turn.block.holds(rerolls)[index][0], block.holds(rerolls)[index][lane % BLOCK]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_full_card_has_no_turn() {
        let table = table(0);
        let state = State { filled: Filled::all(table.rules().category_count()), ..State::default() };
        assert_eq!(OptimalStrategy::new(table).turn(&state).unwrap_err(), CardError::Full);
    }
}
