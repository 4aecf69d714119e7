//! The program on a terminal, driven by keys. A test sees the same screen as a person.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

use super::{PATIENCE, shared_tables};

pub(crate) const YAHTZEE: &str = env!("CARGO_BIN_EXE_yahtzee");

/// The escape sequences at the start and at the end of a picture.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// The number of complete pictures in the output.
pub(crate) fn pictures(raw: &[u8]) -> usize {
    raw.windows(END.len()).filter(|window| window == &END).count()
}

/// The screen of a terminal, and all output so far.
pub(crate) struct Seen {
    pub(crate) parser: vt100::Parser,
    pub(crate) raw: Vec<u8>,
    /// The part of the output that is on the screen.
    shown: usize,
    closed: bool,
}

impl Seen {
    /// The text on the screen, without the blanks at the ends of its lines.
    pub(crate) fn screen(&self) -> String {
        self.parser.screen().contents().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Adds output, and shows it up to the last complete picture, so that no test sees a partial one.
    pub(crate) fn show(&mut self, bytes: &[u8]) {
        self.raw.extend(bytes);
        self.closed = bytes.is_empty();
        let new = &self.raw[self.shown..];
        let last = |mark: &[u8]| new.windows(mark.len()).rposition(|window| window == mark);
        let (begun, ended) = (last(BEGIN), last(END));
        let whole = self.shown + if !self.closed && begun > ended { begun.unwrap_or(0) } else { new.len() };
        if whole > self.shown {
            self.parser.process(&self.raw[self.shown..whole]);
            self.shown = whole;
        }
    }
}

/// The program on a terminal.
pub(crate) struct Tui {
    pub(crate) seen: Arc<(Mutex<Seen>, Condvar)>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

fn size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn cells(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).expect("a terminal has cells")
}

/// Runs a command on a new terminal.
pub(crate) fn spawn(
    data: &TempDir,
    command: &[&str],
    variables: &[(&str, &str)],
) -> (Box<dyn MasterPty + Send>, Box<dyn Child + Send + Sync>) {
    let pty = native_pty_system().openpty(size((80, 24))).unwrap();
    let mut command = CommandBuilder::from_argv(command.iter().map(OsString::from).collect());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
        command.env_remove(variable);
    }
    command.env("TERM", "xterm-256color");
    command.env("YAHTZEE_TABLES", shared_tables());
    command.env("XDG_DATA_HOME", data.path());
    command.env("HOME", data.path());
    for (name, value) in variables {
        command.env(name, value);
    }
    let child = pty.slave.spawn_command(command).unwrap();
    (pty.master, child)
}

impl Tui {
    /// Starts `yahtzee` with these arguments and environment variables. Its data directory is `data`.
    pub(crate) fn start(data: &TempDir, args: &[&str], variables: &[(&str, &str)]) -> Tui {
        let (master, child) = spawn(data, &[&[YAHTZEE], args].concat(), variables);
        let mut reader = master.try_clone_reader().unwrap();
        let seen = Arc::new((
            Mutex::new(Seen { parser: vt100::Parser::new(cells(24), cells(80), 0), raw: Vec::new(), shown: 0, closed: false }),
            Condvar::new(),
        ));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                let mut seen = shared.0.lock().unwrap();
                seen.show(&bytes[..read]);
                shared.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Tui { seen, keys: master.take_writer().unwrap(), child, master }
    }

    pub(crate) fn screen(&self) -> String {
        self.seen.0.lock().unwrap().screen()
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait_until(&self, wanted: impl Fn(&Seen) -> bool, what: &str) -> String {
        let start = Instant::now();
        let mut seen = self.seen.0.lock().unwrap();
        while !wanted(&seen) {
            assert!(!seen.closed && start.elapsed() < PATIENCE, "waiting for {what}:\n{}", seen.screen());
            seen = self.seen.1.wait_timeout(seen, Duration::from_secs(1)).unwrap().0;
        }
        seen.screen()
    }

    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(|seen| seen.screen().contains(text), text)
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.bytes(keys.as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        self.seen.0.lock().unwrap().parser.screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(size((cols, rows))).unwrap();
    }

    pub(crate) fn pictures(&self) -> usize {
        pictures(&self.seen.0.lock().unwrap().raw)
    }

    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// Waits for the end, and returns the exit status. All output has been read by then.
    pub(crate) fn wait(&mut self) -> u32 {
        let start = Instant::now();
        let mut seen = self.seen.0.lock().unwrap();
        while !seen.closed {
            assert!(start.elapsed() < PATIENCE, "waiting for the end:\n{}", seen.screen());
            seen = self.seen.1.wait_timeout(seen, Duration::from_secs(1)).unwrap().0;
        }
        drop(seen);
        self.child.wait().unwrap().exit_code()
    }

    /// Checks that the terminal has its modes from before the program.
    pub(crate) fn assert_restored(&self) {
        let seen = self.seen.0.lock().unwrap();
        assert!(seen.raw.windows(8).any(|bytes| bytes == b"\x1b[?1049h"), "the alternate screen was never entered");
        assert!(!seen.parser.screen().alternate_screen(), "the alternate screen is left");
        assert!(!seen.parser.screen().hide_cursor(), "the cursor is shown");
        assert!(!seen.parser.screen().bracketed_paste(), "what is pasted is not marked any more");
        drop(seen);
        assert_eq!(self.modes(), new_modes());
    }

    /// The modes of the terminal now.
    pub(crate) fn modes(&self) -> String {
        modes(&*self.master)
    }
}

/// The control characters set by the kernel; it does not change the ones after them.
const CONTROL_CHARS: usize = 19;

/// The modes of a terminal: echo, lines and so on.
pub(crate) fn modes(master: &(dyn MasterPty + Send)) -> String {
    let modes = master.get_termios().unwrap();
    let flags = (modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags);
    format!("{flags:?} {:?}", &modes.control_chars[..CONTROL_CHARS])
}

/// The modes of an unchanged terminal.
pub(crate) fn new_modes() -> String {
    let pty = native_pty_system().openpty(size((80, 24))).unwrap();
    modes(&*pty.master)
}

impl Drop for Tui {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
