//! The odds of a box: the best chance of its points in a turn, its best mean, and how long it takes.

use std::collections::BTreeMap;
use std::mem::take;

use yahtzee_kernel::{Counted, Lattice};

use super::counted::certain;
use super::goal::{Goal, GoalError};
use crate::dice::{Dice, DiceError, RerollsLeft, Roll};
use crate::game::{Action, Position, Scorecard};
use crate::rules::{OtherRules, Placement, Points, VoluntaryZeros};
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
    start: Start<'a>,
}

/// Where the odds begin.
#[derive(Clone, Copy, Debug)]
enum Start<'a> {
    /// Before the first throw.
    Turn,
    Position(&'a Position),
    /// Some dice are kept, and the others are about to be thrown again.
    Kept(Dice, RerollsLeft),
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
    /// The kept dice are not some of the game's, or there is no reroll to throw the others, or there are too many.
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

/// What a turn ends with, for a player who plays for a goal. Of plays with the same chance it is the one with the highest mean of points in the box.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// The chance of each number of points in the box, in ascending order; empty for a goal without a box. Points elsewhere are 0 there.
    pub points: Vec<(Points, f64)>,
    /// The chances that 0, 1, 2, … dice are right: as many as a roll that reaches the goal could keep. For a Yahtzee, the dice that are alike.
    pub right: Vec<f64>,
}

/// What the end of a turn is worth, from whether the goal is reached and from the points in its box.
type Worth = fn(bool, Points) -> u32;

const REACHED: Worth = |is_reached, _| is_reached as u32;
const POINTS: Worth = |_, points| points.get();

/// The ends of turns with up to some number of throws, and what each hold is worth for the best play.
struct Played {
    certain: u128,
    /// What each roll is worth and the points that it writes: after a later throw, and after the first one.
    scored: [Vec<(Counted, Points)>; 2],
    /// What each hold is worth with 1, 2, 3, … throws to come.
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
    /// The odds in the turn of a card, before its first throw.
    ///
    /// # Errors
    ///
    /// An [`OddsError`] if the card is full or of another game.
    pub fn of_turn(model: &'a Model, card: &'a Scorecard) -> Result<Odds<'a>, OddsError> {
        model.rules.check_same_game(card.rules())?;
        model.space.check_open(&card.state())?;
        Ok(Odds { model, card, start: Start::Turn })
    }

    /// The odds of a position.
    ///
    /// # Errors
    ///
    /// As for [`of_turn`](Odds::of_turn).
    pub fn of_position(model: &'a Model, position: &'a Position) -> Result<Odds<'a>, OddsError> {
        Ok(Odds { start: Start::Position(position), ..Odds::of_turn(model, position.card())? })
    }

    /// The odds of these dice, once the other dice are thrown again. `rerolls_left` counts this throw.
    ///
    /// # Errors
    ///
    /// As for [`of_turn`](Odds::of_turn); [`OddsError::Dice`] for all dice, for no rerolls, and for more than the turn has.
    ///
    /// ```
    /// use yahtzee_solver::advise::Odds;
    /// use yahtzee_solver::solve::MEMORY_LIMIT;
    /// use yahtzee_solver::{Dice, Goal, Model, RerollsLeft, RuleSet, Scorecard};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let (model, card) = (Model::new(&rules, MEMORY_LIMIT)?, Scorecard::new(&rules));
    /// let pair = Odds::of_kept(&model, &card, Dice::parse("33")?, RerollsLeft::new(1)?)?;
    /// assert_eq!(pair.of(Goal::parse("full-house", &rules)?, 0)?.chance.value, 5.0 / 54.0);
    /// assert!(Odds::of_kept(&model, &card, Dice::parse("33")?, RerollsLeft::NONE).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_kept(model: &'a Model, card: &'a Scorecard, kept: Dice, rerolls_left: RerollsLeft) -> Result<Odds<'a>, OddsError> {
        let odds = Odds::of_turn(model, card)?;
        model.rules.game_dice().check_hold(&kept)?;
        model.rules.rerolls_left_with(card.state().throws, rerolls_left.get())?;
        match rerolls_left {
            RerollsLeft::NONE => Err(DiceError::NoRerollLeft.into()),
            _ => Ok(Odds { start: Start::Kept(kept, rerolls_left), ..odds }),
        }
    }

    /// The throws left in the turn: all of them before the first one.
    pub fn throws(&self) -> u8 {
        match self.start {
            Start::Turn => self.card.rerolls().get() + 1,
            Start::Position(position) => position.rerolls_left().get(),
            Start::Kept(_, rerolls_left) => rerolls_left.get(),
        }
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
        let played = self.play(goal, self.throws().max(throws), REACHED);
        let levels = self.levels(goal, &played, REACHED);
        let mean = goal.category().map(|_| {
            let played = self.play(goal, self.throws(), POINTS);
            self.best(&self.levels(goal, &played, POINTS), &played)
        });
        Ok(BoxOdds {
            goal,
            chance: self.best(&levels, &played),
            mean,
            expected_throws: self.expected_throws(&played, levels[0].0 > 0),
            within: levels[1..].iter().take(throws.into()).map(|(outcomes, _)| share_of(*outcomes, played.certain)).collect(),
        })
    }

    /// The best play for the mean of a whole number at the end of the turn, with up to so many throws to come.
    fn play(&self, goal: Goal, throws: u8, worth: Worth) -> Played {
        let Model { lattice, rules, .. } = self.model;
        let (state, certain) = (self.card.state(), certain(rules, throws));
        let end = |points: Points, roll: &Roll| {
            let outcomes = certain * u128::from(worth(goal.is_reached(points, roll), points));
            // In the same unit, so that means are whole numbers too while they have few digits.
            (Counted { outcomes, expected: certain as f64 * f64::from(points) }, points)
        };
        let scored = |is_first| {
            let best = |roll: Roll| {
                let Some(category) = goal.category() else { return end(Points::ZERO, &roll) };
                let choices = rules.choices_in(category, VoluntaryZeros::Gaining, &state, &roll, RerollsLeft::NONE, is_first);
                let written = choices.map(|placement| placement.points);
                let best = written.max_by_key(|&points| (worth(goal.is_reached(points, &roll), points), points));
                best.map_or((Counted::NOTHING, Points::ZERO), |points| end(points, &roll))
            };
            self.model.rolls().map(best).collect()
        };
        let scored: [Vec<_>; 2] = [scored(false), scored(true)];
        let mut held: Vec<Vec<Counted>> = Vec::new();
        for _ in usize::from(matches!(self.start, Start::Turn))..throws.into() {
            let mut nodes = raised(lattice, &scored[0], held.last());
            lattice.expect(&mut nodes, |_, _| ());
            nodes.truncate(lattice.holds().end);
            held.push(nodes);
        }
        Played { certain, scored, held }
    }

    /// The best with 0, 1, 2, … throws to come, and what to do for it.
    fn levels(&self, goal: Goal, played: &Played, worth: Worth) -> Vec<(u128, Option<Action>)> {
        let Model { nodes: of_dice, lattice, .. } = self.model;
        let of_hold = |held: &[Counted], hold: &Dice| held[of_dice.hold(hold).index()].outcomes;
        let mut levels = vec![(0, None)];
        match self.start {
            Start::Turn => levels.extend(std::iter::once(None).chain(played.held.iter().map(Some)).map(|held| {
                let nodes = raised(lattice, &played.scored[1], held);
                (lattice.mean(&nodes[lattice.rolls()], |roll| roll).outcomes, None)
            })),
            Start::Kept(kept, _) => levels.extend(played.held.iter().map(|held| (of_hold(held, &kept), None))),
            Start::Position(position) => {
                let (roll, holds) = (position.roll(), position.roll().holds());
                let scored = |placement: Placement| {
                    let counts = goal.is_in(placement.category);
                    let worth = if counts { worth(goal.is_reached(placement.points, &roll), placement.points) } else { 0 };
                    // Without a box it does not matter where the dice are scored.
                    (played.certain * u128::from(worth), goal.category().map(|_| Action::Score(placement)))
                };
                levels[0] = position.placements().map(scored).reduce(first_of_best).expect("the rules place every roll somewhere");
                let now = levels[0];
                levels.extend(played.held.iter().map(|held| {
                    let holds = holds.iter().map(|hold| (of_hold(held, hold), Some(Action::Hold(*hold))));
                    holds.fold(now, first_of_best)
                }));
            }
        }
        levels
    }

    /// The best of this turn.
    fn best(&self, levels: &[(u128, Option<Action>)], played: &Played) -> BestOdds {
        let (outcomes, action) = levels[usize::from(self.throws())];
        BestOdds { value: share_of(outcomes, played.certain), action: action.filter(|_| outcomes > 0) }
    }

    /// What the turn ends with, for a player who plays for a goal.
    ///
    /// ```text
    /// begin with the chance of each roll of the first throw
    /// for each throw:
    ///     for each node, larger ones first: if its best is in one of the nodes one die smaller, move its chance there
    ///     a roll that keeps its chance is scored, and a hold is thrown
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`of`](Odds::of).
    pub fn ends(&self, goal: Goal) -> Result<Ends, GoalError> {
        let goal = goal.on(self.card)?;
        let Model { nodes: of_dice, lattice, .. } = self.model;
        let (first_roll, dice) = (lattice.rolls().start, self.model.rules.dice());
        let mut to_come = usize::from(self.throws());
        let played = self.play(goal, self.throws(), REACHED);
        let near = self.near(&played);
        let mut nodes = vec![0.0; lattice.len()];
        let mut is_first = match self.start {
            Start::Turn => {
                nodes[of_dice.hold(&Dice::NONE).index()] = 1.0;
                true
            }
            Start::Position(position) => {
                nodes[of_dice.roll(&position.roll()).index()] = 1.0;
                position.is_first_throw()
            }
            Start::Kept(kept, _) => {
                nodes[of_dice.hold(&kept).index()] = 1.0;
                false
            }
        };
        if !matches!(self.start, Start::Position(_)) {
            lattice.push(&mut nodes);
            to_come -= 1;
        }
        let (mut points, mut right) = (BTreeMap::new(), vec![0.0; dice + 1]);
        loop {
            let scored = &played.scored[usize::from(is_first)];
            let held = to_come.checked_sub(1).map(|throws| &played.held[throws]);
            let best = raised(lattice, scored, held);
            for node in (0..nodes.len()).rev() {
                let chance = nodes[node];
                let own = match node.checked_sub(first_roll) {
                    _ if chance == 0.0 => continue,
                    Some(roll) => scored[roll].0,
                    None => held.expect("holds while there are throws")[node],
                };
                if own != best[node] {
                    let dice = of_dice.dice_at(node);
                    let mut smaller = dice.faces().filter_map(|face| dice.without(face)).map(|dice| of_dice.hold(&dice).index());
                    let next = smaller.find(|&smaller| best[smaller] == best[node]).expect("it is the best of them");
                    nodes[next] += take(&mut nodes[node]);
                } else if let Some(roll) = node.checked_sub(first_roll) {
                    let (worth, written) = scored[roll];
                    *points.entry(written).or_insert(0.0) += chance;
                    right[if worth.outcomes > 0 { dice } else { (near[node] as usize).min(dice - 1) }] += chance;
                    nodes[node] = 0.0;
                }
            }
            let Some(left) = to_come.checked_sub(1) else { break };
            lattice.push(&mut nodes);
            (to_come, is_first) = (left, false);
        }
        let points = goal.category().map_or_else(Vec::new, |_| points.into_iter().collect());
        Ok(Ends { points, right })
    }

    /// For each node the most of its dice that a roll which reaches the goal may have.
    fn near(&self, played: &Played) -> Vec<f64> {
        let lattice = &self.model.lattice;
        let reached =
            |scored: &[(Counted, Points)]| scored.iter().map(|(worth, _)| f64::from(u8::from(worth.outcomes > 0))).collect::<Vec<_>>();
        // On a later throw, unless only a first one can reach it.
        let rolls = played.scored.iter().map(|scored| reached(scored)).find(|rolls| rolls.contains(&1.0));
        let Some(rolls) = rolls else { return vec![0.0; lattice.len()] };
        let mut near = vec![0.0; lattice.len()];
        near[lattice.rolls()].copy_from_slice(&rolls);
        for hold in lattice.holds().rev() {
            let larger = lattice.larger(hold).expect("a hold").filter(|(_, sides)| *sides > 0);
            near[hold] = larger.map(|(node, _)| near[usize::from(node)]).fold(0.0, f64::max);
        }
        near.iter_mut().enumerate().for_each(|(node, near)| *near *= self.model.nodes.dice_at(node).len() as f64);
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
    fn expected_throws(&self, played: &Played, is_there: bool) -> Option<f64> {
        let Model { nodes: of_dice, lattice, .. } = self.model;
        if is_there {
            return Some(0.0);
        }
        let [later, first] =
            played.scored.each_ref().map(|scored| scored.iter().map(|(worth, _)| worth.outcomes > 0).collect::<Vec<bool>>());
        if !later.contains(&true) {
            // Only the first throw may bring it: either at once, whatever the roll, or perhaps never.
            return (matches!(self.start, Start::Turn) && !first.contains(&false)).then_some(1.0);
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
        let of_hold = |hold: &Dice| nodes[of_dice.hold(hold).index()];
        Some(match self.start {
            Start::Position(position) => -position.roll().holds().iter().map(|hold| of_hold(hold)).fold(f64::NEG_INFINITY, f64::max),
            Start::Kept(kept, _) => -of_hold(&kept),
            Start::Turn => {
                chosen(&mut nodes, &first);
                1.0 - lattice.mean(&nodes[lattice.rolls()], |roll| roll)
            }
        })
    }
}

/// The value of each node: the best of scoring and of the holds in it.
fn raised(lattice: &Lattice, scored: &[(Counted, Points)], held: Option<&Vec<Counted>>) -> Vec<Counted> {
    let mut nodes = held.map_or_else(|| vec![Counted::NOTHING; lattice.holds().end], Clone::clone);
    nodes.extend(scored.iter().map(|(worth, _)| *worth));
    lattice.best(&mut nodes, false);
    nodes
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
fn first_of_best(first: (u128, Option<Action>), second: (u128, Option<Action>)) -> (u128, Option<Action>) {
    if second.0 > first.0 { second } else { first }
}
