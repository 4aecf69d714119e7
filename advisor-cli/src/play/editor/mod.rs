//! The input at the terminal before it becomes an intent: the typed line, the arrow below the dice, and the chosen category.

mod line;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use yahtzee_dialogue::session::{DiceFrom, Go, Intent, Next, Page, Session, Visible};
use yahtzee_solver::printable::is_printable;
use yahtzee_solver::{Action, Dice, Roll, RuleSet, Stage, WrittenAction, tr};

use super::responses;

pub(super) use line::{LONGEST, Line};

/// The time in which Enter after such a key is a habit. Later it takes the best option.
pub(super) const HABIT: Duration = Duration::from_secs(1);

/// The number of options that the left and right arrows move by on their page.
const LEAP: usize = 10;

/// A key, independent of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A letter, digit or symbol.
    Letter(char),
    /// Ends the typed line.
    Enter,
    /// Deletes the last letter, or the pick.
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
    /// To the first decision of a game under review.
    Home,
    /// To the last one.
    End,
    /// Asks for a hint.
    Hint,
    /// Takes back a move.
    Undo,
    /// Leaves the game.
    Quit,
}

/// The line, typed or picked with the arrow keys and Space.
#[derive(Clone, Debug, Default)]
pub(super) struct Editor {
    line: Line,
    /// The first option on the page of every option.
    scroll: usize,
    /// The first player on the page of all cards, while it is open.
    cards: Option<usize>,
    /// When the last die ended the line, or a letter answered a question, if that was the last key.
    ended: Option<Instant>,
}

impl Editor {
    /// The line at the start: in a review what was played.
    pub(super) fn of(session: &Session) -> Editor {
        let mut editor = Editor::default();
        editor.pick_option(session.was_played(), session);
        editor
    }

    /// The typed line.
    pub(super) fn typed(&self) -> &str {
        &self.line.typed
    }

    /// The first option to show on the page of every option.
    pub(super) fn scroll(&self) -> usize {
        self.scroll
    }

    /// The first player to show on the page of all cards, if it is open.
    pub(super) fn cards(&self) -> Option<usize> {
        self.cards
    }

    /// Does what a key asks for.
    pub(super) fn key(&mut self, key: Key, session: &mut Session) -> Next {
        let ended = self.ended.take().is_some_and(|at| at.elapsed() < HABIT);
        if let Some(page) = session.page() {
            let is_list = *page == Page::Options;
            return self.turn_page(key, is_list, session);
        }
        if let Some(first) = self.cards.take() {
            self.cards = match key {
                Key::Quit => return self.does(Intent::Leave, session),
                Key::Left => Some(first.saturating_sub(1)),
                Key::Right => Some((first + 1).min(session.players().len() - 1)),
                _ => None,
            };
            return Next::Draw;
        }
        if key == Key::Letter('#') {
            return self.show_cards();
        }
        if session.reviewed().is_some() {
            return self.in_review(key, session);
        }
        if session.asks() {
            let _ = match key {
                Key::Letter(letter @ ('y' | 'Y' | 'j' | 'J' | 'n' | 'N')) => {
                    self.ended = Some(Instant::now());
                    return self.does(if matches!(letter, 'n' | 'N') { Intent::No } else { Intent::Yes }, session);
                }
                Key::Letter('<') | Key::Enter | Key::Undo | Key::Escape | Key::Backspace => {
                    return self.does(Intent::No, session);
                }
                // Any other key means no, and then has its usual meaning.
                _ => self.does(Intent::No, session),
            };
        }
        if session.waits() && !matches!(key, Key::Quit | Key::Undo | Key::Letter('<' | '?' | '!' | '%')) {
            return self.does(Intent::Throw, session);
        }
        match key {
            Key::Quit => return self.does(Intent::Leave, session),
            // Who is used to end the line must not take the best option by it.
            Key::Enter if ended => {}
            Key::Enter => return self.enter(session),
            Key::Undo | Key::Letter('<') => {
                self.line.clear();
                return self.does(Intent::Undo, session);
            }
            Key::Hint if session.mode().coach.is_none() && session.players().len() > 1 => return self.show_cards(),
            Key::Hint => return self.does(Intent::Hint, session),
            Key::Letter('=') if self.line.is_free() => self.pick_alike(session),
            Key::Letter('?') => return self.does(Intent::Help, session),
            Key::Letter('!') => return self.does(Intent::Explain(self.written(session)), session),
            Key::Letter('%') => return self.does(Intent::Switch, session),
            Key::Letter(' ') if self.line.is_free() => self.toggle_die(session),
            Key::Letter(letter) => self.line.letter(letter),
            Key::Backspace => self.line.backspace(),
            Key::Escape => self.line.clear(),
            Key::Up => self.next_category(false, session),
            Key::Down => self.next_category(true, session),
            Key::Left => self.move_arrow(false, session),
            Key::Right => self.move_arrow(true, session),
            Key::Home | Key::End => {}
        }
        Next::Draw
    }

    /// Does what a key asks for in a review. The line is the option that the arrow keys picked.
    fn in_review(&mut self, key: Key, session: &mut Session) -> Next {
        let go = |to| Some(Intent::Go(to));
        let intent = match key {
            Key::Left => go(Go::Back),
            Key::Right => go(Go::Forth),
            Key::Home => go(Go::First),
            Key::End => go(Go::Last),
            Key::Up | Key::Down => {
                self.next_option(key == Key::Down, session);
                None
            }
            Key::Enter => self.written(session).map(Intent::Choose),
            Key::Quit | Key::Escape => Some(Intent::Leave),
            Key::Letter(letter) => match letter.to_ascii_lowercase() {
                '/' => go(Go::Mistake),
                'w' | '!' => Some(Intent::Explain(self.written(session))),
                'o' => Some(Intent::Options),
                't' => Some(Intent::TryAgain),
                'q' => Some(Intent::Leave),
                '?' => Some(Intent::Help),
                '%' => Some(Intent::Switch),
                _ => None,
            },
            _ => None,
        };
        let Some(intent) = intent else { return Next::Draw };
        let after = session.act_now(intent);
        if let Intent::Go(_) = intent {
            self.pick_option(session.was_played(), session);
        }
        after
    }

    /// Picks the next option, after the last one the first.
    fn next_option(&mut self, down: bool, session: &Session) {
        if let Visible::All(advice) = session.shown() {
            let (count, picked) = (advice.options.len(), self.choice(session));
            let at = advice.options.iter().position(|option| Some(option.action) == picked).unwrap_or(0);
            let to = if down { at + 1 } else { at + count - 1 } % count;
            self.pick_option(Some(advice.options[to].action), session);
        }
    }

    /// Puts an option in the line, as somebody would type it.
    fn pick_option(&mut self, option: Option<Action>, session: &Session) {
        self.line.typed = option.map_or_else(String::new, |action| action.display(session.rules()).to_string());
    }

    /// Does what a typed key asks for. The last die of a throw ends the line, where it can be read in one way alone.
    pub(super) fn press(&mut self, key: Key, session: &mut Session) -> Next {
        let next = self.key(key, session);
        let is_whole = ends_by_itself(session.rules()) && self.fallen(session).is_some_and(|dice| dice.len() == session.rules().dice());
        if !is_whole || !matches!(key, Key::Letter(_)) || session.asks() || session.waits() {
            return next;
        }
        let next = self.enter(session);
        self.ended = Some(Instant::now());
        next
    }

    /// Takes text that was pasted, or that arrived faster than typing. It may include line ends, but never ends the line.
    pub(super) fn paste(&mut self, text: &str, session: &mut Session) -> Next {
        let line = text.trim_end_matches(['\r', '\n']);
        if session.page().is_some() || self.cards.is_some() || session.reviewed().is_some() || session.waits() || session.asks() {
            return session.refuse_error(&tr!("what was pasted is left out: first answer what is on the screen"));
        }
        if line.len() > LONGEST || !line.chars().all(is_printable) {
            self.line.clear();
            return session.refuse_error(&tr!("{} letters at once are no answer: give dice, or a category", text.chars().count()));
        }
        line.chars().fold(Next::Draw, |_, letter| match letter {
            // Signs that are keys count as text here.
            '?' | '!' | '%' | '<' | '#' => Next::Draw,
            letter => self.key(Key::Letter(letter), session),
        })
    }

    /// Executes an intent. Another position begins with an empty line.
    fn does(&mut self, intent: Intent, session: &mut Session) -> Next {
        let after = session.act_now(intent);
        if after == Next::Save {
            self.line.clear();
        }
        after
    }

    fn enter(&mut self, session: &mut Session) -> Next {
        let line = std::mem::take(&mut self.line.typed);
        self.line.clear();
        let word = line.trim().to_lowercase();
        if responses::CARD.contains(&&*word) || responses::ALL.contains(&&*word) {
            return self.show_cards();
        }
        session.line(&line)
    }

    /// Opens the page of all cards.
    fn show_cards(&mut self) -> Next {
        self.cards = Some(0);
        Next::Draw
    }

    /// Moves on the page of every option, or closes the page.
    fn turn_page(&mut self, key: Key, is_list: bool, session: &mut Session) -> Next {
        let last = match session.shown() {
            Visible::All(advice) if is_list => advice.options.len().saturating_sub(1),
            _ => 0,
        };
        let to = match key {
            Key::Up => self.scroll.checked_sub(1),
            Key::Down => Some(self.scroll + 1),
            Key::Left => Some(self.scroll.saturating_sub(LEAP)),
            Key::Right => Some(self.scroll + LEAP),
            Key::Quit => return self.does(Intent::Leave, session),
            _ => None,
        };
        let moves = matches!(key, Key::Up | Key::Down | Key::Left | Key::Right);
        self.scroll = to.unwrap_or(0).min(last);
        if is_list && moves { Next::Draw } else { self.does(Intent::Close, session) }
    }

    /// The typed or picked choice.
    pub(super) fn choice(&self, session: &Session) -> Option<Action> {
        session.choice(&self.line.typed)
    }

    /// The typed action, if the text is an action.
    fn written(&self, session: &Session) -> Option<WrittenAction> {
        let card = session.players()[session.current()?].seat.game.card();
        WrittenAction::parse(&self.line.typed, session.rules(), card).ok()
    }

    /// The dice to show as kept: typed or picked, or else those shown by the session.
    pub(super) fn kept(&self, session: &Session) -> Dice {
        match (session.stage(), self.choice(session)) {
            (Stage::ToChoose { .. }, Some(Action::Hold(hold))) => *hold,
            (Stage::ToChoose { .. }, _) if !self.line.typed.trim().is_empty() => Dice::NONE,
            _ => session.kept(),
        }
    }

    /// Which dice on the table are kept, in ascending order of their faces.
    pub(super) fn kept_dice(&self, session: &Session) -> Vec<bool> {
        match session.stage() {
            Stage::ToChoose { roll, .. } => self.line.kept_dice(&roll, &self.kept(session)),
            _ => self.line.picked().unwrap_or_else(|| vec![true; self.kept(session).len()]),
        }
    }

    /// The dice typed as thrown, if they are expected: only new ones, or all of them.
    pub(super) fn fallen(&self, session: &Session) -> Option<Dice> {
        let (Stage::ToRoll { .. }, DiceFrom::Table) = (session.stage(), session.mode().dice) else { return None };
        session.rules().die().parse(&self.line.typed).ok().filter(|dice| dice.len() <= session.rules().dice())
    }

    /// The die under the arrow, which Space keeps or releases; `None` while Space does neither.
    pub(super) fn die(&self, session: &Session) -> Option<usize> {
        roll_to_pick_from(session)?;
        self.line.die()
    }

    /// Moves the arrow to the next or previous die. Does nothing while typed text may still become a name.
    fn move_arrow(&mut self, right: bool, session: &Session) {
        if roll_to_pick_from(session).is_none() {
            return;
        }
        let kept = match self.choice(session) {
            _ if self.line.is_picked() => None,
            Some(Action::Hold(_)) => Some(self.kept_dice(session)),
            Some(Action::Score(_)) => None,
            None if self.line.typed.trim().is_empty() => None,
            None => return,
        };
        self.line.move_arrow(right, session.rules().dice(), kept);
    }

    /// Keeps or releases the die under the arrow. The line then has the kept dice, as if they were typed.
    fn toggle_die(&mut self, session: &Session) {
        if let Some(roll) = roll_to_pick_from(session) {
            self.line.toggle_die(&roll, &self.kept(session), session.rules().die());
        }
    }

    /// Keeps all dice of the face that most of them show; again, those of the next face.
    fn pick_alike(&mut self, session: &Session) {
        if let Some(roll) = roll_to_pick_from(session) {
            self.line.pick_alike(&roll, &self.kept(session), session.rules().die());
        }
    }

    /// Picks the next category in which the roll may be written.
    fn next_category(&mut self, down: bool, session: &Session) {
        let (Stage::ToChoose { .. }, Some(current)) = (session.stage(), session.current()) else { return };
        let game = &session.players()[current].seat.game;
        let open: Vec<_> = session.rules().categories().filter(|category| game.placement(*category).is_ok()).collect();
        let at = match self.choice(session) {
            Some(Action::Score(placement)) => open.iter().position(|category| *category == placement.category),
            _ => None,
        };
        let next = match (at, down) {
            (None, true) => 0,
            (None, false) => open.len() - 1,
            (Some(at), true) => (at + 1) % open.len(),
            (Some(at), false) => at.checked_sub(1).unwrap_or(open.len() - 1),
        };
        self.line.pick_name(session.rules().category(open[next]).name.clone());
    }
}

/// Whether the last die of a throw ends the line: one digit is a die, and several dice are no beginning of a name.
pub(super) fn ends_by_itself(rules: &RuleSet) -> bool {
    rules.dice() > 1 && rules.die().faces().all(|face| face.pips() < 10)
}

/// The roll, if rerolls are left.
fn roll_to_pick_from(session: &Session) -> Option<Roll> {
    match session.stage() {
        Stage::ToChoose { roll, rerolls_left } if rerolls_left.get() > 0 => Some(roll),
        _ => None,
    }
}
