//! The answer to a question about the odds of boxes.

use serde::Serialize;
use yahtzee_solver::advise::{BestOdds, Ends, Odds};
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Dice, Goal, Model, RerollsLeft, Roll, RuleSet, Scorecard, tr};

use super::option::{ASKED, NamedAction, NamedGoal};
use super::sentences::{Piece, Sentence};
use super::warnings;
use crate::ask::{AskError, AskField, AskedOdds, InField};
use crate::words;

/// The odds of boxes in a turn. Each box is for play for that box alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct OddsAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The roll, if all dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Roll>,
    /// The dice that are kept, if the others are about to be thrown again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Dice>,
    /// The rerolls left, if there are dice on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerolls_left: Option<RerollsLeft>,
    /// The throws of the turn, with saved or extra ones, if there are no dice on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OddsOfBox {
    /// What is wanted.
    #[serde(flatten)]
    pub goal: NamedGoal,
    /// The best chance of it by the end of the turn; jokers count.
    pub chance: f64,
    /// The action for that chance; absent without a roll, and if the chance is 0, or if the dice alone count and are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_chance: Option<NamedAction>,
    /// The best mean of the points written there, without extra and upper bonuses; absent without a category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The action for that mean; absent without a roll, or if the mean is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_mean: Option<NamedAction>,
    /// The least mean number of throws if the turn had no last one; with dice, of those still to come. Null if it may never come.
    pub expected_throws: Option<f64>,
    /// The best chances within 1, 2, 3, … throws, as many as were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub within: Vec<f64>,
    /// The mean number of turns until it comes, if each is played for it; absent with dice, and if it never comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_turns: Option<f64>,
    /// The chance that it comes at least once in the number of turns that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_turns: Option<f64>,
    /// What the turn ends with, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "{ right: number[]; points?: { points: number; chance: number }[] }"))]
    pub ends: Option<Ends>,
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

impl AskedOdds {
    /// Answers the question. It needs no table: odds do not depend on what later turns are worth.
    ///
    /// # Errors
    ///
    /// The invalid field: a full card, or a box that is filled.
    pub fn answer(&self, model: &Model) -> Result<OddsAnswer, AskError> {
        let rules = model.rules();
        let odds = Odds::new(model, &self.card, self.dice).in_field(AskField::Card)?;
        let goals = if self.goals.is_empty() { odds.goals() } else { self.goals.clone() };
        let throws = odds.throws();
        let roll = self.dice.and_then(|(dice, _)| rules.roll(dice).ok());
        let action = |best: &BestOdds| Some(NamedAction::new(&best.action?, roll.filter(|_| self.words).as_ref(), rules));
        let of_box = |goal: Goal| {
            let ends = if self.ends { Some(odds.ends(goal).in_field(AskField::Odds)?) } else { None };
            let odds = odds.of(goal, self.throws).in_field(AskField::Odds)?;
            let mut of_box = OddsOfBox {
                goal: NamedGoal::new(&goal, rules),
                chance: odds.chance.value,
                for_chance: action(&odds.chance),
                mean: odds.mean.map(|mean| mean.value),
                for_mean: odds.mean.as_ref().and_then(action),
                expected_throws: odds.expected_throws,
                expected_turns: odds.expected_turns().filter(|_| self.dice.is_none()),
                within_turns: self.turns.map(|turns| odds.once_in(turns)),
                ends,
                words: None,
                within: odds.within,
            };
            of_box.words = self.words.then(|| Box::new(OddsWords::new(&of_box, &goal, self, throws, rules)));
            Ok(of_box)
        };
        Ok(OddsAnswer {
            rules: rules.name().to_owned(),
            dice: roll,
            kept: self.dice.map(|(dice, _)| dice).filter(|_| roll.is_none()),
            rerolls_left: self.dice.map(|(_, rerolls_left)| rerolls_left),
            throws: self.dice.is_none().then_some(throws),
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
    fn new(odds: &OddsOfBox, goal: &Goal, asked: &AskedOdds, throws: u8, rules: &RuleSet) -> OddsWords {
        let wanted = words::wanted(goal, rules, str::to_owned);
        let percent = words::percent(odds.chance);
        let mut said: Vec<Sentence> = Vec::new();
        if odds.chance == 0.0 {
            said.push(vec![Piece::plain(tr!("{}: ", wanted)), Piece::loss(tr!("It cannot be reached this turn."))]);
        } else if asked.dice.is_some() {
            let by = odds.for_chance.as_ref().map_or_else(|| format!("{percent}."), |by| tr!("{}: {}.", by.words(), percent));
            said.push(vec![Piece::plain(tr!("{}: ", wanted)), Piece::best(by)]);
        } else {
            let turns = if throws == 1 { tr!("turns of one throw") } else { tr!("turns of {} throws", throws) };
            // What is wanted is the title of a box if any points are.
            let is_any = goal.category().is_some_and(|category| rules.category(category).title == wanted);
            said.push(vec![Piece::best(match (odds.chance, is_any) {
                (1.0, true) => tr!("All {} score in {}, if you play for it alone.", turns, wanted),
                (1.0, false) => tr!("All {} end with {}, if you play for it alone.", turns, wanted),
                (_, true) => tr!("{} of {} score in {}, if you play for it alone.", percent, turns, wanted),
                (_, false) => tr!("{} of {} end with {}, if you play for it alone.", percent, turns, wanted),
            })]);
        }
        let mut say = |sentence: String| said.push(vec![Piece::plain(sentence)]);
        // Without points the next line says all.
        if let Some(mean) = odds.mean.filter(|mean| *mean > 0.0) {
            let mean = decimal(mean, 2);
            say(match &odds.for_mean {
                Some(by) => tr!("For the most points there: {}: {} on average.", by.words(), mean),
                None => tr!("Playing for the most points there brings {} on average.", mean),
            });
        }
        say(match odds.expected_throws {
            None => tr!("Even if you could go on throwing, it might never come."),
            Some(0.0) => tr!("It is there already."),
            Some(throws) if asked.dice.is_some() => {
                tr!("If you could go on throwing, it would take {} more throws on average.", decimal(throws, 4))
            }
            Some(throws) => tr!("If you could go on throwing, it would take {} throws on average.", decimal(throws, 4)),
        });
        if let Some(turns) = odds.expected_turns.filter(|turns| *turns > 1.0) {
            say(tr!("It comes once in {} turns on average.", decimal(turns, 2)));
        }
        if let (Some(turns @ 2..), Some(chance)) = (asked.turns, odds.within_turns) {
            say(tr!("At least once in {} turns: {}.", turns, words::percent(chance)));
        }
        OddsWords { wanted, percent, said }
    }
}
