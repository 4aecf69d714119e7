//! The page of help.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use yahtzee_solver::CategoryRule;

use super::Screen;
use crate::play::session::DiceFrom;

/// The width of the page where there is room for more.
const WIDTH: u16 = 80;

impl Screen<'_, '_> {
    pub(super) fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines: Vec<Line<'_>> = self
            .explained()
            .into_iter()
            .map(|(what, means)| Line::from(vec![Span::styled(format!(" {what:<15}"), self.look.strong()), Span::raw(means)]))
            .collect();
        let height = if self.large { lines.len() as u16 + 2 } else { area.height };
        let (width, height) = (WIDTH.min(area.width), height.min(area.height));
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let margin = Rect { x: place.x.saturating_sub(2), width: width + 4, ..place };
        frame.render_widget(Clear, margin.intersection(area));
        frame.render_widget(Paragraph::new(lines).block(self.block("help: any key closes it")), place);
    }

    /// What may be typed, the keys, and the words on the screen, each with what it means.
    fn explained(&self) -> Vec<(String, &'static str)> {
        let CategoryRule { name, short, .. } = self.example();
        let short = short.first().unwrap_or(name);
        let coach = self.session.mode().coach.is_some();
        let mut rows = Vec::new();
        let mut explain = |what: &str, means| rows.push((what.to_owned(), means));
        if self.session.mode().dice == DiceFrom::Table {
            explain("13356", "the dice that fell, in any order; later only the new ones");
        }
        explain("33", "keep these dice and roll the others again; 0 keeps none");
        explain(short, "score there: a category's name, its short name, or its start");
        explain(&format!("{name}=0"), "score 0 there, though it would be more");
        explain("← → Space", "choose the dice to keep, instead of typing them");
        explain("↑ ↓", "choose a category, instead of typing it");
        explain("Enter", if coach { "do what is typed" } else { "do what is typed; with nothing typed, take the best option" });
        if coach {
            explain("Tab", "a hint: a few options; again: the best, which Enter takes");
        }
        explain("< or Ctrl-Z", "take back the last move, as often as you like");
        explain("Esc", "clear what is typed");
        explain("Ctrl-Q, Ctrl-C", "leave; every move is saved: 'yahtzee play --resume' goes on");
        explain("", "");
        explain("now", "the points that these dice would score in each category");
        explain("expected final", "your final score on average, if all goes on without a mistake");
        explain("loss, lost", "what a choice costs, against the best one");
        explain("luck", "what the dice gave, against the average");
        rows
    }
}
