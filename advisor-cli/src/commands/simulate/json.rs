//! The answer of `simulate`.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_dialogue::answer::MeasuredLoss;
use yahtzee_solver::simulate::{Deviation, Scores};
use yahtzee_solver::{Distribution, Points, RuleSet};

use crate::args::SimulateArgs;

/// The shown percentiles.
const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// The final scores of random games. The same seed gives the same answer on any number of threads.
#[derive(Serialize)]
pub(super) struct RunAnswer<'a> {
    /// The name of the rule set.
    pub rules: String,
    /// The name of `--player`, or `bot`.
    pub player: &'a str,
    /// The command of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<&'a str>,
    /// The number of games.
    pub games: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The mean of the final scores.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The standard deviation of the final scores.
    pub sd: f64,
    /// The lowest.
    pub lowest: Points,
    /// The highest.
    pub highest: Points,
    /// For 1, 5, 10, 25, 50, 75, 90, 95 and 99 percent: the smallest score that at least this share of games does not exceed.
    pub percentiles: BTreeMap<u8, Points>,
    /// The exact figures of optimal play, if that is the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Figures<Points>>,
    /// The deviation of the games from the exact figures, in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Figures<f64>>,
    /// The losses of the decisions of another player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredLoss>,
}

/// Figures of a distribution, or differences from them.
#[derive(Serialize)]
pub(super) struct Figures<T> {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The percentiles.
    pub percentiles: BTreeMap<u8, T>,
}

impl<'a> RunAnswer<'a> {
    /// The scores of the games.
    pub(super) fn new(args: &'a SimulateArgs, rules: &RuleSet, scores: &Scores) -> RunAnswer<'a> {
        RunAnswer {
            rules: rules.name().to_owned(),
            player: if args.bot.is_some() { "bot" } else { args.player.name() },
            bot: args.bot.as_deref(),
            games: scores.games(),
            seed: args.seed,
            mean: scores.mean(),
            standard_error: scores.standard_error(),
            sd: scores.sd(),
            lowest: scores.percentile(0).unwrap_or_default(),
            highest: scores.percentile(100).unwrap_or_default(),
            percentiles: PERCENTS.iter().filter_map(|&percent| Some((percent, scores.percentile(percent)?))).collect(),
            exact: None,
            deviation: None,
            measured: None,
        }
    }

    /// The same beside the exact distribution.
    pub(super) fn beside(self, scores: &Scores, exact: &Distribution) -> RunAnswer<'a> {
        let percentiles = PERCENTS.map(|percent| (percent, exact.quantile(f64::from(percent) / 100.0))).into();
        let Deviation { mean, sd, percentiles: deviations } = scores.deviation(exact, &PERCENTS);
        let deviation = Figures { mean, sd, percentiles: PERCENTS.into_iter().zip(deviations).collect() };
        RunAnswer { exact: Some(Figures { mean: exact.mean(), sd: exact.sd(), percentiles }), deviation: Some(deviation), ..self }
    }
}
