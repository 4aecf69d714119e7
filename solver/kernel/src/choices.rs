//! Choosing the best actions of a turn in a block of lanes, and following them.
//!
//! The turn chooses while it computes the values: its elements are [`Chosen`]. Following goes the other way: from the chance of each roll to the
//! chance that it is scored.

use super::chosen::{ByScore, ByWorth, Chosen, TieOrder, TieRule};
use super::element::{BLOCK, Element, Lanes};
use super::lattice::Lattice;
use super::plan::{Plan, Source};
use super::row::Row;
use super::simd::{SimdLevel, Vectorized};
use super::successors::{LanesAt, Successors};
use super::turn::{Read, Turns, Workspace};
use super::watch::Watch;

/// The chosen actions of each roll, after a throw with some number of rerolls left.
#[derive(Clone, Debug, Default)]
struct Chosens<const L: usize> {
    /// The node of the best hold of each roll; the node of the roll itself means scoring it. Empty if no throw of this scoring leaves so many rerolls.
    holds: Vec<[u16; L]>,
    /// The best option to score each roll. In a game with spare throws, only where scoring it is best.
    placements: Vec<[u32; L]>,
}

/// The choices after some throws, by the rerolls left, and the scores of rolls then.
#[derive(Clone, Debug)]
struct ThrowChoices<const L: usize> {
    /// The option of each roll in each open column where it may be written: two [numbers](TieOrder::column) for each column of the first roll,
    /// then of the next roll, and so on. They need 32 bits: of five dice with 20 sides, 4,200 rolls are three alike, each with options of its own.
    option_of: Vec<u32>,
    by_rerolls: Vec<Chosens<L>>,
}

/// The actions chosen in the turns of a block of `L` lanes. Who uses them numbers the ways to score in a row, its *options*.
#[derive(Clone, Debug)]
pub struct Choices<const L: usize> {
    /// For each scoring of the game.
    throws: Vec<ThrowChoices<L>>,
    /// Whether the game has spare throws.
    spare: bool,
    rolls: usize,
}

impl<const L: usize> Choices<L> {
    /// No choices yet.
    pub fn new(lattice: &Lattice, plan: &Plan) -> Choices<L> {
        let rolls = lattice.rolls().len();
        let after = ThrowChoices { option_of: vec![0; 2 * rolls * plan.part_of.len()], by_rerolls: Vec::new() };
        Choices { throws: vec![after; plan.scorings.len()], spare: plan.has_spare_throws(), rolls }
    }

    /// The option of each roll in each open column where it may be written: two [numbers](TieOrder::column) for each column of the first roll, then
    /// of the next roll, and so on. For each scoring of the game: on the first throw of a turn, on the second, and so on.
    pub fn options_of_rolls(&mut self) -> impl Iterator<Item = &mut [u32]> {
        self.throws.iter_mut().map(|after| &mut after.option_of[..])
    }

    /// The option of a roll in this [column](TieOrder::column), on a throw that follows this many of its turn.
    #[inline(always)]
    pub fn option_of(&self, roll: usize, column: usize, nth: usize) -> usize {
        let option_of = &self.after(nth).option_of;
        option_of[roll * (option_of.len() / self.rolls) + column] as usize
    }

    /// The number of throws at the start of a turn that pay other points than later ones.
    fn first_throws(&self) -> usize {
        self.throws.len() - 1
    }

    fn after(&self, nth: usize) -> &ThrowChoices<L> {
        &self.throws[nth.min(self.first_throws())]
    }

    /// For each roll and lane, the best option to score it, with this many rerolls left, on a throw that follows this many of its turn. In a game with
    /// spare throws, or that pays by throw, it is valid only if scoring is the best action.
    #[inline(always)]
    pub fn placements(&self, rerolls_left: u8, nth: usize) -> &[[u32; L]] {
        let by_rerolls = self.spare || nth < self.first_throws();
        &self.after(nth).by_rerolls[if by_rerolls { usize::from(rerolls_left) } else { 0 }].placements
    }

    /// For each roll and lane, the node of the best hold with this many rerolls left, on a throw that follows this many of its turn; the node of the roll
    /// itself means scoring it.
    #[inline(always)]
    pub fn holds(&self, rerolls_left: u8, nth: usize) -> &[[u16; L]] {
        &self.after(nth).by_rerolls[usize::from(rerolls_left)].holds
    }

    /// Chooses by the ends of these turns.
    #[inline(always)]
    fn choose<const N: usize, T: TieRule<L, N>>(
        &mut self,
        workspace: &mut Workspace<Chosen<L, N, T>>,
        Choosing { lattice, plan, row, ties, turns }: Choosing<'_>,
        ends: &impl Read<Chosen<L, N, T>>,
    ) {
        let Choices { throws, spare, .. } = self;
        throws.iter_mut().for_each(|after| after.make_room(turns));
        let nodes = lattice.rolls().start as u16;
        let mut recording = Recording { ties, throws, nodes, columns: 2 * plan.part_of.len(), spare: *spare };
        workspace.make_room(lattice, plan, &Chosen::default());
        workspace.turn(lattice, plan, row, ends, turns, &mut recording);
    }
}

impl<const L: usize> ThrowChoices<L> {
    fn make_room(&mut self, turns: Turns) {
        let most = self.by_rerolls.len().max(usize::from(turns.most) + 1);
        self.by_rerolls.resize_with(most, Chosens::default);
    }

    /// Stores the chosen actions of the rolls. The nodes of the rolls begin at `nodes`. It stores the placements too if no reroll is left, or on
    /// request.
    #[inline(always)]
    fn record<const N: usize, T>(&mut self, rerolls_left: u8, rolls: &[Chosen<L, N, T>], nodes: u16, columns: usize, placements: bool) {
        let ThrowChoices { option_of, by_rerolls } = self;
        let chosens = &mut by_rerolls[usize::from(rerolls_left)];
        if rerolls_left == 0 || placements {
            chosens.placements.resize(rolls.len(), [0; L]);
            for ((roll, options), out) in rolls.iter().zip(option_of.chunks_exact(columns)).zip(&mut chosens.placements) {
                for (out, &order) in out.iter_mut().zip(&roll.order.0) {
                    *out = TieOrder::chosen_column(order).map_or(0, |column| options[column]);
                }
            }
        }
        chosens.holds.resize(rolls.len(), [0; L]);
        for ((roll, node), out) in rolls.iter().zip(nodes..).zip(&mut chosens.holds) {
            for (out, &order) in out.iter_mut().zip(&roll.order.0) {
                *out = TieOrder::node(order, node);
            }
        }
    }
}

/// Chooses while a turn is computed, and stores the actions. It is a type and not two closures, so that it is always inlined.
struct Recording<'a, const L: usize> {
    ties: &'a TieOrder,
    throws: &'a mut [ThrowChoices<L>],
    /// The node of the first roll.
    nodes: u16,
    /// The numbers of the columns of a roll.
    columns: usize,
    /// Whether the game has spare throws.
    spare: bool,
}

impl<const L: usize, const N: usize, T> Watch<Chosen<L, N, T>> for Recording<'_, L> {
    #[inline(always)]
    fn best(&mut self, rerolls_left: u8, nth: usize, rolls: &[Chosen<L, N, T>]) {
        // Without spare throws, scoring a roll on a later throw does not depend on the rerolls left.
        let placements = self.spare || nth + 1 < self.throws.len();
        self.throws[nth].record(rerolls_left, rolls, self.nodes, self.columns, placements);
    }

    #[inline(always)]
    fn mean(&mut self, rerolls_left: u8, hold: usize, mean: &mut Chosen<L, N, T>) {
        mean.order = self.ties.of_hold(hold, rerolls_left);
    }
}

/// Turns in which actions are chosen.
#[derive(Clone, Copy)]
pub struct Choosing<'a> {
    /// The lattice of the game.
    pub lattice: &'a Lattice,
    /// How its rolls score.
    pub plan: &'a Plan,
    /// The row of the states.
    pub row: &'a Row,
    /// The order of ties.
    pub ties: &'a TieOrder,
    /// The turns.
    pub turns: Turns,
}

/// The workspace for choosing by the values of the states that follow.
pub type ByScores<const L: usize> = Workspace<Chosen<L, 0, ByScore>>;

/// An action by its worth in each lane, with its expected points, which decide between equal worths.
pub type Worths<const L: usize> = Chosen<L, 1, ByWorth>;

/// An action by its worth in each lane of a block.
pub type ByWorths = Worths<BLOCK>;

/// Reads the values of any lanes, each with the place of its placement in the order of ties.
struct Ends<'a, const L: usize>(LanesAt<'a, L>);

impl<const L: usize> Read<Chosen<L, 0>> for Ends<'_, L> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Chosen<L, 0> {
        Chosen::new(self.0.read(source), TieOrder::of_placement(source), [])
    }
}

/// Chooses in some lanes of a row by the values of the states that follow.
pub fn choose_block(
    choices: &mut Choices<BLOCK>,
    workspace: &mut ByScores<BLOCK>,
    choosing: Choosing<'_>,
    successors: Successors<'_>,
    lanes: [usize; BLOCK],
) {
    SimdLevel::Widest.run(Choose { choices, workspace, choosing, ends: Ends(LanesAt { successors, lanes }) });
}

/// The same in one lane.
pub fn choose_one(choices: &mut Choices<1>, workspace: &mut ByScores<1>, choosing: Choosing<'_>, successors: Successors<'_>, lane: usize) {
    choices.choose(workspace, choosing, &Ends(LanesAt { successors, lanes: [lane] }));
}

/// Chooses in a block of lanes by the worths of the ends of the turns.
pub fn choose_block_by_worth(
    choices: &mut Choices<BLOCK>,
    workspace: &mut Workspace<ByWorths>,
    choosing: Choosing<'_>,
    ends: &dyn Fn(&Source) -> ByWorths,
) {
    SimdLevel::Widest.run(Choose { choices, workspace, choosing, ends });
}

/// The same in one lane.
pub fn choose_one_by_worth(choices: &mut Choices<1>, choosing: Choosing<'_>, ends: &dyn Fn(&Source) -> Worths<1>) {
    choices.choose(&mut Workspace::default(), choosing, &ends);
}

struct Choose<'a, const N: usize, T, R> {
    choices: &'a mut Choices<BLOCK>,
    workspace: &'a mut Workspace<Chosen<BLOCK, N, T>>,
    choosing: Choosing<'a>,
    ends: R,
}

impl<const N: usize, T: TieRule<BLOCK, N>, R: Read<Chosen<BLOCK, N, T>>> Vectorized for Choose<'_, N, T, R> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        self.choices.choose(self.workspace, self.choosing, &self.ends);
    }
}

/// A throw of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    /// The rerolls left after it.
    pub rerolls_left: u8,
    /// The throws of the turn before it.
    pub nth: usize,
}

/// Follows choices to the end of a turn, from the chance of each roll after a throw. `nodes` has an element for each node of the lattice: 0 for
/// each hold. `scored` is called once for each throw with the chance that each roll is scored.
#[inline(always)]
fn follow<const L: usize>(
    lattice: &Lattice,
    choices: &Choices<L>,
    nodes: &mut [Lanes<L>],
    throw: Throw,
    mut scored: impl FnMut(Throw, &[Lanes<L>]),
) {
    let first_roll = lattice.rolls().start;
    for rerolls_left in (0..=throw.rerolls_left).rev() {
        let throw = Throw { rerolls_left, nth: throw.nth + usize::from(throw.rerolls_left - rerolls_left) };
        if rerolls_left > 0 {
            for (roll, holds) in choices.holds(rerolls_left, throw.nth).iter().enumerate() {
                let chance = std::mem::take(&mut nodes[first_roll + roll]);
                for (lane, (&hold, chance)) in holds.iter().zip(&chance.0).enumerate() {
                    nodes[usize::from(hold)].0[lane] += chance;
                }
            }
        }
        // The chance that stays at a roll is the chance that it is scored.
        scored(throw, &nodes[first_roll..]);
        nodes[first_roll..].fill(Lanes([0.0; L]));
        if rerolls_left > 0 {
            lattice.push(nodes);
        }
    }
}

/// Follows choices in one lane from a hold to the end of the turn; the dice are thrown next. `scored` is called once for each throw with the chance that
/// each roll is scored.
pub fn follow_one(lattice: &Lattice, choices: &Choices<1>, hold: usize, next: Throw, scored: &mut dyn FnMut(Throw, &[Lanes<1>])) {
    let mut nodes = vec![Lanes([0.0]); lattice.len()];
    nodes[hold] = Lanes([1.0]);
    lattice.push(&mut nodes);
    follow(lattice, choices, &mut nodes, next, scored);
}

/// The chances of the ends of the turns of a block of lanes, and the workspace for them.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The numbers of throws of the states after the ends.
    throws: Vec<u8>,
    /// For each of these, the chance of each option.
    chances: Vec<Lanes<BLOCK>>,
    nodes: Vec<Lanes<BLOCK>>,
    /// The chance that each roll is scored, where it is the same after several throws.
    scored: Vec<Lanes<BLOCK>>,
}

impl Outcome {
    /// No turn has been followed yet.
    pub fn new(lattice: &Lattice) -> Outcome {
        let nodes = vec![Lanes([0.0; BLOCK]); lattice.len()];
        Outcome { throws: Vec::new(), chances: Vec::new(), nodes, scored: vec![Lanes([0.0; BLOCK]); lattice.rolls().len()] }
    }

    /// Prepares for turns that may end with these numbers of throws, by one of `options` options. All chances are 0 then.
    pub fn clear(&mut self, throws: impl Iterator<Item = u8>, options: usize) {
        self.throws.clear();
        self.throws.extend(throws);
        self.chances.clear();
        self.chances.resize(self.throws.len() * options, Lanes([0.0; BLOCK]));
    }

    /// Sets the chances of a lane: of each option, for each number of throws.
    pub fn set_lane(&mut self, lane: usize, chances: &[f64]) {
        for (lanes, chance) in self.chances.iter_mut().zip(chances) {
            lanes.0[lane] = *chance;
        }
    }

    /// The chances of the options, which may be 0, for each number of throws of the state that follows. There are `options` options.
    pub fn chances(&self, options: usize) -> impl Iterator<Item = (u8, &[Lanes<BLOCK>])> {
        self.throws.iter().copied().zip(self.chances.chunks(options))
    }
}

/// Finds the chances of the ends of the turns of states with this number of throws, by the choices of a block, among this many options.
pub fn follow_block(lattice: &Lattice, plan: &Plan, choices: &Choices<BLOCK>, options: usize, throws: u8, outcome: &mut Outcome) {
    SimdLevel::Widest.run(Follow { lattice, plan, choices, options, throws, outcome });
}

struct Follow<'a> {
    lattice: &'a Lattice,
    plan: &'a Plan,
    choices: &'a Choices<BLOCK>,
    options: usize,
    throws: u8,
    outcome: &'a mut Outcome,
}

impl Vectorized for Follow<'_> {
    /// Follows all rolls at once, each with its probability.
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let Follow { lattice, plan, choices, options, throws, outcome } = self;
        let Outcome { throws: ends, chances, nodes, scored } = outcome;
        let first_roll = lattice.rolls().start;
        let share = 1.0 / f64::from(lattice.outcomes());
        nodes[..first_roll].fill(Lanes([0.0; BLOCK]));
        for (node, &times) in nodes[first_roll..].iter_mut().zip(lattice.multiplicities()) {
            *node = Lanes([f64::from(times) * share; BLOCK]);
        }
        scored.fill(Lanes([0.0; BLOCK]));
        ends.clear();
        chances.clear();
        let throw = Throw { rerolls_left: plan.rerolls(throws), nth: 0 };
        follow(lattice, choices, nodes, throw, |throw, rolls| {
            if plan.has_spare_throws() || throw.nth < plan.first_throws() {
                ends.push(plan.after(throws, throw.rerolls_left));
                add_ends(choices, options, throw, rolls, chances);
            } else {
                scored.iter_mut().zip(rolls).for_each(|(sum, chance)| sum.add(chance));
            }
        });
        if !plan.has_spare_throws() {
            ends.push(0);
            add_ends(choices, options, Throw { rerolls_left: 0, nth: plan.first_throws() }, scored, chances);
        }
    }
}

/// Adds the chances of the options with which rolls are scored, from the chance of each roll.
#[inline(always)]
fn add_ends<const L: usize>(choices: &Choices<L>, options: usize, throw: Throw, rolls: &[Lanes<L>], chances: &mut Vec<Lanes<L>>) {
    let before = chances.len();
    chances.resize(before + options, Lanes([0.0; L]));
    let chances = &mut chances[before..];
    for (placements, chance) in choices.placements(throw.rerolls_left, throw.nth).iter().zip(rolls) {
        for (lane, (&placement, chance)) in placements.iter().zip(&chance.0).enumerate() {
            chances[placement as usize].0[lane] += chance;
        }
    }
}
