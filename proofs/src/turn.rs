//! One turn of one state: what is best for every roll and number of rerolls left.
//!
//! Each value has a lower bound, a whole number of 2^-[`UNIT`] points. Every mean is rounded down, so it loses less than one unit; a sum of points and a
//! maximum lose nothing. So a value that comes from n means, one after the other, is less than n units above its bound. This decides nearly all
//! decisions:
//!
//! ```text
//! for each decision:
//!     best = the highest bound of an action
//!     an action is open if its bound + n units + the tolerance of the solver >= best
//!     if one action is open: it is strictly best
//!     otherwise: compare the exact values of the open actions
//! ```
//!
//! Exact values are whole numbers: after k turns of r throws with d dice of s sides, of s^-(d r k) points. Each is computed only when it is needed, and once.

use std::cmp::Ordering;

use yahtzee_solver::rules::{BonusWhen, Joker, Place, Points};

use crate::game::{PlainGame, PlainState};
use crate::plain::PlainFurther;
use crate::tally::{Gap, Tally};
use crate::whole;

/// Bounds are whole numbers of 2^-44 points.
pub(crate) const UNIT: u32 = 44;

/// The number of an action that scores the points of a category is twice the category; of a voluntary zero there, one more. Holds follow, in their order. So
/// these numbers are the order of ties.
pub(crate) type ActionNumber = u32;

/// What was found for a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    /// The lower bound of its value.
    pub(crate) low: u64,
    /// Its exact value, in the unit of its layer.
    pub(crate) exact: Vec<u64>,
    /// A hash of its best actions, in the order of rerolls left and rolls.
    pub(crate) digest: u64,
}

/// The layer of the states with one more category filled.
#[derive(Default)]
pub(crate) struct Later<'a> {
    /// The lower bounds of all states.
    pub(crate) lows: &'a [u64],
    /// The exact values of the layer.
    pub(crate) exact: &'a [u64],
    /// The number of limbs of each.
    pub(crate) limbs: usize,
    /// The index of its first state.
    pub(crate) first: usize,
    /// One point in its unit.
    pub(crate) point: Vec<u64>,
}

/// A way to write a roll.
#[derive(Clone, Copy)]
struct Written {
    number: ActionNumber,
    /// With the extra bonus.
    points: u32,
    next: usize,
    low: u64,
}

/// The ways to write each roll.
#[derive(Default)]
struct Sheet {
    ways: Vec<Written>,
    /// The first way of each roll; the last entry is the end.
    first: Vec<usize>,
    /// For each roll.
    highest: Vec<Highest>,
}

/// The action with the highest bound, and the highest bound of the others; 0 if there are none.
#[derive(Clone, Copy)]
struct Highest {
    number: ActionNumber,
    low: u64,
    second: u64,
}

impl Highest {
    fn add(&mut self, number: ActionNumber, low: u64) {
        if low > self.low {
            *self = Highest { number, low, second: self.low };
        } else {
            self.second = self.second.max(low);
        }
    }
}

/// Exact values that are computed when they are needed.
struct ExactValues {
    limbs: usize,
    values: Vec<u64>,
    known: Vec<bool>,
}

impl ExactValues {
    fn new(count: usize, limbs: usize) -> ExactValues {
        ExactValues { limbs, values: vec![0; count * limbs], known: vec![false; count] }
    }

    fn at(&self, index: usize) -> &[u64] {
        &self.values[index * self.limbs..][..self.limbs]
    }

    fn set(&mut self, index: usize, value: &[u64]) {
        self.values[index * self.limbs..][..self.limbs].copy_from_slice(value);
        self.known[index] = true;
    }
}

/// The turns of the states of a layer, one after the other.
pub(crate) struct LayerTurns<'a> {
    game: &'a PlainGame,
    later: &'a Later<'a>,
    /// The solver's tolerance, in units.
    tolerance: u64,
    /// The most units that a score is above its bound.
    above: u64,
    limbs: usize,
    exponent: u32,
    /// After the first throw, after the second, and so on; the last is that after all later throws too.
    sheets: Vec<Sheet>,
    /// For each number of rerolls left, the bounds of holds and of rolls, and their exact values.
    holds: Vec<Vec<u64>>,
    rolls: Vec<Vec<u64>>,
    exact_holds: Vec<ExactValues>,
    exact_rolls: Vec<ExactValues>,
    /// The best actions, by rerolls left and roll.
    best: Vec<ActionNumber>,
}

/// No category may take a roll.
pub(crate) struct NoPlacement;

impl<'a> LayerTurns<'a> {
    /// For states with this many open categories.
    pub(crate) fn new(game: &'a PlainGame, later: &'a Later<'a>, open: usize, tolerance: u64) -> LayerTurns<'a> {
        let (throws, limbs) = (game.rules.throws, game.limbs(open));
        let (holds, rolls) = (game.holds.len(), game.holds_in.len());
        LayerTurns {
            game,
            later,
            tolerance,
            above: (throws * (open - 1)) as u64,
            limbs,
            exponent: game.exponent(open - 1),
            sheets: Vec::new(),
            holds: vec![vec![0; holds]; throws],
            rolls: vec![vec![0; rolls]; throws],
            exact_holds: (0..throws).map(|_| ExactValues::new(holds, limbs)).collect(),
            exact_rolls: (0..throws).map(|_| ExactValues::new(rolls, limbs)).collect(),
            best: vec![0; throws * rolls],
        }
    }

    /// Solves a state, and counts its decisions. `index` is its place among all states.
    pub(crate) fn solve(&mut self, state: &PlainState, index: usize, tally: &mut Tally) -> Result<Solved, NoPlacement> {
        let (throws, later) = (self.game.rules.throws, self.later);
        self.write(state, &|_, next| later.lows[next])?;
        for kept in self.exact_holds.iter_mut().chain(&mut self.exact_rolls) {
            kept.known.fill(false);
        }
        let mut digest = DIGEST_START;
        for rerolls_left in 0..throws {
            self.bound_holds(rerolls_left);
            for roll in 0..self.game.holds_in.len() {
                let highest = self.highest(rerolls_left, roll);
                self.rolls[rerolls_left][roll] = highest.low;
                let is_open = highest.second.saturating_add(self.above_at(rerolls_left) + self.tolerance) >= highest.low;
                tally.decisions += 1;
                let number = if is_open {
                    self.compare(rerolls_left, roll, index, tally)
                } else {
                    tally.strict += 1;
                    self.look_at_gap(rerolls_left, roll, highest, index, tally);
                    highest.number
                };
                self.best[rerolls_left * self.game.holds_in.len() + roll] = number;
                digest = digest_with(digest, number.into());
            }
        }
        let (low, exact) = self.first_throw();
        Ok(Solved { low, exact, digest })
    }

    /// The lower bound of a state with an open category, given those of the states that may follow. It counts no decisions, and needs no later layer.
    pub(crate) fn bound(&mut self, state: &PlainState, low: impl Fn(&PlainState) -> u64) -> Result<u64, NoPlacement> {
        self.write(state, &|next, _| low(next))?;
        for rerolls_left in 0..self.game.rules.throws {
            self.bound_holds(rerolls_left);
            for roll in 0..self.game.holds_in.len() {
                self.rolls[rerolls_left][roll] = self.highest(rerolls_left, roll).low;
            }
        }
        Ok(self.mean(self.game.holds.len() - 1, self.game.rules.throws - 1))
    }

    /// Lists the ways to write every roll in a state. `low` gives the lower bound of a state that follows, from it and its index.
    fn write(&mut self, state: &PlainState, low: &impl Fn(&PlainState, usize) -> u64) -> Result<(), NoPlacement> {
        self.sheets = (0..=self.game.rules.served).map(|nth| self.written(state, nth, low)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The best action of a decision of the state: the first of several.
    pub(crate) fn best(&self, rerolls_left: usize, roll: usize) -> ActionNumber {
        self.best[rerolls_left * self.game.holds_in.len() + roll]
    }

    /// The bound and the exact value of the state: the mean over the first throw.
    fn first_throw(&mut self) -> (u64, Vec<u64>) {
        let last = self.game.rules.throws - 1;
        let none = self.game.holds.len() - 1;
        let low = self.mean(none, last);
        let value = self.exact_mean(none, last);
        (low, value)
    }

    /// The most units that a value with this many rerolls left is above its bound.
    fn above_at(&self, rerolls_left: usize) -> u64 {
        self.above + rerolls_left as u64
    }

    /// The ways to write every roll on a throw that follows this many of its turn.
    fn written(&self, state: &PlainState, nth: usize, low: &impl Fn(&PlainState, usize) -> u64) -> Result<Sheet, NoPlacement> {
        let PlainGame { rules, states, .. } = self.game;
        let mask = states.masks[state.mask];
        let is_filled = |category: usize| mask >> category & 1 == 1;
        let may_fill = |&category: &usize| !is_filled(category) && rules.before(category) & !mask == 0;
        let open: Vec<(usize, usize)> =
            (0..rules.categories.len()).filter(may_fill).map(|category| (category, states.mask_index(mask | 1 << category))).collect();
        let lower_is_open = (rules.upper..rules.categories.len()).any(|category| !is_filled(category));
        let further = rules.further.as_ref().filter(|further| is_filled(further.category));
        let case = |further: &PlainFurther| if state.flag { further.after_points } else { further.after_zero };
        let further = further.map(case);
        let ways = self.sheets.get(nth).map_or(0, |before| before.ways.len());
        let mut sheet = Sheet { ways: Vec::with_capacity(ways), first: vec![0], highest: Vec::with_capacity(rules.rolls.len()) };
        for roll in &rules.rolls {
            let case = roll.further.and_then(|upper| Some((further?, upper.filter(|&upper| !is_filled(upper)))));
            let points_of = &roll.points[nth];
            for &(category, mask) in &open {
                let is_upper = category < rules.upper;
                let (mut points, mut bonus, mut bonus_of_zero) = (points_of[category], 0, 0);
                if let Some((case, unfilled_upper)) = case {
                    let may_place = match (case.place, unfilled_upper.filter(may_fill)) {
                        (Place::UpperThenAny | Place::UpperThenLower, Some(upper)) => category == upper,
                        (Place::Any, _) | (Place::UpperThenAny, None) => true,
                        (Place::UpperThenLower, None) | (Place::Lower, _) => !is_upper || !lower_is_open,
                    };
                    if !may_place {
                        continue;
                    }
                    let is_joker = match case.joker {
                        Joker::Never => false,
                        Joker::UpperFilled => unfilled_upper.is_none(),
                        Joker::Always => true,
                    };
                    if is_joker {
                        points = points.max(rules.categories[category].joker);
                    }
                    bonus_of_zero = if case.bonus_when == BonusWhen::Scoring { 0 } else { case.bonus.get() };
                    bonus = if points == 0 { bonus_of_zero } else { case.bonus.get() };
                }
                let mut write = |number, written: u32, bonus: u32| {
                    let total = if is_upper { (state.total + written as usize).min(rules.cap()) } else { state.total };
                    let flag = state.flag || (states.flag == Some(category) && written > 0);
                    let state = PlainState { mask, flag, total };
                    let (next, points) = (states.index(&state), written + bonus);
                    sheet.ways.push(Written { number, points, next, low: low(&state, next) + (u64::from(points) << UNIT) });
                };
                write(2 * category as ActionNumber, points, bonus);
                if rules.zeros && points > 0 {
                    write(2 * category as ActionNumber + 1, 0, bonus_of_zero);
                }
            }
            let (first, more) = sheet.ways[sheet.first[sheet.first.len() - 1]..].split_first().ok_or(NoPlacement)?;
            let mut highest = Highest { number: first.number, low: first.low, second: 0 };
            more.iter().for_each(|way| highest.add(way.number, way.low));
            sheet.highest.push(highest);
            sheet.first.push(sheet.ways.len());
        }
        Ok(sheet)
    }

    /// The number of the action that scores a category for these points, extra bonus included; `None` if no action does.
    pub(crate) fn number_of_score(&self, rerolls_left: usize, roll: usize, category: usize, points: Points) -> Option<ActionNumber> {
        let mut ways = self.ways(rerolls_left, roll).iter();
        ways.find(|way| way.number as usize / 2 == category && points == way.points).map(|way| way.number)
    }

    fn sheet(&self, rerolls_left: usize) -> &Sheet {
        let nth = self.game.rules.throws - 1 - rerolls_left;
        &self.sheets[nth.min(self.game.rules.served)]
    }

    fn ways(&self, rerolls_left: usize, roll: usize) -> &[Written] {
        let sheet = self.sheet(rerolls_left);
        &sheet.ways[sheet.first[roll]..sheet.first[roll + 1]]
    }

    /// The holds of a roll; none without a reroll.
    fn held(&self, rerolls_left: usize, roll: usize) -> &'a [u32] {
        if rerolls_left == 0 { &[] } else { &self.game.holds_in[roll] }
    }

    pub(crate) fn number_of_hold(&self, hold: u32) -> ActionNumber {
        2 * self.game.rules.categories.len() as ActionNumber + hold
    }

    /// The mean of the bounds of the rolls after a hold, rounded down.
    fn mean(&self, hold: usize, rerolls_left: usize) -> u64 {
        let lows = &self.rolls[rerolls_left];
        let sum: u128 = self.game.after[hold].iter().map(|&(roll, weight)| u128::from(weight) * u128::from(lows[roll as usize])).sum();
        (sum / u128::from(self.game.outcomes)) as u64
    }

    fn bound_holds(&mut self, rerolls_left: usize) {
        if rerolls_left > 0 {
            for hold in 0..self.game.holds.len() {
                self.holds[rerolls_left][hold] = self.mean(hold, rerolls_left - 1);
            }
        }
    }

    /// Every action of a decision, with its bound.
    fn actions(&self, rerolls_left: usize, roll: usize) -> impl Iterator<Item = (ActionNumber, u64)> {
        let holds = self.held(rerolls_left, roll).iter();
        let holds = holds.map(move |&hold| (self.number_of_hold(hold), self.holds[rerolls_left][hold as usize]));
        self.ways(rerolls_left, roll).iter().map(|way| (way.number, way.low)).chain(holds)
    }

    fn highest(&self, rerolls_left: usize, roll: usize) -> Highest {
        let mut highest = self.sheet(rerolls_left).highest[roll];
        for &hold in self.held(rerolls_left, roll) {
            highest.add(self.number_of_hold(hold), self.holds[rerolls_left][hold as usize]);
        }
        highest
    }

    /// Decides by exact values: returns the first of the best actions.
    fn compare(&mut self, rerolls_left: usize, roll: usize, index: usize, tally: &mut Tally) -> ActionNumber {
        tally.compared += 1;
        let best = self.rolls[rerolls_left][roll];
        let reach = self.above_at(rerolls_left) + self.tolerance;
        let numbers: Vec<ActionNumber> =
            self.actions(rerolls_left, roll).filter(|&(_, low)| low.saturating_add(reach) >= best).map(|(number, _)| number).collect();
        let values: Vec<Vec<u64>> = numbers.iter().map(|&number| self.exact_action(rerolls_left, roll, number)).collect();
        let most = values.iter().max_by(|a, b| whole::compare(a, b)).expect("an action").clone();
        let is_best = |value: &Vec<u64>| whole::compare(value, &most) == Ordering::Equal;
        let ties = values.iter().filter(|value| is_best(value)).count();
        if ties > 1 {
            tally.ties += 1;
        } else {
            tally.strict += 1;
        }
        let gap = |value: &Vec<u64>| self.gap(rerolls_left, roll, whole::difference(&most, value), index);
        let gaps: Vec<Gap> = values.iter().filter(|value| !is_best(value)).map(gap).collect();
        tally.near += gaps.iter().filter(|gap| gap.points() < tally.tolerance).count() as u64;
        match gaps.into_iter().min() {
            Some(gap) => tally.add_gap(gap),
            None => {
                // All open actions tie: the gap is to an action that is not open.
                let others = self.actions(rerolls_left, roll).filter(|(number, _)| !numbers.contains(number));
                if let Some((_, second)) = others.max_by_key(|&(_, low)| low) {
                    self.look_at_gap(rerolls_left, roll, Highest { number: numbers[0], low: best, second }, index, tally);
                }
            }
        }
        let first = values.iter().position(is_best).expect("the best value");
        self.exact_rolls[rerolls_left].set(roll, &most);
        numbers[first]
    }

    /// Counts the gap of a decision between a best action and the others, if it may be the smallest.
    fn look_at_gap(&mut self, rerolls_left: usize, roll: usize, highest: Highest, index: usize, tally: &mut Tally) {
        let Highest { number, low, second } = highest;
        let above = self.above_at(rerolls_left);
        if (low - second).saturating_sub(above) > tally.smallest_gap() {
            return;
        }
        let most = self.exact_action(rerolls_left, roll, number);
        let near = |low: u64| low.saturating_add(above) >= second;
        let numbers: Vec<ActionNumber> = self.actions(rerolls_left, roll).filter(|&(_, low)| near(low)).map(|(number, _)| number).collect();
        for number in numbers {
            let value = self.exact_action(rerolls_left, roll, number);
            if whole::compare(&value, &most) == Ordering::Less {
                tally.add_gap(self.gap(rerolls_left, roll, whole::difference(&most, &value), index));
            }
        }
    }

    fn gap(&self, rerolls_left: usize, roll: usize, difference: Vec<u64>, state: usize) -> Gap {
        let exponent = self.exponent + (self.game.rules.dice * rerolls_left) as u32;
        Gap { difference, sides: self.game.rules.all_sides(), exponent, state, rerolls_left, roll }
    }

    /// The exact value of an action, in the unit of the step.
    fn exact_action(&mut self, rerolls_left: usize, roll: usize, number: ActionNumber) -> Vec<u64> {
        let first_hold = self.number_of_hold(0);
        if number >= first_hold {
            return self.exact_hold((number - first_hold) as usize, rerolls_left);
        }
        let way = *self.ways(rerolls_left, roll).iter().find(|way| way.number == number).expect("a way to write the roll");
        let Later { exact, limbs, first, point, .. } = self.later;
        let mut value = vec![0; self.limbs];
        value[..*limbs].copy_from_slice(&exact[(way.next - first) * limbs..][..*limbs]);
        whole::add_times(&mut value, point, way.points.into());
        (0..rerolls_left).for_each(|_| whole::scale(&mut value, self.game.outcomes));
        value
    }

    fn exact_hold(&mut self, hold: usize, rerolls_left: usize) -> Vec<u64> {
        if !self.exact_holds[rerolls_left].known[hold] {
            let value = self.exact_mean(hold, rerolls_left - 1);
            self.exact_holds[rerolls_left].set(hold, &value);
        }
        self.exact_holds[rerolls_left].at(hold).to_vec()
    }

    /// The mean of the rolls after a hold, with this many rerolls left. Its unit is smaller by the number of outcomes of all dice.
    fn exact_mean(&mut self, hold: usize, rerolls_left: usize) -> Vec<u64> {
        let game = self.game;
        let mut sum = vec![0; self.limbs];
        for &(roll, weight) in &game.after[hold] {
            self.settle(rerolls_left, roll as usize);
            whole::add_times(&mut sum, self.exact_rolls[rerolls_left].at(roll as usize), weight);
        }
        sum
    }

    /// Computes the exact value of a roll, if it is not known: that of its best action.
    fn settle(&mut self, rerolls_left: usize, roll: usize) {
        if !self.exact_rolls[rerolls_left].known[roll] {
            let value = self.exact_action(rerolls_left, roll, self.best(rerolls_left, roll));
            self.exact_rolls[rerolls_left].set(roll, &value);
        }
    }
}

/// The start of a digest: that of FNV-1a.
pub(crate) const DIGEST_START: u64 = 0xcbf2_9ce4_8422_2325;

/// A digest with one more number: FNV-1a over whole numbers instead of bytes.
pub(crate) fn digest_with(digest: u64, number: u64) -> u64 {
    (digest ^ number).wrapping_mul(0x0100_0000_01b3)
}
