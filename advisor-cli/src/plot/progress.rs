//! The picture of a player's progress.

use std::error::Error;

use plotters::prelude::*;
use yahtzee_dialogue::training::progress::{Progress, ScoreRange, Scores};

use super::{Area, BARS, Chart, LABEL, LINE, axes, titled};

/// The height of the points lost, in pixels. The scores are below.
const LOSSES: u32 = 430;

/// A line for the points lost per game, and one for each player with a known loss nearby; below them bars for the games by their scores.
impl Chart for Progress {
    fn draw(&self, area: &Area<'_>, title: &str) -> Result<(), Box<dyn Error>> {
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
        axes!(chart, "game", "points lost per game, means of five games", x_labels = (last - first + 1).min(10));
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
fn draw_scores(scores: &Scores, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let end = |range: &ScoreRange| f64::from(range.high) + 1.0;
    let (first, last) = (scores.ranges.first().map_or(0.0, |range| f64::from(range.low)), scores.ranges.last().map_or(1.0, end));
    let most = scores.ranges.iter().map(|range| range.games).max().unwrap_or(1) as u32;
    let mut chart = titled(area, "")?.margin_right(120).build_cartesian_2d(first..last, 0..most + 1)?;
    axes!(chart, "final score", "games", y_labels = 6);
    let bar = |range: &ScoreRange| {
        let gap = (end(range) - f64::from(range.low)) / 50.0;
        Rectangle::new([(f64::from(range.low) + gap, 0), (end(range) - gap, range.games as u32)], BARS.filled())
    };
    chart.draw_series(scores.ranges.iter().map(bar))?;
    Ok(())
}
