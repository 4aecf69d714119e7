//! The picture of a player's progress.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use yahtzee_dialogue::training::progress::{Progress, ScoreRange, Scores};

use super::{BARS, Chart, LABEL, LINE, titled};

/// The height of the points lost, in pixels. The scores are below.
const LOSSES: u32 = 430;

/// A line for the points lost per game, and one for each player with a known loss nearby; below them bars for the games by their scores.
impl Chart for Progress {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, title: &str) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let first = self.rating.games - self.curve.len() + 1;
        let last = self.rating.games.max(first + 1);
        let most = 1.1 * self.curve.iter().copied().fold(1.0, f64::max);
        area.fill(&WHITE)?;
        let (above, below) = area.split_vertically(LOSSES);
        draw_scores(&self.scores, &below)?;
        let area = &above;
        let mut chart = titled(area, title)?
            // For the names of the players with a known loss.
            .margin_right(120)
            .build_cartesian_2d(first as f64..last as f64, 0.0..most)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("game")
            .y_desc("points lost per game, means of five games")
            .axis_desc_style(LABEL)
            .label_style(LABEL)
            .x_labels((last - first + 1).min(10))
            .x_label_formatter(&|game| format!("{game:.0}"))
            .draw()?;
        for known in self.known.iter().filter(|known| known.loss < most) {
            chart.draw_series(LineSeries::new([(first as f64, known.loss), (last as f64, known.loss)], BARS.stroke_width(1)))?;
            let (x, y) = chart.backend_coord(&(last as f64, known.loss));
            let (left, top) = area.get_base_pixel();
            area.draw(&Text::new(known.name, (x - left + 8, y - top - 8), LABEL))?;
        }
        let points = (first..).map(|game| game as f64).zip(self.curve.iter().copied());
        chart.draw_series(LineSeries::new(points, LINE.stroke_width(2)))?;
        area.present()?;
        Ok(())
    }
}

/// Bars for the games by their scores.
fn draw_scores<B: DrawingBackend>(scores: &Scores, area: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    let end = |range: &ScoreRange| f64::from(range.high) + 1.0;
    let (first, last) = (scores.ranges.first().map_or(0.0, |range| f64::from(range.low)), scores.ranges.last().map_or(1.0, end));
    let most = scores.ranges.iter().map(|range| range.games).max().unwrap_or(1) as u32;
    let mut chart = titled(area, "")?.margin_right(120).build_cartesian_2d(first..last, 0..most + 1)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("final score")
        .y_desc("games")
        .axis_desc_style(LABEL)
        .label_style(LABEL)
        .x_label_formatter(&|score| format!("{score:.0}"))
        .y_labels(6)
        .draw()?;
    let bar = |range: &ScoreRange| {
        let gap = (end(range) - f64::from(range.low)) / 50.0;
        Rectangle::new([(f64::from(range.low) + gap, 0), (end(range) - gap, range.games as u32)], BARS.filled())
    };
    chart.draw_series(scores.ranges.iter().map(bar))?;
    Ok(())
}
