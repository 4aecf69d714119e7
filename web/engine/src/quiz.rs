//! Positions to learn from, and their solutions.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::quiz::{Solution, Verdict};
use yahtzee_dialogue::{Measure, Question, Text, hint, say};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{Position, Quiz, Seed, WrittenAction};

use crate::Engine;
use crate::card::CardView;
use crate::view::{ChoiceView, ExplanationView, OptionView, faces, would_score};

/// The most positions of a quiz: each is found by playing a game, and the last one needs those before it.
const POSITIONS: u32 = 1000;

/// A position of the quiz.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleView {
    /// The position in the notation of the program.
    position: String,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: CardView,
    /// The obvious choice, as somebody would type it.
    obvious: String,
    /// Everything that may be done, in an order that does not tell what is best.
    choices: Vec<ChoiceView>,
    /// The best few options, in no order.
    few: Vec<ChoiceView>,
    #[tsify(type = "([number, number] | null)[]")]
    would: Vec<Option<[u32; 2]>>,
}

/// How good a reply was.
#[derive(Serialize, Tsify)]
pub struct SolutionView {
    /// Whether it was among the best.
    right: bool,
    loss: f64,
    why: Vec<ExplanationView>,
    options: Vec<OptionView>,
}

impl Engine {
    /// A position with a choice that is a mistake there.
    fn puzzle(&self, position: &str, obvious: &str) -> Result<Puzzle, String> {
        let position = Position::parse(position, self.table.rules()).map_err(|error| error.to_string())?;
        let written = WrittenAction::parse(obvious, self.table.rules(), position.card()).map_err(|error| error.to_string())?;
        let question = Question { chosen: Some(written), ..Question::new(position) };
        let answer = question.answer(self.table, None).map_err(|error| error.to_string())?;
        Ok(Puzzle { obvious: answer.chosen.ok_or("no choice")?, advice: answer.advice })
    }

    fn puzzle_view(&self, puzzle: &Puzzle) -> PuzzleView {
        let position = &puzzle.advice.position;
        let (rules, roll) = (self.table.rules(), position.roll());
        PuzzleView {
            position: position.to_string(),
            dice: faces(&roll),
            rerolls_left: position.rerolls_left().get(),
            card: CardView::new(position.card(), self.table),
            obvious: puzzle.obvious.action.display(rules).to_string(),
            choices: position.actions().map(|action| ChoiceView::new(&action, &roll, rules)).collect(),
            few: hint::few(&puzzle.advice).iter().map(|option| ChoiceView::new(&option.action, &roll, rules)).collect(),
            would: would_score(position),
        }
    }
}

impl Engine {
    /// The position of this number, from 0, in the quiz of a seed.
    ///
    /// # Errors
    ///
    /// Says so if there is no such number, or the rules give no more positions.
    pub fn quiz_position(&self, seed: f64, number: f64) -> Result<PuzzleView, Text> {
        if !(0.0..POSITIONS as f64).contains(&number) || number.fract() != 0.0 {
            return Err(say!("a quiz has no position {}: they are numbered from 0 to {}", number.to_string(), POSITIONS - 1));
        }
        let puzzle = Quiz::new(self.table, Seed::new(seed as u64)).nth(number as usize);
        Ok(self.puzzle_view(&puzzle.ok_or_else(|| say!("these rules give no more positions"))?))
    }

    /// A position in which somebody made a mistake.
    ///
    /// # Errors
    ///
    /// What is wrong with the position or the choice.
    pub fn mistake_position(&self, position: &str, chosen: &str) -> Result<PuzzleView, String> {
        self.puzzle(position, chosen).map(|puzzle| self.puzzle_view(&puzzle))
    }

    /// The solution of a position after a reply; no reply means that it was given up. `own` says that somebody made this mistake in a game.
    ///
    /// # Errors
    ///
    /// What is wrong with the reply.
    pub fn solution(&self, position: &str, obvious: &str, reply: Option<String>, own: bool) -> Result<SolutionView, String> {
        let puzzle = self.puzzle(position, obvious)?;
        let reply = reply.map(|reply| self.puzzle(position, &reply)).transpose()?.map(|puzzle| puzzle.obvious);
        let solution = Solution::new(&puzzle, reply.as_ref(), self.table, self.spread).map_err(|error| error.to_string())?;
        let advice = &solution.answer.advice;
        Ok(SolutionView {
            right: matches!(solution.verdict, Verdict::Right(_)),
            loss: reply.map_or(puzzle.obvious.loss, |reply| reply.loss),
            why: solution
                .explained_against(if own { say!("what you did then") } else { say!("the obvious choice") })
                .into_iter()
                .map(ExplanationView::from)
                .collect(),
            options: OptionView::all(&advice.options, &advice.position, Measure::Points, |_| None),
        })
    }
}
