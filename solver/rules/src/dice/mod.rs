//! Dice: faces, rolls and holds, the hold lattice that joins them, and seeded throws.

mod cup;
mod die;
mod element;
mod game_dice;
mod lattice;
mod multiset;
mod numbering;
mod roll;
#[cfg(feature = "serde")]
mod serial;

pub use cup::{Choices, Cup, Seed};
pub use die::Die;
#[doc(hidden)]
pub use element::{Element, Lanes};
pub use game_dice::GameDice;
#[doc(hidden)]
pub use lattice::{Lattice, Node};
pub use multiset::{Dice, DiceError, Face, MAX_DICE, MAX_FACES};
pub use roll::{Hold, RerollsLeft, Roll};
