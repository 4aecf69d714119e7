//! Players and strategies that a person names, and the arguments of the commands about them.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use yahtzee_solver::{RuleSet, Scorecard};

use super::card_text::{card_of, card_text};
use super::suggested;
use crate::terminal::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct EvaluateArgs {
    /// optimal, greedy, random, estimate, the name of a card of rules (card-12 or card-30), or a TOML file with one
    #[arg(value_name = "STRATEGY", value_parser = suggested::STRATEGY, hide_possible_values = true)]
    pub(crate) strategy: String,
    /// The filled categories of a game under way: "ones=3 fours=12 full-house=25" [default: a new game]
    #[arg(short, long, value_name = "CARD", allow_negative_numbers = true, value_parser = card_text, default_value = "", hide_default_value = true)]
    pub(crate) card: String,
}

#[derive(Debug, Args)]
pub(crate) struct RuleCardArgs {
    /// The name of the card (card-12 or card-30), or a TOML file with one
    #[arg(value_name = "CARD", default_value = "card-12", value_parser = suggested::RULE_CARD, hide_possible_values = true)]
    pub(crate) name: String,
    /// What the card says in a position, and by which rule: "11345 rerolls=2 ones=3"
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["html", "toml"])]
    pub(crate) at: Option<String>,
    /// Write the card as one page to print; - is stdout
    #[arg(long, value_name = "FILE.html|-", value_hint = ValueHint::FilePath, conflicts_with = "toml")]
    pub(crate) html: Option<PathBuf>,
    /// Print the card as TOML, a start for a card of your own
    #[arg(long)]
    pub(crate) toml: bool,
}

impl EvaluateArgs {
    /// The scorecard to begin with.
    pub(crate) fn card(&self, rules: &RuleSet) -> Result<Scorecard, Failure> {
        card_of("--card", &self.card, rules)
    }
}

/// A built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerName {
    /// Plays optimally
    Optimal,
    /// Plays for the most points this turn, without regard to the upper bonus and later turns
    Greedy,
    /// Plays at random: every possible choice is equally likely
    Random,
    /// Plays from the card of at most 12 rules
    #[value(name = "card-12")]
    Card12,
    /// Plays from the card of at most 30 rules
    #[value(name = "card-30")]
    Card30,
    /// One-turn lookahead: estimates what the card is worth after the turn
    Estimate,
    /// Plays to win: sees the opponent's card, and plays each turn for the best chance to win; with --against only
    Win,
    /// Plays the game of two perfectly, solved whole; with --against only, in games that 'yahtzee duel' can solve
    Duel,
}

impl PlayerName {
    /// The players of head-to-head games.
    pub(crate) const HEAD_TO_HEAD: [PlayerName; 4] = [PlayerName::Optimal, PlayerName::Greedy, PlayerName::Win, PlayerName::Duel];

    /// Reads the name of a player of head-to-head games.
    pub(crate) fn head_to_head() -> impl TypedValueParser<Value = PlayerName> {
        PossibleValuesParser::new(PlayerName::HEAD_TO_HEAD.iter().filter_map(ValueEnum::to_possible_value))
            .try_map(|name| <PlayerName as ValueEnum>::from_str(&name, false))
    }

    /// The name, as it is typed and in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            PlayerName::Optimal => "optimal",
            PlayerName::Greedy => "greedy",
            PlayerName::Random => "random",
            PlayerName::Card12 => "card-12",
            PlayerName::Card30 => "card-30",
            PlayerName::Estimate => "estimate",
            PlayerName::Win => "win",
            PlayerName::Duel => "duel",
        }
    }
}
