//! Each player's score and expected final score, and a chart of the expected final score.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Paragraph, Sparkline};
use yahtzee_dialogue::words;
use yahtzee_solver::language::decimal;
use yahtzee_solver::win::WinReview;
use yahtzee_solver::{Stage, tr};

use super::fit::{fit, short_name, width};
use super::{Screen, cost};

/// The width of the column of names.
const NAME: usize = 12;

/// A column of the table of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Score,
    ToWin,
    Expected,
    Level,
    Luck,
    Lost,
}

impl Column {
    fn head(self) -> String {
        match self {
            Column::Score => tr!("score"),
            Column::ToWin => tr!("to win"),
            Column::Expected => tr!("expected"),
            Column::Level => tr!("level"),
            Column::Luck => tr!("luck"),
            Column::Lost => tr!("lost"),
        }
    }

    fn width(self) -> usize {
        match self {
            Column::Score => 6,
            Column::Expected => 9,
            Column::Level => 14,
            Column::ToWin | Column::Luck | Column::Lost => 8,
        }
    }
}

/// The least rows of a chart, with its heading.
const LEAST_CHART: u16 = 4;

impl Screen<'_> {
    pub(super) fn standing(&self, frame: &mut Frame<'_>, area: Rect) {
        let players = self.session.players();
        let block = self.look.block(if players.len() == 1 { tr!("the player") } else { tr!("the players") });
        let inner = block.inner(area);
        let rows = (players.len() as u16).min(inner.height);
        let chart_fits = inner.height.saturating_sub(rows) >= LEAST_CHART && !self.narrow;
        let name_width = if self.narrow { 9 } else { NAME };
        if players.len() == 1 && !chart_fits {
            self.standing_of_one(frame, area);
            return;
        }
        let over = self.session.stage() == Stage::Over;
        let mut order: Vec<usize> = (0..players.len()).collect();
        if over {
            let winner = self.session.won_at_once();
            order.sort_by_key(|&index| std::cmp::Reverse((winner == Some(index), players[index].seat.game.score_so_far())));
        }
        let shown = self.session.shown_player();
        let hidden = players.len() - usize::from(rows);
        let at = order.iter().position(|index| *index == shown).unwrap_or(0);
        let from = at.saturating_sub(usize::from(rows) / 2).min(hidden);
        let columns = self.standing_columns(usize::from(inner.width).saturating_sub(2 + name_width));
        let line = |index: usize| {
            let player = &players[index];
            let marker = if self.session.current() == Some(index) { '›' } else { ' ' };
            let style = if index == shown { self.look.strong() } else { Style::new() };
            let name = fit(&short_name(&player.seat.name, name_width), name_width);
            let mut spans = vec![Span::styled(format!(" {marker}{name}"), style)];
            spans.extend(columns.iter().map(|column| {
                let style = match column {
                    Column::Luck => self.look.line(),
                    Column::Lost => self.look.loss(),
                    _ => style,
                };
                Span::styled(format!("{:>1$}", self.number(*column, index), column.width()), style)
            }));
            Line::from(spans)
        };
        let lines: Vec<Line<'_>> = order.into_iter().skip(from).take(rows.into()).map(line).collect();
        let [table, chart] = Layout::vertical([Constraint::Length(rows), Constraint::Min(0)]).areas(inner);
        frame.render_widget(self.look.more(block, &[('↑', from), ('↓', hidden - from)]), area);
        let ends = columns.iter().scan(2 + name_width, |end, column| {
            *end += column.width();
            Some((*end, column.head()))
        });
        self.look.heads(frame, area, &ends.collect::<Vec<_>>());
        frame.render_widget(Paragraph::new(lines), table);
        if chart_fits {
            // With a blank line above it if there is room.
            let head_height = if chart.height > LEAST_CHART + 2 { 2 } else { 1 };
            let [head, chart] = Layout::vertical([Constraint::Length(head_height), Constraint::Min(0)]).areas(chart);
            let whose = if players.len() == 1 { String::new() } else { format!("{}: ", short_name(&players[shown].seat.name, NAME)) };
            let text = format!("  {whose}{}", tr!("expected final, over the game"));
            frame.render_widget(Paragraph::new(text), Rect { y: head.bottom() - 1, height: 1, ..head });
            self.chart(frame, chart);
        }
    }

    /// The columns that fit into a width, the most important first.
    fn standing_columns(&self, width: usize) -> Vec<Column> {
        let over = self.session.stage() == Stage::Over;
        let chance = (!over && !self.session.chances().is_empty()).then_some(Column::ToWin);
        let expected = (!over).then_some(Column::Expected);
        let all = [Some(Column::Score), chance, expected, Some(Column::Luck), Some(Column::Lost), over.then_some(Column::Level)];
        let mut left = width;
        let fitting = all.into_iter().flatten().take_while(|column| {
            let fits = column.width() <= left;
            left = left.saturating_sub(column.width());
            fits
        });
        fitting.take(if self.narrow { 2 } else { 5 }).collect()
    }

    fn number(&self, column: Column, index: usize) -> String {
        let player = &self.session.players()[index];
        match column {
            Column::Score => player.seat.game.score_so_far().to_string(),
            Column::Expected => decimal(player.expected(), 1),
            Column::Level => {
                let level = self.session.win_review(index).map_or_else(|| player.review.level(), WinReview::level);
                level.filter(|_| !player.seat.is_advised(self.session.mode())).map_or_else(String::new, words::level)
            }
            Column::Luck => words::signed(player.review.luck, 1),
            Column::Lost => match self.session.win_review(index) {
                Some(win) => tr!("{}%", decimal(100.0 * win.loss(), 1)),
                None => cost(player.review.loss),
            },
            Column::ToWin => self.session.chances().get(index).map_or_else(String::new, words::chance),
        }
    }

    fn standing_of_one(&self, frame: &mut Frame<'_>, area: Rect) {
        let player = self.player();
        let whose = player.seat.name.as_str();
        let block = self.look.block(short_name(whose, NAME));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        if self.narrow || inner.height < 2 {
            let text = tr!(" score {}  expected {}", player.seat.game.score_so_far(), decimal(player.expected(), 1));
            frame.render_widget(Paragraph::new(text), inner);
            return;
        }
        let chart_head = format!(" {} ", tr!("expected final, turn by turn"));
        let width = width(&chart_head) as u16;
        let head = Rect { x: area.right().saturating_sub(width + 2), width, height: 1, ..area };
        frame.render_widget(Span::styled(chart_head, self.look.on_edge()), head);
        let [numbers, chart] = Layout::horizontal([Constraint::Length(18), Constraint::Min(0)]).areas(inner);
        let lines = vec![
            Line::raw(format!(" {:<9}{:>6}", tr!("score"), player.seat.game.score_so_far())),
            Line::from(vec![
                Span::raw(format!(" {:<9}", tr!("expected"))),
                Span::styled(format!("{:>6}", decimal(player.expected(), 1)), self.look.strong()),
            ]),
        ];
        frame.render_widget(Paragraph::new(lines), numbers);
        self.small_chart(frame, chart);
    }

    /// The course of the expected final score as a bar chart. The axis on the left has its highest and lowest value. The width is the whole game.
    fn small_chart(&self, frame: &mut Frame<'_>, area: Rect) {
        let player = self.player();
        let course = player.course();
        let (least, most) = bounds(&course);
        let [labels, columns] = Layout::horizontal([Constraint::Length(7), Constraint::Min(0)]).areas(area);
        let axis = |row: u16| match row {
            0 => format!("{most:>5.0} ┤"),
            row if row + 1 == area.height => format!("{least:>5.0} ┤"),
            _ => "      │".to_owned(),
        };
        let axis: Vec<Line<'_>> = (0..area.height).map(|row| Line::styled(axis(row), self.look.faint())).collect();
        frame.render_widget(Paragraph::new(axis), labels);
        let levels = 8 * u64::from(area.height);
        let height = |value: f64| 1 + ((value - least) / (most - least) * (levels - 1) as f64).round() as u64;
        let values = by_column(&course, player.seat.game.turn_count(), usize::from(columns.width));
        let data: Vec<u64> = values.into_iter().map(height).collect();
        frame.render_widget(Sparkline::default().data(data).max(levels).style(self.look.line()), columns);
    }

    /// The course of the expected final score of the player whose card is shown, as a line chart.
    fn chart(&self, frame: &mut Frame<'_>, area: Rect) {
        let course = self.player().course();
        let (least, most) = bounds(&course);
        let turns = self.player().seat.game.turn_count() as f64;
        let label = |text: String| Span::styled(text, self.look.faint());
        let axis = || Axis::default().style(self.look.faint());
        let dataset = Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(self.look.line()).data(&course);
        let here: Vec<(f64, f64)> = self.review.and_then(|_| self.player().here()).into_iter().collect();
        let point = Dataset::default().marker(Marker::Block).graph_type(GraphType::Scatter).style(self.look.best()).data(&here);
        let chart = Chart::new(vec![dataset, point])
            .x_axis(axis().bounds([0.0, turns]))
            .y_axis(axis().bounds([least, most]).labels([least, (least + most) / 2.0, most].map(|value| label(format!("{value:.0}")))));
        frame.render_widget(chart, area);
    }
}

/// The range of the axis of a chart: from a point below the lowest value to a point above the highest.
fn bounds(course: &[(f64, f64)]) -> (f64, f64) {
    let values = || course.iter().map(|(_, expected)| *expected);
    (values().fold(f64::INFINITY, f64::min) - 1.0, values().fold(f64::NEG_INFINITY, f64::max) + 1.0)
}

/// The value at the end of each column of a chart whose columns together are all turns. It has only the columns reached so far.
fn by_column(course: &[(f64, f64)], turns: usize, columns: usize) -> Vec<f64> {
    let Some(&(now, last)) = course.last() else { return Vec::new() };
    let turns_a_column = turns as f64 / columns as f64;
    let at_end = |column: usize| {
        let end = (column + 1) as f64 * turns_a_column;
        course.iter().take_while(|(turn, _)| *turn <= end).last().map_or(last, |(_, value)| *value)
    };
    (0..columns).take_while(|&column| column == 0 || column as f64 * turns_a_column < now).map(at_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_the_whole_game_as_its_width() {
        let course = [(0.0, 250.0), (1.0, 240.0), (2.0, 260.0)];
        assert_eq!(by_column(&course, 4, 8), [250.0, 240.0, 240.0, 260.0], "half of the turns, half of the columns");
        assert_eq!(by_column(&course, 4, 4), [240.0, 260.0]);
        assert_eq!(by_column(&course[..1], 4, 8), [250.0], "the start is shown");
        assert_eq!(by_column(&course, 2, 3), [250.0, 240.0, 260.0]);
        assert_eq!(bounds(&course), (239.0, 261.0));
    }
}
