//! `yahtzee`: which dice to keep, where to score, and the cost of a mistake.
//!
//! The program parses typed arguments, asks the library, and prints the answer as text for people or JSON for programs. It contains no game logic.
//!
//! It is a library so that tests can run it without starting a process: [`captured`].

mod args;
mod commands;
mod context;
mod files;
mod play;
mod plot;
mod system;
mod terminal;
mod text;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use directories::ProjectDirs;
use yahtzee_solver::language;
use yahtzee_solver::printable::{check_line, escaped};

use crate::args::{Cli, Command};
use crate::context::Context;
use crate::terminal::console::{self, Captured};
use crate::terminal::failure::Failure;

/// Runs the program with the arguments, streams and signals of the process.
#[must_use]
pub fn main() -> ExitCode {
    system::memory::give_back_large_blocks();
    let prepare = |context: &Context, in_english: bool| {
        language::set(context.words(sys_locale::get_locale().filter(|_| !in_english)));
        system::interrupt::end_on_signals();
    };
    run(&std::env::args_os().collect::<Vec<_>>(), ProjectDirs::from("", "", "yahtzee"), prepare).into()
}

/// The output of a run, and its exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit status: 0, 1 or 2.
    pub status: u8,
    /// Its stdout.
    pub stdout: Vec<u8>,
    /// Its stderr.
    pub stderr: Vec<u8>,
}

/// Runs the program in this process, on this thread. The first argument is its name. No stream is a terminal. It uses the environment of the process,
/// but ignores variables about colours, columns and the language, and has no folders of a person.
///
/// # Panics
///
/// If a thread of the program writes to the streams of the process, so that its output would be missing here.
pub fn captured(arguments: &[OsString], stdin: &[u8]) -> Ran {
    let streams = Captured::new(stdin);
    let status = streams.clone().during(|| run(arguments, None, |context, _| language::set_on_thread(context.words(None))));
    let (stdout, stderr) = streams.written();
    Ran { status, stdout, stderr }
}

/// Runs the program, and returns its exit status. Dice in place of a command ask for advice. `folders` are those of the person who runs it.
/// `prepare` is called before the command, and told whether the language of the system does not count.
fn run(arguments: &[OsString], folders: Option<ProjectDirs>, prepare: impl FnOnce(&Context, bool)) -> u8 {
    let arguments = args::with_command(arguments.iter().cloned());
    let done = match parsed(&arguments) {
        Ok(cli) => {
            let in_english = cli.keeps_to_english();
            let context = Context::new(cli.common, folders);
            prepare(&context, in_english);
            commands::run(&context, cli.command.unwrap_or(Command::Help { command: Vec::new() })).map(|()| 0)
        }
        Err(error) => console::print_clap(&error).map_err(Failure::from),
    };
    done.unwrap_or_else(|failure| {
        failure.report();
        failure.exit_status()
    })
}

/// The parsed arguments. Clap's errors quote them, so if they contain unprintable characters, the error is made from the escaped arguments.
fn parsed(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    if let Some(alone) = args::for_overview(arguments) {
        return Cli::read(alone);
    }
    Cli::read(arguments.iter().cloned()).map_err(|error| {
        // The escaped form of an argument that is not text may be valid. Then the first error is used, which quotes nothing.
        let error = Cli::read(arguments.iter().map(|argument| escape(argument))).err().unwrap_or(error);
        args::help::with_suggestion(error)
    })
}

fn escape(argument: &OsStr) -> OsString {
    let text = argument.to_string_lossy();
    if check_line(&text).is_ok() { argument.to_owned() } else { escaped(&text).into_owned().into() }
}
