//! The failures of commands, and their exit statuses.

use std::fmt;
use std::path::Path;

use yahtzee_dialogue::AnswerError;
use yahtzee_solver::dice::DiceError;
use yahtzee_solver::evaluate::EvaluateError;
use yahtzee_solver::game::{CardError, PositionError, RoundsError};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::{RunError, Stopped};
use yahtzee_solver::{RulesError, TableError};

use super::style::{ERROR, WARNING};
use super::wrap::fitted;
use super::{console, window};

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong: exit status 2.
    Input(String),
    /// The command failed: exit status 1.
    Failed(String),
    /// The reader of the output has closed it. This is not an error.
    ClosedPipe,
    /// A signal ended the command: exit status 128 plus the signal's number, as in shells.
    Signal(u8),
}

impl Failure {
    pub(crate) fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(shown(message))
    }

    pub(crate) fn failed(message: impl fmt::Display) -> Failure {
        Failure::Failed(shown(message))
    }

    /// A file that could not be used.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::failed(format_args!("{}: {error}", path.display()))
    }

    /// A table file named by the user. The program does not replace it, so the message says what to do.
    pub(crate) fn table(path: &Path, error: &TableError) -> Failure {
        match error {
            TableError::Version { .. } | TableError::Length { .. } | TableError::Checksum | TableError::Content(_) => {
                Failure::file(path, yahtzee_solver::tr!("{}; delete it or run 'yahtzee solve'", error))
            }
            _ => Failure::file(path, error),
        }
    }

    pub(crate) fn report(&self) {
        if let Some(message) = self.message() {
            say(format_args!("{ERROR}error:{ERROR:#} {message}"));
        }
    }

    /// The message, if there is one.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Input(message) | Failure::Failed(message) => Some(message),
            Failure::ClosedPipe | Failure::Signal(_) => None,
        }
    }

    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Failed(_) => 1,
            Failure::ClosedPipe => 0,
            Failure::Signal(signal) => 128 + *signal,
        }
    }
}

/// Prints a warning on stderr: something went wrong, but there is an answer.
pub(crate) fn warn(message: impl fmt::Display) {
    say(format_args!("{WARNING}warning:{WARNING:#} {}", shown(message)));
}

/// A message in printable form. It may quote a path, an argument or a file, which can contain any characters.
fn shown(message: impl fmt::Display) -> String {
    message.to_string().split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// Writes a line to stderr. An error is ignored, because it cannot be reported.
pub(crate) fn say(line: fmt::Arguments<'_>) {
    let line = fitted(&format!("{line}\n"), window::columns_of_errors());
    let _ = console::write_error(&line);
}

/// Errors that mean invalid input.
macro_rules! wrong_input {
    ($($error:ty)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::input(error)
            }
        })*
    };
}

wrong_input!(AnswerError CardError DiceError EvaluateError OtherRules PositionError RoundsError RulesError RunError);

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::failed(stopped)
    }
}

impl From<std::io::Error> for Failure {
    /// A write error on stdout. Errors of other files name the file.
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::failed(yahtzee_solver::tr!("cannot write the output: {}", error))
        }
    }
}
