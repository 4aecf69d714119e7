//! Exact statistics of the games of optimal play, from any card.
//!
//! The games are followed turn by turn. Before each turn, every state has the chance of each score so far. A turn moves these chances to the next
//! states, by the chance of each way to score. States that share a lane have the same future, so they are followed together.
//!
//! The results are the same to the last bit for any number of threads: the ends of turns are computed for each row separately, and then each row of
//! the next layer gathers its games in a fixed order.

use super::distribution::Distribution;
use super::follower::Follower;
use super::games::{Games, TurnEnds, Written, end_turns, first_games, row_order, ways_by_row};
use super::row_ends::{ChosenEnds, RowEnds};
use crate::game::Scorecard;
use crate::rules::{Category, Points, RuleSet, UpperBonus};
use crate::solve::{Model, RunError, Walker};
use crate::sorting::sort_by_key;
use crate::space::Row;
use crate::strategy::OptimalStrategy;

/// The number of rows of a task.
const ROWS_A_TASK: usize = 8;
/// The number of rows whose steps are in memory at a time.
pub(super) const ROWS_A_TIME: usize = 256;

/// Statistics of the games of optimal play from a card on.
///
/// ```
/// use yahtzee_solver::{Follower, Points, RuleSet, Scorecard, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let card = Scorecard::parse("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20", &rules)?;
/// let score = Follower::new(&table).statistics(&card)?.score;
/// // Only the Yahtzee category is open. Three rolls make a Yahtzee in 4.60 % of turns.
/// assert_eq!(score.iter().map(|(score, _)| score).collect::<Vec<_>>(), [238, 288]);
/// assert!((score.probability(Points::new(288)) - 0.0460286).abs() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The final score.
    pub score: Distribution,
    /// Each category of the rule set, in order.
    pub categories: Vec<CategoryStatistics>,
    /// The bonus of the upper section.
    pub upper_bonus: BonusStatistics,
    /// The points of the saved throws that are left at the end.
    pub saved_throws: BonusStatistics,
    /// The extra bonuses: the chance of at least one, and the points of all together.
    pub extra_bonus: BonusStatistics,
}

/// Statistics of a category.
#[derive(Clone, Debug, PartialEq)]
pub struct CategoryStatistics {
    /// The category.
    pub category: Category,
    /// The distribution of the points written in it.
    pub points: Distribution,
    /// For each turn of the game, from the first, the probability that it fills the category; all 0 if the card has it filled.
    pub turns: Vec<f64>,
}

/// Statistics of a bonus.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BonusStatistics {
    /// The probability of earning it.
    pub probability: f64,
    /// Its mean points over all games.
    pub mean: f64,
}

impl Statistics {
    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        let of_category = |category: &CategoryStatistics| category.points.bytes() + size_of_val(&*category.turns) as u64;
        self.score.bytes() + self.categories.iter().map(of_category).sum::<u64>()
    }
}

impl CategoryStatistics {
    /// The probability that a 0 is written.
    pub fn zero(&self) -> f64 {
        self.points.probability(Points::ZERO)
    }

    /// The mean turn that fills it, from 1; `None` if the card has it filled.
    pub fn mean_turn(&self) -> Option<f64> {
        let all: f64 = self.turns.iter().sum();
        let mean: f64 = (1u32..).zip(&self.turns).map(|(turn, chance)| f64::from(turn) * chance).sum();
        (all > 0.0).then_some(mean)
    }
}

impl Follower<'_> {
    /// The statistics of all games that continue from a card. Each turn left is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`RunError`] if the card is of another game than the table, it needs more [memory](crate::Run::memory) than the limit, or the progress
    /// callback stops it. Games that clearly exceed the limit are not started.
    pub fn statistics(&self, card: &Scorecard) -> Result<Statistics, RunError> {
        let model = self.table.model();
        model.rules.check_same_game(card.rules())?;
        let strategy = OptimalStrategy::new(self.table);
        let mut tally = Tally::new(&model.rules, card);
        let mut add = |turn: TurnPlacements| turn.written.iter().flatten().for_each(|written| tally.add(turn.number, *written));
        let (rows, games) = self.run.walk(card.open_count() as u64, |walker| {
            follow_games(model, &|| ChosenEnds::new(strategy.chooser()), card, walker, &mut add)
        })??;
        Ok(tally.finish(model, &rows, &games))
    }
}

/// One turn, over all games.
pub(super) struct TurnPlacements {
    /// Its number, from 0.
    pub(super) number: usize,
    /// The chances of the placements, row by row.
    pub(super) written: Vec<Written>,
}

/// Follows the games that continue from a card to their end, with the ends of turns from `ends`, and shows each turn. Returns the final rows with
/// their games, or the error that it needs too much memory.
pub(super) fn follow_games<E: RowEnds>(
    model: &Model,
    ends: &(impl Fn() -> E + Sync),
    card: &Scorecard,
    walker: &Walker<'_>,
    show: &mut impl FnMut(TurnPlacements),
) -> Result<(Vec<Row>, Vec<Games>), RunError> {
    let Model { rules, space, .. } = model;
    check_bytes(Follower::least_statistics_bytes(model, card), walker)?;
    let start = card.state();
    let layers: Vec<&[Row]> = space.layers().collect();
    let row_at = |rows: &[Row]| *rows.iter().find(|row| row.filled == start.filled && row.flag == start.flag).expect("the row of a card");
    let mut rows = vec![row_at(layers[card.open_count()])];
    let mut games = vec![first_games(space, card, &start, &rows[0])];
    for (turn, next) in layers[..card.open_count()].iter().rev().enumerate() {
        let mut later_rows: Vec<Row> = next.iter().copied().filter(|row| row.filled.contains_all(start.filled)).collect();
        sort_by_key(&mut later_rows, |row| row_order(row.filled, row.flag));
        let (arrived, written) = follow_turn(model, ends, &rows, games, &later_rows, walker)?;
        // In the order of the rows of the space.
        let mut written: Vec<(&Row, Written)> = rows.iter().zip(written).collect();
        sort_by_key(&mut written, |(row, _)| (row.filled, row.flag));
        let number = rules.category_count() - card.open_count() + turn;
        show(TurnPlacements { number, written: written.into_iter().map(|(_, written)| written).collect() });
        let reached = later_rows.into_iter().zip(arrived).filter(|(_, games)| !games.spans.is_empty());
        (rows, games) = reached.unzip();
        walker.advance(1);
    }
    Ok((rows, games))
}

/// Checks that this many bytes are within the limit.
fn check_bytes(needed: u64, walker: &Walker<'_>) -> Result<(), RunError> {
    let limit = walker.most_bytes();
    if needed > limit { Err(RunError::TooLarge { needed, limit }) } else { Ok(()) }
}

/// Follows the games of a layer through a turn. Returns the games that arrive at each of the later rows, and the placements of each row.
///
/// A part of the rows is followed at a time. Then their games and steps are dropped, so that little more than one layer is in memory.
fn follow_turn<E: RowEnds>(
    model: &Model,
    ends: &(impl Fn() -> E + Sync),
    rows: &[Row],
    mut games: Vec<Games>,
    later_rows: &[Row],
    walker: &Walker<'_>,
) -> Result<(Vec<Games>, Vec<Written>), RunError> {
    let space = &model.space;
    let (mut arrived, mut written) = (vec![Games::default(); later_rows.len()], Vec::with_capacity(rows.len()));
    let all = |games: &[Games]| games.iter().map(Games::bytes).sum::<u64>();
    let mut bytes = all(&games) + all(&arrived);
    for (rows, games) in rows.chunks(ROWS_A_TIME).zip(games.chunks_mut(ROWS_A_TIME)) {
        let sources: Vec<(&Row, &Games)> = rows.iter().zip(&*games).collect();
        let mut turns = vec![TurnEnds::default(); rows.len()];
        walker.layer(ROWS_A_TASK, &sources, turns.as_mut_slice(), &|sources, turns: &mut [TurnEnds]| {
            let (mut row_ends, mut found) = (ends(), Vec::new());
            for ((row, games), turns) in sources.iter().zip(turns) {
                *turns = end_turns(model, row, games, &mut row_ends, &mut found);
            }
        });
        let ways = ways_by_row(later_rows, &sources, &turns);
        let (of_steps, of_written) = turns.iter().map(TurnEnds::bytes).fold((0, 0), |sum, turn| (sum.0 + turn.0, sum.1 + turn.1));
        bytes += of_written;
        let mut gathered: Vec<Games> = ways.iter().map(|(later, _)| std::mem::take(&mut arrived[*later])).collect();
        bytes -= all(&gathered);
        walker.layer(ROWS_A_TASK, &ways, gathered.as_mut_slice(), &|ways, gathered: &mut [Games]| {
            for ((later, ways), games) in ways.iter().zip(gathered) {
                games.gather(space.future_count(&later_rows[*later]), ways);
            }
        });
        bytes += all(&gathered);
        // Games with a growing range of scores are copied, and the allocator does not give back all freed memory.
        let taken = bytes + of_steps;
        check_bytes(taken + taken / 4, walker)?;
        for ((later, _), games) in ways.iter().zip(gathered) {
            arrived[*later] = games;
        }
        written.extend(turns.into_iter().map(|turns| turns.written));
        bytes -= all(games);
        games.fill(Games::default());
    }
    Ok((arrived, written))
}

/// Running totals while the games are followed.
pub(super) struct Tally {
    /// For each category the chances of the points written, from 0 points.
    points: Vec<Vec<f64>>,
    turns: Vec<Vec<f64>>,
    extra_mean: f64,
}

impl Tally {
    pub(super) fn new(rules: &RuleSet, card: &Scorecard) -> Tally {
        let categories = rules.category_count();
        let mut tally = Tally {
            points: vec![Vec::new(); categories],
            turns: vec![vec![0.0; categories]; categories],
            extra_mean: card.extra_points().into(),
        };
        for (category, points) in card.filled() {
            tally.write(category, points, 1.0);
        }
        tally
    }

    fn write(&mut self, category: Category, points: Points, chance: f64) {
        let chances = &mut self.points[category.index()];
        chances.resize(chances.len().max(points.get() as usize + 1), 0.0);
        chances[points.get() as usize] += chance;
    }

    pub(super) fn add(&mut self, turn: usize, (category, points, bonus, chance): (Category, Points, Points, f64)) {
        self.write(category, points, chance);
        self.turns[category.index()][turn] += chance;
        self.extra_mean += f64::from(bonus) * chance;
    }

    /// Adds what the cards earn at the end of all games.
    pub(super) fn finish(self, model: &Model, rows: &[Row], games: &[Games]) -> Statistics {
        let rules = &model.rules;
        let bonus = rules.upper_bonus();
        let mut score: Vec<f64> = Vec::new();
        // The chance of each step of the bonus as the highest one reached.
        let (mut chances, mut plain) = ([0.0; UpperBonus::MOST_STEPS], 0.0);
        let (mut with_saved, mut saved_mean) = (0.0, 0.0);
        for (row, games) in rows.iter().zip(games) {
            let lanes = model.space.futures(row).zip(&games.spans);
            for (lane, ((_, state), span)) in lanes.enumerate().filter(|(_, (_, span))| span.length > 0) {
                let earned = bonus.earned(state.upper_total);
                let of_throws = rules.at_the_end(&state) - earned;
                let least = (span.least + earned + of_throws).get() as usize;
                score.resize(score.len().max(least + span.length), 0.0);
                for (sum, chance) in score[least..].iter_mut().zip(games.lane(lane)) {
                    *sum += chance;
                }
                if let Some(step) = bonus.steps().iter().position(|step| step.points == earned) {
                    chances[step] += games.chance(lane);
                }
                if of_throws > 0 {
                    with_saved += games.chance(lane);
                    saved_mean += f64::from(of_throws) * games.chance(lane);
                }
                plain += games.plain[lane];
            }
        }
        let categories = rules.categories().zip(self.points).zip(self.turns);
        Statistics {
            score: Distribution::from_zero(&score),
            categories: categories
                .map(|((category, points), turns)| CategoryStatistics { category, points: Distribution::from_zero(&points), turns })
                .collect(),
            upper_bonus: BonusStatistics {
                probability: chances.iter().sum(),
                mean: bonus.steps().iter().zip(chances).fold(0.0, |mean, (step, chance)| mean + chance * f64::from(step.points)),
            },
            saved_throws: BonusStatistics { probability: with_saved, mean: saved_mean },
            // Without extra bonuses, any difference from 1 is rounding.
            extra_bonus: BonusStatistics {
                probability: if self.extra_mean > 0.0 { (1.0 - plain).clamp(0.0, 1.0) } else { 0.0 },
                mean: self.extra_mean,
            },
        }
    }
}
