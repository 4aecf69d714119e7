//! Helpers of the tests of sessions.

use std::sync::OnceLock;

use yahtzee_solver::{Game, RuleSet, Solver, ValueTable};

use super::{After, DiceFrom, Key, Mode, Session, seats};

pub(crate) const OWN: Mode = Mode { dice: DiceFrom::Table, coach: None };
pub(crate) const SEED: Mode = Mode { dice: DiceFrom::Seed(1), coach: None };
pub(crate) const COACH: Mode = Mode { dice: DiceFrom::Table, coach: Some(0.2) };

pub(crate) fn hasbro() -> &'static ValueTable {
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| Solver::new(&RuleSet::builtin("hasbro").unwrap()).unwrap().solve())
}

/// A small game of three dice with two categories.
pub(crate) fn pocket() -> ValueTable {
    let toml = "name = \"pocket\"\ntitle = \"Pocket\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n\
        [upper-bonus]\nat = 6\npoints = 10\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"three\"\ngroups = [3]\npoints = 20\n";
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve()
}

pub(crate) fn at_table<'a>(table: &'a ValueTable, names: &[&str], mode: Mode) -> Session<'a> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Session::new(table, seats(&names, &Game::new(table.rules())).unwrap(), mode)
}

pub(crate) fn alone(mode: Mode) -> Session<'static> {
    at_table(hasbro(), &[], mode)
}

/// Presses keys: a line end is Enter, a tab is a hint.
pub(crate) fn press(session: &mut Session<'_>, keys: &str) -> After {
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
