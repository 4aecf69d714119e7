//! What was worked out with a table, and its memory from one question to the next.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use yahtzee_solver::advise::Recall;
use yahtzee_solver::evaluate::StrategyValues;
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::win::Live;
use yahtzee_solver::{Scorecard, SpreadTable, State, Statistics, TableError, Utility, ValueTable};

use super::cache::Cache;
use super::store::Store;
use crate::session::Computer;

/// The most files of earlier turns to read in search of values.
const EARLIER: usize = 8;

/// The table of a game with everything that was worked out with it.
pub(super) struct Shared {
    pub(super) table: ValueTable,
    /// The state of the only turn that it may be asked about, if it has no more.
    pub(super) turn: Option<State>,
    pub(super) spread: OnceLock<SpreadTable>,
    /// How the games may end, in each [`Detail`](super::Detail).
    pub(super) live: [OnceLock<Live>; 2],
    strategies: Mutex<Vec<(Computer, Arc<StrategyValues>)>>,
    pub(super) store: OnceLock<Box<dyn Store>>,
    /// The least work that is worth a file, in values and in states.
    pub(super) least: (u64, u64),
    cache: Mutex<Cache>,
}

impl Shared {
    pub(super) fn new(table: ValueTable, least: (u64, u64)) -> Shared {
        Shared {
            table,
            turn: None,
            spread: OnceLock::new(),
            live: Default::default(),
            strategies: Mutex::default(),
            store: OnceLock::new(),
            least,
            cache: Mutex::default(),
        }
    }

    pub(super) fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The values of the strategies of computers that are known.
    pub(super) fn strategies(&self) -> MutexGuard<'_, Vec<(Computer, Arc<StrategyValues>)>> {
        self.strategies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stored entry of a name, if it is usable.
    fn stored<T>(&self, name: &str, read: impl FnOnce(&[u8]) -> Result<T, TableError>) -> Option<T> {
        let store = self.store.get()?;
        read(&store.read(name)?).map_err(|error| store.unusable(name, &error)).ok()
    }

    /// Values from the store: of the turn itself first, then of turns that may lead to it.
    fn stored_values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>> {
        let store = self.store.get()?;
        let rules = self.table.rules();
        let prefix = UtilityValues::file_prefix(rules, utility);
        let names = store.names(&prefix).into_iter();
        let before = |name: String| Some((UtilityValues::turns_before(name.strip_prefix(&prefix)?, state, scores)?, name));
        let mut names: Vec<(usize, String)> = names.filter_map(before).collect();
        sort_by(&mut names, Ord::cmp);
        names.into_iter().take(EARLIER).find_map(|(_, name)| {
            let read = |bytes: &[u8]| UtilityValues::from_bytes(self.table.model(), utility, bytes);
            let values = self.stored(&name, read)?;
            let is_named = UtilityValues::file_name(rules, utility, values.state(), values.scores()) == name;
            (is_named && values.answers(utility, state, scores)).then(|| Arc::new(values))
        })
    }
}

impl fmt::Debug for Shared {
    /// Without the numbers, which are many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("rules", &self.table.rules().name()).finish_non_exhaustive()
    }
}

impl Recall for Shared {
    fn values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>> {
        if let Some((values, ())) = self.cache().solved.get(|values| values.answers(utility, state, scores)) {
            return Some(Arc::clone(values));
        }
        let values = self.stored_values(utility, state, scores)?;
        self.cache().add_values(&values);
        Some(values)
    }

    fn add_values(&self, values: &Arc<UtilityValues>, work: u64) {
        self.cache().add_values(values);
        if let Some(store) = self.store.get().filter(|_| work >= self.least.0) {
            let name = UtilityValues::file_name(self.table.rules(), values.utility(), values.state(), values.scores());
            store.write(&name, &values.to_bytes());
        }
    }

    fn statistics(&self, card: &Scorecard) -> Option<Statistics> {
        if let Some((_, statistics)) = self.cache().statistics.get(|cached| cached == card) {
            return Some(statistics.clone());
        }
        let statistics = self.stored(&Statistics::file_name(card), |bytes| Statistics::from_bytes(self.table.model(), card, bytes))?;
        self.cache().add_statistics(card, &statistics);
        Some(statistics)
    }

    fn add_statistics(&self, card: &Scorecard, statistics: &Statistics, work: u64) {
        self.cache().add_statistics(card, statistics);
        if let Some(store) = self.store.get().filter(|_| work >= self.least.1) {
            store.write(&Statistics::file_name(card), &statistics.to_bytes(self.table.model(), card));
        }
    }
}
