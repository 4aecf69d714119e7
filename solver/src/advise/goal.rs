//! A goal for one turn: points in a category, at any cost.

use yahtzee_kernel::{Counted, Source, Turns};

use super::advisor::{Advice, Advisor};
use super::counted::{Watcher, certain, turn_of, up_to};
use crate::game::{Action, CardError, EntryError, Position, Scorecard, category_and_points};
use crate::printable::quoted;
use crate::rules::{Category, Points, RuleSet, RulesError};
use crate::solve::{Model, TurnOption};
use crate::sorting::sort_by_key;
use crate::tr;

/// Why a goal is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// An unknown or ambiguous category.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// The text is neither a category nor a category and points.
    #[error("{}", tr!("cannot read the goal '{}': write a category, or a category and points, like yahtzee or chance=24", quoted(.0)))]
    NotAGoal(String),
    /// 0 points, which are always reached.
    #[error("{}", tr!("{}=0 is no goal: at least 1 point, or leave '=0' out for any points", .name))]
    NoPoints {
        /// The category.
        name: String,
    },
    /// More points than any roll scores there.
    #[error("{}", tr!("{}={}: no roll scores as much there; the most is {}", .name, .points, .most))]
    TooMuch {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The most that a roll can score there.
        most: Points,
    },
    /// The category is filled.
    #[error("{}", tr!("{} is filled already: a goal is an open category, {}", .name, .open))]
    Filled {
        /// The category.
        name: String,
        /// The open categories.
        open: String,
    },
    /// The card is wrong or full.
    #[error(transparent)]
    Card(#[from] CardError),
}

/// A goal for a turn: at least this many points in one category by its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    category: Category,
    points: Points,
}

impl Goal {
    /// At least `points` points in `category`; 1 means any points at all.
    ///
    /// # Errors
    ///
    /// [`GoalError::NoPoints`] for 0 points, [`GoalError::TooMuch`] for more than any roll scores there.
    pub fn new(rules: &RuleSet, category: Category, points: u64) -> Result<Goal, GoalError> {
        let name = || rules.called(category).to_owned();
        let most = rules.possible_points(category).last().copied().unwrap_or_default();
        match u32::try_from(points).map(Points::new) {
            Ok(Points::ZERO) => Err(GoalError::NoPoints { name: name() }),
            Ok(points) if points <= most => Ok(Goal { category, points }),
            _ => Err(GoalError::TooMuch { name: name(), points, most }),
        }
    }

    /// Reads a goal: `yahtzee` for any points there; `chance=24`, `chance: 24` or `chance 24` for at least 24 points. Names are read as in
    /// [`RuleSet::category_named`].
    ///
    /// # Errors
    ///
    /// A [`GoalError`] that says what is wrong and what would be right.
    ///
    /// ```
    /// use yahtzee_solver::{Goal, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// assert_eq!(Goal::parse("ch=24", &rules)?.points(), 24);
    /// assert_eq!(Goal::parse("Large Straight", &rules)?.points(), 1);
    /// assert!(Goal::parse("full-house=26", &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Goal, GoalError> {
        match category_and_points(text, rules, |_| false) {
            Ok((category, points)) => Goal::new(rules, category, points.unwrap_or(1)),
            Err(EntryError::Name(error)) => Err(GoalError::UnknownCategory(error)),
            Err(EntryError::Form(_)) => Err(GoalError::NotAGoal(text.to_owned())),
        }
    }

    /// The category.
    pub fn category(&self) -> Category {
        self.category
    }

    /// The least number of points; 1 for any points at all.
    pub fn points(&self) -> Points {
        self.points
    }

    pub(super) fn is_reached_by(&self, category: Category, points: Points) -> bool {
        category == self.category && points >= self.points
    }

    /// The goal on a card: in the open one of the boxes that are filled alike.
    pub(super) fn on(self, card: &Scorecard) -> Result<Goal, GoalError> {
        let rules = card.rules();
        let goal = Goal { category: rules.open_box(card.state().filled, self.category), ..self };
        if card.is_open(goal.category) {
            return Ok(goal);
        }
        let name = |category| rules.called(category);
        let open: Vec<&str> = rules.categories().filter(|&open| card.is_open(open)).map(name).collect();
        Err(GoalError::Filled { name: name(self.category).to_owned(), open: open.join(", ") })
    }
}

/// An option and the chance to reach the goal after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalOption {
    /// The option with the values of [`Advisor::advise`], for optimal play after it.
    pub option: TurnOption,
    /// The best chance to reach the goal this turn after this option, from 0 to 1: exact except for rounding to f64.
    pub chance: f64,
    /// The highest expected final score among all ways to play the rest of the turn with this chance.
    pub expected_chased: f64,
}

/// Every option of a position, with its chance to reach a goal this turn.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalAdvice {
    /// The goal.
    pub goal: Goal,
    /// The options, best chance first. Equal chances keep the order of [`Advice::options`], best first.
    pub options: Vec<GoalOption>,
}

impl GoalAdvice {
    /// The option with the best chance.
    pub fn best(&self) -> &GoalOption {
        &self.options[0]
    }
}

impl Advisor<'_> {
    /// The chance of each option of an advice to reach `goal` by the end of the turn, the best first.
    ///
    /// ```
    /// use yahtzee_solver::{Advisor, Goal, Position, RuleSet, Solver};
    /// let rules = RuleSet::builtin("kniffel")?;
    /// let table = Solver::new(&rules)?.solve()?;
    /// let advisor = Advisor::new(&table);
    /// let advice = advisor.advise(&Position::parse("66612 rerolls=1", &rules)?)?;
    /// let chances = advisor.chase(&advice, Goal::parse("yahtzee", &rules)?)?;
    /// assert_eq!(chances.best().chance, 1.0 / 36.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GoalError::Filled`] if the category is not open.
    pub fn chase(&self, advice: &Advice, goal: Goal) -> Result<GoalAdvice, GoalError> {
        let rules = self.table().rules();
        let card = advice.position.card();
        let goal = goal.on(card)?;
        let nodes = self.chase_holds(&advice.position, goal);
        let certain = certain(rules, advice.position.rerolls_left().get());
        let chased = |option: &TurnOption| {
            let (chance, expected_chased) = match &option.action {
                Action::Hold(hold) => {
                    let Counted { outcomes, expected } = nodes[self.table().model().nodes.hold(hold).index()];
                    (outcomes, expected)
                }
                Action::Score(placement) => {
                    let reached = goal.is_reached_by(placement.category, placement.points);
                    (if reached { certain } else { 0 }, option.expected_final)
                }
            };
            (chance, GoalOption { option: *option, chance: chance as f64 / certain as f64, expected_chased })
        };
        let mut options: Vec<(u128, GoalOption)> = advice.options.iter().map(chased).collect();
        // Stable: equal chances stay in the order of the advice.
        sort_by_key(&mut options, |(outcomes, _)| std::cmp::Reverse(*outcomes));
        Ok(GoalAdvice { goal, options: options.into_iter().map(|(_, chased)| chased).collect() })
    }

    /// The value of each hold for the goal, at its node of the lattice.
    fn chase_holds(&self, position: &Position, goal: Goal) -> Vec<Counted> {
        let Model { rules, space, .. } = &**self.table().model();
        let (state, rerolls) = (position.state(), position.rerolls_left().get());
        let certain = certain(rules, rerolls);
        let so_far = f64::from(position.card().written_score());
        let lane = space.lane(state);
        let values = self.table().values_after(state.filled, state.flag);
        let read = |source: &Source| Counted {
            outcomes: if goal.is_reached_by(Category::from_index(source.column.into()), Points::new(source.written)) { certain } else { 0 },
            expected: so_far + (f64::from(source.points) + values[source.position(space.shifts(), lane)]),
        };
        let watcher = Watcher { held: &mut |rerolls_left, _| up_to(rerolls, rerolls_left), first: &mut |_| () };
        turn_of(self.table().model(), state, Turns::later(state.throws, rerolls), &read, watcher)
    }
}
