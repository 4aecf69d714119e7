//! The dice cup: seeded throws.
//!
//! Every turn of every game has its own random generator, started from a hash of the seed, the game number and the turn number. So the dice of a game
//! do not depend on other games of the run, on the number of threads, or on the player's actions in earlier turns. Two players with the same seed get
//! the same first roll in each turn.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use xxhash_rust::xxh3::xxh3_128;

use super::game_dice::GameDice;
use super::multiset::{Dice, DiceError, MAX_DICE};
use super::nodes::{Node, Nodes};
use super::roll::Roll;

/// A seed. It determines all dice of a run.
///
/// ```
/// use yahtzee_solver::dice::{Die, GameDice};
/// use yahtzee_solver::{Dice, Seed};
/// let five = GameDice::new(5, Die::SIX);
/// let roll = Seed::new(1).cup(0, 0).throw(&five, &Dice::NONE)?;
/// assert_eq!(roll, Seed::new(1).cup(0, 0).throw(&five, &Dice::NONE)?);
/// assert_eq!(roll.len(), 5);
/// # Ok::<(), yahtzee_solver::dice::DiceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed {
    key: u128,
}

/// The dice cup of one turn.
#[derive(Clone, Debug)]
pub struct Cup {
    random: Pcg64Mcg,
}

/// The purpose of a generator. Generators for different purposes are independent.
#[derive(Clone, Copy)]
enum Purpose {
    Dice = 0,
    Choices = 1,
}

impl Seed {
    /// A seed with this number.
    pub fn new(seed: u64) -> Seed {
        Seed { key: xxh3_128(&u128::from(seed).to_le_bytes()) }
    }

    /// The cup of one turn of one game, both counted from 0.
    #[inline]
    pub fn cup(self, game: u64, turn: u32) -> Cup {
        Cup { random: self.generator(game, turn, Purpose::Dice) }
    }

    /// The random choices of a player in one game, independent of the dice of the game.
    pub fn choices(self, game: u64) -> Choices {
        Choices { random: self.generator(game, 0, Purpose::Choices) }
    }

    /// A PCG generator (O'Neill 2014, 128 bits of state) that starts from a hash, so that neighbouring seeds, games and turns give independent dice.
    /// The key is a hash of the seed. XXH3's own seed parameter is not used: it is added to the input, so seed 1 of game 0 could equal seed 0 of
    /// game 1.
    #[inline]
    fn generator(self, game: u64, turn: u32, purpose: Purpose) -> Pcg64Mcg {
        let name = u128::from(game) << 64 | u128::from(turn) << 32 | purpose as u128;
        Pcg64Mcg::new(xxh3_128(&(name ^ self.key).to_le_bytes()))
    }
}

impl Cup {
    /// Throws the dice of a game that are not in `kept`. Before the first roll of a turn no dice are kept.
    ///
    /// # Errors
    ///
    /// [`DiceError::TooMany`] for more dice than any game has; [`DiceError::WrongNumber`] if more dice are kept than the game has.
    pub fn throw(&mut self, dice: &GameDice, kept: &Dice) -> Result<Roll, DiceError> {
        let (count, die) = (dice.count(), dice.die());
        if count > MAX_DICE {
            return Err(DiceError::TooMany { found: count });
        }
        let free = count.checked_sub(kept.len()).ok_or(DiceError::WrongNumber { found: kept.len(), wanted: count })?;
        let mut fraction = self.random.next_u64();
        let thrown = (0..free).fold(*kept, |thrown, _| thrown.with(die.face_on(next_side(&mut fraction, die.sides()))));
        Roll::new(thrown, count)
    }

    /// [`throw`](Cup::throw) on the nodes: returns the node of the roll.
    #[inline(always)]
    pub fn fall(&mut self, nodes: &Nodes, hold: Node) -> Node {
        let mut fraction = self.random.next_u64();
        nodes.fall(hold, |sides| next_side(&mut fraction, sides))
    }
}

/// The dice of a throw are the digits of one random number, a fraction of 2^64, to the base of the number of sides. The probability of an outcome of six
/// six-sided dice is right to one part in 10^14; of all dice that a game may have, to one part in 10^9.
#[inline(always)]
fn next_side(fraction: &mut u64, sides: u32) -> u32 {
    let digit = u128::from(*fraction) * u128::from(sides);
    *fraction = digit as u64;
    (digit >> 64) as u32
}

/// The random choices of a player in one game, independent of the dice of the game.
#[derive(Clone, Debug)]
pub struct Choices {
    random: Pcg64Mcg,
}

impl Choices {
    /// A number below `bound`, all equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.random.next_u64()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::die::Die;
    use super::*;

    const FIVE: GameDice = GameDice::new(5, Die::SIX);

    /// Pearson's statistic of `counts` against `expected`, in standard deviations from its mean.
    fn excess(counts: &[u64], expected: impl Iterator<Item = f64>) -> f64 {
        let statistic: f64 = counts.iter().zip(expected).map(|(&count, expected)| (count as f64 - expected).powi(2) / expected).sum();
        let freedom = counts.len() as f64 - 1.0;
        (statistic - freedom) / (2.0 * freedom).sqrt()
    }

    #[test]
    fn first_rolls_fall_as_often_as_they_should() {
        let loaded = Die::with_sides(&[1, 2, 2, 3, 3, 3, 4]).unwrap();
        let others = [GameDice::new(3, Die::fair(10).unwrap()), GameDice::new(4, loaded)];
        for dice in [1, 2, 5, 6].map(|dice| GameDice::new(dice, Die::SIX)).into_iter().chain(others) {
            let nodes = Nodes::new(&dice);
            let mut counts = vec![0; nodes.rolls().len()];
            let games = 60_000;
            for game in 0..games {
                for turn in 0..4 {
                    let node = Seed::new(7).cup(game, turn).fall(&nodes, Node::ROOT);
                    counts[node.index() - nodes.rolls().start] += 1;
                }
            }
            let share = 4.0 * games as f64 / f64::from(nodes.multiplicities().sum::<u32>());
            let excess = excess(&counts, nodes.multiplicities().map(|times| f64::from(times) * share));
            assert!(excess.abs() < 4.0, "{dice:?}: {excess}");
        }
    }

    #[test]
    fn rerolls_keep_the_hold_and_do_not_depend_on_the_roll_before() {
        let nodes = Nodes::new(&FIVE);
        let kept = Dice::parse("335").unwrap();
        let mut counts = vec![0; 21 * 6];
        for game in 0..100_000 {
            let mut cup = Seed::new(3).cup(game, 0);
            let first = cup.throw(&FIVE, &Dice::NONE).unwrap();
            let second = nodes.dice_at(cup.fall(&nodes, nodes.hold(&kept)).index()).minus(&kept).unwrap();
            let fallen = Dice::all(2).iter().position(|dice| *dice == second).unwrap();
            counts[fallen * 6 + first.sum() as usize % 6] += 1;
        }
        // The sum of five dice has each remainder modulo six equally often.
        let twos = Dice::all(2);
        let expected = twos.iter().flat_map(|dice| [f64::from(dice.orders()) / 36.0 / 6.0 * 1e5; 6]);
        let excess = excess(&counts, expected);
        assert!(excess.abs() < 4.0, "{excess}");
    }

    #[test]
    fn throws_are_those_on_the_lattice() {
        let nodes = Nodes::new(&FIVE);
        for game in 0..200 {
            let kept = Dice::parse(&"13366"[..game as usize % 5]).unwrap();
            let node = Seed::new(8).cup(game, 1).fall(&nodes, nodes.hold(&kept));
            assert_eq!(Seed::new(8).cup(game, 1).throw(&FIVE, &kept), Ok(nodes.roll_at(node.index())));
        }
        let loaded = GameDice::new(4, Die::with_sides(&[1, 2, 2, 3, 3, 3, 4]).unwrap());
        let nodes = Nodes::new(&loaded);
        for (game, text) in (0..200).zip(["", "3", "34", "112"].into_iter().cycle()) {
            let kept = loaded.die().parse(text).unwrap();
            let node = Seed::new(8).cup(game, 1).fall(&nodes, nodes.hold(&kept));
            assert_eq!(Seed::new(8).cup(game, 1).throw(&loaded, &kept), Ok(nodes.roll_at(node.index())));
        }
        let mut cup = Seed::new(8).cup(0, 0);
        assert_eq!(cup.throw(&GameDice::new(9, Die::SIX), &Dice::NONE), Err(DiceError::TooMany { found: 9 }));
        assert!(cup.throw(&GameDice::new(2, Die::SIX), &Dice::parse("123").unwrap()).is_err());
    }

    #[test]
    fn seeds_games_and_turns_have_dice_of_their_own() {
        let cups = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1 << 40, 0, 0), (0, 1 << 40, 0)];
        let rolls = cups.map(|(seed, game, turn)| {
            let mut cup = Seed::new(seed).cup(game, turn);
            [(); 8].map(|()| cup.throw(&FIVE, &Dice::NONE).unwrap())
        });
        for (index, some) in rolls.iter().enumerate() {
            assert!(rolls[..index].iter().all(|others| others != some));
        }
    }

    #[test]
    fn choices_are_uniform_and_not_the_dice() {
        let mut counts = [0; 7];
        for game in 0..70_000 {
            counts[Seed::new(5).choices(game).below(7)] += 1;
        }
        assert!(excess(&counts, std::iter::repeat(1e4)).abs() < 4.0);
        let same_numbers = |game| Seed::new(5).choices(game).random.next_u64() == Seed::new(5).cup(game, 0).random.next_u64();
        assert!(!(0..100).any(same_numbers));
    }
}
