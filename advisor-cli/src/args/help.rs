//! The help of each command: examples first, then what the command takes, and the names of the options everywhere, which `yahtzee help options`
//! describes. `-h` is short: it leaves out the examples and the rarely needed options.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

use super::{COLUMNS_OF_HELP, Common, HEADING};

/// The order of the parts of the help.
const TEMPLATE: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The end of `-h`, with the names of the options everywhere.
const SHORT: &str = "'--help' has examples and every option";
/// The same for the program.
const SHORT_OF_ALL: &str = "'yahtzee help COMMAND' has examples and every option";

/// Words that people try as commands, and the command for what they mean.
const MEANT: [(&[&str], &str); 9] = [
    (&["hint", "best", "keep", "hold", "move"], "yahtzee advise 13356"),
    (&["chance", "chances", "probability", "probabilities"], "yahtzee odds for the boxes of a turn, yahtzee targets for final scores"),
    (&["score", "worth"], "yahtzee value"),
    (&["game", "start", "new"], "yahtzee play"),
    (&["train", "trainer", "practice", "practise", "puzzle", "learn"], "yahtzee quiz"),
    (&["rating", "history", "rank"], "yahtzee progress"),
    (&["exact"], "yahtzee-prove exact"),
    (&["certify"], "yahtzee-prove certify"),
    (&["verify"], "yahtzee-prove verify"),
];

/// An error about an unknown command, with the command that is meant.
pub(crate) fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, meant)) = MEANT.iter().find(|(words, _)| words.contains(&word.as_str()))
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![format!("try {meant}").into()]));
    }
    error
}

/// A command, by its words, and examples: what to type, and what for.
type Examples = (&'static str, &'static [[&'static str; 2]]);

/// Examples of each command. Tests run them in this order, in a folder with a game in `game.txt`.
const EXAMPLES: [Examples; 23] = [
    (
        "advise",
        &[
            ["yahtzee advise 13356", "what to keep of these dice"],
            ["yahtzee advise 66661 --rerolls-left 0 --card \"ones=3 yahtzee=50\"", "where to score them on this card"],
            ["yahtzee advise 11666 --chose \"full house\" --why", "what a choice costs, and why"],
            ["yahtzee advise 22345 --rules yatzy --language sv", "another game, in Swedish"],
        ],
    ),
    (
        "odds",
        &[
            ["yahtzee odds", "every box in a whole turn"],
            ["yahtzee odds --goal yahtzee --throws 10", "one box, within 1 to 10 throws"],
            ["yahtzee odds 44413 --goal yahtzee --goal four-of-a-kind", "two boxes, with these dice"],
            ["yahtzee odds 33 --rerolls-left 1 --goal full-house", "with two threes kept"],
            ["yahtzee odds --goal \"yahtzee of 4\" --goal 22233", "given dice: five fours, these five"],
            ["yahtzee odds --goal yahtzee --ends --turns 13", "what a turn ends with, at least once in a game"],
            ["yahtzee odds --goal chance=24 --card \"ones=3 yahtzee=50\"", "at least 24 points, on this card"],
        ],
    ),
    (
        "value",
        &[
            ["yahtzee value", "a whole game under optimal play"],
            ["yahtzee value --card \"ones=3 fours=12\"", "a game under way"],
            [
                "yahtzee value --card \"1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40\" --target 250",
                "the chance of 250 points or more",
            ],
        ],
    ),
    (
        "review",
        &[
            ["yahtzee review game.txt", "a game in a file"],
            ["yahtzee review game.txt --why", "the worst mistakes, explained in words"],
            ["yahtzee review game.txt --turn 3", "every option in a turn"],
            ["yahtzee review --card \"aces=3 twos=6 yahtzee=50\"", "a card of points alone"],
        ],
    ),
    (
        "play",
        &[
            ["yahtzee play", "with your own dice"],
            ["yahtzee play --roll --coach", "the program throws, and speaks up when you make a mistake"],
            ["yahtzee play --roll --to-win", "against the computer, with the chances to win"],
            ["yahtzee play --roll --players ann,bob,computer", "a game of three"],
        ],
    ),
    (
        "quiz",
        &[
            ["yahtzee quiz", "ten positions in which the obvious choice is a mistake"],
            ["yahtzee quiz -n 3 --seed 5", "three; the seed gives the same ones again"],
            ["yahtzee quiz --topic bonus --level close", "any positions about the upper bonus in which the choice is close"],
            ["yahtzee quiz --daily", "the ten of today, with a result to share"],
            ["yahtzee quiz --from game.txt", "the positions of a game"],
        ],
    ),
    (
        "progress",
        &[
            ["yahtzee progress", "your rating, and what to practise"],
            ["yahtzee progress --export history.jsonl", "all of it, for another device"],
        ],
    ),
    ("mcp", &[["yahtzee mcp", "what an assistant starts: give it this command"]]),
    ("solve", &[["yahtzee solve --rules kniffel", "solve the German game"]]),
    ("rules list", &[["yahtzee rules list", "the built-in rule sets"]]),
    ("rules explain", &[["yahtzee rules explain yatzy", "what each box of Yatzy needs and pays"]]),
    ("rules show", &[["yahtzee rules show kniffel > own.toml", "a start for rules of your own"]]),
    ("table info", &[["yahtzee table info --rules kniffel", "the table that 'yahtzee solve' kept"]]),
    (
        "table export",
        &[
            ["yahtzee table export --output values.csv", "a row for every state"],
            ["yahtzee table export --policy --card \"ones=3\"", "the best choice for every roll of a turn"],
        ],
    ),
    ("table list", &[["yahtzee table list", "the tables that are kept"]]),
    (
        "table prune",
        &[
            ["yahtzee table prune", "remove what is of no use"],
            ["yahtzee table prune maxi-yatzy-saved --dry-run", "what the files of a rule set take"],
        ],
    ),
    (
        "stats",
        &[
            ["yahtzee stats", "a whole game"],
            ["yahtzee stats --card \"ones=3 yahtzee=50\" --plot scores.svg", "a game under way, with a picture"],
        ],
    ),
    ("targets", &[["yahtzee targets --card \"1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40\"", "the end of a game"]]),
    (
        "evaluate",
        &[
            ["yahtzee evaluate card-12", "a card of rules: its exact score, and where it loses"],
            ["yahtzee evaluate greedy --rules kniffel", "the strategy that takes the most points of each turn"],
        ],
    ),
    ("duel", &[["yahtzee duel --rules forced-yatzy", "a whole game of two"]]),
    ("card", &[["yahtzee card", "ten rules for beginners"], ["yahtzee card card-30 --html card.html", "25 rules, as a page to print"]]),
    (
        "simulate",
        &[
            ["yahtzee simulate -n 1000", "games of the optimal player"],
            ["yahtzee simulate -n 1000 --player greedy", "what a simple player loses, and where"],
            ["yahtzee simulate -n 1000 --player greedy --against optimal", "two players against each other"],
        ],
    ),
    ("completions", &[["yahtzee completions bash", "for bash"]]),
];

/// The commands that print no JSON: they refuse `--json`, and their help does not list it.
const WITHOUT_JSON: [&str; 5] = ["play", "completions", "man", "mcp", "help"];

impl super::Command {
    /// Whether the command can print JSON.
    pub(crate) fn has_json(&self) -> bool {
        use super::Command::{Completions, Help, Man, Mcp, Play};
        !matches!(self, Play(_) | Completions { .. } | Man | Mcp | Help { .. })
    }
}

/// The command line with its help.
pub(super) fn with_help(program: Command) -> Command {
    let everywhere: Vec<Arg> = program.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    described(program, "", &everywhere)
}

/// The options everywhere, described.
pub(crate) fn of_options(program: &Command) -> String {
    let options = Command::new("options").disable_help_flag(true).help_template("{all-args}").max_term_width(COLUMNS_OF_HELP);
    let everywhere = program.get_arguments().filter(|arg| arg.is_global_set()).map(|arg| arg.clone().global(false));
    options.args(everywhere).render_long_help().ansi().to_string()
}

fn described(command: Command, words: &str, everywhere: &[Arg]) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = names.into_iter().fold(command, |command, name| {
        let words = format!("{words} {name}");
        command.mut_subcommand(name, |subcommand| described(subcommand, words.trim_start(), everywhere))
    });
    if let Some((_, examples)) = EXAMPLES.iter().find(|(of, _)| *of == words) {
        let lines = examples.iter().map(|[command, what_for]| format!("\n  {command}\n          {what_for}"));
        command = command.before_long_help(lines.fold(format!("{HEADING}Examples:{HEADING:#}"), |text, line| text + &line));
    }
    let has_json = !WITHOUT_JSON.contains(&words);
    let names = everywhere.iter().filter_map(Arg::get_long).filter(|name| has_json || *name != "json");
    let listed = names.map(|name| format!("--{name}")).collect::<Vec<_>>().join(", ");
    let long = command.get_after_long_help().or(command.get_after_help()).cloned().unwrap_or_default();
    if words.is_empty() {
        return command.help_template(TEMPLATE).after_help(format!("{SHORT_OF_ALL}, also {listed}.")).after_long_help(long);
    }
    // In place of those that every command gets from the program.
    let hidden = everywhere.iter().map(|arg| arg.clone().hide_long_help(true).hide(!has_json && arg.get_id() == "json"));
    let long = if long.to_string().is_empty() { String::new() } else { format!("{}\n\n", long.ansi()) };
    let long = format!("{long}{HEADING}{}:{HEADING:#} {listed} ('yahtzee help options' describes them)", Common::HEADING);
    command.args(hidden).help_template(TEMPLATE).after_help(format!("{SHORT}, also {listed}.")).after_long_help(long)
}
