//! The values of all actions for the positions of a row of states.
//!
//! ```text
//! for the positions of a row, ordered by lane:
//!     take the positions of the next 16 distinct lanes            # or 8, if no more are asked for
//!     if these are too few: wait for lanes of the next rows; up to 16 of several rows are computed together
//!     answer the positions with no reroll left
//!     compute the turn of these lanes, up to the most rerolls left; for each number of rerolls left:
//!         answer the positions with this number: read each hold from its node
//! to answer a position: the value of each hold, the value of scoring in each category
//! ```

use yahtzee_kernel::{LaneOf, LaneRow, LaneTurns, MOST_LANES, NodeValues, OpenRow, Read, SimdLevel, Successors, Turns};

use super::answered::{Answered, NOT_ALLOWED};
use super::dealt::{Dealt, Question};
use super::numbers::{ActionNumbers, NO_HOLD};
use crate::solve::{Model, ValueTable};
use crate::space::BLOCK;

/// So many lanes of a row are computed together alone. Fewer are computed with lanes of other rows, whose scores take longer to read.
const ALONE: usize = BLOCK - 2;

/// What is used again for the next lanes.
struct Memory {
    turns: LaneTurns,
    /// The values of the actions of a position.
    values: Vec<f64>,
}

/// The positions of some rows, to be answered.
pub(super) struct Rows<'a, 'o> {
    pub(super) table: &'a ValueTable,
    pub(super) numbers: &'a ActionNumbers,
    pub(super) buckets: &'a mut [Vec<Dealt<'o>>],
}

impl Rows<'_, '_> {
    /// Answers them, with these vector instructions.
    pub(super) fn answer(self, simd: SimdLevel) {
        let Rows { table, numbers, buckets } = self;
        let model = &**table.model();
        let mut memory = Memory { turns: LaneTurns::default(), values: vec![NOT_ALLOWED; numbers.count()] };
        let mut waiting = Waiting { groups: Vec::with_capacity(MOST_LANES), lanes: 0 };
        // The open categories of the waiting groups, in their order, and those of the row.
        let mut open: Vec<OpenRow> = Vec::new();
        buckets.iter_mut().for_each(|bucket| bucket.sort_unstable_by_key(|asked| asked.question.place));
        let rows = buckets.iter_mut().flat_map(|bucket| bucket.chunk_by_mut(|a, b| a.question.is_in_row_of(&b.question)));
        for mut of_row in rows {
            let Question { filled, flag, throws, .. } = of_row[0].question;
            let place = waiting.groups.len();
            open.resize_with(open.len().max(place + 1), OpenRow::default);
            model.plan.fill(&model.space, filled, flag, &mut open[place]);
            while !of_row.is_empty() {
                let (lanes, count) = next_lanes(of_row);
                let together;
                (together, of_row) = of_row.split_at_mut(count);
                if lanes.distinct >= ALONE || lanes.rerolls == 0 {
                    let values = table.values_after(filled, flag);
                    let row = Row { of: lane_row(model, &open[place], values), numbers, throws };
                    row.answer(&lanes, together, simd, &mut memory);
                    continue;
                }
                // So few lanes are the last ones of their row.
                if waiting.lanes + lanes.distinct > MOST_LANES {
                    waiting.answer(table, numbers, &open, simd, &mut memory);
                    open.swap(0, place);
                }
                waiting.lanes += lanes.distinct;
                waiting.groups.push(Group { lanes, asked: together });
            }
        }
        waiting.answer(table, numbers, &open, simd, &mut memory);
    }
}

fn lane_row<'a>(model: &'a Model, open: &'a OpenRow, values: &'a [f64]) -> LaneRow<'a> {
    let Model { lattice, space, plan, .. } = model;
    LaneRow { lattice, plan: &plan.kernel, open, successors: Successors { values, shifts: space.shifts() } }
}

/// Lanes of a row with their positions.
struct Group<'b, 'o> {
    lanes: Together,
    asked: &'b mut [Dealt<'o>],
}

/// Groups of several rows, to be computed together.
struct Waiting<'b, 'o> {
    groups: Vec<Group<'b, 'o>>,
    /// The number of their lanes.
    lanes: usize,
}

impl Waiting<'_, '_> {
    /// Answers all groups, given the open categories of their rows.
    fn answer(&mut self, table: &ValueTable, numbers: &ActionNumbers, open: &[OpenRow], simd: SimdLevel, memory: &mut Memory) {
        let model = &**table.model();
        let mut groups = std::mem::take(&mut self.groups);
        self.lanes = 0;
        let of = |group: &Group<'_, '_>| group.asked[0].question;
        let values: Vec<_> = groups.iter().map(of).map(|question| table.values_after(question.filled, question.flag)).collect();
        let mut lanes: Vec<LaneOf<'_>> = Vec::with_capacity(MOST_LANES);
        let mut answers: Vec<Answers<'_, '_>> = Vec::with_capacity(groups.len());
        for ((group, open), values) in groups.iter_mut().zip(open).zip(values) {
            let row = Row { of: lane_row(model, open, values), numbers, throws: of(group).throws };
            let Together { rerolls, .. } = group.lanes;
            let of_row = group.lanes.distinct();
            lanes.extend(of_row.iter().map(|&lane| LaneOf { row: row.of, lane: lane.into(), throws: row.throws, rerolls }));
            answers.push(Answers { row, lanes: of_row, asked: group.asked });
        }
        let Memory { turns, values } = memory;
        answers.iter_mut().for_each(|answers| answers.give(0, values, |_, _| NOT_ALLOWED));
        turns.hold_each(&lanes, simd, &mut |rerolls_left, nodes: NodeValues<'_>| {
            let mut first = 0;
            for answers in &mut answers {
                answers.give_held(rerolls_left, values, nodes, first);
                first += answers.lanes.len();
            }
        });
        drop(answers);
        groups.clear();
        self.groups = groups;
    }
}

/// The lanes computed together.
struct Together {
    lanes: [u16; MOST_LANES],
    distinct: usize,
    /// The most rerolls left of their positions.
    rerolls: u8,
}

impl Together {
    fn distinct(&self) -> &[u16] {
        &self.lanes[..self.distinct]
    }
}

/// The next lanes of positions ordered by lane, and the number of their positions.
fn next_lanes(asked: &[Dealt<'_>]) -> (Together, usize) {
    let mut together = Together { lanes: [asked[0].question.lane; MOST_LANES], distinct: 1, rerolls: 0 };
    for (index, Dealt { question, .. }) in asked.iter().enumerate() {
        let lane = question.lane;
        if lane != together.lanes[together.distinct - 1] {
            if together.distinct == MOST_LANES {
                return (together, index);
            }
            together.lanes[together.distinct] = lane;
            together.distinct += 1;
        }
        together.rerolls = together.rerolls.max(question.rerolls_left);
    }
    (together, asked.len())
}

/// A row of states, and the numbers of its actions.
#[derive(Clone, Copy)]
struct Row<'a> {
    of: LaneRow<'a>,
    numbers: &'a ActionNumbers,
    /// What tells its turns apart from others of the row of states.
    throws: u8,
}

impl Row<'_> {
    /// Answers the positions of the lanes in `together`.
    fn answer(&self, together: &Together, asked: &mut [Dealt<'_>], simd: SimdLevel, memory: &mut Memory) {
        let lanes = together.distinct();
        let mut answers = Answers { row: *self, lanes, asked };
        let Memory { turns, values } = memory;
        answers.give(0, values, |_, _| NOT_ALLOWED);
        if together.rerolls > 0 {
            let later = Turns::later(self.of.plan, self.throws, together.rerolls);
            turns.hold(self.of, simd, lanes, later, &mut |rerolls_left, nodes| answers.give_held(rerolls_left, values, nodes, 0));
        }
    }

    /// The value of scoring a roll in each category, minus infinity if it is not allowed. Of several ways to score there, the best counts.
    fn score(&self, question: &Question, values: &mut [f64]) {
        let Row { of: LaneRow { plan, open, successors, .. }, numbers, throws } = self;
        let roll = usize::from(question.roll);
        let throws = plan.after(*throws, question.rerolls_left);
        let read = successors.from(question.lane.into());
        values.fill(NOT_ALLOWED);
        if numbers.is_further(roll)
            && let Some(placements) = open.placements_of(plan, roll, question.nth.into())
        {
            for source in placements {
                let value: f64 = read.read(&source.with_throws(throws));
                let best = &mut values[usize::from(source.column)];
                *best = best.max(value);
            }
            return;
        }
        let scores = numbers.scores(roll, question.nth.into());
        for open in open.open() {
            let score = scores[open.column()];
            values[open.column()] = read.read(&open.score(throws, score.points.get(), score.count));
        }
    }
}

/// Answers positions while their turn is computed.
struct Answers<'a, 'o> {
    row: Row<'a>,
    /// The lanes computed together.
    lanes: &'a [u16],
    asked: &'a mut [Dealt<'o>],
}

impl Answers<'_, '_> {
    /// Answers the positions with this many rerolls left, at least one. Of the lanes of the nodes these begin at `first`.
    fn give_held(&mut self, rerolls_left: u8, values: &mut [f64], nodes: NodeValues<'_>, first: usize) {
        match nodes {
            NodeValues::One(nodes) => self.give(rerolls_left, values, |node, _| nodes[node]),
            NodeValues::Single(nodes) => self.give(rerolls_left, values, |node, place| nodes[node].0[first + place]),
            NodeValues::Double(nodes) => self.give(rerolls_left, values, |node, place| nodes[node].0[first + place]),
        }
    }

    /// Answers the positions with this many rerolls left. `held` gives the value of a node in one of the lanes; it is unused if no reroll is left.
    /// `values` has room for the values of a position.
    fn give(&mut self, rerolls_left: u8, values: &mut [f64], held: impl Fn(usize, usize) -> f64) {
        let numbers = self.row.numbers;
        let mut place = 0;
        for Dealt { question, out } in &mut *self.asked {
            while self.lanes[place] != question.lane {
                place += 1;
            }
            if question.rerolls_left != rerolls_left {
                continue;
            }
            let roll = usize::from(question.roll);
            let (holds, scores) = values.split_at_mut(numbers.masks());
            if rerolls_left > 0 {
                for (value, &node) in holds.iter_mut().zip(numbers.holds(roll)) {
                    *value = if node == NO_HOLD { NOT_ALLOWED } else { held(node.into(), place) };
                }
            } else {
                holds.fill(NOT_ALLOWED);
            }
            self.row.score(question, scores);
            if question.earned > 0 {
                // The values of a table include the upper bonus until the end of the game.
                let bonus = f64::from(question.earned);
                values.iter_mut().for_each(|value| *value -= bonus);
            }
            out.write(&Answered { numbers, roll, values });
        }
    }
}
