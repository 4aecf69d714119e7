//! The output of commands on a narrow terminal: lines end between words, and never inside dice. A giant terminal takes no giant memory.

use std::collections::BTreeSet;
use std::io::{Read, Write};

use crate::common::terminal::{YAHTZEE, spawn};
use crate::common::text;

const COMMANDS: [&[&str]; 15] = [
    &["help"],
    &["advise", "11666"],
    &["advise", "11666", "--all"],
    &["advise", "11666", "--why", "--chose", "hold 11"],
    &["advise", "12246", "--goal", "fh"],
    &["value"],
    &["rules", "list"],
    &["table", "info"],
    &["stats", "--card", "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 y=50"],
    &["targets", "--card", "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40"],
    &["simulate", "-n", "50", "--player", "greedy", "--rules", "crag"],
    &["simulate", "-n", "50", "--rules", "crag"],
    &["review", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/hasbro.txt"), "--why"],
    &["quiz", "--seed", "5", "-n", "1"],
    &["advise", "--card", "fulhouse=25", "13356"],
];

/// The output of a command on a terminal with this many columns.
fn printed(columns: u16, args: &[&str]) -> String {
    let data = tempfile::tempdir().unwrap();
    // Keep the stderr only of a command that fails: the others show a spinner there.
    let errors = if args.contains(&"fulhouse=25") { "2>&1" } else { "2>/dev/null" };
    let script = format!("stty cols {columns} -echo && exec \"$@\" {errors} </dev/null");
    let command = [&["sh", "-c", &script, "sh", YAHTZEE], args, &["--color", "never"]].concat();
    let (master, mut child) = spawn(&data, &command, &[("LC_ALL", "C.UTF-8")]);
    let mut reader = master.try_clone_reader().unwrap();
    let mut bytes = Vec::new();
    // Reading from a terminal whose program has ended gives an error, not an end of file.
    let _ = reader.read_to_end(&mut bytes);
    child.wait().unwrap();
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

/// The words of a text, without the punctuation around them.
fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().map(|word| word.trim_matches([':', ';', ',', '.', '\''])).collect()
}

/// Kept dice, as the text shows them.
fn kept(text: &str) -> impl Iterator<Item = &str> {
    text.split("Keep ").skip(1).map(|rest| rest.split([',', '\n']).next().unwrap()).filter(|kept| kept.starts_with(char::is_numeric))
}

#[test]
fn every_command_fits_a_narrow_terminal() {
    text(["advise", "11666", "--all"]);
    for args in COMMANDS {
        let wide = printed(1000, args);
        assert!(!wide.is_empty(), "{args:?}");
        let (all, longest) = (words(&wide), words(&wide).into_iter().map(|word| word.chars().count()).max().unwrap());
        for columns in [30, 40] {
            let narrow = printed(columns, args);
            for line in narrow.lines() {
                // A command to copy stays on one line, and no word is broken.
                let is_word = line.trim_start().starts_with("yahtzee ")
                    || (line.split_whitespace().count() == 1 && line.trim().chars().count() <= longest + 1);
                assert!(line.chars().count() <= columns.into() || is_word, "{args:?} in {columns} columns: {line:?}\n{narrow}");
            }
            // Bars get shorter, and dice are drawn only if there is room.
            let is_drawn = |word: &&str| {
                word.contains(|letter| letter == '[' || ('\u{2500}'..'\u{2600}').contains(&letter)) || "123456".contains(*word)
            };
            let broken: Vec<&str> = words(&narrow).difference(&all).copied().filter(|word| !is_drawn(word)).collect();
            assert!(broken.is_empty(), "{args:?} in {columns} columns: {broken:?}\n{narrow}");
            for dice in kept(&wide) {
                assert!(narrow.matches(dice).count() >= wide.matches(dice).count(), "{args:?} in {columns} columns: {dice}\n{narrow}");
            }
        }
    }
}

/// A terminal may claim any size. The part beyond a limit is not drawn.
#[test]
fn a_giant_terminal_takes_no_giant_memory() {
    let data = tempfile::tempdir().unwrap();
    let script = "stty cols 65535 rows 65535 && exec \"$@\"";
    let command = ["sh", "-c", script, "sh", YAHTZEE, "play", "--seed", "1"];
    let (master, mut child) = spawn(&data, &command, &[]);
    let (mut reader, mut keys) = (master.try_clone_reader().unwrap(), master.take_writer().unwrap());
    let (mut said, mut bytes) = (Vec::new(), [0; 4096]);
    while let Ok(read) = reader.read(&mut bytes)
        && read > 0
    {
        let picture = |said: &[u8]| said.windows(8).any(|bytes| bytes == b"\x1b[?2026l");
        let drawn = picture(&said);
        said.extend(&bytes[..read]);
        if picture(&said) && !drawn {
            keys.write_all(b"\x11").unwrap();
        }
    }
    assert_eq!(child.wait().unwrap().exit_code(), 0, "{}", String::from_utf8_lossy(&said));
}
