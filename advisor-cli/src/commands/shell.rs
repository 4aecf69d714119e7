//! `yahtzee completions` and `yahtzee man`.

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::terminal::failure::Failure;
use crate::terminal::output;

pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::described(), "yahtzee", &mut script);
    output::write(&script)
}

pub(super) fn man() -> Result<(), Failure> {
    // A page leaves out the help of an argument that is hidden in '-h'.
    let command = whole_help(Cli::command());
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(SYNOPSIS.bytes());
    man.render_options_section(&mut page)?;
    for subcommand in command.get_subcommands() {
        describe(subcommand, "yahtzee", &mut page)?;
    }
    page.extend(AFTER_COMMANDS.bytes());
    output::write(&page)
}

/// The command, with the help of every argument also where it is short.
fn whole_help(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_short_help(false)).mut_subcommands(whole_help)
}

/// Appends the section on a command, or on each of its subcommands.
fn describe(command: &Command, parent: &str, page: &mut Vec<u8>) -> Result<(), Failure> {
    let name = format!("{parent} {}", command.get_name());
    if command.has_subcommands() {
        return command.get_subcommands().try_for_each(|subcommand| describe(subcommand, &name, page));
    }
    let command = command.clone().disable_help_flag(true).display_name(&name).bin_name(&name);
    let about = command.get_about().cloned().unwrap_or_default();
    let has_options = command.get_arguments().next().is_some();
    let man = clap_mangen::Man::new(command);
    let mut parts = Vec::new();
    man.render_synopsis_section(&mut parts)?;
    if has_options {
        man.render_options_section(&mut parts)?;
    }
    page.extend(format!(".SH {:?}\n{about}.\n", name.to_uppercase()).bytes());
    // Each command is one section of the page. The sections written by clap_mangen become subsections.
    page.extend(String::from_utf8_lossy(&parts).replace(".SH ", ".SS ").bytes());
    Ok(())
}

const SYNOPSIS: &str = r#".SH SYNOPSIS
.B yahtzee
.I command
.RI [ options ]
.SH DESCRIPTION
The program knows the value of every state of the game under optimal play. It says which dice to keep, where to score, and what any other
choice costs. A rule set that was never asked for is solved on the spot, in a second or so, and its table kept.
"#;

const AFTER_COMMANDS: &str = r#".SH "EXIT STATUS"
.TP
.B 0
Done. A closed pipe is not an error.
.TP
.B 1
The command failed: for example, a file cannot be written, or a table is damaged.
.TP
.B 2
The input was wrong.
.TP
.B 130
Interrupted with Ctrl-C. No incomplete file is left.
.SH ENVIRONMENT
.TP
.B YAHTZEE_TABLES
The folder where solved tables are kept, unless
.B \-\-tables
names one.
.TP
.B NO_COLOR
If it is set, there are no colours, unless
.B \-\-color
asks for them.
.SH EXAMPLES
.TP
.B yahtzee advise 13356
What to keep after the first roll of a new game.
.TP
.B yahtzee advise 22235 \-\-rerolls\-left 1 \-\-card \(dqones=3 yahtzee=50\(dq
The same in a game under way, with one reroll left.
.TP
.B yahtzee advise 13356 \-\-chose \(dqscore chance\(dq
What it costs to score at once.
.TP
.B yahtzee rules show hasbro > own.toml; yahtzee value \-\-rules own.toml
Your own rules.
"#;
