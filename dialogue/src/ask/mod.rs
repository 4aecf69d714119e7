//! Questions about a position, from every front end.
//!
//! Typed text, a line of JSON, taps on a page and the arguments of a call in Python all become an [`Ask`]. [`Ask::read`] turns it into a [`Question`]
//! by the rules of a game, or returns an error with the invalid field and the correct form. A new feature of a question is a field of `Ask` and of
//! `Question`, read here; every front end that reads JSON then has it.

mod card;
pub mod chosen;
mod dice;
mod error;
mod id;
mod objective;
pub mod objective_text;
mod odds;
mod question;
#[cfg(feature = "schema")]
mod schema;
#[cfg(test)]
mod tests;
mod text_or;
pub mod typed;

use std::borrow::Cow;
use std::sync::Arc;

use serde::Deserialize;
use yahtzee_solver::win::Duel;
use yahtzee_solver::{Dice, Goal, Objective, Points, Position, RerollsLeft, Roll, Rounds, RuleSet, Scorecard, Sheet, WrittenAction, tr};

pub use card::{AskCard, Entries};
pub use dice::AskDice;
pub use error::{AskError, AskField, InField};
pub use id::Id;
pub(crate) use objective::AskTies;
pub use objective::{AskObjective, AskOpponent, AskSteps, Known};
pub use odds::{AskOdds, AskedOdds};
pub use question::Question;
pub use text_or::{OrText, TextOr};

/// A question about a position as it was asked, not yet checked against the rules. As JSON it is a question of `yahtzee advise --stdin`.
///
/// ```
/// use yahtzee_dialogue::Service;
/// use yahtzee_dialogue::ask::Ask;
/// use yahtzee_solver::{RuleSet, Solver};
/// let service = Service::new(Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?);
/// let ask = Ask { why: true, ..Ask::text("11666 rerolls=1 ones=3") };
/// let asked = ask.read(service.rules())?;
/// assert_eq!(service.answer(asked.question)?.expected_final.round(), 250.0);
/// let error = Ask { chosen: Some("hold 7".into()), ..ask }.read(service.rules()).unwrap_err();
/// assert_eq!(error.to_string(), "chosen: '7' is no die face: faces are 1 to 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ask<'a> {
    /// Any value, which the answer repeats; for callers who ask much at once.
    #[serde(borrow)]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "never"))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub id: Option<Id<'a>>,
    /// The name of the rule set; for callers who hold several. [`read`](Ask::read) is given the rules of this name.
    #[serde(borrow)]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "never"))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub rules: Option<Cow<'a, str>>,
    /// The dice on the table; as text they may be a whole position, `13356 rerolls=1 ones=3`.
    #[serde(borrow)]
    #[cfg_attr(feature = "tsify", tsify(type = "string | number[]"))]
    pub dice: AskDice<'a>,
    /// The rerolls left; by default the most that the card allows.
    pub rerolls_left: Option<i64>,
    /// The card of the round that is played; by default an empty one.
    #[serde(borrow)]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "string | Record<string, number>"))]
    pub card: Option<AskCard<'a>>,
    /// The player whose column of a copied sheet is the card: the name above it, or its number. The others may be `others` among opponents.
    #[serde(borrow)]
    pub player: Option<Cow<'a, str>>,
    /// The number of rounds of the game; by default one.
    pub rounds: Option<u8>,
    /// The round that is played; by default the one after the earlier ones.
    pub round: Option<u8>,
    /// The totals of the earlier rounds.
    pub earlier: Vec<u32>,
    /// An action to compare with the best: `hold 33`, `score chance`.
    pub chosen: Option<Cow<'a, str>>,
    /// What to aim at in this turn: `yahtzee`, `chance=24`, `yahtzee of 4`, or dice alone, `22233`.
    pub goal: Option<Cow<'a, str>>,
    /// The objective; by default the expected score.
    #[serde(borrow)]
    pub objective: Option<AskObjective<'a>>,
    /// Whether to give reasons.
    pub why: bool,
    /// Asks for the odds of boxes in this turn, and not for advice. Without dice they are those of a whole turn.
    #[serde(borrow)]
    pub odds: Option<AskOdds<'a>>,
}

/// A question, read by the rules of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The question, for the expected score.
    pub question: Question,
    /// The objective, if it is not the expected score. The service solves it for the turn.
    pub objective: Option<Arc<Objective>>,
}

/// A question about a card between turns, read by the rules of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedCard {
    /// The card of the round that is played.
    pub card: Scorecard,
    /// The sheet of the card, if that was text.
    pub sheet: Option<Sheet>,
    /// The rounds of the game.
    pub rounds: Rounds,
    /// The objective, if it is not the expected score.
    pub objective: Option<Arc<Objective>>,
}

impl<'a> Ask<'a> {
    /// A question about a position in its text form: `13356 rerolls=1 ones=3`.
    pub fn text(position: impl Into<Cow<'a, str>>) -> Ask<'a> {
        Ask { dice: TextOr::Text(position.into()), ..Ask::default() }
    }

    /// Reads it by the rules of a game.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form.
    pub fn read(&self, rules: &RuleSet) -> Result<Asked, AskError> {
        if self.odds.is_some() {
            return Err(AskError::new(AskField::Odds, tr!("the odds of boxes are a question of their own")));
        }
        let (position, sheet) = self.position_and_sheet(rules)?;
        let card = position.card();
        let chosen = self.chosen.as_deref().map(|chosen| WrittenAction::parse(chosen, rules, card)).transpose();
        let goal = self.goal.as_deref().map(|goal| Goal::parse(goal, rules)).transpose();
        let rounds = self.rounds(rules)?;
        let objective = self.objective(rules, card, &rounds)?;
        let question = Question {
            rounds,
            chosen: chosen.in_field(AskField::Chosen)?,
            goal: goal.in_field(AskField::Goal)?,
            why: self.why,
            sheet,
            ..Question::new(position)
        };
        Ok(Asked { question, objective })
    }

    /// Reads it as a question about a card between turns; without one, it is a new card. The dice do not count.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form.
    pub fn read_card(&self, rules: &RuleSet) -> Result<AskedCard, AskError> {
        let (card, sheet) = self.card_and_sheet(rules)?;
        let rounds = self.rounds(rules)?;
        let objective = self.objective(rules, &card, &rounds)?;
        Ok(AskedCard { card, sheet, rounds, objective })
    }

    /// The card, which is empty if none is given, and its sheet.
    fn card_and_sheet(&self, rules: &RuleSet) -> Result<(Scorecard, Option<Sheet>), AskError> {
        match (self.card.as_ref().filter(|card| !card.is_empty()), &self.player) {
            (Some(TextOr::Value(_)) | None, Some(_)) => {
                Err(AskError::new(AskField::Player, tr!("it names a column of a copied sheet: give the sheet as the card")))
            }
            (Some(card), player) => card.with_sheet(rules, player.as_deref()),
            (None, None) => Ok((Scorecard::new(rules), None)),
        }
    }

    /// The cards of the other players on the sheet of the card.
    fn others(&self, rules: &RuleSet) -> Result<Vec<Scorecard>, AskError> {
        match (&self.card, &self.player) {
            (Some(TextOr::Text(text)), Some(player)) => Sheet::of_others(text, rules, player).in_field(AskField::Card),
            _ => Err(AskError::no_others()),
        }
    }

    /// Reads the objective of the player with this card, and checks that its opponents can occur in such a game.
    fn objective(&self, rules: &RuleSet, card: &Scorecard, rounds: &Rounds) -> Result<Option<Arc<Objective>>, AskError> {
        let Some(asked) = &self.objective else { return Ok(None) };
        let objective = asked.read_with(rules, || self.others(rules))?;
        match &objective {
            Objective::Against(opponents) => opponents.check_rounds(rounds).in_field(AskField::Objective)?,
            Objective::Duel { .. } if rounds.count() > 1 => {
                return Err(AskError::new(AskField::Objective, tr!("reacting: in a game of several rounds a card says too little")));
            }
            Objective::Duel { opponent, .. } if card.open_count() > 0 => {
                Duel::check_turns(card.open_count(), opponent.open_count()).in_field(AskField::Objective)?;
            }
            _ => {}
        }
        Ok(Some(Arc::new(objective)))
    }

    /// Reads the position: the dice, the rerolls left and the card.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form.
    pub fn position(&self, rules: &RuleSet) -> Result<Position, AskError> {
        self.position_and_sheet(rules).map(|(position, _)| position)
    }

    fn position_and_sheet(&self, rules: &RuleSet) -> Result<(Position, Option<Sheet>), AskError> {
        let (dice, rerolls_left, card, sheet) = self.parts(rules)?;
        let position = Position::new(card, all_dice(&dice, rules)?, rerolls_left).map_err(AskError::of_position)?;
        Ok((position, sheet))
    }

    /// The parts of a position, with dice that are perhaps not all, and the sheet of its card.
    fn parts(&self, rules: &RuleSet) -> Result<(Dice, RerollsLeft, Scorecard, Option<Sheet>), AskError> {
        let (dice, with_dice, card) = self.dice.read(rules)?;
        let (card, sheet) = match card {
            Some(_) if self.card.as_ref().is_some_and(|card| !card.is_empty()) => return Err(AskError::twice(AskField::Card)),
            Some(card) => (card.clone(), Some(Sheet { card, warnings: Vec::new() })),
            None => self.card_and_sheet(rules)?,
        };
        let rerolls_left = match (with_dice.map(|rerolls| rerolls.get().into()), self.rerolls_left) {
            (Some(_), Some(_)) => return Err(AskError::twice(AskField::RerollsLeft)),
            (Some(rerolls), None) | (None, Some(rerolls)) => rerolls_left(rerolls, &card)?,
            (None, None) => card.rerolls(),
        };
        Ok((dice, rerolls_left, card, sheet))
    }

    /// Whether it has a card, in its field or in the text of the position.
    ///
    /// # Errors
    ///
    /// The error in the dice.
    pub fn names_card(&self, rules: &RuleSet) -> Result<bool, AskError> {
        Ok(self.card.is_some() || self.dice.read(rules)?.2.is_some())
    }

    /// Reads the dice alone.
    ///
    /// # Errors
    ///
    /// The error in the dice.
    pub fn roll(&self, rules: &RuleSet) -> Result<Roll, AskError> {
        rules.roll(self.dice.read(rules)?.0).in_field(AskField::Dice)
    }

    /// Reads the rounds of the game.
    ///
    /// # Errors
    ///
    /// The invalid field, and its correct form.
    pub fn rounds(&self, rules: &RuleSet) -> Result<Rounds, AskError> {
        if self.rounds.is_none() && self.round.is_none() && self.earlier.is_empty() {
            return Ok(Rounds::default());
        }
        let after_earlier = u8::try_from(self.earlier.len() + 1).unwrap_or(u8::MAX);
        let earlier = self.earlier.iter().copied().map(Points::new).collect();
        Rounds::new(rules, self.rounds.unwrap_or(1), self.round.unwrap_or(after_earlier), earlier).map_err(AskError::of_rounds)
    }
}

/// The dice as a roll.
fn all_dice(dice: &Dice, rules: &RuleSet) -> Result<Roll, AskError> {
    rules.roll(*dice).map_err(|error| match rules.rerolls() {
        RerollsLeft::NONE => AskError::new(AskField::Dice, error),
        _ => AskError::new(AskField::Dice, tr!("{}; 'odds {}' asks about kept dice", error, rules.die().text_of(dice))),
    })
}

fn rerolls_left(rerolls: i64, card: &Scorecard) -> Result<RerollsLeft, AskError> {
    let checked = u8::try_from(rerolls).ok().and_then(|rerolls| card.rules().rerolls_left_with(card.state().throws, rerolls).ok());
    checked.ok_or_else(|| AskError::new(AskField::RerollsLeft, tr!("{} where a turn has from 0 to {}", rerolls, card.rerolls())))
}
