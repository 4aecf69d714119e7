//! `yahtzee duel`: two players who both react.

use std::fmt::Write;

use yahtzee_dialogue::answer::DuelAnswer;
use yahtzee_dialogue::service::{AskedDuel, Duelist, Need};
use yahtzee_dialogue::{ServiceError, words};
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::language::decimal;
use yahtzee_solver::win::Shares;
use yahtzee_solver::{RuleSet, Scorecard, tr};

use crate::args::DuelArgs;
use crate::context::Context;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::BEST;
use crate::text;

pub(super) fn run(context: &Context, args: &DuelArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let asked = args.asked(rules)?;
    let service = asked.follows().then(|| context.open(rules, Need::default())).transpose()?;
    let answer = context.with_effort(rules, &tr!("Solving the duel"), |effort| asked.answer(service.as_ref(), context.memory(), effort));
    let late = || tr!("begin with two cards late in the game: --cards \"...\" --cards \"...\"");
    let answer = answer.map_err(|error| refused(context, rules, error, &late()))?;
    if context.json() { output::print_json(&answer) } else { output::print(&in_text(rules, &asked, &answer)) }
}

/// The failure of a duel; `instead` is the advice beside more memory.
pub(super) fn refused(context: &Context, rules: &RuleSet, error: ServiceError, instead: &str) -> Failure {
    match error {
        ServiceError::TooLarge { needed, .. } => context.refused(&tr!("a duel of '{}'", rules.name()), needed, false, instead),
        error => context.unanswered(rules, error),
    }
}

fn in_text(rules: &RuleSet, asked: &AskedDuel, duel: &DuelAnswer) -> String {
    let AskedDuel { cards, players: [first, second], ties, .. } = asked;
    let named = [(tr!("The one to move"), first), (tr!("The other"), second)];
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
    let counted = match ties {
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
