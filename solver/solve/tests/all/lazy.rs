use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::testing::{numbers, table};
use yahtzee_solve::inside::{Blocks, FILE_BLOCK, Held, Lazy, Reader, Rows};
use yahtzee_solve::rules::{RuleSet, State};
use yahtzee_solve::{Model, Solver, TableError, ValueTable};

/// A file that counts the bytes read. Reading fails from a given place on.
struct Watched {
    file: Cursor<Vec<u8>>,
    read: Arc<AtomicU64>,
    fails_from: Option<u64>,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.fails_from.is_some_and(|from| self.file.position() >= from) {
            return Err(ErrorKind::TimedOut.into());
        }
        let read = self.file.read(bytes)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Watched {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A table that is read on demand, the log of reads of its file, and its reported error.
struct Opened {
    rows: Rows<1>,
    read: Arc<AtomicU64>,
    wrong: Arc<Mutex<Vec<String>>>,
}

impl Opened {
    /// If reading the file fails, half of each value is returned instead.
    fn new(table: &ValueTable, bytes: Vec<u8>, length: u64, fails_from: Option<u64>) -> Opened {
        let (read, wrong) = <(Arc<AtomicU64>, Arc<Mutex<Vec<String>>>)>::default();
        let file = Watched { file: Cursor::new(bytes), read: Arc::clone(&read), fails_from };
        let blocks = Blocks::new(Reader::open(file, length).unwrap(), table.model(), ValueTable::CONTENT).unwrap();
        let instead = {
            let (values, wrong) = (table.values().to_vec(), Arc::clone(&wrong));
            move |_: &Arc<Model>, error: &TableError| {
                wrong.lock().unwrap().push(error.to_string());
                [values.iter().map(|value| value / 2.0).collect()]
            }
        };
        Opened { rows: Rows::read(Box::new(Lazy::new(blocks, Box::new(instead)))), read, wrong }
    }

    fn sound(table: &ValueTable) -> Opened {
        let bytes = table.to_bytes();
        let length = bytes.len() as u64;
        Opened::new(table, bytes, length, None)
    }

    fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    fn wrong(&self) -> Vec<String> {
        self.wrong.lock().unwrap().clone()
    }
}

/// Checks the values of the rows that follow a row, padding included.
fn assert_after(table: &ValueTable, held: &Held<'_, 1>, state: &State, factor: f64) {
    let space = table.space();
    for row in space.rows_after(state.filled, state.flag) {
        let [found, wanted] = [&held[0], table.values()].map(|values| &values[row.start..][..space.row_width(&row)]);
        assert!(found.iter().zip(wanted).all(|(found, wanted)| *found == wanted * factor), "{state:?} {row:?}");
    }
}

fn states(table: &ValueTable) -> Vec<State> {
    table.space().states().map(|(_, state)| state).collect()
}

/// A game that saves throws, so that a row has many planes: several blocks in any order, one row per turn in the listed order.
fn with_throws(order: &str) -> ValueTable {
    let mut toml =
        format!("name = 'saving'\ndice = 3\nrolls = 2\nsaved-throws = true\norder = '{order}'\n[upper-bonus]\nat = 30\npoints = 10\n");
    (1..=6).for_each(|face| toml += &format!("[[upper]]\nname = 'face-{face}'\nface = {face}\n"));
    toml += "[[lower]]\nname = 'three'\ngroups = [3]\npoints = 20\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n";
    toml += "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 9\n[[lower]]\nname = 'run'\nstraight = 3\npoints = 15\n";
    Solver::new(&RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap()
}

/// Compares with reading everything: any values, read in any order, are the same.
#[test]
fn what_is_read_is_what_all_reading_gives() {
    let saving = [with_throws("any"), with_throws("as-listed")];
    assert!(saving[0].to_bytes().len() > 3 * FILE_BLOCK);
    for table in saving.iter().chain([0, 4, 5].map(table)) {
        let states = states(table);
        for seed in 0..3 {
            let opened = Opened::sound(table);
            let mut random = numbers(seed);
            for question in 0..200 {
                let state = &states[random() % states.len()];
                match random() % 100 {
                    99 if question > 100 => assert_eq!(opened.rows.all(table.model())[0], table.values()),
                    other if other % 2 == 0 => assert_eq!(opened.rows.at(table.model(), state)[0], table.value_of(state)),
                    _ => assert_after(table, &opened.rows.after(table.model(), state.filled, state.flag), state, 1.0),
                }
            }
            assert_eq!(opened.wrong(), [""; 0]);
        }
    }
}

#[test]
fn only_the_blocks_asked_for_are_read_and_each_once() {
    let table = table(0);
    let length = table.to_bytes().len() as u64;
    let block = FILE_BLOCK as u64;
    let opened = Opened::sound(table);
    let head = opened.read();
    assert_eq!(head, length - 8 * table.space().distinct() as u64);
    let empty = State::default();
    let model = table.model();
    // The empty card is the last row, in the last block, which is shorter.
    opened.rows.at(model, &empty);
    let last = (length - head) % block;
    assert_eq!(opened.read(), head + last);
    opened.rows.after(model, empty.filled, empty.flag);
    assert!(opened.read() <= head + last + block);
    let states = states(table);
    let mut random = numbers(7);
    for _ in 0..100 {
        let state = &states[random() % states.len()];
        let before = opened.read();
        opened.rows.after(model, state.filled, state.flag);
        let rows = table.space().rows_after(state.filled, state.flag).count() as u64;
        assert!(opened.read() - before <= rows * block);
        let before = opened.read();
        opened.rows.after(model, state.filled, state.flag);
        table.space().rows_after(state.filled, state.flag).for_each(|row| {
            opened.rows.at(model, &State { filled: row.filled, flag: row.flag, ..empty });
        });
        assert_eq!(opened.read(), before);
    }
    assert!(opened.read() < length, "some block was not asked for");
    opened.rows.all(model);
    assert_eq!(opened.read(), length);
}

/// A block is damaged, cannot be read, or the file ends before it. A question that needs it gets the replacement values, and so does every later
/// one.
#[test]
fn what_is_wrong_with_a_block_is_said_once() {
    let table = table(0);
    let (model, states) = (table.model(), states(table));
    let bytes = table.to_bytes();
    let length = bytes.len() as u64;
    let head = bytes.len() - 8 * table.space().distinct();
    let mut random = numbers(1);
    for first in (head..bytes.len()).step_by(FILE_BLOCK) {
        let end = bytes.len().min(first + FILE_BLOCK);
        let mut damaged = bytes.clone();
        damaged[first + random() % (end - first)] ^= 1 << (random() % 8);
        let short = bytes[..end - 1].to_vec();
        let of_each = [
            (Opened::new(table, damaged, length, None), "checksum does not match"),
            (Opened::new(table, short, length, None), "the file is truncated"),
            (Opened::new(table, bytes.clone(), length, Some(first as u64)), "timed out"),
        ];
        for (opened, message) in of_each {
            while opened.wrong().is_empty() {
                let state = &states[random() % states.len()];
                let held = opened.rows.after(model, state.filled, state.flag);
                assert_after(table, &held, state, if opened.wrong().is_empty() { 1.0 } else { 0.5 });
            }
            for _ in 0..20 {
                let state = &states[random() % states.len()];
                assert_eq!(opened.rows.at(model, state)[0], table.value_of(state) / 2.0);
            }
            assert!(opened.rows.all(model)[0].iter().zip(table.values()).all(|(found, value)| *found == value / 2.0));
            let wrong = opened.wrong();
            assert!(wrong.len() == 1 && wrong[0].contains(message), "{wrong:?}");
        }
    }
}

#[test]
fn what_somebody_holds_stays() {
    let table = table(0);
    let opened = Opened::sound(table);
    let states = states(table);
    let mut random = numbers(2);
    let mut held = Vec::new();
    for _ in 0..20 {
        let state = states[random() % states.len()];
        held.push((state, opened.rows.after(table.model(), state.filled, state.flag)));
        held.iter().for_each(|(state, held)| assert_after(table, held, state, 1.0));
    }
    assert_eq!(opened.rows.all(table.model())[0], table.values());
    held.iter().for_each(|(state, held)| assert_after(table, held, state, 1.0));
}

#[test]
fn many_threads_may_ask() {
    let table = table(0);
    let states = states(table);
    let mut damaged = table.to_bytes();
    let length = damaged.len();
    damaged[length - 1_000_000] ^= 1;
    let sound = Opened::sound(table);
    let damaged = Opened::new(table, damaged, length as u64, None);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (states, sound, damaged) = (&states, &sound, &damaged);
            scope.spawn(move || {
                let mut random = numbers(seed);
                for question in 0..150 {
                    let state = &states[random() % states.len()];
                    assert_after(table, &sound.rows.after(table.model(), state.filled, state.flag), state, 1.0);
                    let [value] = damaged.rows.at(table.model(), state);
                    assert!([1.0, 0.5].contains(&(value / table.value_of(state))) || value == 0.0);
                    if question == 100 && seed == 3 {
                        sound.rows.all(table.model());
                        damaged.rows.all(table.model());
                    }
                }
            });
        }
    });
    assert_eq!((sound.wrong().len(), damaged.wrong().len()), (0, 1));
    assert_eq!(sound.rows.all(table.model())[0], table.values());
}
