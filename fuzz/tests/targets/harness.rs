//! Runs a target on changed input, and checks its time and memory.
//!
//! As a plain test, a target gets the inputs of its corpus, then random edits of these and of its valid inputs. Built for libFuzzer, it gets
//! libFuzzer's changes to them, guided by the reached code.

use std::panic::RefUnwindSafe;
use std::path::Path;
#[cfg(fuzzing_libfuzzer)]
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;

#[cfg(not(fuzzing_libfuzzer))]
use crate::edits::{Edit, edited};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The longest time that any input may take.
const LONGEST: Duration = Duration::from_secs(2);

/// The memory that any input may take, in bytes, and the additional memory for each of its bytes.
const FLAT: usize = 1 << 20;
const EACH: usize = 1 << 10;

/// Fuzzes one target, starting with these valid inputs.
pub(crate) fn fuzz(name: &str, valid: Vec<Vec<u8>>, target: impl Fn(&[u8]) + RefUnwindSafe) {
    fuzz_grown(name, valid, <[u8]>::to_vec, target);
}

/// As [`fuzz`], but the target gets what `grown` makes of an input.
#[cfg(not(fuzzing_libfuzzer))]
pub(crate) fn fuzz_grown(
    name: &str,
    mut valid: Vec<Vec<u8>>,
    grown: impl Fn(&[u8]) -> Vec<u8> + RefUnwindSafe,
    target: impl Fn(&[u8]) + RefUnwindSafe,
) {
    valid.extend(corpus(name));
    valid.iter().for_each(|input| check(input, &grown, &target));
    bolero::check!().with_type::<(u8, Vec<Edit>)>().for_each(|(choice, edits)| {
        check(&edited(&valid[usize::from(*choice) % valid.len()], edits), &grown, &target);
    });
}

/// As above. `scripts/fuzz.sh` passes the folders to libFuzzer.
#[cfg(fuzzing_libfuzzer)]
pub(crate) fn fuzz_grown(
    name: &str,
    mut valid: Vec<Vec<u8>>,
    grown: impl Fn(&[u8]) -> Vec<u8> + RefUnwindSafe,
    target: impl Fn(&[u8]) + RefUnwindSafe,
) {
    valid.extend(corpus(name));
    let folder = PathBuf::from(std::env::var_os("FUZZ_FOLDER").expect("FUZZ_FOLDER names a folder")).join("valid");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (number, input) in valid.iter().enumerate() {
        std::fs::write(folder.join(format!("{name}-{number}")), input).expect("the folder can be written");
    }
    let words: String = crate::edits::WORDS.iter().map(|word| format!("\"{}\"\n", in_dictionary(word))).collect();
    std::fs::write(folder.with_file_name("words"), words).expect("the folder can be written");
    bolero::check!().for_each(|input: &[u8]| check(input, &grown, &target));
}

/// A word in the form of libFuzzer's dictionaries.
#[cfg(fuzzing_libfuzzer)]
fn in_dictionary(word: &str) -> String {
    let letter = |byte: &u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    word.as_bytes().iter().map(letter).collect()
}

/// The stored inputs of a target, one per line: inputs that reach rare code, and inputs that once failed.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name).with_extension("txt");
    let lines = std::fs::read_to_string(path).unwrap_or_default();
    lines.lines().map(unescaped).collect()
}

/// The bytes that `escape_ascii` turns into this line.
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            None => byte,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'x') => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            Some(other) => other,
        });
    }
    bytes
}

#[test]
fn lines_of_the_corpus_read_back() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(unescaped(&all.escape_ascii().to_string()), all);
}

/// Runs a target on one input, grown.
fn check(input: &[u8], grown: &impl Fn(&[u8]) -> Vec<u8>, target: &impl Fn(&[u8])) {
    // One target at a time, because memory is counted for the whole process.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let grown = grown(input);
    let limit = FLAT + EACH * grown.len();
    let run = || {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = Instant::now();
        target(&grown);
        (start.elapsed(), MEMORY.peak_usage().saturating_sub(before))
    };
    let is_much = |(time, taken): &(Duration, usize)| *time > LONGEST || *taken > limit;
    // Another process may have slowed it down, and another target may have made its inputs meanwhile. Only what is too much twice counts.
    if let Some((time, taken)) = Some(run()).filter(is_much).map(|_| run()).filter(is_much) {
        panic!("{time:?} and {taken} bytes for the {} of {}", grown.len(), input.escape_ascii());
    }
}
