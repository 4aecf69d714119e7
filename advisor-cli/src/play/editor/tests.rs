//! Typed and picked lines.

use yahtzee_dialogue::session::Tone;
use yahtzee_dialogue::words;

use super::*;
use crate::play::tests::{OWN, SEED, alone, at_table, hasbro, press};

#[test]
fn the_line_can_be_edited() {
    let mut session = alone(OWN);
    press(&mut session, "1166\u{8}\u{8}\u{8}");
    assert_eq!(session.editor.typed(), "1");
    session.key(Key::Escape);
    assert_eq!(session.editor.typed(), "");
    press(&mut session, "?");
    assert_eq!(session.page(), Some(&Page::Help));
    press(&mut session, "x");
    assert!(session.page().is_none() && session.editor.typed().is_empty(), "any key closes the help, and does nothing else");
    assert_eq!(press(&mut session, "quit\n"), Next::Leave);
    assert_eq!(session.key(Key::Quit), Next::Leave);
}

#[test]
fn space_is_a_space_while_text_is_typed() {
    let mut session = alone(OWN);
    press(&mut session, "12666\n6 6");
    assert_eq!((session.editor.typed(), session.editor.die(&session)), ("6 6", None));
    assert_eq!(session.editor.kept(&session).to_string(), "6 6");
    session.key(Key::Escape);
    press(&mut session, "3 of a kind");
    assert_eq!(session.editor.typed(), "3 of a kind");
    assert!(matches!(session.editor.choice(&session), Some(Action::Score(placement)) if placement.points == 21));
    session.key(Key::Right);
    session.key(Key::Escape);
    press(&mut session, "f");
    session.key(Key::Right);
    assert_eq!((session.editor.typed(), session.editor.die(&session)), ("f", None), "the arrow does not touch half a name");
    session.key(Key::Escape);
    press(&mut session, "6 6\n");
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6"));
}

#[test]
fn the_arrow_stands_under_the_die_that_space_toggles() {
    let mut session = alone(OWN);
    assert_eq!(session.editor.die(&session), None, "there are no dice yet");
    press(&mut session, "11666\n");
    // For every die and every set of kept dice, Space changes only the die under the arrow.
    for die in (0..5).cycle().take(64) {
        while session.editor.die(&session) != Some(die) {
            session.key(Key::Right);
        }
        let before = session.editor.kept_dice(&session);
        session.key(Key::Letter(' '));
        let changed: Vec<usize> = (0..5).filter(|&place| session.editor.kept_dice(&session)[place] != before[place]).collect();
        assert_eq!(changed, [die], "{before:?}");
        assert_eq!(session.editor.die(&session), Some(die));
    }
}

#[test]
fn dice_and_categories_are_chosen_by_arrows() {
    let mut session = alone(OWN);
    press(&mut session, "11666\n");
    assert_eq!(session.editor.die(&session), Some(0));
    for key in [Key::Right, Key::Right, Key::Letter(' '), Key::Left, Key::Letter(' ')] {
        session.key(key);
    }
    assert_eq!(session.editor.typed(), "166", "starts with the dice that the advice keeps, releases a six and keeps a one");
    assert_eq!(session.editor.kept_dice(&session), [false, true, false, true, true], "the dice that the arrow was under");
    session.key(Key::Letter(' '));
    assert_eq!(session.editor.typed(), "66");
    for key in [Key::Left, Key::Left, Key::Letter(' '), Key::Left, Key::Letter(' ')] {
        session.key(key);
    }
    assert_eq!(session.editor.typed(), "0", "nothing is kept, which is not the same as nothing typed");
    session.key(Key::Letter(' '));
    assert_eq!(session.editor.typed(), "6");
    session.key(Key::Down);
    assert_eq!((session.editor.typed(), session.editor.die(&session)), ("ones", None));
    session.key(Key::Right);
    assert_eq!((session.editor.typed(), session.editor.die(&session)), ("", Some(1)), "from a category back to the dice");
    // The arrow keys start from the typed dice.
    session.key(Key::Escape);
    press(&mut session, "16");
    assert_eq!(session.editor.die(&session), None);
    session.key(Key::Right);
    session.key(Key::Letter(' '));
    assert_eq!(session.editor.typed(), "116");
    for key in [Key::Down, Key::Down, Key::Up, Key::Up] {
        session.key(key);
    }
    assert_eq!(session.editor.typed(), "chance");
    assert!(matches!(session.editor.choice(&session), Some(Action::Score(placement)) if placement.points == 20));
    assert_eq!(session.key(Key::Enter), Next::Save);
    assert_eq!(session.players()[0].seat.game.score_so_far(), 20);
}

/// All dice are a line, and new dice alone are not: others may follow. Who then presses Enter out of habit takes nothing by it.
#[test]
fn the_last_die_ends_the_line() {
    let mut session = alone(OWN);
    "1166".chars().for_each(|letter| assert_eq!(session.press(Key::Letter(letter)), Next::Draw));
    assert_eq!(session.press(Key::Letter('6')), Next::Save);
    assert!(matches!(session.stage(), Stage::ToChoose { roll, .. } if roll.to_string() == "1 1 6 6 6"));
    let before = session.stage();
    assert_eq!(session.press(Key::Enter), Next::Draw);
    assert_eq!((session.stage(), session.editor.typed()), (before, ""));
    assert_eq!(session.press(Key::Enter), Next::Save, "the best option");
    assert!(matches!(session.stage(), Stage::ToRoll { .. }));
    "12".chars().for_each(|letter| assert_eq!(session.press(Key::Letter(letter)), Next::Draw));
    assert_eq!(session.editor.typed(), "12");
    "666".chars().for_each(|letter| _ = session.press(Key::Letter(letter)));
    assert!(matches!(session.stage(), Stage::ToChoose { roll, .. } if roll.to_string() == "1 2 6 6 6"));
    // Dice to keep are no throw, nor is what was pasted.
    "12666".chars().for_each(|letter| assert_eq!(session.press(Key::Letter(letter)), Next::Draw));
    let mut session = alone(OWN);
    assert_eq!(session.editor.paste("11666", &mut session.session), Next::Draw);
    assert_eq!(session.editor.typed(), "11666");
}

/// Where a die may have two digits, and where there is one die, Enter ends the line.
#[test]
fn the_line_of_other_dice_ends_with_enter() {
    for (dice, sides, line) in [(3, 12, "1 2 1"), (1, 6, "3")] {
        let toml =
            format!("name = \"own\"\ndice = {dice}\nsides = {sides}\n[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n");
        let table = yahtzee_solver::Solver::new(&yahtzee_solver::RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap();
        let mut session = at_table(&table, &[], OWN);
        line.chars().for_each(|letter| assert_eq!(session.press(Key::Letter(letter)), Next::Draw));
        assert_eq!(session.editor.typed(), line);
        assert_eq!(session.press(Key::Enter), Next::Save);
    }
}

#[test]
fn enter_after_an_answer_takes_nothing() {
    let mut session = alone(OWN);
    press(&mut session, "11666\nyahtzee\n");
    assert!(session.asks());
    let before = session.stage();
    for key in [Key::Letter('n'), Key::Enter] {
        session.press(key);
    }
    assert_eq!((session.stage(), session.asks()), (before, false));
}

#[test]
fn all_of_a_kind_are_kept_by_one_key() {
    let mut session = alone(OWN);
    press(&mut session, "11665\n");
    for kept in ["66", "11", "5", "66"] {
        session.press(Key::Letter('='));
        assert_eq!(session.editor.typed(), kept);
    }
    assert_eq!(session.press(Key::Enter), Next::Save);
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6"));
    // In a name it is a sign.
    press(&mut session, "123\nchance=");
    assert_eq!(session.editor.typed(), "chance=");
}

/// The first letter replaces the pick.
#[test]
fn a_letter_replaces_what_is_picked() {
    for (keys, typed, line) in [
        (&[Key::Letter(' ')][..], "1555", "1555"),
        (&[Key::Down, Key::Down], "5", "5"),
        (&[Key::Right], "chance", "chance"),
        (&[Key::Right, Key::Letter(' ')], "5 5", "5 5"),
        (&[Key::Down, Key::Backspace], "fh", "fh"),
        (&[Key::Letter(' '), Key::Backspace], "", ""),
    ] {
        let mut session = alone(OWN);
        press(&mut session, "13455\n");
        for &key in keys {
            session.key(key);
        }
        press(&mut session, typed);
        assert_eq!(session.editor.typed(), line, "{keys:?} {typed}");
    }
    // Space picks dice again after a category.
    let mut session = alone(OWN);
    press(&mut session, "13455\n");
    for key in [Key::Down, Key::Letter(' ')] {
        session.key(key);
    }
    assert_eq!((session.editor.die(&session), session.editor.typed().len() < 5), (Some(0), true));
}

#[test]
fn enter_does_not_write_a_zero() {
    for (key, left) in [("\n", ""), ("n", ""), ("<", ""), ("\u{8}", ""), ("2", "2")] {
        let mut session = alone(OWN);
        press(&mut session, "22456\nsmall strai\n");
        assert!(session.asks());
        assert_eq!(press(&mut session, key), Next::Draw);
        assert_eq!((session.asks(), session.editor.typed()), (false, left), "a key that does not confirm has its usual effect");
        assert!(session.players()[0].seat.game.card().filled().next().is_none());
    }
    let mut session = alone(OWN);
    press(&mut session, "22456\nsmall strai\n");
    assert_eq!(press(&mut session, "y"), Next::Save);
}

#[test]
fn any_key_throws_the_dice_of_the_next_player() {
    let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
    press(&mut session, "chance\n?");
    assert!(session.waits() && session.page().is_some());
    press(&mut session, "x");
    assert!(session.waits() && session.page().is_none());
    assert_eq!(press(&mut session, "x"), Next::Save);
    assert!(!session.waits() && session.editor.typed().is_empty());
    assert!(session.players()[1].seat.game.turns()[0].decisions().is_empty());
}

#[test]
fn another_ranking_keeps_the_line() {
    let mut session = alone(OWN);
    press(&mut session, "11666\nsixes%");
    assert_eq!(session.editor.typed(), "sixes");
    press(&mut session, "!");
    assert!(session.page().is_some());
    press(&mut session, "x");
    assert_eq!((session.editor.typed(), session.page()), ("sixes", None), "only the page is closed");
}

#[test]
fn a_paste_is_a_part_of_the_line_or_refused() {
    let mut session = alone(OWN);
    let mut editor = Editor::default();
    editor.paste("116\r\n", &mut session.session);
    editor.paste("66", &mut session.session);
    assert_eq!(editor.typed(), "11666");
    for text in ["6".repeat(500), "11666\n666\n".to_owned(), "\u{1b}[31m".to_owned()] {
        assert_eq!(editor.paste(&text, &mut session.session), Next::Draw);
        assert_eq!(editor.typed(), "");
        assert!(matches!(session.said(), [said] if said.tone == Tone::Wrong && said.text.contains("no answer")), "{text:?}");
    }
}

#[test]
fn every_option_can_be_reached() {
    let mut session = alone(OWN);
    press(&mut session, "13456\noptions\n");
    let Visible::All(advice) = session.shown() else { panic!("no advice") };
    let mut wanted: Vec<String> = advice
        .options
        .iter()
        .map(|option| words::in_words(&option.action, &Roll::new(Dice::parse("13456").unwrap(), 5).unwrap(), session.rules()).to_string())
        .collect();
    assert!(wanted.len() > 30);
    for _ in 0..100 {
        let picture = crate::play::tests::picture(&session, 140, 45);
        wanted.retain(|option| !picture.contains(option.as_str()));
        session.key(Key::Down);
    }
    assert_eq!(wanted, Vec::<String>::new());
    assert!(session.page().is_some());
    session.key(Key::Enter);
    assert!(session.page().is_none() && session.players()[0].seat.game.turns()[0].decisions().is_empty());
}

#[test]
fn dice_are_drawn_as_they_are_typed() {
    let mut session = alone(OWN);
    let unknown = |session: &crate::play::tests::AtKeys| crate::play::tests::picture(session, 80, 24).matches('?').count();
    let all = unknown(&session);
    press(&mut session, "12");
    assert_eq!(unknown(&session), all - 2);
    press(&mut session, "666\n666\n");
    assert_eq!(unknown(&session), all - 3);
    press(&mut session, "4");
    assert_eq!(unknown(&session), all - 4);
}
