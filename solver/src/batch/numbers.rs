//! The numbers of actions: a fixed and compact numbering, the same for all positions of a rule set.

use crate::dice::{Dice, Face, Hold, Node, Nodes, Roll};
use crate::rules::{Category, Points};
use crate::solve::{Model, counted_dice};

/// The numbers of the actions of a rule set.
///
/// The holds come first: 32 numbers with five dice. Each is a mask over the dice of the roll in ascending order; bit i means that die i is kept. With
/// equal dice, several masks keep the same dice; the lowest of them is the number of the hold. The mask of all dice is not a hold, because no die
/// would be left to reroll. Then come the categories, in the order of the rule set.
#[derive(Clone, Debug)]
pub struct ActionNumbers {
    dice: usize,
    faces: usize,
    categories: usize,
    /// The index of each roll among the rolls of the lattice, by the faces of its dice as digits, if there are not too many of these numbers.
    roll_of: Vec<u16>,
    nodes: Nodes,
    /// For each roll and mask: the node of the hold, `NO_HOLD` for an unused number.
    holds: Vec<u16>,
    /// For each roll and mask: the lowest mask that keeps the same dice.
    lowest: Vec<u8>,
    /// The numbers of the holds of each roll in the order of ties, roll after roll.
    in_order: Vec<u8>,
    /// Where the holds of each roll start in it; the last entry is the end.
    start_of_order: Vec<usize>,
    /// Scores on the first throw of a turn, on the second, and so on; the last ones are those on all later throws too.
    scores: Vec<Vec<Score>>,
    /// For each roll, whether it may be a further n of a kind.
    is_further: Vec<bool>,
}

pub(super) const NO_HOLD: u16 = u16::MAX;

/// The points of a roll in a category as ordinary dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    pub(super) points: Points,
    /// The number of matching dice, in an upper category.
    pub(super) count: u32,
}

/// An action of a roll, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberedAction {
    /// Keep these dice and reroll the others.
    Hold(Dice),
    /// Score in this category.
    Score(Category),
}

impl NumberedAction {
    /// The number of this action for a roll, among the [`ActionNumbers`] of its game. `None` if the roll does not contain the dice, or the dice are
    /// the whole roll.
    ///
    /// ```
    /// use yahtzee_solver::{Dice, RuleSet};
    /// use yahtzee_solver::batch::NumberedAction;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let roll = rules.roll("13356".parse()?)?;
    /// assert_eq!(NumberedAction::Hold("33".parse()?).number(&roll), Some(0b00110));
    /// assert_eq!(NumberedAction::Hold("36".parse()?).number(&roll), Some(0b10010));
    /// assert_eq!(NumberedAction::Hold("66".parse()?).number(&roll), None);
    /// assert_eq!(NumberedAction::Score(rules.category_named("fours")?).number(&roll), Some(32 + 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn number(&self, roll: &Roll) -> Option<usize> {
        match self {
            NumberedAction::Score(category) => Some((1 << roll.len()) + category.index()),
            NumberedAction::Hold(dice) if Hold::new(*dice, roll).is_ok() => Some(lowest_mask(dice, roll)),
            NumberedAction::Hold(_) => None,
        }
    }
}

/// The lowest mask over the dice of a roll that keeps these dice, all of them in it.
fn lowest_mask(kept: &Dice, roll: &Roll) -> usize {
    let mut left = *kept;
    (0..roll.len()).zip(roll.faces()).fold(0, |mask, (die, face)| match left.without(face) {
        Some(fewer) => {
            left = fewer;
            mask | 1 << die
        }
        None => mask,
    })
}

impl ActionNumbers {
    /// The numbers of a model.
    pub fn new(model: &Model) -> ActionNumbers {
        let Model { rules, nodes, .. } = model;
        let (dice, categories) = (rules.dice(), rules.category_count());
        let mut numbers = ActionNumbers {
            dice,
            categories,
            faces: rules.die().face_count(),
            roll_of: rolls_by_faces(nodes, dice),
            nodes: nodes.clone(),
            holds: Vec::new(),
            lowest: Vec::new(),
            in_order: Vec::new(),
            start_of_order: vec![0],
            scores: vec![Vec::new(); rules.first_throws() + 1],
            is_further: Vec::new(),
        };
        for roll in nodes.rolls().map(|index| nodes.roll_at(index)) {
            let faces: Vec<Face> = roll.faces().collect();
            let kept = |mask: usize| (0..dice).filter(|die| mask >> die & 1 == 1).fold(Dice::NONE, |kept, die| kept.with(faces[die]));
            let masks = 1 << dice;
            for mask in 0..masks {
                let kept = kept(mask);
                let lowest = lowest_mask(&kept, &roll);
                let is_number = lowest == mask && Hold::new(kept, &roll).is_ok();
                numbers.holds.push(if is_number { nodes.hold(&kept).index() as u16 } else { NO_HOLD });
                numbers.lowest.push(lowest as u8);
            }
            numbers.in_order.extend(roll.holds().iter().map(|hold| lowest_mask(hold, &roll) as u8));
            numbers.start_of_order.push(numbers.in_order.len());
            for (nth, scores) in numbers.scores.iter_mut().enumerate() {
                scores.extend(rules.categories().map(|category| {
                    let points = rules.points_on(category, &roll, nth);
                    Score { points, count: counted_dice(rules, category, points) }
                }));
            }
            numbers.is_further.push(rules.further_face(&roll).is_some());
        }
        numbers
    }

    /// The number of numbers: 45 for five dice and 13 categories.
    pub fn count(&self) -> usize {
        self.masks() + self.categories
    }

    /// The number of masks: 32 with five dice. It is also the number of the first category.
    pub fn masks(&self) -> usize {
        1 << self.dice
    }

    /// The number of dice.
    pub fn dice(&self) -> usize {
        self.dice
    }

    /// The action of this number for these dice, allowed or not. Any mask that keeps the same dice stands for the same hold. `None` for the mask of
    /// all dice, for a number that is too high, and for dice that are not a roll of the game.
    ///
    /// ```
    /// use yahtzee_solver::{Model, RuleSet};
    /// use yahtzee_solver::batch::{ActionNumbers, NumberedAction};
    /// use yahtzee_solver::solve::MEMORY_LIMIT;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let numbers = ActionNumbers::new(&Model::new(&rules, MEMORY_LIMIT)?);
    /// let Some(NumberedAction::Hold(dice)) = numbers.action(&[6, 3, 1, 5, 3], 0b00110) else { panic!("a hold") };
    /// assert_eq!(dice.to_string(), "3 3");
    /// let fours = rules.category_named("fours")?;
    /// assert_eq!(numbers.action(&[6, 3, 1, 5, 3], 32 + 3), Some(NumberedAction::Score(fours)));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn action(&self, dice: &[u8], number: usize) -> Option<NumberedAction> {
        let roll = self.nodes.roll_at(self.nodes.rolls().start + self.roll(dice)?);
        if number >= self.masks() {
            return (number < self.count()).then(|| NumberedAction::Score(Category::from_index(number - self.masks())));
        }
        let kept = (0..self.dice).zip(roll.faces()).filter(|(die, _)| number >> die & 1 == 1);
        let kept = kept.fold(Dice::NONE, |kept, (_, face)| kept.with(face));
        (number + 1 < self.masks()).then_some(NumberedAction::Hold(kept))
    }

    /// The canonical number of an action: the lowest mask that keeps the same dice of the roll of this index.
    pub(super) fn lowest(&self, roll: usize, number: usize) -> usize {
        if number < self.masks() { self.lowest[roll * self.masks() + number].into() } else { number }
    }

    /// The index of the roll with these dice, in any order; `None` if they are not a roll of the game.
    #[inline(always)]
    pub(super) fn roll(&self, dice: &[u8]) -> Option<usize> {
        if dice.len() != self.dice {
            return None;
        }
        if self.roll_of.is_empty() {
            return roll_of(&self.nodes, dice.iter().map(|pips| usize::from(pips.wrapping_sub(1)))).map(usize::from);
        }
        let mut code = 0;
        for &pips in dice {
            let digit = usize::from(pips.wrapping_sub(1));
            if digit >= self.faces {
                return None;
            }
            code = code * self.faces + digit;
        }
        Some(self.roll_of[code].into())
    }

    /// The numbers of the holds of a roll, in the order of ties: larger ones first, then holds of lower faces.
    pub(super) fn holds_in_order(&self, roll: usize) -> impl Iterator<Item = usize> {
        let (start, end) = (self.start_of_order[roll], self.start_of_order[roll + 1]);
        self.in_order[start..end].iter().map(|&mask| mask.into())
    }

    /// The nodes of the holds of a roll, by mask.
    #[inline(always)]
    pub(super) fn holds(&self, roll: usize) -> &[u16] {
        &self.holds[roll * self.masks()..][..self.masks()]
    }

    /// The node of the hold of this mask of a roll; `None` for an unused number.
    pub(super) fn hold(&self, roll: usize, mask: usize) -> Option<Node> {
        Some(self.holds(roll)[mask]).filter(|&node| node != NO_HOLD).map(Node::from_index)
    }

    /// The points of a roll in each category as ordinary dice, on a throw that follows this many of its turn.
    #[inline(always)]
    pub(super) fn scores(&self, roll: usize, nth: usize) -> &[Score] {
        &self.scores[nth.min(self.scores.len() - 1)][roll * self.categories..][..self.categories]
    }

    /// Whether a roll may be a further n of a kind.
    #[inline(always)]
    pub(super) fn is_further(&self, roll: usize) -> bool {
        self.is_further[roll]
    }
}

/// The most numbers that the faces of all dice may have as digits, to be looked up.
const MOST_CODES: u64 = 1 << 20;

/// The index of each roll, by the faces of its dice in any order as digits. Empty if these have too many numbers.
fn rolls_by_faces(nodes: &Nodes, dice: usize) -> Vec<u16> {
    let faces = nodes.game_dice().die().face_count();
    let digits = |code: usize| (0..dice).map(move |die| code / faces.pow(die as u32) % faces);
    match (faces as u64).pow(dice as u32) {
        codes @ 0..=MOST_CODES => (0..codes as usize).map(|code| roll_of(nodes, digits(code)).expect("dice of the game")).collect(),
        _ => Vec::new(),
    }
}

/// The index of the roll with these faces, given by their indices; `None` if the dice have not these faces.
fn roll_of(nodes: &Nodes, faces: impl Iterator<Item = usize>) -> Option<u16> {
    let mut dice = Dice::NONE;
    for face in faces {
        dice = dice.with(*Face::ALL.get(face).filter(|_| dice.len() < nodes.game_dice().count())?);
    }
    Some(nodes.roll_index(&nodes.game_dice().roll(dice).ok()?) as u16)
}
