//! The answer to a question about a position: everything that can be said of it, with the values of the whole game. Faces render it.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use yahtzee_solver::{
    Advice, CardError, GoalAdvice, OptimalStrategy, Reasons, RuleSet, Spread, SpreadTable, TurnOption, TurnStrategy, ValueTable,
};

use crate::json::JsonAnswer;
use crate::question::Question;
use crate::{reasons, words};

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
    pub(crate) risks: Option<Risks<'a>>,
}

/// What options risk: worked out only for those that are shown.
#[derive(Clone, Debug)]
pub(crate) struct Risks<'a> {
    table: &'a ValueTable,
    spread: &'a SpreadTable,
    turn: TurnStrategy,
}

impl<'a> Risks<'a> {
    pub(crate) fn new(table: &'a ValueTable, spread: &'a SpreadTable, question: &Question) -> Result<Risks<'a>, CardError> {
        let turn = OptimalStrategy::new(table).turn(&question.card.state(table.rules()))?;
        Ok(Risks { table, spread, turn })
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
    pub fn explained(&self, best: &str, chosen: &str) -> Vec<reasons::Said> {
        let Some(reasons) = &self.reasons else { return Vec::new() };
        let rival = if self.chosen_instead().is_some() { chosen } else { "Its rival" };
        let bonus_chance = |option: &TurnOption| Some(self.risk(option)?.upper_bonus);
        reasons::in_words([best, rival], reasons, &self.question.roll, self.rules, bonus_chance)
    }

    /// The answer as JSON, with the id of the question if it has one.
    pub fn json<'s>(&'s self, id: Option<&'s RawValue>) -> JsonAnswer<'s> {
        JsonAnswer::new(self, id)
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json(None).serialize(serializer)
    }
}
