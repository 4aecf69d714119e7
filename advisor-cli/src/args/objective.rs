//! The options for an objective, shared by several commands.

use std::path::PathBuf;

use super::card_text::card_text;
use super::{named, whole};
use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::{Points, Utility};

/// The objective, if it is not the expected score.
#[derive(Debug, Args)]
#[command(next_help_heading = "What to play for [default: the most points on average]")]
pub(crate) struct ObjectiveArgs {
    /// Play for the most points of this turn alone
    #[arg(long, conflicts_with_all = ["fewest", "target", "exactly", "against", "field", "utility"])]
    pub(crate) this_turn: bool,
    /// Play for the fewest points, under rules with voluntary-zeros = false
    #[arg(long, hide_short_help = true, conflicts_with_all = ["target", "exactly", "against", "field", "utility"])]
    pub(crate) fewest: bool,
    /// Play for at least this final score
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = target, conflicts_with_all = ["exactly", "against", "field", "utility"])]
    pub(crate) target: Option<Points>,
    /// Play for exactly this final score
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = target, conflicts_with_all = ["against", "field", "utility"])]
    pub(crate) exactly: Option<Points>,
    /// Play to win against this opponent: a card like "ones=3 fours=12", a known final score like 243, 'new' for one who has not begun, or 'others' for those on the sheet of --card; up to nine times
    #[arg(long, value_name = "CARD|SCORE|new", allow_negative_numbers = true, value_parser = card_text, conflicts_with = "utility")]
    pub(crate) against: Vec<String>,
    /// Play to win against this many opponents who have not begun
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_u32..=10_000), conflicts_with = "utility")]
    pub(crate) field: Option<u32>,
    /// With --against CARD: the opponent moves next, sees both cards too, and plays to win; exact near the end of a game
    #[arg(long)]
    pub(crate) reacting: bool,
    /// The worth of a tie, with --against or --field [default: half]
    #[arg(long, hide_short_help = true, value_name = "TIES", value_parser = ties())]
    pub(crate) ties: Option<Ties>,
    /// Play for the mean of a utility that does not fall: a CSV file with score,utility a line, or JSON [[score, utility], …]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) utility: Option<PathBuf>,
}

/// A final score to reach.
pub(super) fn target(text: &str) -> Result<Points, String> {
    let points = text.trim().parse().ok().filter(|points| *points <= Utility::MOST as u32);
    points.map(Points::new).ok_or_else(|| format!("a final score is a whole number of points, from 0 to {}", Utility::MOST))
}

/// Reads the worth of a tie.
pub(super) fn ties() -> impl TypedValueParser<Value = Ties> {
    named([(Ties::Win, "win", "As much as a win"), (Ties::Half, "half", "Half of a win"), (Ties::Lose, "lose", "Nothing")])
}
