//! The objectives of the questions of `--stdin`, solved for their turns.

use std::sync::Arc;

use yahtzee_dialogue::ask::Ask;
use yahtzee_dialogue::json::Unanswered;
use yahtzee_dialogue::{Question, Solutions};
use yahtzee_solver::Objective;
use yahtzee_solver::advise::Aim;

use super::tables::Tables;
use crate::args::ObjectiveArgs;
use crate::context::Context;
use crate::context::objective::Solving;
use crate::terminal::failure::Failure;

/// A line that was read.
pub(super) type Line<'q> = Result<Ask<'q>, Unanswered<'q>>;

/// A question with an objective, and the table of its game.
struct Asked {
    solutions: Arc<Solutions>,
    objective: Arc<Objective>,
    question: Question,
}

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

    /// The aims of the first questions, at least one: those before the first with an objective that must be solved, which may take long; if that is the first
    /// question, it is solved.
    pub(super) fn of_first(&self, read: &[Line<'_>], tables: &mut Tables<'_>) -> Vec<Result<Option<Aim>, String>> {
        let known: Vec<_> = read.iter().map_while(|read| self.known(read, tables)).collect();
        if known.is_empty() { vec![self.solved(&read[0], tables)] } else { known }
    }

    /// The aim of a question without an objective, or with one that is solved; `None` if it must be solved.
    fn known(&self, read: &Line<'_>, tables: &Tables<'_>) -> Option<Result<Option<Aim>, String>> {
        match self.asked(read, tables) {
            Err(message) => Some(Err(message)),
            Ok(None) => Some(Ok(None)),
            Ok(Some(Asked { solutions, objective, question })) => {
                solutions.known_aim(&objective, question.position.card(), &question.rounds).map(|aim| Ok(Some(aim)))
            }
        }
    }

    /// The aim of a question.
    fn solved(&self, read: &Line<'_>, tables: &mut Tables<'_>) -> Result<Option<Aim>, String> {
        let Some(Asked { solutions, objective, question }) = self.asked(read, tables)? else { return Ok(None) };
        let solve = |tables: &Tables<'_>| {
            let context = self.context.beside(tables.bytes_beside(&solutions));
            Solving::new(&context, &solutions).rounds(&question.rounds).aim(&objective, question.position.card())
        };
        let aim = match solve(tables) {
            Err(Failure::Failed(_)) if tables.forget_others(&solutions) => solve(tables),
            aim => aim,
        };
        aim.map(Some).map_err(|failure| said(&failure))
    }

    /// The question with its objective; `None` without one.
    fn asked(&self, read: &Line<'_>, tables: &Tables<'_>) -> Result<Option<Asked>, String> {
        let Some(ask) = read.as_ref().ok().filter(|ask| self.args.is_given() || ask.objective.is_some()) else {
            return Ok(None);
        };
        let solutions = Arc::clone(tables.get(ask.rules.as_deref())?);
        let rules = solutions.table().rules();
        let asked = ask.read(rules).map_err(|error| error.to_string())?;
        let objective = match asked.objective {
            Some(objective) => Some(objective),
            None => self.args.objective(rules).map_err(|failure| said(&failure))?,
        };
        Ok(objective.map(|objective| Asked { solutions, objective: Arc::new(objective), question: asked.question }))
    }
}

fn said(failure: &Failure) -> String {
    failure.message().unwrap_or_default().to_owned()
}
