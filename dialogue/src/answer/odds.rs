//! The answer to a question about the odds of boxes.

use serde::Serialize;
use yahtzee_solver::advise::{BestOdds, BoxOdds, GoalError, Odds, OddsError};
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;
use yahtzee_solver::{Goal, Model, Points, Position, RerollsLeft, Roll, RuleSet, Scorecard};

use super::option::{ASKED, NamedAction};
use super::sentences::{Piece, Sentence};
use super::warnings;
use crate::ask::{AskError, AskField, AskedOdds};
use crate::words;

/// The odds of boxes in a turn. Each box is for play for that box alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct OddsAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The roll, if dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "number[]"))]
    pub dice: Option<Roll>,
    /// The rerolls left, if dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "number"))]
    pub rerolls_left: Option<RerollsLeft>,
    /// The throws of the turn, with saved or extra ones, if no dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub throws: Option<u8>,
    /// The boxes that were asked for, or else each category that is open in this turn.
    pub boxes: Vec<OddsOfBox>,
    /// The card, if it was given as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "object"))]
    pub card: Option<Scorecard>,
    /// What is doubtful on the sheet of the card; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub warnings: Vec<String>,
}

/// The odds of a box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct OddsOfBox {
    /// The name of the category.
    pub category: String,
    /// The least points that are wanted there; 1 for any.
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    pub points: Points,
    /// The best chance of these points by the end of the turn; jokers count.
    pub chance: f64,
    /// The action for that chance; absent without dice, or if the chance is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub for_chance: Option<NamedAction>,
    /// The best mean of the points written there, without extra and upper bonuses.
    pub mean: f64,
    /// The action for that mean; absent without dice, or if the mean is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub for_mean: Option<NamedAction>,
    /// The least mean number of throws if the turn had no last one; with dice, of those still to come. Null if it may never come.
    #[cfg_attr(feature = "tsify", tsify(type = "number | null"))]
    pub expected_throws: Option<f64>,
    /// The best chances within 1, 2, 3, … throws, as many as were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub within: Vec<f64>,
    /// The odds in words, if they were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "OddsWords"))]
    pub words: Option<Box<OddsWords>>,
}

/// The odds of a box in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct OddsWords {
    /// What is wanted of the box: its title, or `at least 24 in Chance`.
    pub wanted: String,
    /// The chance.
    pub percent: String,
    /// The odds in sentences.
    pub said: Vec<Sentence>,
}

impl From<OddsError> for AskError {
    fn from(error: OddsError) -> AskError {
        AskError::new(AskField::Card, error)
    }
}

impl From<GoalError> for AskError {
    fn from(error: GoalError) -> AskError {
        AskError::new(AskField::Odds, error)
    }
}

impl AskedOdds {
    /// Answers the question. It needs no table: odds do not depend on what later turns are worth.
    ///
    /// # Errors
    ///
    /// The invalid field: a full card, or a box that is filled.
    pub fn answer(&self, model: &Model) -> Result<OddsAnswer, AskError> {
        let rules = model.rules();
        let odds = match &self.position {
            Some(position) => Odds::of_position(model, position)?,
            None => Odds::of_turn(model, &self.card)?,
        };
        let goals = if self.goals.is_empty() { odds.goals() } else { self.goals.clone() };
        let throws = odds.throws();
        let roll = self.position.as_ref().map(Position::roll);
        let in_words = roll.filter(|_| self.words);
        let action = |best: &BestOdds| Some(NamedAction::new(&best.action?, in_words.as_ref(), rules));
        let of_box = |goal: Goal| {
            let odds = odds.of(goal, self.throws)?;
            Ok(OddsOfBox {
                category: rules.category(goal.category()).name.clone(),
                points: goal.points(),
                chance: odds.chance.value,
                for_chance: action(&odds.chance),
                mean: odds.mean.value,
                for_mean: action(&odds.mean),
                expected_throws: odds.expected_throws,
                words: self.words.then(|| Box::new(OddsWords::new(&odds, self, throws, rules))),
                within: odds.within,
            })
        };
        Ok(OddsAnswer {
            rules: rules.name().to_owned(),
            dice: roll,
            rerolls_left: self.position.as_ref().map(Position::rerolls_left),
            throws: roll.is_none().then_some(throws),
            boxes: goals.into_iter().map(of_box).collect::<Result<_, AskError>>()?,
            card: self.sheet.as_ref().map(|sheet| sheet.card.clone()),
            warnings: warnings(self.sheet.as_ref()),
        })
    }
}

impl OddsOfBox {
    /// Its words.
    ///
    /// # Panics
    ///
    /// If the question did not ask for words.
    pub fn words(&self) -> &OddsWords {
        self.words.as_ref().expect(ASKED)
    }
}

impl OddsWords {
    /// `throws` are those left in the turn.
    fn new(odds: &BoxOdds, asked: &AskedOdds, throws: u8, rules: &RuleSet) -> OddsWords {
        let (chance, points) = (odds.chance.value, odds.goal.points());
        let title = &rules.category(odds.goal.category()).title;
        let wanted = if points == 1 { title.clone() } else { tr!("at least {} in {}", points, title) };
        let by = |best: &BestOdds| Some(words::in_words(&best.action?, &asked.position.as_ref()?.roll(), rules));
        let percent = words::percent(chance);
        let mut said: Vec<Sentence> = Vec::new();
        if chance == 0.0 {
            said.push(vec![Piece::plain(tr!("{}: ", wanted)), Piece::loss(tr!("It cannot be reached this turn."))]);
        } else if let Some(by) = by(&odds.chance) {
            said.push(vec![Piece::plain(tr!("{}: ", wanted)), Piece::best(tr!("{}: {}.", by, percent))]);
        } else {
            let turns = if throws == 1 { tr!("turns of one throw") } else { tr!("turns of {} throws", throws) };
            said.push(vec![Piece::best(match (chance, points.get()) {
                (1.0, 1) => tr!("All {} score in {}, if you play for it alone.", turns, title),
                (1.0, points) => tr!("All {} score at least {} in {}, if you play for it alone.", turns, points, title),
                (_, 1) => tr!("{} of {} score in {}, if you play for it alone.", percent, turns, title),
                (_, points) => tr!("{} of {} score at least {} in {}, if you play for it alone.", percent, turns, points, title),
            })]);
        }
        let mean = decimal(odds.mean.value, 2);
        // Without points the next line says all.
        if odds.mean.value > 0.0 {
            said.push(vec![Piece::plain(match by(&odds.mean) {
                Some(by) => tr!("For the most points there: {}: {} on average.", by, mean),
                None => tr!("Playing for the most points there brings {} on average.", mean),
            })]);
        }
        said.push(vec![Piece::plain(match odds.expected_throws {
            None => tr!("Even if you could go on throwing, it might never come."),
            Some(0.0) => tr!("It is there already."),
            Some(throws) if asked.position.is_some() => {
                tr!("If you could go on throwing, it would take {} more throws on average.", decimal(throws, 4))
            }
            Some(throws) => tr!("If you could go on throwing, it would take {} throws on average.", decimal(throws, 4)),
        })]);
        OddsWords { wanted, percent, said }
    }
}
