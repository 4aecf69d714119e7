//! A question about the odds of boxes.

use std::borrow::Cow;

use serde::Deserialize;
use yahtzee_solver::tr;
use yahtzee_solver::{Goal, Position, RuleSet, Scorecard, Sheet};

use super::error::{AskError, AskField, InField};
use super::{Ask, AskedCard};

/// The most throws to ask about.
const MOST_THROWS: u8 = 100;

/// What is asked of the odds of boxes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskOdds<'a> {
    /// Points in categories: `yahtzee`, `chance=24`. By default any points in each open category.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "string[]"))]
    pub goals: Vec<Cow<'a, str>>,
    /// Asks for the chances within 1, 2, 3, … throws too, up to this many, at most 100. By default none.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub throws: Option<i64>,
}

/// A question about the odds of boxes, read by the rules of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedOdds {
    /// The card of the round that is played.
    pub card: Scorecard,
    /// The position, if the dice are thrown.
    pub position: Option<Position>,
    /// The points that are wanted; empty for any points in each open category.
    pub goals: Vec<Goal>,
    /// The throws up to which to give chances.
    pub throws: u8,
    /// Whether to give the answer in words too.
    pub words: bool,
    /// The sheet of the card, if that was text.
    pub sheet: Option<Sheet>,
}

impl Ask<'_> {
    /// Reads it as a question about the odds of boxes. Without dice it is about a whole turn.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form.
    ///
    /// ```
    /// use yahtzee_dialogue::ask::{Ask, AskOdds};
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let ask = Ask { odds: Some(AskOdds { goals: vec!["yahtzee".into()], throws: None }), ..Ask::default() };
    /// assert_eq!(ask.read_odds(&rules)?.goals.len(), 1);
    /// let error = Ask { odds: Some(AskOdds { throws: Some(101), ..AskOdds::default() }), ..ask }.read_odds(&rules).unwrap_err();
    /// assert_eq!(error.to_string(), "odds: 101 throws: write a number from 1 to 100");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_odds(&self, rules: &RuleSet) -> Result<AskedOdds, AskError> {
        let beside = [
            (self.chosen.is_some(), AskField::Chosen),
            (self.goal.is_some(), AskField::Goal),
            (self.objective.is_some(), AskField::Objective),
        ];
        if let Some((_, field)) = beside.into_iter().find(|(is_given, _)| *is_given) {
            return Err(AskError::new(field, tr!("it does not go with the odds of boxes")));
        }
        if self.why {
            return Err(AskError::new(AskField::Odds, tr!("there are no reasons for odds: leave out why")));
        }
        let asked = self.odds.as_ref();
        let goals = asked.map_or(&[][..], |odds| &odds.goals).iter().map(|goal| Goal::parse(goal, rules));
        let goals = goals.collect::<Result<Vec<Goal>, _>>().in_field(AskField::Odds)?;
        let throws = match asked.and_then(|odds| odds.throws) {
            None => 0,
            Some(throws) => u8::try_from(throws)
                .ok()
                .filter(|throws| (1..=MOST_THROWS).contains(throws))
                .ok_or_else(|| AskError::new(AskField::Odds, tr!("{} throws: write a number from 1 to {}", throws, MOST_THROWS)))?,
        };
        self.rounds(rules)?;
        if self.dice.is_empty() {
            if self.rerolls_left.is_some() {
                let field = AskField::RerollsLeft;
                return Err(AskError::new(field, tr!("it goes with dice; without dice the odds are those of a whole turn")));
            }
            let AskedCard { card, sheet, .. } = self.read_card(rules)?;
            return Ok(AskedOdds { card, position: None, goals, throws, words: false, sheet });
        }
        let (position, sheet) = self.position_and_sheet(rules)?;
        Ok(AskedOdds { card: position.card().clone(), position: Some(position), goals, throws, words: false, sheet })
    }
}
