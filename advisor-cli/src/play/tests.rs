//! Pictures of the screens of games, and helpers of the tests of games.

use std::sync::OnceLock;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use yahtzee_dialogue::session::{DiceFrom, Mode, Next, PlaysFor, Session, seats};
use yahtzee_solver::win::Live;
use yahtzee_solver::{Contest, Follower, Game, RuleSet, Solver, ValueTable};

use super::Resume;
use super::editor::{Editor, Key};
use super::screen::{self, Look};

pub(super) const OWN: Mode = Mode { dice: DiceFrom::Table, coach: None, plays_for: PlaysFor::Points };
pub(super) const SEED: Mode = Mode { dice: DiceFrom::Seed(1), coach: None, plays_for: PlaysFor::Points };
pub(super) const COACH: Mode = Mode { dice: DiceFrom::Table, coach: Some(0.2), plays_for: PlaysFor::Points };

pub(super) fn hasbro() -> &'static ValueTable {
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| Solver::new(&RuleSet::builtin("hasbro").unwrap()).unwrap().solve().unwrap())
}

/// A small game of three dice with two categories.
pub(super) fn pocket() -> ValueTable {
    let toml = "name = \"pocket\"\ntitle = \"Pocket\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n\
        [upper-bonus]\nat = 6\npoints = 10\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"three\"\ngroups = [3]\npoints = 20\n";
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve().unwrap()
}

/// A session, and the keyboard before it.
pub(super) struct AtKeys {
    pub(super) session: Session,
    pub(super) editor: Editor,
}

impl AtKeys {
    pub(super) fn new(session: Session) -> AtKeys {
        AtKeys { editor: Editor::of(&session), session }
    }

    /// A key as the terminal passes it on.
    pub(super) fn press(&mut self, key: Key) -> Next {
        self.editor.press(key, &mut self.session)
    }

    pub(super) fn key(&mut self, key: Key) -> Next {
        self.editor.key(key, &mut self.session)
    }
}

impl std::ops::Deref for AtKeys {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl std::ops::DerefMut for AtKeys {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.session
    }
}

pub(super) fn at_table(table: &ValueTable, names: &[&str], mode: Mode) -> AtKeys {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    AtKeys::new(Session::new(table, seats(&names, &Game::new(table.rules())).unwrap(), mode).unwrap())
}

pub(super) fn alone(mode: Mode) -> AtKeys {
    at_table(hasbro(), &[], mode)
}

/// Presses keys: a line end is Enter, a tab is a hint.
pub(super) fn press(session: &mut AtKeys, keys: &str) -> Next {
    let mut after = Next::Draw;
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

fn look(colour: bool) -> Look {
    Look { colour, resume: Resume::of(Some(std::path::Path::new("game.txt")), true) }
}

/// The text of a screen.
pub(super) fn picture(session: &AtKeys, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, session, &session.editor, &look(true))).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..height).map(row).collect()
}

fn pictures(name: &str, session: &AtKeys) {
    for (width, height) in [(60, 20), (80, 24), (140, 45)] {
        let picture = picture(session, width, height);
        assert_eq!(cut_off(&picture, width), None, "something is cut off at an edge");
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), picture);
    }
}

/// A line of a screen of this width whose text touches an edge.
pub(super) fn cut_off(picture: &str, width: u16) -> Option<&str> {
    picture.lines().find(|line| {
        let (inside, _) = line.rsplit_once('│').unwrap_or_default();
        let at_the_side = line.chars().count() == usize::from(width) && line.ends_with(char::is_alphanumeric);
        at_the_side || inside.split('│').any(|part| part.ends_with(char::is_alphabetic))
    })
}

/// A game of six dice with more categories than a small window has rows: ten of any dice, ten of pairs.
pub(super) fn long() -> ValueTable {
    let mut toml = "name = \"long\"\ntitle = \"Long\"\nsource = \"Tests\"\ndice = 6\nrolls = 2\n".to_owned();
    for index in 1..=10 {
        toml.push_str(&format!("[[lower]]\nname = \"any-{index}\"\nany = true\npoints = {index}\n"));
    }
    for index in 1..=10 {
        toml.push_str(&format!("[[lower]]\nname = \"pair-{index}\"\ngroups = [2]\npoints = {index}\n"));
    }
    let rules = RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{error}"));
    Solver::new(&rules).unwrap().solve().unwrap()
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
    press(&mut session, "x26\n66!");
    pictures("why", &session);
}

#[test]
fn a_finished_game_is_reviewed_and_not_resumed() {
    let table = pocket();
    let mut session = at_table(&table, &["ann", "computer"], SEED);
    let path = std::path::Path::new("-it's a game.txt");
    let quoted = "'./-it'\\''s a game.txt'";
    let review = format!("  yahtzee review {quoted}\n");
    let saved = "The game is saved as -it's a game.txt\n";
    assert_eq!(super::farewell(path, &session), format!("{saved}  yahtzee play --resume --save {quoted}\n{review}"));
    while session.current().is_some() {
        press(&mut session, "\n");
    }
    assert_eq!(super::farewell(path, &session), format!("{saved}{review}"));
    // With several people, each command needs a name.
    let computers = at_table(&table, &["computer", "computer"], SEED);
    let farewell = super::farewell(std::path::Path::new("game.txt"), &computers);
    assert!(
        farewell.ends_with("  yahtzee review game.txt --player=computer\n  yahtzee review game.txt --player='computer 2'\n"),
        "{farewell}"
    );
}

#[test]
fn screens_of_a_coach() {
    let mut session = at_table(hasbro(), &[], Mode { dice: DiceFrom::Seed(1), coach: Some(0.2), plays_for: PlaysFor::Points });
    press(&mut session, "none\n");
    pictures("coach-spoke", &session);
    press(&mut session, "\t");
    pictures("coach-hint", &session);
    press(&mut session, "\t");
    pictures("coach-best", &session);
}

/// Even if a computer wins. A level is not for the advice.
#[test]
fn the_result_is_that_of_the_people() {
    let table = pocket();
    for (mode, rated) in [(SEED, false), (COACH, true)] {
        let over = |seed| {
            let mut session = at_table(&table, &["ann", "computer:greedy"], Mode { dice: DiceFrom::Seed(seed), ..mode });
            while session.current().is_some() {
                press(&mut session, "\t\t\n");
            }
            session
        };
        let lost = |session: &AtKeys| session.winners().is_some_and(|winners| winners.starts_with("greedy"));
        let session = (0..500).map(over).find(|session| lost(session) && session.players()[1].review.loss > 0.0).unwrap();
        for (width, height) in [(80, 24), (140, 45)] {
            let picture = picture(&session, width, height);
            assert!(picture.contains("No choice cost anything.") && picture.contains("   0.00  lost by choices"), "{picture}");
            assert!(picture.contains("╭ ann ") || picture.contains("›ann "), "{picture}");
            assert_eq!((picture.contains(", near perfect"), picture.contains("with advice, not rated")), (rated, !rated), "{picture}");
        }
        let review = super::reviews(&session.session).unwrap();
        assert!(
            review.contains("ann") && review.contains("Level: near perfect") == rated && review.contains("With advice, not rated") != rated,
            "{review}"
        );
    }
}

#[test]
fn screens_of_several_players() {
    let mut session = at_table(hasbro(), &["ann", "bob", "computer", "computer"], SEED);
    for _ in 0..30 {
        press(&mut session, "\n");
    }
    pictures("players", &session);
    press(&mut session, "#");
    pictures("players-cards", &session);
    let first = picture(&session, 80, 24);
    session.key(Key::Right);
    assert_eq!(picture(&session, 80, 24), first, "all are there");
    press(&mut session, "x");
    for word in ["card", "alle"] {
        press(&mut session, word);
        assert!(!picture(&session, 80, 24).contains("any key closes it"));
        press(&mut session, "\n");
        assert_eq!(picture(&session, 80, 24), first, "{word}");
        session.key(Key::Escape);
    }
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

/// The chances to win in the table of players, and the options ranked by them: approximate at first, exact near the end.
#[test]
fn screens_of_playing_to_win() {
    let live = Live::new(hasbro(), Follower::new(hasbro()).final_scores(4_000_000).unwrap()).unwrap();
    let names = ["ann", "bob", "computer:win"].map(str::to_owned);
    let seats = seats(&names, &Game::new(hasbro().rules())).unwrap();
    let mut session = AtKeys::new(Session::contested(Contest::new(&live), seats, SEED).unwrap());
    press(&mut session, "\n\n\n\n\n\n\n");
    pictures("to-win-by-points", &session);
    press(&mut session, "%");
    pictures("to-win", &session);
    while session.players()[2].seat.game.card().open_count() > 2 {
        press(&mut session, "\n");
    }
    press(&mut session, "\n");
    pictures("to-win-at-the-end", &session);
    press(&mut session, "?");
    pictures("to-win-help", &session);
}

#[test]
fn screens_of_other_rules() {
    let yatzy = Solver::new(&RuleSet::builtin("yatzy").unwrap()).unwrap().solve().unwrap();
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
    terminal.draw(|frame| screen::draw(frame, &session, &session.editor, &look(false))).unwrap();
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
    for (width, height) in [
        (1, 1),
        (20, 5),
        (59, 20),
        (60, 19),
        (60, 20),
        (79, 24),
        (80, 23),
        (80, 24),
        (60, 40),
        (100, 30),
        (119, 60),
        (120, 36),
        (200, 24),
        (300, 100),
    ] {
        let drawn = picture(&session, width, height);
        assert_eq!(drawn.contains("This window") || width < 10, width < 60 || height < 20, "{width}x{height}");
    }
}
