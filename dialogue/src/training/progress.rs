//! Progress: the rating of a player, by kind and by theme, what to practise, and everyone's luck.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_solver::advise::PlayerLevel;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::sorting::{sort_by, sort_by_key};
use yahtzee_solver::{Points, tr};

use super::DAY;
use super::deck::{Deck, THRESHOLD};
use super::history::History;
use super::known::Known;
use super::rating::{Rating, games_until_ten_points_show, mean_and_sd, normal_below};
use super::record::{Decided, GameEnd, GameRecord, Kind};
use super::theme::Theme;
use crate::answer::StatisticsAnswer;

/// The number of games in the recent rating.
pub const LATELY: usize = 20;

/// The number of games in the mean at a point of the curve.
const OF_CURVE: usize = 5;

/// The most ranges of scores.
const RANGES: u32 = 10;

/// The most ranges of scores beside those of the best play.
const BESIDE: u32 = 20;

/// The least number of games, of all players, to compare luck.
const LEAST_FOR_LUCK: usize = 5;

/// The figures of one player under a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Progress {
    /// The rule set.
    pub rules: String,
    /// The player.
    pub player: String,
    /// The number of games that do not count for the rating, because the options were shown with their values.
    pub advised: usize,
    /// The number of other games that do not count, because they were played to win or for a target.
    pub other_goals: usize,
    /// The number of other games that do not count, because more than half of the decisions were made after a hint.
    pub mostly_hinted: usize,
    /// The number of decisions in the games that count which do not, because they were made after a hint.
    pub hinted: usize,
    /// The number of decisions that were made again after the coach spoke: their first choices count.
    pub again: usize,
    /// The rating over all games that count.
    pub rating: Rating,
    /// The level by the mean loss of a turn, from `near-perfect` to `beginner`; null if no game that counts has its number of turns.
    pub level: Option<PlayerLevel>,
    /// The rating over the last 20 games; null if there are no more games than these.
    pub lately: Option<Rating>,
    /// The number of games in `lately`.
    pub lately_games: usize,
    /// Players whose loss is known exactly, the best first.
    pub known: Vec<Known>,
    /// The points lost per game; each point is the mean of the last five games.
    pub curve: Vec<f64>,
    /// The rating by kind of decision.
    pub kinds: Vec<Part>,
    /// The rating by theme, the most costly first.
    pub themes: Vec<Part>,
    /// The theme to practise: the most costly one; null without a loss.
    pub practise: Option<String>,
    /// The games needed to show a difference of ten points a game; null for one game.
    pub sure: Option<Sure>,
    /// The luck of every player in these games, computers too.
    pub luck: Vec<Luck>,
    /// The scores of this player, in all games.
    pub scores: Scores,
    /// The deck of this player's mistakes.
    pub deck: DeckCount,
    /// The answers in quizzes.
    pub answers: Answers,
}

/// A part of the loss, of one kind or theme.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// The number of decisions that count.
    pub decisions: usize,
    /// The points lost per game in these decisions.
    pub rating: Rating,
}

/// The games needed until a difference of ten points a game between two players is twice its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Sure {
    /// The standard deviation of this player's scores.
    pub sd_of_scores: f64,
    /// The games of each player, if scores are compared.
    pub by_scores: u64,
    /// The standard deviation of the points lost.
    pub sd_of_losses: f64,
    /// The games of each player, if the points lost are compared, which removes luck.
    pub by_losses: u64,
}

/// The luck of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Luck {
    /// The player.
    pub player: String,
    /// The kind of computer player; null for a person.
    pub computer: Option<String>,
    /// The number of games.
    pub games: usize,
    /// The luck per game, in points.
    pub luck: f64,
    /// The share of fair dice with less luck in this many games, from 0 to 1; null for fewer than five games.
    pub percentile: Option<f64>,
}

/// The final scores of a player, in all games, those that do not count for the rating too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Scores {
    /// The number of games.
    pub games: usize,
    /// The mean score.
    pub mean: f64,
    /// The highest score.
    pub best: f64,
    /// The games by their scores, in at most ten ranges of equal width.
    pub ranges: Vec<ScoreRange>,
    /// The mean number of turns of a game that ended with all dice alike and points for them; null for games recorded by earlier programs.
    pub alike: Option<f64>,
    /// The share of games with the upper bonus, from 0 to 1; null without one, and as before.
    pub bonus_rate: Option<f64>,
    /// The results against each other player, the most frequent first.
    pub against: Vec<Against>,
    /// The last 30 days.
    pub last_30_days: Span,
    /// The 30 days before.
    pub days_before: Span,
}

/// The games with a score in a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ScoreRange {
    /// The lowest score of the range.
    pub low: u32,
    /// The highest score of the range.
    pub high: u32,
    /// The number of games.
    pub games: usize,
}

/// The results against another player. In a game of several, each pair is compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Against {
    /// The other player.
    pub player: String,
    /// The games with more points than the other.
    pub won: usize,
    /// The games with as many points.
    pub drawn: usize,
    /// The games with fewer points.
    pub lost: usize,
}

/// The games of some days.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Span {
    /// The number of games.
    pub games: usize,
    /// Their mean score; null without games.
    pub mean: Option<f64>,
    /// The mean points lost per game in those that count for the rating; null without such games.
    pub loss: Option<f64>,
}

impl Scores {
    /// The scores of a person under these rules, at a given time; `None` without a game.
    pub fn of(history: &History, fingerprint: &str, player: &str, at: u64) -> Option<Scores> {
        let games = own_games(history, fingerprint, player);
        let scores = scores_of(&games);
        let best = scores.iter().copied().max_by(f64::total_cmp)?;
        let ends: Vec<&GameEnd> = games.iter().filter_map(|game| game.end.as_ref()).collect();
        let bonuses = || ends.iter().filter_map(|end| end.upper_bonus);
        // The days from some days ago to some other days ago.
        let span = |from: u64, to: u64| {
            let ago = |game: &&&GameRecord| (from * DAY..to * DAY).contains(&at.saturating_sub(game.at));
            let games: Vec<&GameRecord> = games.iter().filter(ago).copied().collect();
            Span {
                games: games.len(),
                mean: mean(games.iter().map(|game| game.score)),
                loss: mean(games.iter().filter(|game| game.counts()).map(|game| game.rated_loss())),
            }
        };
        Some(Scores {
            games: games.len(),
            mean: mean(scores.iter().copied())?,
            best,
            ranges: ranges(&scores, &scores, RANGES),
            alike: mean(ends.iter().map(|end| end.alike as f64)),
            bonus_rate: mean(bonuses().map(|bonus| f64::from(u8::from(bonus > 0)))),
            against: against(&games),
            last_30_days: span(0, 30),
            days_before: span(30, 60),
        })
    }
}

/// All games of a person under these rules.
fn own_games<'h>(history: &'h History, fingerprint: &str, player: &str) -> Vec<&'h GameRecord> {
    let is_own = |game: &&GameRecord| game.fingerprint == fingerprint && game.computer.is_none() && game.player == player;
    history.games.iter().filter(is_own).collect()
}

fn scores_of(games: &[&GameRecord]) -> Vec<f64> {
    games.iter().map(|game| game.score).collect()
}

/// The scores of a player beside those of the best play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ScoresBesideBest {
    /// The player's games by their scores, in at most twenty ranges of equal width, which hold nearly all games of the best play too.
    pub ranges: Vec<ScoreRange>,
    /// The share of the games of the best play in each range, from 0 to 1.
    pub best: Vec<f64>,
    /// The chance of the best play to earn the upper bonus.
    pub bonus_rate: f64,
}

impl ScoresBesideBest {
    /// `best` has the statistics of whole games. Of their scores, one in a hundred at each end may be outside the ranges.
    pub fn of(history: &History, fingerprint: &str, player: &str, best: &StatisticsAnswer) -> ScoresBesideBest {
        let scores = scores_of(&own_games(history, fingerprint, player));
        let ends = [1, 99].map(|percent| f64::from(best.percentiles[&percent].get()));
        let ranges = ranges(&scores, &[&scores[..], &ends].concat(), BESIDE);
        let below = |score: u32| best.pmf.below(Points::new(score));
        let share = |range: &ScoreRange| below(range.high.saturating_add(1)) - below(range.low);
        ScoresBesideBest { best: ranges.iter().map(share).collect(), ranges, bonus_rate: best.parts.upper_bonus.probability }
    }
}

/// The mean; `None` of nothing.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The level of a player with these games.
fn level(games: &[&GameRecord]) -> Option<PlayerLevel> {
    let of_turn = games.iter().filter_map(|game| Some(game.rated_loss() / game.end.as_ref()?.turns.max(1) as f64));
    mean(of_turn).map(PlayerLevel::of)
}

/// The scores in ranges of a round width, at most so many, from the least to the most of `span`.
fn ranges(scores: &[f64], span: &[f64], at_most: u32) -> Vec<ScoreRange> {
    let [scores, span] = [scores, span].map(|scores| scores.iter().map(|score| *score as u32).collect::<Vec<u32>>());
    let (Some(least), Some(most)) = (span.iter().min(), span.iter().max()) else { return Vec::new() };
    let widths = (0..9).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u32.pow(zeros)));
    let fits = |width: &u32| most / width - least / width < at_most;
    let width = widths.into_iter().find(fits).unwrap_or(u32::MAX);
    let range = |index: u32| {
        let low = index * width;
        let is_in = |score: &&u32| **score / width == index;
        ScoreRange { low, high: low.saturating_add(width - 1), games: scores.iter().filter(is_in).count() }
    };
    (least / width..=most / width).map(range).collect()
}

/// The results against every other player.
fn against(games: &[&GameRecord]) -> Vec<Against> {
    let mut all: BTreeMap<&str, Against> = BTreeMap::new();
    for game in games {
        for (player, score) in game.end.iter().flat_map(|end| &end.others) {
            let against = all.entry(player).or_insert_with(|| Against { player: player.clone(), ..Against::default() });
            match game.score.total_cmp(score) {
                Ordering::Greater => against.won += 1,
                Ordering::Equal => against.drawn += 1,
                Ordering::Less => against.lost += 1,
            }
        }
    }
    let mut all: Vec<Against> = all.into_values().collect();
    sort_by_key(&mut all, |of| std::cmp::Reverse(of.won + of.drawn + of.lost));
    all
}

/// The content of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct DeckCount {
    /// All cards.
    pub cards: usize,
    /// The due cards.
    pub due: usize,
    /// The mastered cards.
    pub mastered: usize,
}

/// The answers in quizzes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Answers {
    /// The number of answers.
    pub count: usize,
    /// The mean loss of an answer, in points.
    pub loss: f64,
    /// The mean loss of the obvious choice in these positions, in points.
    pub obvious_loss: f64,
}

impl Progress {
    /// The progress of a player under the rules of this name and fingerprint, at a given time; `None` without a game that counts.
    pub fn of(history: &History, rules: &str, fingerprint: &str, player: &str, at: u64) -> Option<Progress> {
        let mut all: Vec<&GameRecord> = history.games.iter().filter(|game| game.fingerprint == fingerprint).collect();
        // Imported games may be older.
        sort_by_key(&mut all, |game| game.at);
        let own = all.iter().copied().filter(|game| game.computer.is_none() && game.player == player);
        let (games, others): (Vec<&GameRecord>, Vec<&GameRecord>) = own.partition(|game| game.counts());
        let advised = others.iter().filter(|game| game.advised).count();
        let other_goals = others.iter().filter(|game| !game.advised && game.goal.is_some()).count();
        let losses: Vec<f64> = games.iter().map(|game| game.rated_loss()).collect();
        let rating = Rating::of(&losses)?;
        let mut kinds: Vec<Kind> = games.iter().flat_map(|game| &game.decisions).map(|decided| decided.kind).collect();
        sort_by_key(&mut kinds, |kind| *kind);
        kinds.dedup();
        let kinds =
            kinds.into_iter().map(|kind| part(&games, kind.into(), kind.title().to_string(), |decided| decided.kind == kind)).collect();
        let of_theme = |theme: Theme| part(&games, theme.name().to_owned(), theme.title().to_string(), |decided| decided.theme == theme);
        let mut themes: Vec<Part> = Theme::ALL.into_iter().map(of_theme).filter(|part| part.decisions > 0).collect();
        sort_by(&mut themes, |a, b| b.rating.loss.total_cmp(&a.rating.loss));
        let deck = Deck::new(history, fingerprint, player, THRESHOLD);
        Some(Progress {
            rules: rules.to_owned(),
            player: player.to_owned(),
            advised,
            other_goals,
            mostly_hinted: others.len() - advised - other_goals,
            hinted: games.iter().map(|game| game.hinted).sum(),
            again: games.iter().map(|game| game.again).sum(),
            level: level(&games),
            rating,
            lately: losses.len().checked_sub(LATELY).filter(|more| *more > 0).and_then(|start| Rating::of(&losses[start..])),
            lately_games: LATELY,
            known: Known::of(rules, u64::from_str_radix(fingerprint, 16).unwrap_or_default()),
            curve: curve(&losses),
            kinds,
            practise: themes.first().filter(|part| part.rating.loss > 0.0).map(|part| part.name.clone()),
            themes,
            sure: sure(&games, &rating),
            luck: luck(&all),
            scores: Scores::of(history, fingerprint, player, at)?,
            deck: DeckCount { cards: deck.cards.len(), due: deck.due(at).len(), mastered: deck.mastered() },
            answers: Answers::of(history, fingerprint),
        })
    }
}

/// The rule sets of a history, by fingerprint, with their names and numbers of games by people: the one with the most games first. Those with answers
/// alone have no games.
pub fn rule_sets(history: &History) -> Vec<(String, String, usize)> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for game in history.games.iter().filter(|game| game.computer.is_none()) {
        *counts.entry((&game.fingerprint, &game.rules)).or_default() += 1;
    }
    for answer in &history.answers {
        counts.entry((&answer.fingerprint, &answer.rules)).or_default();
    }
    let mut sets: Vec<_> =
        counts.into_iter().map(|((fingerprint, name), games)| (fingerprint.to_owned(), name.to_owned(), games)).collect();
    sort_by_key(&mut sets, |(.., games)| std::cmp::Reverse(*games));
    sets
}

/// The people of a history under some rules, with their numbers of games: the one with the most games first.
pub fn people(history: &History, fingerprint: &str) -> Vec<(String, usize)> {
    history.people(|game| game.fingerprint == fingerprint)
}

/// The requested person, or else the one with the most games under these rules; `None` if nobody has played.
///
/// # Errors
///
/// The known people, if this person has not played.
pub fn player(history: &History, rules: &str, fingerprint: &str, asked: Option<&str>) -> Result<Option<String>, String> {
    let people = people(history, fingerprint);
    let Some(asked) = asked else { return Ok(people.into_iter().next().map(|(name, _)| name)) };
    if people.iter().any(|(name, _)| name == asked) {
        return Ok(Some(asked.to_owned()));
    }
    let names: Vec<String> = people.into_iter().map(|(name, _)| name).collect();
    let there = if names.is_empty() { tr!("nobody has played") } else { tr!("there are {}", names.join(", ")) };
    Err(tr!("no games of '{}' by the rules '{}': {}", escaped(asked), rules, there))
}

fn part(games: &[&GameRecord], name: String, title: String, is: impl Fn(&Decided) -> bool) -> Part {
    let losses: Vec<f64> = games.iter().map(|game| game.loss_of(&is)).collect();
    let decisions = games.iter().flat_map(|game| &game.decisions).filter(|decided| is(decided)).count();
    Part { name, title, decisions, rating: Rating::of(&losses).expect("there is a game") }
}

/// The means of the last few games at each game.
fn curve(losses: &[f64]) -> Vec<f64> {
    let least = OF_CURVE.min(losses.len());
    losses.windows(least.max(1)).map(|few| few.iter().sum::<f64>() / few.len() as f64).collect()
}

fn sure(games: &[&GameRecord], rating: &Rating) -> Option<Sure> {
    let scores = scores_of(games);
    let (_, sd_of_scores) = mean_and_sd(&scores);
    (games.len() > 1).then(|| Sure {
        sd_of_scores,
        by_scores: games_until_ten_points_show(sd_of_scores),
        sd_of_losses: rating.sd,
        by_losses: games_until_ten_points_show(rating.sd),
    })
}

/// The luck of each player. The mean luck of fair dice is 0; its spread is estimated from all games.
fn luck(games: &[&GameRecord]) -> Vec<Luck> {
    let spread = (games.iter().map(|game| game.luck.powi(2)).sum::<f64>() / games.len().max(1) as f64).sqrt();
    let mut players: BTreeMap<(Option<&str>, &str), Vec<f64>> = BTreeMap::new();
    for game in games {
        players.entry((game.computer.as_deref(), &game.player)).or_default().push(game.luck);
    }
    let of = |((computer, player), lucks): ((Option<&str>, &str), Vec<f64>)| {
        let (luck, _) = mean_and_sd(&lucks);
        let enough = games.len() >= LEAST_FOR_LUCK && spread > 0.0;
        let percentile = enough.then(|| normal_below(luck * (lucks.len() as f64).sqrt() / spread));
        Luck { player: player.to_owned(), computer: computer.map(str::to_owned), games: lucks.len(), luck, percentile }
    };
    players.into_iter().map(of).collect()
}

impl Answers {
    /// The answers under these rules; positions that were given up do not count.
    pub fn of(history: &History, fingerprint: &str) -> Answers {
        let answers: Vec<_> =
            history.answers.iter().filter(|answer| answer.fingerprint == fingerprint && answer.chosen.is_some()).collect();
        let count = answers.len();
        let mean = |sum: f64| if count > 0 { sum / count as f64 } else { 0.0 };
        Answers {
            count,
            loss: mean(answers.iter().map(|answer| answer.loss).sum()),
            obvious_loss: mean(answers.iter().map(|answer| answer.obvious_loss).sum()),
        }
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::game::DecisionKind;

    use super::*;
    use crate::training::record::Record;

    fn game(id: usize, player: &str, computer: Option<&str>, loss: f64, luck: f64) -> Record {
        let decided = |kind, theme, loss| Decided { kind: Kind(kind), theme, loss, mistake: None };
        Record::Game(GameRecord {
            id: id.to_string(),
            at: id as u64,
            rules: "hasbro".into(),
            fingerprint: "f".into(),
            player: player.into(),
            computer: computer.map(str::to_owned),
            advised: player == "advised",
            goal: None,
            hinted: 0,
            again: 0,
            score: 200.0 + luck,
            luck,
            loss,
            end: Some(GameEnd {
                turns: 13,
                alike: id % 2,
                upper_bonus: Some(Points::new(35 * (id as u32 % 4 / 2))),
                others: vec![("bot".into(), 230.0)],
            }),
            decisions: vec![
                decided(DecisionKind::Category, Theme::Zeros, 0.75 * loss),
                decided(DecisionKind::Hold(1), Theme::Bonus, 0.25 * loss),
                decided(DecisionKind::Hold(1), Theme::Bonus, 0.0),
            ],
            text: String::new(),
        })
    }

    #[test]
    fn progress_by_hand() {
        let mut history = History::default();
        assert_eq!(Progress::of(&history, "hasbro", "f", "ann", 0), None);
        for number in 0..30 {
            let later = number >= 10;
            history.add(game(2 * number, "ann", None, if later { 4.0 } else { 8.0 }, if number % 2 == 0 { 30.0 } else { -30.0 }));
            history.add(game(2 * number + 1, "computer", Some("computer"), 0.0, 30.0));
        }
        history.add(game(99, "bob", None, 1.0, 0.0));
        history.add(game(100, "advised", None, 0.0, 0.0));
        assert_eq!(Progress::of(&history, "hasbro", "f", "advised", 0), None, "advice says nothing about the player");
        history.games.pop();
        assert_eq!(people(&history, "f"), [("ann".to_owned(), 30), ("bob".to_owned(), 1)]);
        let of = |asked| player(&history, "hasbro", "f", asked);
        assert_eq!((of(None).unwrap().as_deref(), of(Some("bob")).unwrap().as_deref()), (Some("ann"), Some("bob")));
        assert_eq!(of(Some("eve\u{7}")).unwrap_err(), "no games of 'eve\\u{7}' by the rules 'hasbro': there are ann, bob");
        assert_eq!(player(&history, "yatzy", "g", None), Ok(None));
        assert_eq!(player(&history, "yatzy", "g", Some("ann")).unwrap_err(), "no games of 'ann' by the rules 'yatzy': nobody has played");
        assert_eq!(rule_sets(&history), [("f".to_owned(), "hasbro".to_owned(), 31)]);
        let progress = Progress::of(&history, "hasbro", "f", "ann", 0).unwrap();
        assert_eq!((progress.rating.games, progress.lately.unwrap().loss), (30, 4.0));
        assert!((progress.rating.loss - 16.0 / 3.0).abs() < 1e-12);
        assert_eq!(progress.practise.as_deref(), Some("zeros"));
        let parts: Vec<_> = progress.kinds.iter().chain(&progress.themes).map(|part| (part.name.as_str(), part.decisions)).collect();
        assert_eq!(parts, [("keep-1", 60), ("score", 30), ("zeros", 30), ("bonus", 60)]);
        for parts in [&progress.kinds, &progress.themes] {
            let sum: f64 = parts.iter().map(|part| part.rating.loss).sum();
            assert!((sum - progress.rating.loss).abs() < 1e-12);
        }
        let now = progress.scores.last_30_days;
        assert_eq!((now.games, now.mean, progress.scores.days_before.games), (30, Some(200.0), 0));
        let against = Against { player: "bot".to_owned(), won: 0, drawn: 15, lost: 15 };
        let ranges = vec![ScoreRange { low: 170, high: 179, games: 15 }, ScoreRange { low: 230, high: 239, games: 15 }];
        let Scores { games, mean, best, alike, bonus_rate, .. } = progress.scores;
        assert_eq!((games, mean, best, alike, bonus_rate), (30, 200.0, 230.0, Some(0.0), Some(0.5)));
        assert_eq!(progress.scores.against, [against]);
        assert_eq!(progress.scores.ranges.iter().filter(|range| range.games > 0).copied().collect::<Vec<_>>(), ranges);
        assert_eq!(progress.level, Some(PlayerLevel::Strong), "16/3 points in 13 turns");
        let later = Scores::of(&history, "f", "ann", 40 * DAY).unwrap();
        assert_eq!((later.last_30_days.mean, later.days_before.games), (None, 30));
        assert_eq!((progress.curve.len(), progress.curve[0], progress.curve[25]), (26, 8.0, 4.0));
        let [ann, bob, computer] = &progress.luck[..] else { panic!("{:?}", progress.luck) };
        assert!(ann.luck == 0.0 && (ann.percentile.unwrap() - 0.5).abs() < 1e-6);
        assert!(bob.percentile.is_some() && computer.percentile.unwrap() > 0.999_999, "dice like these are not fair");
    }

    #[test]
    fn scores_are_beside_those_of_the_best_play() {
        let service = crate::Service::prompt(crate::session::testing::pocket());
        let card = yahtzee_solver::Scorecard::new(service.rules());
        let best = service.statistics(&card, &yahtzee_solver::Rounds::default(), &crate::Effort::default()).unwrap();
        let mut history = History::default();
        for (id, luck) in [(1, -190.0), (2, -160.0), (3, -190.0)] {
            history.add(game(id, "ann", None, 1.0, luck));
        }
        let beside = ScoresBesideBest::of(&history, "f", "ann", &best);
        // Naively: each score alone.
        for (range, share) in beside.ranges.iter().zip(&beside.best) {
            let is_in = |score: u32| (range.low..=range.high).contains(&score);
            let sum: f64 = best.pmf.iter().filter(|(score, _)| is_in(score.get())).map(|(_, chance)| chance).sum();
            assert!((sum - share).abs() < 1e-12);
            assert_eq!(range.games, [10, 40, 10].into_iter().filter(|score| is_in(*score)).count());
        }
        assert!(beside.best.iter().sum::<f64>() > 0.98 && beside.ranges.len() <= 20, "{beside:?}");
        assert_eq!(beside.bonus_rate, best.parts.upper_bonus.probability);
    }
}
