//! The answer to a question about the odds of boxes, and its words.

use yahtzee_solver::advise::{BestOdds, BoxOdds, GoalError, Odds, OddsError};
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;
use yahtzee_solver::{Goal, Model, RuleSet};

use super::sentences::{Piece, Sentence};
use crate::ask::{AskError, AskField, AskedOdds};
use crate::words;

/// The odds of boxes in a turn. Its JSON form is the output of `yahtzee odds --json`.
#[derive(Clone, Debug)]
pub struct OddsAnswer<'a> {
    /// The rules of the game.
    pub rules: &'a RuleSet,
    /// The question.
    pub asked: AskedOdds,
    /// The odds of each box, in the order of the question.
    pub boxes: Vec<BoxOdds>,
    /// The throws left in the turn: all of them before the first one.
    pub throws: u8,
}

impl From<OddsError> for AskError {
    fn from(error: OddsError) -> AskError {
        AskError::new(AskField::Card, error)
    }
}

impl From<GoalError> for AskError {
    fn from(error: GoalError) -> AskError {
        AskError::new(AskField::Odds, error)
    }
}

impl AskedOdds {
    /// Answers the question. It needs no table: odds do not depend on what later turns are worth.
    ///
    /// # Errors
    ///
    /// The invalid field: a full card, or a box that is filled.
    pub fn answer(self, model: &Model) -> Result<OddsAnswer<'_>, AskError> {
        let odds = match &self.position {
            Some(position) => Odds::of_position(model, position)?,
            None => Odds::of_turn(model, &self.card)?,
        };
        let goals = if self.goals.is_empty() { odds.goals() } else { self.goals.clone() };
        let boxes = goals.into_iter().map(|goal| odds.of(goal, self.throws)).collect::<Result<_, _>>()?;
        let throws = odds.throws();
        Ok(OddsAnswer { rules: model.rules(), asked: self, boxes, throws })
    }
}

impl OddsAnswer<'_> {
    /// What is wanted of a box: its title, or `at least 24 in Chance`.
    pub fn wanted(&self, goal: Goal) -> String {
        let title = self.rules.category(goal.category()).title.clone();
        if goal.points() == 1 { title } else { tr!("at least {} in {}", goal.points(), title) }
    }

    /// The odds of a box in sentences.
    pub fn in_words(&self, odds: &BoxOdds) -> Vec<Sentence> {
        let by = |best: &BestOdds| {
            let (position, action) = (self.asked.position.as_ref()?, best.action?);
            Some(words::in_words(&action, &position.roll(), self.rules))
        };
        let mut said: Vec<Sentence> = Vec::new();
        if odds.chance.value == 0.0 {
            said.push(vec![Piece::plain(tr!("{}: ", self.wanted(odds.goal))), Piece::loss(tr!("It cannot be reached this turn."))]);
        } else if let Some(by) = by(&odds.chance) {
            said.push(vec![
                Piece::plain(tr!("{}: ", self.wanted(odds.goal))),
                Piece::best(tr!("{}: {}.", by, words::percent(odds.chance.value))),
            ]);
        } else {
            let (title, points) = (&self.rules.category(odds.goal.category()).title, odds.goal.points());
            let chance = words::percent(odds.chance.value);
            let turns = if self.throws == 1 { tr!("turns of one throw") } else { tr!("turns of {} throws", self.throws) };
            said.push(vec![Piece::best(match (odds.chance.value, points.get()) {
                (1.0, 1) => tr!("All {} score in {}, if you play for it alone.", turns, title),
                (1.0, points) => tr!("All {} score at least {} in {}, if you play for it alone.", turns, points, title),
                (_, 1) => tr!("{} of {} score in {}, if you play for it alone.", chance, turns, title),
                (_, points) => tr!("{} of {} score at least {} in {}, if you play for it alone.", chance, turns, points, title),
            })]);
        }
        let mean = decimal(odds.mean.value, 2);
        // Without points the next line says all.
        if odds.mean.value > 0.0 {
            said.push(vec![Piece::plain(match by(&odds.mean) {
                Some(by) => tr!("For the most points there: {}: {} on average.", by, mean),
                None => tr!("Playing for the most points there brings {} on average.", mean),
            })]);
        }
        said.push(vec![Piece::plain(match odds.expected_throws {
            None => tr!("Even if you could go on throwing, it might never come."),
            Some(0.0) => tr!("It is there already."),
            Some(throws) if self.asked.position.is_some() => {
                tr!("If you could go on throwing, it would take {} more throws on average.", decimal(throws, 4))
            }
            Some(throws) => tr!("If you could go on throwing, it would take {} throws on average.", decimal(throws, 4)),
        })]);
        said
    }
}
