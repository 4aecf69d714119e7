//! The arguments of what keeps a history: the history itself, `yahtzee quiz` and `yahtzee progress`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};
use yahtzee_dialogue::training::Theme;
use yahtzee_dialogue::training::daily::Day;
use yahtzee_dialogue::training::topic::Level;

use super::{folder, suggested, tolerance, whole};

/// Where finished games and answers are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The file of the history [default: history.jsonl in a folder of the platform's data directory]
    #[arg(long, hide_short_help = true, value_name = "FILE", env = "YAHTZEE_HISTORY", hide_env_values = true, value_parser = folder(), value_hint = ValueHint::FilePath)]
    pub(crate) history: Option<PathBuf>,
    /// Record nothing in the history, and read nothing from it
    #[arg(long, hide_short_help = true)]
    pub(crate) no_history: bool,
}

#[derive(Debug, Args)]
pub(crate) struct QuizArgs {
    /// Number of positions
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, default_value_t = 10, value_parser = whole(1_u32..=1_000_000))]
    pub(crate) positions: u32,
    /// Which positions: a seed gives the same quiz again [default: random, and printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole(0_u64..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Any positions with something to decide: the obvious choice is right as often as in play
    #[arg(long)]
    pub(crate) mixed: bool,
    /// Positions about this, mixed: bonus, straights, of-a-kind, full-house, yahtzee, zeros, endgame, other
    #[arg(long, value_name = "TOPIC", value_parser = suggested::TOPIC.try_map(|name| topic(&name)), hide_possible_values = true, conflicts_with = "daily")]
    pub(crate) topic: Option<Theme>,
    /// Positions of this level, mixed: clear (the next best costs 3 points or more), plain (1 to 3), close (0.3 to 1) or knife-edge
    #[arg(long, value_name = "LEVEL", value_parser = suggested::LEVEL.try_map(|name| level(&name)), hide_possible_values = true, conflicts_with = "daily")]
    pub(crate) level: Option<Level>,
    /// Positions of the game in this file, in its order; - is stdin
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["seed", "mixed", "mine", "daily"])]
    pub(crate) from: Option<PathBuf>,
    /// Your own mistakes, as they are due: positions of your history in which you lost points
    #[arg(long, conflicts_with_all = ["seed", "mixed", "daily", "no_history"])]
    pub(crate) mine: bool,
    /// The player whose mistakes they are [default: the one with the most games]
    #[arg(long, hide_short_help = true, value_name = "NAME", requires = "mine")]
    pub(crate) player: Option<String>,
    /// The points that a mistake must have cost to come back [default: 1]
    #[arg(long, hide_short_help = true, value_name = "POINTS", allow_negative_numbers = true, requires = "mine", value_parser = tolerance)]
    pub(crate) threshold: Option<f64>,
    /// The ten of a day, the same for everyone, from easy to hard, with a result to share [default: today]
    #[arg(long, value_name = "YYYY-MM-DD", num_args = 0..=1, conflicts_with_all = ["seed", "positions", "mixed"], value_parser = day)]
    pub(crate) daily: Option<Option<Day>>,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
}

fn topic(name: &str) -> Result<Theme, String> {
    let names = Theme::ALL.map(Theme::name).join(", ");
    Theme::named(name).ok_or_else(|| format!("the topics are {names}"))
}

fn level(name: &str) -> Result<Level, String> {
    let names = Level::SCALE.map(|(level, _)| level.name()).join(", ");
    Level::named(name).ok_or_else(|| format!("the levels are {names}"))
}

fn day(text: &str) -> Result<Day, &'static str> {
    Day::parse(text).ok_or("write a day from 1970 on, like 2026-11-23")
}

#[derive(Debug, Args)]
pub(crate) struct ProgressArgs {
    /// Whose progress [default: who has played most]
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Draw the points lost game by game, and the scores, to an .svg file
    #[arg(long, value_name = "FILE.svg", value_parser = crate::plot::Picture::parser(), value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<crate::plot::Picture>,
    /// Write the history to a file, for another device; - is stdout
    #[arg(long, value_name = "FILE|-", value_hint = ValueHint::FilePath, conflicts_with_all = ["player", "plot", "import", "delete"])]
    pub(crate) export: Option<PathBuf>,
    /// Add the history in a file to this one; nothing is there twice
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["player", "plot", "delete"])]
    pub(crate) import: Option<PathBuf>,
    /// Delete the history
    #[arg(long, conflicts_with_all = ["player", "plot"])]
    pub(crate) delete: bool,
    /// Delete it without a question; needed where no terminal is there to ask
    #[arg(long, requires = "delete")]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
}
