//! The picture of a player's progress.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use yahtzee_dialogue::training::progress::Progress;

use super::{BARS, Chart, LABEL, LINE, titled};

/// A line for the points lost per game, and one for each player with a known loss nearby.
impl Chart for Progress {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, title: &str) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let first = self.rating.games - self.curve.len() + 1;
        let last = self.rating.games.max(first + 1);
        let most = 1.1 * self.curve.iter().copied().fold(1.0, f64::max);
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
