//! The states and scores that one of two players can still reach, turn by turn.

use crate::rules::State;
use crate::solve::{Model, Walker, Windows, most_to_come};
use crate::space::Row;

/// A state that a player can reach, with the least and the most points there and later. Points are written points and extra bonuses, without the
/// upper bonus.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Its place in the state space.
    pub(super) position: usize,
    low: i32,
    high: i32,
    /// The most points to come, the upper bonus included.
    most: i32,
    /// What the card earns at the end in any case: the fewest points to come.
    earned: i32,
}

impl Spot {
    /// The reachable differences, this player's score less the other's, from which the rest of the game decides; none if the first is above the last.
    /// Below them the other player wins, above them this one.
    #[inline(always)]
    pub(super) fn differences(&self, other: &Spot) -> (i32, i32) {
        let (low, high) = self.reach(other);
        (low.max(other.earned - self.most), high.min(other.most - self.earned))
    }

    /// The reachable differences, from the lowest to the highest.
    #[inline(always)]
    pub(super) fn reach(&self, other: &Spot) -> (i32, i32) {
        (self.low - other.high, self.high - other.low)
    }

    /// The number of the [`differences`](Spot::differences) with a value.
    #[inline(always)]
    pub(super) fn width(&self, other: &Spot) -> usize {
        let (low, high) = self.differences(other);
        (high - low + 1).max(0) as usize
    }
}

/// One of two players.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) start: State,
    /// The reachable states, by the number of open categories, each list in the order of the state space.
    spots: Vec<Vec<Spot>>,
}

impl Seat {
    /// The seat of a player whose turn begins in a state, with this score.
    pub(super) fn new(model: &Model, start: &State, score: i32) -> Seat {
        let space = model.space();
        let open = model.rules().category_count() - start.filled.count();
        let reach = Windows::ahead(model, start, (score, score), open);
        let most = most_to_come(model, &Walker::alone(), start.filled);
        let spots_of = |rows: &[Row]| -> Vec<Spot> {
            let rows = rows.iter().filter(|row| row.filled.contains_all(start.filled));
            let futures = rows.flat_map(|row| space.futures(row));
            let spot = |(position, state): (usize, State)| {
                let reach = reach.at(position);
                let (low, high) = (reach.first, reach.first + reach.len as i32 - 1);
                let earned = model.rules().sure_at_the_end(&state).get() as i32;
                (reach.len > 0).then_some(Spot { position, low, high, most: most[position] as i32, earned })
            };
            futures.filter_map(spot).collect()
        };
        Seat { start: *start, spots: space.layers().take(open + 1).map(spots_of).collect() }
    }

    /// The memory to find the states, in bytes.
    pub(super) fn bytes_needed(model: &Model, start: &State) -> u64 {
        // A spot takes more memory than the window it comes from.
        2 * Windows::bytes_to_find(model, start)
    }

    /// The memory of the states, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.spots.iter().map(Vec::len).sum::<usize>() * size_of::<Spot>()) as u64
    }

    /// The memory of the windows of the states before and after a turn, in bytes.
    pub(super) fn bytes_of_windows(model: &Model, open: usize) -> u64 {
        Windows::bytes_of_layers(model, open.saturating_sub(1), open)
    }

    /// The states with this many open categories.
    pub(super) fn spots(&self, open: usize) -> &[Spot] {
        &self.spots[open]
    }

    /// The number of open categories at the start.
    pub(super) fn open(&self) -> usize {
        self.spots.len() - 1
    }
}

/// The player to move and the other player, when both together have this many open categories. The first seat moves first.
pub(super) fn by_turn(seats: &[Seat; 2], open: usize) -> (&Seat, &Seat) {
    let [first, second] = seats;
    if (first.open() + second.open() - open).is_multiple_of(2) { (first, second) } else { (second, first) }
}
