//! Turns whose best actions carry further numbers: the spread of the final score, the true value of an estimated action, the mean of another number.

use super::chosen::{ByWorth, ChoosesInOrder, Chosen, TieOrder};
use super::element::{BLOCK, Element, Lanes};
use super::lattice::Lattice;
use super::plan::{Plan, Source};
use super::row::Row;
use super::simd::{SimdLevel, Vectorized};
use super::successors::Successors;
use super::turn::{Read, Turns, Workspace};

/// The turns of a row, and the order of ties among their actions.
#[derive(Clone, Copy)]
pub struct RowOf<'a> {
    /// The lattice of the game.
    pub lattice: &'a Lattice,
    /// How its rolls score.
    pub plan: &'a Plan,
    /// The row.
    pub row: &'a Row,
    /// The number of its planes.
    pub planes: usize,
    /// The order of ties.
    pub ties: &'a TieOrder,
}

impl RowOf<'_> {
    /// The turns of the row, each with the first lane of each of its blocks of `width` lanes.
    #[inline(always)]
    fn blocks(&self, width: usize) -> impl Iterator<Item = (Turns, usize)> {
        Turns::all(self.plan, self.planes).flat_map(move |turns| (0..width).step_by(BLOCK).map(move |first| (turns, first)))
    }
}

/// The workspace for [`spread_row`].
pub type SpreadWorkspace = Workspace<Chosen<BLOCK, 2>>;

/// Computes the values, the variances and the chances of a row from those of the states that follow, with these vector instructions.
///
/// Each choice carries two numbers along with its value:
///
/// ```text
/// at the end of a turn:
///     deviation = variance after it + (value at the end - reference) squared
///     chance    = chance after it
/// the best action of a roll passes on its two numbers
/// the numbers of a hold = the means over the six nodes one die larger
/// value, deviation, chance of the state = the means over the first roll
/// variance of the state = deviation - (value of the state - reference) squared
/// ```
///
/// The reference of a state is the value of its best zero, which is known before the turn is computed. Any number would be correct except for
/// rounding: a turn adds some tens of points to a zero, so only a few digits cancel.
pub fn spread_row(simd: SimdLevel, workspace: &mut SpreadWorkspace, of: RowOf<'_>, after: [Successors<'_>; 3], out: [&mut [f64]; 3]) {
    simd.run(SpreadRow { workspace, of, after, out });
}

struct SpreadRow<'a> {
    workspace: &'a mut SpreadWorkspace,
    of: RowOf<'a>,
    after: [Successors<'a>; 3],
    out: [&'a mut [f64]; 3],
}

impl Vectorized for SpreadRow<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let SpreadRow { workspace, of, after, out: [values, variances, chances] } = self;
        let RowOf { lattice, plan, row, planes, ties } = of;
        let width = values.len() / planes;
        workspace.make_room(lattice, plan, &Chosen::default());
        for (turns, first) in of.blocks(width) {
            let ends = SpreadEnds::new(after, row, first);
            let after_first = |rerolls_left: u8, rolls: &[Chosen<BLOCK, 2>]| {
                // One number at a time: sums of all three do not fit the vector registers.
                let value = lattice.mean(rolls, |roll| &roll.best.value);
                let [deviation, chance] = [0, 1].map(|number| lattice.mean(rolls, |roll| &roll.best.carried[number]));
                let plane = usize::from(turns.throws_of(rerolls_left)) * width;
                let lanes = plane + first..plane + first + BLOCK;
                values[lanes.clone()].copy_from_slice(&value.0);
                for (lane, variance) in variances[lanes.clone()].iter_mut().enumerate() {
                    let above = value.0[lane] - ends.reference.0[lane];
                    *variance = deviation.0[lane] - above * above;
                }
                chances[lanes].copy_from_slice(&chance.0);
            };
            workspace.turn(lattice, plan, row, &ends, turns, &mut ChoosesInOrder { ties, first: after_first });
        }
    }
}

/// Reads the ends of a turn in the lanes from `first`.
struct SpreadEnds<'a> {
    after: [Successors<'a>; 3],
    first: usize,
    /// The value of the best zero.
    reference: Lanes<BLOCK>,
}

impl<'a> SpreadEnds<'a> {
    #[inline(always)]
    fn new(after: [Successors<'a>; 3], row: &Row, first: usize) -> SpreadEnds<'a> {
        let mut reference = Lanes([f64::NEG_INFINITY; BLOCK]);
        for open in row.open() {
            reference.raise_to(&after[0].read(&open.zero(0), first));
        }
        SpreadEnds { after, first, reference }
    }
}

impl Read<Chosen<BLOCK, 2>> for SpreadEnds<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Chosen<BLOCK, 2> {
        let [values, variances, chances] = &self.after;
        let without_points = Source { points: 0, ..*source };
        let value: Lanes<BLOCK> = values.read(source, self.first);
        let mut deviation: Lanes<BLOCK> = variances.read(&without_points, self.first);
        for lane in 0..BLOCK {
            let above = value.0[lane] - self.reference.0[lane];
            deviation.0[lane] += above * above;
        }
        Chosen::new(value, TieOrder::of_placement(source), [deviation, chances.read(&without_points, self.first)])
    }
}

/// The workspace for [`estimated_row`].
pub type EstimatedWorkspace = Workspace<Chosen<BLOCK, 1>>;

/// Computes the true values of a row whose actions are chosen by estimates of the states that follow, given these states' true values.
pub fn estimated_row(workspace: &mut EstimatedWorkspace, of: RowOf<'_>, estimates: Successors<'_>, done: Successors<'_>, out: &mut [f64]) {
    let RowOf { lattice, plan, row, planes, ties } = of;
    let width = out.len() / planes;
    workspace.make_room(lattice, plan, &Chosen::default());
    for (turns, first) in of.blocks(width) {
        let after_first = |rerolls_left: u8, rolls: &[Chosen<BLOCK, 1>]| {
            let value = lattice.mean(rolls, |roll| &roll.best.carried[0]);
            let plane = usize::from(turns.throws_of(rerolls_left)) * width;
            out[plane + first..][..BLOCK].copy_from_slice(&value.0);
        };
        let ends = EstimatedEnds { estimates, done, first };
        workspace.turn(lattice, plan, row, &ends, turns, &mut ChoosesInOrder { ties, first: after_first });
    }
}

/// Reads the ends of a turn in the lanes from `first`.
struct EstimatedEnds<'a> {
    estimates: Successors<'a>,
    done: Successors<'a>,
    first: usize,
}

impl Read<Chosen<BLOCK, 1>> for EstimatedEnds<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Chosen<BLOCK, 1> {
        let [estimate, value]: [Lanes<BLOCK>; 2] = [self.estimates.read(source, self.first), self.done.read(source, self.first)];
        Chosen::new(estimate, TieOrder::of_placement(source), [value])
    }
}

/// An action by its worth in each lane of a block, with its expected points, which decide between equal worths, and another number.
pub type Followed = Chosen<BLOCK, 2, ByWorth>;

/// The mean of the other number over the ends of the turn of a state of the row with this number of throws, in each lane, if the actions are chosen by
/// their worth.
pub fn followed_mean(workspace: &mut Workspace<Followed>, of: RowOf<'_>, throws: u8, ends: &dyn Fn(&Source) -> Followed) -> [f64; BLOCK] {
    let RowOf { lattice, plan, row, ties, .. } = of;
    let mut means = [0.0; BLOCK];
    let first = |_: u8, rolls: &[Followed]| means = lattice.mean(rolls, |roll| &roll.best.carried[1]).0;
    workspace.make_room(lattice, plan, &Chosen::default());
    workspace.turn(lattice, plan, row, &ends, Turns::one(plan, throws), &mut ChoosesInOrder { ties, first });
    means
}
