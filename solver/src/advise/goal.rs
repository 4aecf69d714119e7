//! A goal for one turn: points in a category, whatever they cost.

use super::advisor::{Advice, Advisor, after};
use crate::dice::{Element, RerollsLeft, Roll};
use crate::game::{Action, CardError, Scorecard};
use crate::rules::{Category, Placement, Points, RuleSet, RulesError};
use crate::solve::TurnOption;

/// What is wrong with a goal for a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// A category that the rule set does not have.
    #[error(transparent)]
    UnknownCategory(RulesError),
    /// Not `category` or `category=points`.
    #[error("'{0}' is no goal: write category or category=points, like yahtzee or chance=24")]
    NotAGoal(String),
    /// Points that are there without doing anything.
    #[error("{name}=0 is no goal: at least 1 point, or leave '=0' out for any points")]
    NoPoints {
        /// The category.
        name: String,
    },
    /// More points than any roll scores there.
    #[error("{name}={points}: no roll scores as much there; the most is {most}")]
    TooMuch {
        /// The category.
        name: String,
        /// The points.
        points: u64,
        /// The most there can be.
        most: Points,
    },
    /// The category has its points already.
    #[error("{name} is filled already: a goal is an open category, {open}")]
    Filled {
        /// The category.
        name: String,
        /// The open ones.
        open: String,
    },
    /// Nothing is left to decide.
    #[error(transparent)]
    Card(#[from] CardError),
}

/// At least so many points in one category by the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    category: Category,
    points: Points,
}

impl Goal {
    /// At least `points` points in `category`: 1 for any points at all.
    ///
    /// # Errors
    ///
    /// [`GoalError::NoPoints`] for 0 points, [`GoalError::TooMuch`] for more than any roll scores there.
    pub fn new(rules: &RuleSet, category: Category, points: u64) -> Result<Goal, GoalError> {
        let name = || rules.category(category).name.clone();
        let most = rules.possible_points(category).last().copied().unwrap_or(0);
        match Points::try_from(points) {
            Ok(0) => Err(GoalError::NoPoints { name: name() }),
            Ok(points) if points <= most => Ok(Goal { category, points }),
            _ => Err(GoalError::TooMuch { name: name(), points, most }),
        }
    }

    /// Reads a goal: `yahtzee` for any points there, `chance=24` for at least so many. Short names will do.
    ///
    /// # Errors
    ///
    /// A [`GoalError`] that says what is wrong, and what would be right.
    ///
    /// ```
    /// use yahtzee_solver::{Goal, RuleSet};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// assert_eq!(Goal::parse("ch=24", &rules)?.points(), 24);
    /// assert!(Goal::parse("full-house=26", &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Goal, GoalError> {
        let (name, points) = match text.trim().split_once('=') {
            Some((name, points)) => (name, points.parse().map_err(|_| GoalError::NotAGoal(text.to_owned()))?),
            None => (text.trim(), 1),
        };
        Goal::new(rules, rules.category_named(name).map_err(GoalError::UnknownCategory)?, points)
    }

    /// The category.
    pub fn category(&self) -> Category {
        self.category
    }

    /// The least number of points; 1 for any points at all.
    pub fn points(&self) -> Points {
        self.points
    }

    fn is_reached_by(&self, placement: &Placement) -> bool {
        placement.category == self.category && placement.points >= self.points
    }
}

/// An option, and its chance to reach a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalOption {
    /// The option, with its worth when all that follows is optimal, as [`Advisor::advise`] gives it.
    pub option: TurnOption,
    /// The best chance to reach the goal this turn after this option: exact but for the rounding to f64.
    pub chance: f64,
    /// The expected final score if the goal is chased with that chance to the end of the turn: the most that still has the chance.
    pub expected_chased: f64,
}

/// Every option for a roll, with its chance to reach a goal this turn.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalAdvice {
    /// The goal.
    pub goal: Goal,
    /// The options, the best chance first; of equal chances in the order of [`Advice::options`], so the best first.
    pub options: Vec<GoalOption>,
}

impl GoalAdvice {
    /// The option with the best chance.
    pub fn best(&self) -> &GoalOption {
        &self.options[0]
    }
}

/// What a node of the lattice is worth to somebody who wants the goal first of all, and then points.
#[derive(Clone, Copy, Debug)]
struct Chase {
    /// The chance of the goal in units of the least chance that a turn can give, so that equal chances are equal: at most 6^24.
    outcomes: u128,
    /// The expected final score.
    expected: f64,
}

impl Element for Chase {
    fn add(&mut self, other: &Chase) {
        self.outcomes += other.outcomes;
        self.expected += other.expected;
    }

    fn add_times(&mut self, other: &Chase, times: u32) {
        self.outcomes += other.outcomes * u128::from(times);
        self.expected += other.expected * f64::from(times);
    }

    fn divide(&mut self, by: u32) {
        self.outcomes /= u128::from(by);
        self.expected /= f64::from(by);
    }

    fn raise_to(&mut self, other: &Chase) {
        if (other.outcomes, other.expected) > (self.outcomes, self.expected) {
            *self = *other;
        }
    }
}

impl Advisor<'_> {
    /// The chance of each option to reach `goal` by the end of the turn, the best first. `advice` is what [`advise`](Advisor::advise) says of the
    /// same card, roll and rerolls left.
    ///
    /// ```
    /// use yahtzee_solver::{Advisor, Goal, RuleSet, Scorecard, Solver};
    /// let rules = RuleSet::builtin("kniffel")?;
    /// let table = Solver::new(&rules)?.solve();
    /// let (advisor, card) = (Advisor::new(&table), Scorecard::new(&rules));
    /// let rerolls_left = rules.rerolls_left(1)?;
    /// let advice = advisor.advise(&card, rules.parse_roll("66612")?, rerolls_left)?;
    /// let goal = Goal::parse("yahtzee", &rules)?;
    /// let chances = advisor.chase(&card, &advice, rerolls_left, goal)?;
    /// assert_eq!(chances.best().chance, 1.0 / 36.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GoalError::Filled`] where the category is not open.
    pub fn chase(&self, card: &Scorecard, advice: &Advice, rerolls_left: RerollsLeft, goal: Goal) -> Result<GoalAdvice, GoalError> {
        let rules = self.table().rules();
        if card.get(goal.category).is_some() {
            let name = |category| rules.category(category).name.as_str();
            let open: Vec<&str> = rules.categories().filter(|&open| card.get(open).is_none()).map(name).collect();
            return Err(GoalError::Filled { name: name(goal.category).to_owned(), open: open.join(", ") });
        }
        let nodes = self.chase_holds(card, rerolls_left, goal);
        let certain = certain(rules, rerolls_left);
        let chased = |option: &TurnOption| {
            let (chance, expected_chased) = match &option.action {
                Action::Hold(hold) => {
                    let Chase { outcomes, expected } = nodes[self.table().model().lattice().node(hold).index()];
                    (outcomes, expected)
                }
                Action::Score(placement) => (if goal.is_reached_by(placement) { certain } else { 0 }, option.expected_final),
            };
            (chance, GoalOption { option: *option, chance: chance as f64 / certain as f64, expected_chased })
        };
        let mut options: Vec<(u128, GoalOption)> = advice.options.iter().map(chased).collect();
        // Stable: equal chances stay in the order of the advice.
        options.sort_by_key(|(outcomes, _)| std::cmp::Reverse(*outcomes));
        Ok(GoalAdvice { goal, options: options.into_iter().map(|(_, chased)| chased).collect() })
    }

    /// What each hold is worth to the chase, at its node of the lattice.
    fn chase_holds(&self, card: &Scorecard, rerolls_left: RerollsLeft, goal: Goal) -> Vec<Chase> {
        let (rules, lattice) = (self.table().rules(), self.table().model().lattice());
        let state = card.state(rules);
        let certain = certain(rules, rerolls_left);
        let written = |roll: Roll| {
            let worth = |placement: Placement| Chase {
                outcomes: if goal.is_reached_by(&placement) { certain } else { 0 },
                expected: after(self.table(), card, &placement),
            };
            let mut placements = rules.placements(&state, &roll).map(worth);
            let first = placements.next().expect("the rules place every roll somewhere");
            placements.fold(first, |mut best, other| {
                best.raise_to(&other);
                best
            })
        };
        let nothing = Chase { outcomes: 0, expected: 0.0 };
        let mut nodes = vec![nothing; lattice.len()];
        for roll in lattice.rolls() {
            nodes[roll] = written(lattice.roll_at(roll));
        }
        for reroll in 0..rerolls_left.get() {
            if reroll > 0 {
                lattice.best(&mut nodes);
            }
            lattice.expect(&mut nodes);
        }
        nodes
    }
}

/// The units of a certain chance: every chance of a turn is a whole number of them, for each reroll divides by 6 once for each die at most.
fn certain(rules: &RuleSet, rerolls_left: RerollsLeft) -> u128 {
    6u128.pow(rules.dice() as u32 * u32::from(rerolls_left.get()))
}
