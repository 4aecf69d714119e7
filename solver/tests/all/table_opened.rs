//! A table file whose values are read on demand: they equal the table's values, and damage is found before use.

use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::common::builtin_table;
use crate::table_file::{BLOCK, HEAD, LENGTH, all_tables, assert_equal, parts, read, sealed, toy};
use yahtzee_solver::table::TableHeader;
use yahtzee_solver::{OptimalStrategy, State, Strategy, TableError, ValueTable};

/// The file of a table in this folder, opened. If it cannot be read, `instead` replaces it, and the error is noted.
fn opened(folder: &Path, bytes: &[u8], instead: &ValueTable) -> (Result<ValueTable, TableError>, Arc<Mutex<Option<String>>>) {
    let path = folder.join(ValueTable::file_name(instead.rules()));
    std::fs::write(&path, bytes).unwrap();
    let wrong = Arc::<Mutex<Option<String>>>::default();
    let (noted, given) = (Arc::clone(&wrong), instead.clone());
    let table = ValueTable::open(instead.model(), &path, move |error| {
        assert_eq!(noted.lock().unwrap().replace(error.to_string()), None, "it is said once");
        Some(given)
    });
    (table, wrong)
}

/// Reading on demand gives the same advice in a turn as the table itself.
#[test]
fn an_opened_table_gives_the_same_advice() {
    let folder = tempfile::tempdir().unwrap();
    let toy = toy();
    for table in all_tables(&toy) {
        let (model, rules) = (table.model(), table.rules());
        let bytes = table.to_bytes();
        let open = || opened(folder.path(), &bytes, table).0.unwrap();
        let states: Vec<State> = table.space().states().map(|(_, state)| state).collect();
        let is_open = |state: &&State| state.filled.count() < rules.category_count();
        let kept = open();
        for state in states.iter().step_by(states.len().div_ceil(40)).filter(is_open) {
            let turns = [table, &open(), &kept].map(|table| OptimalStrategy::new(table).turn(state).unwrap());
            for roll in model.rolls() {
                for rerolls in 0..rules.rolls() {
                    let rerolls = rules.rerolls_left(rerolls).unwrap();
                    let [whole, parts @ ..] = turns.each_ref().map(|turn| turn.choose(&roll, rerolls).unwrap());
                    assert_eq!([whole; 2], parts, "{state:?}");
                }
            }
            assert_eq!(open().value(state).map(f64::to_bits), table.value(state).map(f64::to_bits));
        }
        assert_equal(&kept, table);
        assert!(open().to_bytes() == bytes);
    }
}

/// A table whose values differ clearly from this one's.
fn halved(table: &ValueTable) -> ValueTable {
    let bytes = table.to_bytes();
    let (header, values) = parts(table, &bytes);
    let half = |value: &[u8; 8]| (f64::from_le_bytes(*value) / 2.0).to_le_bytes();
    read(table, &sealed(header, values.as_chunks::<8>().0.iter().map(half).collect::<Vec<_>>().as_flattened())).unwrap()
}

/// Damage in a block is noticed only if the block is needed.
#[test]
fn a_damaged_block_is_found_when_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let table = builtin_table("hasbro");
    let instead = halved(table);
    let path = folder.path().join(ValueTable::file_name(table.rules()));
    let bytes = table.to_bytes();
    let values = bytes.len() - parts(table, &bytes).1.len();
    // All rows that follow the empty card are in the last block or the one before it.
    let empty = State::default();
    let (_, after) = table.space().states().find(|(_, state)| state.filled.count() == 1).unwrap();
    let blocks = (bytes.len() - values).div_ceil(BLOCK);
    let found: Vec<bool> = (0..blocks)
        .map(|block| {
            let mut damaged = bytes.clone();
            damaged[values + block * BLOCK + 7] ^= 1;
            let (opened, wrong) = opened(folder.path(), &damaged, &instead);
            let opened = opened.unwrap();
            assert!(matches!(ValueTable::load(table.model(), &path), Err(TableError::Checksum)));
            assert!(matches!(TableHeader::load(&path), Err(TableError::Checksum)));
            OptimalStrategy::new(&opened).turn(&empty).unwrap();
            let found = wrong.lock().unwrap().is_some();
            assert_eq!(opened.value(&after), if found { &instead } else { table }.value(&after));
            assert_equal(&opened, &instead);
            assert!(wrong.lock().unwrap().as_ref().unwrap().contains("checksum does not match"));
            found
        })
        .collect();
    assert!(found[blocks - 1] && found.iter().filter(|found| **found).count() <= 2, "{found:?}");
}

/// With any wrong bit, the file is refused when it is opened, or when its values are read: then all values come from the replacement.
#[test]
fn one_bit_flipped_in_an_opened_file() {
    let folder = tempfile::tempdir().unwrap();
    let table = toy();
    let instead = halved(&table);
    let bytes = table.to_bytes();
    let values = bytes.len() - parts(&table, &bytes).1.len();
    for position in 0..bytes.len() {
        let mut spoilt = bytes.clone();
        spoilt[position] ^= 1 << (position % 8);
        let (opened, wrong) = opened(folder.path(), &spoilt, &instead);
        assert_eq!(opened.is_err(), position < values, "{position}");
        if let Ok(opened) = opened {
            assert_eq!(*wrong.lock().unwrap(), None, "nothing was asked yet");
            assert_equal(&opened, &instead);
            assert!(wrong.lock().unwrap().is_some(), "{position}");
        }
    }
}

/// Changes to a file after it was opened.
#[test]
fn a_file_that_changes_while_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let table = builtin_table("hasbro");
    let bytes = table.to_bytes();
    let instead = halved(table);
    let path = folder.path().join(ValueTable::file_name(table.rules()));
    for length in [0, 10, 1000, bytes.len() as u64 - 1] {
        let (cut, wrong) = opened(folder.path(), &bytes, &instead);
        std::fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        assert_equal(&cut.unwrap(), &instead);
        assert!(wrong.lock().unwrap().as_ref().unwrap().contains("truncated"));
    }
    // A new file with the same name does not affect the open one.
    let (replaced, wrong) = opened(folder.path(), &bytes, &instead);
    instead.save(&path).unwrap();
    assert_equal(&replaced.unwrap(), table);
    assert_eq!(*wrong.lock().unwrap(), None);
}

/// The caller's replacement for a damaged file is used only if it is of the same game.
#[test]
fn a_table_of_another_game_is_no_replacement() {
    let folder = tempfile::tempdir().unwrap();
    let toy = toy();
    let path = folder.path().join("toy");
    let mut bytes = toy.to_bytes();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let opened = ValueTable::open(toy.model(), &path, |_| Some(builtin_table("hasbro").clone())).unwrap();
    assert_equal(&opened, &toy);
}

/// A file of a terabyte without content is refused because of its head.
#[cfg(unix)]
#[test]
fn a_sparse_giant() {
    let folder = tempfile::tempdir().unwrap();
    let toy = toy();
    let path = folder.path().join("toy");
    for length in [1u64 << 33, 1 << 40] {
        for head in [None, Some(u32::MAX), Some(1 << 24)] {
            let mut bytes = toy.to_bytes();
            if let Some(head) = head {
                bytes[LENGTH].copy_from_slice(&length.to_le_bytes());
                bytes[HEAD].copy_from_slice(&head.to_le_bytes());
            }
            std::fs::write(&path, bytes).unwrap();
            std::fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            let opened = ValueTable::open(toy.model(), &path, |_| unreachable!("it is refused"));
            for error in [opened.unwrap_err(), ValueTable::load(toy.model(), &path).unwrap_err(), TableHeader::load(&path).unwrap_err()] {
                assert!(matches!(error, TableError::Length { .. } | TableError::Checksum), "{error}");
            }
        }
    }
}
