//! A goal for one turn: points in a category, or given dice, at any cost.

use yahtzee_kernel::{Counted, Source, Turns};

use super::advisor::{Advice, Advisor};
use super::counted::{Watcher, certain, turn_of, up_to};
use crate::dice::{Dice, DiceError};
use crate::game::{Action, CardError, EntryError, Position, Scorecard, category_and_points};
use crate::printable::quoted;
use crate::rules::{Category, Pattern, Points, RuleSet, RulesError};
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
    /// The text is neither a category, with or without points, nor dice.
    #[error("{}", tr!("cannot read the goal '{}': write a category, points in one, or dice, like yahtzee, chance=24, yahtzee of 4 or 22233", quoted(.0)))]
    NotAGoal(String),
    /// More dice than the game has.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// Exact points without a box.
    #[error("{}", tr!("exact points are those of a category: write them, like chance=24"))]
    NothingExact,
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
    /// The category waits for others.
    #[error("{}", tr!("{} is not open yet: a goal is an open category, {}", .name, .open))]
    Waiting {
        /// The category.
        name: String,
        /// The open categories.
        open: String,
    },
    /// The card is wrong or full.
    #[error(transparent)]
    Card(#[from] CardError),
}

/// A goal for a turn: what its final roll must be. It scores enough points in a box, or has some dice among it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The box; `None` if only the dice count, in whatever box.
    category: Option<Category>,
    points: Points,
    /// Whether more points do not count.
    is_exact: bool,
    /// The dice that must be among the roll.
    dice: Dice,
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
            Ok(points) if points <= most => Ok(Goal { category: Some(category), points, is_exact: false, dice: Dice::NONE }),
            _ => Err(GoalError::TooMuch { name: name(), points, most }),
        }
    }

    /// The same with exactly these points.
    ///
    /// # Errors
    ///
    /// [`GoalError::NothingExact`] for a goal without a box, [`CardError::Impossible`] for points that no roll scores there.
    pub fn exactly(self, rules: &RuleSet) -> Result<Goal, GoalError> {
        let category = self.category.ok_or(GoalError::NothingExact)?;
        match rules.possible_points(category).contains(&self.points) {
            true => Ok(Goal { is_exact: true, ..self }),
            false => Err(CardError::impossible(rules, category, self.points.into()).into()),
        }
    }

    /// The same with these dice among the final roll. A single die in a box of groups stands for its largest group: a Yahtzee of fours has five of them.
    ///
    /// # Errors
    ///
    /// [`GoalError::Dice`] for other faces or more dice than those of the game.
    pub fn of(self, dice: Dice, rules: &RuleSet) -> Result<Goal, GoalError> {
        rules.die().check(&dice)?;
        let group = self.category.and_then(|category| match &rules.category(category).pattern {
            Pattern::Groups { sizes, .. } if dice.len() == 1 => sizes.iter().max(),
            _ => None,
        });
        let dice = group.map_or(dice, |&size| Dice::of((0..size).flat_map(|_| dice.faces())));
        match dice.len() {
            found if found > rules.dice() => Err(DiceError::WrongNumber { found, wanted: rules.dice() }.into()),
            _ => Ok(Goal { dice, ..self }),
        }
    }

    /// Reads a goal: `yahtzee` for any points there; `chance=24`, `chance: 24` or `chance 24` for at least 24 points; `yahtzee of 4` for one of fours;
    /// `22233` for these dice in any box, or `666` for at least three sixes. Names are read as in [`RuleSet::category_named`].
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
    /// assert_eq!(Goal::parse("yahtzee of 4", &rules)?.dice().to_string(), "4 4 4 4 4");
    /// assert_eq!(Goal::parse("22233", &rules)?.category(), None);
    /// assert!(Goal::parse("full-house=26", &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Goal, GoalError> {
        if let Some((named, of)) = text.rsplit_once(" of ").filter(|(_, of)| Dice::is_text(of)) {
            return Goal::parse(named, rules)?.of(rules.parse_dice(of)?, rules);
        }
        let dice = if Dice::is_text(text) { Some(rules.parse_dice(text)?) } else { None };
        match (category_and_points(text, rules, |_| false), dice) {
            // A single die may be the name of a box.
            (Ok((category, points)), dice) if dice.is_none_or(|dice| dice.len() == 1) => Goal::new(rules, category, points.unwrap_or(1)),
            (_, Some(dice)) => Ok(Goal { category: None, points: Points::ZERO, is_exact: false, dice }),
            (Err(EntryError::Name(error)), None) => Err(GoalError::UnknownCategory(error)),
            (_, None) => Err(GoalError::NotAGoal(text.to_owned())),
        }
    }

    /// The category; `None` if only the dice count.
    pub fn category(&self) -> Option<Category> {
        self.category
    }

    /// The least number of points, or the exact one; 1 for any points at all, and 0 without a category.
    pub fn points(&self) -> Points {
        self.points
    }

    /// Whether the points must be exactly these.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The dice that must be among the final roll.
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// Whether these points in this box reach it, if the roll has the dice.
    pub(super) fn allows(&self, category: Category, points: Points) -> bool {
        let is_here = self.category.is_none_or(|wanted| wanted == category);
        is_here && (points == self.points || (points > self.points && !self.is_exact))
    }

    /// The goal on a card: in the open one of the boxes that are filled alike.
    pub(super) fn on(self, card: &Scorecard) -> Result<Goal, GoalError> {
        let rules = card.rules();
        let Some(wanted) = self.category else { return Ok(self) };
        let category = rules.open_box(card.state().filled, wanted);
        if card.is_open(category) {
            return Ok(Goal { category: Some(category), ..self });
        }
        let name = |category| rules.called(category);
        let open: Vec<&str> = rules.categories().filter(|&open| card.is_open(open)).map(name).collect();
        let (open, name) = (open.join(", "), name(wanted).to_owned());
        Err(if card.get(wanted).is_some() { GoalError::Filled { name, open } } else { GoalError::Waiting { name, open } })
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
    /// [`GoalError::Filled`] or [`GoalError::Waiting`] if the category is not open.
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
                    let reached = goal.allows(placement.category, placement.points) && advice.position.roll().contains(&goal.dice);
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
        let model = self.table().model();
        let turn = |counts: bool, scored: &mut dyn FnMut(&mut [Counted])| {
            let read = |source: &Source| {
                let reached = counts && goal.allows(Category::from_index(source.column.into()), Points::new(source.written));
                let expected = so_far + (f64::from(source.points) + values[source.position(space.shifts(), lane)]);
                Counted { outcomes: if reached { certain } else { 0 }, expected }
            };
            let watcher = Watcher { held: &mut |rerolls_left, _| up_to(rerolls, rerolls_left), scored };
            turn_of(model, state, Turns::later(&model.plan.kernel, state.throws, rerolls), &read, watcher)
        };
        // Rolls without the dice score as if there were no goal.
        let mut others: Vec<Vec<Counted>> = Vec::new();
        if !goal.dice.is_empty() {
            turn(false, &mut |rolls| others.push(rolls.to_vec()));
        }
        let mut others = others.into_iter();
        turn(true, &mut |rolls| {
            for ((node, other), roll) in rolls.iter_mut().zip(others.next().into_iter().flatten()).zip(model.rolls()) {
                if !roll.contains(&goal.dice) {
                    *node = other;
                }
            }
        })
    }
}
