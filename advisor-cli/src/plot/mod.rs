//! Pictures of figures, as SVG.

mod distribution;
mod progress;
mod targets;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::files::file;
use crate::terminal::failure::Failure;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1200, 700);

/// The share of games at either end that a picture leaves out.
const BEYOND: f64 = 0.0005;

/// The size of labels.
const LABEL: (&str, u32) = ("sans-serif", 18);

const BARS: RGBColor = RGBColor(70, 130, 180);
const LINE: RGBColor = RGBColor(200, 80, 40);

/// The place of a picture.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the axes of a chart, with what they show.
macro_rules! axes {
    ($chart:ident, $x:literal, $y:literal $(, $more:ident = $value:expr)*) => {
        $chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc($x)
            .y_desc($y)
            .axis_desc_style(LABEL)
            .label_style(LABEL)
            .x_label_formatter(&|x| format!("{x:.0}"))
            $(.$more($value))*
            .draw()?
    };
}
use axes;

/// A figure that can be drawn.
pub(crate) trait Chart {
    /// Draws it below its title.
    fn draw(&self, area: &Area<'_>, title: &str) -> Result<(), Box<dyn Error>>;
}

/// A white picture with its title, and room for the labels of the axes.
fn titled<'a, 'b, 's>(area: &'a Area<'s>, title: &str) -> Result<ChartBuilder<'a, 'b, SVGBackend<'s>>, Box<dyn Error>> {
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area);
    chart.caption(title, ("sans-serif", 28)).margin(20).x_label_area_size(50).y_label_area_size(70);
    Ok(chart)
}

/// A file to draw into.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    path: PathBuf,
}

impl Picture {
    /// Reads the name of a file.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Picture> {
        OsStringValueParser::new().try_map(|name| Picture::new(name.into()))
    }

    fn new(path: PathBuf) -> Result<Picture, &'static str> {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(Picture { path }),
            _ => Err("name a file that ends in .svg"),
        }
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Draws a chart and writes the file. Returns its path.
    pub(crate) fn write(&self, title: &str, chart: &impl Chart) -> Result<String, Failure> {
        file::write(&self.path, &svg(title, chart).map_err(|error| Failure::file(&self.path, error))?)?;
        Ok(self.path.display().to_string())
    }
}

fn svg(title: &str, chart: &impl Chart) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut svg = String::new();
    chart.draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title)?;
    Ok(svg.into_bytes())
}
