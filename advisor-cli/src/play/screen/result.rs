//! The end of the game: the winner, the parts of the score, and the most costly choices.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::ReviewedSeat;
use yahtzee_dialogue::words;
use yahtzee_solver::advise::{ReviewedDecision, ReviewedTurn};

use super::fit::{short, width, wrap};
use super::{Screen, cost};

/// From this width on, a mistake is shown in one line.
const WIDE: u16 = 90;

impl Screen<'_, '_> {
    pub(super) fn result(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block("the result");
        let inner = block.inner(area);
        let mut lines = self.summary(inner.width.into());
        let mistakes = self.mistakes();
        let each = if inner.width < WIDE { 2 } else { 1 };
        let room = usize::from(inner.height).saturating_sub(lines.len() + 2) / each;
        if mistakes.is_empty() {
            lines.extend([Line::raw(""), Line::raw(" No choice cost anything.")]);
        } else if room > 0 {
            lines.extend([Line::raw(""), Line::styled(" The choices that cost most", self.look.strong())]);
            lines.extend(mistakes.into_iter().take(room).flat_map(|mistake| self.mistake(mistake, inner.width.into(), each == 1)));
        }
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The winner, with the score as a sum.
    fn summary(&self, columns: usize) -> Vec<Line<'static>> {
        let review = &self.player().review;
        let mut lines = Vec::new();
        let winners = self.session.winners().map_or_else(Vec::new, |text| wrap(&text, columns - 2, 3));
        lines.extend(winners.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.best())));
        let summand = |number: String, what: &str| Line::raw(format!("{number:>8}  {what}"));
        lines.push(summand(format!("{:.2}", review.expected_at_start), if self.narrow { "at the start" } else { "expected at the start" }));
        lines.push(summand(words::signed(review.luck, 2), "luck"));
        lines.push(summand(words::signed(-review.loss, 2), "lost by choices"));
        let grade = review.grade().map_or_else(String::new, |grade| match self.narrow {
            true => format!(", {}", grade.name()),
            false => format!(", grade {}", grade.name()),
        });
        lines.push(Line::from(vec![
            Span::styled(format!("{:>8.2}", review.final_score), self.look.best()),
            Span::raw(format!("  final score{grade}")),
        ]));
        let aided = self.player().seat.aided(self.session.mode());
        if aided > 0 {
            lines.push(summand(aided.to_string(), if self.narrow { "with help" } else { "decisions with help" }));
        }
        lines
    }

    /// The mistakes of all players, the most costly first.
    fn mistakes(&self) -> Vec<Mistake<'_>> {
        let mut mistakes: Vec<Mistake<'_>> = Vec::new();
        for player in self.session.players() {
            mistakes.extend(player.review.mistakes().into_iter().map(|(turn, decision)| (player, turn, decision)));
        }
        mistakes.sort_by(|(.., a), (.., b)| b.loss().total_cmp(&a.loss()));
        mistakes
    }

    fn mistake(&self, (player, turn, decision): Mistake<'_>, columns: usize, on_one_line: bool) -> Vec<Line<'static>> {
        let rules = self.session.rules();
        let (chosen, best) = (words::in_short(&decision.chosen.action, rules), words::in_short(&decision.best.action, rules));
        let loss = Span::styled(format!("{:>8} ", cost(decision.loss())), self.look.loss());
        let what = format!("turn {}, {}: {chosen}", turn.number, decision.roll);
        let name = if self.session.players().len() > 1 { format!("{}; ", player.seat.name) } else { String::new() };
        let better = format!("{name}better: {best}");
        let room = columns - loss.width();
        if on_one_line {
            vec![Line::from(vec![loss, Span::raw(short(&format!("{what:<40} {better}"), room))])]
        } else {
            let indent = columns.saturating_sub(width(&better)).min(loss.width());
            let better = format!("{:indent$}{}", "", short(&better, columns));
            vec![Line::from(vec![loss, Span::raw(short(&what, room))]), Line::raw(better)]
        }
    }
}

type Mistake<'s> = (&'s ReviewedSeat, &'s ReviewedTurn, &'s ReviewedDecision);
