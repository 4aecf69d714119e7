//! The things that a player may do.

use crate::dice::Hold;
use crate::rules::Placement;

/// One thing a player may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keep these dice and reroll the others.
    Hold(Hold),
    /// Write the roll into a category.
    Score(Placement),
}
