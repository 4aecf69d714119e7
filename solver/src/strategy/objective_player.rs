//! Playing for an objective other than the expected score.

use std::sync::Arc;

use super::optimal::OptimalStrategy;
use super::player::Player;
use super::turn_strategy::TurnStrategy;
use crate::game::{Action, Position};
use crate::solve::{UtilityValues, ValueTable};
use crate::space::StateError;

/// A player that maximises a utility of the final score, using solved values. A turn that these do not [cover](UtilityValues::covers) is an error.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Player, Position, RuleSet, Solver, Utility};
/// use yahtzee_solver::solve::UtilitySolver;
/// use yahtzee_solver::strategy::ObjectivePlayer;
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let position = Position::parse("12366 rerolls=1 1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50", table.rules())?;
/// let values = UtilitySolver::new(table.model(), &Utility::target(300)).work(position.state(), 237, 237)?.solve()?;
/// let action = ObjectivePlayer::new(&table, &Arc::new(values), 0).choose(&position)?;
/// assert_eq!(action.display(table.rules()).to_string(), "hold 66");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ObjectivePlayer {
    strategy: OptimalStrategy,
    values: Arc<UtilityValues>,
    before: i32,
    /// The turn of the last question, and its score.
    turn: Option<(i32, TurnStrategy)>,
}

impl ObjectivePlayer {
    /// A player with these values. `before` is added to the score of the cards.
    pub fn new(table: &ValueTable, values: &Arc<UtilityValues>, before: i32) -> ObjectivePlayer {
        ObjectivePlayer { strategy: OptimalStrategy::new(table), values: Arc::clone(values), before, turn: None }
    }
}

impl Player for ObjectivePlayer {
    type Error = StateError;

    fn choose(&mut self, position: &Position) -> Result<Action, StateError> {
        let score = self.before + position.card().written_score().get() as i32;
        let is_known = self.turn.as_ref().is_some_and(|(of, turn)| *of == score && turn.state() == position.state());
        if !is_known {
            let worths = self.values.turn_of(position.state(), score).ok_or(StateError::Unreachable)?;
            self.turn = Some((score, TurnStrategy::by_worths(self.strategy.chooser(), &worths)));
        }
        let (_, turn) = self.turn.as_ref().expect("the turn of this question");
        Ok(turn.action(&position.roll(), position.rerolls_left()))
    }
}
