//! The plan: how the rolls of a rule set score, compiled for the kernel.
//!
//! Unless the rules force a roll somewhere, what it may score depends only on its points in each category. So the kernel gets the points of each roll in
//! each category, a *column* of its card, and the parts of the card (`parts.rs`). The rolls that score in the category of
//! the n of a kind have lists of their own: once it is filled they may be forced somewhere or be jokers, and while it is open a voluntary zero in it may
//! gain ([`RuleSet::zero_may_gain`]), which it does in no other category.
//!
//! For an objective that falls somewhere, these lists have every voluntary zero; if the rules allow none, every roll has a list.

mod row;

use yahtzee_kernel::{Column, ListedPlacement, ListedRoll, Menus, Scoring, ThrowPlan};

use super::parts;
use crate::dice::{Face, Nodes, RerollsLeft, Roll};
use crate::rules::{BonusWhen, Category, Chains, Filled, FurtherCase, Points, RuleSet, SpareThrows, State, VoluntaryZeros};

pub use row::RowPlan;

/// How the rolls of a rule set score.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The same in numbers.
    pub kernel: yahtzee_kernel::Plan,
    /// The voluntary zeros among the placements of rolls.
    zeros: VoluntaryZeros,
    further_category: Option<Category>,
    /// The category whose points set the Yahtzee flag.
    flag_category: Option<Category>,
    /// The extra bonus of a further n of a kind for a zero, without and with the Yahtzee flag.
    zero_bonus: [Points; 2],
    /// Mask of the lower categories.
    lower: u32,
    chains: Chains,
    /// By category, the points of the rolls that win the game at once; none if all rolls count as their points.
    winning: Vec<Option<Points>>,
    /// For each roll with a list, the upper category of its face.
    upper_of_listed: Vec<Option<Category>>,
}

impl Plan {
    /// The plan of a rule set. Rolls that win the game count as their points.
    pub(crate) fn new(rules: &RuleSet, nodes: &Nodes, zeros: VoluntaryZeros) -> Plan {
        let rolls: Vec<Roll> = nodes.rolls().map(|index| nodes.roll_at(index)).collect();
        // Of boxes that are filled alike at most one is open, so they share a place in a part.
        let firsts = rules.categories().filter(|&category| !rules.is_repeat(category)).map(Category::index);
        // On the first throw, on the second, and so on; last on a later throw.
        let points: Vec<_> = (0..=rules.first_throws()).map(|nth| parts::points(rules, &rolls, nth)).collect();
        let mut parts = parts::choose(&points[rules.first_throws()], firsts);
        for part in &mut parts {
            let boxes = part.iter().flat_map(|&first| rules.boxes_like(Category::from_index(first)));
            *part = boxes.map(Category::index).collect();
        }
        let part_of = |category| parts.iter().position(|categories| categories.contains(&category));
        let listed = Listed::of(rules, &rolls, zeros);
        let scoring = |(nth, points): (usize, &Vec<Vec<Points>>)| scoring(rules, &rolls, points, &parts, &listed, zeros, nth);
        let kernel = yahtzee_kernel::Plan {
            part_of: (0..rules.category_count()).map(part_of).collect(),
            unshifted: rules.categories().map(|category| !rules.is_upper(category)).collect(),
            scorings: points.iter().enumerate().map(scoring).collect(),
            throws: throws(rules),
        };
        Plan {
            kernel,
            zeros,
            further_category: rules.further().map(|further| further.category),
            flag_category: rules.flag_category(),
            zero_bonus: rules.further().map_or([Points::ZERO; 2], |further| [further.after_zero, further.after_points].map(zero_bonus)),
            lower: Filled::all(rules.category_count()).mask() & !Filled::all(rules.upper_count()).mask(),
            chains: rules.chains(),
            winning: vec![None; rules.category_count()],
            upper_of_listed: listed.into_iter().map(|listed| listed.upper).collect(),
        }
    }

    /// The same plan, in which rolls that win the game do so.
    pub(crate) fn to_win(&self, rules: &RuleSet) -> Plan {
        Plan { winning: rules.categories().map(|category| rules.winning_points(category)).collect(), ..self.clone() }
    }

    /// Whether these points win the game at once in a category.
    pub(crate) fn wins(&self, category: Category, written: Points) -> bool {
        self.winning[category.index()] == Some(written)
    }

    /// Whether some roll wins the game at once.
    pub fn has_winning_rolls(&self) -> bool {
        self.winning.iter().any(Option::is_some)
    }

    /// The voluntary zeros among the placements of rolls.
    pub(crate) fn zeros(&self) -> VoluntaryZeros {
        self.zeros
    }

    /// The rerolls left after the first throw of a turn whose state has this number of throws.
    #[inline(always)]
    pub fn rerolls(&self, throws: u8) -> u8 {
        self.kernel.rerolls(throws)
    }
}

/// What the throws of turns leave.
fn throws(rules: &RuleSet) -> ThrowPlan {
    let spare = rules.spare_throws();
    let own = rules.rolls() - 1;
    let states = 0..=spare.most(rules.category_count());
    let rerolls: Vec<u8> = states.clone().map(|throws| own + spare.in_hand(throws)).collect();
    let most = rerolls.iter().copied().max().unwrap_or(own);
    let after = states.map(|throws| (0..=most).map(|rerolls_left| spare.after(throws, rerolls_left)).collect()).collect();
    ThrowPlan { rerolls, after, together: !matches!(spare, SpareThrows::Stock(_)) }
}

/// The extra bonus for a zero.
fn zero_bonus(case: FurtherCase) -> Points {
    if case.bonus_when == BonusWhen::Always { case.bonus } else { Points::ZERO }
}

/// A roll with lists of its own: it is a further n of a kind once its category is filled, or no zero may be written for it where it scores.
struct Listed {
    /// Its index among the rolls.
    roll: usize,
    /// The upper category of its face.
    upper: Option<Category>,
}

impl Listed {
    fn of(rules: &RuleSet, rolls: &[Roll], zeros: VoluntaryZeros) -> Vec<Listed> {
        // A zero has no value for a roll that scores everywhere, if it may not be voluntary.
        let all_apart = zeros == VoluntaryZeros::All && !rules.allows_voluntary_zeros();
        let listed = rolls.iter().enumerate().filter_map(|(roll, dice)| {
            let face = rules.further_face(dice);
            (face.is_some() || all_apart).then(|| Listed { roll, upper: face.and_then(|face| rules.upper_category(face)) })
        });
        listed.collect()
    }
}

/// The scores of rolls on a throw that follows `nth` of its turn, given the points of each roll in each category then.
fn scoring(
    rules: &RuleSet,
    rolls: &[Roll],
    points: &[Vec<Points>],
    parts: &[Vec<usize>],
    listed: &[Listed],
    zeros: VoluntaryZeros,
    nth: usize,
) -> Scoring {
    let column = |category: usize, raised: &[u16]| column(rules, Category::from_index(category), &points[category], raised);
    let rolls_themselves: Vec<u16> = (0..rolls.len() as u16).collect();
    let mut columns: Vec<Column> = (0..points.len()).map(|category| column(category, &rolls_themselves)).collect();
    let mut menus: Vec<Menus> = Vec::with_capacity(parts.len());
    for categories in parts {
        let part = parts::menus(categories, points, menus.last().map_or(0, |before| before.all.end));
        for &category in categories {
            columns[category] = column(category, &part.of_roll);
        }
        menus.push(part);
    }
    let list = |listed: &Listed| {
        let placements = Situation::all().map(|situation| situation.placements(rules, &rolls[listed.roll], zeros, nth, listed.upper));
        ListedRoll { roll: listed.roll, placements: placements.collect() }
    };
    Scoring { columns, menus, listed: listed.iter().map(list).collect() }
}

/// The column of a category, given the points of each roll and its targets.
fn column(rules: &RuleSet, category: Category, points: &[Points], raised: &[u16]) -> Column {
    let by_points = points.iter().copied().zip(raised.iter().copied()).filter(|(points, _)| *points > 0);
    let mut by_points: Vec<(Points, u16)> = by_points.collect();
    by_points.sort_unstable();
    by_points.dedup();
    let mut column = Column::default();
    for score in by_points.chunk_by(|(a, _), (b, _)| a == b) {
        let points = score[0].0;
        column.add(points.get(), counted_dice(rules, category, points), score.iter().map(|(_, raised)| *raised));
    }
    column
}

/// The number of dice that make `points` in an upper category; 0 in a lower one.
pub(crate) fn counted_dice(rules: &RuleSet, category: Category, points: Points) -> u32 {
    rules.upper_faces().nth(category.index()).map_or(0, |face: Face| points.get() / u32::from(face.pips()))
}

/// The situation of a roll with a list: everything, apart from the category itself being open, that decides where it may go.
#[derive(Clone, Copy)]
struct Situation {
    filled: bool,
    flag: bool,
    upper_open: bool,
    lower_open: bool,
}

/// Number of situations.
const SITUATIONS: usize = 16;

impl Situation {
    /// All situations, in the order of their indices.
    fn all() -> impl Iterator<Item = Situation> {
        let has = |index: usize, bit: usize| index >> bit & 1 != 0;
        (0..SITUATIONS).map(move |index| Situation {
            filled: has(index, 0),
            flag: has(index, 1),
            upper_open: has(index, 2),
            lower_open: has(index, 3),
        })
    }

    fn index(self) -> usize {
        usize::from(self.filled) | usize::from(self.flag) << 1 | usize::from(self.upper_open) << 2 | usize::from(self.lower_open) << 3
    }

    /// The placements of `roll` in this situation, by category. It asks the rules for a card with few other open categories.
    fn placements(self, rules: &RuleSet, roll: &Roll, zeros: VoluntaryZeros, nth: usize, upper: Option<Category>) -> Vec<ListedPlacement> {
        let further = rules.further().map(|further| further.category);
        if self.flag && !(self.filled && rules.flag_category().is_some()) {
            return Vec::new();
        }
        let is_lower = |category: Category| !rules.is_upper(category);
        let some_lower = rules.categories().find(|&category| is_lower(category) && Some(category) != further);
        let is_possible = |category: &Category| match *category {
            category if Some(category) == further => !self.filled,
            category if Some(category) == upper => self.upper_open,
            category if is_lower(category) => self.lower_open,
            _ => true,
        };
        let in_category = |category: Category| {
            let open = move |other: Category| {
                other == category
                    || (Some(other) == upper && self.upper_open)
                    || (Some(other) == further && !self.filled)
                    || (Some(other) == some_lower && self.lower_open && !is_lower(category))
            };
            let filled = rules.categories().filter(|&other| !open(other)).fold(Filled::NONE, Filled::with);
            let state = State { filled, upper_total: Points::ZERO, flag: self.flag, throws: 0 };
            // Any category may be the open one of its chain. The throws of what follows do not matter here.
            let choices = rules.choices_in(category, zeros, &state, roll, RerollsLeft::NONE, nth);
            choices.map(move |placement| {
                let (count, flag) = (counted_dice(rules, category, placement.points), placement.next.flag);
                ListedPlacement {
                    column: category.index() as u8,
                    points: (placement.points + placement.bonus).get(),
                    written: placement.points.get(),
                    count,
                    flag,
                    follows_as_zero: count == 0 && flag == self.flag,
                }
            })
        };
        rules.categories().filter(is_possible).flat_map(in_category).collect()
    }
}
