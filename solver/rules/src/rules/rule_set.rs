//! Rule sets: all differences between the games of the family, as data.
//!
//! A [`RuleSet`] is read from TOML ([`RuleSet::parse`]) or built in ([`RuleSet::builtin`]). [`RuleSet::place`] has the rules for using a roll: one
//! function that reads like a rule sheet.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use toml::Spanned;

use super::category::{Category, Pattern, Pays};
use super::chains::Chains;
use super::derived::Derived;
use super::form::{CategoryForm, Form};
use super::points::Points;
use super::reading::LineText;
use super::spare::SpareThrows;
use super::state::{Filled, State};
use crate::dice::{Dice, Die, Face, GameDice, Roll};

/// A category as its rule set defines it.
#[derive(Clone)]
pub struct CategoryRule {
    /// The name in JSON and in cards, in kebab case: `full-house`.
    pub name: String,
    /// The name on the rule sheet, in the shown language: `Full House`.
    pub title: String,
    /// The names in each language, the shown one first: `Dreierpasch` for `de`. The rule set's own language is included.
    pub names: BTreeMap<String, Vec<String>>,
    /// Short forms of the name that cards may use: `fh`.
    pub short: Vec<String>,
    /// The condition for a roll to score.
    pub pattern: Pattern,
    /// The points of such a roll.
    pub pays: Pays,
    /// The factor of a sum of dice; 1 for a fixed number of points.
    pub times: u32,
    /// The points that are added to a sum of dice; 0 for a fixed number of points.
    pub plus: Points,
    /// The points of a joker here, if the roll's dice pay less.
    pub joker: Option<Points>,
    /// The points on the first throws of a turn, each from 1, where these are other ones: on the first (*served*), the second, and so on. Throws after them
    /// pay `pays`.
    pub by_throw: Vec<Points>,
    /// Whether a served roll that is written here wins the game at once, where players play to win. For points it is worth its points, and the game goes
    /// on. No other roll has as many points here as a served one.
    pub served_wins: bool,
    /// The table as it was read: those of its words that are rules as they stand.
    pub(super) form: Arc<Spanned<CategoryForm>>,
}

impl CategoryRule {
    /// The points of these dice here, on a throw that follows this many of its turn.
    pub(super) fn points(&self, dice: &Dice, nth: usize) -> Points {
        match self.by_throw.get(nth) {
            Some(&points) if self.pattern.highest(dice).is_some() => points,
            _ => match self.pattern.points(self.pays, dice) {
                Points::ZERO => Points::ZERO,
                points => points * self.times + self.plus,
            },
        }
    }

    /// An upper bound of the points here, with these dice.
    pub fn most(&self, dice: &GameDice) -> Points {
        let of_dice = match self.pays {
            Pays::Fixed(points) => points,
            Pays::AllDice | Pays::ThoseDice => Points::new(dice.highest_sum()) * self.times + self.plus,
        };
        self.by_throw.iter().copied().chain(self.joker).fold(of_dice, Points::max)
    }
}

/// The number of a throw after all that may pay other points.
pub(super) const LATER: usize = usize::MAX;

/// The order in which the categories are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In any order.
    Any,
    /// In the order of the rule set, upper section first. Only the next category is open.
    AsListed,
    /// From the last category of the rule set to the first: the reverse of [`AsListed`](Order::AsListed).
    Reversed,
    /// All upper categories, in any order, and then the lower ones, in any order.
    UpperFirst,
    /// All lower categories, in any order, and then the upper ones, in any order.
    LowerFirst,
}

/// A step of the bonus of the upper section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BonusStep {
    /// The upper total that earns it.
    pub at: Points,
    /// The points of the bonus from this total on, in place of those of the step before.
    pub points: Points,
}

/// The bonus of the upper section: one step in most games, several where a higher total earns more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpperBonus {
    /// In ascending order of both numbers.
    pub(super) steps: Vec<BonusStep>,
}

impl UpperBonus {
    /// The most steps.
    pub const MOST_STEPS: usize = 4;

    /// The steps, in ascending order; none if the rules have no upper bonus.
    pub fn steps(&self) -> &[BonusStep] {
        &self.steps
    }

    /// Whether the rules have no upper bonus.
    pub fn is_none(&self) -> bool {
        self.steps.is_empty()
    }

    /// The only step; `None` if there are several, or none.
    pub fn only_step(&self) -> Option<BonusStep> {
        if let [step] = self.steps[..] { Some(step) } else { None }
    }

    /// The bonus of a card with this upper total: the points of the highest step that it reaches, or 0.
    pub fn earned(&self, upper_total: Points) -> Points {
        self.steps().iter().rfind(|step| upper_total >= step.at).map_or(Points::ZERO, |step| step.points)
    }

    /// The first step that a card with this upper total has not reached; `None` if it has all.
    pub fn next(&self, upper_total: Points) -> Option<BonusStep> {
        self.steps().iter().copied().find(|step| upper_total < step.at)
    }

    /// The step that a card with this upper total is on its way to: the [next](UpperBonus::next) one, or the last; all 0 without a bonus.
    pub fn step_of(&self, upper_total: Points) -> BonusStep {
        self.next(upper_total).or(self.steps().last().copied()).unwrap_or_default()
    }

    /// The most points that it can be; 0 without a bonus.
    pub fn most(&self) -> Points {
        self.steps().last().map_or(Points::ZERO, |step| step.points)
    }
}

/// Where a further n of a kind may be written, once its category is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing is forced: in any open category.
    Any,
    /// In the upper category of its face if it is open; otherwise in any open category.
    UpperThenAny,
    /// In the upper category of its face if it is open; otherwise in an open lower category; otherwise in an open upper one.
    UpperThenLower,
    /// In an open lower category; otherwise in an open upper one.
    Lower,
}

/// When a further n of a kind is a joker: it pays the `joker` points of a lower category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joker {
    /// Never: the dice count as usual.
    Never,
    /// If the upper category of its face is filled.
    UpperFilled,
    /// Always.
    Always,
}

/// When a further n of a kind earns its extra bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusWhen {
    /// Wherever it is written, also for 0.
    Always,
    /// Only if it is written for more than 0 points.
    Scoring,
}

/// The rules for a further n of a kind, for one content of its category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FurtherCase {
    /// Where it may be written.
    pub place: Place,
    /// When it is a joker.
    pub joker: Joker,
    /// The extra bonus.
    pub bonus: Points,
    /// When it earns the extra bonus.
    pub bonus_when: BonusWhen,
}

impl FurtherCase {
    /// It counts as any other roll.
    pub const ORDINARY: FurtherCase =
        FurtherCase { place: Place::Any, joker: Joker::Never, bonus: Points::ZERO, bonus_when: BonusWhen::Always };
}

/// The rules for a further n of a kind (a further Yahtzee), once the category for it is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Further {
    /// The category of the n of a kind: `yahtzee`.
    pub category: Category,
    /// If that category holds points.
    pub after_points: FurtherCase,
    /// If it holds 0.
    pub after_zero: FurtherCase,
}

/// The rules of one game of the family. Clones share the data, so cloning is cheap. Two are equal if they were read from the same text and have the
/// same name; the language of the shown names does not matter.
#[derive(Clone)]
pub struct RuleSet {
    pub(super) fields: Arc<Fields>,
}

impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        // Everything else follows from the text, and in a game of several columns from the column, which the name tells.
        Arc::ptr_eq(&self.fields, &other.fields) || (self.fields.toml == other.fields.toml && self.fields.name == other.fields.name)
    }
}

impl Eq for RuleSet {}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleSet").field(&self.name()).finish()
    }
}

/// The fields of a rule set.
#[derive(Clone)]
pub(super) struct Fields {
    pub(super) name: String,
    pub(super) title: String,
    /// The language of the titles in the file.
    pub(super) own_language: String,
    /// The language in which the categories are shown.
    pub(super) language: String,
    pub(super) notes: Vec<String>,
    pub(super) toml: String,
    pub(super) dice: GameDice,
    pub(super) rolls: u8,
    pub(super) max_rounds: u8,
    pub(super) order: Order,
    pub(super) spare_throws: SpareThrows,
    /// For each spare throw that is left at the end.
    pub(super) saved_throw_points: Points,
    pub(super) categories: Vec<CategoryRule>,
    /// The categories that are one more box of the category before them.
    pub(super) repeats: Filled,
    pub(super) chains: Chains,
    pub(super) upper: usize,
    pub(super) upper_bonus: UpperBonus,
    pub(super) further: Option<Further>,
    pub(super) derived: Derived,
    /// The file as it was read: those of its words that are rules as they stand.
    pub(super) form: Arc<Form>,
}

impl RuleSet {
    /// The name: `hasbro`.
    pub fn name(&self) -> &str {
        &self.fields.name
    }

    /// The title, for people.
    pub fn title(&self) -> &str {
        &self.fields.title
    }

    /// The source of the rules.
    pub fn source(&self) -> &str {
        self.fields.form.source.as_ref().map_or("", |LineText(text)| text)
    }

    /// The interpretation of unclear passages of the source.
    pub fn notes(&self) -> &[String] {
        &self.fields.notes
    }

    /// The TOML that the rules were read from.
    pub fn toml(&self) -> &str {
        &self.fields.toml
    }

    /// Number of dice, 1 to 8.
    pub fn dice(&self) -> usize {
        self.fields.dice.count()
    }

    /// The dice: how many, and what each is like.
    pub fn game_dice(&self) -> &GameDice {
        &self.fields.dice
    }

    /// What each of the dice is like.
    pub fn die(&self) -> &Die {
        self.fields.dice.die()
    }

    /// Every roll of all dice of this game, in ascending order of its pips: 11111, 11112, …, 66666.
    pub fn all_rolls(&self) -> impl Iterator<Item = Roll> + use<> {
        let dice = self.dice();
        self.game_dice().all(dice).into_iter().map(move |rolled| Roll::new(rolled, dice).expect("all dice"))
    }

    /// Rolls in a turn, 1 to 8.
    pub fn rolls(&self) -> u8 {
        self.fields.rolls
    }

    /// The most rounds (columns) a game may have.
    pub fn max_rounds(&self) -> u8 {
        self.fields.max_rounds
    }

    /// The order in which the categories are filled.
    pub fn order(&self) -> Order {
        self.fields.order
    }

    /// The throws beyond those of a single turn: saved in earlier turns, or of a stock for the whole game.
    pub fn spare_throws(&self) -> SpareThrows {
        self.fields.spare_throws
    }

    /// The points for each [spare throw](RuleSet::spare_throws) that is left at the end of the game.
    pub fn saved_throw_points(&self) -> Points {
        self.fields.saved_throw_points
    }

    /// What a card earns when it is full, beside its boxes and extra bonuses: the upper bonus, and the points of the spare throws that are left.
    pub fn at_the_end(&self, state: &State) -> Points {
        self.upper_bonus().earned(state.upper_total) + self.points_of_throws(state.throws)
    }

    /// The points of the spare throws of a full card.
    pub fn points_of_throws(&self, throws: u8) -> Points {
        self.saved_throw_points() * u32::from(self.spare_throws().in_hand(throws))
    }

    /// What a card of this state earns [at the end](RuleSet::at_the_end) however it is played on. Spare throws may still be used.
    pub fn sure_at_the_end(&self, state: &State) -> Points {
        let is_full = state.filled.count() == self.category_count();
        if is_full { self.at_the_end(state) } else { self.upper_bonus().earned(state.upper_total) }
    }

    /// The most that a card can earn [at the end](RuleSet::at_the_end).
    pub fn most_at_the_end(&self) -> Points {
        let most_left = self.spare_throws().most_in_hand(self.category_count());
        self.upper_bonus().most() + self.saved_throw_points() * u32::from(most_left)
    }

    /// Whether a player may write a 0 where the roll scores.
    pub fn allows_voluntary_zeros(&self) -> bool {
        self.fields.form.voluntary_zeros
    }

    /// The most rerolls that a turn can have, which begins with this many categories filled.
    pub fn most_rerolls(&self, filled: usize) -> u8 {
        self.spare_throws().most_in_hand(filled) + self.fields.rolls - 1
    }

    /// The number of throws at the start of a turn on which a category may pay other points than later.
    pub fn first_throws(&self) -> usize {
        self.fields.categories.iter().map(|rule| rule.by_throw.len()).max().unwrap_or(0)
    }

    /// Whether a category pays other points on the first throw of a turn.
    pub fn pays_by_throw(&self) -> bool {
        self.first_throws() > 0
    }

    /// Whether a player who writes these points in a category wins the game at once: they are those of a served roll that wins.
    pub fn wins(&self, category: Category, points: Points) -> bool {
        self.winning_points(category) == Some(points)
    }

    /// The points of the rolls that win the game at once in a category; `None` if no roll does there.
    pub fn winning_points(&self, category: Category) -> Option<Points> {
        let rule = self.category(category);
        rule.by_throw.first().copied().filter(|_| rule.served_wins)
    }

    /// Whether some roll wins the game at once.
    pub fn has_winning_rolls(&self) -> bool {
        self.fields.categories.iter().any(|rule| rule.served_wins)
    }

    /// Number of categories, which is also the number of turns.
    pub fn category_count(&self) -> usize {
        self.fields.categories.len()
    }

    /// Number of upper categories; they come first.
    pub fn upper_count(&self) -> usize {
        self.fields.upper
    }

    /// The bonus of the upper section.
    pub fn upper_bonus(&self) -> &UpperBonus {
        &self.fields.upper_bonus
    }

    /// The rules for a further n of a kind; `None` if it counts as any other roll.
    pub fn further(&self) -> Option<&Further> {
        self.fields.further.as_ref()
    }

    /// The category of the n of a kind, if the rules for a further one depend on its content. Only then is the Yahtzee flag of a state used.
    pub fn flag_category(&self) -> Option<Category> {
        self.fields.further.filter(|further| further.after_points != further.after_zero).map(|further| further.category)
    }

    /// All categories, upper section first.
    pub fn categories(&self) -> impl ExactSizeIterator<Item = Category> + use<> {
        (0..self.fields.categories.len()).map(Category::from_index)
    }

    /// The definition of a category.
    ///
    /// # Panics
    ///
    /// If it is a category of another game with more categories.
    pub fn category(&self, category: Category) -> &CategoryRule {
        &self.fields.categories[category.index()]
    }

    /// Whether a category is in the upper section.
    pub fn is_upper(&self, category: Category) -> bool {
        category.index() < self.fields.upper
    }

    /// The cap of upper totals: the threshold of the highest step of the bonus, or 0 if there is none. Totals above it make no difference.
    pub fn upper_cap(&self) -> Points {
        self.fields.upper_bonus.steps().last().map_or(Points::ZERO, |step| step.at)
    }

    /// The faces that the upper categories count, in their order.
    pub fn upper_faces(&self) -> impl Iterator<Item = Face> {
        self.fields.categories[..self.fields.upper].iter().map(|rule| match rule.pattern {
            Pattern::Face(face) => face,
            _ => unreachable!("upper categories count a face: the parser checks it"),
        })
    }

    /// The upper category that counts `face`, if there is one.
    pub fn upper_category(&self, face: Face) -> Option<Category> {
        self.upper_faces().position(|counted| counted == face).map(Category::from_index)
    }
}
