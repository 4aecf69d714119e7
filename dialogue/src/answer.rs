//! The answer to a question about a position, and the one function that finds it: everything that can be said of the position, with the values of
//! the whole game. Faces render it.

use yahtzee_solver::{
    Advice, Advisor, CardError, GoalAdvice, GoalError, OptimalStrategy, Reasons, RuleSet, Spread, SpreadTable, TurnOption, TurnStrategy,
    ValueTable,
};

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
    fn new(table: &'a ValueTable, spread: &'a SpreadTable, question: &Question) -> Result<Risks<'a>, CardError> {
        let turn = OptimalStrategy::new(table).turn(&question.card.state(table.rules()))?;
        Ok(Risks { table, spread, turn })
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is nothing to decide.
    #[error(transparent)]
    Card(#[from] CardError),
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
    /// An [`AnswerError`] where the card is full, or what was chosen or wanted is not possible.
    pub fn answer<'a>(self, table: &'a ValueTable, spread: Option<&'a SpreadTable>) -> Result<Answer<'a>, AnswerError> {
        let Question { card, roll, rerolls_left, .. } = &self;
        let rerolls_left = *rerolls_left;
        let advisor = Advisor::new(table);
        let mut advice = advisor.advise(card, *roll, rerolls_left)?;
        let chosen = self.chosen.map(|chosen| chosen.option(&advice, table, card, roll));
        let mut chosen = chosen.transpose().map_err(AnswerError::Chosen)?;
        let rival = chosen.as_ref().filter(|chosen| chosen.action != advice.best().action);
        let mut reasons = self.why.then(|| advisor.reasons(card, &advice, rerolls_left, rival)).transpose()?;
        let goal = self.goal.map(|goal| advisor.chase(card, &advice, rerolls_left, goal));
        let mut goal = goal.transpose().map_err(AnswerError::Goal)?;
        let risks = spread.map(|spread| Risks::new(table, spread, &self)).transpose()?;

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
        let Risks { table, spread, turn } = self.risks.as_ref()?;
        let Spread { sd, upper_bonus } = spread.after(table, turn, &option.action, self.question.rerolls_left);
        Some(Spread { sd: self.question.rounds.sd(sd, spread), upper_bonus })
    }

    /// An option of this answer as an order.
    pub fn in_words(&self, option: &TurnOption) -> String {
        words::in_words(&option.action, &self.question.roll, self.rules)
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
        reasons::in_words([best, rival], reasons, &self.question.roll, self.rules, bonus_chance)
    }
}
