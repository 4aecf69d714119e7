//! The command line: what can be typed, and its help.

mod ask;
mod card_text;
mod duel;
pub(crate) mod help;
mod objective;
mod odds;
mod play;
mod review;
mod strategies;
mod suggested;
mod table;
mod training;

use std::ffi::OsString;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::styling::{AnsiColor, Style};
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, Styles, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use crate::terminal::console;

pub(crate) use ask::{AdviseArgs, CardArgs, ValueArgs, for_overview, with_command};
pub(crate) use card_text::card_of;
pub(crate) use duel::DuelArgs;
pub(crate) use objective::ObjectiveArgs;
use objective::target;
pub(crate) use odds::OddsArgs;
pub(crate) use play::PlayArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use strategies::{EvaluateArgs, PlayerName, RuleCardArgs};
pub(crate) use table::{ExportArgs, PruneArgs, TableCommand};
pub(crate) use training::{HistoryArgs, ProgressArgs, QuizArgs};

const HEADING: Style = AnsiColor::Green.on_default().bold();
const STYLES: Styles = Styles::styled()
    .header(HEADING)
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The most columns of help, also used without a terminal.
const COLUMNS_OF_HELP: usize = 100;

/// Optimal strategies of Yahtzee and its family: what to keep, where to score, and what a mistake costs.
#[derive(Debug, Parser)]
#[command(name = "yahtzee", version, styles = STYLES, max_term_width = COLUMNS_OF_HELP, propagate_version = true, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 done; 1 the command failed; 2 the input was wrong.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Cli {
    /// Whether the language of the system does not count: the answers are for a program, or the command speaks English alone.
    pub(crate) fn keeps_to_english(&self) -> bool {
        let for_program = matches!(&self.command, Some(Command::Mcp | Command::Advise(AdviseArgs { stdin: true, .. })));
        let in_english = matches!(&self.command, Some(Command::Simulate(_) | Command::Evaluate(_) | Command::Table(_)));
        self.common.json || for_program || in_english
    }

    /// The command line, with help as wide as the terminal.
    pub(crate) fn described() -> clap::Command {
        let command = help::with_help(Cli::command());
        let at_terminal = console::stdout_is_terminal() || console::stderr_is_terminal();
        if at_terminal { command } else { command.term_width(COLUMNS_OF_HELP) }
    }

    /// Reads the arguments; the first is the name of the program.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
        let mut command = Cli::described();
        let matches = command.try_get_matches_from_mut(arguments)?;
        let mut cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let (Some(Command::Advise(advise)), Some((name, matches))) = (&mut cli.command, matches.subcommand()) {
            advise.again = again(command.find_subcommand(name), matches);
        }
        Ok(cli)
    }
}

impl Common {
    /// Their heading in the help.
    const HEADING: &str = "Options everywhere";
}

/// The typed options of a question that the next one has too, as they are typed. Those of this turn have no heading.
fn again(command: Option<&clap::Command>, matches: &clap::ArgMatches) -> Vec<String> {
    let typed = |arg: &&clap::Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let of_game = |arg: &&clap::Arg| match (arg.get_id().as_str(), arg.get_help_heading()) {
        ("rules" | "language", _) => true,
        ("card" | "player", _) | (_, None) => false,
        (_, Some(heading)) => heading != Common::HEADING,
    };
    let words = |arg: &clap::Arg| {
        let option = format!("--{}", arg.get_long().unwrap_or_default());
        if !arg.get_action().takes_values() {
            return vec![option];
        }
        let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
        values.flat_map(|value| [option.clone(), value.to_string_lossy().into_owned()]).collect()
    };
    command.into_iter().flat_map(clap::Command::get_arguments).filter(typed).filter(of_game).flat_map(words).collect()
}

/// Options that every command has.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = Common::HEADING)]
pub(crate) struct Common {
    /// The rule set: a built-in name (see 'yahtzee rules list') or a TOML file [default: hasbro]
    #[arg(long, global = true, hide_short_help = true, value_name = "NAME|FILE.toml", value_parser = suggested::RULES, hide_possible_values = true)]
    pub(crate) rules: Option<String>,
    /// The language: en, de or sv; for the names of categories also those of 'yahtzee rules list' [default: that of the system]
    #[arg(long, global = true, hide_short_help = true, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// Print JSON, for programs
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) json: bool,
    /// When to use colour
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Threads to work with, at most four for each core [default: one for each core]
    #[arg(long, global = true, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = crate::system::memory::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// The most memory to take, like 500MB or 2GB [default: three quarters of the free memory]
    #[arg(long, global = true, hide_short_help = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = yahtzee_dialogue::words::memory::parse)]
    pub(crate) memory: Option<u64>,
    /// The folder where solved tables are kept [default: a folder in the platform's cache directory]
    #[arg(long, global = true, hide_short_help = true, value_name = "DIR", env = "YAHTZEE_TABLES", hide_env_values = true, value_parser = folder(), value_hint = ValueHint::DirPath)]
    pub(crate) tables: Option<PathBuf>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What to keep, or where to score
    Advise(AdviseArgs),
    /// The chance of each box in a turn
    ///
    /// For each box: the best chance to score there in a turn, the best mean of points there, and how many throws it takes on average if the turn has no last
    /// throw. Each is for a player who plays for this box alone. With dice it says what to keep for it. Jokers count, and so do the rules about where a roll
    /// may be written; the points are those of the box, without any bonus.
    Odds(OddsArgs),
    /// What a scorecard is worth
    Value(ValueArgs),
    /// What each decision of a game cost
    ///
    /// It also says how much of the result was luck. Without a file it takes the game of 'yahtzee play' that was saved last.
    Review(ReviewArgs),
    /// A game, with advice or a coach
    ///
    /// With your own dice: type the dice that you roll, and Enter takes the advice. '?' shows all keys.
    ///
    /// Every move is saved, in a folder of the platform's data directory (on Linux ~/.local/share/yahtzee/games) unless --save names a file.
    /// 'yahtzee review' reads what is saved.
    Play(PlayArgs),
    /// Positions with a tempting mistake
    ///
    /// The obvious choice is what the card of rules for beginners does ('yahtzee card card-12' shows it); in games with other boxes it is to keep most of a
    /// kind, or the longest straight, and after the last roll to score the most points. Each position was reached in play, and the obvious choice costs half a
    /// point or more there. Answer with the dice to keep or with a category: '?' says how, 'hint' gives a hint. Every answer is explained. The summary at the
    /// end comes after Ctrl-C too.
    ///
    /// With --json nothing is asked: the positions are printed with their answers, a line each.
    Quiz(QuizArgs),
    /// Your rating and record
    ///
    /// Games finished in 'yahtzee play' or looked over by 'yahtzee review', and the answers of 'yahtzee quiz', are recorded in a file on this device; nothing
    /// leaves it. The rating is the points lost per game. docs/guide.md says what counts.
    Progress(ProgressArgs),
    /// Solve a rule set and write its table
    Solve {
        /// Solve every built-in rule set that fits into memory, and compare the expected scores with the published list
        #[arg(long)]
        all: bool,
    },
    /// The rule sets, and what each box pays
    Rules {
        #[command(subcommand)]
        command: Option<RulesCommand>,
    },
    /// Table files: list, remove, export them
    #[command(subcommand)]
    Table(TableCommand),
    /// The exact distribution of final scores
    ///
    /// The distribution is for optimal play. The report also shows the points of each category, both bonuses, and when each category is filled.
    Stats(StatsArgs),
    /// The best chance of every final score
    ///
    /// Each chance stands beside the chance under expected-score play, with the roll of this turn on which play for that score first differs from it and
    /// gains the most. With --json there is a line for every score from 1 to the most that can be reached. From a new card it takes a minute or more.
    Targets(TargetsArgs),
    /// What a strategy scores and loses
    ///
    /// Nothing is sampled: every game of the strategy is followed. The report shows the points of each category, what is lost against optimal play by kind of
    /// decision, turn and category, and the habits that cost the most. For a card of rules it says what each rule is worth.
    Evaluate(EvaluateArgs),
    /// Two who see both cards and play to win
    ///
    /// Exact values. Whole games can be solved that have no bonus (generala, yacht, crag), and every game from two cards late in it.
    Duel(DuelArgs),
    /// Rules to play from on paper
    ///
    /// The rules are in two lists. While rolls are left, the first rule for keeping that fits says which dice to keep; then the first rule for scoring that
    /// fits says where to score.
    Card(RuleCardArgs),
    /// Games of a player or of your bot
    ///
    /// Games of the optimal player are compared with the exact figures, games of any other player with optimal play, decision by decision. With --against,
    /// two players play against each other.
    Simulate(SimulateArgs),
    /// Serve assistants over stdin and stdout (MCP)
    #[command(hide = !cfg!(feature = "mcp"))]
    Mcp,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_name = "bash|elvish|fish|powershell|zsh", hide_possible_values = true)]
        shell: Shell,
    },
    /// Print the manual page, in roff
    Man,
    /// What to try first, or the help of a command
    Help {
        /// The command, or 'options' [default: all commands in one screen]
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

/// A folder. An empty name means that no folder is named, as is usual for environment variables.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) card: CardArgs,
    /// Write every score as CSV, with its probability and the probability of that score or more; - is stdout
    #[arg(long, value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the distribution to an .svg file
    #[arg(long, value_name = "FILE.svg", value_parser = crate::plot::Picture::parser(), value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<crate::plot::Picture>,
}

#[derive(Debug, Args)]
pub(crate) struct TargetsArgs {
    #[command(flatten)]
    pub(crate) card: CardArgs,
    /// Draw the chances to an .svg file
    #[arg(long, value_name = "FILE.svg", value_parser = crate::plot::Picture::parser(), value_hint = ValueHint::FilePath)]
    pub(crate) plot: Option<crate::plot::Picture>,
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    /// Number of games
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, default_value_t = 100_000, value_parser = whole(1_u64..=1_000_000_000_000))]
    pub(crate) games: u64,
    /// Seed of the dice: the same seed gives the same games on any number of threads
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1, value_parser = whole(0_u64..=u64::MAX))]
    pub(crate) seed: u64,
    /// Who plays
    #[arg(long, value_name = "WHO", default_value = "optimal")]
    pub(crate) player: PlayerName,
    /// Two players against each other: play games of --player against this one, on the same dice with the seats swapped, and count who wins
    #[arg(long, value_name = "WHO", conflicts_with_all = ["bot", "log", "worst"], value_parser = PlayerName::head_to_head())]
    pub(crate) against: Option<PlayerName>,
    /// A program plays: it reads questions on its stdin and answers on its stdout, one line of JSON each (see docs/reference.md)
    #[arg(long, value_name = "CMD", conflicts_with = "player", value_parser = command, value_hint = ValueHint::CommandString)]
    pub(crate) bot: Option<String>,
    /// How long the program may think about an answer, in seconds
    #[arg(long, hide_short_help = true, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 10.0, requires = "bot", value_parser = seconds)]
    pub(crate) bot_timeout: f64,
    /// How many of the worst decisions to show if the player is not optimal
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, default_value_t = 10, value_parser = whole(0_u16..=1000))]
    pub(crate) worst: u16,
    /// Write the games to this file, in the form that 'yahtzee review' reads
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) log: Option<PathBuf>,
}

/// A whole number in a range. Unlike clap, an error always says the range, also of a number with a sign or with too many digits.
fn whole<T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads one of some values, each with its name and its help.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let names = values.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(move |given| values.into_iter().find(|(_, name, _)| *name == given).expect("one of these").0)
}

/// A command that is not empty.
fn command(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() { Err("name a program, with its arguments") } else { Ok(text.to_owned()) }
}

/// A time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("a number of seconds above 0, at most 86400".to_owned()),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the built-in rule sets
    List,
    /// What each box needs and pays, in words, with an example
    Explain {
        /// A built-in name or a TOML file [default: the rules of --rules]
        #[arg(value_name = "NAME|FILE.toml", value_parser = suggested::RULES, hide_possible_values = true)]
        name: Option<String>,
    },
    /// Print a rule set's TOML, to start your own from
    Show {
        /// A built-in name or a TOML file [default: the rules of --rules]
        #[arg(value_name = "NAME|FILE.toml", value_parser = suggested::RULES, hide_possible_values = true)]
        name: Option<String>,
    },
}

/// A loss that the coach ignores: 0 or more points.
fn tolerance(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points: &f64| points.is_finite() && *points >= 0.0);
    points.ok_or_else(|| "write a number of points, 0 or more".to_owned())
}
