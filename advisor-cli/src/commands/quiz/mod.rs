//! `yahtzee quiz`: positions worth learning from, one at a time.

mod replies;
mod said;

use std::sync::{Arc, Mutex, PoisonError};

use yahtzee_dialogue::json::JsonPuzzle;
use yahtzee_dialogue::quiz::{Solution, Tally};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Quiz, RuleSet, Seed};

use crate::args::QuizArgs;
use crate::console;
use crate::context::{Context, Reading, random_seed};
use crate::failure::Failure;
use crate::interrupt::OnInterrupt;
use crate::output;
use crate::text::wrap::unbroken;
use replies::{Replies, Reply};

pub(super) fn run(context: &Context, args: &QuizArgs) -> Result<(), Failure> {
    let table = context.table_of(&context.model(Reading::AsAsked)?, Reading::AsAsked)?;
    let rules = table.rules();
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut puzzles = (1..).zip(Quiz::new(&table, Seed::new(seed)).take(args.positions as usize)).peekable();
    if puzzles.peek().is_none() {
        let least = Quiz::LEAST_LOSS;
        let message = format_args!("in all games that were tried, the obvious choice cost less than {least} points");
        return Err(Failure::failed(format_args!("the rules '{}' give nothing to ask: {message}", rules.name())));
    }
    if context.json() {
        return puzzles.try_for_each(|(number, puzzle)| output::print_json(&JsonPuzzle::new(&puzzle, seed, number, rules)));
    }

    // The explanations say what a choice does to the chance of the upper bonus.
    let spread = (rules.upper_bonus().points > 0).then(|| context.spread_of(&table, Reading::AsAsked)).transpose()?;
    // A prompt is for a person at a terminal. In a pipe it would be mixed with the output that a program reads.
    let prompts = console::stdin_is_terminal() && console::stdout_is_terminal();
    let mut replies = Replies::new(console::stdin(), prompts, &table);
    let tally = Arc::new(Mutex::new(Tally::default()));
    let again = again(context, rules, args.positions, seed);
    let summary = {
        let (tally, positions) = (Arc::clone(&tally), args.positions);
        move || format!("{}\n{again}", said::summary(&tally.lock().unwrap_or_else(PoisonError::into_inner), positions))
    };
    let on_interrupt = OnInterrupt::new({
        let summary = summary.clone();
        // The summary starts on a new line, below the prompt. An error of writing it is ignored: the program ends anyway.
        move || drop(output::print(&format!("{}{}", if prompts { "\n" } else { "" }, summary())))
    });
    let mut quit = false;
    output::print(&said::title(rules, args.positions, seed))?;
    for (number, puzzle) in puzzles {
        output::print(&said::question(&puzzle, number, args.positions, rules))?;
        let (reply, hints) = replies.to(&puzzle)?;
        let chosen = match &reply {
            Reply::Option(chosen) => Some(chosen),
            Reply::GivenUp => None,
            Reply::Quit => {
                quit = true;
                break;
            }
        };
        let solution = Solution::new(&puzzle, chosen, &table, spread.as_ref())?;
        tally.lock().unwrap_or_else(PoisonError::into_inner).add(&puzzle, chosen, hints);
        output::print(&said::solution(&solution))?;
    }
    drop(on_interrupt);
    let asked = tally.lock().unwrap_or_else(PoisonError::into_inner).asked();
    if !quit && asked < args.positions as usize {
        output::print("\nNo more positions were found.\n")?;
    }
    output::print(&summary())
}

/// The command that gives the same quiz again.
fn again(context: &Context, rules: &RuleSet, positions: u32, seed: u64) -> String {
    let language = context.language().map(|language| ["--language", language]);
    let rules = ["--rules", context.rules_given().unwrap_or(rules.name())];
    let options = shell_words::join(rules.into_iter().chain(language.into_iter().flatten()));
    let options = escaped(&options);
    format!("The same quiz again: {}\n", unbroken(&format!("yahtzee quiz --seed {seed} -n {positions} {options}")))
}
