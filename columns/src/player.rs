//! Plays the whole game by the values of its columns.
//!
//! A roll written in a column is worth its points and what they do to the column: its value after them, less its value if it had passed. One turn over the
//! open boxes of all columns then ranks what to keep. It is no exact strategy: the values of a column know the other columns only by the prices.

use yahtzee_solver::dice::{Node, Seed};
use yahtzee_solver::rules::Category;
use yahtzee_solver::solve::Stopped;

use crate::bound::Valued;
use crate::column::Column;
use crate::game::{Effort, Game};
use crate::table::{Table, TableError};
use crate::turn::{Ends, IMPOSSIBLE, Turn};
use crate::uses::{Use, Uses, UsesByThrow};

/// The card of each column, as the position of its state.
pub(crate) type Positions = Vec<usize>;

/// A box of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxOf {
    /// The column, in the order of the rules.
    pub column: usize,
    /// The box in it.
    pub category: Category,
}

/// The best place of a final roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// Its points, times the weight of the column, and what they do to the column.
    pub(crate) worth: f64,
    /// The same with what the seller of the turns earns later: what is compared between columns.
    pub(crate) with_later: f64,
    pub(crate) of: BoxOf,
    /// The points that count, with an extra bonus and the weight.
    pub(crate) points: f64,
    /// The position of the state of the column that follows.
    pub(crate) to: usize,
}

/// What a turn may end with, and in which boxes: those that need no word, or one that was named after the first throw.
pub(crate) struct Plan {
    /// The box that is named.
    pub(crate) named: Option<BoxOf>,
    /// The best place of each roll, by the throw.
    pub(crate) placed: Vec<Vec<Placed>>,
    pub(crate) ends: Ends,
}

impl Plan {
    fn new(named: Option<BoxOf>, placed: Vec<Vec<Placed>>) -> Plan {
        let ends = placed.iter().map(|placed| placed.iter().map(|placed| placed.with_later).collect()).collect();
        Plan { named, placed, ends }
    }
}

/// What a column is worth if it passes. If all turns that are left are its own, no other column is open, and the number does not matter.
fn pass(open: usize, turns_left: usize, position: usize, after: &[f64]) -> f64 {
    if Column::may_pass(open, turns_left) { after[position] } else { 0.0 }
}

/// No place at all.
const NOWHERE: Placed =
    Placed { worth: IMPOSSIBLE, with_later: IMPOSSIBLE, of: BoxOf { column: 0, category: Category::from_index(0) }, points: 0.0, to: 0 };

/// The places of rolls in a column.
struct PlacedIn<'a> {
    game: &'a Game,
    column: usize,
    /// What the column is worth if it passes.
    pass: f64,
    /// What the seller of the turns earns later.
    later: f64,
}

impl PlacedIn<'_> {
    fn placed(&self, of_roll: &Use) -> Placed {
        let times = self.game.columns[self.column].times;
        let of = BoxOf { column: self.column, category: of_roll.category };
        let worth = times * (of_roll.worth - self.pass);
        Placed { worth, with_later: worth + self.later, of, points: times * f64::from(of_roll.points), to: of_roll.to }
    }

    /// Raises the places of all rolls to those of this column.
    fn raise(&self, into: &mut [Vec<Placed>], by_throw: &UsesByThrow) {
        for (throw, into) in into.iter_mut().enumerate().filter(|(throw, _)| self.game.takes(self.column, *throw)) {
            for (into, of_roll) in into.iter_mut().zip(&by_throw[throw.min(by_throw.len() - 1)]) {
                let placed = self.placed(of_roll);
                if placed.with_later > into.with_later {
                    *into = placed;
                }
            }
        }
    }
}

/// Plays games by the values of the columns.
pub(crate) struct Player<'a> {
    game: &'a Game,
    uses: Vec<Uses<'a>>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(game: &'a Game) -> Player<'a> {
        Player { game, uses: game.columns.iter().map(Uses::new).collect() }
    }

    /// A game in which no box is filled.
    pub(crate) fn start(&self) -> Positions {
        self.game.columns.iter().map(Column::start).collect()
    }

    /// The place of the boxes that are filled in each column.
    pub(crate) fn place(&mut self, positions: &Positions) -> usize {
        let classes: Vec<usize> = self.uses.iter_mut().zip(positions).map(|(uses, position)| uses.class(*position)).collect();
        self.game.place(&classes)
    }

    /// What the turn may end with, given what the seller of the turns earns and the values of the columns after it: without a named box, and for each box that may be named.
    pub(crate) fn plans<'v>(
        &mut self,
        positions: &Positions,
        turns_left: usize,
        seller: &[f64],
        after: &dyn Fn(usize) -> &'v [f64],
    ) -> Vec<Plan> {
        let nowhere = vec![vec![NOWHERE; self.game.lattice().rolls().len()]; self.game.throws()];
        let mut free = nowhere.clone();
        let mut named = Vec::new();
        let here = self.place(positions);
        for (column, (of, uses)) in self.game.columns.iter().zip(&mut self.uses).enumerate() {
            let (position, after) = (positions[column], after(column));
            let open = uses.open(position);
            if open == 0 {
                continue;
            }
            let pass = pass(open, turns_left, position, after);
            let placed_in = |lot| PlacedIn { game: self.game, column, pass, later: seller[here + self.game.step(column, lot)] };
            if of.announced {
                for (category, by_throw) in uses.each_box(position, after) {
                    let mut ends = nowhere.clone();
                    placed_in(of.lots.of(category.index())).raise(&mut ends, &by_throw);
                    named.push(Plan::new(Some(BoxOf { column, category }), ends));
                }
            } else {
                for (lot, by_throw) in uses.each_lot(position, after) {
                    placed_in(lot).raise(&mut free, &by_throw);
                }
            }
        }
        let mut plans = vec![Plan::new(None, free)];
        plans.append(&mut named);
        plans
    }

    /// The places of one roll after this throw, with so many turns left: the named box, or each open box that needs no word.
    pub(crate) fn boxes<'v>(
        &mut self,
        named: Option<BoxOf>,
        positions: &Positions,
        (turns_left, throw): (usize, usize),
        roll: usize,
        seller: &[f64],
        after: &dyn Fn(usize) -> &'v [f64],
    ) -> Vec<Placed> {
        let mut all = Vec::new();
        let here = self.place(positions);
        for (column, (of, uses)) in self.game.columns.iter().zip(&mut self.uses).enumerate() {
            let (position, after) = (positions[column], after(column));
            let open = uses.open(position);
            if open == 0 || of.announced != named.is_some() {
                continue;
            }
            let pass = pass(open, turns_left, position, after);
            for (category, by_throw) in uses.each_box(position, after) {
                let later = seller[here + self.game.step(column, of.lots.of(category.index()))];
                let placed = PlacedIn { game: self.game, column, pass, later };
                if !self.game.takes(column, throw) {
                    continue;
                }
                if named.is_none_or(|named| named == BoxOf { column, category }) {
                    all.push(placed.placed(&by_throw[throw.min(by_throw.len() - 1)][roll]));
                }
            }
        }
        all
    }

    /// Plays a game with these dice, by the values of the columns. `seen` looks at the plans of each turn. Returns the points.
    pub(crate) fn play(&mut self, valued: &'a Valued, seed: Seed, number: u64, seen: &mut dyn FnMut(usize, &[Plan])) -> f64 {
        let (game, columns) = (self.game, &valued.columns);
        let nodes = &game.columns[0].model.nodes;
        let first_roll = game.lattice().rolls().start;
        let mut turn = Turn::new(game.lattice(), game.rerolls);
        let mut positions = self.start();
        let mut points = 0.0;
        for nth in 0..game.turns {
            let plans = self.plans(&positions, game.turns - nth, &valued.seller, &|column| &columns[game.like[column]][nth + 1]);
            seen(nth, &plans);
            let mut cup = seed.cup(number, nth as u32);
            let mut roll = cup.fall(nodes, Node::ROOT).index();
            let plan = match &plans[..] {
                [only] => only,
                several => {
                    let mut best = (f64::NEG_INFINITY, &plans[0]);
                    for plan in several {
                        turn.value(&plan.ends, 0.0);
                        let value = turn.first()[roll - first_roll];
                        if value > best.0 {
                            best = (value, plan);
                        }
                    }
                    best.1
                }
            };
            turn.value(&plan.ends, 0.0);
            let mut rerolls_left = usize::from(game.rerolls);
            while let Some((hold, after)) = turn.hold(roll, rerolls_left) {
                roll = cup.fall(nodes, Node::from_index(hold as u16)).index();
                rerolls_left = after;
            }
            let throw = (usize::from(game.rerolls) - rerolls_left).min(plan.placed.len() - 1);
            let placed = plan.placed[throw][roll - first_roll];
            points += placed.points;
            positions[placed.of.column] = placed.to;
        }
        let full = positions.iter().zip(&game.columns).zip(&game.like);
        points + full.map(|((position, column), like)| column.times * columns[*like][game.turns][*position]).sum::<f64>()
    }
}

/// The mean of a sample, and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of games.
    pub games: usize,
}

/// Who plays.
#[derive(Clone, Copy, Debug)]
pub enum Strategy<'a> {
    /// The player of a table.
    Solved(&'a Table),
    /// Plays for the most points this turn.
    Greedy,
    /// One-turn lookahead: a column is worth what it earns if it is played alone from there, with all turns its own.
    Alone,
}

impl Game {
    /// The mean of this many games of a player, with the dice of this seed.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be read, or if the run is stopped.
    pub fn simulate(&self, strategy: Strategy<'_>, effort: &Effort<'_>) -> Result<Mean, TableError> {
        let valued = match strategy {
            Strategy::Solved(table) => table.valued()?,
            Strategy::Greedy => self.valued_by(|column| Ok(column.full_cards()))?,
            Strategy::Alone => self.valued_by(|column| column.alone(effort.run))?,
        };
        Ok(self.played(&valued, 0, effort.games, effort)?.0)
    }

    /// The same values of a column in each turn, and a seller who earns nothing.
    fn valued_by(&self, values: impl Fn(&Column) -> Result<Vec<f64>, Stopped>) -> Result<Valued, Stopped> {
        let columns = self.different().map(|column| Ok(vec![values(column)?; self.turns + 1])).collect::<Result<_, _>>()?;
        Ok(Valued { bound: f64::INFINITY, seller: vec![0.0; self.places()], columns })
    }

    /// The mean of games of the player, and what each roll is worth to him in each turn on average.
    pub(crate) fn played(&self, valued: &Valued, round: u64, games: usize, effort: &Effort<'_>) -> Result<(Mean, Vec<f64>), Stopped> {
        /// The games of a task.
        const GAMES: usize = 16;
        let numbers: Vec<u64> = (0..games as u64).collect();
        let parts: Vec<&[u64]> = numbers.chunks(GAMES).collect();
        let mut played: Vec<(Vec<f64>, Vec<f64>)> = vec![Default::default(); parts.len()];
        let (seed, rolls) = (effort.seed_of(round), self.lattice().rolls().len());
        effort.run.walk(games as u64, |walker| {
            walker.layer(1, &parts, &mut played[..], &|parts, played| {
                walker.advance((parts.len() * GAMES) as u64);
                for (part, (points, worths)) in parts.iter().zip(played) {
                    let mut player = Player::new(self);
                    worths.resize(self.turns * rolls, 0.0);
                    for number in *part {
                        points.push(player.play(valued, seed, *number, &mut |turn, plans| {
                            for (roll, worth) in worths[turn * rolls..][..rolls].iter_mut().enumerate() {
                                let placed = plans.iter().flat_map(|plan| &plan.placed).map(|placed| &placed[roll]);
                                *worth += placed.max_by(|a, b| a.with_later.total_cmp(&b.with_later)).expect("a plan").worth;
                            }
                        }));
                    }
                }
            });
        })?;
        let points: Vec<f64> = played.iter().flat_map(|(points, _)| points.iter().copied()).collect();
        let mut worths = vec![0.0; self.turns * rolls];
        for (_, of_part) in &played {
            worths.iter_mut().zip(of_part).for_each(|(all, worth)| *all += worth / games as f64);
        }
        let mean = points.iter().sum::<f64>() / games as f64;
        let square = points.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (games.max(2) - 1) as f64;
        Ok((Mean { mean, error: (square / games as f64).sqrt(), games }, worths))
    }
}
