//! The notation of scorecards: a card reads back as written, and other text is an error that gives the correct form.

use crate::common::{dice_of, sides};
use proptest::prelude::*;
use yahtzee_solver::game::CardError;
use yahtzee_solver::{Points, RerollsLeft, RuleSet, Scorecard};

fn error(rules: &str, card: &str) -> String {
    Scorecard::parse(card, &RuleSet::builtin(rules).unwrap()).expect_err(card).to_string()
}

/// A finished or unfinished game: these numbers pick rolls and categories, with a zero now and then.
fn played(rules: &RuleSet, choices: &[(u32, usize, bool)]) -> Scorecard {
    let mut card = Scorecard::new(rules);
    for &(roll, category, zero) in choices {
        if card.is_full() {
            break;
        }
        // One roll in three is an n of a kind.
        let sides = sides(rules);
        let count = sides.len() as u32;
        let side = |die: usize| sides[(if roll % 3 == 0 { roll / 3 % count } else { roll / count.pow(die as u32) % count }) as usize];
        let numbers: Vec<u8> = (0..rules.dice()).map(side).collect();
        let roll = rules.roll(dice_of(&numbers)).unwrap();
        let state = card.state();
        let placements: Vec<_> = rules.placements(&state, &roll, RerollsLeft::NONE).collect();
        let placement = placements[category % placements.len()];
        let zero = Some(placement.category).filter(|_| zero);
        let zero = zero.and_then(|category| rules.place_zero(&state, &roll, RerollsLeft::NONE, category).ok());
        card.write(&zero.unwrap_or(placement)).unwrap();
    }
    card
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_back(
        name in prop::sample::select(RuleSet::builtin_names().collect::<Vec<_>>()),
        choices in prop::collection::vec((0u32..23_328, 0usize..15, prop::bool::weighted(0.1)), 0..16),
    ) {
        let rules = RuleSet::builtin(name).unwrap();
        let card = played(&rules, &choices);
        let text = card.to_string();
        let read = Scorecard::parse(&text, &rules).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        prop_assert_eq!(&read, &card, "{}", text);
        prop_assert_eq!(read.state(), card.state());
        prop_assert_eq!(card.filled().count() + card.open_count(), rules.category_count());
        let points: Points = card.filled().map(|(_, points)| points).sum();
        let upper: Points = card.filled().filter(|(category, _)| rules.is_upper(*category)).map(|(_, points)| points).sum();
        let bonus = rules.upper_bonus().earned(upper);
        prop_assert_eq!(card.score(), points + Points::new(100) * card.extra() + bonus);
    }

    #[test]
    fn no_text_panics(text in "([a-z0-9]{1,8}=?[0-9]{0,22}[ ,\t]{0,2}){0,6}|\\PC{0,40}") {
        let _ = Scorecard::parse(&text, &RuleSet::builtin("hasbro").unwrap());
    }
}

#[test]
fn apart_by_spaces_or_commas_in_any_order_and_short() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let card = Scorecard::parse("ones=3 fours=12 full-house=25 yahtzee=50", &rules).unwrap();
    for text in ["fh=25,y=50, 1s=3\t4s=12", "  yahtzee=50,,full-house=25 extra=0\nfours=012 ones=3 "] {
        assert_eq!(Scorecard::parse(text, &rules).unwrap(), card, "{text}");
    }
    assert_eq!(Scorecard::parse(" ", &rules).unwrap(), Scorecard::new(&rules));
    assert_eq!(Scorecard::new(&rules).to_string(), "");
    assert_eq!(card.to_string(), "ones=3 fours=12 full-house=25 yahtzee=50");
}

#[test]
fn entries_that_are_none() {
    for word in ["ones", "ones=", "=3", "ones=three", "ones=-3", "ones=3.5", "ones==3", "ones=99999999999999999999"] {
        assert_eq!(error("hasbro", word), format!("cannot read '{word}': write entries like full-house=25"));
    }
    let known = "ones, twos, threes, fours, fives, sixes, three-of-a-kind, four-of-a-kind, full-house, small-straight, large-straight, yahtzee, chance";
    assert_eq!(error("hasbro", "q=25"), format!("unknown category 'q': there are {known}"));
    assert_eq!(error("hasbro", "fulhouse=25"), format!("unknown category 'fulhouse': did you mean 'full-house'? There are {known}"));
    assert_eq!(error("hasbro", "one-pair=2").split(':').next().unwrap(), "unknown category 'one-pair'");
}

#[test]
fn points_that_no_roll_scores() {
    for (rules, card, wanted) in [
        ("hasbro", "full-house=24", "full-house=24: no roll scores that there; possible are 0 or 25"),
        ("hasbro", "sixes=13", "sixes=13: no roll scores that there; possible are 0, 6, 12, 18, 24 or 30"),
        ("hasbro", "sixes=36", "sixes=36: no roll scores that there; possible are 0, 6, 12, 18, 24 or 30"),
        ("hasbro", "yahtzee=150", "yahtzee=150: extra bonuses stand apart: write yahtzee=50 extra=1"),
        ("hasbro", "ss=18446744073709551615", "small-straight=18446744073709551615: no roll scores that there; possible are 0 or 30"),
        ("yatzy", "full-house=25", "full-house=25: no roll scores that there; possible are 0, 7 to 9, 11 to 24 or 26 to 28"),
        ("yatzy", "2p=4", "two-pairs=4: no roll scores that there; possible are 0, 6, 8, 10, 12, 14, 16, 18, 20 or 22"),
        ("yatzy", "ss=30", "small-straight=30: no roll scores that there; possible are 0 or 15"),
    ] {
        assert_eq!(error(rules, card), wanted);
    }
    // Chance scores at least five, except for a voluntary zero.
    assert_eq!(error("hasbro", "chance=4"), "chance=4: no roll scores that there; possible are 0 or 5 to 30");
}

#[test]
fn twice() {
    assert_eq!(error("hasbro", "ones=3 1s=3"), "ones is filled already");
    assert_eq!(error("hasbro", "y=50 3k=20 extra=1 extra=1"), "extra is filled already");
}

#[test]
fn extra_bonuses() {
    for rules in ["kniffel", "yatzy", "yatzy-sheet"] {
        assert_eq!(error(rules, "y=50 3k=18 extra=1"), format!("extra=1: the rule set '{rules}' has no extra bonus"));
    }
    for card in ["extra=1", "yahtzee=0 3k=20 extra=1", "3k=20 extra=1"] {
        assert_eq!(error("hasbro", card), "extra=1: extra bonuses need yahtzee=50 on the card first");
    }
    let too_many = |extra: u64, most: u64| {
        format!("extra={extra}: the other categories of this card allow at most {most}, one for each that can hold a further Yahtzee")
    };
    assert_eq!(error("hasbro", "y=50 extra=1"), too_many(1, 0));
    // Three ones cannot be five alike; five can.
    assert_eq!(error("hasbro", "y=50 ones=3 extra=1"), too_many(1, 0));
    assert_eq!(error("hasbro", "y=50 ones=5 extra=2"), too_many(2, 1));
    assert_eq!(error("hasbro", "y=50 ones=5 extra=18446744073709551615"), too_many(u64::MAX, 1));
    // A three of a kind of 21 is not five alike. A 0 is possible only if it earns the bonus too.
    assert_eq!(error("hasbro", "y=50 3k=21 extra=1"), too_many(1, 0));
    assert_eq!(error("multi-round", "y=50 ones=0 extra=1"), too_many(1, 0));
    let rules = RuleSet::builtin("verhoeff").unwrap();
    assert_eq!(Scorecard::parse("y=50 ones=0 extra=1", &rules).unwrap().score(), 150);
    let rules = RuleSet::builtin("hasbro").unwrap();
    let card = Scorecard::parse("y=50 ones=5 ss=30 fh=25 ch=30 extra=4", &rules).unwrap();
    assert_eq!((card.extra(), card.extra_points(), card.score()), (4, Points::new(400), Points::new(540)));
    assert_eq!(Scorecard::parse("y=0 ones=5 extra=0", &rules).unwrap().extra(), 0);
}

/// The bonus of a further n of a kind may depend on the content of its category: it may be paid after a 0 too, or only then.
#[test]
fn extra_bonuses_after_a_zero() {
    let rules = |cases: &str| {
        let categories =
            "[[lower]]\nname = 'alike'\ngroups = [2]\npoints = 9\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n";
        RuleSet::parse(&format!("name = 't'\ndice = 2\n{categories}[further]\ncategory = 'alike'\n{cases}")).unwrap()
    };
    let case = |case: &str, bonus: u32| format!("[further.after-{case}]\nplace = 'any'\njoker = 'never'\nbonus = {bonus}\n");
    let both = rules(&format!("{}{}", case("points", 7), case("zero", 30)));
    let score = |text: &str| Scorecard::parse(text, &both).unwrap().score();
    assert_eq!(score("alike=9 chance=4 extra=1"), 20);
    assert_eq!(score("alike=0 chance=4 extra=1"), 34);
    let open = Scorecard::parse("chance=4 extra=1", &both).unwrap_err();
    assert_eq!(open.to_string(), "extra=1: extra bonuses need alike=9 on the card first");
    let after_zero = rules(&case("zero", 30));
    assert_eq!(Scorecard::parse("alike=0 chance=4 extra=1", &after_zero).unwrap().extra_points(), 30);
    let error = Scorecard::parse("alike=9 chance=4 extra=1", &after_zero).unwrap_err();
    assert_eq!(error, CardError::ExtraWithoutFirst { extra: 1, name: "alike".into(), points: Points::ZERO });
    // A further pair scores as another pair: a 0 there is voluntary.
    for zeros in [true, false] {
        let toml =
            both.toml().replace("any = true", "groups = [2]").replace("dice = 2\n", &format!("dice = 2\nvoluntary-zeros = {zeros}\n"));
        assert_eq!(Scorecard::parse("alike=9 chance=0 extra=1", &RuleSet::parse(&toml).unwrap()).is_ok(), zeros);
    }
    // With the same bonus in both cases, the states are equal, and the card counts both.
    let same = rules(&format!("{}{}", case("points", 7), case("zero", 7)));
    assert!(same.flag_category().is_none());
    let card = Scorecard::parse("alike=0 chance=4 extra=1", &same).unwrap();
    assert_eq!((card.score(), card.state().flag), (Points::new(11), false));
}

/// Joker points are possible only if a further n of a kind can be a joker.
#[test]
fn joker_points() {
    let rules = |joker: &str| {
        let further = format!("[further]\ncategory = 'pair'\n[further.after-points]\nplace = 'any'\njoker = '{joker}'\n");
        let lower = "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\njoker = 8\n[[lower]]\nname = 'run'\nstraight = 2\npoints = 20\njoker = 10\n";
        RuleSet::parse(&format!("name = 't'\ndice = 2\n{lower}{further}")).unwrap()
    };
    let possible = |rules: &RuleSet, name: &str| rules.possible_points(rules.category_named(name).unwrap()).to_vec();
    assert_eq!(possible(&rules("always"), "run"), [0, 10, 20]);
    assert_eq!(possible(&rules("never"), "run"), [0, 20]);
    assert_eq!(possible(&rules("always"), "pair"), [0, 5]);
}
