//! Players, which answer one position after the other.

use super::turn_strategy::{Strategy, TurnStrategy};
use crate::dice::Seed;
use crate::game::{Action, Position};
use crate::rules::OtherRules;

/// A player: it answers one position after the other, game after game. It may fail, wait, or be a process.
pub trait Player {
    /// The error of a player without an answer.
    type Error;

    /// A new game begins, with its number in the run. A player that chooses at random starts its random numbers here, so that its games do not depend
    /// on earlier games.
    fn begin(&mut self, seed: Seed, game: u64) {
        let _ = (seed, game);
    }

    /// The player's action in a position.
    ///
    /// # Errors
    ///
    /// If the player has no answer; the run then ends.
    fn choose(&mut self, position: &Position) -> Result<Action, Self::Error>;
}

impl<P: Player + ?Sized> Player for Box<P> {
    type Error = P::Error;

    fn begin(&mut self, seed: Seed, game: u64) {
        (**self).begin(seed, game);
    }

    fn choose(&mut self, position: &Position) -> Result<Action, P::Error> {
        (**self).choose(position)
    }
}

/// A player that follows a [`Strategy`].
///
/// ```
/// use yahtzee_solver::{OptimalStrategy, Player, Position, RuleSet, Solver, StrategyPlayer};
/// let rules = RuleSet::builtin("kniffel")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let mut player = StrategyPlayer::new(OptimalStrategy::new(&table));
/// let action = player.choose(&Position::parse("11666", &rules)?)?;
/// assert_eq!(action.display(&rules).to_string(), "hold 666");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StrategyPlayer<S> {
    strategy: S,
    /// The turn of the last question.
    turn: Option<TurnStrategy>,
}

impl<S: Strategy> StrategyPlayer<S> {
    /// The player of a strategy.
    pub fn new(strategy: S) -> StrategyPlayer<S> {
        StrategyPlayer { strategy, turn: None }
    }
}

impl<S: Strategy> Player for StrategyPlayer<S> {
    type Error = OtherRules;

    fn choose(&mut self, position: &Position) -> Result<Action, OtherRules> {
        self.strategy.rules().check_same_game(position.rules())?;
        let state = position.state();
        let open = "a position has an open category";
        let turn = match self.turn.take() {
            Some(turn) if turn.state() == state => turn,
            Some(mut turn) => {
                self.strategy.turn_into(state, &mut turn).expect(open);
                turn
            }
            None => self.strategy.turn(state).expect(open),
        };
        Ok(self.turn.insert(turn).action(&position.roll(), position.rerolls_left()))
    }
}
