//! Toy games small enough to solve by hand.

use crate::common::{only_open, solve};
use yahtzee_solver::{Advisor, Position, RerollsLeft, RuleSet, Scorecard, State, ValueTable};

fn toy(toml: &str) -> ValueTable {
    solve(&RuleSet::parse(&format!("name = 'toy'\n{toml}")).unwrap())
}

fn assert_close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{found} instead of {wanted}");
}

const CHANCE: &str = "[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n";

#[test]
fn one_die_one_roll() {
    // The mean of a die: (1 + 2 + 3 + 4 + 5 + 6) / 6.
    assert_close(toy(&format!("dice = 1\nrolls = 1\n{CHANCE}")).expected_score(), 3.5);
}

#[test]
fn one_die_two_and_three_rolls() {
    // With a reroll worth 3.5, keep 4, 5 and 6: (3 * 3.5 + 4 + 5 + 6) / 6 = 4.25.
    let table = toy(&format!("dice = 1\nrolls = 2\n{CHANCE}"));
    assert_close(table.expected_score(), 4.25);
    // With two rerolls worth 4.25, keep 5 and 6: (4 * 4.25 + 5 + 6) / 6 = 14 / 3.
    assert_close(toy(&format!("dice = 1\nrolls = 3\n{CHANCE}")).expected_score(), 14.0 / 3.0);
    // The advice agrees: a 3 is rerolled for 3.5, and scoring it loses 0.5; a 4 is kept.
    let rules = table.rules();
    let advise = |roll: &str| {
        let roll = rules.parse_roll(roll).unwrap();
        Advisor::new(&table).advise(&Position::new(Scorecard::new(rules).clone(), roll, RerollsLeft::new(1).unwrap()).unwrap()).unwrap()
    };
    let three = advise("3");
    assert_eq!(three.options.iter().map(|option| (option.expected_final, option.loss)).collect::<Vec<_>>(), [(3.5, 0.0), (3.0, 0.5)]);
    assert_eq!(advise("4").expected_final(), 4.0);
}

#[test]
fn two_dice_one_roll() {
    // A pair falls in 6 of 36 outcomes: 12 / 6.
    assert_close(toy("dice = 2\nrolls = 1\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 12\n").expected_score(), 2.0);
    // The sum of a pair: a sixth of the mean pair, 2 * 3.5.
    assert_close(toy("dice = 2\nrolls = 1\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n").expected_score(), 7.0 / 6.0);
}

#[test]
fn two_dice_two_rolls() {
    // A pair in two rolls, whether one die is kept or none: 1/6 + 5/6 * 1/6 = 11/36, times 36 points.
    assert_close(toy("dice = 2\nrolls = 2\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 36\n").expected_score(), 11.0);
}

#[test]
fn sixes_with_a_bonus() {
    // Two dice, one roll, 6 points each six, and 10 once two are there: 2 sixes in 1 of 36 outcomes (12 + 10), one in 10 (6).
    let table = toy("dice = 2\nrolls = 1\n[upper-bonus]\nat = 12\npoints = 10\n[[upper]]\nname = 'sixes'\nface = 6\n");
    assert_close(table.expected_score(), (22.0 + 60.0) / 36.0);
    let full = |total| table.value(&only_open(table.rules(), &[], total, false)).unwrap();
    assert_eq!([full(0), full(6), full(12)], [0.0, 0.0, 10.0]);
}

#[test]
fn two_categories_one_die() {
    // One die, one roll, sixes (6 for a six) and chance. Last turn: chance alone is worth 3.5, sixes alone 1.
    // First turn, by the die: a six in either place leaves 6 + 3.5 in sixes (9.5), 6 + 1 in chance; a five 5 + 1 in chance, 0 + 3.5 in
    // sixes: so 1 and 2 go to sixes for 3.5, 3, 4 and 5 to chance. (3.5 + 3.5 + 4 + 5 + 6 + 9.5) / 6 = 31.5 / 6.
    let table = toy(&format!("dice = 1\nrolls = 1\n[[upper]]\nname = 'sixes'\nface = 6\n{CHANCE}"));
    assert_close(table.value(&only_open(table.rules(), &["chance"], 0, false)).unwrap(), 3.5);
    assert_close(table.value(&only_open(table.rules(), &["sixes"], 0, false)).unwrap(), 1.0);
    assert_close(table.value(&State::default()).unwrap(), 31.5 / 6.0);
}

#[test]
fn one_extra_throw() {
    // One die, one roll, chance. A second throw is worth 3.5, so 1, 2 and 3 are thrown again: (3 * 3.5 + 4 + 5 + 6) / 6 = 4.25.
    let one = toy(&format!("dice = 1\nrolls = 1\nextra-throws = 1\n{CHANCE}"));
    assert_close(one.expected_score(), 4.25);
    // Two such boxes. The last turn is worth 4.25 with the extra throw and 3.5 without it. In the first turn it is worth 0.75 later, so only 1 and 2 are
    // thrown again: 3 + 4.25 is more than 3.5 + 3.5. (2 * 7 + 7.25 + 8.25 + 9.25 + 10.25) / 6 = 49 / 6.
    let two = toy(&format!("dice = 1\nrolls = 1\nextra-throws = 1\n{CHANCE}boxes = 2\n"));
    assert_close(two.expected_score(), 49.0 / 6.0);
    let last = |throws| two.value(&State { throws, ..only_open(two.rules(), &["chance-2"], 0, false) }).unwrap();
    assert_eq!([last(0), last(1)], [4.25, 3.5]);
    let card = |text: &str| Scorecard::parse(text, two.rules()).map(|card| (card.spare_throws(), card.to_string()));
    assert_eq!(card(""), Ok((1, String::new())));
    assert_eq!(card("chance=3"), Ok((1, "chance=3".to_owned())));
    assert_eq!(card("chance=3 throws=0"), Ok((0, "chance=3 throws=0".to_owned())));
    let wrong = |text: &str| card(text).unwrap_err().to_string();
    assert_eq!(wrong("throws=0"), "throws=0: with 0 of its categories filled, a card has 1 extra throws left");
    assert_eq!(wrong("chance=3 throws=2"), "throws=2: with 1 of its categories filled, a card has from 0 to 1 extra throws left");
    assert_eq!(wrong("chance=3 saved=1"), "saved=1: the rule set 'toy' saves no throws");
}

#[test]
fn a_further_pair() {
    // Two dice, one roll: a pair pays 10, chance the sum; a further pair 100 more, and it is a joker of 50 in chance.
    // Chance alone, pair filled with points: 5/6 of outcomes are ordinary. The mean of all is 7, and of the six pairs too (2 to 12), so
    // 5/6 * 7 + 1/6 * (50 + 100) = 185/6 = 30.83. Filled with 0: 7.
    // First turn: a pair goes into pair: 10 + 185/6, or into chance: its sum and 10/6 (a pair falls in 1 of 6). The first is more.
    // No pair: sum + 10/6 in chance, or 0 + 7 in pair. Sums of no pairs: 3, 4 (2 outcomes), 5, 6 (4), 7 (6), 8, 9 (4), 10, 11 (2).
    // In chance where sum + 10/6 > 7, from 6 on: (6 + 8) * 4 + 7 * 6 + 9 * 4 + (10 + 11) * 2 = 176 and 22 times 10/6; below that 8 outcomes of 7.
    let table = toy(&format!(
        "dice = 2\nrolls = 1\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 10\n{CHANCE}joker = 50\n[further]\ncategory = 'pair'\n[further.after-points]\nplace = 'any'\njoker = 'always'\nbonus = 100\n"
    ));
    let chance = |flag| table.value(&only_open(table.rules(), &["chance"], 0, flag)).unwrap();
    assert_close(chance(true), 185.0 / 6.0);
    assert_close(chance(false), 7.0);
    let first = 6.0 * (10.0 + 185.0 / 6.0) + 176.0 + 22.0 * 10.0 / 6.0 + 8.0 * 7.0;
    assert_close(table.expected_score(), first / 36.0);
}
