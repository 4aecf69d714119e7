//! Games of two to the end, both to win: the exact value, and how far the advice against an opponent who does not react falls short of it.
//!
//! The advice assumes that the opponent plays for the expected score. An opponent who plays to win reacts to the score, so the advice is only near
//! the optimum.

use std::sync::Arc;

use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::win::{Duel, DuelValues};
use yahtzee_solver::{
    Action, Advisor, Category, Objective, ObjectiveSolver, Points, Position, RerollsLeft, Roll, RuleSet, Scorecard, Solver, ValueTable,
};

use crate::common::{RollsAndHolds, rules};

/// The chance to win of a player who follows the advice against the opponent's card in this turn, and plays optimally to win afterwards.
fn advised(table: &ValueTable, throws: &RollsAndHolds, duel: &DuelValues, mine: &Scorecard, other: &Scorecard) -> f64 {
    let objective = Arc::new(Objective::Against(Opponents::new(vec![Opponent::Card(other.clone())], 0, Ties::Half).unwrap()));
    let solved = ObjectiveSolver::new(table).solve(&objective, mine).unwrap();
    let best = Arc::new(duel.turn());
    let advisor = Advisor::new(table);
    let mut stages: Vec<Vec<f64>> = Vec::new();
    for rerolls in 0..table.rules().rolls() {
        let rerolls_left = RerollsLeft::new(rerolls).unwrap();
        let value = |(index, roll): (usize, &Roll)| {
            let position = Position::new(mine.clone(), *roll, rerolls_left).unwrap();
            let action = advisor.advise_by(&position, &solved.worths).unwrap().best().action;
            match action {
                Action::Score(_) => {
                    let by_duel = advisor.advise_by(&position, &best).unwrap();
                    advisor.value_of(&by_duel, &action).unwrap().worth.unwrap().value
                }
                Action::Hold(hold) => {
                    let place = roll.holds().iter().position(|other| *other == hold).unwrap();
                    throws.mean(throws.holds[index][place], stages.last().unwrap())
                }
            }
        };
        let stage = throws.rolls.iter().enumerate().map(value).collect();
        stages.push(stage);
    }
    throws.mean_of_first(stages.last().unwrap())
}

/// A random card with this many open categories.
fn random_card(rules: &RuleSet, open: usize, random: &mut fastrand::Rng) -> Scorecard {
    let mut categories: Vec<Category> = rules.categories().collect();
    for _ in 0..open {
        categories.swap_remove(random.usize(0..categories.len()));
    }
    let entry = |category: Category| {
        let points: &Points = random.choice(rules.possible_points(category)).unwrap();
        format!("{}={points}", rules.category(category).name)
    };
    Scorecard::parse(&categories.into_iter().map(entry).collect::<Vec<_>>().join(" "), rules).unwrap()
}

/// Random undecided endgames, with at most or exactly this many open boxes: the shortfall of the advice in each.
fn shortfalls(rules: &RuleSet, open: usize, exactly: bool, games: usize, seed: u64) -> Vec<f64> {
    let (table, throws) = (Solver::new(rules).unwrap().solve().unwrap(), RollsAndHolds::new(rules));
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < games {
        let (first, second) = (if exactly { open } else { random.usize(1..=open) }, random.usize(0..2));
        let [mine, other] = [first, first - second.min(first)].map(|open| random_card(rules, open, &mut random));
        let duel = Duel::new(table.model()).work(&mine, &other).unwrap().solve().unwrap();
        let best = duel.value();
        if !(0.05..=0.95).contains(&best) {
            continue;
        }
        let advised = advised(&table, &throws, &duel, &mine, &other);
        assert!(advised <= best + 1e-12, "{advised} is above the optimum {best}: {mine} against {other}");
        // An opponent without an open box cannot react.
        assert!(other.open_count() > 0 || best - advised < 1e-12, "{mine} against {other}: {advised} for {best}");
        found.push(best - advised);
    }
    found
}

fn report(name: &str, shortfalls: &[f64]) -> (f64, f64) {
    let mean = shortfalls.iter().sum::<f64>() / shortfalls.len() as f64;
    let worst = shortfalls.iter().copied().fold(0.0, f64::max);
    println!(
        "{name}: {} endgames, the advice falls short by {:.5}% on average and {:.3}% at worst",
        shortfalls.len(),
        100.0 * mean,
        100.0 * worst
    );
    (mean, worst)
}

#[test]
fn advice_is_near_the_optimum_of_two_in_small_games() {
    let (mean, worst) = report("pair", &shortfalls(&rules("pair"), 3, false, 200, 1));
    assert!(mean < 0.005 && worst < 0.05, "{mean} {worst}");
}

#[test]
#[ignore = "takes minutes: the figures of docs/winning.md"]
fn advice_is_near_the_optimum_of_two() {
    for (open, games) in [(2, 1000), (3, 300), (4, 30)] {
        for name in ["hasbro", "yatzy"] {
            let name_and_open = format!("{name}, {open} open boxes");
            let (mean, worst) = report(&name_and_open, &shortfalls(&rules(name), open, open > 2, games, 1));
            assert!(mean < 0.005 && worst < 0.05, "{mean} {worst}");
        }
    }
}
