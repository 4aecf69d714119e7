//! Upper bounds of the memory of an evaluation, estimated before it starts. The bounds of statistics are up to four times the actual use, because
//! optimal play does not reach every score; the actual use is known only after the games are followed.

use std::cmp::Reverse;

use super::follower::Follower;
use super::games::{Games, LANE_BYTES, STEP_BYTES, WRITTEN_BYTES, Written, row_order};
use super::statistics::ROWS_A_TIME;
use crate::game::Scorecard;
use crate::rules::{Category, Filled, Points, RuleSet};
use crate::solve::Model;
use crate::sorting::sort_by_key;
use crate::space::Row;

/// Following games takes at least one part in this many of the bound of its memory.
const LEAST_OF_BOUND: u64 = 4;

impl Follower<'_> {
    /// The number of states that may follow a card, where states with the same future count once. It measures the work of following the card's games.
    /// 0 for a card of other rules.
    pub fn states(model: &Model, card: &Scorecard) -> u64 {
        if model.rules.check_same_game(card.rules()).is_err() {
            return 0;
        }
        let filled = card.state().filled;
        let rows = model.space.layers().skip(1).take(card.open_count()).flatten().filter(|row| row.filled.contains_all(filled));
        rows.map(|row| model.space.future_count(row) as u64).sum()
    }

    /// The most memory that [`statistics`](Follower::statistics) of a card needs beside the table, in bytes. 0 for a card of other rules, which is an
    /// error.
    pub fn statistics_bytes(model: &Model, card: &Scorecard) -> u64 {
        if model.rules.check_same_game(card.rules()).is_err() {
            return 0;
        }
        let (start, most) = (card.state().filled, MostPoints::new(&model.rules));
        let layers = model.space.layers().take(card.open_count() + 1);
        let layers: Vec<Vec<RowBytes>> = layers
            .map(|rows| {
                let reached = rows.iter().filter(|row| row.filled.contains_all(start));
                let mut rows: Vec<RowBytes> = reached.map(|row| most.bytes(model, row, start)).collect();
                sort_by_key(&mut rows, |row| row_order(row.filled, row.flag));
                rows
            })
            .collect();
        let first: u64 = layers.last().map_or(0, |rows| rows.iter().map(|row| row.games).sum());
        layers.windows(2).map(|layers| turn_bytes(&layers[1], &layers[0])).max().unwrap_or(0).max(first)
    }

    /// The least memory that [`statistics`](Follower::statistics) of a card may need beside the table, in bytes. With less it fails before it starts.
    pub fn least_statistics_bytes(model: &Model, card: &Scorecard) -> u64 {
        Follower::statistics_bytes(model, card) / LEAST_OF_BOUND
    }

    /// The memory that [`spread_table`](Follower::spread_table) and writing its file need beside the table, in bytes.
    pub fn spread_bytes(model: &Model) -> u64 {
        4 * size_of::<f64>() as u64 * model.space.width() as u64
    }
}

/// The bytes of a row.
struct RowBytes {
    filled: Filled,
    flag: bool,
    /// The filled categories of the first row that leads to this one, in the order of following rows.
    before: Option<Filled>,
    games: u64,
    /// The memory of the ends of these turns: the steps and the placements.
    steps: u64,
    written: u64,
}

/// The most memory in use while `statistics` follows the games at these rows through a turn to these later rows, in bytes.
fn turn_bytes(rows: &[RowBytes], later_rows: &[RowBytes]) -> u64 {
    let mut later_rows: Vec<&RowBytes> = later_rows.iter().collect();
    sort_by_key(&mut later_rows, |later| Reverse(later.before));
    let mut later_rows = later_rows.into_iter().peekable();
    let mut left: u64 = rows.iter().map(|row| row.games).sum();
    let (mut arrived, mut written, mut most) = (0, 0, 0);
    for rows in rows.chunks(ROWS_A_TIME) {
        let last = rows.last().map(|row| row.filled);
        while let Some(later) = later_rows.next_if(|later| later.before >= last) {
            arrived += later.games;
        }
        written += rows.iter().map(|row| row.written).sum::<u64>();
        most = most.max(left + arrived + written + rows.iter().map(|row| row.steps).sum::<u64>());
        left -= rows.iter().map(|row| row.games).sum::<u64>();
    }
    most
}

/// The most points that a category can add to a score.
struct MostPoints {
    points: Vec<u64>,
    /// The number of different points in it.
    kinds: Vec<u64>,
    /// The extra bonus of a turn, without and with the Yahtzee flag.
    extra: [u64; 2],
    flag: Option<Category>,
    upper: usize,
}

impl MostPoints {
    fn new(rules: &RuleSet) -> MostPoints {
        let possible = |category: Category| rules.possible_points(category);
        let extra = rules.further().map_or([Points::ZERO; 2], |further| match rules.flag_category() {
            Some(_) => [further.after_zero.bonus, further.after_points.bonus],
            None => [further.after_points.bonus; 2],
        });
        MostPoints {
            points: rules.categories().map(|category| possible(category).last().map_or(0, |&points: &Points| points.into())).collect(),
            kinds: rules.categories().map(|category| possible(category).len() as u64).collect(),
            extra: extra.map(u64::from),
            flag: rules.flag_category(),
            upper: rules.upper_count(),
        }
    }

    /// The memory of a row of games played from a card with these filled categories, in bytes.
    fn bytes(&self, model: &Model, row: &Row, start: Filled) -> RowBytes {
        let played = || row.filled.categories().filter(|&category| !start.contains(category));
        // Without the flag, the flag category holds 0 points.
        let most = |category: Category| if !row.flag && self.flag == Some(category) { 0 } else { self.points[category.index()] };
        let lanes = model.space.future_count(row) as u64;
        // The scores of a lane differ by the lower section, the extra bonuses, and the upper totals that share the lane.
        let lower: u64 = played().filter(|category| category.index() >= self.upper).map(most).sum();
        let extra = self.extra[usize::from(row.flag)] * (played().count() as u64).saturating_sub(1);
        let upper: u64 = played().filter(|category| category.index() < self.upper).map(most).sum();
        let scores = lanes * (lower + extra + 1) + upper;
        let open = || model.rules.categories().filter(|&category| model.rules.is_open(row.filled, category));
        // A further n of a kind, of any face, may earn an extra bonus in any open category.
        let further = if extra > 0 { model.rules.die().face_count() as u64 * open().count() as u64 } else { 0 };
        // A turn of a game that saves throws may end after any of them.
        let throws = 1 + u64::from(model.rules.spare_throws().most(row.filled.count() + 1));
        let options = (open().map(|category| self.kinds[category.index()]).sum::<u64>() + further) * throws;
        RowBytes {
            filled: row.filled,
            flag: row.flag,
            before: played().next().map(|category| row.filled.without(category)),
            games: scores * size_of::<f64>() as u64 + lanes * LANE_BYTES + size_of::<Games>() as u64,
            steps: lanes * options * STEP_BYTES,
            written: options * WRITTEN_BYTES + size_of::<Written>() as u64,
        }
    }
}
