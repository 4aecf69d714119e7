//! Pages in front of the table: help, and why.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use yahtzee_dialogue::reasons::Explanation;
use yahtzee_dialogue::session::DiceFrom;
use yahtzee_solver::CategoryRule;

use super::Screen;

/// The width of the page where there is room for more.
const WIDTH: u16 = 80;

impl Screen<'_, '_> {
    pub(super) fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines: Vec<Line<'_>> = self
            .explained()
            .into_iter()
            .map(|(what, means)| Line::from(vec![Span::styled(format!(" {what:<15}"), self.look.strong()), Span::raw(means)]))
            .collect();
        self.page(frame, area, "help", lines);
    }

    pub(super) fn why(&self, frame: &mut Frame<'_>, area: Rect, said: &[Explanation]) {
        let width = usize::from(WIDTH.min(area.width)) - 4;
        let mut lines = Vec::new();
        for Explanation { heading, sentences } in said {
            if !lines.is_empty() {
                lines.push(Line::raw(""));
            }
            lines.push(Line::styled(format!(" {heading}"), self.look.strong()));
            let wrapped = sentences.iter().flat_map(|sentence| textwrap::wrap(sentence, width - 2));
            lines.extend(wrapped.map(|line| Line::raw(format!("   {line}"))));
        }
        self.page(frame, area, "why", lines);
    }

    fn page(&self, frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<Line<'_>>) {
        let height = if self.large { lines.len() as u16 + 2 } else { area.height };
        let (width, height) = (WIDTH.min(area.width), height.min(area.height));
        let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        let margin = Rect { x: place.x.saturating_sub(2), width: width + 4, ..place };
        frame.render_widget(Clear, margin.intersection(area));
        frame.render_widget(Paragraph::new(lines).block(self.block(format!("{title}: any key closes it"))), place);
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
        explain("!", "why: what the best option leads to, beside yours or its rival");
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
