//! About 2,000 questions to the program, over all commands and rule sets, with hashes of the recorded answers. A change of the code that should not
//! change an answer must pass this test unchanged.
//!
//! The folder `golden` has a file for each group of questions. A line is a hash and a question: the arguments of `yahtzee`, or a line for
//! `advise --stdin`. So you can ask two versions of the program a question that fails, and compare the answers. Arguments are split as by a shell,
//! and paths start at the root of the workspace.
//!
//! The hash covers the answer's JSON: every digit of each number, and the order of all lists. It covers only the fields known when it was recorded;
//! the lines `fields` at the head of each file list them. So a new field breaks nothing, but a missing or changed known field does. The hash of
//! exported CSV covers every byte. The hash of a spread table covers the bits of all its values.
//!
//! To record the answers of only some groups anew:
//!
//! ```text
//! GOLDEN_RECORD=quiz,rules cargo test -p advisor-cli --test all golden
//! ```
//!
//! Record them in two cases only: a question was added, or an answer was changed on purpose and the commit says why. A refactoring, a faster kernel
//! or a new field is not a reason: values and answers must stay the same to the last bit. Answers that are often changed on purpose have separate
//! groups: the positions of `quiz`, the comparisons of `why`, and the texts of `rules`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{shared_tables, yahtzee};
use serde_json::value::RawValue;
use xxhash_rust::xxh3::xxh3_64;

/// Fields that depend on the machine, the folder or the format of table files, in any command.
const OF_THE_MACHINE: [&str; 5] = ["seconds", "threads", "table", "file", "bytes"];

/// The most failures shown of a group, spread over the group.
const SHOWN: usize = 10;

/// The paths of the known fields, by command. Elements of a list have the path of the list.
type Fields = BTreeMap<String, BTreeSet<String>>;

/// A group of questions with the recorded hashes.
struct Group {
    path: PathBuf,
    fields: Fields,
    /// Hash and question.
    questions: Vec<(String, String)>,
}

impl Group {
    fn read(name: &str) -> Group {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut group = Group { path, fields: Fields::new(), questions: Vec::new() };
        for line in text.lines() {
            if let Some(fields) = line.strip_prefix("fields ") {
                let (command, paths) = fields.split_once(": ").expect("a command and its fields");
                group.fields.insert(command.to_owned(), paths.split(' ').map(str::to_owned).collect());
            } else {
                let (hash, question) = line.split_once(' ').expect("a hash and a question");
                group.questions.push((hash.to_owned(), question.to_owned()));
            }
        }
        assert!(!group.questions.is_empty(), "{}: no questions", group.path.display());
        group
    }

    fn write(&self) {
        let fields = self.fields.iter().map(|(command, paths)| {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            format!("fields {command}: {}\n", paths.join(" "))
        });
        let questions = self.questions.iter().map(|(hash, question)| format!("{hash} {question}\n"));
        std::fs::write(&self.path, fields.chain(questions).collect::<String>()).unwrap();
    }

    /// Compares the answers with the recorded hashes, or records them. `hash` computes the hash of an answer, given the fields that count.
    fn check(mut self, answers: &[String], hash: impl Fn(&str, &str, &mut View<'_>) -> String) {
        assert_eq!(answers.len(), self.questions.len(), "{}: an answer for each question", self.path.display());
        if self.is_recorded_anew() {
            self.fields.clear();
            for ((recorded, question), answer) in self.questions.iter_mut().zip(answers) {
                *recorded = hash(question, answer, &mut View::Record(&mut self.fields));
            }
            return self.write();
        }
        let mut wrong = Vec::new();
        for ((recorded, question), answer) in self.questions.iter().zip(answers) {
            if hash(question, answer, &mut View::Compare(&self.fields)) != *recorded {
                wrong.push(question.as_str());
            }
        }
        let shown: Vec<&str> = wrong.iter().copied().step_by(wrong.len().div_ceil(SHOWN).max(1)).collect();
        let (count, all, file) = (wrong.len(), answers.len(), self.path.display());
        assert!(wrong.is_empty(), "{count} of {all} answers of {file} have changed, for example those to:\n{}\n", shown.join("\n"));
    }

    fn is_recorded_anew(&self) -> bool {
        let groups = std::env::var("GOLDEN_RECORD").unwrap_or_default();
        groups.split(',').any(|group| self.path.file_stem().is_some_and(|name| name == group))
    }
}

/// The fields of an answer that count.
enum View<'a> {
    /// The known fields.
    Compare(&'a Fields),
    /// All fields; they become known.
    Record(&'a mut Fields),
}

impl View<'_> {
    fn counts(&mut self, command: &str, path: &str) -> bool {
        match self {
            View::Compare(fields) => fields.get(command).is_some_and(|known| known.contains(path)),
            View::Record(fields) => {
                let counts = !path.split('.').any(|name| OF_THE_MACHINE.contains(&name));
                if counts {
                    fields.entry(command.to_owned()).or_default().insert(path.to_owned());
                }
                counts
            }
        }
    }
}

/// Appends the fields that count, sorted by name, each leaf as written. Numbers stay text, so no digit is lost.
fn project(json: &RawValue, command: &str, path: &str, view: &mut View<'_>, to: &mut String) {
    let text = json.get();
    if text.starts_with('{') {
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).expect("an object");
        to.push('{');
        for (name, value) in fields {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            if view.counts(command, &path) {
                to.push_str(&format!("{name:?}:"));
                project(value, command, &path, view, to);
                to.push(',');
            }
        }
        to.push('}');
    } else if text.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(text).expect("a list");
        to.push('[');
        for element in elements {
            project(element, command, path, view, to);
            to.push(',');
        }
        to.push(']');
    } else {
        to.push_str(text);
    }
}

/// The hash of an answer of one or more lines of JSON.
fn hash_of_json(command: &str, answer: &str, view: &mut View<'_>) -> String {
    let mut known = String::new();
    for line in answer.lines() {
        let json: &RawValue = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        project(json, command, "", view, &mut known);
        known.push('\n');
    }
    hash_of_bytes(known.as_bytes())
}

fn hash_of_bytes(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

/// The command of a question, which determines the known fields: `value`, `table info`.
fn command_of(question: &str) -> String {
    let words = question.split(' ').enumerate();
    let of_command = |(index, word): &(usize, &str)| *index == 0 || *index < 3 && matches!(*word, "list" | "show" | "info");
    words.take_while(of_command).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

/// The program's stdout.
fn printed(args: &[String], stdin: &str) -> String {
    let ran = yahtzee().args(args).write_stdin(stdin).ran();
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "yahtzee {}", shell_words::join(args));
    ran.stdout
}

fn args_of(question: &str) -> Vec<String> {
    shell_words::split(question).unwrap_or_else(|error| panic!("{error}: {question}"))
}

/// Rule sets with questions, but without questions that need their spread tables.
const WITHOUT_SPREADS: [&str; 3] = ["docs/examples/four-rolls.toml", "docs/examples/kelly-liese.toml", "docs/examples/short-maxi.toml"];

/// The rule sets with recorded spread tables. It first puts all tables into the shared folder, so that no two questions solve the same one.
fn prepared() -> &'static Group {
    static PREPARED: OnceLock<Group> = OnceLock::new();
    PREPARED.get_or_init(|| {
        for rules in WITHOUT_SPREADS {
            printed(&args_of(&format!("value --rules {rules}")), "");
        }
        let group = Group::read("spreads");
        for (_, rules) in &group.questions {
            let dice = if rules.contains("three-dice") { "446" } else { "13356" };
            printed(&args_of(&format!("advise {dice} --json --rules {rules}")), "");
        }
        group
    })
}

/// Asks each question separately, on all cores. Returns each answer after `keep`.
fn each_asked(questions: &[(String, String)], and: &[&str], keep: impl Fn(String) -> String + Sync) -> Vec<String> {
    prepared();
    let next = AtomicUsize::new(0);
    let answers: Vec<OnceLock<String>> = questions.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < questions.len()) {
            let mut args = args_of(&questions[index].1);
            args.extend(and.iter().map(|&arg| arg.to_owned()));
            answers[index].set(keep(printed(&args, ""))).expect("each question is asked once");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    answers.into_iter().map(|answer| answer.into_inner().expect("it was asked")).collect()
}

/// Checks a group whose questions are arguments.
fn check_commands(name: &str) {
    let group = Group::read(name);
    let answers = each_asked(&group.questions, &["--json"], |answer| answer);
    group.check(&answers, |question, answer, view| hash_of_json(&command_of(question), answer, view));
}

#[test]
fn advise_stdin() {
    prepared();
    let group = Group::read("batch");
    let lines: String = group.questions.iter().map(|(_, question)| format!("{question}\n")).collect();
    let printed = printed(&args_of("advise --stdin --rule-files"), &lines);
    let answers: Vec<String> = printed.lines().map(str::to_owned).collect();
    group.check(&answers, |question, answer, view| {
        assert!(!answer.contains("\"error\""), "{question}: {answer}");
        hash_of_json("advise", answer, view)
    });
}

#[test]
fn commands() {
    check_commands("commands");
}

#[test]
fn targets() {
    check_commands("targets");
}

#[test]
fn why() {
    check_commands("why");
}

#[test]
fn quiz() {
    check_commands("quiz");
}

/// Reviews and quizzes that take seconds. Others of the same commands are asked each time.
#[test]
#[ignore = "deep"]
fn long_commands() {
    check_commands("long");
}

#[test]
fn rules() {
    check_commands("rules");
}

#[test]
fn exported_values() {
    let group = Group::read("exports");
    let hashes = each_asked(&group.questions, &[], |csv| hash_of_bytes(csv.as_bytes()));
    group.check(&hashes, |_, hash, _| hash.to_owned());
}

/// The values of a spread table end its file: two numbers of eight bytes for each value of the rule set's table.
#[test]
fn spreads() {
    let Group { path, fields, questions } = prepared();
    let hashes: Vec<String> = questions.iter().map(|(_, rules)| hash_of_spreads(rules)).collect();
    let group = Group { path: path.clone(), fields: fields.clone(), questions: questions.clone() };
    group.check(&hashes, |_, hash, _| hash.to_owned());
}

fn hash_of_spreads(rules: &str) -> String {
    let info: serde_json::Value = serde_json::from_str(&printed(&args_of(&format!("table info --json --rules {rules}")), "")).unwrap();
    let values = usize::try_from(info["values"].as_u64().expect("a number")).unwrap();
    let name = format!("{}-{}.spread.yzt", info["rules"].as_str().unwrap(), info["fingerprint"].as_str().unwrap());
    let bytes = std::fs::read(shared_tables().join(name)).unwrap();
    hash_of_bytes(&bytes[bytes.len() - 2 * 8 * values..])
}
