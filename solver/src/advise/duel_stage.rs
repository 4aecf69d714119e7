//! One turn of a duel for every pair of states, and the storage of its values.
//!
//! ```text
//! a stage: the player to move has m boxes open, the other n
//! for each state of the other:                                    # its turn comes next
//!     done = the values after this turn, for each state that the mover may reach: the mirrored values of the next stage
//!     solve the layer of the mover's states, with the difference of the scores as their lanes
//!     keep the values, ordered by the mover's states              # in the order in which the stage before reads them
//! ```
//!
//! A value is the balance for the mover: its chance to win less the other's. So the other's value is the exact negative.

use std::iter::Peekable;

use yahtzee_kernel::{SolveState, mark_rises};

use super::duel_player::DuelPlayer;
use super::duel_seat::{Seat, Spot};
use crate::solve::{Job, Layer, Model, Walker, Windows, solve_layer};
use crate::space::Row;

/// The number of parts of a stage. Each part is dropped as soon as the stage before has read it.
pub(super) const PARTS: usize = 16;

/// The values of a stage, with `N` further numbers each.
#[derive(Clone, Debug)]
pub(super) struct Stage<const N: usize> {
    /// The number of the mover's states in each part except the last.
    per_part: usize,
    /// By part of the mover's states, and by state of the other.
    pieces: Vec<Vec<Piece<N>>>,
}

/// The values of some consecutive states of the mover, with one state of the other: for each, its differences from the lowest on.
#[derive(Clone, Debug)]
pub(super) struct Piece<const N: usize> {
    values: Vec<f64>,
    carried: [Vec<f64>; N],
    /// The end of the values of each state.
    ends: Vec<u32>,
}

/// The turns of all states of the mover against one state of the other.
#[derive(Clone, Debug)]
pub(super) struct Group<const N: usize> {
    pub(super) windows: Windows,
    /// The worths of the turn's ends.
    pub(super) done: Layer<N>,
    /// The worths before the turn.
    pub(super) solved: Layer<N>,
}

impl<const N: usize> Group<N> {
    /// The values of the mover's states, in parts of `per_part` states.
    pub(super) fn pieces(&self, spots: &[Spot], per_part: usize) -> Vec<Piece<N>> {
        let piece = |spots: &[Spot]| {
            let places = || {
                spots.iter().map(|spot| {
                    let places = self.windows.at(spot.position).values();
                    // The last entry is only for reading past the end.
                    places.start..places.end - 1
                })
            };
            let width = places().map(|places| places.len()).sum();
            let copy = |from: &[f64]| {
                let mut copied = Vec::with_capacity(width);
                places().for_each(|places| copied.extend_from_slice(&from[places]));
                copied
            };
            let mut end = 0;
            let ends = places().map(|places| {
                end += places.len() as u32;
                end
            });
            let ends = ends.collect();
            Piece { values: copy(&self.solved.values), carried: self.solved.carried.each_ref().map(|carried| copy(carried)), ends }
        };
        spots.chunks(per_part).map(piece).collect()
    }
}

impl<const N: usize> Piece<N> {
    /// The number of its values.
    pub(super) fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Where the values of a state begin.
    #[inline]
    fn start(&self, state: usize) -> usize {
        if state == 0 { 0 } else { self.ends[state - 1] as usize }
    }
}

/// The player to move and the number of open categories.
#[derive(Clone, Copy)]
pub(super) struct DuelTurn<'a> {
    pub(super) model: &'a Model,
    pub(super) mover: &'a Seat,
    pub(super) other: &'a Seat,
    /// The open categories of both together.
    pub(super) open: usize,
    /// The value of a tie for the mover, from -1 to 1.
    pub(super) tie: f64,
    /// How the mover plays, if imperfectly.
    pub(super) player: Option<&'a dyn DuelPlayer>,
}

impl<'a> DuelTurn<'a> {
    /// The mover's states before the turn.
    pub(super) fn spots(&self) -> &'a [Spot] {
        self.mover.spots(self.open.div_ceil(2))
    }

    /// The mover's states after the turn.
    fn spots_after(&self) -> &'a [Spot] {
        self.mover.spots(self.open.div_ceil(2) - 1)
    }

    /// The other's states.
    pub(super) fn others(&self) -> &'a [Spot] {
        self.other.spots(self.open / 2)
    }

    pub(super) fn rows(&self) -> &'a [Row] {
        self.model.space().layers().nth(self.open.div_ceil(2)).expect("a layer for each number of open categories")
    }

    /// The ends of the turn against one state of the other. `next` is the following stage, for that state.
    pub(super) fn ends<const N: usize>(&self, other: &Spot, next: Option<(&Stage<N>, usize)>) -> (Windows, Layer<N>) {
        let (before, after) = (self.spots(), self.spots_after());
        let mut states = after.iter().chain(before).peekable();
        let windows = Windows::of_two_layers(self.model, self.mover.start.filled, self.open.div_ceil(2), |position| {
            next_at(&mut states, position).map_or((0, -1), |spot| spot.differences(other))
        });
        let mut done: Layer<N> = Layer::new(windows.length(self.open.div_ceil(2) - 1));
        for (index, spot) in after.iter().enumerate() {
            let places = windows.at(spot.position).values();
            let width = places.len() - 1;
            let values = &mut done.values[places.clone()];
            match next {
                Some((stage, mover)) => {
                    stage.mirror(mover, index, values, done.carried.each_mut().map(|carried| &mut carried[places.clone()]));
                }
                None => {
                    // Both cards are full, so at most one difference decides nothing: a tie.
                    values[..width].fill(self.tie);
                    for carried in &mut done.carried {
                        carried[places.clone()][..width].fill(1.0);
                    }
                }
            }
            values[width] = 1.0;
            mark_rises(values, &mut done.rises[places]);
        }
        (windows, done)
    }

    /// Solves the turn of every state of the mover against one state of the other. `next` is the following stage, for that state: the values of all
    /// states that the mover may reach.
    pub(super) fn solve<const N: usize>(&self, solve: SolveState<N>, other: &Spot, next: Option<(&Stage<N>, usize)>) -> Group<N> {
        if let Some(player) = self.player {
            return self.follow(player, other, next);
        }
        let (windows, done) = self.ends(other, next);
        let job = Job { solve, model: self.model, windows: &windows, reached: &[], done: &done, lowest: -1.0, highest: 1.0, at_once: 1.0 };
        let rows = self.rows();
        let length = windows.length(self.open.div_ceil(2));
        let solved = solve_layer(&job, rows, length, rows.len(), &Walker::alone());
        Group { windows, done, solved }
    }
}

/// The next state, if it is at this position.
fn next_at<'a>(states: &mut Peekable<impl Iterator<Item = &'a Spot>>, position: usize) -> Option<&'a Spot> {
    states.next_if(|spot| spot.position == position)
}

impl<const N: usize> Stage<N> {
    /// An empty stage for this many states of the mover.
    pub(super) fn new(states: usize) -> Stage<N> {
        let per_part = states.div_ceil(PARTS).max(1);
        Stage { per_part, pieces: vec![Vec::new(); states.div_ceil(per_part)] }
    }

    /// The number of the mover's states in each part except the last.
    pub(super) fn per_part(&self) -> usize {
        self.per_part
    }

    /// Takes the values of the next state of the other, part by part.
    pub(super) fn push(&mut self, pieces: Vec<Piece<N>>) {
        for (part, piece) in self.pieces.iter_mut().zip(pieces) {
            part.push(piece);
        }
    }

    /// The value of a state of the mover and one of the other, at the difference with this index in their window.
    #[inline]
    pub(super) fn value(&self, mover: usize, other: usize, difference: usize) -> f64 {
        let piece = &self.pieces[mover / self.per_part][other];
        piece.values[piece.start(mover % self.per_part) + difference]
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let of_piece = |piece: &Piece<N>| piece.len() * ((1 + N) * size_of::<f64>()) as u64 + (piece.ends.len() * size_of::<u32>()) as u64;
        self.pieces.iter().flatten().map(of_piece).sum()
    }

    /// Drops a part.
    pub(super) fn drop_part(&mut self, part: usize) {
        self.pieces[part] = Vec::new();
    }

    /// Writes the values of a pair of states from the other's view: in the opposite order, with the opposite sign.
    fn mirror(&self, mover: usize, other: usize, values: &mut [f64], carried: [&mut [f64]; N]) {
        let piece = &self.pieces[mover / self.per_part][other];
        let index = mover % self.per_part;
        let range = piece.start(index)..piece.ends[index] as usize;
        for (to, from) in values.iter_mut().zip(piece.values[range.clone()].iter().rev()) {
            *to = -from;
        }
        for (to, from) in carried.into_iter().zip(&piece.carried) {
            for (to, from) in to.iter_mut().zip(from[range.clone()].iter().rev()) {
                *to = *from;
            }
        }
    }
}
