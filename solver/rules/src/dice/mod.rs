//! Dice: faces, rolls and holds, the nodes of the hold lattice that joins them, and seeded throws.

mod cup;
mod die;
mod game_dice;
mod multiset;
mod nodes;
mod numbering;
mod roll;
#[cfg(feature = "serde")]
mod serial;

pub use cup::{Choices, Cup, Seed};
pub use die::Die;
pub use game_dice::GameDice;
pub use multiset::{Dice, DiceError, Face, MAX_DICE, MAX_FACES};
pub use nodes::{Node, Nodes};
pub use roll::{Hold, RerollsLeft, Roll};
