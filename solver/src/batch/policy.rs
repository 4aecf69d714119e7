//! A strategy recorded position by position: its action in every position, many at a time.

use yahtzee_kernel::TieOrder;

use super::columns::{BatchError, BatchErrorKind, same_lengths};
use super::decisions::{Decision, Decisions};
use crate::dice::RerollsLeft;
use crate::rules::{Category, Points, RuleSet, State};
use crate::strategy::{Deed, MixedStrategy, Target, TurnChances};

/// The answers of a strategy to [positions](Decisions): an action for each, or the chances of its actions. When complete, it can be
/// [evaluated](crate::evaluate::Evaluator) like any other strategy. One that was asked about the positions that it
/// [reaches](Decisions::reached) has the same value in the state in which its games start, and in all states that they reach.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, RuleSet};
/// use yahtzee_solver::batch::{Decisions, RecordedPolicy};
/// use yahtzee_solver::evaluate::Evaluator;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let model = Arc::new(Model::apart(&RuleSet::builtin("crag")?, MEMORY_LIMIT)?);
/// let mut policy = RecordedPolicy::new(Decisions::reached(&model, &Default::default(), false));
/// // Writes every roll into the last open box.
/// let actions = policy.decisions().numbers().count();
/// let mut allowed = vec![false; 1000 * actions];
/// while policy.goes_on() {
///     let count = policy.decisions().allowed(policy.answered(), &mut allowed);
///     let last = |allowed: &[bool]| allowed.iter().rposition(|allowed| *allowed).unwrap() as i64;
///     policy.answer(&allowed.chunks(actions).take(count).map(last).collect::<Vec<i64>>())?;
/// }
/// let score = Evaluator::with_model(&model, &policy)?.values()?.expected_score();
/// assert!((score - 649.0 / 36.0).abs() < 1e-9, "{score}");
/// // Three dice have 56 rolls, and the boxes are filled in one order.
/// assert_eq!(policy.answered(), 13 * 56);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordedPolicy {
    pub(super) decisions: Decisions,
    /// The numbers of the actions, position after position: with eight dice there are more than 256.
    actions: Vec<u16>,
    /// Where positions may have several actions: the share of each action, and the end of each position's shares. Otherwise both are empty.
    shares: Vec<f64>,
    ends: Vec<usize>,
}

/// The most by which the shares of a position may differ from 1 in sum. They are divided by their sum.
const ROUNDING: f64 = 1e-4;

impl RecordedPolicy {
    /// An empty policy. The decisions must be of a model of [`Model::apart`](crate::Model::apart).
    pub fn new(decisions: Decisions) -> RecordedPolicy {
        RecordedPolicy { decisions, actions: Vec::new(), shares: Vec::new(), ends: Vec::new() }
    }

    /// The positions.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The number of answered positions, and the index of the next position to answer.
    pub fn answered(&self) -> usize {
        if self.ends.is_empty() { self.actions.len() } else { self.ends.len() }
    }

    /// The memory of the positions and the answers, in bytes; a missing answer counts as one action.
    pub fn bytes(&self) -> u64 {
        let answers = size_of::<u16>() * (self.decisions.len() - self.answered() + self.actions.capacity());
        let shares = size_of::<f64>() * self.shares.capacity() + size_of::<usize>() * self.ends.capacity();
        (self.decisions.bytes() + answers + shares) as u64
    }

    /// Answers the next positions with one action each, by its number. Any mask that keeps the same dice stands for the same hold.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first action that is not allowed, or if there are too many. No answer is stored then.
    pub fn answer(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        self.check_room(actions.len())?;
        self.actions.reserve_exact(self.decisions.len() - self.answered());
        let before = self.actions.len();
        for (index, (&action, decision)) in actions.iter().zip(self.decisions.iter_from(self.answered())).enumerate() {
            let number = usize::try_from(action).ok().filter(|&number| number < self.decisions.numbers.count());
            let number = number.map(|number| self.decisions.numbers.lowest(decision.roll, number));
            let Some(number) = number.filter(|&number| self.decisions.is_allowed(&decision, number)) else {
                self.actions.truncate(before);
                return Err(BatchError::At { index, kind: BatchErrorKind::NotAllowed { action } });
            };
            self.actions.push(number as u16);
        }
        if !self.ends.is_empty() {
            self.shares.resize(self.actions.len(), 1.0);
            self.ends.extend(before + 1..=self.actions.len());
        }
        Ok(())
    }

    /// Answers the next positions with chances: for each position the share of every action, by its number. They are divided by their sum.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first position whose shares are not from 0 to 1, do not add up to 1 except for rounding, or include an action that is
    /// not allowed; or if there are too many. No answer is stored then.
    pub fn answer_shares(&mut self, shares: &[f64]) -> Result<(), BatchError> {
        let count = self.decisions.numbers.count();
        same_lengths(shares.len(), &[shares.len() / count * count])?;
        self.check_room(shares.len() / count)?;
        let rows = shares.chunks_exact(count).zip(self.decisions.iter_from(self.answered())).enumerate();
        for (index, (row, decision)) in rows {
            let wrong = row.iter().enumerate().find(|&(number, &share)| share != 0.0 && !self.decisions.is_allowed(&decision, number));
            let sum: f64 = row.iter().sum();
            let kind = match wrong {
                Some((action, _)) => BatchErrorKind::NotAllowed { action: action as i64 },
                None if row.iter().any(|share| !(0.0..=1.0 + ROUNDING).contains(share)) || (sum - 1.0).abs() > ROUNDING => {
                    BatchErrorKind::Shares
                }
                None => continue,
            };
            return Err(BatchError::At { index, kind });
        }
        let answered = self.answered();
        if self.ends.is_empty() {
            self.shares.resize(self.actions.len(), 1.0);
            self.ends.reserve_exact(self.decisions.len());
            self.ends.extend(1..=answered);
        }
        for row in shares.chunks_exact(count) {
            let sum: f64 = row.iter().sum();
            let taken = row.iter().enumerate().filter(|(_, share)| **share > 0.0);
            for (number, share) in taken {
                self.actions.push(number as u16);
                self.shares.push(share / sum);
            }
            self.ends.push(self.actions.len());
        }
        Ok(())
    }

    fn check_room(&self, answers: usize) -> Result<(), BatchError> {
        let room = self.decisions.len() - self.answered();
        if answers > room { Err(BatchError::At { index: room, kind: BatchErrorKind::Ends }) } else { Ok(()) }
    }

    /// The actions in the position of this index, each with its share.
    pub(super) fn actions_at(&self, position: usize) -> impl Iterator<Item = (usize, f64)> {
        let end = |position: usize| if self.ends.is_empty() { position + 1 } else { self.ends.get(position).copied().unwrap_or_default() };
        let range = if position == 0 { 0 } else { end(position - 1) }..end(position).min(self.actions.len());
        let share = |at| self.shares.get(at).copied().unwrap_or(1.0);
        range.map(move |at| (self.actions[at].into(), share(at)))
    }

    /// The category and the points of an allowed action; `None` if it holds dice.
    pub(super) fn scored(&self, decision: &Decision<'_>, number: usize) -> Option<(Category, Points)> {
        let Decisions { model, numbers, rolls, .. } = &self.decisions;
        let Decision { state, rerolls_left, roll } = *decision;
        let index = number.checked_sub(numbers.masks())?;
        let category = Category::from_index(index);
        let points = if numbers.is_further(roll) {
            let rerolls_left = RerollsLeft::new(rerolls_left).expect("the rerolls of a turn");
            model.rules.place(state, &rolls[roll], rerolls_left, category).expect("an action that was checked").points
        } else {
            numbers.scores(roll, usize::from(model.plan.rerolls(state.throws) - rerolls_left))[index].points
        };
        Some((category, points))
    }
}

impl MixedStrategy for RecordedPolicy {
    fn rules(&self) -> &RuleSet {
        &self.decisions.model.rules
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        let Decisions { model, numbers, .. } = &self.decisions;
        let asked = self.decisions.asked(state);
        let most = model.plan.rerolls(state.throws);
        for rerolls_left in 0..=most {
            for (position, roll) in self.decisions.rolls_of(&asked, rerolls_left) {
                let decision = Decision { state, rerolls_left, roll };
                for (number, share) in self.actions_at(position) {
                    let target = match self.scored(&decision, number) {
                        Some((category, points)) => Target::score(TieOrder::column(category.index(), points.get())),
                        None => Target::hold(numbers.holds(roll)[number]),
                    };
                    turn.add(rerolls_left, Deed { roll: roll as u16, target, share });
                }
            }
        }
    }

    fn class(&self, state: &State) -> u64 {
        if self.decisions.by_upper_total { state.upper_total.get().into() } else { 0 }
    }

    fn plays(&self, state: &State) -> bool {
        // Until the walk ends, a state without answers may still be reached.
        self.decisions.walk.is_some() || self.decisions.has(state)
    }
}
