//! The scores of rolls in categories of random patterns, compared with a naive reading of the TOML.

use crate::common::rules_of_patterns;
use proptest::prelude::*;
use toml::{Table, Value};
use yahtzee_solver::{Roll, RuleSet};

fn numbers(list: &Value) -> Vec<u8> {
    list.as_array().unwrap().iter().map(|number| number.as_integer().unwrap() as u8).collect()
}

/// Whether all faces of a list are among the dice.
fn has_all(dice: &[u8], faces: &[u8]) -> bool {
    faces.iter().all(|face| dice.contains(face))
}

/// The sums of groups of these sizes, taken out of the dice one after the other.
fn groups(dice: &[u8], sizes: &[u8], same_face: bool) -> Vec<u32> {
    let Some((&size, rest)) = sizes.split_first() else { return vec![0] };
    let size = usize::from(size);
    let mut sums = Vec::new();
    for face in (1..=6u8).filter(|face| dice.iter().filter(|die| *die == face).count() >= size) {
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
            if value.as_integer() == Some(of_all.into()) {
                vec![of_all]
            } else {
                Vec::new()
            }
        }
        "face" => {
            let count = dice.iter().filter(|&&die| Some(die.into()) == value.as_integer()).count() as u32;
            if count > 0 { vec![count * value.as_integer().unwrap() as u32] } else { Vec::new() }
        }
        "groups" => groups(dice, &numbers(value), category.get("same-face").is_some_and(|same| same.as_bool() == Some(true))),
        "straight" => {
            let length = value.as_integer().unwrap() as u8;
            runs((1..=7 - length).map(|first| (first..first + length).collect()).collect())
        }
        "faces" if value[0].is_array() => runs(value.as_array().unwrap().iter().map(numbers).collect()),
        "faces" => runs(vec![numbers(value)]),
        other => panic!("{other:?}"),
    }
}

fn points(category: &Table, dice: &[u8]) -> u32 {
    let fields = ["any", "sum", "face", "groups", "straight", "faces"].into_iter().filter(|field| category.contains_key(*field));
    let met: Vec<Vec<u32>> = fields.map(|field| sums(category, field, dice)).collect();
    if met.iter().any(Vec::is_empty) {
        return 0;
    }
    match (&category["points"], &met[..]) {
        (Value::Integer(points), _) => *points as u32,
        (Value::String(word), [sums]) if word == "those-dice" => *sums.iter().max().unwrap(),
        (Value::String(word), _) if word == "all-dice" => dice.iter().copied().map(u32::from).sum(),
        (other, _) => panic!("{other:?}"),
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
            for roll in Roll::all(rules.dice()) {
                let dice: Vec<u8> = roll.faces().map(|face| face.pips()).collect();
                prop_assert_eq!(rules.points(category, &roll).get(), points(form.as_table().unwrap(), &dice), "{} in {:?}", roll, form);
            }
        }
    }
}
