//! `yahtzee help`, and `yahtzee` alone: first commands to try, and every command on one screen.

use clap::Command;

use crate::args::Cli;
use crate::args::help::of_options;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::HEADING;
use crate::terminal::wrap::unbroken;
use crate::text;

/// Commands that a newcomer can type unchanged.
const TRY_FIRST: [[&str; 2]; 3] = [
    ["yahtzee advise 13356", "what to keep of these dice, and what else costs"],
    ["yahtzee play --roll", "a whole game; '?' shows the keys"],
    ["yahtzee quiz", "ten positions to learn from"],
];

/// The commands, by purpose, each with its commonest options, or its commands.
const COMMANDS: [(&str, [&str; 3]); 15] = [
    ("advise", ["--card", "--why", "--all"]),
    ("value", ["--card", "--target", "--against"]),
    ("odds", ["--goal", "--card", "--turns"]),
    ("play", ["--roll", "--coach", "--players"]),
    ("review", ["--why", "--turn", "--player"]),
    ("quiz", ["--daily", "--topic", "--from"]),
    ("progress", ["--player", "--plot", "--export"]),
    ("card", ["--at", "--html", "--rules"]),
    ("stats", ["--card", "--csv", "--plot"]),
    ("targets", ["--card", "--plot", "--rules"]),
    ("simulate", ["--games", "--player", "--bot"]),
    ("evaluate", ["--card", "--rules", "--json"]),
    ("duel", ["--rules", "--cards", "--ties"]),
    ("rules", ["list", "explain", "show"]),
    ("solve", ["--all", "--rules", "--tables"]),
];

/// Commands that are rarely typed.
const OTHERS: [&str; 4] = ["completions", "man", "mcp", "table"];

/// Prints the overview, or the help of the command at this path, like `table info`.
pub(super) fn run(path: &[String]) -> Result<(), Failure> {
    let mut program = Cli::described();
    program.build();
    if path.is_empty() {
        return output::print(&overview(&program));
    }
    if path == ["options"] {
        return output::print(&of_options(&program));
    }
    let mut command = &mut program;
    for name in path {
        let known: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        command = command.find_subcommand_mut(name).ok_or_else(|| match known.join(", ") {
            none if none.is_empty() => Failure::input(format_args!("no command '{}'", path.join(" "))),
            known => Failure::input(format_args!("no command '{name}': there are {known}")),
        })?;
    }
    output::print(&command.render_long_help().ansi().to_string())
}

fn overview(program: &Command) -> String {
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let first = TRY_FIRST.map(|[command, what_for]| vec![unbroken(command), what_for.to_owned()]).to_vec();
    let commands = COMMANDS.iter().map(|(name, options)| {
        let command = program.find_subcommand(name).expect("a command that there is");
        vec![(*name).to_owned(), about(command), options.join(" ")]
    });
    let others = OTHERS.into_iter().filter(|name| program.find_subcommand(name).is_some_and(|command| !command.is_hide_set()));
    let others: Vec<&str> = others.collect();
    format!(
        "{HEADING}Try first{HEADING:#}\n{}\n{HEADING}Commands{HEADING:#}\n{}  Others: {} ({})\n{}",
        text::table::<&str>(&[], &[], first),
        text::table::<&str>(&[], &[], commands.collect()),
        others.join(" "),
        "'yahtzee help COMMAND' says more",
        "All have ('yahtzee help options'): --rules --json --color --threads --tables\n",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_the_overview_are_there() {
        let mut program = Cli::described();
        program.build();
        for (name, options) in COMMANDS {
            let command = program.find_subcommand(name).unwrap();
            for option in options {
                let is_there = command.get_arguments().any(|arg| arg.get_long() == option.strip_prefix("--"));
                assert!(is_there || command.find_subcommand(option).is_some(), "{name} {option}");
            }
        }
        assert!(overview(&program).lines().all(|line| line.chars().count() < 100));
    }
}
