//! What documents and comments name is there: files, commands, options and rule sets.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use yahtzee_solver::RuleSet;
use yahtzee_solver::rules::ColumnGame;

use crate::common::{text, yahtzee};

const FOLDERS: [&str; 12] =
    ["solver", "dialogue", "advisor-cli", "proofs", "web", "python", "checker", "tables", "benches", "fuzz", "scripts", "docs"];
const ENDINGS: [&str; 11] = ["md", "rs", "py", "toml", "sh", "ts", "mjs", "c", "txt", "jsonl", "csv"];
const NOT_OURS: [&str; 6] = ["target", "node_modules", "dist", "generated", "corpus", "venv"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// The text files below a folder.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            if !name.starts_with('.') && !NOT_OURS.contains(&name.as_str()) {
                found.extend(texts(&path));
            }
        } else if has_ending(&path) {
            found.extend(std::fs::read_to_string(&path).ok().map(|text| (path, text)));
        }
    }
    found
}

fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
}

/// Paths are those from the root, or from a folder around the file that names them. Links of documents are those from their folder.
#[test]
fn files_that_are_named_exist() {
    let mut missing = Vec::new();
    let mut named = 0;
    for (path, text) in texts(root()) {
        let links = text.split("](").skip(1).filter(|_| is_document(&path)).filter_map(|rest| rest.split([')', '#']).next());
        let gone = links.filter(|link| !link.contains("://") && !path.parent().unwrap().join(link).exists());
        missing.extend(gone.map(|link| format!("{}: {link}", path.display())));
        for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-./$*{}:".contains(letter)) {
            let name = word.trim_end_matches(['.', ':']);
            let ours = FOLDERS.contains(&name.split('/').next().unwrap()) && name.contains('/') && has_ending(Path::new(name));
            if ours && !name.contains(['$', '*', '{', ':']) && !name.contains("NAME") {
                named += 1;
                if !path.ancestors().skip(1).take_while(|folder| folder.starts_with(root())).any(|folder| folder.join(name).exists()) {
                    missing.push(format!("{}: {name}", path.display()));
                }
            }
        }
    }
    assert!(named > 300, "fewer names than are looked for: {named}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The commands of a document, without what follows `#` or a pipe: in indented lines, and between backticks.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("    ")).map(|line| line.trim_start_matches("$ "));
    let inline = text.split('`').skip(1).step_by(2);
    lines.chain(inline).filter_map(|code| code.strip_prefix("yahtzee ")).map(|code| code.split([';', '|', '#', '\n']).next().unwrap())
}

#[test]
fn commands_and_options_that_are_named_exist() {
    let mut wrong = Vec::new();
    let mut named = HashSet::new();
    for (path, document) in texts(root()).into_iter().filter(|(path, _)| is_document(path)) {
        for command in commands(&document) {
            let words: Vec<&str> = command.split_whitespace().collect();
            let is_command = |word: &&&str| word.starts_with(|letter: char| letter.is_ascii_lowercase()) && !word.contains('=');
            let path_of = match words.first().filter(is_command) {
                // The one needs a feature, the other begins a file.
                Some(&"mcp" | &"certificate") => continue,
                Some(first @ (&"rules" | &"table")) => vec![*first, words.get(1).copied().unwrap_or("list")],
                Some(first) => vec![*first],
                None => vec!["advise"],
            };
            let help = yahtzee().args(&path_of).arg("--help").ran();
            let knows =
                |option: &str| help.stdout.split(|letter: char| !letter.is_ascii_lowercase() && letter != '-').any(|word| word == option);
            let options = words.iter().filter(|word| word.starts_with("--")).map(|word| word.split(['=', ',']).next().unwrap());
            let rules = words.windows(2).filter(|pair| pair[0] == "--rules").map(|pair| pair[1]);
            named.extend(path_of.iter().map(|word| (*word).to_owned()));
            if help.status != Some(0)
                || options.clone().any(|option| !knows(option))
                || rules.clone().any(|name| {
                    name.starts_with(|letter: char| letter.is_ascii_lowercase())
                        && !name.contains(".toml")
                        && RuleSet::builtin(name).is_err()
                        && ColumnGame::builtin(name).is_err()
                })
            {
                wrong.push(format!("{}: yahtzee {command}", path.display()));
            }
        }
    }
    assert!(named.len() > 10, "the documents name {named:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The README has a game, and lines of its review.
#[test]
fn the_game_of_the_readme_has_the_review_shown_there() {
    let readme = include_str!("../../../README.md");
    let block = |start: &str| {
        let (_, rest) = readme.split_once(start).expect("the block");
        rest.trim_start_matches('\n').lines().take_while(|line| line.is_empty() || line.starts_with("    ")).collect::<Vec<_>>()
    };
    let game = block("You can also write a game by hand:\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, game.join("\n").replace("    ", "")).unwrap();
    let review = text(["review", file.to_str().unwrap()]);
    let shown = block("among other things:\n");
    assert!(shown.len() > 5);
    for line in shown {
        assert!(review.lines().any(|printed| printed.trim() == line.trim()), "{line}\n{review}");
    }
}
