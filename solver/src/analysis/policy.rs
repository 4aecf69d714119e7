//! The optimal policy: the one option that an optimal player takes, whatever the state, the roll and the rerolls left.
//!
//! It is the first option of an [`Advice`](crate::Advice): the best, or where others are as good ([`TIE`]) the first of them in the order of ties.
//! All that plays or follows optimal games asks here, so that all of it plays the same games.
//!
//! States that share a lane of a row have one policy. The lanes of a block are worked out together, as in the turn kernel.

use std::sync::Arc;

use crate::advise::{OptionKind, TIE};
use crate::category::{Category, Points};
use crate::dice::{Hold, RerollsLeft, Roll};
use crate::error::CardError;
use crate::lattice::{Element, Lanes};
use crate::model::Model;
use crate::plan::{Source, UNSHIFTED, counted_dice};
use crate::rules::Placement;
use crate::state::{Filled, State};
use crate::table::ValueTable;
use crate::turn::Successors;

/// The optimal policy of a rule set.
///
/// ```
/// use yahtzee_solver::{OptionKind, Policy, RuleSet, Solver, State};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve();
/// let turn = Policy::new(&table).turn(&State::default())?;
/// let OptionKind::Hold(hold) = turn.choose(&rules.parse_roll("11666")?, rules.rerolls()) else { panic!("a hold is best") };
/// assert_eq!(hold.to_string(), "6 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy<'a> {
    table: &'a ValueTable,
    /// What ordinary dice can score, by category, then by points.
    scores: Vec<(Category, Points)>,
    /// Where the scores of each category start; one more entry for the end.
    score_start: Vec<usize>,
    /// The score of each roll in each category: categories of the first roll first.
    score_of: Vec<u16>,
    /// The rolls that are a further n of a kind once its category is filled.
    further: Vec<usize>,
    /// The holds within each roll, the last in the order of ties first.
    holds: Vec<u16>,
    /// Where the holds of each roll end.
    holds_end: Vec<usize>,
}

impl<'a> Policy<'a> {
    /// The policy that earns what `table` promises.
    pub fn new(table: &'a ValueTable) -> Policy<'a> {
        let model = table.model();
        let rolls: Vec<Roll> = model.rolls().collect();
        let rules = &model.rules;
        let mut policy = Policy {
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
    pub fn turn(&self, state: &State) -> Result<TurnPolicy, CardError> {
        let mut turn = TurnPolicy { model: Arc::clone(self.table.model()), state: *state, block: BlockPolicy::new(self) };
        self.turn_into(state, &mut turn)?;
        Ok(turn)
    }

    /// As [`turn`](Policy::turn), in the room of another turn of this policy.
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] where no category is open.
    pub fn turn_into(&self, state: &State, turn: &mut TurnPolicy) -> Result<(), CardError> {
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
pub struct TurnPolicy {
    pub(super) model: Arc<Model>,
    state: State,
    block: BlockPolicy<1>,
}

impl TurnPolicy {
    /// The state that the turn starts in.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What to do with `roll` and this many rerolls left: the first option of the [`Advice`](crate::Advice).
    ///
    /// # Panics
    ///
    /// If the roll is not of this game, or there are more rerolls left than a turn of it allows.
    pub fn choose(&self, roll: &Roll, rerolls_left: RerollsLeft) -> OptionKind {
        let node = self.model.lattice.node(roll).index();
        let index = node - self.model.lattice.rolls().start;
        if rerolls_left != RerollsLeft::NONE {
            let [choice] = self.block.holds(rerolls_left.get())[index];
            if usize::from(choice) != node {
                let dice = *self.model.lattice.dice_at(choice.into());
                return OptionKind::Hold(Hold::new(dice, roll).expect("a policy holds dice of the roll"));
            }
        }
        OptionKind::Score(self.placement(roll))
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

/// A way to score in a row of states: rolls that are written there for the same points share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowOption {
    pub(crate) category: Category,
    /// Points written.
    pub(crate) points: Points,
    /// The extra bonus.
    pub(crate) bonus: Points,
    /// Whether the Yahtzee category holds its points afterwards.
    pub(crate) flag: bool,
    /// The values of the states that follow.
    pub(crate) source: Source,
}

/// The policy in the turns of a block of `L` lanes of a row, and the room in which it is worked out.
///
/// First [`enter_row`](BlockPolicy::enter_row), then [`choose`](BlockPolicy::choose) for each of its blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockPolicy<const L: usize> {
    /// The ways to score in the row, by category, then by points; those of further n of a kind last.
    options: Vec<RowOption>,
    /// The options of each roll, roll after roll, in the order of categories.
    of_roll: Vec<u16>,
    /// Where the options of each roll end.
    of_roll_end: Vec<usize>,
    values: Vec<Lanes<L>>,
    /// The best option to score each roll.
    placements: Vec<[u16; L]>,
    /// The value of scoring each roll.
    scored: Vec<Lanes<L>>,
    nodes: Vec<Lanes<L>>,
    hold_values: Vec<Lanes<L>>,
    /// For one reroll left, then for two, and so on: what to hold of each roll, as a node; the roll's own node says to score it.
    holds: Vec<Vec<[u16; L]>>,
}

impl<const L: usize> BlockPolicy<L> {
    pub(crate) fn new(policy: &Policy<'_>) -> BlockPolicy<L> {
        let Model { rules, lattice, .. } = &**policy.table.model();
        let rolls = lattice.rolls().len();
        BlockPolicy {
            options: Vec::new(),
            of_roll: Vec::new(),
            of_roll_end: Vec::new(),
            values: Vec::new(),
            placements: vec![[0; L]; rolls],
            scored: vec![Lanes([0.0; L]); rolls],
            nodes: vec![Lanes([0.0; L]); lattice.len()],
            hold_values: vec![Lanes([0.0; L]); lattice.holds().len()],
            holds: vec![vec![[0; L]; rolls]; usize::from(rules.rolls()) - 1],
        }
    }

    /// Looks up how rolls score in the row of a mask and flag; a category must be open.
    pub(crate) fn enter_row(&mut self, policy: &Policy<'_>, filled: Filled, flag: bool) {
        let Model { rules, lattice, space, .. } = &**policy.table.model();
        let state = State { filled, upper_total: 0, flag };
        self.options.clear();
        self.of_roll.clear();
        self.of_roll_end.clear();
        let option = |category: Category, points: Points, bonus: Points| {
            let next = rules.after(&state, category, points);
            let shift = if rules.is_upper(category) {
                let (start, stride) = space.shift(filled, category);
                start + stride * counted_dice(rules, category, points)
            } else {
                UNSHIFTED
            };
            let source = Source { start: space.row_start(next.filled, next.flag), shift, points: points + bonus };
            RowOption { category, points, bonus, flag: next.flag, source }
        };
        // How far the options of a category stand from its scores.
        let mut open: Vec<(Category, usize)> = Vec::with_capacity(rules.category_count());
        for category in rules.categories().filter(|&category| !filled.contains(category)) {
            let scores = &policy.score_start[category.index()..];
            open.push((category, scores[0] - self.options.len()));
            self.options.extend(policy.scores[scores[0]..scores[1]].iter().map(|&(category, points)| option(category, points, 0)));
        }
        let is_further = rules.further().is_some_and(|further| filled.contains(further.category));
        for roll in 0..lattice.rolls().len() {
            if is_further && policy.further.contains(&roll) {
                for placement in rules.placements(&state, &lattice.roll_at(lattice.rolls().start + roll)) {
                    self.of_roll.push(self.options.len() as u16);
                    self.options.push(option(placement.category, placement.points, placement.bonus));
                }
            } else {
                let scores = &policy.score_of[roll * rules.category_count()..];
                self.of_roll.extend(open.iter().map(|&(category, apart)| scores[category.index()] - apart as u16));
            }
            self.of_roll_end.push(self.of_roll.len());
        }
    }

    /// Works out the policy of the `L` lanes from `first`.
    #[inline(always)]
    pub(crate) fn choose(&mut self, policy: &Policy<'_>, first: usize) {
        let Model { lattice, space, .. } = &**policy.table.model();
        let successors = Successors { values: policy.table.values(), shifts: space.shifts() };
        self.values.clear();
        self.values.extend(self.options.iter().map(|option| successors.read(&option.source, first)));
        self.choose_placements();
        self.nodes[lattice.rolls()].copy_from_slice(&self.scored);
        for reroll in 0..self.holds.len() {
            lattice.expect(&mut self.nodes);
            self.hold_values.copy_from_slice(&self.nodes[lattice.holds()]);
            lattice.best(&mut self.nodes);
            self.choose_holds(policy, reroll, lattice.rolls().start);
        }
    }

    #[inline(always)]
    fn choose_placements(&mut self) {
        let mut start = 0;
        for ((&end, scored), placement) in self.of_roll_end.iter().zip(&mut self.scored).zip(&mut self.placements) {
            let options = &self.of_roll[start..end];
            start = end;
            let value = |option: u16| &self.values[usize::from(option)];
            let mut best = *value(options[0]);
            for &option in &options[1..] {
                best.raise_to(value(option));
            }
            let mut choice = [0; L];
            for &option in options.iter().rev() {
                choose_where_tied(&mut choice, option, &best, value(option));
            }
            *scored = best;
            *placement = choice.map(|option| option as u16);
        }
    }

    #[inline(always)]
    fn choose_holds(&mut self, policy: &Policy<'_>, reroll: usize, first_roll: usize) {
        let mut start = 0;
        for (roll, (&end, out)) in policy.holds_end.iter().zip(&mut self.holds[reroll]).enumerate() {
            let best = &self.nodes[first_roll + roll];
            let mut choice = [0; L];
            for &hold in &policy.holds[start..end] {
                choose_where_tied(&mut choice, hold, best, &self.hold_values[usize::from(hold)]);
            }
            choose_where_tied(&mut choice, (first_roll + roll) as u16, best, &self.scored[roll]);
            *out = choice.map(|node| node as u16);
            start = end;
        }
    }

    /// The ways to score in the row.
    pub(crate) fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// For each roll and lane the best of the [`options`](BlockPolicy::options) to write it.
    pub(crate) fn placements(&self) -> &[[u16; L]] {
        &self.placements
    }

    /// For each roll and lane what to hold with this many rerolls left (at least one), as a node of the lattice: the roll's own says to score it.
    pub(crate) fn holds(&self, rerolls_left: u8) -> &[[u16; L]] {
        &self.holds[usize::from(rerolls_left) - 1]
    }
}

/// Chooses `option` in the lanes in which it is as good as the best. As wide as a value, so that lanes of both go together.
#[inline(always)]
fn choose_where_tied<const L: usize>(choice: &mut [u64; L], option: u16, best: &Lanes<L>, value: &Lanes<L>) {
    for ((choice, best), value) in choice.iter_mut().zip(&best.0).zip(&value.0) {
        *choice = if best - value < TIE { option.into() } else { *choice };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::testing::{TABLES, card_after, numbers, table};
    use crate::state::BLOCK;
    use crate::{Advisor, Lattice};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn chooses_the_first_option_of_the_advice(rules in 0..TABLES, seed: u64) {
            let table = table(rules);
            let rules = table.rules();
            let mut random = numbers(seed);
            let card = card_after(rules, random() % rules.category_count(), &mut random);
            let state = card.state(rules);
            let policy = Policy::new(table);
            let turn = policy.turn(&state).unwrap();
            let mut block = BlockPolicy::<BLOCK>::new(&policy);
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
                    prop_assert_eq!(chosen, advice.best().kind, "{} {} {}", card.display(rules), roll, rerolls);
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
        assert_eq!(Policy::new(table).turn(&state).unwrap_err(), CardError::Full);
    }
}
