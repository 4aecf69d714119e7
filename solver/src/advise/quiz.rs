//! The quiz: positions from play in which a beginner makes a mistake.

use std::collections::HashSet;

use super::advisor::{Advice, Advisor};
use crate::cards::{CardStrategy, RuleCard};
use crate::dice::{Choices, RerollsLeft, Roll, Seed};
use crate::game::{Action, Game, Move, Position, Stage};
use crate::rules::OtherRules;
use crate::solve::{TIE_TOLERANCE, TurnOption, ValueTable};
use crate::strategy::{OptimalStrategy, Player, StrategyPlayer, simple_actions};

/// A position of a quiz.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position, and every option in it, best first.
    pub advice: Advice,
    /// The obvious action: the action of the card for beginners. In a game with other boxes: keep most of a kind or the longest straight, and after
    /// the last roll score the most points; of several such actions, the best.
    pub obvious: TurnOption,
}

impl Puzzle {
    /// Makes a puzzle of any position, even if the obvious action is no mistake.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the position is of another game than the table.
    pub fn of(position: &Position, table: &ValueTable) -> Result<Puzzle, OtherRules> {
        let advice = Advisor::new(table).advise(position)?;
        Ok(Puzzle::among(advice, &obvious_actions(beginner(table).as_mut(), position)))
    }

    /// The puzzle with the best of these obvious actions.
    fn among(advice: Advice, simple: &[Action]) -> Puzzle {
        let obvious = advice.options.iter().find(|option| simple.contains(&option.action));
        let obvious = *obvious.expect("what comes to mind is an option");
        Puzzle { advice, obvious }
    }

    /// Whether there is a choice: more than one option, and not all equal.
    pub fn is_choice(&self) -> bool {
        self.advice.options.last().is_some_and(|worst| worst.loss > TIE_TOLERANCE)
    }
}

/// The puzzles of a seed, without repetition: an iterator that ends when it finds no more.
///
/// Each puzzle comes from a different game. The player of the game takes the best action, and sometimes an obvious one. The puzzle is a random
/// position of the game in which every obvious action costs [`LEAST_LOSS`](Quiz::LEAST_LOSS) or more. A position with the same future is not asked
/// again.
///
/// ```
/// use yahtzee_solver::{Quiz, RuleSet, Seed, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let puzzle = Quiz::new(&table, Seed::new(1)).next().expect("these rules give puzzles");
/// assert!(puzzle.obvious.loss >= Quiz::LEAST_LOSS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quiz {
    table: ValueTable,
    seed: Seed,
    /// Whether positions are also asked in which the obvious action is right.
    mixed: bool,
    /// The number of the next game.
    game: u64,
    optimal: StrategyPlayer<OptimalStrategy>,
    beginner: Option<CardStrategy>,
    asked: HashSet<Key>,
}

/// Key of a position, without its history: the index of the value of the card's state, the dice and the rerolls.
type Key = (usize, Roll, RerollsLeft);

/// The quiz ends after this many games in a row without a new puzzle.
const GIVE_UP: u64 = 1000;

/// The player takes the obvious action in one of this many decisions.
const SIMPLE_ONE_IN: usize = 5;

impl Quiz {
    /// The least loss of the obvious action, in points.
    pub const LEAST_LOSS: f64 = 0.5;

    /// The puzzles of a seed.
    pub fn new(table: &ValueTable, seed: Seed) -> Quiz {
        let optimal = StrategyPlayer::new(OptimalStrategy::new(table));
        Quiz { table: table.clone(), seed, mixed: false, game: 0, optimal, beginner: beginner(table), asked: HashSet::new() }
    }

    /// The puzzles of a seed among all positions with a choice. The obvious action is right as often as in play.
    pub fn mixed(table: &ValueTable, seed: Seed) -> Quiz {
        Quiz { mixed: true, ..Quiz::new(table, seed) }
    }

    /// All puzzles of the next game in such positions.
    pub fn of_next_game(&mut self, is_asked: impl Fn(&Position) -> bool) -> Vec<Puzzle> {
        let mut choices = self.seed.choices(self.game);
        self.puzzles_of(&is_asked, &mut choices)
    }

    fn puzzles_of(&mut self, is_asked: &dyn Fn(&Position) -> bool, choices: &mut Choices) -> Vec<Puzzle> {
        let number = self.game;
        self.game += 1;
        let mut game = Game::new(self.table.rules());
        let mut puzzles = Vec::new();
        loop {
            match game.stage() {
                Stage::Over => break,
                Stage::ToRoll { .. } => {
                    let roll = game.next_roll(self.seed, number).expect("the game waits for a roll");
                    game.roll(roll).expect("dice that fall as the game waits for them");
                }
                Stage::ToChoose { roll, rerolls_left } => {
                    let position = Position::new(game.card().clone(), roll, rerolls_left).expect("a position of a game");
                    let choice = self.choose(&position, is_asked(&position), &mut puzzles, choices);
                    game.play(Move::Choice(choice)).expect("players keep to the rules");
                }
            }
        }
        puzzles
    }

    /// The player's action. Adds the position to `puzzles` if it is asked and is one.
    fn choose(&mut self, position: &Position, is_asked: bool, puzzles: &mut Vec<Puzzle>, choices: &mut Choices) -> Action {
        let same_game = "a position of the table's game";
        let best = self.optimal.choose(position).expect(same_game);
        let errs = choices.below(SIMPLE_ONE_IN) == 0;
        if !errs && !is_asked {
            return best;
        }
        let simple = obvious_actions(self.beginner.as_mut(), position);
        if is_asked && (self.mixed || !simple.contains(&best)) && !self.asked.contains(&self.key(position)) {
            let advice = Advisor::new(&self.table).advise(position).expect(same_game);
            let puzzle = Puzzle::among(advice, &simple);
            let worth_asking = if self.mixed { puzzle.is_choice() } else { puzzle.obvious.loss >= Quiz::LEAST_LOSS };
            if worth_asking {
                puzzles.push(puzzle);
            }
        }
        if errs { simple[0] } else { best }
    }

    fn key(&self, position: &Position) -> Key {
        (self.table.space().position(position.state()), position.roll(), position.rerolls_left())
    }
}

/// The card for beginners, if the game of a table has its boxes.
fn beginner(table: &ValueTable) -> Option<CardStrategy> {
    let card = RuleCard::builtin_for(RuleCard::FOR_BEGINNERS, table.rules()).ok()?;
    Some(CardStrategy::new(&card, table.model()))
}

/// The obvious actions of a position: the card's action, or else the actions of a simple rule.
fn obvious_actions(beginner: Option<&mut CardStrategy>, position: &Position) -> Vec<Action> {
    match beginner {
        Some(card) => vec![card.choose(position).expect("a position of the table's game")],
        None => simple_actions(position),
    }
}

impl Iterator for Quiz {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        for _ in 0..GIVE_UP {
            let mut choices = self.seed.choices(self.game);
            let mut puzzles = self.puzzles_of(&|_| true, &mut choices);
            if !puzzles.is_empty() {
                let puzzle = puzzles.swap_remove(choices.below(puzzles.len()));
                self.asked.insert(self.key(&puzzle.advice.position));
                return Some(puzzle);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TABLES, table};

    #[test]
    fn puzzles_are_what_they_promise() {
        for number in 0..TABLES {
            let table = table(number);
            let puzzles: Vec<Puzzle> = Quiz::new(table, Seed::new(3)).take(30).collect();
            for Puzzle { advice, obvious } in &puzzles {
                assert_eq!(*advice, Advisor::new(table).advise(&advice.position).unwrap());
                assert!(obvious.loss >= Quiz::LEAST_LOSS && advice.options.contains(obvious));
                // Every obvious action is a mistake, and none is better than the puzzle's obvious action.
                let simple = obvious_actions(beginner(table).as_mut(), &advice.position);
                assert!(simple.contains(&obvious.action));
                assert!(simple.iter().all(|action| advice.option(action).unwrap().loss >= obvious.loss));
            }
            assert_eq!(puzzles, Quiz::new(table, Seed::new(3)).take(30).collect::<Vec<_>>(), "the same seed");
            let other: Vec<Puzzle> = Quiz::new(table, Seed::new(4)).take(30).collect();
            assert!(puzzles.is_empty() || puzzles != other);
        }
    }

    #[test]
    fn no_puzzle_comes_twice() {
        for number in [4, 5] {
            let table = table(number);
            let puzzles: Vec<Puzzle> = Quiz::new(table, Seed::new(1)).take(10_000).collect();
            assert!(puzzles.len() < 10_000, "games so small have few positions: {}", puzzles.len());
            let key = |puzzle: &Puzzle| {
                let position = &puzzle.advice.position;
                (*position.state(), position.roll(), position.rerolls_left())
            };
            let positions: HashSet<_> = puzzles.iter().map(key).collect();
            assert_eq!(positions.len(), puzzles.len());
            let one: Vec<Puzzle> = Quiz::new(table, Seed::new(1)).take(1).collect();
            assert!(puzzles.starts_with(&one), "a longer one starts the same");
        }
    }

    /// In mixed puzzles the obvious action is right as often as in play, and there is always a choice.
    #[test]
    fn mixed_puzzles_are_not_all_mistakes() {
        let table = table(0);
        let puzzles: Vec<Puzzle> = Quiz::mixed(table, Seed::new(1)).take(300).collect();
        assert_eq!(puzzles.len(), 300);
        assert!(puzzles.iter().all(Puzzle::is_choice));
        let right = puzzles.iter().filter(|puzzle| puzzle.obvious.loss < TIE_TOLERANCE).count();
        assert!((150..270).contains(&right), "{right}");
        for puzzle in &puzzles[..20] {
            assert_eq!(*puzzle, Puzzle::of(&puzzle.advice.position, table).unwrap());
        }
    }

    #[test]
    fn puzzles_are_of_every_kind() {
        let puzzles: Vec<Puzzle> = Quiz::new(table(0), Seed::new(1)).take(100).collect();
        assert_eq!(puzzles.len(), 100);
        for rerolls in 0..3 {
            assert!(puzzles.iter().any(|puzzle| puzzle.advice.position.rerolls_left().get() == rerolls), "{rerolls}");
        }
        let filled = |puzzle: &Puzzle| puzzle.advice.position.card().filled().count();
        assert!(puzzles.iter().any(|puzzle| filled(puzzle) < 3));
        assert!(puzzles.iter().any(|puzzle| filled(puzzle) > 9));
    }
}
