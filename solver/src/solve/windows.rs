//! Windows: the scores for which each state that can follow one state needs a value.
//!
//! If the objective is a function of the final score, a value also depends on the score so far. Each state needs the values of consecutive scores:
//! the reachable ones from which the rest of the game still decides the worth of the final score. Below this *window* every end of the game has the
//! worth of the lowest scores, above it that of the highest.

use std::ops::Range;

use yahtzee_kernel::{Lanes, Source, Successors, Window, raise_lanes};

use super::model::Model;
use super::plan::RowPlan;
use super::utility::{MOST_SCORE, Utility};
use super::walker::Walker;
use crate::rules::{Filled, State};
use crate::space::{BLOCK, Row, StateSpace};

/// The windows of states that can follow one state, by their positions in the state space. All other states have an empty window.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    windows: Vec<Window>,
    /// The position of the first window.
    base: usize,
    /// The fewest open categories of a state with a window.
    least_open: usize,
    /// The categories filled in all of these states.
    filled: Filled,
    /// The number of values of each layer, by the number of open categories.
    lengths: Vec<usize>,
}

/// The number of rows in a task that finds the most points to come.
const ROWS_A_TASK: usize = 64;

impl Windows {
    /// The windows of all states that can follow `state` (itself included), if its score is from `scores.0` to `scores.1`.
    pub(crate) fn new(model: &Model, walker: &Walker<'_>, utility: &Utility, state: &State, scores: (i32, i32)) -> Windows {
        // If every score has the same worth, no state needs a value.
        let (rises, highest) = utility.bounds().unwrap_or((0, -5 * MOST_SCORE));
        let most = most_to_come(model, walker, state.filled);
        Windows::within(model, state, scores, 0, |position, earned| {
            let most = most[position] as i32;
            // Who may still win at once may get more than the highest scores are worth.
            (rises - most, if most < WIN_AT_ONCE { highest - earned - 1 } else { i32::MAX })
        })
    }

    /// The windows of the states that follow `state` (itself included) up to the end of this many turns: all scores from the least to the most that
    /// can be reached there, whatever their worth.
    pub(crate) fn ahead(model: &Model, state: &State, scores: (i32, i32), turns: usize) -> Windows {
        let open = model.rules.category_count() - state.filled.count();
        Windows::within(model, state, scores, open.saturating_sub(turns), |_, _| (i32::MIN, i32::MAX))
    }

    /// The windows of the states with this many open categories and with one fewer, in which at least these categories are filled. `scores` gives the
    /// lowest and highest score of the state at a position; it is called in the order of the positions.
    pub(crate) fn of_two_layers(model: &Model, filled: Filled, open: usize, mut scores: impl FnMut(usize) -> (i32, i32)) -> Windows {
        let Model { rules, space, .. } = model;
        let Range { start: base, end } = positions(space, open - 1, open);
        let lengths = vec![0; rules.category_count() + 1];
        let mut windows = Windows { windows: vec![Window::default(); end - base], base, least_open: open - 1, filled, lengths };
        for (open, rows) in space.layers().enumerate().skip(open - 1).take(2) {
            for row in rows.iter().filter(|row| row.filled.contains_all(filled)) {
                for position in space.planes(row).flatten() {
                    windows.place(position, open, scores(position));
                }
            }
        }
        windows
    }

    /// Gives the state at a position these scores; none if the first is above the last.
    fn place(&mut self, position: usize, open: usize, (first, last): (i32, i32)) {
        let len = if first <= last { (last - first) as u32 + 1 } else { 0 };
        let window = Window { first, len, start: self.lengths[open] };
        self.lengths[open] = window.values().end;
        self.windows[position - self.base] = window;
    }

    /// The windows of the states that follow `state`, down to `least_open` open categories. `decides` gives the lowest and the highest score from
    /// which the rest of the game decides at a position of the state space, given what it earns at the end in any case.
    fn within(model: &Model, state: &State, scores: (i32, i32), least_open: usize, decides: impl Fn(usize, i32) -> (i32, i32)) -> Windows {
        let Model { rules, space, .. } = model;
        let open = rules.category_count() - state.filled.count();
        let layers: Vec<&[Row]> = space.layers().collect();
        let Range { start: base, end } = positions(space, least_open, open);
        let lengths = vec![0; rules.category_count() + 1];
        let mut windows = Windows { windows: vec![Window::default(); end - base], base, least_open, filled: state.filled, lengths };
        let mut reach = vec![NOWHERE; end - base];
        reach[space.position(state) - base] = scores;
        let mut row_plan = RowPlan::default();
        for (open, rows) in layers.into_iter().enumerate().take(open + 1).skip(least_open).rev() {
            for row in rows.iter().filter(|row| row.filled.contains_all(state.filled)) {
                for (throws, plane) in (0..).zip(space.planes(row)) {
                    let places = plane.start - base..plane.end - base;
                    if open > least_open && reach[places.clone()].iter().any(|reach| *reach != NOWHERE) {
                        row_plan.fill(&model.plan, space, row.filled, row.flag);
                        let sources: Vec<Source> = row_plan.sources(&model.plan, throws).collect();
                        for (lane, place) in places.enumerate() {
                            extend(&mut reach, place, &sources, |source| source.position(space.shifts(), lane) - base);
                        }
                    }
                }
                for (position, state) in space.futures(row) {
                    let place = position - base;
                    let (low, high) = Some(reach[place]).filter(|reach| *reach != NOWHERE).unwrap_or((0, -1));
                    let (from, to) = decides(position, rules.sure_at_the_end(&state).get() as i32);
                    windows.place(position, open, (low.max(from), high.min(to)));
                }
            }
        }
        windows
    }

    /// The fewest open categories of a state with a window.
    pub(crate) fn least_open(&self) -> usize {
        self.least_open
    }

    /// The window of the state at a position of the state space.
    #[inline(always)]
    pub(crate) fn at(&self, position: usize) -> &Window {
        &self.windows[position - self.base]
    }

    /// All windows, and the position of the first.
    pub(crate) fn all(&self) -> (&[Window], usize) {
        (&self.windows, self.base)
    }

    /// The number of values of the layer with this many open categories.
    pub(crate) fn length(&self, open: usize) -> usize {
        self.lengths[open]
    }

    /// Whether the states of a row can follow and have windows.
    #[inline(always)]
    pub(crate) fn has(&self, row: &Row) -> bool {
        row.filled.contains_all(self.filled)
    }

    /// The number of values of a row.
    pub(crate) fn row_length(&self, space: &StateSpace, row: &Row) -> usize {
        let planes = space.planes(row).filter(|_| self.has(row));
        planes.flatten().map(|position| self.at(position).values().len()).sum()
    }

    /// The memory of the values of the layers below this one, two layers at a time with their marks, and of the marks of
    /// [`Reached`](super::reached::Reached), in bytes.
    pub(crate) fn bytes_of_values(&self, open: usize, is_marked: bool) -> u64 {
        let pairs = (1..open).map(|open| self.lengths[open] + self.lengths[open - 1]);
        let values = pairs.max().unwrap_or(self.lengths[0]) * (size_of::<f64>() + size_of::<bool>());
        let marks = if is_marked { self.lengths[..=open].iter().sum() } else { 0 };
        (values + marks * size_of::<bool>()) as u64
    }

    /// The memory of the windows, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.windows.len() * size_of::<Window>()) as u64
    }

    /// The memory that [`new`](Windows::new) needs, in bytes.
    pub(crate) fn bytes_to_find(model: &Model, state: &State) -> u64 {
        let open = model.rules.category_count() - state.filled.count();
        let (found, finding) = Windows::bytes_of_states(model, state, open);
        (model.space.width() * size_of::<f64>()) as u64 + found + finding
    }

    /// The memory of windows down to the end of this many turns, and of finding them, in bytes.
    pub(crate) fn bytes_of_states(model: &Model, state: &State, turns: usize) -> (u64, u64) {
        let open = model.rules.category_count() - state.filled.count();
        let states = positions(&model.space, open.saturating_sub(turns), open).len();
        ((states * size_of::<Window>()) as u64, (states * size_of::<(i32, i32)>()) as u64)
    }

    /// The memory of windows of the layers from one number of open categories to another, in bytes.
    pub(crate) fn bytes_of_layers(model: &Model, least_open: usize, open: usize) -> u64 {
        (positions(&model.space, least_open, open).len() * size_of::<Window>()) as u64
    }
}

/// The positions of the states with open categories between these numbers.
fn positions(space: &StateSpace, least_open: usize, open: usize) -> Range<usize> {
    let mut layers = space.layers().skip(least_open);
    let start = layers.next().map_or(0, |rows| rows[0].start);
    let last = space.layers().nth(open).and_then(<[Row]>::last);
    start..last.map_or(start, |row| row.start + space.row_width(row))
}

/// The reach of a state that cannot be reached.
const NOWHERE: (i32, i32) = (i32::MAX, i32::MIN);

/// Extends the reach of the states that follow the state at a place; `next` gives the place of each.
fn extend(reach: &mut [(i32, i32)], place: usize, sources: &[Source], next: impl Fn(&Source) -> usize) {
    let (low, high) = reach[place];
    if low > high {
        return;
    }
    for source in sources.iter().filter(|source| !source.wins) {
        let points = source.points as i32;
        let next = &mut reach[next(source)];
        *next = (next.0.min(low + points), next.1.max(high + points));
    }
}

impl Model {
    /// The most points still to come from a state, the upper bonus included. For a state outside of the model, such as a new game in a model from a
    /// card, it is an upper bound.
    pub fn most_to_come(&self, state: &State) -> u32 {
        if !self.space.is_reachable(state) {
            return self.rules.category_count() as u32 * self.rules.most_points().get() + self.rules.most_at_the_end().get();
        }
        let walker = Walker::alone();
        most_to_come(self, &walker, state.filled)[self.space.position(state)] as u32
    }
}

/// More points than any game has: as many are still to come, at the most, for a player who may win at once.
pub(super) const WIN_AT_ONCE: i32 = 1_000_000_000;

/// The most points still to come from each state in which at least these categories are filled, the upper bonus included; at least [`WIN_AT_ONCE`] where
/// a roll may win the game.
pub(crate) fn most_to_come(model: &Model, walker: &Walker<'_>, filled: Filled) -> Vec<f64> {
    let Model { rules, space, plan, .. } = model;
    let mut most = vec![0.0; space.width()];
    let terminal = |full: &State| [rules.at_the_end(full).into()];
    walker.backward(space, ROWS_A_TASK, [&mut most], terminal, &|[done], rows, [out]| {
        let successors = Successors { values: done, shifts: space.shifts() };
        let mut row_plan = RowPlan::default();
        for row in rows.iter().filter(|row| row.filled.contains_all(filled)) {
            row_plan.fill(plan, space, row.filled, row.flag);
            let out = &mut out[row.start - rows[0].start..][..space.row_width(row)];
            for (throws, out) in (0..).zip(out.chunks_exact_mut(space.plane_width(row.filled))) {
                for (block, out) in out.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
                    let mut best = Lanes([0.0; BLOCK]);
                    for source in row_plan.sources(plan, throws) {
                        if source.wins {
                            best = Lanes(best.0.map(|most| most.max(WIN_AT_ONCE.into())));
                        } else {
                            raise_lanes(&mut best, successors, &source, block * BLOCK);
                        }
                    }
                    *out = best.0;
                }
            }
        }
    });
    most
}
