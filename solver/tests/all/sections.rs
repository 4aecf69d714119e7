//! Games in which one section is filled before the other.

use crate::common::solve;
use yahtzee_solver::rules::WhyNot;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{RerollsLeft, RuleSet, Scorecard, Sheet, State};

/// The built-in game of this name with a line more.
fn with_order(name: &str, order: &str) -> RuleSet {
    let toml = RuleSet::builtin(name).unwrap().toml().replace(&format!("name = \"{name}\"\n"), "name = \"own\"\n");
    RuleSet::parse(&format!("order = \"{order}\"\n{toml}")).unwrap()
}

/// One die, thrown once: a box for a one, and one for its pips. In any order a two or a three goes into the box for ones, for 0.
#[test]
fn a_game_by_hand() {
    let game =
        "name = 't'\ndice = 1\nrolls = 1\n[[upper]]\nname = 'ones'\nface = 1\n[[lower]]\nname = 'pips'\nany = true\npoints = 'all-dice'\n";
    for (order, states, value) in [("any", 4, 4.5), ("upper-first", 3, 3.5 + 1.0 / 6.0), ("lower-first", 3, 3.5 + 1.0 / 6.0)] {
        let table = solve(&RuleSet::parse(&format!("order = '{order}'\n{game}")).unwrap());
        assert_eq!(table.space().len(), states, "{order}");
        assert!((table.expected_score() - value).abs() < 1e-12, "{order}");
    }
}

/// The value in docs/custom-rules.md. Without a further rule, the sections do not affect each other: it makes no difference which comes first.
#[test]
fn yatzy_with_one_section_first() {
    let [upper, lower] = ["upper-first", "lower-first"].map(|order| solve(&with_order("yatzy", order)));
    assert!((upper.expected_score() - 204.8723).abs() < 5e-5 && upper.space().len() == 35_498);
    assert!((lower.expected_score() - upper.expected_score()).abs() < 1e-10);
}

/// The states of each section while the other one is empty or full.
#[test]
fn states_of_both_sections() {
    // The pairs of filled upper boxes and a total, and those of a full section.
    let (pairs, totals) = (2_794, 64);
    for (order, states) in [("upper-first", pairs - totals + totals * 512), ("lower-first", 511 + pairs)] {
        let rules = with_order("yatzy", order);
        assert_eq!(StateSpace::new(&rules).len(), states, "{order}");
        assert_ne!(rules.fingerprint(), RuleSet::builtin("yatzy").unwrap().fingerprint());
    }
    let boxes =
        "name = 't'\norder = 'lower-first'\n[[upper]]\nname = 'ones'\nface = 1\n[[lower]]\nname = 'any'\nany = true\npoints = 'all-dice'\n";
    let [one, two] = ["", "boxes = 2\n"].map(|more| RuleSet::parse(&format!("{boxes}{more}")).unwrap());
    assert_eq!([&one, &two].map(|rules| StateSpace::new(rules).len()), [3, 4]);
    assert_ne!(one.fingerprint(), two.fingerprint());
}

/// A card says which box comes first. So does a column of a sheet.
#[test]
fn a_box_of_the_later_section_is_an_error() {
    let rules = with_order("yatzy", "upper-first");
    let wrong = "chance is filled, but fours is not: these rules fill fours first";
    let card = "ones=1 twos=4 threes=9 fives=15 sixes=18 chance=20";
    assert_eq!(Scorecard::parse(card, &rules).unwrap_err().to_string(), wrong);
    let sheet = "Ones\t1\nTwos\t4\nThrees\t9\nFives\t15\nSixes\t18\nChance\t20\n";
    assert_eq!(Sheet::parse(sheet, &rules, None).unwrap_err().to_string(), wrong);
    assert!(Scorecard::parse(&format!("{card} fours=8"), &rules).is_ok());
    assert!(Scorecard::parse("chance=20", &with_order("yatzy", "lower-first")).is_ok());
}

/// With the lower section first, a further Yahtzee is not forced into the upper box of its face, which is not open. It is no joker either, because that box
/// is not filled.
#[test]
fn nothing_is_forced_into_a_box_that_is_not_open() {
    let rules = with_order("hasbro", "lower-first");
    let category = |name: &str| rules.category_named(name).unwrap();
    let state = State { flag: true, filled: State::default().filled.with(category("yahtzee")), ..State::default() };
    let roll = rules.roll_of_pips([6; 5]).unwrap();
    let place = |name: &str| {
        rules.place(&state, &roll, RerollsLeft::NONE, category(name)).map(|placement| (placement.points.get(), placement.bonus.get()))
    };
    assert_eq!(place("chance"), Ok((30, 100)));
    assert_eq!(place("large-straight"), Ok((0, 100)));
    assert_eq!(place("sixes"), Err(WhyNot::NotNext(category("three-of-a-kind"))));
}
