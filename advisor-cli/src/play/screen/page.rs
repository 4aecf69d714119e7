//! Pages in front of the table: help, and why.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use yahtzee_dialogue::session::{DiceFrom, Visible};
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_solver::rules::CategoryRule;
use yahtzee_solver::tr;

use super::fit::wrapped;
use super::{Look, Screen};
use crate::play::responses;

/// The greatest width of the page.
const WIDTH: u16 = 80;

/// The words on the screen that need an explanation, each with its meaning.
fn words() -> [(String, String); 4] {
    [
        (tr!("now"), tr!("what these dice would score there")),
        (tr!("expected final"), tr!("your final score on average")),
        (tr!("loss, lost"), tr!("what a choice costs")),
        (tr!("luck"), tr!("what the dice gave, against the average")),
    ]
}

impl Screen<'_> {
    pub(super) fn help(&self, frame: &mut Frame<'_>, area: Rect) {
        let row = |row| explained(self.look, row);
        let width = usize::from(WIDTH.min(area.width)) - 4;
        let saved = self.look.resume.sentences();
        let saved = saved.iter().flat_map(|text| wrapped(text, width)).map(|line| Line::raw(format!(" {line}")));
        let mut lines: Vec<Line<'_>> = self.keys_explained().into_iter().map(row).chain(saved).collect();
        let words: Vec<Line<'_>> = words().into_iter().map(row).collect();
        if lines.len() + words.len() + 2 <= area.height.into() {
            lines.extend(words);
        }
        show(frame, area, (self.look, self.large), &tr!("help: any key closes it"), lines);
    }

    pub(super) fn why(&self, frame: &mut Frame<'_>, area: Rect, said: &[Explanation]) {
        let width = usize::from(WIDTH.min(area.width)) - 4;
        let mut lines = Vec::new();
        for Explanation { heading, sentences, .. } in said {
            if !lines.is_empty() {
                lines.push(Line::raw(""));
            }
            let heading = wrapped(heading, width);
            lines.extend(heading.into_iter().map(|line| Line::styled(format!(" {line}"), self.look.strong())));
            let wrapped = sentences.iter().flat_map(|sentence| wrapped(sentence, width - 2));
            lines.extend(wrapped.map(|line| Line::raw(format!("   {line}"))));
        }
        show(frame, area, (self.look, self.large), &tr!("why: any key closes it"), lines);
    }

    /// Every option, starting at the one selected with the arrow keys.
    pub(super) fn every_option(&self, frame: &mut Frame<'_>, area: Rect) {
        let Visible::All(advice) = self.session.shown() else { return };
        let all = advice.options.len();
        let width = WIDTH.min(area.width).saturating_sub(2);
        let lines = self.options(advice, Rect { width, height: all as u16, ..area });
        let room = usize::from(area.height.saturating_sub(2));
        let from = self.editor.scroll().min(all.saturating_sub(room));
        let (shown, to) = (lines.into_iter().skip(from).take(room), (from + room).min(all));
        let title = tr!("every option: {} to {} of {} · ↑ ↓ ← → move · any other key closes it", from + 1, to, all);
        show(frame, area, (self.look, self.large), &title, shown.collect());
    }

    /// The words and the keys, each with its effect. The texts are short, so that they fit in the smallest window.
    fn keys_explained(&self) -> Vec<(String, String)> {
        if self.review.is_some() {
            let keys = [
                ("← →", tr!("the decision before; the next one")),
                ("Home, End", tr!("the first decision; the last one")),
                ("/", tr!("the next mistake (?)")),
                ("↑ ↓", tr!("pick an option; ● was played")),
                ("Enter", tr!("play on with it, with new dice")),
                ("w", tr!("why: the reasons for the best option")),
                ("o", tr!("every option")),
                ("t", tr!("the three worst mistakes as a quiz")),
                ("%", tr!("rank by the chance, or by points again")),
                ("#", tr!("all cards; ← → move to others")),
                ("q, Esc, Ctrl-C", tr!("leave")),
            ];
            let here = |key: &str| (key != "%" || self.session.can_switch()) && (key != "#" || self.session.players().len() > 1);
            return keys.into_iter().filter(|(key, _)| here(key)).map(|(key, means)| (key.to_owned(), means)).collect();
        }
        let CategoryRule { name, short, .. } = self.example();
        let short = short.first().unwrap_or(name);
        let coach = self.session.mode().coach.is_some();
        let mut rows = Vec::new();
        let mut explain = |what: &str, means: String| rows.push((what.to_owned(), means));
        if self.session.mode().dice == DiceFrom::Table {
            explain(&responses::all_dice(self.session.rules()), tr!("the dice that fell, in any order"));
            explain("fix 4 5", tr!("a 4 on the table is a 5"));
            if let Some(result) = responses::result_alone(self.session.rules()) {
                explain(&result, tr!("before the dice: a turn's result alone"));
            }
        }
        explain("33, reroll 5", tr!("keep these; reroll these. 0: keep none"));
        explain(short, tr!("score there: a name, short name or start"));
        if self.session.rules().allows_voluntary_zeros() {
            explain(&format!("{name}=0"), tr!("score 0 there, though it would be more"));
        }
        explain("← → Space", tr!("pick the dice to keep, and Enter"));
        explain("=", tr!("keep all of a kind; again: the next kind"));
        explain("↑ ↓", tr!("pick a category, and Enter"));
        explain("Enter", if coach { tr!("do what is typed") } else { tr!("do what is typed; if nothing, the best") });
        if coach {
            explain("Tab", tr!("a hint; again: the best option"));
        }
        explain("!", tr!("why: the reasons for the best option"));
        if self.session.can_switch() {
            explain("%", tr!("rank by the chance, or by points again"));
        }
        if self.session.players().len() > 1 {
            explain(if coach { "#" } else { "# or Tab" }, tr!("all cards; ← → move to others"));
        }
        explain("< or Ctrl-Z", tr!("take back the last move, and more"));
        explain("Esc", tr!("clear what is typed"));
        if !coach {
            explain("options", tr!("every option, and Enter"));
        }
        explain("Ctrl-Q, Ctrl-C", tr!("leave with a summary; leave at once"));
        rows
    }
}

/// A word or a key with what it means, as a line of a page.
pub(in crate::play) fn explained(look: &Look, (what, means): (String, String)) -> Line<'static> {
    Line::from(vec![Span::styled(format!(" {what:<15} "), look.strong()), Span::raw(means)])
}

/// Shows a page in front of the table.
pub(in crate::play) fn show(frame: &mut Frame<'_>, area: Rect, (look, large): (&Look, bool), title: &str, lines: Vec<Line<'_>>) {
    let place = in_front(frame, area, large, (WIDTH, lines.len() as u16 + 2));
    frame.render_widget(Paragraph::new(lines).block(look.block(title)), place);
}

/// The place of a page of this size in front of the table, empty. Unless the window is large, a page is as high as the window.
pub(super) fn in_front(frame: &mut Frame<'_>, area: Rect, large: bool, (width, height): (u16, u16)) -> Rect {
    let height = if large { height } else { area.height };
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let margin = Rect { x: place.x.saturating_sub(2), width: width + 4, ..place };
    frame.render_widget(Clear, margin.intersection(area));
    place
}
