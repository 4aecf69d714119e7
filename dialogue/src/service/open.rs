//! Opens a game: its table is read from the store, or solved and kept there.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::evaluate::Opponent;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::{MemoryLimit, Stopped};
use yahtzee_solver::{Follower, Game, Model, Objective, Rounds, RuleSet, Scorecard, Solver, SpreadTable, State, TableError, ValueTable};

use super::shared::Shared;
use super::{Effort, Pace, STATES, Service, ServiceError, Step, Store, VALUES, Work};

/// A game with more bytes of values than this is solved only from a card on, if that takes much less. The whole game would take many seconds:
/// 'yatzy-saved', with 108 MB, a quarter of a minute on two cores.
const LARGE: u64 = 50_000_000;

/// What questions need of the table of a game. By default all of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Need<'n> {
    /// The categories filled in every state that they need.
    pub filled: Filled,
    /// The state of their turn, if they need no other turn: then little of a large file is read.
    pub turn: Option<State>,
    /// Work that follows.
    pub planned: Option<Planned<'n>>,
}

/// Work that may take much more memory than the table: this is checked before the game is solved.
#[derive(Clone, Copy, Debug)]
pub enum Planned<'n> {
    /// [`Service::find_spread`], which is done at once.
    Spread,
    /// [`Service::statistics`] of this card.
    Statistics(&'n Scorecard),
    /// [`Service::targets`] of this card.
    Targets(&'n Scorecard, &'n Rounds),
}

impl Need<'_> {
    /// For questions about a card. The cards of opponents count too, and an empty card is needed if a round or an opponent has not begun.
    pub fn of_card(card: &Scorecard, rounds: &Rounds, objective: Option<&Objective>) -> Need<'static> {
        let and = |filled: Filled, card: &Scorecard| filled.and(card.state().filled);
        let filled = match objective {
            _ if rounds.later() > 0 => Filled::NONE,
            Some(Objective::Against(opponents)) if opponents.count_new() > 0 => Filled::NONE,
            Some(Objective::Against(opponents)) => opponents.named().iter().fold(card.state().filled, |filled, opponent| match opponent {
                Opponent::Card(card) => and(filled, card),
                _ => filled,
            }),
            Some(Objective::Duel { opponent, .. }) => and(card.state().filled, opponent),
            _ => card.state().filled,
        };
        Need { filled, ..Need::default() }
    }

    /// The same for questions about the turn of the card. Opponents may have any card, and a target may be reached from many.
    pub fn of_turn(card: &Scorecard, rounds: &Rounds, objective: Option<&Objective>) -> Need<'static> {
        Need { turn: objective.is_none().then(|| card.state()), ..Need::of_card(card, rounds, objective) }
    }

    /// For questions about all turns of games.
    pub fn of_games<'g>(games: impl IntoIterator<Item = &'g Game>) -> Need<'static> {
        let filled = |game: &Game| if game.rounds().count() > 1 { Filled::NONE } else { game.start().state().filled };
        Need { filled: games.into_iter().map(filled).reduce(Filled::and).unwrap_or_default(), ..Need::default() }
    }
}

impl Service {
    /// The service of a game with what questions need of its table. A table of the whole game is read from the store, or else solved and kept there. A
    /// large game is solved only from the card on, if that takes much less.
    ///
    /// # Errors
    ///
    /// [`ServiceError::TooLarge`] if the table, or the work that follows, needs more memory than this limit; or that the progress callback stops it.
    pub fn open(
        rules: &RuleSet,
        need: &Need<'_>,
        store: Option<Box<dyn Store>>,
        memory: u64,
        effort: &Effort<'_>,
    ) -> Result<Service, ServiceError> {
        let has = |name: String| store.as_ref().and_then(|store| store.file(&name)).is_some_and(|file| file.exists());
        let is_stored = has(ValueTable::file_name(rules));
        let limit = MemoryLimit { bytes: memory, threads: effort.run.thread_count() };
        let of_threads = Model::bytes_of_threads(rules, limit.threads);
        let left = memory.saturating_sub(of_threads);
        // Reading a turn reserves room for all values, but uses it only for those that it reads.
        let reads_little = is_stored && need.turn.is_some();
        let part_is_better = || {
            let [whole, part] = [Filled::NONE, need.filled].map(|filled| Model::bytes_from(rules, filled));
            let is_quicker = !is_stored && whole > LARGE && part < whole / 8;
            part <= left && (is_quicker || whole > left)
        };
        let (work, model) = if need.filled != Filled::NONE && !reads_little && part_is_better() {
            (Work::Table, Model::from(rules, need.filled, limit))
        } else if reads_little {
            (Work::Reading, Model::without_values(rules, limit))
        } else {
            (Work::Table, Model::new(rules, limit))
        };
        let model = Arc::new(model.map_err(|error| ServiceError::of_model(error, work, 0, memory))?);
        let check = |work, bytes: u64| {
            let needed = model.bytes_needed().saturating_add(of_threads).saturating_add(bytes);
            if needed > memory { Err(ServiceError::TooLarge { work, needed, limit: memory }) } else { Ok(()) }
        };
        match need.planned {
            None => {}
            Some(Planned::Spread) if is_whole(&model) && has(SpreadTable::file_name(rules)) => {}
            Some(Planned::Spread) => check(Work::Spread, Follower::spread_bytes(&model))?,
            Some(Planned::Statistics(card)) => check(Work::Statistics, Follower::least_statistics_bytes(&model, card))?,
            Some(Planned::Targets(card, rounds)) => {
                // Finding the need takes time and memory too.
                check(Work::Targets, TargetSolver::bytes_to_prepare(&model, card, rounds))?;
                check(Work::Targets, TargetSolver::bytes_needed(&model, card, rounds))?;
            }
        }
        let kept_in = store.as_deref();
        let stored = stored(kept_in, &model, ValueTable::file_name, |file| match &need.turn {
            Some(state) => ValueTable::load_turn(&model, file, state),
            None => ValueTable::load(&model, file),
        });
        let table = match stored {
            Some(table) => table,
            None => {
                check(Work::Table, 0)?;
                let table = Service::solve_table(&model, effort)?;
                keep(kept_in, &model, ValueTable::file_name, |file| table.save(file));
                table
            }
        };
        let mut shared = Shared::new(table, (VALUES, STATES));
        shared.turn = need.turn;
        let mut service = Service { shared: Arc::new(shared), pace: Pace::Exact, memory };
        if let Some(store) = store {
            service = service.stored_in(store);
        }
        if let Some(Planned::Spread) = need.planned {
            service.find_spread(effort)?;
        }
        Ok(service)
    }

    /// Solves a model.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn solve_table(model: &Arc<Model>, effort: &Effort<'_>) -> Result<ValueTable, Stopped> {
        let kept = if is_whole(model) { (model.space().distinct() * size_of::<f64>()) as u64 } else { 0 };
        effort.begins(Step::Table { kept });
        Solver::of(Arc::clone(model)).with(effort.run).solve()
    }

    /// The spread table in the store. Of a game that was opened for a turn it has the values of this turn.
    pub(super) fn stored_spread(&self) -> Option<SpreadTable> {
        let model = self.table().model();
        stored(self.store(), model, SpreadTable::file_name, |file| match &self.shared.turn {
            Some(state) => SpreadTable::load_turn(model, file, state),
            None => SpreadTable::load(model, file),
        })
    }

    pub(super) fn keep_spread(&self, spread: &SpreadTable) {
        keep(self.store(), self.table().model(), SpreadTable::file_name, |file| spread.save(file));
    }

    fn store(&self) -> Option<&dyn Store> {
        self.shared.store.get().map(|store| &**store)
    }
}

/// Whether a model covers the whole game, not only the states after a card. The tables of the others are not kept.
fn is_whole(model: &Model) -> bool {
    model.space().base() == Filled::NONE
}

/// A table of a whole game in a store, if it is there and sound.
fn stored<T>(
    store: Option<&dyn Store>,
    model: &Model,
    name: fn(&RuleSet) -> String,
    load: impl FnOnce(&Path) -> Result<T, TableError>,
) -> Option<T> {
    let (store, name) = (store.filter(|_| is_whole(model))?, name(model.rules()));
    match load(&store.file(&name)?) {
        Err(TableError::Io(error)) if error.kind() == ErrorKind::NotFound => None,
        table => table.map_err(|error| store.unusable(&name, &error)).ok(),
    }
}

/// Keeps a table of a whole game in a store.
fn keep(store: Option<&dyn Store>, model: &Model, name: fn(&RuleSet) -> String, save: impl Fn(&Path) -> Result<u64, TableError>) {
    if let Some(store) = store.filter(|_| is_whole(model)) {
        store.save(&name(model.rules()), &save);
    }
}
