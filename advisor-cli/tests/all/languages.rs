//! `--language`: the names of categories in another language, in every text, and in no JSON.

use crate::common::{json, run, text, yahtzee};

const HOUSE: &[&str] = &["advise", "22233", "--rerolls-left", "0", "--rules", "yatzy", "--all"];

#[test]
fn texts_show_the_names_of_the_language() {
    for (language, wanted) in [("sv", "in Kåk"), ("DA", "in Fuldt hus"), ("no", "in Hus"), ("en", "in Full House")] {
        let said = text([HOUSE, &["--language", language]].concat());
        assert!(said.contains(wanted), "{language}: {said}");
    }
    assert_eq!(text([HOUSE, &["--language", "en"]].concat()), text(HOUSE));
    let kniffel = ["advise", "12345", "--rules", "kniffel"];
    assert!(text(kniffel).contains("Große Straße"));
    assert!(text([&kniffel[..], &["--language", "en", "--why"]].concat()).contains("in Large Straight"));
    let late = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 1p=10 2p=16 3k=15 ss=15 ls=20 fh=20";
    assert!(text(["stats", "--rules", "yatzy", "--language", "sv", "--card", late]).contains("Fyrtal"));
    let choice = ["value", "--rules", "yatzy", "--language", "sv", "--card", "kåk=19 Tvåor=6 one pair=8"];
    assert_eq!(text(choice), text(["value", "--rules", "yatzy", "--card", "full-house=19 twos=6 one-pair=8"]));
}

#[test]
fn played_games_and_quizzes_have_the_names_of_the_language() {
    let with = |args: &[&str], lines: &str| yahtzee().args(args).write_stdin(lines).ran().ok();
    let game = "rules: yatzy\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score liten stege\n";
    let review = with(&["review", "-", "--language", "sv"], game);
    assert!(review.contains("Score 24 in Sexor") || review.contains("Score 18 in Sexor"), "{review}");
    assert!(review.contains("Liten stege"), "{review}");
    let quiz = with(&["quiz", "--rules", "yatzy", "--language", "da", "--seed", "2", "-n", "1"], "");
    assert!(quiz.contains("Seksere") && quiz.ends_with("--seed 2 -n 1 --rules yatzy --language da\n"), "{quiz}");
    // A game of 'yahtzee play' is shown in the language of the run, and its file does not change.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let path = file.to_str().unwrap();
    let play = ["play", "--plain", "--save", path];
    let said = with(&[&play[..], &["--rules", "yatzy", "--language", "sv"]].concat(), "22233\nkåk\n");
    assert!(said.contains("Wrote 12 in Kåk."), "{said}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(!saved.contains("Kåk") && !saved.contains("toml"), "{saved}");
    let said = with(&[&play[..], &["--resume", "--language", "no"]].concat(), "card\n");
    assert!(said.contains("Hus: 12 written.") && said.contains("Sjanse: open."), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    assert!(with(&["review", path, "--language", "da"], "").contains("turns played"));
}

#[test]
fn json_has_the_names_of_cards_in_every_language() {
    let json_of = |language: &str| text([HOUSE, &["--json", "--language", language]].concat());
    assert_eq!(json_of("sv"), json_of("en"));
    let shown: crate::common::Shown = json(["rules", "show", "kniffel", "--language", "en"]);
    assert_eq!((shown.language.as_str(), shown.languages), ("en", vec!["de".to_owned(), "en".to_owned()]));
}

#[test]
fn an_unknown_language_is_an_error_that_lists_those_that_there_are() {
    let wanted = "--language: language 'fr': the categories of 'yatzy' have names in da, en, no, sv";
    assert_eq!(run([HOUSE, &["--language", "fr"]].concat()).error(2), wanted);
    assert_eq!(run(["value", "--language", ""]).error(2), "--language: language '': the categories of 'hasbro' have names in en");
}

/// An error lists the shown names, or the names in the language of the typed text.
#[test]
fn unknown_names_are_answered_in_their_language() {
    let swedish = "--card: unknown category 'stege': did you mean 'Liten stege' or 'Stor stege'? There are Ettor, Tvåor, ";
    for language in ["sv", "en"] {
        let error = run(["value", "--rules", "yatzy", "--language", language, "--card", "stege=15"]).error(2);
        assert!(error.starts_with(swedish) && !error.contains("ones"), "{language}: {error}");
    }
    let error = run(["advise", "12345", "--rules", "kniffel", "--chose", "score straße"]).error(2);
    assert!(error.contains("did you mean 'Kleine Straße' or 'Große Straße'? There are Einser, "), "{error}");
    let error = run(["value", "--rules", "yatzy", "--language", "sv", "--card", "kåk=6"]).error(2);
    assert_eq!(error, "--card: Kåk=6: no roll scores that there; possible are 0, 7 to 9, 11 to 24 or 26 to 28");
}
