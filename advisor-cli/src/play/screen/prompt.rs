//! The lines at the bottom: what was said, what is typed, and the keys; and the page of help.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use yahtzee_solver::Stage;

use super::Screen;
use crate::play::session::{DiceFrom, Shown, Tone};

impl Screen<'_, '_> {
    pub(super) fn said(&self, frame: &mut Frame<'_>, area: Rect) {
        let said = self.session.said();
        let lines: Vec<Line<'_>> = said[said.len().saturating_sub(area.height.into())..]
            .iter()
            .map(|said| {
                let style = match said.tone {
                    Tone::Plain => Style::new(),
                    Tone::Wrong => self.look.loss().add_modifier(Modifier::BOLD),
                    Tone::Coach => self.look.fg(Color::Yellow),
                };
                Line::styled(format!(" {}", said.text), style)
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    pub(super) fn line(&self, frame: &mut Frame<'_>, area: Rect) {
        let name = if self.session.players().len() > 1 { format!("{}, ", self.player().seat.name) } else { String::new() };
        let prompt = match (self.session.stage(), self.session.shown()) {
            (Stage::Over, _) => "over; Ctrl-Q leaves".to_owned(),
            (Stage::ToRoll { .. }, _) if self.session.mode().dice != DiceFrom::Table => "Enter plays the next turn".to_owned(),
            (Stage::ToRoll { .. }, _) => format!("{name}dice"),
            (Stage::ToChoose { .. }, Shown::All(_) | Shown::Best(_)) => format!("{name}choice (Enter takes the best)"),
            (Stage::ToChoose { .. }, _) => format!("{name}choice"),
        };
        let line = format!(" {prompt}> ");
        let cursor = Span::raw(line.clone()).width() + Span::raw(self.session.typed()).width();
        let spans = vec![Span::styled(line, self.look.strong()), Span::raw(self.session.typed().to_owned())];
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
        if !self.session.help() {
            frame.set_cursor_position(Position { x: (area.x + cursor as u16).min(area.right() - 1), y: area.y });
        }
    }

    pub(super) fn keys(&self, frame: &mut Frame<'_>, area: Rect) {
        let hint = if self.session.mode().coach.is_some() { "Tab hint · " } else { "" };
        let keys = match self.session.stage() {
            Stage::ToRoll { .. } => " type the dice, Enter · < undo · ? help · Ctrl-Q quit".to_owned(),
            Stage::ToChoose { .. } => {
                format!(" 33 keep · fh score · {hint}↑↓ ←→ Space choose · < undo · ? help · Ctrl-Q quit")
            }
            Stage::Over => " < undo · ? help · Ctrl-Q quit".to_owned(),
        };
        frame.render_widget(Paragraph::new(Span::styled(keys, self.look.faint())), area);
    }

    pub(super) fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let rows = [
            ("13356 Enter", "the dice as they fall; after a hold the new ones will do"),
            ("33 Enter", "keep these dice and reroll the others; none or 0: all"),
            ("fh Enter", "score there: a name, a short one, or its start"),
            ("chance=0 Enter", "write a 0 of your own will"),
            ("Enter", "take the advice"),
            ("↑ ↓", "choose a category; Enter scores there"),
            ("← → Space", "choose dice to keep; Enter keeps them"),
            ("Tab", "with --coach, a hint: a few options, then the best"),
            ("< or Ctrl-Z", "take back the last move, as often as you like"),
            ("Esc", "clear the line"),
            ("? or help", "this page; any key closes it"),
            ("Ctrl-Q, Ctrl-C", "leave: every move is saved, --resume goes on"),
        ];
        let lines: Vec<Line<'_>> = rows
            .into_iter()
            .map(|(keys, what)| Line::from(vec![Span::styled(format!(" {keys:<16}"), self.look.strong()), Span::raw(what)]))
            .collect();
        let (width, height) = (76.min(area.width), (lines.len() as u16 + 2).min(area.height));
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines).block(self.block("help")), place);
    }
}
