//! Dice: faces, rolls and holds, the hold lattice that joins them, and seeded throws.
//!
//! This room uses no other room.

mod cup;
mod element;
mod lattice;
mod multiset;
mod roll;
#[cfg(feature = "serde")]
mod serial;
mod written;

pub(crate) use cup::Choices;
pub use cup::{Cup, Seed};
pub(crate) use element::{Element, Lanes};
pub(crate) use lattice::{Lattice, Node};
pub use multiset::{Dice, DiceError, FACES, Face, MAX_DICE};
pub use roll::{Hold, RerollsLeft, Roll};
pub(crate) use written::WrittenWalks;
