//! `yahtzee play`: a whole game on the screen of a terminal.

pub(crate) mod save;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use yahtzee_dialogue::saved::{self, Saved};
use yahtzee_dialogue::session::{DiceFrom, Mode, Seat, Session, Tone, seats};
use yahtzee_solver::{Game, MEMORY_LIMIT, Model};

use crate::args::PlayArgs;
use crate::context::{Context, random_seed};
use crate::failure::Failure;
use crate::output;
use save::SaveFile;
use screen::Look;
use terminal::Left;

pub(crate) fn run(context: &Context, args: &PlayArgs) -> Result<(), Failure> {
    if context.json() {
        return Err(Failure::input("a game on the screen has no JSON: leave out --json ('yahtzee advise --stdin' is for programs)"));
    }
    let (mut file, saved) = open(context, args)?;
    if !terminal::is_there() {
        return Err(Failure::input("'play' needs a terminal for its screen: stdin and stdout must be one ('yahtzee advise' needs none)"));
    }
    let Saved { rules, mode, seats } = saved;
    let table = context.table_of(&Arc::new(Model::new(&rules, MEMORY_LIMIT)?));
    let spread = (rules.upper_bonus().points > 0).then(|| context.spread_of(&table));
    let session = Session::new(&table, seats, mode);
    let mut session = match &spread {
        Some(spread) => session.with_spread(spread),
        None => session,
    };
    let mut failed = None;
    let mut save = |session: &mut Session<'_>| {
        failed = file.save(saved::text(session.rules(), session.mode(), session.seats())).err();
        if let Some(error) = &failed {
            session.say(Tone::Wrong, format!("Not saved: {}: {error}", file.path().display()));
        }
    };
    let left = terminal::play(&mut session, Look { colour: context.colours() }, &mut save)?;
    if let Some(error) = failed {
        return Err(Failure::file(file.path(), format_args!("the game is not saved: {error}")));
    }
    if let Left::Signal(signal) = left {
        return Err(Failure::Signal(signal));
    }
    if file.exists() {
        output::print(&farewell(file.path(), &session))?;
    }
    Ok(())
}

/// Where the game is, and what may be done with it: commands to copy.
fn farewell(path: &Path, session: &Session<'_>) -> String {
    let shown = path.display();
    let path = path.to_string_lossy();
    let path = shell_words::quote(&path);
    let mut text = format!("The game is saved as {shown}\n  yahtzee play --resume --save {path}\n");
    let people: Vec<&Seat> = session.seats().filter(|seat| !seat.computer).collect();
    match people[..] {
        [_, _, ..] => {
            for seat in people {
                let player = format!("--player={}", seat.name);
                text.push_str(&format!("  yahtzee review {path} {}\n", shell_words::quote(&player)));
            }
        }
        [_] => text.push_str(&format!("  yahtzee review {path}\n")),
        [] => {}
    }
    text
}

/// The file of the game, and the game: one that is resumed, or a new one.
fn open(context: &Context, args: &PlayArgs) -> Result<(SaveFile, Saved), Failure> {
    let coach = args.coach.then_some(args.tolerance.unwrap_or(0.2));
    if args.resume {
        let path = args.save.clone().map_or_else(|| save::latest(&save::folder()?), Ok)?;
        let (file, mut saved) = SaveFile::open(path)?;
        save::check_rules(&saved, context, &file.path().display())?;
        saved.mode.coach = coach.or(saved.mode.coach);
        return Ok((file, saved));
    }
    let file = match &args.save {
        Some(path) if path.try_exists().map_err(|error| Failure::file(path, error))? => {
            let message = "is there already: go on with it by --resume, or name another file";
            return Err(Failure::input(format_args!("--save: {} {message}", path.display())));
        }
        Some(path) => SaveFile::new(path.clone()),
        None => SaveFile::next(&save::folder()?)?,
    };
    let rules = context.rules()?;
    let dice = match (args.roll, args.seed) {
        (_, Some(seed)) => DiceFrom::Seed(seed),
        (true, None) => DiceFrom::Seed(random_seed()),
        (false, None) => DiceFrom::Table,
    };
    let game = Game::with_rounds(&rules, args.rounds)?;
    let seats = seats(&args.players, &game).map_err(|error| Failure::input(format_args!("--players: {error}")))?;
    Ok((file, Saved { rules, mode: Mode { dice, coach }, seats }))
}
