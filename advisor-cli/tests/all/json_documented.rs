//! `docs/json.md` is made of the doc comments of the types that are printed. UPDATE_JSON_DOCS=1 writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The sections: what is run, and the type of its output.
const SECTIONS: [(&str, &str); 28] = [
    ("advise", "Answer"),
    ("odds", "OddsAnswer"),
    ("value", "ValueAnswer"),
    ("review", "ReviewAnswer"),
    ("review --turn", "OneTurn"),
    ("review --card", "CardReview"),
    ("review ROLLS", "RollsReview"),
    ("quiz", "QuizPosition"),
    ("progress", "HistoryProgress"),
    ("stats", "StatisticsAnswer"),
    ("targets", "TargetsAnswer"),
    ("evaluate", "Evaluated"),
    ("card", "RuleCardAnswer"),
    ("card --at", "RuleCardAt"),
    ("simulate", "RunAnswer"),
    ("simulate --against", "HeadToHeadAnswer"),
    ("duel", "DuelAnswer"),
    ("solve", "Solved"),
    ("solve --all", "AllSolved"),
    ("rules list", "ListedRules"),
    ("rules show", "ShownRules"),
    ("rules explain", "Explained"),
    ("table info", "Info"),
    ("table list", "ListedTable"),
    ("table prune", "Pruned"),
    ("solve --rules triple-yahtzee", "SolvedColumns"),
    ("advise --rules triple-yahtzee", "AdviceOfColumns"),
    ("simulate --rules triple-yahtzee", "SimulatedColumns"),
];

/// What stands before the sections.
const HEAD: &str = "# Answers in JSON

The output of `yahtzee COMMAND --json`, field by field. This file is made of the comments in the code: `UPDATE_JSON_DOCS=1 cargo test -p advisor-cli --test all
json_documented` writes it.

Each value is a line of JSON in UTF-8. Numbers have full double precision. Dice are lists of faces in ascending order, a card is an object of the points of its
filled categories, which have the names of `yahtzee rules show`. Fields may be added, so ignore those that you do not know. A field with
`?` is absent where it does not apply.
";

/// A type that serialises: its comment, and its parts.
#[derive(Default)]
struct Type {
    says: String,
    /// The name of the field that tells the variants of an enum apart.
    tag: Option<String>,
    is_enum: bool,
    /// The fields of a struct; the variants of an enum, each before its own fields.
    parts: Vec<Part>,
}

/// A field, or a variant.
#[derive(Default)]
struct Part {
    name: String,
    says: String,
    /// Empty for a variant.
    of: String,
    attributes: String,
}

#[test]
fn the_document_has_what_the_comments_say() {
    let types = types();
    let made = document(&types);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/json.md");
    if std::env::var_os("UPDATE_JSON_DOCS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let differs = made.lines().zip(written.lines()).find(|(made, written)| made != written);
    assert!(made == written, "docs/json.md is stale: {differs:?}; write it with UPDATE_JSON_DOCS=1");
}

/// All types that serialise, by their names.
fn types() -> BTreeMap<String, Type> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["solver/src", "dialogue/src", "columns/src", "advisor-cli/src"] {
        files_in(&root.join(folder), &mut files);
    }
    let mut types = BTreeMap::new();
    for file in files {
        read_types(&fs::read_to_string(&file).unwrap(), &mut types);
    }
    types
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_in(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Reads the types of a file. Its lines are as rustfmt breaks them.
fn read_types(source: &str, types: &mut BTreeMap<String, Type>) {
    let (mut says, mut attributes) = (String::new(), String::new());
    let mut open: Option<(String, Type)> = None;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let word = line.trim_start();
        if let Some(comment) = word.strip_prefix("///") {
            says += if comment.is_empty() { "\n" } else { comment };
        } else if word.starts_with("#[") {
            attributes += word;
            while attributes.matches(['[', '(']).count() > attributes.matches([']', ')']).count() {
                attributes += lines.next().unwrap_or("]").trim_start();
            }
        } else {
            let (says, attributes) = (first_paragraph(&std::mem::take(&mut says)), std::mem::take(&mut attributes));
            let declared = ["pub struct ", "struct ", "pub(super) struct ", "pub(crate) struct ", "pub enum ", "enum ", "pub(crate) enum "];
            let begun = declared.iter().find_map(|kind| line.strip_prefix(kind)).filter(|_| attributes.contains("Serialize"));
            if let Some(begun) = begun.filter(|_| line.ends_with('{')) {
                let name = begun.split(|letter: char| !letter.is_alphanumeric()).next().unwrap().to_owned();
                let tag = attributes.split_once("tag = \"").map(|(_, tag)| tag.split('"').next().unwrap().to_owned());
                open = Some((name, Type { says, tag, is_enum: line.contains("enum "), parts: Vec::new() }));
            } else if line == "}" {
                types.extend(open.take());
            } else if let Some((_, of)) = &mut open {
                let part = word.trim_start_matches("pub ").trim_end_matches(',').trim_end_matches(" {");
                let (name, of_type) = part.split_once(": ").unwrap_or((part, ""));
                if name.starts_with(char::is_alphabetic) {
                    of.parts.push(Part { name: name.to_owned(), says, of: of_type.to_owned(), attributes });
                }
            }
        }
    }
}

/// The first paragraph of a comment, without its links in code.
fn first_paragraph(comment: &str) -> String {
    comment.split('\n').next().unwrap_or_default().trim().replace("[`", "`").replace("`]", "`")
}

fn document(types: &BTreeMap<String, Type>) -> String {
    let mut text = HEAD.to_owned();
    let mut told = BTreeSet::new();
    for (title, name) in SECTIONS {
        let _ = write!(text, "\n## `{title}`\n");
        let mut waiting = vec![name.to_owned()];
        let mut first = true;
        while let Some(name) = waiting.pop() {
            if !told.insert(name.clone()) {
                continue;
            }
            let of = types.get(&name).unwrap_or_else(|| panic!("no type {name} that serialises"));
            if !std::mem::take(&mut first) {
                let _ = write!(text, "\n### {}\n", in_words(&name));
            }
            let _ = write!(text, "\n{}\n\n| field | value | meaning |\n|---|---|---|\n", of.says);
            let mut named = Vec::new();
            rows(of, types, &mut text, &mut named);
            waiting.extend(named.into_iter().rev());
        }
    }
    text
}

/// The rows of a type; `named` gets the types that it refers to.
fn rows(of: &Type, types: &BTreeMap<String, Type>, text: &mut String, named: &mut Vec<String>) {
    if let Some(tag) = &of.tag {
        let variants: Vec<String> =
            of.parts.iter().filter(|part| part.of.is_empty()).map(|part| format!("`\"{}\"`", kebab(&part.name))).collect();
        let _ = writeln!(text, "| `{tag}` | {} | which of these it is |", variants.join(", "));
    }
    let mut variant = String::new();
    for part in &of.parts {
        if of.is_enum && part.name.starts_with(char::is_uppercase) {
            variant = format!("`{}`: ", kebab(&part.name));
            if of.tag.is_none() {
                let inner = part.name.split_once('(').map_or("", |(_, inner)| inner.trim_end_matches(')'));
                let name = kebab(part.name.split('(').next().unwrap());
                let _ = writeln!(text, "| `{name}` | {} | {} |", value(inner, types, named), part.says);
            }
            continue;
        }
        let inner =
            ["Option<", "Box<"].iter().fold(part.of.as_str(), |of, outer| of.strip_prefix(outer).map_or(of, |of| &of[..of.len() - 1]));
        if part.attributes.contains("serde(skip)") || part.says.contains("words were asked for") {
            continue;
        }
        if part.attributes.contains("flatten") {
            // What is in words is for front ends in the same process.
            let inner = inner.trim_start_matches("&'a ");
            if inner.ends_with("Words") {
                continue;
            }
            match SECTIONS.iter().find(|(_, name)| *name == inner) {
                Some(_) => drop(writeln!(text, "| … | {} | and its fields |", link(inner))),
                None => rows(&types[inner], types, text, named),
            }
            continue;
        }
        let name = part.attributes.split_once("rename = \"").map_or(part.name.as_str(), |(_, name)| name.split('"').next().unwrap());
        let mut shown = value(&part.of, types, named);
        if part.of.starts_with("Option<") && !part.attributes.contains("skip_serializing_if") {
            shown += " or `null`";
        }
        let is_optional = part.attributes.contains("skip_serializing_if");
        let _ = writeln!(text, "| `{name}`{} | {shown} | {variant}{} |", if is_optional { "?" } else { "" }, part.says);
    }
}

/// A type of Rust, as a value of JSON.
fn value(of: &str, types: &BTreeMap<String, Type>, named: &mut Vec<String>) -> String {
    let of = of.trim_start_matches('&').trim_start_matches("'static ").trim_start_matches("'a ");
    let inner = |outer: &str| of.strip_prefix(outer).map(|rest| rest[..rest.len() - 1].to_owned());
    if let Some(of) = inner("Option<").or_else(|| inner("Box<")).or_else(|| inner("Cow<'a, ")) {
        return value(&of, types, named);
    }
    if let Some(of) = inner("Vec<").or_else(|| inner("[").map(|of| of.split("; ").next().unwrap().to_owned())) {
        return format!("list of {}", value(&of, types, named));
    }
    if let Some(of) = inner("BTreeMap<") {
        return format!("object of {}", value(of.split_once(", ").map_or("", |(_, of)| of), types, named));
    }
    if let Some(of) = inner("(") {
        let parts: Vec<String> = of.split(", ").map(|of| value(of, types, named)).collect();
        return format!("`[`{}`]`", parts.join(", "));
    }
    match of {
        "f64" | "T" => "number".to_owned(),
        "bool" => "`true` or `false`".to_owned(),
        "str" | "String" | "PathBuf" | "PlayerLevel" | "Severity" => "text".to_owned(),
        "Roll" | "Hold" | "Dice" => "dice".to_owned(),
        "Scorecard" => "card".to_owned(),
        "Distribution" => "list of `[`score, probability`]`".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "Points" | "RerollsLeft" | "Face" => "whole number".to_owned(),
        "Ties" => "`\"win\"`, `\"half\"`, `\"lose\"`".to_owned(),
        _ => {
            let name = of.split('<').next().unwrap();
            let known = types.get(name).unwrap_or_else(|| panic!("no words for the type {of}"));
            // An enum of names alone.
            if known.is_enum && known.tag.is_none() && !known.parts.iter().any(|part| part.name.contains('(')) {
                let names: Vec<String> = known.parts.iter().map(|part| format!("`\"{}\"`", kebab(&part.name))).collect();
                return names.join(", ");
            }
            named.push(name.to_owned());
            link(name)
        }
    }
}

/// A link to a type: to its section, or else to its heading.
fn link(name: &str) -> String {
    let heading = SECTIONS.iter().find(|(_, of)| *of == name).map_or_else(|| in_words(name), |(title, _)| (*title).to_owned());
    format!("[{}](#{})", in_words(name), heading.replace(' ', "-"))
}

/// The words of a name: `NamedOption` is `named option`.
fn in_words(name: &str) -> String {
    kebab(name).replace('-', " ")
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
