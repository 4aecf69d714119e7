//! Selection of quiz positions: topics, and levels from clear to knife-edge.

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Advice, Quiz, Seed, ValueTable, tr};

use super::theme::Theme;

/// The difficulty of seeing the best option: the gap between the best option and the next worse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// 3 points or more.
    Clear,
    /// 1 to 3 points.
    Plain,
    /// 0.3 points to 1.
    Close,
    /// Less than 0.3 points.
    KnifeEdge,
}

impl Level {
    /// Every level, easiest first, with its least gap, in points.
    pub const SCALE: [(Level, f64); 4] = [(Level::Clear, 3.0), (Level::Plain, 1.0), (Level::Close, 0.3), (Level::KnifeEdge, 0.0)];

    /// The typed name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Clear => "clear",
            Level::Plain => "plain",
            Level::Close => "close",
            Level::KnifeEdge => "knife-edge",
        }
    }

    /// The display name.
    pub fn title(self) -> String {
        match self {
            Level::Clear => tr!("clear"),
            Level::Plain => tr!("plain"),
            Level::Close => tr!("close"),
            Level::KnifeEdge => tr!("on a knife-edge"),
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::SCALE.into_iter().map(|(level, _)| level).find(|level| level.name() == name)
    }

    /// The level of a position.
    pub fn of(advice: &Advice) -> Level {
        Level::SCALE.into_iter().find(|(_, least)| gap(advice) >= *least).map_or(Level::KnifeEdge, |(level, _)| level)
    }
}

/// The loss of the first option worse than the best, in points; 0 if there is none.
pub fn gap(advice: &Advice) -> f64 {
    advice.options.iter().map(|option| option.loss).find(|loss| *loss > TIE_TOLERANCE).unwrap_or_default()
}

/// The positions to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Only positions of this theme.
    pub theme: Option<Theme>,
    /// Only positions of this level.
    pub level: Option<Level>,
}

impl Topic {
    /// Whether a position belongs to it.
    pub fn has(&self, puzzle: &Puzzle, table: &ValueTable) -> bool {
        // The level is faster to find.
        self.level.is_none_or(|level| Level::of(&puzzle.advice) == level)
            && self.theme.is_none_or(|theme| Theme::of_puzzle(puzzle, table) == theme)
    }

    /// Positions of the topic, selected so that the obvious choice is right as often as in play. Ends when no more are found.
    pub fn puzzles(self, table: &ValueTable, seed: Seed) -> impl Iterator<Item = Puzzle> + use<> {
        let (mut quiz, table) = (Quiz::mixed(table, seed), table.clone());
        std::iter::from_fn(move || quiz.by_ref().take(MOST_TRIES).find(|puzzle| self.has(puzzle, &table)))
    }
}

/// Which positions a quiz asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuizOf {
    /// The seed of the games that they are from.
    pub seed: u64,
    /// Their topic.
    pub topic: Topic,
    /// Whether positions without a topic may be any, and not only those in which the obvious choice is a mistake.
    pub mixed: bool,
}

impl QuizOf {
    /// Whether the obvious choice is a mistake in all of them. A topic has few such positions, so it has others too.
    pub fn is_of_mistakes(&self) -> bool {
        self.topic == Topic::default() && !self.mixed
    }

    /// The positions, in their order. They end when no more are found.
    pub fn puzzles(&self, table: &ValueTable) -> Box<dyn Iterator<Item = Puzzle> + Send> {
        let seed = Seed::new(self.seed);
        if self.is_of_mistakes() { Box::new(Quiz::new(table, seed)) } else { Box::new(self.topic.puzzles(table, seed)) }
    }
}

/// The most positions tried to find one of the topic.
const MOST_TRIES: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::testing::hasbro;

    #[test]
    fn a_topic_gives_its_positions() {
        let table = hasbro();
        for (theme, level) in [(Theme::Bonus, Level::Clear), (Theme::Zeros, Level::KnifeEdge), (Theme::Straights, Level::Plain)] {
            let topic = Topic { theme: Some(theme), level: Some(level) };
            let puzzles: Vec<Puzzle> = topic.puzzles(table, Seed::new(1)).take(3).collect();
            assert_eq!(puzzles.len(), 3);
            for puzzle in &puzzles {
                assert_eq!((Theme::of_puzzle(puzzle, table), Level::of(&puzzle.advice)), (theme, level));
            }
            assert_eq!(puzzles, topic.puzzles(table, Seed::new(1)).take(3).collect::<Vec<_>>());
        }
        assert!(Level::SCALE.into_iter().all(|(level, _)| Level::named(level.name()) == Some(level)));
    }
}
