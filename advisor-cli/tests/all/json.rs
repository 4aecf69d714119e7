//! The JSON of every command, read back with unknown fields denied, and its numbers checked.

use crate::common::{Advice, CardValue, HASBRO, JsonOption, Listed, ShownRules, Solved, TableInfo, json, run, shared_tables, text};
use yahtzee_solver::RuleSet;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn solve() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solved: Solved = json(["solve", "--threads", "2", "--tables", tables]);
    assert_eq!((solved.rules.as_str(), solved.states, solved.threads), ("hasbro", 536_448, 2));
    assert!(close(solved.expected_score, HASBRO), "{}", solved.expected_score);
    assert!(solved.seconds > 0.0 && solved.seconds < 60.0);
    let (table, bytes) = (solved.table.unwrap(), solved.bytes.unwrap());
    assert_eq!(table.parent(), Some(folder.path()));
    assert_eq!(std::fs::metadata(&table).unwrap().len(), bytes);
    assert!(bytes <= 4_400_000, "{bytes}");

    let info: TableInfo = json(["table", "info", table.to_str().unwrap()]);
    assert_eq!((info.file, info.bytes, info.rules.as_str()), (table.clone(), bytes, "hasbro"));
    assert_eq!((info.objective.as_str(), info.states), ("expected-score", 536_448));
    assert!(info.values <= info.states && bytes > 8 * info.values);
    assert_eq!(table.file_name().unwrap().to_str(), Some(format!("hasbro-{}.yzt", info.fingerprint).as_str()));

    let kept: TableInfo = json(["table", "info", "--tables", tables]);
    assert_eq!((kept.file, kept.values), (table, info.values));
}

/// All that fits into little memory.
#[test]
fn solve_all() {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct AllSolved {
        solved: Vec<SolvedOfAll>,
        left_out: Vec<LeftOut>,
    }
    #[derive(serde::Deserialize)]
    struct SolvedOfAll {
        #[serde(flatten)]
        solved: Solved,
        reference: f64,
    }
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct LeftOut {
        rules: String,
        why: String,
    }
    let folder = tempfile::tempdir().unwrap();
    let AllSolved { solved, left_out } =
        json(["solve", "--all", "--threads", "1", "--memory", "11MB", "--tables", folder.path().to_str().unwrap()]);
    let names: Vec<&str> = solved.iter().map(|of| of.solved.rules.as_str()).collect();
    assert_eq!(names, ["yacht", "crag", "forced-yatzy", "generala"]);
    for SolvedOfAll { solved, reference } in &solved {
        assert!(close(solved.expected_score, *reference), "{solved:?} {reference}");
        assert!(solved.table.as_ref().unwrap().exists());
    }
    assert!(run(["solve", "--all", "--rules", "yatzy"]).error(2).contains("leave out --rules"));
    assert_eq!(left_out.len() + solved.len(), RuleSet::builtin_names().count());
    assert!(left_out.iter().all(|of| of.why.starts_with(&format!("solving '{}' needs ", of.rules))));
}

#[test]
fn value_of_a_new_game() {
    let value: CardValue = json(["value"]);
    assert_eq!((value.rules.as_str(), value.score_so_far), ("hasbro", 0));
    assert!(close(value.expected_remaining, HASBRO) && close(value.expected_final, HASBRO));
}

#[test]
fn value_counts_the_upper_bonus_once_it_is_reached() {
    let before: CardValue = json(["value", "--card", "fours=12 fives=20 sixes=30"]);
    assert_eq!(before.score_so_far, 62);
    let reached: CardValue = json(["value", "--card", "ones=1 fours=12 fives=20 sixes=30"]);
    assert_eq!(reached.score_so_far, 98);
    for value in [before, reached] {
        assert!(close(f64::from(value.score_so_far) + value.expected_remaining, value.expected_final));
    }
}

#[test]
fn value_of_a_full_card_is_its_score() {
    let card = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=50 ch=22 extra=1";
    let value: CardValue = json(["value", "--card", card]);
    assert_eq!((value.score_so_far, value.expected_remaining, value.expected_final), (385, 0.0, 385.0));
}

#[test]
fn advise_has_every_option() {
    let advice: Advice = json(["advise", "13356"]);
    assert_eq!((advice.rules.as_str(), &advice.dice[..], advice.rerolls_left, advice.score_so_far), ("hasbro", &[1, 3, 3, 5, 6][..], 2, 0));
    // 2 x 3 x 2 x 2 multisets of dice from 1 3 3 5 6, except all five; and 13 categories.
    let holds = advice.options.iter().filter(|option| matches!(option, JsonOption::Hold { .. })).count();
    assert_eq!((holds, advice.options.len()), (23, 23 + 13));
    assert_eq!(advice.chosen, None);
    assert_eq!((advice.options[0].loss(), advice.options[0].expected_final()), (0.0, advice.expected_final));
    for pair in advice.options.windows(2) {
        assert!(pair[0].loss() <= pair[1].loss());
    }
    for option in &advice.options {
        assert!(close(option.loss(), advice.expected_final - option.expected_final()), "{option:?}");
        if let JsonOption::Hold { hold, .. } = option {
            assert!(hold.is_sorted() && hold.len() < 5, "{hold:?}");
        }
    }
    assert!(advice.options.iter().any(|option| matches!(option, JsonOption::Hold { hold, .. } if hold.is_empty())));
}

#[test]
fn chance_alone_is_worked_out_by_hand() {
    let card = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=0";
    let value: CardValue = json(["value", "--card", card]);
    // A die is worth 3.5 without a reroll, 17/4 with one (reroll 1 to 3), and 14/3 with two (reroll 1 to 4 first).
    assert!(close(value.expected_remaining, 5.0 * 14.0 / 3.0), "{}", value.expected_remaining);
    let score = f64::from(value.score_so_far);
    let final_with = |rerolls: &str| json::<Advice, _>(["advise", "1 3 3 5 6", "--rerolls-left", rerolls, "--card", card]).expected_final;
    assert_eq!(final_with("0"), score + 18.0);
    assert!(close(final_with("1"), score + 3.0 * 3.5 + 5.0 + 6.0));
    assert!(close(final_with("2"), score + 3.0 * 4.25 + 5.0 + 6.0));
}

#[test]
fn dice_in_every_notation_and_order() {
    let expected: Advice = json(["advise", "13356"]);
    for dice in [&["6 5 3 3 1"][..], &["6", "5", "3", "3", "1"], &["1,3,3,5,6"], &["3", "356", "1"], &["1, 3, 3, 5, 6"]] {
        let advice: Advice = json([&["advise"], dice].concat());
        assert_eq!(advice, expected, "{dice:?}");
    }
}

#[test]
fn without_rerolls_only_scores_are_options() {
    let advice: Advice = json(["advise", "66666", "--rerolls-left", "0", "--card", "yahtzee=50 sixes=24"]);
    // A joker: it must go to an open lower category, and earns 100 extra.
    assert_eq!(advice.options.len(), 6);
    for option in &advice.options {
        let JsonOption::Score { category, points, bonus, .. } = option else { panic!("{option:?}") };
        let wanted = match category.as_str() {
            "full-house" => 25,
            "small-straight" => 30,
            "large-straight" => 40,
            "three-of-a-kind" | "four-of-a-kind" | "chance" => 30,
            other => panic!("{other}"),
        };
        assert_eq!((*points, *bonus), (wanted, 100));
    }
}

#[test]
fn chosen_hold_and_chosen_category() {
    let hold: Advice = json(["advise", "13356", "--chose", "hold 5"]);
    let chosen = hold.chosen.unwrap();
    assert!(matches!(&chosen, JsonOption::Hold { hold, .. } if hold == &[5]));
    assert!(hold.options.contains(&chosen) && chosen.loss() > 0.0);

    let score: Advice = json(["advise", "13356", "--chose", "score ch"]);
    let chosen = score.chosen.clone().unwrap();
    assert!(matches!(&chosen, JsonOption::Score { category, points: 18, bonus: 0, .. } if category == "chance"));
    assert!(score.options.contains(&chosen));

    let zero: Advice = json(["advise", "13356", "--chose", "score chance=0"]);
    let chosen = zero.chosen.unwrap();
    assert!(matches!(&chosen, JsonOption::Score { category, points: 0, .. } if category == "chance"));
    assert!(!zero.options.contains(&chosen) && close(chosen.loss(), score.chosen.unwrap().loss() + 18.0), "18 points less, all else alike");

    let nothing: Advice = json(["advise", "13356", "--chose", "hold none"]);
    assert!(matches!(nothing.chosen, Some(JsonOption::Hold { hold, .. }) if hold.is_empty()));
}

#[test]
fn rounds_add_what_was_scored_before_and_what_is_to_come() {
    let one: CardValue = json(["value", "--rules", "multi-round"]);
    let new: CardValue = json(["value", "--rules", "multi-round", "--rounds", "6"]);
    assert!(close(new.expected_final, 6.0 * one.expected_final));

    let card = ["--rules", "multi-round", "--card", "chance=20"];
    let alone: CardValue = json([&["value"], &card[..]].concat());
    let rounds = ["--rounds", "3", "--round", "2", "--earlier", "231"];
    let second: CardValue = json([&["value"], &card[..], &rounds].concat());
    assert_eq!(second.score_so_far, 20 + 231);
    assert!(close(second.expected_remaining, alone.expected_remaining + one.expected_final));
    assert!(close(second.expected_final, 251.0 + second.expected_remaining));

    // Without --round it is the round after the earlier ones.
    let same: CardValue = json([&["value"], &card[..], &["--rounds", "3", "--earlier", "231"]].concat());
    assert_eq!(same, second);

    let alone: Advice = json([&["advise", "13356"], &card[..]].concat());
    let second: Advice = json([&["advise", "13356"], &card[..], &rounds].concat());
    assert_eq!((second.score_so_far, second.options.len()), (251, alone.options.len()));
    assert!(close(second.expected_final, alone.expected_final + 231.0 + one.expected_final));
    for (here, there) in second.options.iter().zip(&alone.options) {
        assert!(close(here.loss(), there.loss()) && close(here.expected_final(), there.expected_final() + 231.0 + one.expected_final));
    }
}

#[test]
fn rules_list_and_show() {
    let list: Vec<Listed> = json(["rules", "list"]);
    let names: Vec<&str> = list.iter().map(|set| set.name.as_str()).collect();
    let of_columns = ["triple-yahtzee", "yams-columns", "jamb"];
    assert_eq!(names, RuleSet::builtin_names().chain(of_columns).collect::<Vec<_>>());
    for set in list.into_iter().filter(|set| !of_columns.contains(&set.name.as_str())) {
        let rules = RuleSet::builtin(&set.name).unwrap();
        assert_eq!((set.categories, set.dice), (rules.category_count(), rules.dice()));
        let shown: ShownRules = json(["rules", "show", &set.name]);
        assert_eq!(
            (shown.name, shown.title, shown.source, shown.categories, shown.dice),
            (set.name.clone(), set.title, set.source, set.categories, set.dice)
        );
        assert_eq!(shown.toml, text(["rules", "show", &set.name]));
    }
}

#[test]
fn what_rules_show_prints_is_a_rule_set_of_the_same_value() {
    let file = shared_tables().join("own.toml");
    std::fs::write(&file, text(["rules", "show", "kniffel"]).replace("\"kniffel\"", "\"own\"")).unwrap();
    let own: CardValue = json(["value", "--rules", file.to_str().unwrap()]);
    let kniffel: CardValue = json(["value", "--rules", "kniffel"]);
    assert_eq!((own.rules.as_str(), own.expected_final), ("own", kniffel.expected_final));
    assert!((kniffel.expected_final - 245.87).abs() < 0.005);
}
