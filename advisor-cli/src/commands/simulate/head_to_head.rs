//! `simulate --against`: two players against each other.

use serde::Serialize;
use yahtzee_dialogue::{Detail, Service};
use yahtzee_solver::language::{decimal, grouped, tr};
use yahtzee_solver::win::{Contestant, HeadToHead, HeadToHeadResults, Results};
use yahtzee_solver::{Seed, tr};

use super::super::duel::refused;
use crate::args::{PlayerName, SimulateArgs};
use crate::context::Context;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::{FAINT, HEADING};
use crate::text;

/// The results of the player named first: the output of `yahtzee simulate --against --json`.
/// The results of the player named first against the other.
#[derive(Serialize)]
struct HeadToHeadAnswer<'a> {
    /// The name of the rule set.
    rules: &'a str,
    /// The player.
    player: &'static str,
    /// The other.
    against: &'static str,
    /// The seed of the dice.
    seed: u64,
    #[serde(flatten)]
    both: GameShares,
    /// The games in which the player sits first.
    first: GameShares,
    /// The games in which the player sits second.
    second: GameShares,
}

/// The results of some games.
#[derive(Serialize)]
struct GameShares {
    /// Their number.
    games: u64,
    /// The share of wins.
    win: f64,
    /// The share of ties.
    tie: f64,
    /// The share of losses.
    loss: f64,
    /// The share of wins among the games without a tie; null if there is none.
    decided: Option<f64>,
    /// The standard error of the wins plus half of the ties, from pairs of games with the same dice.
    standard_error: f64,
}

impl GameShares {
    fn new(results: &Results, standard_error: f64) -> GameShares {
        let share = |games: u64| games as f64 / results.games() as f64;
        let decided = results.wins + results.losses;
        GameShares {
            games: results.games(),
            win: share(results.wins),
            tie: share(results.ties),
            loss: share(results.losses),
            decided: (decided > 0).then(|| results.wins as f64 / decided as f64),
            standard_error,
        }
    }

    fn row(&self, seat: String) -> Vec<String> {
        let percent = |share: f64| tr!("{}%", decimal(100.0 * share, 2));
        let decided = self.decided.map_or_else(|| "-".to_owned(), percent);
        let figures = [percent(self.win), percent(self.tie), percent(self.loss), decided, percent(self.standard_error)];
        [seat, grouped(self.games)].into_iter().chain(figures).collect()
    }
}

pub(super) fn run(context: &Context, args: &SimulateArgs, against: PlayerName, service: &Service) -> Result<(), Failure> {
    let names = [args.player, against];
    let results = play(context, args, names, service)?;
    let [first, second] = results.by_seat.map(|results| GameShares::new(&results, results.standard_error()));
    let both = GameShares::new(&results.total(), results.standard_error());
    if context.json() {
        let [player, against] = names.map(PlayerName::name);
        let rules = service.rules().name();
        return output::print_json(&HeadToHeadAnswer { rules, player, against, seed: args.seed, both, first, second });
    }
    let heading = tr!(
        "{}: {} games of the {} player against the {} player, seed {}",
        tr(service.rules().title(), &[]),
        grouped(both.games),
        names[0].name(),
        names[1].name(),
        args.seed
    );
    let mut text = format!("{HEADING}{heading}{HEADING:#}\n\n");
    let header = [String::new(), tr!("games"), tr!("wins"), tr!("ties"), tr!("losses"), tr!("of decided"), tr!("standard error")];
    let rows = vec![first.row(tr!("as first player")), second.row(tr!("as second player")), both.row(tr!("both"))];
    text.push_str(&text::table(&header, &[false, true, true, true, true, true, true], rows));
    text.push_str(&format!("\n{FAINT}{}{FAINT:#}\n", tr!("The standard error belongs to the wins and half of the ties.")));
    output::print(&text)
}

/// Checks the options for head-to-head games.
pub(super) fn check(args: &SimulateArgs) -> Result<(), Failure> {
    match (args.against, args.player) {
        (None, player @ (PlayerName::Win | PlayerName::Duel)) => {
            Err(Failure::input(tr!("--player {} needs an opponent: add --against optimal", player.name())))
        }
        (Some(_), player) if !PlayerName::HEAD_TO_HEAD.contains(&player) => {
            let others = PlayerName::HEAD_TO_HEAD.map(PlayerName::name).join(", ");
            Err(Failure::input(tr!("--player {} plays no games with --against: choose one of {}", player.name(), others)))
        }
        (Some(_), _) if args.games < 2 => {
            Err(Failure::input(tr!("--games 1: with --against, play 2 games or more, so that each player starts once")))
        }
        _ => Ok(()),
    }
}

fn play(context: &Context, args: &SimulateArgs, names: [PlayerName; 2], service: &Service) -> Result<HeadToHeadResults, Failure> {
    let table = service.table();
    let ends = || context.ask(service, &tr!("Finding how the games may end"), |effort| service.live(Detail::Fine, effort));
    let live = names.contains(&PlayerName::Win).then(ends).transpose()?;
    let book = || context.with_effort(service.rules(), &tr!("Solving the duel"), |effort| service.duel_book(effort));
    let instead = || tr!("choose rules without a bonus, like --rules generala");
    let book = names.contains(&PlayerName::Duel).then(|| book().map_err(|error| refused(context, service.rules(), error, &instead())));
    let book = book.transpose()?;
    let contestant = |name| match (name, &live, &book) {
        (PlayerName::Win, Some(live), _) => Contestant::Win(live),
        (PlayerName::Duel, _, Some(book)) => Contestant::Duel(book),
        (PlayerName::Greedy, ..) => Contestant::Greedy,
        _ => Contestant::Optimal,
    };
    let games = HeadToHead::new(table, names.map(contestant), args.games, Seed::new(args.seed));
    Ok(context.with_bar(&tr!("Playing"), |run, _| games.with(run).run())?)
}
