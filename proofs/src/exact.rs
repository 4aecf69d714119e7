//! The expected score as an exact fraction, computed with integers only.
//!
//! The value of a state with k open categories is a whole number of 6^-(dice * rolls * k) points: a turn throws at most dice * rolls dice, and
//! every mean on the way is a mean of six. With dice of s sides, s takes the place of 6. So all states of a layer share a denominator, and the turn
//! kernel works on their numerators: integers of as many 64-bit limbs as the layer needs. Comparing numerators finds the best option even if the
//! difference is tiny.
//!
//! Nothing is rounded, so this checks the solver, which computes in floating point. It is the only file of this crate that uses the kernel.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use num_rational::Ratio;

use yahtzee_kernel::{Element, Lattice, Source, Turns, Watch, Workspace};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::{RowPlan, RunError, Walker};
use yahtzee_solver::space::Row;
use yahtzee_solver::{Model, RuleSet, Run, Scorecard, State};

use crate::fraction::Fraction;
use crate::whole;

/// Solves a rule set in exact fractions.
///
/// ```no_run
/// use yahtzee_proofs::ExactSolver;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::{Model, RuleSet, State};
/// let model = Model::new(&RuleSet::builtin("hasbro")?, MEMORY_LIMIT)?;
/// let value = ExactSolver::new(&model).value(&State::default())?.expect("the empty card");
/// assert!(value.decimal(12).starts_with("254.5877287344"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct ExactSolver<'a> {
    model: &'a Model,
    run: Run<'a>,
}

impl<'a> ExactSolver<'a> {
    /// A solver of this model.
    pub fn new(model: &'a Model) -> ExactSolver<'a> {
        ExactSolver { model, run: Run::new() }
    }

    /// Sets threads, memory limit and progress. Each row of states is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> ExactSolver<'a> {
        ExactSolver { run, ..self }
    }

    /// The memory that the value of a state with this many open categories needs beside the model, in bytes; [`u64::MAX`] if its numbers would be too
    /// long, which happens only in games that save throws, or of many rolls of many dice.
    pub fn bytes_needed(&self, open: usize) -> u64 {
        let Model { rules, space, lattice, .. } = self.model;
        let mut exponent = 0.0;
        let layer = |(turns, rows): (usize, &[Row])| {
            let points = 2.0 + turns as f64 * f64::from(rules.most_points()) + f64::from(rules.most_at_the_end());
            if turns > 0 {
                exponent += f64::from(exponent_of_turn(rules, rules.category_count() - turns));
            }
            let limbs = ((exponent * f64::from(lattice.outcomes()).log2() + points.log2()) / 64.0).ceil() as u64;
            if limbs > MOST_LIMBS as u64 {
                return u64::MAX;
            }
            // Values have one of a few widths, less than twice their need.
            let limbs = if limbs > 10 { limbs.next_multiple_of(8) + limbs / 2 } else { limbs };
            let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
            width as u64 * limbs * size_of::<u64>() as u64
        };
        let layers: Vec<u64> = space.layers().take(open + 1).enumerate().map(layer).collect();
        // The results of a layer are there twice while they are put together.
        layers.windows(2).map(|pair| pair[0].saturating_add(pair[1].saturating_mul(2))).max().unwrap_or(0)
    }

    /// The value of a state, as [`ValueTable::value`](yahtzee_solver::ValueTable::value) defines it; `None` if the state cannot be reached.
    ///
    /// # Errors
    ///
    /// [`RunError`] if it needs more memory than the limit, or numbers that are too long, or if the progress callback stops it.
    pub fn value(&self, state: &State) -> Result<Option<Fraction>, RunError> {
        let space = &self.model.space;
        if !space.is_reachable(state) {
            return Ok(None);
        }
        let open = self.model.rules.category_count() - state.filled.count();
        Ok(Some(self.solve(state.filled, open)?.fraction(space.position(state))))
    }

    /// The expected final score of a card between turns, under optimal play.
    ///
    /// # Errors
    ///
    /// As for [`value`](ExactSolver::value), and if the card is of another game.
    pub fn expected_final(&self, card: &Scorecard) -> Result<Fraction, RunError> {
        self.model.rules.check_same_game(card.rules())?;
        // Values include the upper bonus until the end of the game, so the score must not include it.
        let Fraction(to_come) = self.value(&card.state())?.expect("the state of a card");
        Ok(Fraction(to_come + BigUint::from(card.written_score().get())))
    }

    /// Every distinct future with this many open categories, with its value. Its state has the lowest upper total with this future.
    /// `None` if the game has fewer categories.
    ///
    /// # Errors
    ///
    /// As for [`value`](ExactSolver::value).
    pub fn layer(&self, open: usize) -> Result<Option<impl Iterator<Item = (State, Fraction)>>, RunError> {
        let space = &self.model.space;
        let Some(rows) = space.layers().nth(open) else { return Ok(None) };
        let layer = self.solve(Filled::NONE, open)?;
        Ok(Some(rows.iter().flat_map(|row| space.futures(row)).map(move |(position, state)| (state, layer.fraction(position)))))
    }

    /// Solves the states with `open` open categories in which at least these categories are filled. Each row solved is a unit of progress.
    fn solve(&self, filled: Filled, open: usize) -> Result<Layer, RunError> {
        let (needed, limit) = (self.bytes_needed(open), self.run.most_bytes());
        if needed == u64::MAX || needed > limit {
            return Err(RunError::TooLarge { needed, limit });
        }
        let space = &self.model.space;
        let rows = || space.layers().skip(1).take(open);
        let needed = rows().flatten().filter(|row| row.filled.contains_all(filled)).count();
        let layer = self.run.walk(needed as u64, |walker| {
            rows().fold(Layer::full_cards(self.model), |done, rows| {
                let job = Job { model: self.model, walker, done, filled };
                job.solve_layer(rows)
            })
        })?;
        Ok(layer)
    }
}

/// The values of the states with one number of open categories.
struct Layer {
    /// The index of its first value among the values of all layers.
    first: usize,
    /// The number of outcomes of a throw of all dice.
    outcomes: u32,
    /// Values are whole numbers of outcomes^-exponent points.
    exponent: u32,
    /// An upper bound of its values, in points.
    bound: u64,
    /// The number of limbs of each value.
    limbs: usize,
    /// The values, one after the other. Values outside the request are 0.
    values: Vec<u64>,
}

impl Layer {
    fn full_cards(model: &Model) -> Layer {
        let rows = model.space.layers().next().expect("the layer of full cards");
        let first = rows[0].start;
        let mut values = vec![0; rows.iter().map(|row| model.space.row_width(row)).sum()];
        for row in rows {
            for (value, full) in values[row.start - first..].iter_mut().zip(model.space.padded_lanes(row)) {
                *value = model.rules.at_the_end(&full).into();
            }
        }
        let outcomes = model.lattice.outcomes();
        Layer { first, outcomes, exponent: 0, bound: u64::from(model.rules.most_at_the_end()) + 1, limbs: 1, values }
    }

    /// The limbs of the value with this index among the values of all layers.
    #[inline(always)]
    fn value(&self, position: usize) -> &[u64] {
        &self.values[(position - self.first) * self.limbs..][..self.limbs]
    }

    fn fraction(&self, position: usize) -> Fraction {
        Fraction(Ratio::new(whole::big(self.value(position)), power(self.outcomes, self.exponent)))
    }
}

fn power(outcomes: u32, exponent: u32) -> BigUint {
    BigUint::from(outcomes).pow(exponent)
}

/// A layer to solve.
struct Job<'a> {
    model: &'a Model,
    walker: &'a Walker<'a>,
    /// The layer solved before.
    done: Layer,
    /// Only states in which at least these categories are filled are solved.
    filled: Filled,
}

/// Calls a method for the smallest width that holds a number of limbs. Each width costs compile time and makes the program slightly larger.
macro_rules! with_width {
    ($limbs:expr, $job:ident.$method:ident $arguments:tt, [$($width:literal)*]) => {
        match $limbs {
            $(0..=$width => $job.$method::<$width> $arguments,)*
            limbs => panic!("{limbs} limbs: at most {MOST_LIMBS}"),
        }
    };
}

/// The number of rows of a task.
const ROWS_A_TASK: usize = 8;

impl Job<'_> {
    /// Solves the rows of the layer.
    fn solve_layer(self, rows: &[Row]) -> Layer {
        let exponent = self.done.exponent + exponent_of_turn(&self.model.rules, rows[0].filled.count());
        // A mean never exceeds its largest term.
        let bound = BigUint::from(self.done.bound + u64::from(self.model.rules.most_points())) * power(self.done.outcomes, exponent);
        let limbs = bound.bits().div_ceil(64) as usize;
        with_width!(limbs, self.solve_in_limbs(rows, exponent), [2 4 6 8 16 64])
    }

    /// Solves the rows in integers of `N` limbs.
    fn solve_in_limbs<const N: usize>(self, rows: &[Row], exponent: u32) -> Layer {
        let Model { nodes, lattice, .. } = self.model;
        let point = power(self.done.outcomes, self.done.exponent).to_u64_digits();
        let kernel: Kernel<'_, N> = Kernel {
            job: &self,
            point: Wide::from_limbs(&point),
            scale: (0..lattice.len())
                .map(|node| u64::from(self.done.outcomes) / nodes.game_dice().outcomes_after(nodes.dice_at(node)))
                .collect(),
            all_dice: lattice.outcomes().into(),
        };
        let mut of_rows = vec![Vec::new(); rows.len()];
        self.walker.layer(ROWS_A_TASK, rows, &mut of_rows[..], &|rows, of_rows: &mut [Vec<u64>]| kernel.solve_rows(rows, of_rows));
        let values = of_rows.concat();
        let most = values.chunks_exact(N).map(Wide::<N>::from_limbs).reduce(|mut most, value| {
            most.raise_to(&value);
            most
        });
        // A layer that was stopped may have no value.
        let most = most.map_or(BigUint::ZERO, |most| whole::big(&most.0)) / power(self.done.outcomes, exponent);
        let bound = u64::try_from(most).expect("a number of points") + 1;
        Layer { first: rows[0].start, outcomes: self.done.outcomes, exponent, bound, limbs: N, values }
    }
}

/// The data for solving the rows of a layer.
struct Kernel<'a, const N: usize> {
    job: &'a Job<'a>,
    /// One point in the unit of the layer before.
    point: Wide<N>,
    /// For each node of the lattice, the number of outcomes of its dice.
    scale: Vec<u64>,
    /// The number of outcomes of all dice.
    all_dice: u64,
}

impl<const N: usize> Kernel<'_, N> {
    fn solve_rows(&self, rows: &[Row], of_rows: &mut [Vec<u64>]) {
        let Model { lattice, plan, space, .. } = self.job.model;
        let mut workspace = Workspace::new(lattice, &plan.kernel, &Wide([0; N]));
        let mut row_plan = RowPlan::default();
        for (row, out) in rows.iter().zip(of_rows) {
            *out = vec![0; space.row_width(row) * N];
            if !row.filled.contains_all(self.job.filled) {
                continue;
            }
            row_plan.fill(plan, space, row.filled, row.flag);
            let width = N * space.plane_width(row.filled);
            let most = self.job.model.rules.most_rerolls(row.filled.count());
            for turns in Turns::all(&plan.kernel, space.plane_count(row.filled)) {
                for lane in 0..space.lanes(row).len() {
                    let read = |source: &Source| self.read(source, lane);
                    let mut values = LaneValues { kernel: self, lattice, turns, most, width, out: &mut out[N * lane..] };
                    workspace.turn(lattice, &plan.kernel, &row_plan.kernel, &read, turns, &mut values);
                }
            }
            self.job.walker.advance(1);
        }
    }

    /// The value that a lane reads.
    fn read(&self, source: &Source, lane: usize) -> Wide<N> {
        let mut value = Wide::from_limbs(self.job.done.value(source.position(self.job.model.space.shifts(), lane)));
        whole::add_times(&mut value.0, &self.point.0, source.points.into());
        value
    }
}

/// Keeps the values of a lane, one for each turn. All values of one step have the same unit. Each step makes the unit smaller, by the
/// number of outcomes of all dice.
struct LaneValues<'a, const N: usize> {
    kernel: &'a Kernel<'a, N>,
    lattice: &'a Lattice,
    turns: Turns,
    /// The most rerolls of a turn of the row.
    most: u8,
    /// The distance between the values of consecutive turns.
    width: usize,
    out: &'a mut [u64],
}

impl<const N: usize> Watch<Wide<N>> for LaneValues<'_, N> {
    /// Converts the scores of rolls into the unit of the step.
    fn scored(&mut self, rerolls_left: u8, _: usize, rolls: &mut [Wide<N>]) {
        for roll in rolls {
            (0..rerolls_left).for_each(|_| whole::scale(&mut roll.0, self.kernel.all_dice));
        }
    }

    /// Converts the values of holds into the unit of the step. A smaller hold is the result of more means, each of which makes its unit
    /// smaller.
    fn held(&mut self, _: u8, nodes: &mut [Wide<N>]) -> ControlFlow<()> {
        for (node, &scale) in nodes.iter_mut().zip(&self.kernel.scale) {
            whole::scale(&mut node.0, scale);
        }
        ControlFlow::Continue(())
    }

    /// Keeps the value of a turn, in the unit of the turn with the most throws.
    fn first(&mut self, rerolls_left: u8, rolls: &[Wide<N>]) {
        let mut mean = self.lattice.mean(rolls, |roll| roll);
        (rerolls_left..self.most).for_each(|_| whole::scale(&mut mean.0, self.kernel.all_dice));
        self.out[usize::from(self.turns.throws_of(rerolls_left)) * self.width..][..N].copy_from_slice(&mean.0);
    }
}

/// The number of powers of the outcomes of all dice by which the unit of values shrinks in a turn that begins with this many filled categories: one for
/// each throw.
fn exponent_of_turn(rules: &RuleSet, filled: usize) -> u32 {
    u32::from(rules.most_rerolls(filled)) + 1
}

/// The most limbs of a value.
const MOST_LIMBS: usize = 64;

/// An unsigned integer of `N` limbs, the least significant first.
#[derive(Clone, Copy)]
struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn from_limbs(limbs: &[u64]) -> Wide<N> {
        let mut wide = Wide([0; N]);
        wide.0[..limbs.len()].copy_from_slice(limbs);
        wide
    }
}

impl<const N: usize> Element for Wide<N> {
    const LARGE: bool = true;

    fn add(&mut self, other: &Self) {
        self.add_times(other, 1);
    }

    fn add_times(&mut self, other: &Self, times: u32) {
        whole::add_times(&mut self.0, &other.0, times.into());
    }

    /// Keeps the digits and switches to a smaller unit.
    fn divide(&mut self, _: u32) {}

    fn raise_to(&mut self, other: &Self) {
        if whole::compare(&other.0, &self.0).is_gt() {
            *self = *other;
        }
    }
}
