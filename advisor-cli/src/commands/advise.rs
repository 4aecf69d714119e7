//! `yahtzee advise`: what to keep, or where to score.

use serde::Serialize;
use yahtzee_solver::{Advice, Advisor, Dice, Hold, OptionKind, Roll, Rounds, RuleSet, Scorecard, TurnOption, ValueTable, WhyNot};

use crate::args::AdviseArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::json::{JsonOption, pips};
use crate::output::{self, BEST, LOSS};
use crate::text;

/// Options shown without `--all`.
const SHOWN: usize = 5;

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    dice: Vec<u8>,
    rerolls_left: u8,
    score_so_far: u32,
    expected_final: f64,
    options: Vec<JsonOption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<JsonOption>,
}

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    let model = context.model()?;
    let rules = model.rules();
    let roll = roll(&args.dice, rules)?;
    let rerolls_left = match args.rerolls_left {
        Some(rerolls) => rules.rerolls_left(rerolls).map_err(|error| Failure::input(format_args!("--rerolls-left: {error}")))?,
        None => rules.rerolls(),
    };
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let choice = args.chose.as_deref().map(|choice| Choice::parse(choice, rules)).transpose()?;
    if card.is_full() {
        return Err(yahtzee_solver::CardError::Full.into());
    }
    let table = context.table_of(&model);
    let advice = Advisor::new(&table).advise(&card, roll, rerolls_left)?;
    let chosen = choice.map(|choice| choice.option(&advice, &table, &card, &roll)).transpose()?;

    let added = f64::from(rounds.score_before()) + rounds.expected_after(&table);
    if context.json() {
        return output::print_json(&Answer {
            rules: rules.name(),
            dice: pips(&roll),
            rerolls_left: rerolls_left.get(),
            score_so_far: advice.score_so_far + rounds.score_before(),
            expected_final: advice.expected_final() + added,
            options: advice.options.iter().map(|option| JsonOption::new(option, rules, added)).collect(),
            chosen: chosen.map(|chosen| JsonOption::new(&chosen, rules, added)),
        });
    }
    output::print(&in_text(args, &roll, rerolls_left.get(), &advice, chosen.as_ref(), rules, &rounds, added))
}

fn roll(dice: &[String], rules: &RuleSet) -> Result<Roll, Failure> {
    if dice.is_empty() {
        let example = &"133566"[..rules.dice()];
        return Err(Failure::input(format_args!("no dice: give the {} dice on the table, like {example}", rules.dice())));
    }
    Ok(rules.parse_roll(&dice.join(" "))?)
}

/// What a player chose, as typed.
enum Choice {
    Hold(Dice),
    Score { category: yahtzee_solver::Category, points: Option<u32> },
}

impl Choice {
    /// Reads `hold 33`, `hold none`, `score chance` or `score chance=0`.
    fn parse(text: &str, rules: &RuleSet) -> Result<Choice, Failure> {
        let wanted = "write \"hold 33\", \"hold none\" or \"score chance\"";
        let wrong = || Failure::input(format_args!("--chose: '{text}' is no choice: {wanted}"));
        let (verb, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
        match (verb, rest.trim()) {
            ("hold", "none") => Ok(Choice::Hold(Dice::NONE)),
            ("hold", dice) => Ok(Choice::Hold(Dice::parse(dice)?)),
            ("score", entry) => {
                let (name, points) = match entry.split_once('=') {
                    Some((name, points)) => (name, Some(points.parse().map_err(|_| wrong())?)),
                    None => (entry, None),
                };
                Ok(Choice::Score { category: rules.category_named(name)?, points })
            }
            _ => Err(wrong()),
        }
    }

    /// The option that was chosen, with its value and loss.
    fn option(&self, advice: &Advice, table: &ValueTable, card: &Scorecard, roll: &Roll) -> Result<TurnOption, Failure> {
        let rules = table.rules();
        match *self {
            Choice::Hold(dice) => {
                let hold = Hold::new(dice, roll)?;
                let found = advice.option(&OptionKind::Hold(hold)).copied();
                found.ok_or_else(|| Failure::input("--chose: no rerolls are left: the roll must be scored"))
            }
            Choice::Score { category, points } => {
                let state = card.state(rules);
                let title = &rules.category(category).title;
                let why_not = |why: WhyNot| match why {
                    WhyNot::Filled => Failure::input(format_args!("--chose: {title} is filled already")),
                    WhyNot::Forced(into) => {
                        let titles: Vec<&str> = into.iter().map(|&category| rules.category(category).title.as_str()).collect();
                        Failure::input(format_args!("--chose: the rules force this roll into {}", titles.join(" or ")))
                    }
                };
                let placement = rules.place(&state, roll, category).map_err(why_not)?;
                let placement = match points {
                    None => placement,
                    Some(points) if points == placement.points => placement,
                    Some(0) => rules.place_zero(&state, roll, category).map_err(why_not)?,
                    Some(points) => {
                        let right = placement.points;
                        return Err(Failure::input(format_args!(
                            "--chose: {roll} is worth {right} in {title} (or a voluntary 0), not {points}"
                        )));
                    }
                };
                Ok(advice.value_of(table, card, &placement))
            }
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "all that the answer shows")]
fn in_text(
    args: &AdviseArgs,
    roll: &Roll,
    rerolls_left: u8,
    advice: &Advice,
    chosen: Option<&TurnOption>,
    rules: &RuleSet,
    rounds: &Rounds,
    added: f64,
) -> String {
    let best = advice.best();
    let kept = match best.kind {
        OptionKind::Hold(hold) => *hold,
        OptionKind::Score(_) => **roll,
    };
    let rerolls = text::count(rerolls_left.into(), "reroll left", "rerolls left");
    let mut answer = format!("{}   {rerolls}\n\n", text::draw_dice(roll, &kept));
    answer.push_str(&format!("{BEST}{}.{BEST:#}\n\n", text::in_words(&best.kind, roll, rules)));

    let shown = if args.all { advice.options.len() } else { SHOWN.min(advice.options.len()) };
    let rows = advice.options[..shown].iter().map(|option| {
        vec![text::in_words(&option.kind, roll, rules), format!("{:.2}", option.expected_final + added), text::loss(option.loss)]
    });
    let lines = text::table(&["option", "expected final", "loss"], &[false, true, true], rows.collect());
    answer.push_str(&text::styled(&lines, true));
    let hidden = advice.options.len() - shown;
    if hidden > 0 {
        answer.push_str(&text::faint(&format!("  and {} (--all shows them)", text::count(hidden as u64, "more option", "more options"))));
    }
    answer.push_str(&format!("\nScore so far {}", advice.score_so_far + rounds.score_before()));
    if rounds.count() > 1 {
        answer.push_str(&format!(" in round {} of {}", rounds.current(), rounds.count()));
    }
    answer.push_str(".\n");
    if let Some(chosen) = chosen {
        let words = text::in_words(&chosen.kind, roll, rules);
        answer.push_str(&match chosen.loss {
            0.0 => format!("{words}: {BEST}nothing is better{BEST:#}.\n"),
            loss => format!("{words}: costs {LOSS}{loss:.2}{LOSS:#} points.\n"),
        });
    }
    answer
}
