//! Pictures of figures, as SVG.

mod distribution;
mod progress;
mod targets;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::terminal::failure::Failure;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1200, 700);

/// The share of games at either end that a picture leaves out.
const BEYOND: f64 = 0.0005;

/// The size of labels.
const LABEL: (&str, u32) = ("sans-serif", 18);

const BARS: RGBColor = RGBColor(70, 130, 180);
const LINE: RGBColor = RGBColor(200, 80, 40);

/// A figure that can be drawn.
pub(crate) trait Chart {
    /// Draws it below its title.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, title: &str) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static;
}

/// A white picture with its title, and room for the labels of the axes.
fn titled<'a, 'b, B: DrawingBackend>(area: &'a DrawingArea<B, Shift>, title: &str) -> Result<ChartBuilder<'a, 'b, B>, Box<dyn Error>>
where
    B::ErrorType: 'static,
{
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

    /// The bytes of a picture of `chart`.
    pub(crate) fn draw(&self, title: &str, chart: &impl Chart) -> Result<Vec<u8>, Failure> {
        svg(title, chart).map_err(|error| Failure::file(&self.path, error))
    }
}

fn svg(title: &str, chart: &impl Chart) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut svg = String::new();
    chart.draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title)?;
    Ok(svg.into_bytes())
}
