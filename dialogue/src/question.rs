//! A question about a position: what a face asks, and the one function that answers it.

use yahtzee_solver::{
    Action, Advisor, CardError, Game, Goal, GoalError, Puzzle, RerollsLeft, Roll, Rounds, RuleSet, Scorecard, SpreadTable, Stage,
    UpperStanding, ValueTable,
};

use crate::answer::{Answer, Risks};
use crate::typed_action::TypedAction;
use crate::whole_game::OtherRounds;

/// A question about a position. The rules are those of the table that answers it.
///
/// ```
/// use yahtzee_dialogue::Question;
/// use yahtzee_solver::{RuleSet, Scorecard, Solver};
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve();
/// let rules = table.rules();
/// let question = Question::new(Scorecard::new(rules), rules.parse_roll("11666")?, rules.rerolls());
/// let answer = question.answer(&table, None)?;
/// assert_eq!(answer.in_words(answer.advice.best()), "Keep 6 6 6, reroll two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The card of the round being played, with a category open.
    pub card: Scorecard,
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The other rounds of the game.
    pub rounds: Rounds,
    /// An action to be valued, and to be compared with the best.
    pub chosen: Option<TypedAction>,
    /// Points in one category that are wanted this turn.
    pub goal: Option<Goal>,
    /// Whether reasons are wanted.
    pub why: bool,
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
    /// What to do in a game of one round.
    pub fn new(card: Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Question {
        Question { card, roll, rerolls_left, rounds: Rounds::default(), chosen: None, goal: None, why: false }
    }

    /// What to do where a game stands; `None` where it waits for dice, or is over.
    pub fn of_game(game: &Game) -> Option<Question> {
        match game.stage() {
            Stage::ToChoose { roll, rerolls_left } => {
                Some(Question { rounds: game.rounds(), ..Question::new(game.card().clone(), roll, rerolls_left) })
            }
            Stage::ToRoll { .. } | Stage::Over => None,
        }
    }

    /// What to do in a position of a quiz.
    pub fn of_puzzle(puzzle: &Puzzle) -> Question {
        Question::new(puzzle.card.clone(), puzzle.roll, puzzle.rerolls_left)
    }

    /// The same question, comparing this action with the best.
    #[must_use]
    pub fn comparing(self, action: &Action) -> Question {
        Question { chosen: Some(action.into()), ..self }
    }

    /// The same question, asking for reasons.
    #[must_use]
    pub fn asking_why(self) -> Question {
        Question { why: true, ..self }
    }

    /// Whether the reasons say how likely the upper bonus is, which they know only from a spread table.
    pub fn wants_bonus_chance(&self, rules: &RuleSet) -> bool {
        self.why && matches!(UpperStanding::of(rules, &self.card.state(rules)), UpperStanding::Open { .. })
    }

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
