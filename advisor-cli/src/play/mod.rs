//! `yahtzee play`: a whole game on the screen of a terminal.

mod columns;
mod editor;
mod list;
mod lock;
mod plain;
mod responses;
pub(crate) mod save;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::mpsc::{self, Receiver};

use yahtzee_dialogue::answer::WinAnswer;
use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::session::saved::{self, Saved};
use yahtzee_dialogue::session::{
    Compared, Computer, DiceFrom, Mode, Played, PlaysFor, QUIET, RollForStart, SameDice, Seat, Session, Tone, join, seats,
};
use yahtzee_dialogue::{Detail, Effort, ReviewAnswer, Service};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::{Contest, Game, Position, RuleSet, tr};

use crate::args::{PlayArgs, card_of};
use crate::commands::{self, quiz};
use crate::context::history::{HistoryFile, finished};
use crate::context::{Context, random_seed};
use crate::files::file::shown;
use crate::system::interrupt;
use crate::terminal::failure::{Failure, warn};
use crate::terminal::{console, output};
use crate::text;
use crate::text::review::ReviewText;
use save::{AnySaved, SaveFile};
use screen::Look;
use terminal::Left;

/// The players with `--to-win` if none are named.
const AGAINST_COMPUTER: [&str; 2] = ["you", "computer"];

pub(crate) fn run(context: &Context, args: &PlayArgs) -> Result<(), Failure> {
    if args.list {
        output::print(&list::saved_games(context)?)?;
        return if has_screen(args.plain) && save::latest(&save::folder(context)?).is_ok() { look_over(context, args) } else { Ok(()) };
    }
    let Opened { mut file, saved, mut rolled } = match args.resume {
        true => match resumed(context, args)? {
            (file, AnySaved::Columns(record)) => return columns::resume(context, args, file, record),
            (file, AnySaved::Cards(saved)) => Opened { file, saved, rolled: None },
        },
        false => match context.column_game() {
            Some(game) => return columns::begin(context, args, game),
            None => open(context, args)?,
        },
    };
    let plain = is_plain(args.plain);
    if !plain && !terminal::is_there() {
        return Err(Failure::input(tr!(
            "'play' needs a terminal for its screen: stdin and stdout must be one ('play --plain' and 'yahtzee advise' need none)"
        )));
    }
    let service = open_service(context, &saved.rules, &saved.seats)?;
    let mut look = Look { colour: context.colours(), resume: Resume::of(args.save.as_deref(), file.exists()) };
    let Saved { mut mode, mut seats, mut edited, .. } = saved;
    let history = args.history.file(context);
    loop {
        let detail = detail_of(&seats, mode);
        // The screen does not wait for the contest.
        let later = detail.filter(|_| !plain).map(|detail| contest_later(context, &service, &seats, detail));
        let contest =
            |detail| context.ask(&service, &tr!("Finding how the games may end"), |effort| service.contest_of(&seats, detail, effort));
        let contest = detail.filter(|_| plain).map(contest).transpose()?;
        let mut session = Session::served(&service, contest, seats, mode).map_err(Failure::input)?;
        if std::mem::take(&mut edited) {
            session.say(Tone::Plain, tr!("This file was edited by hand since it was saved; going on with what it says."));
        }
        if let Some(rolled) = rolled.take() {
            session.say(Tone::Plain, rolled);
        }
        match play_one(&mut session, &mut file, history.as_ref(), look.clone(), plain, later.as_ref())? {
            Left::Quit => return if file.exists() { leave(file.path(), &session) } else { Ok(()) },
            Left::Review => {
                output::print(&reviews(&session)?)?;
                return leave(file.path(), &session);
            }
            Left::TryAgain(worst) => {
                quiz::again(context, &service, history.as_ref(), worst)?;
                return leave(file.path(), &session);
            }
            Left::Signal(signal) => return Err(Failure::Signal(signal)),
            Left::NewGame => {
                // Keep the file of the finished game, whatever its name.
                file = SaveFile::next(&save::folder(context)?)?;
                look.resume = Resume::of(None, false);
                (mode, seats) = again(&session)?;
                rolled = roll_for_start_of(&mut seats, mode, args.in_order);
            }
        }
    }
}

/// Asks which of the listed games to look over, and does so.
fn look_over(context: &Context, args: &PlayArgs) -> Result<(), Failure> {
    match output::ask(&tr!("A file of these to look over, or Enter: "))?.as_str() {
        "" => Ok(()),
        file => commands::review::of_file(context, file.into(), args.history.clone()),
    }
}

/// Looks over a game on the screen: the decisions of this player, or else of all people. Returns the positions to try again that were asked for; `None` if
/// no decision is known, and nothing was shown.
pub(crate) fn review(
    context: &Context,
    service: &Service,
    played: &Played,
    player: Option<usize>,
) -> Result<Option<Vec<Position>>, Failure> {
    let mode = played.mode.unwrap_or(Mode { dice: DiceFrom::Table, coach: None, plays_for: PlaysFor::Points });
    let Some(mut session) = Session::reviewing(service, played.seats.clone(), mode, player).map_err(Failure::input)? else {
        return Ok(None);
    };
    let later = detail_of(&played.seats, mode).map(|detail| contest_later(context, service, &played.seats, detail));
    let look = Look { colour: context.colours(), resume: Resume::NEVER };
    match terminal::play(&mut session, look, &mut |_| false, later.as_ref())? {
        Left::Signal(signal) => Err(Failure::Signal(signal)),
        Left::TryAgain(worst) => Ok(Some(worst)),
        Left::Quit | Left::NewGame | Left::Review => Ok(Some(Vec::new())),
    }
}

/// Whether lines are wanted, by --plain or because the terminal cannot move the cursor.
fn is_plain(plain: bool) -> bool {
    plain || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether there is a screen, and lines are not wanted.
pub(crate) fn has_screen(plain: bool) -> bool {
    !is_plain(plain) && terminal::is_there()
}

/// Opens a game with what its reasons need.
pub(crate) fn open_service(context: &Context, rules: &RuleSet, seats: &[Seat]) -> Result<Service, Failure> {
    let need = Need::of_games(seats.iter().map(|seat| &seat.game));
    let explains = rules.upper_bonus().only_step().is_some();
    context.open_with_spread(explains, rules, need, &tr!("the reasons lack the chance of the upper bonus"))
}

/// The detail of the contest: playing to win needs all distributions; showing the chances needs only rough ones. `None` for who plays alone, for points.
fn detail_of(seats: &[Seat], mode: Mode) -> Option<Detail> {
    let to_win = mode.plays_for != PlaysFor::Points || seats.iter().any(|seat| seat.computer == Some(Computer::Win));
    if to_win { Some(Detail::Fine) } else { (seats.len() > 1).then_some(Detail::Rough) }
}

/// A contest that is found while the game is played.
struct Later {
    contest: Receiver<Result<Contest<'static>, Failure>>,
    /// Whether the game cannot be played without it.
    is_needed: bool,
}

/// Finds how the games may end while the game is played, and wakes the screen then.
fn contest_later(context: &Context, service: &Service, seats: &[Seat], detail: Detail) -> Later {
    let (context, service, seats) = (context.clone(), service.clone(), seats.to_owned());
    let (sender, contest) = mpsc::channel();
    let without_thread = sender.clone();
    let find = move || {
        let effort = Effort { run: context.run(), before: None };
        let contest = service.contest_of(&seats, detail, &effort).map_err(|error| context.unanswered(service.rules(), error));
        if sender.send(contest).is_ok() {
            interrupt::wake();
        }
    };
    if let Err(error) = std::thread::Builder::new().spawn(find) {
        let _ = without_thread.send(Err(Failure::failed(tr!("no thread can be started: {}", error))));
    }
    Later { contest, is_needed: detail == Detail::Fine }
}

/// A game that was resumed, or a new one.
struct Opened {
    file: SaveFile,
    saved: Saved,
    /// The throws that decided who starts.
    rolled: Option<String>,
}

/// Rolls for the start if the dice are virtual and several people play. With real dice the players do that themselves.
fn roll_for_start_of(seats: &mut [Seat], mode: Mode, in_order: bool) -> Option<String> {
    match mode.dice {
        DiceFrom::Seed(seed) if seats.len() > 1 && !in_order => {
            let rules = seats[0].game.rules().clone();
            Some(RollForStart::new(seats, &rules, seed).in_words(seats))
        }
        _ => None,
    }
}

/// Plays a game until the player leaves, saves it after each move, and records it when it ends.
fn play_one(
    session: &mut Session,
    file: &mut SaveFile,
    history: Option<&HistoryFile>,
    look: Look,
    plain: bool,
    later: Option<&Later>,
) -> Result<Left, Failure> {
    // Its lines in the history. They are taken back with the last move.
    let mut recorded = Vec::new();
    let mut record = |session: &mut Session| {
        let Some(history) = history else { return };
        let done = match session.current() {
            None => history.add(finished(session.seats(), session.mode(), session.table())).map(|lines| recorded.extend(lines)),
            Some(_) => history.take_back(&std::mem::take(&mut recorded)),
        };
        if let Err(failure) = done {
            session.say(Tone::Wrong, failure.message().unwrap_or_default().to_owned());
        }
    };
    // A finished game that was resumed.
    record(session);
    let mut failed = None;
    // Updates whether the file exists.
    let mut save = |session: &mut Session| {
        failed = file.save(saved::text(session.rules(), session.mode(), session.seats())).err();
        if let Some(error) = &failed {
            session.say(Tone::Wrong, tr!("Not saved: {}: {}", shown(file.path()), error));
        }
        record(session);
        file.exists()
    };
    let left = match plain {
        true => plain::play(session, look.resume, console::stdin(), &mut save)?,
        false => terminal::play(session, look, &mut save, later)?,
    };
    match failed {
        Some(error) => Err(Failure::file(file.path(), tr!("the game is not saved: {}", error))),
        None => Ok(left),
    }
}

/// The same players with new cards, and with a new seed if the dice are virtual.
fn again(session: &Session) -> Result<(Mode, Vec<Seat>), Failure> {
    let mode = session.mode();
    let dice = match mode.dice {
        DiceFrom::Table => DiceFrom::Table,
        DiceFrom::Seed(_) => DiceFrom::Seed(random_seed()),
    };
    let rounds = session.players()[0].seat.game.rounds().count();
    let game = Game::with_rounds(session.rules(), rounds)?;
    Ok((Mode { dice, ..mode }, session.seats().map(|seat| seat.playing(game.clone())).collect()))
}

/// The reviews of all people in the game, or of the computers if no person played.
fn reviews(session: &Session) -> Result<String, Failure> {
    let (rules, seats) = (session.rules().clone(), session.seats().cloned().collect());
    let played = Played { rules, mode: Some(session.mode()), seats, edited: false };
    let texts = session.looked_over().map(|index| {
        let (review, win) = (&session.players()[index].review, session.win_review(index));
        let win = win.map(|win| WinAnswer::new(win, Some(&played.seats[index].game), &played.rules));
        let to_win = win.is_some();
        let answer = ReviewAnswer { win, ..ReviewAnswer::new(&played, index, review, session.table(), true)? };
        let text = ReviewText::new(&played, index, review, answer, to_win);
        Ok(text.summary() + &text.of_points() + &text.of_chances())
    });
    Ok(texts.collect::<Result<Vec<String>, OtherRules>>()?.join("\n") + "\n")
}

/// Leaves a game: shows those with the same dice side by side, and gives commands to copy.
fn leave(path: &Path, session: &Session) -> Result<(), Failure> {
    if let Some(Compared { said, rows }) = session.compared() {
        let right: Vec<bool> = rows[0].iter().map(|name| !name.is_empty()).collect();
        output::print(&format!("{}\n{}", said.join("\n"), text::table(&rows[0], &right, rows[1..].to_vec())))?;
    }
    output::write(farewell(path, session).as_bytes())
}

/// Tells where the game is saved, and gives commands to copy, which must not be wrapped.
fn farewell(path: &Path, session: &Session) -> String {
    let mut text = tr!("The game is saved as {}", shown(path)) + "\n";
    if session.current().is_some() {
        text.push_str(&format!("  {}\n", resume_command(Some(path))));
    }
    let file = as_argument(path);
    let seats: Vec<&Seat> = session.seats().collect();
    let people: Vec<&Seat> = seats.iter().copied().filter(|seat| seat.is_person()).collect();
    match (&people[..], &seats[..]) {
        ([_], _) | ([], [_]) => text.push_str(&format!("  yahtzee review {file}\n")),
        ([], players) | (players, _) => {
            for seat in players {
                text.push_str(&format!("  yahtzee review {file} --player={}\n", shell_words::quote(&seat.name)));
            }
        }
    }
    if let [player] = session.players()
        && let Ok(same) = SameDice::of_game(&player.seat, session.mode(), &tr!("a friend"))
    {
        text.push_str(&format!("{}\n  yahtzee play --same {}\n", tr!("The same dice for a friend:"), same.code));
    }
    text
}

/// How to continue the current game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    command: String,
    /// Whether its file exists.
    is_saved: bool,
}

impl Resume {
    /// For a game that is never saved.
    const NEVER: Resume = Resume { command: String::new(), is_saved: false };

    /// Whether the game is a branch of another one, or that one under review.
    fn is_apart(&self) -> bool {
        self.command.is_empty()
    }

    /// For the game in a file, or the game saved last.
    fn of(path: Option<&Path>, is_saved: bool) -> Resume {
        Resume { command: resume_command(path), is_saved }
    }

    /// The text about saving, with the command.
    fn sentences(&self) -> Vec<String> {
        match self.is_saved {
            _ if self.is_apart() => vec![tr!("The game that was played stays as it is; what you try is not saved.")],
            true => vec![tr!("Every move is saved. To go on with this game:"), self.command.clone()],
            false => vec![tr!("Nothing is saved before the first move; then every move is.")],
        }
    }
}

/// The command that continues the game in a file, or the game saved last.
fn resume_command(path: Option<&Path>) -> String {
    match path {
        Some(path) => format!("yahtzee play --resume --save {}", as_argument(path)),
        None => "yahtzee play --resume".to_owned(),
    }
}

/// A path as an argument in a shell. A leading hyphen must not make it look like an option.
fn as_argument(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if path.starts_with('-') { format!("./{path}") } else { path.into_owned() };
    escaped(&shell_words::quote(&path)).into_owned()
}

/// What the game is played for, by `--target` or `--to-win`, if one of them is given.
fn plays_for(args: &PlayArgs, players: usize) -> Result<Option<PlaysFor>, Failure> {
    match args.target {
        Some(target) => Ok(Some(PlaysFor::Target(target))),
        None if args.to_win && players == 1 => {
            Err(Failure::input(tr!("--to-win: there is nobody to win against: name another player, like --players you,computer")))
        }
        None => Ok(args.to_win.then_some(PlaysFor::Win)),
    }
}

/// The file to go on with, and the game in it.
fn resumed(context: &Context, args: &PlayArgs) -> Result<(SaveFile, AnySaved), Failure> {
    let path = args.save.as_deref().map_or_else(|| save::unfinished(context), |path| Ok(save::named(context, path)))?;
    let (file, mut saved) = SaveFile::open(context, path)?;
    save::check_rules(saved.rules(), context, &file.path().display())?;
    if let AnySaved::Cards(saved) = &mut saved {
        let coach = args.coach.then_some(args.tolerance.unwrap_or(QUIET));
        saved.mode.coach = coach.or(saved.mode.coach);
        saved.mode.plays_for = plays_for(args, saved.seats.len())?.unwrap_or(saved.mode.plays_for);
    }
    Ok((file, saved))
}

/// The file of a new game.
fn new_file(context: &Context, args: &PlayArgs) -> Result<SaveFile, Failure> {
    match &args.save {
        Some(path) if path.try_exists().map_err(|error| Failure::file(path, error))? => {
            let message = "is there already: go on with it by --resume, or name another file";
            Err(Failure::input(format_args!("--save: {} {message}", path.display())))
        }
        Some(path) => SaveFile::new(path.clone()),
        None => SaveFile::next(&save::folder(context)?),
    }
}

/// The file of a new game, and the game.
fn open(context: &Context, args: &PlayArgs) -> Result<Opened, Failure> {
    let coach = args.coach.then_some(args.tolerance.unwrap_or(QUIET));
    let file = new_file(context, args)?;
    if let Some(link) = &args.same {
        let coach = Some(args.tolerance.unwrap_or(QUIET));
        let begun = SameDice::parse(link).and_then(|same| same.begin(&args.players, coach));
        let saved = begun.map_err(|error| Failure::input(format_args!("--same: {error}")))?;
        save::check_rules((saved.rules.name(), saved.rules.fingerprint()), context, &"--same")?;
        return Ok(Opened { file, saved, rolled: None });
    }
    let rules = context.rules()?;
    let dice = match (args.roll, args.seed) {
        (_, Some(seed)) => DiceFrom::Seed(seed),
        (true, None) => DiceFrom::Seed(random_seed()),
        (false, None) => DiceFrom::Table,
    };
    let game = match &args.card {
        None => Game::with_rounds(&rules, args.rounds)?,
        Some(_) if args.players.len() > 1 => Game::new(&rules),
        Some(card) => {
            let card = card_of("--card", card, &rules)?;
            Game::from_card(card).map_err(|error| Failure::input(format_args!("--card: {error}")))?
        }
    };
    let against_computer = args.to_win && args.players.is_empty() && args.card.is_none();
    let players = if against_computer { AGAINST_COMPUTER.map(str::to_owned).to_vec() } else { args.players.clone() };
    let mut seats = seats(&players, &game).map_err(|error| Failure::input(format_args!("--players: {error}")))?;
    let mode = Mode { dice, coach, plays_for: plays_for(args, seats.len())?.unwrap_or_default() };
    let under_way = match &args.card {
        Some(sheet) if seats.len() > 1 => {
            join(&mut seats, sheet).map_err(|error| Failure::input(format_args!("--card: {error}")))?.iter().for_each(warn);
            true
        }
        _ => false,
    };
    let rolled = roll_for_start_of(&mut seats, mode, args.in_order || under_way);
    Ok(Opened { file, saved: Saved { rules, mode, seats, edited: false }, rolled })
}
