//! The services of several games.

use yahtzee_solver::rules::Filled;
use yahtzee_solver::{Model, RuleSet};

use super::Service;

/// The services of several games, within one memory limit: those that were not used for longest make room for others.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// It stays.
    first: Option<Service>,
    /// The most recently used last.
    others: Vec<Service>,
    /// The most others.
    most: usize,
    /// The memory limit for all, in bytes.
    memory: u64,
}

impl Shelf {
    /// Room for this many services. Those that are put on it get the limit of `memory` bytes together.
    pub fn new(most: usize, memory: u64) -> Shelf {
        Shelf { first: None, others: Vec::new(), most, memory }
    }

    /// The same with a service that is never dropped.
    #[must_use]
    pub fn with_first(self, first: Service) -> Shelf {
        Shelf { first: Some(first), ..self }
    }

    /// The service of a rule set. Two rule sets of one game may have other names, or names in other languages, so their services differ.
    pub fn find(&mut self, rules: &RuleSet) -> Option<Service> {
        if let Some(first) = self.first.as_ref().filter(|first| first.rules() == rules) {
            return Some(first.clone());
        }
        let index = self.others.iter().position(|service| service.rules() == rules)?;
        self.others[index..].rotate_left(1);
        self.others.last().cloned()
    }

    /// The service of a rule set, or else a new one that is opened in the memory that the others leave.
    ///
    /// # Errors
    ///
    /// That of opening it.
    pub fn find_or_open<E>(&mut self, rules: &RuleSet, open: impl FnOnce(u64) -> Result<Service, E>) -> Result<Service, E> {
        if let Some(service) = self.find(rules) {
            return Ok(service);
        }
        let service = open(self.make_room(Model::bytes_from(rules, Filled::NONE)))?;
        self.put(service.clone());
        Ok(service)
    }

    /// Drops services until this many bytes are free, and one more has room. Returns the memory left for it, in bytes.
    pub(super) fn make_room(&mut self, bytes: u64) -> u64 {
        let missing = |shelf: &Shelf| shelf.bytes().saturating_add(bytes).saturating_sub(shelf.memory);
        while !self.others.is_empty() && (missing(self) > 0 || self.others.len() >= self.most) {
            self.others.remove(0);
        }
        if let Some(first) = &self.first {
            first.make_room(missing(self));
        }
        self.memory.saturating_sub(self.bytes())
    }

    /// Adds a service, for which there is [room](Shelf::make_room).
    pub(super) fn put(&mut self, service: Service) {
        self.others.push(service);
    }

    /// A service with the memory that the others leave.
    pub fn limited(&self, service: &Service) -> Service {
        let beside = self.bytes().saturating_sub(service.bytes());
        service.clone().limited_to(self.memory.saturating_sub(beside))
    }

    /// Drops all services but this one, and the results of the first, for work that does not fit beside them. Returns whether there were any.
    pub fn forget_others(&mut self, service: &Service) -> bool {
        let before = self.bytes();
        self.others.retain(|other| other.is(service));
        if let Some(first) = self.first.as_ref().filter(|first| !first.is(service)) {
            while first.make_room(1) {}
        }
        self.bytes() < before
    }

    /// The bytes that all hold.
    fn bytes(&self) -> u64 {
        self.first.iter().chain(&self.others).map(Service::bytes).sum()
    }
}
