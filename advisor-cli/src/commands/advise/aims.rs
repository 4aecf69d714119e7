//! What the questions of `--stdin` want to be maximised, solved for their turns.

use std::sync::Arc;

use yahtzee_dialogue::json::{JsonQuestion, Unanswered};
use yahtzee_solver::{Aim, Objective, Points, Rounds, Scorecard, Utility, ValueTable};

use super::tables::Tables;
use crate::args::ObjectiveArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::objective::Solving;

/// The most objectives that are kept with what final scores are worth for them.
const OBJECTIVES: usize = 16;
/// The most turns that are kept.
const TURNS: usize = 256;

/// Solves for objectives, and keeps what it solved last: questions about one turn often follow each other.
pub(super) struct Aims<'a> {
    context: &'a Context,
    args: &'a ObjectiveArgs,
    utilities: Vec<(u64, Rounds, Arc<Objective>, Utility)>,
    turns: Vec<(u64, Rounds, Points, Aim)>,
}

impl<'a> Aims<'a> {
    /// Solves for the objectives of questions, or for that of the command line where a question has none.
    pub(super) fn new(context: &'a Context, args: &'a ObjectiveArgs) -> Result<Aims<'a>, Failure> {
        // What is wrong with the options is said before the first question is read.
        args.objective(&context.rules()?)?;
        Ok(Aims { context, args, utilities: Vec::new(), turns: Vec::new() })
    }

    /// The aims of some questions; empty if none has one.
    pub(super) fn of_all(
        &mut self,
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

    fn of(&mut self, question: &JsonQuestion<'_>, tables: &Tables<'_>) -> Result<Option<Aim>, String> {
        let table = tables.get(question.rules.as_deref())?;
        let asked = question.ask.read(table.rules()).map_err(|error| error.to_string())?;
        let objective = match asked.objective {
            Some(objective) => Some(objective),
            None => self.args.objective(table.rules()).map_err(|failure| said(&failure))?,
        };
        let Some(objective) = objective else { return Ok(None) };
        let (card, rounds) = (asked.question.position.card(), &asked.question.rounds);
        let (rules, score, state) = (table.rules().fingerprint(), card.score(), card.state());
        let known = |(of, in_rounds, at, aim): &(u64, Rounds, Points, Aim)| {
            (*of, in_rounds, *at, aim.worths.state()) == (rules, rounds, score, &state) && *aim.objective == objective
        };
        let turn = match self.turns.iter().position(known) {
            Some(index) => self.turns.remove(index),
            None => (rules, rounds.clone(), score, self.solve(objective, card, rounds, table)?),
        };
        let aim = turn.3.clone();
        keep(&mut self.turns, turn, TURNS);
        Ok(Some(aim))
    }

    fn solve(&mut self, objective: Objective, card: &Scorecard, rounds: &Rounds, table: &ValueTable) -> Result<Aim, String> {
        let (solving, rules) = (Solving::new(self.context, table).rounds(rounds), table.rules().fingerprint());
        let is_known =
            |(of, in_rounds, known, _): &(u64, Rounds, Arc<Objective>, Utility)| (*of, in_rounds, &**known) == (rules, rounds, &objective);
        let utility = match self.utilities.iter().position(is_known) {
            Some(index) => self.utilities.remove(index),
            None => {
                let utility = solving.utility(&objective).map_err(|failure| said(&failure))?;
                (rules, rounds.clone(), Arc::new(objective), utility)
            }
        };
        let worths = solving.turn(&utility.3, card).map_err(|failure| said(&failure));
        let aim = worths.map(|worths| Aim { objective: Arc::clone(&utility.2), worths: Arc::new(worths), exact: true });
        keep(&mut self.utilities, utility, OBJECTIVES);
        aim
    }
}

/// Adds an item as the last one used, and drops the first where there are too many.
fn keep<T>(items: &mut Vec<T>, item: T, most: usize) {
    if items.len() == most {
        items.remove(0);
    }
    items.push(item);
}

fn said(failure: &Failure) -> String {
    failure.message().unwrap_or_default().to_owned()
}
