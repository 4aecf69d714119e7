//! The texts of a quiz: help, hints, the solution of a position, and the tally of the replies.

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{RuleSet, SpreadTable, TurnOption, ValueTable, WrittenAction, tr};

use super::record::AnswerRecord;
use crate::answer::hint::few;
use crate::answer::sentences::{Piece, Sentence};
use crate::answer::{AnswerError, Worked};
use crate::ask::Question;
use crate::words;
use crate::words::reasons::Explanation;

/// The help: the possible replies.
pub fn help() -> String {
    let row = |typed: &str, means: String| format!("  {typed:<23} {means}\n");
    row("33, hold 33, keep 3 3", tr!("keep these dice; 'none' keeps nothing"))
        + &row("fh, score full house", tr!("score there; the start of a name will do"))
        + &row("chance=0", tr!("score 0 there, though the roll is worth more"))
        + &row("hint, Tab", tr!("the best few options; once more: the best"))
        + &row("skip", tr!("give up, and see the answer"))
        + &row("?, help", tr!("this help"))
        + &row("q, quit", tr!("end the quiz"))
}

/// A hint. The first one names the best few options, later ones the best.
pub fn hint(puzzle: &Puzzle, number: usize, rules: &RuleSet) -> String {
    let words = |option: &TurnOption| words::in_words(&option.action, &puzzle.advice.position.roll(), rules);
    if number > 1 {
        return tr!("The best: {}.", words(puzzle.advice.best())) + "\n";
    }
    let few: String = few(&puzzle.advice).iter().map(|option| format!("  {}\n", words(option))).collect();
    format!("{}\n{few}", tr!("One of these is the best (another hint says which):"))
}

/// The loss of a choice: `It costs 0.42 points`.
pub fn costs(option: &TurnOption) -> String {
    tr!("It costs {} points", words::small(option.loss))
}

/// The option that an action is in a puzzle.
///
/// # Errors
///
/// [`AnswerError::Chosen`] if it is not possible there.
pub fn reply(puzzle: &Puzzle, action: WrittenAction, table: &ValueTable) -> Result<TurnOption, AnswerError> {
    let question = Question { chosen: Some(action), ..Question::of_puzzle(puzzle) };
    Ok(question.work(table, None)?.chosen.expect("it was asked for"))
}

/// The quality of a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The position was given up.
    GivenUp,
    /// The reply is one of the best. Contains the praise in words.
    Right(String),
    /// The reply costs points.
    Mistake(TurnOption),
}

/// The solution of a position.
#[derive(Clone, Debug)]
pub struct Solution<'a> {
    /// The quality of the reply.
    pub verdict: Verdict,
    /// The obvious choice.
    pub obvious: TurnOption,
    /// The best option compared with the mistake, or else with the obvious choice.
    answer: Worked<'a>,
    /// The best option compared with the obvious choice, if the reply was another mistake.
    beside: Option<Worked<'a>>,
    chosen: Option<TurnOption>,
}

impl<'a> Solution<'a> {
    /// The solution after a reply; no reply means that the position was given up. With a spread table the reasons include the chance of the upper
    /// bonus.
    ///
    /// # Errors
    ///
    /// An [`AnswerError`] if the puzzle is of other rules.
    pub fn new(
        puzzle: &Puzzle,
        chosen: Option<&TurnOption>,
        table: &'a ValueTable,
        spread: Option<&'a SpreadTable>,
    ) -> Result<Solution<'a>, AnswerError> {
        let rival = chosen.filter(|chosen| chosen.loss >= TIE_TOLERANCE).unwrap_or(&puzzle.obvious);
        let compared = |rival: &TurnOption| Question::of_puzzle(puzzle).comparing(&rival.action).asking_why().work(table, spread);
        let answer = compared(rival)?;
        let another = puzzle.obvious.loss >= TIE_TOLERANCE && puzzle.obvious.action != rival.action;
        let beside = another.then(|| compared(&puzzle.obvious)).transpose()?;
        let verdict = match chosen {
            None => Verdict::GivenUp,
            Some(chosen) if chosen.action == answer.advice.best().action => {
                Verdict::Right(tr!("{}. Nothing is better.", answer.in_words(chosen)))
            }
            Some(chosen) if chosen.loss < TIE_TOLERANCE => Verdict::Right(tr!("{}. It is as good as the best.", answer.in_words(chosen))),
            Some(chosen) => Verdict::Mistake(*chosen),
        };
        Ok(Solution { verdict, obvious: puzzle.obvious, answer, beside, chosen: chosen.copied() })
    }

    /// Whether the reply was the obvious choice.
    pub fn obvious_chosen(&self) -> bool {
        self.chosen.is_some_and(|chosen| chosen.action == self.obvious.action)
    }

    /// The choice, and its loss.
    pub fn verdict_in_words(&self) -> Sentence {
        match &self.verdict {
            Verdict::GivenUp => vec![Piece::plain(tr!("Given up."))],
            Verdict::Right(words) => vec![Piece::best(tr!("Right:")), Piece::plain(format!(" {words}"))],
            Verdict::Mistake(option) => {
                vec![Piece::plain(tr!("Your choice: {}.", self.answer.in_words(option)) + " "), Piece::loss(format!("{}.", costs(option)))]
            }
        }
    }

    /// The loss of the obvious choice.
    pub fn obvious_in_words(&self) -> Sentence {
        if self.obvious_chosen() {
            return vec![Piece::plain(tr!("It is the obvious choice."))];
        }
        if self.obvious.loss < TIE_TOLERANCE {
            return vec![Piece::plain(tr!("The obvious choice is right: {}.", self.answer.in_words(&self.obvious)))];
        }
        let obvious = tr!("The obvious choice: {}.", self.answer.in_words(&self.obvious)) + " ";
        vec![Piece::plain(obvious), Piece::loss(format!("{}.", costs(&self.obvious)))]
    }

    /// Why the best option is the best.
    pub fn explained(&self) -> Vec<Explanation> {
        let rival = if let Verdict::Mistake(_) = self.verdict { tr!("your choice") } else { tr!("the obvious choice") };
        self.answer.explained(&tr!("The best"), rival)
    }

    /// Why the obvious choice is a mistake, if the reply was another one.
    pub fn beside_explained(&self) -> Vec<Explanation> {
        let said = self.beside.as_ref().map(|answer| answer.explained(&tr!("The best"), tr!("the obvious choice")));
        // The best option was explained already.
        said.into_iter().flatten().skip(1).collect()
    }
}

/// The replies so far, and their loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Answered positions.
    pub answered: usize,
    /// Answers that were one of the best.
    pub best: usize,
    /// Answers without a hint before them.
    pub unaided: usize,
    /// Positions given up.
    pub given_up: usize,
    /// Loss of the answers, in points.
    pub loss: f64,
    /// Loss of the obvious choice in the answered positions, in points.
    pub obvious_loss: f64,
}

impl Tally {
    /// Positions answered or given up.
    pub fn asked(&self) -> usize {
        self.answered + self.given_up
    }

    /// The tally of some answers.
    pub fn of(answers: &[AnswerRecord]) -> Tally {
        let mut tally = Tally::default();
        answers.iter().for_each(|answer| tally.add(answer));
        tally
    }

    /// Counts an answer.
    pub fn add(&mut self, answer: &AnswerRecord) {
        if answer.chosen.is_none() {
            self.given_up += 1;
            return;
        }
        self.answered += 1;
        self.best += usize::from(answer.loss < TIE_TOLERANCE);
        self.unaided += usize::from(answer.hints == 0);
        self.loss += answer.loss;
        self.obvious_loss += answer.obvious_loss;
    }
}
