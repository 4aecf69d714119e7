//! The walks over the hold lattice in a turn: loops for every game, and unrolled walks for blocks of values in the widest vectors.

use multiversion::multiversion;
use multiversion::target::target_cfg_f;

use super::carrying::Carrying;
use super::model::Model;
use super::watch::{IgnoresMeans, Watch};
use crate::dice::{Element, Lattice, WrittenWalks};
use crate::space::BLOCK;

/// Walks over the nodes of a lattice, with a watcher of the means.
#[doc(hidden)]
pub trait Walks<E, W> {
    fn lattice(&self) -> &Lattice;

    /// Sets the element of each hold to its mean over the next throw, which leaves one reroll fewer.
    fn take_means(&self, nodes: &mut [E], rerolls_left: u8, watch: &mut W);

    /// Raises each node to the best of all holds in it. With `only_rolls` the holds have their best already.
    fn take_best(&self, nodes: &mut [E], only_rolls: bool);
}

impl<E: Element, W: Watch<E>> Walks<E, W> for Lattice {
    #[inline(always)]
    fn lattice(&self) -> &Lattice {
        self
    }

    #[inline(always)]
    fn take_means(&self, nodes: &mut [E], rerolls_left: u8, watch: &mut W) {
        self.expect(nodes, |hold, mean| watch.mean(rerolls_left, hold, mean));
    }

    #[inline(always)]
    fn take_best(&self, nodes: &mut [E], only_rolls: bool) {
        self.best(nodes, only_rolls);
    }
}

/// The unrolled walks. Compiling them takes half of the time for this crate, so all work calls the same functions. Only values alone have them: with
/// further numbers it loops.
pub(crate) struct Unrolled<'a> {
    lattice: &'a Lattice,
    written: &'a WrittenWalks,
}

impl<'a> Unrolled<'a> {
    /// The unrolled walks of a game, if its dice have them.
    pub(crate) fn of(model: &'a Model) -> Option<Unrolled<'a>> {
        let lattice = &model.lattice;
        Some(Unrolled { lattice, written: lattice.written()? })
    }
}

impl<const N: usize, W: IgnoresMeans> Walks<Carrying<BLOCK, N>, W> for Unrolled<'_> {
    #[inline(always)]
    fn lattice(&self) -> &Lattice {
        self.lattice
    }

    #[inline(always)]
    fn take_means(&self, nodes: &mut [Carrying<BLOCK, N>], _: u8, _: &mut W) {
        take_means(self.written, self.lattice, nodes);
    }

    #[inline(always)]
    fn take_best(&self, nodes: &mut [Carrying<BLOCK, N>], _: bool) {
        take_best(self.written, self.lattice, nodes);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl"))]
fn take_means<const N: usize>(written: &WrittenWalks, lattice: &Lattice, nodes: &mut [Carrying<BLOCK, N>]) {
    if const { N == 0 && target_cfg_f!(target_feature = "avx512f") } {
        written.expect(nodes);
    } else {
        lattice.expect(nodes, |_, _| ());
    }
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl"))]
fn take_best<const N: usize>(written: &WrittenWalks, lattice: &Lattice, nodes: &mut [Carrying<BLOCK, N>]) {
    if const { N == 0 && target_cfg_f!(target_feature = "avx512f") } {
        written.best(nodes);
    } else {
        lattice.best(nodes, false);
    }
}
