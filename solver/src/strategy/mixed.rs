//! Strategies that may act at random: for each position the chances of its actions.

use std::sync::Arc;

use super::block::BlockStrategy;
use yahtzee_kernel::TieOrder;

use super::lookahead::LookaheadStrategy;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::dice::{Hold, Node, Nodes, RerollsLeft, Roll};
use crate::game::Action;
use crate::rules::{OtherRules, RuleSet, State};
use crate::solve::{Model, Plan};
use crate::tr;

/// A strategy that may act at random: it gives the chance of each action in a turn. [`Pure`] makes one of every [`Strategy`].
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Action, Model, RuleSet, State};
/// use yahtzee_solver::evaluate::Evaluator;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::strategy::{MixedStrategy, TurnChances};
///
/// /// Never rerolls, and writes each roll into one of the open boxes by chance.
/// struct Hasty(Arc<Model>);
///
/// impl MixedStrategy for Hasty {
///     fn rules(&self) -> &RuleSet {
///         self.0.rules()
///     }
///
///     fn chances(&self, state: &State, turn: &mut TurnChances) {
///         for throw in turn.throws() {
///             for roll in self.0.rolls() {
///                 let boxes: Vec<_> = self.rules().choices(state, &roll, throw).collect();
///                 for placement in &boxes {
///                     turn.act(&roll, throw, &Action::Score(*placement), 1.0 / boxes.len() as f64).unwrap();
///                 }
///             }
///         }
///     }
/// }
///
/// let rules = RuleSet::builtin("crag")?;
/// let hasty = Hasty(Arc::new(Model::apart(&rules, MEMORY_LIMIT)?));
/// let score = Evaluator::new(&hasty)?.values()?.expected_score();
/// // The mean points of a roll in each box, added up by hand.
/// assert!((score - 649.0 / 36.0).abs() < 1e-9, "{score}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MixedStrategy: Sync {
    /// The rules of the game.
    fn rules(&self) -> &RuleSet;

    /// Adds the chances of the actions in the turn that starts in `state` to `turn`, which is empty: for each throw and each roll, the shares of the
    /// actions add up to 1.
    fn chances(&self, state: &State, turn: &mut TurnChances);

    /// A number for the turn of a state: states with the same filled categories, flag, saved throws and number must have the same turn. By default
    /// each upper total has a separate number. The turns of a class are asked for once.
    fn class(&self, state: &State) -> u64 {
        state.upper_total.get().into()
    }

    /// Whether the strategy has actions in the turn of a state. By default it has in all states. One that was asked only about the states of its own games
    /// has none elsewhere: those states have no value, and games from them cannot be followed.
    fn plays(&self, _state: &State) -> bool {
        true
    }

    /// The strategy that looks ahead by estimates, if it is one. Many of its turns can then be computed together.
    fn looks_ahead(&self) -> Option<&LookaheadStrategy> {
        None
    }
}

/// The actions of a turn with their chances.
#[derive(Clone, Debug)]
pub struct TurnChances {
    model: Arc<Model>,
    state: State,
    /// By the rerolls left.
    throws: Vec<Vec<Deed>>,
}

/// An action for a roll, with its share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deed {
    /// The index of the roll.
    pub roll: u16,
    pub target: Target,
    pub share: f64,
}

/// The effect of an action: a node to hold, or from [`Target::SCORE`] on the [column](TieOrder::column) of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target(u16);

impl Target {
    const SCORE: u16 = Nodes::MOST as u16;

    #[inline(always)]
    pub fn hold(node: u16) -> Target {
        Target(node)
    }

    #[inline(always)]
    pub fn score(column: usize) -> Target {
        Target(Target::SCORE + column as u16)
    }

    /// The column of a placement, or the node of a hold.
    #[inline(always)]
    pub fn column(self) -> Result<usize, usize> {
        if self.0 >= Target::SCORE { Ok(usize::from(self.0 - Target::SCORE)) } else { Err(self.0.into()) }
    }
}

/// An error in the chances of actions.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChancesError {
    /// The rules do not allow the action in the position.
    #[error("{}", tr!("the action is not allowed: roll {} with {} rerolls left", .roll, .rerolls_left))]
    NotAllowed {
        /// The roll.
        roll: Roll,
        /// The rerolls left after it.
        rerolls_left: RerollsLeft,
    },
    /// Strategies of different games.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// A share that is not from 0 to 1.
    #[error("{}", tr!("{} is no share: from 0 to 1", .share))]
    Share {
        /// The share.
        share: f64,
    },
    /// The shares of the actions do not add up to 1.
    #[error("{}", tr!("the shares of the actions add up to {}, not to 1: {} categories filled, upper total {}", .sum, .state.filled.count(), .state.upper_total))]
    Sum {
        /// The state of the turn.
        state: State,
        /// The sum over a whole turn.
        sum: f64,
    },
}

impl TurnChances {
    /// The turn of the empty card, without actions.
    pub fn new(model: &Arc<Model>) -> TurnChances {
        TurnChances { model: Arc::clone(model), state: State::default(), throws: Vec::new() }
    }

    /// Starts with the turn of another state.
    pub fn begin(&mut self, state: &State) {
        self.state = *state;
        let throws = usize::from(self.model.plan.rerolls(state.throws)) + 1;
        self.throws.iter_mut().for_each(Vec::clear);
        self.throws.resize_with(throws, Vec::new);
    }

    /// The state in which the turn starts.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The throws of the turn, as the rerolls left after each: the most first.
    pub fn throws(&self) -> impl Iterator<Item = RerollsLeft> + use<> {
        (0..self.throws.len() as u8).rev().map(|rerolls| RerollsLeft::new(rerolls).expect("the rerolls of a turn"))
    }

    /// Adds an action with this share for a roll with this many rerolls left.
    ///
    /// # Errors
    ///
    /// [`ChancesError`] if the rules do not allow the action, or the share is not from 0 to 1.
    pub fn act(&mut self, roll: &Roll, rerolls_left: RerollsLeft, action: &Action, share: f64) -> Result<(), ChancesError> {
        let Model { rules, nodes, .. } = &*self.model;
        if !(0.0..=1.0).contains(&share) {
            return Err(ChancesError::Share { share });
        }
        let wrong = || ChancesError::NotAllowed { roll: *roll, rerolls_left };
        let throw = usize::from(rerolls_left.get());
        if rules.roll(**roll).is_err() || throw >= self.throws.len() {
            return Err(wrong());
        }
        let target = match action {
            Action::Hold(hold) if throw > 0 && Hold::new(**hold, roll).is_ok() => nodes.hold(hold).into(),
            Action::Score(placement) if rules.choices(&self.state, roll, rerolls_left).any(|choice| choice == *placement) => {
                Target::score(TieOrder::column(placement.category.index(), placement.points.get()))
            }
            _ => return Err(wrong()),
        };
        let roll = nodes.roll_index(roll) as u16;
        self.throws[throw].push(Deed { roll, target, share });
        Ok(())
    }

    /// The actions after a throw, by the rerolls left after it.
    pub fn deeds(&self, rerolls_left: u8) -> &[Deed] {
        &self.throws[usize::from(rerolls_left)]
    }

    /// Adds an allowed action.
    #[inline(always)]
    pub fn add(&mut self, rerolls_left: u8, deed: Deed) {
        self.throws[usize::from(rerolls_left)].push(deed);
    }

    /// The actions of all throws, by the rerolls left.
    pub(crate) fn all_deeds(&self) -> &[Vec<Deed>] {
        &self.throws
    }

    /// The model of the game.
    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Takes over the actions of a strategy for the same turn.
    fn take(&mut self, turn: &TurnStrategy) {
        let Model { lattice, plan, .. } = turn.model();
        let block: &BlockStrategy<1> = turn.block();
        let rolls = lattice.rolls().start;
        let most = Plan::rerolls(plan, self.state.throws);
        for rerolls_left in 0..=most {
            let nth = usize::from(most - rerolls_left);
            for (roll, &[placement]) in block.choices().placements(rerolls_left, nth).iter().enumerate() {
                let hold = if rerolls_left == 0 { None } else { Some(block.choices().holds(rerolls_left, nth)[roll][0]) };
                let target = match hold.filter(|&hold| usize::from(hold) != rolls + roll) {
                    Some(hold) => Target::hold(hold),
                    None => {
                        let source = block.options()[placement as usize].source;
                        Target::score(TieOrder::column(source.column.into(), source.written))
                    }
                };
                self.add(rerolls_left, Deed { roll: roll as u16, target, share: 1.0 });
            }
        }
    }

    /// Adds the actions of another turn of the same state, scaled by this share.
    fn add_share(&mut self, other: &TurnChances, share: f64) {
        for (mine, others) in self.throws.iter_mut().zip(&other.throws) {
            mine.extend(others.iter().map(|deed| Deed { share: share * deed.share, ..*deed }));
        }
    }
}

/// A strategy that never acts at random, as a mixed strategy.
#[derive(Clone, Debug)]
pub struct Pure<S>(pub S);

impl<S: Strategy + Sync> MixedStrategy for Pure<S> {
    fn rules(&self) -> &RuleSet {
        self.0.rules()
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        turn.take(&self.0.turn(state).expect("a state with an open category"));
    }

    fn class(&self, state: &State) -> u64 {
        self.0.class(state)
    }
}

impl MixedStrategy for LookaheadStrategy {
    fn rules(&self) -> &RuleSet {
        Strategy::rules(self)
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        turn.take(&self.turn(state).expect("a state with an open category"));
    }

    fn class(&self, state: &State) -> u64 {
        Strategy::class(self, state)
    }

    fn looks_ahead(&self) -> Option<&LookaheadStrategy> {
        Some(self)
    }
}

/// Takes every action with the same chance: each distinct hold and each allowed placement.
#[derive(Clone, Debug)]
pub struct Uniform(RuleSet);

impl Uniform {
    /// The uniform strategy of a game.
    pub fn new(rules: &RuleSet) -> Uniform {
        Uniform(rules.clone())
    }

    /// The most memory of its actions in one turn, in bytes: an action for every hold of every roll, after each throw.
    pub fn bytes_a_turn(rules: &RuleSet) -> u64 {
        size_of::<Deed>() as u64 * Nodes::pairs(rules.game_dice()) * u64::from(rules.rolls())
    }
}

impl MixedStrategy for Uniform {
    fn rules(&self) -> &RuleSet {
        &self.0
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        let model = Arc::clone(turn.model());
        let Model { rules, nodes, .. } = &*model;
        for (index, roll) in model.rolls().enumerate() {
            let holds: Vec<Target> = roll.holds().iter().map(|hold| nodes.hold(hold).into()).collect();
            for rerolls_left in turn.throws() {
                let placements = rules.choices(state, &roll, rerolls_left);
                let mut targets: Vec<Target> = placements
                    .map(|placement| Target::score(TieOrder::column(placement.category.index(), placement.points.get())))
                    .collect();
                if rerolls_left > RerollsLeft::NONE {
                    targets.extend(&holds);
                }
                let share = 1.0 / targets.len() as f64;
                for target in targets {
                    turn.add(rerolls_left.get(), Deed { roll: index as u16, target, share });
                }
            }
        }
    }

    fn class(&self, _: &State) -> u64 {
        0
    }
}

/// Decides every position by one of two strategies, by the second with this chance.
pub struct Mixture<'a> {
    strategies: [&'a dyn MixedStrategy; 2],
    chance: f64,
}

impl<'a> Mixture<'a> {
    /// Lets the second strategy decide with this `chance`, from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`ChancesError`] if it is not a chance, or the strategies are of different games.
    pub fn new(first: &'a dyn MixedStrategy, second: &'a dyn MixedStrategy, chance: f64) -> Result<Mixture<'a>, ChancesError> {
        first.rules().check_same_game(second.rules())?;
        if !(0.0..=1.0).contains(&chance) {
            return Err(ChancesError::Share { share: chance });
        }
        Ok(Mixture { strategies: [first, second], chance })
    }
}

impl MixedStrategy for Mixture<'_> {
    fn rules(&self) -> &RuleSet {
        self.strategies[0].rules()
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        for (strategy, share) in self.strategies.iter().zip([1.0 - self.chance, self.chance]) {
            let mut other = TurnChances::new(turn.model());
            other.begin(state);
            strategy.chances(state, &mut other);
            turn.add_share(&other, share);
        }
    }
}

/// A node as a target.
impl From<Node> for Target {
    fn from(node: Node) -> Target {
        Target::hold(node.index() as u16)
    }
}
