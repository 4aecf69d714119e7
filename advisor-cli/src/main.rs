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
mod from_card;
mod interrupt;
mod lines;
mod memory;
mod objective;
mod output;
mod play;
mod plot;
mod rule_file;
mod style;
mod suggested;
mod text;
mod window;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::Parser;
use yahtzee_solver::{check_line, escaped};

use crate::args::{Cli, Command};
use crate::context::Context;

fn main() -> ExitCode {
    let cli = arguments();
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

/// What was typed. The errors of clap quote it, so it must be such as may be shown: where it is not, the error is that of the escaped arguments.
fn arguments() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        let escaped: Vec<OsString> = std::env::args_os().map(|argument| escape(&argument)).collect();
        // Where an argument is no text, its escapes may be right: then the error is the first one, which quotes nothing.
        Cli::try_parse_from(escaped).err().unwrap_or(error).exit()
    })
}

fn escape(argument: &OsStr) -> OsString {
    let text = argument.to_string_lossy();
    if check_line(&text).is_ok() { argument.to_owned() } else { escaped(&text).into_owned().into() }
}
