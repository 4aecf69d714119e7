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
use crate::rules::{Filled, Placement, Points, RuleSet, State, VoluntaryZeros};

/// The most plays that a search keeps: 120 MB. Of a game with 20 boxes it keeps some thousands.
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
    /// assert_eq!([game.score_so_far(), played.total(), any.total()].map(|points| points.get()), [46, 46, 78]);
    /// assert_eq!(any.cards[0].to_string(), "chance=28 yahtzee=50");
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
        let mut most = HashMap::from([(self.start, 0)]);
        // Of equal bounds the longest play comes first, then the oldest.
        let mut open = BinaryHeap::from([(0, 0, Reverse(0))]);
        while let Some((_, turn, Reverse(number))) = open.pop() {
            let (state, points) = (plays[number].state, plays[number].points);
            let Some(known) = self.known.get(turn) else { return Some(written(&plays, number)) };
            if most[&state] > points {
                continue;
            }
            for step in self.steps(&state, known) {
                let (next, points) = (step.1.next, points + gained(&step.1));
                if most.get(&next).is_none_or(|most| *most < points) {
                    most.insert(next, points);
                    open.push((points + self.bounds.of(self.rules, turn + 1, &next), turn + 1, Reverse(plays.len())));
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

/// Upper bounds of what is still to come.
///
/// Let w(turn, box) be the most points of a turn in a box, on any card. If u(turn) + v(box) >= w(turn, box) for all of them, and no v is negative, then the
/// turns to come make at most the sum of their u and of the v of all open boxes. The best assignment of turns to boxes, without bonus and order, has such
/// numbers for which its points equal that sum. The upper bonus is bounded by the most points in each open upper box.
struct Bounds {
    /// For each turn: the sum of u from there on.
    turns: Vec<i64>,
    boxes: Vec<i64>,
    /// For each turn: the most points in each upper box from there on.
    upper: Vec<Vec<Points>>,
    /// The points of the most spare throws at the end.
    spare: Points,
}

/// The worth of a turn that cannot be written in a box.
const NEVER: i64 = -1_000_000_000;

impl Bounds {
    fn new(rules: &RuleSet, start: &State, known: &[Known]) -> Bounds {
        let all = Filled::all(rules.category_count());
        let mut flags = vec![start.flag, start.flag];
        let mut worth = Vec::new();
        let mut upper = vec![vec![Points::ZERO; rules.upper_count()]; known.len() + 1];
        for (index, turn) in known.iter().enumerate() {
            // With all other boxes filled, nothing is forced elsewhere, and a roll is a joker if it can be one.
            let most = |category| {
                let states = flags.iter().map(|flag| State { filled: all.without(category), flag: *flag, ..State::default() });
                let of = |state: State| {
                    let throws = turn.throws.iter();
                    throws.flat_map(move |(before, roll)| {
                        rules.choices_in(category, VoluntaryZeros::Gaining, &state, roll, RerollsLeft::NONE, *before == 0)
                    })
                };
                let result = turn.result.filter(|result| rules.first_box(result.category) == rules.first_box(category));
                states.flat_map(of).chain(result).map(|placement| (gained(&placement), placement.points)).max()
            };
            let most: Vec<Option<(i64, Points)>> = rules.categories().map(most).collect();
            for (upper, most) in upper[index].iter_mut().zip(&most) {
                *upper = most.map_or(Points::ZERO, |(_, points)| points);
            }
            if let Some(category) = rules.flag_category() {
                flags[1] |= most[category.index()].is_some_and(|(_, points)| points > 0);
            }
            let open = rules.categories().map(|category| if start.filled.contains(category) { None } else { most[category.index()] });
            worth.push(open.map(|most| most.map_or(NEVER, |(gained, _)| gained)).collect::<Vec<_>>());
        }
        for turn in (0..known.len()).rev() {
            let (before, after) = upper.split_at_mut(turn + 1);
            before[turn].iter_mut().zip(&after[0]).for_each(|(most, later)| *most = (*most).max(*later));
        }
        let (mut turns, boxes) = prices(&worth);
        turns.push(0);
        for turn in (0..known.len()).rev() {
            turns[turn] += turns[turn + 1];
        }
        Bounds { turns, boxes, upper, spare: rules.most_at_the_end() - rules.upper_bonus().most() }
    }

    /// The most points still to come from a state before a turn, with those at the end. After the last turn these are known.
    fn of(&self, rules: &RuleSet, turn: usize, state: &State) -> i64 {
        if turn + 1 == self.turns.len() {
            return rules.sure_at_the_end(state).get().into();
        }
        let open = |index: &usize| state.filled.mask() >> index & 1 == 0;
        let boxes: i64 = (0..self.boxes.len()).filter(open).map(|index| self.boxes[index]).sum();
        let upper: Points = (0..rules.upper_count()).filter(open).map(|index| self.upper[turn][index]).sum();
        let at_the_end = rules.upper_bonus().earned(state.upper_total + upper) + self.spare;
        self.turns[turn] + boxes + i64::from(at_the_end.get())
    }
}

/// The prices u of rows and v of columns of the best assignment of rows to different columns, of which there are at least as many: u + v >= worth, v >= 0,
/// and their sum is as small as can be. By the Hungarian method: each row in turn takes a column, along the cheapest path of exchanges.
fn prices(worth: &[Vec<i64>]) -> (Vec<i64>, Vec<i64>) {
    let columns = worth.first().map_or(0, Vec::len);
    let (mut row_price, mut column_price) = (vec![0; worth.len()], vec![0; columns]);
    let mut owner: Vec<Option<usize>> = vec![None; columns];
    for first in 0..worth.len() {
        // The least loss at which the path reaches each column, and the column before it there.
        let mut slack = vec![(i64::MAX, None); columns];
        let mut path: Vec<usize> = Vec::new();
        let mut row = first;
        row_price[first] = (0..columns).map(|column| worth[first][column] - column_price[column]).max().unwrap_or(0);
        let last = loop {
            for column in (0..columns).filter(|column| !path.contains(column)) {
                let loss = row_price[row] + column_price[column] - worth[row][column];
                if loss < slack[column].0 {
                    slack[column] = (loss, path.last().copied());
                }
            }
            let next = (0..columns).filter(|column| !path.contains(column)).min_by_key(|column| slack[*column].0).expect("a free column");
            let step = slack[next].0;
            row_price[first] -= step;
            for column in 0..columns {
                match (path.contains(&column), owner[column]) {
                    (true, Some(owner)) => {
                        row_price[owner] -= step;
                        column_price[column] += step;
                    }
                    _ => slack[column].0 -= step,
                }
            }
            path.push(next);
            match owner[next] {
                Some(owner) => row = owner,
                None => break next,
            }
        };
        let mut column = Some(last);
        while let Some(taken) = column {
            let before = slack[taken].1;
            owner[taken] = Some(before.map_or(first, |before| owner[before].expect("a column of the path")));
            column = before;
        }
    }
    (row_price, column_price)
}
