//! The arguments of `yahtzee odds`.

use clap::Args;
use yahtzee_dialogue::ask::{Ask, AskError, AskField, AskOdds};

use super::{CardArgs, rerolls, suggested, whole};
use crate::terminal::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    /// The dice on the table, as for 'yahtzee advise' [default: none, the turn has not begun]
    #[arg(value_name = "DICE", allow_negative_numbers = true)]
    pub(crate) dice: Vec<String>,
    /// Rerolls left this turn [default: all, the dice have just been rolled for the first time]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = rerolls)]
    pub(crate) rerolls_left: Option<u8>,
    /// Points in a category: "yahtzee" for any, "chance=24" for at least 24; may be repeated [default: any points in each open category]
    #[arg(long, value_name = "CATEGORY[=POINTS]", value_parser = suggested::CATEGORY, hide_possible_values = true)]
    pub(crate) goal: Vec<String>,
    /// Also the chances within 1 to this many throws; with dice, within so many more throws
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_u8..=100))]
    pub(crate) throws: Option<u8>,
    #[command(flatten)]
    pub(crate) card: CardArgs,
}

impl OddsArgs {
    /// The question.
    pub(crate) fn ask(&self) -> Ask<'_> {
        let goals = self.goal.iter().map(|goal| goal.as_str().into()).collect();
        Ask {
            rerolls_left: self.rerolls_left.map(Into::into),
            odds: Some(AskOdds { goals, throws: self.throws.map(Into::into) }),
            ..self.card.ask(&self.dice.join(" "))
        }
    }

    /// The error of a question, with the name of the invalid option.
    pub(crate) fn wrong(&self, error: &AskError) -> Failure {
        let AskError { field, message } = error;
        match field {
            AskField::RerollsLeft if self.rerolls_left.is_some() => Failure::input(format_args!("--rerolls-left: {message}")),
            AskField::Odds if !self.goal.is_empty() => Failure::input(format_args!("--goal: {message}")),
            _ => self.card.wrong(error),
        }
    }
}
