//! The JSON that the program prints and docs/reference.md name the same fields.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::yahtzee;

const DOCUMENT: &str = include_str!("../../../docs/reference.md");
/// A small game with an upper bonus, further triples and rounds.
const SMALL: &str = "dialogue/front-ends/small.toml";
const LOWEST: &str = "dialogue/front-ends/lowest.toml";
/// A game of two players of the small game.
const TWO: &str = include_str!("../../../dialogue/front-ends/game-of-two.txt");

/// The part of the document below a heading of the second level.
fn section(heading: &str) -> &'static str {
    let (_, from) = DOCUMENT.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    from.split_once("\n## ").map_or(from, |(section, _)| section)
}

/// The names in the code of a text: in its indented lines, and between backticks.
fn names(text: &str) -> BTreeSet<&str> {
    let (blocks, prose): (Vec<&str>, Vec<&str>) = text.trim_start_matches('\n').split("\n\n").partition(|part| part.starts_with("    "));
    let inline = prose.into_iter().flat_map(|part| part.split('`').skip(1).step_by(2));
    let code = blocks.into_iter().chain(inline);
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_' || letter.is_ascii_digit();
    code.flat_map(|code| code.split(move |letter: char| !is_part(letter))).filter(|word| !word.is_empty()).collect()
}

/// The fields of the first columns of the tables in a section.
fn fields_of_tables(section: &str) -> BTreeSet<&str> {
    let first = section.lines().filter_map(|line| line.strip_prefix("| `")).map(|line| line.split(" | ").next().unwrap());
    first.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| !name.contains([' ', '-'])).collect()
}

/// The names of all fields of a value. The names of boxes, and of percentiles, are data.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let is_data = ["card", "percentiles", "loss_by_kind"].contains(&name.as_str());
                found.insert(name.clone());
                if !is_data {
                    fields(value, found);
                } else if let Some(extra) = value.get("extra") {
                    fields(extra, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

/// The fields that these commands print, and the fields of the questions that they read.
fn printed_and_read(commands: &[&str], folder: &std::path::Path) -> [BTreeSet<String>; 2] {
    let (mut found, mut read) = (BTreeSet::new(), BTreeSet::new());
    for command in commands {
        let (command, stdin) = command.split_once(" < ").unwrap_or((command, ""));
        let command = command.replace("SMALL", SMALL).replace("LOWEST", LOWEST).replace("DIR", folder.to_str().unwrap());
        let ran = yahtzee().args(shell_words::split(&command).unwrap()).arg("--json").write_stdin(stdin).ran();
        assert!(ran.status == Some(0) && !ran.stdout.is_empty(), "{command}: {}", ran.stderr);
        for (text, found) in [(&*ran.stdout, &mut found), (stdin, &mut read)] {
            for line in text.lines() {
                fields(&serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}: {line}")), found);
            }
        }
    }
    [found, read]
}

/// Questions with every field, and one that is wrong.
const QUESTIONS: &str = r#"advise --stdin < {"id": 7, "rules": "hasbro", "dice": [1, 3, 3, 5, 6], "rerolls_left": 1, "card": {"ones": 3, "extra": 0}, "chosen": "hold 33", "goal": "chance=24", "why": true}
{"dice": "13356 1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 y=0", "rounds": 1, "round": 1, "earlier": [], "objective": {"kind": "target", "score": 200}}
{"odds": {"goals": ["yahtzee"], "throws": 2}}
{"dice": 3}
"#;

/// Every section with commands that print all its fields, and the other sections that it refers to.
const COMMANDS: &[(&str, &[&str], &[&str])] = &[
    (
        "`advise`",
        &[
            "advise 11666 --chose 'score full-house' --why",
            "advise 13356 --goal chance=24",
            "advise 13356 --card 'ones=3 sum=4'",
            "advise 235 --rules SMALL --target 30 --why",
            "advise 235 --rules SMALL --against 'fives=10' --why",
            "advise 235 --rules SMALL --against new --field 1",
            "advise 235 --rules SMALL --card 'twos=2' --against 'fives=10 run=15' --reacting",
            "advise 235 --rules SMALL --utility DIR/utility.csv --why",
            "advise 235 --rules SMALL --this-turn --why",
            "advise 235 --rules LOWEST --fewest",
            "advise 44 --rules DIR/zero.toml --rerolls-left 0 --why",
        ],
        &[],
    ),
    ("`advise --stdin`", &[QUESTIONS], &["`advise`", "`odds`"]),
    (
        "`odds`",
        &["odds --goal yahtzee --throws 3", "odds 44413 --rerolls-left 1", "odds 44444 --goal yahtzee", "odds --card 'ones=3 sum=4'"],
        &[],
    ),
    ("`quiz`", &["quiz -n 2 --seed 5", "quiz --daily 2026-11-24"], &[]),
    ("`progress`", &["progress --history docs/example-history.jsonl"], &[]),
    ("`solve`", &["solve --rules SMALL"], &[]),
    (
        "`value`",
        &[
            "value",
            "value --rules SMALL --target 30",
            "value --rules SMALL --utility DIR/utility.csv",
            "value --rules SMALL --against new --foreseen",
            "value --rules SMALL --this-turn",
            "value --rules LOWEST --fewest",
        ],
        &["`advise`"],
    ),
    ("`rules`", &["rules", "rules list", "rules show hasbro", "rules explain hasbro"], &[]),
    ("`table info`", &["table info --rules SMALL"], &[]),
    ("`table list`", &["table list --tables DIR/tables"], &[]),
    ("`table prune`", &["table prune --dry-run --tables DIR/tables"], &[]),
    (
        "`review`",
        &[
            "review advisor-cli/tests/games/hasbro.txt --why",
            "review DIR/two.txt --player ann --rules SMALL",
            "review advisor-cli/tests/games/hasbro.txt --turn 3",
            "review DIR/last.txt",
            "review docs/example-sheet.txt",
            "review --card 'ones=3 total=4'",
        ],
        &["`advise`"],
    ),
    ("`stats`", &["stats --rules SMALL --plot DIR/a.svg --csv DIR/a.csv"], &[]),
    ("`evaluate`", &["evaluate greedy --rules SMALL", "evaluate DIR/card.toml --rules SMALL"], &["`stats`"]),
    ("`card`", &["card", "card --at '11345 rerolls=2'"], &[]),
    ("`targets`", &["targets --rules SMALL --plot DIR/b.svg"], &[]),
    ("`duel`", &["duel --rules SMALL", "duel --rules SMALL --first win --second answer"], &[]),
    (
        "`simulate`",
        &[
            "simulate -n 10 --rules SMALL",
            "simulate -n 100 --rules SMALL --player greedy",
            "simulate -n 3 --player estimate",
            "simulate -n 10 --rules SMALL --against greedy",
            "simulate -n 2 --bot 'python3 scripts/example-bot.py'",
        ],
        &[],
    ),
];

#[test]
fn the_document_and_the_program_name_the_same_fields() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("utility.csv", "0,0\n20,1\n");
    write("card.toml", "name = 'mine'\n[[keep]]\ndice = '2 alike'\nkeep = 'those'\n");
    write("two.txt", TWO);
    write("last.txt", "... 11666 score sixes\nchance=20\n");
    write(
        "zero.toml",
        "name = 'zero'\ndice = 2\nrolls = 2\n[[upper]]\nname = 'fives'\nface = 5\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n\
         [[lower]]\nname = 'run'\nstraight = 2\npoints = 12\njoker = 20\n[further]\ncategory = 'pair'\n\
         [further.after-points]\nplace = 'any'\njoker = 'never'\n[further.after-zero]\nplace = 'any'\njoker = 'always'\nbonus = 50\nbonus-when = 'always'\n",
    );
    let tables = folder.path().join("tables");
    yahtzee().args(["solve", "--rules", SMALL, "--tables", tables.to_str().unwrap()]).ran().ok();
    std::fs::write(tables.join("foreign.yzt"), "no table").unwrap();
    std::fs::write(tables.join("damaged-0123456789abcdef.yzt"), "no table").unwrap();

    let headings: BTreeSet<&str> = DOCUMENT.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let without_json = ["Commands", "Options", "`table export`", "Games in files", "The history", "`mcp`"];
    let covered: BTreeSet<&str> = COMMANDS.iter().map(|(heading, ..)| *heading).chain(without_json).collect();
    assert_eq!(headings, covered, "every section has commands");
    let mut wrong = Vec::new();
    for (heading, commands, others) in COMMANDS {
        let [printed, read] = printed_and_read(commands, folder.path());
        let texts = others.iter().chain([heading]).map(|heading| section(heading)).chain([section("Options")]);
        let named: BTreeSet<&str> = texts.flat_map(names).collect();
        wrong.extend(
            printed
                .iter()
                .filter(|field| !named.contains(field.as_str()))
                .map(|field| format!("{heading}: {field} is printed, and not documented")),
        );
        let promised = fields_of_tables(section(heading));
        wrong.extend(
            promised
                .iter()
                .filter(|field| !printed.contains(**field) && !read.contains(**field))
                .map(|field| format!("{heading}: {field} is documented, and not printed")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
