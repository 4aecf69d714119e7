//! Fits the numbers of an [`Estimate`] to a game. A least-squares fit to the true values of states from optimal games comes first. Then a search
//! changes one number at a time, and judges it by the exact score of the player who looks ahead by the estimate.
//!
//! `fit-estimate RULES OUT.toml MINUTES`

use std::sync::Arc;
use std::time::{Duration, Instant};

use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::solve::{MEMORY_LIMIT, Stopped};
use yahtzee_solver::strategy::Estimate;
use yahtzee_solver::{Model, RuleSet, Seed, Simulation, Solver, State, ValueTable};

/// The number of games that give the states.
const GAMES: u64 = 3_000;

/// The unit of the numbers: they have two digits.
const DIGIT: f64 = 0.01;

/// Rounds to two digits.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// All numbers of an estimate. The value is linear in the first ones: the boxes and `further`.
fn numbers(estimate: &mut Estimate) -> Vec<&mut f64> {
    let Estimate { boxes, further, upper, width, .. } = estimate;
    boxes.iter_mut().flatten().chain([further]).chain(upper).chain([width]).collect()
}

/// The solution of a symmetric system of equations, by elimination.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        // A number without any effect stays 0.
        rows[pivot][pivot] += 1e-6;
        for row in pivot + 1..size {
            let times = rows[row][pivot] / rows[pivot][pivot];
            let above = rows[pivot].clone();
            rows[row].iter_mut().zip(&above).for_each(|(entry, above)| *entry -= times * above);
            right[row] -= times * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| rows[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / rows[pivot][pivot];
    }
    right
}

/// Sets the linear numbers by least squares. Returns the remaining root-mean-square error.
fn fit(estimate: &mut Estimate, states: &[State], table: &ValueTable) -> f64 {
    let linear = 2 * estimate.boxes.len() + 1;
    let mut none = estimate.clone();
    numbers(&mut none)[..linear].iter_mut().for_each(|number| **number = 0.0);
    let (mut rows, mut right) = (vec![vec![0.0; linear]; linear], vec![0.0; linear]);
    for state in states {
        let open = |index: usize| !state.filled.contains(estimate.rules.categories().nth(index).unwrap());
        let count = (estimate.boxes.len() - state.filled.count()) as f64;
        let mut features: Vec<f64> = (0..linear - 1).map(|index| f64::from(open(index / 2)) * [1.0, count.sqrt()][index % 2]).collect();
        features.push(f64::from(state.flag) * count);
        let value = table.value(state).unwrap() - none.value(state);
        for (row, feature) in features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
            right[row] += feature * value;
            rows[row].iter_mut().zip(&features).for_each(|(entry, other)| *entry += feature * other);
        }
    }
    let solution = solve(rows, right);
    numbers(estimate).into_iter().zip(solution).for_each(|(number, solution)| *number = solution);
    let squares: f64 = states.iter().map(|state| (estimate.value(state) - table.value(state).unwrap()).powi(2)).sum();
    (squares / states.len() as f64).sqrt()
}

fn main() {
    let [_, rules, out, minutes] = &std::env::args().collect::<Vec<_>>()[..] else { panic!("fit-estimate RULES OUT.toml MINUTES") };
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes.parse::<f64>().unwrap());
    let rules = RuleSet::builtin(rules).unwrap();
    let model = Arc::new(Model::apart(&rules, MEMORY_LIMIT).unwrap());
    let table = Solver::new(&rules).unwrap().solve().unwrap();
    let mut states = Vec::new();
    let simulation = Simulation::new(&table, GAMES, Seed::new(7));
    simulation
        .run_logged::<Stopped>(|game| {
            states.extend(game.played().map(|turn| turn.card.state()));
            Ok(())
        })
        .unwrap();

    let three_each = rules.upper_faces().map(|face| 3.0 * f64::from(face.pips())).collect();
    let boxes = vec![[0.0; 2]; rules.category_count()];
    let mut estimate = Estimate { rules: rules.clone(), boxes, further: 0.0, upper: three_each, width: 0.5 };
    let linear = 2 * estimate.boxes.len() + 1;
    let all = numbers(&mut estimate).len();
    let mut error = fit(&mut estimate, &states, &table);
    let mut step = 0.4;
    while step > 0.02 {
        let before = error;
        for (index, sign) in (linear..all).flat_map(|index| [(index, 1.0), (index, -1.0)]) {
            let mut next = estimate.clone();
            *numbers(&mut next)[index] += sign * step * if index == all - 1 { 0.2 } else { 1.0 };
            let other = fit(&mut next, &states, &table);
            if other < error {
                (estimate, error) = (next, other);
            }
        }
        if error > before - 1e-3 {
            step /= 2.0;
        }
    }
    numbers(&mut estimate).into_iter().for_each(|number| *number = rounded(*number));
    let score = |estimate: &Estimate| {
        let strategy = estimate.strategy(&model).unwrap();
        Evaluator::with_model(&model, &strategy).unwrap().values().unwrap().expected_score()
    };
    let mut best = score(&estimate);
    println!("{all} numbers, error {error:.2}, score {best:.4}, optimum {:.4}", table.expected_score());
    let mut steps: Vec<f64> = (0..all).map(|index| if index < linear { 0.4 } else { 0.1 }).collect();
    while Instant::now() < end && steps.iter().any(|step| step.abs() >= DIGIT) {
        for (index, step) in steps.iter_mut().enumerate().filter(|(_, step)| step.abs() >= DIGIT) {
            let mut next = estimate.clone();
            let number = &mut *numbers(&mut next)[index];
            *number = rounded(*number + *step);
            let other = score(&next);
            *step *= if other > best { 1.5 } else { -0.6 };
            if other > best {
                (estimate, best) = (next, other);
            }
        }
        println!("score {best:.4}");
        std::fs::write(out, estimate.toml()).unwrap();
    }
}
