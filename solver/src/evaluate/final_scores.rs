//! The distribution of the points still to come from every state, under play for expected score.
//!
//! ```text
//! for each layer, the full cards first:
//!     for each state of the layer:
//!         for each end of an optimal turn: add its chance times the distribution of the state that follows, shifted by the points
//! ```
//!
//! With few open categories, a distribution has the chance of every number of points. With more, that would take much memory for little gain: there
//! the points are in steps of [`STEP`], and the chance of points between two steps is split so that the mean is right.

use std::sync::Arc;

use yahtzee_kernel::{Outcome, Turns, add_times};

use super::distribution::Distribution;
use super::follower::Follower;
use super::outcome::{End, ends, follow};
use super::variances;
use crate::rules::{Points, RuleSet, State};
use crate::solve::{Model, Stopped};
use crate::space::{BLOCK, Row, block_from};
use crate::strategy::{BlockStrategy, OptimalStrategy};

/// The number of rows in a task.
const ROWS_A_TASK: usize = 8;
/// The points between two steps if many categories are open.
pub(crate) const STEP: u32 = 4;
/// The most open categories for which every number of points has its chance.
const FINE: usize = 3;
/// Points at either end with a total chance below this count as the next step.
const RARE: f64 = 1e-9;

/// The distribution of the points still to come from every state, when the rest of the game is played for expected score.
///
/// It is exact except for rounding to seven digits with at most three open categories, and in steps of four points otherwise. For states with more
/// open categories than fit into memory it has only the variance.
///
/// In a game that a roll may win at once, a distribution has the chances of the games without such an end, and beside it are the chances of such an end in
/// each turn to come.
#[derive(Clone, Debug)]
pub struct FinalScores {
    model: Arc<Model>,
    open: usize,
    /// The points to come of each lane, by its position in the state space.
    spans: Vec<Span>,
    /// The first position of the layer with the most open categories.
    last_layer: usize,
    /// The chances of the points of all lanes of a row, row after row.
    rows: Vec<Vec<f32>>,
    /// For each lane the chance to win at once in the next turn, in the turn after it, and so on; empty if no roll wins.
    at_once: Vec<f32>,
    /// The variances from the last layer with distributions on, unless no layer follows.
    variances: Vec<f32>,
}

/// The memory of a row beside its chances: its entry in the list, and the allocator's overhead.
const ROW_BYTES: usize = size_of::<Vec<f32>>() + 2 * size_of::<usize>();

/// The possible points of a lane, and the place of their chances.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    row: u32,
    start: u32,
    least: u32,
    len: u32,
}

/// The chances of the points from `least` on, in the steps for the number of open categories.
#[derive(Clone, Copy, Debug)]
pub struct ToCome<'a> {
    pub least: u32,
    pub chances: &'a [f32],
}

/// The points to come from the lanes of a row.
#[derive(Clone, Debug, Default)]
struct RowScores {
    spans: Vec<Span>,
    chances: Vec<f32>,
    at_once: Vec<f32>,
}

/// The workspace of a walk to the next layer.
struct Scratch {
    block: BlockStrategy<BLOCK>,
    outcome: Outcome,
    sums: Vec<f64>,
    /// The chances to win at once.
    at_once: Vec<f64>,
}

/// The points between two steps, for states with this many open categories.
pub(crate) fn step(open: usize) -> u32 {
    if open <= FINE { 1 } else { STEP }
}

impl Follower<'_> {
    /// The distribution of the points to come from every state, for as many open categories as fit into this many bytes, and the variance for the
    /// other states. The minimum is [`final_scores_bytes`](Follower::final_scores_bytes). Each row is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn final_scores(&self, most_bytes: u64) -> Result<FinalScores, Stopped> {
        let table = self.table.to_win();
        let strategy = OptimalStrategy::new(&table);
        let model = table.model();
        let layers: Vec<&[Row]> = model.space.layers().collect();
        let mut scores = FinalScores::of_full_cards(model, layers[0]);
        let all = layers.iter().skip(1).map(|rows| rows.len() as u64).sum();
        self.run.walk(all, |walker| {
            for rows in &layers[1..] {
                if scores.bytes() + scores.bytes_of(rows) + scores.bytes_beyond(rows) > most_bytes {
                    let first = scores.last_layer;
                    let known = (first..scores.positions()).map(|position| variance_of(scores.at(position), step(scores.open)));
                    scores.variances = variances::variances(known, (first, scores.open), &strategy, walker);
                    break;
                }
                let mut solved = vec![RowScores::default(); rows.len()];
                walker.layer(ROWS_A_TASK, rows, solved.as_mut_slice(), &|rows, solved: &mut [RowScores]| {
                    let (block, outcome) = (BlockStrategy::new(strategy.chooser()), Outcome::new(&model.lattice));
                    let mut scratch = Scratch { block, outcome, sums: Vec::new(), at_once: Vec::new() };
                    for (row, solved) in rows.iter().zip(solved) {
                        *solved = scores.before(&strategy, row, &mut scratch);
                    }
                    walker.advance(rows.len() as u64);
                });
                // The rows of a stopped walk have no scores.
                if walker.is_stopped() {
                    return;
                }
                scores.append(rows, solved);
            }
        })?;
        Ok(scores)
    }

    /// The least memory of [`final_scores`](Follower::final_scores), in bytes.
    pub fn final_scores_bytes(model: &Model) -> u64 {
        let full: &[Row] = model.space.layers().next().unwrap_or_default();
        let lanes: usize = full.iter().map(|row| model.space.row_width(row)).sum();
        let distributions = lanes * (2 * size_of::<Span>() + size_of::<f32>()) + full.len() * ROW_BYTES;
        (model.space.width() * variances::BYTES + distributions) as u64
    }
}

impl FinalScores {
    fn of_full_cards(model: &Arc<Model>, rows: &[Row]) -> FinalScores {
        let (spans, rows_of, at_once, variances) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut scores = FinalScores { model: Arc::clone(model), open: 0, spans, last_layer: 0, rows: rows_of, at_once, variances };
        let turns = scores.turns();
        let solved = rows.iter().map(|row| {
            let mut scores = RowScores::default();
            for full in model.space.padded_lanes(row) {
                scores.push(model.rules.at_the_end(&full).get(), &[1.0]);
                scores.at_once.resize(scores.spans.len() * turns, 0.0);
            }
            scores
        });
        scores.append(rows, solved.collect());
        scores
    }

    /// Adds the rows of the next layer.
    fn append(&mut self, rows: &[Row], solved: Vec<RowScores>) {
        self.last_layer = self.spans.len();
        // Exactly the needed capacity: a few layers have most of the states.
        self.spans.reserve_exact(solved.iter().map(|solved| solved.spans.len()).sum());
        self.rows.reserve_exact(rows.len());
        for (row, solved) in rows.iter().zip(solved) {
            let number = self.rows.len() as u32;
            debug_assert_eq!(solved.spans.len(), self.model.space.row_width(row));
            self.spans.extend(solved.spans.into_iter().map(|span| Span { row: number, ..span }));
            self.rows.push(solved.chances);
            self.at_once.extend(solved.at_once);
        }
        self.open = self.model.rules.category_count() - rows[0].filled.count();
    }

    /// The points to come from the lanes of a row of the next layer.
    fn before(&self, strategy: &OptimalStrategy, row: &Row, scratch: &mut Scratch) -> RowScores {
        let Model { space, plan, .. } = &*self.model;
        let lanes = space.lanes(row).len();
        let mut solved = RowScores::default();
        scratch.block.enter_row(strategy.chooser(), row.filled, row.flag);
        for throws in 0..space.plane_count(row.filled) as u8 {
            for first in (0..lanes).step_by(BLOCK) {
                scratch.block.choose(strategy.chooser(), block_from(first), Turns::one(&plan.kernel, throws));
                follow(strategy.chooser(), &scratch.block, &mut scratch.outcome, throws);
                for lane in first..lanes.min(first + BLOCK) {
                    self.add_lane(lane, lane - first, scratch, &mut solved);
                }
            }
            let padding = space.plane_width(row.filled) - lanes;
            let last = *solved.spans.last().expect("a lane");
            solved.spans.extend(std::iter::repeat_n(last, padding));
            solved.at_once.resize(solved.spans.len() * self.turns(), 0.0);
        }
        solved.chances.shrink_to_fit();
        solved
    }

    /// Adds the points to come from a lane with this place in the followed block.
    fn add_lane(&self, lane: usize, place: usize, scratch: &mut Scratch, solved: &mut RowScores) {
        let Scratch { block, outcome, sums, at_once } = scratch;
        if self.turns() > 0 {
            self.add_at_once(lane, place, block, outcome, at_once);
            solved.at_once.extend(at_once.iter().map(|&chance| chance as f32));
        }
        let shifts = self.model.space.shifts();
        let (step_after, step) = (step(self.open), step(self.open + 1));
        let ends = || {
            let ends = ends(outcome, block.options()).filter(|end| end.chance.0[place] > 0.0 && !end.source.wins);
            ends.map(|End { source, chance, .. }| {
                let next = self.at(source.position(shifts, lane));
                (source.points + next.least, next.chances, chance.0[place])
            })
        };
        let least = ends().map(|(least, ..)| least / step * step).min();
        let last = ends().map(|(least, chances, _)| least + (chances.len() as u32 - 1) * step_after).max();
        // Every end may win at once.
        let (least, last) = least.zip(last).unwrap_or((0, 0));
        sums.clear();
        sums.resize(((last - least) / step) as usize + 2, 0.0);
        for (from, chances, chance) in ends() {
            add(sums, from - least, step, chances, step_after, chance);
        }
        let (above, sums) = without_rare(sums);
        solved.push(least + above * step, sums);
    }

    /// Finds the chances of a lane to win at once, by the turn.
    fn add_at_once(&self, lane: usize, place: usize, block: &BlockStrategy<BLOCK>, outcome: &Outcome, at_once: &mut Vec<f64>) {
        at_once.clear();
        at_once.resize(self.turns(), 0.0);
        for End { source, chance, .. } in ends(outcome, block.options()).filter(|end| end.chance.0[place] > 0.0) {
            let chance = chance.0[place];
            if source.wins {
                at_once[0] += chance;
            } else {
                let next = self.at_once(source.position(self.model.space.shifts(), lane));
                at_once[1..].iter_mut().zip(next).for_each(|(sum, next)| *sum += chance * f64::from(*next));
            }
        }
    }

    /// The number of turns for which a state has chances to win at once.
    fn turns(&self) -> usize {
        if self.model.plan.has_winning_rolls() { self.model.rules.category_count() } else { 0 }
    }

    /// The chance to win at once from a position of the state space, in the next turn, in the turn after it, and so on; empty if no roll wins, or the
    /// position has no distribution.
    pub fn at_once(&self, position: usize) -> &[f32] {
        let turns = self.turns();
        self.at_once.get(position * turns..(position + 1) * turns).unwrap_or_default()
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The most open categories of a state with a distribution.
    pub fn open(&self) -> usize {
        self.open
    }

    /// The number of positions of the state space with distributions.
    pub fn positions(&self) -> usize {
        self.spans.len()
    }

    /// The points to come at a position of the state space.
    #[inline(always)]
    pub fn at(&self, position: usize) -> ToCome<'_> {
        let Span { row, start, least, len } = self.spans[position];
        ToCome { least, chances: &self.rows[row as usize][start as usize..][..len as usize] }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        let chances: usize = self.rows.iter().map(Vec::len).sum();
        let distributions = chances * size_of::<f32>()
            + self.rows.len() * ROW_BYTES
            + self.spans.len() * size_of::<Span>()
            + self.at_once.len() * size_of::<f32>();
        (distributions + self.variances.len() * variances::BYTES) as u64
    }

    /// The bytes of the variances, if these rows are the last with distributions.
    fn bytes_beyond(&self, rows: &[Row]) -> u64 {
        let is_last = rows[0].filled.count() == self.model.space.base().count();
        if is_last { 0 } else { ((self.model.space.width() - rows[0].start) * variances::BYTES) as u64 }
    }

    /// The variance of the points to come at a position without a distribution.
    pub fn variance(&self, position: usize) -> f32 {
        self.variances[position - self.last_layer]
    }

    /// An upper estimate of the memory of the next layer, in bytes; the places of its chances exist twice while it is added.
    fn bytes_of(&self, rows: &[Row]) -> u64 {
        let rules = &self.model.rules;
        let lanes: usize = rows.iter().map(|row| self.model.space.row_width(row)).sum();
        // The last layer is at the end. A turn adds at most this many points to its distributions.
        let last = &self.spans[self.last_layer..];
        let mean = last.iter().map(|span| u64::from(span.len)).sum::<u64>() / last.len() as u64 * u64::from(step(self.open));
        let most = rules.most_points() + rules.most_at_the_end();
        let length = (mean + u64::from(most)) / u64::from(step(self.open + 1)) + 2;
        let length = length + self.turns() as u64;
        lanes as u64 * (length * size_of::<f32>() as u64 + 2 * size_of::<Span>() as u64) + (rows.len() * ROW_BYTES) as u64
    }

    /// The distribution of the final score from a state with this score, without the upper bonus; `None` if the state has more open categories than
    /// the distributions cover, or cannot be reached.
    pub fn of(&self, state: &State, score: Points) -> Option<Distribution> {
        let Model { rules, space, .. } = &*self.model;
        let open = rules.category_count() - state.filled.count().min(rules.category_count());
        if !space.is_reachable(state) || open > self.open {
            return None;
        }
        let ToCome { least, chances } = self.at(space.position(state));
        let step = step(open);
        let mut all = vec![0.0; (chances.len() - 1) * step as usize + 1];
        for (sum, &chance) in all.iter_mut().step_by(step as usize).zip(chances) {
            *sum = chance.into();
        }
        Some(Distribution::from_chances(score + Points::new(least), all))
    }
}

impl RowScores {
    fn push(&mut self, least: u32, chances: &[f64]) {
        self.spans.push(Span { row: 0, start: self.chances.len() as u32, least, len: chances.len() as u32 });
        self.chances.extend(chances.iter().map(|&chance| chance as f32));
    }
}

/// The variance of a distribution with this step.
fn variance_of(to_come: ToCome<'_>, step: u32) -> f32 {
    let moment = |power: i32| -> f64 {
        let of = |(place, &chance): (usize, &f32)| (place as f64).powi(power) * f64::from(chance);
        to_come.chances.iter().enumerate().map(of).sum()
    };
    let (all, mean, square) = (moment(0), moment(1), moment(2));
    if all <= 0.0 {
        return 0.0;
    }
    ((square / all - (mean / all).powi(2)).max(0.0) * f64::from(step).powi(2)) as f32
}

/// Adds chances, times a factor, to sums with other steps. The first of the chances is `from` points above the first of the sums. A chance between
/// two sums is split between them.
fn add(sums: &mut [f64], from: u32, step: u32, chances: &[f32], step_after: u32, times: f64) {
    let share = |points: u32| f64::from(points % step) / f64::from(step);
    if step == step_after {
        let above = share(from);
        let sums = &mut sums[(from / step) as usize..];
        add_times(sums, chances, times * (1.0 - above));
        if above > 0.0 {
            add_times(&mut sums[1..], chances, times * above);
        }
    } else {
        for (points, &chance) in (from..).step_by(step_after as usize).zip(chances) {
            let (index, above) = ((points / step) as usize, share(points));
            sums[index] += f64::from(chance) * times * (1.0 - above);
            sums[index + 1] += f64::from(chance) * times * above;
        }
    }
}

/// Moves the chances of rare points to the nearest that are not rare. Returns the number of dropped steps at the lower end, and the rest.
fn without_rare(chances: &mut [f64]) -> (u32, &[f64]) {
    let mut below = 0.0;
    let first = chances.iter().position(|chance| {
        below += chance;
        below > RARE
    });
    let mut above = 0.0;
    let last = chances.iter().rposition(|chance| {
        above += chance;
        above > RARE
    });
    // Where almost every game is won at once, all final scores are rare: they stay as they are.
    let (Some(first), Some(last)) = (first, last) else { return (0, chances) };
    if first > last {
        return (0, chances);
    }
    if first < last {
        (chances[first], chances[last]) = (below, above);
    }
    (first as u32, &chances[first..=last])
}
