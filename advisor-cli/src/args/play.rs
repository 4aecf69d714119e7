//! The arguments of `yahtzee play`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use yahtzee_solver::Points;

use super::card_text::card_text;
use super::{HistoryArgs, target, tolerance, whole};

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Virtual dice, which the program rolls
    #[arg(long)]
    pub(crate) roll: bool,
    /// Virtual dice from this seed: the same seed and choices give the same game
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0_u64..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// The dice of a friend, by the link or the code that 'yahtzee play' or the page made after their game; both cards stand side by side at the end. Play alone, with a coach
    #[arg(long, value_name = "LINK", conflicts_with_all = ["roll", "seed", "to_win", "target", "in_order", "rounds", "card", "resume"])]
    pub(crate) same: Option<String>,
    /// A coach that says nothing until you have chosen, and then says what the choice cost
    #[arg(long)]
    pub(crate) coach: bool,
    /// The loss in points up to which the coach says nothing [default: 1]
    #[arg(long, hide_short_help = true, value_name = "POINTS", allow_negative_numbers = true, requires = "coach", value_parser = tolerance)]
    pub(crate) tolerance: Option<f64>,
    /// Play in lines, without a screen: for screen readers, and for terminals that cannot move the cursor (TERM=dumb)
    #[arg(long)]
    pub(crate) plain: bool,
    /// Who plays; 'computer' plays for points on average, 'computer:win' to win, 'computer:greedy' for the points of each turn, 'computer:card' by the card of rules for beginners; each may appear several times
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',')]
    pub(crate) players: Vec<String>,
    /// Rank the options by the chance to win against the other players, or against the computer without --players ('%' switches to points and back)
    #[arg(long, conflicts_with = "target")]
    pub(crate) to_win: bool,
    /// Rank the options by the chance of at least this final score ('%' switches to points and back)
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = target)]
    pub(crate) target: Option<Points>,
    /// The players start in the order of their names; without it, virtual dice are rolled for who starts
    #[arg(long, hide_short_help = true)]
    pub(crate) in_order: bool,
    /// Join a game under way: the categories that are filled, "ones=3 fours=12"; with --players a sheet with a column for each, @FILE
    #[arg(long, value_name = "CARD", allow_negative_numbers = true, value_parser = card_text, conflicts_with = "rounds")]
    pub(crate) card: Option<String>,
    /// Rounds of the game, for rule sets that have several
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_u8..=6), default_value_t = 1, hide_default_value = true)]
    pub(crate) rounds: u8,
    /// The file to save the game to
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    /// Continue the unfinished game that was saved last, or the one in the file of --save
    #[arg(long, conflicts_with_all = ["roll", "seed", "players", "rounds", "card", "in_order"])]
    pub(crate) resume: bool,
    /// List the saved games, the one saved last first, and play none
    #[arg(long, conflicts_with_all = ["roll", "seed", "coach", "plain", "players", "to_win", "target", "in_order", "rounds", "card", "save", "resume", "same"])]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
}
