//! Pictures of figures, as SVG; with the feature `png` also as PNG.

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
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

impl Picture {
    /// Reads the name of a file.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Picture> {
        OsStringValueParser::new().try_map(|name| Picture::new(name.into()))
    }

    /// The extension of the file's name decides the format.
    fn new(path: PathBuf) -> Result<Picture, &'static str> {
        let format = match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Format::Svg,
            #[cfg(feature = "png")]
            Some("png") => Format::Png,
            #[cfg(not(feature = "png"))]
            Some("png") => return Err("this program was built without PNG: build it with --features png, or write .svg"),
            _ if cfg!(feature = "png") => return Err("name a file that ends in .svg or .png"),
            _ => return Err("name a file that ends in .svg"),
        };
        Ok(Picture { path, format })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of a picture of `chart`.
    pub(crate) fn draw(&self, title: &str, chart: &impl Chart) -> Result<Vec<u8>, Failure> {
        #[cfg(feature = "png")]
        register_font();
        let drawn = match self.format {
            Format::Svg => svg(title, chart),
            #[cfg(feature = "png")]
            Format::Png => png(title, chart),
        };
        drawn.map_err(|error| Failure::file(&self.path, error))
    }
}

fn svg(title: &str, chart: &impl Chart) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut svg = String::new();
    chart.draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title)?;
    Ok(svg.into_bytes())
}

/// Registers a font with the drawing library, because a picture must not depend on the fonts of the machine. It measures text, for SVG too.
#[cfg(feature = "png")]
fn register_font() {
    // If the font cannot be read, drawing text reports the error.
    let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
}

#[cfg(feature = "png")]
fn png(title: &str, chart: &impl Chart) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut pixels = vec![0; 3 * (SIZE.0 * SIZE.1) as usize];
    chart.draw(&BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area(), title)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}
