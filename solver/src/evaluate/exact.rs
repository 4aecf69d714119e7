//! Values as exact fractions, by integer arithmetic throughout.
//!
//! The value of a state with k open categories is a whole number of 6^-(dice * rolls * k) points: a turn throws at most dice * rolls dice, and
//! every mean on the way is a mean of six. So all states of a layer share a denominator, and the turn kernel runs on their numerators: integers
//! of as many 64-bit limbs as the layer needs. Options are compared by these numerators, so that not the smallest difference is lost.
//!
//! Nothing is rounded here. That makes it the judge of the solver, which works in floating point.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use num_rational::Ratio;

use crate::dice::{Element, FACES};
use crate::game::{Rounds, Scorecard};
use crate::rules::{Filled, State};
use crate::solve::{Join, Model, Progress, RowPlan, Source, UNSHIFTED, Work, Workspace, on_threads};
use crate::space::Row;

/// A number of points as a fraction in lowest terms.
///
/// Shown as `numerator/denominator`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Ratio<BigUint>);

impl Fraction {
    /// The digits of the numerator.
    pub fn numerator(&self) -> String {
        self.0.numer().to_string()
    }

    /// The digits of the denominator.
    pub fn denominator(&self) -> String {
        self.0.denom().to_string()
    }

    /// The decimal with this many digits after the point, the last of them rounded (a half up).
    ///
    /// ```
    /// use yahtzee_solver::{ExactSolver, MEMORY_LIMIT, Model, RuleSet, State};
    /// let rules = RuleSet::parse("name = 'one'\ndice = 1\nrolls = 2\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'")?;
    /// let model = Model::new(&rules, MEMORY_LIMIT)?;
    /// let value = ExactSolver::new(&model).value(&State::default()).expect("the empty card");
    /// assert_eq!(value.to_string(), "17/4");
    /// assert_eq!((value.decimal(3), value.decimal(1)), ("4.250".to_owned(), "4.3".to_owned()));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn decimal(&self, digits: usize) -> String {
        let ten_to = BigUint::from(10u32).pow(u32::try_from(digits).expect("a number of digits that memory holds"));
        let doubled: BigUint = ((self.0.numer() * ten_to) << 1u32) + self.0.denom();
        let mut text = (doubled / (self.0.denom() << 1u32)).to_string();
        if digits > 0 {
            if text.len() <= digits {
                text.insert_str(0, &"0".repeat(digits + 1 - text.len()));
            }
            text.insert(text.len() - digits, '.');
        }
        text
    }

    /// The nearest f64, or one beside it.
    pub fn to_f64(&self) -> f64 {
        self.decimal(17).parse().expect("a decimal number")
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numer(), self.0.denom())
    }
}

/// Solves a rule set in exact fractions.
///
/// ```no_run
/// use yahtzee_solver::{ExactSolver, MEMORY_LIMIT, Model, RuleSet, State};
/// let model = Model::new(&RuleSet::builtin("hasbro")?, MEMORY_LIMIT)?;
/// let value = ExactSolver::new(&model).value(&State::default()).expect("the empty card");
/// assert!(value.decimal(12).starts_with("254.5877287344"));
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
pub struct ExactSolver<'a> {
    model: &'a Model,
    threads: Option<usize>,
    progress: Option<&'a Progress<'a>>,
}

impl<'a> ExactSolver<'a> {
    /// A solver of this model.
    pub fn new(model: &'a Model) -> ExactSolver<'a> {
        ExactSolver { model, threads: None, progress: None }
    }

    /// On this many threads (0 counts as 1), rather than on as many as the machine has cores.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> ExactSolver<'a> {
        self.threads = Some(threads.max(1));
        self
    }

    /// Calls `progress` now and then, from any thread, with the number of rows done and of all rows.
    #[must_use]
    pub fn progress(mut self, progress: &'a Progress<'a>) -> ExactSolver<'a> {
        self.progress = Some(progress);
        self
    }

    /// The value of a state, as [`ValueTable::value`](crate::ValueTable::value) has it; `None` for one that cannot be reached.
    pub fn value(&self, state: &State) -> Option<Fraction> {
        let space = &self.model.space;
        let open = self.model.rules.category_count().checked_sub(state.filled.count())?;
        space.is_reachable(state).then(|| self.solve(state.filled, open).fraction(space.position(state)))
    }

    /// The expected final score of a card between turns, under optimal play, in a game of these rounds.
    pub fn expected_final(&self, card: &Scorecard, rounds: &Rounds) -> Fraction {
        let rules = &self.model.rules;
        let value = |state: &State| self.value(state).expect("the state of a card").0;
        // Values hold the upper bonus to the end, so what they are added to must not have it.
        let so_far = card.score(rules) - card.upper_bonus(rules) + rounds.score_before();
        let this_round = value(&card.state(rules));
        let later_rounds = match rounds.later() {
            0 => Ratio::ZERO,
            later if card.state(rules) == State::default() => &this_round * BigUint::from(later),
            later => value(&State::default()) * BigUint::from(later),
        };
        Fraction(this_round + later_rounds + BigUint::from(so_far))
    }

    /// Every distinct future with this many categories open, and its value. A state stands for all with its future, the one of the least
    /// upper total.
    ///
    /// # Panics
    ///
    /// If the game has fewer categories.
    pub fn layer(&self, open: usize) -> impl Iterator<Item = (State, Fraction)> {
        let space = &self.model.space;
        let rows = space.layers().nth(open).expect("no more open categories than there are");
        let layer = self.solve(Filled::NONE, open);
        rows.iter().flat_map(|row| space.lanes(row).iter().map(move |&total| (row, total))).map(move |(row, total)| {
            let state = State { filled: row.filled, upper_total: total.into(), flag: row.flag };
            (state, layer.fraction(space.position(&state)))
        })
    }

    /// The states with `open` open categories that have at least these filled.
    fn solve(&self, filled: Filled, open: usize) -> Layer {
        let needed = |row: &&Row| row.filled.mask() & filled.mask() == filled.mask();
        let mut job = Job { model: self.model, done: Layer::full_cards(self.model), rows: 0, open, filled, progress: None };
        let counter = AtomicUsize::new(0);
        if let Some(progress) = self.progress {
            job.rows = self.model.space.layers().skip(1).take(open).flatten().filter(needed).count();
            job.progress = Some((progress, &counter));
        }
        on_threads(self.threads, &mut job);
        job.done
    }
}

/// The values of the states with one number of open categories.
struct Layer {
    /// Where its first value would stand among those of all layers.
    first: usize,
    /// Values are whole numbers of 6^-exponent points.
    exponent: u32,
    /// More than any of its values, in points.
    bound: u64,
    /// Limbs of each value.
    limbs: usize,
    /// The values, one after the other; those that were not asked for are 0.
    values: Vec<u64>,
}

impl Layer {
    fn full_cards(model: &Model) -> Layer {
        let rows = model.space.layers().next().expect("the layer of full cards");
        let bonus = model.rules.upper_bonus();
        let first = rows[0].start;
        let mut values = vec![0; rows.iter().map(|row| model.space.row_width(row)).sum()];
        for row in rows {
            for (value, &total) in values[row.start - first..].iter_mut().zip(model.space.lanes(row)) {
                *value = bonus.earned(total.into()).into();
            }
        }
        Layer { first, exponent: 0, bound: u64::from(bonus.points) + 1, limbs: 1, values }
    }

    /// The limbs of the value at a position among those of all layers.
    #[inline(always)]
    fn value(&self, position: usize) -> &[u64] {
        &self.values[(position - self.first) * self.limbs..][..self.limbs]
    }

    fn fraction(&self, position: usize) -> Fraction {
        Fraction(Ratio::new(big(self.value(position)), six_to(self.exponent)))
    }
}

fn six_to(exponent: u32) -> BigUint {
    BigUint::from(FACES).pow(exponent)
}

fn big(limbs: &[u64]) -> BigUint {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

struct Job<'a> {
    model: &'a Model,
    /// The last layer solved.
    done: Layer,
    /// How many rows are to be solved in all; counted only to tell of progress.
    rows: usize,
    /// The layer asked for.
    open: usize,
    /// Only states with at least these categories filled are asked for.
    filled: Filled,
    progress: Option<(&'a Progress<'a>, &'a AtomicUsize)>,
}

/// Calls a function for the least width that holds a number of limbs. A width costs compile time, and a little of the program's size.
macro_rules! with_width {
    ($limbs:expr, $function:ident $arguments:tt, [$($width:literal)*]) => {
        match $limbs {
            $(0..=$width => $function::<$width> $arguments,)*
            limbs => unreachable!("{limbs} limbs: six dice, five rolls and thirty categories need 37"),
        }
    };
}

impl Work for &mut Job<'_> {
    fn run(self, join: &impl Join) {
        for open in 1..=self.open {
            let rows = self.model.space.layers().nth(open).expect("no more layers than there are");
            let exponent = self.done.exponent + u32::from(self.model.rules.rolls()) * self.model.rules.dice() as u32;
            // No mean is more than the most that is averaged.
            let bound = BigUint::from(self.done.bound + u64::from(self.model.rules.most_points())) * six_to(exponent);
            let limbs = bound.bits().div_ceil(64) as usize;
            self.done = with_width!(limbs, solve_layer(self, join, rows, exponent), [1 2 3 4 5 6 7 8 9 10 12 16 24 40]);
        }
    }
}

/// Solves a layer in integers of `N` limbs.
fn solve_layer<const N: usize>(job: &Job<'_>, join: &impl Join, rows: &[Row], exponent: u32) -> Layer {
    let Model { lattice, space, .. } = job.model;
    let point = six_to(job.done.exponent).to_u64_digits();
    let kernel: Kernel<'_, N> = Kernel {
        job,
        point: Wide::from_limbs(&point),
        scale: (0..lattice.len()).map(|node| 6u64.pow(lattice.dice_at(node).len() as u32)).collect(),
    };
    let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
    let mut values = vec![0; width * N];
    kernel.solve_rows(rows, &mut values, join);
    let most = values.chunks_exact(N).map(Wide::<N>::from_limbs).reduce(|mut most, value| {
        most.raise_to(&value);
        most
    });
    let most = big(&most.expect("a value").0) / six_to(exponent);
    let bound = u64::try_from(most).expect("a number of points") + 1;
    Layer { first: rows[0].start, exponent, bound, limbs: N, values }
}

/// What solving the rows of a layer needs.
struct Kernel<'a, const N: usize> {
    job: &'a Job<'a>,
    /// One point in the unit of the layer before.
    point: Wide<N>,
    /// For each node of the lattice 6 to the number of its dice.
    scale: Vec<u64>,
}

/// Rows that one task solves.
const ROWS_A_TASK: usize = 8;

impl<const N: usize> Kernel<'_, N> {
    fn solve_rows(&self, rows: &[Row], out: &mut [u64], join: &impl Join) {
        if rows.len() > ROWS_A_TASK {
            let (first, second) = rows.split_at(rows.len() / 2);
            let (out_first, out_second) = out.split_at_mut((second[0].start - first[0].start) * N);
            return join.join(|| self.solve_rows(first, out_first, join), || self.solve_rows(second, out_second, join));
        }
        let Model { lattice, plan, space, .. } = self.job.model;
        let filled = self.job.filled.mask();
        let mut workspace = Workspace::new(lattice, plan, &Wide([0; N]));
        let mut row_plan = RowPlan::default();
        let mut solved = 0;
        for row in rows.iter().filter(|row| row.filled.mask() & filled == filled) {
            row_plan.fill(plan, space, row.filled, row.flag);
            let out = &mut out[(row.start - rows[0].start) * N..];
            for (lane, value) in (0..space.lanes(row).len()).zip(out.chunks_exact_mut(N)) {
                value.copy_from_slice(&self.turn(&row_plan, lane, &mut workspace).0);
            }
            solved += 1;
        }
        if let Some((progress, done)) = self.job.progress {
            progress(done.fetch_add(solved, Ordering::Relaxed) + solved, self.job.rows);
        }
    }

    /// The value of a lane of the row with this plan.
    fn turn(&self, row: &RowPlan, lane: usize, workspace: &mut Workspace<Wide<N>>) -> Wide<N> {
        let Model { rules, lattice, plan, space } = self.job.model;
        workspace.score_rolls(lattice, plan, row, &|source: &Source| {
            let lane = if source.shift == UNSHIFTED { lane } else { usize::from(space.shifts()[source.shift as usize + lane]) };
            let mut value = Wide::from_limbs(self.job.done.value(source.start + lane));
            value.add_times(&self.point, source.points);
            value
        });
        for _ in 1..rules.rolls() {
            lattice.expect(&mut workspace.nodes);
            // A hold of fewer dice has come down further, and its unit has become smaller by a six for each die.
            for (node, &scale) in workspace.nodes.iter_mut().zip(&self.scale) {
                node.scale(scale);
            }
            lattice.best(&mut workspace.nodes);
        }
        lattice.mean(&workspace.nodes[lattice.rolls()])
    }
}

/// An unsigned integer of `N` limbs, the least significant first.
///
/// The standard library's carrying operations are all that it takes; a crate would add nothing.
#[derive(Clone, Copy)]
struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn from_limbs(limbs: &[u64]) -> Wide<N> {
        let mut wide = Wide([0; N]);
        wide.0[..limbs.len()].copy_from_slice(limbs);
        wide
    }

    #[inline(always)]
    fn scale(&mut self, by: u64) {
        let mut carry = 0;
        for limb in &mut self.0 {
            (*limb, carry) = limb.carrying_mul(by, carry);
        }
        debug_assert_eq!(carry, 0, "an overflow");
    }

    #[inline(always)]
    fn exceeds(&self, other: &Wide<N>) -> bool {
        self.0.iter().rev().gt(other.0.iter().rev())
    }
}

impl<const N: usize> Element for Wide<N> {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = limb.carrying_add(*other, carry);
        }
        debug_assert!(!carry, "an overflow");
    }

    #[inline(always)]
    fn add_times(&mut self, other: &Self, times: u32) {
        let mut carry = 0;
        for (limb, other) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = other.carrying_mul_add(times.into(), *limb, carry);
        }
        debug_assert_eq!(carry, 0, "an overflow");
    }

    /// Leaves the digits as they are: the number counts a unit that is smaller.
    #[inline(always)]
    fn divide(&mut self, _: u32) {}

    #[inline(always)]
    fn raise_to(&mut self, other: &Self) {
        let most = if other.exceeds(self) { other } else { &*self };
        *self = *most;
    }
}
