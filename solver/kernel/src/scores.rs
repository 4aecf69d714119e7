//! The values of one state by the score so far: what playing for something else than points takes.
//!
//! ```text
//! to solve a state:
//!     its value may rise at a score where the value of the state after any source rises   # elsewhere it equals the value a point below
//!     from each score where it may rise to the next: pick the first score that can be reached
//!     for each block of picks: compute the turn                                           # 16 scores, or 8 for the last
//!     the scores between the picks have the value of the pick below them
//! ```

use std::ops::Range;

use super::carrying::Carrying;
use super::element::{BLOCK, DOUBLE, Lanes};
use super::lattice::Lattice;
use super::plan::{Plan, Source};
use super::row::Row;
use super::simd::{SimdLevel, Vectorized};
use super::turn::{Read, Workspace};

/// The scores for which a state has values, and the score above them, which has a value for reading past the end. A score has the written points and
/// the extra bonuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The lowest score.
    pub first: i32,
    /// The number of scores.
    pub len: u32,
    /// The start of the state's values in its layer.
    pub start: usize,
}

impl Window {
    /// The place of its values in the layer.
    #[inline(always)]
    pub fn values(&self) -> Range<usize> {
        self.start..self.start + self.len as usize + 1
    }

    /// The value of a score from the values of the layer: -1 below the window and 1 above it.
    #[inline(always)]
    pub fn value(&self, values: &[f64], score: i32) -> f64 {
        match usize::try_from(score - self.first) {
            Err(_) => -1.0,
            Ok(index) if index >= self.len as usize => 1.0,
            Ok(index) => values[self.start + index],
        }
    }

    /// The scores of this window, including the one above it, that lead into the next window with these points: their places in this window, and the
    /// places of the next window's values.
    #[inline(always)]
    pub fn overlap(&self, next: &Window, points: u32) -> (Range<usize>, Range<usize>) {
        let ahead = self.first + points as i32 - next.first;
        let start = (-ahead).max(0);
        let end = (self.len as i32).min(next.len as i32 - ahead) + 1;
        if start >= end {
            return (0..0, 0..0);
        }
        let there = next.start + (start + ahead) as usize;
        (start as usize..end as usize, there..there + (end - start) as usize)
    }
}

/// Adds the marks of `there` to `here`.
#[inline(always)]
pub fn mark_also(here: &mut [bool], there: &[bool]) {
    for (here, there) in here.iter_mut().zip(there) {
        *here |= there;
    }
}

/// The windows of the states that may follow, with their values, each with `N` further numbers.
#[derive(Clone, Copy, Debug)]
pub struct After<'a, const N: usize = 0> {
    /// The windows, by the positions of the states.
    pub windows: &'a [Window],
    /// The position of the first window.
    pub base: usize,
    /// The values of the layer.
    pub values: &'a [f64],
    /// The further numbers of the layer.
    pub carried: [&'a [f64]; N],
    /// The shifts of the state space: see [`Source::shift`].
    pub shifts: &'a [u16],
    /// The worth below the windows.
    pub lowest: f64,
    /// The worth above the windows.
    pub highest: f64,
    /// The worth of winning at once in this turn.
    pub at_once: f64,
}

impl<const N: usize> After<'_, N> {
    /// The window of the state after a source, from this lane.
    #[inline(always)]
    fn window(&self, source: &Source, lane: usize) -> &Window {
        &self.windows[source.position(self.shifts, lane) - self.base]
    }
}

/// Reads the ends of a turn at some scores.
#[derive(Clone, Copy)]
struct Scores<'a, const N: usize = 0> {
    after: &'a After<'a, N>,
    /// The lane of the current state.
    lane: usize,
    /// The first score.
    first: i32,
    /// The distance of each score from the first; `None` for consecutive scores.
    picks: Option<&'a [i32]>,
}

impl<const L: usize, const N: usize> Read<Carrying<L, N>> for Scores<'_, N> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Carrying<L, N> {
        let after = self.after;
        if source.wins {
            return Carrying { value: Lanes([after.at_once; L]), carried: [Lanes([0.0; L]); N] };
        }
        let window = after.window(source, self.lane);
        let value = self.lanes(source, window, &after.values[window.values()], (after.lowest, after.highest));
        let carried = after.carried.map(|carried| self.lanes(source, window, &carried[window.values()], (0.0, 0.0)));
        Carrying { value, carried }
    }
}

impl<const N: usize> Scores<'_, N> {
    /// The numbers of a window that follow a source. Below the window they are the lowest, above it the highest.
    #[inline(always)]
    fn lanes<const L: usize>(&self, source: &Source, window: &Window, values: &[f64], (lowest, highest): (f64, f64)) -> Lanes<L> {
        let from = self.first + source.points as i32 - window.first;
        let at = |index: i32| if index < 0 { lowest } else { *values.get(index as usize).unwrap_or(&highest) };
        let mut lanes = Lanes([0.0; L]);
        if let Some(above) = self.picks {
            let end = from + above[above.len() - 1] + 1;
            let inside = usize::try_from(from).ok().and_then(|from| values.get(from..end as usize));
            let lanes = lanes.0.iter_mut().zip(above);
            match inside {
                Some(run) => lanes.for_each(|(lane, above)| *lane = run[*above as usize]),
                None => lanes.for_each(|(lane, above)| *lane = at(from + above)),
            }
        } else if let Some(run) = usize::try_from(from).ok().and_then(|from| values.get(from..from + L)) {
            lanes.0.copy_from_slice(run);
        } else {
            for (lane, index) in lanes.0.iter_mut().zip(from..) {
                *lane = at(index);
            }
        }
        lanes
    }
}

/// A state to solve.
pub struct State<'a, const N: usize = 0> {
    /// The lattice of the game.
    pub lattice: &'a Lattice,
    /// How its rolls score.
    pub plan: &'a Plan,
    /// The row of the state.
    pub row: &'a Row,
    /// Its throws: see [`Source::throws`].
    pub throws: u8,
    /// All ends of its turn, each at least once.
    pub sources: &'a [Source],
    /// The lane of the state.
    pub lane: usize,
    /// Its scores.
    pub window: &'a Window,
    /// Whether each score of the window can be reached; empty if all can.
    pub reached: &'a [bool],
    /// The states that may follow.
    pub after: &'a After<'a, N>,
    /// Whether each value of the states that may follow is larger than the previous one.
    pub rises: &'a [bool],
}

/// The places of the values of a state.
pub struct Here<'a, const N: usize = 0> {
    /// Its values.
    pub values: &'a mut [f64],
    /// The further numbers.
    pub carried: [&'a mut [f64]; N],
    /// Whether each value is larger than the previous one; true for the first.
    pub rises: &'a mut [bool],
}

/// The workspace for solving states by their scores.
#[derive(Clone, Debug)]
pub struct ScoresWorkspace<const N: usize = 0> {
    double: Workspace<Carrying<DOUBLE, N>>,
    single: Workspace<Carrying<BLOCK, N>>,
    may_rise: Vec<bool>,
    picks: Vec<i32>,
}

impl<const N: usize> ScoresWorkspace<N> {
    /// A workspace for this lattice and this plan.
    pub fn new(lattice: &Lattice, plan: &Plan) -> ScoresWorkspace<N> {
        let double = Workspace::new(lattice, plan, &Carrying::default());
        let single = Workspace::new(lattice, plan, &Carrying::default());
        ScoresWorkspace { double, single, may_rise: Vec::new(), picks: Vec::new() }
    }
}

/// A form that computes the values of a state for all its scores.
pub type SolveState<const N: usize> = fn(&mut ScoresWorkspace<N>, &State<'_, N>, Here<'_, N>);

/// Computes the values of a state for all its scores.
pub fn solve_scores(workspace: &mut ScoresWorkspace, state: &State<'_>, here: Here<'_>) {
    SimdLevel::Widest.run(SolveScores { workspace, state, here });
}

/// The same with a number that the values carry.
pub fn solve_scores_carrying(workspace: &mut ScoresWorkspace<1>, state: &State<'_, 1>, here: Here<'_, 1>) {
    SimdLevel::Widest.run(SolveScores { workspace, state, here });
}

/// The value of a state at one score.
pub fn value_at_score((lattice, plan, row): (&Lattice, &Plan, &Row), after: &After<'_>, lane: usize, score: i32, throws: u8) -> f64 {
    let mut workspace = Workspace::new(lattice, plan, &Carrying::<1, 0>::default());
    let scores = Scores { after, lane, first: score, picks: None };
    let Lanes([value]) = workspace.mean_of_turn(lattice, plan, row, &scores, throws, &mut ()).value;
    value
}

/// The worth of one end of the turn of a state at one score.
pub fn worth_at_score(after: &After<'_>, lane: usize, score: i32, source: &Source) -> f64 {
    let read: Carrying<1, 0> = Scores { after, lane, first: score, picks: None }.read(source);
    let Lanes([worth]) = read.value;
    worth
}

struct SolveScores<'a, const N: usize> {
    workspace: &'a mut ScoresWorkspace<N>,
    state: &'a State<'a, N>,
    here: Here<'a, N>,
}

impl<const N: usize> Vectorized for SolveScores<'_, N> {
    /// Only plain values justify it.
    const WIDEST: bool = N == 0;

    /// Solves two blocks at a time. With further numbers, one block at a time stays closer to the cache.
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let SolveScores { workspace: ScoresWorkspace { double, single, may_rise, picks }, state, mut here } = self;
        let State { lattice, plan, row, throws, lane, window, after, .. } = *state;
        let most = if const { N == 0 && WIDE } { DOUBLE } else { BLOCK };
        state.mark_possible_rises(may_rise);
        state.pick(may_rise, picks);
        let mut left = picks.as_slice();
        while !left.is_empty() {
            let block = Block::first_of(left, most);
            let (picks, rest) = left.split_at(block.len);
            left = rest;
            let scores =
                Scores { after, lane, first: window.first + block.first, picks: if block.is_run { None } else { Some(&block.above) } };
            if const { N == 0 && WIDE } && (block.span > BLOCK || DOUBLE == BLOCK) {
                let solved = double.mean_of_turn(lattice, plan, row, &scores, throws, &mut ());
                block.write_all(picks, &solved, &mut here);
            } else {
                let solved = single.mean_of_turn(lattice, plan, row, &scores, throws, &mut ());
                block.write_all(picks, &solved, &mut here);
            }
        }
        fill_between(picks, after.lowest, after.highest, here.values);
        for carried in &mut here.carried {
            fill_between(picks, 0.0, 0.0, carried);
        }
        mark_rises(here.values, here.rises);
    }
}

impl<const N: usize> State<'_, N> {
    /// Marks the scores of the window at which the value of any source rises.
    #[inline(always)]
    fn mark_possible_rises(&self, may_rise: &mut Vec<bool>) {
        may_rise.clear();
        may_rise.resize(self.window.values().len(), false);
        if self.window.len == 0 {
            return;
        }
        // Winning at once has the same worth at all scores.
        for source in self.sources.iter().filter(|source| !source.wins) {
            let (here, there) = self.window.overlap(self.after.window(source, self.lane), source.points);
            mark_also(&mut may_rise[here], &self.rises[there]);
        }
    }

    /// Picks the scores of the window to compute.
    #[inline(always)]
    fn pick(&self, may_rise: &[bool], picks: &mut Vec<i32>) {
        picks.clear();
        let mut is_new = true;
        for (index, rises) in may_rise[..self.window.len as usize].iter().enumerate() {
            is_new |= rises;
            if is_new && self.reached.get(index).is_none_or(|reached| *reached) {
                picks.push(index as i32);
                is_new = false;
            }
        }
    }
}

/// Picks computed together.
struct Block {
    /// The first pick.
    first: i32,
    /// The number of picks.
    len: usize,
    /// Whether it is the run of scores from the first pick; otherwise the lanes are the picks.
    is_run: bool,
    /// The number of needed lanes.
    span: usize,
    /// The distance of each pick from the first; the last is repeated.
    above: [i32; DOUBLE],
}

/// With all but this many picks of a block in a run, computing the run is faster than collecting more picks.
const FEW: usize = 2;

impl Block {
    /// The block of the first of the given picks, at most this many.
    #[inline(always)]
    fn first_of(picks: &[i32], most: usize) -> Block {
        let first = picks[0];
        let in_run = picks.iter().take(most).take_while(|pick| **pick - first < most as i32).count();
        let is_run = in_run == picks.len() || in_run + FEW >= most;
        let len = if is_run { in_run } else { picks.len().min(most) };
        let last = picks[len - 1] - first;
        let mut above = [last; DOUBLE];
        for (above, pick) in above.iter_mut().zip(&picks[..len]) {
            *above = pick - first;
        }
        Block { first, len, is_run, span: if is_run { last as usize + 1 } else { len }, above }
    }

    /// Writes the solved values to the places of its picks in the window.
    #[inline(always)]
    fn write_all<const L: usize, const N: usize>(&self, picks: &[i32], solved: &Carrying<L, N>, here: &mut Here<'_, N>) {
        self.write(picks, &solved.value, here.values);
        for (solved, carried) in solved.carried.iter().zip(&mut here.carried) {
            self.write(picks, solved, carried);
        }
    }

    #[inline(always)]
    fn write<const L: usize>(&self, picks: &[i32], Lanes(solved): &Lanes<L>, values: &mut [f64]) {
        for (at, &pick) in picks.iter().enumerate() {
            let at = if self.is_run { (pick - self.first) as usize } else { at };
            values[pick as usize] = solved[at];
        }
    }
}

/// Fills the values between the picks, and the value above the window.
#[inline(always)]
fn fill_between(picks: &[i32], lowest: f64, highest: f64, values: &mut [f64]) {
    let (mut next, mut value) = (0, lowest);
    for &pick in picks {
        values[next..pick as usize].fill(value);
        value = values[pick as usize];
        next = pick as usize + 1;
    }
    let end = values.len() - 1;
    values[next..end].fill(value);
    values[end] = highest;
}

/// Marks the values that differ from the previous one. The first is always marked, because the window may have lower values below it.
#[inline(always)]
pub fn mark_rises(values: &[f64], rises: &mut [bool]) {
    rises[0] = true;
    for (rise, pair) in rises[1..].iter_mut().zip(values.windows(2)) {
        *rise = pair[0] != pair[1];
    }
}
