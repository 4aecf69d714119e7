//! A question about the odds of boxes.

use std::borrow::Cow;

use serde::Deserialize;
use yahtzee_solver::advise::GoalError;
use yahtzee_solver::{Dice, Goal, RerollsLeft, RuleSet, Scorecard, Sheet, tr};

use super::error::{AskError, AskField, InField};
use super::{Ask, all_dice};

/// The most throws to ask about.
const MOST_THROWS: i64 = 100;

/// The most turns to ask about.
const MOST_TURNS: i64 = 1_000_000;

/// What is asked of the odds of boxes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskOdds<'a> {
    /// What is wanted: `yahtzee`, `chance=24`, `yahtzee of 4`, or dice alone, `22233`. By default any points in each open category.
    #[serde(borrow)]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "string[]"))]
    pub goals: Vec<Cow<'a, str>>,
    /// Asks for the chances within 1, 2, 3, … throws too, up to this many, at most 100. By default none.
    pub throws: Option<i64>,
    /// Whether the points of the goals are exact ones; by default they are the least.
    pub exactly: bool,
    /// Asks for what the turn ends with too, by points and by the number of dice that are right.
    pub ends: bool,
    /// Asks for the chance that it comes at least once in this many turns too, at most 1,000,000; it goes without dice.
    pub turns: Option<i64>,
}

/// A question about the odds of boxes, read by the rules of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedOdds {
    /// The card of the round that is played.
    pub card: Scorecard,
    /// The dice with the rerolls left: all of them, or those that are kept while the others are thrown again; `None` for a whole turn.
    pub dice: Option<(Dice, RerollsLeft)>,
    /// What is wanted; empty for any points in each open category.
    pub goals: Vec<Goal>,
    /// The throws up to which to give chances.
    pub throws: u8,
    /// Whether to give what the turn ends with.
    pub ends: bool,
    /// The turns in which it shall come at least once, if they are asked for.
    pub turns: Option<u32>,
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
    /// let ask = Ask { odds: Some(AskOdds { goals: vec!["yahtzee".into()], ..AskOdds::default() }), ..Ask::default() };
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
        let asked = self.odds.clone().unwrap_or_default();
        let goals = asked.goals.iter().map(|goal| {
            let goal = Goal::parse(goal, rules)?;
            if asked.exactly { goal.exactly(rules) } else { Ok(goal) }
        });
        let goals = goals.collect::<Result<Vec<Goal>, _>>().in_field(AskField::Odds)?;
        if asked.exactly && goals.is_empty() {
            return Err(AskError::new(AskField::Odds, GoalError::NothingExact));
        }
        let number = |asked: Option<i64>, most: i64, wrong: fn(i64, i64) -> String| match asked {
            Some(number) if !(1..=most).contains(&number) => Err(AskError::new(AskField::Odds, wrong(number, most))),
            number => Ok(number.map(|number| number as u32)),
        };
        let throws = number(asked.throws, MOST_THROWS, |throws, most| tr!("{} throws: write a number from 1 to {}", throws, most))?;
        let turns = number(asked.turns, MOST_TURNS, |turns, most| tr!("{} turns: write a number from 1 to {}", turns, most))?;
        self.rounds(rules)?;
        let (dice, card, sheet) = if self.dice.is_empty() {
            if self.rerolls_left.is_some() {
                let field = AskField::RerollsLeft;
                return Err(AskError::new(field, tr!("it goes with dice; without dice the odds are those of a whole turn")));
            }
            let (card, sheet) = self.card_and_sheet(rules)?;
            (None, card, sheet)
        } else {
            if turns.is_some() {
                return Err(AskError::new(AskField::Odds, tr!("turns go without dice: they are whole turns")));
            }
            let (dice, rerolls_left, card, sheet) = self.parts(rules)?;
            if card.rerolls() == RerollsLeft::NONE {
                all_dice(&dice, rules)?;
            } else if dice.len() < rules.dice() && rerolls_left == RerollsLeft::NONE {
                let wrong = tr!("{} where the other dice are thrown again: from 1 to {}", rerolls_left, card.rerolls());
                return Err(AskError::new(AskField::RerollsLeft, wrong));
            }
            (Some((dice, rerolls_left)), card, sheet)
        };
        Ok(AskedOdds { card, dice, goals, throws: throws.unwrap_or(0) as u8, ends: asked.ends, turns, words: false, sheet })
    }
}
