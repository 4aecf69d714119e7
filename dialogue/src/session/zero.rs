//! The confirmation before a player writes a zero, and the remark after every score.

use yahtzee_solver::{Action, Placement, Points, TurnOption, tr};

use super::state::{Session, Tone};
use super::winning::loss_in_points;

impl Session {
    /// Whether the session waits for a yes before it writes a zero.
    pub fn asks(&self) -> bool {
        self.zero.is_some()
    }

    /// The zero that waits for a yes, the points that the roll would score there, and the loss of the zero against the best choice, in points.
    pub fn zero(&self) -> Option<(Placement, Points, f64)> {
        let Action::Score(placement) = self.zero? else { return None };
        let (zero, would_score) = self.valued_zero(self.current()?, &placement)?;
        Some((placement, would_score, zero.loss))
    }

    /// Asks for confirmation if this choice writes a zero. With a coach it asks only if the zero is a mistake by the coach's setting.
    pub(super) fn asks_before(&mut self, player: usize, choice: Action) -> bool {
        let Action::Score(placement) = choice else { return false };
        let Some((zero, would_score)) = self.valued_zero(player, &placement) else { return false };
        if self.mode.coach.is_some_and(|tolerance| loss_in_points(&zero) <= tolerance) {
            return false;
        }
        let title = &self.rules().category(placement.category).title;
        let though = if would_score > 0 { tr!(", though the roll scores {} there", would_score) } else { String::new() };
        let costs = match self.worth_kind().cost(&zero) {
            None => tr!("No other choice is better."),
            Some(cost) => tr!("It costs {} against the best choice.", cost),
        };
        self.say(Tone::Question, tr!("Write 0 in {}{}? {}", title, though, costs));
        self.zero = Some(choice);
        true
    }

    /// The value of a zero, and the points that the roll would score in its category; `None` if the choice is not a zero.
    fn valued_zero(&self, player: usize, placement: &Placement) -> Option<(TurnOption, Points)> {
        if placement.points + placement.bonus > 0 {
            return None;
        }
        let game = &self.players[player].seat.game;
        Some((self.valued(&Action::Score(*placement))?, game.placement(placement.category).ok()?.points))
    }

    /// Says the points and category of the last turn, of which only the result is known.
    pub(super) fn say_result(&mut self, player: usize) {
        if let Some(result) = self.players[player].seat.game.turns().last().and_then(|turn| turn.result().copied()) {
            self.say_written(player, &Action::Score(result));
        }
    }

    /// Says the written points and category.
    pub(super) fn say_written(&mut self, player: usize, choice: &Action) {
        let Action::Score(Placement { category, points, bonus, .. }) = choice else { return };
        let title = &self.rules().category(*category).title;
        let extra = if *bonus > 0 { tr!(", and {} extra", bonus) } else { String::new() };
        let written = match self.players.len() {
            1 => tr!("Wrote {} in {}{}.", points, title, extra),
            _ => tr!("{} wrote {} in {}{}.", self.players[player].seat.subject(), points, title, extra),
        };
        self.say(Tone::Plain, written);
    }
}
