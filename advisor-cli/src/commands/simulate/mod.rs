//! `yahtzee simulate`: plays games with the optimal strategy; or with another player, measured against the optimal one; or with two players against
//! each other.

mod bot;
mod head_to_head;
mod json;
mod log;
mod report;

use std::fmt::Display;
use std::time::Duration;

use yahtzee_dialogue::answer::MeasuredLoss;
use yahtzee_dialogue::service::{Need, Planned};
use yahtzee_dialogue::{NamedStrategy, Service};
use yahtzee_solver::simulate::{MeasureError, Measured};
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::{Game, Measurement, Player, Rounds, Scorecard, Seed, Simulation, ValueTable, tr};

use crate::args::{PlayerName, SimulateArgs};
use crate::context::Context;
use crate::terminal::failure::Failure;
use crate::terminal::output;

use self::bot::Bot;
use self::json::RunAnswer;
use self::log::LogFile;

pub(super) fn run(context: &Context, args: &SimulateArgs) -> Result<(), Failure> {
    if let Some(game) = context.column_game() {
        return super::columns::simulate(context, args, &game);
    }
    head_to_head::check(args)?;
    let rules = context.rules()?;
    let is_followed = args.bot.is_none() && matches!(args.player, PlayerName::Optimal | PlayerName::Win | PlayerName::Duel);
    let new = Scorecard::new(&rules);
    let planned = (is_followed && args.against.is_none()).then_some(Planned::Statistics(&new));
    let service = context.open(&rules, Need { planned, ..Need::default() })?;
    let table = service.table();
    if let Some(against) = args.against {
        return head_to_head::run(context, args, against, &service);
    }
    let mut log = args.log.as_deref().map(LogFile::create).transpose()?;
    let answer = match (&args.bot, args.player) {
        (None, PlayerName::Optimal | PlayerName::Win | PlayerName::Duel) => optimal(context, args, &service, log.as_mut())?,
        (None, player) => {
            let named = NamedStrategy::new(player.name(), table.rules()).map_err(Failure::input)?;
            let limit = context.limit();
            let beside_table = MemoryLimit { bytes: limit.bytes.saturating_sub(service.bytes()), ..limit };
            let model = named.model_to_play(table, beside_table)?;
            measure(context, args, table, context.threads(), log.as_mut(), || Ok(named.player(table, &model)))?
        }
        (Some(command), _) => {
            let timeout = Duration::from_secs_f64(args.bot_timeout);
            measure(context, args, table, context.threads_given().unwrap_or(1), log.as_mut(), || Bot::start(command, timeout))?
        }
    };
    if let Some(log) = log {
        log.persist()?;
    }
    if context.json() { output::print_json(&answer) } else { output::print(&report::in_text(&answer, &rules)) }
}

fn optimal<'a>(context: &Context, args: &'a SimulateArgs, service: &Service, log: Option<&mut LogFile>) -> Result<RunAnswer<'a>, Failure> {
    let new = Scorecard::new(service.rules());
    let exact = context.ask(service, &tr!("Following every game"), |effort| service.statistics(&new, &Rounds::default(), effort))?;
    let simulation = Simulation::new(service.table(), args.games, Seed::new(args.seed));
    let scores = context.with_bar(&tr!("Playing"), |run, _| match log {
        None => Ok(simulation.with(run).run()?),
        Some(log) => simulation.with(run).run_logged(|game| log.write(game)),
    })?;
    Ok(RunAnswer::new(args, service.rules(), &scores).beside(&scores, &exact.pmf))
}

fn measure<'a, P: Player>(
    context: &Context,
    args: &'a SimulateArgs,
    table: &ValueTable,
    players: usize,
    mut log: Option<&mut LogFile>,
    player: impl Fn() -> Result<P, P::Error> + Sync,
) -> Result<RunAnswer<'a>, Failure>
where
    P::Error: Display + Send,
{
    let measurement = Measurement::new(table, args.games, Seed::new(args.seed)).worst(args.worst.into());
    let log = |game: &Game| log.as_mut().map_or(Ok(()), |log| log.write(game));
    // Each thread has a separate player.
    let measured = context.with_bar(&tr!("Playing"), |run, _| measurement.with(run.threads(players)).run_logged(player, log));
    let answer = |measured: Measured| {
        let loss = MeasuredLoss::new(&measured, table.rules());
        RunAnswer { measured: Some(loss), ..RunAnswer::new(args, table.rules(), &measured.scores) }
    };
    measured.map(answer).map_err(|error| match error {
        // Count games from 1, as in the log.
        MeasureError::Player { game, error } => Failure::failed(tr!("game {}: {}", game + 1, error)),
        MeasureError::Move { game, card, error } => Failure::failed(tr!("game {}: with the card '{}': {}", game + 1, card, error)),
        MeasureError::Log(failure) => failure,
        MeasureError::Thread(error) => Failure::failed(tr!("no thread can be started: {}", error)),
        _ => Failure::failed(tr!("the games could not be played")),
    })
}
