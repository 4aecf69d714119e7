//! Games of several columns without a terminal, and their screens.

use std::sync::{Arc, OnceLock};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use yahtzee_columns::{Action, Effort, Game, Table};
use yahtzee_dialogue::session::{DiceFrom, Next};
use yahtzee_solver::Run;
use yahtzee_solver::rules::ColumnGame;

use super::keyboard::Keyboard;
use super::playing::Playing;
use super::record::Record;
use super::screen;
use crate::play::Resume;
use crate::play::editor::Key;
use crate::play::screen::Look;

/// A free column, one in which boxes are announced, and one that takes the first throw only.
const SMALL: &str = "name = 'small'\ndice = 3\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 10\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n\
    [[column]]\nname = 'free'\n[[column]]\nname = 'called'\nannounced = true\ntimes = 2\n[[column]]\nname = 'hand'\nfirst-throw-only = true\n";

/// Four columns of fourteen boxes, in order, so that they are solved soon.
fn large() -> String {
    let boxes = ["ones", "twos", "threes", "fours", "fives", "sixes"].into_iter().zip(1..);
    let upper = boxes.map(|(name, face)| format!("[[upper]]\nname = '{name}'\nface = {face}\n"));
    let names = ["pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind"].into_iter().zip(2..);
    let lower = names.map(|(name, count)| format!("[[lower]]\nname = '{name}'\ngroups = [{count}]\npoints = 'all-dice'\n"));
    let more =
        ["full-house", "chance", "luck", "fate"].map(|name| format!("[[lower]]\nname = '{name}'\nany = true\npoints = 'all-dice'\n"));
    let columns = ["down", "up", "also-down", "also-up"].into_iter().zip(["as-listed", "reversed"].iter().cycle()).zip(1..);
    let columns = columns.map(|((name, order), times)| format!("[[column]]\nname = '{name}'\norder = '{order}'\ntimes = {times}\n"));
    "name = 'large'\ntitle = 'Large'\n".to_owned() + &columns.chain(upper).chain(lower).chain(more).collect::<String>()
}

type Solved = (Arc<Game>, Arc<Table>);

fn solved(toml: &str) -> Solved {
    let game = Game::new(&ColumnGame::parse(toml).unwrap(), 1_000_000_000).unwrap();
    let effort = Effort { steps: 1, games: 10, states: 100, ..Effort::new(Run::new()) };
    let table = game.solve_on(None, &effort, &mut |_, _| true).unwrap().0;
    (Arc::new(game), Arc::new(table))
}

fn playing((game, table): &Solved, dice: DiceFrom) -> Playing {
    Playing::new(Arc::clone(game), Arc::clone(table), Record::new(game.rules.clone(), dice)).unwrap()
}

fn small() -> &'static Solved {
    static SOLVED: OnceLock<Solved> = OnceLock::new();
    SOLVED.get_or_init(|| solved(SMALL))
}

fn lines(playing: &mut Playing, lines: &[&str]) {
    for line in lines {
        assert_eq!(playing.line(line).unwrap(), Next::Save, "{line}: {:?}", playing.said);
    }
}

fn read(text: &str) -> Result<Record, String> {
    Record::parse(text, Ok)
}

#[test]
fn what_may_be_done_is_what_the_advice_has() {
    for seed in 0..20 {
        let mut playing = playing(small(), DiceFrom::Seed(seed));
        let mut number = seed as usize;
        while let (Some(advice), Some(roll)) = (playing.advice.clone(), playing.record.roll) {
            let advised = |typed: &str| advice.options.iter().find(|choice| playing.record.typed(choice.action) == typed);
            // Everything that somebody may type in this game.
            let boxes = ["free", "called", "hand"].map(|column| ["pair", "chance"].map(|name| format!("{column}.{name}"))).concat();
            let holds: Vec<String> = roll.holds().into_iter().map(|hold| playing.record.typed(Action::Hold(hold))).collect();
            let named = boxes.iter().flat_map(|of| holds.iter().map(move |hold| format!("name {of} {hold}")));
            for typed in named.chain(holds.iter().cloned()).chain(boxes.iter().cloned()) {
                let read = playing.record.read(&typed, None).ok();
                assert_eq!(read, advised(&typed).map(|choice| choice.action), "{typed}\n{}", playing.record.text());
            }
            // The file has all of it.
            assert_eq!(read(&playing.record.text()).as_ref(), Ok(&playing.record));
            number = number.wrapping_mul(31).wrapping_add(7);
            let action = advice.options[number % advice.options.len()].action;
            let typed = playing.record.typed(action);
            lines(&mut playing, &[&typed]);
        }
        assert!(playing.record.is_over() && playing.record.turns() == (6, 6));
        assert_eq!(playing.record.score(), small().0.score(&playing.record.cards));
        assert_eq!(read(&playing.record.text()).as_ref(), Ok(&playing.record));
    }
}

#[test]
fn dice_of_the_table_are_typed_and_taken_back() {
    let mut playing = playing(small(), DiceFrom::Table);
    lines(&mut playing, &["226", "name called.pair", "2"]);
    assert_eq!(playing.record.roll.unwrap().to_string(), "2 2 2");
    assert_eq!(playing.line("free.pair").unwrap(), Next::Draw, "another box was named");
    lines(&mut playing, &["called.pair"]);
    assert_eq!((playing.record.score(), playing.record.turns()), (20.0, (1, 6)));
    lines(&mut playing, &["undo", "<"]);
    assert_eq!(playing.line("246").unwrap(), Next::Draw, "it does not have the pair that stays");
    assert_eq!(playing.line("").unwrap(), Next::Draw, "there is no best option yet");
    lines(&mut playing, &["225", "<", "<", "reroll 6"]);
    assert_eq!(playing.record.kept.to_string(), "2 2");
}

#[test]
fn a_choice_made_again_brings_the_same_dice_and_another_one_others() {
    let mut playing = playing(small(), DiceFrom::Seed(3));
    let first = playing.record.roll.unwrap();
    lines(&mut playing, &["0"]);
    let second = playing.record.roll;
    lines(&mut playing, &["undo"]);
    assert_eq!(playing.record.roll, Some(first));
    lines(&mut playing, &["0"]);
    assert_eq!(playing.record.roll, second);
    lines(&mut playing, &["undo"]);
    assert_eq!(playing.line("undo").unwrap(), Next::Draw);
}

#[test]
fn a_file_that_is_damaged_or_foreign_is_refused() {
    let mut playing = playing(small(), DiceFrom::Seed(3));
    lines(&mut playing, &["", "", "", "", ""]);
    let text = playing.record.text();
    for (changed, error) in [
        (text.replace("seed 3", "seed 4"), "it was changed since it was saved"),
        (text.replace("#! end\n", ""), "a part of it is missing"),
        (text.replace("#! yahtzee", "yahtzee"), "not a game of 'yahtzee play'"),
        (text.replace("columns 1", "columns 2"), "a game of another version"),
        (
            text.lines().filter(|line| !line.contains("checksum") && !line.contains("dice:")).collect::<Vec<_>>().join("\n"),
            "it does not say",
        ),
    ] {
        let found = read(&changed).unwrap_err();
        assert!(found.contains(error), "{found}");
    }
    let by_hand = |turns: &str| {
        let rules: String = SMALL.lines().map(|line| format!("#| {line}\n")).collect();
        read(&format!("#! yahtzee play columns 1\n#! dice: table\n{rules}{turns}\n#! end\n")).map(|record| record.turns().0)
    };
    assert_eq!(by_hand("226: 22, 222: free.pair\n335: free.chance"), Ok(2));
    for (turns, error) in [
        ("226: 3", "line "),
        ("226: free.pear", "pear"),
        ("22: free.pair", "line "),
        ("226: 22, 333: free.pair", "stay on the table"),
        ("226: free.pair\n335: free.pair", "not possible now"),
        ("226: free.pair: free.pair", "line "),
        ("\u{7}", "line "),
    ] {
        let found = by_hand(turns).unwrap_err();
        assert!(found.contains(error), "{turns}: {found}");
    }
}

fn picture(playing: &Playing, keyboard: &Keyboard, (width, height): (u16, u16)) -> String {
    let look = Look { colour: true, resume: Resume::of(None, true) };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, playing, keyboard, &look)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..height).map(row).collect()
}

fn pictures(name: &str, playing: &Playing, keyboard: &Keyboard) {
    for size @ (width, height) in [(60, 20), (80, 24), (120, 36)] {
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), picture(playing, keyboard, size));
    }
    // Nothing panics in any size or position.
    for size in [(1, 1), (59, 20), (60, 19), (61, 21), (79, 60), (300, 20), (300, 100)] {
        picture(playing, keyboard, size);
    }
}

fn press(playing: &mut Playing, keyboard: &mut Keyboard, keys: &[Key]) -> Next {
    keys.iter().fold(Next::Draw, |_, key| keyboard.press(*key, playing).unwrap())
}

#[test]
fn screens_of_a_large_game() {
    let mut playing = playing(&solved(&large()), DiceFrom::Seed(1));
    let mut keyboard = Keyboard::default();
    press(&mut playing, &mut keyboard, &[Key::Enter, Key::Enter, Key::Down]);
    pictures("picked", &playing, &keyboard);
    press(&mut playing, &mut keyboard, &[Key::Enter; 20]);
    press(&mut playing, &mut keyboard, &[Key::Letter('?')]);
    pictures("help", &playing, &keyboard);
}

#[test]
fn a_game_is_played_by_keys() {
    let mut playing = playing(small(), DiceFrom::Table);
    let mut keyboard = Keyboard::default();
    let letters = |text: &str| text.chars().map(Key::Letter).collect::<Vec<_>>();
    // The last die ends the line. Enter after it is a habit.
    assert_eq!(press(&mut playing, &mut keyboard, &letters("266")), Next::Save);
    assert_eq!(press(&mut playing, &mut keyboard, &[Key::Enter]), Next::Draw);
    press(&mut playing, &mut keyboard, &[Key::Letter('=')]);
    assert_eq!(keyboard.line.typed, "66");
    press(&mut playing, &mut keyboard, &[Key::Letter(' '), Key::Right, Key::Letter(' ')]);
    assert_eq!(keyboard.line.typed, "26");
    assert_eq!(press(&mut playing, &mut keyboard, &[Key::Enter]), Next::Save);
    pictures("own-dice", &playing, &keyboard);
    press(&mut playing, &mut keyboard, &[&letters("1")[..], &[Key::Enter]].concat());
    press(&mut playing, &mut keyboard, &[Key::Undo, Key::Undo, Key::Undo]);
    assert_eq!(playing.record, Record::new(small().0.rules.clone(), DiceFrom::Table));
    for _ in 0..6 {
        press(&mut playing, &mut keyboard, &letters("266"));
        keyboard = Keyboard::default();
        while playing.record.position().is_some_and(|_| playing.record.throws > 0) {
            let write = playing.advice.as_ref().unwrap().options.iter().find(|choice| matches!(choice.action, Action::Write { .. }));
            let typed = playing.record.typed(write.unwrap().action);
            lines(&mut playing, &[&typed]);
        }
    }
    pictures("over", &playing, &keyboard);
    assert_eq!(press(&mut playing, &mut keyboard, &[Key::Letter('n'), Key::Enter]), Next::NewGame);
}
