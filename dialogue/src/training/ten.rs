//! The selection of the ten of a day, by difficulty.

use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::dice::Face;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::sorting::sort_by;
use yahtzee_solver::{Action, Category, LookaheadStrategy, Player, Position, Quiz, Seed, StrategyPlayer, TurnOption, ValueTable};

use super::daily::{Day, POSITIONS};
use super::theme::Theme;
use super::topic::gap;

/// How hard a position is, by those who err in it: the obvious choice, the greedy player (the best mean of points in this turn), and who writes the
/// most points at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Difficulty {
    /// The obvious choice is right, and better than all others by [`CLEAR`]; but one of the other two errs.
    Clear,
    /// The obvious choice is a mistake but another of the three is right, or the greedy player errs and the next best choice costs less than [`CLEAR`].
    Close,
    /// All three err.
    Hard,
}

impl Difficulty {
    /// Every difficulty, in order; how many positions of a day have it, and how many of these at least have the theme of the week.
    const OF_A_DAY: [(Difficulty, usize, usize); 3] = [(Difficulty::Clear, 3, 1), (Difficulty::Close, 4, 1), (Difficulty::Hard, 3, 0)];
}

/// The least gap of an asked position, in points: below it, the answer is a matter of taste.
const LEAST_GAP: f64 = 0.5;
/// The gap from which the best choice is clear, in points.
const CLEAR: f64 = 1.0;
/// The most positions of a day in which a pair is kept and nothing else.
const PAIRS: usize = 2;

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
        match [self.obvious, self.greedy, self.at_once].map(|loss| loss > TIE_TOLERANCE) {
            _ if gap < LEAST_GAP => None,
            [true, true, true] => Some(Difficulty::Hard),
            [true, ..] => Some(Difficulty::Close),
            [_, true, _] if gap < CLEAR => Some(Difficulty::Close),
            [_, greedy, at_once] => (gap >= CLEAR && (greedy || at_once)).then_some(Difficulty::Clear),
        }
    }
}

/// The games played for a day, at most.
const MOST_GAMES: usize = 300;
/// The days in which no position comes twice.
const APART: u64 = 60;
/// With so many boxes filled, or open, or fewer, positions are few: each belongs to one day in [`APART`].
const FEW_BOXES: usize = 2;
/// Other positions belong to one day in so many, which is enough: that one comes again by chance is a matter of many years.
const PARTS: u64 = 4;

/// Whether a position belongs to a day, by a hash of its dice, rerolls and open boxes.
fn is_of(day: u64, position: &Position) -> bool {
    let (card, rules) = (position.card(), position.rules());
    let open: Vec<Category> = rules.categories().filter(|category| card.is_open(*category)).collect();
    let is_rare = open.len().min(rules.category_count() - open.len()) > FEW_BOXES;
    let parts = if is_rare { PARTS } else { APART };
    let open = open.iter().map(|category| category.index() as u8);
    let key: Vec<u8> = position.roll().faces().map(Face::pips).chain([position.rerolls_left().get()]).chain(open).collect();
    xxh3_64(&key) % parts == day % parts
}

/// The positions of a day, chosen so far.
#[derive(Default)]
struct Chosen {
    /// With the difficulty of each.
    positions: Vec<(Difficulty, Puzzle)>,
    /// Others, which take the place of what a small game does not have, each with the number of its faults.
    others: Vec<(usize, Difficulty, Puzzle)>,
    /// Of each difficulty, how many positions were taken that do not have the theme of the week.
    off_theme: [usize; Difficulty::OF_A_DAY.len()],
}

impl Chosen {
    fn count(&self, of: Difficulty) -> usize {
        self.positions.iter().filter(|(difficulty, _)| *difficulty == of).count()
    }

    /// Takes a position if it is wanted.
    fn takes(&mut self, puzzle: Puzzle, difficulty: Option<Difficulty>, has_theme: impl Fn(&Puzzle) -> bool) -> bool {
        let is_known = |other: &Puzzle| other.advice.position == puzzle.advice.position;
        if self.positions.iter().map(|(_, other)| other).chain(self.others.iter().map(|(_, _, other)| other)).any(is_known) {
            return false;
        }
        let pairs = self.positions.iter().filter(|(_, puzzle)| keeps_a_pair(puzzle)).count();
        let is_pair_too_many = keeps_a_pair(&puzzle) && pairs >= PAIRS;
        if let Some(of) = difficulty.filter(|_| !is_pair_too_many) {
            let (_, most, of_theme) = Difficulty::OF_A_DAY[of as usize];
            let is_wanted = self.count(of) < most;
            let is_off = is_wanted && !has_theme(&puzzle);
            if is_wanted && !(is_off && self.off_theme[of as usize] == most - of_theme) {
                self.off_theme[of as usize] += usize::from(is_off);
                self.positions.push((of, puzzle));
                return true;
            }
        }
        let faults = 2 * usize::from(difficulty.is_none()) + usize::from(is_pair_too_many);
        self.others.push((faults, difficulty.unwrap_or(Difficulty::Clear), puzzle));
        false
    }

    /// The positions, with others for the missing ones: those of the missing difficulties first, then those with the fewest faults.
    fn filled(mut self) -> Vec<(Difficulty, Puzzle)> {
        self.others.sort_by_key(|(faults, ..)| *faults);
        for may_be_any in [false, true] {
            for (faults, difficulty, puzzle) in std::mem::take(&mut self.others) {
                let (_, most, _) = Difficulty::OF_A_DAY[difficulty as usize];
                let is_missing = faults == 0 && self.count(difficulty) < most;
                match self.positions.len() < POSITIONS && (may_be_any || is_missing) {
                    true => self.positions.push((difficulty, puzzle)),
                    false => self.others.push((faults, difficulty, puzzle)),
                }
            }
        }
        self.positions
    }
}

/// Whether the best choice keeps a pair, and nothing else.
fn keeps_a_pair(puzzle: &Puzzle) -> bool {
    matches!(&puzzle.advice.best().action, Action::Hold(hold) if matches!(hold.faces().collect::<Vec<_>>()[..], [a, b] if a == b))
}

/// Positions of these numbers of each difficulty, from easy to hard: within a difficulty, those in which the obvious choice is right come first, then the
/// larger gaps between the two best options. Games that do not have them get others, and small games fewer.
pub(super) fn ten(day: Day, theme: Theme, table: &ValueTable) -> Vec<Puzzle> {
    let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
    let mut chosen = Chosen::default();
    let mut quiz = Quiz::mixed(table, Seed::new(day.number().into()));
    let day = day.since_1970();
    for game in 0..MOST_GAMES {
        let mut puzzles = quiz.of_next_game(|position| is_of(day, position));
        // The early turns have no advantage.
        let first = game % puzzles.len().max(1);
        puzzles.rotate_left(first);
        for puzzle in puzzles {
            let difficulty = SimpleLosses::of(&puzzle, &mut greedy).difficulty(gap(&puzzle.advice));
            // One of each game, so that cards differ.
            if chosen.takes(puzzle, difficulty, |puzzle| Theme::of_puzzle(puzzle, table) == theme) {
                break;
            }
        }
        if chosen.positions.len() == POSITIONS {
            break;
        }
    }
    // A small game has too few positions of one day.
    quiz.take(POSITIONS.saturating_sub(chosen.positions.len() + chosen.others.len()))
        .for_each(|puzzle| chosen.others.push((4, Difficulty::Clear, puzzle)));
    let mut positions = chosen.filled();
    let hardness = |(difficulty, puzzle): &(Difficulty, Puzzle)| (*difficulty, puzzle.obvious.loss > TIE_TOLERANCE);
    sort_by(&mut positions, |a, b| hardness(a).cmp(&hardness(b)).then(gap(&b.1.advice).total_cmp(&gap(&a.1.advice))));
    positions.into_iter().map(|(_, puzzle)| puzzle).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use yahtzee_solver::{RuleSet, Solver};

    use super::*;
    use crate::session::testing::hasbro;
    use crate::training::daily;

    /// Checks the tens of these days, and shows their figures with SHOWN=1.
    fn check(table: &ValueTable, days: u64) {
        let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
        let mut asked: HashMap<String, u64> = HashMap::new();
        let (mut right, mut gaps) = ([[0; 3]; POSITIONS], [0.0; POSITIONS]);
        let (mut pairs, mut of_theme) = (Vec::new(), Vec::new());
        let begun = std::time::Instant::now();
        for number in 20_600..20_600 + days {
            let day = Day::at(number * super::super::DAY);
            let (theme, puzzles) = (daily::theme(day, table.rules()), daily::ten(day, table));
            assert_eq!(puzzles.len(), POSITIONS);
            let mut difficulties = Vec::new();
            for (place, puzzle) in puzzles.iter().enumerate() {
                let gap = gap(&puzzle.advice);
                assert!(gap >= LEAST_GAP, "{day}: {}", puzzle.advice.position);
                let losses = SimpleLosses::of(puzzle, &mut greedy);
                difficulties.push(losses.difficulty(gap).unwrap());
                for (right, loss) in right[place].iter_mut().zip([losses.obvious, losses.greedy, losses.at_once]) {
                    *right += u64::from(loss <= TIE_TOLERANCE);
                }
                gaps[place] += gap / days as f64;
                let position = &puzzle.advice.position;
                let key = format!("{} {} {:?}", position.roll(), position.rerolls_left(), position.state().filled);
                let before = asked.insert(key, number);
                assert!(before.is_none_or(|before| number - before >= APART), "{day}: {position}");
            }
            assert!(difficulties.is_sorted());
            for (difficulty, count, _) in Difficulty::OF_A_DAY {
                assert_eq!(difficulties.iter().filter(|other| **other == difficulty).count(), count, "{day}");
            }
            pairs.push(puzzles.iter().filter(|puzzle| keeps_a_pair(puzzle)).count());
            of_theme.push(puzzles.iter().filter(|puzzle| Theme::of_puzzle(puzzle, table) == theme).count());
        }
        let errors = |player: usize| right.map(|right| days - right[player]);
        if std::env::var("SHOWN").is_ok() {
            println!("{}: {days} days in {:?}", table.rules().name(), begun.elapsed());
            println!("  errors by place: obvious {:?}, greedy {:?}, most points at once {:?}", errors(0), errors(1), errors(2));
            println!("  mean gaps by place {gaps:.2?}; pairs kept a day {pairs:?}; of the theme {of_theme:?}");
        }
        assert!(pairs.iter().all(|pairs| *pairs <= PAIRS), "{pairs:?}");
        // A day may lack a rare theme.
        assert!(10 * of_theme.iter().filter(|count| **count >= 2).count() as u64 >= 9 * days, "{of_theme:?}");
        // Nobody wants ten obvious positions.
        let all = |player: usize| errors(player).iter().sum::<u64>() as f64 / (10 * days) as f64;
        assert!(all(0) >= 0.5 && all(1) >= 0.6 && all(2) >= 0.6, "{right:?}");
    }

    #[test]
    fn a_day_has_an_arc_and_a_theme() {
        check(hasbro(), 14);
    }

    /// SHOWN=1 shows the figures.
    #[test]
    #[ignore = "deep"]
    fn many_days_have_an_arc_and_a_theme() {
        for name in ["hasbro", "yatzy", "kniffel"] {
            check(&Solver::new(&RuleSet::builtin(name).unwrap()).unwrap().solve().unwrap(), 100);
        }
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
