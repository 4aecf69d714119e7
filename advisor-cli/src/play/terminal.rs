//! The terminal while a game is on the screen: reads keys, draws the screen, and restores the terminal however the game is left.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::time::Duration;

use crossterm::cursor::Show;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::style::force_color_output;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, TerminalOptions, Viewport};

use super::screen::{self, Look};
use crate::console;
use crate::context;
use crate::failure::Failure;
use crate::interrupt::{self, OnInterrupt};
use yahtzee_dialogue::session::{After, Key, Session};

/// How often it checks for signals while no key is pressed.
const PAUSE: Duration = Duration::from_millis(50);

/// The most columns and rows that are drawn. A terminal may claim 65,535 of each, and every place of the screen takes memory.
const LARGEST: (u16, u16) = (1000, 500);

/// SIGHUP, which a terminal sends when it is closed. Its number is the same on every platform that has signals.
const HANG_UP: u8 = 1;

/// Why the screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The player left.
    Quit,
    /// The player asked for a new game of the same players.
    NewGame,
    /// The player asked for the review.
    Review,
    /// This signal arrived.
    Signal(u8),
}

/// Whether there is a terminal to play on.
pub(super) fn is_there() -> bool {
    console::stdin_is_terminal() && console::stdout_is_terminal()
}

/// Restores the terminal when it is dropped, after a panic too.
struct Screen {
    /// Never dropped: if the terminal is closed, its `drop` would write to stderr and panic.
    terminal: ManuallyDrop<DefaultTerminal>,
    area: Rect,
    _on_interrupt: OnInterrupt,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        // Defer interrupts before the first change to the terminal: an interrupt would otherwise end the program without restoring it.
        context::defer_interrupts(true);
        let on_interrupt = OnInterrupt::new(let_go);
        // This also restores the terminal before a panic prints its message.
        let opened = drawn().and_then(|area| {
            let options = TerminalOptions { viewport: Viewport::Fixed(area) };
            let terminal = ManuallyDrop::new(ratatui::try_init_with_options(options)?);
            execute!(io::stdout(), EnterAlternateScreen)?;
            Ok((terminal, area))
        });
        let (terminal, area) = opened.inspect_err(|_| context::defer_interrupts(false))?;
        let screen = Screen { terminal, area, _on_interrupt: on_interrupt };
        // The first poll for keys starts to watch the size of the window. It comes before the first drawing, so that no change is missed.
        event::poll(Duration::ZERO)?;
        Ok(screen)
    }

    /// Draws in one update: terminals that support this never show a part of it.
    fn draw(&mut self, session: &Session<'_>, look: &Look) -> io::Result<()> {
        let area = drawn()?;
        if area != self.area {
            self.area = area;
            self.terminal.resize(area)?;
        }
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| screen::draw(frame, session, look))?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }
}

/// The part of the terminal that is drawn.
fn drawn() -> io::Result<Rect> {
    let (columns, rows) = crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, columns.min(LARGEST.0), rows.min(LARGEST.1)))
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored: they happen if the terminal is closed, and then there is nowhere to report them.
        let _ = ratatui::try_restore();
        let _ = execute!(io::stdout(), Show);
        let _ = io::stdout().flush();
        context::defer_interrupts(false);
    }
}

/// Frees a terminal that accepts no output because it is stopped, or because nobody reads it: the program could not leave the screen.
fn let_go() {
    #[cfg(unix)]
    {
        use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
        // The queued output is not needed any more. Once it is gone and the terminal goes on, the main thread can usually leave the screen.
        let _ = tcflush(io::stdout(), QueueSelector::OFlush);
        let _ = tcflow(io::stdout(), Action::OOn);
        std::thread::sleep(2 * PAUSE);
    }
    let _ = crossterm::terminal::disable_raw_mode();
}

/// Shows the session until the player leaves; `save` is called after each move.
pub(super) fn play(session: &mut Session<'_>, look: &Look, save: &mut dyn FnMut(&mut Session<'_>)) -> Result<Left, Failure> {
    let unusable = |error: io::Error| match is_there() {
        true => Failure::failed(format_args!("the terminal cannot be used: {error}")),
        false => Failure::Signal(HANG_UP),
    };
    interrupt::catch_signals_of_terminal().map_err(unusable)?;
    force_color_output(look.colour);
    let mut screen = Screen::open().map_err(unusable)?;
    loop {
        screen.draw(session, look).map_err(unusable)?;
        let event = loop {
            if let Some(signal) = context::signal_that_came() {
                return Ok(Left::Signal(signal));
            }
            if event::poll(PAUSE).map_err(unusable)? {
                break event::read().map_err(unusable)?;
            }
            // Reading from a closed terminal returns nothing forever, and its signal may never arrive.
            if !is_there() {
                return Ok(Left::Signal(HANG_UP));
            }
        };
        let Event::Key(event) = event else { continue };
        if event.kind == KeyEventKind::Release {
            continue;
        }
        if is_control(&event, 'c') {
            return Ok(Left::Signal(2));
        }
        fail_on_purpose(&event);
        let Some(key) = key(&event).filter(|key| *key == Key::Quit || screen::fits(screen.area)) else { continue };
        match session.key(key) {
            After::Draw => {}
            After::Save => save(session),
            After::Leave => return Ok(Left::Quit),
            After::NewGame => return Ok(Left::NewGame),
            After::Review => return Ok(Left::Review),
        }
    }
}

fn is_control(event: &KeyEvent, letter: char) -> bool {
    event.modifiers.contains(KeyModifiers::CONTROL) && event.code == KeyCode::Char(letter)
}

fn key(event: &KeyEvent) -> Option<Key> {
    if event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return match event.code {
            KeyCode::Char('q' | 'd') => Some(Key::Quit),
            KeyCode::Char('z') => Some(Key::Undo),
            KeyCode::Char('u') => Some(Key::Escape),
            KeyCode::Char('h') => Some(Key::Backspace),
            _ => None,
        };
    }
    Some(match event.code {
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::Esc => Key::Escape,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Tab => Key::Hint,
        KeyCode::F(1) => Key::Letter('?'),
        _ => return None,
    })
}

/// A test checks that a panic restores the terminal: in a debug build, with this variable set, F12 panics.
fn fail_on_purpose(event: &KeyEvent) {
    if cfg!(debug_assertions) && event.code == KeyCode::F(12) && std::env::var_os("YAHTZEE_PANIC_ON_F12").is_some() {
        panic!("on purpose");
    }
}
