//! The row of dice, and the line above it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::DiceFrom;
use yahtzee_dialogue::words;
use yahtzee_solver::counted;
use yahtzee_solver::dice::Face;
use yahtzee_solver::say;
use yahtzee_solver::{Dice, Stage};

use super::super::editor::Editor;
use super::Screen;
use super::dice::{self, Size};

impl Screen<'_> {
    /// The dice that stay while others are rolled. If more dice are typed than are to be rolled, they are all dice; this avoids drawing one twice.
    fn stay(&self, hold: &Dice) -> Dice {
        let typed = self.editor.fallen(self.session).unwrap_or(Dice::NONE);
        if hold.len() + typed.len() <= self.session.rules().dice() { *hold } else { Dice::NONE }
    }

    /// The dice during a roll: the ones that stay, and the ones typed so far.
    fn to_roll(&self, hold: &Dice) -> Vec<Option<Face>> {
        let all = self.session.rules().dice();
        let typed = self.editor.fallen(self.session).unwrap_or(Dice::NONE);
        self.stay(hold).faces().chain(typed.faces()).map(Some).chain(std::iter::repeat(None)).take(all).collect()
    }

    /// The label of a kept die.
    fn keep(&self, size: Size) -> String {
        if size.has_room_for_words() { say!("keep") } else { say!("k") }
    }

    pub(super) fn dice(&self, frame: &mut Frame<'_>, area: Rect, size: Size) {
        let (heading, faces) = match self.session.stage() {
            Stage::Over => (say!("The game is over."), Vec::new()),
            Stage::ToRoll { hold, rerolls_left } => {
                let count = words::number(self.session.rules().dice() - hold.len());
                let roll = self.session.rolls() - rerolls_left.get();
                let faces = self.to_roll(&hold);
                let rolls = self.session.rolls();
                let heading = match (self.session.mode().dice, hold.is_empty()) {
                    (DiceFrom::Seed(_), _) => say!("roll {} of {}", roll, rolls),
                    (DiceFrom::Table, true) => say!("roll {} of {}: roll all dice", roll, rolls),
                    (DiceFrom::Table, false) if self.narrow => say!("roll {} of {}: roll {}", roll, rolls, count),
                    (DiceFrom::Table, false) => say!("roll {} of {}: roll the other {}", roll, rolls, count),
                };
                (heading, faces)
            }
            Stage::ToChoose { roll, rerolls_left } => {
                let number = self.session.rolls() - rerolls_left.get();
                let left = counted!(rerolls_left.get(), "no rerolls left", "1 reroll left", "{} rerolls left");
                let faces = roll.faces().map(Some).collect();
                (format!("{}, {left}", say!("roll {} of {}", number, self.session.rolls())), faces)
            }
        };
        let left = Rect { x: area.x + 1, width: area.width - 1, ..area };
        frame.render_widget(Paragraph::new(Span::styled(heading, self.look.strong())), Rect { height: 1, ..left });
        let dice = match self.session.stage() {
            Stage::ToRoll { hold, .. } if self.stay(&hold).is_empty() => Vec::new(),
            _ => self.editor.kept_dice(self.session),
        };
        let aside = Editor::dice_aside(self.session);
        let row = Rect { y: area.y + 1, height: size.height(), ..left };
        for (position, face) in faces.into_iter().enumerate() {
            let kept = dice.get(position).copied().unwrap_or(false);
            let style = match (kept, face) {
                (true, _) => self.look.best(),
                (false, None) => self.look.faint(),
                (false, Some(_)) => Style::new(),
            };
            let place = size.place(position, row);
            dice::draw(face, kept, style, size, place, frame.buffer_mut());
            let at_cursor = self.editor.die(self.session) == Some(position);
            let word = match aside.get(position) {
                Some(true) if size.has_room_for_words() => say!("stays"),
                _ => self.keep(size),
            };
            let label = match (kept, at_cursor) {
                (true, true) => format!("▲{word}"),
                (true, false) => word,
                (false, true) => "▲".to_owned(),
                (false, false) => String::new(),
            };
            let below = Rect { y: place.bottom(), height: 1, ..place };
            frame.render_widget(Paragraph::new(Span::styled(label, style)).alignment(Alignment::Center), below);
        }
    }
}
