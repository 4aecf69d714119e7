//! Voluntary zeros: if one gains, all code that chooses an action allows it.

use std::collections::HashMap;
use std::sync::OnceLock;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rayon::prelude::*;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::{
    Action, Advice, Advisor, Category, Dice, Follower, Game, OptimalStrategy, Placement, Points, Position, RerollsLeft, Review, Roll,
    RuleSet, Seed, Simulation, State, Strategy as _, ValueTable,
};

use crate::common::{
    Numbers, RollsAndHolds, Twin, at_the_end, placements, random_game, rerolls, rules_that_favour_zeros, small_rules, solve,
};

/// The same 500 random rule sets each time, all of which favour zeros, with their tables.
fn tables() -> &'static [ValueTable] {
    static TABLES: OnceLock<Vec<ValueTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut random = TestRunner::deterministic();
        let mut rules = || RuleSet::parse(&rules_that_favour_zeros().new_tree(&mut random).unwrap().current()).unwrap();
        (0..500).map(|_| solve(&rules())).collect()
    })
}

#[test]
fn every_state_has_the_value_that_the_definition_gives() {
    let found: Vec<(bool, Option<String>)> = tables().par_iter().map(by_definition).collect();
    let gains = found.iter().filter(|(gains, _)| *gains).count();
    let wrong: Vec<String> = found.into_iter().filter_map(|(_, wrong)| wrong).collect();
    println!("{gains} of the rule sets have a state in which a zero gains; {} have a wrong value", wrong.len());
    assert!(gains > 100, "only {gains} of the rule sets favour zeros");
    assert!(wrong.is_empty(), "{} of 500, such as {}", wrong.len(), wrong[0]);
}

/// Whether a zero gains in a state of a table, and the first value that is wrong.
fn by_definition(table: &ValueTable) -> (bool, Option<String>) {
    let rules = table.rules();
    let (mut twin, mut without) = (Twin::new(rules), Twin::without_zeros(rules));
    let states: Vec<_> = table.iter().map(|(_, state, value)| (state, value, twin.value(&state))).collect();
    let gains = states.iter().any(|(state, _, wanted)| without.value(state) < wanted - 1e-9);
    let wrong = states.iter().find(|(_, value, wanted)| (value - wanted).abs() >= 1e-9);
    (gains, wrong.map(|(state, value, wanted)| format!("{state:?}: {value} for {wanted} in\n{}", rules.toml())))
}

fn near(found: f64, wanted: f64, rules: &RuleSet) {
    assert!((found - wanted).abs() < 1e-9, "{found} for {wanted} in\n{}", rules.toml());
}

/// The value of a card is the mean of the best option over the first rolls, for each way to find the best option. Games that follow the strategy have
/// this mean score.
#[test]
fn the_action_advised_is_worth_what_the_state_is_worth() {
    let mut random = Numbers(1);
    let mut zeros = 0;
    for table in tables() {
        let (rules, advisor) = (table.rules(), Advisor::new(table));
        let turns = random.below(rules.category_count());
        let card = random_game(&mut random, rules, turns).card().clone();
        let turn = OptimalStrategy::new(table).turn(&card.state()).unwrap();
        let mut mean = 0.0;
        for roll in rules.all_rolls() {
            let position = Position::new(card.clone(), roll, card.rerolls()).unwrap();
            let advice = advisor.advise(&position).unwrap();
            let best = *advice.best();
            assert_eq!(turn.choose(&roll, card.rerolls()).unwrap(), best.action);
            assert_eq!(advisor.value_of(&advice, &best.action), Some(best));
            assert_eq!(advice.options.len(), position.actions().count());
            zeros += usize::from(check_gaining_zero(&advisor, &advice));
            mean += best.expected_final * rules.die().outcomes(&roll) as f64 / rules.game_dice().outcomes_after(&Dice::NONE) as f64;
        }
        let wanted = advisor.expected_final(&card).unwrap();
        near(mean, wanted, rules);
        let statistics = Follower::new(table).statistics(&card).unwrap();
        near(statistics.score.mean(), wanted, rules);
        let spreads = Follower::new(table).spread_table().unwrap();
        let spread = spreads.of(&card.state()).unwrap();
        near(spread.sd.powi(2), statistics.score.sd().powi(2), rules);
    }
    assert!(zeros > 100, "a voluntary zero is best only {zeros} times");
}

/// Checks the figures of the reasons if the best option is a voluntary zero. Returns whether it is.
fn check_gaining_zero(advisor: &Advisor<'_>, advice: &Advice) -> bool {
    let (best, position) = (advice.best().action, &advice.position);
    let zero = advisor.reasons(advice, None).unwrap().best.gaining_zero;
    assert_eq!(zero.is_some(), is_voluntary_zero(&best, position));
    if let (Some(zero), Action::Score(placement)) = (zero, best) {
        let rules = position.rules();
        let to_come = |placement: &Placement| {
            let mut card = position.card().clone();
            card.write(placement).unwrap();
            advisor.expected_remaining(&card).unwrap() + f64::from(card.score() - card.written_score())
        };
        let points = by_the_rules(position, &placement);
        assert_eq!(zero.given_up, points.points);
        near(zero.gained_later, to_come(&placement) - to_come(&points), rules);
        assert!(zero.gained_later > f64::from(zero.given_up));
    }
    zero.is_some()
}

fn is_voluntary_zero(action: &Action, position: &Position) -> bool {
    let Action::Score(placement) = action else { return false };
    placement.points == 0 && by_the_rules(position, placement).points > 0
}

/// The placement in the same category for the points of the rules.
fn by_the_rules(position: &Position, placement: &Placement) -> Placement {
    position.rules().place(position.state(), &position.roll(), position.rerolls_left(), placement.category).unwrap()
}

fn check_identity(review: &Review, game: &Game) {
    let Review { final_score, expected_at_start, luck, loss, .. } = *review;
    near(final_score, expected_at_start + luck - loss, game.rules());
    assert!(loss >= 0.0);
}

/// 200 random games: *final score = expected score at the start + luck - loss*.
#[test]
fn reviews_of_random_games_add_up() {
    let mut random = Numbers(2);
    let mut zeros = 0;
    for table in tables().iter().step_by(5).chain(tables().iter().step_by(5)) {
        let game = random_game(&mut random, table.rules(), table.rules().category_count());
        let review = Review::of(&game, table).unwrap();
        assert!(review.complete);
        assert_eq!(review.final_score, f64::from(game.score_so_far()));
        check_identity(&review, &game);
        assert_eq!(Game::parse(&game.to_string(), table.rules()).unwrap(), game);
        let decisions = review.turns.iter().flat_map(|turn| turn.decisions.iter().map(move |decision| (turn, decision)));
        for (turn, decision) in decisions {
            let position = Position::new(turn.card.clone(), decision.roll, decision.rerolls_left).unwrap();
            zeros += usize::from(is_voluntary_zero(&decision.best.action, &position));
        }
    }
    assert!(zeros > 30, "a voluntary zero is best only {zeros} times");
}

/// A simulated game loses nothing, and its text shows where a zero was written.
#[test]
fn simulated_games_lose_nothing() {
    for table in tables().iter().step_by(10) {
        let simulation = Simulation::new(table, 5, Seed::new(3));
        let mut scores = Points::ZERO;
        simulation
            .run_logged(|game| {
                let review = Review::of(game, table).unwrap();
                near(review.loss, 0.0, table.rules());
                check_identity(&review, game);
                assert_eq!(Game::parse(&game.to_string(), table.rules()).unwrap(), *game);
                scores += game.score_so_far();
                Ok::<(), yahtzee_solver::solve::Stopped>(())
            })
            .unwrap();
        near(simulation.run().unwrap().mean(), f64::from(scores) / 5.0, table.rules());
    }
}

/// The best chance that the points to come are at least n, for each n: plain expectimax, for each n separately.
struct Chances<'a> {
    rules: &'a RuleSet,
    zeros: bool,
    throws: RollsAndHolds,
}

/// An upper bound of the points in these games.
const MOST: usize = 400;

impl Chances<'_> {
    fn from(&self, state: &State, known: &mut HashMap<State, Vec<f64>>) -> Vec<f64> {
        if let Some(chances) = known.get(state) {
            return chances.clone();
        }
        let chances: Vec<f64> = if state.filled.count() == self.rules.category_count() {
            let bonus = at_the_end(self.rules, state).get() as usize;
            (0..MOST).map(|needed| f64::from(u8::from(needed <= bonus))).collect()
        } else {
            let most = rerolls(self.rules, state);
            let mut scored: Vec<HashMap<Roll, Vec<f64>>> = Vec::new();
            for rerolls_left in (0..=most).map(|rerolls| RerollsLeft::new(rerolls).unwrap()) {
                let of_roll = |roll: &Roll| (*roll, self.scored(state, roll, rerolls_left, known));
                scored.push(self.throws.rolls.iter().map(of_roll).collect());
            }
            let best = |needed: usize| self.throws.best(most, |roll, left| scored[usize::from(left.get())][roll][needed]);
            (0..MOST).map(|needed| self.throws.mean_of_first(&best(needed))).collect()
        };
        known.insert(*state, chances.clone());
        chances
    }

    fn scored(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft, known: &mut HashMap<State, Vec<f64>>) -> Vec<f64> {
        let placements = placements(self.rules, state, roll, rerolls_left, self.zeros);
        let after = placements.iter().map(|placement| {
            let (next, earned) = (self.from(&placement.next, known), (placement.points + placement.bonus).get() as usize);
            (0..MOST).map(|needed| next[needed.saturating_sub(earned)]).collect()
        });
        after.reduce(highest).unwrap()
    }
}

fn highest(a: Vec<f64>, b: Vec<f64>) -> Vec<f64> {
    a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect()
}

/// The proof in [`RuleSet::zero_may_gain`] holds for the chance of every final score, and so for every non-decreasing function of it.
#[test]
fn where_no_zero_may_gain_none_raises_a_chance() {
    let mut random = TestRunner::deterministic();
    let mut proved = 0;
    while proved < 60 {
        let rules = RuleSet::parse(&small_rules().new_tree(&mut random).unwrap().current()).unwrap();
        let is_large = rules.dice() > 2 || rules.rolls() > 2 || rules.category_count() > 4;
        if is_large || rules.flag_category().is_none_or(|category| rules.zero_may_gain(category)) {
            continue;
        }
        proved += 1;
        let chances = |zeros| {
            let chances = Chances { rules: &rules, zeros, throws: RollsAndHolds::new(&rules) };
            chances.from(&State::default(), &mut HashMap::new())
        };
        assert!(chances(true).iter().zip(chances(false)).all(|(with, without)| with - without < 1e-12), "{}", rules.toml());
    }
}

/// The kernel relies on it: while the category of the n of a kind is open, one list of a roll's placements holds for every card.
#[test]
fn until_an_n_of_a_kind_is_filled_it_forces_nothing() {
    let mut compared = 0;
    for rules in RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()) {
        let Some(further) = rules.further().map(|further| further.category) else { continue };
        let choices = |filled: Filled, roll: &Roll| -> Vec<(Category, Points, Points)> {
            let state = State { filled, ..State::default() };
            let choices = rules.choices(&state, roll, RerollsLeft::NONE);
            choices.map(|placement| (placement.category, placement.points, placement.bonus)).collect()
        };
        for roll in rules.all_rolls().filter(|roll| rules.further_face(roll).is_some()) {
            let of_new_card = choices(Filled::NONE, &roll);
            for mask in (0..1 << rules.category_count()).step_by(7) {
                let filled = Filled::from_mask(mask);
                if filled.contains(further) {
                    continue;
                }
                let wanted = of_new_card.iter().copied().filter(|(category, ..)| !filled.contains(*category));
                // Of boxes filled alike the next one may be open here, and another on a new card.
                let found = choices(filled, &roll).into_iter().filter(|(category, ..)| rules.is_open(Filled::NONE, *category));
                assert_eq!(found.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{}: {roll} with {filled:?}", rules.name());
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
