//! The screen shows the important parts in windows of every size, with every number of players and any names.

use super::{middle_height, table_height};
use crate::play::editor::Key;
use crate::play::responses;
use crate::play::tests::{AtKeys, COACH, OWN, SEED, at_table, cut_off, hasbro, long, picture, press};
use crate::terminal::wrap::NO_BREAK;
use yahtzee_dialogue::ask::chosen;
use yahtzee_dialogue::session::{DiceFrom, Intent, Mode, PlaysFor, Session, Tone, Visible};
use yahtzee_dialogue::words::languages;
use yahtzee_solver::language::{self, with_mark};
use yahtzee_solver::tr;

const SIZES: [(u16, u16); 9] = [(80, 24), (100, 30), (120, 36), (120, 40), (140, 36), (140, 45), (160, 36), (200, 40), (300, 100)];

const COACH_BOX: &str = "the coach: mistakes cost more than 0.2";

/// The widest allowed names.
const NAMES: [&str; 6] = ["a-long-name1", "a-long-name2", "computer", "computer", "computer", "twelve wide5"];

/// A session of this many players in which the first one has to choose.
fn choosing(players: usize, mode: Mode) -> AtKeys {
    let mut session = at_table(hasbro(), &NAMES[..players], mode);
    press(&mut session, "13456\n");
    session
}

/// The lines inside the box on the right with this title.
fn inside(picture: &str, title: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = picture.lines().map(|line| line.chars().collect()).collect();
    let head: Vec<char> = format!("╭ {title} ").chars().collect();
    let place = |row: &Vec<char>| row.windows(head.len()).rposition(|letters| letters == head);
    let (top, left) = (0..).zip(&rows).find_map(|(top, row)| Some((top, place(row)?))).unwrap_or_else(|| panic!("{title}\n{picture}"));
    let lines = rows[top + 1..].iter().take_while(|row| row.get(left) == Some(&'│'));
    lines.map(|row| row[left + 1..].iter().collect::<String>().trim_end_matches('│').trim().to_owned()).collect()
}

fn option_rows(session: &AtKeys, (width, height): (u16, u16)) -> usize {
    inside(&picture(session, width, height), "the options").iter().filter(|line| !line.is_empty()).count()
}

/// The lines below the table: the remarks, and the possible input.
fn below(session: &AtKeys, (width, height): (u16, u16)) -> Vec<String> {
    let picture = picture(session, width, height);
    let lines: Vec<&str> = picture.lines().collect();
    let from = lines.iter().rposition(|line| line.starts_with('╰')).expect("a card has a lower edge");
    lines[from + 1..lines.len() - 2].iter().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_larger_window_never_shows_fewer_options() {
    for players in 1..=6 {
        assert!((15..300).all(|height| middle_height(height, table_height(players)) <= middle_height(height + 1, table_height(players))));
        let session = choosing(players.into(), OWN);
        let rows = SIZES.map(|size| option_rows(&session, size));
        for ((width, height), rows) in SIZES.into_iter().zip(rows) {
            let least = if width >= 120 { 12 } else { 4 };
            assert!(rows >= least, "{rows} options in {width}x{height} with {players} players");
        }
        // Sizes on both sides of each size at which the layout changes.
        let heights = (24..=60).map(|height| [80, 119, 120, 160].map(|width| option_rows(&session, (width, height))));
        let rows: Vec<[usize; 4]> = heights.collect();
        assert!(rows.iter().all(|row| row.is_sorted()), "{players} players: {rows:?}");
        assert!(rows.windows(2).all(|rows| rows[0].iter().zip(rows[1]).all(|(less, more)| *less <= more)), "{players} players: {rows:?}");
    }
}

#[test]
fn hints_are_seen_whole() {
    for players in 1..=6 {
        for (width, height) in SIZES {
            let mut session = choosing(players, COACH);
            session.key(Key::Hint);
            let Visible::Few(few) = session.shown() else { panic!("no hint") };
            let lines = inside(&picture(&session, width, height), "the coach:");
            assert!(lines[0].starts_with("One of these"), "{width}x{height}, {players} players: {lines:?}");
            let options = lines[1..].iter().take(few.len()).filter(|line| line.starts_with("Keep") || line.starts_with("Score"));
            assert_eq!(options.count(), 3, "{width}x{height}, {players} players: {lines:?}");
            session.key(Key::Hint);
            let lines = inside(&picture(&session, width, height), "the coach:");
            assert!(lines[0].starts_with("Best: "), "{width}x{height}, {players} players: {lines:?}");
            assert!(lines[..2].concat().contains("expected final 2"), "{width}x{height}, {players} players: {lines:?}");
        }
    }
}

#[test]
fn the_player_to_move_is_seen() {
    let mut session = at_table(hasbro(), &["a", "b", "c", "d", "e", "f"], OWN);
    for name in ["a", "b", "c", "d", "e", "f"] {
        press(&mut session, "13456\n");
        for (width, height) in SIZES {
            let picture = picture(&session, width, height);
            let lines = inside(&picture, "the players");
            assert!(lines.iter().any(|line| line.starts_with(&format!("›{name} "))), "{width}x{height}, {name}: {lines:?}");
            let says_so = ["╰ ↑ ", "╰ ↓ "].iter().any(|edge| picture.contains(edge));
            assert_eq!(lines.len() < 6, says_so, "{width}x{height}\n{picture}");
        }
        press(&mut session, "chance\n");
    }
}

#[test]
fn the_coach_is_heard_before_the_computers() {
    let mode = Mode { dice: DiceFrom::Seed(42), coach: Some(0.2), plays_for: PlaysFor::Points };
    let mut session = at_table(hasbro(), &["ann", "computer", "computer"], mode);
    press(&mut session, "chance\n");
    let in_box = |session: &AtKeys, (width, height)| inside(&picture(session, width, height), COACH_BOX).join(" ");
    assert!(in_box(&session, (80, 24)).contains("ann scored "));
    let small = below(&session, (80, 24));
    assert!(small[0].starts_with("A pair ") && small[1].starts_with("computer 2: "), "{small:?}");
    let both = in_box(&session, (120, 36));
    assert!(both.contains("ann scored ") && both.contains("A pair "), "{both}");
    let large = below(&session, (120, 36)).join(" ");
    assert!(large.find("computer: ").unwrap() < large.find("computer 2: ").unwrap() && !large.contains("ann scored "), "{large}");

    // An error takes the lines it needs, but the coach still has a line. The computers' moves have none.
    session.say(Tone::Wrong, "Not saved: ".to_owned() + &"a/long/path ".repeat(12));
    let small = below(&session, (80, 24));
    assert!(small[0].starts_with("A pair "), "{small:?}");
    assert!(small[1].starts_with("Not saved: ") && small[1].ends_with('…'), "{small:?}");
    let large = below(&session, (120, 36)).join(" ");
    assert_eq!(large.matches("a/long/path").count(), 12, "{large}");
}

/// In every language and in the smallest window with room for it, the coach's remarks on a mistake, with the lesson, are whole.
#[test]
fn the_coach_and_its_lesson_are_seen_whole() {
    let mut told = 0;
    for code in ["en", "de", "sv"] {
        language::set_on_thread(languages::named(code));
        let title = tr!("the coach: mistakes cost more than {}", with_mark("0.2".to_owned()));
        for seed in 0..12 {
            let mode = Mode { dice: DiceFrom::Seed(seed), coach: Some(0.2), plays_for: PlaysFor::Points };
            let mut session = at_table(hasbro(), &["a-long-name1", "computer"], mode);
            for choice in ["0\n", "1\n", "chance\n"] {
                press(&mut session, choice);
                let picture = picture(&session, 80, 24);
                let seen = [inside(&picture, &title).join(" "), below(&session, (80, 24)).join(" ")];
                let remarks: Vec<_> = session.said().iter().filter(|said| said.tone == Tone::Coach).collect();
                for remark in &remarks {
                    let text = responses::with_keys(remark).replace(NO_BREAK, " ");
                    assert!(seen.iter().any(|seen| seen.contains(&text)), "{code}, {seed}: {text}\n{picture}");
                }
                told += remarks.len().saturating_sub(1);
            }
        }
    }
    language::set_on_thread(None);
    assert!(told > 20, "{told} lessons");
}

#[test]
fn long_messages_are_wrapped_and_never_cut_unseen() {
    for words in [12, 24, 36, 100] {
        let text = (0..words).map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ") + " end.";
        for size in SIZES {
            let mut session = choosing(1, OWN);
            session.say(Tone::Wrong, text.clone());
            let said = below(&session, size);
            let whole = text.len() + 10 < usize::from(size.0) * if size.1 >= 36 { 4 } else { 2 };
            let (joined, at) = (said.join(" "), format!("{words} words, {size:?}: {said:?}"));
            assert!(if whole { joined.contains(&text) } else { joined.ends_with('…') || joined.contains(&text) }, "{at}");
            assert!(said.iter().all(|line| line.chars().count() < usize::from(size.0) - 1), "{at}");
        }
    }
    let mut session = choosing(1, OWN);
    press(&mut session, "xyz\n");
    let said = below(&session, (80, 24)).join(" ");
    assert!(said.starts_with("Unknown category 'xyz'") && said.ends_with('…') && said.len() > 100, "{said}");
}

#[test]
fn nothing_is_cut_off_at_an_edge() {
    let check = |session: &AtKeys| {
        for (width, height) in SIZES {
            let picture = picture(session, width, height);
            assert_eq!(cut_off(&picture, width), None, "{width}x{height}\n{picture}");
        }
    };
    for coach in [None, Some(0.2)] {
        for players in [1, 6] {
            let mut session = at_table(hasbro(), &NAMES[..players], Mode { dice: DiceFrom::Seed(1), coach, plays_for: PlaysFor::Points });
            press(&mut session, "chance\n0\n");
            for step in 0.. {
                if step % 10 == 0 || session.current().is_none() {
                    check(&session);
                }
                if session.current().is_none() {
                    break;
                }
                press(&mut session, "\t\t\n");
            }
        }
    }
}

#[test]
fn mistakes_are_told_whole() {
    let mut session = at_table(hasbro(), &["twelve wide1", "twelve wide2"], OWN);
    for category in session.rules().categories() {
        let turn = format!("23456\n{}\n", session.rules().category(category).name);
        for _ in 0..2 {
            press(&mut session, &turn);
            if session.asks() {
                press(&mut session, "y");
            }
        }
    }
    assert_eq!(session.current(), None);
    for (width, height) in SIZES {
        let picture = picture(&session, width, height);
        assert!(picture.contains("twelve wide1; better: Large Straight, 40"), "{picture}");
        let lines = inside(&picture, "the result");
        assert!(lines[..2].join(" ").starts_with("twelve wide1 and twelve wide2 win together with 110."), "{picture}");
    }
}

#[test]
fn columns_of_the_card_stay_apart() {
    for (width, height) in SIZES.into_iter().filter(|(width, _)| *width >= 120) {
        let picture = picture(&choosing(6, OWN), width, height);
        assert!(!picture.contains("Kind3k"), "{picture}");
        assert!(picture.contains(" 3k  "), "{picture}");
        let heads = picture.lines().nth(1).unwrap();
        assert!(heads.contains(" computer "), "{heads}");
        let second = heads.contains("… 2 ") || heads.contains(" computer 2 ");
        assert!(second || width < 140, "{heads}");
    }
}

#[test]
fn wide_letters_shift_nothing() {
    let wide = ["日本語日本語日本語日本語", "中文中文中文中文中文中文"];
    let plain = ["abcdefghijkl", "mnopqrstuvwx"];
    let picture_of = |names: &[&str], (width, height)| {
        let mut session = at_table(hasbro(), names, OWN);
        press(&mut session, "13456\nchance\n22334\nfull\n22233\n");
        picture(&session, width, height)
    };
    for size in SIZES {
        let [wide, plain] = [wide, plain].map(|names| picture_of(&names, size));
        let below = usize::from(size.1) - 6;
        for (wide, plain) in wide.lines().zip(plain.lines()).take(below) {
            // A wide character is followed by a blank for its second column.
            let places = |line: &str| -> Vec<usize> {
                let known = |letter: &char| letter.is_ascii_digit() || "│╮╯╭╰".contains(*letter);
                line.chars().enumerate().filter(|(_, letter)| known(letter)).map(|(place, _)| place).collect()
            };
            assert_eq!(places(wide), places(plain), "{size:?}\n{wide}\n{plain}");
        }
    }
}

#[test]
fn a_card_that_does_not_fit_says_so_and_shows_what_is_open() {
    let table = long();
    let mut session = at_table(&table, &[], Mode { dice: DiceFrom::Seed(1), coach: None, plays_for: PlaysFor::Points });
    let drawn = |session: &AtKeys| picture(session, 80, 24);
    let shows = |session: &AtKeys, name: &str| {
        let title = &table.rules().category(table.rules().category_named(name).unwrap()).title;
        drawn(session).lines().any(|line| line.starts_with(&format!("│ {title} ")))
    };
    let lower_edge = |session: &AtKeys| drawn(session).lines().find(|line| line.starts_with('╰')).unwrap().to_owned();
    assert!(lower_edge(&session).starts_with("╰ ↓ 4 more ─"));
    for (wanted, edge) in [("any-1", "╰ ↓ 4 more ─"), ("pair-8", "╰ ↑ 2 more · ↓ 2 more ─"), ("pair-10", "╰ ↑ 4 more ─")]
    {
        press(&mut session, wanted);
        assert!(shows(&session, wanted), "{wanted}\n{}", drawn(&session));
        assert!(lower_edge(&session).starts_with(edge), "{wanted}\n{}", drawn(&session));
        session.key(Key::Escape);
    }
    for index in 1..=4 {
        press(&mut session, &format!("any-{index}\n"));
        assert!(shows(&session, "pair-6"), "{}", drawn(&session));
    }
    assert!(lower_edge(&session).starts_with("╰ ↑ 4 more ─"), "{}", drawn(&session));
    assert!(shows(&session, "any-5") && shows(&session, "pair-10"));
    // With enough room, everything is shown.
    assert!(!picture(&session, 100, 30).contains(" more"));
}

#[test]
fn each_player_keeps_a_column() {
    for (width, height) in [(120, 36), (140, 45), (200, 40)] {
        let mut session = at_table(hasbro(), &["ann", "bob", "cid"], OWN);
        let mut heads = Vec::new();
        for name in ["ann", "bob", "cid"] {
            let head = picture(&session, width, height).lines().nth(1).unwrap().to_owned();
            assert!(head.contains(&format!("›{name} ")), "{head}");
            let place = |name: &str| head.chars().collect::<String>().find(name).unwrap();
            assert!(place("ann") < place("bob") && place("bob") < place("cid"), "{head}");
            heads.push(head.replace(['›', ' '], "─"));
            press(&mut session, "13456\nchance\n");
        }
        assert!(heads.windows(2).all(|heads| heads[0] == heads[1]), "{heads:#?}");
    }
}

/// A game with some bad choices, under review.
fn under_review(names: &[&str]) -> AtKeys {
    let mut session = at_table(hasbro(), names, SEED).session;
    for number in 0.. {
        match session.shown() {
            _ if session.current().is_none() => break,
            Visible::All(advice) => {
                let choice = advice.options[number * 7 % advice.options.len().min(9)].action;
                session.act_now(Intent::Choose(chosen::written(&choice)));
                session.act_now(Intent::Yes);
            }
            _ => {
                session.act_now(Intent::Throw);
            }
        }
    }
    AtKeys::new(session.review(None).unwrap())
}

/// In every language and size: what was played and what is picked, the verdict, the place in the game, and from 80x24 on every turn.
#[test]
fn a_review_is_seen_whole() {
    for code in ["en", "de", "sv"] {
        language::set_on_thread(languages::named(code));
        for names in [&["you"][..], &["twelve wide1", "twelve wide2", "computer"]] {
            let mut review = under_review(names);
            let (_, of) = review.reviewed().unwrap();
            for number in 1..=of {
                for (width, height) in SIZES.into_iter().chain([(60, 20)]).filter(|_| number % 7 == 1 || number == of) {
                    let picture = picture(&review, width, height);
                    let at = format!("{code}, {width}x{height}\n{picture}");
                    // The rolls that are left fill a line of the smallest window.
                    assert_eq!(cut_off(&picture, width).filter(|line| !line.contains(&tr!("no rerolls left"))), None, "{at}");
                    let options = inside(&picture, &tr!("the options"));
                    assert_eq!(options.iter().filter(|line| line.starts_with("›●")).count(), 1, "{at}");
                    let best = options.iter().filter(|line| line.contains(&tr!("optimal"))).count();
                    assert!(best >= 1 && options.len() > best.min(2), "{at}");
                    let verdict = review.said()[0].text.replace(NO_BREAK, " ");
                    assert!(below(&review, (width, height)).join(" ").contains(&verdict), "{verdict}\n{at}");
                    assert!(picture.contains(&tr!("decision {} of {} · ↑ ↓ option, Enter plays on from here", number, of)), "{at}");
                    assert!(picture.contains(&tr!("q leave")) && !picture.lines().last().unwrap().contains('…'), "{at}");
                    if width >= 80 && (width, height) != (200, 24) {
                        let title = if width >= 120 && picture.contains(&format!("╭ {} ", tr!("the turns"))) {
                            tr!("the turns")
                        } else {
                            tr!("the turns: points lost")
                        };
                        let turns = inside(&picture, &title).join(" ");
                        let seen = (1..=13).filter(|turn| turns.split([' ', '›']).any(|word| word == turn.to_string()));
                        assert_eq!(seen.count(), 13, "{at}");
                    }
                }
                review.key(Key::Right);
            }
            review.key(Key::Letter('?'));
            for size in SIZES.into_iter().chain([(60, 20)]) {
                let picture = picture(&review, size.0, size.1);
                assert_eq!(cut_off(&picture, size.0), None, "{code}\n{picture}");
                assert!(picture.contains("Ctrl-C"), "{code}\n{picture}");
            }
        }
    }
    language::set_on_thread(None);
}

/// Picked options are seen with the one that was played, and what is picked stays picked behind a page.
#[test]
fn every_option_of_a_review_can_be_picked() {
    let mut review = under_review(&["you"]);
    let Visible::All(advice) = review.shown() else { panic!("no options") };
    let actions: Vec<_> = advice.options.iter().map(|option| option.action).collect();
    let start = review.editor.choice(&review.session).unwrap();
    assert_eq!(Some(start), review.was_played());
    let mut picked = Vec::new();
    for _ in &actions {
        for (width, height) in [(60, 20), (80, 24), (140, 45)] {
            let options = inside(&picture(&review, width, height), "the options");
            assert!(options.iter().any(|line| line.starts_with('›')) && options.iter().any(|line| line.contains('●')), "{options:?}");
        }
        picked.push(review.editor.choice(&review.session).unwrap());
        review.key(Key::Down);
    }
    assert_eq!(review.editor.choice(&review.session), Some(start), "after the last comes the first");
    assert!(actions.iter().all(|action| picked.contains(action)));
    review.key(Key::Up);
    let last = review.editor.choice(&review.session);
    for key in ['w', 'o', '?'] {
        review.key(Key::Letter(key));
        assert!(Session::page(&review).is_some(), "{key}");
        review.key(Key::Escape);
        assert_eq!((Session::page(&review), review.editor.choice(&review.session)), (None, last), "{key}");
    }
}
