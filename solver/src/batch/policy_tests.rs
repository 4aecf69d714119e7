//! A recorded strategy has the value of the strategy it records.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::advisor::BatchAdvisor;
use super::columns::{BatchError, BatchErrorKind, Positions, States};
use super::decisions::{Decision, DecisionColumns, Decisions};
use super::policy::RecordedPolicy;
use crate::dice::{Dice, Face, RerollsLeft, Roll};
use crate::evaluate::{EvaluateError, Evaluator};
use crate::game::Scorecard;
use crate::rules::{Category, RuleSet, State};
use crate::solve::{MEMORY_LIMIT, Model, Solver, ValueTable};
use crate::strategy::{ChancesError, MixedStrategy, Uniform};
use crate::testing::{card_after, numbers, table, throw};

fn apart(rules: &RuleSet) -> Arc<Model> {
    Arc::new(Model::apart(rules, MEMORY_LIMIT).unwrap())
}

/// The best actions of the positions from `first` on, at most this many.
fn best(table: &ValueTable, decisions: &Decisions, first: usize, most: usize) -> Vec<i64> {
    let count = most.min(decisions.len() - first);
    let (mut filled, mut upper_total, mut flag) = (vec![0; count], vec![0; count], vec![false; count]);
    let (mut saved, mut rerolls_left, mut dice) = (vec![0; count], vec![0; count], vec![0; count * decisions.numbers().dice()]);
    let mut columns = DecisionColumns {
        filled: &mut filled,
        upper_total: &mut upper_total,
        flag: &mut flag,
        saved: &mut saved,
        dice: &mut dice,
        rerolls_left: &mut rerolls_left,
    };
    assert_eq!(decisions.write(first, &mut columns), count);
    let states = States { filled: &filled, upper_total: &upper_total, flag: &flag, saved: Some(&saved) };
    let (mut actions, mut values) = (vec![0; count], vec![0.0; count]);
    let asked = Positions { states, dice: &dice, aside: None, rerolls_left: &rerolls_left };
    BatchAdvisor::new(table, decisions.numbers()).best_actions(&asked, &mut actions, &mut values).unwrap();
    actions
}

/// The shares of these actions, each certain.
fn sure(actions: &[i64], decisions: &Decisions) -> Vec<f64> {
    let numbers = decisions.numbers().count() as i64;
    actions.iter().flat_map(|&action| (0..numbers).map(move |number| f64::from(u8::from(number == action)))).collect()
}

/// The shares of a strategy that takes all actions with equal chances.
fn any(decisions: &Decisions, first: usize, most: usize) -> Vec<f64> {
    let actions = decisions.numbers().count();
    let mut allowed = vec![false; most * actions];
    let count = decisions.allowed(first, &mut allowed);
    let row = |row: &[bool]| {
        let sum = row.iter().filter(|allowed| **allowed).count() as f64;
        row.iter().map(|&allowed| if allowed { 1.0 / sum } else { 0.0 }).collect::<Vec<f64>>()
    };
    allowed.chunks(actions).take(count).flat_map(row).collect()
}

fn value(policy: &dyn MixedStrategy, model: &Arc<Model>) -> f64 {
    Evaluator::with_model(model, policy).unwrap().values().unwrap().expected_score()
}

#[test]
fn the_recorded_optimum_is_worth_the_table() {
    // Eight dice have more actions than a byte can number.
    let eight =
        "name = 'eight'\ndice = 8\nsides = 2\n[[upper]]\nname = 'twos'\nface = 2\n[[lower]]\nname = 'alike'\ngroups = [8]\npoints = 20\n";
    let eight = Solver::new(&RuleSet::parse(eight).unwrap()).unwrap().solve().unwrap();
    for table in [table(4), table(5), &eight] {
        let model = apart(table.rules());
        let mut policy = RecordedPolicy::new(Decisions::new(&model));
        while policy.answered() < policy.decisions().len() {
            let actions = best(table, policy.decisions(), policy.answered(), 99_991);
            policy.answer(&actions).unwrap();
        }
        let found = value(&policy, &model);
        assert!((found - table.expected_score()).abs() < 1e-9, "{}: {found}", table.rules().name());
        let mut shares = RecordedPolicy::new(Decisions::new(&model));
        while shares.answered() < shares.decisions().len() {
            let sure = sure(&best(table, shares.decisions(), shares.answered(), 9_991), shares.decisions());
            shares.answer_shares(&sure).unwrap();
        }
        assert_eq!(value(&shares, &model).to_bits(), found.to_bits());
        let losses = Evaluator::with_model(&model, &policy).unwrap().losses(table, &Scorecard::new(table.rules())).unwrap();
        assert!(losses.total.abs() < 1e-9);
    }
}

#[test]
fn recorded_chances_are_worth_those_of_the_strategy() {
    for table in [4, 5].map(table) {
        let model = apart(table.rules());
        let wanted = value(&Uniform::new(table.rules()), &model);
        for decisions in [Decisions::new(&model), Decisions::of_boxes(&model)] {
            let mut policy = RecordedPolicy::new(decisions);
            while policy.answered() < policy.decisions().len() {
                let shares = any(policy.decisions(), policy.answered(), 997);
                policy.answer_shares(&shares).unwrap();
            }
            let found = value(&policy, &model);
            assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }
}

#[test]
fn actions_and_chances_may_alternate() {
    let table = table(4);
    let model = apart(table.rules());
    let mut policy = RecordedPolicy::new(Decisions::new(&model));
    let mut shares = RecordedPolicy::new(Decisions::new(&model));
    for turn in 0.. {
        let answered = policy.answered();
        if answered == policy.decisions().len() {
            break;
        }
        let best = best(table, policy.decisions(), answered, 5_003);
        let sure = sure(&best, policy.decisions());
        shares.answer_shares(&sure).unwrap();
        if turn % 2 == 0 { policy.answer(&best) } else { policy.answer_shares(&sure) }.unwrap();
    }
    let found = value(&policy, &model);
    assert_eq!(found.to_bits(), value(&shares, &model).to_bits());
    assert!((found - table.expected_score()).abs() < 1e-9);
}

#[test]
fn the_memory_is_known_before_it_is_taken() {
    for (table, by_upper_total) in [4, 5, 6, 7].map(table).into_iter().flat_map(|table| [(table, true), (table, false)]) {
        let model = apart(table.rules());
        let decisions = if by_upper_total { Decisions::new(&model) } else { Decisions::of_boxes(&model) };
        let (needed, taken) = (Decisions::bytes_needed(&model, by_upper_total), RecordedPolicy::new(decisions).bytes());
        // A vector may take twice the room that it needs.
        assert!((needed..2 * needed).contains(&taken), "{needed} {taken}");
        let reached = RecordedPolicy::new(Decisions::reached(&model, &State::default(), by_upper_total));
        let at_first = Decisions::bytes_at_first(&model);
        assert!((at_first..at_first + 100).contains(&reached.bytes()));
    }
}

#[test]
fn wrong_answers_are_refused() {
    let model = apart(table(5).rules());
    let mut policy = RecordedPolicy::new(Decisions::new(&model));
    let actions = policy.decisions().numbers().count();
    let masks = policy.decisions().numbers().masks();
    // With no rerolls left nothing can be held.
    let not_allowed = |index, action| Err(BatchError::At { index, kind: BatchErrorKind::NotAllowed { action } });
    assert_eq!(policy.answer(&[masks as i64, 0]), not_allowed(1, 0));
    assert_eq!(policy.answer(&[-1]), not_allowed(0, -1));
    assert_eq!(policy.answer(&[actions as i64]), not_allowed(0, actions as i64));
    let many = vec![masks as i64; policy.decisions().len() + 1];
    assert!(matches!(policy.answer(&many), Err(BatchError::At { kind: BatchErrorKind::Ends, .. })));
    let share = |number: usize, share: f64| {
        let mut shares = vec![0.0; actions];
        shares[number] = share;
        shares
    };
    assert_eq!(policy.answer_shares(&share(0, 1.0)), not_allowed(0, 0));
    for wrong in [0.5, -1.0, 2.0, f64::NAN] {
        assert_eq!(policy.answer_shares(&share(masks, wrong)), Err(BatchError::At { index: 0, kind: BatchErrorKind::Shares }));
    }
    assert!(matches!(policy.answer_shares(&[0.0]), Err(BatchError::At { kind: BatchErrorKind::Ends, .. })));
    assert_eq!(policy.answered(), 0);
    // A strategy with missing answers has no value.
    assert!(Evaluator::with_model(&model, &policy).unwrap().values().is_err());
}

/// The actions of a player in a position: one or a few of the allowed ones, with shares, which depend only on what the player is asked.
type Whims = fn(&Decisions, &Decision<'_>) -> Vec<(usize, f64)>;

/// A number that depends on all of a position.
fn hash(decisions: &Decisions, decision: &Decision<'_>) -> usize {
    let Decision { state: State { filled, upper_total, flag, throws }, rerolls_left, roll } = *decision;
    let parts = [filled.mask(), upper_total.get(), (*flag).into(), (*throws).into(), rerolls_left.into(), roll as u32];
    assert!(roll < decisions.rolls.len());
    numbers(parts.iter().fold(7, |seed: u64, &part| seed.wrapping_mul(1_000_003).wrapping_add(part.into())))()
}

fn allowed(decisions: &Decisions, decision: &Decision<'_>) -> Vec<usize> {
    (0..decisions.numbers().count()).filter(|&number| decisions.is_allowed(decision, number)).collect()
}

/// Any action.
fn one(decisions: &Decisions, decision: &Decision<'_>) -> Vec<(usize, f64)> {
    let allowed = allowed(decisions, decision);
    vec![(allowed[hash(decisions, decision) % allowed.len()], 1.0)]
}

/// Two actions, which may be the same.
fn two(decisions: &Decisions, decision: &Decision<'_>) -> Vec<(usize, f64)> {
    let (allowed, hash) = (allowed(decisions, decision), hash(decisions, decision));
    let (first, second) = (allowed[hash % allowed.len()], allowed[hash / 100 % allowed.len()]);
    if first == second { vec![(first, 1.0)] } else { vec![(first, 0.25), (second, 0.75)] }
}

/// Always scores, so that no turn has a second throw.
fn hasty(decisions: &Decisions, decision: &Decision<'_>) -> Vec<(usize, f64)> {
    vec![(*allowed(decisions, decision).last().unwrap(), 1.0)]
}

fn record(decisions: Decisions, whims: Whims, most: usize) -> RecordedPolicy {
    let mut policy = RecordedPolicy::new(decisions);
    while policy.goes_on() {
        let decisions = policy.decisions();
        let asked: Vec<Vec<(usize, f64)>> =
            decisions.iter_from(policy.answered()).take(most).map(|decision| whims(decisions, &decision)).collect();
        if asked.iter().all(|actions| actions.len() == 1) {
            policy.answer(&asked.iter().map(|actions| actions[0].0 as i64).collect::<Vec<i64>>()).unwrap();
        } else {
            let mut shares = vec![0.0; asked.len() * decisions.numbers().count()];
            for (row, actions) in shares.chunks_exact_mut(decisions.numbers().count()).zip(&asked) {
                actions.iter().for_each(|&(number, share)| row[number] = share);
            }
            policy.answer_shares(&shares).unwrap();
        }
    }
    policy
}

/// The positions that a player reaches from a state on, by definition: it goes through every turn of every state with every outcome of the dice.
fn reached(decisions: &Decisions, start: &State, whims: Whims) -> BTreeSet<(State, u8, usize)> {
    let rules = &decisions.model.rules;
    let index_of: HashMap<Roll, usize> = decisions.rolls.iter().copied().zip(0..).collect();
    let (mut found, mut left) = (BTreeSet::new(), Vec::new());
    let turn = |state: State, left: &mut Vec<(State, u8, usize)>| {
        if state.filled.count() < rules.category_count() {
            let most = rules.rerolls_with(state.throws).get();
            left.extend(throw(rules, Dice::NONE).keys().map(|roll| (decisions.asked(&state), most, index_of[roll])));
        }
    };
    turn(*start, &mut left);
    while let Some(position) = left.pop() {
        if !found.insert(position) {
            continue;
        }
        let (state, rerolls_left, roll) = position;
        let decision = Decision { state: &state, rerolls_left, roll };
        for (number, _) in whims(decisions, &decision) {
            if let Some(index) = number.checked_sub(decisions.numbers().masks()) {
                let rerolls_left = RerollsLeft::new(rerolls_left).unwrap();
                let placement = rules.place(&state, &decisions.rolls[roll], rerolls_left, Category::from_index(index)).unwrap();
                turn(rules.after(&state, placement.category, placement.points, rerolls_left), &mut left);
            } else {
                let faces: Vec<Face> = decisions.rolls[roll].faces().collect();
                let kept = (0..faces.len()).filter(|die| number >> die & 1 == 1).fold(Dice::NONE, |kept, die| kept.with(faces[die]));
                left.extend(throw(rules, kept).keys().map(|roll| (state, rerolls_left - 1, index_of[roll])));
            }
        }
    }
    found
}

#[test]
fn the_reached_positions_are_those_of_the_players_games() {
    let mut random = numbers(3);
    for (table, turns) in [4, 5, 6, 7].map(table).into_iter().flat_map(|table| [(table, 0), (table, 1)]) {
        let model = apart(table.rules());
        let start = card_after(table.rules(), turns, &mut random).state();
        for (by_upper_total, whims) in [(true, one as Whims), (true, two), (true, hasty), (false, one), (false, two)] {
            let policy = record(Decisions::reached(&model, &start, by_upper_total), whims, 1009);
            let asked: Vec<(State, u8, usize)> =
                policy.decisions().iter_from(0).map(|decision| (*decision.state, decision.rerolls_left, decision.roll)).collect();
            let wanted = reached(policy.decisions(), &start, whims);
            assert_eq!(asked.len(), wanted.len(), "{}: no position twice", table.rules().name());
            assert_eq!(asked.into_iter().collect::<BTreeSet<_>>(), wanted, "{}", table.rules().name());
        }
    }
}

#[test]
fn a_player_asked_where_it_plays_is_worth_the_same_to_the_last_bit() {
    let mut random = numbers(4);
    for (table, turns) in [4, 5, 6, 7].map(table).into_iter().flat_map(|table| [(table, 0), (table, 1)]) {
        let model = apart(table.rules());
        let card = card_after(table.rules(), turns, &mut random);
        for (by_upper_total, whims) in [(true, one as Whims), (true, two), (true, hasty), (false, one), (false, two)] {
            let all = if by_upper_total { Decisions::new(&model) } else { Decisions::of_boxes(&model) };
            let policies = [all, Decisions::reached(&model, &card.state(), by_upper_total)].map(|decisions| record(decisions, whims, 997));
            let [asked_everywhere, asked] = policies.each_ref().map(RecordedPolicy::answered);
            // From a card on, states with fewer filled boxes are not asked about.
            assert!(asked < asked_everywhere || turns == 0);
            let [all, reached] = policies.each_ref().map(|policy| Evaluator::with_model(&model, policy).unwrap());
            let statistics = [&all, &reached].map(|evaluator| evaluator.statistics(&card).unwrap());
            assert_eq!(statistics[0], statistics[1]);
            let losses = [&all, &reached].map(|evaluator| evaluator.losses(table, &card).unwrap());
            assert_eq!(losses[0], losses[1]);
            let [all, reached] = [&all, &reached].map(|evaluator| evaluator.values().unwrap());
            let open = |state: &State| state.filled.count() < table.rules().category_count();
            for (_, state) in model.space.states().filter(|(_, state)| open(state)) {
                let value = reached.value(&state);
                assert_eq!(value.is_some(), policies[1].plays(&state));
                assert!(value.is_none() || value.map(f64::to_bits) == all.value(&state).map(f64::to_bits));
            }
            assert!(reached.value(&card.state()).is_some());
        }
    }
}

#[test]
fn a_policy_that_is_not_complete_or_does_not_play_has_no_value() {
    let table = table(4);
    let model = apart(table.rules());
    let mut policy = RecordedPolicy::new(Decisions::reached(&model, &State::default(), true));
    let is_refused = |policy: &RecordedPolicy, card: &Scorecard| {
        let evaluator = Evaluator::with_model(&model, policy).unwrap();
        matches!(evaluator.statistics(card), Err(EvaluateError::Chances(ChancesError::Sum { .. })))
            && matches!(evaluator.losses(table, card), Err(EvaluateError::Chances(ChancesError::Sum { .. })))
    };
    let new = Scorecard::new(table.rules());
    assert!(is_refused(&policy, &new) && Evaluator::with_model(&model, &policy).unwrap().values().is_err());
    // The answers of the first throw only.
    assert!(policy.goes_on());
    let decisions = policy.decisions();
    let first: Vec<i64> = decisions.iter_from(0).map(|decision| one(decisions, &decision)[0].0 as i64).collect();
    policy.answer(&first).unwrap();
    assert!(is_refused(&policy, &new) && Evaluator::with_model(&model, &policy).unwrap().values().is_err());
    // A state before the one in which its games start.
    let card = card_after(table.rules(), 1, &mut numbers(1));
    let policy = record(Decisions::reached(&model, &card.state(), true), one, 500);
    assert!(is_refused(&policy, &new) && !is_refused(&policy, &card));
    assert_eq!(Evaluator::with_model(&model, &policy).unwrap().values().unwrap().value(&State::default()), None);
    // A full card has no positions.
    let full = card_after(table.rules(), table.rules().category_count(), &mut numbers(1));
    let mut policy = RecordedPolicy::new(Decisions::reached(&model, &full.state(), true));
    assert!(!policy.goes_on() && policy.answered() == 0);
    assert!(Evaluator::with_model(&model, &policy).unwrap().statistics(&full).is_ok());
}
