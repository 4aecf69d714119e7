//! The values of all turns of a duel, to play it to the end.

use std::sync::Arc;

use super::duel_seat::{Seat, by_turn};
use super::duel_stage::Stage;
use crate::rules::State;
use crate::solve::Model;

/// The value of a duel at every reachable pair of states. It guides both players to the end of the game.
#[derive(Clone, Debug)]
pub struct DuelBook {
    model: Arc<Model>,
    seats: [Seat; 2],
    /// By the number of open categories of both together; none for full cards.
    stages: Vec<Stage<0>>,
    /// For each seat and position in the state space: the place of the state among the states with as many open categories.
    places: [Vec<u32>; 2],
    /// The value of a tie for the first player.
    tie: f64,
}

impl DuelBook {
    pub(super) fn new(model: &Arc<Model>, seats: [Seat; 2], stages: Vec<Stage<0>>, tie: f64) -> DuelBook {
        let places = seats.each_ref().map(|seat| {
            let mut places = vec![u32::MAX; model.space().width()];
            for spots in (0..=seat.open()).map(|open| seat.spots(open)) {
                for (place, spot) in (0..).zip(spots) {
                    places[spot.position] = place;
                }
            }
            places
        });
        DuelBook { model: Arc::clone(model), seats, stages, places, tie }
    }

    /// The model: the rules, the lattice and the states.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The balance for the player to move before a turn: the chance to win less the other's chance; a tie counts between -1 and 1. `ahead` is the
    /// lead of the player to move in points, without upper bonuses. `None` if the duel does not reach such a turn.
    pub fn balance(&self, mover: &State, other: &State, ahead: i32) -> Option<f64> {
        let space = self.model.space();
        let open = |state: &State| self.model.rules().category_count() - state.filled.count();
        let (mine, others) = (space.place(mover)?, space.place(other)?);
        (open(mover) > 0 && (open(mover) == open(other) || open(mover) == open(other) + 1)).then_some(())?;
        self.balance_at(mine, others, open(mover) + open(other), ahead)
    }

    /// The same for positions in the state space, with this many categories open in both together.
    #[inline]
    pub(crate) fn balance_at(&self, mover: usize, other: usize, open: usize, ahead: i32) -> Option<f64> {
        let (seat, rival) = by_turn(&self.seats, open);
        let [first, second] = &self.places;
        let is_first = std::ptr::eq(seat, &self.seats[0]);
        let (mine, others) = if is_first { (first[mover], second[other]) } else { (second[mover], first[other]) };
        let (mine, others) = (usize::try_from(mine).ok()?, usize::try_from(others).ok()?);
        let (here, there) = (seat.spots(open.div_ceil(2)).get(mine)?, rival.spots(open / 2).get(others)?);
        let ((least, most), (low, high)) = (here.reach(there), here.differences(there));
        (least..=most).contains(&ahead).then_some(())?;
        Some(match ahead {
            below if below < low => -1.0,
            above if above > high => 1.0,
            _ if open == 0 => {
                if is_first {
                    self.tie
                } else {
                    -self.tie
                }
            }
            ahead => self.stages[open].value(mine, others, (ahead - low) as usize),
        })
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.stages.iter().map(Stage::bytes).sum()
    }
}
