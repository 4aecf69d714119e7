//! Hindsight: the most points that the dice of a game could have made, if one had known them all.
//!
//! The rolls come in the order of the turns; the question is which box takes each. A play is a path through the states, a step a turn. The search goes
//! on from the play that may still make the most points, so it looks at few of the states:
//!
//! ```text
//! plays = { the empty play }
//! loop: take the play with the highest bound
//!     if it has a box for each turn, it is the best
//!     for each box that may take the next roll: put the longer play back, unless as many points already led to its state
//! ```
//!
//! The bound of a play never falls short of what can be made of it, see [`Bounds`].

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::dice::{RerollsLeft, Roll};
use crate::game::{Game, Scorecard, Turn};
use crate::rules::{Category, Filled, Placement, Points, RuleSet, SpareThrows, State, VoluntaryZeros};

/// The most plays that a search keeps, in some 200 MB. It keeps about a thousand for a game of 13 boxes.
const MOST_PLAYS: usize = 1_000_000;

/// Which throws of a turn could have been its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopping {
    /// That after which its roll was scored.
    AsPlayed,
    /// Every one. What other holds would have thrown is not known.
    AtAnyThrow,
}

/// The most points that the known dice could have made.
#[derive(Clone, Debug, PartialEq)]
pub struct Hindsight {
    /// The turns, in order: those of the game that have ended.
    pub turns: Vec<HindsightTurn>,
    /// The card of each round after them.
    pub cards: Vec<Scorecard>,
}

/// A turn of a [`Hindsight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HindsightTurn {
    /// The turn of the game, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u8,
    /// The throw of the turn, from 1, and the roll that is scored; `None` if the dice are unknown. Then the turn keeps its result.
    pub scored: Option<(u8, Roll)>,
    /// Where it is written.
    pub placement: Placement,
}

/// What is known of a turn.
struct Known {
    /// The throws that can be scored, each with the number of throws before it.
    throws: Vec<(u8, Roll)>,
    /// What was written, if the dice are unknown.
    result: Option<Placement>,
}

impl Hindsight {
    /// The most points of the turns of a game that have ended. `None` if the search would take too much memory.
    ///
    /// ```
    /// use yahtzee_solver::advise::{Hindsight, Stopping};
    /// use yahtzee_solver::{Game, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let game = Game::parse("66666 hold 666, 66612 score sixes\n55666 score chance", &rules)?;
    /// let [played, any] = [Stopping::AsPlayed, Stopping::AtAnyThrow].map(|stopping| Hindsight::of(&game, stopping).unwrap());
    /// assert_eq!([game.score_so_far(), played.total(), any.total()].map(|points| points.get()), [46, 49, 78]);
    /// assert_eq!(any.cards[0].to_string(), "three-of-a-kind=28 yahtzee=50");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, stopping: Stopping) -> Option<Hindsight> {
        let known = |card: &Scorecard, turn: &Turn| {
            let before = |left: RerollsLeft| card.rerolls().get() - left.get();
            let throws = turn.decisions().iter().map(|decision| (before(decision.rerolls_left), decision.roll));
            let skipped = if stopping == Stopping::AsPlayed { turn.decisions().len().saturating_sub(1) } else { 0 };
            Known { throws: throws.skip(skipped).collect(), result: turn.result().copied() }
        };
        let ended = game.played().filter(|played| played.turn.placement().is_some());
        Hindsight::of_known(game, &ended.map(|played| known(&played.card, played.turn)).collect::<Vec<_>>())
    }

    /// The same of a game of which only the last roll of each turn is known, in the order of the turns; those beyond its end are left out. `game` has no
    /// turns.
    pub fn of_rolls(game: &Game, rolls: &[Roll]) -> Option<Hindsight> {
        let before = game.start().rerolls().get();
        let known = rolls.iter().take(game.turn_count()).map(|roll| Known { throws: vec![(before, *roll)], result: None });
        Hindsight::of_known(game, &known.collect::<Vec<_>>())
    }

    fn of_known(game: &Game, known: &[Known]) -> Option<Hindsight> {
        let (mut turns, mut cards) = (Vec::new(), Vec::new());
        let mut card = game.start().clone();
        // A game that starts from a card has one round.
        for known in known.chunks(card.open_count()) {
            for (scored, placement) in Search::new(game.rules(), card.state(), known).best()? {
                card.write(&placement).expect("a box that is open");
                turns.push(HindsightTurn { number: turns.len() + 1, round: cards.len() as u8 + 1, scored, placement });
            }
            cards.push(std::mem::replace(&mut card, Scorecard::new(game.rules())));
        }
        Some(Hindsight { turns, cards })
    }

    /// The points of all rounds, with the bonuses that are reached.
    pub fn total(&self) -> Points {
        self.cards.iter().map(Scorecard::score).sum()
    }
}

/// A roll with the number of throws of its turn, or a result without dice, and where it is written.
type Written = (Option<(u8, Roll)>, Placement);

/// A play of the first turns.
struct Play {
    state: State,
    points: i64,
    /// The play one turn shorter, by its number, and what was written after it.
    last: Option<(usize, Written)>,
}

/// The search in a round.
struct Search<'a> {
    rules: &'a RuleSet,
    known: &'a [Known],
    zeros: VoluntaryZeros,
    start: State,
    bounds: Bounds,
}

impl<'a> Search<'a> {
    fn new(rules: &'a RuleSet, start: State, known: &'a [Known]) -> Search<'a> {
        // That a zero never gains is proved for turns that may be written anywhere, not for results that keep their boxes.
        let zeros = if known.iter().any(|turn| turn.result.is_some()) { VoluntaryZeros::All } else { VoluntaryZeros::Gaining };
        Search { rules, known, zeros, start, bounds: Bounds::new(rules, &start, known) }
    }

    fn best(&self) -> Option<Vec<Written>> {
        let mut plays = vec![Play { state: self.start, points: 0, last: None }];
        let mut found = Found::default();
        found.add(self.rules, &self.start, 0);
        // Of equal bounds the longest play comes first, then the oldest.
        let mut open = BinaryHeap::from([(0, 0, Reverse(0))]);
        while let Some((_, turn, Reverse(number))) = open.pop() {
            let (state, points) = (plays[number].state, plays[number].points);
            let Some(known) = self.known.get(turn) else { return Some(written(&plays, number)) };
            if !found.has(self.rules, &state, points) {
                continue;
            }
            for step in self.steps(&state, known) {
                let (next, points) = (step.1.next, points + gained(&step.1));
                if found.add(self.rules, &next, points) {
                    open.push((self.bounds.of(self.rules, turn + 1, &next, points), turn + 1, Reverse(plays.len())));
                    plays.push(Play { state: next, points, last: Some((number, step)) });
                }
            }
            if plays.len() > MOST_PLAYS {
                return None;
            }
        }
        unreachable!("the game itself is such a play, and any roll may be written somewhere")
    }

    /// What may be written in a turn.
    fn steps(&self, state: &State, known: &Known) -> Vec<Written> {
        let rules = self.rules;
        if let Some(result) = known.result {
            let category = rules.open_box(state.filled, result.category);
            let next = rules.after(state, category, result.points, RerollsLeft::NONE);
            let step = rules.is_open(state.filled, category).then_some((None, Placement { category, next, ..result }));
            return step.into_iter().collect();
        }
        let of_throw = |&(before, roll): &(u8, Roll)| {
            // Whoever stopped earlier in a turn has more spare throws, never fewer.
            let left = RerollsLeft::new(rules.rerolls_with(state.throws).get() - before).expect("fewer than all");
            rules.choices_with(self.zeros, state, &roll, left).map(move |placement| (Some((before + 1, roll)), placement))
        };
        known.throws.iter().flat_map(of_throw).collect()
    }
}

/// The points of a turn.
fn gained(placement: &Placement) -> i64 {
    (placement.points + placement.bonus).get().into()
}

/// What was written in each turn of a play.
fn written(plays: &[Play], number: usize) -> Vec<Written> {
    let steps = std::iter::successors(plays[number].last.as_ref(), |(before, _)| plays[*before].last.as_ref());
    let mut steps: Vec<Written> = steps.map(|(_, step)| *step).collect();
    steps.reverse();
    steps
}

/// The plays found so far that no other one matches, by their filled boxes and flag: each with its upper total, its spare throws and its points. With more
/// of each, every play that follows makes as many points or more.
#[derive(Default)]
struct Found(HashMap<(Filled, bool), Vec<[i64; 3]>>);

impl Found {
    fn key(rules: &RuleSet, state: &State, points: i64) -> ((Filled, bool), [i64; 3]) {
        let in_hand = if rules.saved_throw_points() == 0 { 0 } else { rules.spare_throws().in_hand(state.throws) };
        ((state.filled, state.flag), [state.upper_total.get().into(), in_hand.into(), points])
    }

    /// Adds a play; false if another one matches it.
    fn add(&mut self, rules: &RuleSet, state: &State, points: i64) -> bool {
        let (key, play) = Found::key(rules, state, points);
        let plays = self.0.entry(key).or_default();
        let matches = |one: &[i64; 3], other: &[i64; 3]| one.iter().zip(other).all(|(one, other)| one >= other);
        if plays.iter().any(|other| matches(other, &play)) {
            return false;
        }
        plays.retain(|other| !matches(&play, other));
        plays.push(play);
        true
    }

    /// Whether a play that was added is still matched by no other one.
    fn has(&self, rules: &RuleSet, state: &State, points: i64) -> bool {
        let (key, play) = Found::key(rules, state, points);
        self.0.get(&key).is_some_and(|plays| plays.contains(&play))
    }
}

/// Upper bounds of the points of a play: those so far, the prices of the turns to come, and the upper bonus if the open boxes can still earn it.
struct Bounds {
    /// The prices of what each turn makes in each box at most.
    prices: Prices,
    /// For each turn: the most points in each upper box from there on, for the upper bonus.
    upper: Vec<Vec<i64>>,
}

/// The worth of a turn that cannot be written in a box.
const NEVER: i64 = -1_000_000_000;

/// The most points of a turn in a box, with extra bonuses and those of spare throws; and without these.
type Most = Option<(i64, i64)>;

impl Bounds {
    fn new(rules: &RuleSet, start: &State, known: &[Known]) -> Bounds {
        let mut flags = vec![start.flag];
        let mut most: Vec<Vec<Most>> = Vec::new();
        for turn in known {
            let of_turn: Vec<Most> = rules.categories().map(|category| turn.most(rules, start, category, &flags)).collect();
            let may_flag = |category: Category| of_turn[category.index()].is_some_and(|(_, points)| points > 0);
            if !flags.contains(&true) && rules.flag_category().is_some_and(may_flag) {
                flags.push(true);
            }
            most.push(of_turn);
        }
        let mut upper = vec![vec![0; rules.upper_count()]];
        for of_turn in most.iter().rev() {
            let later = &upper[upper.len() - 1];
            upper.push(later.iter().zip(of_turn).map(|(later, most)| most.map_or(*later, |(_, points)| points.max(*later))).collect());
        }
        upper.reverse();
        let worth = |of_turn: &Vec<Most>| of_turn.iter().map(|most| most.map_or(NEVER, |(gained, _)| gained)).collect();
        Bounds { prices: Prices::new(&most.iter().map(worth).collect::<Vec<_>>()), upper }
    }

    /// The most points of a play with these so far, before a turn, with those at the end. After the last turn these are known.
    fn of(&self, rules: &RuleSet, turn: usize, state: &State, points: i64) -> i64 {
        if turn + 1 == self.upper.len() {
            return points + i64::from(rules.sure_at_the_end(state).get());
        }
        let upper: i64 = open_of(state, &self.upper[turn]).sum();
        let bonus = rules.upper_bonus().earned(state.upper_total + Points::new(upper as u32));
        points + self.prices.most(turn, state) + i64::from((bonus + rules.points_of_throws(state.throws)).get())
    }
}

/// The numbers of open boxes.
fn open_of<'a>(state: &State, boxes: &'a [i64]) -> impl Iterator<Item = &'a i64> {
    let filled = state.filled.mask();
    boxes.iter().enumerate().filter(move |(index, _)| filled >> index & 1 == 0).map(|(_, of)| of)
}

impl Known {
    /// The most of this turn in a box, if the Yahtzee flag is one of these; `None` if it cannot be written there.
    fn most(&self, rules: &RuleSet, start: &State, category: Category, flags: &[bool]) -> Most {
        if start.filled.contains(category) {
            return None;
        }
        // With all other boxes filled, nothing is forced elsewhere, and a roll is a joker if it can be one.
        let filled = Filled::all(rules.category_count()).without(category);
        let states = flags.iter().map(|flag| State { filled, flag: *flag, ..State::default() });
        let thrown = states.flat_map(|state| self.throws.iter().map(move |throw| (state, throw))).flat_map(|(state, (before, roll))| {
            let zeros = VoluntaryZeros::Gaining;
            let choices = rules.choices_in(category, zeros, &state, roll, RerollsLeft::NONE, usize::from(*before));
            let saved = i64::from(rules.rolls() - 1) - i64::from(*before);
            choices.map(move |placement| (placement, saved))
        });
        let result = self.result.filter(|result| rules.first_box(result.category) == rules.first_box(category)).map(|result| (result, 0));
        let of = |(placement, saved): (Placement, i64)| -> (i64, i64) {
            let saved = match rules.spare_throws() {
                SpareThrows::None => 0,
                SpareThrows::Saved(_) => saved,
                SpareThrows::Stock(_) => saved.min(0),
            };
            (gained(&placement) + saved * i64::from(rules.saved_throw_points().get()), placement.points.get().into())
        };
        thrown.chain(result).map(of).reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))
    }
}

/// Prices of turns and boxes, none of a box below 0. The prices of a turn and a box together are at least what the turn is worth in the box. So all turns
/// from one on are worth at most the sum of their prices and of those of all open boxes. In the best assignment of turns to boxes each turn is worth just the
/// prices that it pays, so no bound of this kind is lower.
struct Prices {
    /// For each turn: the sum of the prices from there on.
    turns: Vec<i64>,
    boxes: Vec<i64>,
}

impl Prices {
    /// The prices of the best assignment, of at most as many turns as boxes, by the Hungarian method: turn after turn takes a box, along the cheapest path
    /// of exchanges.
    fn new(worth: &[Vec<i64>]) -> Prices {
        let count = worth.first().map_or(0, Vec::len);
        let (mut turns, mut boxes) = (vec![0; worth.len() + 1], vec![0; count]);
        let mut taken_by: Vec<Option<usize>> = vec![None; count];
        for first in 0..worth.len() {
            // The least loss of a path to each box, with the box before it, and the boxes that the paths have reached.
            let mut paths = vec![(i64::MAX, None); count];
            let mut reached = vec![false; count];
            turns[first] = (0..count).map(|index| worth[first][index] - boxes[index]).max().unwrap_or_default();
            let (mut turn, mut last) = (first, None);
            let mut end = loop {
                for index in (0..count).filter(|index| !reached[*index]) {
                    let loss = turns[turn] + boxes[index] - worth[turn][index];
                    if loss < paths[index].0 {
                        paths[index] = (loss, last);
                    }
                }
                let next = (0..count).filter(|index| !reached[*index]).min_by_key(|index| paths[*index].0).expect("a box for each turn");
                let loss = paths[next].0;
                turns[first] -= loss;
                for index in 0..count {
                    match taken_by[index].filter(|_| reached[index]) {
                        Some(owner) => (turns[owner], boxes[index]) = (turns[owner] - loss, boxes[index] + loss),
                        None => paths[index].0 -= loss,
                    }
                }
                reached[next] = true;
                let Some(owner) = taken_by[next] else { break next };
                (turn, last) = (owner, Some(next));
            };
            while let Some(before) = paths[end].1 {
                taken_by[end] = taken_by[before];
                end = before;
            }
            taken_by[end] = Some(first);
        }
        (0..worth.len()).rev().for_each(|turn| turns[turn] += turns[turn + 1]);
        Prices { turns, boxes }
    }

    /// The most that all turns from this one on are worth, in the open boxes.
    fn most(&self, turn: usize, state: &State) -> i64 {
        self.turns[turn] + open_of(state, &self.boxes).sum::<i64>()
    }
}
