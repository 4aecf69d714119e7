//! Positions worth learning from: reached in play, and what looks best there is not.

use crate::advise::{Advice, Advisor, OptionKind, TurnOption};
use crate::analysis::simulate::{Greedy, Optimal, Player, Question};
use crate::cup::{Choices, Seed};
use crate::dice::{RerollsLeft, Roll};
use crate::game::{Game, Stage};
use crate::scorecard::Scorecard;
use crate::table::ValueTable;

/// A position, and what may be done in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The card.
    pub card: Scorecard,
    /// The dice on the table.
    pub roll: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// Every option, best first.
    pub advice: Advice,
    /// What earns the most points on average this turn: the obvious choice.
    pub obvious: TurnOption,
}

/// Puzzles by a seed: an iterator that ends only where the rules give none.
///
/// Each is from a game of its own, of a player who does what is best, or now and then what earns the most points this turn. Among the positions of the
/// game in which the latter costs [`LEAST_LOSS`](Quiz::LEAST_LOSS) or more, each is as likely as the others.
///
/// ```
/// use yahtzee_solver::{Quiz, RuleSet, Seed, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve();
/// let puzzle = Quiz::new(&table, Seed::new(1)).next().expect("these rules give puzzles");
/// assert!(puzzle.obvious.loss >= Quiz::LEAST_LOSS);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quiz<'a> {
    table: &'a ValueTable,
    seed: Seed,
    /// The number of the next game.
    game: u64,
    optimal: Optimal<'a>,
    greedy: Greedy<'a>,
}

/// Games without a puzzle in a row after which there are none.
const GIVE_UP: u64 = 1000;

/// Of so many decisions, the player makes one as if the turn were the last.
const GREEDY_ONE_IN: usize = 5;

impl<'a> Quiz<'a> {
    /// What the obvious choice costs at least, in points.
    pub const LEAST_LOSS: f64 = 0.5;

    /// The puzzles of a seed.
    pub fn new(table: &'a ValueTable, seed: Seed) -> Quiz<'a> {
        Quiz { table, seed, game: 0, optimal: Optimal::new(table), greedy: Greedy::new(table.model()) }
    }

    /// A puzzle of one game, if it has any.
    fn puzzle_of(&mut self, number: u64) -> Option<Puzzle> {
        let mut choices = self.seed.choices(number);
        let mut game = Game::new(self.table.rules());
        let mut puzzles = Vec::new();
        loop {
            match game.stage() {
                Stage::Over => break,
                Stage::ToRoll { .. } => {
                    let roll = game.next_roll(self.table.model().lattice(), self.seed, number).expect("the game waits for a roll");
                    game.roll(roll).expect("dice that fall as the game waits for them");
                }
                Stage::ToChoose { roll, rerolls_left } => {
                    let choice = self.choose(&game, roll, rerolls_left, &mut puzzles, &mut choices);
                    game.play(crate::game::Move::Choice(choice)).expect("players keep to the rules");
                }
            }
        }
        if puzzles.is_empty() { None } else { Some(puzzles.swap_remove(choices.below(puzzles.len()))) }
    }

    /// What the player does, after a look whether the position is a puzzle.
    fn choose(
        &mut self,
        game: &Game,
        roll: Roll,
        rerolls_left: RerollsLeft,
        puzzles: &mut Vec<Puzzle>,
        choices: &mut Choices,
    ) -> OptionKind {
        let question = Question { rules: self.table.rules(), card: game.card(), roll, rerolls_left };
        let (Ok(best), Ok(obvious)) = (self.optimal.choose(&question), self.greedy.choose(&question));
        if best != obvious {
            let advice = Advisor::new(self.table).advise(game.card(), roll, rerolls_left).expect("a card with an open category");
            let obvious = *advice.option(&obvious).expect("a player chooses among the options");
            if obvious.loss >= Quiz::LEAST_LOSS {
                puzzles.push(Puzzle { card: game.card().clone(), roll, rerolls_left, advice, obvious });
            }
        }
        if choices.below(GREEDY_ONE_IN) == 0 { obvious } else { best }
    }
}

impl Iterator for Quiz<'_> {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        for _ in 0..GIVE_UP {
            let number = self.game;
            self.game += 1;
            if let Some(puzzle) = self.puzzle_of(number) {
                return Some(puzzle);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{TABLES, table};

    #[test]
    fn puzzles_are_what_they_promise() {
        for number in 0..TABLES {
            let table = table(number);
            let puzzles: Vec<Puzzle> = Quiz::new(table, Seed::new(3)).take(30).collect();
            for puzzle in &puzzles {
                let Puzzle { card, roll, rerolls_left, advice, obvious } = puzzle;
                assert_eq!(*advice, Advisor::new(table).advise(card, *roll, *rerolls_left).unwrap());
                assert!(obvious.loss >= 0.5 && advice.options.contains(obvious));
                // What is obvious earns the most points this turn.
                let question = Question { rules: table.rules(), card, roll: *roll, rerolls_left: *rerolls_left };
                assert_eq!(Greedy::new(table.model()).choose(&question), Ok(obvious.kind));
            }
            assert_eq!(puzzles, Quiz::new(table, Seed::new(3)).take(30).collect::<Vec<_>>(), "the same seed");
            let other: Vec<Puzzle> = Quiz::new(table, Seed::new(4)).take(30).collect();
            assert!(puzzles.is_empty() || puzzles != other);
        }
    }

    #[test]
    fn puzzles_are_of_every_kind() {
        let puzzles: Vec<Puzzle> = Quiz::new(table(0), Seed::new(1)).take(100).collect();
        assert_eq!(puzzles.len(), 100);
        for rerolls in 0..3 {
            assert!(puzzles.iter().any(|puzzle| puzzle.rerolls_left.get() == rerolls), "{rerolls}");
        }
        assert!(puzzles.iter().any(|puzzle| puzzle.card.filled().count() < 3));
        assert!(puzzles.iter().any(|puzzle| puzzle.card.filled().count() > 9));
    }
}
