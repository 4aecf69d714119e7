//! The rules of a game in plain form: the points of every roll in every category as a table, and a few numbers. There are no patterns, so that a checker
//! needs none. `checker/README.md` describes the text.

use std::fmt::{self, Display};

use yahtzee_solver::rules::{BonusWhen, FurtherCase, Joker, Order, Place, RuleSet, SpareThrows};

/// The rules of a game in plain form.
///
/// Displayed as the text that a certificate begins with.
///
/// ```
/// use yahtzee_solver::RuleSet;
/// use yahtzee_proofs::PlainRules;
/// let plain = PlainRules::new(&RuleSet::builtin("hasbro")?)?.to_string();
/// assert!(plain.contains("bonus 1 63 35\n"));
/// assert!(plain.contains("roll 1 1 1 2 2 further 0 points 3 4 0 0 0 0 7 0 25 0 0 0 7\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainRules {
    pub(crate) dice: usize,
    /// The number of sides that show each face, from 1.
    pub(crate) sides: Vec<u64>,
    /// The throws of a turn.
    pub(crate) throws: usize,
    /// Whether a 0 may be written where the roll scores.
    pub(crate) zeros: bool,
    /// The steps of the upper bonus: the total that earns it, and its points in place of those before.
    pub(crate) steps: Vec<[u32; 2]>,
    pub(crate) upper: usize,
    pub(crate) categories: Vec<PlainCategory>,
    pub(crate) further: Option<PlainFurther>,
    pub(crate) rolls: Vec<PlainRoll>,
    /// The number of throws at the start of a turn that pay other points.
    pub(crate) served: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainCategory {
    pub(crate) name: String,
    /// The categories that are filled before it.
    pub(crate) waits: Waits,
    /// The points of a joker, if the dice pay less.
    pub(crate) joker: u32,
}

/// What a category waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    Nothing = 0,
    /// The one listed before it.
    Before = 1,
    /// All of the other section.
    Section = 2,
    /// The one listed after it.
    After = 3,
}

/// What becomes of a roll that would have scored in a filled category: a further n of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainFurther {
    pub(crate) category: usize,
    pub(crate) after_points: FurtherCase,
    pub(crate) after_zero: FurtherCase,
}

impl PlainFurther {
    /// Whether it matters what the category holds.
    pub(crate) fn has_flag(&self) -> bool {
        self.after_points != self.after_zero
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainRoll {
    /// In ascending order.
    pub(crate) pips: Vec<u8>,
    /// For a further n of a kind: the upper category of its face, if there is one.
    pub(crate) further: Option<Option<usize>>,
    /// The points in each category on the first throw of a turn, on the second, and so on; the last ones are those on all later throws too.
    pub(crate) points: Vec<Vec<u32>>,
}

/// The rules use a word that has no plain form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rules with '{word}' cannot be proved yet")]
pub struct NotPlain {
    /// The word, as it is in the file of the rules: `saved-throws`.
    pub word: &'static str,
}

impl PlainRules {
    /// The plain form of these rules.
    ///
    /// # Errors
    ///
    /// [`NotPlain`] for rules with spare throws.
    pub fn new(rules: &RuleSet) -> Result<PlainRules, NotPlain> {
        match rules.spare_throws() {
            SpareThrows::Saved(_) => return Err(NotPlain { word: "saved-throws" }),
            SpareThrows::Stock(_) => return Err(NotPlain { word: "extra-throws" }),
            SpareThrows::None => {}
        }
        let categories = rules.categories().map(|category| {
            let rule = rules.category(category);
            let waits = match rules.order() {
                _ if rules.is_repeat(category) => Waits::Before,
                Order::AsListed if category.index() > 0 => Waits::Before,
                Order::Reversed if category.index() + 1 < rules.category_count() => Waits::After,
                Order::UpperFirst if !rules.is_upper(category) => Waits::Section,
                Order::LowerFirst if rules.is_upper(category) => Waits::Section,
                _ => Waits::Nothing,
            };
            PlainCategory { name: rule.name.clone(), waits, joker: rule.joker.unwrap_or_default().get() }
        });
        let further = rules.further().map(|further| PlainFurther {
            category: further.category.index(),
            after_points: further.after_points,
            after_zero: further.after_zero,
        });
        let served = rules.first_throws();
        let rolls = rules.all_rolls().map(|roll| {
            let points = |nth| rules.categories().map(|category| rules.points_on(category, &roll, nth).get()).collect();
            let upper_of = |face| rules.upper_category(face).map(|category| category.index());
            PlainRoll {
                pips: roll.faces().map(|face| face.pips()).collect(),
                further: rules.further_face(&roll).map(upper_of),
                points: (0..=served).map(points).collect(),
            }
        });
        Ok(PlainRules {
            dice: rules.dice(),
            sides: rules.die().faces().map(|face| rules.die().sides_with(face).into()).collect(),
            throws: rules.rolls().into(),
            zeros: rules.allows_voluntary_zeros(),
            steps: rules.upper_bonus().steps().iter().map(|step| [step.at.get(), step.points.get()]).collect(),
            upper: rules.upper_count(),
            categories: categories.collect(),
            further,
            rolls: rolls.collect(),
            served,
        })
    }

    /// The mask of the categories that are filled before one.
    pub(crate) fn before(&self, category: usize) -> u32 {
        let upper = (1u32 << self.upper) - 1;
        match self.categories[category].waits {
            Waits::Nothing => 0,
            Waits::Before => 1 << (category - 1),
            Waits::After => 1 << (category + 1),
            Waits::Section if category < self.upper => ((1u32 << self.categories.len()) - 1) & !upper,
            Waits::Section => upper,
        }
    }

    /// The number of sides of a die.
    pub(crate) fn all_sides(&self) -> u64 {
        self.sides.iter().sum()
    }

    /// The cap of upper totals: the total that earns the last step of the bonus.
    pub(crate) fn cap(&self) -> usize {
        self.steps.last().map_or(0, |step| step[0] as usize)
    }

    /// The points of the bonus for an upper total.
    pub(crate) fn bonus(&self, total: usize) -> u32 {
        self.steps.iter().rfind(|step| total >= step[0] as usize).map_or(0, |step| step[1])
    }

    /// An upper bound of the points of a game.
    pub(crate) fn most(&self) -> u64 {
        let in_a_turn = |roll: &PlainRoll| roll.points.iter().flatten().copied().max().unwrap_or(0);
        let dice = self.rolls.iter().map(in_a_turn).max().unwrap_or(0);
        let jokers = self.categories.iter().map(|category| category.joker).max().unwrap_or(0);
        let further = self.further.as_ref().map_or(0, |further| further.after_points.bonus.max(further.after_zero.bonus).get());
        let turn = u64::from(dice.max(jokers)) + u64::from(further);
        turn * self.categories.len() as u64 + u64::from(self.steps.last().map_or(0, |step| step[1]))
    }
}

impl Display for PlainRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "dice {}", self.dice)?;
        writeln!(f, "faces {} sides {}", self.sides.len(), Numbers(&self.sides))?;
        writeln!(f, "throws {}", self.throws)?;
        writeln!(f, "zeros {}", u8::from(self.zeros))?;
        writeln!(f, "bonus {}{}", self.steps.len(), self.steps.iter().map(|[at, points]| format!(" {at} {points}")).collect::<String>())?;
        writeln!(f, "upper {} of {}", self.upper, self.categories.len())?;
        for PlainCategory { name, waits, joker } in &self.categories {
            writeln!(f, "category {name} waits {} joker {joker}", *waits as u8)?;
        }
        match &self.further {
            None => writeln!(f, "further 0")?,
            Some(PlainFurther { category, after_points, after_zero }) => {
                writeln!(f, "further 1 category {category}")?;
                writeln!(f, "after-points {}", Case(after_points))?;
                writeln!(f, "after-zero {}", Case(after_zero))?;
            }
        }
        writeln!(f, "served {}", self.served)?;
        writeln!(f, "rolls {}", self.rolls.len())?;
        for PlainRoll { pips, further, points } in &self.rolls {
            let further = further.map_or(0, |upper| upper.map_or(1, |upper| upper + 2));
            write!(f, "roll {} further {further} points {}", Numbers(pips), Numbers(&points[self.served]))?;
            for (nth, points) in points[..self.served].iter().enumerate() {
                write!(f, " {} {}", if nth == 0 { "first" } else { "next" }, Numbers(points))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Numbers, with spaces between them.
struct Numbers<'a, T>(&'a [T]);

impl<T: Display> Display for Numbers<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// A case of the further rule, as words with numbers.
struct Case<'a>(&'a FurtherCase);

impl Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FurtherCase { place, joker, bonus, bonus_when } = self.0;
        let place = match place {
            Place::Any => 0,
            Place::UpperThenAny => 1,
            Place::UpperThenLower => 2,
            Place::Lower => 3,
        };
        let joker = match joker {
            Joker::Never => 0,
            Joker::UpperFilled => 1,
            Joker::Always => 2,
        };
        write!(f, "place {place} joker {joker} bonus {bonus} scoring {}", u8::from(*bonus_when == BonusWhen::Scoring))
    }
}
