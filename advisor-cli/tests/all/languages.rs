//! `--language`: the names of categories in another language, in every text, and in no JSON.

use crate::common::{json, run, text, yahtzee};

const HOUSE: &[&str] = &["advise", "22233", "--rerolls-left", "0", "--rules", "yatzy", "--all"];

#[test]
fn texts_show_the_names_of_the_language() {
    for (language, wanted) in [("sv", "på Kåk"), ("DA", "in Fuldt hus"), ("no", "in Hus"), ("en", "in Full House")] {
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
    assert_eq!(text(choice), text(["value", "--rules", "yatzy", "--language", "sv", "--card", "full-house=19 twos=6 one-pair=8"]));
}

#[test]
fn played_games_and_quizzes_have_the_names_of_the_language() {
    let with = |args: &[&str], lines: &str| yahtzee().args(args).write_stdin(lines).ran().ok();
    let game = "rules: yatzy\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score liten stege\n";
    let review = with(&["review", "-", "--language", "sv"], game);
    assert!(review.contains("Skriv 24 på Sexor") || review.contains("Skriv 18 på Sexor"), "{review}");
    assert!(review.contains("Liten stege"), "{review}");
    let quiz = with(&["quiz", "--rules", "yatzy", "--language", "da", "--seed", "2", "-n", "1"], "");
    assert!(quiz.contains("Seksere") && quiz.ends_with("--seed 2 -n 1 --rules yatzy --language da\n"), "{quiz}");
    // A game of 'yahtzee play' is shown in the language of the run, and its file does not change.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let path = file.to_str().unwrap();
    let play = ["play", "--plain", "--save", path];
    let said = with(&[&play[..], &["--rules", "yatzy", "--language", "sv"]].concat(), "22233\nkåk\n");
    assert!(said.contains("Skrev 12 på Kåk."), "{said}");
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
    let shown: crate::common::ShownRules = json(["rules", "show", "kniffel", "--language", "en"]);
    assert_eq!((shown.language.as_str(), shown.languages), ("en", ["de", "en", "sv"].map(str::to_owned).into()));
}

#[test]
fn an_unknown_language_is_an_error_that_lists_those_that_there_are() {
    let wanted = "--language: language 'fr': the categories of 'yatzy' have names in da, de, en, no, sv";
    assert_eq!(run([HOUSE, &["--language", "fr"]].concat()).error(2), wanted);
    assert_eq!(run(["value", "--language", ""]).error(2), "--language: language '': the categories of 'hasbro' have names in de, en, sv");
}

/// An error lists the shown names, or the names in the language of the typed text.
#[test]
fn unknown_names_are_answered_in_their_language() {
    let swedish = "--card: Okänd ruta ”stege”: Menas ”Liten stege” eller ”Stor stege”? Det finns Ettor, Tvåor, ";
    let english = "--card: unknown category 'stege': did you mean 'Liten stege' or 'Stor stege'? There are Ettor, Tvåor, ";
    for (language, wanted) in [("sv", swedish), ("en", english)] {
        let error = run(["value", "--rules", "yatzy", "--language", language, "--card", "stege=15"]).error(2);
        assert!(error.starts_with(wanted) && !error.contains("ones"), "{language}: {error}");
    }
    let error = run(["advise", "12345", "--rules", "kniffel", "--chose", "score straße"]).error(2);
    assert!(error.contains("did you mean 'Kleine Straße' or 'Große Straße'? There are Einser, "), "{error}");
    let error = run(["value", "--rules", "yatzy", "--language", "sv", "--card", "kåk=6"]).error(2);
    assert_eq!(error, "--card: Kåk=6: det ger inget kast där; möjliga är 0, 7 till 9, 11 till 24 eller 26 till 28.");
}

#[test]
fn a_game_is_played_and_reviewed_in_german() {
    is_played_and_reviewed("de", "hilfe\ntipp\nwarum\nblatt\nalle", "ja", "Endstand");
}

#[test]
#[ignore = "deep"]
fn a_game_is_played_and_reviewed_in_swedish() {
    is_played_and_reviewed("sv", "hjälp\ntips\nvarför\nkort\nalla", "ja", "slutresultat");
}

/// A game in lines from the start to its review has no English sentence. In Yacht the chances to win are computed in a moment.
fn is_played_and_reviewed(language: &str, help: &str, yes: &str, wanted: &str) {
    const ENGLISH: [&str; 30] = [
        "the", "of", "you", "your", "which", "with", "from", "keep", "reroll", "score", "points", "cost", "costs", "roll", "turn", "best",
        "choice", "open", "none", "nothing", "first", "second", "category", "below", "above", "expected", "certain", "left", "luck",
        "loss",
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(language);
    let path = file.to_str().unwrap();
    let play = |more: &[&str], lines: &str| {
        let args = ["play", "--plain", "--save", path, "--language", language];
        yahtzee().args([&args, more].concat()).write_stdin(lines.to_owned()).ran().ok()
    };
    let begun = play(
        &["--rules", "yacht", "--roll", "--seed", "5", "--coach", "--players", "ann,computer"],
        &format!("{help}\nyacht=0\n{yes}\n\nxyz\n"),
    );
    let ended = play(&["--resume"], &"tipp\ntips\ntipp\n\n".repeat(80));
    let review = yahtzee().args(["review", path, "--why", "--language", language]).ran().ok();
    let quiz = yahtzee()
        .args(["quiz", "-n", "2", "--seed", "1", "--rules", "yacht", "--language", language])
        .write_stdin("tipp\n\n33\n".to_owned())
        .ran()
        .ok();
    let error = yahtzee().args(["advise", "1166x", "--language", language]).ran().error(2);
    assert!(review.contains(wanted), "{review}");
    for said in [begun, ended, review, quiz, error] {
        for line in said.lines().filter(|line| !line.contains("yahtzee ")) {
            let line = line.replace("Full House", "").replace("fix 4 5", "").replace("reroll 5", "");
            let mut words = line.split(|letter: char| !letter.is_alphabetic());
            assert!(!words.any(|word| ENGLISH.contains(&&*word.to_lowercase())), "{language}: {line}");
        }
    }
}

#[test]
fn the_locale_is_for_people_alone() {
    let tables = tempfile::tempdir().unwrap();
    let said = |args: &[&str]| {
        let ran = crate::common::process_in(tables.path()).env("LC_ALL", "de_AT.UTF-8").args(args).output().unwrap();
        String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap()
    };
    assert!(said(&["advise", "11666"]).starts_with("6 6 6 behalten, zwei würfeln."), "{}", said(&["advise", "11666"]));
    assert!(said(&["advise", "1166x"]).starts_with("error: „x“ steht auf keinem Würfel"));
    assert!(said(&["advise", "11666", "--language", "en"]).starts_with("Keep 6 6 6, reroll two."));
    let mut batch = crate::common::process_in(tables.path());
    batch.env("LC_ALL", "de_AT.UTF-8").args(["advise", "--stdin"]);
    let answered = batch.write_stdin("{\"dice\": \"1166x\"}\n").output().unwrap().stdout;
    assert!(String::from_utf8(answered).unwrap().contains("is no die face"));
    let json = |args: &[&str]| said(&[&["advise", "11666", "--why", "--json"], args].concat());
    assert!(json(&[]).contains("\"Why: ") && json(&["--language", "de"]).contains("\"Warum: ") && !json(&[]).contains("Warum"));
}
