//! `yahtzee quiz`: positions worth learning from, one at a time.

mod replies;
mod said;

use std::io::IsTerminal;

use serde::Serialize;
use yahtzee_dialogue::json::{JsonCard, JsonOption, pips};
use yahtzee_solver::{Puzzle, Quiz, RuleSet, Seed, TIE_TOLERANCE, TurnOption};

use crate::args::QuizArgs;
use crate::context::{Context, random_seed};
use crate::failure::Failure;
use crate::output;
use replies::{Replies, Reply};

/// A position, for a program: a question of `advise --stdin` with its answer.
#[derive(Serialize)]
struct JsonPuzzle<'a> {
    rules: &'a str,
    seed: u64,
    number: usize,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: JsonCard<'a>,
    options: Vec<JsonOption>,
    obvious: JsonOption,
}

impl<'a> JsonPuzzle<'a> {
    fn new(puzzle: &'a Puzzle, seed: u64, number: usize, rules: &'a RuleSet) -> JsonPuzzle<'a> {
        let option = |option: &TurnOption| JsonOption::new(option, rules, 0.0);
        JsonPuzzle {
            rules: rules.name(),
            seed,
            number,
            dice: pips(&puzzle.roll),
            rerolls_left: puzzle.rerolls_left.get(),
            card: JsonCard { card: &puzzle.card, rules },
            options: puzzle.advice.options.iter().map(option).collect(),
            obvious: option(&puzzle.obvious),
        }
    }
}

/// What was answered so far, and what it cost.
#[derive(Default)]
struct Tally {
    answered: usize,
    /// Answers that were among the best.
    best: usize,
    /// Answers without a hint before them.
    unaided: usize,
    given_up: usize,
    /// What the answers cost, in points.
    loss: f64,
    /// What the obvious choice would have cost where they were given.
    obvious_loss: f64,
}

impl Tally {
    fn asked(&self) -> usize {
        self.answered + self.given_up
    }

    fn add(&mut self, puzzle: &Puzzle, chosen: Option<&TurnOption>, hints: usize) {
        let Some(chosen) = chosen else {
            self.given_up += 1;
            return;
        };
        self.answered += 1;
        self.best += usize::from(chosen.loss < TIE_TOLERANCE);
        self.unaided += usize::from(hints == 0);
        self.loss += chosen.loss;
        self.obvious_loss += puzzle.obvious.loss;
    }
}

pub(super) fn run(context: &Context, args: &QuizArgs) -> Result<(), Failure> {
    let table = context.table_of(&context.model()?);
    let rules = table.rules();
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut puzzles = (1..).zip(Quiz::new(&table, Seed::new(seed)).take(args.positions as usize)).peekable();
    if puzzles.peek().is_none() {
        let least = Quiz::LEAST_LOSS;
        let message =
            format_args!("in all games that were tried, the most points this turn could be had for less than {least} points in the end");
        return Err(Failure::failed(format_args!("the rules '{}' give nothing to ask: {message}", rules.name())));
    }
    if context.json() {
        return puzzles.try_for_each(|(number, puzzle)| output::print_json(&JsonPuzzle::new(&puzzle, seed, number, rules)));
    }

    let stdin = std::io::stdin();
    // A prompt is for somebody who types and sees it; through a pipe it would stand in the way of what is read next.
    let prompts = stdin.is_terminal() && std::io::stdout().is_terminal();
    let mut replies = Replies::new(stdin.lock(), prompts, &table);
    let mut tally = Tally::default();
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
        tally.add(&puzzle, chosen, hints);
        output::print(&said::solution(&puzzle, chosen, &table)?)?;
    }
    if !quit && tally.asked() < args.positions as usize {
        output::print("\nNo more positions were found.\n")?;
    }
    output::print(&said::summary(&tally, args.positions))?;
    let again = shell_words::join(["--rules", context.rules_given().unwrap_or(rules.name())]);
    output::print(&format!("\nThe same quiz again: yahtzee quiz --seed {seed} -n {} {again}\n", args.positions))
}
