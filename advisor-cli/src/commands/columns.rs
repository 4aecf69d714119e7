//! Games of several columns, in `solve`, `advise` and `simulate`.

use std::path::PathBuf;
use std::time::Instant;

use yahtzee_columns::{
    Action, Advice, AdviceOfColumns, AdviseError, Choice, Effort, Game, Mean, Position, SimulatedColumns, SolvedColumns, Strategy, Table,
};
use yahtzee_dialogue::ask::{Ask, AskError};
use yahtzee_dialogue::service::Work;
use yahtzee_dialogue::words;
use yahtzee_solver::language::{decimal, grouped, tr};
use yahtzee_solver::rules::{ColumnGame, RulesError};
use yahtzee_solver::{counted, tr};

use crate::args::{AdviseArgs, PlayerName, SimulateArgs};
use crate::context::Context;
use crate::context::asking::no_folder;
use crate::system::interrupt::writing;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::text;

/// The most games of `simulate`: their points are kept until the end.
const MOST_GAMES: u64 = 10_000_000;
/// The options that are shown without `--all`.
pub(crate) const FEW: usize = 5;

/// The folder of tables.
fn folder(context: &Context) -> Result<PathBuf, Failure> {
    context.tables_folder().ok_or_else(|| Failure::failed(no_folder()))
}

/// The game, if it fits into memory.
fn game(context: &Context, rules: &ColumnGame) -> Result<Game, Failure> {
    Game::new(rules, context.limit()).map_err(|error| match error {
        // A single column may be refused before all of them are counted.
        RulesError::TooLarge { needed, .. } if needed < u64::MAX => {
            context.refused(&Work::Table.of(rules.name()), needed, true, &tr!("leave out some categories"))
        }
        error => error.into(),
    })
}

/// Opens a game that was solved.
pub(crate) fn open(context: &Context, rules: &ColumnGame) -> Result<(Game, Table), Failure> {
    let (game, folder) = (game(context, rules)?, folder(context)?);
    let table = game.solved_in(&folder).map_err(|error| Failure::file(&folder.join(game.file_name()), error))?;
    let table = table.ok_or_else(|| {
        let given = context.column_game().filter(|given| given.name() == rules.name()).and(context.rules_given());
        let name = given.unwrap_or(rules.name());
        Failure::input(tr!("{} is not solved yet: 'yahtzee solve --rules {}' does it once, and takes minutes", rules.name(), name))
    })?;
    Ok((game, table))
}

/// `yahtzee solve`.
pub(super) fn solve(context: &Context, rules: &ColumnGame) -> Result<(), Failure> {
    let start = Instant::now();
    let game = game(context, rules)?;
    let path = folder(context)?.join(game.file_name());
    // A file that cannot be read is replaced.
    let before = game.open(&path).ok();
    let (table, is_new) = context.with_bar(&tr!("Looking for the lowest bound"), |run, bar| {
        game.solve_on(before, &Effort::new(run), &mut |step, prices| {
            bar.set_message(tr!("No way to play earns more than {}", decimal(step.lowest, 1)));
            // A run that is ended goes on from the prices of its last step. The next step saves them again.
            let _ = writing(|| game.save_prices(step, prices, &path));
            true
        })
    })?;
    // The answer is printed even if it cannot be kept.
    let kept = if is_new { writing(|| table.save(&path)).map_err(|error| Failure::file(&path, error)) } else { Ok(()) };
    if context.json() {
        let Mean { mean, error: standard_error, games } = table.player();
        output::print_json(&SolvedColumns {
            rules: rules.name().to_owned(),
            bound: table.bound(),
            mean,
            standard_error,
            games,
            steps: table.steps(),
            seconds: start.elapsed().as_secs_f64(),
            table: kept.is_ok().then(|| path.display().to_string()),
        })?;
    } else {
        output::print(&format!("{}\n{}\n", tr(rules.title(), &[]), in_bounds(table.bound(), table.player())))?;
    }
    kept
}

/// What the strategy earns, and what no way to play does. The mean of a sample may lie above the bound.
fn in_bounds(bound: f64, Mean { mean, error, games }: Mean) -> String {
    let (mean_shown, error, bound_shown) = (decimal(mean, 1), decimal(error, 1), decimal(bound, 1));
    let said = tr!(
        "the strategy scores {} on average ({} games, standard error {}); no way to play scores more than {}",
        mean_shown,
        games,
        error,
        bound_shown
    );
    if bound > mean { tr!("{}: {} above it", said, words::percent(bound / mean - 1.0)) } else { said }
}

/// `yahtzee simulate`.
pub(super) fn simulate(context: &Context, args: &SimulateArgs, rules: &ColumnGame) -> Result<(), Failure> {
    let plain = match args.player {
        PlayerName::Optimal => None,
        PlayerName::Greedy => Some(Strategy::Greedy),
        PlayerName::Estimate => Some(Strategy::Alone),
        _ => return Err(only_some()),
    };
    if args.bot.is_some() || args.against.is_some() || args.log.is_some() {
        return Err(only_some());
    }
    if args.games > MOST_GAMES {
        return Err(Failure::input(tr!("of a game of several columns at most {} games are simulated", grouped(MOST_GAMES))));
    }
    let (game, table) = open(context, rules)?;
    let played = context.with_bar(&tr!("Playing"), |run, _| {
        game.simulate(
            plain.unwrap_or(Strategy::Solved(&table)),
            &Effort { games: args.games as usize, seed: args.seed, ..Effort::new(run) },
        )
    });
    let player = played.map_err(Failure::failed)?;
    if context.json() {
        return output::print_json(&SimulatedColumns::new(player, args.seed, &table, rules));
    }
    output::print(&format!("{}\n{}\n", tr(rules.title(), &[]), in_bounds(table.bound(), player)))
}

fn only_some() -> Failure {
    Failure::input(tr!("of the options, -n, --seed and --player optimal, greedy or estimate go with a game of several columns"))
}

/// `yahtzee advise`.
pub(super) fn advise(context: &Context, args: &AdviseArgs, rules: &ColumnGame) -> Result<(), Failure> {
    if args.stdin {
        return Err(Failure::input(tr!("'{}' is a game of several columns, which 'advise --stdin' does not know", rules.name())));
    }
    let (position, advice) = answered(context, &args.ask()?, rules, |error| args.wrong(error))?;
    if context.json() {
        return output::print_json(&AdviceOfColumns::new(&advice, &position, rules));
    }
    let last =
        tr!("Score so far {}. Losses are estimates; no way to play on ends above {} on average.", advice.score, decimal(advice.bound, 1));
    let most = if args.position.all { usize::MAX } else { FEW };
    output::print(&(in_text(&advice, &position, rules, most) + &format!("\n{last}\n")))
}

/// The answer to a question. `wrong` words an error in its fields.
pub(super) fn answered(
    context: &Context,
    ask: &Ask<'_>,
    rules: &ColumnGame,
    wrong: impl Fn(&AskError) -> Failure,
) -> Result<(Position, Advice), Failure> {
    let position = Position::read(ask, rules).map_err(|error| wrong(&error))?;
    let (game, table) = open(context, rules)?;
    let advice = game.advise(&table, &position)?;
    Ok((position, advice))
}

impl From<AdviseError> for Failure {
    fn from(error: AdviseError) -> Failure {
        match error {
            AdviseError::Table(error) => Failure::failed(error),
            error => Failure::input(error),
        }
    }
}

/// The best action, the dice and the first options.
pub(crate) fn in_text(advice: &Advice, position: &Position, rules: &ColumnGame, most: usize) -> String {
    let Position { roll, rerolls_left, .. } = position;
    let best = &advice.options[0].action;
    let kept = match best {
        Action::Hold(hold) | Action::Name(_, hold) => **hold,
        Action::Write { .. } => **roll,
    };
    let row = |(nth, Choice { action, loss }): (usize, &Choice)| {
        let loss = if nth == 0 { String::new() } else { decimal(*loss, 2) };
        vec![action.in_words(roll, rules), loss]
    };
    let rows = advice.options.iter().enumerate().take(most).map(row).collect();
    let mut shown = format!("{}.\n\n{}\n", best.in_words(roll, rules), text::dice(roll, &kept, *rerolls_left, false));
    shown += &text::table_with_best(&[tr!("option"), tr!("loss")], &[false, true], rows);
    let more = advice.options.len().saturating_sub(most);
    if more > 0 {
        let more = counted!(more, "and no more options", "and 1 more option", "and {} more options");
        shown += &text::faint(&format!("  {more} ({})", tr!("--all shows every option")));
    }
    shown
}
