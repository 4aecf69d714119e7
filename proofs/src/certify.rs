//! A proof that every decision is right: in every reachable state, for every roll and number of rerolls left, the action that the program names is best in
//! exact arithmetic.
//!
//! It works from the [`PlainRules`] by definition: an explicit weight for each outcome of each hold, and every placement that the rules allow, with every
//! voluntary zero. Lower bounds decide most, exact whole numbers the rest (`turn.rs`). The result is a [`Certificate`], which other programs can check.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use yahtzee_solver::dice::Roll;
use yahtzee_solver::rules::{RuleSet, State};
use yahtzee_solver::solve::{Run, RunError, Stopped, TIE_TOLERANCE, ValueTable, Walker};
use yahtzee_solver::strategy::TurnStrategy;

use crate::file::{file, points, results};
use crate::game::{PlainGame, PlainState};
use crate::named::Program;
use crate::plain::{NotPlain, PlainRules};
use crate::tally::{Other, Tally};
use crate::turn::{DIGEST_START, Later, LayerTurns, NoPlacement, Solved, UNIT, digest_with};
use crate::whole;

/// Proves the decisions of a table.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// use yahtzee_proofs::Certifier;
/// let rules = RuleSet::parse("name = 'one'\ndice = 1\nrolls = 2\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let certificate = Certifier::new(&table)?.certify()?;
/// // 4, 5 and 6 are scored: (4 + 5 + 6) / 6 + 3/6 * 7/2.
/// assert!(certificate.expected[0] <= 4.25 && 4.25 <= certificate.expected[1]);
/// assert_eq!((certificate.decisions, certificate.strict, certificate.ties, certificate.others), (12, 12, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Certifier<'a> {
    table: &'a ValueTable,
    game: PlainGame,
    run: Run<'a>,
}

/// Why the decisions of a table cannot be proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The rules use a word that has no plain form.
    #[error(transparent)]
    NotPlain(#[from] NotPlain),
    /// A game can pay too many points for the bounds.
    #[error("a game that can pay {points} points cannot be proved: at most {MOST_POINTS} points are possible")]
    TooManyPoints {
        /// An upper bound of the points of a game.
        points: u64,
    },
    /// The rules allow no placement of some roll.
    #[error("the rules allow no placement of some roll, so nothing can be proved")]
    NoPlacement,
    /// It needs more memory than the limit, or its progress callback stopped it.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The most points of a game: the bounds of sums then fit in 64 bits.
const MOST_POINTS: u64 = (1 << (63 - UNIT)) - 1;

/// The game of these rules in plain form, if its values fit.
pub(crate) fn plain_game(rules: &RuleSet) -> Result<PlainGame, CertifyError> {
    let plain = PlainRules::new(rules)?;
    match plain.most() {
        0..=MOST_POINTS => Ok(PlainGame::new(plain)),
        points => Err(CertifyError::TooManyPoints { points }),
    }
}

/// What was proved, and the file that lets others check it.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The number of reachable states, full cards included.
    pub states: u64,
    /// The number of decisions: a state with an open category, a roll and a number of rerolls left.
    pub decisions: u64,
    /// The decisions in which one action is better than all others.
    pub strict: u64,
    /// The decisions in which several actions are best, exactly equal.
    pub ties: u64,
    /// The decisions that were compared by exact values, because bounds do not decide them.
    pub compared: u64,
    /// Actions worse than the best one by less than [`TIE_TOLERANCE`]: the program takes them for ties, and they are none.
    pub near: u64,
    /// The decisions in which the program names another action than the first of the best ones, in the order of ties. If it is 0, every decision of the
    /// program is proved.
    pub others: u64,
    /// The first of these.
    pub other: Option<Decision>,
    /// The largest distance of a value of the table from the interval of its state, in points. If it is below a quarter of the tolerance, the program takes each exact
    /// tie for one.
    pub table_error: f64,
    /// The smallest gap in points between a best action and an action that does not tie with it, and the first decision with it; `None` if there are no
    /// such actions.
    pub gap: Option<(f64, Decision)>,
    /// Bounds of the expected score: it is at least the first and at most the second.
    pub expected: [f64; 2],
    /// The certificate, as `checker/README.md` describes it.
    pub bytes: Vec<u8>,
}

impl Certificate {
    /// Whether every decision of the program is proved: it names the first of the best actions, and takes exact ties for ties and nothing else.
    pub fn proves_all(&self) -> bool {
        self.others == 0 && self.near == 0 && self.table_error < TIE_TOLERANCE / 4.0
    }
}

/// The place of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The state in which the turn began.
    pub state: State,
    /// The roll on the table.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: u8,
}

/// The number of states of a task.
const STATES_A_TASK: usize = 64;

impl<'a> Certifier<'a> {
    /// A certifier of the decisions by this table.
    ///
    /// # Errors
    ///
    /// [`CertifyError`] if the rules have no plain form, or pay too many points.
    pub fn new(table: &'a ValueTable) -> Result<Certifier<'a>, CertifyError> {
        Ok(Certifier { table, game: plain_game(table.rules())?, run: Run::new() })
    }

    /// Sets threads, memory limit and progress. Each state is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Certifier<'a> {
        Certifier { run, ..self }
    }

    /// The memory that [`certify`](Certifier::certify) takes, in bytes.
    pub fn bytes_needed(&self) -> u64 {
        let (states, categories) = (&self.game.states, self.game.rules.categories.len());
        let exact = |filled: usize| {
            let masks = states.layer(filled);
            let count = states.first[masks.end] - states.first[masks.start];
            let limbs = self.game.limbs(categories - filled) * size_of::<u64>();
            // The results of a layer are there twice, before they are in their places.
            count * (2 * (limbs + size_of::<u64>()) + size_of::<Solved>() + size_of::<PlainState>())
        };
        let layers = (0..categories).map(|filled| exact(filled) + exact(filled + 1)).max().unwrap_or(0);
        let links: usize = self.game.after.iter().map(|after| after.len() * size_of::<(u32, u64)>()).sum();
        let holds: usize = self.game.holds_in.iter().map(|holds| holds.len() * size_of::<u32>()).sum();
        let (places, throws) = (self.game.holds_in.len() + self.game.after.len(), self.game.rules.throws);
        // Each thread has a turn: for each hold and roll a bound, an exact value and whether it is known, and the best action.
        let turn = throws * places * (size_of::<u64>() * (self.game.limbs(categories) + 1) + 1 + size_of::<u32>());
        let rolls = self.game.holds_in.len() * size_of::<Vec<u32>>();
        // The bounds and the digests, and the bounds once more in the file.
        (layers + 3 * states.len() * size_of::<u64>() + 2 * (links + holds) + rolls + self.run.thread_count() * turn) as u64
    }

    /// Proves all decisions, from the last turn back to the first.
    ///
    /// # Errors
    ///
    /// [`CertifyError`] if it needs more memory than the limit, if a roll has no placement, or if the progress callback stops it.
    pub fn certify(&self) -> Result<Certificate, CertifyError> {
        let (needed, limit) = (self.bytes_needed(), self.run.most_bytes());
        if needed > limit {
            return Err(RunError::TooLarge { needed, limit }.into());
        }
        let (game, categories) = (&self.game, self.game.rules.categories.len());
        let program = Program::new(self.table, game);
        let smallest = AtomicU64::new(u64::MAX);
        let mut proof = Proof::new(game, Tally::new(TIE_TOLERANCE, &smallest));
        let turns = game.states.first[game.states.layer(categories).start];
        self.run
            .walk(turns as u64, |walker| {
                (1..=categories).take_while(|_| !walker.is_stopped()).try_for_each(|open| proof.solve_layer(&program, walker, open))
            })
            .map_err(|Stopped| RunError::from(Stopped))?
            .map_err(|NoPlacement| CertifyError::NoPlacement)?;
        Ok(proof.certificate(&program))
    }
}

/// The layers that are proved.
struct Proof<'a> {
    game: &'a PlainGame,
    tally: Tally<'a>,
    /// The lower bound of each state.
    lows: Vec<u64>,
    /// For each state with an open category, the digest of its best actions.
    digests: Vec<u64>,
    /// The exact values of the last layer, and the number of limbs of each.
    exact: Vec<u64>,
    limbs: usize,
}

impl<'a> Proof<'a> {
    /// With the full cards.
    fn new(game: &'a PlainGame, tally: Tally<'a>) -> Proof<'a> {
        let states = &game.states;
        let full = states.layer(game.rules.categories.len());
        let first = states.first[full.start];
        let bonuses: Vec<u64> = full.flat_map(|mask| states.of_mask(mask)).map(|state| game.rules.bonus(state.total).into()).collect();
        let mut lows = vec![0; states.len()];
        lows[first..].iter_mut().zip(&bonuses).for_each(|(low, bonus)| *low = bonus << UNIT);
        Proof { game, tally, lows, digests: vec![0; first], exact: bonuses, limbs: 1 }
    }

    fn solve_layer(&mut self, program: &Program<'_>, walker: &Walker<'_>, open: usize) -> Result<(), NoPlacement> {
        let Proof { game, .. } = *self;
        let states = &game.states;
        let masks = states.layer(game.rules.categories.len() - open);
        let first = states.first[masks.start];
        let layer: Vec<(usize, PlainState)> = (first..).zip(masks.clone().flat_map(|mask| states.of_mask(mask))).collect();
        let mut solved = vec![Solved::default(); layer.len()];
        let later = Later {
            lows: &self.lows,
            exact: &self.exact,
            limbs: self.limbs,
            first: states.first[masks.end],
            point: whole::power(game.rules.all_sides(), game.exponent(open - 1)),
        };
        let tolerance = (TIE_TOLERANCE * (1u64 << UNIT) as f64).ceil() as u64;
        let total = Mutex::new((&mut self.tally, Ok(())));
        walker.layer(STATES_A_TASK, &layer, &mut solved[..], &|states, solved: &mut [Solved]| {
            let mut turn = LayerTurns::new(game, &later, open, tolerance);
            let mut tally = total.lock().expect("no thread panics").0.empty();
            let mut named = None;
            let done = states.iter().zip(solved).try_for_each(|((index, state), solved)| {
                *solved = turn.solve(state, *index, &mut tally)?;
                compare_with_program(program, game, &turn, (*index, state), &mut named, &mut tally);
                let value = program.value(game, state);
                let bounds = [solved.low, solved.low + (game.rules.throws * open) as u64].map(points);
                tally.table_error = tally.table_error.max(bounds[0] - value).max(value - bounds[1]);
                Ok(())
            });
            let mut total = total.lock().expect("no thread panics");
            total.0.add(tally);
            if let Err(error) = done {
                total.1 = Err(error);
            }
            walker.advance(states.len() as u64);
        });
        let (_, done) = total.into_inner().expect("no thread panics");
        done?;
        if walker.is_stopped() {
            return Ok(());
        }
        self.limbs = game.limbs(open);
        self.exact = solved.iter().flat_map(|solved| &solved.exact).copied().collect();
        for (index, solved) in (first..).zip(&solved) {
            self.lows[index] = solved.low;
            self.digests[index] = solved.digest;
        }
        Ok(())
    }

    fn certificate(self, program: &Program<'_>) -> Certificate {
        let Proof { game, tally, lows, digests, exact, .. } = self;
        let categories = game.rules.categories.len();
        let digest = digests.iter().fold(DIGEST_START, |digest, &of_state| digest_with(digest, of_state));
        let above = (game.rules.throws * categories) as u64;
        let results = results(&game.rules, [tally.decisions, tally.strict, tally.ties, digest], &whole::big(&exact).to_str_radix(16));
        let bytes = file(game, &lows, &results);
        let decision = |state: usize, roll: usize, rerolls_left: usize| Decision {
            state: game.states.of_program(&game.states.state(state)),
            roll: program.roll(roll),
            rerolls_left: rerolls_left as u8,
        };
        Certificate {
            states: lows.len() as u64,
            decisions: tally.decisions,
            strict: tally.strict,
            ties: tally.ties,
            compared: tally.compared,
            near: tally.near,
            others: tally.others,
            other: tally.other.map(|Other { state, rerolls_left, roll }| decision(state, roll, rerolls_left)),
            table_error: tally.table_error,
            gap: tally.gap.map(|gap| (gap.points(), decision(gap.state, gap.roll, gap.rerolls_left))),
            expected: [points(lows[0]).next_down(), points(lows[0] + above).next_up()],
            bytes,
        }
    }
}

/// Compares the actions that the program names in a state with the best ones. `named` is the turn of the state before, which may be the same.
fn compare_with_program(
    program: &Program<'_>,
    game: &PlainGame,
    turn: &LayerTurns<'_>,
    (index, state): (usize, &PlainState),
    named: &mut Option<TurnStrategy>,
    tally: &mut Tally<'_>,
) {
    let of_program = game.states.of_program(state);
    let named = named.get_or_insert_with(|| program.turn(&of_program));
    if *named.state() != of_program {
        program.turn_into(&of_program, named);
    }
    for rerolls_left in 0..game.rules.throws {
        for roll in 0..game.holds_in.len() {
            if program.number(named, turn, rerolls_left, roll) != Some(turn.best(rerolls_left, roll)) {
                tally.add_other(Other { state: index, rerolls_left, roll });
            }
        }
    }
}
