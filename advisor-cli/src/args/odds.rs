//! The arguments of `yahtzee odds`.

use clap::Args;
use yahtzee_dialogue::ask::{Ask, AskError, AskField, AskOdds};

use super::ask::rerolls;
use super::{CardArgs, suggested, whole};
use crate::terminal::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    /// The dice on the table, as for 'yahtzee advise', or only those that are kept [default: none, the turn has not begun]
    #[arg(value_name = "DICE", allow_negative_numbers = true)]
    pub(crate) dice: Vec<String>,
    /// Rerolls left this turn [default: all, the dice have just been rolled for the first time]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = rerolls)]
    pub(crate) rerolls_left: Option<u8>,
    /// Points in a category: "yahtzee" for any, "chance=24" for at least 24; "yahtzee of 4" for one of fours; "22233" for dice in any category; may be
    /// repeated [default: any points in each open category]
    #[arg(long, value_name = "GOAL", value_parser = suggested::CATEGORY, hide_possible_values = true)]
    pub(crate) goal: Vec<String>,
    /// Also the chances within 1 to this many throws; with dice, within so many more throws
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_u8..=100))]
    pub(crate) throws: Option<u8>,
    /// Exactly the points of the goals, not at least
    #[arg(long, requires = "goal")]
    pub(crate) exactly: bool,
    /// Also what the turn ends with, if played for the goal: the dice that are right, and the points
    #[arg(long, requires = "goal")]
    pub(crate) ends: bool,
    /// Also the chance that it comes at least once in this many turns
    #[arg(long, value_name = "N", requires = "goal", allow_negative_numbers = true, value_parser = whole(1_u32..=1_000_000))]
    pub(crate) turns: Option<u32>,
    #[command(flatten)]
    pub(crate) card: CardArgs,
}

impl OddsArgs {
    /// The question.
    pub(crate) fn ask(&self) -> Ask<'_> {
        let goals = self.goal.iter().map(|goal| goal.as_str().into()).collect();
        Ask {
            rerolls_left: self.rerolls_left.map(Into::into),
            odds: Some(AskOdds {
                goals,
                throws: self.throws.map(Into::into),
                exactly: self.exactly,
                ends: self.ends,
                turns: self.turns.map(Into::into),
            }),
            ..self.card.ask(&self.dice.join(" "))
        }
    }

    /// The error of a question, with the name of the invalid option.
    pub(crate) fn wrong(&self, error: &AskError) -> Failure {
        let AskError { field, message } = error;
        match field {
            AskField::RerollsLeft if self.rerolls_left.is_some() => Failure::input(format_args!("--rerolls-left: {message}")),
            AskField::Odds if self.turns.is_some() && !self.dice.is_empty() => Failure::input(format_args!("--turns: {message}")),
            AskField::Odds if !self.goal.is_empty() => Failure::input(format_args!("--goal: {message}")),
            _ => self.card.wrong(error),
        }
    }
}
