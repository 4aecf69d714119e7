//! A rule set with everything derived from it.

use std::sync::{Arc, OnceLock};

use yahtzee_kernel::Lattice;

use super::plan::Plan;
use super::utility::Utility;
use crate::dice::{Nodes, RerollsLeft, Roll};
use crate::rules::{Filled, Placement, RuleSet, RulesError, State, VoluntaryZeros};
use crate::space::{Outline, StateSpace};

/// A rule set with the lattice of its dice, its states and its plan, shared by solving, advice and evaluation.
#[derive(Clone, Debug)]
pub struct Model {
    /// The rules.
    pub rules: RuleSet,
    /// The holds and rolls of its dice.
    pub nodes: Nodes,
    /// Their links, in numbers.
    pub lattice: Lattice,
    /// The states of the game.
    pub space: StateSpace,
    /// How its rolls score.
    pub plan: Plan,
    /// The same with all voluntary zeros among the placements, once it is needed.
    with_all_zeros: OnceLock<Arc<Model>>,
    /// The same in which rolls that win the game do so, once it is needed.
    winning: OnceLock<Arc<Model>>,
}

/// The default memory limit of the values of a rule set, in bytes: 2 GB.
pub const MEMORY_LIMIT: u64 = 2_000_000_000;

/// The memory of a node of the hold lattice, with the lists of rolls from which the plan is made, in bytes (measured).
const A_NODE: u64 = 250;
/// The same for a roll in a category.
const A_SCORE: u64 = 16;
/// The workspaces of a thread for a node: one that carries two numbers beside the value of each lane.
const A_NODE_OF_A_THREAD: u64 = 256;

/// The memory for a model and its values, and for the threads that compute them. A number of bytes alone is without threads.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// The most bytes.
    pub bytes: u64,
    /// The threads.
    pub threads: usize,
}

impl From<u64> for MemoryLimit {
    fn from(bytes: u64) -> MemoryLimit {
        MemoryLimit { bytes, threads: 0 }
    }
}

impl Model {
    /// Derives everything from `rules`.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the model would take more than `limit` bytes of memory, with the values of all states.
    pub fn new(rules: &RuleSet, limit: impl Into<MemoryLimit>) -> Result<Model, RulesError> {
        Model::from(rules, Filled::NONE, limit)
    }

    /// Derives everything from `rules`, for the states in which at least these categories are filled. Its tables answer questions about cards from
    /// there on, and take less time and memory; they lack other states.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the model would take more than `limit` bytes of memory.
    pub fn from(rules: &RuleSet, base: Filled, limit: impl Into<MemoryLimit>) -> Result<Model, RulesError> {
        Model::within(rules, Outline::from(rules, base), Outline::bytes_with_values, limit.into())
    }

    /// Derives everything from `rules`, with a separate value for each state: for strategies that are not optimal and may look at the upper total.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the model would take more than `limit` bytes of memory, with the values of all states.
    pub fn apart(rules: &RuleSet, limit: impl Into<MemoryLimit>) -> Result<Model, RulesError> {
        Model::apart_from(rules, Filled::NONE, limit)
    }

    /// The same as [`Model::apart`], for the states in which at least these categories are filled.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if it would take more than `limit` bytes of memory.
    pub fn apart_from(rules: &RuleSet, base: Filled, limit: impl Into<MemoryLimit>) -> Result<Model, RulesError> {
        Model::within(rules, Outline::apart(rules, base), Outline::bytes_with_values, limit.into())
    }

    /// Derives everything from `rules`, for questions that need no values, or those of one turn: see [`ValueTable::load_turn`](crate::ValueTable::load_turn).
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the model would take more than `limit` bytes of memory, without values.
    #[cfg(feature = "fs")]
    pub fn without_values(rules: &RuleSet, limit: impl Into<MemoryLimit>) -> Result<Model, RulesError> {
        Model::within(rules, Outline::from(rules, Filled::NONE), Outline::bytes_without_values, limit.into())
    }

    fn within<'r>(
        rules: &'r RuleSet,
        outline: Outline<'r>,
        bytes: fn(&Outline<'r>) -> u64,
        limit: MemoryLimit,
    ) -> Result<Model, RulesError> {
        let MemoryLimit { bytes: limit, threads } = limit;
        let needed = with_lists(rules, bytes(&outline)).saturating_add(Model::bytes_of_threads(rules, threads));
        if needed > limit {
            return Err(RulesError::TooLarge { name: rules.name().to_owned(), needed, limit });
        }
        let nodes = Nodes::new(rules.game_dice());
        let die = rules.die();
        let sides_with = die.faces().map(|face| die.sides_with(face)).collect();
        let lattice = Lattice::new(Arc::clone(nodes.links()), sides_with, nodes.multiplicities().collect());
        let plan = Plan::new(rules, &nodes, VoluntaryZeros::Gaining);
        let (with_all_zeros, winning) = (OnceLock::new(), OnceLock::new());
        Ok(Model { rules: rules.clone(), space: outline.lay_out(), nodes, lattice, plan, with_all_zeros, winning })
    }

    /// The model of play to win: rolls that win the game at once do so, instead of counting as their points. It is the same model in a game without such
    /// rolls. The positions of states are the same in both.
    pub fn to_win(self: &Arc<Model>) -> Arc<Model> {
        if !self.rules.has_winning_rolls() || self.plan.has_winning_rolls() {
            return Arc::clone(self);
        }
        let winning = || Arc::new(self.with_plan(self.plan.to_win(&self.rules)));
        Arc::clone(self.winning.get_or_init(winning))
    }

    /// The same states with another plan.
    fn with_plan(&self, plan: Plan) -> Model {
        let Model { rules, nodes, lattice, space, .. } = self;
        let (with_all_zeros, winning) = (OnceLock::new(), OnceLock::new());
        Model { rules: rules.clone(), nodes: nodes.clone(), lattice: lattice.clone(), space: space.clone(), plan, with_all_zeros, winning }
    }

    /// The model to maximise a utility: if it falls, all voluntary zeros are among the placements; if a roll can win at once, it does.
    pub fn maximising(self: &Arc<Model>, utility: &Utility) -> Arc<Model> {
        if utility.at_once().is_some() {
            return self.to_win();
        }
        if !utility.falls() || self.plan.zeros() == VoluntaryZeros::All {
            return Arc::clone(self);
        }
        let with_all_zeros = || Arc::new(self.with_plan(Plan::new(&self.rules, &self.nodes, VoluntaryZeros::All)));
        Arc::clone(self.with_all_zeros.get_or_init(with_all_zeros))
    }

    /// Every placement that may be the best: [`RuleSet::choices`], or with all voluntary zeros.
    pub fn choices(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft) -> impl Iterator<Item = Placement> {
        self.rules.choices_with(self.plan.zeros(), state, roll, rerolls_left)
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The memory of its states, their values and the lists of its dice, in bytes.
    pub fn bytes_needed(&self) -> u64 {
        with_lists(&self.rules, self.space.bytes_with_values())
    }

    /// The memory that [`Model::from`] and the values would take, in bytes. [`u64::MAX`] for more states than can be numbered.
    pub fn bytes_from(rules: &RuleSet, base: Filled) -> u64 {
        with_lists(rules, Outline::from(rules, base).bytes_with_values())
    }

    /// The memory that so many threads take to compute the turns of these rules, in bytes.
    pub fn bytes_of_threads(rules: &RuleSet, threads: usize) -> u64 {
        threads as u64 * A_NODE_OF_A_THREAD * Nodes::count(rules.game_dice())
    }

    /// The hold lattice of the rule set's dice.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The states of the game.
    pub fn space(&self) -> &StateSpace {
        &self.space
    }

    /// Every roll of the game's dice, in the order of the lattice.
    pub fn rolls(&self) -> impl Iterator<Item = Roll> {
        self.nodes.rolls().map(|index| self.nodes.roll_at(index))
    }
}

/// These bytes, and those of the lists of holds, rolls and scores: their lengths are known before they are made.
fn with_lists(rules: &RuleSet, bytes: u64) -> u64 {
    let scorings = rules.first_throws() as u64 + 1;
    let a_node = A_NODE + A_SCORE * rules.category_count() as u64 * scorings;
    bytes.saturating_add(a_node * Nodes::count(rules.game_dice()))
}
