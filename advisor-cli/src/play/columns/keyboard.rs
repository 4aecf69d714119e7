//! The keys of the screen.

use std::time::Instant;

use yahtzee_columns::{Action, AdviseError};
use yahtzee_dialogue::session::Next;
use yahtzee_solver::printable::is_printable;
use yahtzee_solver::{Dice, tr};

use super::playing::Playing;
use crate::play::editor::{HABIT, Key, LONGEST, Line, ends_by_itself};

/// The line that is typed or picked.
#[derive(Debug, Default)]
pub(in crate::play) struct Keyboard {
    pub(super) line: Line,
    /// When the last die ended the line, if that was the last key.
    ended: Option<Instant>,
}

impl Keyboard {
    /// Does what a key asks for. The last of the dice thrown at the table ends the line, where it can be read in one way alone.
    pub(in crate::play) fn press(&mut self, key: Key, playing: &mut Playing) -> Result<Next, AdviseError> {
        let ended = self.ended.take().is_some_and(|at| at.elapsed() < HABIT);
        if playing.page.take().is_some() && key != Key::Quit {
            return Ok(Next::Draw);
        }
        let rules = playing.record.rules.clone();
        let (boxes, kept) = (rules.boxes(), self.kept(playing));
        let to_pick_from = playing.record.roll.filter(|_| playing.record.rerolls_left().get() > 0);
        match key {
            Key::Quit => return Ok(Next::Leave),
            // Who is used to end the line must not take the best option by it.
            Key::Enter if ended => {}
            Key::Enter => return self.enter(playing),
            Key::Undo | Key::Letter('<') => return self.word("<", playing),
            Key::Letter('?') => return self.word("?", playing),
            Key::Letter('=') if self.line.is_free() => to_pick_from.iter().for_each(|roll| self.line.pick_alike(roll, &kept, boxes.die())),
            Key::Letter(' ') if self.line.is_free() => to_pick_from.iter().for_each(|roll| self.line.toggle_die(roll, &kept, boxes.die())),
            Key::Letter(letter) => {
                self.line.letter(letter);
                let is_whole = playing.advice.is_none() && boxes.die().parse(&self.line.typed).is_ok_and(|dice| dice.len() == boxes.dice());
                if is_whole && ends_by_itself(boxes) && !playing.record.is_over() {
                    self.ended = Some(Instant::now());
                    return self.enter(playing);
                }
            }
            Key::Backspace => self.line.backspace(),
            Key::Escape => self.line.clear(),
            Key::Up | Key::Down => self.next_option(key == Key::Down, playing),
            Key::Left | Key::Right => {
                let hold = matches!(self.choice(playing), Some(Action::Hold(_)));
                if let Some(roll) = to_pick_from.filter(|_| hold || self.line.is_free()) {
                    let kept = hold.then(|| self.line.kept_dice(&roll, &kept));
                    self.line.move_arrow(key == Key::Right, boxes.dice(), kept);
                }
            }
            Key::Home | Key::End | Key::Hint => {}
        }
        Ok(Next::Draw)
    }

    fn enter(&mut self, playing: &mut Playing) -> Result<Next, AdviseError> {
        let line = std::mem::take(&mut self.line).typed;
        playing.line(&line)
    }

    /// A key that is a word leaves no line for the position that follows.
    fn word(&mut self, word: &str, playing: &mut Playing) -> Result<Next, AdviseError> {
        let next = playing.line(word)?;
        if next == Next::Save {
            self.line.clear();
        }
        Ok(next)
    }

    /// Takes text that was pasted, without ending the line.
    pub(in crate::play) fn paste(&mut self, text: &str, playing: &mut Playing) -> Next {
        let line = text.trim_end_matches(['\r', '\n']);
        if line.len() > LONGEST || !line.chars().all(is_printable) {
            self.line.clear();
            return playing.refuse(&tr!("{} letters at once are no answer: give dice, or a category", text.chars().count()));
        }
        line.chars().for_each(|letter| self.line.letter(letter));
        Next::Draw
    }

    /// The typed or picked choice.
    pub(super) fn choice(&self, playing: &Playing) -> Option<Action> {
        playing.record.read(&self.line.typed, playing.advice.as_ref()).ok()
    }

    /// The dice to show as kept: typed or picked, or else those of the best option.
    pub(super) fn kept(&self, playing: &Playing) -> Dice {
        let best = || playing.advice.as_ref().map(|advice| advice.options[0].action);
        match self.choice(playing).or_else(|| best().filter(|_| self.line.typed.trim().is_empty())) {
            Some(Action::Hold(hold) | Action::Name(_, hold)) => *hold,
            Some(Action::Write { .. }) | None => Dice::NONE,
        }
    }

    /// Picks the next option, best first, after the last one the first.
    fn next_option(&mut self, down: bool, playing: &Playing) {
        let Some(advice) = &playing.advice else { return };
        let (count, picked) = (advice.options.len(), self.choice(playing));
        let at = advice.options.iter().position(|choice| picked == Some(choice.action));
        let next = match (at, down) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        self.line.pick_name(playing.record.typed(advice.options[next].action));
    }
}
