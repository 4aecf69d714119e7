//! The question asked on the command line, in the common form of all front ends.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use yahtzee_dialogue::ask::{Ask, AskError, AskField, AskObjective, AskedCard, TextOr, objective_text};
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::table::read_limited;
use yahtzee_solver::{Objective, Points, Rounds, RuleSet, Scorecard};

use super::card_text::card_text;
use super::{Common, ObjectiveArgs, suggested, whole};
use crate::terminal::failure::{Failure, warn};

#[derive(Debug, Args)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Answer questions from stdin, a line of JSON each (see docs/reference.md)
    #[arg(long, conflicts_with_all = of_a_question())]
    pub(crate) stdin: bool,
    /// With --stdin: end with exit status 1 if a line could not be answered
    #[arg(long, hide_short_help = true, requires = "stdin")]
    pub(crate) strict: bool,
    /// With --stdin: let questions name rule sets in TOML files, not only built-in ones
    #[arg(long, hide_short_help = true, requires = "stdin")]
    pub(crate) rule_files: bool,
    #[command(flatten)]
    pub(crate) objective: ObjectiveArgs,
    #[command(flatten)]
    pub(crate) card: CardArgs,
    /// The options that the next question has too.
    #[arg(skip)]
    pub(crate) again: Vec<String>,
}

/// What is asked about a position.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The dice on the table, in any order: 13356, 1 3 3 5 6, 1-3-3-5-6 or ⚀⚂⚂⚄⚅. The card and the rerolls left may follow: 13356 ones=3 rerolls=1.
    #[arg(value_name = "DICE", allow_negative_numbers = true)]
    pub(crate) dice: Vec<String>,
    /// Rerolls left this turn [default: all, the dice have just been rolled for the first time]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = rerolls)]
    pub(crate) rerolls_left: Option<u8>,
    /// Say what this choice costs: "hold 33", "hold none", "score chance"
    #[arg(long, value_name = "CHOICE", value_parser = suggested::CATEGORY, hide_possible_values = true)]
    pub(crate) chose: Option<String>,
    /// Show every option
    #[arg(long)]
    pub(crate) all: bool,
    /// Explain the best option in words, compared with the runner-up or with the choice of --chose
    #[arg(long)]
    pub(crate) why: bool,
    /// Show the best chance of a goal of 'yahtzee odds' this turn, and what it costs: "yahtzee", "chance=24", "yahtzee of 4", "22233"
    #[arg(long, value_name = "GOAL", value_parser = suggested::CATEGORY, hide_possible_values = true)]
    pub(crate) goal: Option<String>,
}

/// The game so far.
#[derive(Debug, Args)]
#[command(next_help_heading = "The game so far")]
pub(crate) struct CardArgs {
    /// The filled categories: "ones=3 fours=12 yahtzee=50 extra=1", or a copied score sheet; @FILE reads a file, @- stdin [default: a new game]
    #[arg(short, long, value_name = "CARD", allow_negative_numbers = true, value_parser = card_text, default_value = "", hide_default_value = true)]
    pub(crate) card: String,
    /// Of a sheet with several columns: the name above the column to read, or its number
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Rounds of the game, for rule sets that have several
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_u8..=6), default_value_t = 1, hide_default_value = true)]
    pub(crate) rounds: u8,
    /// The round being played [default: the round after --earlier]
    #[arg(long, hide_short_help = true, value_name = "K", allow_negative_numbers = true, value_parser = whole(1_u8..=6))]
    pub(crate) round: Option<u8>,
    /// Totals of the earlier rounds: 231,198
    #[arg(long, hide_short_help = true, value_name = "TOTALS", allow_negative_numbers = true, value_delimiter = ',', value_parser = total)]
    pub(crate) earlier: Vec<Points>,
}

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[command(flatten)]
    pub(crate) card: CardArgs,
    #[command(flatten)]
    pub(crate) objective: ObjectiveArgs,
    /// With --against or --field: as if you knew the opponents' final scores in advance: nobody can do better
    #[arg(long)]
    pub(crate) foreseen: bool,
}

/// The arguments of a question about a position: a line of JSON has them in its fields.
fn of_a_question() -> Vec<clap::Id> {
    let all = CardArgs::augment_args(PositionArgs::augment_args(clap::Command::new("")));
    all.get_arguments().map(|arg| arg.get_id().clone()).collect()
}

/// A number of rerolls, not yet checked against the rule set.
pub(super) fn rerolls(text: &str) -> Result<u8, &'static str> {
    text.parse().map_err(|_| "it is 0 to one less than the rule set's rolls: 0, 1 or 2 in most games")
}

/// The total of an earlier round.
fn total(text: &str) -> Result<Points, &'static str> {
    text.trim().parse().map_err(|_| "a total is a whole number of points; write the totals of all earlier rounds like 231,198")
}

/// The arguments of the program, where dice without a command ask for advice: `yahtzee 13356` is `yahtzee advise 13356`.
pub(crate) fn with_command(typed: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut typed: Vec<OsString> = typed.collect();
    if let Some(at) = first_word(&typed)
        && typed[at].to_str().is_some_and(are_dice)
    {
        typed.insert(at, "advise".into());
    }
    typed
}

/// Whether a word can only be a roll, if a wrong one: no command begins with a digit or a die.
fn are_dice(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || ('⚀'..='⚅').contains(&first))
}

/// The arguments of the program alone if they ask for the help of the whole program, which is what the program alone prints.
pub(crate) fn for_overview(typed: &[OsString]) -> Option<Vec<OsString>> {
    let asks = first_word(typed).is_none() && typed.iter().any(|argument| argument == "--help");
    asks.then(|| typed.iter().filter(|argument| *argument != "--help" && *argument != "--json").cloned().collect())
}

/// The place of the first argument that is neither the name of the program nor an option with its value.
fn first_word(typed: &[OsString]) -> Option<usize> {
    let common: Vec<clap::Arg> = Common::augment_args(clap::Command::new("")).get_arguments().cloned().collect();
    let takes_value =
        |option: &str| common.iter().any(|arg| arg.get_action().takes_values() && option.strip_prefix("--") == arg.get_long());
    let mut at = 1;
    while let Some(argument) = typed.get(at) {
        match argument.to_str() {
            Some(option) if option.starts_with('-') => at += if takes_value(option) { 2 } else { 1 },
            _ => return Some(at),
        }
    }
    None
}

impl AdviseArgs {
    /// The question.
    pub(crate) fn ask(&self) -> Result<Ask<'_>, Failure> {
        let PositionArgs { dice, rerolls_left, chose, why, goal, all: _ } = &self.position;
        Ok(Ask {
            rerolls_left: rerolls_left.map(Into::into),
            chosen: chose.as_deref().map(Into::into),
            goal: goal.as_deref().map(Into::into),
            objective: self.objective.ask()?,
            why: *why,
            ..self.card.ask(&dice.join(" "))
        })
    }

    /// The error of a question, with the name of the invalid option.
    pub(crate) fn wrong(&self, error: &AskError) -> Failure {
        let AskError { field, message } = error;
        match field {
            AskField::Objective => self.objective.wrong(error),
            AskField::RerollsLeft if self.position.rerolls_left.is_some() => Failure::input(format_args!("--rerolls-left: {message}")),
            AskField::Chosen => Failure::input(format_args!("--chose: {message}")),
            AskField::Goal => Failure::input(format_args!("--goal: {message}")),
            _ => self.card.wrong(error),
        }
    }
}

impl ValueArgs {
    /// The card with the objective.
    pub(crate) fn asked(&self, rules: &RuleSet) -> Result<AskedCard, Failure> {
        let ask = Ask { objective: self.objective.ask()?, ..self.card.ask("") };
        read_card(&ask, rules).map_err(|error| match error.field {
            AskField::Objective => self.objective.wrong(&error),
            _ => self.card.wrong(&error),
        })
    }
}

/// Reads a question about a card. What is doubtful on its sheet is said on stderr too.
fn read_card(ask: &Ask<'_>, rules: &RuleSet) -> Result<AskedCard, AskError> {
    let asked = ask.read_card(rules)?;
    asked.sheet.iter().flat_map(|sheet| &sheet.warnings).for_each(warn);
    Ok(asked)
}

impl CardArgs {
    /// A question about a position of this game.
    pub(super) fn ask<'a>(&'a self, position: &str) -> Ask<'a> {
        Ask {
            card: Some(TextOr::Text(self.card.as_str().into())),
            player: self.player.as_deref().map(Into::into),
            rounds: Some(self.rounds),
            round: self.round,
            earlier: self.earlier.iter().map(|total| total.get()).collect(),
            ..Ask::text(position.to_owned())
        }
    }

    /// The card of the round being played.
    pub(crate) fn card(&self, rules: &RuleSet) -> Result<Scorecard, Failure> {
        Ok(self.asked(rules)?.card)
    }

    /// The card of the round being played, with its sheet.
    pub(crate) fn asked(&self, rules: &RuleSet) -> Result<AskedCard, Failure> {
        read_card(&self.ask(""), rules).map_err(|error| self.wrong(&error))
    }

    /// The rounds of the game.
    pub(crate) fn rounds(&self, rules: &RuleSet) -> Result<Rounds, Failure> {
        self.ask("").rounds(rules).map_err(|error| self.wrong(&error))
    }

    pub(super) fn wrong(&self, error: &AskError) -> Failure {
        let AskError { field, message } = error;
        match field {
            AskField::Player => Failure::input(format_args!("--player: {message}")),
            AskField::Card if !self.card.is_empty() => Failure::input(format_args!("--card: {message}")),
            AskField::Card | AskField::RerollsLeft => Failure::input(error),
            _ => Failure::input(message),
        }
    }
}

impl ObjectiveArgs {
    /// Whether there is an objective on the command line.
    pub(crate) fn is_given(&self) -> bool {
        let ObjectiveArgs { this_turn, fewest, target, exactly, against, field, utility, reacting: _, ties: _ } = self;
        *this_turn || *fewest || target.is_some() || exactly.is_some() || !against.is_empty() || field.is_some() || utility.is_some()
    }

    /// The objective; `None` for the expected score.
    pub(crate) fn ask(&self) -> Result<Option<AskObjective<'_>>, Failure> {
        let against = !self.against.is_empty() || self.field.is_some();
        if self.ties.is_some() && !against {
            return Err(Failure::input("--ties goes with --against or --field"));
        }
        if self.reacting && !against {
            return Err(Failure::input("--reacting goes with --against"));
        }
        Ok(Some(match self {
            _ if self.this_turn => AskObjective::Turn,
            _ if self.fewest => AskObjective::Fewest,
            ObjectiveArgs { target: Some(points), .. } => AskObjective::Target { score: points.get() },
            ObjectiveArgs { exactly: Some(points), .. } => AskObjective::Exactly { score: points.get() },
            ObjectiveArgs { utility: Some(path), .. } => AskObjective::Utility { steps: TextOr::Text(utility_file(path)?.into()) },
            _ if against => {
                let ties = self.ties.unwrap_or(Ties::Half);
                let opponents = self.against.iter().map(|opponent| TextOr::Text(opponent.as_str().into())).collect();
                AskObjective::Against { opponents, field: self.field.unwrap_or(0), ties, reacting: self.reacting }
            }
            _ => return Ok(None),
        }))
    }

    /// The objective in a game of these rules; `None` for the expected score.
    pub(crate) fn objective(&self, rules: &RuleSet) -> Result<Option<Arc<Objective>>, Failure> {
        let objective = self.ask()?.map(|objective| objective.read(rules)).transpose();
        Ok(objective.map_err(|error| self.wrong(&error))?.map(Arc::new))
    }

    fn wrong(&self, AskError { message, .. }: &AskError) -> Failure {
        match &self.utility {
            Some(path) => Failure::input(format_args!("{}: {message}", crate::files::file::shown(path))),
            None if self.target.is_some() => Failure::input(format_args!("--target: {message}")),
            None if self.exactly.is_some() => Failure::input(format_args!("--exactly: {message}")),
            None if self.fewest => Failure::input(format_args!("--fewest: {message}")),
            None => Failure::input(format_args!("--against: {message}")),
        }
    }
}

fn utility_file(path: &Path) -> Result<String, Failure> {
    let bytes = read_limited(path, objective_text::LONGEST_UTILITY).map_err(|error| Failure::file(path, error))?;
    let no_text = "not a utility: it is no text in UTF-8";
    String::from_utf8(bytes).map_err(|_| Failure::input(format_args!("{}: {no_text}", crate::files::file::shown(path))))
}
