//! Solves the rows of a layer, for every score that a state needs.
//!
//! ```text
//! to solve a state:
//!     its value may rise at a score where the value of the state after any source rises   # elsewhere it equals the value a point below
//!     from each score where it may rise to the next: pick the first score that can be reached
//!     for each block of picks: compute the turn                                           # 16 scores, or 8 for the last
//!     the scores between the picks have the value of the pick below them
//! ```

use super::carrying::Carrying;
use super::kernel::{DOUBLE, Read, Workspace};
use super::model::Model;
use super::plan::{RowPlan, Source};
use super::simd::{SimdLevel, Vectorized};
use super::walker::{Places, Walker};
use super::windows::{Window, Windows, mark_also};
use crate::dice::Lanes;
use crate::space::{BLOCK, Row, StateSpace};

/// The values of the states of a layer by score, in their windows, with `N` further numbers each.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Layer<const N: usize = 0> {
    #[doc(hidden)]
    pub values: Vec<f64>,
    /// The further numbers. They change only where the values rise, and are 0 outside of the windows.
    #[doc(hidden)]
    pub carried: [Vec<f64>; N],
    /// Whether each value is larger than the previous one; true for the first of a state.
    #[doc(hidden)]
    pub rises: Vec<bool>,
}

impl<const N: usize> Layer<N> {
    #[doc(hidden)]
    pub fn new(length: usize) -> Layer<N> {
        Layer { values: vec![0.0; length], carried: [(); N].map(|()| vec![0.0; length]), rises: vec![false; length] }
    }
}

/// The data for solving the rows of a layer.
#[doc(hidden)]
pub struct Job<'a, const N: usize = 0> {
    #[doc(hidden)]
    pub model: &'a Model,
    #[doc(hidden)]
    pub windows: &'a Windows,
    /// Whether each score can be reached; empty if all can.
    #[doc(hidden)]
    pub reached: &'a [bool],
    /// The previous layer.
    #[doc(hidden)]
    pub done: &'a Layer<N>,
    #[doc(hidden)]
    pub lowest: f64,
    #[doc(hidden)]
    pub highest: f64,
    /// The worth of winning at once in this turn.
    #[doc(hidden)]
    pub at_once: f64,
}

/// Solves a layer with this many values, at most `most` rows per task. The values are the units of progress.
#[doc(hidden)]
pub fn solve_layer<const N: usize>(job: &Job<'_, N>, rows: &[Row], length: usize, most: usize, walker: &Walker<'_>) -> Layer<N>
where
    Layer<N>: Compiled<N>,
{
    let mut layer = Layer::new(length);
    let Layer { values, carried, rises } = &mut layer;
    let carried = carried.each_mut().map(Vec::as_mut_slice);
    let places = WindowPlaces { space: &job.model.space, windows: job.windows, values, carried, rises };
    walker.layer(most, rows, places, &|rows, places: WindowPlaces<'_, N>| {
        let solved = places.values.len();
        Layer::solve_rows(ScoreRows { job, rows, places });
        walker.advance(solved as u64);
    });
    layer
}

/// The places of consecutive rows of a layer.
struct WindowPlaces<'a, const N: usize> {
    space: &'a StateSpace,
    windows: &'a Windows,
    values: &'a mut [f64],
    carried: [&'a mut [f64]; N],
    rises: &'a mut [bool],
}

impl<'a, const N: usize> WindowPlaces<'a, N> {
    /// Takes the first places.
    fn take(&mut self, middle: usize) -> WindowPlaces<'a, N> {
        fn first<'a, T>(all: &mut &'a mut [T], middle: usize) -> &'a mut [T] {
            let (first, rest) = std::mem::take(all).split_at_mut(middle);
            *all = rest;
            first
        }
        WindowPlaces {
            space: self.space,
            windows: self.windows,
            values: first(&mut self.values, middle),
            carried: self.carried.each_mut().map(|carried| first(carried, middle)),
            rises: first(&mut self.rises, middle),
        }
    }
}

impl<const N: usize> Places<Row> for WindowPlaces<'_, N> {
    fn split(mut self, first: &[Row], _: &[Row]) -> (Self, Self) {
        let middle = first.iter().map(|row| self.windows.row_length(self.space, row)).sum();
        (self.take(middle), self)
    }
}

/// Reads the ends of a turn at some scores.
#[derive(Clone, Copy)]
pub(crate) struct Scores<'a, const N: usize = 0> {
    pub(crate) windows: &'a Windows,
    pub(crate) values: &'a [f64],
    pub(crate) carried: [&'a [f64]; N],
    pub(crate) shifts: &'a [u16],
    pub(crate) lowest: f64,
    pub(crate) highest: f64,
    /// The worth of winning at once.
    pub(crate) at_once: f64,
    /// The lane of the current state.
    pub(crate) lane: usize,
    /// The first score.
    pub(crate) first: i32,
    /// The distance of each score from the first; `None` for consecutive scores.
    pub(crate) picks: Option<&'a [i32]>,
}

impl<const L: usize, const N: usize> Read<Carrying<L, N>> for Scores<'_, N> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Carrying<L, N> {
        if source.wins {
            return Carrying { value: Lanes([self.at_once; L]), carried: [Lanes([0.0; L]); N] };
        }
        let window = self.windows.at(source.position(self.shifts, self.lane));
        let value = self.lanes(source, window, &self.values[window.values()], (self.lowest, self.highest));
        let carried = self.carried.map(|carried| self.lanes(source, window, &carried[window.values()], (0.0, 0.0)));
        Carrying { value, carried }
    }
}

impl<const N: usize> Scores<'_, N> {
    /// The numbers of a window that follow a source. Below the window they are the lowest, above it the highest.
    #[inline(always)]
    fn lanes<const L: usize>(&self, source: &Source, window: &Window, values: &[f64], (lowest, highest): (f64, f64)) -> Lanes<L> {
        let from = self.first + source.points.get() as i32 - window.first;
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

/// The layers for which the kernel is compiled in this crate: those of values alone, and of values that carry one number.
#[doc(hidden)]
pub trait Compiled<const N: usize> {
    fn solve_rows(rows: ScoreRows<'_, N>);
}

impl Compiled<0> for Layer<0> {
    fn solve_rows(rows: ScoreRows<'_, 0>) {
        SimdLevel::Widest.run(rows);
    }
}

impl Compiled<1> for Layer<1> {
    fn solve_rows(rows: ScoreRows<'_, 1>) {
        SimdLevel::Widest.run(rows);
    }
}

/// Rows of a layer to solve.
#[doc(hidden)]
pub struct ScoreRows<'a, const N: usize> {
    job: &'a Job<'a, N>,
    rows: &'a [Row],
    places: WindowPlaces<'a, N>,
}

impl<const N: usize> Vectorized for ScoreRows<'_, N> {
    /// Only plain values justify it.
    const WIDEST: bool = N == 0;

    /// Solves the rows, two blocks at a time. With further numbers, one block at a time stays closer to the cache.
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let ScoreRows { job, rows, mut places } = self;
        let Model { lattice, space, plan, .. } = job.model;
        let doubles = const { N == 0 && WIDE };
        let most = if doubles { DOUBLE } else { BLOCK };
        let mut double = Workspace::new(lattice, plan, &Carrying::<DOUBLE, N>::default());
        let mut single = Workspace::new(lattice, plan, &Carrying::<BLOCK, N>::default());
        let mut row_plan = RowPlan::default();
        let (mut may_rise, mut picks) = (Vec::new(), Vec::new());
        for row in rows.iter().filter(|row| job.windows.has(row)) {
            row_plan.fill(plan, space, row.filled, row.flag);
            for (throws, plane) in (0..).zip(space.planes(row)) {
                let sources = row_plan.distinct_sources(plan, throws);
                for (lane, position) in plane.enumerate() {
                    let window = job.windows.at(position);
                    let mut here = places.take(window.values().len());
                    job.mark_possible_rises(&sources, lane, window, &mut may_rise);
                    job.pick(window, &may_rise, &mut picks);
                    let mut left = picks.as_slice();
                    while !left.is_empty() {
                        let block = Block::first_of(left, most);
                        let (picks, rest) = left.split_at(block.len);
                        left = rest;
                        let scores = job.scores(lane, window, &block);
                        if const { N == 0 && WIDE } && (block.span > BLOCK || DOUBLE == BLOCK) {
                            let solved = double.mean_of_turn(lattice, plan, &row_plan, &scores, throws, &mut ());
                            block.keep_all(picks, &solved, &mut here);
                        } else {
                            let solved = single.mean_of_turn(lattice, plan, &row_plan, &scores, throws, &mut ());
                            block.keep_all(picks, &solved, &mut here);
                        }
                    }
                    fill_between(&picks, job.lowest, job.highest, here.values);
                    for carried in &mut here.carried {
                        fill_between(&picks, 0.0, 0.0, carried);
                    }
                    mark_rises(here.values, here.rises);
                }
            }
        }
    }
}

impl<'a, const N: usize> Job<'a, N> {
    /// Marks the scores of a window at which the value of any source rises.
    #[inline(always)]
    fn mark_possible_rises(&self, sources: &[Source], lane: usize, window: &Window, may_rise: &mut Vec<bool>) {
        may_rise.clear();
        may_rise.resize(window.values().len(), false);
        if window.len == 0 {
            return;
        }
        let shifts = self.model.space.shifts();
        // Winning at once has the same worth at all scores.
        for source in sources.iter().filter(|source| !source.wins) {
            let next = self.windows.at(source.position(shifts, lane));
            let (here, there) = window.overlap(next, source.points);
            mark_also(&mut may_rise[here], &self.done.rises[there]);
        }
    }

    /// Picks the scores of a window to compute.
    #[inline(always)]
    fn pick(&self, window: &Window, may_rise: &[bool], picks: &mut Vec<i32>) {
        picks.clear();
        let reached = self.reached.get(window.values()).unwrap_or(&[]);
        let mut is_new = true;
        for (index, rises) in may_rise[..window.len as usize].iter().enumerate() {
            is_new |= rises;
            if is_new && reached.get(index).is_none_or(|reached| *reached) {
                picks.push(index as i32);
                is_new = false;
            }
        }
    }

    /// Reads the scores of a block of a window.
    #[inline(always)]
    fn scores<'b>(&self, lane: usize, window: &Window, block: &'b Block) -> Scores<'b, N>
    where
        'a: 'b,
    {
        Scores {
            windows: self.windows,
            values: &self.done.values,
            carried: self.done.carried.each_ref().map(Vec::as_slice),
            shifts: self.model.space.shifts(),
            lowest: self.lowest,
            highest: self.highest,
            at_once: self.at_once,
            lane,
            first: window.first + block.first,
            picks: if block.is_run { None } else { Some(&block.above) },
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
    fn keep_all<const L: usize, const N: usize>(&self, picks: &[i32], solved: &Carrying<L, N>, here: &mut WindowPlaces<'_, N>) {
        self.keep(picks, &solved.value, here.values);
        for (solved, carried) in solved.carried.iter().zip(&mut here.carried) {
            self.keep(picks, solved, carried);
        }
    }

    #[inline(always)]
    fn keep<const L: usize>(&self, picks: &[i32], Lanes(solved): &Lanes<L>, values: &mut [f64]) {
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
#[doc(hidden)]
#[inline(always)]
pub fn mark_rises(values: &[f64], rises: &mut [bool]) {
    rises[0] = true;
    for (rise, pair) in rises[1..].iter_mut().zip(values.windows(2)) {
        *rise = pair[0] != pair[1];
    }
}
