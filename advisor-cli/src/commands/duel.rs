//! `yahtzee duel`: two players who both react.

use std::fmt::Write;
use std::sync::Arc;

use yahtzee_dialogue::answer::DuelAnswer;
use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::words;
use yahtzee_dialogue::{Detail, Service};
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;
use yahtzee_solver::win::{self, Contestant, Duel, DuelBook, DuelError, DuelPlayer, Live, Shares};
use yahtzee_solver::{Model, RuleSet, Run, Scorecard};

use crate::args::{DuelArgs, Duelist};
use crate::context::Context;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::BEST;
use crate::text;

pub(super) fn run(context: &Context, args: &DuelArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let cards = args.cards(rules)?;
    let [mover, other] = &cards;
    let named = [args.first, args.second];
    let follows = named.iter().any(Option::is_some);
    // Imperfect players play by a table of the whole game.
    let service = follows.then(|| context.open(rules, Need::default())).transpose()?;
    let table = service.as_ref().map(Service::table);
    let model = match table {
        Some(table) => Arc::clone(table.model()),
        None => Arc::new(Model::from(rules, mover.state().filled.and(other.state().filled), context.limit())?),
    };
    let live = service
        .as_ref()
        .filter(|_| named.contains(&Some(Duelist::Win)))
        .map(|service| context.ask(service, &tr!("Finding how the games may end"), |effort| service.live(Detail::Fine, effort)));
    let live = live.transpose()?;
    let duel = Duel::new(&model).ties(args.ties());
    let held = model.bytes_needed() + live.as_ref().map_or(0, Live::bytes);
    let for_points = table.and_then(|table| win::Duelist::new(table, Contestant::Optimal));
    // The best responses to a player who plays for points come from a duel against that player.
    let answers = |seat: usize| {
        let rival = for_points.as_ref().filter(|_| named[seat] == Some(Duelist::Answer))?;
        let mut players: [Option<&dyn DuelPlayer>; 2] = [None; 2];
        players[1 - seat] = Some(rival);
        Some(solving(context, held, |run| duel.clone().with(run).players(players).work(mover, other)?.solve_all()))
    };
    let book = |seat| answers(seat).transpose().map_err(|error| refused(context, &model, held, error, &late()));
    let books = [book(0)?, book(1)?];
    let held = held + books.iter().flatten().map(DuelBook::bytes).sum::<u64>();
    let player = |seat: usize| {
        let player = match named[seat]? {
            Duelist::Optimal => Contestant::Optimal,
            Duelist::Win => Contestant::Win(live.as_ref()?),
            Duelist::Answer => Contestant::Duel(books[seat].as_ref()?),
        };
        let ties = if seat == 0 { args.ties() } else { args.ties().of_other() };
        win::Duelist::new(table?, player).map(|player| player.ties(ties))
    };
    let players = [player(0), player(1)];
    let players = players.each_ref().map(|player| player.as_ref().map(|player| player as &dyn DuelPlayer));
    let solved = solving(context, held, |run| {
        let work = duel.clone().with(run).players(players).shares(!args.value_only).work(mover, other)?;
        let values = work.values();
        Ok((work.solve()?, values))
    });
    let (solved, values) = solved.map_err(|error| refused(context, &model, held, error, &late()))?;
    let answer = DuelAnswer::new(&solved, values, rules);
    if context.json() { output::print_json(&answer) } else { output::print(&in_text(rules, &cards, args, &answer)) }
}

/// The values of a whole game of two, in the memory left beside `held` bytes.
pub(super) fn book(context: &Context, model: &Arc<Model>, held: u64) -> Result<DuelBook, Failure> {
    let new = Scorecard::new(model.rules());
    let held = held.saturating_add(model.bytes_needed());
    let book = solving(context, held, |run| Duel::new(model).with(run).work(&new, &new)?.solve_all());
    book.map_err(|error| refused(context, model, held, error, &tr!("choose rules without a bonus, like --rules generala")))
}

/// Solves a duel in the memory left beside `held` bytes, with a progress bar.
fn solving<T>(context: &Context, held: u64, solve: impl FnOnce(Run<'_>) -> Result<T, DuelError>) -> Result<T, DuelError> {
    let memory = context.memory().saturating_sub(held);
    context.with_bar(&tr!("Solving the duel"), |run, _| solve(run.memory(memory)))
}

/// What to do if a whole game takes too much memory.
fn late() -> String {
    tr!("begin with two cards late in the game: --cards \"...\" --cards \"...\"")
}

/// The failure of a duel. Its need comes on top of `held` bytes; `instead` is the advice beside more memory.
fn refused(context: &Context, model: &Model, held: u64, error: DuelError, instead: &str) -> Failure {
    match error {
        DuelError::TooLarge { needed, .. } => {
            context.refused(&tr!("a duel of '{}'", model.rules().name()), needed.saturating_add(held), false, instead)
        }
        error => Failure::input(error),
    }
}

fn in_text(rules: &RuleSet, cards: &[Scorecard; 2], args: &DuelArgs, duel: &DuelAnswer) -> String {
    let named = [(tr!("The one to move"), args.first), (tr!("The other"), args.second)];
    let perfect = named.iter().all(|(_, player)| player.is_none());
    let mut answer = match perfect {
        true => tr!("Two players in turn, who both see both cards and play to win"),
        false => tr!("Two players in turn"),
    };
    answer.push('\n');
    for (seat, player) in named {
        let plays = match player {
            None => continue,
            Some(Duelist::Optimal) => tr!("{} plays for the expected score.", seat),
            Some(Duelist::Win) => {
                tr!("{} plays each turn for the best chance to win, as if both played for the expected score afterwards.", seat)
            }
            Some(Duelist::Answer) => tr!("{} plays the best answers to one who plays for the expected score.", seat),
        };
        let _ = writeln!(answer, "{plays}");
    }
    answer.push('\n');
    let row = |name: String, card: &Scorecard, value: f64, shares: Option<Shares>| {
        let so_far = if card.open_count() == rules.category_count() { tr!("a new card") } else { words::points(card.score()).to_string() };
        let mut row = vec![name, so_far, format!("{BEST}{}{BEST:#}", tr!("{}%", decimal(100.0 * value, 7)))];
        if let Some(Shares { win, tie, loss }) = shares {
            row.extend([win, tie, loss].map(|share| words::percent(share).to_string()));
        }
        row
    };
    let rows =
        vec![row(tr!("to move"), &cards[0], duel.value, duel.first), row(tr!("the other"), &cards[1], 0.5 - duel.advantage, duel.second)];
    let header = [String::new(), tr!("so far"), tr!("value"), tr!("wins"), tr!("ties"), tr!("losses")];
    let header = if duel.first.is_some() { &header[..] } else { &header[..3] };
    answer.push_str(&text::table(header, &[false, true, true, true, true, true], rows));
    let counted = match args.ties() {
        Ties::Win => tr!("A tie counts as a win of the one to move."),
        Ties::Half => tr!("The value is the chance to win, and half of the chance of a tie."),
        Ties::Lose => tr!("A tie counts as a loss of the one to move."),
    };
    let _ = write!(answer, "\n{counted}");
    if perfect && cards.iter().all(|card| card.open_count() == rules.category_count()) {
        let share = decimal(100.0 * duel.advantage.abs(), 4);
        let gains = match duel.advantage < 0.0 {
            true => tr!("Moving first costs {} percentage points.", share),
            false => tr!("Moving first gains {} percentage points.", share),
        };
        let _ = write!(answer, " {gains}");
    }
    let _ = write!(answer, "\n{}\n", tr!("Exact; rules: {}", rules.name()));
    answer
}
