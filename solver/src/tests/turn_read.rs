//! Reading only what a turn needs.

use crate::evaluate::Follower;
use crate::rules::{RuleSet, State};
use crate::testing::{numbers, table};
use crate::{Solver, SpreadTable, TableError, ValueTable};

/// A game that saves throws, so that a row has many planes: several blocks in any order, one row per turn in the listed order.
fn with_throws(order: &str) -> ValueTable {
    let mut toml =
        format!("name = 'saving'\ndice = 3\nrolls = 2\nsaved-throws = true\norder = '{order}'\n[upper-bonus]\nat = 30\npoints = 10\n");
    (1..=6).for_each(|face| toml += &format!("[[upper]]\nname = 'face-{face}'\nface = {face}\n"));
    toml += "[[lower]]\nname = 'three'\ngroups = [3]\npoints = 20\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n";
    toml += "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 9\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 15\n";
    Solver::new(&RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap()
}

fn states(table: &ValueTable) -> Vec<State> {
    table.space().states().map(|(_, state)| state).collect()
}

/// Compares with the whole table: the values of the state and of those that follow, padding included.
#[test]
fn a_turn_has_the_values_of_the_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let saving = [with_throws("any"), with_throws("as-listed")];
    for table in saving.iter().chain([0, 4, 5].map(table)) {
        table.save(&path).unwrap();
        let (states, mut random) = (states(table), numbers(1));
        for _ in 0..100 {
            let state = states[random() % states.len()];
            let turn = ValueTable::load_turn(table.model(), &path, &state).unwrap();
            assert_eq!([turn.value(&state), turn.value(&State::default())], [table.value(&state), table.value(&State::default())]);
            let after = turn.values_after(state.filled, state.flag);
            for row in table.space().rows_after(state.filled, state.flag) {
                let [found, wanted] = [after, table.values()].map(|values| &values[row.start..][..table.space().row_width(&row)]);
                assert_eq!(found, wanted, "{state:?} {row:?}");
            }
        }
    }
}

/// Both numbers of a spread come from the file, wherever they are in it.
#[test]
fn a_turn_has_the_spreads_of_the_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spread");
    for table in [0, 4].map(table) {
        let spread = Follower::new(table).spread_table().unwrap();
        spread.save(&path).unwrap();
        assert_eq!(SpreadTable::load(table.model(), &path).unwrap().arrays(), spread.arrays());
        let (states, mut random) = (states(table), numbers(2));
        for _ in 0..30 {
            let state = states[random() % states.len()];
            let turn = SpreadTable::load_turn(table.model(), &path, &state).unwrap();
            let after = table.space().rows_after(state.filled, state.flag).map(|row| State {
                filled: row.filled,
                flag: row.flag,
                ..State::default()
            });
            for state in [state].into_iter().chain(after) {
                assert_eq!(turn.of(&state), spread.of(&state), "{state:?}");
            }
        }
    }
}

/// Each block is damaged once: a turn that needs it is refused, and no other.
#[test]
fn damage_is_found_where_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = table(0);
    let bytes = table.to_bytes();
    let values = bytes.len() - 8 * table.space().distinct();
    let (states, mut random) = (states(table), numbers(3));
    let asked: Vec<State> = std::iter::once(State::default()).chain((0..4).map(|_| states[random() % states.len()])).collect();
    let mut refused = vec![0; asked.len()];
    let blocks = (bytes.len() - values).div_ceil(1 << 16);
    for block in 0..blocks {
        let mut damaged = bytes.clone();
        damaged[values + (block << 16) + 7] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert!(matches!(ValueTable::load(table.model(), &path), Err(TableError::Checksum)));
        for (state, refused) in asked.iter().zip(&mut refused) {
            match ValueTable::load_turn(table.model(), &path, state) {
                Ok(turn) => assert_eq!(turn.value(state), table.value(state)),
                Err(TableError::Checksum) => *refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    // All rows that follow the empty card are in the last block or the one before it.
    assert!((1..=2).contains(&refused[0]) && refused.iter().all(|refused| (1..blocks).contains(refused)), "{refused:?}");
}

/// A value that was not read is never taken for 0.
#[test]
#[should_panic(expected = "the row was not read")]
fn another_turn_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = table(0);
    table.save(&path).unwrap();
    let turn = ValueTable::load_turn(table.model(), &path, &State::default()).unwrap();
    let later = states(table).into_iter().find(|state| state.filled.count() == 5).unwrap();
    turn.value(&later);
}
