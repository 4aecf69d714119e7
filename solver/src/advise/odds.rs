//! The odds of a box: the best chance of its points in a turn, its best mean, and how long it takes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use yahtzee_kernel::{Counted, Lattice};

use super::counted::certain;
use super::goal::{Goal, GoalError};
use crate::dice::{Dice, DiceError, RerollsLeft, Roll};
use crate::game::{Action, Scorecard};
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
/// use yahtzee_solver::{Dice, Goal, Model, RerollsLeft, RuleSet, Scorecard};
/// let rules = RuleSet::builtin("hasbro")?;
/// let (model, card) = (Model::new(&rules, MEMORY_LIMIT)?, Scorecard::new(&rules));
/// let yahtzee = Goal::parse("yahtzee", &rules)?;
/// let odds = Odds::new(&model, &card, None)?.of(yahtzee, 10)?;
/// assert!((odds.chance.value - 0.046029).abs() < 1e-6);
/// assert!((odds.expected_throws.unwrap() - 11.0902).abs() < 1e-4);
/// assert_eq!(odds.within[2], odds.chance.value);
///
/// let odds = Odds::new(&model, &card, Some((Dice::parse("44443")?, RerollsLeft::new(2)?)))?.of(yahtzee, 0)?;
/// assert!((odds.chance.value - 11.0 / 36.0).abs() < 1e-15);
///
/// let pair = Some((Dice::parse("33")?, RerollsLeft::new(1)?));
/// assert_eq!(Odds::new(&model, &card, pair)?.of(Goal::parse("full-house", &rules)?, 0)?.chance.value, 5.0 / 54.0);
/// assert!(Odds::new(&model, &card, Some((Dice::parse("33")?, RerollsLeft::NONE))).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Odds<'a> {
    model: &'a Model,
    card: &'a Scorecard,
    /// The node of all dice, or of those that are kept: none before the first throw.
    node: usize,
    /// The throws to come.
    throws: u8,
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
    /// The dice are not those of the game, or there is no reroll to throw the others, or there are too many.
    #[error(transparent)]
    Dice(#[from] DiceError),
}

/// The odds of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxOdds {
    /// What is wanted.
    pub goal: Goal,
    /// The best chance of it by the end of the turn, from 0 to 1.
    pub chance: BestOdds,
    /// The best mean of the points that the turn writes in the box: of a player who ends the turn there. `None` for a goal without a box.
    pub mean: Option<BestOdds>,
    /// The least mean number of throws until it is there, if the turn had no last throw. From dice it counts the throws still to come; it is
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
    /// What to do with the dice for it, the first in the order of ties. `None` if there is no choice: no dice are thrown, or they are kept; and if the
    /// value is 0.
    pub action: Option<Action>,
}

/// What a turn ends with, if it is played for the chance. Of plays with the same chance it is the one with the highest mean of points in the box.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ends {
    /// The chances that 0, 1, 2, … dice are right: the most that a roll which reaches the goal can have. For a Yahtzee, the dice that are alike.
    pub right: Vec<f64>,
    /// The points in the box, ascending, 0 if another box is filled; absent without a category.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub points: Vec<PointsChance>,
}

/// A number of points with its chance.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PointsChance {
    /// The points.
    pub points: Points,
    /// Their chance.
    pub chance: f64,
}

/// Whether a roll reaches the goal, and its points in the box.
type Scored = (bool, Points);

/// The best play with up to some number of rerolls.
struct Played {
    certain: u128,
    /// What each roll is worth: after the first throw of a turn, after the second, and so on; last after a later throw.
    scored: Vec<Vec<Counted>>,
    /// What each hold is worth with 0, 1, 2, … rerolls left, if a later throw follows.
    held: Vec<Vec<Counted>>,
}

impl BoxOdds {
    /// The mean number of turns until it comes, for a player who plays for it in each of them; `None` if it never comes.
    pub fn expected_turns(&self) -> Option<f64> {
        Some(1.0 / self.chance.value).filter(|turns| turns.is_finite())
    }

    /// The chance that it comes at least once in this many turns.
    pub fn once_in(&self, turns: u32) -> f64 {
        -(f64::from(turns) * (-self.chance.value).ln_1p()).exp_m1()
    }
}

impl<'a> Odds<'a> {
    /// The odds from these dice on, with these rerolls left. Of fewer dice than the game has, the others are about to be thrown again, which is one of the
    /// rerolls. Without dice they are the odds of a whole turn.
    ///
    /// # Errors
    ///
    /// An [`OddsError`] if the card is full or of another game, or if the dice or the rerolls are wrong.
    pub fn new(model: &'a Model, card: &'a Scorecard, dice: Option<(Dice, RerollsLeft)>) -> Result<Odds<'a>, OddsError> {
        let Model { rules, nodes, .. } = model;
        rules.check_same_game(card.rules())?;
        model.space.check_open(&card.state())?;
        let (dice, throws) = match dice {
            Some((dice, rerolls_left)) => (dice, rules.rerolls_left_with(card.state().throws, rerolls_left.get())?.get()),
            None => (Dice::NONE, card.rerolls().get() + 1),
        };
        rules.die().check(&dice)?;
        let node = match dice.len() < rules.dice() {
            true if throws == 0 => return Err(DiceError::NoRerollLeft.into()),
            true => nodes.hold(&dice),
            false => nodes.roll(&rules.roll(dice)?),
        };
        Ok(Odds { model, card, node: node.index(), throws })
    }

    /// The throws left in the turn: all of them before the first one.
    pub fn throws(&self) -> u8 {
        self.throws
    }

    /// Any points in each box that is open in this turn, in the order of the rules.
    pub fn goals(&self) -> Vec<Goal> {
        let rules = self.card.rules();
        let filled = self.card.state().filled;
        let open = rules.categories().filter(|&category| rules.is_open(filled, category));
        open.filter_map(|category| Goal::new(rules, category, 1).ok()).collect()
    }

    /// The odds of a goal, with the chance within up to this many throws.
    ///
    /// # Errors
    ///
    /// [`GoalError::Filled`] if the box is not open.
    pub fn of(&self, goal: Goal, throws: u8) -> Result<BoxOdds, GoalError> {
        let goal = goal.on(self.card)?;
        let scored = self.scored(goal);
        let played = self.play(&scored, self.throws.max(throws), |(is_reached, _)| is_reached.into());
        let means = goal.category().map(|_| self.play(&scored, self.throws, |(_, points)| points.get()));
        Ok(BoxOdds {
            goal,
            chance: self.best(goal, &played),
            mean: means.map(|played| self.best(goal, &played)),
            expected_throws: self.expected_throws(&scored),
            within: (1..=throws).map(|throws| share_of(self.outcomes(&played, throws), played.certain)).collect(),
        })
    }

    /// The place of the roll on the table among all rolls.
    fn roll(&self) -> Option<usize> {
        self.node.checked_sub(self.model.lattice.rolls().start)
    }

    /// The rerolls after the roll on the table or, without one, after the next roll.
    fn rerolls(&self, throws: u8) -> u8 {
        throws - u8::from(self.roll().is_none())
    }

    /// The throws of the turn before that roll.
    fn nth(&self) -> usize {
        usize::from(self.card.rerolls().get() - self.rerolls(self.throws))
    }

    /// The roll in a box.
    fn placed(&self, category: Category, roll: &Roll, rerolls_left: RerollsLeft, nth: usize) -> Option<Placement> {
        // A voluntary zero is worth nothing here.
        self.model.rules.choices_in(category, VoluntaryZeros::Gaining, &self.card.state(), roll, rerolls_left, nth).next()
    }

    /// Each roll: after the first throw of a turn, after the second, and so on; last after a later throw.
    fn scored(&self, goal: Goal) -> Vec<Vec<Scored>> {
        let scored = |nth| {
            let of_roll = |roll: Roll| {
                let has_dice = roll.contains(&goal.dice());
                let Some(category) = goal.category() else { return (has_dice, Points::ZERO) };
                let placed = self.placed(category, &roll, RerollsLeft::NONE, nth);
                placed.map_or((false, Points::ZERO), |placed| (has_dice && goal.allows(category, placed.points), placed.points))
            };
            self.model.rolls().map(of_roll).collect::<Vec<Scored>>()
        };
        (0..=self.model.rules.first_throws()).map(scored).collect()
    }

    /// The best play for the mean of a whole number at the end of the turn, with up to so many throws to come.
    fn play(&self, scored: &[Vec<Scored>], throws: u8, worth: fn(Scored) -> u32) -> Played {
        let Model { lattice, rules, .. } = self.model;
        let certain = certain(rules, throws);
        // The points in the same unit, so that their means are whole numbers too while they have few digits.
        let counted = |&end: &Scored| Counted { outcomes: certain * u128::from(worth(end)), expected: certain as f64 * f64::from(end.1) };
        let scored = scored.iter().map(|scored| scored.iter().map(counted).collect()).collect();
        let mut played = Played { certain, scored, held: vec![vec![Counted::NOTHING; lattice.holds().end]] };
        for rerolls in 0..self.rerolls(throws) {
            played.held.push(played.thrown(lattice, rules.first_throws(), rerolls));
        }
        played
    }

    /// The best with so many throws to come.
    fn outcomes(&self, played: &Played, throws: u8) -> u128 {
        let lattice = &self.model.lattice;
        let mut nodes = played.best(lattice, self.nth(), self.rerolls(throws));
        match self.roll() {
            None if self.node == 0 => return lattice.mean(&nodes[lattice.rolls()], |roll| roll).outcomes,
            None => lattice.expect(&mut nodes, |_, _| ()),
            Some(_) => {}
        }
        nodes[self.node].outcomes
    }

    /// The best of this turn.
    fn best(&self, goal: Goal, played: &Played) -> BestOdds {
        let outcomes = self.outcomes(played, self.throws);
        let action = |roll: usize| {
            let Model { nodes, lattice, .. } = self.model;
            let (nth, dice) = (self.nth(), nodes.roll_at(self.node));
            if played.scored(nth)[roll].outcomes < outcomes {
                let held = played.held(lattice, nth, self.throws);
                return dice.holds().into_iter().find(|hold| held[nodes.hold(hold).index()].outcomes == outcomes).map(Action::Hold);
            }
            // Without a box it does not matter where the dice are scored.
            self.placed(goal.category()?, &dice, RerollsLeft::new(self.throws).ok()?, nth).map(Action::Score)
        };
        BestOdds { value: share_of(outcomes, played.certain), action: self.roll().filter(|_| outcomes > 0).and_then(action) }
    }

    /// What the turn ends with, for a player who plays for a goal.
    ///
    /// # Errors
    ///
    /// As for [`of`](Odds::of).
    pub fn ends(&self, goal: Goal) -> Result<Ends, GoalError> {
        let goal = goal.on(self.card)?;
        let Model { nodes: of_dice, lattice, .. } = self.model;
        let dice = self.model.rules.dice();
        let scored = self.scored(goal);
        let played = self.play(&scored, self.throws, |(is_reached, _)| is_reached.into());
        let near = self.near(&scored);
        let (mut points, mut right) = (BTreeMap::new(), vec![0.0; dice + 1]);
        // The chance of each hold and each roll.
        let mut chances = vec![0.0; lattice.len()];
        chances[self.node] = 1.0;
        for (nth, rerolls) in (self.nth()..).zip((0..=self.rerolls(self.throws)).rev()) {
            lattice.push(&mut chances);
            let (own, best) = (played.own(lattice, nth, rerolls), played.best(lattice, nth, rerolls));
            // Larger ones first: the chance moves to the smaller dice that are better, and then either scores or stays to be thrown.
            for node in (0..own.len()).rev() {
                let chance = std::mem::take(&mut chances[node]);
                if chance == 0.0 {
                    continue;
                }
                if own[node] != best[node] {
                    let dice = of_dice.dice_at(node);
                    let mut smaller = dice.faces().filter_map(|face| dice.without(face)).map(|dice| of_dice.hold(&dice).index());
                    chances[smaller.find(|&smaller| best[smaller] == best[node]).expect("one is the best")] += chance;
                } else if let Some(roll) = node.checked_sub(lattice.rolls().start) {
                    let (is_reached, written) = scored[nth.min(scored.len() - 1)][roll];
                    *points.entry(written).or_insert(0.0) += chance;
                    right[if is_reached { dice } else { (near[node] as usize).min(dice - 1) }] += chance;
                } else {
                    chances[node] = chance;
                }
            }
        }
        let points = points.into_iter().map(|(points, chance)| PointsChance { points, chance });
        Ok(Ends { right, points: points.filter(|_| goal.category().is_some()).collect() })
    }

    /// For each node the most of its dice that a roll which reaches the goal may have: on a later throw, unless only an earlier one can reach it.
    fn near(&self, scored: &[Vec<Scored>]) -> Vec<f64> {
        let Model { nodes, lattice, .. } = self.model;
        let scored = scored.iter().rfind(|scored| can_reach(scored)).unwrap_or(&scored[0]);
        let mut near = vec![0.0; lattice.holds().end];
        near.extend(scored.iter().map(|(is_reached, _)| f64::from(u8::from(*is_reached))));
        lattice.expect(&mut near, |_, _| ());
        near.iter_mut().enumerate().filter(|(_, near)| **near > 0.0).for_each(|(node, near)| *near = nodes.dice_at(node).len() as f64);
        lattice.best(&mut near, false);
        near
    }

    /// The least mean number of throws until a goal is reached, if the turn had no last throw; `None` if it may never be reached.
    ///
    /// ```text
    /// a roll costs nothing if the goal is reached, and otherwise the least cost of a hold in it
    /// a hold costs a throw, and the mean cost of the rolls that follow
    /// to find these costs: begin with 0, and repeat until no cost changes
    /// ```
    fn expected_throws(&self, scored: &[Vec<Scored>]) -> Option<f64> {
        let lattice = &self.model.lattice;
        let last = scored.len() - 1;
        let (first, is_turn) = (self.nth().min(last), self.throws > self.card.rerolls().get());
        if self.roll().is_some_and(|roll| scored[first][roll].0) {
            return Some(0.0);
        }
        // Gains, not costs, because the walks of the lattice look for the highest.
        let thrown = |nodes: &mut [f64]| {
            lattice.expect(nodes, |_, _| ());
            nodes[lattice.holds()].iter_mut().for_each(|hold| *hold -= 1.0);
        };
        let chosen = |nodes: &mut [f64], scored: &[Scored]| {
            for (node, (is_reached, _)) in nodes[lattice.rolls()].iter_mut().zip(scored) {
                *node = if *is_reached { 0.0 } else { f64::NEG_INFINITY };
            }
            lattice.best(nodes, false);
        };
        let may_come = can_reach(&scored[last]);
        let mut nodes = vec![if may_come { 0.0 } else { -NEVER }; lattice.len()];
        for _ in 0..if may_come { MOST_THROWS } else { 0 } {
            let before = nodes[lattice.rolls()].to_vec();
            thrown(&mut nodes);
            chosen(&mut nodes, &scored[last]);
            // Every step of a throw rises with its parts, rounding included. So no gain ever rises, and all come to rest.
            if nodes[lattice.rolls()] == before {
                break;
            }
        }
        // The throws that pay other points, from the last one back to the next one.
        for scored in scored[first..last].iter().rev() {
            thrown(&mut nodes);
            chosen(&mut nodes, scored);
        }
        if !is_turn && self.roll().is_none() {
            thrown(&mut nodes);
        }
        let throws = if is_turn { 1.0 - lattice.mean(&nodes[lattice.rolls()], |roll| roll) } else { -nodes[self.node] };
        Some(throws).filter(|throws| *throws < NEVER.sqrt())
    }
}

/// Whether a roll reaches the goal.
fn can_reach(scored: &[Scored]) -> bool {
    scored.iter().any(|(is_reached, _)| *is_reached)
}

/// Stands for throws without end. A sum of all rolls of a game is still a number, and any chance of it is still more than its root.
const NEVER: f64 = 1e200;

impl Played {
    /// What each node is worth with so many rerolls left: a hold if it is thrown, a roll if it is scored.
    fn own(&self, lattice: &Lattice, nth: usize, rerolls: u8) -> Vec<Counted> {
        [&self.held(lattice, nth, rerolls)[..], self.scored(nth)].concat()
    }

    /// What each roll is worth on a throw that follows this many of its turn.
    fn scored(&self, nth: usize) -> &[Counted] {
        &self.scored[nth.min(self.scored.len() - 1)]
    }

    /// What each hold is worth after such a throw, with so many rerolls left.
    fn held(&self, lattice: &Lattice, nth: usize, rerolls: u8) -> Cow<'_, [Counted]> {
        match rerolls.checked_sub(1).filter(|_| nth + 2 < self.scored.len()) {
            Some(rerolls) => self.thrown(lattice, nth + 1, rerolls).into(),
            None => (&self.held[usize::from(rerolls)][..]).into(),
        }
    }

    /// What each hold is worth if this throw follows it, with so many rerolls left after that.
    fn thrown(&self, lattice: &Lattice, nth: usize, rerolls: u8) -> Vec<Counted> {
        let mut nodes = self.best(lattice, nth, rerolls);
        lattice.expect(&mut nodes, |_, _| ());
        nodes.truncate(lattice.holds().end);
        nodes
    }

    /// The best for each node: of itself, and of the holds in it.
    fn best(&self, lattice: &Lattice, nth: usize, rerolls: u8) -> Vec<Counted> {
        let mut nodes = self.own(lattice, nth, rerolls);
        lattice.best(&mut nodes, false);
        nodes
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
