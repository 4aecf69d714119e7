//! The values of all actions for the positions of a row of states.
//!
//! ```text
//! for the positions of a row, ordered by lane:
//!     take those of the next 16 distinct lanes                    # or 8, or 1, if no more are asked for
//!     answer those with no reroll left
//!     work out the turn of these lanes, up to the most rerolls left; for each number of rerolls left:
//!         answer the positions with as many: read each hold from its node
//! to answer a position: the value of each hold, the value of scoring in each category
//! ```

use std::ops::ControlFlow;

use super::numbers::{ActionNumbers, NO_HOLD};
use super::sorted::{Asked, Group, Question};
use crate::dice::{Lanes, MAX_DICE};
use crate::solve::{Model, Read, RowPlan, Source, Successors, Turns, ValueTable, Vectorized, Watch, Workspace};

/// The most lanes that are worked out together.
const MOST: usize = 16;
/// The most actions of a rule set.
const MOST_ACTIONS: usize = (1 << MAX_DICE) + 32;

/// The values of all actions of a position.
pub(super) struct Answered<'a> {
    pub(super) numbers: &'a ActionNumbers,
    /// The index of the roll.
    pub(super) roll: usize,
    /// The value of each action, by its number; NaN where it is not allowed.
    pub(super) values: &'a [f64],
}

/// The positions of some rows, to be answered.
pub(super) struct Rows<'a, O, A> {
    pub(super) table: &'a ValueTable,
    pub(super) numbers: &'a ActionNumbers,
    pub(super) groups: &'a [Group],
    pub(super) asked: &'a mut [Asked<O>],
    /// Gets each answer.
    pub(super) answer: &'a A,
}

impl<O, A: Fn(&mut O, &Answered<'_>)> Vectorized for Rows<'_, O, A> {
    #[inline(always)]
    fn run(self) {
        let Rows { table, numbers, groups, mut asked, answer } = self;
        let model = &**table.model();
        let mut spaces = Workspaces::default();
        let mut row_plan = RowPlan::default();
        for group in groups {
            let mut of_group;
            (of_group, asked) = asked.split_at_mut(group.len);
            row_plan.fill(&model.plan, &model.space, group.filled, group.flag);
            let [values] = &*table.values_after(group.filled, group.flag);
            let successors = Successors { values, shifts: model.space.shifts() };
            let row = Row { model, numbers, row_plan: &row_plan, successors };
            while !of_group.is_empty() {
                let (lanes, count) = next_lanes(of_group);
                let together;
                (together, of_group) = of_group.split_at_mut(count);
                match lanes.distinct {
                    1 => row.answer(&lanes, together, &mut spaces.one, answer),
                    2..=8 => row.answer(&lanes, together, &mut spaces.single, answer),
                    _ => row.answer(&lanes, together, &mut spaces.double, answer),
                }
            }
        }
    }
}

#[derive(Default)]
struct Workspaces {
    one: Workspace<Lanes<1>>,
    single: Workspace<Lanes<8>>,
    double: Workspace<Lanes<MOST>>,
}

/// The lanes that are worked out together. The last one is repeated.
struct Together {
    lanes: [usize; MOST],
    distinct: usize,
    /// The most rerolls left of their positions.
    rerolls: u8,
}

/// The next lanes of positions that are ordered by lane, and the number of their positions.
fn next_lanes<O>(asked: &[Asked<O>]) -> (Together, usize) {
    let mut together = Together { lanes: [asked[0].question.lane.into(); MOST], distinct: 1, rerolls: 0 };
    for (index, Asked { question, .. }) in asked.iter().enumerate() {
        let lane = usize::from(question.lane);
        if lane != together.lanes[together.distinct - 1] {
            if together.distinct == MOST {
                return (together, index);
            }
            together.lanes[together.distinct..].fill(lane);
            together.distinct += 1;
        }
        together.rerolls = together.rerolls.max(question.rerolls_left);
    }
    (together, asked.len())
}

/// Reads the values of any lanes.
struct LanesAt<'a, const L: usize> {
    successors: Successors<'a>,
    lanes: [usize; L],
}

impl<const L: usize> Read<Lanes<L>> for LanesAt<'_, L> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Lanes<L> {
        let Successors { values, shifts } = self.successors;
        let points = f64::from(source.points);
        Lanes(self.lanes.map(|lane| values[source.position(shifts, lane)] + points))
    }
}

/// A row of states.
struct Row<'a> {
    model: &'a Model,
    numbers: &'a ActionNumbers,
    row_plan: &'a RowPlan,
    successors: Successors<'a>,
}

impl Row<'_> {
    /// Answers the positions of some lanes.
    #[inline(always)]
    fn answer<const L: usize, O>(
        &self,
        together: &Together,
        asked: &mut [Asked<O>],
        workspace: &mut Workspace<Lanes<L>>,
        answer: &impl Fn(&mut O, &Answered<'_>),
    ) {
        let Model { lattice, plan, .. } = self.model;
        let mut answers = Answers { row: self, lanes: &together.lanes, asked, most: together.rerolls, answer };
        answers.give(0, &[Lanes([0.0; L])]);
        if together.rerolls > 0 {
            let read = LanesAt { successors: self.successors, lanes: *together.lanes.first_chunk::<L>().expect("at most 16 lanes") };
            workspace.make_room(lattice, plan, &Lanes([0.0; L]));
            workspace.turn(lattice, plan, self.row_plan, &read, Turns::later(together.rerolls), &mut answers);
        }
    }

    /// The value of scoring a roll in each category; NaN where it is not allowed. Of several ways to score there, the best.
    #[inline(always)]
    fn score(&self, question: &Question, values: &mut [f64]) {
        let Row { model: Model { plan, .. }, numbers, row_plan, successors } = self;
        let roll = usize::from(question.roll);
        let saved = if plan.saves_throws() { question.rerolls_left } else { 0 };
        let read = successors.from(question.lane.into());
        values.fill(f64::NAN);
        if numbers.is_further(roll)
            && let Some((_, placements)) = row_plan.further(plan, question.is_first).find(|(further, _)| *further == roll)
        {
            for source in placements {
                let value: f64 = read.read(&source.saving(saved));
                let best = &mut values[source.category.index()];
                *best = best.max(value);
            }
            return;
        }
        let scores = numbers.scores(roll, question.is_first && plan.pays_by_throw());
        for open in row_plan.open() {
            let score = scores[open.category().index()];
            values[open.category().index()] = read.read(&open.score(saved, score.points, score.count));
        }
    }
}

/// Answers positions while their turn is worked out.
struct Answers<'a, O, A> {
    row: &'a Row<'a>,
    /// The lanes that are worked out together.
    lanes: &'a [usize],
    asked: &'a mut [Asked<O>],
    /// The most rerolls left.
    most: u8,
    answer: &'a A,
}

impl<O, A: Fn(&mut O, &Answered<'_>)> Answers<'_, O, A> {
    /// Answers the positions with this many rerolls left. `nodes` has the value of each hold; with no reroll left it is not read.
    #[inline(always)]
    fn give<const L: usize>(&mut self, rerolls_left: u8, nodes: &[Lanes<L>]) {
        let numbers = self.row.numbers;
        let mut values = [f64::NAN; MOST_ACTIONS];
        let values = &mut values[..numbers.count()];
        let mut place = 0;
        for Asked { question, out } in &mut *self.asked {
            while self.lanes[place] != usize::from(question.lane) {
                place += 1;
            }
            if question.rerolls_left != rerolls_left {
                continue;
            }
            let roll = usize::from(question.roll);
            let (holds, scores) = values.split_at_mut(numbers.masks());
            if rerolls_left > 0 {
                for (value, &node) in holds.iter_mut().zip(numbers.holds(roll)) {
                    *value = if node == NO_HOLD { f64::NAN } else { nodes[usize::from(node)].0[place] };
                }
            }
            self.row.score(question, scores);
            if question.has_bonus {
                // The values of a table include it until the end of the game.
                let bonus = f64::from(self.row.model.rules.upper_bonus().points);
                values.iter_mut().for_each(|value| *value -= bonus);
            }
            (self.answer)(out.as_mut().expect("all positions are in their places"), &Answered { numbers, roll, values });
        }
    }
}

impl<const L: usize, O, A: Fn(&mut O, &Answered<'_>)> Watch<Lanes<L>> for Answers<'_, O, A> {
    #[inline(always)]
    fn held(&mut self, rerolls_left: u8, nodes: &mut [Lanes<L>]) -> ControlFlow<()> {
        self.give(rerolls_left, nodes);
        if rerolls_left < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
