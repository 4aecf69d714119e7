//! Games of two who see each other's card: a duel, and the values of a whole one.

use std::sync::Arc;

use yahtzee_solver::advise::ObjectiveError;
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::win::{self, Contestant, DuelBook, DuelPlayer, DuelWork};
use yahtzee_solver::{Model, Scorecard};

use super::{Detail, Effort, Service, ServiceError, Step, Work};
use crate::answer::DuelAnswer;

/// How a player of a duel plays who is not perfect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duelist {
    /// For the expected score, without a look at the other card.
    Optimal,
    /// Each turn for the best chance to win, as if both played for the expected score afterwards.
    Win,
    /// The best answers to a player for the expected score.
    Answer,
}

/// A duel, as it is asked.
#[derive(Clone, Debug)]
pub struct AskedDuel {
    /// The card of the player to move, and the other one.
    pub cards: [Scorecard; 2],
    /// The players who are not perfect.
    pub players: [Option<Duelist>; 2],
    /// The worth of a tie for the player to move; the other has the rest.
    pub ties: Ties,
    /// Whether to find the chances to win and to tie too.
    pub shares: bool,
}

impl AskedDuel {
    /// Whether a player follows a table, so that a service is needed.
    pub fn follows(&self) -> bool {
        self.players.iter().any(Option::is_some)
    }

    /// The value, within this many bytes of memory. Only a duel that [`follows`](AskedDuel::follows) a table needs a service.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if no game reaches the cards, they are of another game, or the memory limit is too low.
    ///
    /// # Panics
    ///
    /// If it needs a service and has none.
    pub fn answer(&self, service: Option<&Service>, memory: u64, effort: &Effort<'_>) -> Result<DuelAnswer, ServiceError> {
        let [mover, other] = &self.cards;
        let table = service.map(Service::table);
        let model = match table {
            Some(table) => Arc::clone(table.model()),
            None => {
                let limit = MemoryLimit { bytes: memory, threads: effort.run.thread_count() };
                let model = Model::from(mover.rules(), mover.state().filled.and(other.state().filled), limit);
                Arc::new(model.map_err(|error| ServiceError::of_model(error, Work::Duel, 0, memory))?)
            }
        };
        let live = service.filter(|_| self.players.contains(&Some(Duelist::Win))).map(|service| service.live(Detail::Fine, effort));
        let live = live.transpose()?;
        effort.begins(Step::Duel);
        let mut held = service.map_or(model.bytes_needed(), |service| service.taken(effort));
        let work = |held: u64, players, shares| {
            let duel = win::Duel::new(&model).ties(self.ties).players(players).shares(shares);
            duel.with(effort.run.memory(memory.saturating_sub(held))).work(mover, other)
        };
        // The best answers to a player who plays for points come from a duel against that player.
        let for_points = table.and_then(|table| win::Duelist::new(table, Contestant::Optimal));
        let mut books = [None, None];
        for seat in 0..2 {
            if self.players[seat] == Some(Duelist::Answer) {
                let mut players: [Option<&dyn DuelPlayer>; 2] = [None; 2];
                players[1 - seat] = for_points.as_ref().map(|player| player as _);
                let book = work(held, players, false).and_then(DuelWork::solve_all).map_err(|error| of_duel(error, held, memory))?;
                held += book.bytes();
                books[seat] = Some(book);
            }
        }
        let player = |seat: usize| {
            let player = match self.players[seat]? {
                Duelist::Optimal => Contestant::Optimal,
                Duelist::Win => Contestant::Win(live.as_ref()?),
                Duelist::Answer => Contestant::Duel(books[seat].as_ref()?),
            };
            let ties = if seat == 0 { self.ties } else { self.ties.of_other() };
            Some(win::Duelist::new(table.expect("a service"), player)?.ties(ties))
        };
        let players = [player(0), player(1)];
        let players = players.each_ref().map(|player| player.as_ref().map(|player| player as &dyn DuelPlayer));
        let work = work(held, players, self.shares).map_err(|error| of_duel(error, held, memory))?;
        let values = work.values();
        Ok(DuelAnswer::new(&work.solve()?, values, mover.rules()))
    }
}

impl Service {
    /// The values of a whole game of two, for players who play it perfectly.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if it needs more memory than the limit, or the progress callback stops it.
    pub fn duel_book(&self, effort: &Effort<'_>) -> Result<DuelBook, ServiceError> {
        effort.begins(Step::Duel);
        let (new, held) = (Scorecard::new(self.rules()), self.taken(effort));
        let duel = win::Duel::new(self.table().model()).with(effort.run.memory(self.memory.saturating_sub(held)));
        duel.work(&new, &new).and_then(DuelWork::solve_all).map_err(|error| of_duel(error, held, self.memory))
    }
}

/// The error of a duel beside this many held bytes, under this limit.
fn of_duel(error: ObjectiveError, held: u64, limit: u64) -> ServiceError {
    match error {
        ObjectiveError::TooLarge { needed, .. } => ServiceError::TooLarge { work: Work::Duel, needed: needed.saturating_add(held), limit },
        error => error.into(),
    }
}
