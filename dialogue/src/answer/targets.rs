//! The best chance of every final score.

use serde::Serialize;
use yahtzee_solver::advise::Targets;
use yahtzee_solver::{Points, Roll, RuleSet, TurnOption};

use super::option::NamedAction;

/// The share of games that round targets leave out at either end.
const BEYOND: f64 = 0.0005;

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
    /// The chances, and the differences at [round](TargetsAnswer::round) targets.
    pub fn new(score_so_far: Points, targets: &Targets<'_>, rules: &RuleSet) -> TargetsAnswer {
        let chances = targets.iter().map(|chance| (chance.target, chance.best, chance.expected)).collect();
        let answer = TargetsAnswer { rules: rules.name().to_owned(), score_so_far, targets: chances, differences: Vec::new(), plot: None };
        let choice = |option: &TurnOption| {
            let worth = option.worth.expect("an option by the chance of a target");
            TargetChoice { action: NamedAction::new(&option.action, None, rules), worth: worth.value, worth_loss: worth.loss }
        };
        let difference = |(target, ..): (Points, f64, f64)| {
            targets.difference(target).map(|found| TargetDiffers {
                target,
                rolls: found.rolls,
                probability: found.probability,
                dice: found.roll,
                dice_probability: found.roll_probability,
                for_target: choice(&found.for_target),
                for_score: choice(&found.for_score),
            })
        };
        TargetsAnswer { differences: answer.round(TargetsAnswer::ROWS).into_iter().filter_map(difference).collect(), ..answer }
    }

    /// The most round targets whose differences are found.
    pub const ROWS: usize = 14;

    /// At most this many round targets among the uncertain but possible ones. If there is none, the highest that can be reached.
    pub fn round(&self, most: usize) -> Vec<(Points, f64, f64)> {
        let Some(&last) = self.targets.iter().rfind(|(_, best, _)| *best >= BEYOND) else { return Vec::new() };
        let first = self.targets.iter().find(|(_, best, _)| *best <= 1.0 - BEYOND);
        let [first, to] = [first.map_or(last.0.get() + 1, |(target, ..)| target.get()), last.0.get()];
        let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
        let count = |step: u32| (to / step + 1).saturating_sub(first.div_ceil(step)) as usize;
        let step = steps.into_iter().find(|&step| count(step) <= most).unwrap_or(1000);
        let round = |(target, ..): &&(Points, f64, f64)| (first..=to).contains(&target.get()) && target.get().is_multiple_of(step);
        let shown: Vec<_> = self.targets.iter().filter(round).copied().collect();
        if shown.is_empty() { vec![last] } else { shown }
    }
}
