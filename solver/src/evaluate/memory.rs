//! How much memory an evaluation takes, estimated before it starts. The estimates are upper bounds: those of statistics are up to
//! four times what is used, because optimal play does not reach every score.

#[cfg(feature = "exact")]
use super::exact::ExactSolver;
use super::follower::Follower;
use super::games::{LANE_BYTES, STEP_BYTES};
use crate::dice::FACES;
use crate::game::Scorecard;
use crate::rules::{Category, Filled, Points, RuleSet};
use crate::solve::Model;
use crate::space::Row;

impl Follower<'_> {
    /// The bytes that [`statistics`](Follower::statistics) of a card needs, beside the table. A card of other rules needs none: it is an error.
    pub fn statistics_bytes(model: &Model, card: &Scorecard) -> u64 {
        if model.rules.check_same_game(card.rules()).is_err() {
            return 0;
        }
        let start = card.state().filled;
        let most = MostPoints::new(&model.rules);
        let layers = model.space.layers().take(card.open_count() + 1);
        let bytes: Vec<[u64; 2]> = layers
            .map(|rows| {
                let reached = rows.iter().filter(|row| row.filled.contains_all(start));
                reached.map(|row| most.bytes(model, row, start)).fold([0; 2], |[games, turns], row| [games + row[0], turns + row[1]])
            })
            .collect();
        // The games of a layer and how their turns end, and the games that arrive at the layer after it.
        let peak = bytes.windows(2).map(|layers| layers[0][0] + layers[1][0] + layers[1][1]).max();
        peak.or(bytes.first().map(|layer| layer[0])).unwrap_or(0)
    }

    /// The bytes that [`spread_table`](Follower::spread_table) needs, and then writing it to a file, beside the table.
    pub fn spread_bytes(model: &Model) -> u64 {
        4 * size_of::<f64>() as u64 * model.space.width() as u64
    }
}

/// What a category can add to a score at most.
struct MostPoints {
    points: Vec<u64>,
    /// How many different points it can hold.
    kinds: Vec<u64>,
    /// The extra bonus of a turn, where the Yahtzee flag is down and where it is up.
    extra: [u64; 2],
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
            upper: rules.upper_count(),
        }
    }

    /// The bytes of the games at a row that were played from a card with these filled categories, and of how their turns end.
    fn bytes(&self, model: &Model, row: &Row, start: Filled) -> [u64; 2] {
        let played = || row.filled.categories().filter(|&category| !start.contains(category)).map(Category::index);
        let open = |index: &usize| !row.filled.contains(Category::from_index(*index));
        let lanes = model.space.lanes(row);
        // The scores of a lane differ by what is in the lower section, by the extra bonuses, and by the upper totals that share the lane.
        let lower: u64 = played().filter(|&index| index >= self.upper).map(|index| self.points[index]).sum();
        let extra = self.extra[usize::from(row.flag)] * (played().count() as u64).saturating_sub(1);
        let upper: u64 = played().filter(|&index| index < self.upper).map(|index| self.points[index]).sum();
        let scores = lanes.len() as u64 * (lower + extra + 1) + upper;
        let kinds: u64 = (0..self.points.len()).filter(open).map(|index| self.kinds[index]).sum();
        // A further n of a kind, of any face, may bring an extra bonus in any open category.
        let further = if extra > 0 { FACES * (self.points.len() - row.filled.count()) } else { 0 };
        let steps = lanes.len() as u64 * (kinds + further as u64);
        [scores * size_of::<f64>() as u64 + lanes.len() as u64 * LANE_BYTES, steps * STEP_BYTES]
    }
}

#[cfg(feature = "exact")]
impl ExactSolver<'_> {
    /// The bytes that the value of a state with this many open categories needs, beside the model.
    pub fn bytes_needed(&self, open: usize) -> u64 {
        let Model { rules, space, .. } = self.model();
        let dice_a_turn = rules.dice() as f64 * f64::from(rules.rolls());
        let layer = |(turns, rows): (usize, &[Row])| {
            let points = 2.0 + turns as f64 * f64::from(rules.most_points()) + f64::from(rules.upper_bonus().points);
            let limbs = ((dice_a_turn * turns as f64 * 6f64.log2() + points.log2()) / 64.0).ceil() as u64;
            // Values have one of a few widths, less than twice as much as they need.
            let limbs = if limbs > 10 { limbs.next_multiple_of(8) + limbs / 2 } else { limbs };
            let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
            width as u64 * limbs * size_of::<u64>() as u64
        };
        let layers: Vec<u64> = space.layers().take(open + 1).enumerate().map(layer).collect();
        layers.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{card_after, numbers, table};

    #[test]
    fn estimates_grow_with_what_is_open() {
        for number in [0, 1, 4] {
            let table = table(number);
            let rules = table.rules();
            let mut before = 0;
            for filled in (0..=rules.category_count()).rev() {
                let bytes = Follower::statistics_bytes(table.model(), &card_after(rules, filled, &mut numbers(7)));
                assert!(bytes > 0 && (bytes >= before || filled > 3), "{number}: {filled}");
                before = bytes;
            }
        }
        let other = Scorecard::new(table(0).rules());
        assert_eq!(Follower::statistics_bytes(table(4).model(), &other), 0);
        assert_eq!(Follower::spread_bytes(table(4).model()) as usize, 4 * 8 * table(4).values().len());
    }
}
