//! Pages in front of the table: help, and why.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use yahtzee_dialogue::reasons::Explanation;
use yahtzee_dialogue::session::DiceFrom;
use yahtzee_solver::CategoryRule;

use super::Screen;
use super::fit::wrapped;

/// The greatest width of the page.
const WIDTH: u16 = 80;

/// The words on the screen that need an explanation.
const WORDS: [(&str, &str); 4] = [
    ("now", "what these dice would score there"),
    ("expected final", "your final score on average"),
    ("loss, lost", "what a choice costs"),
    ("luck", "what the dice gave, against the average"),
];

impl Screen<'_, '_> {
    pub(super) fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let row = |(what, means): (String, &'static str)| {
            Line::from(vec![Span::styled(format!(" {what:<16}"), self.look.strong()), Span::raw(means)])
        };
        let width = usize::from(WIDTH.min(area.width)) - 4;
        let saved = ["Every move is saved. To go on with this game:", &self.look.resume];
        let saved = saved.into_iter().flat_map(|text| wrapped(text, width)).map(|line| Line::raw(format!(" {line}")));
        let mut lines: Vec<Line<'_>> = self.keys_explained().into_iter().map(row).chain(saved).collect();
        let words: Vec<Line<'_>> = WORDS.iter().map(|(word, means)| row(((*word).to_owned(), means))).collect();
        if lines.len() + words.len() + 2 <= area.height.into() {
            lines.extend(words);
        }
        self.page(frame, area, "help", lines);
    }

    pub(super) fn why(&self, frame: &mut Frame<'_>, area: Rect, said: &[Explanation]) {
        let width = usize::from(WIDTH.min(area.width)) - 4;
        let mut lines = Vec::new();
        for Explanation { heading, sentences } in said {
            if !lines.is_empty() {
                lines.push(Line::raw(""));
            }
            let heading = wrapped(heading, width);
            lines.extend(heading.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.strong())));
            let wrapped = sentences.iter().flat_map(|sentence| wrapped(sentence, width - 2));
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

    /// What to type, and the keys, each with what it does. The texts are short, so that they fit in the smallest window.
    fn keys_explained(&self) -> Vec<(String, &'static str)> {
        let CategoryRule { name, short, .. } = self.example();
        let short = short.first().unwrap_or(name);
        let coach = self.session.mode().coach.is_some();
        let mut rows = Vec::new();
        let mut explain = |what: &str, means| rows.push((what.to_owned(), means));
        if self.session.mode().dice == DiceFrom::Table {
            explain("13356", "the dice that fell, in any order");
        }
        explain("33", "keep these, reroll the others; 0: none");
        explain(short, "score there: a name, short name or start");
        explain(&format!("{name}=0"), "score 0 there, though it would be more");
        explain("← → Space", "pick the dice to keep, and Enter");
        explain("↑ ↓", "pick a category, and Enter");
        explain("Enter", if coach { "do what is typed" } else { "do what is typed; if nothing, the best" });
        if coach {
            explain("Tab", "a hint; again: the best option");
        }
        explain("!", "why: the reasons for the best option");
        if self.session.can_switch() {
            explain("%", "rank by the chance, or by points again");
        }
        explain("< or Ctrl-Z", "take back the last move, and more");
        explain("Esc", "clear what is typed");
        explain("Ctrl-Q", "leave, and print the command to go on");
        explain("Ctrl-C", "leave at once");
        rows
    }
}
