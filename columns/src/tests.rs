//! Small games against their definition: the whole game solved with all columns together, as plainly as possible.

use std::collections::HashMap;

use yahtzee_solver::dice::{Dice, RerollsLeft, Roll};
use yahtzee_solver::rules::{Category, ColumnGame, State};
use yahtzee_solver::{RuleSet, Run, Solver};

use crate::player::{Player, Positions};
use crate::turn::Turn;
use crate::{Effort, Game, Solved};

/// The whole game: a state is the states of all columns.
struct Plain<'a> {
    game: &'a ColumnGame,
    rolls: Vec<Roll>,
    /// For each hold the rolls that may follow, with their chances; the first hold keeps no dice.
    outcomes: Vec<Vec<(usize, f64)>>,
    /// For each roll its holds.
    holds: Vec<Vec<usize>>,
    values: HashMap<Vec<State>, f64>,
}

impl<'a> Plain<'a> {
    fn new(game: &'a ColumnGame) -> Plain<'a> {
        let dice = game.boxes().game_dice();
        let rolls: Vec<Roll> = game.boxes().all_rolls().collect();
        let all: Vec<Dice> = (0..dice.count()).flat_map(|kept| dice.all(kept)).collect();
        let holds = rolls.iter().map(|roll| (0..all.len()).filter(|&hold| roll.contains(&all[hold])).collect()).collect();
        let chance = |hold: &Dice, roll: &Roll| Some(dice.die().outcomes(&roll.minus(hold)?) as f64 / dice.outcomes_after(hold) as f64);
        let after = |hold: &Dice| (0..).zip(&rolls).filter_map(|(place, roll)| Some((place, chance(hold, roll)?))).collect();
        let outcomes = all.iter().map(after).collect();
        Plain { game, rolls, outcomes, holds, values: HashMap::new() }
    }

    fn start(&self) -> Vec<State> {
        self.game.columns().iter().map(|column| yahtzee_solver::Scorecard::new(&column.rules).state()).collect()
    }

    fn value(&mut self, states: &Vec<State>) -> f64 {
        if let Some(&known) = self.values.get(states) {
            return known;
        }
        let full = |(column, state): (&yahtzee_solver::rules::GameColumn, &State)| state.filled.count() == column.rules.category_count();
        let value = if self.game.columns().iter().zip(states).all(full) {
            let end = |(column, state): (&yahtzee_solver::rules::GameColumn, &State)| f64::from(column.times * column.rules.at_the_end(state).get());
            self.game.columns().iter().zip(states).map(end).sum()
        } else {
            self.turn(states)
        };
        self.values.insert(states.clone(), value);
        value
    }

    fn turn(&mut self, states: &Vec<State>) -> f64 {
        let mut best = self.first(states, None);
        for (nth, column) in self.game.columns().iter().enumerate().filter(|(_, column)| column.announced) {
            for category in column.rules.categories() {
                for (best, named) in best.iter_mut().zip(self.first(states, Some((nth, category)))) {
                    *best = best.max(named);
                }
            }
        }
        self.outcomes[0].iter().map(|&(roll, chance)| chance * best[roll]).sum()
    }

    /// The value of each first roll, with this box named.
    fn first(&mut self, states: &Vec<State>, named: Option<(usize, Category)>) -> Vec<f64> {
        let throws = self.game.rolls();
        let mut values = self.written(states, named, throws - 1);
        for throw in (0..throws - 1).rev() {
            let mean = |outcomes: &Vec<(usize, f64)>| outcomes.iter().map(|&(roll, chance)| chance * values[roll]).sum();
            let holds: Vec<f64> = self.outcomes.iter().map(mean).collect();
            let kept: Vec<f64> = (0..self.rolls.len()).map(|roll| self.holds[roll].iter().map(|&hold| holds[hold]).fold(f64::MIN, f64::max)).collect();
            values = self.written(states, named, throw).into_iter().zip(kept).map(|(written, kept)| written.max(kept)).collect();
        }
        values
    }

    /// The value of writing each roll after this throw.
    fn written(&mut self, states: &Vec<State>, named: Option<(usize, Category)>, throw: u8) -> Vec<f64> {
        let game = self.game;
        let of_roll = |this: &mut Self, roll: &Roll| {
            let mut best = f64::MIN;
            for (nth, column) in game.columns().iter().enumerate() {
                let Some(left) = (column.rules.rolls() - 1).checked_sub(throw) else { continue };
                for category in column.rules.categories() {
                    if column.announced != named.is_some() || named.is_some_and(|named| named != (nth, category)) {
                        continue;
                    }
                    let left = RerollsLeft::new(left).unwrap();
                    let places = [column.rules.place(&states[nth], roll, left, category), column.rules.place_zero(&states[nth], roll, left, category)];
                    for placement in places.into_iter().flatten() {
                        let mut next = states.clone();
                        next[nth] = placement.next;
                        best = best.max(f64::from(column.times * (placement.points + placement.bonus).get()) + this.value(&next));
                    }
                }
            }
            best
        };
        self.rolls.clone().iter().map(|roll| of_roll(self, roll)).collect()
    }
}

/// The exact mean of the player.
fn mean_of_player(game: &Game, solved: &Solved) -> f64 {
    let mut known: HashMap<Positions, f64> = HashMap::new();
    let mut player = Player::new(game);
    let start = player.start();
    follow(game, solved, &mut player, &start, 0, &mut known)
}

fn follow<'a>(game: &Game, solved: &'a Solved, player: &mut Player<'a>, at: &Positions, nth: usize, known: &mut HashMap<Positions, f64>) -> f64 {
    let columns = &solved.valued.columns;
    if nth == game.turns {
        return at.iter().enumerate().map(|(column, position)| game.columns[column].times * columns[game.like[column]][nth][*position]).sum();
    }
    if let Some(&known) = known.get(at) {
        return known;
    }
    let plans = player.plans(at, game.turns - nth, &|column| &columns[game.like[column]][nth + 1]);
    let mut turn = Turn::new(game.lattice(), game.rerolls);
    let chances = turn.chances.clone();
    let mut best = vec![(f64::NEG_INFINITY, 0); chances.len()];
    for (plan, of) in plans.iter().enumerate() {
        turn.value(&of.ends, 0.0);
        for (best, value) in best.iter_mut().zip(turn.first()) {
            if *value > best.0 {
                *best = (*value, plan);
            }
        }
    }
    let mut mean = 0.0;
    for (plan, of) in plans.iter().enumerate() {
        let first: Vec<f64> = best.iter().zip(&chances).map(|((_, of), chance)| if *of == plan { *chance } else { 0.0 }).collect();
        turn.value(&of.ends, 0.0);
        let mut last: Vec<Vec<f64>> = of.ends.iter().map(|ends| vec![0.0; ends.len()]).collect();
        turn.follow(&first, &of.ends, &mut last);
        for (placed, chance) in of.placed.iter().flatten().zip(last.iter().flatten()).filter(|(_, chance)| **chance > 0.0) {
            let mut next = at.clone();
            next[placed.of.column] = placed.to;
            mean += chance * (placed.points + follow(game, solved, player, &next, nth + 1, known));
        }
    }
    known.insert(at.clone(), mean);
    mean
}

fn solve(game: &Game, steps: usize) -> Solved {
    let effort = Effort { run: Run::new().threads(1), states: 100_000, steps, games: 20, seed: 1 };
    game.solve(None, &effort, &mut |_, _| true).unwrap()
}

/// The rules of a random small game.
fn random_game(random: &mut fastrand::Rng) -> String {
    let (dice, sides, rolls) = (random.u32(2..=3), random.u32(2..=4), random.u32(1..=3));
    let mut toml = format!("name = 'small'\ndice = {dice}\nsides = {sides}\nrolls = {rolls}\n");
    if random.bool() {
        toml += &format!("upper-bonus = {{ at = {}, points = {} }}\n", random.u32(1..=2), random.u32(1..=9));
    }
    let upper = random.u32(1..=2);
    for face in 1..=upper {
        toml += &format!("[[upper]]\nname = 'face-{face}'\nface = {face}\n");
    }
    if random.bool() {
        toml += "[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n";
        if rolls > 1 && random.bool() {
            toml += "points-by-throw = [9]\n";
        }
    }
    for column in 0..random.u32(1..=3).min(4 - upper) {
        let times = random.u32(1..=3);
        let order = random.choice(["any", "as-listed", "reversed"]).unwrap();
        toml += &format!("[[column]]\nname = 'c{column}'\ntimes = {times}\norder = '{order}'\n");
        toml += random.choice(["", "", "announced = true\n", "first-throw-only = true\n"]).unwrap();
    }
    toml
}

#[test]
fn the_optimum_of_small_games_lies_between_the_player_and_the_bound() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut above, mut below, mut several) = (0.0, 0.0, 0);
    for number in 0..200 {
        let toml = random_game(&mut random);
        let rules = ColumnGame::parse(&toml).unwrap_or_else(|error| panic!("{error}\n{toml}"));
        let game = Game::new(&rules, 1_000_000_000).unwrap();
        let mut plain = Plain::new(&rules);
        let optimum = plain.value(&plain.start());
        let solved = solve(&game, std::env::var("ST").map_or(60, |s| s.parse().unwrap()));
        let player = mean_of_player(&game, &solved);
        assert!(solved.bound > optimum - 1e-9, "{number}: bound {} below {optimum}\n{toml}", solved.bound);
        assert!(player < optimum + 1e-9, "{number}: player {player} above {optimum}\n{toml}");
        if rules.columns().len() == 1 {
            assert!((solved.bound - optimum).abs() < 1e-9 && (player - optimum).abs() < 1e-9, "{number}: {} {player} {optimum}\n{toml}", solved.bound);
        } else {
            above += solved.bound / optimum - 1.0;
            below += 1.0 - player / optimum;
            several += 1;
        }
    }
    let (above, below) = (above / f64::from(several), below / f64::from(several));
    println!("{several} games: the bound is {:.2}% above the optimum, the player {:.2}% below", 100.0 * above, 100.0 * below);
    assert!(above < 0.05 && below < 0.01, "{above} {below}");
}

#[test]
fn one_column_is_the_game_itself() {
    for name in ["yacht", "kniffel"] {
        let rules = RuleSet::builtin(name).unwrap();
        let toml = rules.toml().replace(&format!("name = \"{name}\""), "name = \"alone\"") + "\n[[column]]\nname = \"only\"\n";
        let game = Game::new(&ColumnGame::parse(&toml).unwrap(), 1_000_000_000).unwrap();
        let effort = Effort { run: Run::new(), states: 10, steps: 1, games: 20, seed: 1 };
        let solved = game.solve(None, &effort, &mut |_, _| true).unwrap();
        let exact = Solver::new(&rules).unwrap().solve().unwrap().expected_score();
        assert!((solved.bound - exact).abs() < 1e-9, "{name}: {} {exact}", solved.bound);
    }
}
