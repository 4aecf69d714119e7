//! The terminal of a game: its size, its colours, pastes, signals, and its end.

use std::io::Read;

use crate::common::terminal::{YAHTZEE, new_modes, pictures, spawn};
use crate::common::{text, wait_until};
use crate::play::{file, folder, saved, start, start_with};

#[test]
fn signals_and_panics_leave_the_terminal_as_it_was() {
    let data = folder();
    for (signal, status) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
        let mut tui = start(&data, &["--roll"]);
        tui.wait_for("choice (Enter");
        assert_ne!(tui.modes(), new_modes(), "the terminal is in raw mode during a game");
        tui.signal(signal);
        assert_eq!(tui.wait(), status, "{signal}");
        tui.assert_restored();
    }
    // So does a signal while the rest of a letter, of an escape sequence or of a paste is missing.
    for part in [&b"\xe9"[..], b"\xff", b"\x1b[", b"\x1b[200~x"] {
        for (signal, status) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
            let mut tui = start(&data, &["--roll"]);
            tui.wait_for("choice (Enter");
            tui.bytes(part);
            // Time for the program to read it.
            let mut checks = 0;
            wait_until("some time", || {
                checks += 1;
                (checks == 20).then_some(())
            });
            tui.signal(signal);
            assert_eq!(tui.wait(), status, "{signal}");
            tui.assert_restored();
        }
        // So does the key.
        let mut tui = start(&data, &["--roll"]);
        tui.wait_for("choice (Enter");
        tui.bytes(&[part, b"\x03"].concat());
        assert_eq!(tui.wait(), 130, "{part:?}");
        tui.assert_restored();
    }
    let mut tui = start(&data, &["--roll"]);
    tui.wait_for("choice (Enter");
    tui.keys("\u{3}");
    assert_eq!(tui.wait(), 130);
    tui.assert_restored();
    if cfg!(debug_assertions) {
        let mut tui = start_with(&data, &["--roll"], &[("YAHTZEE_PANIC_ON_F12", "1"), ("RUST_BACKTRACE", "0")]);
        tui.wait_for("choice (Enter");
        tui.keys("\u{1b}[24~");
        assert_eq!(tui.wait(), 101);
        tui.assert_restored();
        assert!(tui.screen().contains("on purpose"), "{}", tui.screen());
    }
    assert!(!file(&data).exists(), "nothing was played, so nothing is saved");
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let data = folder();
    let mut tui = start(&data, &["--seed", "1"]);
    tui.wait_for("choice (Enter");
    tui.resize(140, 45);
    tui.wait_for("the turns so far");
    tui.resize(20, 5);
    tui.wait_for("This window is 20x5.");
    // While the window is too small, keys do nothing except leaving. Each key redraws the screen.
    for _ in 0..3 {
        let drawn = tui.pictures();
        tui.keys("\r");
        tui.wait_until(|seen| pictures(&seen.raw) > drawn, "the key to be read");
    }
    tui.resize(80, 24);
    tui.wait_for("turn 1 of 13");
    tui.wait_for("roll 1 of 3");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
}

#[test]
fn the_key_to_leave_works_after_a_storm_of_sizes_and_in_every_size() {
    let data = folder();
    for (key, status) in [("\u{11}", 0), ("\u{3}", 130)] {
        for (columns, rows) in [(300, 1), (1, 300), (1, 1), (59, 20), (1000, 500)] {
            let mut tui = start(&data, &["--seed", "1"]);
            tui.wait_for("choice (Enter");
            for step in 0..200 {
                tui.resize(1 + (step * 37) % 200, 1 + (step * 11) % 60);
                if step % 20 == 0 {
                    tui.keys("a");
                }
            }
            tui.resize(columns, rows);
            tui.keys(key);
            assert_eq!(tui.wait(), status, "{columns}x{rows}");
            tui.assert_restored();
        }
    }
}

/// A paste of any length is refused, and the keys after it work.
#[test]
fn a_paste_of_a_megabyte_does_no_harm() {
    let data = folder();
    for (begin, end) in [("", ""), ("\u{1b}[200~", "\u{1b}[201~")] {
        for (key, status) in [("\u{11}", 0), ("\u{3}", 130)] {
            let mut tui = start(&data, &["--seed", "1"]);
            tui.wait_for("choice (Enter");
            tui.keys(&format!("{begin}{}{end}", "13456 chance ".repeat(80_000)));
            tui.wait_for("letters at once are no answer");
            tui.keys(key);
            assert_eq!(tui.wait(), status);
            tui.assert_restored();
        }
    }
}

/// Pasted text is read before the screen is drawn again, whether or not the terminal marks it as pasted.
#[test]
fn a_long_paste_is_refused_at_once() {
    let data = folder();
    for (begin, end) in [("", ""), ("\u{1b}[200~", "\u{1b}[201~")] {
        let mut tui = start(&data, &["--seed", "1"]);
        tui.wait_for("choice (Enter");
        let drawn = tui.pictures();
        tui.keys(&format!("{begin}{}{end}", "13456 chance ".repeat(40)));
        let screen = tui.wait_for("letters at once are no answer: give dice, or a category.");
        assert!(tui.pictures() - drawn < 10, "{} pictures", tui.pictures() - drawn);
        assert!(screen.contains("choice (Enter takes the best)>\n"), "{screen}");
        // A short paste is typed.
        tui.keys(&format!("{begin}chance{end}"));
        tui.wait_for("best)> chance");
        tui.keys(&format!("{}\u{3}", "6".repeat(500)));
        assert_eq!(tui.wait(), 130);
        tui.assert_restored();
        assert!(!file(&data).exists(), "nothing was played");
    }
}

#[test]
fn a_game_ends_with_its_terminal() {
    // A shell that ignores the signal also makes the program ignore it. Then the program must notice the closed terminal itself.
    let deaf = "trap '' HUP; \"$0\" \"$@\"; echo $? >status";
    for shell in [vec![], vec!["sh", "-c", deaf]] {
        let data = folder();
        let mut tui = start(&data, &["--seed", "1"]);
        tui.wait_for("choice (Enter");
        tui.keys("chance\r");
        tui.wait_for("turn 2 of 13");
        tui.signal("-KILL");
        tui.wait();
        let game = saved(&data);
        // No key is sent here, because the writer of a test terminal sends an end of file when it is dropped.
        let (master, mut child) = spawn(&data, &[&shell[..], &[YAHTZEE, "play", "--resume"]].concat(), &[]);
        let mut reader = master.try_clone_reader().unwrap();
        let (mut read, mut bytes) = (Vec::new(), [0; 4096]);
        while pictures(&read) == 0 {
            let count = reader.read(&mut bytes).unwrap();
            assert!(count > 0, "{}", String::from_utf8_lossy(&read));
            read.extend(&bytes[..count]);
        }
        drop((reader, master));
        let status = wait_until("its end, without a terminal", || child.try_wait().unwrap()).exit_code();
        assert_eq!(saved(&data), game);
        let of_program = match shell[..] {
            [] => status.to_string(),
            _ => std::fs::read_to_string(data.path().join("status")).unwrap(),
        };
        assert_eq!(of_program.trim(), "129");
    }
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let data = folder();
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut tui = start_with(&data, args, variables);
        tui.wait_for("choice (Enter");
        tui.keys("\u{11}");
        assert_eq!(tui.wait(), 0);
        let seen = tui.seen.0.lock().unwrap();
        seen.raw.windows(5).any(|bytes| bytes == b"[38;5")
    };
    assert!(coloured(&["--roll"], &[]));
    assert!(!coloured(&["--roll"], &[("NO_COLOR", "1")]));
    assert!(!coloured(&["--roll", "--color", "never"], &[]));
    assert!(coloured(&["--roll", "--color", "always"], &[("NO_COLOR", "1")]));
}

/// A signal at any time leaves the terminal unchanged.
#[test]
fn a_signal_while_the_screen_opens_leaves_the_terminal_as_it_was() {
    let data = folder();
    drop(text(["value"]));
    for bytes in 0..40 {
        let mut tui = start(&data, &["--roll"]);
        match bytes {
            // At once.
            0..4 => {}
            // The terminal's modes change before any output.
            4..10 => wait_until("other modes", || (tui.modes() != new_modes()).then_some(())),
            _ => drop(tui.wait_until(|seen| seen.raw.len() >= bytes, "bytes")),
        }
        tui.signal("-INT");
        assert!([130, 1].contains(&tui.wait()), "{}", tui.screen());
        assert_eq!(tui.modes(), new_modes(), "after {bytes} bytes");
        let seen = tui.seen.0.lock().unwrap();
        assert!(!seen.parser.screen().alternate_screen() && !seen.parser.screen().hide_cursor(), "after {bytes} bytes");
    }
}
