//! Each player's score and expected final score, and its course.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Paragraph, Sparkline};

use super::{Screen, short};

impl Screen<'_, '_> {
    /// Each player's score and expected final score, and its course.
    pub(super) fn standing(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = self.block("score, and expected final score");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let players = self.session.players();
        let shown = self.session.shown_player();
        if !self.large && players.len() == 1 {
            let [numbers, course] = Layout::horizontal([Constraint::Length(16), Constraint::Min(0)]).areas(inner);
            let player = &players[0];
            let lines = vec![
                Line::raw(format!("score    {:>6}", player.seat.game.score_so_far())),
                Line::from(vec![Span::raw("expected "), Span::styled(format!("{:>6.1}", player.expected()), self.look.strong())]),
            ];
            frame.render_widget(Paragraph::new(lines), numbers);
            let course_values = heights(&player.expected_so_far(), course.width.into(), 8 * u64::from(course.height));
            let sparkline = Sparkline::default().data(course_values).max(8 * u64::from(course.height)).style(self.look.line());
            frame.render_widget(sparkline, course);
            return;
        }
        let [table, chart] = Layout::vertical([Constraint::Length(players.len() as u16), Constraint::Min(0)]).areas(inner);
        let name_width = 12;
        let lines: Vec<Line<'_>> = players
            .iter()
            .enumerate()
            .map(|(index, player)| {
                let marker = if self.session.current() == Some(index) { '›' } else { ' ' };
                let style = if index == shown { self.look.strong() } else { Style::new() };
                let course = heights(&player.expected_so_far(), usize::from(table.width).saturating_sub(name_width + 18), 8);
                Line::from(vec![
                    Span::styled(format!("{marker}{:<name_width$}", short(&player.seat.name, name_width)), style),
                    Span::styled(format!("{:>4} {:>7.1}  ", player.seat.game.score_so_far(), player.expected()), style),
                    Span::styled(course.into_iter().map(spark).collect::<String>(), self.look.line()),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), table);
        if chart.height > 4 {
            self.chart(frame, chart);
        }
    }

    /// The course of the expected final score of the player whose turn it is.
    fn chart(&self, frame: &mut Frame<'_>, area: Rect) {
        let course = self.player().expected_so_far();
        let points: Vec<(f64, f64)> = course.iter().enumerate().map(|(move_, value)| (move_ as f64, *value)).collect();
        let least = course.iter().copied().fold(f64::INFINITY, f64::min);
        let most = course.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = (least - 1.0, most + 1.0);
        let end = (course.len() - 1).max(8) as f64;
        let dataset = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(self.look.line()).data(&points);
        let label = |value: f64| Span::styled(format!("{value:.0}"), self.look.faint());
        let chart = Chart::new(vec![dataset]).x_axis(Axis::default().bounds([0.0, end]).style(self.look.border())).y_axis(
            Axis::default()
                .bounds([least, most])
                .labels([label(least), label((least + most) / 2.0), label(most)])
                .style(self.look.border()),
        );
        frame.render_widget(chart, area);
    }
}

fn spark(height: u64) -> char {
    ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][(height.saturating_sub(1) as usize).min(7)]
}

/// The last values of a course that fit, as heights from 1 to `most`.
fn heights(course: &[f64], width: usize, most: u64) -> Vec<u64> {
    let course = &course[course.len().saturating_sub(width)..];
    let least = course.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = course.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = (highest - least).max(1.0);
    course.iter().map(|value| 1 + ((value - least) / range * (most - 1) as f64).round() as u64).collect()
}
