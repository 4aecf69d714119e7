//! The game as arrays, for value iteration and other algorithms over its states.

use super::answered::NOT_ALLOWED;
use super::columns::{BatchError, BatchErrorKind, Positions, States, same_lengths};
use super::numbers::ActionNumbers;
use crate::dice::{DiceError, RerollsLeft, Roll};
use crate::rules::{Category, Points, RulesError, State};
use crate::solve::Model;

/// The rolls, the holds and the transitions between them, as arrays in row-major order.
///
/// A hold is a multiset of kept dice: fewer dice than a roll has, or a whole roll, which keeps all dice.
///
/// ```
/// use yahtzee_solver::{Model, RuleSet};
/// use yahtzee_solver::batch::{ActionNumbers, ModelArrays};
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let model = Model::new(&RuleSet::builtin("hasbro")?, MEMORY_LIMIT)?;
/// let arrays = ModelArrays::new(&model, &ActionNumbers::new(&model), MEMORY_LIMIT)?;
/// assert_eq!((arrays.roll_probabilities.len(), arrays.hold_counts.len() / 6), (252, 462));
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModelArrays {
    /// The dice of each roll, ascending, those of another kind last.
    pub rolls: Vec<u8>,
    /// The probability of each first roll.
    pub roll_probabilities: Vec<f64>,
    /// For each hold, how many dice show each face: those of the first kind, then those of the other.
    pub hold_counts: Vec<u8>,
    /// For each hold, the probability of each roll after rerolling the other dice.
    pub hold_probabilities: Vec<f64>,
    /// For each roll and mask over its dice: the hold. -1 for a mask that keeps the same dice as a lower one.
    pub hold_of: Vec<i16>,
    /// For each roll and category, the points of ordinary dice: not as a joker, and not on a throw that pays other points.
    pub points: Vec<u16>,
}

impl ModelArrays {
    /// The most holds: their numbers have 16 bits.
    const MOST_HOLDS: usize = i16::MAX as usize;

    /// The arrays of a model. The numbers must be its own.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if they would take more than `limit` bytes of memory, and for dice with more than 32,767 holds.
    pub fn new(model: &Model, numbers: &ActionNumbers, limit: u64) -> Result<ModelArrays, RulesError> {
        let lattice = &model.lattice;
        let needed = (lattice.len() * lattice.rolls().len() * size_of::<f64>()) as u64;
        if needed > limit || lattice.len() > ModelArrays::MOST_HOLDS {
            return Err(RulesError::TooLarge { name: model.rules.name().to_owned(), needed, limit });
        }
        let rolls: Vec<Roll> = model.rolls().collect();
        let pips = |roll: &Roll| roll.faces().map(|face| face.pips()).collect::<Vec<u8>>();
        let counts = |index: usize| {
            let dice = model.nodes.dice_at(index);
            model.nodes.game_dice().die().faces().map(move |face| dice.count(face))
        };
        let hold_of = rolls.iter().enumerate().flat_map(|(roll, _)| {
            let masks = numbers.masks();
            let all = (lattice.rolls().start + roll) as i16;
            let hold =
                move |mask: usize| if mask + 1 == masks { all } else { numbers.hold(roll, mask).map_or(-1, |node| node.index() as i16) };
            (0..masks).map(hold)
        });
        let points =
            rolls.iter().enumerate().flat_map(|(roll, _)| numbers.scores(roll, usize::MAX)).map(|score| u32::from(score.points) as u16);
        let first = lattice.multiplicities().iter().map(|&times| f64::from(times) / f64::from(lattice.outcomes()));
        Ok(ModelArrays {
            rolls: rolls.iter().flat_map(pips).collect(),
            roll_probabilities: first.collect(),
            hold_counts: (0..lattice.len()).flat_map(counts).collect(),
            hold_probabilities: hold_probabilities(model),
            hold_of: hold_of.collect(),
            points: points.collect(),
        })
    }
}

/// The probability of each roll after each hold: the outcomes of the free dice that lead to it, divided by all outcomes.
fn hold_probabilities(model: &Model) -> Vec<f64> {
    let lattice = &model.lattice;
    let count = lattice.rolls().len();
    let mut outcomes = vec![0.0; lattice.len() * count];
    for (roll, index) in lattice.rolls().enumerate() {
        outcomes[index * count + roll] = 1.0;
    }
    // Smaller holds come first.
    for hold in lattice.holds().rev() {
        let larger = lattice.larger(hold).expect("a hold leaves dice to roll");
        for (larger, sides) in larger {
            let sides = f64::from(sides);
            for roll in 0..count {
                outcomes[hold * count + roll] += sides * outcomes[usize::from(larger) * count + roll];
            }
        }
    }
    for row in outcomes.chunks_exact_mut(count) {
        let all: f64 = row.iter().sum();
        row.iter_mut().for_each(|outcomes| *outcomes /= all);
    }
    outcomes
}

/// Placements of many states at once: the points added to the score, and the states that follow.
///
/// ```
/// use yahtzee_solver::{Model, RuleSet};
/// use yahtzee_solver::batch::{ActionNumbers, Placements, States};
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let model = Model::new(&RuleSet::builtin("hasbro")?, MEMORY_LIMIT)?;
/// let placements = Placements { model: &model, numbers: &ActionNumbers::new(&model) };
/// let (mut rewards, mut next) = (vec![0.0; 252 * 13], vec![0; 252 * 13]);
/// let states = States { filled: &[0], upper_total: &[0], flag: &[false], saved: None };
/// placements.of_all_rolls(&states, &[0], &mut rewards, &mut next)?;
/// assert_eq!(rewards[11], 50.0, "the first roll is five ones");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Placements<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its numbers.
    pub numbers: &'a ActionNumbers,
}

impl Placements<'_> {
    /// For each state, roll and category: the points added to the score if the roll is written there with this many rerolls left, including bonuses
    /// earned by it, and the [index](crate::space::StateIndex) of the state that follows. Minus infinity and 0 if the placement is not allowed.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first invalid state, or if the columns or arrays do not fit.
    pub fn of_all_rolls(&self, states: &States<'_>, rerolls_left: &[u8], rewards: &mut [f64], next: &mut [i32]) -> Result<(), BatchError> {
        states.check_lengths()?;
        let (rolls, categories) = (self.model.lattice.rolls().len(), self.model.rules.category_count());
        same_lengths(states.len(), &[rerolls_left.len()])?;
        same_lengths(states.len() * rolls * categories, &[rewards.len(), next.len()])?;
        let all: Vec<Roll> = self.model.rolls().collect();
        let outs = rewards.chunks_exact_mut(rolls * categories).zip(next.chunks_exact_mut(rolls * categories));
        for (index, (rewards, next)) in outs.enumerate() {
            let at = |kind| BatchError::At { index, kind };
            let mut scoring = Scoring::new(self, states.state(index, &self.model.space).map_err(|error| at(error.into()))?);
            let rerolls_left = scoring.rerolls_left(rerolls_left[index]).map_err(at)?;
            let outs = rewards.chunks_exact_mut(categories).zip(next.chunks_exact_mut(categories));
            for (roll, (rewards, next)) in outs.enumerate() {
                scoring.score(roll, &all[roll], rerolls_left, rewards, next);
            }
        }
        Ok(())
    }

    /// The same for the dice of each position only.
    ///
    /// # Errors
    ///
    /// As for [`of_all_rolls`](Placements::of_all_rolls).
    pub fn of_positions(&self, positions: &Positions<'_>, rewards: &mut [f64], next: &mut [i32]) -> Result<(), BatchError> {
        positions.check_lengths(self.numbers)?;
        let Model { rules, space, .. } = self.model;
        let categories = rules.category_count();
        same_lengths(positions.len() * categories, &[rewards.len(), next.len()])?;
        let outs = rewards.chunks_exact_mut(categories).zip(next.chunks_exact_mut(categories));
        for (index, (rewards, next)) in outs.enumerate() {
            let checked = positions.check(index, rules, space, self.numbers).map_err(|kind| BatchError::At { index, kind })?;
            let roll = self.model.nodes.roll_at(self.model.lattice.rolls().start + checked.roll);
            let mut scoring = Scoring::new(self, checked.state);
            let rerolls_left = RerollsLeft::new(checked.rerolls_left).expect("rerolls that were checked");
            scoring.score(checked.roll, &roll, rerolls_left, rewards, next);
        }
        Ok(())
    }
}

/// Scores the turn of one state.
struct Scoring<'a> {
    placements: &'a Placements<'a>,
    state: State,
    /// For each category, the indices of the states after points already seen.
    known: Vec<Vec<(Points, i32)>>,
}

impl<'a> Scoring<'a> {
    fn new(placements: &'a Placements<'a>, state: State) -> Scoring<'a> {
        Scoring { placements, state, known: vec![Vec::new(); placements.model.rules.category_count()] }
    }

    fn rerolls_left(&mut self, rerolls_left: u8) -> Result<RerollsLeft, BatchErrorKind> {
        let rules = &self.placements.model.rules;
        self.known.iter_mut().for_each(Vec::clear);
        let most = rules.rerolls_with(self.state.throws).get();
        let checked = RerollsLeft::new(rerolls_left).ok().filter(|_| rerolls_left <= most);
        Ok(checked.ok_or(DiceError::TooManyRerolls { found: rerolls_left, most })?)
    }

    fn score(&mut self, roll: usize, dice: &Roll, rerolls_left: RerollsLeft, rewards: &mut [f64], next: &mut [i32]) {
        let Placements { model, numbers } = *self.placements;
        let (rules, state) = (&model.rules, self.state);
        rewards.fill(NOT_ALLOWED);
        next.fill(0);
        let is_further = numbers.is_further(roll);
        let scores = numbers.scores(roll, rules.nth_throw(&state, rerolls_left));
        for category in rules.categories().filter(|&category| rules.is_open(state.filled, category)) {
            let (written, bonus) = if is_further {
                let Ok(placement) = rules.place(&state, dice, rerolls_left, category) else { continue };
                (placement.points, placement.bonus)
            } else {
                (scores[category.index()].points, Points::ZERO)
            };
            next[category.index()] = self.after(category, written, rerolls_left);
            rewards[category.index()] =
                f64::from(written + bonus + self.upper_bonus(category, written) + self.spare_throws(category, rerolls_left));
        }
    }

    /// The upper bonus earned by points in a category.
    fn upper_bonus(&self, category: Category, written: Points) -> Points {
        let rules = &self.placements.model.rules;
        let (before, bonus) = (self.state.upper_total, rules.upper_bonus());
        let after = if rules.is_upper(category) { before + written } else { before };
        bonus.earned(after.min(rules.upper_cap())) - bonus.earned(before)
    }

    /// The points of the spare throws that are left, if the category is the last one.
    fn spare_throws(&self, category: Category, rerolls_left: RerollsLeft) -> Points {
        let rules = &self.placements.model.rules;
        let is_last = self.state.filled.with(category).count() == rules.category_count();
        let spare = rules.spare_throws();
        let left = spare.in_hand(spare.after(self.state.throws, rerolls_left.get()));
        if is_last { rules.saved_throw_points() * u32::from(left) } else { Points::ZERO }
    }

    fn after(&mut self, category: Category, written: Points, rerolls_left: RerollsLeft) -> i32 {
        let Model { rules, space, .. } = self.placements.model;
        let known = &mut self.known[category.index()];
        // The state that follows depends only on upper points and on whether they are zero.
        let key = if rules.is_upper(category) { written } else { Points::new(u32::from(written > 0)) };
        if let Some((_, index)) = known.iter().find(|(points, _)| *points == key) {
            return *index;
        }
        let next = space.index(&rules.after(&self.state, category, written, rerolls_left)).expect("a state that follows");
        known.push((key, next.0 as i32));
        next.0 as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TABLES, numbers as random_numbers, table};

    /// Naive value iteration over the arrays gives the value of a new game.
    #[test]
    fn the_arrays_hold_the_game() {
        for number in 0..TABLES {
            let table = table(number);
            let (model, rules) = (table.model(), table.rules());
            if table.space().len() > 20_000
                || rules.spare_throws().exist()
                || rules.categories().any(|category| rules.zero_may_gain(category))
            {
                continue;
            }
            let pays_by_throw = rules.pays_by_throw();
            let numbers = ActionNumbers::new(model);
            let arrays = ModelArrays::new(model, &numbers, crate::solve::MEMORY_LIMIT).unwrap();
            let (rolls, categories) = (arrays.roll_probabilities.len(), rules.category_count());
            let mut values = vec![0.0; table.space().len()];
            let mut order: Vec<(usize, State)> = table.space().states().map(|(index, state)| (index.0 as usize, state)).collect();
            order.sort_by_key(|(_, state)| categories - state.filled.count());
            let placements = Placements { model, numbers: &numbers };
            for (index, state) in order.into_iter().filter(|(_, state)| state.filled.count() < categories) {
                let columns = (&[state.filled.mask()], &[state.upper_total.get() as u8], &[state.flag]);
                let states = States { filled: columns.0, upper_total: columns.1, flag: columns.2, saved: None };
                let score = |rerolls_left| {
                    let (mut rewards, mut next) = (vec![0.0; rolls * categories], vec![0; rolls * categories]);
                    placements.of_all_rolls(&states, &[rerolls_left], &mut rewards, &mut next).unwrap();
                    let worth = rewards.iter().zip(&next).map(|(reward, &next)| reward + values[next as usize]).collect::<Vec<f64>>();
                    worth.chunks(categories).map(|of_roll| of_roll.iter().fold(f64::MIN, |a, &b| a.max(b))).collect::<Vec<f64>>()
                };
                let mut best = score(0);
                for rerolls_left in 1..rules.rolls() {
                    let held: Vec<f64> = arrays
                        .hold_probabilities
                        .chunks(rolls)
                        .map(|row| row.iter().zip(&best).map(|(p, value)| p * value).sum())
                        .collect();
                    let scored = score(if pays_by_throw { rerolls_left } else { 0 });
                    for roll in 0..rolls {
                        let holds = &arrays.hold_of[roll * numbers.masks()..][..numbers.masks() - 1];
                        let holds = holds.iter().filter(|&&hold| hold >= 0).map(|&hold| held[hold as usize]);
                        best[roll] = holds.fold(scored[roll], f64::max);
                    }
                }
                values[index] = arrays.roll_probabilities.iter().zip(&best).map(|(p, value)| p * value).sum();
            }
            assert!((values[0] - table.expected_score()).abs() < 1e-9, "{}", rules.name());
        }
    }

    /// Each placement agrees with the rules.
    #[test]
    fn placements_are_those_of_the_rules() {
        for number in 0..TABLES {
            let table = table(number);
            let (model, rules) = (table.model(), table.rules());
            let numbers = ActionNumbers::new(model);
            let placements = Placements { model, numbers: &numbers };
            let mut random = random_numbers(number as u64);
            let states: Vec<State> = table.space().states().map(|(_, state)| state).collect();
            for _ in 0..30 {
                let state = states[random() % states.len()];
                if state.filled.count() == rules.category_count() {
                    continue;
                }
                let rerolls = (random() % (usize::from(rules.rerolls_with(state.throws).get()) + 1)) as u8;
                let rerolls_left = RerollsLeft::new(rerolls).unwrap();
                let columns = (&[state.filled.mask()], &[state.upper_total.get() as u8], &[state.flag], &[state.throws]);
                let columns = States { filled: columns.0, upper_total: columns.1, flag: columns.2, saved: Some(columns.3) };
                let (rolls, categories) = (model.rolls().count(), rules.category_count());
                let (mut rewards, mut next) = (vec![0.0; rolls * categories], vec![0; rolls * categories]);
                placements.of_all_rolls(&columns, &[rerolls], &mut rewards, &mut next).unwrap();
                for (roll, (rewards, next)) in model.rolls().zip(rewards.chunks(categories).zip(next.chunks(categories))) {
                    let dice: Vec<u8> = roll.faces().map(|face| face.pips()).collect();
                    let position = Positions { states: columns, dice: &dice, rerolls_left: &[rerolls] };
                    let (mut one, mut one_next) = (vec![0.0; categories], vec![0; categories]);
                    placements.of_positions(&position, &mut one, &mut one_next).unwrap();
                    assert_eq!((rewards, next), (&*one, &*one_next));
                    for category in rules.categories() {
                        let placed = rules.place(&state, &roll, rerolls_left, category).map(|placement| {
                            let sure = rules.sure_at_the_end(&placement.next) - rules.sure_at_the_end(&state);
                            (f64::from(placement.points + placement.bonus + sure), table.space().index(&placement.next).unwrap().0 as i32)
                        });
                        let found = (rewards[category.index()], next[category.index()]);
                        assert_eq!(found, placed.unwrap_or((f64::NEG_INFINITY, 0)));
                    }
                }
            }
        }
    }
}
