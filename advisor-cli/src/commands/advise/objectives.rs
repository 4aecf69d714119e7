//! The objectives of the questions of `--stdin`, solved for their turns.

use yahtzee_dialogue::Service;
use yahtzee_dialogue::ask::{Ask, Asked};
use yahtzee_dialogue::json::Unanswered;
use yahtzee_solver::advise::SolvedTurn;

use super::tables::Tables;
use crate::args::ObjectiveArgs;
use crate::context::Context;
use crate::terminal::failure::Failure;

/// A line that was read.
pub(super) type AskedLine<'q> = Result<Ask<'q>, Unanswered<'q>>;
/// The objective of a line, solved if there is one.
pub(super) type SolvedLine = Result<Option<SolvedTurn>, String>;

/// Solves objectives. The services keep them.
pub(super) struct Objectives<'a> {
    args: &'a ObjectiveArgs,
}

impl<'a> Objectives<'a> {
    /// Solves the objectives of questions; the command line's is the default.
    pub(super) fn new(context: &Context, args: &'a ObjectiveArgs) -> Result<Objectives<'a>, Failure> {
        // Errors in the options are reported before the first question is read.
        args.objective(&context.rules()?)?;
        Ok(Objectives { args })
    }

    /// The solved objectives of the first questions, at least one: those before the first with an objective that must be solved, which may take long; if that is the first
    /// question, it is solved.
    pub(super) fn of_first(&self, read: &[AskedLine<'_>], tables: &mut Tables<'_>) -> Vec<SolvedLine> {
        let known: Vec<_> = read.iter().map_while(|read| self.known(read, tables)).collect();
        if known.is_empty() { vec![self.solved(&read[0], tables)] } else { known }
    }

    /// The solved objective of a question without an objective, or with one that is solved; `None` if it must be solved.
    fn known(&self, read: &AskedLine<'_>, tables: &Tables<'_>) -> Option<SolvedLine> {
        match self.asked(read, tables) {
            Err(message) => Some(Err(message)),
            Ok(None) => Some(Ok(None)),
            Ok(Some((service, asked))) => {
                let solved = service.known_turn(asked.objective.as_ref()?, asked.question.position.card(), &asked.question.rounds);
                solved.map(|solved| Ok(Some(solved)))
            }
        }
    }

    /// The solved objective of a question.
    fn solved(&self, read: &AskedLine<'_>, tables: &mut Tables<'_>) -> SolvedLine {
        let Some((service, Asked { question, objective: Some(objective) })) = self.asked(read, tables)? else { return Ok(None) };
        let solved =
            tables.with_room(&service, |service, effort| service.solve(&objective, question.position.card(), &question.rounds, effort));
        solved.map(Some).map_err(|failure| said(&failure))
    }

    /// A question with an objective, and the service of its game; `None` without an objective.
    fn asked(&self, read: &AskedLine<'_>, tables: &Tables<'_>) -> Result<Option<(Service, Asked)>, String> {
        // Odds are the same for every objective.
        let asks = |ask: &&Ask<'_>| ask.odds.is_none() && (self.args.is_given() || ask.objective.is_some());
        let Some(ask) = read.as_ref().ok().filter(asks) else {
            return Ok(None);
        };
        let service = tables.get(ask.rules.as_deref())?.clone();
        let mut asked = ask.read(service.rules()).map_err(|error| error.to_string())?;
        if asked.objective.is_none() {
            asked.objective = self.args.objective(service.rules()).map_err(|failure| said(&failure))?;
        }
        Ok(asked.objective.is_some().then_some((service, asked)))
    }
}

fn said(failure: &Failure) -> String {
    failure.message().unwrap_or_default().to_owned()
}
