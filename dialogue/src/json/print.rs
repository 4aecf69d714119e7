//! Printed JSON: on one line, without characters that control a terminal.

use serde::Serialize;
use yahtzee_solver::printable::is_printable;

/// Appends a value and a line end. An unprintable character becomes an escape, which means the same in JSON.
///
/// # Errors
///
/// As [`serde_json::to_writer`]: for a value that JSON cannot represent.
pub fn print_line(value: &impl Serialize, out: &mut Vec<u8>) -> serde_json::Result<()> {
    let start = out.len();
    serde_json::to_writer(&mut *out, value)?;
    let json = &out[start..];
    // Most JSON is ASCII and needs no escapes. Finding the greatest byte is faster than finding the first one above a limit.
    let greatest = json.iter().fold(0, |greatest, &byte| byte.max(greatest));
    if greatest >= 0x7f
        && let Some(printable) = printable(&String::from_utf8_lossy(json))
    {
        out.truncate(start);
        out.extend_from_slice(printable.as_bytes());
    }
    out.push(b'\n');
    Ok(())
}

/// The same JSON with escapes; `None` if it needs none. JSON has control characters below U+0020 only between its values, where a tab does no harm.
fn printable(json: &str) -> Option<String> {
    let hidden = |letter: char| letter >= '\u{7f}' && !is_printable(letter);
    if !json.contains(hidden) {
        return None;
    }
    let mut printable = String::with_capacity(json.len());
    for letter in json.chars() {
        if hidden(letter) {
            let mut units = [0; 2];
            printable.extend(letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            printable.push(letter);
        }
    }
    Some(printable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_means_the_same_and_is_printable() {
        let ordinary: String = ('\0'..='\u{ffff}').chain('\u{1f3b2}'..'\u{1f3b4}').chain('\u{dfff0}'..'\u{e1010}').collect();
        for text in [ordinary.as_str(), "caf\u{e9}", "plain", "\u{7f}", "\u{e0041}", "\u{1b}]52;c;eA==\u{7}"] {
            let mut line = b"before\n".to_vec();
            print_line(&[text], &mut line).unwrap();
            let line = String::from_utf8(line).unwrap();
            let json = line.strip_prefix("before\n").unwrap().strip_suffix('\n').unwrap();
            assert!(json.chars().all(is_printable));
            assert_eq!(serde_json::from_str::<[String; 1]>(json).unwrap(), [text]);
        }
        let mut line = Vec::new();
        print_line(&"caf\u{e9}", &mut line).unwrap();
        assert_eq!(line, "\"caf\u{e9}\"\n".as_bytes(), "what is printable stays");
    }
}
