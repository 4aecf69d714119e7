//! `advise --why` and `advise --goal`, as text and as JSON.

use std::sync::Once;

use serde_json::Value;

use crate::common::{Advice, JsonOption, Standing, json, run, shared_tables, text};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Computes the spread table of `hasbro` once. Otherwise each test that starts at the same time would compute it.
fn with_spread() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| drop(text(["advise", "13356", "--all"])));
}

#[test]
fn why_in_words() {
    with_spread();
    let words = |args: &[&str]| {
        let all = text([&["advise", "--why"], args].concat());
        all[all.find("Why:").expect("reasons")..].to_owned()
    };
    insta::assert_snapshot!("why_first_roll", words(&["11666"]));
    insta::assert_snapshot!("why_bonus_at_stake", words(&["44412", "--card", "1s=2 2s=6 3s=9 5s=15 6s=18 ch=20", "--rerolls-left", "1"]));
    insta::assert_snapshot!("why_score", words(&["12246", "--card", "ch=20 2s=6 1s=1", "--rerolls-left", "0"]));
    insta::assert_snapshot!("why_extra_bonus", words(&["55512", "--card", "y=50 1s=2 2s=6 3s=9 4s=12 6s=18 ch=20"]));
    insta::assert_snapshot!(
        "why_no_rival",
        words(&["44412", "--card", "1s=2 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=0", "--rerolls-left", "0"])
    );
    insta::assert_snapshot!("why_chosen", words(&["11666", "--chose", "hold 11"]));
    assert_eq!(words(&["11666", "--chose", "hold 666"]), words(&["11666"]), "the best option is compared with the runner-up");
    insta::assert_snapshot!("why_yatzy", words(&["33441", "--rules", "yatzy", "--card", "1s=0 2s=0 3s=3 6s=6"]));
}

const LATE: &str = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 ss=30 ls=40";

#[test]
fn why_of_a_chance() {
    fn target<'a>(args: &[&'a str]) -> Vec<&'a str> {
        [&["advise", "12366", "--card", LATE, "--target", "280", "--why"], args].concat()
    }
    let words = |args: &[&str]| {
        let all = text(target(args));
        all[all.find("Why:").expect("reasons")..].to_owned()
    };
    let chosen = ["--rerolls-left", "1", "--chose", "hold 123"];
    insta::assert_snapshot!("why_target", words(&chosen));
    assert!(!words(&["--rerolls-left", "0"]).contains("By where"), "two scores are what they are worth");
    for args in [&chosen[..], &["--rerolls-left", "0"]] {
        let advice: Value = json(target(args));
        let why = &advice["why"];
        assert_eq!(why.get("parts"), None);
        let parts = why["parts_by_category"].as_array().unwrap();
        let losses: Vec<f64> = parts.iter().map(|part| part["loss"].as_f64().unwrap()).collect();
        assert!(losses.is_sorted_by(|a, b| a.abs() >= b.abs()), "{losses:?}");
        assert!(close(losses.iter().sum(), why["rival"]["option"]["worth_loss"].as_f64().unwrap()), "{losses:?}");
    }
}

#[test]
fn why_in_json() {
    with_spread();
    let advice: Advice = json(["advise", "11666", "--why", "--card", "fours=4"]);
    let why = advice.why.unwrap();
    assert_eq!(why.upper_bonus, Standing::Open { needed: 59, most: 85 });
    assert_eq!(why.best.option, advice.options[0]);
    let rival = why.rival.unwrap();
    assert!(advice.options[1..].contains(&rival.option));
    let parts = why.parts.unwrap();
    assert!(close(parts.turn + parts.extra_bonus + parts.upper_bonus.unwrap() + parts.later, rival.option.loss()));
    for reason in [why.best, rival] {
        assert!(close(reason.ends.iter().map(|end| end.probability).sum(), 1.0));
        assert!(reason.ends.iter().all(|end| end.zero <= end.probability && end.category != "fours"));
        let points: f64 = reason.ends.iter().map(|end| end.probability * end.mean).sum();
        assert!(reason.upper_points <= points + 1e-9);
        assert!(reason.bonus_reached == 0.0 && (0.0..=1.0).contains(&reason.bonus_out_of_reach));
    }
    let chosen: Advice = json(["advise", "11666", "--why", "--chose", "score chance=0"]);
    assert_eq!(chosen.why.unwrap().rival.unwrap().option, chosen.chosen.unwrap());
    let none: Advice = json(["advise", "11666"]);
    assert!(none.why.is_none() && none.goal.is_none());
    let reached: Advice = json(["advise", "11666", "--why", "--card", "ones=3 4s=20 5s=25 6s=30"]);
    assert_eq!(reached.why.unwrap().upper_bonus, Standing::Reached);
    let lost: Advice = json(["advise", "11666", "--why", "--card", "ones=3 4s=0 5s=0 6s=0"]);
    assert_eq!(lost.why.unwrap().upper_bonus, Standing::OutOfReach);
}

#[test]
fn rounds_move_every_expected_final_score() {
    let file = shared_tables().join("pocket.toml");
    let pocket = r#"
        name = "pocket"
        source = "Tests"
        dice = 3
        max-rounds = 2
        upper-bonus = { at = 12, points = 10 }
        upper = [{ name = "twos", face = 2 }, { name = "fives", face = 5 }]
        lower = [{ name = "three", groups = [3], points = 20 }]
    "#;
    std::fs::write(&file, pocket).unwrap();
    let args = ["advise", "255", "--why", "--goal", "three", "--rules", file.to_str().unwrap()];
    let one: Advice = json(args);
    let two: Advice = json([&args[..], &["--rounds", "2", "--earlier", "20"]].concat());
    assert!(close(two.expected_final, one.expected_final + 20.0));
    let (first, second) = (one.goal.unwrap(), two.goal.unwrap());
    for (a, b) in first.options.iter().zip(&second.options) {
        assert!(close(b.expected_final, a.expected_final + 20.0) && close(b.expected_chased, a.expected_chased + 20.0));
        assert_eq!(a.chance, b.chance);
    }
    assert_eq!(two.why.unwrap().best.option, two.options[0]);
}

#[test]
fn goal_in_words() {
    let words = |args: &[&str]| {
        let all = text([&["advise"], args].concat());
        all[all.find("This turn, ").expect("a goal")..].to_owned()
    };
    insta::assert_snapshot!("goal_yahtzee", words(&["11666", "--goal", "yahtzee"]));
    insta::assert_snapshot!("goal_costs", words(&["12246", "--goal", "fh", "--card", "ch=20 2s=6", "--rerolls-left", "1"]));
    insta::assert_snapshot!("goal_points", words(&["33456", "--goal", "ch=24"]));
    insta::assert_snapshot!("goal_certain", words(&["23455", "--goal", "ss"]));
    insta::assert_snapshot!("goal_out_of_reach", words(&["12246", "--goal", "y", "--rerolls-left", "0"]));
}

#[test]
fn goal_in_json() {
    with_spread();
    let advice: Advice = json(["advise", "44412", "--goal", "y", "--rerolls-left", "1"]);
    let goal = advice.goal.unwrap();
    assert_eq!((goal.category.as_str(), goal.points, goal.options.len()), ("yahtzee", 1, advice.options.len()));
    let best = &goal.options[0];
    assert_eq!((best.kind.as_str(), best.hold.as_deref(), best.chance), ("hold", Some(&[4, 4, 4][..]), 1.0 / 36.0));
    for pair in goal.options.windows(2) {
        assert!(pair[0].chance >= pair[1].chance);
    }
    for chased in &goal.options {
        assert!(chased.expected_chased <= chased.expected_final + 1e-9);
        assert!(advice.options.iter().any(|option| option.expected_final() == chased.expected_final && option.loss() == chased.loss));
        if chased.kind == "score" {
            assert!(
                chased.category.is_some()
                    && chased.points == Some(chased.points.unwrap())
                    && chased.bonus == Some(0)
                    && chased.hold.is_none()
            );
        }
    }
    assert!(advice.options.iter().all(|option| matches!(option, JsonOption::Hold { .. } | JsonOption::Score { .. })));
}

#[test]
fn goals_that_make_no_sense() {
    let error = |goal: &str, card: &str| run(["advise", "44412", "--goal", goal, "--card", card]).error(2);
    assert_eq!(error("fh=26", ""), "--goal: full-house=26: no roll scores as much there; the most is 25");
    assert_eq!(error("fh=0", ""), "--goal: full-house=0 is no goal: at least 1 point, or leave '=0' out for any points");
    assert_eq!(
        error("fh=x", ""),
        "--goal: cannot read the goal 'fh=x': write a category, points in one, or dice, like yahtzee, chance=24, yahtzee of 4 or 22233"
    );
    assert!(error("hull-fouse", "").starts_with("--goal: unknown category 'hull-fouse'"));
    assert!(error("ch", "ch=20").starts_with("--goal: chance is filled already: a goal is an open category, ones, "));
}
