//! `yahtzee quiz`: instructive positions, one at a time.

mod replies;
mod source;
mod texts;

use std::sync::{Arc, Mutex, PoisonError};

use yahtzee_dialogue::Service;
use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::training::daily::{self, Day, shared};
use yahtzee_dialogue::training::quiz::Tally;
use yahtzee_dialogue::training::record::{AnswerRecord, fingerprint};
use yahtzee_dialogue::training::{QuizPosition, Record};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Position, RuleSet, language, tr};

use crate::args::QuizArgs;
use crate::context::Context;
use crate::context::history::{HistoryFile, day_of, now};
use crate::system::interrupt::OnInterrupt;
use crate::terminal::failure::Failure;
use crate::terminal::wrap::unbroken;
use crate::terminal::{console, output};
use crate::text::bars;
use replies::{Replies, Reply};
use source::Source;

pub(super) fn run(context: &Context, args: &QuizArgs) -> Result<(), Failure> {
    let from = args.from.as_deref().map(|file| super::review::read(context, file, None)).transpose()?;
    let game = from.as_ref().map(|(played, player)| &played.seats[*player].game);
    let rules = match game {
        Some(game) => game.rules().clone(),
        None => context.rules()?,
    };
    let service = context.open(&rules, Need::default())?;
    let history = args.history.file(context);
    let source = Source::new(args, &service, game, history.as_ref())?;
    ask(context, &service, history.as_ref(), source)
}

/// Asks the positions of a game again, in this order.
pub(crate) fn again(context: &Context, service: &Service, history: Option<&HistoryFile>, positions: Vec<Position>) -> Result<(), Failure> {
    ask(context, service, history, Source::again(positions, service))
}

fn ask(context: &Context, service: &Service, history: Option<&HistoryFile>, source: Source<'_>) -> Result<(), Failure> {
    let (rules, table) = (service.rules(), service.table());
    let Source { puzzles, most, seed, which, all_mistakes, from, day, again, nothing } = source;
    let mut puzzles = (1..).zip(puzzles.take(most as usize)).peekable();
    if context.json() {
        return puzzles.try_for_each(|(number, puzzle)| output::print_json(&QuizPosition::new(&puzzle, seed, number, table)));
    }
    if puzzles.peek().is_none() {
        return output::print(&(tr!("{}: nothing to ask: {}.", said_title(rules), nothing) + "\n"));
    }

    // The explanations give the effect of a choice on the chance of the upper bonus.
    if rules.upper_bonus().only_step().is_some() {
        context.ask(service, &tr!("Solving {}", rules.name()), |effort| service.find_spread(effort))?;
    }
    // A prompt is for a person at a terminal. In a pipe it would be mixed with output for a program.
    let prompts = console::stdin_is_terminal() && console::stdout_is_terminal();
    let mut replies = Replies::new(console::stdin(), prompts, service);
    let tally = Arc::new(Mutex::new(Tally::default()));
    let again = again.map_or_else(String::new, |again| same_again(context, rules, &again));
    let summary = {
        let tally = Arc::clone(&tally);
        move || {
            let said = texts::summary(&tally.lock().unwrap_or_else(PoisonError::into_inner), most);
            if again.is_empty() { said } else { format!("{said}\n{again}") }
        }
    };
    let on_interrupt = OnInterrupt::new({
        let summary = summary.clone();
        // The summary starts on a new line, below the prompt. A write error is ignored: the program ends anyway.
        move || drop(output::print(&format!("{}{}", if prompts { "\n" } else { "" }, summary())))
    });
    let mut quit = false;
    let (mut answers, mut verdict) = (Vec::new(), None);
    let task = if all_mistakes { tr!("The obvious choice is a mistake here: what is best?") } else { tr!("What is best?") };
    output::print(&texts::title(rules, most, &which, &task))?;
    if let Some(day) = day {
        output::print(&(daily::theme_in_words(day, rules) + "\n"))?;
    }
    for (number, puzzle) in puzzles {
        if let Some(verdict) = verdict.take()
            && !replies.go_on(&puzzle, &verdict)?
        {
            quit = true;
            break;
        }
        output::print(&texts::question(&puzzle, number, most, rules))?;
        let (reply, hints) = replies.to(&puzzle)?;
        let chosen = match &reply {
            Reply::Option(chosen) => Some(chosen),
            Reply::GivenUp => None,
            Reply::Quit => {
                quit = true;
                break;
            }
        };
        let solution = service.solution(&puzzle, chosen)?;
        let answer = AnswerRecord::new(&puzzle, chosen, hints, from, now(), table);
        let answer = AnswerRecord { daily: day.map(|day| (day.number(), number as u8)), ..answer };
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(&answer);
        if let Some(history) = history {
            history.add_or_warn(vec![Record::Answer(answer.clone())]);
        }
        answers.push(answer);
        output::print(&texts::solution(&solution))?;
        verdict = Some(solution.verdict);
    }
    drop(on_interrupt);
    let asked = tally.lock().unwrap_or_else(PoisonError::into_inner).asked();
    if !quit && asked < most as usize {
        output::print(&format!("\n{}\n", tr!("No more positions were found.")))?;
    }
    output::print(&summary())?;
    match day {
        Some(day) if asked > 0 => output::print(&result_of(day, rules, history, answers)?),
        _ => Ok(()),
    }
}

/// The title of the rules, in the current language.
fn said_title(rules: &RuleSet) -> String {
    language::tr(rules.title(), &[])
}

/// The result of a day, to share. Only the first answer to each position counts.
fn result_of(day: Day, rules: &RuleSet, history: Option<&HistoryFile>, answers: Vec<AnswerRecord>) -> Result<String, Failure> {
    let all = match history {
        Some(history) => history.read()?.answers,
        None => answers,
    };
    let fingerprint = fingerprint(rules);
    let shared = shared(&said_title(rules), day, &daily::answers(&all, &fingerprint, day));
    let days = daily::streak(&all, &fingerprint, day_of(now()));
    let streak = if history.is_some() && days > 0 { format!("\n{}\n", tr!("Days in a row: {}", days)) } else { String::new() };
    Ok(format!("\n{shared}{streak}{}", days_by_result(&daily::results(&all, &fingerprint))))
}

/// A bar for each number of best answers, as long as that many of the player's days; empty before the second day.
fn days_by_result(results: &[usize]) -> String {
    if results.iter().sum::<usize>() < 2 {
        return String::new();
    }
    let unit = results.iter().max().map_or(1.0, |most| (f64::from(bars::longest(8)) / *most as f64).min(1.0));
    let rows = results.iter().enumerate().skip_while(|(_, days)| **days == 0);
    let rows: String = rows.map(|(best, days)| format!("  {best:>2}  {} {days}\n", bars::bar(unit * *days as f64))).collect();
    format!("\n{}\n{rows}", tr!("Your days, by the number of best answers"))
}

/// The command that gives the same quiz again, with these options.
fn same_again(context: &Context, rules: &RuleSet, options: &str) -> String {
    let language = context.language().map(|language| ["--language", language]);
    let rules = ["--rules", context.rules_given().unwrap_or(rules.name())];
    let rules = shell_words::join(rules.into_iter().chain(language.into_iter().flatten()));
    tr!("The same quiz again: {}", unbroken(&format!("yahtzee quiz {options} {}", escaped(&rules)))) + "\n"
}
