//! The table file: it reads back as written, and any other content is an error that names the problem.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::{builtin_table, small_builtin_names, small_rules, solve};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::table::TableHeader;
use yahtzee_solver::{Model, RuleSet, TableError, ValueTable};

const TOY: &str = "name = 'toy'\ndice = 2\n[upper-bonus]\nat = 8\npoints = 9\n[[upper]]\nname = 'fours'\nface = 4\n[[upper]]\nname = 'sixes'\nface = 6\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 20\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n[further]\ncategory = 'pair'\n[further.after-points]\nplace = 'any'\njoker = 'never'\nbonus = 5\n";

/// Bytes before the header, including the lengths of the file and of the head.
const PREFIX: usize = 24;
const LENGTH: std::ops::Range<usize> = 12..20;
const HEAD: std::ops::Range<usize> = 20..24;
/// Bytes in a block of values.
const BLOCK: usize = 1 << 16;

fn toy() -> ValueTable {
    solve(&RuleSet::parse(TOY).unwrap())
}

/// This table, and the tables of the built-in rule sets that are solved quickly.
fn all_tables(one: &ValueTable) -> Vec<&ValueTable> {
    let builtin = |name| -> &ValueTable { builtin_table(name) };
    std::iter::once(one).chain(small_builtin_names().map(builtin)).collect()
}

fn read(table: &ValueTable, bytes: &[u8]) -> Result<ValueTable, TableError> {
    ValueTable::from_bytes(table.model(), bytes)
}

fn assert_equal(a: &ValueTable, b: &ValueTable) {
    assert!(a.iter().map(|(index, state, value)| (index, state, value.to_bits())).eq(b.iter().map(|(index, state, value)| (
        index,
        state,
        value.to_bits()
    ))));
}

/// A file with this header, encoded, and these values, with all lengths and checksums right.
fn sealed(header: &[u8], values: &[u8]) -> Vec<u8> {
    let checksums = values.chunks(BLOCK).flat_map(|block| xxh3_64(block).to_le_bytes());
    let mut bytes = [&toy().to_bytes()[..PREFIX], header, &checksums.collect::<Vec<u8>>()].concat();
    let head = bytes.len() + 8;
    bytes[LENGTH].copy_from_slice(&((head + values.len()) as u64).to_le_bytes());
    bytes[HEAD].copy_from_slice(&(head as u32).to_le_bytes());
    let checksum = xxh3_64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(values);
    bytes
}

/// The header of a file of this table, encoded, and its values.
fn parts<'a>(table: &ValueTable, bytes: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let length = 8 * table.space().distinct();
    let values = bytes.len() - length;
    (&bytes[PREFIX..values - 8 - 8 * length.div_ceil(BLOCK)], &bytes[values..])
}

#[test]
fn round_trip() {
    for table in all_tables(&toy()) {
        let bytes = table.to_bytes();
        let again = read(table, &bytes).unwrap();
        assert_equal(table, &again);
        assert!(again.to_bytes() == bytes);
        assert_eq!(TableHeader::from_bytes(&bytes).unwrap(), table.header());
    }
    let header = builtin_table("hasbro").header();
    assert_eq!((header.rules.as_str(), header.objective.as_str(), header.states), ("hasbro", "expected-score", 536_448));
    assert!(builtin_table("hasbro").to_bytes().len() < 4_400_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn round_trip_of_small_rule_sets(toml in small_rules()) {
        let table = solve(&RuleSet::parse(&toml).unwrap());
        assert_equal(&table, &read(&table, &table.to_bytes()).unwrap());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), start in 0usize..40) {
        let table = toy();
        let mut spoilt = table.to_bytes();
        prop_assert!(read(&table, &bytes).is_err());
        // Any content after a valid start, with the right lengths and checksums.
        let (header, values) = parts(&table, &spoilt);
        let header = [&header[..start.min(header.len())], &bytes].concat();
        prop_assert!(read(&table, &sealed(&header, values)).is_err());
        spoilt.truncate(start);
        spoilt.extend(&bytes);
        prop_assert!(read(&table, &spoilt).is_err());
    }
}

#[test]
fn not_a_table() {
    let table = toy();
    for bytes in [b"".as_slice(), b"x", b"YZTABLF\n", b"{\"rules\": \"hasbro\"}", &[0; 4096], &[0xff; 4096]] {
        let error = read(&table, bytes).unwrap_err();
        assert!(matches!(error, TableError::NotATable), "{error}");
        assert_eq!(error.to_string(), "not a value table");
    }
}

#[test]
fn truncated_at_every_place() {
    let table = toy();
    let bytes = table.to_bytes();
    for length in 1..bytes.len() {
        let error = read(&table, &bytes[..length]).unwrap_err();
        assert!(matches!(error, TableError::Length { found, .. } if found == length as u64), "{length}: {error}");
        assert!(error.to_string().ends_with("the file is truncated"), "{error}");
    }
    for more in [1, 8, 1000] {
        let mut long = bytes.clone();
        long.extend(vec![0; more]);
        let error = read(&table, &long).unwrap_err();
        assert!(error.to_string().ends_with("the file is damaged"), "{error}");
    }
}

#[test]
fn one_bit_flipped() {
    let table = toy();
    let bytes = table.to_bytes();
    for position in 0..bytes.len() {
        for bit in 0..8 {
            let mut spoilt = bytes.clone();
            spoilt[position] ^= 1 << bit;
            let error = read(&table, &spoilt).unwrap_err();
            let named = match position {
                0..8 => matches!(error, TableError::NotATable),
                8..12 => matches!(error, TableError::Version { .. }),
                12..20 => matches!(error, TableError::Length { .. }),
                _ => matches!(error, TableError::Checksum),
            };
            assert!(named, "bit {bit} of byte {position}: {error}");
            assert!(TableHeader::from_bytes(&spoilt).is_err());
        }
    }
}

#[test]
fn another_version() {
    let table = toy();
    for version in [1u32, 7] {
        let mut bytes = table.to_bytes();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        let error = read(&table, &bytes).unwrap_err();
        assert_eq!(error.to_string(), format!("format version {version}, where this program reads version 2"));
    }
    let bytes = table.to_bytes();
    let (header, values) = parts(&table, &bytes);
    // The version of the arithmetic comes after the name (with its length) and the fingerprint.
    let mut header = header.to_vec();
    let at = 8 + "toy".len() + 8;
    assert_eq!(header[at..at + 4], table.header().arithmetic.to_le_bytes());
    header[at..at + 4].copy_from_slice(&99u32.to_le_bytes());
    let error = read(&table, &sealed(&header, values)).unwrap_err();
    assert!(matches!(error, TableError::Arithmetic { found: 99, .. }), "{error}");
    assert!(TableHeader::from_bytes(&sealed(&header, values)).unwrap().check_arithmetic().is_err());
}

/// Rules that differ in anything that affects values have different fingerprints; rules that differ only in words have the same.
#[test]
fn another_rule_set() {
    let table = toy();
    let bytes = table.to_bytes();
    let model = |toml: &str| Arc::new(Model::new(&RuleSet::parse(toml).unwrap(), u64::MAX).unwrap());
    for (from, to) in [
        ("points = 9", "points = 10"),
        ("at = 8", "at = 9"),
        ("face = 4", "face = 5"),
        ("points = 20", "points = 21"),
        ("points = 20", "points = 20\njoker = 1"),
        ("'all-dice'", "12"),
        ("any = true", "straight = 2"),
        ("groups = [2]", "groups = [2]\nsame-face = true"),
        ("bonus = 5", "bonus = 6"),
        ("bonus = 5", "bonus = 5\nbonus-when = 'scoring'"),
        ("place = 'any'", "place = 'upper-then-any'"),
        ("joker = 'never'", "joker = 'always'"),
        ("after-points", "after-zero"),
        ("dice = 2", "dice = 2\nrolls = 2"),
        ("dice = 2", "dice = 3"),
    ] {
        assert!(TOY.contains(from));
        let error = ValueTable::from_bytes(&model(&TOY.replacen(from, to, 1)), &bytes).unwrap_err();
        assert!(matches!(error, TableError::OtherRules { .. }), "{to}: {error}");
    }
    for (from, to) in [
        ("'toy'", "'other'"),
        ("'pair'", "'two'"),
        ("name = 'fours'", "name = 'fours'\ntitle = 'Vier'\nshort = ['4']"),
        ("dice = 2", "source = 's'\nnotes = ['n']\ndice = 2\nmax-rounds = 3"),
    ] {
        assert_equal(&ValueTable::from_bytes(&model(&TOY.replace(from, to)), &bytes).unwrap(), &table);
    }
    let hasbro = builtin_table("hasbro");
    let error = read(hasbro, &bytes).unwrap_err();
    let [toy, wanted] = [&table, hasbro].map(|table| format!("{:016x}", table.rules().fingerprint()));
    assert_eq!(error.to_string(), format!("the table of rule set 'toy' ({toy}), not of 'hasbro' ({wanted})"));
    assert_eq!(ValueTable::file_name(hasbro.rules()), format!("hasbro-{wanted}.yzt"));
}

/// Files with right checksums and wrong content.
#[test]
fn wrong_content_with_right_checksums() {
    let table = toy();
    let bytes = table.to_bytes();
    let (header, values) = parts(&table, &bytes);
    assert!(sealed(header, values) == bytes);
    let error = |change: &dyn Fn(&mut Vec<u8>, &mut Vec<u8>)| {
        let (mut header, mut values) = (header.to_vec(), values.to_vec());
        change(&mut header, &mut values);
        let error = read(&table, &sealed(&header, &values)).unwrap_err();
        assert!(matches!(error, TableError::Content(_)), "{error}");
        error.to_string()
    };
    // Not finite, or more or less than the rules can pay.
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, 1e6, -1.0] {
        for at in [0, values.len() - 8] {
            let found = error(&|_, values| values[at..at + 8].copy_from_slice(&f64::to_le_bytes(value)));
            assert!(found.starts_with("damaged: a value is not from 0 to "), "{found}");
        }
    }
    // The header, from its end: number of values, number of states, objective.
    let end = header.len();
    let states = table.space().len();
    let distinct = table.space().distinct();
    let found = error(&|header, _| header[end - 16..end - 8].copy_from_slice(&99u64.to_le_bytes()));
    assert_eq!(found, format!("damaged: 99 states and {distinct} values where the rule set has {states} and {distinct}"));
    let found = error(&|header, _| header[end - 17] = b'x');
    assert_eq!(found, "damaged: values of objective 'expected-scorx', not of 'expected-score'");
    // Names that would affect a terminal.
    for (at, letter) in [(end - 17, 0x1b), (end - 17, b'\n'), (8, 0x07), (8, b'X')] {
        let found = error(&|header, _| header[at] = letter);
        assert_eq!(found, "damaged: the rule set's name or the objective is not a name");
    }
    // One value fewer, and the header says so.
    let found = error(&|header, values| {
        header[end - 8..].copy_from_slice(&(distinct as u64 - 1).to_le_bytes());
        values.truncate(values.len() - 8);
    });
    assert!(found.contains(&format!("{states} states and {} values where the rule set has", distinct - 1)), "{found}");
    // One value fewer, and the header does not say so; half a value; no values; a longer header; no header.
    for length in [values.len() - 8, values.len() - 4, 8, 4, 0] {
        error(&|_, values| values.truncate(length));
    }
    error(&|header, _| header.push(0));
    error(&|header, _| header.extend([0; 8]));
    error(&|header, _| header.clear());
    // Lengths of the name (the first field of the header) and numbers of values that exceed any memory.
    for huge in [u64::MAX, u64::MAX / 8 + 1, 1 << 61, 1 << 40] {
        error(&|header, _| header[..8].copy_from_slice(&huge.to_le_bytes()));
        error(&|header, _| header[end - 8..].copy_from_slice(&huge.to_le_bytes()));
    }
    // A name that is not text.
    error(&|header, _| header[8] = 0xff);
}

/// A file with the right length but a wrong length of the head.
#[test]
fn a_head_that_no_file_has() {
    let table = toy();
    for head in [0, 1, 23, 31, 100, 1 << 24, u32::MAX] {
        let mut bytes = table.to_bytes();
        bytes[HEAD].copy_from_slice(&u32::to_le_bytes(head));
        assert!(matches!(read(&table, &bytes).unwrap_err(), TableError::Checksum), "{head}");
    }
}

#[test]
fn a_length_that_no_file_has() {
    let table = toy();
    for huge in [u64::MAX, u64::MAX - 28, 1 << 63, 1 << 40] {
        let mut bytes = table.to_bytes();
        bytes[LENGTH].copy_from_slice(&huge.to_le_bytes());
        let error = read(&table, &bytes).unwrap_err();
        assert!(matches!(error, TableError::Length { .. }), "{error}");
    }
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let table = toy();
    let path = folder.path().join("toy.yzt");
    let missing = ValueTable::load(table.model(), &path).unwrap_err();
    assert!(matches!(&missing, TableError::Io(error) if error.kind() == std::io::ErrorKind::NotFound));
    let a_folder = ValueTable::load(table.model(), folder.path()).unwrap_err();
    assert!(matches!(a_folder, TableError::Io(_)));
    let length = table.save(&path).unwrap();
    assert_eq!(length, std::fs::metadata(&path).unwrap().len());
    assert_equal(&ValueTable::load(table.model(), &path).unwrap(), &table);
    let values = std::fs::read(&path).unwrap().split_off((length - 8 * table.header().values) as usize);
    assert_eq!(TableHeader::load(&path).unwrap(), (table.header(), xxhash_rust::xxh3::xxh3_64(&values)));
    // Another table replaces the whole file.
    std::fs::write(&path, b"damaged").unwrap();
    table.save(&path).unwrap();
    assert_equal(&ValueTable::load(table.model(), &path).unwrap(), &table);
    assert_eq!(names(folder.path()), ["toy.yzt"]);
}

fn names(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let table = toy();
    // A folder that does not exist.
    assert!(matches!(table.save(&folder.path().join("none/toy.yzt")), Err(TableError::Io(_))));
    // A folder with the name of the file: only the last step fails, after everything is written.
    let taken = folder.path().join("taken");
    std::fs::create_dir(&taken).unwrap();
    assert!(matches!(table.save(&taken), Err(TableError::Io(_))));
    assert_eq!(names(folder.path()), ["taken"]);
}

/// A process that saves a table again and again; the test below kills it at any moment.
#[test]
#[ignore = "runs until it is ended: started by another test"]
fn save_for_ever() {
    let folder = std::env::var_os("YAHTZEE_TEST_FOLDER").expect("a folder");
    let table = builtin_table("kniffel");
    loop {
        table.save(&Path::new(&folder).join("kniffel.yzt")).unwrap();
    }
}

/// A writer killed at any moment leaves a whole table or none under its name. A temporary file left by it does no harm.
#[test]
fn an_interrupted_write() {
    let table = builtin_table("kniffel");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kniffel.yzt");
    let load = || match ValueTable::load(table.model(), &path) {
        Ok(read) => assert_eq!(read.expected_score().to_bits(), table.expected_score().to_bits()),
        Err(TableError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => panic!("{error}"),
    };
    let start = Instant::now();
    for round in 0..4 {
        for name in names(folder.path()) {
            std::fs::remove_file(folder.path().join(name)).unwrap();
        }
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "table_file::save_for_ever", "--ignored", "--quiet"])
            .env("YAHTZEE_TEST_FOLDER", folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Waits until it has solved the game and written it this many times.
        let mut written = HashSet::new();
        while written.len() <= round {
            load();
            written.extend(std::fs::metadata(&path).and_then(|file| file.modified()).ok());
            assert!(writer.try_wait().unwrap().is_none(), "the writer writes on");
            assert!(start.elapsed() < Duration::from_secs(120), "nothing is written");
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        load();
    }
    assert!(!names(folder.path()).is_empty(), "nothing was ever written");
    table.save(&path).unwrap();
    load();
    assert!(names(folder.path()).iter().all(|name| name == "kniffel.yzt" || (name.starts_with(".yahtzee-") && name.ends_with(".tmp"))));
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
            for error in [ValueTable::load(toy.model(), &path).unwrap_err(), TableHeader::load(&path).unwrap_err()] {
                assert!(matches!(error, TableError::Length { .. } | TableError::Checksum), "{error}");
            }
        }
    }
}

/// The file's permissions follow the umask, as for any new file.
#[cfg(unix)]
#[test]
fn a_file_may_be_read_by_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
    let (table, plain) = (folder.path().join("toy.yzt"), folder.path().join("plain"));
    toy().save(&table).unwrap();
    std::fs::write(&plain, "").unwrap();
    assert_eq!(mode(&table), mode(&plain));
}
