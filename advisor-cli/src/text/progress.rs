//! The progress of a player, in text.

use yahtzee_dialogue::training::progress::{Answers, Luck, Part, Progress, Scores};
use yahtzee_dialogue::training::rating::Rating;
use yahtzee_dialogue::training::theme::Theme;
use yahtzee_dialogue::words::{YOU, count, signed};
use yahtzee_solver::printable::escaped;

use super::{bars, faint, table};
use crate::terminal::style::{BEST, FAINT, HEADING};

/// The most columns of the curve.
const CURVE: usize = 60;

/// The line that a review or a game appends if it was recorded.
pub(crate) fn recorded(games: usize) -> String {
    if games == 0 { String::new() } else { format!("\n{}", faint("Recorded in your history: 'yahtzee progress' shows your rating.")) }
}

/// The text if no game counts yet.
pub(crate) fn nothing_yet(rules: &str, player: Option<&str>, own: Option<&Scores>, answers: &Answers) -> String {
    let none = match player {
        Some(player) => {
            let whose = if player == YOU { "your games".to_owned() } else { format!("the games of {}", escaped(player)) };
            format!(
                "None of {whose} by the rules '{rules}' count yet: the options were shown with their values, most decisions were made after a hint, \
                 or the goal was another than points."
            )
        }
        None => format!("No games by the rules '{rules}' are recorded yet."),
    };
    format!(
        "{none}\nA game finished in 'yahtzee play --coach', or looked over by 'yahtzee review FILE', is recorded by itself and counts.\n{}{}",
        own.map_or_else(String::new, scores),
        quizzes(answers)
    )
}

/// The progress, with the rule sets and the people in the history.
pub(crate) fn in_text(progress: &Progress, sets: &[(String, String, usize)], players: &[(String, usize)]) -> String {
    let Progress { rating, lately, .. } = progress;
    let games = count(rating.games as u64, "game", "games");
    let mut text = format!("{HEADING}{}, {}: {games}{HEADING:#}\n\n", progress.player, progress.rules);
    text.push_str(&format!("Points lost per game: {BEST}{:.2}{BEST:#}{}", rating.loss, between(rating)));
    if let Some(lately) = lately {
        text.push_str(&format!("; in the last {}: {BEST}{:.2}{BEST:#}{}", lately.games, lately.loss, between(lately)));
    }
    text.push_str(".\n");
    if rating.interval.is_some() {
        text.push_str(&faint("In brackets: the 95% interval."));
    }
    let uncounted = [
        (progress.advised, "the options were shown with their values"),
        (progress.other_goals, "played to win or for a target"),
        (progress.mostly_hinted, "most decisions were made after a hint"),
    ];
    for (games, why) in uncounted.into_iter().filter(|(games, _)| *games > 0) {
        let more = count(games as u64, "more game does", "more games do");
        text.push_str(&faint(&format!("{more} not count: {why}.")));
    }
    if progress.hinted > 0 {
        let hinted = count(progress.hinted as u64, "decision was made after a hint and does", "decisions were made after a hint and do");
        text.push_str(&faint(&format!("{hinted} not count.")));
    }
    if progress.again > 0 {
        let again = count(
            progress.again as u64,
            "decision was taken back after the coach spoke",
            "decisions were taken back after the coach spoke",
        );
        text.push_str(&faint(&format!("{again}: the first choice counts.")));
    }
    text.push_str(&scores(&progress.scores));
    text.push_str(&curve(&progress.curve));
    text.push_str(&standing(progress));
    text.push_str(&format!("\n{HEADING}By kind of decision{HEADING:#}\n{}", parts(&progress.kinds)));
    text.push_str(&format!("\n{HEADING}By theme{HEADING:#}\n{}", parts(&progress.themes)));
    if let Some(theme) = progress.practise.as_deref().and_then(Theme::named) {
        text.push_str(&format!("\nTo practise: {BEST}{}{BEST:#}, your most costly theme.\n", theme.title()));
    }
    text.push_str(&learning(progress));
    text.push_str(&luck(&progress.luck));
    text.push_str(&sure(progress));
    text.push_str(&others(progress, sets, players));
    text
}

/// The mean and the highest score.
fn scores(Scores { games, mean, best }: &Scores) -> String {
    format!("Scores: {mean:.1} on average in {}, the highest {best}.\n", count(*games as u64, "game", "games"))
}

/// ` (4.9 to 8.0)`
fn between(rating: &Rating) -> String {
    rating.interval.map_or_else(String::new, |[low, high]| format!(" ({low:.1} to {high:.1})"))
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
    let said = format!("  means of five games: {first:.1} points at first, {last:.1} at last");
    format!("\n  {}\n{}", bars::small(&shown), faint(&said))
}

/// The player's place among those with a known loss.
fn standing(progress: &Progress) -> String {
    let you = progress.rating.loss;
    let mut rows: Vec<(f64, String)> = progress.known.iter().map(|known| (known.loss, known.name.to_owned())).collect();
    let place = rows.iter().position(|(loss, _)| *loss > you).unwrap_or(rows.len());
    rows.insert(place, (you, format!("{BEST}› {}{BEST:#}", progress.player)));
    let rows = rows.into_iter().map(|(loss, name)| vec![format!("{loss:.2}"), name]).collect();
    format!("\n{HEADING}Among players whose loss is known exactly{HEADING:#}\n{}", table(&["lost", "player"], &[true, false], rows))
}

fn parts(parts: &[Part]) -> String {
    let most = parts.iter().map(|part| part.rating.loss).fold(f64::MIN_POSITIVE, f64::max);
    let row = |part: &Part| {
        let interval = part.rating.interval.map_or_else(String::new, |[low, high]| format!("{low:.1} to {high:.1}"));
        let bar = bars::bar(BAR * part.rating.loss / most);
        vec![part.title.clone(), part.decisions.to_string(), format!("{:.2}", part.rating.loss), interval, bar]
    };
    table(&["", "decisions", "lost per game", "95%", ""], &[false, true, true, true, false], parts.iter().map(row).collect())
}

/// The columns of the longest bar of a part.
const BAR: f64 = 12.0;

/// The deck and the quizzes.
fn learning(progress: &Progress) -> String {
    let mut text = String::new();
    let deck = progress.deck;
    if deck.cards > 0 {
        let cards = count(deck.cards as u64, "position", "positions");
        text.push_str(&format!(
            "Your mistakes: {cards} in which you lost a point or more; {} due, {} mastered.\n",
            deck.due, deck.mastered
        ));
    }
    text + &quizzes(&progress.answers)
}

/// The answers in quizzes; empty without any.
fn quizzes(answers: &Answers) -> String {
    if answers.count == 0 {
        return String::new();
    }
    let said = count(answers.count as u64, "answer", "answers");
    format!("Quizzes: {said}, {:.2} points lost in each; the obvious choices cost {:.2}.\n", answers.loss, answers.obvious_loss)
}

/// The luck of every player.
fn luck(luck: &[Luck]) -> String {
    let row = |luck: &Luck| {
        let share = luck.percentile.map_or_else(|| "too few games".to_owned(), |share| format!("{:.0}% of fair dice", 100.0 * share));
        let name = escaped(&luck.player).into_owned();
        vec![name, luck.games.to_string(), signed(luck.luck, 1), share]
    };
    let rows = luck.iter().map(row).collect();
    format!(
        "\n{HEADING}Luck in these games{HEADING:#}\n{}",
        table(&["player", "games", "points per game", "luckier than"], &[false, true, true, false], rows)
    )
}

/// The number of games that shows a difference.
fn sure(progress: &Progress) -> String {
    let Some(sure) = progress.sure else { return String::new() };
    format!(
        "\n{HEADING}How sure{HEADING:#}\nA difference of ten points a game between two players like you shows after {} games of each by scores, and after {} by points lost: \
         these leave luck out.\n",
        sure.by_scores, sure.by_losses
    )
}

/// The rest of the history.
fn others(progress: &Progress, sets: &[(String, String, usize)], players: &[(String, usize)]) -> String {
    let others = players.iter().filter(|(name, _)| *name != progress.player).map(|(name, games)| format!("--player {name} ({games})"));
    let sets = sets.iter().filter(|(_, name, _)| *name != progress.rules).map(|(_, name, games)| format!("--rules {name} ({games})"));
    let all: Vec<String> = others.chain(sets).collect();
    if all.is_empty() { String::new() } else { format!("\n{FAINT}Also recorded: {}{FAINT:#}\n", escaped(&all.join(", "))) }
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
