//! A game of several columns, and how hard to work on it.

use yahtzee_kernel::Lattice;
use yahtzee_solver::Run;
use yahtzee_solver::dice::Seed;
use yahtzee_solver::rules::{ColumnGame, RulesError};
use yahtzee_solver::solve::MemoryLimit;

use crate::column::Column;

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
        let game = Game { rules: rules.clone(), columns, like, turns, rerolls };
        let needed = game.bytes_needed();
        if needed > limit.bytes {
            return Err(RulesError::TooLarge { name: rules.name().to_owned(), needed, limit: limit.bytes });
        }
        Ok(game)
    }

    /// The turns of a game: as many as the boxes of all columns.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The memory of the values of all columns in all turns, also as those of a table, and of the seller's, in bytes.
    pub fn bytes_needed(&self) -> u64 {
        // He has two numbers for each combination of boxes filled in the columns.
        let mut bytes = (self.combinations() as u64).saturating_mul(16);
        for (nth, column) in self.columns.iter().enumerate() {
            if !self.like[..nth].contains(&self.like[nth]) {
                bytes = bytes.saturating_add((self.turns as u64 + 1) * (8 + 4) * column.model.space.width() as u64);
            }
        }
        bytes
    }

    /// The hold lattice of the dice.
    pub(crate) fn lattice(&self) -> &Lattice {
        &self.columns[0].model.lattice
    }
}
