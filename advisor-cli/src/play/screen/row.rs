//! The row of dice, and the line above it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use yahtzee_dialogue::session::DiceFrom;
use yahtzee_dialogue::words;
use yahtzee_solver::{Dice, Stage, counted, tr};

use super::dice::{self, Lying, Size};
use super::{Look, Screen};

impl Screen<'_> {
    /// The dice that stay while others are rolled. If more dice are typed than are to be rolled, they are all dice; this avoids drawing one twice.
    fn stay(&self, hold: &Dice) -> Dice {
        let typed = self.editor.fallen(self.session).unwrap_or(Dice::NONE);
        if hold.len() + typed.len() <= self.session.rules().dice() { *hold } else { Dice::NONE }
    }

    /// The dice during a roll: the ones that stay, the ones typed so far, and those that are still to be rolled.
    fn to_roll(&self, hold: &Dice) -> Vec<Lying> {
        let stay = self.stay(hold);
        let typed = self.editor.fallen(self.session).unwrap_or(Dice::NONE);
        let lying = |dice: Dice, kept: bool| dice.faces().map(move |face| Lying { face: Some(face), kept });
        let dice = lying(stay, true).chain(lying(typed, false)).chain(std::iter::repeat(Lying { face: None, kept: false }));
        dice.take(self.session.rules().dice()).collect()
    }

    /// The dice that have fallen.
    fn fallen(&self, roll: &Dice) -> Vec<Lying> {
        let kept = self.editor.kept_dice(self.session);
        roll.faces().zip(kept).map(|(face, kept)| Lying { face: Some(face), kept }).collect()
    }

    pub(super) fn dice(&self, frame: &mut Frame<'_>, area: Rect, size: Size) {
        let (heading, dice) = match self.session.stage() {
            Stage::Over => (tr!("The game is over."), Vec::new()),
            Stage::ToRoll { hold, rerolls_left } => {
                let count = words::number(self.session.rules().dice() - hold.len());
                let roll = self.session.rolls() - rerolls_left.get();
                let rolls = self.session.rolls();
                let heading = match (self.session.mode().dice, hold.is_empty()) {
                    (DiceFrom::Seed(_), _) => tr!("roll {} of {}", roll, rolls),
                    (DiceFrom::Table, true) => tr!("roll {} of {}: roll all dice", roll, rolls),
                    (DiceFrom::Table, false) if self.narrow => tr!("roll {} of {}: roll {}", roll, rolls, count),
                    (DiceFrom::Table, false) => tr!("roll {} of {}: roll the other {}", roll, rolls, count),
                };
                (heading, self.to_roll(&hold))
            }
            Stage::ToChoose { roll, rerolls_left } => {
                let number = self.session.rolls() - rerolls_left.get();
                let left = counted!(rerolls_left.get(), "no rerolls left", "1 reroll left", "{} rerolls left");
                (format!("{}, {left}", tr!("roll {} of {}", number, self.session.rolls())), self.fallen(&roll))
            }
        };
        draw(frame, area, (heading, self.look), size, &dice, self.editor.die(self.session));
    }
}

/// Draws a heading, and dice below it in a row, with an arrow below one of them.
pub(in crate::play) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    (heading, look): (String, &Look),
    size: Size,
    dice: &[Lying],
    arrow: Option<usize>,
) {
    let left = Rect { x: area.x + 1, width: area.width - 1, ..area };
    frame.render_widget(Paragraph::new(Span::styled(heading, look.strong())), Rect { height: 1, ..left });
    let row = Rect { y: area.y + 1, height: size.height(), ..left };
    let word = if size.has_room_for_words() { tr!("keep") } else { tr!("k") };
    for (position, &die) in dice.iter().enumerate() {
        let style = match die {
            Lying { kept: true, .. } => look.best(),
            Lying { face: None, .. } => look.faint(),
            _ => Style::new(),
        };
        let place = size.place(position, row);
        dice::draw(die, style, size, place, frame.buffer_mut());
        let label = match (die.kept, arrow == Some(position)) {
            (true, true) => format!("▲{word}"),
            (true, false) => word.clone(),
            (false, true) => "▲".to_owned(),
            (false, false) => String::new(),
        };
        let below = Rect { y: place.bottom(), height: 1, ..place };
        frame.render_widget(Paragraph::new(Span::styled(label, style)).alignment(Alignment::Center), below);
    }
}
