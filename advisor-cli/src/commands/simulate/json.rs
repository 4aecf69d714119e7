//! The answer of `simulate`.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_dialogue::answer::MeasuredLoss;
use yahtzee_solver::Points;
use yahtzee_solver::simulate::Deviation;

use super::run::{PERCENTS, Played, Run};

/// The final scores of random games. The same seed gives the same answer on any number of threads.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
    /// The name of the rule set.
    rules: &'a str,
    /// The name of `--player`, or `bot`.
    player: &'a str,
    /// The command of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
    /// The number of games.
    games: u64,
    /// The seed of the dice.
    seed: u64,
    /// The mean of the final scores.
    mean: f64,
    /// The standard error of the mean.
    standard_error: f64,
    /// The standard deviation of the final scores.
    sd: f64,
    /// The lowest.
    lowest: Points,
    /// The highest.
    highest: Points,
    /// For 1, 5, 10, 25, 50, 75, 90, 95 and 99 percent: the smallest score that at least this share of games does not exceed.
    percentiles: BTreeMap<u8, Points>,
    /// The exact figures of optimal play, if that is the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Figures<Points>>,
    /// The deviation of the games from the exact figures, in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<Figures<f64>>,
    /// The losses of the decisions of another player.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredLoss>,
}

/// Figures of a distribution, or differences from them.
#[derive(Serialize)]
struct Figures<T> {
    /// The mean.
    mean: f64,
    /// The standard deviation.
    sd: f64,
    /// The percentiles.
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
