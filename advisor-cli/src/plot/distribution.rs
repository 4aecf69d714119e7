//! The picture of a distribution.

use std::error::Error;

use plotters::prelude::*;
use yahtzee_solver::{Distribution, Points};

use super::{Area, BARS, BEYOND, Chart, LABEL, LINE, axes, titled};

/// Bars for the probability of each score, and a line for the probability of this score or more.
impl Chart for Distribution {
    fn draw(&self, area: &Area<'_>, title: &str) -> Result<(), Box<dyn Error>> {
        let (first, last) = (f64::from(self.quantile(BEYOND)) - 1.0, f64::from(self.quantile(1.0 - BEYOND)) + 1.0);
        let most = 100.0 * self.iter().map(|(_, probability)| probability).fold(0.0, f64::max);
        let mut chart = titled(area, title)?
            .right_y_label_area_size(70)
            .build_cartesian_2d(first..last, 0.0..1.05 * most)?
            .set_secondary_coord(first..last, 0.0..105.0);
        axes!(chart, "final score", "games with this score (%)");
        chart
            .configure_secondary_axes()
            .y_desc("games with this score or more (%)")
            .axis_desc_style(LABEL)
            .label_style(LABEL)
            .y_label_formatter(&|percent| format!("{percent:.0}"))
            .draw()?;
        let shown = |at: Points| (first..=last).contains(&f64::from(at));
        let bars = self.iter().filter(|(at, _)| shown(*at)).map(|(at, probability)| {
            let at = f64::from(at);
            Rectangle::new([(at - 0.5, 0.0), (at + 0.5, 100.0 * probability)], BARS.filled())
        });
        chart.draw_series(bars)?;
        let reaching = self.reaching().filter(|(at, _)| shown(*at)).map(|(at, probability)| (f64::from(at), 100.0 * probability));
        chart.draw_secondary_series(LineSeries::new(reaching, LINE.stroke_width(2)))?;
        area.present()?;
        Ok(())
    }
}
