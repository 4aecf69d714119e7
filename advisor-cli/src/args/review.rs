//! The arguments of `yahtzee review`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::card_text::card_text;
use super::{HistoryArgs, whole};

const GAME_NOTATION: &str = "\
The file says how the game went, a line a turn:

    rules: hasbro
    # ROLL hold DICE, ROLL hold DICE, ROLL score CATEGORY
    11666 hold 666, 66625 hold 666, 66661 score sixes
    22345 score small-straight

'hold none' keeps nothing; 'score chance=0' is a voluntary zero; after a hold the new dice are enough; \
a turn whose dice are unknown is its result, like 'sixes=18'; of a turn of which only the last dice are known these follow '...', like \
'... 11456 score chance', and only the choice of the box is judged; 'rounds: 3' below the rules makes it a game of three rounds, played one \
after the other. The last line may stop short. Without 'rules:' the game is by the rule set of --rules; a rule set in a TOML file must be \
given with --rules. Files of 'yahtzee play' have their rules in them. A game may \
also be told in words: 'Ann rolled 1,4,4,5,3 / kept 4,4'.

The file may also be a list of final rolls alone, one a line, like '11456': which box takes which for the most points, if one had known them all.

The file may also be a score sheet, with points alone: a box on each line, like 'Aces 3', or a table. An open box has '-', a crossed-out one 0. Sums are \
checked.";

#[derive(Debug, Args)]
#[command(after_long_help = GAME_NOTATION)]
pub(crate) struct ReviewArgs {
    /// The file with the game, with a score sheet, or with a list of final rolls; - is stdin [default: the game of 'yahtzee play' that was saved last]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// A card of which only the points are known: how likely such a score is in optimal games, and how its boxes compare with theirs; @FILE is a score sheet in a file, @- one on stdin
    #[arg(short, long, value_name = "CARD", allow_negative_numbers = true, value_parser = card_text, conflicts_with_all = ["file", "why", "turn", "mine"])]
    pub(crate) card: Option<String>,
    /// Print the review in a terminal too, in place of the screen on which you step through the decisions and try other options
    #[arg(long)]
    pub(crate) plain: bool,
    /// Explain the worst mistakes in words
    #[arg(long)]
    pub(crate) why: bool,
    /// Only this turn: every option at each of its decisions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1_usize..=1000), conflicts_with = "why")]
    pub(crate) turn: Option<usize>,
    /// Whose game, in a file of 'yahtzee play' [default: the only person who plays]; the column of a sheet that has several
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// It is your own game: record it in your history, whatever name is in the file [default: record it if the history is of the same player]
    #[arg(long, conflicts_with = "no_history")]
    pub(crate) mine: bool,
    #[command(flatten)]
    pub(crate) history: HistoryArgs,
}
