//! Throws beyond those of a single turn: saved in earlier turns, or of a stock for the whole game.

/// The name of the entry of a card for saved throws.
pub(crate) const SAVED: &str = "saved";
/// The name of the entry of a card for what is left of a stock of extra throws.
pub(crate) const THROWS: &str = "throws";

/// What a game has of throws beyond those of a single turn. A state has one number for them: see [`State::throws`](crate::State::throws).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpareThrows {
    /// Nothing: unused throws are lost.
    None,
    /// Unused throws of a turn are saved for later turns. A turn has this many rerolls of its own. A state has the number of saved throws.
    Saved(u8),
    /// A card begins with a stock of this many extra throws. A turn uses its own throws first. A state has the number of extra throws used.
    Stock(u8),
}

impl SpareThrows {
    /// Whether the game has any.
    #[inline(always)]
    pub fn exist(self) -> bool {
        self != SpareThrows::None
    }

    /// The name of the entry of a card for the spare throws in hand.
    pub fn entry(self) -> Option<&'static str> {
        match self {
            SpareThrows::None => None,
            SpareThrows::Saved(_) => Some(SAVED),
            SpareThrows::Stock(_) => Some(THROWS),
        }
    }

    /// What tells the turns of states apart that cannot be computed together. With saved throws, a turn with more of them goes on from one with fewer, so
    /// all are computed together; what a turn leaves of a stock depends on what it began with.
    #[inline(always)]
    pub fn apart(self, throws: u8) -> u8 {
        if matches!(self, SpareThrows::Stock(_)) { throws } else { 0 }
    }

    /// The most that the number of a state can be once this many categories are filled; the least is 0.
    #[inline]
    pub fn most(self, filled: usize) -> u8 {
        match self {
            SpareThrows::None => 0,
            SpareThrows::Saved(rerolls) => filled as u8 * rerolls,
            SpareThrows::Stock(stock) => {
                if filled > 0 {
                    stock
                } else {
                    0
                }
            }
        }
    }

    /// The most spare throws in hand once this many categories are filled.
    pub fn most_in_hand(self, filled: usize) -> u8 {
        if let SpareThrows::Stock(stock) = self { stock } else { self.most(filled) }
    }

    /// The spare throws in hand before a turn of a state with this number.
    #[inline(always)]
    pub fn in_hand(self, throws: u8) -> u8 {
        match self {
            SpareThrows::None => 0,
            SpareThrows::Saved(_) => throws,
            SpareThrows::Stock(stock) => stock.saturating_sub(throws),
        }
    }

    /// The number of a state with this many spare throws in hand, once this many categories are filled; `None` if it cannot have as many.
    pub(crate) fn counted(self, in_hand: u64, filled: usize) -> Option<u8> {
        let throws = match self {
            SpareThrows::Stock(stock) => u64::from(stock).checked_sub(in_hand)?,
            _ => in_hand,
        };
        u8::try_from(throws).ok().filter(|throws| *throws <= self.most(filled))
    }

    /// The number of the state after a turn of a state with this number, given the rerolls left when its roll was scored.
    #[inline(always)]
    pub fn after(self, throws: u8, rerolls_left: u8) -> u8 {
        match self {
            SpareThrows::None => 0,
            SpareThrows::Saved(_) => rerolls_left,
            SpareThrows::Stock(stock) => throws.max(stock.saturating_sub(rerolls_left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SpareThrows;

    #[test]
    fn a_turn_uses_its_own_throws_before_those_of_the_stock() {
        // Turns of three throws with two extra ones. Nothing was used so far: there are four rerolls, of which the last two are extra.
        let stock = SpareThrows::Stock(2);
        assert_eq!(stock.in_hand(0), 2);
        assert_eq!([4, 3, 2, 1, 0].map(|rerolls_left| stock.after(0, rerolls_left)), [0, 0, 0, 1, 2]);
        assert_eq!([3, 2, 1, 0].map(|rerolls_left| stock.after(1, rerolls_left)), [1, 1, 1, 2]);
        assert_eq!([2, 1, 0].map(|rerolls_left| stock.after(2, rerolls_left)), [2, 2, 2]);
        assert_eq!([0, 1, 13].map(|filled| stock.most(filled)), [0, 2, 2]);
    }
}
