//! The best chance of every final score.

use serde::Serialize;
use yahtzee_solver::advise::{TargetDifference, Targets};
use yahtzee_solver::{Points, Roll, RuleSet, TurnOption};

use super::option::NamedAction;

/// The chances of every final score or more.
#[derive(Clone, Debug, Serialize)]
pub struct TargetsAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The points so far, with those of earlier rounds.
    pub score_so_far: Points,
    /// Each target with the best chance of at least so many points, and with the chance of play for points.
    pub targets: Vec<(Points, f64, f64)>,
    /// Where both first differ after the first roll of this turn, for round targets.
    pub differences: Vec<TargetDiffers>,
    /// The file of the picture, if one was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plot: Option<String>,
}

/// Where play for a target first differs from play for points.
#[derive(Clone, Debug, Serialize)]
pub struct TargetDiffers {
    /// The target.
    pub target: Points,
    /// The number of first rolls with different best actions.
    pub rolls: usize,
    /// The probability of these rolls.
    pub probability: f64,
    /// The one with which play for points costs the most chance.
    pub dice: Roll,
    /// The probability of that roll.
    pub dice_probability: f64,
    /// The best action for the target.
    pub for_target: TargetChoice,
    /// The best action for points.
    pub for_score: TargetChoice,
}

/// An action with its chance of the target.
#[derive(Clone, Debug, Serialize)]
pub struct TargetChoice {
    /// The action.
    #[serde(flatten)]
    pub action: NamedAction,
    /// The chance of the target.
    pub worth: f64,
    /// By how much the best chance is higher.
    pub worth_loss: f64,
}

impl TargetsAnswer {
    /// The chances, and the differences at some targets.
    pub fn new(
        score_so_far: Points,
        targets: &Targets<'_>,
        differences: &[(Points, Option<TargetDifference>)],
        rules: &RuleSet,
    ) -> TargetsAnswer {
        let difference = |(target, found): &(Points, Option<TargetDifference>)| {
            let choice = |option: &TurnOption| {
                let worth = option.worth.expect("an option by the chance of a target");
                TargetChoice { action: NamedAction::new(&option.action, None, rules), worth: worth.value, worth_loss: worth.loss }
            };
            found.as_ref().map(|found| TargetDiffers {
                target: *target,
                rolls: found.rolls,
                probability: found.probability,
                dice: found.roll,
                dice_probability: found.roll_probability,
                for_target: choice(&found.for_target),
                for_score: choice(&found.for_score),
            })
        };
        TargetsAnswer {
            rules: rules.name().to_owned(),
            score_so_far,
            targets: targets.iter().map(|chance| (chance.target, chance.best, chance.expected)).collect(),
            differences: differences.iter().filter_map(difference).collect(),
            plot: None,
        }
    }
}
