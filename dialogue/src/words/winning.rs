//! The chance to win in the review of a game of several players, in words.

use yahtzee_solver::win::{Chance, TurningPoint, WinDecision, WinReview};
use yahtzee_solver::{RuleSet, tr};

use super::worth::{WorthKind, reaches};
use crate::words;

/// Turning points that are told.
const SHOWN: usize = 3;
/// The least change of the chance that is a turning point.
const NOTABLE: f64 = 0.05;

/// The chance at a moment of the game: `≈53%`, `won`, `lost`.
pub fn chance_then(value: f64, approximate: bool) -> String {
    match value {
        0.0 => tr!("lost"),
        1.0 => tr!("won"),
        value => words::chance(&Chance { value, approximate }),
    }
}

/// The moments that changed the chance most: `from ≈41% to ≈77% in turn 12`.
pub fn turning_points(review: &WinReview) -> Vec<String> {
    let points = review.turning_points().into_iter().filter(|point| (point.to - point.from).abs() >= NOTABLE).take(SHOWN);
    let in_words = |TurningPoint { turn, own, from, to }: TurningPoint| {
        let [from, to] = [from, to].map(|value| chance_then(value, review.approximate));
        if own {
            tr!("from {} to {} in turn {}", from, to, turn)
        } else {
            tr!("from {} to {} in the others' turns after turn {}", from, to, turn)
        }
    };
    points.map(in_words).collect()
}

/// What a decision made of the chance: `The chance to win is then ≈53.20%.` A mistake has its cost and the best choice for winning too.
pub fn chance_decided(decision: &WinDecision, review: &WinReview, rules: &RuleSet) -> String {
    let then = reaches(WorthKind::Win, &decision.chosen, !review.approximate);
    let cost = WorthKind::Win.cost(&decision.chosen);
    let cost =
        cost.map(|cost| tr!("It costs {}. The best to win: {}.", cost, words::in_words(&decision.best.action, &decision.roll, rules)));
    words::joined(then.into_iter().chain(cost), " ")
}
