//! Follows an imperfect player of a duel.

use super::duel_player::DuelPlayer;
use super::duel_seat::Spot;
use super::duel_stage::{Group, Stage, Turn};
use crate::dice::Lanes;
use crate::solve::{Layer, Model, RowPlan, SimdLevel, Source, Turns, Vectorized, Windows, Workspace};
use crate::space::BLOCK;
use crate::strategy::{ByWorth, Choosing, Chosen, TieOrder};

/// The best action of a player in each lane, with its expected score and the value of the duel after it.
type Followed = Chosen<BLOCK, 2, ByWorth>;

impl Turn<'_> {
    /// [`solve`](Turn::solve) for a mover who plays like this. It finds no further numbers with the values.
    pub(super) fn follow<const N: usize>(&self, player: &dyn DuelPlayer, other: &Spot, next: Option<(&Stage<N>, usize)>) -> Group<N> {
        let (windows, done) = self.ends(other, next);
        let mut solved = Layer::new(windows.length(self.open.div_ceil(2)));
        let worths = player.worths(other.position);
        SimdLevel::Widest.run(Following {
            turn: self,
            player,
            worths: &*worths,
            windows: &windows,
            done: &done.values,
            solved: &mut solved.values,
        });
        Group { windows, done, solved }
    }
}

struct Following<'a> {
    turn: &'a Turn<'a>,
    player: &'a dyn DuelPlayer,
    worths: &'a dyn Fn(usize, i32) -> f64,
    windows: &'a Windows,
    done: &'a [f64],
    solved: &'a mut [f64],
}

impl Vectorized for Following<'_> {
    #[inline(always)]
    fn run(self) {
        let Following { turn, player, worths, windows, done, solved } = self;
        let Model { lattice, space, plan, .. } = turn.model;
        let to_come = player.to_come();
        let ties = TieOrder::new(lattice);
        let mut workspace = Workspace::new(lattice, plan, &Followed::default());
        let mut row_plan = RowPlan::default();
        for row in turn.rows().iter().filter(|row| windows.has(row)) {
            row_plan.fill(plan, space, row.filled, row.flag);
            for (saved, plane) in (0..).zip(space.planes(row)) {
                for (lane, position) in plane.enumerate() {
                    let window = windows.at(position);
                    let places = window.values();
                    solved[places.end - 1] = 1.0;
                    for first in (0..window.len as usize).step_by(BLOCK) {
                        let ends = |source: &Source| {
                            let to = source.position(space.shifts(), lane);
                            let after = windows.at(to);
                            let ahead = window.first + first as i32 + source.points.get() as i32;
                            let mut worth = Lanes::default();
                            let mut balance = Lanes::default();
                            for (lane, ahead) in (0..BLOCK).zip(ahead..) {
                                worth.0[lane] = worths(to, ahead);
                                balance.0[lane] = after.value(done, ahead);
                            }
                            let expected = Lanes([to_come[to] + f64::from(source.points); BLOCK]);
                            Followed::new(worth, TieOrder::of_placement(source), [expected, balance])
                        };
                        let here = &mut solved[places.start + first..places.end - 1];
                        let keep = |_: u8, rolls: &[Followed]| {
                            let means = lattice.mean(rolls, |roll| &roll.best.carried[1]);
                            here.iter_mut().zip(means.0).for_each(|(value, mean)| *value = mean);
                        };
                        let mut choosing = Choosing { ties: &ties, first: keep };
                        workspace.turn(lattice, plan, &row_plan, &ends, Turns::one(plan, saved), &mut choosing);
                    }
                }
            }
        }
    }
}
