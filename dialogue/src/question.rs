//! A question about a position: what a face asks.

use yahtzee_solver::{Action, Game, Goal, Puzzle, RerollsLeft, Roll, Rounds, RuleSet, Scorecard, Stage, UpperStanding};

use crate::typed_action::TypedAction;

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
}
