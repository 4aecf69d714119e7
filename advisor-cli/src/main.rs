//! `yahtzee`: what to keep, where to score, and what a mistake costs.
//!
//! The program parses what people type, asks the library, and prints the answer as text for people or JSON for programs. It computes no game
//! logic itself.

mod args;
mod bot;
mod columns;
mod commands;
mod context;
mod failure;
mod file;
mod interrupt;
mod output;
mod play;
mod plot;
mod style;
mod suggested;
mod text;
mod window;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::context::Context;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let context = Context::new(cli.common);
    context.on_interrupt();
    let command = cli.command.unwrap_or(Command::Help { command: Vec::new() });
    match commands::run(&context, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}
