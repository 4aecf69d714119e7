//! Tests of the exact value of strategies.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::dice::{Dice, RerollsLeft};
use crate::evaluate::{Evaluator, Follower, SampledTurns};
use crate::game::{Action, Position, Scorecard};
use crate::rules::{Points, RuleSet, State};
use crate::solve::{MEMORY_LIMIT, Model, ValueTable};
use crate::strategy::{ChancesError, LookaheadStrategy, MixedStrategy, Mixture, OptimalStrategy, Pure, TurnChances, Uniform};
use crate::testing::{card_after, numbers, table, throw};

/// Acts at random, with different chances in every position; often a single action is certain.
struct Whims(Arc<Model>, u64);

impl Whims {
    fn actions(&self, position: &Position) -> Vec<(Action, f64)> {
        let mut hasher = DefaultHasher::new();
        (self.1, position.state(), position.roll(), position.rerolls_left()).hash(&mut hasher);
        let mut random = numbers(hasher.finish());
        let actions: Vec<Action> = position.actions().collect();
        let one = actions[random() % actions.len()];
        if random().is_multiple_of(2) {
            return vec![(one, 1.0)];
        }
        let shares: Vec<f64> = actions.iter().map(|_| (random() % 4) as f64).collect();
        let sum: f64 = shares.iter().sum();
        if sum == 0.0 { vec![(one, 1.0)] } else { actions.into_iter().zip(shares.iter().map(|share| share / sum)).collect() }
    }
}

impl MixedStrategy for Whims {
    fn rules(&self) -> &RuleSet {
        self.0.rules()
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        let Some(card) = crate::evaluate::example_card(&Scorecard::new(self.rules()), state) else {
            return uniform(&self.0, state, turn);
        };
        for rerolls_left in turn.throws() {
            for roll in self.0.rolls() {
                let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
                for (action, share) in self.actions(&position) {
                    turn.act(&roll, rerolls_left, &action, share).unwrap();
                }
            }
        }
    }
}

fn uniform(model: &Arc<Model>, state: &State, turn: &mut TurnChances) {
    Uniform::new(model.rules()).chances(state, turn);
}

/// The ends of the games from a card on, by plain recursion: each final card with its chance.
fn ends(whims: &Whims, card: &Scorecard, chance: f64, end: &mut impl FnMut(&Scorecard, f64)) {
    if card.is_full() {
        return end(card, chance);
    }
    let mut placed: HashMap<_, f64> = HashMap::new();
    let first = throw(whims.rules(), Dice::NONE);
    for (roll, share) in first {
        turn(whims, card, roll, card.rerolls().get(), share, &mut placed);
    }
    for (placement, share) in placed {
        let mut next = card.clone();
        next.write(&placement).unwrap();
        ends(whims, &next, chance * share, end);
    }
}

fn turn(whims: &Whims, card: &Scorecard, roll: crate::Roll, rerolls: u8, chance: f64, placed: &mut HashMap<crate::Placement, f64>) {
    let position = Position::new(card.clone(), roll, RerollsLeft::new(rerolls).unwrap()).unwrap();
    for (action, share) in whims.actions(&position) {
        match action {
            Action::Score(placement) => *placed.entry(placement).or_insert(0.0) += chance * share,
            Action::Hold(hold) if share > 0.0 => {
                for (roll, part) in throw(whims.rules(), *hold) {
                    turn(whims, card, roll, rerolls - 1, chance * share * part, placed);
                }
            }
            Action::Hold(_) => {}
        }
    }
}

#[test]
fn whims_are_worth_what_the_definition_says() {
    check_whims([(5, 0, 1), (5, 1, 2), (4, 2, 4), (4, 3, 6)]);
}

#[test]
#[ignore = "deep"]
fn whims_over_long_games_are_worth_what_the_definition_says() {
    check_whims([(4, 1, 3), (4, 2, 5)]);
}

/// Checks cards of a small game: its number, how many categories are filled, and the seed of the card.
fn check_whims(cards: impl IntoIterator<Item = (usize, usize, u64)>) {
    for (number, filled, seed) in cards {
        let table = table(number);
        let rules = table.rules();
        let card = card_after(rules, filled, &mut numbers(seed));
        let whims = Whims(Arc::new(Model::apart(rules, MEMORY_LIMIT).unwrap()), seed);
        let evaluator = Evaluator::new(&whims).unwrap();
        let values = evaluator.values().unwrap();
        let statistics = evaluator.statistics(&card).unwrap();
        let mut score: HashMap<Points, f64> = HashMap::new();
        let mut mean = 0.0;
        let mut extra = 0.0;
        ends(&whims, &card, 1.0, &mut |end, chance| {
            *score.entry(end.score()).or_insert(0.0) += chance;
            mean += f64::from(end.score()) * chance;
            extra += f64::from(end.extra_points()) * chance;
        });
        let value = values.value(&card.state()).unwrap();
        let so_far = f64::from(card.written_score());
        assert!((value + so_far - mean).abs() < 1e-10, "{card}: {} for {mean}", value + so_far);
        for (points, chance) in score {
            assert!((statistics.score.probability(points) - chance).abs() < 1e-12, "{card}: {points}");
        }
        assert!((statistics.extra_bonus.mean - extra).abs() < 1e-10);
        assert!((statistics.score.mean() - mean).abs() < 1e-10);
        // The parts of the loss add up to the optimum less the value.
        let losses = evaluator.losses(table, &card).unwrap();
        let lost = table.value(&card.state()).unwrap() - value;
        assert!((losses.total - lost).abs() < 1e-10, "{card}: {} for {lost}", losses.total);
        assert!((losses.by_turn.iter().sum::<f64>() - lost).abs() < 1e-10);
        assert!((losses.by_rerolls_left.iter().sum::<f64>() - lost).abs() < 1e-10);
        let by_category: f64 = losses.by_category.iter().map(|(_, loss)| loss).sum();
        assert!((by_category + losses.by_holds - lost).abs() < 1e-10);
        // The examples continue the card.
        for habit in &losses.habits {
            let example = habit.position.card();
            assert!(card.filled().all(|(category, points)| example.get(category) == Some(points)), "{card}: {example}");
            assert_eq!(example.extra(), card.extra());
        }
    }
}

#[test]
fn the_optimum_as_a_strategy_is_the_table_and_its_statistics() {
    check_optimum(&[4, 5]);
}

#[test]
#[ignore = "deep"]
fn the_optimum_as_a_strategy_is_the_table_and_its_statistics_in_more_games() {
    check_optimum(&[2]);
}

fn check_optimum(games: &[usize]) {
    for &number in games {
        let table = table(number);
        let optimal = Pure(OptimalStrategy::new(table));
        let evaluator = Evaluator::new(&optimal).unwrap();
        let values = evaluator.values().unwrap();
        for (_, state, value) in table.iter() {
            assert!((values.value(&state).unwrap() - value).abs() < 1e-9);
        }
        let card = Scorecard::new(table.rules());
        let [mixed, followed] = [evaluator.statistics(&card).unwrap(), Follower::new(table).statistics(&card).unwrap()];
        for (points, chance) in followed.score.iter() {
            assert!((mixed.score.probability(points) - chance).abs() < 1e-12);
        }
        for (mine, theirs) in mixed.categories.iter().zip(&followed.categories) {
            assert!((mine.points.mean() - theirs.points.mean()).abs() < 1e-12);
            assert!(mine.turns.iter().zip(&theirs.turns).all(|(mine, theirs)| (mine - theirs).abs() < 1e-12));
        }
        let losses = evaluator.losses(table, &card).unwrap();
        assert!(losses.total.abs() < 1e-9 && losses.habits.is_empty(), "{losses:?}");
    }
}

/// Hides that a strategy looks ahead, so that its turns are computed one by one.
struct OneByOne(LookaheadStrategy);

impl MixedStrategy for OneByOne {
    fn rules(&self) -> &RuleSet {
        MixedStrategy::rules(&self.0)
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        self.0.chances(state, turn);
    }
}

/// Turns chosen together by estimates, with many ties, equal the turns chosen one by one.
#[test]
fn estimates_choose_the_same_turns_together() {
    for number in [4, 5] {
        let model = Arc::new(Model::apart(table(number).rules(), MEMORY_LIMIT).unwrap());
        let mut random = numbers(number as u64);
        let mut card = Scorecard::new(model.rules());
        for _ in 0..3 {
            let seed = random();
            let ahead = LookaheadStrategy::new(&model, |state| {
                let of_row = numbers((seed ^ state.filled.count() << 1 ^ usize::from(state.flag)) as u64)() % 8;
                of_row as f64 - f64::from(state.upper_total) * 0.5
            });
            let ahead = ahead.unwrap();
            let one_by_one = OneByOne(ahead.clone());
            let [together, one_by_one]: [&dyn MixedStrategy; 2] = [&ahead, &one_by_one];
            let [first, second] = [together, one_by_one].map(|strategy| {
                let evaluator = Evaluator::with_model(&model, strategy).unwrap();
                (evaluator.values().unwrap().value(&card.state()).unwrap(), evaluator.statistics(&card).unwrap().score)
            });
            assert!((first.0 - second.0).abs() < 1e-10);
            assert!(first.1.iter().all(|(points, chance)| (second.1.probability(points) - chance).abs() < 1e-12));
            card = card_after(model.rules(), 2, &mut random);
        }
    }
}

#[test]
fn estimates_that_fall_too_fast_are_refused() {
    let error = LookaheadStrategy::new(table(4).model(), |state| -2.0 * f64::from(state.upper_total)).unwrap_err();
    let said =
        "the estimate falls by 24 where 12 points are written and not 0, after 3 categories: it may not fall by more than these points";
    assert_eq!(error.to_string(), said);
    assert_eq!((error.state.upper_total, error.more.upper_total), (Points::ZERO, Points::new(12)));
    // A Yahtzee with its points may not be worth less than one with 0, apart from these 50.
    let hasbro = table(0).model();
    assert!(LookaheadStrategy::new(hasbro, |state| if state.flag { -50.0 } else { 0.0 }).is_ok());
    let error = LookaheadStrategy::new(hasbro, |state| if state.flag { -50.5 } else { 0.0 }).unwrap_err();
    assert_eq!((error.points, error.fall, error.state.flag, error.more.flag), (Points::new(50), 50.5, false, true));
}

/// The expected score of greedy play, and of greedy play that chooses the worst and the best of actions that score alike.
fn greedy_play(table: &ValueTable) -> [f64; 3] {
    let greedy = LookaheadStrategy::greedy(table.model());
    let evaluator = Evaluator::new(&greedy).unwrap();
    let values = evaluator.values().unwrap();
    let card = Scorecard::new(table.rules());
    let statistics = evaluator.statistics(&card).unwrap();
    assert!((statistics.score.mean() - values.expected_score()).abs() < 1e-9);
    let losses = evaluator.losses(table, &card).unwrap();
    assert!((losses.total - (table.expected_score() - values.expected_score())).abs() < 1e-9);
    let [worst, best] = [false, true].map(|highest| {
        let greedy = LookaheadStrategy::greedy_with_ties(table, highest);
        evaluator.another(&greedy).unwrap().values().unwrap().expected_score()
    });
    [values.expected_score(), worst, best]
}

#[test]
fn greedy_play_lies_between_its_ties() {
    let [greedy, worst, best] = greedy_play(table(4));
    assert!(worst < greedy && greedy < best, "{worst} {greedy} {best}");
}

/// The published 218.05 lies between the worst way to choose and the best.
#[test]
#[ignore = "deep"]
fn greedy_play_in_hasbro() {
    let [greedy, worst, best] = greedy_play(table(0));
    assert!((greedy - 217.304566).abs() < 1e-6, "{greedy}");
    assert!(worst < 217.30 && 218.05 < best, "{worst} {best}");
}

/// If the chance of the second strategy is 0 or 1, the mixture equals one of its strategies.
#[test]
fn mixtures_lie_between_their_strategies() {
    let table = table(5);
    let [optimal, uniform]: [Box<dyn MixedStrategy>; 2] =
        [Box::new(Pure(OptimalStrategy::new(table))), Box::new(Uniform::new(table.rules()))];
    let value = |strategy: &dyn MixedStrategy| Evaluator::new(strategy).unwrap().values().unwrap().expected_score();
    let mixed: Vec<f64> = [0.0, 0.3, 1.0].map(|chance| value(&Mixture::new(&*optimal, &*uniform, chance).unwrap())).into();
    assert!((mixed[0] - value(&*optimal)).abs() < 1e-12);
    assert!((mixed[2] - value(&*uniform)).abs() < 1e-12);
    assert!(mixed[2] < mixed[1] && mixed[1] < mixed[0]);
    assert!(Mixture::new(&*optimal, &*uniform, 1.5).is_err());
    let other = Uniform::new(&RuleSet::builtin("crag").unwrap());
    assert!(matches!(Mixture::new(&*optimal, &other, 0.5), Err(ChancesError::OtherRules(_))));
}

/// A strategy that returns no actions.
struct Silent(RuleSet);

impl MixedStrategy for Silent {
    fn rules(&self) -> &RuleSet {
        &self.0
    }

    fn chances(&self, _: &State, _: &mut TurnChances) {}
}

#[test]
fn wrong_chances_are_refused() {
    let rules = table(5).rules();
    let silent = Silent(rules.clone());
    let evaluator = Evaluator::new(&silent).unwrap();
    assert!(evaluator.values().unwrap_err().to_string().starts_with("the shares of the actions add up to 0, not to 1"));
    assert!(evaluator.statistics(&Scorecard::new(rules)).is_err());
    let model = Arc::new(Model::apart(rules, MEMORY_LIMIT).unwrap());
    let mut turn = TurnChances::new(&model);
    turn.begin(&State::default());
    let roll = model.rolls().next().unwrap();
    let placement = rules.placements(&State::default(), &roll, RerollsLeft::NONE).next().unwrap();
    assert!(matches!(turn.act(&roll, RerollsLeft::NONE, &Action::Score(placement), 1.5), Err(ChancesError::Share { .. })));
    let hold = Action::Hold(roll.holds()[0]);
    assert!(matches!(turn.act(&roll, RerollsLeft::NONE, &hold, 1.0), Err(ChancesError::NotAllowed { .. })));
}

/// A large sample of a strategy's turns estimates its loss, and another strategy's loss in the same turns.
#[test]
fn a_sample_estimates_the_loss() {
    let table = table(4);
    let greedy = LookaheadStrategy::greedy(table.model());
    let evaluator = Evaluator::new(&greedy).unwrap();
    let lost = evaluator.losses(table, &Scorecard::new(table.rules())).unwrap().total;
    let mut turns = SampledTurns::new(&evaluator, table, 20_000, 0.5).unwrap();
    let estimate = turns.loss(&greedy).unwrap();
    assert!((estimate - lost).abs() < 0.002 * lost, "{estimate} for {lost}");
    assert!(turns.loss(&Pure(OptimalStrategy::new(table))).unwrap().abs() < 1e-9);
}
