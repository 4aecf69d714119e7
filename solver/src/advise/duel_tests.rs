//! Duels against known values.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::duel::*;
use super::objective::ObjectiveError;
use crate::evaluate::Ties;
use crate::game::{Scorecard, Standing};
use crate::rules::RuleSet;
use crate::solve::{MEMORY_LIMIT, Model, Run, TurnWorths};
use crate::space::StateError;
use crate::testing::{TABLES, card_after, numbers, table};

fn reversed(ties: Ties) -> Ties {
    match ties {
        Ties::Win => Ties::Lose,
        Ties::Half => Ties::Half,
        Ties::Lose => Ties::Win,
    }
}

/// The worth of each end for the mover is the exact negative of the value of the duel of the other, solved separately.
#[test]
fn zero_sum_to_the_last_bit() {
    let mut random = numbers(5);
    for which in 0..TABLES {
        let model = table(which).model();
        let categories = model.rules().category_count();
        for (open, others) in [(1, 0), (1, 1), (2, 1), (2, 2)] {
            let cards = [open, others].map(|open| card_after(model.rules(), categories - open, &mut random));
            for ties in [Ties::Win, Ties::Half, Ties::Lose] {
                let [mover, other] = cards.each_ref().map(Standing::of);
                let duel = Duel::new(model).ties(ties).work_from(&[mover, other]).unwrap().solve().unwrap();
                let mut ends = Vec::new();
                TurnWorths::new(model, &mover.state, |points, next| {
                    ends.push((points, *next));
                    0.0
                })
                .unwrap();
                for (points, next) in ends {
                    let after = Standing { state: next, score: mover.score + points };
                    let wanted = if others == 0 {
                        let final_score = |standing: &Standing| standing.score + model.rules().at_the_end(&standing.state);
                        match final_score(&after).cmp(&final_score(&other)) {
                            std::cmp::Ordering::Less => -1.0,
                            std::cmp::Ordering::Equal => 2.0 * ties.worth() - 1.0,
                            std::cmp::Ordering::Greater => 1.0,
                        }
                    } else {
                        -Duel::new(model)
                            .ties(reversed(ties))
                            .with(Run::new().threads(2))
                            .work_from(&[other, after])
                            .unwrap()
                            .solve()
                            .unwrap()
                            .balance()
                    };
                    assert!(duel.balance_after(points, &next) == wanted, "{mover:?} {other:?} {points} {next:?}");
                }
            }
        }
    }
}

/// The separate chances make up the value, and finding them changes no bit of it.
#[test]
fn shares_make_up_the_value() {
    let mut random = numbers(7);
    for which in 0..TABLES {
        let model = table(which).model();
        let categories = model.rules().category_count();
        for ties in [Ties::Win, Ties::Half, Ties::Lose] {
            let cards = [2, 1].map(|open| card_after(model.rules(), categories - open, &mut random));
            let solve = |shares| Duel::new(model).ties(ties).shares(shares).work(&cards[0], &cards[1]).unwrap().solve().unwrap();
            let (plain, with) = (solve(false), solve(true));
            assert!(plain.balance() == with.balance() && plain.turn() == with.turn() && plain.shares().is_none());
            let Shares { win, tie, loss } = with.shares().unwrap();
            assert!([win, tie, loss].iter().all(|share| (-1e-12..=1.0 + 1e-12).contains(share)), "{win} {tie} {loss}");
            assert!((win + tie + loss - 1.0).abs() < 1e-12);
            assert!((win + ties.worth() * tie - with.value()).abs() < 1e-12);
        }
    }
}

#[test]
fn threads_change_nothing_and_values_are_counted() {
    let rules = RuleSet::parse(include_str!("../../tests/rules/pair.toml")).unwrap();
    let model = Arc::new(Model::new(&rules, MEMORY_LIMIT).unwrap());
    let empty = Scorecard::new(&rules);
    let solve = |threads| {
        let last = std::sync::Mutex::new((0, 0));
        let progress = |done: u64, all: u64| {
            let mut last = last.lock().unwrap();
            *last = (done.max(last.0), all);
            ControlFlow::Continue(())
        };
        let work = Duel::new(&model).shares(true).with(Run::new().threads(threads).progress(&progress)).work(&empty, &empty).unwrap();
        let values = work.values();
        let duel = work.solve().unwrap();
        let (done, all) = *last.lock().unwrap();
        assert_eq!(all, values);
        // Every turn except the first reports.
        assert!(done > 0 && done <= all, "{done} of {all}");
        (duel.balance(), duel.shares())
    };
    let (balance, shares) = solve(1);
    assert_eq!(solve(4), (balance, shares));
    // The first to move is slightly worse off: the other sees more.
    assert!(balance < 0.0 && balance > -0.1, "{balance}");
}

#[test]
fn what_is_no_duel() {
    let model = table(0).model();
    let rules = model.rules();
    let mut random = numbers(3);
    let card = |open: usize, random: &mut _| card_after(rules, 13 - open, random);
    let work = |mover: &Scorecard, other: &Scorecard| Duel::new(model).work(mover, other).map(|_| ()).unwrap_err();
    assert_eq!(work(&card(1, &mut random), &card(2, &mut random)), ObjectiveError::Turns { mover: 1, other: 2 });
    assert_eq!(work(&card(3, &mut random), &card(1, &mut random)), ObjectiveError::Turns { mover: 3, other: 1 });
    assert_eq!(work(&card(0, &mut random), &card(0, &mut random)), ObjectiveError::State(StateError::Full));
    let other = card_after(table(3).rules(), 14, &mut random);
    assert!(matches!(work(&other, &other), ObjectiveError::OtherRules(_)));
    let empty = Scorecard::new(rules);
    let too_large = Duel::new(model).with(Run::new().memory(8_000_000_000)).work(&empty, &empty).map(|_| ()).unwrap_err();
    assert!(matches!(too_large, ObjectiveError::TooLarge { needed, limit: 8_000_000_000 } if needed > 1 << 40), "{too_large}");
}
