//! The JSON of `simulate`; `docs/reference.md` describes it.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_dialogue::answer::MeasuredLoss;
use yahtzee_solver::Points;
use yahtzee_solver::simulate::Deviation;

use super::run::{PERCENTS, Played, Run};

/// A finished run: the output of `yahtzee simulate --json`.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
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
    percentiles: BTreeMap<u8, Points>,
    /// The exact figures of optimal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Figures<Points>>,
    /// The deviation of the games from the exact figures, in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<Figures<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredLoss>,
}

#[derive(Serialize)]
struct Figures<T> {
    mean: f64,
    sd: f64,
    percentiles: BTreeMap<u8, T>,
}

impl<'a> RunAnswer<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> RunAnswer<'a> {
        let rules = run.table.rules();
        let scores = run.scores();
        let (exact, measured) = match &run.played {
            Played::Optimal { exact, .. } => (Some(exact), None),
            Played::Measured(measured) => (None, Some(measured)),
        };
        let deviation = exact.map(|exact| scores.deviation(exact, &PERCENTS));
        RunAnswer {
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
            percentiles: PERCENTS.iter().filter_map(|&percent| Some((percent, scores.percentile(percent)?))).collect(),
            exact: exact.map(|exact| Figures {
                mean: exact.mean(),
                sd: exact.sd(),
                percentiles: PERCENTS.map(|percent| (percent, exact.quantile(f64::from(percent) / 100.0))).into(),
            }),
            deviation: deviation.map(|Deviation { mean, sd, percentiles }| Figures {
                mean,
                sd,
                percentiles: PERCENTS.into_iter().zip(percentiles).collect(),
            }),
            measured: measured.map(|measured| MeasuredLoss::new(measured, rules)),
        }
    }
}
