//! The tables of games: read from the tables folder, or solved now and saved there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use yahtzee_dialogue::Work;
use yahtzee_dialogue::words::memory::in_words;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::tr;
use yahtzee_solver::{Follower, Model, RuleSet, RulesError, Solver, SpreadTable, State, TableError, ValueTable};

use super::Context;
use crate::files::file::shown;
use crate::system::interrupt::writing;
use crate::system::memory;
use crate::terminal::failure::{Failure, warn};

/// The size in bytes from which on the file of a table is announced.
const LARGE_TABLE: u64 = 1_000_000_000;

/// The part of a table file to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TablePart {
    /// What a turn in this state needs, so that little of a large table is in memory.
    Turn(State),
    /// All of it.
    Whole,
}

impl TablePart {
    /// Whether it takes little memory, even for a large table. It reserves room for all values, but uses it only for the values it reads.
    pub(crate) fn is_small(self) -> bool {
        matches!(self, TablePart::Turn(_)) && !memory::counts_reserved()
    }
}

impl Context {
    /// The rule set of `--rules`, with everything derived from it.
    pub(crate) fn model(&self, part: TablePart) -> Result<Arc<Model>, Failure> {
        self.model_of(&self.rules()?, part)
    }

    /// A rule set with everything derived from it. If its table is in a file and is read for one turn, the values need not fit into memory.
    pub(crate) fn model_of(&self, rules: &RuleSet, reading: TablePart) -> Result<Arc<Model>, Failure> {
        let (what, model) = match reading {
            reading if reading.is_small() && self.table_path(rules).is_some_and(|path| path.exists()) => {
                (tr!("reading the table of '{}'", rules.name()), Model::without_values(rules, self.limit()))
            }
            _ => (solving(rules), Model::new(rules, self.limit())),
        };
        model.map(Arc::new).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => self.refused(&what, needed),
            error => error.into(),
        })
    }

    /// A rule set with everything derived from it, for questions that need no values.
    pub(crate) fn model_without_values(&self, rules: &RuleSet) -> Result<Model, Failure> {
        Model::without_values(rules, self.limit()).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => self.refused(&tr!("reading the rules of '{}'", rules.name()), needed),
            error => error.into(),
        })
    }

    /// Checks that the memory suffices to solve a model whose values were not counted so far.
    fn check_solving(&self, model: &Model) -> Result<(), Failure> {
        let needed = self.beside_table(model, 0);
        if needed > self.memory() { Err(self.refused(&solving(model.rules()), needed)) } else { Ok(()) }
    }

    /// The table of a model: read from the tables folder, or else solved now and saved there.
    pub(crate) fn table_of(&self, model: &Arc<Model>, part: TablePart) -> Result<ValueTable, Failure> {
        Ok(self.tables_of(model, part, false)?.0)
    }

    /// The table of a model, and its spread table on request: read from the tables folder, or else computed now and saved there.
    pub(crate) fn tables_of(
        &self,
        model: &Arc<Model>,
        part: TablePart,
        spread: bool,
    ) -> Result<(ValueTable, Option<SpreadTable>), Failure> {
        if spread && !part.is_small() {
            self.check_spread(model)?;
        }
        let table = self.stored(model, ValueTable::file_name, |path| match part {
            TablePart::Turn(state) => ValueTable::load_turn(model, path, &state),
            TablePart::Whole => ValueTable::load(model, path),
        });
        let stored_spread = if spread { self.stored_spread(model, part) } else { None };
        if spread && stored_spread.is_none() {
            let (solved, spread) = self.solve_with_spread(model)?;
            if table.is_none() {
                self.store_or_warn(model, ValueTable::file_name, |path| solved.save(path));
            }
            return Ok((solved, Some(spread)));
        }
        match table {
            Some(table) => Ok((table, stored_spread)),
            None => {
                self.check_solving(model)?;
                let table = self.solve(model)?;
                self.store_or_warn(model, ValueTable::file_name, |path| table.save(path));
                Ok((table, stored_spread))
            }
        }
    }

    /// Solves, with a progress bar on a terminal.
    pub(crate) fn solve(&self, model: &Arc<Model>) -> Result<ValueTable, Stopped> {
        self.solving(model, |solver| solver.solve())
    }

    /// Solves with the spread table, which is stored, with a progress bar on a terminal.
    fn solve_with_spread(&self, model: &Arc<Model>) -> Result<(ValueTable, SpreadTable), Failure> {
        self.check_spread(model)?;
        let (table, spread) = self.solving(model, |solver| solver.solve_with_spread())?;
        self.store_or_warn(model, SpreadTable::file_name, |path| spread.save(path));
        Ok((table, spread))
    }

    fn solving<T>(&self, model: &Arc<Model>, solve: impl FnOnce(Solver<'_>) -> T) -> T {
        if let Some(folder) = self.tables_folder().filter(|_| is_whole(model)) {
            warn_of_size(model, &folder);
        }
        self.with_bar(&tr!("Solving {}", model.rules().name()), |run, _| solve(Solver::of(Arc::clone(model)).with(run)))
    }

    /// The spread table: read from the tables folder, or else computed now and saved there.
    pub(crate) fn spread_of(&self, table: &ValueTable) -> Result<SpreadTable, Failure> {
        self.check_spread(table.model())?;
        let stored = self.stored_spread(table.model(), TablePart::Whole);
        stored.map_or_else(|| Ok(self.solve_with_spread(table.model())?.1), Ok)
    }

    /// Whether the spread of a model is in a file, or the memory suffices to compute it. If not, warns what is missing without it.
    pub(crate) fn has_spread(&self, model: &Model, missing: &str) -> bool {
        if self.path_of(model, SpreadTable::file_name).is_some_and(|path| path.exists()) {
            return true;
        }
        let fits = self.check_spread(model);
        if let Err(failure) = &fits {
            warn(format_args!("{missing}: {}", failure.message().unwrap_or_default()));
        }
        fits.is_ok()
    }

    fn check_spread(&self, model: &Model) -> Result<(), Failure> {
        self.check_memory(&Work::Spread.to_string(), model, Follower::spread_bytes(model))
    }

    fn stored_spread(&self, model: &Arc<Model>, part: TablePart) -> Option<SpreadTable> {
        self.stored(model, SpreadTable::file_name, |path| match part {
            TablePart::Turn(state) => SpreadTable::load_turn(model, path, &state),
            TablePart::Whole => SpreadTable::load(model, path),
        })
    }

    /// The file of a table of this model, if it is of the whole game.
    fn path_of(&self, model: &Model, name: fn(&RuleSet) -> String) -> Option<PathBuf> {
        Some(self.tables_folder().filter(|_| is_whole(model))?.join(name(model.rules())))
    }

    /// A table of a whole game from the tables folder, if it is there and sound.
    fn stored<T>(&self, model: &Model, name: fn(&RuleSet) -> String, load: impl FnOnce(&Path) -> Result<T, TableError>) -> Option<T> {
        let path = self.path_of(model, name)?;
        match load(&path) {
            Ok(table) => Some(table),
            Err(TableError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                warn(tr!("{}: {}; solving anew", shown(&path), error));
                None
            }
        }
    }

    /// Stores a table of a whole game.
    fn store_or_warn(&self, model: &Model, name: fn(&RuleSet) -> String, save: impl FnOnce(&Path) -> Result<u64, TableError>) {
        if is_whole(model)
            && let Err(error) = self.store(&name(model.rules()), save)
        {
            warn(error);
        }
    }

    /// Writes a table to the tables folder. Returns its length in bytes, or the error.
    pub(crate) fn store(&self, name: &str, save: impl FnOnce(&Path) -> Result<u64, TableError>) -> Result<u64, String> {
        let folder =
            self.tables_folder().ok_or_else(|| tr!("this platform has no cache directory: name a folder with --tables to keep tables"))?;
        let path = folder.join(name);
        let saved = writing(|| std::fs::create_dir_all(&folder).map_err(TableError::from).and_then(|()| save(&path)));
        saved.map_err(|error| tr!("cannot keep the table as {}: {}", path.display(), error))
    }

    /// The file of the table of a rule set.
    pub(crate) fn table_path(&self, rules: &RuleSet) -> Option<PathBuf> {
        Some(self.tables_folder()?.join(ValueTable::file_name(rules)))
    }
}

/// Whether a model covers the whole game, not only the states after a card.
fn is_whole(model: &Model) -> bool {
    model.space().base() == Filled::NONE
}

/// Says before a large table is solved what its file will take, and how to remove it.
fn warn_of_size(model: &Model, folder: &Path) {
    let bytes = (model.space().distinct() * size_of::<f64>()) as u64;
    if bytes >= LARGE_TABLE {
        let (name, size, folder) = (model.rules().name(), in_words(bytes), shown(folder));
        warn(tr!("the table of '{}' takes {} in {}; 'yahtzee table prune {}' removes it", name, size, folder, name));
    }
}

fn solving(rules: &RuleSet) -> String {
    tr!("solving '{}'", rules.name())
}
