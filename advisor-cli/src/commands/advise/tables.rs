//! The tables of the rule sets named in the questions of `--stdin`.

use std::collections::HashMap;

use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::{Effort, Service, ServiceError, Shelf};
use yahtzee_solver::{RuleSet, tr};

use crate::context::Context;
use crate::context::asking::solving;
use crate::files::rule_file::{NamedRules, names_file};
use crate::terminal::failure::Failure;

/// The most tables kept at a time, beside that of `--rules`.
const MOST: usize = 16;

/// The services of the requested rule sets.
pub(super) struct Tables<'a> {
    context: &'a Context,
    /// Whether questions may name files.
    rule_files: bool,
    /// The service of `--rules`.
    default: Service,
    /// The built-in rule sets that were named.
    built_in: HashMap<String, RuleSet>,
    /// The services named in the current questions, or their errors.
    named: HashMap<String, Result<Service, String>>,
    /// All services. Several names may lead to one.
    shelf: Shelf,
}

impl<'a> Tables<'a> {
    pub(super) fn new(context: &'a Context, rule_files: bool) -> Result<Tables<'a>, Failure> {
        let default = context.open(&context.rules()?, Need::default())?;
        let shelf = Shelf::new(MOST, context.memory()).with_first(default.clone());
        Ok(Tables { context, rule_files, default, built_in: HashMap::new(), named: HashMap::new(), shelf })
    }

    /// Finds the tables for the first questions, given the names of their rules. Returns the number of these questions, at least one: those before the first
    /// whose table must be read or solved, which may take long; if that is the first question, its table is loaded.
    pub(super) fn load<'q>(&mut self, names: impl ExactSizeIterator<Item = Option<&'q str>>) -> usize {
        let all = names.len();
        // A file may have changed before the next question.
        self.named.clear();
        for (index, name) in names.enumerate() {
            let Some(name) = name.filter(|name| !self.named.contains_key(*name)) else { continue };
            let service = match self.rules(name).map(|rules| (self.shelf.find(&rules), rules)) {
                Ok((Some(service), _)) => Ok(service),
                Ok((None, _)) if index > 0 => return index,
                Ok((None, rules)) => {
                    let open = |memory| self.context.open_within(memory, &rules, Need::default());
                    self.shelf.find_or_open(&rules, open).map_err(|failure| failure.message().unwrap_or_default().to_owned())
                }
                Err(message) => Err(message),
            };
            self.named.insert(name.to_owned(), service);
        }
        all
    }

    /// The rule set of a name, with its names in the language of the answers, or the error. An error in a file does not quote the file, because the
    /// asker may not be allowed to read it.
    fn rules(&mut self, name: &str) -> Result<RuleSet, String> {
        if let Some(rules) = self.built_in.get(name) {
            Ok(rules.clone())
        } else if !names_file(name) {
            let rules = self.in_language(RuleSet::builtin(name).map_err(|error| error.to_string())?)?;
            self.built_in.insert(name.to_owned(), rules.clone());
            Ok(rules)
        } else if self.rule_files {
            match self.context.rule_file(name.as_ref()).map_err(|error| error.without_content())? {
                NamedRules::One(rules) => self.in_language(rules),
                NamedRules::Columns(_) => Err(tr!("'{}' is a game of several columns, which 'advise --stdin' does not know", name)),
            }
        } else {
            Err(tr!("'{}' is a file: 'advise --stdin' reads rule files with --rule-files only", name))
        }
    }

    /// The rule set with its names in the language of the answers.
    fn in_language(&self, rules: RuleSet) -> Result<RuleSet, String> {
        self.context.in_language(rules).map_err(|failure| failure.message().unwrap_or_default().to_owned())
    }

    /// Works with a service in the memory that the others leave; if it does not fit beside them, they are forgotten.
    pub(super) fn with_room<T>(
        &mut self,
        service: &Service,
        work: impl Fn(&Service, &Effort<'_>) -> Result<T, ServiceError>,
    ) -> Result<T, Failure> {
        let (context, rules) = (self.context, service.rules());
        let beside = |shelf: &Shelf| context.with_effort(rules, &solving(), |effort| work(&shelf.limited(service), effort));
        let done = match beside(&self.shelf) {
            Err(ServiceError::TooLarge { .. }) if self.shelf.forget_others(service) => {
                self.named.retain(|_, named| named.as_ref().is_ok_and(|named| named.is(service)));
                beside(&self.shelf)
            }
            done => done,
        };
        done.map_err(|error| context.unanswered(rules, error))
    }

    pub(super) fn get(&self, name: Option<&str>) -> Result<&Service, String> {
        match name {
            None => Ok(&self.default),
            Some(name) => self.named[name].as_ref().map_err(|message| format!("rules: {message}")),
        }
    }
}
