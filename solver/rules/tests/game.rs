//! Games, move by move and as text.

use proptest::prelude::*;
use yahtzee_rules::game::{GameError, GameErrorKind, MoveError};
use yahtzee_rules::{Action, Dice, Game, Move, Points, RerollsLeft, Roll, RuleSet, Scorecard, Stage};
use yahtzee_testing::Numbers;

fn hasbro() -> RuleSet {
    RuleSet::builtin("hasbro").unwrap()
}

fn read(text: &str) -> Game {
    Game::parse(text, &hasbro()).unwrap()
}

/// The error of a game by `hasbro`.
fn fault(text: &str) -> String {
    Game::parse(text, &hasbro()).unwrap_err().to_string()
}

/// Twelve turns, after which only `open` is open. The Yahtzee category holds 50, if it is not the open one.
fn all_but(open: &str) -> String {
    let turns = [
        ("ones", "11123"),
        ("twos", "22213"),
        ("threes", "33312"),
        ("fours", "44412"),
        ("fives", "55512"),
        ("sixes", "66612"),
        ("three-of-a-kind", "66612"),
        ("four-of-a-kind", "66661"),
        ("full-house", "66611"),
        ("small-straight", "12346"),
        ("large-straight", "12345"),
        ("yahtzee", "66666"),
        ("chance", "12346"),
    ];
    turns.iter().filter(|(name, _)| *name != open).map(|(name, roll)| format!("{roll} score {name}\n")).collect()
}

#[test]
fn the_notation_of_the_documentation() {
    let game = read(
        "rules: hasbro\n# ROLL hold DICE, ROLL hold DICE, ROLL score CATEGORY\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n",
    );
    assert_eq!(game.card().to_string(), "sixes=24 small-straight=30");
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.turns()[0].decisions().len(), 3);
    assert_eq!(game.stage(), Stage::ToRoll { hold: Dice::NONE, rerolls_left: RerollsLeft::new(2).unwrap() });
    assert_eq!(game.to_string(), "rules: hasbro\n11666 hold 666, 25666 hold 666, 16666 score sixes\n22345 score small-straight\n");
}

/// The notation reads everything that 'play' reads.
#[test]
fn verbs_may_be_left_out() {
    let plain =
        read("rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n11116 score four-of-a-kind=0");
    for text in [
        "11666 reroll 11, 66625 roll 52, 66661 sixes\n22345 small straight\n11116 4k=0",
        "1 1 6 6 6 Reroll 1 1, 66625 keep 666, 6 6 6 6 1 6s\n22345 ss\n1 1 1 1 6 four of a kind = 0",
        "1-1-6-6-6 reroll 1 1, 66625 reroll 52, 66661 sixes\n22345 small straight\n11116 4 of a kind=0",
        "11666 reroll 11, 66625 reroll 52, 66661 sixes\n22345 small straight\n1 1 1 1 6 4 of a kind = 0",
    ] {
        assert_eq!(read(text), plain, "{text}");
    }
    // Spaces and digits of several bytes.
    assert_eq!(Game::parse("←\u{2000}A", &hasbro()).unwrap_err().to_string(), "line 1: '←' is no die face: faces are 1 to 6");
    assert_eq!(Game::parse("11666 reroll 5", &hasbro()).unwrap_err().to_string(), "line 1: no 5 to reroll in the roll 1 1 6 6 6");
}

#[test]
fn form_is_free() {
    let plain = read("rules: hasbro\n11666 hold none, 66625 hold 666, 66661 score four-of-a-kind\n22345 score ss\n12345 score chance=0");
    for text in [
        "\u{feff}Rules :  HASBRO\r\n\r\n11666\thold NONE ,66625 Hold 6 6 6,\t66661 score Four of a Kind=25  # the end\r\n22345 SCORE small-straight = 30\r\n1 2 3 4 5 score chance = 0\r\n",
        "# by hand\nrounds: 1\n\n  11666 hold none, 66625 hold 666, 66661 score 4k,\n22345 score ss=30\n12345 score ch=0",
    ] {
        assert_eq!(read(text), plain, "{text}");
    }
    assert_eq!(plain.card().to_string(), "four-of-a-kind=25 small-straight=30 chance=0");
    assert!(plain.to_string().ends_with("12345 score chance=0\n"));
}

#[test]
fn the_rule_set_can_be_learnt_first() {
    assert_eq!(Game::rules_named("# mine\n\nRules: Yatzy # or so\n"), Some((3, "yatzy".to_owned())));
    assert_eq!(Game::rules_named("11666 hold 666"), None);
    assert_eq!(fault("# mine\nrules: yatzy"), "line 2: a game by the rules 'yatzy', not 'hasbro'");
    assert!(!read("rules: hasbro").is_complete());
}

/// Custom rules may change, so a game names them with their fingerprint.
#[test]
fn a_game_by_rules_that_have_changed_is_refused() {
    let own = |points: u8| {
        let toml = format!("name = 'own'\ntitle = 'Kniffel'\ndice = 2\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = {points}\n");
        RuleSet::parse(&toml).unwrap()
    };
    let (before, after) = (own(5), own(6));
    let mut game = Game::parse("rules: own\n12 score pair", &before).unwrap();
    let text = game.to_string();
    assert_eq!(text, format!("rules: own\nfingerprint: {:016x}\n12 score pair\n", before.fingerprint()));
    assert_eq!(Game::parse(&text, &before).unwrap().turns(), game.turns());
    let error = Game::parse(&text, &after).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "line 2: a game by rules of the fingerprint {:016x}, but those of 'own' are {:016x}: use the rules as they were when it was played",
            before.fingerprint(),
            after.fingerprint()
        )
    );
    let twice = text.replacen("fingerprint", &format!("fingerprint: {:016x}\nfingerprint", before.fingerprint()), 1);
    assert!(Game::parse(&twice, &before).unwrap_err().to_string().starts_with("line 3: 'fingerprint:' appears twice"));
    game.undo();
    assert!(game.to_string().contains("fingerprint: "));
    // Texts without it are read as before, and games of built-in rules have none.
    assert!(Game::parse("rules: own\n12 score pair", &after).is_ok());
    assert_eq!(Game::new(&hasbro()).to_string(), "rules: hasbro\n");
    // A title equal to the name of built-in rules does not make them these rules.
    assert!(Game::parse("rules: kniffel\n12 score pair", &before).is_err());
}

#[test]
fn a_last_line_may_stop_short() {
    let game = read("22345 score ss\n11666 hold 666, 66625");
    let Stage::ToChoose { roll, rerolls_left } = game.stage() else { panic!("a roll to choose for") };
    assert_eq!((roll.to_string().as_str(), rerolls_left.get()), ("2 5 6 6 6", 1));
    let game = read("22345 score ss\n11666 hold 666,");
    let Stage::ToRoll { hold, rerolls_left } = game.stage() else { panic!("a roll to come") };
    assert_eq!((hold.to_string().as_str(), rerolls_left.get()), ("6 6 6", 1));
    assert_eq!(fault("22345 score ss\n# and\n11666 hold 666\n22222 score yahtzee").split(':').next(), Some("line 3"));
    assert_eq!(fault("11666\n22222 score yahtzee"), "line 1: the turn is unfinished: only the last line may stop before 'score CATEGORY'");
}

#[test]
fn impossible_lines() {
    for (line, why) in [
        ("11666 hold 22", "the hold 2 2 is not in the roll 1 1 6 6 6"),
        ("11666 hold 11666", "a hold of all dice rerolls none: score the roll instead"),
        ("11666 hold 666, 66125 score chance", "the roll 1 2 5 6 6 does not contain the hold 6 6 6 from before it"),
        ("1166 score chance", "4 dice where the game has 5"),
        ("116666 score chance", "6 dice where the game has 5"),
        ("1166666 hold 6", "7 dice where the game has 5"),
        ("11667 score chance", "'7' is no die face: faces are 1 to 6"),
        ("1166x score chance", "'x' is no die face: faces are 1 to 6"),
        ("11666: hold 6", "':' is no die face: faces are 1 to 6"),
        ("11666 hold 67", "'7' is no die face: faces are 1 to 6"),
        (
            "11666 hold 1, 11666 hold 1, 11666 hold 1, 11666 score chance",
            "too many rolls: a turn has 3, so the roll 1 1 6 6 6 must be scored",
        ),
        ("11666 666, 66661 score sixes", "these are more dice than a roll has: to keep dice, write '11666 hold 666'"),
        ("11666 hold 666, 25 25", "these are more dice than a roll has: to keep dice, write '25 hold 25'"),
        ("11666, 11666 score chance", "the roll 1 1 6 6 6 is undecided: hold some of its dice or score it before the next roll"),
        ("11666 score chance, 11666 score sixes", "'11666 score sixes' after the turn's score: the next turn starts on a new line"),
        ("11666 score sixes=24", "sixes=24: the roll 1 1 6 6 6 is worth 18 there; 0 may always be written"),
        ("11666 score fours=4", "fours=4: the roll 1 1 6 6 6 is worth 0 there"),
        ("11666 score sixes=many", "cannot read 'many' as points: leave them out, or write 'score CATEGORY=0' for a voluntary zero"),
        (
            "11666 score yahtzee",
            "yahtzee is filled already; open are ones, twos, threes, fours, fives, sixes, three-of-a-kind, four-of-a-kind, full-house, small-straight, large-straight, chance",
        ),
        ("66666 score chance", "the rules do not let the roll 6 6 6 6 6 be scored in chance: it must go to sixes"),
        ("66666 score chance=0", "the rules do not let the roll 6 6 6 6 6 be scored in chance: it must go to sixes"),
        ("rules: hasbro", "'rules:' after a turn: write it before the first turn"),
    ] {
        assert_eq!(fault(&format!("rules: hasbro\n22222 score yahtzee\n{line}\n11111 score ones")), format!("line 3: {why}"), "{line}");
    }
    for line in ["11666 take 666", "hold 666", "11666 hold", "11666 score", "score", ",", "11666 hold 6,,11666 score chance"] {
        let error = Game::parse(line, &hasbro()).unwrap_err();
        assert!(matches!(error, GameError { line: 1, kind: GameErrorKind::NotADecision(_) }), "{line}: {error}");
    }
    assert!(fault("11666 sixtes").starts_with("line 1: unknown category 'sixtes': did you mean 'sixes'?"));
    assert!(fault("11666 score sixtes").starts_with("line 1: unknown category 'sixtes': did you mean 'sixes'?"));
    assert!(fault("player: me").starts_with("line 1: unknown header 'player:'"));
    assert!(fault("rules: hasbro\nrules: hasbro").starts_with("line 2: 'rules:' appears twice"));
    for text in ["", "\r\n\n", "# nothing\n"] {
        assert!(fault(text).starts_with("line 1: there is no game here"), "{text:?}");
    }
}

#[test]
fn a_game_ends_and_can_be_undone() {
    let mut game = read(&(all_but("ones") + "11123 score ones\n"));
    assert!(game.is_complete());
    assert_eq!(game.stage(), Stage::Over);
    assert_eq!(game.roll(game.rules().parse_roll("11111").unwrap()), Err(MoveError::Over { turns: 13 }));
    assert_eq!(fault(&(game.to_string() + "11111 score ones")), "line 15: the game is over: all its 13 turns are played");
    assert!(matches!(game.undo(), Some(Move::Choice(Action::Score(_)))));
    assert_eq!(game.card().open_count(), 1);
    assert!(matches!(game.undo(), Some(Move::Roll(_))));
    while game.undo().is_some() {}
    assert_eq!(game, Game::new(&hasbro()));
    assert_eq!(game.card(), &Scorecard::new(&hasbro()));
}

#[test]
fn jokers_and_extra_bonuses() {
    let game = read(&(all_but("full-house") + "66666 score full-house=25"));
    assert_eq!(game.card().extra(), 1);
    assert!(read(&(all_but("small-straight") + "66666 score ss=30")).is_complete());
    assert_eq!(
        fault(&(all_but("small-straight") + "66666 score ss=40")),
        "line 13: small-straight=40: the roll 6 6 6 6 6 is worth 30 there; 0 may always be written"
    );
}

#[test]
fn rounds_follow_each_other() {
    let rules = RuleSet::builtin("multi-round").unwrap();
    let one = all_but("ones") + "11123 score ones\n";
    let mut game = Game::parse(&format!("rules: multi-round\nrounds: 2\n{one}11123 score ones\n"), &rules).unwrap();
    assert!(!game.is_complete());
    assert_eq!((game.rounds().current(), game.rounds().later()), (2, 0));
    assert_eq!(game.rounds().score_before() + Points::new(3), game.score_so_far());
    assert_eq!(game.card().to_string(), "ones=3");
    assert_eq!(game.played().last().unwrap().round, 2);
    assert_eq!(Game::parse(&game.to_string(), &rules).unwrap(), game);
    game.undo();
    game.undo();
    assert_eq!((game.rounds().current(), game.card().open_count()), (2, 13));
    game.undo();
    assert_eq!((game.rounds().current(), game.card().open_count()), (1, 1));
    assert!(Game::parse(&format!("rounds: 2\n{one}{one}"), &rules).unwrap().is_complete());
    assert_eq!(Game::parse("rounds: 7", &rules).unwrap_err().to_string(), "line 1: 7 rounds: a game of 'multi-round' has from 1 to 6");
    assert_eq!(fault("rules: hasbro\nrounds: 2"), "line 2: 2 rounds: a game of 'hasbro' has only one");
    assert!(fault("rounds: two").starts_with("line 1: cannot read 'two' as a number of rounds"));
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = read("22222 score yahtzee\n66666 hold 666, 66666");
    let before = game.clone();
    let rules = hasbro();
    assert!(game.score(rules.category_named("chance").unwrap()).is_err());
    assert!(game.hold(Dice::parse("5").unwrap()).is_err());
    assert!(game.roll(rules.parse_roll("12345").unwrap()).is_err());
    let six_dice = Roll::new(Dice::parse("123456").unwrap(), 6).unwrap();
    assert!(matches!(game.roll(six_dice), Err(MoveError::Dice(_))));
    assert_eq!(game, before);
    assert_eq!(Game::new(&rules).hold(Dice::NONE), Err(MoveError::NotRolled));
}

proptest! {
    #[test]
    fn text_reads_back(seed in any::<u64>(), which in 0..=RuleSet::builtin_names().count(), rounds in 1u8..=6, moves in 0usize..500) {
        let builtin = RuleSet::builtin_names().nth(which).map(|name| RuleSet::builtin(name).unwrap());
        // Faces of two digits.
        let chance = "[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[[lower]]\nname = '4k'\ngroups = [4]\npoints = 'all-dice'\n";
        let rules = builtin.unwrap_or_else(|| RuleSet::parse(&format!("name = 'twelve'\nsides = 12\n{chance}")).unwrap());
        let game = Numbers(seed).noted_game(&rules, rounds.min(rules.max_rounds()), moves);
        let text = game.to_string();
        let again = Game::parse(&text, &rules).unwrap();
        prop_assert_eq!(&again, &game);
        prop_assert_eq!(again.card(), game.card());
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn undo_is_the_reverse_of_play(seed in any::<u64>(), moves in 1usize..160) {
        let rules = RuleSet::builtin("multi-round").unwrap();
        let mut game = Numbers(seed).noted_game(&rules, 2, moves);
        let after = game.clone();
        let taken_back: Vec<Move> = std::iter::from_fn(|| game.undo()).take(moves / 2 + 1).collect();
        for made in taken_back.into_iter().rev() {
            game.play(made).unwrap();
        }
        prop_assert_eq!(game.card(), after.card());
        prop_assert!(game.cards().eq(after.cards()));
        prop_assert_eq!(game, after);
    }
}

#[test]
fn a_turn_may_be_its_result_alone() {
    let mut game = read("rules: hasbro\nsixes=18\nYahtzee 50\n11666 hold 666, 25 hold 66, 666 score chance\n");
    assert_eq!(game.to_string(), "rules: hasbro\nsixes=18\nyahtzee=50\n11666 hold 666, 25666 hold 66, 66666 score chance\n");
    assert_eq!(game.card().to_string(), "sixes=18 yahtzee=50 chance=30 extra=1");
    let turn = &game.turns()[0];
    assert_eq!((turn.decisions().len(), turn.result(), turn.undecided()), (0, turn.placement(), None));
    let again = read("yahtzee=50\n11666 hold 666");
    assert_eq!(again.clone().write(hasbro().category_named("ones").unwrap(), 3), Err(MoveError::TurnBegun));
    assert!(fault("sixes=17").starts_with("line 1: sixes=17"), "{}", fault("sixes=17"));
    assert!(fault("sixes=18\nsixes=12").contains("sixes"), "{}", fault("sixes=18\nsixes=12"));
    assert!(fault("11666 hold 666\nsixes=18").contains("unfinished"));
    assert!(fault("sixes").contains("CATEGORY=POINTS"), "{}", fault("sixes"));
    let saved = RuleSet::builtin("maxi-yatzy-saved").unwrap();
    assert!(Game::parse("sixes=18", &saved).unwrap_err().to_string().contains("give the dice of all its throws"));
    while game.undo().is_some() {}
    assert_eq!(game, Game::new(&hasbro()));
    let in_order = RuleSet::builtin("forced-yatzy").unwrap();
    assert!(Game::parse("twos=4", &in_order).is_err() && Game::parse("ones=2\ntwos=4", &in_order).is_ok());
}

/// Sheets keep the last dice of a turn and not its throws.
#[test]
fn a_turn_may_be_its_last_roll_alone() {
    let game = read("... 66661 score sixes\n\u{2026}22345 ss\n...  11234 chance=0\n11666 hold 666, 25 score 3k\n...13456");
    let text = "rules: hasbro\n... 16666 score sixes\n... 22345 score small-straight\n... 11234 score chance=0\n\
                11666 hold 666, 25666 score three-of-a-kind\n... 13456\n";
    assert_eq!(game.to_string(), text);
    assert_eq!(read(text), game);
    assert_ne!(read("66661 score sixes"), read("... 66661 score sixes"), "as a first roll, all its rerolls are left");
    let [first, .., last] = game.turns() else { panic!("five turns") };
    assert_eq!((first.begins_at_last_roll(), first.decisions()[0].rerolls_left), (true, RerollsLeft::NONE));
    assert_eq!(game.stage(), Stage::ToChoose { roll: last.undecided().unwrap(), rerolls_left: RerollsLeft::NONE });
    let mut back = game.clone();
    assert!(matches!(back.undo(), Some(Move::LastRoll(_))));
    assert_eq!((back.turns().len(), back.undo().is_some(), back.undo().is_some()), (4, true, true));
    // A further Yahtzee has its extra bonus, which a result alone cannot have.
    assert_eq!(read("... 66666 score yahtzee\n... 66666 score sixes").card().to_string(), "sixes=30 yahtzee=50 extra=1");
    for (text, wrong) in [
        ("... 66661 hold 666", "line 1: too many rolls: a turn has 3, so the roll 1 6 6 6 6 must be scored"),
        ("... 6661 score sixes", "line 1: 4 dice where the game has 5"),
        ("... score sixes", "line 1: cannot read 'score sixes': write"),
        ("...", "line 1: cannot read '...': '...' stands before the last roll"),
        ("... sixes=18", "line 1: cannot read 'sixes=18': write"),
        ("11666 hold 666, ... 66661 score sixes", "line 1: cannot read '... 66661 score sixes': '...' stands before the last roll"),
        ("... 66661 score sixes, ... 11111", "line 1: '... 11111' after the turn's score"),
        ("11666\n... 66661 score sixes", "line 1: the turn is unfinished"),
        ("... 66661 score yahtzee=50", "line 1: yahtzee=50: the roll 1 6 6 6 6 is worth 0 there"),
    ] {
        assert!(fault(text).starts_with(wrong), "{text}: {}", fault(text));
    }
    let saving = RuleSet::builtin("yatzy-saved").unwrap();
    let error = Game::parse("... 66661 score sixes", &saving).unwrap_err();
    assert!(error.to_string().contains("how many of them are left"), "{error}");
}

#[test]
fn a_game_goes_on_from_a_card() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let card = Scorecard::parse("ones=3 sixes=30 yahtzee=50 extra=1", &rules).unwrap();
    let mut game = Game::from_card(card.clone()).unwrap();
    assert_eq!((game.turn_count(), game.score_so_far()), (10, card.score()));
    let text = "rules: hasbro\ncard: ones=3 sixes=30 yahtzee=50 extra=1\n11666 hold 666, 16666 score chance\n";
    game.roll(rules.parse_roll("11666").unwrap()).unwrap();
    game.hold(Dice::parse("666").unwrap()).unwrap();
    game.roll(rules.parse_roll("16666").unwrap()).unwrap();
    game.score(rules.category_named("chance").unwrap()).unwrap();
    assert_eq!(game.to_string(), text);
    assert_eq!(Game::parse(text, &rules).unwrap(), game);
    assert_eq!(game.played().next().unwrap().card, card);
    for _ in 0..4 {
        assert!(game.undo().is_some());
    }
    assert_eq!((game.undo(), game.card()), (None, &card));
    assert_ne!(game, Game::new(&rules), "the card belongs to the game");
    let full = rules.categories().map(|category| format!("{}=0 ", rules.category(category).name)).collect::<String>();
    assert!(Game::from_card(Scorecard::parse(&full, &rules).unwrap()).is_err());
    let multi = RuleSet::builtin("multi-round").unwrap();
    for wrong in ["rounds: 2\ncard: ones=3\n", "card: ones=3\nrounds: 2\n", "card: ones=3\ncard: ones=3\n", "card: ones=7\n"] {
        assert!(Game::parse(wrong, &multi).is_err(), "{wrong}");
    }
}
