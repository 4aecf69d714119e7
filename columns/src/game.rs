//! A game of several columns, and how hard to work on it.

use yahtzee_kernel::Lattice;
use yahtzee_solver::Run;
use yahtzee_solver::dice::Seed;
use yahtzee_solver::rules::{ColumnGame, RulesError};
use yahtzee_solver::solve::MemoryLimit;

use crate::column::Column;
use crate::lots::Lots;
use crate::prices::ColumnPrices;

/// The most places of the seller.
const MOST_PLACES: usize = 30_000;
/// The most prices, where the seller tells apart more than how many boxes are filled.
const MOST_PRICES: usize = 4_000_000;

/// A game of several columns with everything derived from its rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its rules.
    pub rules: ColumnGame,
    pub(crate) columns: Vec<Column>,
    /// For each column the place of its values: columns that are alike share theirs.
    pub(crate) like: Vec<usize>,
    /// The turns: as many as all boxes.
    pub(crate) turns: usize,
    /// The rerolls of a turn.
    pub(crate) rerolls: u8,
}

/// How hard to work.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Threads and progress: in steps, then in games.
    pub run: Run<'a>,
    /// The most states of a column that are followed in a turn, to see how often it uses each roll; with more it is less random.
    pub states: usize,
    /// The steps towards the lowest bound.
    pub steps: usize,
    /// The games that measure the player.
    pub games: usize,
    /// The dice of these games.
    pub seed: u64,
}

impl<'a> Effort<'a> {
    /// What suits most games. Three columns of Yahtzee take a quarter of an hour on two cores.
    pub fn new(run: Run<'a>) -> Effort<'a> {
        Effort { run, states: 2_000, steps: 60, games: 10_000, seed: 1 }
    }

    /// The random choices of a round of work.
    pub(crate) fn seed_of(&self, round: u64) -> Seed {
        Seed::new(self.seed ^ (round + 1) << 32)
    }
}

impl Game {
    /// Derives everything from the rules.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the values of all columns in all turns would take more than `limit` bytes of memory.
    pub fn new(rules: &ColumnGame, limit: impl Into<MemoryLimit>) -> Result<Game, RulesError> {
        let limit = limit.into();
        let mut columns: Vec<Column> = Vec::new();
        let (mut like, mut different) = (Vec::new(), 0);
        for rules in rules.columns() {
            let column = Column::new(rules, limit)?;
            match columns.iter().position(|other| other.is_like(&column)) {
                Some(other) => like.push(like[other]),
                None => {
                    like.push(different);
                    different += 1;
                }
            }
            columns.push(column);
        }
        let turns = columns.iter().map(|column| column.boxes).sum();
        let rerolls = columns.iter().map(|column| column.model.plan.rerolls(0)).max().expect("a game has a column");
        let mut game = Game { rules: rules.clone(), columns, like, turns, rerolls };
        game.divide();
        let needed = game.bytes_needed();
        if needed > limit.bytes {
            return Err(RulesError::TooLarge { name: rules.name().to_owned(), needed, limit: limit.bytes });
        }
        Ok(game)
    }

    /// Divides the boxes of each column into as many groups as the seller of the turns has time for.
    fn divide(&mut self) {
        let most = self.columns.iter().map(|column| column.boxes).max().expect("a game has a column");
        for alone in (0..=most).rev().map(Some).chain([None]) {
            for (column, rules) in self.columns.iter_mut().zip(self.rules.columns()) {
                column.lots = Lots::new(&rules.rules, rules.announced, alone);
            }
            if self.places() <= MOST_PLACES && self.price_count() <= MOST_PRICES {
                return;
            }
        }
    }

    /// The first of the columns that are alike, in the order of their values.
    pub(crate) fn different(&self) -> impl Iterator<Item = &Column> {
        let columns = self.columns.iter().enumerate();
        columns.filter(|(nth, _)| !self.like[..*nth].contains(&self.like[*nth])).map(|(_, column)| column)
    }

    /// The throws after which a turn ends differently.
    pub(crate) fn throws(&self) -> usize {
        let differs = |column: &Column| column.model.plan.rerolls(0) < self.rerolls || column.model.rules.first_throws() > 0;
        if self.columns.iter().any(differs) { usize::from(self.rerolls) + 1 } else { 1 }
    }

    /// Whether a column may be written after this throw: one that takes the first throw only has no later ones.
    pub(crate) fn takes(&self, column: usize, throw: usize) -> bool {
        let rerolls = self.columns[column].model.plan.rerolls(0);
        rerolls == self.rerolls || throw <= usize::from(rerolls)
    }

    /// The turns of a game: as many as the boxes of all columns.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The number of all prices.
    pub(crate) fn price_count(&self) -> usize {
        self.different().map(|column| ColumnPrices::count(self.turns, column)).fold(0, usize::saturating_add)
    }

    /// The memory of the values of all columns in all turns, also as those of a table, of prices, and of what the seller earns, in bytes.
    pub fn bytes_needed(&self) -> u64 {
        // The prices, the best ones, and how often rolls are used and sold, now and usually; and two numbers for each place.
        let mut bytes = (self.price_count() as u64).saturating_mul(48).saturating_add((self.places() as u64).saturating_mul(16));
        for column in self.different() {
            bytes = bytes.saturating_add((self.turns as u64 + 1) * (8 + 4) * column.model.space.width() as u64);
        }
        bytes
    }

    /// The hold lattice of the dice.
    pub(crate) fn lattice(&self) -> &Lattice {
        &self.columns[0].model.lattice
    }
}
