//! The sheets of short games without a bonus, box by box.

use yahtzee_solver::{RuleSet, State};

use crate::sheets::placements;

/// The boxes in which a roll scores on the empty card, with their points.
fn scored(rules: &RuleSet, roll: &str) -> String {
    let all = placements(rules, &State::default(), roll);
    all.split(' ').filter(|entry| !entry.ends_with("=0")).collect::<Vec<_>>().join(" ")
}

/// The sheet of Yacht: five alike are four of a kind and a full house too, and straights need exact faces.
#[test]
fn yacht() {
    let rules = RuleSet::builtin("yacht").unwrap();
    let scored = |roll: &str| scored(&rules, roll);
    assert_eq!(scored("44443"), "threes=3 fours=16 choice=19 four-of-a-kind=19");
    assert_eq!(scored("44444"), "fours=20 choice=20 four-of-a-kind=20 full-house=20 yacht=50");
    assert_eq!(scored("33344"), "threes=9 fours=8 choice=17 full-house=17");
    assert_eq!(scored("12345"), "ones=1 twos=2 threes=3 fours=4 fives=5 choice=15 little-straight=30");
    assert_eq!(scored("23456"), "twos=2 threes=3 fours=4 fives=5 sixes=6 choice=20 big-straight=30");
    assert_eq!(scored("12346"), "ones=1 twos=2 threes=3 fours=4 sixes=6 choice=16");
    assert_eq!((rules.category_count(), rules.rolls(), rules.upper_bonus().is_none()), (12, 3, true));
}

/// The sheet of Crag, box by box, for a roll of each kind.
#[test]
fn crag() {
    let rules = RuleSet::builtin("crag").unwrap();
    let scored = |roll: &str| scored(&rules, roll);
    assert_eq!(scored("355"), "threes=3 fives=10 thirteen=26 crag=50");
    assert_eq!(scored("256"), "twos=2 fives=5 sixes=6 thirteen=26");
    assert_eq!(scored("346"), "threes=3 fours=4 sixes=6 thirteen=26");
    assert_eq!(scored("445"), "fours=8 fives=5 thirteen=26 crag=50");
    assert_eq!(scored("166"), "ones=1 sixes=12 thirteen=26 crag=50");
    assert_eq!(scored("135"), "ones=1 threes=3 fives=5 odd-straight=20");
    assert_eq!(scored("246"), "twos=2 fours=4 sixes=6 even-straight=20");
    assert_eq!(scored("123"), "ones=1 twos=2 threes=3 low-straight=20");
    assert_eq!(scored("456"), "fours=4 fives=5 sixes=6 high-straight=20");
    assert_eq!(scored("222"), "twos=6 three-of-a-kind=25");
    assert_eq!(scored("156"), "ones=1 fives=5 sixes=6");
    assert_eq!((rules.rolls(), rules.upper_bonus().is_none()), (2, true));
}
