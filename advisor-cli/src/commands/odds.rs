//! `yahtzee odds`: the chance of each box in a turn.

use std::fmt::Write;

use yahtzee_dialogue::answer::{NamedAction, OddsOfBox};
use yahtzee_dialogue::ask::AskedOdds;
use yahtzee_dialogue::{OddsAnswer, Work, words};
use yahtzee_solver::advise::Ends;
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Dice, Model, tr};

use crate::args::OddsArgs;
use crate::context::Context;
use crate::terminal::failure::{Failure, warn};
use crate::terminal::style::HEADING;
use crate::terminal::{output, window};
use crate::text::{self, bars};

/// Columns beside the bars of the table, and of the chart of throws.
const BESIDE_BARS: u16 = 62;
const BEFORE_BAR: u16 = 21;
/// The longest bar of the table.
const LONGEST: u16 = 20;

pub(super) fn run(context: &Context, args: &OddsArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let mut asked = args.ask().read_odds(rules).map_err(|error| args.wrong(&error))?;
    asked.words = !context.json();
    asked.sheet.iter().flat_map(|sheet| &sheet.warnings).for_each(warn);
    // Odds need no values, so nothing is solved.
    let model = context.model(rules, Work::Rules, Model::without_values)?;
    let answer = asked.answer(&model).map_err(|error| args.wrong(&error))?;
    if context.json() { output::print_json(&answer) } else { output::print(&in_text(&answer, &asked)) }
}

fn in_text(answer: &OddsAnswer, asked: &AskedOdds) -> String {
    let mut shown = String::new();
    if let Some((dice, rerolls_left)) = &asked.dice {
        let held = match &answer.boxes[..] {
            [OddsOfBox { for_chance: Some(NamedAction::Hold { hold, .. }), .. }] => **hold,
            _ => Dice::NONE,
        };
        shown += &text::dice(dice, &held, *rerolls_left, window::draws());
        if answer.kept.is_some() {
            shown += &(tr!("You keep these dice and throw the others again.") + "\n");
        }
        shown += "\n";
    }
    if asked.goals.is_empty() {
        shown += &table(answer);
        let alone = tr!("Each chance and each mean holds if you play for that box alone this turn.");
        let throws = tr!("Throws: how many it would take on average if you could go on throwing.");
        shown += &format!("\n{alone} {throws}\n");
    } else {
        let said: Vec<String> = answer.boxes.iter().map(|odds| text::lines(&odds.words().said)).collect();
        shown += &said.join("\n");
    }
    shown += &charts(answer);
    let card = words::card(&asked.card);
    let card = if card.is_empty() { String::new() } else { tr!("Card: {}", card) + "\n" };
    format!("{shown}\n{card}{}\n", tr!("Rules: {}", answer.rules))
}

/// A row for each box; with bars if no dice are thrown, and with what to keep if some are.
fn table(answer: &OddsAnswer) -> String {
    let thrown = answer.dice.is_some();
    let longest = f64::from(bars::longest(BESIDE_BARS).min(LONGEST));
    let throws = |odds: &OddsOfBox| odds.expected_throws.map_or_else(|| tr!("never"), |throws| decimal(throws, 2));
    let by = |action: &Option<NamedAction>| match action {
        Some(NamedAction::Score { points, .. }) => tr!("score {}", *points),
        Some(NamedAction::Hold { hold, .. }) => words::hold_in_short(hold),
        None => String::new(),
    };
    let row = |odds: &OddsOfBox| {
        let (title, chance, mean) =
            (odds.words().wanted.clone(), odds.words().percent.clone(), odds.mean.map_or_else(String::new, |mean| decimal(mean, 2)));
        match thrown {
            true => vec![title, chance, by(&odds.for_chance), mean, by(&odds.for_mean), throws(odds)],
            false => vec![title, chance, bars::bar(longest * odds.chance), mean, throws(odds)],
        }
    };
    let rows = answer.boxes.iter().map(row).collect();
    match thrown {
        true => text::table(
            &[tr!("box"), tr!("chance"), tr!("for the chance"), tr!("mean"), tr!("for the mean"), tr!("throws")],
            &[false, true, false, true, false, true],
            rows,
        ),
        false => text::table(
            &[tr!("box"), tr!("chance"), String::new(), tr!("mean points"), tr!("throws")],
            &[false, true, false, true, true],
            rows,
        ),
    }
}

/// Charts for each box: the chances within 1, 2, 3, … throws, and what the turn ends with.
fn charts(answer: &OddsAnswer) -> String {
    let mut shown = String::new();
    let mut chart = |title: String, rows: &mut dyn Iterator<Item = (u32, f64)>| {
        let _ = writeln!(shown, "\n{HEADING}{title}{HEADING:#}");
        let longest = f64::from(bars::longest(BEFORE_BAR));
        for (number, chance) in rows {
            let bar = bars::bar(longest * chance);
            let _ = writeln!(shown, "{}", format!("  {number:>6}  {:>8}   {bar}", words::percent(chance)).trim_end());
        }
    };
    for odds in &answer.boxes {
        let wanted = &odds.words().wanted;
        if !odds.within.is_empty() {
            let title = match answer.throws {
                None => tr!("{}: the chance within so many more throws", wanted),
                Some(_) => tr!("{}: the chance within so many throws", wanted),
            };
            chart(title, &mut (1..).zip(odds.within.iter().copied()));
        }
        let Some(Ends { right, points }) = &odds.ends else { continue };
        let rows = right.iter().copied().enumerate().rev().filter(|(_, chance)| *chance > 0.0);
        chart(tr!("{}: so many dice are right at the end", wanted), &mut rows.map(|(dice, chance)| (dice as u32, chance)));
        // Of two numbers of points, one is that of the goal.
        if points.len() > 2 {
            chart(tr!("{}: the points at the end", wanted), &mut points.iter().map(|end| (end.points.get(), end.chance)));
        }
    }
    shown
}
