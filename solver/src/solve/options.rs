//! The actions of a position with their values, ranked.

use std::cmp::Ordering;

use crate::game::Action;

/// Options whose expected final scores differ by less than this are ties: the smallest true gap between best and second best is 20 times larger.
pub const TIE_TOLERANCE: f64 = 1e-10;

/// An option with its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnOption {
    /// What to do.
    pub action: Action,
    /// The expected final score if this is done, and all that follows is optimal.
    pub expected_final: f64,
    /// How much less that is than after the best option; never negative.
    pub loss: f64,
}

/// Best first, ties in their order; sets the losses.
pub(crate) fn rank(options: &mut [TurnOption]) {
    options.sort_unstable_by(|a, b| b.expected_final.total_cmp(&a.expected_final).then_with(|| in_order_of_ties(&a.action, &b.action)));
    let mut start = 0;
    while start < options.len() {
        let value = options[start].expected_final;
        let end = start + options[start..].iter().take_while(|option| value - option.expected_final < TIE_TOLERANCE).count();
        options[start..end].sort_unstable_by(|a, b| in_order_of_ties(&a.action, &b.action));
        start = end;
    }
    let best = options.first().map_or(0.0, |option| option.expected_final);
    for option in options {
        option.loss = (best - option.expected_final).max(0.0);
    }
}

/// Scoring before holding; categories in their order; holds of more dice first, then those of lower faces first.
fn in_order_of_ties(a: &Action, b: &Action) -> Ordering {
    match (a, b) {
        (Action::Score(a), Action::Score(b)) => a.category.cmp(&b.category),
        (Action::Score(_), Action::Hold(_)) => Ordering::Less,
        (Action::Hold(_), Action::Score(_)) => Ordering::Greater,
        (Action::Hold(a), Action::Hold(b)) => a.in_order(b),
    }
}
