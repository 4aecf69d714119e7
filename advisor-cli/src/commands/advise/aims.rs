//! What the questions of `--stdin` want to be maximised, solved for their turns.

use std::sync::Arc;

use yahtzee_dialogue::json::{JsonQuestion, Unanswered};
use yahtzee_solver::{Aim, Objective, Points, Scorecard, Utility, ValueTable};

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
    utilities: Vec<(u64, Arc<Objective>, Utility)>,
    turns: Vec<(u64, Points, Aim)>,
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
        let has_one = |read: &Result<JsonQuestion<'_>, _>| read.as_ref().is_ok_and(JsonQuestion::has_objective);
        if !self.args.is_given() && !read.iter().any(has_one) {
            return Vec::new();
        }
        let aim = |read: &Result<JsonQuestion<'_>, _>| read.as_ref().map_or(Ok(None), |question| self.of(question, tables));
        read.iter().map(aim).collect()
    }

    fn of(&mut self, question: &JsonQuestion<'_>, tables: &Tables<'_>) -> Result<Option<Aim>, String> {
        let table = tables.get(question.rules.as_deref())?;
        let objective = match question.objective(table.rules())? {
            Some(objective) => Some(objective),
            None => self.args.objective(table.rules()).map_err(|failure| said(&failure))?,
        };
        let Some(objective) = objective else { return Ok(None) };
        let card = question.by(table.rules())?.position.card().clone();
        let (rules, score) = (table.rules().fingerprint(), card.score());
        let state = card.state();
        let known =
            |(of, at, aim): &(u64, Points, Aim)| (*of, *at, aim.worths.state()) == (rules, score, &state) && *aim.objective == objective;
        let turn = match self.turns.iter().position(known) {
            Some(index) => self.turns.remove(index),
            None => (rules, score, self.solve(rules, objective, &card, table)?),
        };
        let aim = turn.2.clone();
        keep(&mut self.turns, turn, TURNS);
        Ok(Some(aim))
    }

    fn solve(&mut self, rules: u64, objective: Objective, card: &Scorecard, table: &ValueTable) -> Result<Aim, String> {
        let solving = Solving::new(self.context, table);
        let known = self.utilities.iter().position(|(of, known, _)| *of == rules && **known == objective);
        let utility = match known {
            Some(index) => self.utilities.remove(index),
            None => {
                let utility = solving.utility(&objective).map_err(|failure| said(&failure))?;
                (rules, Arc::new(objective), utility)
            }
        };
        let worths = solving.turn(&utility.2, card).map_err(|failure| said(&failure));
        let aim = worths.map(|worths| Aim { objective: Arc::clone(&utility.1), worths: Arc::new(worths) });
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
