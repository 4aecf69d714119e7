//! What the players do: keys, and the lines typed with them.

use yahtzee_solver::{Action, Advice, Dice, Move, Position, Stage, WrittenAction, is_printable};

use super::seat::DiceFrom;
use super::state::{After, Page, Session, Shown};
use crate::ask::Question;
use crate::chosen;
use crate::typed::{self, Typed, Word};
use crate::words;

/// A key, independent of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit or symbol.
    Letter(char),
    /// Ends the line that is typed.
    Enter,
    /// Deletes the last letter.
    Backspace,
    /// Clears the line.
    Escape,
    /// To the previous category.
    Up,
    /// To the next category.
    Down,
    /// To the previous die.
    Left,
    /// To the next die.
    Right,
    /// Asks for a hint.
    Hint,
    /// Takes back a move.
    Undo,
    /// Leaves the game.
    Quit,
}

impl Session<'_> {
    /// Does what a key asks for.
    pub fn key(&mut self, key: Key) -> After {
        if self.page.take().is_some() {
            return if key == Key::Quit { After::Leave } else { After::Draw };
        }
        if let Some(after) = self.answered(key) {
            return after;
        }
        if self.waits() && !matches!(key, Key::Quit | Key::Undo | Key::Letter('<' | '?' | '!' | '%')) {
            return self.throw();
        }
        match key {
            Key::Quit => return After::Leave,
            Key::Enter => return self.enter(),
            Key::Undo => return self.undo(),
            Key::Hint => self.hint(),
            Key::Letter('?') => self.page = Some(Page::Help),
            Key::Letter('!') => return self.explain(),
            Key::Letter('%') => return self.switch(),
            Key::Letter('<') => return self.undo(),
            Key::Letter(' ') if self.typed.is_empty() || self.pick.is_some() => self.toggle_die(),
            Key::Letter(letter) if is_printable(letter) && self.typed.len() < 40 => {
                self.pick = None;
                self.typed.push(letter);
            }
            Key::Letter(_) => {}
            Key::Backspace => {
                self.pick = None;
                self.typed.pop();
            }
            Key::Escape => self.clear_line(),
            Key::Up => self.next_category(false),
            Key::Down => self.next_category(true),
            Key::Left => self.move_arrow(false),
            Key::Right => self.move_arrow(true),
        }
        After::Draw
    }

    fn enter(&mut self) -> After {
        let line = std::mem::take(&mut self.typed);
        self.pick = None;
        self.fall_silent();
        if line.trim().is_empty() {
            return self.accept();
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "n" | "new" if self.stage() == Stage::Over => return After::NewGame,
            "r" | "review" if self.stage() == Stage::Over => return After::Review,
            _ => {}
        }
        match typed::read(&line, self.rules(), self.players[self.shown_player()].seat.game.card()) {
            Ok(Typed::Action(_)) if self.stage() == Stage::Over => self.wrong("The game is over."),
            Err(error) => self.wrong(error),
            Ok(Typed::Word(Word::Help)) => {
                self.page = Some(Page::Help);
                After::Draw
            }
            Ok(Typed::Word(Word::Hint)) => {
                self.hint();
                After::Draw
            }
            Ok(Typed::Word(Word::Quit)) => After::Leave,
            Ok(Typed::Word(Word::Undo)) => self.undo(),
            Ok(Typed::Word(Word::Why)) => self.explain(),
            Ok(Typed::Action(written)) => match (self.stage(), written) {
                (Stage::ToRoll { hold, .. }, WrittenAction::Hold(dice)) => self.fell(dice, &hold),
                _ => self.chose(|position| chosen::action(&written, position)),
            },
        }
    }

    /// Enter on an empty line.
    fn accept(&mut self) -> After {
        match (self.stage(), self.shown()) {
            (Stage::ToChoose { .. }, Shown::All(Advice { options, .. })) => {
                let best = options[0].action;
                self.play_choice(best)
            }
            (Stage::ToChoose { .. }, Shown::Best(best)) => {
                let best = best.action;
                self.play_choice(best)
            }
            (Stage::ToChoose { .. }, _) => self.wrong("Your choice first: the dice to keep, or a category. Tab gives a hint."),
            (Stage::ToRoll { .. }, _) if self.only_computers() && self.mode.dice != DiceFrom::Table => {
                self.computer_turn();
                After::Save
            }
            (Stage::ToRoll { hold, .. }, _) => {
                let count = self.rules().dice() - hold.len();
                self.wrong(format!("Roll {}, and type what falls.", dice_count(count)))
            }
            (Stage::Over, _) => self.wrong("The game is over: type n for a new game, r for its review, or q to leave, and press Enter."),
        }
    }

    /// Takes dice that were typed: all of them, or only those that were rolled.
    fn fell(&mut self, dice: Dice, hold: &Dice) -> After {
        let all = self.rules().dice();
        let whole = if dice.len() + hold.len() == all && dice.len() < all {
            Dice::from_pips(dice.faces().chain(hold.faces()).map(|face| face.pips()))
        } else {
            Ok(dice)
        };
        let rolled = whole.and_then(|dice| self.rules().roll(dice));
        let (Ok(roll), Some(current)) = (rolled, self.current()) else {
            let left = all - hold.len();
            let also = if hold.is_empty() { String::new() } else { format!(", or all {all}") };
            return self.wrong(format!("{} typed: give the {}{also}.", dice_count(dice.len()), dice_count(left)));
        };
        match self.players[current].seat.game.roll(roll) {
            Err(error) => self.wrong(error.to_string()),
            Ok(()) => {
                self.moved(current);
                self.go_on();
                After::Save
            }
        }
    }

    /// Takes a choice that was typed.
    fn chose(&mut self, choice: impl FnOnce(&Position) -> Result<Action, String>) -> After {
        let question = self.current().and_then(|current| Some((current, Question::of_game(&self.players[current].seat.game)?)));
        let Some((current, Question { position, .. })) = question else {
            return self.wrong("There are no dice to decide about yet: type them as they fall.");
        };
        let choice = match choice(&position) {
            Ok(choice) => choice,
            Err(error) => return self.wrong(error),
        };
        if self.asks_before(current, choice) { After::Draw } else { self.play_choice(choice) }
    }

    /// Plays a choice of a person, and says what it did.
    pub(super) fn play_choice(&mut self, choice: Action) -> After {
        let Some(current) = self.current() else { return After::Draw };
        if let Err(error) = self.players[current].seat.game.play(Move::Choice(choice)) {
            return self.wrong(error.to_string());
        }
        self.moved(current);
        self.say_written(current, &choice);
        let ends_turn = matches!(choice, Action::Score(_));
        self.waits_after = (ends_turn && self.players.len() > 1 && self.mode.dice != DiceFrom::Table).then_some(current);
        self.comment(current);
        self.go_on();
        After::Save
    }

    fn hint(&mut self) {
        match (self.mode.coach, &self.advice) {
            (Some(_), Some(_)) => self.hints = (self.hints + 1).min(2),
            (Some(_), None) => {
                self.wrong("There is nothing to decide yet.");
            }
            (None, _) => {
                self.wrong("The advice is always there; with --coach it is hidden, and hints are given.");
            }
        }
    }
}

fn dice_count(count: usize) -> String {
    if count == 1 { "one die".to_owned() } else { format!("{} dice", words::number(count)) }
}
