//! `yahtzee evaluate` and `yahtzee card`: strategies valued exactly, and cards of rules.

use serde_json::Value;

use crate::common::{json, run, text};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn sum(values: &Value, of: impl Fn(&Value) -> f64) -> f64 {
    values.as_array().unwrap().iter().map(of).sum()
}

/// A card from which strategies are valued in a moment.
const LATE: &str = "ones=3 twos=6 fours=12 sixes=18 three-of-a-kind=20 four-of-a-kind=0 small-straight=30 chance=21 yahtzee=50";

#[test]
fn the_parts_of_the_loss_add_up() {
    check_parts(&["--card", LATE]);
}

#[test]
#[ignore = "deep"]
fn the_parts_of_the_loss_of_a_whole_game_add_up() {
    check_parts(&[]);
}

/// Checks that every split of the loss adds up to the optimum less what the strategy scores.
fn check_parts(from: &[&str]) {
    let optimum = number(&json::<Value, _>([&["value"], from].concat())["expected_final"]);
    for strategy in ["greedy", "card-12", "card-30"] {
        let value: Value = json([&["evaluate", strategy], from].concat());
        assert_eq!(value["strategy"], strategy);
        let loss = number(&value["loss"]);
        assert!((optimum - number(&value["expected_score"]) - loss).abs() < 1e-9);
        assert!((sum(&value["by_turn"], number) - loss).abs() < 1e-9);
        assert!((sum(&value["by_rerolls_left"], number) - loss).abs() < 1e-9);
        assert!((sum(&value["by_category"], |part| number(&part["loss"])) - loss).abs() < 1e-9);
        let kinds = ["hold", "stop", "roll", "category"].map(|kind| number(&value["by_kind"][kind]));
        assert!((kinds.iter().sum::<f64>() - loss).abs() < 1e-9);
        let mean = sum(&value["pmf"], |pair| number(&pair[0]) * number(&pair[1]));
        assert!((mean - number(&value["expected_score"])).abs() < 1e-9);
        for habit in value["habits"].as_array().unwrap() {
            // The loss of the example equals the loss in the advice.
            let advice: Value = json(["advise", habit["position"].as_str().unwrap(), "--chose", habit["action"].as_str().unwrap()]);
            assert!((number(&advice["chosen"]["loss"]) - number(&habit["costs"])).abs() < 1e-9, "{habit}");
        }
    }
}

#[test]
fn the_built_in_cards_keep_their_promise() {
    for (name, most, least) in [("card-12", 12, 230.0), ("card-30", 30, 240.0)] {
        let card: Value = json(["card", name]);
        let rules = card["keep"].as_array().unwrap().len() + card["score"].as_array().unwrap().len();
        assert!(rules <= most, "{name}: {rules} rules");
        assert!(number(&card["expected_score"]) >= least, "{card}");
        assert_eq!(json::<Value, _>(["evaluate", name, "--card", LATE])["worth"].as_array().unwrap().len(), rules);
    }
}

#[test]
#[ignore = "deep"]
fn the_built_in_cards_score_what_they_say() {
    for name in ["card-12", "card-30"] {
        let [card, value] = ["card", "evaluate"].map(|command| json::<Value, _>([command, name]));
        for figure in ["expected_score", "loss"] {
            assert!((number(&value[figure]) - number(&card[figure])).abs() < 1e-9, "{name}: {figure}");
        }
    }
}

#[test]
fn the_optimum_is_a_strategy_too() {
    let value: Value = json(["evaluate", "optimal", "--card", "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30"]);
    assert!(number(&value["loss"]).abs() < 1e-9);
    assert!(value["habits"].as_array().unwrap().is_empty());
}

#[test]
fn cards_as_text_page_and_toml() {
    let shown = text(["card"]);
    assert!(shown.contains("points a game; rules: hasbro\noptimal play scores 254.59, which is 23.86 more\n"), "{shown}");
    assert!(shown.contains("   1. "), "{shown}");
    let page = run(["card", "card-30", "--html", "-"]).stdout;
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.toml");
    std::fs::write(&own, run(["card", "--toml"]).stdout).unwrap();
    let file = own.to_str().unwrap();
    assert_eq!(text(["card", file]), shown);
    std::fs::write(&own, "name = 'own'\nrules = 'hasbro'\n[[keep]]\ndice = '3 alike'\nkeep = 'them'\n").unwrap();
    assert!(run(["card", file]).error(2).contains("line 5: keep: invalid value"));
    std::fs::write(
        &own,
        "name = 'own'\nrules = 'hasbro'\n[[keep]]\ndice = 'any'\nkeep = 'all'\n[[keep]]\ndice = '3 alike'\nkeep = 'those'\n",
    )
    .unwrap();
    assert!(run(["card", file]).stderr.contains("rule 2 for keeping never applies"));
    // It takes longer with more rules.
    assert!(text(["evaluate", file, "--card", LATE]).contains("What each rule is worth"));
}

#[test]
fn wrong_names_of_strategies() {
    assert!(
        run(["evaluate", "card-99"])
            .error(2)
            .contains("unknown strategy 'card-99': there are optimal, greedy, random, estimate, card-12, card-30")
    );
    assert!(run(["card", "card-99"]).error(2).contains("unknown card of rules 'card-99'"));
    assert!(run(["evaluate", "greedy", "--card", "ones=7"]).error(2).contains("--card: "));
    assert!(
        run(["evaluate", "card-12", "--rules", "crag"])
            .error(2)
            .contains("card-12 is for games with the boxes of Yahtzee, and 'crag' has other boxes")
    );
    assert!(run(["card", "nowhere.toml"]).error(1).contains("nowhere.toml"));
}

/// A card is for the game of `--rules`, else for the one that it names, which may be in a file beside it, else for `hasbro`.
#[test]
fn the_rules_of_a_card() {
    let folder = tempfile::tempdir().unwrap();
    let crag = run(["rules", "show", "crag"]).stdout;
    std::fs::write(folder.path().join("mine.toml"), crag.replace("\"crag\"", "\"mine\"")).unwrap();
    let card = folder.path().join("card.toml");
    let file = card.to_str().unwrap();
    let named = |rules: &str, more: &[&str], at: &str| {
        std::fs::write(&card, format!("name = 'own'\n{rules}\n[[keep]]\ndice = '2 alike'\nkeep = 'those'\n")).unwrap();
        run([&["card", file, "--at", at], more].concat())
    };
    assert_eq!(named("", &[], "11234").ok(), "hold 11 (rule 1)\n");
    assert_eq!(named("", &["--rules", "crag"], "112").ok(), "hold 11 (rule 1)\n");
    assert_eq!(named("rules = 'mine.toml'", &[], "112").ok(), "hold 11 (rule 1)\n");
    assert_eq!(named("rules = 'mine.toml'", &["--rules", "hasbro"], "11234").ok(), "hold 11 (rule 1)\n");
    let error = named("rules = 'other.toml'", &[], "112").error(2);
    assert!(error.contains("card.toml: line 2: rules: ") && error.contains("other.toml: No such file"), "{error}");
    let error = named("rules = 'hasbor'", &[], "11234").error(2);
    assert!(error.contains("line 2: rules: unknown rule set 'hasbor': did you mean 'hasbro'?"), "{error}");
}
