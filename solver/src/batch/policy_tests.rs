//! A recorded strategy has the value of the strategy it records.

use std::sync::Arc;

use super::advisor::BatchAdvisor;
use super::columns::{BatchError, BatchErrorKind, Positions, States};
use super::decisions::{DecisionColumns, Decisions};
use super::policy::RecordedPolicy;
use crate::evaluate::Evaluator;
use crate::game::Scorecard;
use crate::rules::RuleSet;
use crate::solve::{MEMORY_LIMIT, Model, ValueTable};
use crate::strategy::{MixedStrategy, Uniform};
use crate::testing::table;

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
    for table in [4, 5].map(table) {
        let model = apart(table.rules());
        let mut policy = RecordedPolicy::new(Decisions::new(&model));
        while policy.answered() < policy.decisions().len() {
            let actions = best(table, policy.decisions(), policy.answered(), 99_991);
            policy.answer(&actions).unwrap();
        }
        let found = value(&policy, &model);
        assert!((found - table.expected_score()).abs() < 1e-9, "{}: {found}", table.rules().name());
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
    let actions = policy.decisions().numbers().count();
    for turn in 0.. {
        let answered = policy.answered();
        if answered == policy.decisions().len() {
            break;
        }
        let best = best(table, policy.decisions(), answered, 5_003);
        let sure: Vec<f64> =
            best.iter().flat_map(|&action| (0..actions).map(move |number| f64::from(u8::from(number as i64 == action)))).collect();
        shares.answer_shares(&sure).unwrap();
        if turn % 2 == 0 { policy.answer(&best) } else { policy.answer_shares(&sure) }.unwrap();
    }
    let found = value(&policy, &model);
    assert_eq!(found.to_bits(), value(&shares, &model).to_bits());
    assert!((found - table.expected_score()).abs() < 1e-9);
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
