//! How things look, with colours and without.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) colour: bool,
}

impl Look {
    pub(super) fn fg(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn best(self) -> Style {
        self.fg(Color::Green).add_modifier(Modifier::BOLD)
    }

    pub(super) fn loss(self) -> Style {
        self.fg(Color::Red)
    }

    pub(super) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(super) fn border(self) -> Style {
        if self.colour { self.fg(Color::DarkGray) } else { self.faint() }
    }

    pub(super) fn line(self) -> Style {
        self.fg(Color::Cyan)
    }
}
