//! Games of several columns, in the commands that know them: `solve`, `advise`, `simulate` and `play`.

use std::path::PathBuf;
use std::time::Instant;

use yahtzee_columns::{
    Action, Advice, AdviceOfColumns, AdviseError, BoxOf, Choice, Effort, Game, Mean, Position, SimulatedColumns, SolvedColumns, Strategy,
    Table,
};
use yahtzee_dialogue::ask::{Ask, AskError};
use yahtzee_dialogue::words;
use yahtzee_solver::dice::RerollsLeft;
use yahtzee_solver::language::{decimal, grouped, tr};
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::{Roll, Scorecard, counted, tr};

use crate::args::{AdviseArgs, PlayArgs, PlayerName, SimulateArgs};
use crate::context::asking::no_folder;
use crate::context::{Context, random_seed};
use crate::system::interrupt::writing;
use crate::terminal::console;
use crate::terminal::failure::Failure;
use crate::terminal::lines::Lines;
use crate::terminal::output;
use crate::text;

/// The most games of `simulate`: their points are kept until the end.
const MOST_GAMES: u64 = 10_000_000;
/// The options that are shown without `--all`.
const FEW: usize = 5;

/// The folder of tables.
fn folder(context: &Context) -> Result<PathBuf, Failure> {
    context.tables_folder().ok_or_else(|| Failure::failed(no_folder()))
}

/// Opens a game that was solved.
fn open(context: &Context, rules: &ColumnGame) -> Result<(Game, Table), Failure> {
    let (game, folder) = (Game::new(rules, context.limit())?, folder(context)?);
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
    let game = Game::new(rules, context.limit())?;
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
fn in_text(advice: &Advice, position: &Position, rules: &ColumnGame, most: usize) -> String {
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

/// The columns side by side.
fn cards_in_text(cards: &[Scorecard], rules: &ColumnGame) -> String {
    let columns = rules.columns();
    let head: Vec<String> = std::iter::once(String::new()).chain(columns.iter().map(|column| tr(&column.title, &[]))).collect();
    let boxes = rules.boxes();
    let row = |category| {
        let points = cards.iter().map(|card: &Scorecard| card.get(category).map_or_else(|| "-".to_owned(), |points| points.to_string()));
        std::iter::once(boxes.category(category).title.clone()).chain(points).collect()
    };
    text::table(&head, &[vec![false], vec![true; columns.len()]].concat(), boxes.categories().map(row).collect())
}

/// `yahtzee play`: alone, in lines, with the program's dice.
pub(crate) fn play(context: &Context, args: &PlayArgs, rules: &ColumnGame) -> Result<(), Failure> {
    let PlayArgs { coach, players, to_win, target, card, save, resume, list, same, .. } = args;
    let others = [!players.is_empty(), target.is_some(), card.is_some(), save.is_some(), same.is_some(), *coach, *to_win, *resume, *list];
    if others.contains(&true) {
        return Err(Failure::input(tr!("a game of several columns is played alone, from its start: of the options, --seed goes with it")));
    }
    let (game, table) = open(context, rules)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut lines = Lines::new(console::stdin());
    let (mut cards, mut turn): (Vec<Scorecard>, u32) = (rules.columns().iter().map(|column| Scorecard::new(&column.rules)).collect(), 0);
    output::print(
        &(tr!(
            "Type the dice to keep, or a box to write in, like {}; 'name' and a box announces it. An empty line takes the best option; 'card' shows the card, 'quit' leaves.",
            BoxOf::first(rules).name(rules)
        ) + "\n"),
    )?;
    while cards.iter().any(|card| !card.is_full()) {
        let mut cup = yahtzee_solver::Seed::new(seed).cup(0, turn);
        let mut kept = yahtzee_solver::Dice::default();
        let mut named = None;
        let mut rerolls = rules.rolls();
        let written = 'turn: loop {
            rerolls -= 1;
            let roll = cup.throw(rules.boxes().game_dice(), &kept).map_err(Failure::failed)?;
            let rerolls_left = RerollsLeft::new(rerolls).map_err(Failure::failed)?;
            loop {
                let position = Position { cards: cards.clone(), roll, rerolls_left, named };
                let advice = game.advise(&table, &position)?;
                output::print(&(in_text(&advice, &position, rules, FEW) + &tr!("Score so far {}.", advice.score) + " > "))?;
                let line = match lines.next().map_err(|error| Failure::failed(format_args!("stdin: {error}")))? {
                    None => return output::print("\n"),
                    Some(line) => line.map_err(Failure::failed)?,
                };
                let chosen = match line.trim().to_lowercase().as_str() {
                    "quit" | "q" => return Ok(()),
                    "card" => {
                        output::print(&cards_in_text(&cards, rules))?;
                        continue;
                    }
                    "" => Ok(advice.options[0].action),
                    typed => chosen(typed, &advice, &roll, rules),
                };
                match chosen {
                    Err(wrong) => output::print(&(tr!("Nothing is done: {}.", wrong) + "\n"))?,
                    Ok(Action::Hold(hold)) => {
                        kept = *hold;
                        break;
                    }
                    Ok(Action::Name(of, hold)) => {
                        (named, kept) = (Some(of), *hold);
                        break;
                    }
                    Ok(Action::Write { of, .. }) => break 'turn (of, roll, rules.rolls() - 1 - rerolls),
                }
            }
        };
        let (of, roll, throw) = written;
        let column = &rules.columns()[of.column].rules;
        let left = RerollsLeft::new(column.rolls() - 1 - throw).map_err(Failure::failed)?;
        let placement = column.place(&cards[of.column].state(), &roll, left, of.category).map_err(|_| Failure::failed(of.name(rules)))?;
        cards[of.column].write(&placement).map_err(Failure::failed)?;
        turn += 1;
    }
    output::print(&(cards_in_text(&cards, rules) + &tr!("Final score {}.", game.score(&cards)) + "\n"))
}

/// The action that a line means: one of those that are possible.
fn chosen(line: &str, advice: &Advice, roll: &Roll, rules: &ColumnGame) -> Result<Action, String> {
    let possible = |wanted: &dyn Fn(&Action) -> bool| advice.options.iter().map(|choice| choice.action).find(wanted);
    let none = || tr!("that is not possible now");
    if let Some(of) = line.strip_prefix("name ") {
        let named = BoxOf::read(of.trim(), rules)?;
        return possible(&|action| matches!(action, Action::Name(of, _) if *of == named)).ok_or_else(none);
    }
    if line.contains('.') {
        let wanted = BoxOf::read(line, rules)?;
        return possible(&|action| matches!(action, Action::Write { of, .. } if *of == wanted)).ok_or_else(none);
    }
    let dice = rules.boxes().parse_dice(line).map_err(|error| error.to_string())?;
    if !roll.contains(&dice) {
        return Err(tr!("these dice do not lie there"));
    }
    possible(&|action| matches!(action, Action::Hold(hold) if **hold == dice)).ok_or_else(none)
}
