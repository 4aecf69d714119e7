//! The arguments of `yahtzee table`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::card_text::card_text;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The table file [default: the table of --rules, solved if need be]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Where to write it [default: stdout]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Write the best choice for every roll of the turn after --card, instead of values
    #[arg(long)]
    pub(crate) policy: bool,
    /// The card for --policy: "ones=3 fours=12" [default: a new game]
    #[arg(long, value_name = "CARD", requires = "policy", value_parser = card_text, default_value = "", hide_default_value = true)]
    pub(crate) card: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Describe a table file, after checking its length and checksums
    Info {
        /// The file [default: the one kept for --rules]
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Write a table's values for other programs: a row for every reachable state (docs/reference.md describes the columns)
    Export(ExportArgs),
    /// List the files of the tables folder, and say which of them can be used
    List,
    /// Remove what is of no use in the tables folder: damaged and older tables, and the leftovers of killed programs
    ///
    /// It removes only files that this program made. A table that is removed is computed again when it is needed.
    Prune(PruneArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PruneArgs {
    /// Remove all files of the rule set with this name instead
    #[arg(conflicts_with = "all")]
    pub name: Option<String>,
    /// Remove all files that this program made there
    #[arg(long)]
    pub all: bool,
    /// Remove nothing; say what would be removed
    #[arg(long)]
    pub dry_run: bool,
}
