//! The selection of the ten of a day, by difficulty.

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{Action, LookaheadStrategy, Player, Quiz, Seed, StrategyPlayer, TurnOption, ValueTable};

use super::topic::gap;

/// How hard a position is, by those who err in it: the obvious choice, the greedy player (the best mean of points in this turn), and who writes the
/// most points at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difficulty {
    /// The obvious choice is right, and better than all others by [`CLEAR`]; but one of the other two errs.
    Clear,
    /// The greedy player errs, and the obvious choice is a mistake or the next best choice costs less than [`CLEAR`].
    Close,
    /// All three err, each by [`FAR`] or more.
    Hard,
}

impl Difficulty {
    /// Every difficulty, in order, and how many positions of a day have it.
    const OF_A_DAY: [(Difficulty, usize); 3] = [(Difficulty::Clear, 3), (Difficulty::Close, 4), (Difficulty::Hard, 3)];
}

/// The least gap of an asked position, in points: nobody can see a smaller difference.
const LEAST_GAP: f64 = 0.05;
/// The gap from which the best choice is clear, in points.
const CLEAR: f64 = 0.5;
/// The least loss of a choice that is far from the best, in points.
const FAR: f64 = 0.3;

/// The losses of simple players in a position, in points.
#[derive(Clone, Copy, Debug)]
struct SimpleLosses {
    /// The obvious choice.
    obvious: f64,
    /// The choice with the best mean of points in this turn.
    greedy: f64,
    /// The most points now.
    at_once: f64,
}

impl SimpleLosses {
    fn of(puzzle: &Puzzle, greedy: &mut StrategyPlayer<LookaheadStrategy>) -> SimpleLosses {
        let advice = &puzzle.advice;
        let choice = greedy.choose(&advice.position).expect("a position of the table's game");
        let points = |option: &TurnOption| match &option.action {
            Action::Score(placement) => Some((placement.points + placement.bonus).get()),
            Action::Hold(_) => None,
        };
        let most = advice.options.iter().filter_map(points).max();
        // Of several boxes with as many points, the best: options are sorted.
        let at_once = advice.options.iter().find(|option| most.is_some() && points(option) == most);
        SimpleLosses {
            obvious: puzzle.obvious.loss,
            greedy: advice.option(&choice).expect("an action of the position").loss,
            at_once: at_once.map_or(0.0, |option| option.loss),
        }
    }

    fn difficulty(&self, gap: f64) -> Option<Difficulty> {
        let all = [self.obvious, self.greedy, self.at_once];
        let [obvious, greedy, at_once] = all.map(|loss| loss > TIE_TOLERANCE);
        if all.iter().all(|loss| *loss >= FAR) {
            Some(Difficulty::Hard)
        } else if obvious || gap < CLEAR {
            greedy.then_some(Difficulty::Close)
        } else {
            (greedy || at_once).then_some(Difficulty::Clear)
        }
    }
}

/// The positions tried for a day in each of two quizzes, at most.
const MOST_TRIES: usize = 300;
/// Positions of a day that are close because the obvious choice is a mistake.
const TRAPS: usize = 2;

/// The positions of a day, chosen so far.
#[derive(Default)]
struct Chosen {
    /// With the difficulty of each.
    positions: Vec<(Difficulty, Puzzle)>,
    /// Others, which take the place of what a small game does not have.
    others: Vec<(Difficulty, Puzzle)>,
}

impl Chosen {
    fn count(&self, of: Difficulty) -> usize {
        self.positions.iter().filter(|(difficulty, _)| *difficulty == of).count()
    }

    /// Takes a position if fewer than `most` of its difficulty were taken.
    fn offer(&mut self, puzzle: Puzzle, difficulty: Option<Difficulty>, most: impl Fn(Difficulty) -> usize) {
        let known = |others: &[(Difficulty, Puzzle)]| others.iter().any(|(_, other)| other.advice.position == puzzle.advice.position);
        if known(&self.positions) || known(&self.others) {
            return;
        }
        match difficulty {
            Some(difficulty) if self.count(difficulty) < most(difficulty) => self.positions.push((difficulty, puzzle)),
            _ => self.others.push((difficulty.unwrap_or(Difficulty::Clear), puzzle)),
        }
    }
}

/// Positions of these numbers of each difficulty, from easy to hard, within a difficulty by the gap between the two best options. Games that do not have
/// them get others, and small games fewer.
pub(super) fn ten(seed: u32, table: &ValueTable) -> Vec<Puzzle> {
    let wanted = |of: Difficulty| Difficulty::OF_A_DAY.into_iter().find(|(difficulty, _)| *difficulty == of).map_or(0, |(_, count)| count);
    let all: usize = Difficulty::OF_A_DAY.iter().map(|(_, count)| count).sum();
    let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
    let mut chosen = Chosen::default();
    let mut choose = |quiz: Quiz, most: &dyn Fn(Difficulty) -> usize| {
        for puzzle in quiz.take(MOST_TRIES).filter(|puzzle| gap(&puzzle.advice) >= LEAST_GAP) {
            let difficulty = SimpleLosses::of(&puzzle, &mut greedy).difficulty(gap(&puzzle.advice));
            chosen.offer(puzzle, difficulty, most);
            if Difficulty::OF_A_DAY.iter().all(|(difficulty, _)| chosen.count(*difficulty) >= most(*difficulty)) {
                break;
            }
        }
    };
    // Mistakes of the obvious choice are rare among all positions, so they are looked for by themselves, in other games.
    let traps = |of: Difficulty| match of {
        Difficulty::Clear => 0,
        Difficulty::Close => TRAPS,
        Difficulty::Hard => wanted(of),
    };
    choose(Quiz::new(table, Seed::new(u64::from(seed) << 32)), &traps);
    choose(Quiz::mixed(table, Seed::new(seed.into())), &wanted);
    let Chosen { mut positions, others } = chosen;
    let missing = all.saturating_sub(positions.len());
    positions.extend(others.into_iter().take(missing));
    let hardness = |(difficulty, puzzle): &(Difficulty, Puzzle)| (*difficulty, -gap(&puzzle.advice));
    sort_by(&mut positions, |a, b| hardness(a).0.cmp(&hardness(b).0).then(hardness(a).1.total_cmp(&hardness(b).1)));
    positions.into_iter().map(|(_, puzzle)| puzzle).collect()
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::Position;

    use super::*;
    use crate::session::testing::hasbro;

    /// Nobody wants ten obvious positions: over 30 days the obvious choice is right in at most 45 of 100, and the other two in at most 30.
    #[test]
    fn simple_players_are_wrong_in_most_positions() {
        let table = hasbro();
        let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
        let mut right = [0; 3];
        for day in 0..30 {
            let puzzles = ten(20_261_000 + day, table);
            let losses: Vec<SimpleLosses> = puzzles.iter().map(|puzzle| SimpleLosses::of(puzzle, &mut greedy)).collect();
            let difficulties = puzzles.iter().zip(&losses).map(|(puzzle, losses)| losses.difficulty(gap(&puzzle.advice)).unwrap());
            let difficulties: Vec<Difficulty> = difficulties.collect();
            assert!(difficulties.is_sorted());
            for (difficulty, count) in Difficulty::OF_A_DAY {
                assert_eq!(difficulties.iter().filter(|other| **other == difficulty).count(), count, "day {day}");
            }
            for losses in losses {
                for (right, loss) in right.iter_mut().zip([losses.obvious, losses.greedy, losses.at_once]) {
                    *right += usize::from(loss <= TIE_TOLERANCE);
                }
            }
        }
        assert!(right[0] <= 135 && right[1] <= 90 && right[2] <= 90, "{right:?}");
    }

    #[test]
    fn a_position_is_as_hard_as_simple_players_find_it() {
        let table = hasbro();
        let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
        let mut losses = |text: &str| {
            let puzzle = Puzzle::of(&Position::parse(text, table.rules()).unwrap(), table).unwrap();
            (SimpleLosses::of(&puzzle, &mut greedy), gap(&puzzle.advice))
        };
        let (taken, gap) = losses("23456 rerolls=2");
        assert_eq!((taken.obvious, taken.at_once, taken.difficulty(gap)), (0.0, 0.0, None), "a large straight is taken by everyone");
        let (clear, gap) = losses("44412 rerolls=2");
        assert!(clear.obvious == 0.0 && clear.greedy > 1.0 && clear.at_once > 1.0 && clear.difficulty(gap) == Some(Difficulty::Clear));
    }
}
