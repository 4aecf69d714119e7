//! The sentences of an answer, in pieces with emphasis, so that each front end can colour them.

use serde::Serialize;
use yahtzee_solver::advise::GoalOption;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Objective, tr};

use super::Worked;
use crate::ask::objective_text;
use crate::words;
use crate::words::WorthKind;

/// How a piece of a sentence is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub enum Emphasis {
    /// As the rest of the text.
    None,
    /// The best option.
    Best,
    /// An option with a loss.
    Loss,
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Piece {
    /// How it is shown.
    pub emphasis: Emphasis,
    /// Its text.
    pub text: String,
}

/// A sentence, or a few on one line.
pub type Sentence = Vec<Piece>;

impl Piece {
    pub(crate) fn plain(text: impl Into<String>) -> Piece {
        Piece { emphasis: Emphasis::None, text: text.into() }
    }

    pub(crate) fn best(text: impl Into<String>) -> Piece {
        Piece { emphasis: Emphasis::Best, text: text.into() }
    }

    pub(crate) fn loss(text: impl Into<String>) -> Piece {
        Piece { emphasis: Emphasis::Loss, text: text.into() }
    }
}

/// The most tied options that are named.
const TIES_NAMED: usize = 2;

impl Worked<'_> {
    /// The options tied with the best: `Just as good: Keep 6 6, reroll three.`, or `An exact tie: …` where that is proved. If all options tie, it says that
    /// alone. `None` if there are none.
    pub(crate) fn ties(&self) -> Option<String> {
        let ties = self.advice.options[1..].iter().take_while(|option| option.ties_with_best());
        let mut ties: Vec<String> = ties.map(|option| self.in_words(option)).collect();
        let is_exact = self.advice.has_exact_ties();
        if ties.is_empty() {
            return None;
        }
        if ties.len() > TIES_NAMED && ties.len() + 1 == self.advice.options.len() {
            return Some(if is_exact { tr!("Every other choice is an exact tie.") } else { tr!("Every other choice is just as good.") });
        }
        let more = ties.len().saturating_sub(TIES_NAMED);
        ties.truncate(TIES_NAMED);
        if more > 0 {
            ties.push(tr!("and {} more", more));
        }
        let ties = words::joined(ties, "; ");
        Some(if is_exact { tr!("An exact tie: {}.", ties) } else { tr!("Just as good: {}.", ties) })
    }

    /// The chosen option and its loss; empty without one.
    pub(crate) fn verdict(&self) -> Vec<Sentence> {
        let Some(chosen) = &self.chosen else { return Vec::new() };
        let words = self.in_words(chosen);
        let kind = self.worth_kind();
        let Some(cost) = kind.cost(chosen) else {
            let is_other = chosen.action != self.advice.best().action;
            let verdict = if is_other && self.advice.has_exact_ties() { tr!("It is an exact tie.") } else { tr!("Nothing is better.") };
            return vec![vec![Piece::plain(tr!("Your choice: {}. ", words)), Piece::best(verdict)]];
        };
        let is_then = match kind {
            WorthKind::Points => tr!("the expected final score is then {}", kind.amount(chosen)),
            WorthKind::Target | WorthKind::Win => tr!("the chance is then {}", kind.amount(chosen)),
            WorthKind::Utility => tr!("the expected utility is then {}", kind.amount(chosen)),
            WorthKind::Turn => tr!("the turn then brings {} on average", kind.amount(chosen)),
            WorthKind::Fewest => tr!("the game then ends with {} points on average", kind.amount(chosen)),
        };
        let costs = vec![Piece::loss(tr!("It costs {}", cost)), Piece::plain(tr!(": {}.", is_then))];
        vec![vec![Piece::plain(tr!("Your choice: {}.", words))], costs]
    }

    /// The objective, and the loss in it from playing for the expected score; empty without another objective.
    pub(crate) fn objective_in_words(&self) -> Vec<Sentence> {
        let Some(solved) = &self.question.solved else { return Vec::new() };
        let (kind, option) = (self.worth_kind(), self.advice.best());
        let wanted = objective_text::in_words(&solved.objective);
        let amount = match kind {
            WorthKind::Utility | WorthKind::Turn | WorthKind::Fewest => {
                [Piece::plain(tr!("{}: ", wanted.clone())), Piece::best(tr!("{} on average", kind.amount(option)))]
            }
            _ if solved.exact => [Piece::plain(tr!("{}: the chance is ", wanted.clone())), Piece::best(kind.amount(option))],
            _ => [Piece::plain(tr!("{}: the chance is about ", wanted.clone())), Piece::best(kind.amount(option))],
        };
        let for_score = self.advice.best_for_score();
        let is_impossible = matches!(*solved.objective, Objective::Exactly(_)) && option.worth.is_some_and(|worth| worth.value == 0.0);
        if is_impossible {
            return vec![vec![Piece::plain(tr!("{} cannot be reached.", wanted))]];
        }
        if let Some(most) = self.most {
            return vec![vec![Piece::plain(tr!("{} cannot be reached: the most is {}.", wanted, most))]];
        }
        let gives_up = match kind.cost(for_score) {
            None => vec![Piece::plain(tr!("The choice for the expected score is as good."))],
            Some(cost) => {
                vec![
                    Piece::plain(tr!("For the expected score: {}. That would give up ", self.in_words(for_score))),
                    Piece::loss(cost),
                    Piece::plain("."),
                ]
            }
        };
        vec![amount.into_iter().chain([Piece::plain(".")]).collect(), gives_up]
    }

    /// The goal, the option with the best chance of it, and its loss; empty without a goal.
    pub(crate) fn goal_in_words(&self) -> Vec<Sentence> {
        let Some(advice) = &self.goal else { return Vec::new() };
        let goal = words::wanted(&advice.goal, self.rules, |title| tr!("points in {}", title));
        let chased = advice.best();
        if chased.chance == 0.0 {
            return vec![vec![Piece::plain(tr!("This turn, {}: ", goal)), Piece::loss(tr!("It cannot be reached this turn."))]];
        }
        let option = tr!("{}: {}.", self.in_words(&chased.option), words::percent(chased.chance));
        vec![vec![Piece::plain(tr!("This turn, {}: ", goal)), Piece::best(option)], vec![Piece::plain(costs_of_goal(chased, self))]]
    }
}

fn costs_of_goal(best: &GoalOption, answer: &Worked<'_>) -> String {
    let costs = |loss: f64| match loss {
        loss if loss < TIE_TOLERANCE => tr!("nothing"),
        loss => tr!("{} points", words::small(loss)),
    };
    let chased = (answer.advice.best_for_score().expected_final - best.expected_chased).max(0.0);
    match (costs(best.option.loss), costs(chased)) {
        (now, chased) if now == chased => tr!("It costs {} of the expected final score.", now),
        (now, chased) => tr!("It costs {} of the expected final score; chasing it to the end of the turn, {}.", now, chased),
    }
}
