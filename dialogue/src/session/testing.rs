//! Helpers of the tests of sessions.

use std::sync::OnceLock;

use yahtzee_solver::{Game, RuleSet, Solver, ValueTable};

use super::{DiceFrom, Intent, Mode, Next, PlaysFor, Session, seats};

pub(crate) const OWN: Mode = Mode { dice: DiceFrom::Table, coach: None, plays_for: PlaysFor::Points };
pub(crate) const SEED: Mode = Mode { dice: DiceFrom::Seed(1), coach: None, plays_for: PlaysFor::Points };
pub(crate) const COACH: Mode = Mode { dice: DiceFrom::Table, coach: Some(0.2), plays_for: PlaysFor::Points };

pub(crate) fn hasbro() -> &'static ValueTable {
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| Solver::new(&RuleSet::builtin("hasbro").unwrap()).unwrap().solve().unwrap())
}

/// A small game of three dice with two categories.
pub(crate) fn pocket() -> ValueTable {
    let toml = "name = \"pocket\"\ntitle = \"Pocket\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n\
        [upper-bonus]\nat = 6\npoints = 10\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"three\"\ngroups = [3]\npoints = 20\n";
    Solver::new(&RuleSet::parse(toml).unwrap()).unwrap().solve().unwrap()
}

pub(crate) fn at_table(table: &ValueTable, names: &[&str], mode: Mode) -> Session {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Session::new(table, seats(&names, &Game::new(table.rules())).unwrap(), mode).unwrap()
}

pub(crate) fn alone(mode: Mode) -> Session {
    at_table(hasbro(), &[], mode)
}

/// Types lines. Each line ends with a line end. A tab is a hint; `<`, `!`, `%` and `?` take effect at once, each after the text before it.
pub(crate) fn press(session: &mut Session, keys: &str) -> Next {
    let (mut after, mut line) = (Next::Draw, String::new());
    for letter in keys.chars() {
        after = match letter {
            '\n' => session.line(&std::mem::take(&mut line)),
            '\t' => session.act_now(Intent::Hint),
            '!' => {
                let card = session.players()[session.shown_player()].seat.game.card();
                let typed = yahtzee_solver::WrittenAction::parse(&std::mem::take(&mut line), session.rules(), card);
                session.act_now(Intent::Explain(typed.ok()))
            }
            '<' | '%' | '?' => session.line(letter.encode_utf8(&mut [0; 4])),
            letter => {
                line.push(letter);
                continue;
            }
        };
    }
    assert_eq!(line, "", "a line without its end in {keys:?}");
    after
}
