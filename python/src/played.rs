//! Data frames of tables, of played games and of their decisions. Columns that the program exports too have the names they have there.

use pyo3::prelude::*;
use yahtzee_solver::advise::{ReviewedDecision, ReviewedTurn};
use yahtzee_solver::batch::ActionNumbers;
use yahtzee_solver::space::StateIndex;
use yahtzee_solver::{Action, Category, Game, Placement, Review, RuleSet, State};

use crate::frames::{Cells, Frame};
use crate::numbered::{dice_text, number_of};
use crate::released::briefly;
use crate::table::Table;

#[pymethods]
impl Table {
    /// A row for each reachable state, as `yahtzee table export`.
    fn frame(&self, py: Python<'_>) -> PyResult<Frame> {
        briefly(py, || {
            let table = self.table();
            let whole = |name: &str, cell: fn(&StateIndex, &State) -> u32| {
                (name.to_owned(), Cells::Whole(table.iter().map(|(index, state, _)| Some(cell(&index, &state))).collect()))
            };
            let mut columns = vec![
                whole("index", |index, _| index.0),
                whole("filled", |_, state| state.filled.mask()),
                whole("upper_total", |_, state| state.upper_total.get()),
                whole("flag", |_, state| state.flag.into()),
            ];
            if table.rules().saves_throws() {
                columns.push(whole("saved", |_, state| state.saved.into()));
            }
            columns.push(("value".to_owned(), Cells::Real(table.iter().map(|(_, _, value)| value).collect())));
            Frame::new(table.rules(), columns)
        })?
    }
}

/// A row for each game: its number from 1, its score and loss, and what its card holds.
pub(crate) fn games_played(rules: &RuleSet, games: &[Game], reviews: &[Review]) -> PyResult<Frame> {
    let whole = |cell: &dyn Fn(&Game) -> u32| Cells::Whole(games.iter().map(|game| Some(cell(game))).collect());
    let mut columns = vec![
        ("game".to_owned(), Cells::Large((1..=games.len() as u64).collect())),
        ("score".to_owned(), whole(&|game| game.score_so_far().get())),
        ("loss".to_owned(), Cells::Real(reviews.iter().map(|review| review.loss).collect())),
        ("luck".to_owned(), Cells::Real(reviews.iter().map(|review| review.luck).collect())),
        ("upper_bonus".to_owned(), whole(&|game| game.card().upper_bonus().get())),
        ("extra".to_owned(), whole(&|game| game.card().extra())),
    ];
    let points = |category: Category| whole(&|game| game.card().get(category).unwrap_or_default().get());
    columns.extend(rules.categories().map(|category| (rules.category(category).name.clone(), points(category))));
    Frame::new(rules, columns)
}

/// A decision of a game, with its number.
struct Row<'a> {
    game: u64,
    turn: &'a ReviewedTurn,
    state: State,
    decision: &'a ReviewedDecision,
}

impl Row<'_> {
    fn placement(&self) -> Option<&Placement> {
        match &self.decision.chosen.action {
            Action::Score(placement) => Some(placement),
            Action::Hold(_) => None,
        }
    }

    fn hold(&self) -> Option<String> {
        match &self.decision.chosen.action {
            Action::Hold(hold) => Some(dice_text(hold)),
            Action::Score(_) => None,
        }
    }
}

/// A row for each decision of some games, in order.
pub(crate) fn decisions(rules: &RuleSet, numbers: &ActionNumbers, reviews: &[Review]) -> PyResult<Frame> {
    let rows: Vec<Row<'_>> = (1..)
        .zip(reviews)
        .flat_map(|(game, review)| review.turns.iter().map(move |turn| (game, turn)))
        .flat_map(|(game, turn)| {
            let state = turn.card.state();
            turn.decisions.iter().map(move |decision| Row { game, turn, state, decision })
        })
        .collect();
    let whole = |cell: &dyn Fn(&Row<'_>) -> Option<u32>| Cells::Whole(rows.iter().map(cell).collect());
    let real = |cell: &dyn Fn(&ReviewedDecision) -> f64| Cells::Real(rows.iter().map(|row| cell(row.decision)).collect());
    let text = |cell: &dyn Fn(&Row<'_>) -> Option<String>| Cells::Text(rows.iter().map(cell).collect());
    let mut columns = vec![
        ("game", Cells::Large(rows.iter().map(|row| row.game).collect())),
        ("turn", whole(&|row| Some(row.turn.number as u32))),
        ("filled", whole(&|row| Some(row.state.filled.mask()))),
        ("upper_total", whole(&|row| Some(row.state.upper_total.get()))),
        ("flag", whole(&|row| Some(row.state.flag.into()))),
    ];
    if rules.saves_throws() {
        columns.push(("saved", whole(&|row| Some(row.state.saved.into()))));
    }
    columns.extend([
        ("rerolls_left", whole(&|row| Some(row.decision.rerolls_left.get().into()))),
        ("dice", text(&|row| Some(dice_text(&row.decision.roll)))),
        ("action", whole(&|row| Some(number_of(numbers, &row.decision.roll, &row.decision.chosen.action) as u32))),
        ("best_action", whole(&|row| Some(number_of(numbers, &row.decision.roll, &row.decision.best.action) as u32))),
        ("kind", text(&|row| Some(if row.placement().is_some() { "score" } else { "hold" }.to_owned()))),
        ("hold", text(&|row| row.hold())),
        ("category", text(&|row| row.placement().map(|placement| rules.category(placement.category).name.clone()))),
        ("points", whole(&|row| row.placement().map(|placement| placement.points.get()))),
        ("bonus", whole(&|row| row.placement().map(|placement| placement.bonus.get()))),
        ("expected_final", real(&|decision| decision.chosen.expected_final)),
        ("loss", real(&ReviewedDecision::loss)),
        ("luck", real(&|decision| decision.luck)),
    ]);
    Frame::new(rules, columns.into_iter().map(|(name, cells)| (name.to_owned(), cells)).collect())
}
