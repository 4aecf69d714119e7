//! `yahtzee review`: the loss of each decision of a played game.

use std::path::{Path, PathBuf};

use serde::Serialize;
use yahtzee_dialogue::answer::{RollsReview, WinAnswer};
use yahtzee_dialogue::service::{Need, Planned};
use yahtzee_dialogue::session::review::ExplainedTurn;
use yahtzee_dialogue::session::{Played, PlayedRulesError, PlaysFor, ReviewAnswer, Reviewable};
use yahtzee_dialogue::{Answer, AnswerError, Question, Service};
use yahtzee_solver::{Review, Rounds, RuleSet, RulesError, Scorecard, Sheet, tr};

use super::advise::shown;
use super::quiz;
use crate::args::{HistoryArgs, ReviewArgs};
use crate::context::Context;
use crate::context::history::record_reviewed;
use crate::files::file;
use crate::play::save::{self, LONGEST_GAME};
use crate::terminal::failure::{Failure, warn};
use crate::terminal::output;
use crate::text::review::ReviewText;
use crate::{play, text};

/// Looks over the game in a file, or one that 'yahtzee play' saved under this name.
pub(crate) fn of_file(context: &Context, file: PathBuf, history: HistoryArgs) -> Result<(), Failure> {
    let file = Some(file);
    run(context, &ReviewArgs { file, card: None, plain: false, why: false, turn: None, player: None, mine: false, history })
}

pub(super) fn run(context: &Context, args: &ReviewArgs) -> Result<(), Failure> {
    if let Some(card) = &args.card {
        let rules = context.rules()?;
        let sheet = Sheet::parse(card, &rules, args.player.as_deref());
        return of_card(context, &rules, sheet.map_err(|error| Failure::input(format_args!("--card: {error}")))?);
    }
    let last = if args.file.is_none() { Some(saved_last(context)?) } else { None };
    let path = args.file.as_deref().or(last.as_deref()).unwrap_or(Path::new("-"));
    let (text, name) = text_of(context, path)?;
    let rules = rules_of(context, &text, &name)?;
    let wrong = |what: &dyn std::fmt::Display| Failure::input(format_args!("{name}: {what}"));
    if let Some(review) = of_rolls(&text, &rules, &name)? {
        if args.turn.is_some() || args.why {
            return Err(wrong(&tr!("a list of rolls: its decisions are not known, so there is no --turn and no --why")));
        }
        return if context.json() { output::print_json(&review) } else { output::print(&text::hindsight::in_text(&review, &rules)) };
    }
    let played = match Reviewable::read(&text, &rules, args.player.as_deref()).map_err(|error| wrong(&error))? {
        Reviewable::Card(_) if args.turn.is_some() || args.why => {
            return Err(wrong(&tr!("a sheet with points only: its decisions are not known, so there is no --turn and no --why")));
        }
        Reviewable::Card(sheet) => return of_card(context, &rules, sheet),
        Reviewable::Game(played) => played,
    };
    if !context.json()
        && args.turn.is_none()
        && !args.why
        && path != Path::new("-")
        && play::has_screen(args.plain)
        && on_screen(context, args, &played, &name)?
    {
        return Ok(());
    }
    let (played, player) = whose(played, &name, args.player.as_deref())?;
    let (rules, seat) = (&played.rules, &played.seats[player]);
    let game = &seat.game;
    let need = Need::of_games(played.games());
    let service = context.open_with_spread(args.turn.is_some(), rules, need, &tr!("the answers lack the risks of the options"))?;
    let table = service.table();
    let review = service.review(game)?;
    // Only a review that is complete: one that is refused leaves no trace.
    let record = || record_reviewed(args.history.file(context).as_ref(), &played, player, args.mine, table);
    if let Some(number) = args.turn {
        one_turn(context, &service, &review, number)?;
        let _ = record();
        return Ok(());
    }
    let shown = review.mistakes().into_iter().take(if args.why { text::review::MISTAKES } else { 0 });
    let questions: Vec<(usize, Question)> = shown.map(|(turn, decision)| (turn.number, Question::of_decision(turn, decision))).collect();
    let at_stake = questions.iter().any(|(_, question)| question.wants_bonus_chance());
    if at_stake || (context.json() && args.why) {
        context.ask(&service, &tr!("Solving {}", rules.name()), |effort| service.find_spread(effort))?;
    }
    let explained = |(turn, question)| Ok(ExplainedTurn { turn, answer: service.answer(Question { words: !context.json(), ..question })? });
    let explained = questions.into_iter().map(explained).collect::<Result<Vec<_>, AnswerError>>()?;
    let luck_share = context.ask(&service, &tr!("Following every game"), |effort| service.luck_share(game, &review, effort))?;
    let in_words = !context.json();
    let answer = ReviewAnswer {
        luck_share,
        file: last.as_ref().map(|path| path.display().to_string()),
        why: args.why.then_some(explained),
        ..ReviewAnswer::new(&played, player, &review, table, in_words)?
    };
    let to_win = played.mode.is_some_and(|mode| mode.plays_for == PlaysFor::Win);
    let mut text = ReviewText::new(&played, player, &review, answer, to_win);
    if in_words {
        let last = last.map_or_else(String::new, |path| text::faint(&tr!("The game saved last: {}", file::shown(&path))));
        // What is known is read while the chances are found.
        output::print(&(last + &text.summary()))?;
        if !to_win {
            output::print(&text.of_points())?;
        }
    }
    let win = context.ask(&service, &tr!("Finding the chances to win"), |effort| service.review_to_win(&played, player, effort))?;
    text.answer.win = win.map(|win| WinAnswer::new(&win, in_words.then_some(game), rules));
    if !in_words {
        let _ = record();
        return output::print_json(&text.answer);
    }
    let in_chances = if to_win { text.of_points() } else { String::new() } + &text.of_chances();
    let recorded = record().map_or_else(|why| format!("\n{}", text::faint(&why)), text::progress::recorded);
    output::print(&(in_chances + &recorded))
}

/// Shows a review on the screen, and records the game after that: of several people's games without --player, that of who keeps the history. Returns
/// whether there is a decision to show.
fn on_screen(context: &Context, args: &ReviewArgs, played: &Played, name: &str) -> Result<bool, Failure> {
    let player = match played.player(args.player.as_deref()) {
        Err(_) if args.player.is_none() && !args.mine => None,
        player => Some(player.map_err(|error| wrong_player(name, &error))?),
    };
    let service = play::open_service(context, &played.rules, &played.seats)?;
    let Some(worst) = play::review(context, &service, played, player)? else { return Ok(false) };
    warn_of_edits(played, name);
    let history = args.history.file(context);
    let record = |player| record_reviewed(history.as_ref(), played, player, args.mine, service.table());
    let said = match player {
        Some(player) => record(player).map_or_else(|why| text::faint(&why), text::progress::recorded),
        None => text::progress::recorded((0..played.seats.len()).filter_map(|player| record(player).ok()).sum()),
    };
    output::print(&said)?;
    if !worst.is_empty() {
        quiz::again(context, &service, history.as_ref(), worst)?;
    }
    Ok(true)
}

/// Every option at each decision of a turn.
fn one_turn(context: &Context, service: &Service, review: &Review, number: usize) -> Result<(), Failure> {
    let decided = || review.turns.iter().filter(|turn| !turn.decisions.is_empty());
    let turn = decided().find(|turn| turn.number == number).ok_or_else(|| match decided().next_back() {
        Some(last) => Failure::input(tr!("--turn: the decisions of this game are in turns 1 to {}", last.number)),
        None => Failure::input(tr!("--turn: nothing is decided in this game yet")),
    })?;
    let question = |decision| Question { why: false, words: !context.json(), ..Question::of_decision(turn, decision) };
    let answers = turn.decisions.iter().map(|decision| service.answer(question(decision)));
    let answers = answers.collect::<Result<Vec<_>, AnswerError>>()?;
    if context.json() {
        return output::print_json(&OneTurn { turn: number, decisions: answers });
    }
    let rounds = Rounds::default();
    let texts: Vec<String> = answers.iter().map(|answer| shown::in_text(answer, &turn.card, &rounds, true)).collect();
    output::print(&texts.join("\n"))
}

/// The decisions of a turn.
#[derive(Serialize)]
struct OneTurn {
    /// The number of the turn, from 1.
    turn: usize,
    /// The answer to each decision, with the one that was made as `chosen`.
    decisions: Vec<Answer>,
}

/// The most recent saved game of `yahtzee play`.
fn saved_last(context: &Context) -> Result<PathBuf, Failure> {
    save::latest(&save::folder(context)?).map_err(|failure| match failure.message() {
        Some(message) => Failure::failed(tr!("no file is named, and {}", message)),
        None => failure,
    })
}

/// A card of which only the points are known.
fn of_card(context: &Context, rules: &RuleSet, sheet: Sheet) -> Result<(), Failure> {
    sheet.warnings.iter().for_each(warn);
    let planned = Some(Planned::Statistics(&Scorecard::new(rules)));
    let service = context.open(rules, Need { planned, ..Need::default() })?;
    let review = context.ask(&service, &tr!("Following every game"), |effort| service.review_card(sheet, effort))?;
    if context.json() { output::print_json(&review) } else { output::print(&text::card_review::in_text(&review, rules)) }
}

/// The most points of a text that is a list of final rolls; `None` if it is none.
pub(super) fn of_rolls(text: &str, rules: &RuleSet, name: &str) -> Result<Option<RollsReview>, Failure> {
    RollsReview::read(text, rules).transpose().map_err(|error| Failure::input(format_args!("{name}: {error}")))
}

/// The games in a file, or on stdin, and which of them is meant. The rules come from the file, or else from `--rules`.
pub(super) fn read(context: &Context, file: &Path, player: Option<&str>) -> Result<(Played, usize), Failure> {
    let (text, name) = text_of(context, file)?;
    played(context, &text, &name, player)
}

/// The text of a file or of a saved game, or that on stdin, and where it comes from.
fn text_of(context: &Context, file: &Path) -> Result<(String, String), Failure> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "stdin".to_owned() } else { file.display().to_string() };
    let read = if is_stdin { context.read_stdin(LONGEST_GAME) } else { context.read(&save::named(context, file), LONGEST_GAME) };
    let bytes = read.map_err(|error| Failure::failed(format_args!("{name}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::input(format_args!("{name}: {}", tr!("not the text of a game"))))?;
    Ok((text, name))
}

/// The games in a text, and which of them is meant; `name` says where the text comes from.
pub(super) fn played(context: &Context, text: &str, name: &str, player: Option<&str>) -> Result<(Played, usize), Failure> {
    let rules = rules_of(context, text, name)?;
    let played = Played::read(text, &rules).map_err(|error| Failure::input(format_args!("{name}: {error}")))?;
    whose(played, name, player)
}

/// The rules of the game in a text: those of `--rules`, or else those that it has or names.
pub(super) fn rules_of(context: &Context, text: &str, name: &str) -> Result<RuleSet, Failure> {
    let wrong = |what: &dyn std::fmt::Display| Failure::input(format_args!("{name}: {what}"));
    let named = match context.rules_given() {
        Some(_) => None,
        None => Played::rules_in(text).map_err(|error| match error {
            PlayedRulesError::Unknown { error: RulesError::Unknown { .. }, .. } => wrong(&tr!("{} with --rules", error)),
            error => wrong(&error),
        })?,
    };
    named.map_or_else(|| context.rules(), |rules| context.in_language(rules))
}

/// The games, and which of them is meant.
fn whose(played: Played, name: &str, player: Option<&str>) -> Result<(Played, usize), Failure> {
    warn_of_edits(&played, name);
    let player = played.player(player).map_err(|error| wrong_player(name, &error))?;
    Ok((played, player))
}

fn warn_of_edits(played: &Played, name: &str) {
    if played.edited {
        warn(tr!("{}: this file was edited by hand since it was saved; the review is of what it says now", name));
    }
}

fn wrong_player(name: &str, error: &str) -> Failure {
    Failure::input(format_args!("{name}: --player: {error}"))
}
