//! Reading typed input, one line at a time.

use std::io::{self, BufRead, Read};
use yahtzee_solver::tr;

/// The longest accepted line, in bytes. Typed lines are much shorter.
const LINE_LIMIT: usize = 1000;

/// The lines of an input. Only the beginning of a line that is too long is kept.
pub(crate) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines(input)
    }

    /// The next line without its line break, or that it is too long. `None` at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<String, String>>> {
        let line = self.next_bytes()?;
        if line.is_empty() {
            return Ok(None);
        }
        let text = line.strip_suffix(b"\n").map_or(&line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
        if text.len() > LINE_LIMIT {
            return Ok(Some(Err(tr!("the line is longer than {} bytes", LINE_LIMIT))));
        }
        Ok(Some(Ok(String::from_utf8_lossy(text).into_owned())))
    }

    /// The next line with its line break, cut above the limit.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let limit = LINE_LIMIT + "\r\n".len();
        self.0.by_ref().take(limit as u64).read_until(b'\n', &mut line)?;
        if line.len() == limit && !line.ends_with(b"\n") {
            self.0.skip_until(b'\n')?;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(input);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn lines_end_as_usual() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"one\r\n\ntwo"), ["one", "", "two"].map(|line| Ok(line.to_owned())));
        assert_eq!(lines(b"\xff\n"), [Ok("\u{fffd}".to_owned())]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        for length in [LINE_LIMIT - 1, LINE_LIMIT, LINE_LIMIT + 1, LINE_LIMIT + 2, LINE_LIMIT + 3, 100_000] {
            for end in ["\n", "\r\n", ""] {
                let line = "6".repeat(length);
                let found = lines(format!("{line}{end}").as_bytes());
                assert_eq!(found.len(), 1);
                assert_eq!(found[0].as_ref().ok(), Some(&line).filter(|_| length <= LINE_LIMIT), "{length}");
                if !end.is_empty() {
                    assert_eq!(lines(format!("{line}{end}next").as_bytes())[1..], [Ok("next".to_owned())], "{length}");
                }
            }
        }
    }
}
