//! A picture of a distribution, as SVG; with the feature `png` also as PNG.

use std::error::Error;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;
use yahtzee_solver::{Distribution, Points};

use crate::failure::Failure;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1200, 700);

/// The share of games at either end that the picture leaves out.
const BEYOND: f64 = 0.0005;

const BARS: RGBColor = RGBColor(70, 130, 180);
const LINE: RGBColor = RGBColor(200, 80, 40);

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
    /// The end of the file's name decides the kind of picture.
    pub(crate) fn parse(name: &str) -> Result<Picture, String> {
        let path = PathBuf::from(name);
        let format = match path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Format::Svg,
            #[cfg(feature = "png")]
            Some("png") => Format::Png,
            #[cfg(not(feature = "png"))]
            Some("png") => return Err("this program was built without PNG: build it with --features png, or write .svg".to_owned()),
            _ if cfg!(feature = "png") => return Err("name a file that ends in .svg or .png".to_owned()),
            _ => return Err("name a file that ends in .svg".to_owned()),
        };
        Ok(Picture { path, format })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of a picture of `score`.
    pub(crate) fn draw(&self, title: &str, score: &Distribution) -> Result<Vec<u8>, Failure> {
        #[cfg(feature = "png")]
        register_font();
        let drawn = match self.format {
            Format::Svg => svg(title, score),
            #[cfg(feature = "png")]
            Format::Png => png(title, score),
        };
        drawn.map_err(|error| Failure::file(&self.path, error))
    }
}

fn svg(title: &str, score: &Distribution) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut svg = String::new();
    draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), title, score)?;
    Ok(svg.into_bytes())
}

/// Registers a font with the drawing library, because a picture must not depend on the fonts of the machine. It is
/// used to measure text, in SVG too.
#[cfg(feature = "png")]
fn register_font() {
    // If the font cannot be read, drawing text reports the error.
    let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
}

#[cfg(feature = "png")]
fn png(title: &str, score: &Distribution) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut pixels = vec![0; 3 * (SIZE.0 * SIZE.1) as usize];
    draw(&BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area(), title, score)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}

/// Bars for the probability of each score, and a line for the probability of that score or more.
fn draw<B: DrawingBackend>(area: &DrawingArea<B, Shift>, title: &str, score: &Distribution) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    let (first, last) = (f64::from(score.quantile(BEYOND)) - 1.0, f64::from(score.quantile(1.0 - BEYOND)) + 1.0);
    let most = 100.0 * score.iter().map(|(_, probability)| probability).fold(0.0, f64::max);
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 28))
        .margin(20)
        .x_label_area_size(50)
        .y_label_area_size(70)
        .right_y_label_area_size(70)
        .build_cartesian_2d(first..last, 0.0..1.05 * most)?
        .set_secondary_coord(first..last, 0.0..105.0);
    let label = ("sans-serif", 18);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("final score")
        .y_desc("games with this score (%)")
        .axis_desc_style(label)
        .label_style(label)
        .x_label_formatter(&|score| format!("{score:.0}"))
        .draw()?;
    chart
        .configure_secondary_axes()
        .y_desc("games with this score or more (%)")
        .axis_desc_style(label)
        .label_style(label)
        .y_label_formatter(&|percent| format!("{percent:.0}"))
        .draw()?;
    let shown = |at: Points| (first..=last).contains(&f64::from(at));
    let bars = score.iter().filter(|(at, _)| shown(*at)).map(|(at, probability)| {
        let at = f64::from(at);
        Rectangle::new([(at - 0.5, 0.0), (at + 0.5, 100.0 * probability)], BARS.filled())
    });
    chart.draw_series(bars)?;
    let reaching = score.reaching().filter(|(at, _)| shown(*at)).map(|(at, probability)| (f64::from(at), 100.0 * probability));
    chart.draw_secondary_series(LineSeries::new(reaching, LINE.stroke_width(2)))?;
    area.present()?;
    Ok(())
}
