//! The first steps of a newcomer: five positions, each with what it teaches.

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{Position, RuleSet, ValueTable, tr};

/// The least loss of every other choice, in points: what is taught must be clear.
const CLEAR: f64 = 1.0;

/// A position of the first steps.
#[derive(Clone, Debug)]
pub struct FirstStep {
    /// The position, with its options.
    pub puzzle: Puzzle,
    /// What is said before the answer.
    pub asks: String,
    /// What is said after the answer.
    pub teaches: String,
}

/// Whether the rules have the boxes of a position of every step.
pub fn fit_first_steps(rules: &RuleSet) -> bool {
    let written = written();
    let is_read = |written: &Written| Position::parse(written.position, rules).is_ok();
    asked().iter().all(|asks| written.iter().any(|written| written.asks == *asks && is_read(written)))
}

/// The first steps by the rules of a table, without those whose values disagree with what they teach.
pub fn first_steps(table: &ValueTable) -> Vec<FirstStep> {
    let written = written();
    let found = |asks: &String| {
        let (puzzle, teaches) = written.iter().filter(|written| written.asks == *asks).find_map(|written| written.found(table))?;
        Some(FirstStep { puzzle, asks: asks.clone(), teaches })
    };
    asked().iter().filter_map(found).collect()
}

/// What the steps ask, in order.
fn asked() -> [String; 5] {
    [
        tr!("Which dice are worth keeping? Tap them."),
        tr!("A pair, or the pieces of a straight?"),
        tr!("They fit in several boxes: in which do they earn most?"),
        tr!("They fit nowhere. Which box do you give up?"),
        tr!("Which box is the best for these dice?"),
    ]
}

/// A position of a step, as it is written down, with the best choice and what it teaches.
struct Written {
    asks: String,
    position: &'static str,
    best: &'static str,
    teaches: String,
}

/// The positions. Of those of a step, the first that fits a game is asked there.
fn written() -> Vec<Written> {
    let [keep, pair, bonus, zero, alike] = asked();
    let where_least = || tr!("A 0 goes where it costs the least: in a box that is worth little, or that seldom comes.");
    let written = [
        (&keep, "13444", "hold 444", tr!("Three alike: keep these three, and nothing else.")),
        (&pair, "13455", "hold 55", tr!("A pair whose box is open: keep it alone, without pieces of a straight.")),
        (
            &bonus,
            "44456 rerolls=0 twos=6 threes=9 sixes=18",
            "score fours=12",
            tr!("Three alike go into the box of their face while the upper bonus is in reach."),
        ),
        (
            &zero,
            "23446 rerolls=0 twos=6 fours=12 sixes=18 four-of-a-kind=22 full-house=25 yahtzee=50 chance=22",
            "score ones=0",
            where_least(),
        ),
        (
            &zero,
            "23446 rerolls=0 twos=6 fours=12 sixes=18 one-pair=10 two-pairs=18 small-straight=15 chance=22",
            "score large-straight=0",
            where_least(),
        ),
        (
            &alike,
            "33333 rerolls=0 threes=9 yahtzee=50",
            "score large-straight=40",
            tr!("A further five alike are a joker: they count in any lower box, and earn an extra bonus."),
        ),
        (
            &alike,
            "33333 rerolls=0 threes=9 yahtzee=50",
            "score four-of-a-kind=15",
            tr!("There is no joker: five alike once more are ordinary dice, and count as four alike."),
        ),
        (&alike, "25566 rerolls=0", "score two-pairs=22", tr!("Two pairs are rare, and one pair comes often: write what is rare.")),
    ];
    written.into_iter().map(|(asks, position, best, teaches)| Written { asks: asks.clone(), position, best, teaches }).collect()
}

impl Written {
    /// The position with its options and what it teaches, if the game has its boxes and agrees.
    fn found(&self, table: &ValueTable) -> Option<(Puzzle, String)> {
        let position = Position::parse(self.position, table.rules()).ok()?;
        let puzzle = Puzzle::of(&position, table).ok()?;
        let [best, next, ..] = &puzzle.advice.options[..] else { return None };
        let is_taught = best.action.display(table.rules()).to_string() == self.best && next.loss >= CLEAR;
        is_taught.then(|| (puzzle, self.teaches.clone()))
    }
}

#[cfg(test)]
mod tests {
    use yahtzee_solver::Solver;

    use super::*;
    use crate::session::testing::{hasbro, pocket};

    /// In the three main games every step is found: its first choice is the best one by [`CLEAR`]. Every written position is used in one of them.
    #[test]
    fn the_main_games_have_all_steps() {
        let [kniffel, yatzy] = ["kniffel", "yatzy"].map(|name| Solver::new(&RuleSet::builtin(name).unwrap()).unwrap().solve().unwrap());
        let mut unused: Vec<_> = written().iter().map(|written| (written.position, written.best)).collect();
        for table in [hasbro(), &kniffel, &yatzy] {
            let rules = table.rules();
            let found = first_steps(table);
            assert!(fit_first_steps(rules) && found.len() == 5, "{}: {}", rules.name(), found.len());
            for FirstStep { puzzle, asks, teaches } in &found {
                let [best, others @ ..] = &puzzle.advice.options[..] else { panic!("there are options") };
                assert!(others.iter().all(|other| other.loss >= CLEAR) && !asks.is_empty() && !teaches.is_empty());
                let is_this = |text: &str| Position::parse(text, rules).as_ref() == Ok(&puzzle.advice.position);
                let action = best.action.display(rules).to_string();
                unused.retain(|(text, best)| !is_this(text) || *best != action);
            }
        }
        assert_eq!(unused, []);
        assert!(!fit_first_steps(pocket().rules()) && first_steps(&pocket()).is_empty(), "a game without these boxes");
    }

    /// Rules with the boxes of a main game and other points: what is taught must still hold.
    #[test]
    fn a_step_whose_values_disagree_is_left_out() {
        let toml = RuleSet::builtin("kniffel")
            .unwrap()
            .toml()
            .replace("name = \"kniffel\"", "name = \"own\"")
            .replace("points = 35", "points = 0");
        let own = Solver::new(&RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap();
        let found = first_steps(&own);
        let bonus = &asked()[2];
        assert!(
            found.len() >= 2 && found.iter().all(|step| step.asks != *bonus),
            "without the bonus, three fours are no Fours: {}",
            found.len()
        );
    }
}
