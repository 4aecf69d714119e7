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
}

impl<'a> Tables<'a> {
    pub(super) fn new(context: &'a Context, rule_files: bool) -> Result<Tables<'a>, Failure> {
        let default = Arc::new(context.solutions((context.table_of(&context.model(Reading::Whole)?, Reading::Whole)?, None)));
        let (built_in, named) = (HashMap::new(), HashMap::new());
        Ok(Tables { context, rule_files, default, built_in, named, kept: Vec::new() })
    }

    /// Finds the tables for the first questions, given the names of their rules. Returns the number of these questions, at least one: those before the first
    /// whose table must be read or solved, which may take long; if that is the first question, its table is loaded.
    pub(super) fn load<'q>(&mut self, names: impl ExactSizeIterator<Item = Option<&'q str>>) -> usize {
        let all = names.len();
        // A file may have changed before the next question.
        self.named.clear();
        for (index, name) in names.enumerate() {
            let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { continue };
            let table = match self.rules(name).map(|rules| (self.found(&rules), rules)) {
                Ok((Some(table), _)) => Ok(table),
                Ok((None, _)) if index > 0 => return index,
                Ok((None, rules)) => self.solved(&rules),
                Err(message) => Err(message),
            };
            self.named.insert(name.to_owned(), table);
        }
        all
    }

    /// The rule set of a name, or the error. An error in a file does not quote the file, because the asker may not be allowed to read it.
    fn rules(&mut self, name: &str) -> Result<RuleSet, String> {
        if let Some(rules) = self.built_in.get(name) {
            Ok(rules.clone())
        } else if !names_file(name) {
            let rules = RuleSet::builtin(name).map_err(|error| error.to_string())?;
            self.built_in.insert(name.to_owned(), rules.clone());
            Ok(rules)
        } else if self.rule_files {
            rule_file(name.as_ref()).map_err(|error| error.without_content())
        } else {
            Err(format!("'{name}' is a file: 'advise --stdin' reads rule files with --rule-files only"))
        }
    }

    /// The table of a rule set, if it is kept. Two rule sets of one game may have other names, or names in other languages, so their tables differ.
    fn found(&mut self, rules: &RuleSet) -> Option<Arc<Solutions>> {
        if self.default.table().rules() == rules {
            return Some(Arc::clone(&self.default));
        }
        let fingerprint = rules.fingerprint();
        let index = self.kept.iter().position(|(kept, table)| *kept == fingerprint && table.table().rules() == rules)?;
        self.kept[index..].rotate_left(1);
        self.kept.last().map(|(_, table)| Arc::clone(table))
    }

    /// The table of a rule set that is not kept. The ones that were not used for longest make room for it.
    fn solved(&mut self, rules: &RuleSet) -> Result<Arc<Solutions>, String> {
        let needed = StateSpace::bytes_needed(rules);
        let missing = |tables: &Tables<'_>| tables.bytes().saturating_add(needed).saturating_sub(tables.context.memory());
        while !self.kept.is_empty() && (missing(self) > 0 || self.kept.len() == MOST) {
            self.kept.remove(0);
        }
        self.default.make_room(missing(self));
        let context = self.context.beside(self.bytes());
        let table = context.model_of(rules, Reading::Whole).and_then(|model| context.table_of(&model, Reading::Whole));
        let table = table.map(|table| Arc::new(context.solutions((table, None))));
        let table = table.map_err(|failure| failure.message().unwrap_or_default().to_owned())?;
        self.kept.push((rules.fingerprint(), Arc::clone(&table)));
        Ok(table)
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
