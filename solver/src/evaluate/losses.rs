//! Where a strategy loses: the expected loss of each of its decisions against the best action, by the values of optimal play.
//!
//! The loss of a decision is the value of the best action less the value of the chosen one, with optimal play after both. The losses of all
//! decisions, each times its chance under the strategy, add up to the optimum less the strategy's expected score.

use std::sync::OnceLock;

use yahtzee_kernel::TieOrder;

use super::evaluator::{EvaluateError, Evaluator, ROWS_A_TASK, Wrong};
use super::example::example_card;
use super::mixed_ends::MixedTurns;
use super::statistics::ROWS_A_TIME;
use super::turn_values::TurnValues;
use crate::dice::{Hold, RerollsLeft};
use crate::game::{Action, Position, Scorecard};
use crate::rules::{Category, Points, State};
use crate::solve::{Model, TIE_TOLERANCE, ValueTable};
use crate::sorting::sort_by;
use crate::space::Row;
use crate::strategy::{ChancesError, Deed, OptimalStrategy};

/// Where a strategy loses, in points a game. Each breakdown adds up to the total.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses {
    /// The optimum less the strategy's expected score.
    pub total: f64,
    /// By the turn of the game, from the first.
    pub by_turn: Vec<f64>,
    /// By the rerolls left, from 0.
    pub by_rerolls_left: Vec<f64>,
    /// By the kind of decision.
    pub by_kind: LossKinds,
    /// By category: the loss of writing into it.
    pub by_category: Vec<(Category, f64)>,
    /// The loss of holding dice.
    pub by_holds: f64,
    /// The most costly habits, worst first.
    pub habits: Vec<Habit>,
}

/// The loss by the kind of decision, in points a game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LossKinds {
    /// The loss of scoring in another category than the best one.
    pub category: f64,
    /// The loss of holding other dice than the best ones.
    pub hold: f64,
    /// The loss of holding dice where scoring is best.
    pub roll: f64,
    /// The loss of scoring where holding dice is best.
    pub stop: f64,
}

/// A repeated, costly action of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Habit {
    /// Its loss, in points a game.
    pub loss: f64,
    /// How often it occurs in a game with a loss.
    pub times: f64,
    /// A position in which it costs much: a continuation of the card from which the losses count.
    pub position: Position,
    /// The strategy's action there.
    pub action: Action,
    /// The best action there.
    pub best: Action,
    /// The loss there, in points.
    pub costs: f64,
}

/// The maximum number of habits shown.
const HABITS: usize = 12;

/// The loss of an action with some rerolls left.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    loss: f64,
    times: f64,
    /// The largest loss that one position adds, and the position.
    most: f64,
    costs: f64,
    roll: u16,
    state: State,
}

/// Losses of some states.
#[derive(Clone, Debug)]
struct Sums {
    /// Of holding, stopping, rolling and categories.
    by_kind: [f64; 4],
    /// For each number of rerolls left: the nodes of the lattice, then the columns of the placements.
    cells: Vec<Vec<Cell>>,
}

/// The losses of a row, and the states that its games reach.
#[derive(Clone, Debug)]
struct RowLosses {
    sums: Sums,
    steps: Vec<(usize, f64)>,
}

impl Sums {
    fn new(model: &Model) -> Sums {
        let actions = model.lattice.len() + 2 * model.rules.category_count();
        let rerolls = usize::from(model.rules.most_rerolls(model.rules.category_count() - 1)) + 1;
        Sums { by_kind: [0.0; 4], cells: vec![vec![Cell::default(); actions]; rerolls] }
    }

    fn add(&mut self, other: &Sums) {
        self.by_kind.iter_mut().zip(other.by_kind).for_each(|(sum, more)| *sum += more);
        for (sum, more) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            let (loss, times) = (sum.loss + more.loss, sum.times + more.times);
            *sum = Cell { loss, times, ..if more.most > sum.most { *more } else { *sum } };
        }
    }

    fn loss(&self) -> f64 {
        self.by_kind.iter().sum()
    }
}

impl Evaluator<'_> {
    /// The losses of the strategy against the optimum of this table, in the games that continue from a card. Each turn left is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the card or the table is of another game, the shares of the actions of a roll do not add up to 1, or the progress
    /// callback stops it.
    pub fn losses(&self, table: &ValueTable, card: &Scorecard) -> Result<Losses, EvaluateError> {
        self.model.rules.check_same_game(card.rules())?;
        self.model.rules.check_same_game(table.rules())?;
        let space = &self.model.space;
        let optimal = OptimalStrategy::new(table);
        let start = card.state();
        let mut reach = vec![0.0; space.width()];
        reach[space.position(&start)] = 1.0;
        let mut all = Sums::new(&self.model);
        let mut by_turn = vec![0.0; self.model.rules.category_count()];
        let wrong = Wrong::new();
        let layers: Vec<&[Row]> = space.layers().collect();
        self.run.walk(card.open_count() as u64, |walker| {
            for open in (1..=card.open_count()).rev() {
                let before = all.loss();
                let is_reached = |row: &Row| reach[row.start..][..space.row_width(row)].iter().any(|&chance| chance > 0.0);
                let rows: Vec<Row> = layers[open].iter().copied().filter(is_reached).collect();
                for rows in rows.chunks(ROWS_A_TIME) {
                    let mut lost: Vec<OnceLock<RowLosses>> = vec![OnceLock::new(); rows.len()];
                    walker.layer(ROWS_A_TASK, rows, lost.as_mut_slice(), &|rows, lost: &mut [OnceLock<RowLosses>]| {
                        let mut turns = MixedTurns::new(&self.chooser, self.strategy).recording_actions();
                        let mut values = TurnValues::new(&optimal);
                        for (row, lost) in rows.iter().zip(lost) {
                            match self.row_losses(row, &reach, &mut turns, &mut values) {
                                Ok(losses) => drop(lost.set(losses)),
                                Err(error) => drop(wrong.set(error)),
                            }
                        }
                    });
                    for lost in lost.into_iter().filter_map(OnceLock::into_inner) {
                        all.add(&lost.sums);
                        for (position, chance) in lost.steps {
                            reach[position] += chance;
                        }
                    }
                }
                by_turn[self.model.rules.category_count() - open] = all.loss() - before;
                walker.advance(1);
            }
        })?;
        match wrong.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(self.show(card, &all, by_turn, &optimal)),
        }
    }

    fn row_losses(
        &self,
        row: &Row,
        reach: &[f64],
        turns: &mut MixedTurns<'_>,
        values: &mut TurnValues<'_>,
    ) -> Result<RowLosses, ChancesError> {
        let Model { space, .. } = &*self.model;
        let mut sums = Sums::new(&self.model);
        // Many transitions lead to one state: add their chances before storing them.
        let mut steps: std::collections::BTreeMap<usize, f64> = std::collections::BTreeMap::new();
        turns.enter_row(row);
        values.enter_row(row);
        for (position, state) in space.futures(row) {
            let here = reach[position];
            if here == 0.0 {
                continue;
            }
            let turn = turns.follow(&state)?;
            let lane = space.lane(&state);
            for (source, chance) in turns.ends(turn) {
                *steps.entry(source.position(space.shifts(), lane)).or_insert(0.0) += here * chance;
            }
            values.enter(&state);
            self.turn_losses(&state, here, turns, turn, values, &mut sums);
        }
        Ok(RowLosses { sums, steps: steps.into_iter().collect() })
    }

    fn turn_losses(&self, state: &State, here: f64, turns: &MixedTurns<'_>, turn: usize, values: &TurnValues<'_>, sums: &mut Sums) {
        let nodes = self.model.lattice.len();
        let turn = turns.turn(turn);
        for (rerolls_left, (deeds, rolls)) in (0..).zip(turn.deeds.iter().zip(&turn.rolls)) {
            let nth = turn.deeds.len() - 1 - usize::from(rerolls_left);
            let (best, scored) = (values.best(rerolls_left), values.scored(rerolls_left));
            for &Deed { roll, target, share } in deeds {
                let times = here * rolls[usize::from(roll)] * share;
                if times == 0.0 {
                    continue;
                }
                let best = best(roll);
                let (value, cell) = match target.column() {
                    Ok(column) => (values.scored_in(turns.option_of(roll, column, nth), rerolls_left), nodes + column),
                    Err(hold) => (values.held(rerolls_left, hold), hold),
                };
                let costs = best - value;
                if costs < TIE_TOLERANCE {
                    continue;
                }
                let best_is_score = best - scored(roll) < TIE_TOLERANCE;
                let kind = match (target.column().is_ok(), best_is_score) {
                    (false, false) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                };
                let loss = times * costs;
                sums.by_kind[kind] += loss;
                let cell = &mut sums.cells[usize::from(rerolls_left)][cell];
                cell.loss += loss;
                cell.times += times;
                if loss > cell.most {
                    *cell = Cell { most: loss, costs, roll, state: *state, ..*cell };
                }
            }
        }
    }

    fn show(&self, start: &Scorecard, all: &Sums, by_turn: Vec<f64>, optimal: &OptimalStrategy) -> Losses {
        let Model { rules, lattice, .. } = &*self.model;
        let nodes = lattice.len();
        let of_cells = |cells: &[Cell]| cells.iter().map(|cell| cell.loss).sum::<f64>();
        let by_category =
            |category: Category| all.cells.iter().map(|cells| of_cells(&cells[nodes + 2 * category.index()..][..2])).sum::<f64>();
        let mut habits: Vec<(usize, usize, &Cell)> = all
            .cells
            .iter()
            .enumerate()
            .flat_map(|(rerolls, cells)| cells.iter().enumerate().map(move |(action, cell)| (rerolls, action, cell)))
            .filter(|(_, _, cell)| cell.loss > 0.0)
            .collect();
        sort_by(&mut habits, |(_, _, a), (_, _, b)| b.loss.total_cmp(&a.loss));
        let [hold, stop, roll, category] = all.by_kind;
        Losses {
            total: all.loss(),
            by_turn,
            by_rerolls_left: all.cells.iter().map(|cells| of_cells(cells)).collect(),
            by_kind: LossKinds { category, hold, roll, stop },
            by_category: rules.categories().map(|category| (category, by_category(category))).collect(),
            by_holds: all.cells.iter().map(|cells| of_cells(&cells[..nodes])).sum(),
            habits: habits
                .iter()
                .take(HABITS)
                .filter_map(|(rerolls, action, cell)| self.habit(start, *rerolls, *action, cell, optimal))
                .collect(),
        }
    }

    fn habit(&self, start: &Scorecard, rerolls: usize, action: usize, cell: &Cell, optimal: &OptimalStrategy) -> Option<Habit> {
        use crate::strategy::Strategy;
        let Model { rules, nodes, .. } = &*self.model;
        let roll = nodes.roll_at(nodes.rolls().start + usize::from(cell.roll));
        let rerolls_left = RerollsLeft::new(rerolls as u8).ok()?;
        let position = Position::new(example_card(start, &cell.state)?, roll, rerolls_left).ok()?;
        let is_same =
            |category: Category, points: Points| TieOrder::column(category.index(), points.get()) == action.wrapping_sub(nodes.len());
        let action = match Hold::new(*nodes.dice_at(action.min(nodes.len() - 1)), &roll) {
            Ok(hold) if action < nodes.len() => Action::Hold(hold),
            _ => Action::Score(rules.choices(&cell.state, &roll, rerolls_left).find(|choice| is_same(choice.category, choice.points))?),
        };
        let best = optimal.turn(&cell.state).ok()?.action(&roll, rerolls_left);
        Some(Habit { loss: cell.loss, times: cell.times, position, action, best, costs: cell.costs })
    }
}
