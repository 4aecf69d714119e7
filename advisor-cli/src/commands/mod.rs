//! The commands, one file each.

mod advise;
mod card;
pub(crate) mod columns;
mod duel;
mod evaluate;
mod help;
#[cfg(feature = "mcp")]
mod mcp;
mod odds;
mod progress;
pub(crate) mod quiz;
pub(crate) mod review;
mod rules;
mod shell;
mod simulate;
mod solve;
mod stats;
mod table;
mod targets;
mod value;

use crate::args::{Command, RulesCommand};
use crate::context::Context;
use crate::terminal::failure::Failure;

pub(crate) fn run(context: &Context, command: Command) -> Result<(), Failure> {
    if context.json() && !command.has_json() {
        let why = if matches!(command, Command::Play(_)) { " ('yahtzee advise --stdin' is for programs)" } else { "" };
        return Err(Failure::input(format_args!("this command has no JSON: leave out --json{why}")));
    }
    match command {
        Command::Advise(args) => advise::run(context, &args),
        Command::Odds(args) => odds::run(context, &args),
        Command::Value(args) => value::run(context, &args),
        Command::Review(args) => review::run(context, &args),
        Command::Simulate(args) => simulate::run(context, &args),
        Command::Play(args) => crate::play::run(context, &args),
        Command::Quiz(args) => quiz::run(context, &args),
        Command::Progress(args) => progress::run(context, &args),
        Command::Solve { all } => solve::run(context, all),
        Command::Rules { command } => rules::run(context, command.unwrap_or(RulesCommand::List)),
        Command::Table(command) => table::run(context, command),
        Command::Stats(args) => stats::run(context, &args),
        Command::Targets(args) => targets::run(context, &args),
        Command::Evaluate(args) => evaluate::run(context, &args),
        Command::Duel(args) => duel::run(context, &args),
        Command::Card(args) => card::run(context, &args),
        #[cfg(feature = "mcp")]
        Command::Mcp => mcp::run(context),
        #[cfg(not(feature = "mcp"))]
        Command::Mcp => Err(Failure::failed("this program was built without 'mcp': build it with --features mcp, or take a released one")),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man => shell::man(),
        Command::Help { command } => help::run(&command),
    }
}
