//! `yahtzee`, on the streams of its process.

use std::process::ExitCode;

fn main() -> ExitCode {
    advisor_cli::main()
}
