//! `yahtzee report`, and `yahtzee mcp` in a program built without it. (`scripts/release/mcp_client.py` talks to the server.)

use serde_json::Value;
use yahtzee_solver::RuleSet;

use crate::common::{json, run, text};

#[test]
fn a_report_says_what_a_wrong_answer_needs() {
    let fingerprint = format!("{:016x}", RuleSet::builtin("kniffel").unwrap().fingerprint());
    let question = ["11666", "--rules", "kniffel", "--card", "ones=3", "--rerolls-left", "1"];
    let report: Value = json(["report"].iter().chain(&question));
    let answer: Value = json(["advise"].iter().chain(&question));
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&report["rules"], &report["fingerprint"]), (&"kniffel".into(), &fingerprint.as_str().into()));
    assert_eq!(report["position"], "11666 rerolls=1 ones=3");
    assert_eq!(report["toml"], Value::Null, "the rules are built in");
    for (index, option) in report["answer"]["options"].as_array().unwrap().iter().enumerate() {
        assert_eq!(option["expected_final"], answer["options"][index]["expected_final"]);
    }
    let text = text(["report"].iter().chain(&question));
    let best = &answer["options"][0]["expected_final"];
    assert!(text.contains(&fingerprint) && text.contains("11666 rerolls=1 ones=3") && text.contains(&best.to_string()), "{text}");
}

#[test]
fn a_report_without_a_question_says_which_program_it_is() {
    let report = text(["report"]);
    assert_eq!(report.lines().count(), 2, "{report}");
    assert!(report.contains(env!("CARGO_PKG_VERSION")) && report.contains(std::env::consts::ARCH), "{report}");
    assert!(run(["report", "--stdin"]).error(2).contains("one question"));
    assert!(run(["report", "1166"]).error(2).contains("4 dice"));
}

/// The rules of a file are part of the question.
#[test]
fn a_report_has_the_rules_of_a_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/three-dice.toml");
    let report: Value = json(["report", "--rules", file]);
    assert_eq!(report["toml"], std::fs::read_to_string(file).unwrap());
    assert!(text(["report", "--rules", file]).contains("dice = 3"));
}

#[test]
#[cfg(not(feature = "mcp"))]
fn without_its_feature_the_server_says_how_to_get_it() {
    assert!(run(["mcp"]).error(1).contains("--features mcp"));
}
