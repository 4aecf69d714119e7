//! The tables of the rule sets named in the questions of `--stdin`.

use std::collections::HashMap;
use std::sync::Arc;

use yahtzee_dialogue::Solutions;
use yahtzee_solver::RuleSet;
use yahtzee_solver::space::StateSpace;

use crate::context::{Context, Reading};
use crate::files::rule_file::{names_file, rule_file};
use crate::terminal::failure::Failure;

/// The most tables kept at a time, beside that of `--rules`.
const MOST: usize = 16;

/// The tables of the requested rule sets with their results, all within the memory limit: the ones that were not used for longest make room for others.
pub(super) struct Tables<'a> {
    context: &'a Context,
    /// Whether questions may name files.
    rule_files: bool,
    /// The table of `--rules`; it stays.
    default: Arc<Solutions>,
    /// The built-in rule sets that were named.
    built_in: HashMap<String, RuleSet>,
    /// The tables named in the current questions, or their errors.
    named: HashMap<String, Result<Arc<Solutions>, String>>,
    /// The tables by the fingerprints of their rules, the most recently used last. Several names may lead to one table.
    kept: Vec<(u64, Arc<Solutions>)>,
    /// The number of kept tables, from the last, that the current questions use.
    in_use: usize,
}

impl<'a> Tables<'a> {
    pub(super) fn new(context: &'a Context, rule_files: bool) -> Result<Tables<'a>, Failure> {
        let default = Arc::new(context.solutions((context.table_of(&context.model(Reading::Whole)?, Reading::Whole)?, None)));
        let (built_in, named) = (HashMap::new(), HashMap::new());
        Ok(Tables { context, rule_files, default, built_in, named, kept: Vec::new(), in_use: 0 })
    }

    /// Loads the tables for the first questions, given the names of their rules. Returns the number of these questions: at least one, and at most as
    /// many as fit.
    pub(super) fn load<'q>(&mut self, names: impl ExactSizeIterator<Item = Option<&'q str>>) -> usize {
        let all = names.len();
        // A file may have changed before the next question.
        self.named.clear();
        self.in_use = 0;
        for (index, name) in names.enumerate() {
            let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { continue };
            match self.table(name) {
                Ok(Some(table)) => drop(self.named.insert(name.to_owned(), Ok(table))),
                Ok(None) => return index,
                Err(message) => drop(self.named.insert(name.to_owned(), Err(message))),
            }
        }
        all
    }

    /// The table of a rule set, or the error; `None` if the tables of the current questions leave no room for it. An error in a file does not quote the
    /// file, because the asker may not be allowed to read it.
    fn table(&mut self, name: &str) -> Result<Option<Arc<Solutions>>, String> {
        let rules = if let Some(rules) = self.built_in.get(name) {
            rules.clone()
        } else if !names_file(name) {
            let rules = RuleSet::builtin(name).map_err(|error| error.to_string())?;
            self.built_in.insert(name.to_owned(), rules.clone());
            rules
        } else if self.rule_files {
            rule_file(name.as_ref()).map_err(|error| error.without_content())?
        } else {
            return Err(format!("'{name}' is a file: 'advise --stdin' reads rule files with --rule-files only"));
        };
        if self.is_default(&rules) {
            return Ok(Some(Arc::clone(&self.default)));
        }
        let fingerprint = rules.fingerprint();
        let found = self.kept.iter().position(|(kept, table)| *kept == fingerprint && is_table_of(table, &rules));
        let table = match found {
            Some(index) => {
                let was_used = index + self.in_use >= self.kept.len();
                let table = self.kept.remove(index).1;
                self.in_use -= usize::from(was_used);
                table
            }
            None if !self.has_room(&rules) && self.in_use > 0 => return Ok(None),
            None => Arc::new(self.solved(&rules)?),
        };
        self.kept.push((fingerprint, Arc::clone(&table)));
        self.in_use += 1;
        Ok(Some(table))
    }

    fn is_default(&self, rules: &RuleSet) -> bool {
        is_table_of(&self.default, rules)
    }

    /// Makes room for the table of a rule set, as far as the tables in use allow. Returns whether there is room.
    fn has_room(&mut self, rules: &RuleSet) -> bool {
        let needed = StateSpace::bytes_needed(rules);
        loop {
            let missing = self.bytes().saturating_add(needed).saturating_sub(self.context.memory());
            let fits = missing == 0 && self.kept.len() < MOST;
            if fits || self.kept.len() == self.in_use {
                return fits || (self.kept.len() < MOST && self.default.make_room(missing));
            }
            self.kept.remove(0);
        }
    }

    fn solved(&self, rules: &RuleSet) -> Result<Solutions, String> {
        let context = self.context.beside(self.bytes());
        let table = context.model_of(rules, Reading::Whole).and_then(|model| context.table_of(&model, Reading::Whole));
        table.map(|table| context.solutions((table, None))).map_err(|failure| failure.message().unwrap_or_default().to_owned())
    }

    /// The bytes of all tables and results.
    fn bytes(&self) -> u64 {
        self.default.bytes() + self.kept.iter().map(|(_, table)| table.bytes()).sum::<u64>()
    }

    /// The bytes of all tables and results but these.
    pub(super) fn bytes_beside(&self, solutions: &Solutions) -> u64 {
        self.bytes().saturating_sub(solutions.bytes())
    }

    /// Forgets all tables and results but these, for work that does not fit beside them. Returns whether there were any.
    pub(super) fn forget_others(&mut self, solutions: &Arc<Solutions>) -> bool {
        let before = self.bytes();
        self.named.retain(|_, table| table.as_ref().is_ok_and(|table| Arc::ptr_eq(table, solutions)));
        self.kept.retain(|(_, table)| Arc::ptr_eq(table, solutions));
        self.in_use = self.in_use.min(self.kept.len());
        if !Arc::ptr_eq(&self.default, solutions) {
            while self.default.make_room(1) {}
        }
        self.bytes() < before
    }

    pub(super) fn get(&self, name: Option<&str>) -> Result<&Arc<Solutions>, String> {
        match name {
            None => Ok(&self.default),
            Some(name) => self.named[name].as_ref().map_err(|message| format!("rules: {message}")),
        }
    }
}

/// Whether a table is of exactly these rules: two rule sets of one game may have other names, or names in other languages.
fn is_table_of(solutions: &Solutions, rules: &RuleSet) -> bool {
    solutions.table().rules() == rules
}
