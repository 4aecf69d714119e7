//! The arguments of what looks after tables: `yahtzee table`, and the proof of a table's decisions.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::card_text::card_text;
use super::whole;

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The file [default: the one kept for --rules]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// How many states to check
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 5000, value_parser = whole(1_u32..=u32::MAX))]
    pub(crate) sample: u32,
    /// Which states to check: the same seed checks the same states
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = whole(0_u64..=u64::MAX))]
    pub(crate) seed: u64,
    /// Check every state
    #[arg(long, conflicts_with_all = ["sample", "seed"])]
    pub(crate) all: bool,
    /// Compare every value with the bounds in a certificate of 'yahtzee certify' instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "seed", "all"], value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CertifyArgs {
    /// Write the certificate to a file
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Prove nothing; print the rules in the plain form that certificates have, for the checker
    #[arg(long, conflicts_with = "output")]
    pub(crate) plain_rules: bool,
}

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
    /// Check that a table is right: derive its values again from the definition, with code independent of the solver
    ///
    /// For a spread file it derives the standard deviations and the chances of the upper bonus. Without --all it checks a sample, which always
    /// includes the empty card.
    Verify(VerifyArgs),
    /// Write a table's values for other programs: a row for every reachable state (docs/export.md describes the columns)
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
