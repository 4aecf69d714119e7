//! The end: how the score came about.

use ratatui::text::{Line, Span};

use super::Screen;
use crate::text;

impl Screen<'_, '_> {
    /// The end: how the score came about.
    pub(super) fn result(&self) -> Vec<Line<'static>> {
        let player = self.player();
        let review = &player.review;
        let mut lines = Vec::new();
        if self.session.players().len() > 1 {
            lines.push(Line::styled(format!(" {} wins with {:.0}.", player.seat.name, review.final_score), self.look.best()));
        }
        lines.push(Line::from(vec![
            Span::styled(format!(" {:.0}", review.final_score), self.look.best()),
            Span::raw(format!(" = {:.2} expected at the start", review.expected_at_start)),
        ]));
        lines.push(Line::raw(format!("   {:+.2} luck, {:.2} lost by choices", review.luck, review.loss + 0.0)));
        if let Some(grade) = review.grade() {
            lines.push(Line::raw(format!(" grade {}", grade.name())));
        }
        if let Some((turn, worst)) = review.mistakes().first() {
            let chosen = text::in_words(&worst.chosen.kind, &worst.roll, self.session.rules());
            lines.push(Line::raw(format!(" Worst: turn {}, {}: {chosen}", turn.number, worst.roll)));
            lines.push(Line::raw(format!("   cost {:.2}", worst.loss())));
        }
        lines
    }
}
