//! Dice: faces, rolls and holds, the hold lattice that joins them, and seeded throws.

mod cup;
mod die;
mod element;
mod kinds;
mod lattice;
mod multiset;
mod numbering;
mod roll;
#[cfg(feature = "serde")]
mod serial;

#[doc(hidden)]
pub use cup::Choices;
pub use cup::{Cup, Seed};
pub use die::Die;
#[doc(hidden)]
pub use element::{Element, Lanes};
pub use kinds::Kinds;
#[doc(hidden)]
pub use lattice::{Lattice, Node};
#[doc(hidden)]
pub use multiset::KINDS;
pub(crate) use multiset::OTHERS;
pub use multiset::{Dice, DiceError, Face, MAX_DICE, MAX_FACES};
pub(crate) use roll::ASIDE;
pub use roll::{Hold, Holds, RerollsLeft, Roll};
