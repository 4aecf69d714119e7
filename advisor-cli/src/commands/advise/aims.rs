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

    /// The aims of some questions; empty if none has an objective.
    pub(super) fn of_all(
        &self,
        read: &[Result<JsonQuestion<'_>, Unanswered<'_>>],
        tables: &Tables<'_>,
    ) -> Vec<Result<Option<Aim>, String>> {
        let has_one = |read: &Result<JsonQuestion<'_>, _>| read.as_ref().is_ok_and(|question| question.ask.objective.is_some());
        if !self.args.is_given() && !read.iter().any(has_one) {
            return Vec::new();
        }
        let aim = |read: &Result<JsonQuestion<'_>, _>| read.as_ref().map_or(Ok(None), |question| self.of(question, tables));
        read.iter().map(aim).collect()
    }

    fn of(&self, question: &JsonQuestion<'_>, tables: &Tables<'_>) -> Result<Option<Aim>, String> {
        let solutions = tables.get(question.rules.as_deref())?;
        let rules = solutions.table().rules();
        let asked = question.ask.read(rules).map_err(|error| error.to_string())?;
        let objective = match asked.objective {
            Some(objective) => Some(objective),
            None => self.args.objective(rules).map_err(|failure| said(&failure))?,
        };
        let Some(objective) = objective else { return Ok(None) };
        let (position, rounds) = (&asked.question.position, &asked.question.rounds);
        let aim = Solving::new(self.context, solutions).rounds(rounds).aim(&Arc::new(objective), position.card());
        aim.map(Some).map_err(|failure| said(&failure))
    }
}

fn said(failure: &Failure) -> String {
    failure.message().unwrap_or_default().to_owned()
}
