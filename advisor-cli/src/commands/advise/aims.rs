//! The objectives of the questions of `--stdin`, solved for their turns.

use yahtzee_dialogue::Service;
use yahtzee_dialogue::ask::{Ask, Asked};
use yahtzee_dialogue::json::Unanswered;
use yahtzee_solver::advise::Aim;

use super::tables::Tables;
use crate::args::ObjectiveArgs;
use crate::context::Context;
use crate::context::asking::solving;
use crate::terminal::failure::Failure;

/// A line that was read.
pub(super) type AskedLine<'q> = Result<Ask<'q>, Unanswered<'q>>;

/// Solves objectives. The services keep them.
pub(super) struct Aims<'a> {
    args: &'a ObjectiveArgs,
}

impl<'a> Aims<'a> {
    /// Solves the objectives of questions; the command line's is the default.
    pub(super) fn new(context: &Context, args: &'a ObjectiveArgs) -> Result<Aims<'a>, Failure> {
        // Errors in the options are reported before the first question is read.
        args.objective(&context.rules()?)?;
        Ok(Aims { args })
    }

    /// The aims of the first questions, at least one: those before the first with an objective that must be solved, which may take long; if that is the first
    /// question, it is solved.
    pub(super) fn of_first(&self, read: &[AskedLine<'_>], tables: &mut Tables<'_>) -> Vec<Result<Option<Aim>, String>> {
        let known: Vec<_> = read.iter().map_while(|read| self.known(read, tables)).collect();
        if known.is_empty() { vec![self.solved(&read[0], tables)] } else { known }
    }

    /// The aim of a question without an objective, or with one that is solved; `None` if it must be solved.
    fn known(&self, read: &AskedLine<'_>, tables: &Tables<'_>) -> Option<Result<Option<Aim>, String>> {
        match self.asked(read, tables) {
            Err(message) => Some(Err(message)),
            Ok(None) => Some(Ok(None)),
            Ok(Some((service, asked))) => {
                let aim = service.known_aim(asked.objective.as_ref()?, asked.question.position.card(), &asked.question.rounds);
                aim.map(|aim| Ok(Some(aim)))
            }
        }
    }

    /// The aim of a question.
    fn solved(&self, read: &AskedLine<'_>, tables: &mut Tables<'_>) -> Result<Option<Aim>, String> {
        let Some((service, Asked { question, objective: Some(objective) })) = self.asked(read, tables)? else { return Ok(None) };
        let aim = tables.with_room(&service, |context, service| {
            context.ask(service, &solving(), |effort| service.aim(&objective, question.position.card(), &question.rounds, effort))
        });
        aim.map(Some).map_err(|failure| said(&failure))
    }

    /// A question with an objective, and the service of its game; `None` without an objective.
    fn asked(&self, read: &AskedLine<'_>, tables: &Tables<'_>) -> Result<Option<(Service, Asked)>, String> {
        // Odds are the same for every objective.
        let aims = |ask: &&Ask<'_>| ask.odds.is_none() && (self.args.is_given() || ask.objective.is_some());
        let Some(ask) = read.as_ref().ok().filter(aims) else {
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
