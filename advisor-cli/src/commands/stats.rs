//! `yahtzee stats`: the exact distribution of the final score under optimal play, and of its parts.

use std::fmt::Write;
use std::path::Path;

use yahtzee_dialogue::answer::{ScoreParts, StatisticsAnswer, StatisticsOfBox};
use yahtzee_dialogue::service::{Need, Planned};
use yahtzee_dialogue::{columns, words};
use yahtzee_solver::evaluate::BonusStatistics;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Category, Distribution, Rounds, RuleSet, Scorecard, tr};

use crate::args::StatsArgs;
use crate::context::Context;
use crate::files::csv::in_csv;
use crate::files::file;
use crate::terminal::failure::{self, Failure};
use crate::terminal::output;
use crate::terminal::style::{BEST, HEADING};
use crate::text::{self, bars};

pub(super) fn run(context: &Context, args: &StatsArgs) -> Result<(), Failure> {
    let to_stdout = args.csv.as_deref() == Some(Path::new("-"));
    if to_stdout && context.json() {
        return Err(Failure::input(tr!("--json and --csv - both want stdout: name a file for the CSV")));
    }
    if let (Some(csv), Some(picture)) = (&args.csv, &args.plot)
        && file::are_same(csv, picture.path())
    {
        return Err(Failure::input(tr!("--csv and --plot both name {}: name two files", file::shown(csv))));
    }
    let rules = &context.rules()?;
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    // A whole round takes the most memory.
    let fresh = (rounds.later() > 0).then(|| Scorecard::new(rules));
    let planned = Some(Planned::Statistics(fresh.as_ref().unwrap_or(&card)));
    let service = context.open(rules, Need { planned, ..Need::of_card(&card, &rounds, None) })?;
    let answer = context.ask(&service, &tr!("Following every game"), |effort| service.statistics(&card, &rounds, effort))?;
    let score = &answer.pmf;

    let title = tr!("{}: final score under optimal play, {} on average", tr(rules.title(), &[]), decimal(answer.mean, 2));
    let plot = args.plot.as_ref().map(|picture| picture.write(&title, score)).transpose()?;
    if to_stdout {
        plot.iter().for_each(|path| failure::say(format_args!("{}", tr!("Written: {}", escaped(path)))));
        return output::write(in_csv(&columns::scores(score)).as_bytes());
    }
    if let Some(path) = &args.csv {
        file::write(path, in_csv(&columns::scores(score)).as_bytes())?;
    }
    let csv = args.csv.as_ref().map(|path| path.display().to_string());
    if context.json() {
        return output::print_json(&StatisticsAnswer { plot, csv, ..answer });
    }
    let written: String = plot.iter().chain(&csv).map(|path| tr!("Written: {}", escaped(path)) + "\n").collect();
    output::print(&(in_text(rules, &card, &rounds, &answer) + &written))
}

fn in_text(rules: &RuleSet, card: &Scorecard, rounds: &Rounds, answer: &StatisticsAnswer) -> String {
    let StatisticsAnswer { mean, sd, median, mode, percentiles, pmf, parts, .. } = answer;
    let mut text = format!(
        "{}\n{}\n\n",
        tr!("Final score {} on average, standard deviation {}", format!("{BEST}{}{BEST:#}", decimal(*mean, 2)), decimal(*sd, 2)),
        tr!("median {}, most often {}, from {} to {}", median, mode, pmf.least(), pmf.most()),
    );
    text.push_str(&histogram(pmf));
    text.push('\n');
    let percents = percentiles.keys().map(|percent| tr!("{}%", percent));
    let header: Vec<String> = [tr!("percentile")].into_iter().chain(percents).collect();
    let scores = percentiles.values().map(ToString::to_string);
    let row = [tr!("score")].into_iter().chain(scores).collect();
    let right: Vec<bool> = (0..header.len()).map(|column| column > 0).collect();
    text.push_str(&text::table(&header, &right, vec![row]));
    text.push('\n');
    text.push_str(&categories(rules, card, parts));
    let name = rules.name();
    text.push_str(&match rounds.count() {
        1 => format!("\n{}\n", tr!("Exact, under optimal play; rules: {}", name)),
        count => {
            let said =
                tr!("Exact, under optimal play; the categories are those of round {} of {}; rules: {}", rounds.current(), count, name);
            format!("\n{said}\n")
        }
    });
    text
}

/// Means, deviations and zeros of each category, and the turns in which it is filled.
pub(super) fn categories(rules: &RuleSet, card: &Scorecard, parts: &ScoreParts) -> String {
    let number = |number: f64| decimal(number, 2);
    let percent = |share: f64| tr!("{}%", decimal(100.0 * share, 2));
    let of_category = |(category, of): (Category, &StatisticsOfBox)| {
        let is_open = card.get(category).is_none();
        let open = |text: String| if is_open { text } else { String::new() };
        vec![
            rules.category(category).title.clone(),
            number(of.mean),
            open(number(of.sd)),
            open(percent(of.zero)),
            of.mean_turn.map_or_else(String::new, |turn| decimal(turn, 1)),
            open(bars::small(&of.turns[rules.category_count() - card.open_count()..])),
        ]
    };
    let of_bonus = |title: String, bonus: &BonusStatistics| {
        vec![title, number(bonus.mean), String::new(), percent((1.0 - bonus.probability).max(0.0)), String::new(), String::new()]
    };
    let mut rows: Vec<Vec<String>> = rules.categories().zip(&parts.categories).map(of_category).collect();
    if !rules.upper_bonus().is_none() {
        rows.insert(rules.upper_count(), of_bonus(tr!("Upper bonus"), &parts.upper_bonus));
    }
    if rules.further().is_some_and(|further| further.after_points.bonus.max(further.after_zero.bonus) > 0) {
        rows.push(of_bonus(tr!("Extra bonus"), &parts.extra_bonus));
    }
    if let (Some(title), Some(saved)) = (words::title_of_spare_throws(rules), &parts.saved_throws) {
        rows.push(of_bonus(title, saved));
    }
    let header = [tr!("category"), tr!("mean"), tr!("sd"), tr!("zero"), tr!("turn"), tr!("filled in turn")];
    text::table(&header, &[false, true, true, true, true, false], rows)
}

/// The most lines of a histogram.
const LINES: u32 = 24;

/// Columns before its bars.
const BEFORE_BAR: u16 = 23;

/// A histogram. Its first and last line also hold the lowest and the highest thousandth of the games.
fn histogram(score: &Distribution) -> String {
    let (first, last) = (score.quantile(0.001).get(), score.quantile(0.999).get());
    let width =
        [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500].into_iter().find(|width| last / width - first / width < LINES).unwrap_or(1000);
    let lines = (last / width - first / width + 1) as usize;
    let mut shares = vec![0.0; lines];
    for (score, probability) in score.iter() {
        let line = (score.get() / width).saturating_sub(first / width) as usize;
        shares[line.min(lines - 1)] += probability;
    }
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let longest = bars::longest(BEFORE_BAR);
    let mut text = format!("  {HEADING}{:>11}   {}{HEADING:#}\n", tr!("score"), tr!("share"));
    for (line, share) in shares.iter().enumerate() {
        let from = (first / width + line as u32) * width;
        let scores = match line {
            0 if score.least() < from => tr!("below {}", from + width),
            line if line + 1 == lines && score.most() >= from + width => tr!("{} or more", from),
            _ if width == 1 => from.to_string(),
            _ => format!("{from} - {}", from + width - 1),
        };
        let _ = writeln!(
            text,
            "  {scores:>11}  {:>6}  {}",
            tr!("{}%", decimal(100.0 * share, 2)),
            bars::bar(f64::from(longest) * share / most).trim_end()
        );
    }
    text
}
