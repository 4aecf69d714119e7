//! Columns of played games and of their decisions.

use yahtzee_solver::advise::{ReviewedDecision, ReviewedTurn};
use yahtzee_solver::batch::NumberedAction;
use yahtzee_solver::{Action, Category, Game, Review, Roll, RuleSet, State};

use super::table::of_states;
use super::{Column, column, of_action};

/// A row for each game: its number from 1, its score, loss and luck, and the entries of its card.
pub fn games(rules: &RuleSet, games: &[Game], reviews: &[Review]) -> Vec<Column> {
    let rows: Vec<(u64, &Game, &Review)> = (1..).zip(games).zip(reviews).map(|((number, game), review)| (number, game, review)).collect();
    let mut columns = vec![
        column("game", &rows, |(number, ..)| *number),
        column("score", &rows, |(_, game, _)| game.score_so_far().get()),
        column("loss", &rows, |(.., review)| review.loss),
        column("luck", &rows, |(.., review)| review.luck),
        column("upper_bonus", &rows, |(_, game, _)| game.card().upper_bonus().get()),
        column("extra", &rows, |(_, game, _)| game.card().extra()),
    ];
    let points = |category: Category| {
        column(&rules.category(category).name, &rows, |(_, game, _)| game.card().get(category).unwrap_or_default().get())
    };
    columns.extend(rules.categories().map(points));
    columns
}

/// A row for each decision of some games, in order.
pub fn decisions(rules: &RuleSet, reviews: &[Review]) -> Vec<Column> {
    let turns = (1_u64..).zip(reviews).flat_map(|(game, review)| review.turns.iter().map(move |turn| (game, turn)));
    let rows: Vec<(u64, &ReviewedTurn, State, &ReviewedDecision)> =
        turns.flat_map(|(game, turn)| turn.decisions.iter().map(move |decision| (game, turn, turn.card.state(), decision))).collect();
    let mut columns = vec![column("game", &rows, |(game, ..)| *game), column("turn", &rows, |(_, turn, ..)| turn.number as u32)];
    columns.extend(of_states(&rows, rules.spare_throws().exist(), |(_, _, state, _)| *state));
    columns.extend([
        column("rerolls_left", &rows, |(.., decision)| u32::from(decision.rerolls_left.get())),
        column("dice", &rows, |(.., decision)| rules.die().text_of(&decision.roll)),
        column("action", &rows, |(.., decision)| number(&decision.roll, &decision.chosen.action)),
        column("best_action", &rows, |(.., decision)| number(&decision.roll, &decision.best.action)),
    ]);
    columns.extend(of_action(rules, &rows, |(.., decision)| decision.chosen.action));
    columns.extend([
        column("expected_final", &rows, |(.., decision)| decision.chosen.expected_final),
        column("loss", &rows, |(.., decision)| decision.loss()),
        column("luck", &rows, |(.., decision)| decision.luck),
    ]);
    columns
}

fn number(roll: &Roll, action: &Action) -> u32 {
    let numbered = match action {
        Action::Hold(hold) => NumberedAction::Hold(**hold),
        Action::Score(placement) => NumberedAction::Score(placement.category),
    };
    numbered.number(roll).expect("an action of the roll") as u32
}
