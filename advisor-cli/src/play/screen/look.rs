//! The styles of the screen, with and without colours.

use ratatui::style::{Color, Modifier, Style};

use crate::play::Resume;

/// The styles, and shown data that is not part of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) colour: bool,
    /// How to continue the game.
    pub(crate) resume: Resume,
}

impl Look {
    /// The same for a game that is not saved.
    pub(crate) fn apart(&self) -> Look {
        Look { resume: Resume::NEVER, ..*self }
    }

    fn fg(&self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    pub(super) fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn best(&self) -> Style {
        self.fg(Color::Green).add_modifier(Modifier::BOLD)
    }

    pub(super) fn loss(&self) -> Style {
        self.fg(Color::Red)
    }

    pub(super) fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A title on a faint edge.
    pub(super) fn on_edge(&self) -> Style {
        Style::reset()
    }

    pub(super) fn coach(&self) -> Style {
        self.fg(Color::Magenta)
    }

    pub(super) fn line(&self) -> Style {
        self.fg(Color::Cyan)
    }
}
