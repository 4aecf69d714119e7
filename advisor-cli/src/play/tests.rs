//! Sessions played by keys, and pictures of their screens.

use std::sync::OnceLock;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use yahtzee_solver::{Advisor, Game, OptionKind, RuleSet, Seed, Simulation, Solver, Stage, ValueTable};

use super::save::{self, Saved};
use super::screen::{self, Look};
use super::session::{After, DiceFrom, Key, Mode, Seat, Session, Shown, Tone};

const OWN: Mode = Mode { dice: DiceFrom::Table, coach: None };
const SEED: Mode = Mode { dice: DiceFrom::Seed(1), coach: None };
const COACH: Mode = Mode { dice: DiceFrom::Table, coach: Some(0.2) };

fn hasbro() -> &'static ValueTable {
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| Solver::new(&RuleSet::builtin("hasbro").unwrap()).unwrap().solve())
}

/// A small game of three dice with two categories.
fn pocket() -> ValueTable {
    let toml = "name = \"pocket\"\ntitle = \"Pocket\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n\
        [upper-bonus]\nat = 6\npoints = 10\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"three\"\ngroups = [3]\npoints = 20\n";
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve()
}

fn at_table<'a>(table: &'a ValueTable, names: &[&str], mode: Mode) -> Session<'a> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Session::new(table, super::seats(&names, table.rules(), 1).unwrap(), mode)
}

fn alone(mode: Mode) -> Session<'static> {
    at_table(hasbro(), &[], mode)
}

/// Presses keys: a line's end is Enter, a tab a hint.
fn press(session: &mut Session<'_>, keys: &str) -> After {
    let mut after = After::Draw;
    for letter in keys.chars() {
        after = session.key(match letter {
            '\n' => Key::Enter,
            '\t' => Key::Hint,
            '\u{8}' => Key::Backspace,
            letter => Key::Letter(letter),
        });
    }
    after
}

fn game<'s>(session: &'s Session<'_>, player: usize) -> &'s Game {
    &session.players()[player].seat.game
}

fn said(session: &Session<'_>) -> String {
    session.said().iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// What is said after these keys, which must have changed nothing.
fn refused(session: &mut Session<'_>, keys: &str) -> String {
    let before: Vec<Seat> = session.seats().cloned().collect();
    assert_ne!(press(session, keys), After::Save, "{keys}");
    assert!(session.seats().eq(&before), "{keys}");
    assert!(session.said().iter().all(|said| said.tone == Tone::Wrong), "{keys}");
    said(session)
}

#[test]
fn dice_are_typed_as_they_fall() {
    let mut session = alone(OWN);
    assert_eq!(press(&mut session, "11666\n"), After::Save);
    assert!(matches!(session.shown(), Shown::All(_)));
    assert_eq!(session.kept().to_string(), "6 6 6", "the advice shows what to keep");
    // Enter takes the advice; of the next roll only what fell has to be typed, or all of it.
    assert_eq!(press(&mut session, "\n"), After::Save);
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6 6"));
    press(&mut session, "26\n\n");
    press(&mut session, "66661\nsixes\n");
    assert_eq!(game(&session, 0).to_string(), "rules: hasbro\n11666 hold 666, 26666 hold 6666, 16666 score sixes\n");
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut session = alone(OWN);
    assert_eq!(refused(&mut session, "\n"), "Roll five dice, and type what falls.");
    assert_eq!(refused(&mut session, "1166\n"), "Four dice typed: give the five dice.");
    assert!(refused(&mut session, "11667\n").contains('7'));
    assert!(refused(&mut session, "chance\n").contains("no dice to decide about"));
    press(&mut session, "11666\n");
    assert_eq!(refused(&mut session, "22\n"), "The hold 2 2 is not in the roll 1 1 6 6 6");
    assert!(refused(&mut session, "11666\n").contains("hold"));
    assert!(refused(&mut session, "f\n").contains("may be"));
    assert!(refused(&mut session, "chance=7\n").contains("worth 20"));
    assert!(refused(&mut session, "nonsense\n").contains("nonsense"));
    press(&mut session, "666\n");
    assert_eq!(refused(&mut session, "1\n"), "One die typed: give the two dice, or all 5.");
    assert!(refused(&mut session, "11111\n").contains("hold 6 6 6"));
    press(&mut session, "12\nchance\n12345\n");
    assert!(refused(&mut session, "chance\n").contains("filled already"));
}

#[test]
fn the_line_can_be_edited() {
    let mut session = alone(OWN);
    press(&mut session, "1166\u{8}\u{8}\u{8}");
    assert_eq!(session.typed(), "1");
    session.key(Key::Escape);
    assert_eq!(session.typed(), "");
    press(&mut session, "?");
    assert!(session.help());
    press(&mut session, "x");
    assert!(!session.help() && session.typed().is_empty(), "any key closes the help, and does nothing else");
    assert_eq!(press(&mut session, "quit\n"), After::Leave);
    assert_eq!(session.key(Key::Quit), After::Leave);
}

#[test]
fn dice_and_categories_are_chosen_by_arrows() {
    let mut session = alone(OWN);
    press(&mut session, "11666\n");
    assert_eq!(session.die(), None);
    for key in [Key::Right, Key::Right, Key::Right, Key::Letter(' '), Key::Left, Key::Letter(' ')] {
        session.key(key);
    }
    assert_eq!(session.typed(), "16");
    // The first of two ones is shown as the one kept; its neighbour adds the other, and takes one away again.
    session.key(Key::Left);
    session.key(Key::Letter(' '));
    assert_eq!(session.typed(), "6");
    session.key(Key::Down);
    assert_eq!(session.typed(), "ones");
    session.key(Key::Down);
    session.key(Key::Up);
    session.key(Key::Up);
    assert_eq!(session.typed(), "chance");
    assert!(matches!(session.choice(), Some(OptionKind::Score(placement)) if placement.points == 20));
    assert_eq!(session.key(Key::Enter), After::Save);
    assert_eq!(game(&session, 0).score_so_far(), 20);
}

#[test]
fn a_voluntary_zero() {
    let mut session = alone(OWN);
    press(&mut session, "11666\nchance=0\n");
    assert_eq!(game(&session, 0).to_string(), "rules: hasbro\n11666 score chance=0\n");
}

#[test]
fn undo_goes_back_across_turns() {
    let mut session = alone(OWN);
    press(&mut session, "11666\n666\n");
    let before = game(&session, 0).clone();
    press(&mut session, "26\nsixes\n12345\n");
    for expected in ["the roll 1 2 3 4 5", "24 in Sixes", "the roll 2 6 6 6 6"] {
        assert_eq!(press(&mut session, "<"), After::Save);
        assert_eq!(said(&session), format!("Taken back: {expected}."));
    }
    assert_eq!(*game(&session, 0), before);
    assert_eq!(session.key(Key::Undo), After::Save);
    press(&mut session, "<");
    assert_eq!(*game(&session, 0), Game::new(hasbro().rules()));
    assert!(refused(&mut session, "<").contains("nothing to take back"));
}

#[test]
fn virtual_dice_fall_by_the_seed() {
    let mut session = alone(SEED);
    let mut games = Vec::new();
    Simulation::new(hasbro(), 1, Seed::new(1))
        .run_logged(|game| {
            games.push(game.clone());
            Ok::<(), std::convert::Infallible>(())
        })
        .unwrap();
    let mut keys = 0;
    while session.current().is_some() {
        press(&mut session, "\n");
        keys += 1;
        assert!(keys < 60);
    }
    // Always with the advice, it is the game of the optimal player.
    assert_eq!(*game(&session, 0), games[0]);
    assert_eq!(session.stage(), Stage::Over);
    assert!(refused(&mut session, "\n").contains("over"));
    assert!(refused(&mut session, "12345\n").contains("over"));
    assert!(refused(&mut session, "chance\n").contains("over"));
    assert_eq!(press(&mut session, "quit\n"), After::Leave);
    assert_eq!(session.players()[0].expected(), f64::from(games[0].score_so_far()));
}

#[test]
fn taking_back_a_choice_does_not_change_the_dice() {
    let mut session = alone(SEED);
    press(&mut session, "\n\n\n\n");
    let before = game(&session, 0).clone();
    press(&mut session, "\n");
    let after = game(&session, 0).clone();
    press(&mut session, "<");
    assert_eq!(*game(&session, 0), before);
    press(&mut session, "\n");
    assert_eq!(*game(&session, 0), after);
}

#[test]
fn the_coach_is_silent_until_something_costs() {
    let mut session = at_table(hasbro(), &[], COACH);
    press(&mut session, "11666\n");
    assert_eq!(session.shown(), Shown::Silent);
    assert!(session.kept().is_empty());
    assert!(refused(&mut session, "\n").contains("Your choice first"));
    // The best choice, and one that costs less than the tolerance, pass without a word.
    press(&mut session, "666\n");
    assert_eq!(said(&session), "");
    press(&mut session, "<");
    press(&mut session, "none\n");
    let advice = Advisor::new(hasbro());
    let card = yahtzee_solver::Scorecard::new(hasbro().rules());
    let roll = hasbro().rules().parse_roll("11666").unwrap();
    let advice = advice.advise(&card, roll, hasbro().rules().rerolls()).unwrap();
    let nothing = advice.options.iter().find(|option| matches!(option.kind, OptionKind::Hold(hold) if hold.is_empty())).unwrap();
    let cost = format!("Of 1 1 6 6 6, keep nothing: that cost {:.2} points.", nothing.loss);
    assert!(said(&session).contains(&cost) && said(&session).contains("Better: keep 6 6 6."), "{}", said(&session));
    assert!(session.said().iter().all(|said| said.tone == Tone::Coach));
    // What is taken back is no longer counted.
    assert_eq!(session.players()[0].review.loss, nothing.loss);
    press(&mut session, "<");
    assert_eq!(session.players()[0].review.loss, 0.0);
}

#[test]
fn the_coach_lets_the_tolerance_pass() {
    for (tolerance, speaks) in [(0.0, true), (100.0, false)] {
        let mut session = at_table(hasbro(), &[], Mode { coach: Some(tolerance), ..OWN });
        press(&mut session, "11666\n6\n");
        assert_eq!(!said(&session).is_empty(), speaks);
    }
}

#[test]
fn hints_come_in_steps() {
    let mut session = at_table(hasbro(), &[], COACH);
    assert!(refused(&mut session, "\t").contains("nothing to decide"));
    press(&mut session, "11666\n\t");
    let Shown::Few(few) = session.shown() else { panic!("{:?}", session.shown()) };
    assert_eq!(few.len(), 3);
    assert!(few.iter().any(|option| option.loss == 0.0));
    let Shown::Few(again) = session.shown() else { panic!() };
    assert_eq!(few, again);
    press(&mut session, "\t");
    let Shown::Best(best) = session.shown() else { panic!("{:?}", session.shown()) };
    assert_eq!(best.loss, 0.0);
    assert!(!session.kept().is_empty());
    // Now Enter takes it, and the next roll starts without a hint.
    assert_eq!(press(&mut session, "\n"), After::Save);
    assert_eq!(session.players()[0].review.loss, 0.0);
    press(&mut session, "12\n");
    assert_eq!(session.shown(), Shown::Silent);
}

#[test]
fn the_first_hint_does_not_say_which_is_best() {
    // Among many positions the best is now here, now there.
    let mut at = [0; 3];
    for roll in ["13356", "11666", "22345", "12466", "55512", "34566"] {
        let mut session = at_table(hasbro(), &[], COACH);
        press(&mut session, &format!("{roll}\n\t"));
        let Shown::Few(few) = session.shown() else { panic!() };
        at[few.iter().position(|option| option.loss == 0.0).unwrap()] += 1;
    }
    assert!(at.iter().filter(|&&times| times > 0).count() > 1, "{at:?}");
}

#[test]
fn turns_go_round() {
    let mut session = at_table(hasbro(), &["ann", "bob"], OWN);
    for player in [0, 1, 0, 1] {
        assert_eq!(session.current(), Some(player));
        press(&mut session, "11666\n");
        let open = if game(&session, player).card().open_count() == 13 { "sixes\n" } else { "chance\n" };
        press(&mut session, open);
    }
    press(&mut session, "<");
    assert_eq!(said(&session), "Taken back: bob, 20 in Chance.");
    assert_eq!(session.current(), Some(1));
    press(&mut session, "<<");
    assert_eq!(said(&session), "Taken back: ann, 20 in Chance.");
}

#[test]
fn the_computer_plays_its_turns() {
    let mut session = at_table(hasbro(), &["ann", "computer", "computer"], SEED);
    let names: Vec<&str> = session.seats().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["ann", "computer", "computer 2"]);
    press(&mut session, "chance\n");
    assert_eq!(session.current(), Some(0));
    assert_eq!(session.said().len(), 2);
    for player in [1, 2] {
        assert_eq!(game(&session, player).turns().len(), 1);
        assert_eq!(session.players()[player].review.loss, 0.0);
    }
    assert_ne!(game(&session, 1).turns(), game(&session, 2).turns(), "each has dice of its own");
    // What the computers did of themselves is taken back of itself.
    press(&mut session, "<");
    assert!(session.seats().skip(1).all(|seat| seat.game.turns().is_empty()));
    assert!(said(&session).starts_with("Taken back: ann,"));
    while session.current().is_some() {
        assert_eq!(session.current(), Some(0));
        press(&mut session, "\n");
    }
    assert!(session.seats().all(|seat| seat.game.is_complete()));
}

#[test]
fn the_computer_may_come_first() {
    let session = at_table(hasbro(), &["computer", "ann"], SEED);
    assert_eq!(session.current(), Some(1));
    assert_eq!(game(&session, 0).turns().len(), 1);
}

#[test]
fn with_own_dice_the_computer_is_told_what_fell() {
    let mut session = at_table(hasbro(), &["computer", "ann"], OWN);
    assert!(matches!(session.stage(), Stage::ToRoll { .. }));
    press(&mut session, "11666\n");
    assert!(matches!(session.stage(), Stage::ToRoll { hold, .. } if hold.to_string() == "6 6 6"), "it decides by itself");
    assert!(said(&session).contains("keep 6 6 6"));
    press(&mut session, "<");
    assert_eq!(said(&session), "Taken back: computer, the roll 1 1 6 6 6.");
}

#[test]
fn computers_alone_play_a_turn_for_each_enter() {
    let table = pocket();
    let mut session = at_table(&table, &["computer", "computer"], SEED);
    for left in (0..4).rev() {
        assert_eq!(press(&mut session, "\n"), After::Save);
        assert_eq!(session.seats().map(|seat| 2 - super::session::turns_done(seat)).sum::<usize>(), left);
    }
    assert_eq!(session.current(), None);
}

#[test]
fn rounds_follow_each_other() {
    let rules = RuleSet::builtin("multi-round").unwrap();
    let table = Solver::new(&rules).unwrap().solve();
    let mut session = Session::new(&table, super::seats(&[], &rules, 2).unwrap(), SEED);
    let expected = session.players()[0].expected();
    assert!((expected - 2.0 * table.expected_score()).abs() < 40.0);
    let mut seen = vec![session.turn()];
    while session.current().is_some() {
        press(&mut session, "\n");
        if seen.last() != Some(&session.turn()) {
            seen.push(session.turn());
        }
    }
    let all: Vec<_> = (1..=2).flat_map(|round| (1..=13).map(move |turn| (turn, round, 2))).collect();
    assert_eq!(seen, all);
    assert_eq!(session.players()[0].review.loss, 0.0);
}

#[test]
fn the_expected_final_score_has_a_course() {
    let mut session = alone(SEED);
    assert_eq!(session.players()[0].course().len(), 2);
    press(&mut session, "\n\n\n");
    let course = session.players()[0].course();
    assert_eq!(course[0], (0.0, hasbro().expected_score()));
    assert_eq!(course.last(), Some(&(1.0 + 1.0 / 6.0, session.players()[0].expected())));
    assert!(course.is_sorted_by(|(before, _), (after, _)| before < after), "{course:?}");
}

#[test]
fn what_is_saved_reads_back() {
    let table = pocket();
    let fresh = |names: &[&str], mode| at_table(hasbro(), names, mode);
    let mut custom = at_table(&table, &["ann", "computer"], Mode { dice: DiceFrom::Seed(9), coach: Some(0.5) });
    press(&mut custom, "sixes\n");
    let mut own = fresh(&["ann", "bob"], COACH);
    press(&mut own, "11666\n666\n26\nsixes\n12345\n");
    let mut over = fresh(&[], SEED);
    while over.current().is_some() {
        press(&mut over, "\n");
    }
    for session in [fresh(&[], OWN), fresh(&["ann", "bob", "computer"], SEED), custom, own, over] {
        let text = save::text(session.rules(), session.mode(), session.seats());
        let saved = save::parse(&text).unwrap();
        assert_eq!(saved.rules.fingerprint(), session.rules().fingerprint());
        assert_eq!(saved.mode, session.mode());
        assert_eq!(save::text(&saved.rules, saved.mode, saved.seats.iter()), text);
        let again = Session::new(session.table(), saved.seats, saved.mode);
        assert_eq!((again.stage(), again.current()), (session.stage(), session.current()));
        if session.players().len() == 1 {
            let game = Game::parse(&text, session.rules()).unwrap();
            assert_eq!(game.turns(), again.players()[0].seat.game.turns(), "one player's file is the notation itself");
        }
    }
}

#[test]
fn damaged_files_are_errors() {
    let mut session = at_table(hasbro(), &["ann", "bob"], SEED);
    press(&mut session, "\n\n\n\n");
    let text = save::text(session.rules(), session.mode(), session.seats());
    let error = |text: &str| save::parse(text).unwrap_err();
    for end in 0..text.len() - 1 {
        error(&text[..end]);
    }
    assert!(error("").contains("first line"));
    assert!(error(text.trim_end_matches("#! end\n")).contains("part of it is missing"));
    assert!(error(&text.replace("seed 1", "seed x")).contains("line 2"));
    assert!(error(&text.replace("#! dice: seed 1\n", "")).contains("where the dice come from"));
    assert!(error(&text.replace("rules: hasbro", "rules: hasbr")).contains("did you mean"));
    let first = text.lines().position(|line| line.contains("score")).unwrap();
    let broken = text.replacen("score", "scroe", 1);
    assert!(error(&broken).contains(&format!("line {}", first + 1)), "{}", error(&broken));
    // Two turns ahead of the other player.
    let ahead: String = text.replacen("#! player: bob\n", "12345 score ones\n12345 score twos\n12345 score threes\n#! player: bob\n", 1);
    assert!(save::parse(&ahead).is_err());
}

#[test]
fn players_are_checked() {
    let seats = |names: &[&str]| super::seats(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), hasbro().rules(), 1);
    assert_eq!(seats(&[" ann ", "Computer"]).unwrap()[0].name, "ann");
    for wrong in [
        &["ann", "ann"][..],
        &[""],
        &["a", "b", "c", "d", "e", "f", "g"],
        &["a name of great length"],
        &["computer 2", "computer", "computer"],
    ] {
        assert!(seats(wrong).is_err(), "{wrong:?}");
    }
}

/// The letters of a screen.
fn picture(session: &Session<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, session, Look { colour: true })).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..height).map(row).collect()
}

fn pictures(name: &str, session: &Session<'_>) {
    for (width, height) in [(80, 24), (140, 45)] {
        let picture = picture(session, width, height);
        let cut = picture.lines().find(|line| {
            let (inside, _) = line.rsplit_once('│').unwrap_or_default();
            let at_the_side = line.chars().count() == usize::from(width) && line.ends_with(char::is_alphanumeric);
            at_the_side || inside.split('│').any(|part| part.ends_with(char::is_alphabetic))
        });
        assert_eq!(cut, None, "something is cut off at an edge");
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), picture);
    }
}

#[test]
fn screens_of_own_dice() {
    let mut session = alone(OWN);
    pictures("own-start", &session);
    press(&mut session, "11666\n");
    pictures("own-advice", &session);
    press(&mut session, "11");
    pictures("own-typed-hold", &session);
    session.key(Key::Escape);
    press(&mut session, "fh");
    pictures("own-typed-category", &session);
    session.key(Key::Escape);
    press(&mut session, "666\n");
    pictures("own-to-roll", &session);
    press(&mut session, "?");
    pictures("help", &session);
}

#[test]
fn screens_of_a_coach() {
    let mut session = at_table(hasbro(), &[], Mode { dice: DiceFrom::Seed(1), coach: Some(0.2) });
    press(&mut session, "none\n");
    pictures("coach-spoke", &session);
    press(&mut session, "\t");
    pictures("coach-hint", &session);
    press(&mut session, "\t");
    pictures("coach-best", &session);
}

#[test]
fn screens_of_several_players() {
    let mut session = at_table(hasbro(), &["ann", "bob", "computer", "computer"], SEED);
    for _ in 0..30 {
        press(&mut session, "\n");
    }
    pictures("players", &session);
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    pictures("players-over", &session);

    let mut session = at_table(hasbro(), &["ann", "bob", "computer", "computer"], SEED);
    for choice in ["chance\n", "0\n", "fours\n"] {
        press(&mut session, choice);
    }
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    pictures("players-mistakes", &session);
}

#[test]
fn screens_of_other_rules() {
    let yatzy = Solver::new(&RuleSet::builtin("yatzy").unwrap()).unwrap().solve();
    let mut session = at_table(&yatzy, &[], SEED);
    for _ in 0..20 {
        press(&mut session, "\n");
    }
    pictures("yatzy", &session);
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    pictures("yatzy-over", &session);
    let pocket = pocket();
    pictures("pocket", &at_table(&pocket, &[], SEED));
}

#[test]
fn without_colour_the_letters_are_the_same() {
    let mut session = alone(SEED);
    press(&mut session, "\n\n\n");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| screen::draw(frame, &session, Look { colour: false })).unwrap();
    let buffer = terminal.backend().buffer();
    assert!(buffer.content().iter().all(|cell| cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset));
    let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let plain: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
    assert_eq!(letters(&plain), letters(&picture(&session, 80, 24)));
}

#[test]
fn every_size_can_be_drawn() {
    let mut session = at_table(hasbro(), &["ann", "bob", "computer", "d", "e", "f"], SEED);
    press(&mut session, "\n\n\n");
    for (width, height) in [(1, 1), (20, 5), (79, 24), (80, 23), (80, 24), (100, 30), (119, 60), (120, 36), (200, 24), (300, 100)] {
        let drawn = picture(&session, width, height);
        assert_eq!(drawn.contains("This window") || width < 10, width < 80 || height < 24, "{width}x{height}");
    }
}

#[test]
fn a_card_that_does_not_fit_shows_what_is_chosen() {
    let mut toml = "name = \"long\"\ntitle = \"Long\"\nsource = \"Tests\"\ndice = 6\nrolls = 2\n".to_owned();
    for index in 1..=10 {
        toml.push_str(&format!("[[lower]]\nname = \"any-{index}\"\nany = true\npoints = {index}\n"));
    }
    for index in 1..=10 {
        toml.push_str(&format!("[[lower]]\nname = \"pair-{index}\"\ngroups = [2]\npoints = {index}\n"));
    }
    let rules = RuleSet::parse(&toml);
    let Ok(rules) = rules else { panic!("{}", rules.unwrap_err()) };
    let table = Solver::new(&rules).unwrap().solve();
    let mut session = at_table(&table, &[], SEED);
    for wanted in ["any-1", "any-10", "pair-10"] {
        press(&mut session, wanted);
        let title = rules.category(rules.category_named(wanted).unwrap()).title.clone();
        assert!(
            picture(&session, 80, 24).lines().any(|line| line.contains(&format!(" {title} "))),
            "{wanted}\n{}",
            picture(&session, 80, 24)
        );
        session.key(Key::Escape);
    }
}

/// The text form is what the documents say it is.
#[test]
fn a_saved_game() {
    let mut session = at_table(hasbro(), &["ann", "computer"], Mode { dice: DiceFrom::Seed(42), coach: Some(0.2) });
    press(&mut session, "chance\n");
    let text = save::text(session.rules(), session.mode(), session.seats());
    insta::assert_snapshot!("saved", text);
    let Saved { seats, .. } = save::parse(&text).unwrap();
    assert!(!seats[0].computer && seats[1].computer);
}
