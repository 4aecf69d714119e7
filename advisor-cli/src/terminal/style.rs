//! The styles of the program's text. `output` and `failure` leave them out unless a terminal shows them.

use anstyle::{AnsiColor, Style};

/// `error:` on stderr.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// `warning:` on stderr.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// The best option, or kept dice.
pub(crate) const BEST: Style = AnsiColor::Green.on_default().bold();
/// A loss.
pub(crate) const LOSS: Style = AnsiColor::Red.on_default();
/// Less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
