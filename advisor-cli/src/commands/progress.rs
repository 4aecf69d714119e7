//! `yahtzee progress`: the rating of a player, and what to practise.

use std::path::Path;

use serde::Serialize;
use yahtzee_dialogue::training::History;
use yahtzee_dialogue::training::progress::{Answers, Progress, Scores, people, player, rule_sets};
use yahtzee_dialogue::training::record::fingerprint;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{counted, tr};

use crate::args::ProgressArgs;
use crate::context::Context;
use crate::context::history::{HistoryFile, now};
use crate::files::file::{self, shown};
use crate::terminal::failure::{Failure, warn};
use crate::terminal::{console, output};
use crate::text;

/// A player's progress. Without a game that counts it has only the first four fields, and `answers` and `scores` where there are some.
#[derive(Serialize)]
struct HistoryProgress<'a> {
    /// The file of the history.
    history: String,
    /// The number of its unreadable lines.
    unread: usize,
    /// The rule sets in it, with their numbers of games by people.
    rule_sets: Vec<GameCount<'a>>,
    /// The people who played under these rules.
    players: Vec<GameCount<'a>>,
    /// Absent without games.
    #[serde(flatten)]
    progress: Option<&'a Progress>,
    /// The same, if no game counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Answers>,
    /// The scores of all games, if none counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Scores>,
    /// The file of the picture, if one was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    plot: Option<String>,
}

/// A number of games.
#[derive(Serialize)]
struct GameCount<'a> {
    /// Of what.
    name: &'a str,
    /// The number.
    games: usize,
}

pub(super) fn run(context: &Context, args: &ProgressArgs) -> Result<(), Failure> {
    let none = || Failure::input(tr!("there is no history: leave out --no-history, or name a file with --history"));
    let file = args.history.file(context).ok_or_else(none)?;
    if args.delete {
        return delete(&file, args.yes);
    }
    if let Some(from) = &args.import {
        return import(context, &file, from);
    }
    let history = file.read()?;
    if let Some(to) = &args.export {
        return export(&file, &history, to);
    }
    warn_left_out(&file, history.unread_count, history.unread.first());
    let sets = rule_sets(&history);
    let (fingerprint, rules) = match (context.rules_given(), sets.first()) {
        (None, Some((fingerprint, name, _))) => (fingerprint.clone(), name.clone()),
        _ => {
            let rules = context.rules()?;
            (fingerprint(&rules), rules.name().to_owned())
        }
    };
    let players = people(&history, &fingerprint);
    let player =
        player(&history, &rules, &fingerprint, args.player.as_deref()).map_err(|wrong| Failure::input(tr!("--player: {}", wrong)))?;
    let progress = player.as_ref().and_then(|player| Progress::of(&history, &rules, &fingerprint, player, now()));
    let answers = Answers::of(&history, &fingerprint);
    let scores = player.as_ref().and_then(|player| Scores::of(&history, &fingerprint, player, now()));
    let mut plot = None;
    if let (Some(picture), Some(progress)) = (&args.plot, &progress) {
        let title = tr!("{}: points lost per game, {}", progress.player, progress.rules);
        plot = Some(picture.write(&title, progress)?);
    }
    if context.json() {
        return output::print_json(&HistoryProgress {
            history: file.path().display().to_string(),
            unread: history.unread_count,
            rule_sets: sets.iter().map(|(_, name, games)| GameCount { name, games: *games }).collect(),
            players: players.iter().map(|(name, games)| GameCount { name, games: *games }).collect(),
            progress: progress.as_ref(),
            answers: progress.is_none().then_some(answers),
            scores: scores.filter(|_| progress.is_none()),
            plot,
        });
    }
    let written = plot.map_or_else(String::new, |path| format!("\n{}\n", tr!("Written: {}", escaped(&path))));
    match &progress {
        Some(progress) => output::print(&(text::progress::in_text(progress, &sets, &players) + &written)),
        None => output::print(&text::progress::nothing_yet(&rules, player.as_deref(), scores.as_ref(), &answers)),
    }
}

/// Warns of lines that cannot be read; the first of them may be named.
fn warn_left_out(file: &HistoryFile, lines: usize, first: Option<&(usize, String)>) {
    if lines > 0 {
        let left_out = counted!(lines, "no lines are left out", "1 line is left out", "{} lines are left out");
        let first = first.map_or_else(String::new, |(line, error)| format!("; {}", tr!("line {}: {}", line, error)));
        warn(format_args!("{}: {left_out}{first}", file.path().display()));
    }
}

/// Asks first, unless `yes`.
fn delete(file: &HistoryFile, yes: bool) -> Result<(), Failure> {
    if !yes && file.path().symlink_metadata().is_ok() {
        if !(console::stdin_is_terminal() && console::stderr_is_terminal()) {
            let nobody = tr!("--delete: no terminal is there to ask: say --yes too, to delete the history {}", shown(file.path()));
            return Err(Failure::input(nobody));
        }
        let question = tr!("Delete the history {}? Its games and answers are lost. yes or no: ", shown(file.path()));
        if !matches!(output::ask(&question)?.as_str(), "yes" | "y" | "ja" | "j") {
            return output::print(&(tr!("Not deleted.") + "\n"));
        }
    }
    let path = shown(file.path());
    let said = if file.delete()? { tr!("Deleted: {}", path) } else { tr!("There is no history: {}", path) };
    output::print(&(said + "\n"))
}

fn export(file: &HistoryFile, history: &History, to: &Path) -> Result<(), Failure> {
    // Lines of later versions are written.
    warn_left_out(file, history.unreadable(), history.unread.first().filter(|_| history.later().is_empty()));
    let lines: String = history.lines().collect();
    if to == Path::new("-") {
        return output::write(lines.as_bytes());
    }
    if file::are_same(to, file.path()) {
        return Err(Failure::input(tr!("--export: {} is the history itself: name another file", shown(to))));
    }
    file::write(to, lines.as_bytes())?;
    output::print(&(tr!("Written: {}", shown(to)) + "\n"))
}

fn import(context: &Context, file: &HistoryFile, from: &Path) -> Result<(), Failure> {
    let history = HistoryFile::new(from.to_owned(), context).read_existing()?;
    if let (true, Some((line, error))) = (history.is_empty(), history.unread.first()) {
        return Err(Failure::input(tr!("{}: no line of it is a record of a history; line {}: {}", from.display(), line, error)));
    }
    let all = history.records().count() + history.later().len();
    let new = file.import(&history)?.len();
    let unread = history.unreadable();
    let left_out = match unread {
        0 => String::new(),
        1 => tr!("; 1 line could not be read"),
        _ => tr!("; {} lines could not be read", unread),
    };
    output::print(&(tr!("{} of {} records are new{}.", new, all, left_out) + "\n"))
}
