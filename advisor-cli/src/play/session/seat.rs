//! Who sits at a table, and how a game is played there.

use yahtzee_solver::{DecisionKind, Game, Review, ReviewedDecision};

/// The most players at a table: more do not fit on a small screen.
pub(crate) const MOST_PLAYERS: usize = 6;

/// Where the dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiceFrom {
    /// They fall on somebody's table, and are typed.
    Table,
    /// They fall by a seed.
    Seed(u64),
}

/// How a game is played: what is the same from its first move to its last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mode {
    pub(crate) dice: DiceFrom,
    /// With a coach: the loss in points that it lets pass.
    pub(crate) coach: Option<f64>,
}

/// Somebody at the table, with the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) name: String,
    /// Whether it is the optimal player.
    pub(crate) computer: bool,
    pub(crate) game: Game,
}

/// A seat, and what follows from its game.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) seat: Seat,
    pub(crate) review: Review,
}

impl Player {
    /// The expected final score where the game stands; the final score once it is over.
    pub(crate) fn expected(&self) -> f64 {
        self.review.final_score
    }

    /// The expected final score at the start, after every roll and after every decision, each with the turns played until then.
    pub(crate) fn course(&self) -> Vec<(f64, f64)> {
        let mut course = vec![(0.0, self.review.expected_at_start)];
        let steps = 2.0 * f64::from(self.seat.game.rules().rolls());
        for (done, turn) in self.review.turns.iter().enumerate() {
            for (before, decision) in turn.decisions.iter().enumerate() {
                let rolled = done as f64 + (2 * before + 1) as f64 / steps;
                let decided = if decision.kind == DecisionKind::Category { (done + 1) as f64 } else { rolled + 1.0 / steps };
                course.extend([(rolled, decision.best.expected_final), (decided, decision.chosen.expected_final)]);
            }
        }
        if let Some(turn) = self.seat.game.turns().last().filter(|turn| turn.undecided().is_some()) {
            let rolled = (self.seat.game.turns().len() - 1) as f64 + (2 * turn.decisions().len() + 1) as f64 / steps;
            course.push((rolled, self.expected()));
        }
        course
    }

    /// The decisions so far.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = &ReviewedDecision> {
        self.review.turns.iter().flat_map(|turn| &turn.decisions)
    }
}

/// Turns that are over.
pub(crate) fn turns_done(seat: &Seat) -> usize {
    seat.game.turns().iter().filter(|turn| turn.placement().is_some()).count()
}
