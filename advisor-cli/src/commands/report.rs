//! `yahtzee report`: the contents of a report of a wrong answer. They are in English in every language, for those who read the reports.

use std::env::consts::{ARCH, OS};

use serde::Serialize;
use yahtzee_dialogue::Answer;
use yahtzee_dialogue::ask::objective_text;
use yahtzee_solver::language::speak_on_thread;
use yahtzee_solver::{RuleSet, say};

use super::advise;
use crate::args::AdviseArgs;
use crate::context::Context;
use crate::files::rule_file::names_file;
use crate::terminal::failure::Failure;
use crate::terminal::output;

/// The number of options in the text.
const SHOWN: usize = 5;

#[derive(Serialize)]
struct Report<'a> {
    version: &'a str,
    os: &'a str,
    arch: &'a str,
    features: &'a [&'a str],
    rules: &'a str,
    fingerprint: String,
    /// The rules themselves, if they are custom.
    #[serde(skip_serializing_if = "Option::is_none")]
    toml: Option<&'a str>,
    /// The position in the form of `yahtzee advise`.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Answer<'a>>,
}

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    if args.stdin {
        return Err(Failure::input(say!("a report is of one question: leave out --stdin")));
    }
    if args.dice.is_empty() {
        return print(context, &context.rules()?, None);
    }
    advise::answered(context, args, false, |answer| print(context, answer.rules, Some(answer)))
}

fn print(context: &Context, rules: &RuleSet, answer: Option<&Answer<'_>>) -> Result<(), Failure> {
    speak_on_thread(None);
    let features = [("arrow", cfg!(feature = "arrow")), ("mcp", cfg!(feature = "mcp")), ("png", cfg!(feature = "png"))];
    let features: Vec<&str> = features.into_iter().filter_map(|(name, is_on)| is_on.then_some(name)).collect();
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        os: OS,
        arch: ARCH,
        features: &features,
        rules: rules.name(),
        fingerprint: format!("{:016x}", rules.fingerprint()),
        toml: context.rules_given().filter(|name| names_file(name)).map(|_| rules.toml()),
        position: answer.map(|answer| answer.question.position.to_string()),
        answer,
    };
    if context.json() {
        return output::print_json(&report);
    }
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    let mut text = format!("program      yahtzee {}, {OS} {ARCH}, features: {features}\n", report.version);
    text.push_str(&format!("rules        {}, fingerprint {}\n", report.rules, report.fingerprint));
    text.extend(report.position.map(|position| format!("position     {position}\n")));
    if let Some(answer) = answer {
        text.push_str(&described(answer));
    }
    text.extend(report.toml.map(|toml| format!("\n{toml}")));
    output::print(&text)
}

/// The rest of the question, and the best options with every digit.
fn described(answer: &Answer<'_>) -> String {
    let rules = answer.rules;
    let mut text = String::new();
    let rounds = &answer.question.rounds;
    if rounds.count() > 1 {
        text.push_str(&format!("round        {} of {}\n", rounds.current(), rounds.count()));
    }
    if let Some(aim) = &answer.question.aim {
        text.push_str(&format!("objective    {}\n", objective_text::in_words(&aim.objective)));
    }
    for option in answer.advice.options.iter().take(SHOWN).chain(&answer.chosen) {
        let worth = option.worth.map_or_else(String::new, |worth| format!(", worth {}", worth.value));
        text.push_str(&format!("{:<25} {}{worth}\n", option.action.display(rules).to_string(), option.expected_final));
    }
    text
}
