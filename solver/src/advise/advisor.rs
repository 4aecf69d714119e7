//! Every action of a position with its value.

use std::sync::Arc;

use super::proved::is_proved;
use crate::game::{Action, Position, Scorecard};
use crate::rules::{OtherRules, Points};
use crate::solve::{TurnOption, TurnWorths, ValueTable, Worth};
use crate::tr;

/// Every action of a position with its value and loss, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The position.
    pub position: Position,
    /// The score of the card so far, as [`Scorecard::score`] counts it.
    pub score_so_far: Points,
    /// The options, best first. Ties ([`TIE_TOLERANCE`](crate::solve::TIE_TOLERANCE)) are in a fixed order, the *order of ties*: scoring before holding;
    /// categories in their order, points before a voluntary zero; larger holds first, then holds of lower faces. Voluntary zeros are left out where they
    /// never gain ([`RuleSet::zero_may_gain`](crate::RuleSet::zero_may_gain)), unless the objective falls with more points.
    pub options: Vec<TurnOption>,
    /// The objective that ranks the options, if it is not the expected score.
    worths: Option<Arc<TurnWorths>>,
}

impl Advice {
    /// The best option.
    pub fn best(&self) -> &TurnOption {
        &self.options[0]
    }

    /// The expected final score of the best option. If the expected score is maximised, it is the expected final score under optimal play.
    pub fn expected_final(&self) -> f64 {
        self.best().expected_final
    }

    /// The option with the highest expected final score. It is the best option if the expected score is maximised.
    pub fn best_for_score(&self) -> &TurnOption {
        match self.best().worth {
            None => self.best(),
            Some(_) => self.options.iter().find(|option| option.loss == 0.0).expect("an option without loss"),
        }
    }

    /// Whether options that [tie with the best](TurnOption::ties_with_best) are proved to be exactly as good: so it is for the expected score in a
    /// [proved](is_proved) game.
    pub fn has_exact_ties(&self) -> bool {
        self.worths.is_none() && is_proved(self.position.rules())
    }

    /// The worths of the turn's ends, if these rank the options.
    pub(super) fn worths(&self) -> Option<&TurnWorths> {
        self.worths.as_deref()
    }

    /// The option with this action; `None` if the rules do not allow it, or if it is an omitted voluntary zero.
    pub fn option(&self, action: &Action) -> Option<&TurnOption> {
        self.options.iter().find(|option| option.action == *action)
    }
}

/// Answers questions with a value table.
///
/// ```
/// use yahtzee_solver::{Action, Advisor, Position, RuleSet, Scorecard, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let position = Position::new(Scorecard::new(&rules), rules.parse_roll("11666")?, rules.rerolls())?;
/// let advice = Advisor::new(&table).advise(&position)?;
/// let Action::Hold(hold) = advice.best().action else { panic!("the best is a hold") };
/// assert_eq!(hold.to_string(), "6 6 6");
///
/// // A position of another game is an error.
/// let kniffel = RuleSet::builtin("kniffel")?;
/// let position = Position::new(Scorecard::new(&kniffel), kniffel.parse_roll("11666")?, kniffel.rerolls())?;
/// assert!(Advisor::new(&table).advise(&position).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Advisor<'a> {
    table: &'a ValueTable,
}

impl<'a> Advisor<'a> {
    /// An advisor with this table.
    pub fn new(table: &'a ValueTable) -> Advisor<'a> {
        Advisor { table }
    }

    /// The table.
    pub fn table(&self) -> &'a ValueTable {
        self.table
    }

    /// The expected final score of a card between turns, under optimal play.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game than the table.
    pub fn expected_final(&self, card: &Scorecard) -> Result<f64, OtherRules> {
        Ok(self.expected_remaining(card)? + f64::from(card.score()))
    }

    /// The expected points still to come for a card between turns, under optimal play. [`Scorecard::score`] does not count them yet.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game than the table.
    pub fn expected_remaining(&self, card: &Scorecard) -> Result<f64, OtherRules> {
        self.table.rules().check_same_game(card.rules())?;
        Ok(self.table.value_of(&card.state()) - f64::from(card.score() - card.written_score()))
    }

    /// Every action of a position with its value, best first.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the position is of another game than the table.
    pub fn advise(&self, position: &Position) -> Result<Advice, OtherRules> {
        self.table.rules().check_same_game(position.rules())?;
        Ok(self.ranked(position, None))
    }

    /// Every action of a position, ranked by the worths of the turn's ends instead of by expected score.
    ///
    /// # Errors
    ///
    /// An [`AdviceError`] if the position is of another game than the table, or the worths are of another turn.
    pub fn advise_by(&self, position: &Position, worths: &Arc<TurnWorths>) -> Result<Advice, AdviceError> {
        self.table.rules().check_same_game(position.rules())?;
        self.table.rules().check_same_game(worths.rules())?;
        if worths.state() != position.state() {
            return Err(AdviceError::OtherTurn);
        }
        Ok(self.ranked(position, Some(Arc::clone(worths))))
    }

    pub(super) fn ranked(&self, position: &Position, worths: Option<Arc<TurnWorths>>) -> Advice {
        let options = self.table.ranked_options(position, worths.as_deref());
        Advice { position: position.clone(), score_so_far: position.card().score(), options, worths }
    }

    /// Values any action of a position: an option of its `advice`, or an omitted voluntary zero. `None` if the rules do not allow the action.
    pub fn value_of(&self, advice: &Advice, action: &Action) -> Option<TurnOption> {
        if let Some(option) = advice.option(action) {
            return Some(*option);
        }
        let Action::Score(placement) = action else { return None };
        let (state, roll, rerolls_left) = (advice.position.state(), advice.position.roll(), advice.position.rerolls_left());
        let zero = self.table.rules().place_zero(state, &roll, rerolls_left, placement.category).ok()?;
        if zero != *placement {
            return None;
        }
        let expected_final = self.table.expected_after(advice.position.card(), placement);
        let loss = (advice.best_for_score().expected_final - expected_final).max(0.0);
        let worth = advice.worths().zip(advice.best().worth).map(|(worths, best)| {
            let value = worths.after(placement).expect("a placement of this turn");
            Worth { value, loss: (best.value - value).max(0.0) }
        });
        Some(TurnOption { action: *action, expected_final, loss, worth })
    }
}

/// Why advice by the worths of a turn failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The position, the worths and the table are of different games.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The worths belong to the turn of another state.
    #[error("{}", tr!("the worths are of another turn than the position"))]
    OtherTurn,
}
