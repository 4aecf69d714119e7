//! Single states: all values of their turns. They are compiled once, because single values gain nothing from wider vectors.

use super::counted::Counted;
use super::element::{BLOCK, Element, Lanes};
use super::lattice::Lattice;
use super::plan::{Plan, Source};
use super::row::Row;
use super::stages::Stages;
use super::successors::Successors;
use super::turn::{Read, Turns, Workspace};
use super::watch::{UpToHolds, Watch};

/// Computes the values of the holds of a state: with one reroll left, then with two, up to those of `turns`; each time it calls `held`.
pub fn holds(
    workspace: &mut Workspace<f64>,
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    ends: &dyn Read<f64>,
    turns: Turns,
    held: &mut dyn FnMut(u8, &[f64]),
) {
    workspace.make_room(lattice, plan, &0.0);
    workspace.turn(lattice, plan, row, ends, turns, &mut UpToHolds { rerolls: turns.most, held });
}

/// Keeps the values of all actions of the turns of a state.
pub fn record_actions(
    stages: &mut Stages<f64>,
    workspace: &mut Workspace<f64>,
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    ends: &dyn Read<f64>,
    turns: Turns,
) {
    stages.make_room(plan, turns);
    workspace.make_room(lattice, plan, &0.0);
    workspace.turn(lattice, plan, row, ends, turns, stages);
}

/// The same in the lanes of a row from `first` on.
pub fn record_actions_of_block(
    stages: &mut Stages<Lanes<BLOCK>>,
    workspace: &mut Workspace<Lanes<BLOCK>>,
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    successors: Successors<'_>,
    first: usize,
    turns: Turns,
) {
    stages.make_room(plan, turns);
    workspace.make_room(lattice, plan, &Lanes::default());
    workspace.turn(lattice, plan, row, &successors.from(first), turns, stages);
}

/// Raises a block of lanes to the values of a source in the lanes from `first` on.
pub fn raise_lanes(best: &mut Lanes<BLOCK>, successors: Successors<'_>, source: &Source, first: usize) {
    best.raise_to(&successors.read(source, first));
}

/// The nodes of the lattice after turns that are counted exactly. `read` gives the value of each end.
pub fn counted_turns(
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    turns: Turns,
    read: &dyn Fn(&Source) -> Counted,
    watch: &mut dyn Watch<Counted>,
) -> Vec<Counted> {
    let mut workspace = Workspace::new(lattice, plan, &Counted::NOTHING);
    workspace.turn(lattice, plan, row, &read, turns, watch);
    workspace.nodes
}
