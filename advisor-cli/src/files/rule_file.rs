//! Rules in TOML files, and by their names.

use std::io;
use std::path::{Path, PathBuf};

use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::{RuleSet, RulesError};

use crate::terminal::failure::Failure;

/// Whether the name of a rule set is a file name.
pub(crate) fn names_file(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some_and(|extension| extension == "toml") || path.components().count() > 1
}

/// The rules that a person names: of a card, or of a game with several columns.
pub(crate) enum NamedRules {
    One(RuleSet),
    Columns(ColumnGame),
}

impl NamedRules {
    /// The built-in rules of this name.
    pub(crate) fn builtin(name: &str) -> Result<NamedRules, RulesError> {
        let columns = |error| match error {
            RulesError::Unknown { .. } | RulesError::SeveralColumns { .. } => {
                ColumnGame::builtin_named(name).map(NamedRules::Columns).map_err(|_| error)
            }
            error => Err(error),
        };
        RuleSet::builtin_named(name).map(NamedRules::One).or_else(columns)
    }

    /// The rules of the boxes: of the card, or of every column.
    pub(crate) fn boxes(&self) -> &RuleSet {
        match self {
            NamedRules::One(rules) => rules,
            NamedRules::Columns(game) => game.boxes(),
        }
    }

    /// The name and the title of the game.
    pub(crate) fn names(&self) -> [&str; 2] {
        match self {
            NamedRules::One(rules) => [rules.name(), rules.title()],
            NamedRules::Columns(game) => [game.name(), game.title()],
        }
    }
}

/// The rules in a file, of which this was read.
pub(crate) fn rule_file(path: &Path, read: io::Result<Vec<u8>>) -> Result<NamedRules, RuleFileError> {
    let error = |what| RuleFileError { path: path.to_path_buf(), what };
    let bytes = read.map_err(|why| error(What::Read(why.to_string())))?;
    let toml = String::from_utf8(bytes).map_err(|_| error(What::Read("not a rule set: it is no text in UTF-8".to_owned())))?;
    let rules = match ColumnGame::is_column_game(&toml) {
        true => ColumnGame::parse(&toml).map(NamedRules::Columns),
        false => RuleSet::parse(&toml).map(NamedRules::One),
    };
    rules.map_err(|why| error(What::Rules(why)))
}

/// Why a file has no rule set.
pub(crate) struct RuleFileError {
    path: PathBuf,
    what: What,
}

enum What {
    Read(String),
    Rules(RulesError),
}

impl RuleFileError {
    /// The error without any of the file's content: the person who named the file may not be allowed to read it.
    pub(crate) fn without_content(&self) -> String {
        let path = self.path.display();
        match &self.what {
            What::Read(why) => format!("{path}: {why}"),
            What::Rules(RulesError::Form { line, .. }) => format!("{path}: not a rule set: line {line} is wrong"),
            What::Rules(_) => format!("{path}: not a rule set"),
        }
    }
}

impl From<RuleFileError> for Failure {
    fn from(RuleFileError { path, what }: RuleFileError) -> Failure {
        match what {
            What::Read(why) => Failure::file(&path, why),
            What::Rules(why) => Failure::input(format_args!("{}: {why}", path.display())),
        }
    }
}
