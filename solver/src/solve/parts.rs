//! The parts of the card: sets of categories that share menus.
//!
//! A score of an open category raises every roll that scores it. Rolls that score alike in all categories of a *part* of the card share a *menu*: such a
//! score raises a few menus instead of many rolls, but then each roll reads its menu. So a category in which few rolls score belongs to no part, and raises
//! the rolls themselves. The parts are found by counting the loads and stores of a row, where each category is as likely open as filled:
//!
//! ```text
//! to choose the parts:
//!     let each category be a part
//!     repeat:
//!         find the step that saves the most: unite two parts, or give up a part
//!         stop if it saves nothing and there are few parts
//!         take it
//! ```

use std::collections::BTreeMap;

use yahtzee_kernel::{Menus, PARTS};

use crate::dice::Roll;
use crate::rules::{Points, RuleSet};

/// The menus of the part of these categories, at least one, given the points of each roll in each category of the card. `start` is the first menu.
pub(crate) fn menus(categories: &[usize], points: &[Vec<Points>], start: usize) -> Menus {
    let parts = categories.iter().map(|&category| Part::new(category, &points[category]));
    let part = parts.reduce(|part, other| part.united(&other)).expect("a category");
    let of_roll = part.menu_of.iter().map(|menu| start as u16 + menu).collect();
    Menus { all: start..start + part.menus(), of_roll }
}

/// The points of each roll in each category, on a throw that follows `nth` of its turn. In the category of a further n of a kind they are 0, because the rolls that
/// score there have separate lists.
pub(crate) fn points(rules: &RuleSet, rolls: &[Roll], nth: usize) -> Vec<Vec<Points>> {
    let further = rules.further().map(|further| further.category);
    let points = |category, roll| if Some(category) == further { Points::ZERO } else { rules.points_on(category, roll, nth) };
    rules.categories().map(|category| rolls.iter().map(|roll| points(category, roll)).collect()).collect()
}

/// The categories of each part, at most `PARTS`, among these categories, given the points of each roll in each category.
pub(crate) fn choose(points: &[Vec<Points>], categories: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let (mut parts, mut steps) = (BTreeMap::new(), Vec::new());
    categories.for_each(|category| add(Part::new(category, &points[category]), &mut parts, &mut steps));
    let best = |steps: &[Step]| steps.iter().copied().max_by(|a, b| a.saves.total_cmp(&b.saves).then(a.parts.cmp(&b.parts)));
    while let Some(Step { parts: (part, other), .. }) = best(&steps).filter(|step| step.saves > 0.0 || parts.len() > PARTS) {
        let is_taken = |first| first == part || Some(first) == other;
        steps.retain(|Step { parts: (part, other), .. }| !is_taken(*part) && !other.is_some_and(is_taken));
        let part = parts.remove(&part).expect("a part");
        if let Some(other) = other {
            let other = parts.remove(&other).expect("a part");
            add(other.united(&part), &mut parts, &mut steps);
        }
    }
    parts.into_values().map(|part| part.categories).collect()
}

/// A part under construction.
pub(crate) struct Part {
    /// The indices of its categories.
    categories: Vec<usize>,
    /// The menu of each roll.
    menu_of: Vec<u16>,
    /// For each menu, the number of categories in which it scores.
    scores: Vec<u32>,
}

impl Part {
    /// The part of one category, given the points of each roll there.
    pub(crate) fn new(category: usize, points: &[Points]) -> Part {
        let mut distinct = points.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let menu = |points: &Points| distinct.binary_search(points).expect("points of a roll") as u16;
        Part {
            categories: vec![category],
            menu_of: points.iter().map(menu).collect(),
            scores: distinct.iter().map(|&points| u32::from(points > 0)).collect(),
        }
    }

    /// The number of menus.
    fn menus(&self) -> usize {
        self.scores.len()
    }

    /// The union of two parts.
    pub(crate) fn united(&self, other: &Part) -> Part {
        let mut menu_of_pair = vec![u16::MAX; self.menus() * other.menus()];
        let mut scores = Vec::new();
        let pairs = self.menu_of.iter().zip(&other.menu_of).map(|(&menu, &others)| (usize::from(menu), usize::from(others)));
        let menu_of = pairs.map(|(menu, others)| {
            let united = &mut menu_of_pair[menu * other.menus() + others];
            if *united == u16::MAX {
                *united = scores.len() as u16;
                scores.push(self.scores[menu] + other.scores[others]);
            }
            *united
        });
        let menu_of = menu_of.collect();
        Part { categories: [&self.categories[..], &other.categories].concat(), menu_of, scores }
    }

    /// The expected loads and stores of this part: if a category is open, each menu is stored and each roll loads one; each score of an open category
    /// loads and stores a menu.
    pub(crate) fn cost(&self) -> f64 {
        let some_open = 1.0 - 0.5_f64.powi(self.categories.len() as i32);
        let scores: u32 = self.scores.iter().sum();
        some_open * (self.menus() + self.menu_of.len()) as f64 + f64::from(scores)
    }

    /// The expected loads and stores if its categories raise the rolls themselves.
    pub(crate) fn cost_in_no_part(&self) -> f64 {
        self.menu_of.iter().map(|&menu| f64::from(self.scores[usize::from(menu)])).sum()
    }
}

/// A step of the search: give up a part, or unite it with an earlier one.
#[derive(Clone, Copy)]
struct Step {
    saves: f64,
    /// The first categories of its parts.
    parts: (usize, Option<usize>),
}

/// The most pairs of menus of two parts that may be united. Dice with many rolls have parts with more.
const MOST_PAIRS: usize = 1 << 20;

/// The most menus of a part, so that the menus of all parts have numbers of 16 bits.
const MOST_MENUS: usize = u16::MAX as usize / PARTS;

/// Adds a part to the parts, by their first categories, and its steps. The steps of the others stay as they are: there are many.
fn add(part: Part, parts: &mut BTreeMap<usize, Part>, steps: &mut Vec<Step>) {
    let first = part.categories[0];
    steps.push(Step { saves: part.cost() - part.cost_in_no_part(), parts: (first, None) });
    for (&other_first, other) in parts.iter().filter(|(_, other)| other.menus() * part.menus() <= MOST_PAIRS) {
        let united = other.united(&part);
        if united.menus() <= MOST_MENUS {
            let parts = (first.max(other_first), Some(first.min(other_first)));
            steps.push(Step { saves: other.cost() + part.cost() - united.cost(), parts });
        }
    }
    parts.insert(first, part);
}
