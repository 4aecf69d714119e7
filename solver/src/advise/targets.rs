//! The best chance of every final score, and its chance under expected-score play.
//!
//! One run answers for all targets. Only the number of missing points matters. So a start with a score of -n stands for all targets that are n points
//! away, and every game that ends at 0 or more has reached its target.

use std::sync::Arc;

use super::advisor::Advisor;
use super::objective::{ObjectiveError, ObjectiveSolver};
use crate::dice::Roll;
use crate::evaluate::{Distribution, Follower};
use crate::game::{Position, Rounds, Scorecard};
use crate::rules::{OtherRules, Points, State};
use crate::solve::{Model, Run, TurnOption, Utility, UtilitySolver, UtilityValues, ValueTable};

/// Finds the best chance of every final score.
///
/// ```
/// use yahtzee_solver::{Points, RuleSet, Scorecard, Solver};
/// use yahtzee_solver::advise::TargetSolver;
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let card = Scorecard::parse("1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20", &rules)?;
/// let targets = TargetSolver::new(&table).solve(&card)?;
/// // Sixes and Yahtzee are open. At most: 50, then 30 in Sixes with the bonus of 35 and the extra bonus of 100.
/// assert_eq!(targets.most(), Points::new(185 + 50 + 30 + 35 + 100));
/// let at_220 = targets.iter().find(|chance| chance.target == 220).unwrap();
/// assert!(at_220.best > at_220.expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TargetSolver<'t, 'a> {
    table: &'t ValueTable,
    solver: ObjectiveSolver<'a>,
}

/// The chance of each final score or more, from one card on.
#[derive(Clone, Debug)]
pub struct Targets<'a> {
    table: &'a ValueTable,
    card: Scorecard,
    /// The written points, the extra bonuses and the earlier rounds, without the upper bonus.
    so_far: i32,
    /// The values of the turn, and the shift of their scores; `None` if the card is full.
    values: Option<(Arc<UtilityValues>, i32)>,
    /// By target, from 1.
    chances: Vec<TargetChance>,
}

/// The chance of a final score of at least a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetChance {
    /// The target.
    pub target: Points,
    /// The best possible chance.
    pub best: f64,
    /// The chance under expected-score play.
    pub expected: f64,
}

/// Where play for a target first differs from expected-score play, in the decision after the first roll of the turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetDifference {
    /// The number of first rolls with different best actions.
    pub rolls: usize,
    /// The chance of these rolls together.
    pub probability: f64,
    /// The roll with the largest chance times loss of expected-score play.
    pub roll: Roll,
    /// The chance of that roll.
    pub roll_probability: f64,
    /// The best action for the target with that roll.
    pub for_target: TurnOption,
    /// The action of expected-score play.
    pub for_score: TurnOption,
}

impl<'t> TargetSolver<'t, 't> {
    /// A solver of the game of this table, for a game of one round.
    pub fn new(table: &'t ValueTable) -> TargetSolver<'t, 't> {
        TargetSolver { table, solver: ObjectiveSolver::new(table) }
    }
}

impl<'t, 'a> TargetSolver<'t, 'a> {
    /// For a game of several rounds: targets cover all rounds together, and cards are cards of the current round.
    #[must_use]
    pub fn rounds(self, rounds: &Rounds) -> TargetSolver<'t, 'a> {
        TargetSolver { solver: self.solver.rounds(rounds), ..self }
    }

    /// Sets threads, memory limit and progress, as [`ObjectiveSolver::with`] does.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> TargetSolver<'t, 'a> {
        TargetSolver { solver: self.solver.with(run), ..self }
    }

    /// Uses a solver of objectives of the same table, with its rounds, run and memory of solutions.
    #[must_use]
    pub fn by<'b>(self, solver: ObjectiveSolver<'b>) -> TargetSolver<'t, 'b> {
        TargetSolver { table: self.table, solver }
    }

    /// The memory that [`bytes_needed`](TargetSolver::bytes_needed) itself takes, and so [`solve`](TargetSolver::solve) too, in bytes.
    pub fn bytes_to_prepare(model: &Model, card: &Scorecard, rounds: &Rounds) -> u64 {
        let states = [Some(card.state()), (rounds.later() > 0).then(State::default)];
        states.into_iter().flatten().map(|state| UtilitySolver::bytes_to_prepare(model, &state).unwrap_or(0)).fold(0, u64::max)
    }

    /// The memory that [`solve`](TargetSolver::solve) needs for a card, beside the table, in bytes. 0 for a card of other rules, which is an error.
    pub fn bytes_needed(model: &Arc<Model>, card: &Scorecard, rounds: &Rounds) -> u64 {
        if model.rules.check_same_game(card.rules()).is_err() {
            return 0;
        }
        let starts = Starts::new(model, card, rounds);
        let statistics = |card: &Scorecard| Follower::statistics_bytes(model, card);
        let of_round = |state: &State, later: u8, low: i32, high: i32| {
            // Only the ends of the rise of the worth matter here.
            let rises = starts.after_rounds(later);
            let ramp = Utility::from_worths(0.0, rises, (0..=-rises).map(|worth| f64::from(worth + 1)).collect());
            UtilitySolver::new(model, &ramp).bytes_needed(state, low, high).unwrap_or(0)
        };
        let now = statistics(card).max(of_round(&card.state(), rounds.later(), starts.low, starts.high));
        let later = (0..rounds.later()).map(|later| of_round(&State::default(), later, starts.after_rounds(later + 1) - 1, 0));
        let fresh = if rounds.later() > 0 { statistics(&Scorecard::new(&model.rules)) } else { 0 };
        later.fold(now.max(fresh), u64::max).max(TargetSolver::bytes_to_prepare(model, card, rounds))
    }

    /// The most points that can be reached from a card.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game than the table.
    pub fn most(&self, card: &Scorecard) -> Result<Points, OtherRules> {
        let model = self.table.model();
        model.rules.check_same_game(card.rules())?;
        Ok(Points::new(Starts::new(model, card, self.solver.rounds_of_game()).most))
    }

    /// Finds the chances of every target from 1 to the highest reachable score.
    ///
    /// # Errors
    ///
    /// An [`ObjectiveError`] if the card is of another game than the table, the memory limit is too low, or the progress callback stops it.
    pub fn solve(&self, card: &Scorecard) -> Result<Targets<'t>, ObjectiveError> {
        let model = self.table.model();
        model.rules.check_same_game(card.rules())?;
        let starts = Starts::new(model, card, self.solver.rounds_of_game());
        let expected = self.expected_play(card)?;
        let utility = self.utility(&starts)?;
        let values = match card.open_count() {
            0 => None,
            _ => Some(self.solver.solve_scores(&utility, &card.state(), starts.low, starts.high)?),
        };
        let full = starts.so_far + (card.score() - card.written_score()).get() as i32;
        let best = |target: i32| match &values {
            Some((values, by)) => values.value_of(&card.state(), starts.so_far - target - by).expect("a score that was solved"),
            None => utility.of(full - target),
        };
        let chances = chances(starts.most, best, &expected);
        Ok(Targets { table: self.table, card: card.clone(), so_far: starts.so_far, values, chances })
    }

    /// The final score of all rounds under expected-score play.
    fn expected_play(&self, card: &Scorecard) -> Result<Distribution, ObjectiveError> {
        let rounds = self.solver.rounds_of_game();
        let now = self.solver.final_score(card)?.plus(&Distribution::certain(rounds.score_before()));
        if rounds.later() == 0 {
            return Ok(now);
        }
        let fresh = self.solver.final_score(&Scorecard::new(self.table.rules()))?;
        Ok((0..rounds.later()).fold(now, |sum, _| sum.plus(&fresh)))
    }

    /// The best chance to reach 0 from each score after the current round.
    fn utility(&self, starts: &Starts) -> Result<Utility, ObjectiveError> {
        (1..=self.solver.rounds_of_game().later()).try_fold(Utility::target(0), |after, later| {
            // From the highest score that cannot reach 0.
            let low = starts.after_rounds(later) - 1;
            let (values, by) = self.solver.solve_scores(&after, &State::default(), low, 0)?;
            Ok(values.before_turn((low - by, -by)).later_by(by))
        })
    }
}

/// The chances of the targets from 1 to `most`.
fn chances(most: u32, best: impl Fn(i32) -> f64, expected: &Distribution) -> Vec<TargetChance> {
    let mut reaching = vec![0.0; most as usize];
    let mut next = 0;
    for (score, chance) in expected.reaching() {
        // The lowest possible score is certain; rounding must not change that.
        let chance = if score == expected.least() { 1.0 } else { chance };
        reaching[next..score.get() as usize].fill(chance);
        next = score.get() as usize;
    }
    let mut above = 0.0;
    let mut chances = Vec::with_capacity(most as usize);
    for (index, expected) in reaching.into_iter().enumerate().rev() {
        let target = index as i32 + 1;
        // Rounding must not make the best chance rise with the target, or fall below another chance.
        above = best(target).clamp(above, 1.0);
        chances.push(TargetChance { target: Points::new(target as u32), best: above, expected: expected.min(above) });
    }
    chances.reverse();
    chances
}

/// The scores from which a card is solved, one for each target.
struct Starts {
    /// The score of the card and of the earlier rounds, without the upper bonus.
    so_far: i32,
    /// The most points that can be reached.
    most: u32,
    /// The most points of a round.
    most_of_round: u32,
    low: i32,
    high: i32,
}

impl Starts {
    fn new(model: &Model, card: &Scorecard, rounds: &Rounds) -> Starts {
        let so_far = card.written_score().get() + rounds.score_before().get();
        let most_of_round = model.most_to_come(&State::default());
        let most = so_far + model.most_to_come(&card.state()) + u32::from(rounds.later()) * most_of_round;
        let so_far = so_far as i32;
        Starts { so_far, most, most_of_round, low: so_far - most as i32, high: so_far - 1 }
    }

    /// The lowest score that can reach 0 in `later` rounds.
    fn after_rounds(&self, later: u8) -> i32 {
        -(i32::from(later) * self.most_of_round as i32)
    }
}

impl Targets<'_> {
    /// The most points that can be reached.
    pub fn most(&self) -> Points {
        Points::new(self.chances.len() as u32)
    }

    /// The chances of every target, from 1 to the highest reachable score.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = TargetChance> + DoubleEndedIterator {
        self.chances.iter().copied()
    }

    /// The chances of a target: 0 above the highest reachable score, 1 for no points.
    pub fn chance(&self, target: Points) -> TargetChance {
        let certain = || TargetChance { target, best: 1.0, expected: 1.0 };
        match target.get() as usize {
            0 => certain(),
            target_points => self.chances.get(target_points - 1).copied().unwrap_or(TargetChance { target, best: 0.0, expected: 0.0 }),
        }
    }

    /// Where play for a target first differs from expected-score play; `None` if it is the same after every first roll of this turn.
    pub fn difference(&self, target: Points) -> Option<TargetDifference> {
        let score = i32::try_from(target.get()).ok().and_then(|target| self.so_far.checked_sub(target))?;
        let (values, by) = self.values.as_ref()?;
        let worths = Arc::new(values.turn_of(&self.card.state(), score - by)?);
        let model = self.table.model();
        let advisor = Advisor::new(self.table);
        let mut difference: Option<TargetDifference> = None;
        for (roll, times) in model.rolls().zip(model.lattice().multiplicities()) {
            let probability = f64::from(*times) / f64::from(model.lattice().outcomes());
            let position = Position::new(self.card.clone(), roll, self.card.rerolls()).expect("a roll of this game");
            let advice = advisor.advise_by(&position, &worths).expect("worths of this turn");
            let (for_target, for_score) = (*advice.best(), *advice.best_for_score());
            if for_score.ties_with_best() {
                continue;
            }
            let here = TargetDifference { rolls: 1, probability, roll, roll_probability: probability, for_target, for_score };
            difference = Some(match difference {
                None => here,
                Some(before) => {
                    let worse = if here.given_up() > before.given_up() { here } else { before };
                    TargetDifference { rolls: before.rolls + 1, probability: before.probability + probability, ..worse }
                }
            });
        }
        difference
    }
}

impl TargetDifference {
    /// The loss of expected-score play with the roll, times the chance of the roll.
    fn given_up(&self) -> f64 {
        self.for_score.worth.map_or(0.0, |worth| worth.loss) * self.roll_probability
    }
}
