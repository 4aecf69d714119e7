//! The progress of a player, in text.

use yahtzee_dialogue::training::progress::{Against, Answers, Luck, Part, Progress, ScoreRange, Scores, Span};
use yahtzee_dialogue::training::rating::Rating;
use yahtzee_dialogue::training::theme::Theme;
use yahtzee_dialogue::words::{self, YOU, signed};
use yahtzee_solver::language::decimal;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{counted, tr};

use super::{bars, faint, table};
use crate::terminal::style::{BEST, FAINT, HEADING};

/// The most columns of the curve.
const CURVE: usize = 60;

/// The line that a review or a game appends if it was recorded.
pub(crate) fn recorded(games: usize) -> String {
    if games == 0 { String::new() } else { format!("\n{}", faint(&tr!("Recorded in your history: 'yahtzee progress' shows your rating."))) }
}

/// The text if no game counts yet.
pub(crate) fn nothing_yet(rules: &str, player: Option<&str>, own: Option<&Scores>, answers: &Answers) -> String {
    let none = match player {
        Some(player) => {
            let whose = if player == YOU { tr!("your games") } else { tr!("the games of {}", escaped(player)) };
            tr!(
                "None of {} by the rules '{}' count yet: the options were shown with their values, most decisions were made after a hint, \
                 or the goal was another than points.",
                whose,
                rules
            )
        }
        None => tr!("No games by the rules '{}' are recorded yet.", rules),
    };
    format!(
        "{none}\n{}\n{}{}",
        tr!("A game finished in 'yahtzee play --coach', or looked over by 'yahtzee review FILE', is recorded by itself and counts."),
        own.map_or_else(String::new, scores),
        quizzes(answers)
    )
}

/// The progress, with the rule sets and the people in the history.
pub(crate) fn in_text(progress: &Progress, sets: &[(String, String, usize)], players: &[(String, usize)]) -> String {
    let Progress { rating, lately, .. } = progress;
    let games = games_in_words(rating.games);
    let mut text = format!("{HEADING}{}, {}: {games}{HEADING:#}\n\n", progress.player, progress.rules);
    text.push_str(&format!("{} {BEST}{}{BEST:#}{}", tr!("Points lost per game:"), decimal(rating.loss, 2), between(rating)));
    if let Some(lately) = lately {
        text.push_str(&format!("; {} {BEST}{}{BEST:#}{}", tr!("in the last {}:", lately.games), decimal(lately.loss, 2), between(lately)));
    }
    text.push_str(".\n");
    if let Some(level) = progress.level {
        text.push_str(&format!("{}\n", tr!("Level: {}", format!("{BEST}{}{BEST:#}", words::level(level)))));
    }
    if rating.interval.is_some() {
        text.push_str(&faint(&tr!("In brackets: the 95% interval.")));
    }
    let uncounted = [
        (progress.advised, tr!("the options were shown with their values")),
        (progress.other_goals, tr!("played to win or for a target")),
        (progress.mostly_hinted, tr!("most decisions were made after a hint")),
    ];
    for (games, why) in uncounted.into_iter().filter(|(games, _)| *games > 0) {
        text.push_str(&faint(&match games {
            1 => tr!("1 more game does not count: {}.", why),
            _ => tr!("{} more games do not count: {}.", games, why),
        }));
    }
    if progress.hinted > 0 {
        text.push_str(&faint(&match progress.hinted {
            1 => tr!("1 decision was made after a hint and does not count."),
            hinted => tr!("{} decisions were made after a hint and do not count.", hinted),
        }));
    }
    if progress.again > 0 {
        text.push_str(&faint(&match progress.again {
            1 => tr!("1 decision was taken back after the coach spoke: the first choice counts."),
            again => tr!("{} decisions were taken back after the coach spoke: the first choice counts.", again),
        }));
    }
    text.push_str(&scores(&progress.scores));
    text.push_str(&curve(&progress.curve));
    text.push_str(&standing(progress));
    text.push_str(&format!("\n{HEADING}{}{HEADING:#}\n{}", tr!("By kind of decision"), parts(&progress.kinds)));
    text.push_str(&format!("\n{HEADING}{}{HEADING:#}\n{}", tr!("By theme"), parts(&progress.themes)));
    if let Some(theme) = progress.practise.as_deref().and_then(Theme::named) {
        text.push_str(&format!("\n{}\n", tr!("To practise: {}, your most costly theme.", format!("{BEST}{}{BEST:#}", theme.title()))));
    }
    text.push_str(&learning(progress));
    text.push_str(&luck(&progress.luck));
    text.push_str(&sure(progress));
    text.push_str(&others(progress, sets, players));
    text
}

/// The record: the scores, and what the games ended with.
fn scores(scores: &Scores) -> String {
    let Scores { games, mean, best, .. } = scores;
    let mut text = tr!("Scores: {} on average in {}, the highest {}.", decimal(*mean, 1), games_in_words(*games), best) + "\n";
    if scores.ranges.len() > 1 {
        let most = scores.ranges.iter().map(|range| range.games).max().unwrap_or(1) as f64;
        let row = |range: &ScoreRange| {
            let bar = bars::bar(BAR * range.games as f64 / most);
            vec![format!("{}–{}", range.low, range.high), range.games.to_string(), bar]
        };
        let rows = scores.ranges.iter().map(row).collect();
        text.push_str(&format!("\n{}", table(&[tr!("score"), tr!("games"), String::new()], &[true, true, false], rows)));
    }
    let mut parts = Vec::new();
    parts.extend(scores.alike.map(|alike| tr!("All dice alike: {} times a game.", decimal(alike, 2))));
    parts.extend(scores.bonus_rate.map(|rate| tr!("The upper bonus: in {}% of the games.", decimal(100.0 * rate, 0))));
    if !parts.is_empty() {
        text.push_str(&format!("{}\n", parts.join(" ")));
    }
    for Against { player, won, drawn, lost } in scores.against.iter().take(MOST_AGAINST) {
        text.push_str(&(tr!("Against {}: {} won, {} drawn, {} lost.", escaped(player), won, drawn, lost) + "\n"));
    }
    let span = |span: &Span| match span.mean {
        Some(mean) => tr!("{}, {} on average", games_in_words(span.games), decimal(mean, 1)),
        None => games_in_words(0),
    };
    if scores.last_30_days.games > 0 && scores.days_before.games > 0 {
        let [last, before] = [&scores.last_30_days, &scores.days_before].map(span);
        text.push_str(&(tr!("The last 30 days: {}; the 30 days before: {}.", last, before) + "\n"));
    }
    text
}

/// The most players whose results are shown.
const MOST_AGAINST: usize = 5;

/// A number of games.
fn games_in_words(games: usize) -> String {
    counted!(games, "no games", "1 game", "{} games")
}

/// `4.9 to 8.0`
fn range(low: f64, high: f64) -> String {
    tr!("{} to {}", decimal(low, 1), decimal(high, 1))
}

/// ` (4.9 to 8.0)`
fn between(rating: &Rating) -> String {
    rating.interval.map_or_else(String::new, |[low, high]| format!(" ({})", range(low, high)))
}

/// The curve as small bars, from the first games to the last.
fn curve(curve: &[f64]) -> String {
    if curve.len() < 2 {
        return String::new();
    }
    // A bar for each point, or for the mean of as many points as needed to fit.
    let each = curve.len().div_ceil(usize::from(bars::longest(2)).min(CURVE));
    let means: Vec<f64> = curve.chunks(each).map(|few| few.iter().sum::<f64>() / few.len() as f64).collect();
    let most = means.iter().copied().fold(0.0, f64::max);
    let [first, last] = [means[0], means[means.len() - 1]];
    // A loss of zero has a bar, too.
    let shown: Vec<f64> = means.iter().map(|mean| mean.max(most / 10.0)).collect();
    let said = format!("  {}", tr!("means of five games: {} points at first, {} at last", decimal(first, 1), decimal(last, 1)));
    format!("\n  {}\n{}", bars::small(&shown), faint(&said))
}

/// The player's place among those with a known loss.
fn standing(progress: &Progress) -> String {
    let you = progress.rating.loss;
    let mut rows: Vec<(f64, String)> = progress.known.iter().map(|known| (known.loss, known.name.to_owned())).collect();
    let place = rows.iter().position(|(loss, _)| *loss > you).unwrap_or(rows.len());
    rows.insert(place, (you, format!("{BEST}› {}{BEST:#}", progress.player)));
    let rows = rows.into_iter().map(|(loss, name)| vec![decimal(loss, 2), name]).collect();
    format!(
        "\n{HEADING}{}{HEADING:#}\n{}",
        tr!("Compared with players of known strength"),
        table(&[tr!("lost"), tr!("player")], &[true, false], rows)
    )
}

fn parts(parts: &[Part]) -> String {
    let most = parts.iter().map(|part| part.rating.loss).fold(f64::MIN_POSITIVE, f64::max);
    let row = |part: &Part| {
        let interval = part.rating.interval.map_or_else(String::new, |[low, high]| range(low, high));
        let bar = bars::bar(BAR * part.rating.loss / most);
        vec![part.title.clone(), part.decisions.to_string(), decimal(part.rating.loss, 2), interval, bar]
    };
    table(
        &[String::new(), tr!("decisions"), tr!("lost per game"), "95%".to_owned(), String::new()],
        &[false, true, true, true, false],
        parts.iter().map(row).collect(),
    )
}

/// The columns of the longest bar of a part.
const BAR: f64 = 12.0;

/// The deck and the quizzes.
fn learning(progress: &Progress) -> String {
    let mut text = String::new();
    let deck = progress.deck;
    if deck.cards > 0 {
        let cards = counted!(deck.cards, "no positions", "1 position", "{} positions");
        let said = tr!(
            "Your mistakes: {} that you gave up or in which you lost a point or more; {} due, {} mastered.",
            cards,
            deck.due,
            deck.mastered
        );
        text.push_str(&(said + "\n"));
    }
    text + &quizzes(&progress.answers)
}

/// The answers in quizzes; empty without any.
fn quizzes(answers: &Answers) -> String {
    if answers.count == 0 {
        return String::new();
    }
    let said = counted!(answers.count, "no answers", "1 answer", "{} answers");
    let (loss, obvious) = (decimal(answers.loss, 2), decimal(answers.obvious_loss, 2));
    tr!("Quizzes: {}, {} points lost in each; the obvious choices cost {}.", said, loss, obvious) + "\n"
}

/// The luck of every player.
fn luck(luck: &[Luck]) -> String {
    let row = |luck: &Luck| {
        let share = luck.percentile.map_or_else(|| tr!("too few games"), |share| tr!("{}% of fair dice", decimal(100.0 * share, 0)));
        let name = escaped(&luck.player).into_owned();
        vec![name, luck.games.to_string(), signed(luck.luck, 1), share]
    };
    let rows = luck.iter().map(row).collect();
    format!(
        "\n{HEADING}{}{HEADING:#}\n{}",
        tr!("Luck in these games"),
        table(&[tr!("player"), tr!("games"), tr!("points per game"), tr!("luckier than")], &[false, true, true, false], rows)
    )
}

/// The number of games that shows a difference.
fn sure(progress: &Progress) -> String {
    let Some(sure) = progress.sure else { return String::new() };
    format!(
        "\n{HEADING}{}{HEADING:#}\n{}\n",
        tr!("How sure"),
        tr!(
            "A difference of ten points a game between two players like you shows after {} games of each by scores, and after {} by points lost: \
             these leave luck out.",
            sure.by_scores,
            sure.by_losses
        )
    )
}

/// The rest of the history.
fn others(progress: &Progress, sets: &[(String, String, usize)], players: &[(String, usize)]) -> String {
    let others = players.iter().filter(|(name, _)| *name != progress.player).map(|(name, games)| format!("--player {name} ({games})"));
    let sets = sets.iter().filter(|(_, name, _)| *name != progress.rules).map(|(_, name, games)| format!("--rules {name} ({games})"));
    let all: Vec<String> = others.chain(sets).collect();
    if all.is_empty() { String::new() } else { format!("\n{FAINT}{}{FAINT:#}\n", tr!("Also recorded: {}", escaped(&all.join(", ")))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_games_that_count_is_named() {
        let none = Answers { count: 0, loss: 0.0, obvious_loss: 0.0 };
        let nothing_yet = |rules, player| nothing_yet(rules, player, None, &none);
        assert!(nothing_yet("hasbro", Some(YOU)).starts_with("None of your games by the rules 'hasbro' count yet"));
        assert!(nothing_yet("hasbro", Some("ann")).starts_with("None of the games of ann by the rules 'hasbro' count yet"));
        assert!(nothing_yet("hasbro", None).starts_with("No games by the rules 'hasbro' are recorded yet."));
    }
}
