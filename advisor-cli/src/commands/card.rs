//! `yahtzee card`: a card of rules to play from.

use std::fmt::Write;
use std::sync::Arc;

use yahtzee_dialogue::RuleCardTexts;
use yahtzee_dialogue::answer::{RuleCardAnswer, RuleCardAt};
use yahtzee_dialogue::service::Need;
use yahtzee_solver::cards::{CardStrategy, Idle, RuleCard};
use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::language::{self, decimal, tr};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Model, Player, Position, RuleSet, State, tr};

use crate::args::RuleCardArgs;
use crate::context::Context;
use crate::context::strategy_named::rule_card;
use crate::files::file;
use crate::terminal::failure::{self, Failure, warn};
use crate::terminal::output;
use crate::terminal::style::{BEST, HEADING};

pub(super) fn run(context: &Context, args: &RuleCardArgs) -> Result<(), Failure> {
    if context.json() && (args.html.is_some() || args.toml) {
        return Err(Failure::input(tr!("--html and --toml print no JSON: leave out --json")));
    }
    let card = rule_card(context, &args.name)?;
    if args.toml {
        return output::write(card.toml().as_bytes());
    }
    if let Some(position) = &args.at {
        return at(context, &card, position);
    }
    let turn = Some(State::default());
    let optimum = context.open(&card.rules, Need { turn, ..Need::default() })?.table().expected_score();
    let model = Arc::new(Model::apart(&card.rules, context.memory())?);
    let strategy = CardStrategy::new(&card, &model);
    for idle in strategy.idle_rules(&card, &model) {
        let (list, number) = match idle {
            Idle::Keep(number) => (tr!("keeping"), number),
            Idle::Score(number) => (tr!("scoring"), number),
        };
        warn(tr!("rule {} for {} never applies: another rule before it does, or its conditions exclude each other", number, list));
    }
    let evaluator = Evaluator::with_model(&model, &strategy)?;
    let expected = context.with_bar(&tr!("Valuing the card"), |run, _| evaluator.with(run).values())?.expected_score();
    let answer = RuleCardAnswer::new(&card, expected, optimum - expected);
    if let Some(path) = &args.html {
        let page = in_html(&answer, &card.rules);
        if path.as_os_str() == "-" {
            return output::write(page.as_bytes());
        }
        file::write(path, page.as_bytes())?;
        failure::say(format_args!("{}", tr!("Written: {}", escaped(&path.display().to_string()))));
        return Ok(());
    }
    if context.json() { output::print_json(&answer) } else { output::print(&in_text(&answer)) }
}

/// The card's action in a position.
fn at(context: &Context, card: &RuleCard, position: &str) -> Result<(), Failure> {
    let rules = &card.rules;
    let model = Arc::new(Model::new(rules, context.memory())?);
    let mut player = CardStrategy::new(card, &model);
    let position = Position::parse(position, rules).map_err(|error| Failure::input(tr!("--at: {}", error)))?;
    let by = player.deciding_rules(&position)?.map(|rule| rule.map(|rule| rule + 1));
    let answer = RuleCardAt::new(card, &position, &player.choose(&position)?, by);
    if context.json() {
        return output::print_json(&answer);
    }
    let by: Vec<String> = [answer.keep, answer.score].into_iter().flatten().map(|rule| tr!("rule {}", rule)).collect();
    let by = if by.is_empty() { tr!("no rule fits") } else { by.join(", ") };
    output::print(&format!("{BEST}{}{BEST:#} ({by})\n", answer.action))
}

/// The headings of the rules for keeping and for scoring.
fn headings() -> [String; 2] {
    [
        tr!("While rolls are left: the first of these that fits says what to keep"),
        tr!("Then: the first of these that fits says where to score"),
    ]
}

fn in_text(answer: &RuleCardAnswer) -> String {
    let RuleCardAnswer { title, rules, expected_score, loss, texts, .. } = answer;
    let mut text = format!(
        "{HEADING}{}{HEADING:#}: {}; {}\n{}\n",
        escaped(&tr(title, &[])),
        tr!("{} points a game", format!("{BEST}{}{BEST:#}", decimal(*expected_score, 2))),
        tr!("rules: {}", rules),
        tr!("optimal play scores {}, which is {} more", decimal(expected_score + loss, 2), decimal(*loss, 2)),
    );
    let RuleCardTexts { keep, score, otherwise, reading } = texts;
    let mut number = 0;
    for ((heading, rules), otherwise) in headings().iter().zip([keep, score]).zip(otherwise) {
        let _ = write!(text, "\n{HEADING}{heading}{HEADING:#}\n\n");
        for rule in rules {
            number += 1;
            let _ = writeln!(text, "{number:>4}. {}", escaped(rule));
        }
        let _ = writeln!(text, "      {otherwise}");
    }
    let _ = write!(text, "\n{HEADING}{}{HEADING:#}\n\n", tr!("How to read the rules"));
    for line in reading {
        let _ = writeln!(text, "    - {line}");
    }
    text
}

/// The card as one page to print.
fn in_html(answer: &RuleCardAnswer, rules: &RuleSet) -> String {
    let RuleCardAnswer { title, expected_score, loss, texts, .. } = answer;
    let text = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let title = text(&tr(title, &[]));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n@page {{ size: A4; margin: 14mm }}\nbody {{ font: 11pt/1.35 sans-serif; max-width: 46em; margin: 1em auto; padding: 0 1em }}\n\
         h1 {{ font-size: 1.5em; margin: 0 }}\nh2 {{ font-size: 1.1em; margin: 1em 0 .3em }}\nol, ul {{ margin: 0; padding-left: 2em }}\n\
         li {{ break-inside: avoid; margin: .15em 0 }}\np {{ margin: .4em 0 }}\n</style>\n<h1>{title}</h1>\n\
         <p>{}</p>\n",
        language::current().map_or_else(|| "en".to_owned(), |language| language.language.clone()),
        text(&tr!(
            "{} points a game on average ({}); optimal play scores {}.",
            decimal(*expected_score, 2),
            tr(rules.title(), &[]),
            decimal(expected_score + loss, 2)
        )),
    );
    let RuleCardTexts { keep, score, otherwise, reading } = texts;
    let mut number = 1;
    for ((heading, rules), otherwise) in headings().iter().zip([keep, score]).zip(otherwise) {
        let _ = write!(page, "<h2>{heading}</h2>\n<ol start=\"{number}\">\n");
        number += rules.len();
        for rule in rules {
            let _ = writeln!(page, "<li>{}</li>", text(rule));
        }
        let _ = write!(page, "</ol>\n<p>{otherwise}</p>\n");
    }
    let _ = write!(page, "<h2>{}</h2>\n<ul>\n", tr!("How to read the rules"));
    for line in reading {
        let _ = writeln!(page, "<li>{}</li>", text(line));
    }
    page + "</ul>\n</html>\n"
}
