//! The answer to a question about a position, and the one function that finds it: everything that can be said of the position, with the values of
//! the whole game. Faces render it.

use yahtzee_solver::{
    Advice, Advisor, GoalAdvice, GoalError, OptimalStrategy, OtherRules, Position, ReasonError, Reasons, RuleSet, Spread, SpreadTable,
    Strategy, TurnOption, TurnStrategy, ValueTable,
};

use crate::chosen;
use crate::question::Question;
use crate::reasons::{self, Explanation};
use crate::whole_game::OtherRounds;
use crate::words;

/// The answer to a [`Question`]. All expected final scores are of the whole game. As JSON it is what `yahtzee advise --json` prints.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// The rules of the game.
    pub rules: &'a RuleSet,
    /// What was asked.
    pub question: Question,
    /// Every option, best first.
    pub advice: Advice,
    /// What was chosen, where it was asked for.
    pub chosen: Option<TurnOption>,
    /// Why the best option is the best, where it was asked for: beside what was chosen, if that is another one.
    pub reasons: Option<Reasons>,
    /// The chances of the goal, where one was asked for.
    pub goal: Option<GoalAdvice>,
    risks: Option<Risks<'a>>,
}

/// What options risk: worked out only for those that are shown.
#[derive(Clone, Debug)]
struct Risks<'a> {
    table: &'a ValueTable,
    spread: &'a SpreadTable,
    turn: TurnStrategy,
}

impl<'a> Risks<'a> {
    fn new(table: &'a ValueTable, spread: &'a SpreadTable, position: &Position) -> Risks<'a> {
        let turn = OptimalStrategy::new(table).turn(position.state()).expect("a position has an open category");
        Risks { table, spread, turn }
    }

    /// What an option of the position risks; `None` where the spread table is of another game.
    fn of(&self, option: &TurnOption, position: &Position) -> Option<Spread> {
        let end = self.turn.end_after(&option.action, position.rerolls_left()).ok()?;
        self.spread.after(self.table, &end).ok()
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The position is of another game than the table.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The reasons cannot be given.
    #[error(transparent)]
    Reasons(#[from] ReasonError),
    /// The chosen action is not possible.
    #[error("{0}")]
    Chosen(String),
    /// The goal is not possible.
    #[error(transparent)]
    Goal(GoalError),
}

impl Question {
    /// Answers the question. What options risk is known only with a spread table, which must be of the same rules.
    ///
    /// # Errors
    ///
    /// An [`AnswerError`] where the position is of another game, or what was chosen or wanted is not possible.
    pub fn answer<'a>(self, table: &'a ValueTable, spread: Option<&'a SpreadTable>) -> Result<Answer<'a>, AnswerError> {
        let advisor = Advisor::new(table);
        let mut advice = advisor.advise(&self.position)?;
        let chosen = self.chosen.map(|chosen| chosen::action(&chosen, &self.position)).transpose().map_err(AnswerError::Chosen)?;
        let mut chosen = chosen.map(|chosen| advisor.value_of(&advice, &chosen).expect("an action of the position"));
        let rival = chosen.as_ref().filter(|chosen| chosen.action != advice.best().action);
        let mut reasons = self.why.then(|| advisor.reasons(&advice, rival)).transpose()?;
        let goal = self.goal.map(|goal| advisor.chase(&advice, goal));
        let mut goal = goal.transpose().map_err(AnswerError::Goal)?;
        let risks = spread.map(|spread| Risks::new(table, spread, &self.position));

        let others = OtherRounds::of(&self.rounds, table);
        others.add_to_advice(&mut advice);
        chosen.iter_mut().for_each(|chosen| others.add_to_option(chosen));
        reasons.iter_mut().for_each(|reasons| others.add_to_reasons(reasons));
        goal.iter_mut().for_each(|goal| others.add_to_goal(goal));
        Ok(Answer { rules: table.rules(), question: self, advice, chosen, reasons, goal, risks })
    }
}

impl Answer<'_> {
    /// How the score of the whole game spreads after an option; `None` without a spread table.
    pub fn risk(&self, option: &TurnOption) -> Option<Spread> {
        let risks = self.risks.as_ref()?;
        let Spread { sd, upper_bonus } = risks.of(option, &self.question.position)?;
        Some(Spread { sd: self.question.rounds.sd(sd, risks.spread), upper_bonus })
    }

    /// An option of this answer as an order.
    pub fn in_words(&self, option: &TurnOption) -> String {
        words::in_words(&option.action, &self.question.position.roll(), self.rules)
    }

    /// What was chosen, where it is another option than the best.
    pub fn chosen_instead(&self) -> Option<&TurnOption> {
        self.chosen.as_ref().filter(|chosen| chosen.action != self.advice.best().action)
    }

    /// The reasons in words: the best option after the title `best`, and beside it what was chosen, after the title `chosen`, or else the best of the
    /// others. Nothing where they were not asked for.
    pub fn explained(&self, best: &str, chosen: &str) -> Vec<Explanation> {
        let Some(reasons) = &self.reasons else { return Vec::new() };
        let rival = if self.chosen_instead().is_some() { chosen } else { "Its rival" };
        let bonus_chance = |option: &TurnOption| Some(self.risk(option)?.upper_bonus);
        reasons::in_words([best, rival], reasons, &self.question.position.roll(), self.rules, bonus_chance)
    }
}
