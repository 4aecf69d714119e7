//! The lines at the bottom: the remarks, the possible input, the typed line, and the keys.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::{DiceFrom, Tone, Visible};
use yahtzee_dialogue::words;
use yahtzee_solver::{Stage, tr};

use super::fit::{width, wrap};
use super::{Look, Screen};
use crate::play::editor::ends_by_itself;
use crate::play::responses;

impl Screen<'_> {
    /// The last remarks, and the possible input, if there is room for it. The remarks of these numbers are elsewhere.
    pub(super) fn said(&self, frame: &mut Frame<'_>, area: Rect, elsewhere: &[usize]) {
        let (room, columns) = (usize::from(area.height), usize::from(area.width) - 2);
        let mut lines = self.heard(room, columns, elsewhere);
        let mut guide: Vec<String> = self.guide().iter().flat_map(|line| wrap(line, columns, room)).collect();
        if lines.len() + guide.len() > room {
            guide = self.short_guide().map(|line| wrap(&line, columns, room)).unwrap_or_default();
        }
        if lines.len() + guide.len() <= room {
            lines.resize(room - guide.len(), Line::raw(""));
            lines.extend(guide.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.faint())));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The remarks in this many lines. Questions, errors and the coach's remarks come first, then the latest of the others.
    fn heard(&self, room: usize, columns: usize, elsewhere: &[usize]) -> Vec<Line<'static>> {
        let said = self.session.said();
        let of = |tone| (0..said.len()).filter(move |index| said[*index].tone == tone && !elsewhere.contains(index));
        // Reserve a line for each mandatory remark.
        let first = || of(Tone::Question).chain(of(Tone::Wrong)).chain(of(Tone::Coach));
        let mut waiting = first().count();
        let mut left = room;
        let mut heard = vec![Vec::new(); said.len()];
        for index in first().chain(of(Tone::Plain).rev()) {
            waiting = waiting.saturating_sub(1);
            let most = left.saturating_sub(waiting).max(1).min(left);
            heard[index] = wrap(&responses::with_keys(&said[index]), columns, most);
            left -= heard[index].len();
        }
        let lines = said.iter().zip(heard).flat_map(|(said, lines)| {
            let style = match said.tone {
                Tone::Plain => Style::new(),
                Tone::Wrong => self.look.loss().add_modifier(Modifier::BOLD),
                Tone::Coach => self.look.coach(),
                Tone::Question => self.look.strong(),
            };
            lines.into_iter().map(move |line| Line::styled(format!(" {line}"), style))
        });
        lines.collect()
    }

    /// The possible input.
    fn guide(&self) -> Vec<String> {
        match self.session.stage() {
            _ if self.review.is_some() => Vec::new(),
            Stage::Over if self.look.resume.is_apart() => {
                vec![tr!("Type n to try it again with other dice, r for the review of this, or q to go back. Then Enter.")]
            }
            Stage::Over => {
                vec![tr!("Type n for a new game of the same players, r for the review of this one, or q to leave. Then Enter.")]
            }
            Stage::ToRoll { .. } if self.session.mode().dice != DiceFrom::Table => Vec::new(),
            Stage::ToRoll { hold, .. } if hold.is_empty() && ends_by_itself(self.session.rules()) => {
                vec![tr!("Roll on your table, and type the {} that fell, in any order.", words::number(self.session.rules().dice()))]
            }
            Stage::ToRoll { hold, .. } => {
                let rolled = words::number(self.session.rules().dice() - hold.len());
                vec![tr!("Roll on your table, and type the {} that fell, in any order. Then Enter.", rolled)]
            }
            Stage::ToChoose { rerolls_left, .. } => {
                let again = tr!("To roll again, type the dice to keep, like {} (0: none), or use ← → Space.", "33");
                let score = tr!("To score, type a category, like {}, or use ↑ ↓. Then Enter.", self.example().name);
                if rerolls_left.get() > 0 { vec![again, score] } else { vec![score] }
            }
        }
    }

    /// The name of the current player.
    fn next_name(&self) -> &str {
        let current = self.session.current().unwrap_or_else(|| self.session.shown_player());
        &self.session.players()[current].seat.name
    }

    /// The possible input, in one line.
    fn short_guide(&self) -> Option<String> {
        match self.session.stage() {
            _ if self.review.is_some() => None,
            Stage::ToChoose { rerolls_left, .. } if rerolls_left.get() > 0 => {
                Some(tr!("Type dice to keep (0: none), or a category. Then Enter."))
            }
            Stage::ToChoose { .. } => Some(tr!("Type a category. Then Enter.")),
            Stage::ToRoll { .. } if self.session.mode().dice == DiceFrom::Table => Some(tr!("Type the dice that fell. Then Enter.")),
            Stage::ToRoll { .. } | Stage::Over => None,
        }
    }

    pub(super) fn line(&self, frame: &mut Frame<'_>, area: Rect) {
        if let Some((decision, of)) = self.review {
            let text = tr!("decision {} of {} · ↑ ↓ option, Enter plays on from here", decision, of);
            frame.render_widget(Paragraph::new(Span::styled(format!(" {text}"), self.look.strong())), area);
            return;
        }
        let name = if self.session.players().len() > 1 { format!("{}, ", self.player().seat.name) } else { String::new() };
        let prompt = match (self.session.stage(), self.session.shown()) {
            (Stage::Over, _) if self.look.resume.is_apart() => tr!("the game is over; n again, r review, q back"),
            (Stage::Over, _) => tr!("the game is over; n new game, r review, q leave"),
            (Stage::ToRoll { .. }, _) if self.session.waits() => match self.next_name() {
                words::YOU => tr!("You are next; any key throws the dice"),
                name => tr!("{} is next; any key throws the dice", name),
            },
            (Stage::ToRoll { .. }, _) if self.session.mode().dice != DiceFrom::Table => tr!("Enter plays the next turn"),
            (Stage::ToRoll { .. }, _) => name + &tr!("dice"),
            (Stage::ToChoose { .. }, _) if self.session.asks() => name + &tr!("write 0? (y: yes, Esc: no)"),
            (Stage::ToChoose { .. }, Visible::All(_) | Visible::Best(_)) => name + &tr!("choice (Enter takes the best)"),
            (Stage::ToChoose { .. }, _) => name + &tr!("choice"),
        };
        let has_cursor = self.session.page().is_none() && self.editor.cards().is_none();
        typed(frame, area, self.look, &prompt, self.editor.typed(), has_cursor);
    }

    pub(super) fn keys(&self, frame: &mut Frame<'_>, area: Rect) {
        let choosing = matches!(self.session.stage(), Stage::ToChoose { .. });
        let in_review = self.review.is_some();
        let play = |key| (!in_review).then_some(key);
        let review = |key| in_review.then_some(key);
        let keys = [
            review(tr!("← → step")),
            review(tr!("/ mistake")),
            review(tr!("w why")),
            review(tr!("t worst again")),
            (choosing && self.session.mode().coach.is_some()).then(|| tr!("Tab hint")),
            (!in_review && (choosing || self.session.mistake().is_some())).then(|| tr!("! why")),
            (self.session.players().len() > 1).then(|| tr!("# cards")),
            play(tr!("< take back")),
            play(tr!("Esc clear the line")),
            Some(tr!("? help")),
            play(tr!("Ctrl-Q leave")),
            review(tr!("q leave")),
        ];
        let mut keys: Vec<String> = keys.into_iter().flatten().collect();
        // The help names every key. Clearing the line goes first, then the hint, which the coach's box names.
        for left_out in [tr!("Esc clear the line"), tr!("Tab hint"), tr!("# cards"), tr!("t worst again")] {
            if 1 + width(&keys.join(" · ")) > usize::from(area.width) {
                keys.retain(|key| *key != left_out);
            }
        }
        frame.render_widget(Paragraph::new(Span::styled(format!(" {}", keys.join(" · ")), self.look.faint())), area);
    }
}

/// The prompt and the typed line.
pub(in crate::play) fn typed(frame: &mut Frame<'_>, area: Rect, look: &Look, prompt: &str, typed: &str, has_cursor: bool) {
    let line = Line::from(vec![Span::styled(format!(" {prompt}> "), look.strong()), Span::raw(typed)]);
    let cursor = line.width() as u16;
    frame.render_widget(Paragraph::new(line), area);
    if has_cursor {
        frame.set_cursor_position(Position { x: (area.x + cursor).min(area.right() - 1), y: area.y });
    }
}
