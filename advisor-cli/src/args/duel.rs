//! The arguments of `yahtzee duel`.

use clap::Args;
use clap::builder::TypedValueParser;
use yahtzee_dialogue::service::{AskedDuel, Duelist};
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::{RuleSet, Scorecard};

use super::card_text::{card_of, card_text};
use super::named;
use super::objective::ties;
use crate::terminal::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct DuelArgs {
    /// A card of each player: of the one to move, and then of the other: "ones=3 fours=12" [default: two new cards]
    #[arg(short, long, value_name = "CARD", allow_negative_numbers = true, value_parser = card_text)]
    pub(crate) cards: Vec<String>,
    /// The worth of a tie for the player to move; the other has the rest [default: half]
    #[arg(long, value_name = "TIES", value_parser = ties())]
    pub(crate) ties: Option<Ties>,
    /// How the player to move plays; the other knows it and plays perfectly [default: perfectly]
    #[arg(long, value_name = "WHO", value_parser = duelist())]
    pub(crate) first: Option<Duelist>,
    /// How the other player plays [default: perfectly]
    #[arg(long, value_name = "WHO", value_parser = duelist())]
    pub(crate) second: Option<Duelist>,
    /// Find only the value, not the chances to win and tie: this takes half of the memory, and less time
    #[arg(long)]
    pub(crate) value_only: bool,
}

impl DuelArgs {
    /// The question.
    pub(crate) fn asked(&self, rules: &RuleSet) -> Result<AskedDuel, Failure> {
        let ties = self.ties.unwrap_or(Ties::Half);
        Ok(AskedDuel { cards: self.cards(rules)?, players: [self.first, self.second], ties, shares: !self.value_only })
    }

    /// The card of the player to move, and the other player's card.
    fn cards(&self, rules: &RuleSet) -> Result<[Scorecard; 2], Failure> {
        let read = |text: &String| card_of("--cards", text, rules);
        match &self.cards[..] {
            [] => Ok([Scorecard::new(rules), Scorecard::new(rules)]),
            [mover, other] => {
                let cards = [read(mover)?, read(other)?];
                if cards[0].open_count() == 0 {
                    return Err(Failure::input("--cards: the card of the player to move, the first one, is full: leave a category open"));
                }
                Ok(cards)
            }
            cards => Err(Failure::input(format_args!(
                "--cards: {} where a duel has two: --cards \"ones=3\" --cards \"twos=6\", first the card of the player to move",
                if cards.len() == 1 { "one card".to_owned() } else { format!("{} cards", cards.len()) },
            ))),
        }
    }
}

/// Reads the name of a player of a duel who is not perfect.
fn duelist() -> impl TypedValueParser<Value = Duelist> {
    named([
        (Duelist::Optimal, "optimal", "Plays for the expected score, and does not look at the other card"),
        (Duelist::Win, "win", "Plays each turn for the best chance to win, as if both played for the expected score afterwards"),
        (Duelist::Answer, "answer", "Plays the best answers to a player who plays for the expected score"),
    ])
}
