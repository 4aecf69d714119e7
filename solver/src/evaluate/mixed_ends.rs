//! A mixed strategy, followed through the turns of single states.
//!
//! ```text
//! to follow a turn:
//!     the chance of each roll after the first throw = its share of all outcomes
//!     for each throw:
//!         for each roll, for each of its actions: chance of the roll x share of the action
//!             goes to the hold; or to the end of the turn, by what is written
//!         the chances of the holds are pushed up the lattice: the chances of the rolls after the next throw
//! ```
//!
//! States of a row in one [class](MixedStrategy::class) have the same turn, which is followed once.

use yahtzee_kernel::{Outcome, Source, Turns};

use super::outcome::{End, ends};
use super::row_ends::RowEnds;
use crate::rules::State;
use crate::solve::Model;
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, ChancesError, Chooser, Deed, MixedStrategy, RowOption, TurnChances};

/// The most by which rounding changes the sum of the shares of a turn.
const ROUNDING: f64 = 1e-9;

/// The turns of a row under a strategy.
pub(super) struct MixedTurns<'a> {
    strategy: &'a dyn MixedStrategy,
    chooser: &'a Chooser,
    /// How rolls score in the row.
    options: BlockStrategy<1>,
    row: Row,
    nodes: Vec<f64>,
    chances: TurnChances,
    /// The followed turns of the row, by throws and class.
    known: Vec<(u8, u64, FollowedTurn)>,
    /// Whether the rolls and the actions of turns are kept too.
    keeps_actions: bool,
}

/// A followed turn.
#[derive(Clone, Debug, Default)]
pub(super) struct FollowedTurn {
    /// By the rerolls left at its end, if they make a difference: the chance of each of the options of the row.
    pub(super) ends: Vec<f64>,
    /// For each throw, by the rerolls left, the chance of each roll, if it is kept.
    pub(super) rolls: Vec<Vec<f64>>,
    /// For each throw the actions, if they are kept.
    pub(super) deeds: Vec<Vec<Deed>>,
}

impl<'a> MixedTurns<'a> {
    pub(super) fn new(chooser: &'a Chooser, strategy: &'a dyn MixedStrategy) -> MixedTurns<'a> {
        let model = &chooser.model;
        MixedTurns {
            strategy,
            chooser,
            options: BlockStrategy::new(chooser),
            row: model.space.rows()[0],
            nodes: vec![0.0; model.lattice.len()],
            chances: TurnChances::new(model),
            known: Vec::new(),
            keeps_actions: false,
        }
    }

    /// Also keeps the rolls and the actions of the followed turns.
    pub(super) fn recording_actions(mut self) -> MixedTurns<'a> {
        self.keeps_actions = true;
        self
    }

    pub(super) fn enter_row(&mut self, row: &Row) {
        self.row = *row;
        self.options.enter_row(self.chooser, row.filled, row.flag);
        self.known.clear();
    }

    pub(super) fn options(&self) -> &[RowOption] {
        self.options.options()
    }

    /// The option of a placement of a roll, on a throw that follows this many of its turn.
    pub(super) fn option_of(&self, roll: u16, column: usize, nth: usize) -> usize {
        self.options.choices().option_of(roll.into(), column, nth)
    }

    /// The numbers of throws after the ends of a turn whose state has this number of them, in the order of its [ends](FollowedTurn::ends).
    pub(super) fn throws_at_ends(&self, throws: u8) -> impl Iterator<Item = u8> {
        let plan = &self.chooser.model.plan.kernel;
        (0..=if plan.has_spare_throws() { plan.rerolls(throws) } else { 0 }).map(move |rerolls_left| plan.after(throws, rerolls_left))
    }

    /// The index among the [`turns`](MixedTurns::turn) of the turn of a state of the row.
    pub(super) fn follow(&mut self, state: &State) -> Result<usize, ChancesError> {
        let class = self.strategy.class(state);
        if let Some(known) = self.known.iter().rposition(|(throws, known, _)| (*throws, *known) == (state.throws, class)) {
            return Ok(known);
        }
        self.chances.begin(state);
        self.strategy.chances(state, &mut self.chances);
        let turn = self.follow_actions(state)?;
        self.known.push((state.throws, class, turn));
        Ok(self.known.len() - 1)
    }

    pub(super) fn turn(&self, index: usize) -> &FollowedTurn {
        &self.known[index].2
    }

    /// The ends of a turn with a chance above 0: the placement and its chance.
    pub(super) fn ends(&self, turn: usize) -> impl Iterator<Item = (Source, f64)> {
        let options = self.options.options();
        let (before, _, FollowedTurn { ends, .. }) = &self.known[turn];
        let by_throws = self.throws_at_ends(*before).zip(ends.chunks(options.len()));
        by_throws.flat_map(move |(throws, chances)| {
            let ends = options.iter().zip(chances).filter(|(_, chance)| **chance > 0.0);
            ends.map(move |(option, &chance)| (option.source.with_throws(throws), chance))
        })
    }

    /// Follows the actions that the strategy returned.
    fn follow_actions(&mut self, state: &State) -> Result<FollowedTurn, ChancesError> {
        let mut turn = FollowedTurn::default();
        let throws = self.chances.all_deeds().len();
        if self.keeps_actions {
            turn.deeds = self.chances.all_deeds().to_vec();
            turn.rolls = vec![Vec::new(); throws];
        }
        turn.ends = follow_actions(&self.chooser.model, &self.options, &self.chances, state, &mut self.nodes, |rerolls_left, rolls| {
            if let Some(kept) = turn.rolls.get_mut(usize::from(rerolls_left)) {
                kept.extend_from_slice(rolls);
            }
        })?;
        Ok(turn)
    }
}

/// Follows the actions of a turn. Returns its [ends](FollowedTurn::ends). `thrown` is called with
/// the chance of each roll after each throw.
pub(super) fn follow_actions(
    model: &Model,
    row: &BlockStrategy<1>,
    actions: &TurnChances,
    state: &State,
    nodes: &mut [f64],
    mut thrown: impl FnMut(u8, &[f64]),
) -> Result<Vec<f64>, ChancesError> {
    let Model { lattice, plan, .. } = model;
    let options = row.options().len();
    let most = plan.rerolls(state.throws);
    let mut ends = vec![0.0; options * if plan.kernel.has_spare_throws() { usize::from(most) + 1 } else { 1 }];
    let first_roll = lattice.rolls().start;
    nodes.fill(0.0);
    let share = 1.0 / f64::from(lattice.outcomes());
    for (node, &times) in nodes[first_roll..].iter_mut().zip(lattice.multiplicities()) {
        *node = f64::from(times) * share;
    }
    for rerolls_left in (0..=most).rev() {
        let (holds, rolls) = nodes.split_at_mut(first_roll);
        thrown(rerolls_left, rolls);
        let ends = &mut ends[if plan.kernel.has_spare_throws() { usize::from(rerolls_left) * options } else { 0 }..][..options];
        for deed in actions.deeds(rerolls_left) {
            let chance = rolls[usize::from(deed.roll)] * deed.share;
            match deed.target.column() {
                Ok(column) => ends[row.choices().option_of(deed.roll.into(), column, usize::from(most - rerolls_left))] += chance,
                Err(hold) => holds[hold] += chance,
            }
        }
        rolls.fill(0.0);
        if rerolls_left > 0 {
            lattice.push(nodes);
        }
    }
    let sum: f64 = ends.iter().sum();
    if (sum - 1.0).abs() > ROUNDING { Err(ChancesError::Sum { state: *state, sum }) } else { Ok(ends) }
}

/// The ends of the turns of a mixed strategy.
pub(super) struct MixedEnds<'a, F> {
    turns: MixedTurns<'a>,
    outcome: Outcome,
    lanes: [usize; BLOCK],
    /// Called with an error of the strategy. The chances are then invalid.
    wrong: F,
}

impl<'a, F> MixedEnds<'a, F> {
    pub(super) fn new(chooser: &'a Chooser, strategy: &'a dyn MixedStrategy, wrong: F) -> MixedEnds<'a, F> {
        MixedEnds { turns: MixedTurns::new(chooser, strategy), outcome: Outcome::new(&chooser.model.lattice), lanes: [0; BLOCK], wrong }
    }
}

impl<F: Fn(ChancesError)> RowEnds for MixedEnds<'_, F> {
    fn enter_row(&mut self, row: &Row) {
        self.turns.enter_row(row);
    }

    fn options(&self) -> &[RowOption] {
        self.turns.options()
    }

    fn choose(&mut self, lanes: [usize; BLOCK], _: Turns) {
        self.lanes = lanes;
    }

    fn follow(&mut self, throws: u8) {
        let Row { filled, flag, .. } = self.turns.row;
        self.outcome.clear(self.turns.throws_at_ends(throws), self.turns.options().len());
        let totals = self.turns.chooser.model.space.lanes(&self.turns.row);
        for (place, &lane) in self.lanes.iter().enumerate() {
            let state = State { filled, upper_total: totals[lane].into(), flag, throws };
            // A block may have lanes that no game reaches.
            if !self.turns.strategy.plays(&state) {
                continue;
            }
            match self.turns.follow(&state) {
                Ok(turn) => self.outcome.set_lane(place, &self.turns.turn(turn).ends),
                Err(error) => return (self.wrong)(error),
            }
        }
    }

    fn ends(&self) -> impl Iterator<Item = End<'_>> {
        ends(&self.outcome, self.turns.options())
    }
}
