//! `yahtzee completions` and `yahtzee man`.

use clap::CommandFactory;
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
    let mut page = Vec::new();
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let name = format!("yahtzee {}", subcommand.get_name());
        let man = clap_mangen::Man::new(subcommand.clone().display_name(name.clone()).bin_name(name));
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    output::print(&String::from_utf8_lossy(&page))
}
