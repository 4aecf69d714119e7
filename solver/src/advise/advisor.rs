//! What a player may do now, and what each of it is worth.

use std::cell::RefCell;

use crate::dice::{RerollsLeft, Roll};
use crate::game::{Action, CardError, Scorecard};
use crate::rules::{Placement, Points, State};
use crate::solve::{Model, RowPlan, Successors, TurnOption, ValueTable, Workspace, rank};

/// Every option for a roll, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// What is on the card already, as [`Scorecard::score`] counts it.
    pub score_so_far: Points,
    /// The options, best first. Ties ([`TIE_TOLERANCE`](crate::TIE_TOLERANCE)) stand in a fixed order: scoring before holding; categories in their order; holds of more dice
    /// first, then those of lower faces first.
    pub options: Vec<TurnOption>,
}

impl Advice {
    /// The best option.
    pub fn best(&self) -> &TurnOption {
        &self.options[0]
    }

    /// The expected final score under optimal play: that of the best option.
    pub fn expected_final(&self) -> f64 {
        self.best().expected_final
    }

    /// The option with this action; `None` where the rules do not allow it, or the roll is worth points in the category and `action` writes none.
    pub fn option(&self, action: &Action) -> Option<&TurnOption> {
        self.options.iter().find(|option| match (&option.action, action) {
            (Action::Hold(a), Action::Hold(b)) => a == b,
            (Action::Score(a), Action::Score(b)) => a == b,
            _ => false,
        })
    }

    /// Values any placement of the roll, a voluntary zero included, against the best option.
    pub fn value_of(&self, table: &ValueTable, card: &Scorecard, placement: &Placement) -> TurnOption {
        let expected_final = after(table, card, placement);
        TurnOption { action: Action::Score(*placement), expected_final, loss: (self.expected_final() - expected_final).max(0.0) }
    }
}

/// Answers questions with a value table.
///
/// ```
/// use yahtzee_solver::{Advisor, Action, RerollsLeft, RuleSet, Scorecard, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve();
/// let card = Scorecard::new(&rules);
/// let roll = rules.parse_roll("11666")?;
/// let advice = Advisor::new(&table).advise(&card, roll, RerollsLeft::new(2)?)?;
/// let Action::Hold(hold) = advice.best().action else { panic!("the best is a hold") };
/// assert_eq!(hold.to_string(), "6 6 6");
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
    pub fn expected_final(&self, card: &Scorecard) -> f64 {
        remaining(self.table, card) + f64::from(card.score(self.table.rules()))
    }

    /// The expected points that are not in the card's score yet: of a card between turns, under optimal play.
    pub fn expected_remaining(&self, card: &Scorecard) -> f64 {
        remaining(self.table, card)
    }

    /// Every option for `roll` with this many rerolls left, best first.
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] where no category is open.
    pub fn advise(&self, card: &Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Result<Advice, CardError> {
        let model = self.table.model();
        let rules = self.table.rules();
        if card.is_full() {
            return Err(CardError::Full);
        }
        let state = card.state(rules);
        let so_far = score_without_upper_bonus(self.table, card);
        let option = |action, expected_final| TurnOption { action, expected_final, loss: 0.0 };
        let mut options = Vec::with_capacity(card.open_count() + roll.hold_count());
        for placement in rules.placements(&state, &roll) {
            options.push(option(Action::Score(placement), so_far + worth(self.table, &placement)));
        }
        if rerolls_left != RerollsLeft::NONE {
            self.with_hold_values(&state, rerolls_left, |nodes| {
                roll.for_each_hold(|hold| {
                    let value = nodes[model.lattice.node(&hold).index()];
                    options.push(option(Action::Hold(hold), so_far + value));
                });
            });
        }
        rank(&mut options);
        Ok(Advice { score_so_far: card.score(rules), options })
    }

    /// Looks at the values of all holds with this many rerolls left (at least one), at their nodes of the lattice.
    fn with_hold_values(&self, state: &State, rerolls_left: RerollsLeft, look: impl FnOnce(&[f64])) {
        let Model { lattice, plan, space, .. } = &**self.table.model();
        let successors = Successors { values: self.table.values(), shifts: space.shifts() };
        SCRATCH.with_borrow_mut(|(row_plan, workspace)| {
            row_plan.fill(plan, space, state.filled, state.flag);
            workspace.make_room(lattice, plan, &0.0);
            workspace.score_rolls(lattice, plan, row_plan, &successors.from(space.lane(state)));
            for _ in 1..rerolls_left.get() {
                workspace.reroll(lattice);
            }
            lattice.expect(&mut workspace.nodes);
            look(&workspace.nodes);
        });
    }
}

thread_local! {
    /// The room for one question, kept by each thread for the next: nothing but the answer is allocated.
    static SCRATCH: RefCell<(RowPlan, Workspace<f64>)> = RefCell::default();
}

/// The expected final score after a placement.
pub(crate) fn after(table: &ValueTable, card: &Scorecard, placement: &Placement) -> f64 {
    score_without_upper_bonus(table, card) + worth(table, placement)
}

/// What a placement earns, now and later.
fn worth(table: &ValueTable, placement: &Placement) -> f64 {
    f64::from(placement.points + placement.bonus) + table.value_of(&placement.next)
}

/// Values hold the upper bonus to the end, so the score they are added to must not have it.
fn score_without_upper_bonus(table: &ValueTable, card: &Scorecard) -> f64 {
    let rules = table.rules();
    f64::from(card.score(rules) - card.upper_bonus(rules))
}

fn remaining(table: &ValueTable, card: &Scorecard) -> f64 {
    let rules = table.rules();
    table.value_of(&card.state(rules)) - f64::from(card.upper_bonus(rules))
}
