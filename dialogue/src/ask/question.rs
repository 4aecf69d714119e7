//! A question about a position, read and checked.

use yahtzee_solver::advise::{Puzzle, ReviewedDecision, ReviewedTurn, SolvedTurn, UpperStanding};
use yahtzee_solver::{Action, Game, Goal, Position, Rounds, Sheet, Stage, WrittenAction};

use super::chosen;

/// A question about a position. Its rules are the rules of the table that answers it.
///
/// ```
/// use yahtzee_dialogue::{Question, Service};
/// use yahtzee_solver::{Position, RuleSet, Solver};
/// let service = Service::new(Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?);
/// let question = Question { words: true, ..Question::new(Position::parse("11666", service.rules())?) };
/// assert_eq!(service.answer(question)?.best().action.words(), "Keep 6 6 6, reroll two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position, with the card of the round being played.
    pub position: Position,
    /// The other rounds of the game.
    pub rounds: Rounds,
    /// An action to compare with the best.
    pub chosen: Option<WrittenAction>,
    /// Points in one category to aim at this turn.
    pub goal: Option<Goal>,
    /// Whether to give reasons.
    pub why: bool,
    /// The objective, solved for this turn, if it is not the expected score.
    pub solved: Option<SolvedTurn>,
    /// Whether to give the risks of the options, if the spread table is known.
    pub risks: bool,
    /// Whether to give the answer in words too.
    pub words: bool,
    /// The sheet of its card, if that was text.
    pub sheet: Option<Sheet>,
}

impl Question {
    /// A question about a game of one round.
    pub fn new(position: Position) -> Question {
        Question {
            position,
            rounds: Rounds::default(),
            chosen: None,
            goal: None,
            why: false,
            solved: None,
            risks: true,
            words: false,
            sheet: None,
        }
    }

    /// The question about the current position of a game; `None` if it waits for dice, or is over.
    pub fn of_game(game: &Game) -> Option<Question> {
        match game.stage() {
            Stage::ToChoose { roll, rerolls_left } => {
                let position = Position::new(game.card().clone(), roll, rerolls_left).expect("a position of a game");
                Some(Question { rounds: game.rounds(), ..Question::new(position) })
            }
            Stage::ToRoll { .. } | Stage::Over => None,
        }
    }

    /// The question why a decision of a played game was a mistake or not.
    pub fn of_decision(turn: &ReviewedTurn, decision: &ReviewedDecision) -> Question {
        let position = Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).expect("a position of a game");
        Question::new(position).comparing(&decision.chosen.action).asking_why()
    }

    /// The question of a quiz position.
    pub fn of_puzzle(puzzle: &Puzzle) -> Question {
        Question::new(puzzle.advice.position.clone())
    }

    /// The same question, comparing this action with the best.
    #[must_use]
    pub fn comparing(self, action: &Action) -> Question {
        Question { chosen: Some(chosen::written(action)), ..self }
    }

    /// The same question, asking for reasons.
    #[must_use]
    pub fn asking_why(self) -> Question {
        Question { why: true, ..self }
    }

    /// The same question, maximising something other than the expected score.
    #[must_use]
    pub fn solved(self, solved: SolvedTurn) -> Question {
        Question { solved: Some(solved), ..self }
    }

    /// Whether the reasons include the chance of the upper bonus, which needs a spread table. Those of a bonus of several steps do not.
    pub fn wants_bonus_chance(&self) -> bool {
        self.why
            && self.position.rules().upper_bonus().only_step().is_some()
            && self.solved.is_none()
            && matches!(UpperStanding::of(self.position.rules(), self.position.state()), UpperStanding::Open { .. })
    }
}
