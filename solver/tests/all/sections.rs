//! Games in which one section is filled before the other.

use crate::common::solve;
use yahtzee_solver::rules::{Filled, WhyNot};
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{RerollsLeft, RuleSet, Scorecard, Sheet, State, ValueTable};

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
    let ordered = ["as-listed", "reversed", "upper-first", "lower-first"].map(|order| (order, 3, 3.5 + 1.0 / 6.0));
    for (order, states, value) in [("any", 4, 4.5)].into_iter().chain(ordered) {
        let table = solve(&RuleSet::parse(&format!("order = '{order}'\n{game}")).unwrap());
        assert_eq!(table.space().len(), states, "{order}");
        assert!((table.expected_score() - value).abs() < 1e-12, "{order}");
    }
}

/// From bottom to top, a game is the one that lists its boxes the other way round from top to bottom: every state has the same value.
#[test]
fn reversed_is_listed_the_other_way_round() {
    let boxes = [
        "name = 'fours'\nface = 4\npoints = 'those-dice'\n",
        "name = 'pair'\ngroups = [2]\npoints = 12\njoker = 15\n",
        "name = 'small'\nsum = { at-most = 7 }\npoints = 9\nserved = 20\n",
        "name = 'triple'\ngroups = [3]\npoints = 30\n",
        "name = 'chance'\nany = true\npoints = 'all-dice'\n",
    ];
    let further = "[further]\ncategory = 'triple'\nafter-points = { place = 'any', joker = 'always', bonus = 7 }\n";
    let game = |order: &str, boxes: &[&str]| {
        let lower: String = boxes.iter().map(|one| format!("[[lower]]\n{one}")).collect();
        solve(&RuleSet::parse(&format!("name = 't'\ndice = 3\norder = '{order}'\n{lower}{further}")).unwrap())
    };
    let turned: Vec<&str> = boxes.into_iter().rev().collect();
    let (reversed, listed) = (game("reversed", &boxes), game("as-listed", &turned));
    let mirrored = |state: State| State { filled: Filled::from_mask(state.filled.mask().reverse_bits() >> (32 - boxes.len())), ..state };
    let values = |of: &ValueTable, state: &dyn Fn(State) -> State| {
        let mut values: Vec<(State, f64)> = of.iter().map(|(_, at, value)| (state(at), value)).collect();
        values.sort_by_key(|(state, _)| *state);
        values
    };
    let (found, wanted) = (values(&reversed, &mirrored), values(&listed, &|state| state));
    // The n of a kind is the second one from the bottom: from then on there is a flag.
    assert_eq!(found.len(), 6 + 4);
    for ((state, found), (other, wanted)) in found.into_iter().zip(wanted) {
        assert!(state == other && (found - wanted).abs() < 1e-12, "{state:?}: {found} and {wanted} of {other:?}");
    }
    assert_ne!(reversed.rules().fingerprint(), game("as-listed", &boxes).rules().fingerprint());
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
    let reversed = with_order("yatzy", "reversed");
    assert!(Scorecard::parse("chance=20 yatzy=50", &reversed).is_ok());
    let wrong = "full-house is filled, but yahtzee is not: these rules fill yahtzee first";
    assert_eq!(Scorecard::parse("full-house=18", &reversed).unwrap_err().to_string(), wrong);
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
