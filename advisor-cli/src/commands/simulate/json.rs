//! The JSON of `simulate`; `docs/reference.md` describes it.

use serde::{Serialize, Serializer};
use yahtzee_dialogue::json::JsonMeasured;
use yahtzee_solver::simulate::Scores;
use yahtzee_solver::{Points, Statistics};

use super::run::{PERCENTS, Played, Run};

#[derive(Serialize)]
pub(super) struct JsonRun<'a> {
    rules: &'a str,
    player: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
    games: u64,
    seed: u64,
    mean: f64,
    standard_error: f64,
    sd: f64,
    lowest: Points,
    highest: Points,
    percentiles: Percentiles<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<Deviation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<JsonMeasured<'a>>,
}

/// A figure for each percentile shown, in their order.
struct Percentiles<T>(Vec<T>);

impl<T: Serialize> Serialize for Percentiles<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(PERCENTS.iter().map(u8::to_string).zip(&self.0))
    }
}

/// The exact figures of optimal play.
#[derive(Serialize)]
struct Exact {
    mean: f64,
    sd: f64,
    percentiles: Percentiles<Points>,
}

/// The deviation of the games from the exact figures, in standard errors.
#[derive(Serialize)]
struct Deviation {
    mean: f64,
    sd: f64,
    percentiles: Percentiles<f64>,
}

impl<'a> JsonRun<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> JsonRun<'a> {
        let rules = run.table.rules();
        let scores = run.scores();
        let (exact, measured) = match &run.played {
            Played::Optimal { exact, .. } => (Some(exact), None),
            Played::Measured(measured) => (None, Some(measured)),
        };
        JsonRun {
            rules: rules.name(),
            player: run.player(),
            bot: run.args.bot.as_deref(),
            games: scores.games(),
            seed: run.args.seed,
            mean: scores.mean(),
            standard_error: scores.standard_error(),
            sd: scores.sd(),
            lowest: scores.percentile(0).unwrap_or_default(),
            highest: scores.percentile(100).unwrap_or_default(),
            percentiles: Percentiles(PERCENTS.iter().filter_map(|&percent| scores.percentile(percent)).collect()),
            exact: exact.map(|exact| Exact::new(exact)),
            deviation: exact.map(|exact| Deviation::new(scores, exact)),
            measured: measured.map(|measured| JsonMeasured::new(measured, rules)),
        }
    }
}

impl Exact {
    fn new(exact: &Statistics) -> Exact {
        let percentiles = PERCENTS.iter().map(|&percent| exact.score.quantile(f64::from(percent) / 100.0));
        Exact { mean: exact.score.mean(), sd: exact.score.sd(), percentiles: Percentiles(percentiles.collect()) }
    }
}

impl Deviation {
    fn new(scores: &Scores, exact: &Statistics) -> Deviation {
        let yahtzee_solver::simulate::Deviation { mean, sd, percentiles } = scores.deviation(&exact.score, &PERCENTS);
        Deviation { mean, sd, percentiles: Percentiles(percentiles) }
    }
}
