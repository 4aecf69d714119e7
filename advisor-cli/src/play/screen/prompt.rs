//! The lines at the bottom: what was said, what may be typed, what is typed, and the keys.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_solver::Stage;

use super::Screen;
use crate::play::session::{DiceFrom, Shown, Tone};
use crate::text;

impl Screen<'_, '_> {
    /// What was said last, and what may be typed where there is room for it.
    pub(super) fn said(&self, frame: &mut Frame<'_>, area: Rect) {
        let said = self.session.said();
        let room = usize::from(area.height);
        let said = said[said.len().saturating_sub(room)..].iter().map(|said| {
            let style = match said.tone {
                Tone::Plain => Style::new(),
                Tone::Wrong => self.look.loss().add_modifier(Modifier::BOLD),
                Tone::Coach => self.look.coach(),
            };
            Line::styled(format!(" {}", said.text), style)
        });
        let mut lines: Vec<Line<'_>> = said.collect();
        let guide = self.guide();
        if lines.len() + guide.len() <= room {
            lines.resize(room - guide.len(), Line::raw(""));
            lines.extend(guide.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.faint())));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// What may be typed now.
    fn guide(&self) -> Vec<String> {
        match self.session.stage() {
            Stage::Over => vec!["Ctrl-Q leaves, and says how the game can be looked over.".to_owned()],
            Stage::ToRoll { .. } if self.session.mode().dice != DiceFrom::Table => Vec::new(),
            Stage::ToRoll { hold, .. } => {
                let rolled = text::number(self.session.rules().dice() - hold.len());
                vec![format!("Roll on your table, and type the {rolled} that fell, in any order. Then Enter.")]
            }
            Stage::ToChoose { rerolls_left, .. } => {
                let again = "To roll again, type the dice to keep, like 33 (0: none), or use ← → Space.";
                let score = format!("To score, type a category, like {}, or use ↑ ↓. Then Enter.", self.example().name);
                if rerolls_left.get() > 0 { vec![again.to_owned(), score] } else { vec![score] }
            }
        }
    }

    pub(super) fn line(&self, frame: &mut Frame<'_>, area: Rect) {
        let name = if self.session.players().len() > 1 { format!("{}, ", self.player().seat.name) } else { String::new() };
        let prompt = match (self.session.stage(), self.session.shown()) {
            (Stage::Over, _) => "the game is over; Ctrl-Q leaves".to_owned(),
            (Stage::ToRoll { .. }, _) if self.session.mode().dice != DiceFrom::Table => "Enter plays the next turn".to_owned(),
            (Stage::ToRoll { .. }, _) => format!("{name}dice"),
            (Stage::ToChoose { .. }, Shown::All(_) | Shown::Best(_)) => format!("{name}choice (Enter takes the best)"),
            (Stage::ToChoose { .. }, _) => format!("{name}choice"),
        };
        let line = format!(" {prompt}> ");
        let cursor = Span::raw(line.clone()).width() + Span::raw(self.session.typed()).width();
        let spans = vec![Span::styled(line, self.look.strong()), Span::raw(self.session.typed().to_owned())];
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
        if self.session.page().is_none() {
            frame.set_cursor_position(Position { x: (area.x + cursor as u16).min(area.right() - 1), y: area.y });
        }
    }

    pub(super) fn keys(&self, frame: &mut Frame<'_>, area: Rect) {
        let choosing = matches!(self.session.stage(), Stage::ToChoose { .. });
        let hint = if choosing && self.session.mode().coach.is_some() { "Tab hint · " } else { "" };
        let why = if choosing { "! why · " } else { "" };
        let keys = format!(" {hint}{why}< take back · Esc clear the line · ? help · Ctrl-Q leave");
        frame.render_widget(Paragraph::new(Span::styled(keys, self.look.faint())), area);
    }
}
