//! The best chance of every final score, as JSON.

use serde::Serialize;
use yahtzee_solver::advise::{TargetDifference, Targets};
use yahtzee_solver::{Points, Roll, RuleSet, TurnOption};

use super::parts::{JsonAction, JsonWorth};
use crate::words::WorthKind;

/// The chances of every final score or more.
#[derive(Clone, Debug, Serialize)]
pub struct JsonTargets<'a> {
    rules: &'a str,
    score_so_far: Points,
    /// Each target with its best chance, and its chance under expected-score play.
    targets: Vec<(Points, f64, f64)>,
    differences: Vec<JsonDifference<'a>>,
    /// The drawn picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    plot: Option<String>,
}

/// Where play for a target first differs from expected-score play.
#[derive(Clone, Debug, Serialize)]
struct JsonDifference<'a> {
    target: Points,
    rolls: usize,
    probability: f64,
    dice: Roll,
    dice_probability: f64,
    for_target: JsonChoice<'a>,
    for_score: JsonChoice<'a>,
}

/// An action with its chance.
#[derive(Clone, Debug, Serialize)]
struct JsonChoice<'a> {
    #[serde(flatten)]
    action: JsonAction<'a>,
    #[serde(flatten)]
    worth: Option<JsonWorth>,
}

impl<'a> JsonTargets<'a> {
    /// The chances, and the differences at some targets.
    pub fn new(
        score_so_far: Points,
        targets: &Targets<'_>,
        differences: &[(Points, Option<TargetDifference>)],
        rules: &'a RuleSet,
    ) -> JsonTargets<'a> {
        let difference = |(target, found): &(Points, Option<TargetDifference>)| {
            let choice = |option: &TurnOption| JsonChoice {
                action: JsonAction::new(&option.action, None, rules),
                worth: JsonWorth::new(option, WorthKind::Target),
            };
            found.as_ref().map(|found| JsonDifference {
                target: *target,
                rolls: found.rolls,
                probability: found.probability,
                dice: found.roll,
                dice_probability: found.roll_probability,
                for_target: choice(&found.for_target),
                for_score: choice(&found.for_score),
            })
        };
        JsonTargets {
            rules: rules.name(),
            score_so_far,
            targets: targets.iter().map(|chance| (chance.target, chance.best, chance.expected)).collect(),
            differences: differences.iter().filter_map(difference).collect(),
            plot: None,
        }
    }

    /// The same with the file of a picture.
    #[must_use]
    pub fn with_plot(self, plot: Option<String>) -> JsonTargets<'a> {
        JsonTargets { plot, ..self }
    }
}
