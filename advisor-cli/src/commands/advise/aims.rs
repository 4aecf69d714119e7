//! The objectives of the questions of `--stdin`, solved for their turns.

use std::sync::Arc;

use yahtzee_dialogue::json::{JsonQuestion, Unanswered};
use yahtzee_solver::advise::Aim;

use super::tables::Tables;
use crate::args::ObjectiveArgs;
use crate::context::Context;
use crate::context::objective::Solving;
use crate::terminal::failure::Failure;

/// Solves objectives. Their solutions are kept with the table.
pub(super) struct Aims<'a> {
    context: &'a Context,
    args: &'a ObjectiveArgs,
}

impl<'a> Aims<'a> {
    /// Solves the objectives of questions; the command line's is the default.
    pub(super) fn new(context: &'a Context, args: &'a ObjectiveArgs) -> Result<Aims<'a>, Failure> {
        // Errors in the options are reported before the first question is read.
        args.objective(&context.rules()?)?;
        Ok(Aims { context, args })
    }

    /// The number of questions to answer next: those before the first with an objective. A question with an objective is answered alone, because solving it
    /// may take long.
    pub(super) fn next(&self, read: &[Result<JsonQuestion<'_>, Unanswered<'_>>]) -> usize {
        read.iter().position(|read| self.is_wanted(read)).unwrap_or(read.len()).max(1)
    }

    fn is_wanted(&self, read: &Result<JsonQuestion<'_>, Unanswered<'_>>) -> bool {
        read.as_ref().is_ok_and(|question| self.args.is_given() || question.ask.objective.is_some())
    }

    /// The aim of a question; `None` without an objective.
    pub(super) fn of(&self, read: &Result<JsonQuestion<'_>, Unanswered<'_>>, tables: &mut Tables<'_>) -> Result<Option<Aim>, String> {
        let Some(question) = read.as_ref().ok().filter(|_| self.is_wanted(read)) else { return Ok(None) };
        let solutions = Arc::clone(tables.get(question.rules.as_deref())?);
        let rules = solutions.table().rules();
        let asked = question.ask.read(rules).map_err(|error| error.to_string())?;
        let objective = match asked.objective {
            Some(objective) => Some(objective),
            None => self.args.objective(rules).map_err(|failure| said(&failure))?,
        };
        let Some(objective) = objective.map(Arc::new) else { return Ok(None) };
        let (position, rounds) = (&asked.question.position, &asked.question.rounds);
        let solve = |tables: &Tables<'_>| {
            let context = self.context.beside(tables.bytes_beside(&solutions));
            Solving::new(&context, &solutions).rounds(rounds).aim(&objective, position.card())
        };
        let aim = match solve(tables) {
            Err(Failure::Failed(_)) if tables.forget_others(&solutions) => solve(tables),
            aim => aim,
        };
        aim.map(Some).map_err(|failure| said(&failure))
    }
}

fn said(failure: &Failure) -> String {
    failure.message().unwrap_or_default().to_owned()
}
