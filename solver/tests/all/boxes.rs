//! Categories with several boxes, which are counted and not told apart.

use std::sync::Arc;

use crate::common::{listed, solve};
use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::game::{CardError, MoveError};
use yahtzee_solver::rules::{Filled, WhyNot};
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::strategy::Player;
use yahtzee_solver::{
    Action, Advisor, Category, Game, Goal, Model, Points, Position, RerollsLeft, RuleSet, Scorecard, Sheet, State, WrittenAction,
};

fn rules(toml: &str) -> RuleSet {
    RuleSet::parse(&format!("name = \"boxes\"\n{toml}")).unwrap_or_else(|error| panic!("{error} in\n{toml}"))
}

/// Two boxes for a six, and a chance; a die is thrown once in a turn.
const SIXES: &str = "dice = 1\nrolls = 1\n[[lower]]\nname = \"six\"\nshort = [\"6s\"]\nnames = { de = \"Sechser\" }\nface = 6\n\
                     points = \"those-dice\"\nboxes = 2\n[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n";

fn sixes() -> RuleSet {
    rules(SIXES)
}

/// A boxes game of two dice, with an upper section, a further rule and a box for the first throw.
const LARGER: &str = "dice = 2\nrolls = 2\n[upper-bonus]\nat = 8\npoints = 5\n[[upper]]\nname = \"fours\"\nface = 4\n[[lower]]\nname = \"pair\"\ngroups = [2]\n\
     points = 9\n[[lower]]\nname = \"run\"\nstraight = 2\npoints = 12\nserved = 15\njoker = 7\nboxes = 3\n[[lower]]\nname = \"low\"\nsum = { at-most = 6 }\n\
     points = \"all-dice\"\nboxes = 2\n[further]\ncategory = \"pair\"\n[further.after-points]\nplace = \"upper-then-lower\"\njoker = \"always\"\nbonus = 4\n";

fn category(rules: &RuleSet, name: &str) -> Category {
    rules.category_exact(name).unwrap()
}

/// Solved by hand: the value with this many boxes for a six open, and the chance open or not.
///
/// With the chance filled, each open box is worth 6/6 = 1. With the chance alone, 7/2. With one box and the chance, a six goes to its box (6 + 7/2), a 1
/// or a 2 is scratched there (7/2), and 3, 4 and 5 go to the chance (4, 5 and 6): 63/2 in six rolls, so 21/4. With two boxes a six leaves 6 + 21/4; 1, 2 and
/// 3 are scratched (21/4 is more than 3 + 2), and 4 and 5 go to the chance (6 and 7): 40/6.
#[test]
fn a_game_by_hand() {
    let table = solve(&sixes());
    assert!((table.expected_score() - 20.0 / 3.0).abs() < 1e-12);
    assert_eq!(table.space().len(), 6);
    let filled = |names: &[&str]| names.iter().fold(Filled::NONE, |filled, name| filled.with(category(table.rules(), name)));
    for (names, wanted) in [(&["six"][..], 5.25), (&["six", "six-2"], 3.5), (&["chance"], 2.0), (&["six", "chance"], 1.0)] {
        let value = table.value(&State { filled: filled(names), ..State::default() }).unwrap();
        assert!((value - wanted).abs() < 1e-12, "{names:?}: {value}");
    }
    assert_eq!(table.value(&State { filled: filled(&["six-2"]), ..State::default() }), None);
}

/// The boxes of a category are as good as categories that are defined alike, and a game with them has fewer states.
#[test]
fn as_good_as_listed_categories() {
    for toml in [SIXES, LARGER, &LARGER.replace("rolls = 2", "rolls = 2\nsaved-throws = true\nsaved-throw-points = 1")] {
        let (boxes, listed) = (rules(toml), listed(&rules(toml)));
        assert_ne!(boxes.fingerprint(), listed.fingerprint());
        let [found, wanted] = [&boxes, &listed].map(solve);
        assert!((found.expected_score() - wanted.expected_score()).abs() < 1e-12, "{toml}");
        assert!(found.space().len() < wanted.space().len());
        assert_eq!(StateSpace::new(&boxes).states().count(), found.space().len());
    }
}

/// From top to bottom the boxes are filled one after the other like all other categories.
#[test]
fn boxes_from_top_to_bottom() {
    let toml = format!("order = \"as-listed\"\n{SIXES}");
    let (boxes, listed) = (rules(&toml), listed(&rules(&toml)));
    assert_eq!(boxes.fingerprint(), listed.fingerprint());
    assert!((solve(&boxes).expected_score() - 5.5).abs() < 1e-12);
    let error = Scorecard::parse("chance=3", &boxes).unwrap_err();
    assert_eq!(error.to_string(), "chance is filled, but six is not: these rules fill six first");
    let card = Scorecard::parse("six-2=6", &boxes).unwrap();
    assert_eq!(card.to_string(), "six=6");
    assert_eq!(
        WrittenAction::parse("six", &boxes, &card).unwrap(),
        WrittenAction::Score { category: category(&boxes, "six-2"), points: None }
    );
}

#[test]
fn names_and_titles_of_boxes() {
    let rules = sixes();
    let shown = |rules: &RuleSet| {
        let of = |category| (rules.category(category).name.clone(), rules.category(category).title.clone());
        rules.categories().map(of).collect::<Vec<_>>()
    };
    let wanted = |names: [(&str, &str); 3]| names.map(|(name, title)| (name.to_owned(), title.to_owned()));
    assert_eq!(shown(&rules), wanted([("six", "Six"), ("six-2", "Six II"), ("chance", "Chance")]));
    assert_eq!(shown(&rules.in_language("de").unwrap()), wanted([("six", "Sechser"), ("six-2", "Sechser II"), ("chance", "Chance")]));
    for text in ["six-2", "SIX-2", "6s-2", "Six II", "six ii", "sechser II"] {
        assert_eq!(rules.category_named(text), Ok(category(&rules, "six-2")), "{text}");
    }
    for text in ["six", "Six", "6s", "si", "Sechser"] {
        assert_eq!(rules.category_named(text), Ok(category(&rules, "six")), "{text}");
    }
    // A number apart from the name is points.
    let (six, rest) = rules.category_at_start("six 2").unwrap();
    assert_eq!((six, rest), (category(&rules, "six"), " 2"));
    assert_eq!(
        rules.category_exact("siz").unwrap_err().to_string(),
        "unknown category 'siz': did you mean 'six'? There are six, six-2, chance"
    );
    assert_eq!(rules.category_named("siz").unwrap_err().to_string(), "unknown category 'siz': did you mean 'six'? There are six, chance");
}

/// A straight with several boxes is still the only straight, and the words for it mean the next box.
#[test]
fn words_for_a_straight_with_several_boxes() {
    let rules = rules("[[lower]]\nname = \"street\"\nfaces = [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6]]\npoints = 20\nboxes = 3\n");
    let card = Scorecard::parse("street=20", &rules).unwrap();
    for text in ["straight", "run", "street", "street-3", "Street III"] {
        let wanted = WrittenAction::Score { category: category(&rules, "street-2"), points: None };
        assert_eq!(WrittenAction::parse(text, &rules, &card).unwrap(), wanted, "{text}");
    }
}

/// A card names boxes in any way, and has the points in the first of them.
#[test]
fn cards_fill_the_first_boxes() {
    let rules = sixes();
    for (text, wanted) in [
        ("six=6", "six=6"),
        ("six-2=6", "six=6"),
        ("six=6 six=0", "six=6 six-2=0"),
        ("six-2=6 six=0", "six=0 six-2=6"),
        ("6s-2 6, Six 0", "six=0 six-2=6"),
        ("Six 6\nSix II -\nChance 3", "six=6 chance=3"),
        ("Six -\nSix II 6\nChance 3", "six=6 chance=3"),
        ("Six\t6\nSix\t0\nChance\t-", "six=6 six-2=0"),
    ] {
        let card = Sheet::parse(text, &rules, None).unwrap_or_else(|error| panic!("{text}: {error}")).card;
        assert_eq!(card.to_string(), wanted, "{text}");
        assert_eq!(Scorecard::parse(wanted, &rules).unwrap(), card);
    }
    let of_json = |entries: &[(&'static str, u64)]| Scorecard::from_entries(entries.iter().copied().map(Ok), &rules);
    assert_eq!(of_json(&[("six-2", 6), ("chance", 1)]).unwrap().to_string(), "six=6 chance=1");
    assert_eq!(of_json(&[("six-2", 6), ("six-2", 0)]), Err(CardError::Twice { name: "six-2".to_owned() }));
    assert_eq!(Scorecard::parse("six=6 six=6 six=0", &rules).unwrap_err().to_string(), "six is filled already");
    assert_eq!(Scorecard::parse("six=5", &rules).unwrap_err().to_string(), "six=5: no roll scores that there; possible are 0 or 6");
}

#[test]
fn the_next_box_is_meant() {
    let rules = sixes();
    let [six, second] = ["six", "six-2"].map(|name| category(&rules, name));
    let text = |turns: &str| format!("fingerprint: {:016x}\n{turns}", rules.fingerprint());
    let played = Game::parse(&text("6 score six\n5 six 0\n4 score chance"), &rules).unwrap();
    assert_eq!(played.card().to_string(), "six=6 six-2=0 chance=4");
    assert_eq!(Game::parse(&played.to_string(), &rules).unwrap().card(), played.card());
    let results = Game::parse(&text("six-2=6\nsix=0"), &rules).unwrap();
    assert_eq!(results.card().to_string(), "six=6 six-2=0");
    let error = Game::parse(&text("6 six\n6 six\n6 six"), &rules).unwrap_err();
    assert_eq!(error.to_string(), "line 4: six is filled already; open are chance");

    let empty = Scorecard::new(&rules);
    let roll = rules.parse_roll("6").unwrap();
    assert_eq!(rules.place(&empty.state(), &roll, RerollsLeft::NONE, second), Err(WhyNot::NotNext(six)));
    let mut game = Game::new(&rules);
    game.roll(roll).unwrap();
    let error = game.score(second).unwrap_err();
    assert_eq!(error, MoveError::NotNext { name: "six-2".to_owned(), next: "six".to_owned() });
    assert_eq!(error.to_string(), "six-2 is not open yet: these rules fill six first");

    let table = solve(&rules);
    let advisor = Advisor::new(&table);
    let position = Position::parse("6 rerolls=0 six=0", &rules).unwrap();
    let advice = advisor.advise(&position).unwrap();
    let chances = advisor.chase(&advice, Goal::parse("six", &rules).unwrap()).unwrap();
    assert_eq!((chances.goal.category(), chances.best().chance), (Some(second), 1.0));
    let full = Position::parse("6 rerolls=0 six=0 six=6", &rules).unwrap();
    let error = advisor.chase(&advisor.advise(&full).unwrap(), Goal::parse("six", &rules).unwrap()).unwrap_err();
    assert!(error.to_string().starts_with("six is filled"), "{error}");
}

/// A card of rules means the open box too.
#[test]
fn cards_of_rules_name_the_category() {
    let rules = sixes();
    let toml = "name = 'sixes-first'\n[[score]]\ndice = 'any'\nopen = ['six']\nscore = ['six-2']\npoints = 6\n[[score]]\ndice = 'any'\nfilled = ['six']\nscore = ['chance']\n";
    let card = RuleCard::parse_for(toml, &rules).unwrap();
    let mut player = CardStrategy::new(&card, &Arc::new(Model::apart(&rules, MEMORY_LIMIT).unwrap()));
    for (position, wanted) in [
        ("6 rerolls=0", "six"),
        ("6 rerolls=0 six=6", "six-2"),
        ("6 rerolls=0 six=6 six=6", "chance"),
        ("5 rerolls=0 six=6", "chance"),
        ("1 rerolls=0 six=6 chance=3", "six-2"),
    ] {
        let Action::Score(placement) = player.choose(&Position::parse(position, &rules).unwrap()).unwrap() else { panic!("{position}") };
        assert_eq!(rules.category(placement.category).name, wanted, "{position}");
    }
}

/// The rules force a roll into open boxes only.
#[test]
fn forced_into_the_open_box() {
    let rules = rules(LARGER);
    let card = Scorecard::parse("pair=9 fours=8 run=12", &rules).unwrap();
    let roll = rules.parse_roll("33").unwrap();
    let allowed: Vec<&str> =
        rules.placements(&card.state(), &roll, RerollsLeft::NONE).map(|placement| &*rules.category(placement.category).name).collect();
    assert_eq!(allowed, ["run-2", "low"]);
    assert_eq!(rules.placements(&card.state(), &roll, RerollsLeft::NONE).map(|placement| placement.points).max(), Some(Points::new(7)));
    let fours = Scorecard::parse("pair=9 run=12", &rules).unwrap();
    let forced = rules.place(&fours.state(), &rules.parse_roll("44").unwrap(), RerollsLeft::NONE, category(&rules, "low"));
    assert_eq!(forced, Err(WhyNot::Forced(vec![category(&rules, "fours")])));
}
