//! Functions of the final score, compared with the definition: plain expectimax over states and scores.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::{RollsAndHolds, at_the_end, builtin_table, listed, placements, rerolls, rules, small_rules};
use proptest::prelude::*;
use yahtzee_solver::advise::ObjectiveError;
use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::{MEMORY_LIMIT, UtilitySolver};
use yahtzee_solver::win::Live;
use yahtzee_solver::{
    Action, Advisor, Follower, Model, Objective, ObjectiveSolver, Points, Position, RerollsLeft, Roll, Rounds, RuleSet, Run, Scorecard,
    Solver, State, TurnOption, Utility,
};

/// The expected utility by definition. Upper totals are neither capped nor shared.
pub(crate) struct Twin<'a> {
    rules: RuleSet,
    utility: &'a Utility,
    throws: Rc<RollsAndHolds>,
    values: HashMap<(State, i32), f64>,
}

impl<'a> Twin<'a> {
    pub(crate) fn new(rules: &RuleSet, utility: &'a Utility) -> Twin<'a> {
        Twin { rules: listed(rules), utility, throws: Rc::new(RollsAndHolds::new(rules)), values: HashMap::new() }
    }

    pub(crate) fn value(&mut self, state: &State, score: i32) -> f64 {
        if let Some(value) = self.values.get(&(*state, score)) {
            return *value;
        }
        let value = if state.filled.count() == self.rules.category_count() {
            let earned = at_the_end(&self.rules, state);
            self.utility.of(score + earned.get() as i32)
        } else {
            let best = self.best(state, score);
            self.throws.mean_of_first(&best)
        };
        self.values.insert((*state, score), value);
        value
    }

    /// The worth of the best action with each first roll.
    fn best(&mut self, state: &State, score: i32) -> Vec<f64> {
        Rc::clone(&self.throws).best(rerolls(&self.rules, state), |roll, rerolls_left| {
            let placements = placements(&self.rules, state, roll, rerolls_left, true).into_iter();
            let worth = placements.map(|placement| self.value(&placement.next, score + (placement.points + placement.bonus).get() as i32));
            worth.fold(f64::MIN, f64::max)
        })
    }
}

/// Compares the values of every state that can follow the empty card, at every score up to the most.
fn assert_values_by_definition(rules: &RuleSet, utility: &Utility, step: usize) {
    let model = Arc::new(Model::new(rules, MEMORY_LIMIT).unwrap());
    let mut twin = Twin::new(rules, utility);
    for (_, state) in model.space().states().filter(|(_, state)| state.filled.count() < rules.category_count()).step_by(step) {
        let values = UtilitySolver::new(&model, utility).with(Run::new().threads(1)).work(&state, 0, 60).unwrap().solve().unwrap();
        for score in (0..=60).step_by(7) {
            let (found, wanted) = (values.value(score).unwrap(), twin.value(&state, score));
            let alone =
                UtilitySolver::new(&model, utility).with(Run::new().threads(1)).work(&state, score, score).unwrap().solve().unwrap();
            assert_eq!(alone.value(score), Some(found), "solving for one score leaves out only what cannot be reached");
            let scale = utility.highest().abs().max(utility.lowest().abs()).max(1.0);
            assert!((found - wanted).abs() < 1e-12 * scale, "{state:?} at {score}: {found} for {wanted}, {utility:?} in\n{}", rules.toml());
        }
    }
}

/// A random non-decreasing step function.
pub(crate) fn utilities() -> impl proptest::strategy::Strategy<Value = Utility> {
    let target = (0..150).prop_map(Utility::target);
    let steps = prop::collection::vec((0..30i32, 0.0..3.0f64), 1..8).prop_map(|steps| {
        let (mut score, mut worth) = (0, -2.0);
        let steps: Vec<(i32, f64)> = steps
            .into_iter()
            .map(|(points, more)| {
                score += points + 1;
                worth += more;
                (score, worth)
            })
            .collect();
        Utility::new(&steps).unwrap()
    });
    prop_oneof![target, steps]
}

/// A random function of the final score that falls somewhere.
pub(crate) fn falling_utilities() -> impl proptest::strategy::Strategy<Value = Utility> {
    let exactly = (0..60).prop_map(Utility::exactly);
    let fewest = Just(Utility::fewest(600));
    let falls = |worths: &Vec<f64>| worths[0] < 0.5 || worths.windows(2).any(|pair| pair[1] < pair[0]);
    let worths = prop::collection::vec(-1.0..2.0f64, 1..40).prop_filter("it never falls", falls);
    let any = (0..40i32, worths).prop_map(|(first, worths)| Utility::from_worths(0.5, first, worths));
    prop_oneof![exactly, fewest, any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Where more points may be worth less, any voluntary zero may be the best placement.
    #[test]
    fn random_utilities_of_small_rule_sets(toml in small_rules(), utility in prop_oneof![utilities(), falling_utilities()]) {
        let rules = RuleSet::parse(&toml).unwrap();
        prop_assume!(rules.category_count() <= 4 && rules.dice() <= 2 || rules.category_count() <= 2);
        assert_values_by_definition(&rules, &utility, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The options for an objective that may fall: every placement and every hold, each with the worth by definition; reasons follow the best.
    #[test]
    fn options_for_a_falling_utility(toml in small_rules(), utility in falling_utilities(), seed: usize) {
        let rules = RuleSet::parse(&toml).unwrap();
        prop_assume!(rules.category_count() <= 3 && rules.dice() <= 2);
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let mut twin = Twin::new(&rules, &utility);
        let index = seed % twin.throws.rolls.len();
        let roll = twin.throws.rolls[index];
        let card = Scorecard::new(&rules);
        let position = Position::new(card.clone(), roll, rules.rerolls()).unwrap();
        let solved = ObjectiveSolver::new(&table).solve(&Arc::new(Objective::Utility(utility.clone())), &card).unwrap();
        let advisor = Advisor::new(&table);
        let advice = advisor.advise_by(&position, &solved.worths).unwrap();
        let best = twin.best(&State::default(), 0)[index];
        prop_assert!((advice.best().worth.unwrap().value - best).abs() < 1e-12, "{:?} for {best}", advice.best());
        let mut placements = Vec::new();
        for category in rules.categories() {
            let points = rules.place(position.state(), &roll, rules.rerolls(), category);
            let zero = rules.place_zero(position.state(), &roll, rules.rerolls(), category);
            placements.extend(points.iter().copied());
            placements.extend(zero.ok().filter(|zero| points != Ok(*zero)));
        }
        for placement in &placements {
            let option = advice.option(&Action::Score(*placement)).expect("every placement is an option");
            let earns = if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
            let next = State { upper_total: earns, ..placement.next };
            let wanted = twin.value(&next, (placement.points + placement.bonus).get() as i32);
            prop_assert!((option.worth.unwrap().value - wanted).abs() < 1e-12, "{placement:?}: {option:?} for {wanted}");
        }
        let scored = advice.options.iter().filter(|option| matches!(option.action, Action::Score(_))).count();
        prop_assert_eq!(scored, placements.len());
        let reasons = advisor.reasons(&advice, None).unwrap();
        let mean = reasons.best.end.mean(|placement| solved.worths.after(placement).unwrap());
        prop_assert!((mean - best).abs() < 1e-9, "the ends of the turn: {mean} for {best}");
    }
}

#[test]
fn utilities_of_a_toy_game() {
    let pair = rules("pair");
    for utility in [Utility::target(20), Utility::new(&[(0, 0.0), (10, 1.0), (11, 1.5), (30, 9.0)]).unwrap()] {
        assert_values_by_definition(&pair, &utility, 1);
    }
}

/// Reasons in games where the first throw pays other points, where it may be the only throw, or where throws are saved.
#[test]
fn reasons_of_served_points() {
    let one = "name = 'p'\ndice = 1\nrolls = 1\n[[lower]]\nname = 'a'\nany = true\npoints = 5\nserved = 9\n";
    let saving = "name = 'p'\nrolls = 1\nsaved-throws = true\n[upper-bonus]\nat = 4\npoints = 13\n[[upper]]\nname = 'ones'\nface = 1\n\
                  [[lower]]\nname = 'alike'\ngroups = [3]\npoints = 25\nserved = 1\njoker = 32\n";
    for (toml, position) in [(one, "3 rerolls=0"), (saving, "13356 rerolls=0 ones=0")] {
        let rules = RuleSet::parse(toml).unwrap();
        let table = Solver::new(&rules).unwrap().solve().unwrap();
        let position = Position::parse(position, &rules).unwrap();
        for objective in
            [Objective::Target(Points::new(9)), Objective::Against(Opponents::new(vec![Opponent::New], 0, Ties::Half).unwrap())]
        {
            let solved = ObjectiveSolver::new(&table).solve(&Arc::new(objective), position.card()).unwrap();
            let advisor = Advisor::new(&table);
            let advice = advisor.advise_by(&position, &solved.worths).unwrap();
            let reasons = advisor.reasons(&advice, None).unwrap();
            assert_eq!(reasons.best.option, *advice.best());
        }
    }
}

/// A further n of a kind earns its bonus for a voluntary zero too. The advice leaves that zero out, but a question may be about it.
#[test]
fn voluntary_zeros_with_an_extra_bonus_have_a_worth() {
    let table = builtin_table("hasbro");
    let rules = table.rules();
    let card = "1s=3 2s=6 3s=9 4s=12 6s=18 3k=22 4k=24 y=50 ss=30 ls=40";
    let position = Position::parse(&format!("66666 rerolls=0 {card}"), rules).unwrap();
    let full_house = rules.category_named("full-house").unwrap();
    let zero = rules.place_zero(position.state(), &position.roll(), RerollsLeft::NONE, full_house).unwrap();
    assert_eq!((zero.points, zero.bonus), (Points::ZERO, Points::new(100)));
    let mut after = position.card().clone();
    after.write(&zero).unwrap();
    for target in [300, 330, 345, 360, 370] {
        let solver = ObjectiveSolver::new(table);
        let solved = solver.solve(&Arc::new(Objective::Target(Points::new(target))), position.card()).unwrap();
        let advisor = Advisor::new(table);
        let advice = advisor.advise_by(&position, &solved.worths).unwrap();
        let action = Action::Score(zero);
        assert!(advice.option(&action).is_none());
        let worth = advisor.value_of(&advice, &action).unwrap().worth.unwrap();
        let wanted = solver.value(&Utility::target(target as i32), &after).unwrap();
        assert!((worth.value - wanted).abs() < 1e-12, "{target}: {} for {wanted}", worth.value);
    }
}

/// Sums and differences of the largest worths stay finite, and so do those of worths near 0.
#[test]
fn worths_of_any_size() {
    let pair = rules("pair");
    let table = Solver::new(&pair).unwrap().solve().unwrap();
    let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY).unwrap()).unwrap();
    let card = Scorecard::new(&pair);
    let position = Position::parse("36 rerolls=1", &pair).unwrap();
    let advised = |scale: f64| {
        let utility = Utility::new(&[(0, -scale), (8, 0.25 * scale), (15, scale)]).unwrap();
        let exact = ObjectiveSolver::new(&table).turn(&utility, &card).unwrap();
        let fast = live.turn(&live.standing(&card).unwrap(), &utility).unwrap();
        [exact, fast].map(|worths| {
            let advice = Advisor::new(&table).advise_by(&position, &Arc::new(worths)).unwrap();
            let worth = |option: &TurnOption| option.worth.map(|worth| [worth.value / scale, worth.loss / scale]).unwrap();
            advice.options.iter().map(|option| (option.action, worth(option))).collect::<Vec<_>>()
        })
    };
    let wanted = advised(1.0);
    for scale in [Utility::MOST_WORTH, 1e200, 1e39, 1e-9, 1e-200] {
        for (found, wanted) in advised(scale).iter().flatten().zip(wanted.iter().flatten()) {
            assert_eq!(found.0, wanted.0, "at {scale:e}");
            found
                .1
                .iter()
                .zip(wanted.1)
                .for_each(|(found, wanted)| assert!((found - wanted).abs() < 1e-9, "{found} for {wanted} at {scale:e}"));
        }
    }
}

/// Every value that the types allow gives an answer or an error.
#[test]
fn extreme_scores_and_states_are_harmless() {
    let pair = rules("pair");
    let model = Arc::new(Model::new(&pair, MEMORY_LIMIT).unwrap());
    let empty = State::default();
    for (target, chance) in [(i32::MIN, 1.0), (i32::MAX, 0.0)] {
        let utility = Utility::target(target);
        // Scores outside of a hundred million are left out, on both sides.
        for (low, high, inside) in [(i32::MIN, -99_999_990, -100_000_000), (0, 0, 0), (99_999_990, i32::MAX, 100_000_000)] {
            let values = UtilitySolver::new(&model, &utility).work(&empty, low, high).unwrap().solve().unwrap();
            assert_eq!(values.value(inside), Some(chance));
            assert_eq!((values.value(i32::MIN), values.value(i32::MAX)), (None, None));
        }
        let none = UtilitySolver::new(&model, &utility).work(&empty, 5, 4).unwrap().solve().unwrap();
        assert_eq!(none.value(5), None);
        let full = State { filled: Filled::all(pair.category_count()), ..empty };
        let unknown = State { filled: Filled::all(30), ..empty };
        for state in [full, unknown] {
            assert!(UtilitySolver::new(&model, &utility).bytes_needed(&state, 0, 0).is_err());
            assert!(UtilitySolver::new(&model, &utility).work(&state, 0, 0).is_err());
        }
    }
}

/// The chance before the first roll of a game, and the best one of each first roll, from the advice.
fn chance_of_advice(solver: &ObjectiveSolver<'_>, objective: &Arc<Objective>, rules: &RuleSet) -> f64 {
    let table = Solver::new(rules).unwrap().solve().unwrap();
    let solved = solver.solve(objective, &Scorecard::new(rules)).unwrap();
    let worth = |roll: Roll| {
        let position = Position::new(Scorecard::new(rules), roll, rules.rerolls()).unwrap();
        Advisor::new(&table).advise_by(&position, &solved.worths).unwrap().best().worth.unwrap().value
    };
    let throws = RollsAndHolds::new(rules);
    throws.mean_of_first(&throws.rolls.iter().map(|roll| worth(*roll)).collect::<Vec<_>>())
}

/// In a game of several rounds, the worth of the first round includes the last one.
#[test]
fn rounds_are_solved_from_the_last_one() {
    let toml = rules("pair").toml().replacen("title =", "max-rounds = 3\ntitle =", 1).replace("\"pair\"", "\"pairs\"");
    let rules = RuleSet::parse(&toml).unwrap();
    let table = Solver::new(&rules).unwrap().solve().unwrap();
    let most = (rules.most_points() * rules.category_count() as u32 + rules.most_at_the_end()).get() as i32;
    for (target, rounds, earlier) in [(30, 2, 0), (45, 3, 0), (60, 3, 13)] {
        let last = Utility::target(target);
        // Compares with the value of the empty card at every score with which the round may begin.
        let mut after_round = last;
        let round = if earlier == 0 { 1 } else { 2 };
        for _ in round..rounds {
            let mut twin = Twin::new(&rules, &after_round);
            let steps: Vec<(i32, f64)> = (0..=rounds * most).map(|score| (score, twin.value(&State::default(), score))).collect();
            let mut highest = 0.0;
            let steps: Vec<(i32, f64)> = steps
                .into_iter()
                .map(|(score, worth)| {
                    highest = worth.max(highest);
                    (score, highest)
                })
                .collect();
            after_round = Utility::new(&steps).unwrap();
        }
        let wanted = Twin::new(&rules, &after_round).value(&State::default(), earlier);
        let totals = if earlier == 0 { vec![] } else { vec![Points::new(earlier as u32)] };
        let game = Rounds::new(&rules, rounds as u8, round as u8, totals).unwrap();
        let solver = ObjectiveSolver::new(&table).rounds(&game);
        let objective = Arc::new(Objective::Target(Points::new(target as u32)));
        let found = chance_of_advice(&solver, &objective, &rules);
        assert!((found - wanted).abs() < 1e-12, "{target} in {rounds} rounds: {found} for {wanted}");
        assert!(wanted > 0.01 && wanted < 0.99, "{wanted}");
    }
}

/// The best chance to win against opponents, compared with playing against the distribution of each of them.
#[test]
fn the_best_response_to_opponents() {
    let pair = rules("pair");
    let table = Solver::new(&pair).unwrap().solve().unwrap();
    let fresh = Follower::new(&table).statistics(&Scorecard::new(&pair)).unwrap().score;
    let begun = pair.categories().next().map(|category| format!("{}={}", pair.category(category).name, pair.possible_points(category)[1]));
    let begun = Scorecard::parse(&begun.unwrap(), &pair).unwrap();
    let of_begun = Follower::new(&table).statistics(&begun).unwrap().score;
    for ties in [Ties::Win, Ties::Half, Ties::Lose] {
        let opponents =
            Opponents::new(vec![Opponent::Card(begun.clone()), Opponent::New, Opponent::Score(Points::new(9))], 1, ties).unwrap();
        let mut steps = Vec::new();
        for score in 0..=200u32 {
            let below = |limit: u32| {
                let chance = |scores: &yahtzee_solver::Distribution| -> f64 {
                    scores.iter().filter(|(other, _)| *other < Points::new(limit)).map(|(_, chance)| chance).sum()
                };
                if 9 < limit { chance(&fresh) * chance(&fresh) * chance(&of_begun) } else { 0.0 }
            };
            let worth: f64 = below(score) + ties.worth() * (below(score + 1) - below(score));
            steps.push((score as i32, worth.max(steps.last().map_or(0.0, |(_, before)| *before))));
        }
        let utility = Utility::new(&steps).unwrap();
        let wanted = Twin::new(&pair, &utility).value(&State::default(), 0);
        let found = chance_of_advice(&ObjectiveSolver::new(&table), &Arc::new(Objective::Against(opponents)), &pair);
        assert!((found - wanted).abs() < 1e-12, "{ties:?}: {found} for {wanted}");
    }
}

/// The chance of a card to win, and the chance if the opponents' scores are known, compared with playing against each of them.
#[test]
fn cards_are_worth_their_chances() {
    let pair = rules("pair");
    let table = Solver::new(&pair).unwrap().solve().unwrap();
    let (empty, solver) = (Scorecard::new(&pair), ObjectiveSolver::new(&table));
    let fresh = Follower::new(&table).statistics(&empty).unwrap().score;
    for (named, ties) in [(vec![Opponent::New], Ties::Half), (vec![Opponent::New, Opponent::Score(Points::new(12))], Ties::Lose)] {
        let known = if named.len() > 1 { 12 } else { 0 };
        let opponents = Opponents::new(named, 0, ties).unwrap();
        let mut told = 0.0;
        for (score, chance) in fresh.iter() {
            let best = score.get().max(known) as i32;
            let beat = Utility::new(&[(0, 0.0), (best, ties.worth()), (best + 1, 1.0)]);
            let beat = beat.unwrap_or_else(|_| Utility::new(&[(0, ties.worth()), (1, 1.0)]).unwrap());
            told += chance * Twin::new(&pair, &beat).value(&State::default(), 0);
        }
        let foreseen = solver.foreseen(&opponents, &empty).unwrap();
        assert!((foreseen - told).abs() < 1e-12, "{foreseen} for {told}");
        let utility = solver.utility(&Objective::Against(opponents)).unwrap();
        let blind = solver.value(&utility, &empty).unwrap();
        assert!((blind - Twin::new(&pair, &utility).value(&State::default(), 0)).abs() < 1e-12);
        assert!(blind < foreseen);
    }
    let all: Vec<String> = pair.categories().map(|category| format!("{}=0", pair.category(category).name)).collect();
    let full = Scorecard::parse(&all.join(" "), &pair).unwrap();
    let zero = Opponents::new(vec![Opponent::Score(Points::ZERO)], 0, Ties::Half).unwrap();
    assert_eq!(solver.foreseen(&zero, &full).unwrap(), 0.5);
    assert_eq!(solver.value(&solver.utility(&Objective::Against(zero)).unwrap(), &full).unwrap(), 0.5);
}

#[test]
fn objectives_without_a_solution_are_errors() {
    let [pair, hasbro] = ["pair", "hasbro"].map(rules);
    let table = Solver::new(&pair).unwrap().solve().unwrap();
    let target = Arc::new(Objective::Target(Points::new(20)));
    let solve = |solver: ObjectiveSolver<'_>, card: &Scorecard| solver.solve(&target, card).map(|_| ()).unwrap_err();
    assert!(matches!(solve(ObjectiveSolver::new(&table), &Scorecard::new(&hasbro)), ObjectiveError::OtherRules(_)));
    assert!(matches!(
        solve(ObjectiveSolver::new(&table).with(Run::new().memory(10)), &Scorecard::new(&pair)),
        ObjectiveError::TooLarge { limit: 10, .. }
    ));
    let all: Vec<String> = pair.categories().map(|category| format!("{}=0", pair.category(category).name)).collect();
    let full = Scorecard::parse(&all.join(" "), &pair).unwrap();
    assert!(matches!(solve(ObjectiveSolver::new(&table), &full), ObjectiveError::State(_)));
    // A full card is an opponent like any other.
    let against = Arc::new(Objective::Against(Opponents::new(vec![Opponent::Card(full)], 0, Ties::Half).unwrap()));
    let solved = ObjectiveSolver::new(&table).solve(&against, &Scorecard::new(&pair)).unwrap();
    let position = Position::parse("11", &pair).unwrap();
    assert!(Advisor::new(&table).advise_by(&position, &solved.worths).unwrap().best().worth.unwrap().value > 0.5);
}
