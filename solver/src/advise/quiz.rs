//! Positions worth learning from: reached in play, and what looks best there is not.

use std::collections::HashSet;

use super::advisor::{Advice, Advisor};
use crate::dice::{Choices, Lanes, RerollsLeft, Roll, Seed};
use crate::game::{Action, Game, Move, Question, Scorecard, Stage};
use crate::solve::{ActionValues, Model, TIE_TOLERANCE, TurnOption, ValueTable};
use crate::strategy::{Optimal, Player};

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
    /// The obvious choice: what earns the most points on average this turn, as [`Scorecard::score`] counts them. Where several options earn as many
    /// ([`TIE_TOLERANCE`]), the best of them.
    pub obvious: TurnOption,
}

/// Puzzles by a seed, none of them twice: an iterator that ends where no more are found.
///
/// Each is from a game of its own, of a player who does what is best, or now and then what earns the most points this turn. Among the positions of the
/// game in which all that earns the most points this turn costs [`LEAST_LOSS`](Quiz::LEAST_LOSS) or more, and that have not been asked with this
/// future before, each is as likely as the others.
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
    points: TurnPoints<'a>,
    asked: HashSet<Key>,
}

/// Positions that are the same but for what has no part in the turns to come: where the value of the card's state stands, the dice and the rerolls.
type Key = (usize, Roll, RerollsLeft);

/// Games without a new puzzle in a row after which no more are looked for.
const GIVE_UP: u64 = 1000;

/// Of so many decisions, the player makes one as if the turn were the last.
const GREEDY_ONE_IN: usize = 5;

impl<'a> Quiz<'a> {
    /// What the obvious choice costs at least, in points.
    pub const LEAST_LOSS: f64 = 0.5;

    /// The puzzles of a seed.
    pub fn new(table: &'a ValueTable, seed: Seed) -> Quiz<'a> {
        let points = TurnPoints { model: table.model(), worth: ActionValues::new(table.model()) };
        Quiz { table, seed, game: 0, optimal: Optimal::new(table), points, asked: HashSet::new() }
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
                    let question = Question { rules: self.table.rules(), card: game.card(), roll, rerolls_left };
                    let choice = self.choose(&question, &mut puzzles, &mut choices);
                    game.play(Move::Choice(choice)).expect("players keep to the rules");
                }
            }
        }
        if puzzles.is_empty() { None } else { Some(puzzles.swap_remove(choices.below(puzzles.len()))) }
    }

    /// What the player does, after a look whether the position is a puzzle.
    fn choose(&mut self, question: &Question<'_>, puzzles: &mut Vec<Puzzle>, choices: &mut Choices) -> Action {
        let Ok(best) = self.optimal.choose(question);
        let earning = self.points.most(question);
        if !earning.contains(&best) && !self.asked.contains(&self.key(question.card, question.roll, question.rerolls_left)) {
            let &Question { card, roll, rerolls_left, .. } = question;
            let advice = Advisor::new(self.table).advise(card, roll, rerolls_left).expect("a card with an open category");
            let mut obvious = advice.options.iter().filter(|option| earning.contains(&option.action));
            let obvious = *obvious.next().expect("what earns the most is among the options");
            if obvious.loss >= Quiz::LEAST_LOSS {
                puzzles.push(Puzzle { card: card.clone(), roll, rerolls_left, advice, obvious });
            }
        }
        if choices.below(GREEDY_ONE_IN) == 0 { earning[0] } else { best }
    }

    fn key(&self, card: &Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Key {
        (self.table.space().position(&card.state(self.table.rules())), roll, rerolls_left)
    }
}

impl Iterator for Quiz<'_> {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        for _ in 0..GIVE_UP {
            let number = self.game;
            self.game += 1;
            if let Some(puzzle) = self.puzzle_of(number) {
                self.asked.insert(self.key(&puzzle.card, puzzle.roll, puzzle.rerolls_left));
                return Some(puzzle);
            }
        }
        None
    }
}

/// The points that options earn on average this turn, as if it were the last: those written, the extra bonus, and the upper bonus if the turn reaches it.
#[derive(Clone, Debug)]
struct TurnPoints<'a> {
    model: &'a Model,
    worth: ActionValues,
}

impl TurnPoints<'_> {
    /// Every option that earns the most, in the order of ties.
    fn most(&mut self, question: &Question<'_>) -> Vec<Action> {
        let Model { rules, space, .. } = self.model;
        let &Question { roll, rerolls_left, .. } = question;
        let state = question.card.state(rules);
        let lane = space.lane(&state);
        // A bonus that is earned already is counted with every option.
        let earned = |upper_total| f64::from(rules.upper_bonus().earned(upper_total));
        self.worth.enter(self.model, &state, |source| {
            Lanes([f64::from(source.points) + earned(space.upper_total_at(source.position(space.shifts(), lane)))])
        });
        let worth = |option: &Action| match option {
            Action::Hold(hold) => self.worth.hold(self.model, hold, rerolls_left),
            Action::Score(placement) => f64::from(placement.points + placement.bonus) + earned(placement.next.upper_total),
        };
        let most = self.worth.best(self.model, &roll, rerolls_left);
        question.options().filter(|option| most - worth(option) < TIE_TOLERANCE).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TABLES, table, throw};
    use std::collections::HashMap;

    use super::*;
    use crate::rules::RuleSet;

    /// Points of a turn by the definition: what the score on the card rises by on average.
    struct Definition<'a> {
        rules: &'a RuleSet,
        card: &'a Scorecard,
        most: HashMap<(Roll, RerollsLeft), f64>,
    }

    impl Definition<'_> {
        fn most(&mut self, roll: Roll, rerolls_left: RerollsLeft) -> f64 {
            if let Some(&most) = self.most.get(&(roll, rerolls_left)) {
                return most;
            }
            let question = Question { rules: self.rules, card: self.card, roll, rerolls_left };
            let most = question.options().map(|option| self.points(&option, rerolls_left)).fold(0.0, f64::max);
            self.most.insert((roll, rerolls_left), most);
            most
        }

        fn points(&mut self, option: &Action, rerolls_left: RerollsLeft) -> f64 {
            match option {
                Action::Score(placement) => {
                    let mut card = self.card.clone();
                    card.write(placement);
                    f64::from(card.score(self.rules) - self.card.score(self.rules))
                }
                Action::Hold(hold) => {
                    let left = rerolls_left.less_one().unwrap();
                    throw(self.rules, **hold).into_iter().map(|(roll, chance)| chance * self.most(roll, left)).sum()
                }
            }
        }
    }

    #[test]
    fn puzzles_are_what_they_promise() {
        for number in 0..TABLES {
            let table = table(number);
            let puzzles: Vec<Puzzle> = Quiz::new(table, Seed::new(3)).take(30).collect();
            for puzzle in &puzzles {
                let Puzzle { card, roll, rerolls_left, advice, obvious } = puzzle;
                assert_eq!(*advice, Advisor::new(table).advise(card, *roll, *rerolls_left).unwrap());
                assert!(obvious.loss >= 0.5 && advice.options.contains(obvious));
                // What is obvious earns the most points this turn, and nothing that earns as many is better. More rerolls would take long here.
                if rerolls_left.get() < 2 {
                    let mut turn = Definition { rules: table.rules(), card, most: HashMap::new() };
                    let most = turn.most(*roll, *rerolls_left);
                    let mut earning = advice.options.iter().filter(|option| most - turn.points(&option.action, *rerolls_left) < 1e-9);
                    assert_eq!(earning.next(), Some(obvious), "{} {roll} {rerolls_left:?}", card.display(table.rules()));
                }
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
            assert!((1..10_000).contains(&puzzles.len()), "games so small have few positions: {}", puzzles.len());
            let position = |puzzle: &Puzzle| (puzzle.card.state(table.rules()), puzzle.roll, puzzle.rerolls_left);
            let positions: HashSet<_> = puzzles.iter().map(position).collect();
            assert_eq!(positions.len(), puzzles.len());
            assert_eq!(puzzles[..1], Quiz::new(table, Seed::new(1)).take(1).collect::<Vec<_>>(), "a longer one starts the same");
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
