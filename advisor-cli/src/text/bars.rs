//! Bars for charts of text.

use crate::terminal::window;
use crate::terminal::wrap::NO_BREAK;

/// Columns of the longest bar.
const LONGEST: u16 = 50;

/// The columns of the longest bar that fits the terminal after this many columns.
pub(crate) fn longest(before: u16) -> u16 {
    window::columns().map_or(LONGEST, |columns| columns.saturating_sub(before).clamp(1, LONGEST))
}

/// A small bar for each share. The greatest share has the full height.
pub(crate) fn small(shares: &[f64]) -> String {
    const HEIGHTS: [char; 9] = [NO_BREAK, '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    shares.iter().map(|share| HEIGHTS[(8.0 * share / most).round() as usize]).collect()
}

/// A bar of this many columns, exact to an eighth of a column.
pub(crate) fn bar(length: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8.0 * length).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A bar for a part, and behind it a lighter bar up to the whole.
pub(crate) fn part_of(part: f64, whole: f64) -> String {
    let part = bar(part);
    let light = (whole.round() as usize).saturating_sub(part.chars().count());
    part + &"░".repeat(light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_they_should_be() {
        assert_eq!([0.0, 0.125, 0.5, 1.0, 2.25].map(bar), ["", "▏", "▌", "█", "██▎"]);
        assert_eq!(small(&[0.1, 0.0, 0.2]), "▄\u{a0}█");
        assert_eq!([(1.5, 4.0), (1.5, 2.0), (0.0, 1.0), (2.0, 2.0)].map(|(part, whole)| part_of(part, whole)), ["█▌░░", "█▌", "░", "██"]);
    }
}
