//! Values of the whole game. The columns of a game of several rounds do not affect each other. So advice for one column holds for the whole game
//! after the values of the other columns are added to its expected final scores. Only this module adds them.

use serde::Serialize;
use yahtzee_solver::advise::{GoalAdvice, Reasons};
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::{Advice, Advisor, Objective, Points, Rounds, RuleSet, Scorecard, Sheet, TurnOption, ValueTable};

use super::objective::AnswerObjective;
use super::warnings;
use crate::words::{Measure, WorthKind};

/// The points that the other rounds of a game add to the current one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OtherRounds {
    /// Score of the earlier rounds.
    score: Points,
    /// Score of the earlier rounds plus the expected score of the later rounds.
    expected: f64,
}

impl OtherRounds {
    pub(crate) fn of(rounds: &Rounds, table: &ValueTable) -> OtherRounds {
        OtherRounds { score: rounds.score_before(), expected: table.other_rounds(rounds) }
    }

    /// Adds them to an option. The loss stays the same: the other rounds add the same to the best option.
    pub(crate) fn add_to_option(&self, option: &mut TurnOption) {
        option.expected_final += self.expected;
    }

    pub(crate) fn add_to_advice(&self, advice: &mut Advice) {
        advice.score_so_far += self.score;
        for option in &mut advice.options {
            self.add_to_option(option);
        }
    }

    pub(crate) fn add_to_reasons(&self, reasons: &mut Reasons) {
        for reason in [Some(&mut reasons.best), reasons.rival.as_mut()].into_iter().flatten() {
            self.add_to_option(&mut reason.option);
        }
    }

    pub(crate) fn add_to_goal(&self, goal: &mut GoalAdvice) {
        for chased in &mut goal.options {
            self.add_to_option(&mut chased.option);
            chased.expected_chased += self.expected;
        }
    }
}

/// The value of a card between turns in the whole game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardValue {
    /// Points of this and earlier rounds.
    pub score_so_far: Points,
    /// Expected further points under optimal play, in this and later rounds.
    pub expected_remaining: f64,
}

/// The value of a card between turns.
#[derive(Clone, Debug, Serialize)]
pub struct ValueAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The points on the card, with the extra bonuses and the upper bonus once it is reached, and those of earlier rounds.
    pub score_so_far: Points,
    /// The expected further points under optimal play, in this and later rounds.
    pub expected_remaining: f64,
    /// The sum of both.
    pub expected_final: f64,
    /// What is maximised, if it is not the expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<AnswerObjective>,
    /// With an objective: what `worth` measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// With an objective: what the card is worth, if the player maximises it from now on. With `--foreseen` it is the chance of a player who knows the
    /// final scores of the opponents: an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// The card, if it was given as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Scorecard>,
    /// What is doubtful on the sheet of the card; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl ValueAnswer {
    /// The value of a card; with an objective and its number, also the worth.
    pub fn new(value: CardValue, worth: Option<(&Objective, f64)>, sheet: Option<&Sheet>, rules: &RuleSet) -> ValueAnswer {
        let kind = WorthKind::of(worth.map(|(objective, _)| objective));
        ValueAnswer {
            rules: rules.name().to_owned(),
            score_so_far: value.score_so_far,
            expected_remaining: value.expected_remaining,
            expected_final: value.expected_final(),
            objective: worth.map(|(objective, _)| AnswerObjective::new(objective)),
            measure: kind.measure(),
            worth: worth.map(|(_, worth)| kind.measured(worth)),
            card: sheet.map(|sheet| sheet.card.clone()),
            warnings: warnings(sheet),
        }
    }
}

impl CardValue {
    /// The value of a card in one of the rounds of a game.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game than the table.
    pub fn of(card: &Scorecard, rounds: &Rounds, table: &ValueTable) -> Result<CardValue, OtherRules> {
        Ok(CardValue {
            score_so_far: card.score() + rounds.score_before(),
            expected_remaining: Advisor::new(table).expected_remaining(card)? + table.later_rounds(rounds),
        })
    }

    /// The expected final score under optimal play.
    pub fn expected_final(&self) -> f64 {
        f64::from(self.score_so_far) + self.expected_remaining
    }
}
