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

use std::ops::Range;

use crate::dice::Roll;
use crate::rules::{Points, RuleSet};

/// The most parts. The kernel has a separate loop for each number of open parts.
pub(super) const PARTS: usize = 2;

/// The menus of a part.
#[derive(Clone, Debug)]
pub(crate) struct Menus {
    /// Their indices among the menus of all parts.
    pub(crate) all: Range<usize>,
    /// The menu of each roll.
    pub(crate) of_roll: Vec<u16>,
}

impl Menus {
    /// The menus of the part of these categories, at least one, given the points of each roll in each category of the card. `start` is the first menu.
    pub(super) fn new(categories: &[usize], points: &[Vec<Points>], start: usize) -> Menus {
        let parts = categories.iter().map(|&category| Part::new(category, &points[category]));
        let part = parts.reduce(|part, other| part.united(&other)).expect("a category");
        let of_roll = part.menu_of.iter().map(|menu| start as u16 + menu).collect();
        Menus { all: start..start + part.menus(), of_roll }
    }
}

/// The points of each roll in each category, on a first or a later throw. In the category of a further n of a kind they are 0, because the rolls that
/// score there have separate lists.
pub(super) fn points(rules: &RuleSet, rolls: &[Roll], is_first: bool) -> Vec<Vec<Points>> {
    let further = rules.further().map(|further| further.category);
    let points = |category, roll| if Some(category) == further { Points::ZERO } else { rules.points_on(category, roll, is_first) };
    rules.categories().map(|category| rolls.iter().map(|roll| points(category, roll)).collect()).collect()
}

/// The categories of each part, at most [`PARTS`], given the points of each roll in each category.
pub(super) fn choose(points: &[Vec<Points>]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Part> = points.iter().enumerate().map(|(category, points)| Part::new(category, points)).collect();
    while let Some(step) = best_step(&parts).filter(|step| step.saves > 0.0 || parts.len() > PARTS) {
        if let Some((other, united)) = step.united {
            parts[other] = united;
        }
        parts.remove(step.part);
    }
    parts.into_iter().map(|part| part.categories).collect()
}

/// A part under construction.
struct Part {
    /// The indices of its categories.
    categories: Vec<usize>,
    /// The menu of each roll.
    menu_of: Vec<u16>,
    /// For each menu, the number of categories in which it scores.
    scores: Vec<u32>,
}

impl Part {
    /// The part of one category, given the points of each roll there.
    fn new(category: usize, points: &[Points]) -> Part {
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
    fn united(&self, other: &Part) -> Part {
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
    fn cost(&self) -> f64 {
        let some_open = 1.0 - 0.5_f64.powi(self.categories.len() as i32);
        let scores: u32 = self.scores.iter().sum();
        some_open * (self.menus() + self.menu_of.len()) as f64 + f64::from(scores)
    }

    /// The expected loads and stores if its categories raise the rolls themselves.
    fn cost_in_no_part(&self) -> f64 {
        self.menu_of.iter().map(|&menu| f64::from(self.scores[usize::from(menu)])).sum()
    }
}

/// A step of the search: dissolve a part, or unite it with an earlier one.
struct Step {
    saves: f64,
    part: usize,
    united: Option<(usize, Part)>,
}

/// The step that saves the most.
fn best_step(parts: &[Part]) -> Option<Step> {
    let steps = parts.iter().enumerate().flat_map(|(index, part)| {
        let given_up = Step { saves: part.cost() - part.cost_in_no_part(), part: index, united: None };
        let united = parts[..index].iter().enumerate().map(move |(other, earlier)| {
            let united = earlier.united(part);
            Step { saves: earlier.cost() + part.cost() - united.cost(), part: index, united: Some((other, united)) }
        });
        std::iter::once(given_up).chain(united)
    });
    steps.max_by(|a, b| a.saves.total_cmp(&b.saves))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Category;

    fn built_in(name: &str) -> (RuleSet, Vec<Vec<Points>>) {
        let rules = RuleSet::builtin(name).unwrap();
        let rolls: Vec<Roll> = Roll::all(rules.dice()).collect();
        let points = points(&rules, &rolls, false);
        (rules, points)
    }

    /// The loads and stores of a row by definition, as a mean over all sets of open categories.
    fn mean_cost(parts: &[Vec<usize>], points: &[Vec<Points>]) -> f64 {
        let rolls = points[0].len();
        let menus_of = |part: &[usize]| -> HashSet<Vec<Points>> {
            (0..rolls).map(|roll| part.iter().map(|&category| points[category][roll]).collect()).collect()
        };
        let menus: Vec<HashSet<Vec<Points>>> = parts.iter().map(|part| menus_of(part)).collect();
        let raises = |category: usize| match parts.iter().position(|part| part.contains(&category)) {
            Some(part) => {
                let place = parts[part].iter().position(|&other| other == category).unwrap();
                menus[part].iter().filter(|menu| menu[place] > 0).count()
            }
            None => points[category].iter().filter(|points| **points > 0).count(),
        };
        let raises: Vec<usize> = (0..points.len()).map(raises).collect();
        let sets = 1 << points.len();
        let cost = |open: usize| {
            let is_open = |category: usize| open >> category & 1 != 0;
            let raised: usize = (0..points.len()).filter(|&category| is_open(category)).map(|category| 2 * raises[category]).sum();
            let open_parts = parts.iter().zip(&menus).filter(|(part, _)| part.iter().any(|&category| is_open(category)));
            raised + open_parts.map(|(_, menus)| menus.len() + rolls).sum::<usize>()
        };
        (0..sets).map(|open| cost(open) as f64).sum::<f64>() / sets as f64
    }

    #[test]
    fn costs_are_those_of_the_definition() {
        for name in ["generala", "crag", "hasbro"] {
            let (_, points) = built_in(name);
            let count = points.len();
            for parts in
                [vec![], vec![vec![0]], vec![vec![0, 1, 2], (6..count).collect()], vec![vec![5, 8, count - 1], vec![2]], choose(&points)]
            {
                let in_parts = parts.concat();
                let rest = (0..count).filter(|category| !in_parts.contains(category));
                let cost_of = |part: &Vec<usize>| {
                    part.iter().map(|&category| Part::new(category, &points[category])).reduce(|a, b| a.united(&b)).unwrap().cost()
                };
                let cost = parts.iter().map(cost_of).sum::<f64>()
                    + rest.map(|category| Part::new(category, &points[category]).cost_in_no_part()).sum::<f64>();
                assert!((cost - mean_cost(&parts, &points)).abs() < 1e-6, "{name}, {parts:?}");
            }
        }
    }

    #[test]
    fn parts_are_as_the_documents_name_them() {
        let parts = |name| {
            let (rules, points) = built_in(name);
            let name = |category: &usize| rules.category(Category::from_index(*category)).name.clone();
            let part = |part: &Vec<usize>| (part.iter().map(name).collect::<Vec<_>>().join(" "), Menus::new(part, &points, 0).all.len());
            let parts: Vec<(String, usize)> = choose(&points).iter().map(part).collect();
            parts
        };
        let named =
            |parts: &[(&str, usize)]| -> Vec<(String, usize)> { parts.iter().map(|&(names, menus)| (names.to_owned(), menus)).collect() };
        assert_eq!(parts("hasbro"), named(&[("ones twos", 21), ("chance", 26)]));
        assert_eq!(parts("yatzy"), named(&[("sixes one-pair", 16), ("chance", 26)]));
        assert_eq!(parts("maxi-yatzy"), named(&[("fives sixes one-pair", 41), ("chance", 31)]));
    }
}
