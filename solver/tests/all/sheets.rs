//! The rule sheets, read independently of the rule model: each case lists the allowed placements of a roll and their points.

use crate::common::{builtin_table, only_open};
use yahtzee_solver::rules::{BonusStep, WhyNot};
use yahtzee_solver::{Action, Advisor, Points, Position, RerollsLeft, Rounds, RuleSet, Scorecard, State};

/// `full-house=25 chance=15+100`: the placements of the roll, in the order of the sheet, with extra bonuses after a plus.
pub(crate) fn placements(rules: &RuleSet, state: &State, roll: &str) -> String {
    let roll = rules.parse_roll(roll).unwrap();
    let written = rules.placements(state, &roll, RerollsLeft::NONE).map(|placement| {
        let name = &rules.category(placement.category).name;
        let bonus = if placement.bonus == 0 { String::new() } else { format!("+{}", placement.bonus) };
        format!("{name}={}{bonus}", placement.points)
    });
    written.collect::<Vec<_>>().join(" ")
}

/// The content of the Yahtzee category.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Box {
    Open,
    Zero,
    Fifty,
}

/// The placements of a roll if only these categories are open, and the Yahtzee category has this content.
fn allowed(name: &str, held: Box, open: &[&str], roll: &str) -> String {
    let rules = RuleSet::builtin(name).unwrap();
    let mut open = open.to_vec();
    if held == Box::Open {
        open.push("yahtzee");
    }
    placements(&rules, &only_open(&rules, &open, 0, held == Box::Fifty), roll)
}

const UPPER: [&str; 6] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const LOWER: [&str; 6] = ["three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "chance"];

pub(crate) fn all_but(left_out: &[&str]) -> Vec<&'static str> {
    UPPER.into_iter().chain(LOWER).filter(|name| !left_out.contains(name)).collect()
}

const ORDINARY_LOWER: &str = "three-of-a-kind=20 four-of-a-kind=20 full-house=0 small-straight=0 large-straight=0 chance=20";
pub(crate) const JOKER_LOWER: &str = "three-of-a-kind=20 four-of-a-kind=20 full-house=25 small-straight=30 large-straight=40 chance=20";
const OTHER_UPPER: &str = "ones=0 twos=0 threes=0 fives=0 sixes=0";
const ALL_UPPER: &str = "ones=0 twos=0 threes=0 fours=20 fives=0 sixes=0";

pub(crate) fn paid(placements: &str, bonus: u32) -> String {
    placements.split(' ').map(|placement| format!("{placement}+{bonus}")).collect::<Vec<_>>().join(" ")
}

/// While the Yahtzee category is open, a Yahtzee is an ordinary roll in all rule sets.
#[test]
fn a_first_yahtzee_is_free() {
    for name in ["hasbro", "multi-round", "get-dicey", "verhoeff", "kniffel"] {
        let yahtzee = ORDINARY_LOWER.replace(" chance", " yahtzee=50 chance");
        assert_eq!(allowed(name, Box::Open, &all_but(&[]), "44444"), format!("{ALL_UPPER} {yahtzee}"), "{name}");
        // It is not a joker either after its upper category is filled.
        assert_eq!(allowed(name, Box::Open, &all_but(&["fours"]), "44444"), format!("{OTHER_UPPER} {yahtzee}"), "{name}");
    }
}

/// Four alike are not a Yahtzee: nothing is forced, nothing is a joker.
#[test]
fn four_alike_are_ordinary_dice() {
    for name in ["hasbro", "multi-round", "get-dicey", "bullseye", "verhoeff", "kniffel"] {
        for held in [Box::Zero, Box::Fifty] {
            let lower = "three-of-a-kind=19 four-of-a-kind=19 full-house=0 small-straight=0 large-straight=0 chance=19";
            assert_eq!(
                allowed(name, held, &all_but(&["fours"]), "44443"),
                format!("ones=0 twos=0 threes=3 fives=0 sixes=0 {lower}"),
                "{name}, {held:?}"
            );
        }
    }
}

#[test]
fn hasbro() {
    for (held, bonus) in [(Box::Fifty, "+100"), (Box::Zero, "")] {
        let at = |open: &[&str]| allowed("hasbro", held, open, "44444");
        let with = |placements: &str| if bonus.is_empty() { placements.to_owned() } else { paid(placements, 100) };
        // Its upper category is open: it must go there, regardless of other open categories.
        assert_eq!(at(&all_but(&[])), with("fours=20"));
        assert_eq!(at(&["fours"]), with("fours=20"));
        assert_eq!(at(&["fours", "large-straight"]), with("fours=20"));
        assert_eq!(at(&["ones", "fours"]), with("fours=20"));
        // Its upper category is filled: it must go into an open lower category, as a joker.
        assert_eq!(at(&all_but(&["fours"])), with(JOKER_LOWER));
        assert_eq!(at(&["ones", "large-straight"]), with("large-straight=40"));
        assert_eq!(at(&["sixes", "full-house", "small-straight"]), with("full-house=25 small-straight=30"));
        assert_eq!(at(&["twos", "chance"]), with("chance=20"));
        assert_eq!(at(&["four-of-a-kind"]), with("four-of-a-kind=20"));
        // The whole lower section is filled: it may go into any open upper category, for 0.
        assert_eq!(at(&["ones"]), with("ones=0"));
        assert_eq!(at(&["ones", "twos", "sixes"]), with("ones=0 twos=0 sixes=0"));
    }
}

#[test]
fn multi_round() {
    let at = |held: Box, open: &[&str]| allowed("multi-round", held, open, "44444");
    // Nothing is forced. With 50 the bonus is paid where the roll scores.
    let paid_lower = "three-of-a-kind=20+100 four-of-a-kind=20+100 full-house=0 small-straight=0 large-straight=0 chance=20+100";
    assert_eq!(at(Box::Fifty, &all_but(&[])), format!("{} {paid_lower}", ALL_UPPER.replace("fours=20", "fours=20+100")));
    // Upper category filled: a joker.
    assert_eq!(at(Box::Fifty, &all_but(&["fours"])), format!("{OTHER_UPPER} {}", paid(JOKER_LOWER, 100)));
    // With 0: the same without the bonus.
    assert_eq!(at(Box::Zero, &all_but(&[])), format!("{ALL_UPPER} {ORDINARY_LOWER}"));
    assert_eq!(at(Box::Zero, &all_but(&["fours"])), format!("{OTHER_UPPER} {JOKER_LOWER}"));
    // The sheet's own case: only ones left, 50 in the Yahtzee category: five fives score 0 and earn no bonus.
    assert_eq!(allowed("multi-round", Box::Fifty, &["ones"], "55555"), "ones=0");
    assert_eq!(allowed("multi-round", Box::Fifty, &["ones"], "11111"), "ones=5+100");
}

#[test]
fn get_dicey() {
    let at = |held: Box, open: &[&str]| allowed("get-dicey", held, open, "44444");
    assert_eq!(at(Box::Fifty, &all_but(&[])), "fours=20+100");
    assert_eq!(at(Box::Fifty, &["fours", "chance"]), "fours=20+100");
    // Upper category filled: anywhere, also in the upper section for 0.
    assert_eq!(at(Box::Fifty, &all_but(&["fours"])), paid(&format!("{OTHER_UPPER} {JOKER_LOWER}"), 100));
    assert_eq!(at(Box::Fifty, &["ones", "large-straight"]), "ones=0+100 large-straight=40+100");
    assert_eq!(at(Box::Fifty, &["ones"]), "ones=0+100");
    // With 0 in the Yahtzee category: ordinary dice.
    assert_eq!(at(Box::Zero, &all_but(&[])), format!("{ALL_UPPER} {ORDINARY_LOWER}"));
    assert_eq!(at(Box::Zero, &all_but(&["fours"])), format!("{OTHER_UPPER} {ORDINARY_LOWER}"));
}

#[test]
fn bullseye() {
    let at = |held: Box, open: &[&str]| allowed("bullseye", held, open, "44444");
    let full_house = |lower: &str| lower.replace("full-house=0", "full-house=25");
    // Five alike are a full house from the start.
    let free = full_house(ORDINARY_LOWER).replace(" chance", " yahtzee=50 chance");
    assert_eq!(at(Box::Open, &all_but(&[])), format!("{ALL_UPPER} {free}"));
    assert_eq!(at(Box::Open, &all_but(&["fours"])), format!("{OTHER_UPPER} {free}"));
    // With 50, as get-dicey.
    assert_eq!(at(Box::Fifty, &all_but(&[])), "fours=20+100");
    assert_eq!(at(Box::Fifty, &all_but(&["fours"])), paid(&format!("{OTHER_UPPER} {JOKER_LOWER}"), 100));
    assert_eq!(at(Box::Fifty, &["ones"]), "ones=0+100");
    // With 0: nothing forced, no bonus, a joker if the upper category is filled.
    assert_eq!(at(Box::Zero, &all_but(&[])), format!("{ALL_UPPER} {}", full_house(ORDINARY_LOWER)));
    assert_eq!(at(Box::Zero, &all_but(&["fours"])), format!("{OTHER_UPPER} {JOKER_LOWER}"));
    // The sheet's example: 1, 3, 4 and 6 used; fives are no wildcard, threes are.
    let used = all_but(&["ones", "threes", "fours", "sixes"]);
    let straights = |roll: &str| {
        let allowed = allowed("bullseye", Box::Zero, &used, roll);
        allowed.split(' ').filter(|placement| placement.contains("straight")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(straights("55555"), "small-straight=0 large-straight=0");
    assert_eq!(straights("33333"), "small-straight=30 large-straight=40");
}

#[test]
fn verhoeff() {
    let at = |held: Box, open: &[&str]| allowed("verhoeff", held, open, "44444");
    assert_eq!(at(Box::Fifty, &all_but(&[])), paid(&format!("{ALL_UPPER} {ORDINARY_LOWER}"), 100));
    assert_eq!(at(Box::Fifty, &all_but(&["fours"])), paid(&format!("{OTHER_UPPER} {JOKER_LOWER}"), 100));
    assert_eq!(at(Box::Zero, &all_but(&[])), format!("{ALL_UPPER} {ORDINARY_LOWER}"));
    assert_eq!(at(Box::Zero, &all_but(&["fours"])), format!("{OTHER_UPPER} {JOKER_LOWER}"));
    // A 0 too.
    assert_eq!(allowed("verhoeff", Box::Fifty, &["ones"], "55555"), "ones=0+100");
}

#[test]
fn kniffel() {
    // The content of the category makes no difference, and a state does not include it.
    let at = |open: &[&str]| allowed("kniffel", Box::Zero, open, "44444");
    assert_eq!(at(&all_but(&[])), format!("{ALL_UPPER} {ORDINARY_LOWER}"));
    assert_eq!(at(&all_but(&["fours"])), format!("{OTHER_UPPER} {ORDINARY_LOWER}"));
    assert!(RuleSet::builtin("kniffel").unwrap().flag_category().is_none());
}

/// The points of each category of the sheet for a roll of a new game.
fn scores(name: &str, roll: &str) -> String {
    placements(&RuleSet::builtin(name).unwrap(), &State::default(), roll)
}

#[test]
fn yatzy() {
    let upper = "ones=0 twos=0 threes=0";
    for (roll, wanted) in [
        // Four alike are one pair and not two.
        (
            "44446",
            "fours=16 fives=0 sixes=6 one-pair=8 two-pairs=0 three-of-a-kind=12 four-of-a-kind=16 small-straight=0 large-straight=0 full-house=0 chance=22 yahtzee=0",
        ),
        // A full house holds two pairs, and the higher pair counts.
        (
            "44466",
            "fours=12 fives=0 sixes=12 one-pair=12 two-pairs=20 three-of-a-kind=12 four-of-a-kind=0 small-straight=0 large-straight=0 full-house=24 chance=24 yahtzee=0",
        ),
        (
            "44666",
            "fours=8 fives=0 sixes=18 one-pair=12 two-pairs=20 three-of-a-kind=18 four-of-a-kind=0 small-straight=0 large-straight=0 full-house=26 chance=26 yahtzee=0",
        ),
        // A lone pair is not two pairs.
        (
            "44556",
            "fours=8 fives=10 sixes=6 one-pair=10 two-pairs=18 three-of-a-kind=0 four-of-a-kind=0 small-straight=0 large-straight=0 full-house=0 chance=24 yahtzee=0",
        ),
        // Five alike: no full house and no two pairs.
        (
            "55555",
            "fours=0 fives=25 sixes=0 one-pair=10 two-pairs=0 three-of-a-kind=15 four-of-a-kind=20 small-straight=0 large-straight=0 full-house=0 chance=25 yahtzee=50",
        ),
    ] {
        assert_eq!(scores("yatzy", roll), format!("{upper} {wanted}"), "{roll}");
    }
    let straights = |roll: &str| {
        let all = scores("yatzy", roll);
        all.split(' ').filter(|placement| placement.contains("straight") || placement.contains("pair")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(straights("12345"), "one-pair=0 two-pairs=0 small-straight=15 large-straight=0");
    assert_eq!(straights("23456"), "one-pair=0 two-pairs=0 small-straight=0 large-straight=20");
    assert_eq!(straights("23455"), "one-pair=10 two-pairs=0 small-straight=0 large-straight=0");
    // A further Yatzy is ordinary dice.
    let rules = RuleSet::builtin("yatzy").unwrap();
    assert!(rules.further().is_none());
    assert_eq!(
        placements(&rules, &only_open(&rules, &["ones", "full-house", "chance"], 0, false), "44444"),
        "ones=0 full-house=0 chance=20"
    );
}

#[test]
fn yatzy_sheet() {
    let upper = "ones=0 twos=0 threes=0";
    for (roll, wanted) in [
        (
            "44446",
            "fours=16 fives=0 sixes=6 one-pair=8 two-pairs=0 three-of-a-kind=22 four-of-a-kind=22 full-house=0 small-straight=0 large-straight=0 yahtzee=0 chance=22",
        ),
        (
            "44666",
            "fours=8 fives=0 sixes=18 one-pair=12 two-pairs=20 three-of-a-kind=26 four-of-a-kind=0 full-house=25 small-straight=0 large-straight=0 yahtzee=0 chance=26",
        ),
        (
            "55555",
            "fours=0 fives=25 sixes=0 one-pair=10 two-pairs=0 three-of-a-kind=25 four-of-a-kind=25 full-house=0 small-straight=0 large-straight=0 yahtzee=50 chance=25",
        ),
    ] {
        assert_eq!(scores("yatzy-sheet", roll), format!("{upper} {wanted}"), "{roll}");
    }
    let rules = RuleSet::builtin("yatzy-sheet").unwrap();
    assert_eq!(
        (rules.category_count(), rules.upper_bonus().steps()),
        (15, &[BonusStep { at: Points::new(63), points: Points::new(50) }][..])
    );
    // Its own examples: four in a row from 3, and 14 for 2-2-2-3-5.
    assert!(scores("yatzy-sheet", "34561").contains("small-straight=30 large-straight=0"));
    assert!(scores("yatzy-sheet", "22235").contains("three-of-a-kind=14"));
    assert_eq!(placements(&rules, &only_open(&rules, &["ones", "large-straight"], 0, false), "44444"), "ones=0 large-straight=0");
}

/// The worked examples of the sheets.
#[test]
fn worked_examples() {
    let score = |name: &str, category: &str, roll: &str| {
        let rules = RuleSet::builtin(name).unwrap();
        rules.points(rules.category_named(category).unwrap(), &rules.parse_roll(roll).unwrap())
    };
    for (name, category, roll, points) in [
        // Seed 000.
        ("hasbro", "ones", "24566", 0),
        ("hasbro", "three-of-a-kind", "22235", 14),
        ("hasbro", "small-straight", "34561", 30),
        ("hasbro", "large-straight", "12345", 40),
        ("hasbro", "threes", "33344", 9),
        ("hasbro", "fours", "33344", 8),
        ("hasbro", "full-house", "33344", 25),
        ("hasbro", "three-of-a-kind", "33344", 17),
        ("hasbro", "chance", "33344", 17),
        ("hasbro", "full-house", "33333", 0),
        // Seed 001.
        ("multi-round", "ones", "11531", 3),
        ("multi-round", "threes", "11531", 3),
        ("multi-round", "fives", "11531", 5),
        ("multi-round", "twos", "11531", 0),
        ("multi-round", "ones", "33413", 1),
        ("multi-round", "threes", "33413", 9),
        ("multi-round", "fours", "33413", 4),
        ("multi-round", "twos", "66626", 2),
        ("multi-round", "sixes", "66626", 24),
        ("multi-round", "three-of-a-kind", "44444", 20),
        ("multi-round", "small-straight", "12346", 30),
        ("multi-round", "small-straight", "23451", 30),
        ("multi-round", "small-straight", "34563", 30),
        ("multi-round", "small-straight", "12356", 0),
        ("multi-round", "large-straight", "23456", 40),
        ("multi-round", "large-straight", "12346", 0),
        // Seeds 002 and 004.
        ("get-dicey", "fives", "52565", 15),
        ("get-dicey", "ones", "52565", 0),
        ("get-dicey", "threes", "52565", 0),
        ("get-dicey", "fours", "52565", 0),
        ("get-dicey", "twos", "52565", 2),
        ("get-dicey", "sixes", "52565", 6),
        ("get-dicey", "small-straight", "23254", 30),
        ("get-dicey", "large-straight", "23254", 0),
        ("get-dicey", "full-house", "33232", 25),
        ("get-dicey", "full-house", "33333", 0),
        ("get-dicey", "fives", "23346", 0),
        ("bullseye", "fives", "52565", 15),
        ("bullseye", "small-straight", "23254", 30),
        ("bullseye", "full-house", "33232", 25),
        ("bullseye", "full-house", "33333", 25),
        ("bullseye", "full-house", "33332", 0),
    ] {
        assert_eq!(score(name, category, roll), points, "{name}: {roll} in {category}");
    }
}

/// The names on the sheets, and the names for programs, which are the same in all rule sets.
#[test]
fn titles_and_names() {
    let titles = |name: &str| {
        let rules = RuleSet::builtin(name).unwrap();
        rules.categories().map(|category| rules.category(category).title.clone()).collect::<Vec<_>>().join(", ")
    };
    let upper = "Ones, Twos, Threes, Fours, Fives, Sixes";
    let usual = "Three of a Kind, Four of a Kind, Full House, Small Straight, Large Straight, Yahtzee, Chance";
    for (name, wanted) in [
        ("hasbro", format!("{upper}, {usual}")),
        ("verhoeff", format!("{upper}, {usual}")),
        ("multi-round", format!("{upper}, Three of a Kind, Four of a Kind, Full House, Low Straight, High Straight, Yahtzee, Chance")),
        ("get-dicey", format!("{upper}, 3 of a Kind, 4 of a Kind, Full House, Small Straight, Large Straight, Yahtzee, Chance")),
        ("bullseye", format!("{upper}, 3 of a Kind, 4 of a Kind, Full House, Small Straight, Large Straight, Yahtzee, Chance")),
        ("yatzy-sheet", format!("{upper}, 1 Pair, 2 Pairs, {}", usual.replace("Yahtzee", "Yatzy"))),
        ("yatzy", format!("{upper}, One Pair, Two Pairs, Three of a Kind, Four of a Kind, Small Straight, Large Straight, Full House, Chance, Yatzy")),
        ("yacht-dice", format!("{upper}, Choice, Four of a Kind, Full House, Small Straight, Large Straight, Yacht")),
        ("yacht", format!("{upper}, Choice, Four of a Kind, Full House, Little Straight, Big Straight, Yacht")),
        (
            "maxi-yatzy",
            format!("{upper}, One Pair, Two Pairs, Three Pairs, Three of a Kind, Four of a Kind, Five of a Kind, Small Straight, Large Straight, Full Straight, Hut, House, Tower, Chance, Maxi Yatzy"),
        ),
        ("generala", "Unos, Doses, Treses, Cuatros, Cincos, Seises, Escalera, Full, Póker, Generala".to_owned()),
        (
            "kismet",
            "Aces, Deuces, Treys, Fours, Fives, Sixes, Two Pair Same Color, Three of a Kind, Straight, Flush, Full House, Full House Same Color, Four of a Kind, Yarborough, Kismet".to_owned(),
        ),
        ("crag", format!("{upper}, Odd Straight, Even Straight, Low Straight, High Straight, Three of a Kind, Thirteen, Crag")),
        (
            "kniffel",
            "Einser, Zweier, Dreier, Vierer, Fünfer, Sechser, Dreierpasch, Viererpasch, Full House, Kleine Straße, Große Straße, Kniffel, Chance".to_owned(),
        ),
    ] {
        assert_eq!(titles(name), wanted, "{name}");
    }
    let of_crag = ["odd-straight", "even-straight", "low-straight", "high-straight", "thirteen", "crag"];
    let of_yacht = ["choice", "little-straight", "big-straight", "yacht"];
    let of_maxi = ["three-pairs", "five-of-a-kind", "full-straight", "hut", "house", "tower", "maxi-yatzy"];
    let of_generala = ["straight", "generala"];
    let of_kismet = ["two-pairs-of-a-colour", "flush", "full-house-of-a-colour", "yarborough", "kismet"];
    let of_most = ["one-pair", "two-pairs", "yahtzee"].into_iter().chain(UPPER).chain(LOWER);
    let known = of_most.chain(of_crag).chain(of_yacht).chain(of_maxi).chain(of_generala).chain(of_kismet).collect::<Vec<_>>();
    let shorts = "1s 2s 3s 4s 5s 6s 1p 2p 3p 3k 4k 5k fh ss ls fs y ch os es hs th c h ho t st g bs fl fc yb k";
    for rules in RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()) {
        for rule in rules.categories().map(|category| rules.category(category)) {
            assert!(known.contains(&rule.name.as_str()), "{}", rule.name);
            assert_eq!(rule.short.len(), 1);
            assert!(shorts.split(' ').any(|short| short == rule.short[0]), "{}", rule.short[0]);
        }
        assert!(!rules.notes().is_empty() && !rules.source().is_empty());
    }
}

/// The sheet of Yacht Dice: sums of all dice for four alike and for a full house, both also for five alike.
#[test]
fn yacht_dice() {
    let rules = RuleSet::builtin("yacht-dice").unwrap();
    let at = |open: &[&str], roll: &str| placements(&rules, &only_open(&rules, open, 0, false), roll);
    let open = ["chance", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee"];
    let scored = |roll: &str| at(&open, roll).split(' ').filter(|entry| !entry.ends_with("=0")).collect::<Vec<_>>().join(" ");
    assert_eq!(scored("44443"), "chance=19 four-of-a-kind=19");
    assert_eq!(scored("44444"), "chance=20 four-of-a-kind=20 full-house=20 yahtzee=50");
    assert_eq!(scored("33344"), "chance=17 full-house=17");
    assert_eq!(scored("12346"), "chance=16 small-straight=15");
    assert_eq!(scored("23456"), "chance=20 small-straight=15 large-straight=30");
    assert_eq!(at(&["fours", "sixes"], "44444"), "fours=20 sixes=0", "a further yacht is ordinary dice");
}

/// The sheet of Generala, on the first throw and after it.
#[test]
fn a_zero_is_always_allowed_where_the_roll_may_go() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let [ones, fours, chance] = ["ones", "fours", "chance"].map(|name| rules.category_named(name).unwrap());
    let roll = rules.parse_roll("44444").unwrap();
    let state = only_open(&rules, &["ones", "fours", "chance"], 0, true);
    // The roll must go into fours, but the player may write fewer points: 0. A zero earns the bonus too, in any category.
    let zero = rules.place_zero(&state, &roll, RerollsLeft::NONE, fours).unwrap();
    assert_eq!((zero.points, zero.bonus), (Points::ZERO, Points::new(100)));
    assert_eq!(rules.place_zero(&state, &roll, RerollsLeft::NONE, chance), Err(WhyNot::Forced(vec![fours])));
    assert_eq!(rules.place(&state, &roll, RerollsLeft::NONE, ones), Err(WhyNot::Forced(vec![fours])));
    assert_eq!(rules.place(&only_open(&rules, &["ones"], 0, true), &roll, RerollsLeft::NONE, fours), Err(WhyNot::Filled));
    // If the bonus is paid only for scoring, a zero gives it up.
    let rules = RuleSet::builtin("multi-round").unwrap();
    let zero = rules.place_zero(&state, &roll, RerollsLeft::NONE, fours).unwrap();
    assert_eq!((zero.points, zero.bonus), (Points::ZERO, Points::ZERO));
}

#[test]
fn a_box_takes_what_the_roll_gives_without_voluntary_zeros() {
    let any = RuleSet::builtin("hasbro").unwrap();
    let rules = RuleSet::parse(&any.toml().replacen("\"hasbro\"\n", "\"lowest\"\nvoluntary-zeros = false\n", 1)).unwrap();
    assert!(any.allows_voluntary_zeros() && !rules.allows_voluntary_zeros() && !rules.is_same_game(&any));
    let zero = |roll: &str, category: &str, state: &State| {
        let category = rules.category_named(category).unwrap();
        rules.place_zero(state, &rules.parse_roll(roll).unwrap(), RerollsLeft::NONE, category).map(|placement| placement.points)
    };
    let empty = State::default();
    assert_eq!(zero("12345", "chance", &empty), Err(WhyNot::MustScore(Points::new(15))));
    assert_eq!(zero("12345", "full-house", &empty), Ok(Points::ZERO));
    assert_eq!(zero("12345", "sixes", &empty), Ok(Points::ZERO));
    assert_eq!(zero("44444", "yahtzee", &empty), Err(WhyNot::MustScore(Points::new(50))));
    let chance = |rules| Scorecard::parse("chance=0", rules).is_ok();
    assert!(chance(&any) && !chance(&rules), "no roll scores 0 in Chance");
    // A joker takes its points too.
    let fours_filled = only_open(&rules, &["full-house", "sixes"], 0, true);
    assert_eq!(zero("44444", "full-house", &fours_filled), Err(WhyNot::MustScore(Points::new(25))));
}

/// A zero in the Yahtzee category leaves the flag down, 50 sets it.
#[test]
fn states_that_follow() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let yahtzee = rules.category_named("yahtzee").unwrap();
    let sixes = rules.category_named("sixes").unwrap();
    let empty = State::default();
    let five_sixes = rules.parse_roll("66666").unwrap();
    assert!(rules.place(&empty, &five_sixes, RerollsLeft::NONE, yahtzee).unwrap().next.flag);
    assert!(!rules.place_zero(&empty, &five_sixes, RerollsLeft::NONE, yahtzee).unwrap().next.flag);
    assert!(!rules.place(&empty, &rules.parse_roll("66665").unwrap(), RerollsLeft::NONE, yahtzee).unwrap().next.flag);
    let next = rules
        .place(&State { upper_total: Points::new(50), ..only_open(&rules, &["sixes"], 0, false) }, &five_sixes, RerollsLeft::NONE, sixes)
        .unwrap()
        .next;
    assert_eq!(next.upper_total, 63);
}

/// The sheet's case: with only ones open, no die of a first roll of five fives is worth keeping.
#[test]
fn nothing_to_keep_of_five_fives_for_ones() {
    let table = builtin_table("multi-round");
    let rules = table.rules();
    let card = Scorecard::parse("2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=20 fh=25 ss=30 ls=40 y=50 ch=20", rules).unwrap();
    let advice =
        Advisor::new(table).advise(&Position::new(card.clone(), rules.parse_roll("55555").unwrap(), rules.rerolls()).unwrap()).unwrap();
    let Action::Hold(hold) = advice.best().action else { panic!("{:?}", advice.best()) };
    assert!(hold.is_empty());
    // Scoring it now gives the card's 265, and the upper total of 60 stays below 63.
    let score = advice.options.iter().find(|option| matches!(option.action, Action::Score(_))).unwrap();
    assert_eq!(score.expected_final, 265.0);
}

#[test]
fn rounds() {
    let table = builtin_table("multi-round");
    let rules = table.rules();
    assert_eq!(rules.max_rounds(), 6);
    let rounds = Rounds::new(rules, 6, 3, [231, 198].map(Points::new).to_vec()).unwrap();
    assert_eq!((rounds.count(), rounds.current(), rounds.later(), rounds.score_before()), (6, 3, 3, Points::new(429)));
    assert!((table.later_rounds(&rounds) - 3.0 * table.expected_score()).abs() < 1e-12);
    let error = |rounds, round, earlier: &[u32]| {
        let earlier = earlier.iter().copied().map(Points::new).collect();
        Rounds::new(rules, rounds, round, earlier).unwrap_err().to_string()
    };
    assert_eq!(error(7, 1, &[]), "7 rounds: a game of 'multi-round' has from 1 to 6");
    assert_eq!(error(0, 1, &[]), "0 rounds: a game of 'multi-round' has from 1 to 6");
    assert_eq!(error(2, 3, &[200, 200]), "round 3: the game has rounds 1 to 2");
    assert_eq!(error(2, 0, &[]), "round 0: the game has rounds 1 to 2");
    assert_eq!(error(3, 2, &[]), "no totals of earlier rounds, where round 2 needs 1");
    // Thirteen times 50 and an extra 100, and the upper bonus, are an upper bound of any round.
    assert_eq!(error(2, 2, &[1986]), "an earlier round of 1986: no round of 'multi-round' scores more than 1985");
    for name in RuleSet::builtin_names().filter(|name| *name != "multi-round") {
        assert_eq!(RuleSet::builtin(name).unwrap().max_rounds(), 1);
    }
}
