//! The tables of the rule sets named in the questions of `--stdin`.

use std::collections::HashMap;
use std::sync::Arc;

use yahtzee_dialogue::Solutions;
use yahtzee_solver::RuleSet;
use yahtzee_solver::space::StateSpace;

use crate::context::{Context, Reading};
use crate::files::rule_file::{names_file, rule_file};
use crate::terminal::failure::Failure;

/// The most tables of rule files kept at a time.
const MOST: usize = 16;

/// The tables of the requested rule sets. Tables of built-in sets stay; of tables from files only the last ones do.
pub(super) struct Tables<'a> {
    context: &'a Context,
    /// Whether questions may name files.
    rule_files: bool,
    /// The most bytes of tables from files.
    room: u64,
    /// The table of `--rules`.
    default: Arc<Solutions>,
    /// The tables named in the current questions, or their errors.
    named: HashMap<String, Result<Arc<Solutions>, String>>,
    /// The tables of files by the fingerprints of their rules, the most recently used last. Several paths may lead to one table.
    of_files: Vec<(u64, Arc<Solutions>)>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(context: &'a Context, rule_files: bool) -> Result<Tables<'a>, Failure> {
        let default = Arc::new(context.solutions((context.table_of(&context.model(Reading::Whole)?, Reading::Whole)?, None)));
        Ok(Tables { context, rule_files, room: context.memory() / 3, default, named: HashMap::new(), of_files: Vec::new() })
    }

    /// Loads the tables for the first questions, given the names of their rules. Returns the number of these questions: at least one, and at most as
    /// many as fit.
    pub(super) fn load<'q>(&mut self, names: impl ExactSizeIterator<Item = Option<&'q str>>) -> usize {
        let all = names.len();
        // A file may have changed before the next question.
        self.named.retain(|name, table| !names_file(name) && table.is_ok());
        let mut new = 0;
        for (index, name) in names.enumerate() {
            let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { continue };
            if names_file(name) {
                if new == MOST {
                    return index;
                }
                new += 1;
            }
            let table = self.table(name);
            self.named.insert(name.to_owned(), table);
            if names_file(name) && self.bytes_named() > self.room {
                return index + 1;
            }
        }
        all
    }

    /// The bytes of the tables of files named in the current questions.
    fn bytes_named(&self) -> u64 {
        let of_files = self.named.iter().filter(|(name, _)| names_file(name));
        of_files.filter_map(|(_, table)| table.as_ref().ok()).map(|table| bytes_of(table.table().rules())).sum()
    }

    /// Makes room for the table of a rule set.
    fn make_room(&mut self, rules: &RuleSet) {
        let fits = |kept: &[(u64, Arc<Solutions>)]| {
            let bytes: u64 = kept.iter().map(|(_, table)| bytes_of(table.table().rules())).sum();
            kept.len() < MOST && bytes.saturating_add(bytes_of(rules)) <= self.room
        };
        let out = (0..self.of_files.len()).find(|&out| fits(&self.of_files[out..])).unwrap_or(self.of_files.len());
        self.of_files.drain(..out);
    }

    /// The table of a rule set, or the error. An error in a file does not quote the file, because the asker may not be allowed to read it.
    fn table(&mut self, name: &str) -> Result<Arc<Solutions>, String> {
        if !names_file(name) {
            let rules = RuleSet::builtin(name).map_err(|error| error.to_string())?;
            return self.solved(&rules);
        }
        if !self.rule_files {
            return Err(format!("'{name}' is a file: 'advise --stdin' reads rule files with --rule-files only"));
        }
        let rules = rule_file(name.as_ref()).map_err(|error| error.without_content())?;
        let fingerprint = rules.fingerprint();
        let table = match self.of_files.iter().position(|(kept, _)| *kept == fingerprint) {
            Some(index) => self.of_files.remove(index).1,
            None => {
                self.make_room(&rules);
                self.solved(&rules)?
            }
        };
        self.of_files.push((fingerprint, Arc::clone(&table)));
        Ok(table)
    }

    fn solved(&self, rules: &RuleSet) -> Result<Arc<Solutions>, String> {
        let model = self.context.model_of(rules, Reading::Whole);
        let table = model.and_then(|model| self.context.table_of(&model, Reading::Whole));
        table
            .map(|table| Arc::new(self.context.solutions((table, None))))
            .map_err(|failure| failure.message().unwrap_or_default().to_owned())
    }

    pub(super) fn get(&self, name: Option<&str>) -> Result<&Solutions, String> {
        match name {
            None => Ok(&self.default),
            Some(name) => self.named[name].as_deref().map_err(|message| format!("rules: {message}")),
        }
    }
}

fn bytes_of(rules: &RuleSet) -> u64 {
    StateSpace::bytes_needed(rules)
}
