//! Typed text: names, entries of cards, goals, actions and saved games, in all spellings.

use crate::common::rules;
use yahtzee_solver::advise::GoalError;
use yahtzee_solver::game::{ActionError, CardError};
use yahtzee_solver::{Category, Dice, Game, Goal, RerollsLeft, Roll, RuleSet, RulesError, Scorecard, WrittenAction};

fn named(rules: &RuleSet, text: &str) -> String {
    match rules.category_named(text) {
        Ok(category) => rules.category(category).name.clone(),
        Err(error) => error.to_string(),
    }
}

/// A roll with these points there on an empty card; any roll for 0.
fn roll_for(rules: &RuleSet, category: Category, points: u64) -> Roll {
    let state = Scorecard::new(rules).state();
    let scores =
        |roll: &Roll| rules.place(&state, roll, RerollsLeft::NONE, category).is_ok_and(|placement| u64::from(placement.points) == points);
    Roll::all(rules.dice()).find(|roll| points == 0 || scores(roll)).expect("a roll for these points")
}

/// An entry means the same in a card, in a saved game, as an action with and without `score`, and as a goal.
fn assert_understood(rules: &RuleSet, entry: &str, name: &str, points: u64) {
    let category = rules.category_exact(name).unwrap();
    let card = Scorecard::parse(&format!("{name}={points}"), rules).unwrap();
    assert_eq!(Scorecard::parse(entry, rules), Ok(card.clone()), "card {entry}");

    let new = Scorecard::new(rules);
    let action = WrittenAction::Score { category, points: Some(points) };
    assert_eq!(WrittenAction::parse(entry, rules, &new).as_ref(), Ok(&action), "action {entry}");
    assert_eq!(WrittenAction::parse(&format!("Score {entry}"), rules, &new).as_ref(), Ok(&action), "action {entry}");

    let roll: String = roll_for(rules, category, points).to_string();
    let game = Game::parse(&format!("{roll} score {entry}"), rules).unwrap_or_else(|error| panic!("game {entry}: {error}"));
    assert_eq!(game.card(), &card, "game {entry}");
    if points > 0 {
        assert_eq!(Goal::parse(entry, rules), Goal::new(rules, category, points), "goal {entry}");
    }
}

#[test]
fn entries_are_understood_everywhere() {
    let hasbro = [
        ("Full House=25", "full-house", 25),
        ("LARGE-STRAIGHT=40", "large-straight", 40),
        ("fullhouse 25", "full-house", 25),
        ("full_house: 25", "full-house", 25),
        ("aces=3", "ones", 3),
        ("1=3", "ones", 3),
        ("lg straight=40", "large-straight", 40),
        ("3 of a kind=17", "three-of-a-kind", 17),
        ("1: 3", "ones", 3),
        ("ones = 3", "ones", 3),
        ("ones :3", "ones", 3),
        ("Ones\t3", "ones", 3),
        ("ACES 3", "ones", 3),
        ("ace=3", "ones", 3),
        ("one 3", "ones", 3),
        ("1s 3", "ones", 3),
        ("deuces=6", "twos", 6),
        ("two: 6", "twos", 6),
        ("2=6", "twos", 6),
        ("three=9", "threes", 9),
        ("3s = 9", "threes", 9),
        ("treys 9", "threes", 9),
        ("four 12", "fours", 12),
        ("five=15", "fives", 15),
        ("six=18", "sixes", 18),
        ("6s=18", "sixes", 18),
        ("si 18", "sixes", 18),
        ("3 of a kind 17", "three-of-a-kind", 17),
        ("Three Of A Kind: 17", "three-of-a-kind", 17),
        ("three_of_a_kind=17", "three-of-a-kind", 17),
        ("threeofakind 17", "three-of-a-kind", 17),
        ("3k 17", "three-of-a-kind", 17),
        ("3 kind 17", "three-of-a-kind", 17),
        ("3-of-a-kind=17", "three-of-a-kind", 17),
        ("4 of kind = 22", "four-of-a-kind", 22),
        ("four alike 22", "four-of-a-kind", 22),
        ("4 OF A KIND=22", "four-of-a-kind", 22),
        ("quads 22", "four-of-a-kind", 22),
        ("FH=25", "full-house", 25),
        ("full 25", "full-house", 25),
        ("full h: 25", "full-house", 25),
        ("small strai 30", "small-straight", 30),
        ("sm straight=30", "small-straight", 30),
        ("sm. straight 30", "small-straight", 30),
        ("low straight: 30", "small-straight", 30),
        ("SS 30", "small-straight", 30),
        ("small=30", "small-straight", 30),
        ("larg 40", "large-straight", 40),
        ("lge straight=40", "large-straight", 40),
        ("long straight 40", "large-straight", 40),
        ("big straight 40", "large-straight", 40),
        ("Ls: 40", "large-straight", 40),
        ("large 40", "large-straight", 40),
        ("Yahtzee 50", "yahtzee", 50),
        ("yatzy=50", "yahtzee", 50),
        ("Y=50", "yahtzee", 50),
        ("5 of a kind 50", "yahtzee", 50),
        ("Chance 24", "chance", 24),
        ("ch: 24", "chance", 24),
        ("chan=24", "chance", 24),
        ("full house 0", "full-house", 0),
        ("4k=0", "four-of-a-kind", 0),
        ("full-house=025", "full-house", 25),
    ];
    for (entry, name, points) in hasbro {
        assert_understood(&rules("hasbro"), entry, name, points);
    }
    for (set, entry, name, points) in [
        ("kniffel", "Große Straße=40", "large-straight", 40),
        ("kniffel", "grosse strasse 40", "large-straight", 40),
        ("kniffel", "GROSSE-STRASSE: 40", "large-straight", 40),
        ("kniffel", "Fünfer 15", "fives", 15),
        ("kniffel", "funfer=15", "fives", 15),
        ("kniffel", "fuenfer=15", "fives", 15),
        ("kniffel", "Fu\u{308}nfer 15", "fives", 15),
        ("kniffel", "dreierpasch 17", "three-of-a-kind", 17),
        ("kniffel", "Kniffel=50", "yahtzee", 50),
        ("kniffel", "aces=3", "ones", 3),
        ("yatzy-sheet", "1 Pair 12", "one-pair", 12),
        ("yatzy-sheet", "pair=12", "one-pair", 12),
        ("yatzy-sheet", "pair=0", "one-pair", 0),
        ("yatzy-sheet", "2 pairs 22", "two-pairs", 22),
        ("yatzy-sheet", "two pair: 22", "two-pairs", 22),
        ("yatzy-sheet", "2 = 6", "twos", 6),
        ("yatzy", "1 3", "ones", 3),
        ("yatzy", "one pair 12", "one-pair", 12),
        ("yatzy", "yahtzee 50", "yahtzee", 50),
        ("bullseye", "low strai 30", "small-straight", 30),
    ] {
        // As an action, digits alone are dice; in a card, in a goal and after `score` they are not.
        if entry == "1 3" {
            assert_eq!(Scorecard::parse(entry, &rules(set)), Scorecard::parse("ones=3", &rules(set)));
        } else {
            assert_understood(&rules(set), entry, name, points);
        }
    }
}

#[test]
fn entries_of_a_card_may_be_apart_by_anything() {
    let rules = rules("hasbro");
    let card = Scorecard::parse("ones=3 twos=6 three-of-a-kind=17 yahtzee=50 full-house=25 extra=0", &rules).unwrap();
    for text in [
        "ones = 3; twos=6; 3 of a kind 17; yahtzee 50; full house 25",
        "1=3 2=6 3k=17 y=50 fh=25",
        "1 3 2 6 3 of a kind 17 y 50 full house 25",
        "Aces 3, Twos 6, 3 Of A Kind 17, Yahtzee 50, Full House 25",
        "ones: 3\ntwos: 6\r\nthree of a kind: 17\nyahtzee: 50\n\nfull house: 25\n",
        ";; twos=6,, yahtzee = 50 ,ones:3 fullhouse 25;3k 17; Extra 0,",
    ] {
        assert_eq!(Scorecard::parse(text, &rules), Ok(card.clone()), "{text}");
    }
    for text in ["yahtzee=50 fives=25 extra=1", "Yahtzee 50; 5s 25; EXTRA: 1", "y 50 fives 25 extra 1"] {
        assert_eq!(Scorecard::parse(text, &rules).unwrap().extra(), 1, "{text}");
    }
}

#[test]
fn goals_without_points() {
    let rules = rules("hasbro");
    for (text, name) in [
        ("Large Straight", "large-straight"),
        ("large", "large-straight"),
        ("3 of a kind", "three-of-a-kind"),
        (" YAHTZEE ", "yahtzee"),
        ("1", "ones"),
    ] {
        assert_eq!(Goal::parse(text, &rules), Goal::new(&rules, rules.category_exact(name).unwrap(), 1), "{text}");
    }
    for text in ["", "=24", "chance=", "chance=x", "chance = -1", "chance 24 25"] {
        assert_eq!(Goal::parse(text, &rules), Err(GoalError::NotAGoal(text.to_owned())));
    }
    assert!(
        matches!(Goal::parse("one pair", &rules), Err(GoalError::UnknownCategory(RulesError::UnknownCategory { name, .. })) if name == "one pair")
    );
}

#[test]
fn actions() {
    let rules = rules("hasbro");
    let read = |text: &str| WrittenAction::parse(text, &rules, &Scorecard::new(&rules));
    let hold = |dice: &str| Ok(WrittenAction::Hold(Dice::parse(dice).unwrap()));
    for text in ["2345", "keep 2345", "hold 2345", "2 3 4 5", "KEEP 5,4, 3 2", "  hold\t2 3 4 5 "] {
        assert_eq!(read(text), hold("2345"), "{text}");
    }
    for text in ["none", "nothing", "0", "-", "hold none", "keep nothing", "Keep None", "hold 0", "reroll all", "roll everything"] {
        assert_eq!(read(text), hold(""), "{text}");
    }
    assert_eq!(read("1"), hold("1"));
    for (text, name) in [
        ("ss", "small-straight"),
        ("small straight", "small-straight"),
        ("score ss", "small-straight"),
        ("Score Chance", "chance"),
        ("chance", "chance"),
        ("score 1", "ones"),
        ("ace", "ones"),
        ("3k", "three-of-a-kind"),
        ("3 of a kind", "three-of-a-kind"),
        ("fu", "full-house"),
        ("y", "yahtzee"),
    ] {
        assert_eq!(read(text), Ok(WrittenAction::Score { category: rules.category_exact(name).unwrap(), points: None }), "{text}");
    }
    let error = |text: &str| read(text).unwrap_err().to_string();
    for text in ["", " ", "hold", "keep", "score", "reroll", "roll"] {
        assert!(error(text).starts_with(&format!("cannot read '{text}': write the dice to keep")), "{}", error(text));
    }
    assert_eq!(error("hold 37"), "'7' is no die face: faces are 1 to 6");
    for text in ["reroll 65", "roll 6 5", "Reroll 5,6"] {
        assert_eq!(read(text), Ok(WrittenAction::Reroll(Dice::parse("56").unwrap())), "{text}");
    }
    let roll = rules.parse_roll("12556").unwrap();
    let kept = |text: &str| read(text).unwrap().kept(&roll);
    assert_eq!(kept("reroll 5"), Ok(Some(Dice::parse("1256").unwrap())), "one of two");
    assert_eq!((kept("hold 55"), kept("chance")), (Ok(Some(Dice::parse("55").unwrap())), Ok(None)));
    assert_eq!(kept("reroll 665").unwrap_err().to_string(), "no 5 6 6 to reroll in the roll 1 2 5 5 6");
    assert_eq!(error("reroll none"), "a hold of all dice rerolls none: score the roll instead");
    assert_eq!(error("keep all"), "a hold of all dice rerolls none: score the roll instead");
    assert_eq!(error("hold fh"), "'f' is no die face: faces are 1 to 6");
    assert_eq!(read("chance=x"), Err(ActionError::Points("x".to_owned())));
    assert_eq!(read("chance -1"), Err(ActionError::Category(rules.category_named("chance -1").unwrap_err())));
    assert!(error("fulhouse").contains("did you mean 'full-house'?"), "{}", error("fulhouse"));
    for text in ["undo", "u", "help", "hint", "q", "quit", "exit", "why", "?", "review", "give up", "skip", "new"] {
        assert!(read(text).is_err(), "{text} is left for a face's own words");
    }
}

#[test]
fn the_start_of_a_name_means_the_only_open_category() {
    let rules = rules("hasbro");
    let read = |card: &str| WrittenAction::parse("f", &rules, &Scorecard::parse(card, &rules).unwrap());
    assert_eq!(read("").unwrap_err().to_string(), "'f' may be Fours or Fives or Four of a Kind or Full House");
    let full_house = WrittenAction::Score { category: rules.category_exact("full-house").unwrap(), points: None };
    assert_eq!(read("fours=4 fives=5 4k=0"), Ok(full_house));
    assert_eq!(named(&rules, "straight"), "'straight' may be Small Straight or Large Straight");
    assert_eq!(named(&rules, "t"), "'t' may be Twos or Threes or Three of a Kind");
    let error = Scorecard::parse("t=3", &rules).unwrap_err();
    assert!(matches!(error, CardError::UnknownCategory(RulesError::AmbiguousCategory { .. })), "{error}");
}

#[test]
fn saved_games() {
    let rules = rules("get-dicey");
    let plain = "rules: get-dicey\n11666 hold none, 66625 hold 666, 66661 score four-of-a-kind\n22345 score small-straight=30\n12345 score chance=0\n";
    let game = Game::parse(plain, &rules).unwrap();
    for text in [
        "Rules: Get Dicey\n1 1 6 6 6 reroll all, 66625 keep 6 6 6, 66661 score 4 of a kind 25\n22345 score Small Straight: 30\n12345 score chance 0",
        "rules: GET_DICEY\n11666 keep nothing, 66625 hold 666, 66661 score quads\n22345 score sm straight\n12345 score chan = 0",
    ] {
        assert_eq!(Game::parse(text, &rules).as_ref(), Ok(&game), "{text}");
    }
    let error = |text: &str| Game::parse(text, &rules).unwrap_err().to_string();
    assert_eq!(error("rules: Yatzy\n"), "line 1: a game by the rules 'yatzy', not 'get-dicey'");
    assert!(error("11666 score sixes;18").contains("unknown category 'sixes'") || error("11666 score sixes;18").contains("cannot read"));
    assert!(error("11666 score one pair").contains("unknown category 'one pair'"));
}

#[test]
fn json_stays_strict() {
    let rules = rules("hasbro");
    let read = |name: &'static str| Scorecard::from_entries([Ok((name, 25))], &rules);
    assert_eq!(read("full-house"), read("fh"));
    assert!(read("fh").is_ok());
    for name in ["Full House", "fullhouse", "full_house", "FH", "full", " fh", "boat"] {
        assert!(matches!(read(name), Err(CardError::UnknownCategory(_))), "{name}");
        assert!(rules.category_named(name).is_ok(), "{name}");
    }
    assert!(matches!(Scorecard::from_entries([Ok(("Extra", 0))], &rules), Err(CardError::UnknownCategory(_))));
}

#[test]
fn wrong_entries() {
    let rules = rules("hasbro");
    let error = |card: &str| Scorecard::parse(card, &rules).unwrap_err().to_string();
    for (card, entry) in [
        ("4", "4"),
        ("ones: , twos=6", "ones:"),
        ("twos=6 full", "full"),
        ("ones=3x", "ones=3x"),
        ("ones 3.5", "ones 3.5"),
        ("extra", "extra"),
        ("extra=x", "extra=x"),
        ("=3", "=3"),
        ("-1=3", "-1=3"),
    ] {
        let found = error(card);
        let wanted = format!("cannot read '{entry}': write entries like full-house=25");
        assert!(found == wanted || (entry == "-1=3" && found.starts_with("unknown category '-1'")), "{card}: {found}");
    }
    assert!(error("twos=6 ones=x fours=4").starts_with("ones: 'x' is not clear"));
    assert!(error("one pair=2").starts_with("unknown category 'one pair'"));
    assert!(error("2 pairs 12").starts_with("unknown category '2 pairs'"));
    assert_eq!(error("aces=3 1s=3"), "ones is filled already");
    assert_eq!(error("Full House 24"), "full-house=24: no roll scores that there; possible are 0 or 25");
}
