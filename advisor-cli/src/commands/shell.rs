//! `yahtzee completions` and `yahtzee man`.

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output;

pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "yahtzee", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

pub(super) fn man() -> Result<(), Failure> {
    let command = Cli::command();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        describe(subcommand, "yahtzee", &mut page)?;
    }
    output::print(&String::from_utf8_lossy(&page))
}

/// Appends the sections on a command, or on each of its subcommands.
fn describe(command: &Command, parent: &str, page: &mut Vec<u8>) -> Result<(), Failure> {
    let name = format!("{parent} {}", command.get_name());
    if command.has_subcommands() {
        return command.get_subcommands().try_for_each(|subcommand| describe(subcommand, &name, page));
    }
    let man = clap_mangen::Man::new(command.clone().display_name(&name).bin_name(&name));
    let mut sections = Vec::new();
    man.render_description_section(&mut sections)?;
    man.render_synopsis_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    page.extend(format!(".SH {:?}\n", name.to_uppercase()).bytes());
    // All of a command is one section of the page; what clap_mangen makes sections of are its parts.
    page.extend(String::from_utf8_lossy(&sections).replace(".SH ", ".SS ").bytes());
    Ok(())
}
