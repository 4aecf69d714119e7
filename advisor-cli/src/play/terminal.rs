//! The terminal during a game: reads keys, draws the screen, and restores the terminal after every kind of end.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::time::Duration;
use yahtzee_solver::{Position, tr};

use crossterm::cursor::Show;
use crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::style::force_color_output;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, Frame, TerminalOptions, Viewport};

use super::Later;
use super::columns;
use super::columns::keyboard::Keyboard;
use super::columns::playing::Playing;
use super::editor::{Editor, Key};
use super::screen::{self, Look};
use crate::context::random_seed;
use crate::system::interrupt::{self, OnInterrupt};
use crate::terminal::console;
use crate::terminal::failure::Failure;
use yahtzee_dialogue::session::{Next, Session};

/// The longest wait for a key. A signal ends the wait (`interrupt::wake`), so that this matters only on Windows, and for a terminal that is closed
/// without a signal.
const PAUSE: Duration = if cfg!(unix) { Duration::from_secs(2) } else { Duration::from_millis(50) };

/// The time for restoring a terminal that may accept no output.
const TO_RESTORE: Duration = Duration::from_millis(100);

/// The most columns and rows to draw. A terminal may claim 65,535 of each, and every cell of the screen takes memory.
const LARGEST: (u16, u16) = (1000, 500);

/// SIGHUP, which a terminal sends when it is closed. Its number is the same on every platform with signals.
const HANG_UP: u8 = 1;

/// Why the screen was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The player left.
    Quit,
    /// The player asked for a new game of the same players.
    NewGame,
    /// The player asked for the review, and no decision is known that the screen could show.
    Review,
    /// The player asked for a quiz of these positions.
    TryAgain(Vec<Position>),
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
    /// What was read and not yet taken.
    inputs: VecDeque<Input>,
    _on_interrupt: OnInterrupt,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        // Defer interrupts before the first change to the terminal: an interrupt would otherwise end the program without restoring it.
        interrupt::defer_interrupts(true);
        let on_interrupt = OnInterrupt::new(let_go);
        // This also restores the terminal before a panic prints its message.
        let opened = drawn().and_then(|area| {
            let options = TerminalOptions { viewport: Viewport::Fixed(area) };
            let terminal = ManuallyDrop::new(ratatui::try_init_with_options(options)?);
            execute!(io::stdout(), EnterAlternateScreen)?;
            keep_interrupt_key()?;
            Ok((terminal, area))
        });
        let (terminal, area) = opened.inspect_err(|_| interrupt::defer_interrupts(false))?;
        let screen = Screen { terminal, area, inputs: VecDeque::new(), _on_interrupt: on_interrupt };
        // If a terminal does not support this, letters that arrive together are a paste.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        // The first poll for keys starts to watch the size of the window. It must precede the first drawing, so that no change is missed.
        event::poll(Duration::ZERO)?;
        Ok(screen)
    }

    /// Draws in one update; terminals that support this never show a partial screen.
    fn draw(&mut self, shown: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let area = drawn()?;
        if area != self.area {
            self.area = area;
            self.terminal.resize(area)?;
        }
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(shown)?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Draws, unless more input is there, and waits for the next input. In a window that is too small, the only key is that to leave.
    fn next(&mut self, shown: impl FnOnce(&mut Frame<'_>)) -> Result<Input, Failure> {
        let unusable = |error: io::Error| unusable(&error);
        if self.inputs.is_empty() {
            self.draw(shown).map_err(unusable)?;
        }
        loop {
            if let Some(signal) = interrupt::signal_that_came() {
                return Ok(Input::Signal(signal));
            }
            // Input that arrives meanwhile is read first, so that Ctrl-C never waits.
            if event::poll(if self.inputs.is_empty() { PAUSE } else { AT_ONCE }).map_err(unusable)? {
                self.inputs.extend(all_that_is_there().map_err(unusable)?);
            }
            if !self.inputs.is_empty() {
                break;
            }
            // Reading from a closed terminal returns nothing forever, and its signal may never arrive.
            if !is_there() {
                return Ok(Input::Signal(HANG_UP));
            }
        }
        if self.inputs.contains(&INTERRUPT) {
            return Ok(INTERRUPT);
        }
        let input = self.inputs.pop_front().unwrap_or(Input::Redraw);
        Ok(if input == Input::Key(Key::Quit) || screen::fits(self.area) { input } else { Input::Redraw })
    }
}

/// Lets Ctrl-C send its signal, as outside of raw mode: so it works while the rest of an escape sequence or of a paste is missing, where every key is
/// read as a part of it. The other keys with signals are keys of the game.
#[cfg(unix)]
fn keep_interrupt_key() -> io::Result<()> {
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
    /// The code of a key that is switched off.
    const NONE: u8 = if cfg!(target_os = "linux") { 0 } else { 0xff };
    let mut modes = tcgetattr(io::stdin())?;
    modes.local_modes |= LocalModes::ISIG;
    for key in [SpecialCodeIndex::VQUIT, SpecialCodeIndex::VSUSP] {
        modes.special_codes[key] = NONE;
    }
    Ok(tcsetattr(io::stdin(), OptionalActions::Now, &modes)?)
}

#[cfg(not(unix))]
fn keep_interrupt_key() -> io::Result<()> {
    Ok(())
}

/// The part of the terminal that is drawn.
fn drawn() -> io::Result<Rect> {
    let (columns, rows) = crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, columns.min(LARGEST.0), rows.min(LARGEST.1)))
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Ignore errors: they occur if the terminal is closed, and then they cannot be reported.
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
        let _ = execute!(io::stdout(), Show);
        let _ = io::stdout().flush();
        interrupt::defer_interrupts(false);
    }
}

/// Leaves the screen while the main thread cannot: it waits for the rest of an incomplete key, or for a terminal that accepts no output because it is
/// stopped or not read.
fn let_go() {
    #[cfg(unix)]
    {
        use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
        // The queued output is not needed any more. Without it, once the terminal continues, the main thread can usually leave the screen.
        let _ = tcflush(io::stdout(), QueueSelector::OFlush);
        let _ = tcflow(io::stdout(), Action::OOn);
    }
    // A thread of its own: a terminal that still accepts no output must not hold up the end.
    let _ = std::thread::Builder::new().spawn(|| execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show));
    std::thread::sleep(TO_RESTORE);
    let _ = crossterm::terminal::disable_raw_mode();
}

/// The time to wait for input that has arrived already. With zero, the poll would not look for any.
const AT_ONCE: Duration = Duration::from_micros(100);

/// More bytes of letters at once than this are a paste.
const TYPED_AT_ONCE: usize = 40;

/// The most events to read before the screen is drawn again.
const MOST_AT_ONCE: usize = 100_000;

/// The failure of a terminal.
fn unusable(error: &io::Error) -> Failure {
    match is_there() {
        true => Failure::failed(tr!("the terminal cannot be used: {}", error)),
        false => Failure::Signal(HANG_UP),
    }
}

/// Shows the session until the player leaves; `save` is called after each move. The contest of the players may come later.
pub(super) fn play(
    session: &mut Session,
    look: Look,
    save: &mut dyn FnMut(&mut Session) -> bool,
    later: Option<&Later>,
) -> Result<Left, Failure> {
    show(&mut opened(&look)?, session, look, save, later)
}

/// Opens the screen.
fn opened(look: &Look) -> Result<Screen, Failure> {
    interrupt::catch_signals_of_terminal().map_err(|error| unusable(&error))?;
    force_color_output(look.colour);
    Screen::open().map_err(|error| unusable(&error))
}

/// Shows a game of several columns until the player leaves; `save` is called after each move.
pub(super) fn play_columns(playing: &mut Playing, mut look: Look, save: &mut dyn FnMut(&mut Playing) -> bool) -> Result<Left, Failure> {
    let mut screen = opened(&look)?;
    let mut keyboard = Keyboard::default();
    loop {
        let after = match screen.next(|frame| columns::screen::draw(frame, playing, &keyboard, &look))? {
            Input::Signal(signal) => return Ok(Left::Signal(signal)),
            Input::Key(key) => keyboard.press(key, playing)?,
            Input::Paste(text) => keyboard.paste(&text, playing),
            Input::Redraw => Next::Draw,
        };
        match after {
            Next::Save => look.resume.is_saved |= save(playing),
            Next::Leave => return Ok(Left::Quit),
            Next::NewGame => return Ok(Left::NewGame),
            _ => {}
        }
    }
}

/// Shows the session, and in front of it the review of the game and branches of that, until the player leaves.
fn show(
    screen: &mut Screen,
    session: &mut Session,
    mut look: Look,
    save: &mut dyn FnMut(&mut Session) -> bool,
    later: Option<&Later>,
) -> Result<Left, Failure> {
    let mut editor = Editor::of(session);
    loop {
        match later.and_then(|later| later.contest.try_recv().ok()) {
            Some(Ok(contest)) => {
                let is_at_a_save = session.add_contest(contest) == Next::Save;
                look.resume.is_saved |= is_at_a_save && save(session);
            }
            Some(Err(failure)) if later.is_some_and(|later| later.is_needed) => return Err(failure),
            Some(Err(failure)) => {
                session.refuse_error(failure.message().unwrap_or_default());
            }
            None => {}
        }
        let after = match screen.next(|frame| screen::draw(frame, session, &editor, &look))? {
            Input::Signal(signal) => return Ok(Left::Signal(signal)),
            Input::Key(Key::Quit) => editor.key(Key::Quit, session),
            Input::Key(key) => editor.press(key, session),
            Input::Paste(text) => editor.paste(&text, session),
            Input::Redraw => Next::Draw,
        };
        match after {
            Next::Dropped | Next::Draw => {}
            Next::Save => look.resume.is_saved |= save(session),
            Next::Leave => return Ok(Left::Quit),
            Next::NewGame => return Ok(Left::NewGame),
            Next::TryAgain => return Ok(Left::TryAgain(session.worst())),
            Next::Review => match session.review(None) {
                None => return Ok(Left::Review),
                Some(mut review) => {
                    let left = show(screen, &mut review, look.apart(), &mut |_| false, None)?;
                    if matches!(left, Left::Signal(_) | Left::TryAgain(_)) {
                        return Ok(left);
                    }
                }
            },
            Next::Branch(choice) => {
                while let Some(mut branch) = session.branch(choice, random_seed()) {
                    match show(screen, &mut branch, look.apart(), &mut |_| false, None)? {
                        left @ (Left::Signal(_) | Left::TryAgain(_)) => return Ok(left),
                        Left::NewGame => {}
                        _ => break,
                    }
                }
            }
        }
    }
}

/// Ctrl-C.
const INTERRUPT: Input = Input::Signal(2);

/// An event of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Input {
    Key(Key),
    Paste(String),
    /// A signal, or the key that sends it.
    Signal(u8),
    /// Only a redraw, for example for a window of another size.
    Redraw,
}

/// Reads all input that has arrived. If a terminal does not mark pastes, many letters that arrive together are a paste.
fn all_that_is_there() -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    let mut letters = String::new();
    for number in 0..MOST_AT_ONCE {
        if number > 0 && !event::poll(AT_ONCE)? {
            break;
        }
        match input(event::read()?) {
            Input::Key(Key::Letter(letter)) => letters.push(letter),
            // A line end inside a long paste is part of it.
            Input::Key(Key::Enter) if letters.len() > TYPED_AT_ONCE => letters.push('\n'),
            input => {
                inputs.extend(together(std::mem::take(&mut letters)));
                inputs.push(input);
            }
        }
    }
    inputs.extend(together(letters));
    Ok(inputs)
}

/// Letters that arrived together: keys, or a paste.
fn together(letters: String) -> Vec<Input> {
    match letters.len() {
        bytes if bytes > TYPED_AT_ONCE => vec![Input::Paste(letters)],
        _ => letters.chars().map(|letter| Input::Key(Key::Letter(letter))).collect(),
    }
}

fn input(event: Event) -> Input {
    match event {
        Event::Paste(text) => Input::Paste(text),
        Event::Key(event) if event.kind != KeyEventKind::Release => {
            fail_on_purpose(&event);
            if is_control(&event, 'c') { INTERRUPT } else { key(&event).map_or(Input::Redraw, Input::Key) }
        }
        _ => Input::Redraw,
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
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Tab => Key::Hint,
        KeyCode::F(1) => Key::Letter('?'),
        _ => return None,
    })
}

/// For the test that a panic restores the terminal: in a debug build, with this variable set, F12 panics.
fn fail_on_purpose(event: &KeyEvent) {
    if cfg!(debug_assertions) && event.code == KeyCode::F(12) && std::env::var_os("YAHTZEE_PANIC_ON_F12").is_some() {
        panic!("on purpose");
    }
}
