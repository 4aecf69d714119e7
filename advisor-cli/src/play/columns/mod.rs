//! A game of several columns, played in lines or on the screen.

pub(super) mod keyboard;
mod lines;
pub(super) mod playing;
pub(super) mod record;
pub(super) mod screen;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use yahtzee_columns::Advice;
use yahtzee_dialogue::session::{DiceFrom, Tone};
use yahtzee_solver::language::decimal;
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::tr;

use super::save::{self, SaveFile};
use super::screen::Look;
use super::screen::fit::{short, width};
use super::terminal::{self, Left};
use super::{Resume, is_plain, new_file, resume_command};
use crate::args::PlayArgs;
use crate::commands::columns::open;
use crate::context::{Context, random_seed};
use crate::files::file::shown;
use crate::terminal::failure::Failure;
use crate::terminal::{console, output};
use playing::Playing;
use record::Record;

/// Begins a game.
pub(super) fn begin(context: &Context, args: &PlayArgs, rules: ColumnGame) -> Result<(), Failure> {
    check(args)?;
    let dice = dice(args);
    // A game that is not solved leaves no file.
    let opened = open(context, &rules)?;
    run(context, args, new_file(context, args)?, Record::new(rules, dice), opened)
}

/// Goes on with a game.
pub(super) fn resume(context: &Context, args: &PlayArgs, file: SaveFile, record: Record) -> Result<(), Failure> {
    check(args)?;
    let opened = open(context, &record.rules)?;
    run(context, args, file, record, opened)
}

/// Refuses what does not go with such games.
fn check(PlayArgs { coach, players, to_win, target, card, same, rounds, in_order, .. }: &PlayArgs) -> Result<(), Failure> {
    let others = [!players.is_empty(), target.is_some(), card.is_some(), same.is_some(), *coach, *to_win, *in_order, *rounds > 1];
    match others.contains(&true) {
        true => Err(Failure::input(tr!(
            "a game of several columns is played alone, from its start: of the options, --roll, --seed, --plain, --save, --resume and --list go with it"
        ))),
        false => Ok(()),
    }
}

/// Where the dice of a new game come from.
fn dice(args: &PlayArgs) -> DiceFrom {
    match (args.roll, args.seed) {
        (_, Some(seed)) => DiceFrom::Seed(seed),
        (true, None) => DiceFrom::Seed(random_seed()),
        (false, None) => DiceFrom::Table,
    }
}

fn run(
    context: &Context,
    args: &PlayArgs,
    mut file: SaveFile,
    record: Record,
    (game, table): (yahtzee_columns::Game, yahtzee_columns::Table),
) -> Result<(), Failure> {
    // Without a terminal such a game is played in lines.
    let plain = is_plain(args.plain) || !terminal::is_there();
    let mut playing = Playing::new(Arc::new(game), Arc::new(table), record)?;
    let mut look = Look { colour: context.colours(), resume: Resume::of(args.save.as_deref(), file.exists()) };
    loop {
        let mut failed = None;
        let mut save = |playing: &mut Playing| {
            failed = file.save(playing.record.text()).err();
            if let Some(error) = &failed {
                playing.said = Some((Tone::Wrong, tr!("Not saved: {}: {}", shown(file.path()), error)));
            }
            file.exists()
        };
        let left = match plain {
            true => lines::play(&mut playing, console::stdin(), &mut save)?,
            false => terminal::play_columns(&mut playing, look.clone(), &mut save)?,
        };
        if let Some(error) = failed {
            return Err(Failure::file(file.path(), tr!("the game is not saved: {}", error)));
        }
        match left {
            Left::Signal(signal) => return Err(Failure::Signal(signal)),
            Left::NewGame => {
                let dice = if playing.record.dice == DiceFrom::Table { DiceFrom::Table } else { DiceFrom::Seed(random_seed()) };
                playing = playing.again(dice)?;
                file = SaveFile::next(&save::folder(context)?)?;
                look.resume = Resume::of(None, false);
            }
            _ if !file.exists() => return Ok(()),
            _ if playing.record.is_over() => {
                let ended = if plain { String::new() } else { ended(&playing).join("\n") + "\n" };
                return output::print(&(ended + &tr!("The game is saved as {}", shown(file.path())) + "\n"));
            }
            _ => {
                let saved = tr!("The game is saved as {}", shown(file.path()));
                return output::write(format!("{saved}\n  {}\n", resume_command(Some(file.path()))).as_bytes());
            }
        }
    }
}

/// The score so far, and what no way to play on passes, in the most words that fit.
fn bounded(record: &Record, advice: &Advice, columns: usize) -> String {
    let (score, bound) = (record.score(), decimal(advice.bound, 1));
    let whole = Some(tr!("score {} · bound {}", score, bound)).filter(|whole| width(whole) <= columns);
    whole.unwrap_or_else(|| short(&tr!("{} · bound {}", score, bound), columns))
}

/// The end of a game: its score beside the bound.
fn ended(playing: &Playing) -> [String; 2] {
    [tr!("Final score {}.", playing.record.score()), tr!("No way to play scores more than {} on average.", decimal(playing.bound(), 1))]
}

/// What can be typed, each with its effect.
fn keys(playing: &Playing) -> Vec<(String, String)> {
    let record = &playing.record;
    let announced = record.rules.columns().iter().position(|column| column.announced);
    let named = announced.map(|column| {
        let category = record.rules.boxes().categories().next().expect("a box");
        let named = format!("name {}", yahtzee_columns::BoxOf { column, category }.name(&record.rules));
        (named, tr!("announce it; dice may follow"))
    });
    let mut rows = Vec::new();
    if record.dice == DiceFrom::Table {
        rows.push((super::responses::all_dice(record.rules.boxes()), tr!("the dice that fell: all, or the new ones")));
    }
    rows.push(("33, reroll 5".to_owned(), tr!("keep these; reroll these. 0: keep none")));
    rows.push((record.example(), tr!("score there: column and box")));
    rows.extend(named);
    let keys = [
        ("Enter", tr!("do what is typed; if nothing, the best")),
        ("↑ ↓", tr!("pick an option, and Enter")),
        ("← → Space", tr!("pick the dice to keep, and Enter")),
        ("=", tr!("keep all of a kind; again: the next kind")),
        ("< or Ctrl-Z", tr!("take back the last move, and more")),
        ("Esc", tr!("clear what is typed")),
        ("Ctrl-Q, Ctrl-C", tr!("leave with a summary; leave at once")),
        (&*tr!("loss"), tr!("what a choice costs, by estimate")),
        (&*tr!("bound"), tr!("no way to play ends above it on average")),
    ];
    rows.extend(keys.into_iter().map(|(key, means)| (key.to_owned(), means)));
    rows
}

/// What can be typed in lines.
fn help(playing: &Playing) -> String {
    let record = &playing.record;
    let typed = tr!(
        "Type the dice to keep, or a box to write in, like {}; 'name' and a box announces it. An empty line takes the best option; 'card' shows the card, 'undo' takes back a move, 'quit' leaves.",
        record.example()
    );
    typed + "\n"
}
