//! The confirmation before a player writes a zero, and the remark after every score.

use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Action, Placement, Points};

use super::state::{Session, Tone};
use crate::ask::Question;
use crate::words;

impl Session<'_> {
    /// Whether the session waits for a yes before it writes a zero.
    pub fn asks(&self) -> bool {
        self.zero.is_some()
    }

    /// The zero that waits for a yes, the points that the roll would score there, and the loss of the zero against the best choice.
    pub fn zero(&self) -> Option<(Placement, Points, f64)> {
        let Action::Score(placement) = self.zero? else { return None };
        let (loss, would_score) = self.cost_of_zero(self.current()?, &placement)?;
        Some((placement, would_score, loss))
    }

    /// Asks for confirmation if this choice writes a zero. With a coach it asks only if the zero is a mistake by the coach's setting.
    pub(super) fn asks_before(&mut self, player: usize, choice: Action) -> bool {
        let Action::Score(placement) = choice else { return false };
        let Some((loss, would_score)) = self.cost_of_zero(player, &placement) else { return false };
        if self.mode.coach.is_some_and(|tolerance| loss <= tolerance) {
            return false;
        }
        let title = &self.rules().category(placement.category).title;
        let though = if would_score > 0 { format!(", though the roll scores {would_score} there") } else { String::new() };
        let costs = match loss {
            loss if loss < TIE_TOLERANCE => "No other choice is better.".to_owned(),
            loss => format!("It costs {} points against the best choice.", words::small(loss)),
        };
        self.say(Tone::Question, format!("Write 0 in {title}{though}? {costs}"));
        self.zero = Some(choice);
        true
    }

    /// The loss of a zero, and the points that the roll would score in its category; `None` if the choice is not a zero.
    fn cost_of_zero(&self, player: usize, placement: &Placement) -> Option<(f64, Points)> {
        if placement.points + placement.bonus > 0 {
            return None;
        }
        let game = &self.players[player].seat.game;
        let question = Question::of_game(game)?.comparing(&Action::Score(*placement));
        let chosen = question.answer(self.table, None).ok()?.chosen?;
        Some((chosen.loss, game.placement(placement.category).ok()?.points))
    }

    /// Says the written points and category.
    pub(super) fn say_written(&mut self, player: usize, choice: &Action) {
        let Action::Score(Placement { category, points, bonus, .. }) = choice else { return };
        let title = &self.rules().category(*category).title;
        let extra = if *bonus > 0 { format!(", and {bonus} extra") } else { String::new() };
        let who = if self.players.len() > 1 { format!("{} wrote", self.players[player].seat.subject()) } else { "Wrote".to_owned() };
        self.say(Tone::Plain, format!("{who} {points} in {title}{extra}."));
    }
}
