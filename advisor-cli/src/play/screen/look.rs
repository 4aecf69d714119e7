//! The styles of the screen, with and without colours.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType};
use yahtzee_solver::tr;

use super::fit::short;

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

    pub(in crate::play) fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(in crate::play) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(in crate::play) fn best(&self) -> Style {
        self.fg(Color::Green).add_modifier(Modifier::BOLD)
    }

    pub(in crate::play) fn loss(&self) -> Style {
        self.fg(Color::Red)
    }

    pub(in crate::play) fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A title on a faint edge.
    pub(in crate::play) fn on_edge(&self) -> Style {
        Style::reset()
    }

    pub(in crate::play) fn coach(&self) -> Style {
        self.fg(Color::Magenta)
    }

    pub(in crate::play) fn line(&self) -> Style {
        self.fg(Color::Cyan)
    }

    pub(in crate::play) fn block(&self, title: impl Into<String>) -> Block<'static> {
        let title: String = title.into();
        Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(self.faint())
            .title(Span::styled(format!(" {title} "), self.on_edge().add_modifier(Modifier::BOLD)))
    }

    /// Adds to the lower edge of a block how much is hidden in each direction.
    pub(in crate::play) fn more(&self, block: Block<'static>, hidden: &[(char, usize)]) -> Block<'static> {
        let hidden = hidden.iter().filter(|(_, count)| *count > 0);
        let more: Vec<String> = hidden.map(|(arrow, count)| tr!("{} {} more", arrow, count)).collect();
        if more.is_empty() { block } else { block.title_bottom(Span::styled(format!(" {} ", more.join(" · ")), self.on_edge())) }
    }

    /// Draws heads of columns on the upper edge of a block. Each ends before the given column inside the block, and is cut where the one before it ends.
    pub(in crate::play) fn heads(&self, frame: &mut Frame<'_>, block: Rect, heads: &[(usize, String)]) {
        let mut free = 0;
        for (end, head) in heads {
            let head = short(head, end.saturating_sub(free).max(1));
            free = end + 1;
            let head = Span::styled(format!(" {head} "), self.on_edge());
            let wide = head.width() as u16;
            let x = (block.x + 2 + *end as u16).saturating_sub(wide);
            frame.render_widget(head, Rect { x, y: block.y, width: wide, height: 1 }.intersection(block));
        }
    }
}
