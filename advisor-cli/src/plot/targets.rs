//! The picture of the best chances of all final scores.

use std::error::Error;

use plotters::prelude::*;
use yahtzee_solver::advise::{TargetChance, Targets};

use super::{Area, BARS, BEYOND, Chart, LABEL, LINE, axes, titled};

/// A line for the best chance of each final score or more, and a line for the chance under expected-score play.
impl Chart for Targets<'_> {
    fn draw(&self, area: &Area<'_>, title: &str) -> Result<(), Box<dyn Error>> {
        let at = |chance: &TargetChance| f64::from(chance.target);
        // Chances near 0 or 1 need no picture.
        let first = self.iter().find(|chance| chance.expected < 1.0 - BEYOND).map_or(0.0, |chance| at(&chance) - 1.0);
        let last = self.iter().rfind(|chance| chance.best > BEYOND).map_or(1.0, |chance| at(&chance) + 1.0);
        let mut chart = titled(area, title)?.build_cartesian_2d(first..last.max(first + 1.0), 0.0..105.0)?;
        axes!(chart, "final score", "chance of this score or more (%)");
        type Read = fn(&TargetChance) -> f64;
        let lines: [(&str, RGBColor, Read); 2] =
            [("the best possible", LINE, |chance| chance.best), ("under expected-score play", BARS, |chance| chance.expected)];
        for (name, color, read) in lines {
            let shown = self.iter().filter(|chance| (first..=last).contains(&at(chance)));
            let points = shown.map(|chance| (at(&chance), 100.0 * read(&chance)));
            let line = chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
            line.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
        }
        chart.configure_series_labels().label_font(LABEL).background_style(WHITE).border_style(BLACK).draw()?;
        area.present()?;
        Ok(())
    }
}
