use std::collections::HashSet;

use crate::rules::Category;
use crate::solve::{Part as PartOfCard, choose as choose_parts, menus, points as points_of_rolls};
use crate::{Points, Roll, RuleSet};

fn built_in(name: &str) -> (RuleSet, Vec<Vec<Points>>) {
    let rules = RuleSet::builtin(name).unwrap();
    let rolls: Vec<Roll> = Roll::all(rules.dice()).collect();
    let points = points_of_rolls(&rules, &rolls, rules.first_throws());
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
        for parts in [
            vec![],
            vec![vec![0]],
            vec![vec![0, 1, 2], (6..count).collect()],
            vec![vec![5, 8, count - 1], vec![2]],
            choose_parts(&points, 0..count),
        ] {
            let in_parts = parts.concat();
            let rest = (0..count).filter(|category| !in_parts.contains(category));
            let cost_of = |part: &Vec<usize>| {
                part.iter().map(|&category| PartOfCard::new(category, &points[category])).reduce(|a, b| a.united(&b)).unwrap().cost()
            };
            let cost = parts.iter().map(cost_of).sum::<f64>()
                + rest.map(|category| PartOfCard::new(category, &points[category]).cost_in_no_part()).sum::<f64>();
            assert!((cost - mean_cost(&parts, &points)).abs() < 1e-6, "{name}, {parts:?}");
        }
    }
}

#[test]
fn parts_are_as_the_documents_name_them() {
    let parts = |name| {
        let (rules, points) = built_in(name);
        let name = |category: &usize| rules.category(Category::from_index(*category)).name.clone();
        let part = |part: &Vec<usize>| (part.iter().map(name).collect::<Vec<_>>().join(" "), menus(part, &points, 0).all.len());
        let parts: Vec<(String, usize)> = choose_parts(&points, 0..points.len()).iter().map(part).collect();
        parts
    };
    let named =
        |parts: &[(&str, usize)]| -> Vec<(String, usize)> { parts.iter().map(|&(names, menus)| (names.to_owned(), menus)).collect() };
    assert_eq!(parts("hasbro"), named(&[("ones twos", 21), ("chance", 26)]));
    assert_eq!(parts("yatzy"), named(&[("sixes one-pair", 16), ("chance", 26)]));
    assert_eq!(parts("maxi-yatzy"), named(&[("fives sixes one-pair", 41), ("chance", 31)]));
}
