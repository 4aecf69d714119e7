//! The odds of a box: the best chance of its points in a turn, its best mean, and how long it takes.

use std::ops::ControlFlow;

use yahtzee_kernel::{Counted, Source, Turns};

use super::counted::{Watcher, certain, turn_of, up_to};
use super::goal::{Goal, GoalError};
use crate::dice::{Hold, RerollsLeft};
use crate::game::{Action, Position, Scorecard};
use crate::rules::{Category, OtherRules, Placement, Points, VoluntaryZeros};
use crate::solve::Model;
use crate::space::StateError;

/// The most throws that are counted for a turn without a last throw. The means of all dice have come to rest long before.
const MOST_THROWS: usize = 1 << 13;

/// The odds of boxes in a turn, each for a player who cares for this box alone in this turn.
///
/// They need no table: a [`Model`] suffices. Jokers count, and the rules about where a roll may be written. The points are those of the box: the extra
/// bonus of a further n of a kind and the upper bonus do not count.
///
/// ```
/// use yahtzee_solver::advise::Odds;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::{Goal, Model, Position, RuleSet, Scorecard};
/// let rules = RuleSet::builtin("hasbro")?;
/// let model = Model::new(&rules, MEMORY_LIMIT)?;
/// let yahtzee = Goal::parse("yahtzee", &rules)?;
/// let odds = Odds::of_turn(&model, &Scorecard::new(&rules))?.of(yahtzee, 10)?;
/// assert!((odds.chance.value - 0.046029).abs() < 1e-6);
/// assert!((odds.expected_throws.unwrap() - 11.0902).abs() < 1e-4);
/// assert_eq!(odds.within[2], odds.chance.value);
///
/// let position = Position::parse("44443 rerolls=2", &rules)?;
/// let odds = Odds::of_position(&model, &position)?.of(yahtzee, 0)?;
/// assert!((odds.chance.value - 11.0 / 36.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Odds<'a> {
    model: &'a Model,
    card: &'a Scorecard,
    /// The position, if the dice are thrown.
    position: Option<&'a Position>,
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OddsError {
    /// The card is of another game than the model.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The card is full.
    #[error(transparent)]
    State(#[from] StateError),
}

/// The odds of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxOdds {
    /// The box, and the least points wanted there.
    pub goal: Goal,
    /// The best chance of at least these points by the end of the turn, from 0 to 1.
    pub chance: BestOdds,
    /// The best mean of the points that the turn writes there: of a player who ends the turn in this box.
    pub mean: BestOdds,
    /// The least mean number of throws until the points are there, if the turn had no last throw. From dice it counts the throws still to come; it is
    /// then 0 if they are there. `None` if they may never come.
    pub expected_throws: Option<f64>,
    /// The best chance within 1, 2, 3, … throws, the first one first. From dice it counts the throws still to come.
    pub within: Vec<f64>,
}

/// The best of a kind of odds, and how to get it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestOdds {
    /// The chance or the mean.
    pub value: f64,
    /// What to do with the dice for it, the first in the order of ties. `None` if no dice are thrown, or if the value is 0.
    pub action: Option<Action>,
}

impl<'a> Odds<'a> {
    /// The odds in the turn of a card, before its first throw.
    ///
    /// # Errors
    ///
    /// An [`OddsError`] if the card is full or of another game.
    pub fn of_turn(model: &'a Model, card: &'a Scorecard) -> Result<Odds<'a>, OddsError> {
        model.rules.check_same_game(card.rules())?;
        model.space.check_open(&card.state())?;
        Ok(Odds { model, card, position: None })
    }

    /// The odds of a position.
    ///
    /// # Errors
    ///
    /// As for [`of_turn`](Odds::of_turn).
    pub fn of_position(model: &'a Model, position: &'a Position) -> Result<Odds<'a>, OddsError> {
        Ok(Odds { position: Some(position), ..Odds::of_turn(model, position.card())? })
    }

    /// The throws left in the turn: all of them before the first one.
    pub fn throws(&self) -> u8 {
        self.position.map_or(self.card.rerolls().get() + 1, |position| position.rerolls_left().get())
    }

    /// Any points in each box that is open in this turn, in the order of the rules.
    pub fn goals(&self) -> Vec<Goal> {
        let rules = self.card.rules();
        let filled = self.card.state().filled;
        let open = rules.categories().filter(|&category| rules.is_open(filled, category));
        open.filter_map(|category| Goal::new(rules, category, 1).ok()).collect()
    }

    /// The odds of a box, with the chance within up to this many throws.
    ///
    /// # Errors
    ///
    /// [`GoalError::Filled`] if the box is not open.
    pub fn of(&self, goal: Goal, throws: u8) -> Result<BoxOdds, GoalError> {
        let goal = goal.on(self.card)?;
        let reached = |category, points| u32::from(goal.is_reached_by(category, points));
        let written = |category, points: Points| if category == goal.category() { points.get() } else { 0 };
        let (chance, within) = self.best(&reached, throws);
        let (mean, _) = self.best(&written, 0);
        Ok(BoxOdds { goal, chance, mean, expected_throws: self.expected_throws(goal), within })
    }

    /// The best mean of a whole number at the end of the turn, and within up to so many throws.
    fn best(&self, worth: &dyn Fn(Category, Points) -> u32, throws: u8) -> (BestOdds, Vec<f64>) {
        let Model { nodes: of_dice, lattice, rules, .. } = self.model;
        let state = self.card.state();
        let left = self.throws();
        let most = left.max(throws);
        let certain = certain(rules, most);
        let counted = |category, points| certain * u128::from(worth(category, points));
        let read = |source: &Source| Counted {
            outcomes: counted(Category::from_index(source.column.into()), Points::new(source.written)),
            ..Counted::NOTHING
        };
        let Some(position) = self.position else {
            let mut within = Vec::new();
            let mut first = |rolls: &[Counted]| within.push(share_of(lattice.mean(rolls, |roll| roll).outcomes, certain));
            let watcher = Watcher { held: &mut |_, _| ControlFlow::Continue(()), first: &mut first };
            turn_of(self.model, &state, Turns::between(0, most - 1), &read, watcher);
            let best = BestOdds { value: within[usize::from(left) - 1], action: None };
            within.truncate(throws.into());
            return (best, within);
        };
        let scored = position.placements().map(|placement| (counted(placement.category, placement.points), Action::Score(placement)));
        let now = scored.reduce(first_of_best).expect("the rules place every roll somewhere");
        let holds = position.roll().holds();
        // The best of the position with 0, 1, 2, … throws to come.
        let mut levels = vec![now];
        if most > 0 {
            let mut held = |rerolls_left, nodes: &mut [Counted]| {
                let of_hold = |hold: &Hold| (nodes[of_dice.hold(hold).index()].outcomes, Action::Hold(*hold));
                levels.push(holds.iter().map(of_hold).fold(now, first_of_best));
                up_to(most, rerolls_left)
            };
            turn_of(self.model, &state, Turns::later(state.throws, most), &read, Watcher { held: &mut held, first: &mut |_| () });
        }
        let (outcomes, action) = levels[usize::from(left)];
        let best = BestOdds { value: share_of(outcomes, certain), action: Some(action).filter(|_| outcomes > 0) };
        (best, levels[1..].iter().take(throws.into()).map(|(outcomes, _)| share_of(*outcomes, certain)).collect())
    }

    /// The least mean number of throws until a goal is reached, if the turn had no last throw; `None` if it may never be reached.
    ///
    /// ```text
    /// a roll costs nothing if the goal is reached, and otherwise the least cost of a hold in it
    /// a hold costs a throw, and the mean cost of the rolls that follow
    /// to find these costs: begin with 0, and repeat until no cost changes
    /// ```
    fn expected_throws(&self, goal: Goal) -> Option<f64> {
        let Model { nodes: of_dice, lattice, rules, .. } = self.model;
        let state = self.card.state();
        let is_there = |placement: &Placement| goal.is_reached_by(placement.category, placement.points);
        if self.position.is_some_and(|position| position.placements().any(|placement| is_there(&placement))) {
            return Some(0.0);
        }
        let reached = |is_first| -> Vec<bool> {
            let choices = |roll| rules.choices_in(goal.category(), VoluntaryZeros::Gaining, &state, &roll, RerollsLeft::NONE, is_first);
            self.model.rolls().map(|roll| choices(roll).any(|placement| is_there(&placement))).collect()
        };
        let later = reached(false);
        if !later.contains(&true) {
            // Only the first throw may bring it: either at once, whatever the roll, or perhaps never.
            return (self.position.is_none() && !reached(true).contains(&false)).then_some(1.0);
        }
        // Gains, not costs, because the walks of the lattice look for the highest.
        let thrown = |nodes: &mut [f64]| {
            lattice.expect(nodes, |_, _| ());
            nodes[lattice.holds()].iter_mut().for_each(|hold| *hold -= 1.0);
        };
        let chosen = |nodes: &mut [f64], reached: &[bool]| {
            for (node, &reached) in nodes[lattice.rolls()].iter_mut().zip(reached) {
                *node = if reached { 0.0 } else { f64::NEG_INFINITY };
            }
            lattice.best(nodes, false);
        };
        let mut nodes = vec![0.0; lattice.len()];
        for _ in 0..MOST_THROWS {
            let before = nodes[lattice.rolls()].to_vec();
            thrown(&mut nodes);
            chosen(&mut nodes, &later);
            // Every step of a throw rises with its parts, rounding included. So no gain ever rises, and all come to rest.
            if nodes[lattice.rolls()] == before {
                break;
            }
        }
        thrown(&mut nodes);
        Some(match self.position {
            Some(position) => {
                -position.roll().holds().iter().map(|hold| nodes[of_dice.hold(hold).index()]).fold(f64::NEG_INFINITY, f64::max)
            }
            None => {
                chosen(&mut nodes, &reached(true));
                1.0 - lattice.mean(&nodes[lattice.rolls()], |roll| roll)
            }
        })
    }
}

/// A ratio of whole numbers, rounded once if it has few digits.
fn share_of(outcomes: u128, certain: u128) -> f64 {
    let (mut divisor, mut rest) = (certain, outcomes);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (outcomes / divisor) as f64 / (certain / divisor) as f64
}

/// The better of two, or the first of two that are equal.
fn first_of_best(first: (u128, Action), second: (u128, Action)) -> (u128, Action) {
    if second.0 > first.0 { second } else { first }
}
