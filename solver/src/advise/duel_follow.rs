//! Follows an imperfect player of a duel.

use yahtzee_kernel::{Followed, Lanes, Source, TieOrder};

use super::duel_player::DuelPlayer;
use super::duel_seat::Spot;
use super::duel_stage::{DuelTurn, Group, Stage};
use crate::evaluate::WorthTurns;
use crate::solve::{Layer, Model};
use crate::space::BLOCK;

impl DuelTurn<'_> {
    /// [`solve`](DuelTurn::solve) for a mover who plays like this. It finds no further numbers with the values.
    pub(super) fn follow<const N: usize>(&self, player: &dyn DuelPlayer, other: &Spot, next: Option<(&Stage<N>, usize)>) -> Group<N> {
        let (windows, done) = self.ends(other, next);
        let mut solved = Layer::new(windows.length(self.open.div_ceil(2)));
        let worths = player.worths(other.position);
        let values = &mut solved.values;
        let Model { space, .. } = self.model;
        let to_come = player.to_come();
        let mut turns = WorthTurns::new(self.model);
        for row in self.rows().iter().filter(|row| windows.has(row)) {
            turns.enter_row(row.filled, row.flag);
            for (throws, plane) in (0..).zip(space.planes(row)) {
                for (lane, position) in plane.enumerate() {
                    let window = windows.at(position);
                    let places = window.values();
                    values[places.end - 1] = 1.0;
                    for first in (0..window.len as usize).step_by(BLOCK) {
                        let ends = |source: &Source| {
                            let to = source.position(space.shifts(), lane);
                            let after = windows.at(to);
                            let ahead = window.first + first as i32 + source.points as i32;
                            let expected = Lanes([to_come[to] + f64::from(source.points); BLOCK]);
                            let (mut worth, mut balance) = (Lanes([player.at_once(); BLOCK]), Lanes([1.0; BLOCK]));
                            if source.wins {
                                return Followed::new(worth, TieOrder::of_placement(source), [expected, balance]);
                            }
                            for (lane, ahead) in (0..BLOCK).zip(ahead..) {
                                worth.0[lane] = worths(to, ahead);
                                balance.0[lane] = after.value(&done.values, ahead);
                            }
                            Followed::new(worth, TieOrder::of_placement(source), [expected, balance])
                        };
                        let means = turns.follow(throws, &ends);
                        values[places.start + first..places.end - 1].iter_mut().zip(means).for_each(|(value, mean)| *value = mean);
                    }
                }
            }
        }
        Group { windows, done, solved }
    }
}
