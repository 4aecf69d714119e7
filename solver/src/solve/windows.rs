//! For which scores a state needs a value: the windows of the states that can follow one state.
//!
//! Where the objective is a function of the final score, a value depends on the score so far too. For each state the values of consecutive scores are
//! needed: those that can be reached there, and from which the rest of the game still decides what the final score is worth. Below this *window* every
//! end of the game has the lowest worth, above it the highest.

use std::ops::Range;

use super::kernel::Successors;
use super::model::Model;
use super::plan::{RowPlan, Source};
use super::threads::Join;
use super::utility::{MOST_SCORE, Utility};
use super::walker::Walker;
use crate::dice::{Element, Lanes};
use crate::rules::{Filled, Points, State};
use crate::space::{BLOCK, Row, StateSpace};

/// The scores for which a state has values, and the one above them, which has a value for reading past the end. A score counts what is written and the
/// extra bonuses, not the upper bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Window {
    /// The lowest score.
    pub(crate) first: i32,
    /// The number of scores.
    pub(crate) len: u32,
    /// Where the values of the state begin, among those of its layer.
    pub(crate) start: usize,
}

impl Window {
    /// Where its values are among those of the layer.
    #[inline(always)]
    pub(crate) fn values(&self) -> Range<usize> {
        self.start..self.start + self.len as usize + 1
    }

    /// Which scores of this window lead into the next one with these points, from its first to the one above it: their places in this window, and where
    /// the values of the next are that they lead to.
    #[inline(always)]
    pub(crate) fn overlap(&self, next: &Window, points: Points) -> (Range<usize>, Range<usize>) {
        let ahead = self.first + points.get() as i32 - next.first;
        let start = (-ahead).max(0);
        let end = (self.len as i32).min(next.len as i32 - ahead) + 1;
        if start >= end {
            return (0..0, 0..0);
        }
        let there = next.start + (start + ahead) as usize;
        (start as usize..end as usize, there..there + (end - start) as usize)
    }
}

/// Marks what is marked there.
#[inline(always)]
pub(crate) fn mark_also(here: &mut [bool], there: &[bool]) {
    for (here, there) in here.iter_mut().zip(there) {
        *here |= there;
    }
}

/// The windows of all states that can follow one state, by their positions in the state space. All other states have an empty window.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    windows: Vec<Window>,
    /// What is filled in all of these states.
    filled: Filled,
    /// The number of values of each layer, by the number of open categories.
    lengths: Vec<usize>,
}

/// The rows of a task that finds the most points to come.
const ROWS_A_TASK: usize = 64;

impl Windows {
    /// The windows of all states that can follow `state` (itself included), if its score is from `scores.0` to `scores.1`.
    pub(crate) fn new(model: &Model, walker: &Walker<'_>, utility: &Utility, state: &State, scores: (i32, i32)) -> Windows {
        let Model { rules, space, .. } = model;
        let lengths = vec![0; rules.category_count() + 1];
        let mut windows = Windows { windows: vec![Window::default(); space.width()], filled: state.filled, lengths };
        // If every score is worth the same, no state needs a value.
        let (rises, highest) = utility.bounds().unwrap_or((0, -5 * MOST_SCORE));
        let mut reach = vec![NOWHERE; space.width()];
        reach[space.position(state)] = scores;
        let most = most_to_come(model, walker, state.filled);
        let layers: Vec<&[Row]> = space.layers().collect();
        let mut row_plan = RowPlan::default();
        let open = rules.category_count() - state.filled.count();
        for (open, rows) in layers.into_iter().enumerate().take(open + 1).rev() {
            for row in rows.iter().filter(|row| row.filled.contains_all(state.filled)) {
                for (saved, plane) in (0..).zip(space.planes(row)) {
                    if open > 0 && reach[plane.clone()].iter().any(|reach| *reach != NOWHERE) {
                        row_plan.fill(&model.plan, space, row.filled, row.flag);
                        let sources: Vec<Source> = row_plan.sources(&model.plan, saved).collect();
                        for (lane, position) in plane.enumerate() {
                            extend(&mut reach, position, &sources, lane, space.shifts());
                        }
                    }
                }
                for (position, State { upper_total, .. }) in space.futures(row) {
                    let (low, high) = Some(reach[position]).filter(|reach| *reach != NOWHERE).unwrap_or((0, -1));
                    let earned = rules.upper_bonus().earned(upper_total).get() as i32;
                    let (low, high) = (low.max(rises - most[position] as i32), high.min(highest - earned - 1));
                    let len = if low <= high { (high - low) as u32 + 1 } else { 0 };
                    windows.windows[position] = Window { first: low, len, start: windows.lengths[open] };
                    windows.lengths[open] = windows.windows[position].values().end;
                }
            }
        }
        windows
    }

    /// The window of the state at a position of the state space.
    #[inline(always)]
    pub(crate) fn at(&self, position: usize) -> &Window {
        &self.windows[position]
    }

    /// The number of values of the layer with this many open categories.
    pub(crate) fn length(&self, open: usize) -> usize {
        self.lengths[open]
    }

    /// Whether the states of a row can follow, and so have windows.
    #[inline(always)]
    pub(crate) fn has(&self, row: &Row) -> bool {
        row.filled.contains_all(self.filled)
    }

    /// The number of values of a row.
    pub(crate) fn row_length(&self, space: &StateSpace, row: &Row) -> usize {
        let planes = space.planes(row).filter(|_| self.has(row));
        planes.flat_map(|plane| &self.windows[plane]).map(|window| window.values().len()).sum()
    }

    /// The memory, in bytes, of the values of the layers below this one, two layers at a time with their marks, and of the windows.
    pub(crate) fn bytes(&self, open: usize) -> u64 {
        let pairs = (1..open).map(|open| self.lengths[open] + self.lengths[open - 1]);
        let values = pairs.max().unwrap_or(self.lengths[0]) * (size_of::<f64>() + size_of::<bool>());
        (values + self.windows.len() * size_of::<Window>()) as u64
    }
}

/// The reach of a state that cannot be reached.
const NOWHERE: (i32, i32) = (i32::MAX, i32::MIN);

/// Extends the reach of the states that follow a lane of a row.
fn extend(reach: &mut [(i32, i32)], position: usize, sources: &[Source], lane: usize, shifts: &[u16]) {
    let (low, high) = reach[position];
    if low > high {
        return;
    }
    for source in sources {
        let points = source.points.get() as i32;
        let next = &mut reach[source.position(shifts, lane)];
        *next = (next.0.min(low + points), next.1.max(high + points));
    }
}

impl Model {
    /// The most points still to come from a reachable state, the upper bonus included.
    pub(crate) fn most_to_come(&self, state: &State) -> u32 {
        let walker = Walker::new(Join::Serial, None, 0);
        most_to_come(self, &walker, state.filled)[self.space.position(state)] as u32
    }
}

/// The most points still to come from each state in which at least these categories are filled, the upper bonus included.
fn most_to_come(model: &Model, walker: &Walker<'_>, filled: Filled) -> Vec<f64> {
    let Model { rules, space, plan, .. } = model;
    let mut most = vec![0.0; space.width()];
    let bonus = rules.upper_bonus();
    let terminal = |upper_total| [bonus.earned(upper_total).into()];
    walker.backward(space, ROWS_A_TASK, [&mut most], terminal, &|[done], rows, [out]| {
        let successors = Successors { values: done, shifts: space.shifts() };
        let mut row_plan = RowPlan::default();
        for row in rows.iter().filter(|row| row.filled.contains_all(filled)) {
            row_plan.fill(plan, space, row.filled, row.flag);
            let out = &mut out[row.start - rows[0].start..][..space.row_width(row)];
            for (saved, out) in (0..).zip(out.chunks_exact_mut(space.plane_width(row.filled))) {
                for (block, out) in out.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
                    let mut best = Lanes([0.0; BLOCK]);
                    for source in row_plan.sources(plan, saved) {
                        best.raise_to(&successors.read(&source, block * BLOCK));
                    }
                    *out = best.0;
                }
            }
        }
    });
    most
}
