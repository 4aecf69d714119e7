//! What there is to choose from: the options, or what the coach shows of them.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use yahtzee_solver::{Advice, DecisionKind, OptionKind, Stage, TurnOption};

use super::{Screen, cost};
use crate::play::session::Shown;
use crate::text;

impl Screen<'_, '_> {
    pub(super) fn middle(&self, frame: &mut Frame<'_>, area: Rect) {
        let coach = self.session.mode().coach.is_some();
        if self.session.stage() == Stage::Over {
            let block = self.block("the result");
            frame.render_widget(Paragraph::new(self.result()).block(block), area);
            return;
        }
        let block = self.block(if coach { "the coach" } else { "what it is worth: the expected final score" });
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let lines = match self.session.shown() {
            Shown::All(advice) => self.options(advice, inner),
            Shown::Silent => vec![Line::raw("Your choice. Tab gives a hint."), Line::raw("")],
            Shown::Few(few) => {
                let mut lines = vec![Line::raw("One of these is the best (Tab again shows which):")];
                lines.extend(few.iter().map(|option| Line::raw(format!("  {}", self.words(option)))));
                lines
            }
            Shown::Best(best) => {
                vec![Line::from(vec![
                    Span::styled(format!("Best: {} ", self.words(best)), self.look.best()),
                    Span::raw(format!(" {:.2}", best.expected_final)),
                ])]
            }
            Shown::Nothing if coach => vec![Line::raw("")],
            Shown::Nothing => vec![Line::styled("Nothing to decide until the dice have fallen.", self.look.faint())],
        };
        if coach {
            let tally = self.tally();
            let room = inner.height.saturating_sub(tally.len() as u16);
            let [above, below] = Layout::vertical([Constraint::Length(room), Constraint::Min(0)]).areas(inner);
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), above);
            frame.render_widget(Paragraph::new(tally), below);
        } else {
            frame.render_widget(Paragraph::new(lines), inner);
        }
    }

    fn words(&self, option: &TurnOption) -> String {
        match option.kind {
            OptionKind::Hold(hold) if hold.is_empty() => "Keep nothing".to_owned(),
            OptionKind::Hold(hold) => format!("Keep {}", *hold),
            OptionKind::Score(placement) => {
                let points = match placement.bonus {
                    0 => placement.points.to_string(),
                    bonus => format!("{}+{bonus}", placement.points),
                };
                format!("{} {points}", self.session.rules().category(placement.category).title)
            }
        }
    }

    /// The options, best first, with bars: what is typed stands last where it is not among the first.
    fn options(&self, advice: &Advice, area: Rect) -> Vec<Line<'static>> {
        let choice = self.session.choice();
        let room = usize::from(area.height).min(advice.options.len());
        let mut shown: Vec<&TurnOption> = advice.options.iter().take(room).collect();
        let chosen = choice.and_then(|choice| advice.option(&choice));
        if let (Some(chosen), Some(last)) = (chosen, shown.last_mut())
            && last.loss <= chosen.loss
        {
            *last = if advice.options[..room].contains(chosen) { last } else { chosen };
        }
        let worst = shown.iter().map(|option| option.loss).fold(1.0, f64::max);
        let width = usize::from(area.width);
        let title = (width / 2 - 4).min(30);
        let bar = width.saturating_sub(title + 19);
        let line = |option: &&TurnOption| {
            let is_choice = choice.is_some_and(|choice| choice == option.kind);
            let style = match (is_choice, option.loss == 0.0) {
                (true, _) => self.look.selected(),
                (false, true) => self.look.best(),
                (false, false) => Style::new(),
            };
            let marker = if is_choice { '›' } else { ' ' };
            Line::from(vec![
                Span::styled(format!("{marker}{:<title$.title$}", self.words(option)), style),
                Span::styled(format!(" {:>7.2}", option.expected_final), style),
                Span::styled(format!(" {:>7} ", cost(option.loss)), self.look.loss()),
                Span::styled(
                    bar_of(1.0 - 0.95 * option.loss / worst, bar),
                    if option.loss == 0.0 { self.look.best() } else { self.look.line() },
                ),
            ])
        };
        shown.iter().map(line).collect()
    }

    /// What the coach has counted of the player whose turn it is.
    fn tally(&self) -> Vec<Line<'static>> {
        let player = self.player();
        let tolerance = self.session.mode().coach.unwrap_or(0.0);
        let decisions = player.decisions().count();
        let mistakes = player.decisions().filter(|decision| decision.loss() > tolerance).count();
        let grade = player.review.grade().map_or_else(String::new, |grade| format!(" · grade {}", grade.name()));
        let mut lines = vec![Line::styled(
            format!("{}, {mistakes} over {tolerance}{grade}", text::count(decisions as u64, "decision", "decisions"),),
            self.look.strong(),
        )];
        let lost = |kind| format!("{:.2}", player.review.loss_of(kind) + 0.0);
        let rolls: Vec<String> = (1..self.session.rules().rolls()).map(|roll| lost(DecisionKind::Hold(roll))).collect();
        let rolls = if rolls.is_empty() { String::new() } else { format!("rolls {}, ", rolls.join(" + ")) };
        lines.push(Line::raw(format!("lost {:.2}: {rolls}category {}", player.review.loss + 0.0, lost(DecisionKind::Category))));
        lines
    }
}

const EIGHTHS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar of this share of a width.
fn bar_of(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * 8.0 * width as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8]);
    }
    bar
}
