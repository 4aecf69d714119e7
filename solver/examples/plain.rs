//! What the solver computes, without anything that makes it fast.
//!
//! A turn throws all dice, keeps some and throws the others again, as often as the rules allow, and ends when the dice are written into a category. The
//! solver finds the play with the most points on average. Three values define it:
//!
//! - a hold is worth the mean of the rolls that may follow;
//! - a roll is worth the best of its holds, if rerolls are left, and of its categories: the points, and what the next state is worth;
//! - a state between two turns is worth the hold of no dice; a full card is worth its bonuses.
//!
//! `cargo run --release --example plain` solves a game of three dice and four categories. With `-- --yahtzee` it solves Yahtzee, in seven minutes.

use std::collections::HashMap;

use yahtzee_solver::{Dice, RerollsLeft, Roll, RuleSet, Solver, State};

struct Plain<'a> {
    rules: &'a RuleSet,
    /// Every roll of all dice, such as 1 1 6 6 6.
    rolls: Vec<Roll>,
    /// For each roll its holds, such as 6 6 6: their places in `outcomes`.
    holds: Vec<Vec<usize>>,
    /// For each hold the rolls that may follow: their places in `rolls`, with their chances. The first hold keeps no dice.
    outcomes: Vec<Vec<(usize, f64)>>,
    /// The states whose value is known.
    values: HashMap<State, f64>,
}

impl<'a> Plain<'a> {
    fn new(rules: &'a RuleSet) -> Plain<'a> {
        let dice = rules.game_dice();
        let rolls: Vec<Roll> = rules.all_rolls().collect();
        let all_holds: Vec<Dice> = (0..dice.count()).flat_map(|kept| dice.all(kept)).collect();
        let holds_of = |roll: &Roll| (0..all_holds.len()).filter(|&hold| roll.contains(&all_holds[hold])).collect();
        let outcomes_of = |hold: &Dice| {
            let chance = |roll: &Roll| Some(dice.die().outcomes(&roll.minus(hold)?) as f64 / dice.outcomes_after(hold) as f64);
            (0..).zip(&rolls).filter_map(|(place, roll)| Some((place, chance(roll)?))).collect()
        };
        let holds = rolls.iter().map(holds_of).collect();
        let outcomes = all_holds.iter().map(outcomes_of).collect();
        Plain { rules, rolls, holds, outcomes, values: HashMap::new() }
    }

    /// The expected points still to come from a state.
    fn value(&mut self, state: &State) -> f64 {
        if let Some(&known) = self.values.get(state) {
            return known;
        }
        let is_full = state.filled.count() == self.rules.category_count();
        let value = if is_full { self.rules.at_the_end(state).into() } else { self.turn(state) };
        self.values.insert(*state, value);
        value
    }

    /// The value of a state before its turn. It goes from the end of the turn back to its first roll.
    fn turn(&mut self, state: &State) -> f64 {
        let mut rolls = self.scores(state, RerollsLeft::NONE);
        for rerolls_left in 1..=self.rules.rerolls_with(state.throws).get() {
            let holds: Vec<f64> = self.outcomes.iter().map(|outcomes| mean(outcomes, &rolls)).collect();
            let scores = self.scores(state, RerollsLeft::new(rerolls_left).expect("as many as the rules have"));
            let best = |(score, of_roll): (f64, &Vec<usize>)| of_roll.iter().map(|&hold| holds[hold]).fold(score, f64::max);
            rolls = scores.into_iter().zip(&self.holds).map(best).collect();
        }
        mean(&self.outcomes[0], &rolls)
    }

    /// The value of each roll if it is written now into the best category, for its points or for a 0.
    fn scores(&mut self, state: &State, rerolls_left: RerollsLeft) -> Vec<f64> {
        let rules = self.rules;
        let mut scores = Vec::new();
        for roll in self.rolls.clone() {
            let mut best = f64::MIN;
            for category in rules.categories() {
                let placements =
                    [rules.place(state, &roll, rerolls_left, category), rules.place_zero(state, &roll, rerolls_left, category)];
                for placement in placements.into_iter().flatten() {
                    best = best.max(f64::from(placement.points + placement.bonus) + self.value(&placement.next));
                }
            }
            scores.push(best);
        }
        scores
    }
}

/// The mean of the rolls that may follow a hold.
fn mean(outcomes: &[(usize, f64)], rolls: &[f64]) -> f64 {
    outcomes.iter().map(|&(roll, chance)| chance * rolls[roll]).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let is_yahtzee = std::env::args().any(|argument| argument == "--yahtzee");
    let rules = if is_yahtzee { RuleSet::builtin("hasbro")? } else { RuleSet::parse(include_str!("../tests/rules/pocket.toml"))? };
    let plain = Plain::new(&rules).value(&State::default());
    let solved = Solver::new(&rules)?.solve()?.expected_score();
    println!("{}: {plain:.9} points on average; the solver says {solved:.9}", rules.title());
    assert!((plain - solved).abs() < 1e-9);
    Ok(())
}
