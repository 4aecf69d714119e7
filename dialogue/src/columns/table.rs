//! Columns of a table: its values, the best choices of a turn, the final scores.

use yahtzee_solver::game::PositionError;
use yahtzee_solver::space::StateIndex;
use yahtzee_solver::{Advisor, Distribution, Position, Scorecard, State, ValueTable};

use super::{Column, column, of_action};

/// The columns of states, with [throws](State::throws) only if the game has spare ones.
pub(super) fn of_states<R>(rows: &[R], spare: bool, state: impl Fn(&R) -> State) -> Vec<Column> {
    let mut columns = vec![
        column("filled", rows, |row| state(row).filled.mask()),
        column("upper_total", rows, |row| state(row).upper_total.get()),
        column("flag", rows, |row| u32::from(state(row).flag)),
    ];
    if spare {
        columns.push(column("saved", rows, |row| u32::from(state(row).throws)));
    }
    columns
}

/// The values of a table: a row for each reachable state.
pub fn values(table: &ValueTable) -> Vec<Column> {
    let rows: Vec<(StateIndex, State, f64)> = table.iter().collect();
    let mut columns = vec![column("index", &rows, |(index, ..)| index.0)];
    columns.extend(of_states(&rows, table.rules().spare_throws().exist(), |(_, state, _)| *state));
    columns.push(column("value", &rows, |(.., value)| *value));
    columns
}

/// The best choices: a row for every roll and number of rerolls left in the turn after a card. The card is text as [`Scorecard::parse`] reads it.
///
/// # Errors
///
/// A [`PositionError`] if the text is invalid, or the card full.
pub fn policy(table: &ValueTable, card: &str) -> Result<Vec<Column>, PositionError> {
    let rules = table.rules();
    let card = Scorecard::parse(card, rules)?;
    let advisor = Advisor::new(table);
    let mut rows = Vec::new();
    for rerolls in (0..=card.rerolls().get()).rev() {
        let rerolls_left = rules.rerolls_left_with(card.state().throws, rerolls)?;
        for roll in table.model().rolls() {
            let position = Position::new(card.clone(), roll, rerolls_left)?;
            let options = advisor.advise(&position).expect("a card of the table's game").options;
            // Only the best two options of all, which are many.
            rows.push((rerolls, roll, options[0], options.get(1).map(|second| second.loss)));
        }
    }
    let mut columns = vec![
        column("rerolls_left", &rows, |(rerolls, ..)| u32::from(*rerolls)),
        column("dice", &rows, |(_, roll, ..)| rules.die().text_of(roll)),
    ];
    columns.extend(of_action(rules, &rows, |(_, _, best, _)| best.action));
    columns.push(column("expected_final", &rows, |(_, _, best, _)| best.expected_final));
    columns.push(column("second_loss", &rows, |(.., second_loss)| *second_loss));
    Ok(columns)
}

/// Final scores: each score with its probability, and with the probability of this score or more.
pub fn scores(scores: &Distribution) -> Vec<Column> {
    let rows: Vec<(u32, f64, f64)> =
        scores.iter().zip(scores.reaching()).map(|((score, probability), (_, at_least))| (score.get(), probability, at_least)).collect();
    vec![
        column("score", &rows, |(score, ..)| *score),
        column("probability", &rows, |(_, probability, _)| *probability),
        column("at_least", &rows, |(.., at_least)| *at_least),
    ]
}
