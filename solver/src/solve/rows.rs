//! The numbers of a table: of all rows of the state space, or of those that one turn needs.

use std::sync::{Arc, OnceLock};

use super::model::Model;
use crate::rules::{Filled, State};

/// `N` numbers for each lane of each row of a state space, padding included.
#[derive(Clone, Debug)]
pub(crate) enum Rows<const N: usize> {
    /// The numbers of all rows.
    All([Vec<f64>; N]),
    /// Those that a turn needs. The rest is computed if it is asked for, so that no answer is ever wrong for want of it.
    #[cfg_attr(not(feature = "fs"), expect(dead_code, reason = "only files are read in part"))]
    AfterTurn(Arc<AfterTurn<N>>),
}

/// The numbers of the rows that the turn of a row may lead to.
#[derive(Debug)]
pub(crate) struct AfterTurn<const N: usize> {
    filled: Filled,
    flag: bool,
    /// As long as the space; 0 in the other rows.
    arrays: [Vec<f64>; N],
    all: OnceLock<[Vec<f64>; N]>,
    compute: Compute<N>,
}

/// Computes the numbers of all rows.
type Compute<const N: usize> = fn(&Arc<Model>) -> [Vec<f64>; N];

impl<const N: usize> Rows<N> {
    /// The numbers of the rows that the turn of `state` may lead to. The arrays are as long as the space.
    #[cfg(feature = "fs")]
    pub(crate) fn after_turn(state: &State, arrays: [Vec<f64>; N], compute: Compute<N>) -> Rows<N> {
        Rows::AfterTurn(Arc::new(AfterTurn { filled: state.filled, flag: state.flag, arrays, all: OnceLock::new(), compute }))
    }

    /// The arrays of all rows.
    pub(crate) fn all(&self, model: &Arc<Model>) -> &[Vec<f64>; N] {
        match self {
            Rows::All(arrays) => arrays,
            Rows::AfterTurn(some) => some.all.get_or_init(|| (some.compute)(model)),
        }
    }

    /// Arrays with the numbers of all rows that the turn of a row may lead to.
    pub(crate) fn after(&self, model: &Arc<Model>, filled: Filled, flag: bool) -> &[Vec<f64>; N] {
        match self {
            Rows::AfterTurn(some) if (some.filled, some.flag) == (filled, flag) => &some.arrays,
            _ => self.all(model),
        }
    }

    /// The numbers of a reachable state.
    pub(crate) fn at(&self, model: &Arc<Model>, state: &State) -> [f64; N] {
        let arrays = match self {
            Rows::AfterTurn(some) if model.space.follows(state.filled, state.flag, some.filled, some.flag) => &some.arrays,
            _ => self.all(model),
        };
        let position = model.space.position(state);
        arrays.each_ref().map(|array| array[position])
    }
}
