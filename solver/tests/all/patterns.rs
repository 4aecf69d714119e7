//! The scores of rolls in categories of random patterns, compared with a naive reading of the TOML.

use crate::common::rules_of_patterns;
use proptest::prelude::*;
use toml::{Table, Value};
use yahtzee_solver::RuleSet;

fn numbers(list: &Value) -> Vec<u8> {
    list.as_array().unwrap().iter().map(|number| number.as_integer().unwrap() as u8).collect()
}

/// One list of numbers, or several.
fn lists(value: &Value) -> Vec<Vec<u8>> {
    if value[0].is_array() { value.as_array().unwrap().iter().map(numbers).collect() } else { vec![numbers(value)] }
}

/// Whether all faces of a list can be taken out of the dice, one after the other.
fn has_all(dice: &[u8], faces: &[u8]) -> bool {
    let mut left = dice.to_vec();
    faces.iter().all(|face| left.iter().position(|die| die == face).map(|place| left.remove(place)).is_some())
}

/// The sums of groups of these sizes, taken out of the dice one after the other.
fn groups(dice: &[u8], sizes: &[u8], same_face: bool) -> Vec<u32> {
    let Some((&size, rest)) = sizes.split_first() else { return vec![0] };
    let size = usize::from(size);
    let mut sums = Vec::new();
    for face in (1..=20u8).filter(|face| dice.iter().filter(|die| *die == face).count() >= size) {
        let mut taken = 0;
        let left: Vec<u8> = dice
            .iter()
            .copied()
            .filter(|&die| {
                let take = die == face && (taken < size || !same_face);
                taken += usize::from(take);
                !take
            })
            .collect();
        sums.extend(groups(&left, rest, same_face).iter().map(|sum| sum + u32::from(face) * size as u32));
    }
    sums
}

/// The sums of the dice that meet one condition; empty if the dice do not meet it.
fn sums(category: &Table, field: &str, dice: &[u8]) -> Vec<u32> {
    let value = &category[field];
    let of_all: u32 = dice.iter().copied().map(u32::from).sum();
    let runs = |lists: Vec<Vec<u8>>| -> Vec<u32> {
        lists.iter().filter(|faces| has_all(dice, faces)).map(|faces| faces.iter().copied().map(u32::from).sum()).collect()
    };
    match field {
        "any" => vec![of_all],
        "sum" => {
            let bound = |name: &str| value.get(name).or(value.as_integer().map(|_| value)).and_then(Value::as_integer);
            let low = bound("at-least").is_none_or(|least| i64::from(of_all) >= least);
            let high = bound("at-most").is_none_or(|most| i64::from(of_all) <= most);
            if low && high { vec![of_all] } else { Vec::new() }
        }
        "exact-groups" => {
            let sorted = |mut sizes: Vec<u8>| {
                sizes.sort_unstable();
                sizes
            };
            let count = |face: u8| dice.iter().filter(|die| **die == face).count() as u8;
            let shown = sorted((1..=20u8).map(count).filter(|count| *count > 0).collect());
            if lists(value).into_iter().any(|sizes| sorted(sizes) == shown) { vec![of_all] } else { Vec::new() }
        }
        "face" => {
            let count = dice.iter().filter(|&&die| Some(die.into()) == value.as_integer()).count() as u32;
            if count > 0 { vec![count * value.as_integer().unwrap() as u32] } else { Vec::new() }
        }
        "groups" => groups(dice, &numbers(value), category.get("same-face").is_some_and(|same| same.as_bool() == Some(true))),
        "straight" => {
            let length = value.as_integer().unwrap() as u8;
            runs((1..=21 - length).map(|first| (first..first + length).collect()).collect())
        }
        "faces" => runs(lists(value)),
        other => panic!("{other:?}"),
    }
}

/// The conditions of a category, apart from `within`.
fn conditions(category: &Table) -> impl Iterator<Item = &'static str> {
    let fields = ["any", "sum", "face", "groups", "exact-groups", "straight", "faces"];
    fields.into_iter().filter(|field| category.contains_key(*field))
}

/// The sums of the dice that meet all conditions; of all dice for several conditions. Empty if they do not meet them.
fn ways(category: &Table, dice: &[u8]) -> Vec<u32> {
    let mut met: Vec<Vec<u32>> = conditions(category).map(|field| sums(category, field, dice)).collect();
    match met.len() {
        1 => met.remove(0),
        _ if met.iter().any(Vec::is_empty) => Vec::new(),
        _ => vec![dice.iter().copied().map(u32::from).sum()],
    }
}

fn points(category: &Table, dice: &[u8]) -> u32 {
    let found: Vec<u32> = match category.get("within") {
        None => ways(category, dice),
        Some(sets) => lists(sets)
            .iter()
            .flat_map(|set| {
                let inside: Vec<u8> = dice.iter().copied().filter(|die| set.contains(die)).collect();
                let alone = conditions(category).next().is_none();
                if inside.is_empty() || (alone && inside.len() < dice.len()) { Vec::new() } else { ways(category, &inside) }
            })
            .collect(),
    };
    let Some(most) = found.into_iter().max() else { return 0 };
    let number = |field: &str, other: i64| category.get(field).map_or(other, |value| value.as_integer().unwrap()) as u32;
    match &category["points"] {
        Value::Integer(points) => *points as u32,
        Value::String(word) if word == "those-dice" => most * number("times", 1) + number("plus", 0),
        Value::String(word) if word == "all-dice" => {
            dice.iter().copied().map(u32::from).sum::<u32>() * number("times", 1) + number("plus", 0)
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn rolls_score_what_the_file_says(toml in rules_of_patterns()) {
        let rules = RuleSet::parse(&toml).unwrap();
        let file: Table = toml.parse().unwrap();
        let lower = &file["lower"];
        let categories = rules.categories().filter(|&category| !rules.is_upper(category));
        for (category, form) in categories.zip(lower.as_array().unwrap()) {
            for roll in rules.all_rolls() {
                let dice: Vec<u8> = roll.faces().map(|face| face.pips()).collect();
                prop_assert_eq!(rules.points(category, &roll).get(), points(form.as_table().unwrap(), &dice), "{} in {:?}", roll, form);
            }
        }
    }
}
