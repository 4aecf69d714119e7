//! `yahtzee rules`: the rule sets.

use serde::Serialize;
use yahtzee_solver::RuleSet;

use crate::args::RulesCommand;
use crate::context::Context;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::text;

#[derive(Serialize)]
pub(super) struct Listed {
    name: String,
    title: String,
    source: String,
    categories: usize,
    dice: usize,
    language: String,
    languages: Vec<String>,
}

impl Listed {
    fn new(rules: &RuleSet) -> Listed {
        Listed {
            name: rules.name().to_owned(),
            title: rules.title().to_owned(),
            source: rules.source().to_owned(),
            categories: rules.category_count(),
            dice: rules.dice(),
            language: rules.language().to_owned(),
            languages: rules.languages().into_iter().map(str::to_owned).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Shown<'a> {
    #[serde(flatten)]
    listed: Listed,
    notes: &'a [String],
    toml: &'a str,
}

impl<'a> Shown<'a> {
    pub(super) fn new(rules: &'a RuleSet) -> Shown<'a> {
        Shown { listed: Listed::new(rules), notes: rules.notes(), toml: rules.toml() }
    }
}

/// The built-in rule sets.
pub(super) fn all() -> Result<Vec<Listed>, Failure> {
    RuleSet::builtin_names().map(|name| Ok(Listed::new(&RuleSet::builtin(name)?))).collect()
}

pub(super) fn run(context: &Context, command: RulesCommand) -> Result<(), Failure> {
    match command {
        RulesCommand::List => list(context),
        RulesCommand::Show { name } => show(context, name.as_deref()),
    }
}

fn list(context: &Context) -> Result<(), Failure> {
    let sets = all()?;
    if context.json() {
        return output::print_json(&sets);
    }
    let rows = sets.into_iter().map(|Listed { name, title, source, categories, dice, languages, .. }| {
        let languages = if languages.len() > 1 { format!(", names in {}", languages.join(", ")) } else { String::new() };
        vec![name, format!("{title}: {categories} categories, {dice} dice{languages}\n{source}")]
    });
    output::print(&text::table(&["name", "game"], &[false, false], rows.collect()))
}

fn show(context: &Context, name: Option<&str>) -> Result<(), Failure> {
    let rules = name.map_or_else(|| context.rules(), |name| context.rules_named(name))?;
    if context.json() {
        return output::print_json(&Shown::new(&rules));
    }
    output::write(rules.toml().as_bytes())
}
