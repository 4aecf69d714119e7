//! A game ends on request, even on a terminal that accepts no more output.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use portable_pty::{Child, MasterPty};
use rustix::termios::{Action, tcflow};
use tempfile::TempDir;

use crate::common::terminal::{YAHTZEE, modes, new_modes, spawn};
use crate::common::{text, wait_until};
use crate::play::folder;

/// A game on a terminal that is read only until the screen appears.
struct Unread {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    _data: TempDir,
}

impl Unread {
    fn start() -> Unread {
        drop(text(["advise", "13356"]));
        let data = folder();
        let (master, child) = spawn(&data, &[YAHTZEE, "play", "--seed", "1"], &[]);
        let (mut reader, mut read, mut bytes) = (master.try_clone_reader().unwrap(), Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&read).contains("choice (Enter") {
            let count = reader.read(&mut bytes).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&read));
            read.extend(&bytes[..count]);
        }
        let keys = master.take_writer().unwrap();
        Unread { child, master, keys, _data: data }
    }

    /// Makes the program draw more than an unread terminal can hold, and waits until it stalls: until 40 checks in a row show no new wait.
    fn fill(&mut self) {
        let (mut typed, mut before, mut same) = (0, String::new(), 0);
        wait_until("a program that waits", || {
            let now = self.calls();
            same = if now == before { same + 1 } else { 0 };
            // One key at a time: the program reads all available keys before it draws.
            if now != before {
                self.keys.write_all(if typed % 2 == 0 { b"?" } else { b"x" }).unwrap();
                typed += 1;
            }
            before = now;
            (same == 40).then_some(())
        });
    }

    /// The number of times that the program has waited: it grows while the program looks for keys.
    fn calls(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id().unwrap())).unwrap();
        status.lines().filter(|line| line.contains("ctxt_switches")).collect()
    }

    /// Sends a signal. Returns the exit status and the time until the end.
    fn end(&mut self, signal: &str) -> (u32, Duration) {
        let start = Instant::now();
        let pid = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let status = wait_until("the end", || self.child.try_wait().unwrap()).exit_code();
        (status, start.elapsed())
    }
}

/// The time on an idle machine, with a margin for a busy one.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn a_signal_ends_a_game_on_a_terminal_that_nobody_reads() {
    for (signal, status) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let mut game = Unread::start();
        game.fill();
        let (ended, time) = game.end(signal);
        assert_eq!(ended, status, "{signal}");
        assert!(time < SOON, "{signal}: {time:?}");
        assert_eq!(modes(&*game.master), new_modes(), "{signal}");
    }
}

#[test]
fn a_signal_ends_a_game_on_a_terminal_that_is_stopped() {
    let mut game = Unread::start();
    let terminal = std::fs::File::options().read(true).write(true).open(game.master.tty_name().unwrap()).unwrap();
    tcflow(&terminal, Action::OOff).unwrap();
    game.fill();
    let (ended, time) = game.end("-TERM");
    assert_eq!(ended, 143);
    assert!(time < SOON, "{time:?}");
    assert_eq!(modes(&*game.master), new_modes());
    // The terminal continues, and the screen was left.
    drop(terminal);
    let mut read = Vec::new();
    // Reading a terminal without a program ends with an error.
    let _ = game.master.try_clone_reader().unwrap().read_to_end(&mut read);
    assert!(String::from_utf8_lossy(&read).contains("\u{1b}[?1049l"), "{}", String::from_utf8_lossy(&read));
}
