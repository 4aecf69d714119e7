//! Games of two to the end, both for winning: the exact value by plain expectimax over both cards, and how far the advice against an opponent is from it.
//!
//! The advice takes the opponent to play for the expected score. An opponent who plays for winning reacts to the score, so the advice is near the
//! optimum, not the optimum itself.

use std::collections::HashMap;
use std::sync::Arc;

use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::{
    Action, Advisor, AimSolver, Category, Objective, Points, Position, RerollsLeft, Roll, RuleSet, Scorecard, Solver, State, ValueTable,
};

use crate::common::rules;

/// Every roll and hold of a game, with what follows a hold.
struct Throws {
    rolls: Vec<Roll>,
    /// The chance of each roll of all dice.
    first: Vec<f64>,
    /// For each roll, its holds with the chances of the rolls that follow.
    holds: Vec<Vec<usize>>,
    after: Vec<Vec<(usize, f64)>>,
}

impl Throws {
    fn new(rules: &RuleSet) -> Throws {
        let rolls: Vec<Roll> = Roll::all(rules.dice()).collect();
        let index: HashMap<Roll, usize> = rolls.iter().copied().zip(0..).collect();
        let outcomes = |kept: &[u8]| {
            let free = rules.dice() - kept.len();
            let all = 6usize.pow(free as u32);
            let mut chances: HashMap<usize, f64> = HashMap::new();
            for code in 0..all {
                let thrown = (0..free).map(|die| (code / 6usize.pow(die as u32) % 6 + 1) as u8);
                let dice = yahtzee_solver::Dice::from_pips(kept.iter().copied().chain(thrown)).unwrap();
                *chances.entry(index[&rules.roll(dice).unwrap()]).or_default() += 1.0 / all as f64;
            }
            let mut chances: Vec<(usize, f64)> = chances.into_iter().collect();
            chances.sort_by_key(|(roll, _)| *roll);
            chances
        };
        let mut first = vec![0.0; rolls.len()];
        outcomes(&[]).into_iter().for_each(|(roll, chance)| first[roll] = chance);
        let (mut known, mut after) = (HashMap::new(), Vec::new());
        let mut hold_index = |kept: Vec<u8>| {
            *known.entry(kept.clone()).or_insert_with(|| {
                after.push(outcomes(&kept));
                after.len() - 1
            })
        };
        let pips = |hold: yahtzee_solver::Hold| hold.faces().map(|face| face.pips()).collect();
        let holds = rolls.iter().map(|roll| roll.holds().into_iter().map(|hold| hold_index(pips(hold))).collect()).collect();
        Throws { rolls, first, holds, after }
    }

    fn mean(&self, hold: usize, values: &[f64]) -> f64 {
        self.after[hold].iter().map(|(roll, chance)| chance * values[*roll]).sum()
    }

    /// The value of each roll with each number of rerolls left, from what it is worth to score it.
    fn turn(&self, scored: Vec<f64>, rerolls: u8) -> Vec<Vec<f64>> {
        let mut stages = vec![scored];
        for _ in 0..rerolls {
            let held: Vec<f64> = (0..self.after.len()).map(|hold| self.mean(hold, stages.last().unwrap())).collect();
            let best = |roll: usize| self.holds[roll].iter().map(|&hold| held[hold]).fold(stages[0][roll], f64::max);
            stages.push((0..self.rolls.len()).map(best).collect());
        }
        stages
    }
}

/// A game of two, both for winning.
struct Duel<'a> {
    rules: &'a RuleSet,
    throws: &'a Throws,
    known: HashMap<(State, State, i32), f64>,
}

impl Duel<'_> {
    /// The chance that the player whose turn it is wins, half a tie included. `ahead` is by how many points that player is ahead without upper bonuses.
    fn chance(&mut self, mine: State, other: State, ahead: i32) -> f64 {
        let full = |state: &State| state.filled.count() == self.rules.category_count();
        if full(&mine) && full(&other) {
            let bonus = |state: &State| {
                let bonus = self.rules.upper_bonus();
                if state.upper_total >= bonus.at { bonus.points.get() as i32 } else { 0 }
            };
            return match ahead + bonus(&mine) - bonus(&other) {
                0 => 0.5,
                ahead => f64::from(u8::from(ahead > 0)),
            };
        }
        if full(&mine) {
            return 1.0 - self.chance(other, mine, -ahead);
        }
        if let Some(chance) = self.known.get(&(mine, other, ahead)) {
            return *chance;
        }
        let stages = self.turn(mine, other, ahead);
        let best = stages.last().unwrap();
        let chance = best.iter().zip(&self.throws.first).map(|(value, chance)| value * chance).sum();
        self.known.insert((mine, other, ahead), chance);
        chance
    }

    fn turn(&mut self, mine: State, other: State, ahead: i32) -> Vec<Vec<f64>> {
        let throws = self.throws;
        let scored = throws.rolls.iter().map(|roll| self.best_score(mine, other, ahead, roll)).collect();
        throws.turn(scored, self.rules.rolls() - 1)
    }

    fn best_score(&mut self, mine: State, other: State, ahead: i32, roll: &Roll) -> f64 {
        let rules = self.rules;
        let placements = |category: Category| {
            [rules.place(&mine, roll, RerollsLeft::NONE, category), rules.place_zero(&mine, roll, RerollsLeft::NONE, category)]
        };
        let all: Vec<_> = rules.categories().flat_map(placements).flatten().collect();
        let worth = |placement: &yahtzee_solver::Placement| {
            let points = (placement.points + placement.bonus).get() as i32;
            1.0 - self.chance(other, placement.next, -(ahead + points))
        };
        all.iter().map(worth).fold(f64::MIN, f64::max)
    }

    /// The chance to win of a player who takes the advice against the opponent's card in this turn, and plays optimally for winning afterwards.
    fn advised(&mut self, table: &ValueTable, mine: &Scorecard, other: &Scorecard) -> f64 {
        let objective = Arc::new(Objective::Against(Opponents::new(vec![Opponent::Card(other.clone())], 0, Ties::Half).unwrap()));
        let aim = AimSolver::new(table).threads(1).solve(&objective, mine).unwrap();
        let throws = self.throws;
        let mut stages: Vec<Vec<f64>> = Vec::new();
        for rerolls in 0..self.rules.rolls() {
            let rerolls_left = RerollsLeft::new(rerolls).unwrap();
            let value = |(index, roll): (usize, &Roll)| {
                let position = Position::new(mine.clone(), *roll, rerolls_left).unwrap();
                match Advisor::new(table).advise_by(&position, &aim.worths).unwrap().best().action {
                    Action::Score(placement) => {
                        let points = (placement.points + placement.bonus).get() as i32;
                        1.0 - self.chance(other.state(), placement.next, -(ahead(mine, other) + points))
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
        stages.last().unwrap().iter().zip(&throws.first).map(|(value, chance)| value * chance).sum()
    }
}

/// By how many points the first card is ahead without upper bonuses.
fn ahead(mine: &Scorecard, other: &Scorecard) -> i32 {
    let [mine, other] = [mine, other].map(|card| (card.score() - card.upper_bonus()).get() as i32);
    mine - other
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

/// Random endgames in which nothing is decided yet: by how much the advice falls short in each.
fn shortfalls(rules: &RuleSet, open: usize, games: usize, seed: u64) -> Vec<f64> {
    let (table, throws) = (Solver::new(rules).unwrap().solve(), Throws::new(rules));
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < games {
        let (first, second) = (random.usize(1..=open), random.usize(0..2));
        let [mine, other] = [first, first - second.min(first)].map(|open| random_card(rules, open, &mut random));
        let mut duel = Duel { rules, throws: &throws, known: HashMap::new() };
        let best = duel.chance(mine.state(), other.state(), ahead(&mine, &other));
        if !(0.05..=0.95).contains(&best) {
            continue;
        }
        let advised = duel.advised(&table, &mine, &other);
        assert!(advised <= best + 1e-12, "{advised} is above the optimum {best}: {mine} against {other}");
        // Without an open box the opponent cannot react.
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
    let (mean, worst) = report("pair", &shortfalls(&rules("pair"), 3, 200, 1));
    assert!(mean < 0.005 && worst < 0.05, "{mean} {worst}");
}

#[test]
#[ignore = "takes minutes: the figures of docs/winning.md"]
fn advice_is_near_the_optimum_of_two() {
    for name in ["hasbro", "yatzy"] {
        let (mean, worst) = report(name, &shortfalls(&rules(name), 2, 1000, 1));
        assert!(mean < 0.005 && worst < 0.05, "{mean} {worst}");
    }
}
