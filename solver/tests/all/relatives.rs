//! The rule sheets of games that are not Yahtzee or Yatzy, and of its first rules, read independently of the rule model.

use crate::common::only_open;
use crate::sheets::{JOKER_LOWER, all_but, paid, placements};
use yahtzee_solver::{Points, RerollsLeft, RuleSet, State};

#[test]
fn generala() {
    let rules = RuleSet::builtin("generala").unwrap();
    for (roll, name, served, later) in [
        ("12345", "straight", 25, 20),
        ("23456", "straight", 25, 20),
        ("13456", "straight", 25, 20),
        ("12456", "straight", 0, 0),
        ("33344", "full-house", 35, 30),
        ("33333", "full-house", 0, 0),
        ("33334", "four-of-a-kind", 45, 40),
        ("33333", "four-of-a-kind", 45, 40),
        ("33333", "generala", 120, 60),
        ("33333", "threes", 15, 15),
    ] {
        let category = rules.category_exact(name).unwrap();
        let roll = rules.parse_roll(roll).unwrap();
        let points = |left| rules.place(&State::default(), &roll, rules.rerolls_left(left).unwrap(), category).unwrap().points.get();
        assert_eq!([2, 1, 0].map(points), [served, later, later], "{roll} in {name}");
    }
    assert_eq!((rules.upper_bonus().is_none(), rules.category_count()), (true, 10));
    assert_eq!(rules.category_named("escalera"), rules.category_named("straight"));
    assert_eq!(rules.category_named("poker"), rules.category_named("four of a kind"));
}

/// Colours are pairs of faces that add up to 7.
#[test]
fn kismet() {
    let rules = RuleSet::builtin("kismet").unwrap();
    for (roll, name, points) in [
        ("11666", "two-pairs-of-a-colour", 20),
        ("22553", "two-pairs-of-a-colour", 17),
        ("22335", "two-pairs-of-a-colour", 0),
        ("44441", "two-pairs-of-a-colour", 17),
        ("44412", "three-of-a-kind", 15),
        ("12345", "straight", 30),
        ("23456", "straight", 30),
        ("12346", "straight", 0),
        ("55552", "flush", 35),
        ("33333", "flush", 35),
        ("33331", "flush", 0),
        ("11166", "full-house", 30),
        ("11122", "full-house", 22),
        ("11166", "full-house-of-a-colour", 35),
        ("11122", "full-house-of-a-colour", 0),
        ("55555", "full-house-of-a-colour", 45),
        ("66661", "four-of-a-kind", 50),
        ("12346", "yarborough", 16),
        ("66666", "kismet", 80),
        ("66661", "kismet", 0),
    ] {
        let (category, dice) = (rules.category_exact(name).unwrap(), rules.parse_roll(roll).unwrap());
        let placement = rules.place(&State::default(), &dice, RerollsLeft::NONE, category).unwrap();
        assert_eq!(placement.points, points, "{roll} in {name}");
    }
    let bonus = [62, 63, 70, 71, 77, 78, 105].map(|total| rules.upper_bonus().earned(Points::new(total)).get());
    assert_eq!(bonus, [0, 35, 35, 55, 55, 75, 75]);
}

/// A further Yahtzee goes below, as a joker; only if nothing is open there, above.
#[test]
fn the_rules_of_1956() {
    let rules = RuleSet::parse(include_str!("../../../docs/examples/yahtzee-1956.toml")).unwrap();
    let allowed = |open: &[&str], flag: bool, roll: &str| placements(&rules, &only_open(&rules, open, 0, flag), roll);
    assert_eq!(allowed(&all_but(&[]), true, "44444"), paid(JOKER_LOWER, 100));
    assert_eq!(allowed(&all_but(&[]), false, "44444"), JOKER_LOWER);
    assert_eq!(allowed(&["fours", "chance"], true, "44444"), "chance=20+100");
    assert_eq!(allowed(&["fours", "ones"], true, "44444"), "ones=0+100 fours=20+100");
    assert_eq!(allowed(&["fours", "chance"], true, "44443"), "fours=16 chance=19");
}
