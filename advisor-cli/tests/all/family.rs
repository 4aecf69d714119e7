//! Games whose categories have an order, that pay more for the first throw, or that save throws.

use serde_json::Value as Json;

use crate::common::{Ran, run, text, yahtzee_in};

fn json_of(ran: Ran) -> Json {
    serde_json::from_str(&ran.ok()).unwrap()
}

fn json<'a>(args: impl IntoIterator<Item = &'a str>) -> Json {
    json_of(run(args.into_iter().chain(["--json"])))
}

/// The category and points of each option to score.
fn scores(answer: &Json) -> Vec<(&str, u64)> {
    let scores = answer["options"].as_array().unwrap().iter().filter(|option| option["kind"] == "score");
    scores.map(|option| (option["category"].as_str().unwrap(), option["points"].as_u64().unwrap())).collect()
}

#[test]
fn a_served_roll_pays_more() {
    let of = |rerolls_left| json(["advise", "34561", "--rules", "generala", "--rerolls-left", rerolls_left]);
    assert!(scores(&of("2")).contains(&("straight", 25)));
    assert!(scores(&of("1")).contains(&("straight", 20)));
    assert!(scores(&of("0")).contains(&("straight", 20)));
    assert!(scores(&json(["advise", "55555", "--rules", "generala"])).contains(&("generala", 120)));
    assert!(text(["advise", "44455", "--rules", "generala", "--why"]).contains("35"));
    // Both are possible points on a card.
    assert!(json(["value", "--rules", "generala", "--card", "generala=120 straight=20"])["expected_final"].as_f64() > Some(140.0));
}

#[test]
fn only_the_next_category_is_open() {
    let answer = json(["advise", "13356", "--rules", "forced-yatzy", "--card", "ones=3"]);
    assert_eq!(scores(&answer), [("twos", 0)]);
    let chosen = ["advise", "13356", "--rules", "forced-yatzy", "--card", "ones=3", "--chose", "score chance"];
    assert_eq!(run(chosen).error(2), "--chose: Chance is not open yet: these rules fill Twos first");
    let card = ["value", "--rules", "forced-yatzy", "--card", "twos=6"];
    assert_eq!(run(card).error(2), "--card: twos is filled, but ones is not: these rules fill ones first");
}

#[test]
fn one_section_is_filled_first() {
    let yatzy = text(["rules", "show", "yatzy"]).replacen("name = \"yatzy\"", "name = \"halvtvang\"\norder = \"upper-first\"", 1);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("halvtvang.toml");
    std::fs::write(&file, yatzy).unwrap();
    let file = file.to_str().unwrap();
    let said = text(["rules", "explain", file]);
    assert!(said.contains("\nThe upper boxes are filled first, in any order, and then the lower ones.\n"), "{said}");
    let ask = |card| ["advise", "66666", "--rules", file, "--rerolls-left", "0", "--card", card];
    assert_eq!(scores(&json(ask("ones=3 twos=4 threes=9 fours=8 fives=15"))), [("sixes", 30)]);
    assert_eq!(scores(&json(ask("ones=3 twos=4 threes=9 fours=8 fives=15 sixes=18")))[0], ("yahtzee", 50));
    assert_eq!(run(ask("ones=3 yatzy=50")).error(2), "--card: yahtzee is filled, but twos is not: these rules fill twos first");
    let chosen = ["advise", "66666", "--rules", file, "--chose", "score yatzy"];
    assert_eq!(run(chosen).error(2), "--chose: Yatzy is not open yet: these rules fill Ones first");
}

/// The rules of games with several columns are listed, shown and said; a command for one card names those that play them.
#[test]
fn games_with_several_columns() {
    let list = text(["rules", "list"]);
    let (cards, games) = list.split_once("\nSeveral columns, played with a bound:\n").unwrap();
    assert!(cards.contains("\n  kismet ") && !cards.contains("jamb") && games.contains("Triple Yahtzee: Single, Double, Triple"), "{list}");
    // Programs tell them by their columns.
    let (listed, of_one_card) = (json(["rules", "list"]), yahtzee_solver::RuleSet::builtin_names().count());
    let (of_one_card, games) = listed.as_array().unwrap().split_at(of_one_card);
    assert!(of_one_card.iter().all(|rules| rules.get("columns").is_none()));
    let names: Vec<_> = games.iter().map(|game| (game["name"].as_str().unwrap(), game["columns"].as_array().unwrap().len())).collect();
    assert_eq!(names, [("triple-yahtzee", 3), ("yams-columns", 3), ("jamb", 4)]);
    let shown = text(["rules", "show", "jamb"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.toml");
    let hand = "[[column]]\nname = \"hand\"\nfirst-throw-only = true\nupper-bonus = []\n\n[upper-bonus]";
    std::fs::write(&file, shown.replacen("\"jamb\"", "\"own\"", 1).replacen("[upper-bonus]", hand, 1)).unwrap();
    let file = file.to_str().unwrap();
    let said = text(["rules", "explain", file]);
    assert!(said.starts_with("Jamb: 5 columns of 10 boxes, 5 dice, 3 rolls a turn\n"), "{said}");
    let bonus = "Upper bonus: 30 points for 60 or more in the upper boxes.";
    let columns = [
        &format!("Down: The boxes are filled from top to bottom. {bonus}"),
        &format!("Up: The boxes are filled from bottom to top. {bonus}"),
        &format!("Announced: The boxes are filled in any order. The box is named after the first throw. {bonus}"),
        "Hand: The boxes are filled in any order. It takes the first throw of a turn only.",
    ];
    assert!(columns.iter().all(|line| said.contains(&format!("\n{line}\n"))), "{said}");
    let explained = json(["rules", "explain", "triple-yahtzee"]);
    assert_eq!((&explained["name"], &explained["columns"][2]["times"]), (&"triple-yahtzee".into(), &3.into()));
    assert!(
        text(["rules", "explain", "triple", "--language", "de"])
            .contains("\nDreifach: Die Felder werden in beliebiger Reihenfolge ausgefüllt. ")
    );
    assert_eq!(json(["rules", "show", file])["name"], "own");
    let others = "is a game of several columns: only solve, advise, play and simulate know such games, and rules shows them";
    assert_eq!(run(["stats", "--rules", "jamb"]).error(2), format!("'jamb' {others}"));
    assert_eq!(run(["stats", "--rules", file]).error(2), format!("'own' {others}"));
    std::fs::write(file, "rules: jamb\n11666 hold 666\n").unwrap();
    assert_eq!(run(["review", file]).error(2), format!("{file}: line 1: 'jamb' is a game of several columns, which is not possible here"));
    std::fs::write(file, "[[column]]\n[[lower]\n").unwrap();
    assert!(run(["rules", "explain", file]).error(2).starts_with(&format!("{file}: line 2: ")));
}

/// Balut has four boxes for each category. A name means the next of them, and a card may have it several times.
#[test]
fn a_category_with_several_boxes() {
    let balut = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/balut.toml");
    let card = ["--rules", balut, "--card", "fours=16 fours=8 balut-3=0"];
    let ask = |args: &[&'static str]| run(args.iter().copied().chain(card));
    let answer = json_of(ask(&["advise", "44441", "--rerolls-left", "0", "--goal", "fours", "--json"]));
    let wanted = [("balut-2", 0), ("choice", 17), ("fives", 0), ("fours-3", 16), ("full-house", 0), ("sixes", 0), ("straight", 0)];
    let mut found = scores(&answer);
    found.sort_unstable();
    assert_eq!(found, wanted);
    assert_eq!(answer["goal"]["category"], "fours-3");
    let text = ask(&["advise", "44441", "--rerolls-left", "0", "--chose", "fours-4"]).ok();
    assert!(text.starts_with("Score 16 in Fours III."), "{text}");
    assert!(text.contains("Card: fours=16, fours-2=8, balut=0\n"), "{text}");
}

/// Chance, the tower and the Maxi Yatzy are open.
const CARD: &str = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 one-pair=12 two-pairs=0 three-pairs=0 three-of-a-kind=0 four-of-a-kind=0 \
                    five-of-a-kind=0 small-straight=0 large-straight=0 full-straight=0 hut=0 house=0 saved=5";

/// A game too large to solve for one question is solved from the card on, and all answers agree.
#[test]
fn a_large_game_from_a_card_on() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |args: &[&str]| {
        let mut program = yahtzee_in(folder.path());
        json_of(program.args(args).args(["--rules", "maxi-yatzy-saved", "--card", CARD, "--json"]).ran())
    };
    let near = |found: &Json, wanted: f64| assert!((found.as_f64().unwrap() - wanted).abs() < 1e-9, "{found} for {wanted}");
    let expected = ask(&["value"])["expected_final"].as_f64().unwrap();
    near(&ask(&["stats"])["mean"], expected);
    // Seven throws are left at first; the answer gives the value of the first one.
    let advice = ask(&["advise", "666612"]);
    assert_eq!(advice["rerolls_left"], 7);
    let chosen = ask(&["advise", "666612", "--rerolls-left", "3", "--chose", "hold 6666"]);
    assert_eq!(chosen["chosen"]["hold"], serde_json::json!([6, 6, 6, 6]));
    let targets = ask(&["targets"]);
    let sum: f64 = targets["targets"].as_array().unwrap().iter().map(|target| target[2].as_f64().unwrap()).sum();
    near(&sum.into(), expected);
    let score = targets["score_so_far"].as_u64().unwrap() + 60;
    let best = targets["targets"].as_array().unwrap().iter().find(|target| target[0] == score).unwrap()[1].as_f64().unwrap();
    near(&ask(&["value", "--target", &score.to_string()])["worth"], best);
    let against = ask(&["advise", "666612", "--against", CARD]);
    assert!(against["worth"].as_f64().unwrap() > 0.5, "four sixes are a good start");
    let greedy = ask(&["evaluate", "greedy"]);
    near(&greedy["loss"], expected - greedy["expected_score"].as_f64().unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the values of a card are not kept");
}

/// So is a smaller one that takes many seconds because of its saved throws.
#[test]
fn a_game_of_saved_throws_from_a_card_on() {
    let folder = tempfile::tempdir().unwrap();
    let card = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 one-pair=12 two-pairs=0 three-of-a-kind=0 four-of-a-kind=0 small-straight=0 \
                large-straight=0 full-house=0 yahtzee=0 saved=2";
    for command in [&["advise", "13356"][..], &["targets"], &["advise", "13356", "--against", card], &["evaluate", "greedy"]] {
        yahtzee_in(folder.path()).args(command).args(["--rules", "yatzy-saved", "--card", card, "--json"]).ran().ok();
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn saved_throws_are_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |args: &[&str]| yahtzee_in(folder.path()).args(args).args(["--rules", "maxi-yatzy-saved"]).ran();
    let more = CARD.replace("saved=5", "saved=35");
    let error = ask(&["value", "--card", &more]).error(2);
    assert_eq!(error, "--card: saved=35: with 17 of its categories filled, a card has at most 34 saved throws");
    let error = ask(&["advise", "666612", "--card", CARD, "--rerolls-left", "8"]).error(2);
    assert!(error.starts_with("--rerolls-left: 8"), "{error}");
    assert_eq!(run(["value", "--card", "saved=2"]).error(2), "--card: saved=2: the rule set 'hasbro' saves no throws");
    // Scoring early saves the remaining throws.
    let shown = ask(&["advise", "666666", "--card", CARD]).ok();
    assert!(shown.contains("Score 100 in Maxi Yatzy, with 7 throws saved"), "{shown}");
}

/// A card with impossibly many saved throws: it is full, and an error says so.
#[test]
fn the_most_saved_throws_of_any_game() {
    let mut rules = "name = 'long'\norder = 'as-listed'\nsaved-throws = true\ndice = 1\nrolls = 5\n".to_owned();
    let mut card = String::new();
    for category in 0..30 {
        rules += &format!("[[lower]]\nname = 'c{category}'\nany = true\npoints = 'all-dice'\n");
        card += &format!("c{category}=1 ");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.toml");
    std::fs::write(&file, rules).unwrap();
    let ask = |card: &str| yahtzee_in(folder.path()).args(["advise", "3", "--card", card, "--rules"]).arg(&file).ran();
    assert!(ask(&format!("{card}saved=120")).error(2).contains("the card is full"));
    let last = card.replace("c29=1 ", "saved=116");
    assert!(ask(&last).ok().contains("Score 3 in C29, with 120 throws saved"));
}

/// A game in which saved throws earn points at the end: its explanation, its statistics and the review of a full card say so.
#[test]
fn saved_throws_that_earn_points() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saving.toml");
    let toml = "name = 'saving'\ndice = 2\nrolls = 2\nsaved-throws = true\nsaved-throw-points = 3\n\
                [[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n[[lower]]\nname = 'any'\nany = true\npoints = 'all-dice'\n";
    std::fs::write(&file, toml).unwrap();
    let rules = file.to_str().unwrap();
    assert!(text(["rules", "explain", rules]).contains("Each saved throw that is left at the end earns 3 points."));
    assert_eq!(json(["rules", "explain", rules])["saved_throw_points"], 3);
    assert!(text(["stats", "--rules", rules]).contains("\n  Saved throws "));
    assert!(json(["stats", "--rules", rules])["saved_throws"]["mean"].as_f64() > Some(0.0));
    let review = json(["review", "--rules", rules, "--card", "pair=5 any=7 saved=2"]);
    assert_eq!((review["score"].as_u64(), review["saved_throws"]["points"].as_u64()), (Some(18), Some(6)));
    let parts = review["boxes"].as_array().unwrap().iter().chain(["upper_bonus", "extra_bonus", "saved_throws"].map(|name| &review[name]));
    let sum: f64 = parts.map(|part| part["difference"].as_f64().unwrap()).sum();
    assert!((sum - review["difference"].as_f64().unwrap()).abs() < 1e-9);
}

/// A stock of extra throws: what is left of it on a card, in answers, and in what it earns at the end.
#[test]
fn extra_throws() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stock.toml");
    let toml = "name = 'stock'\ndice = 2\nrolls = 2\nextra-throws = 2\nsaved-throw-points = 3\n\
                [[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n[[lower]]\nname = 'any'\nany = true\npoints = 'all-dice'\n";
    std::fs::write(&file, toml).unwrap();
    let rules = file.to_str().unwrap();
    let explained = text(["rules", "explain", rules]);
    assert!(explained.contains("A card has 2 extra throws for the whole game. A turn uses its own throws first."), "{explained}");
    assert!(explained.contains("Each extra throw that is left at the end earns 3 points."), "{explained}");
    assert_eq!(json(["rules", "explain", rules])["extra_throws"], 2);
    assert!(text(["stats", "--rules", rules]).contains("\n  Extra throws left "));
    let advice = text(["advise", "66", "--rules", rules, "--all"]);
    assert!(advice.contains("3 rerolls left") && advice.contains("Score 5 in Pair, with 2 extra throws left"), "{advice}");
    let position = json(["advise", "61", "--rules", rules, "--rerolls-left", "0", "--card", "pair=5 throws=1"]);
    assert_eq!((position["rerolls_left"].as_u64(), position["score_so_far"].as_u64()), (Some(0), Some(5)));
    let review = json(["review", "--rules", rules, "--card", "pair=5 any=7 throws=2"]);
    assert_eq!((review["score"].as_u64(), review["saved_throws"]["points"].as_u64()), (Some(18), Some(6)));
    // A game: the first turn uses one extra throw, so the second one has two rerolls.
    let game = "rules: stock\n12 hold 2, 25 hold 5, 55 score pair\n13 hold 3, 36 hold 6, 61 score any\n";
    let played = folder.path().join("game.txt");
    std::fs::write(&played, game).unwrap();
    assert_eq!(json(["review", played.to_str().unwrap(), "--rules", rules])["final_score"], 12.0);
    std::fs::write(&played, game.replace("61 score any", "61 hold 6, 65 score any")).unwrap();
    let wrong = run(["review", played.to_str().unwrap(), "--rules", rules]).error(2);
    assert!(wrong.contains("line 3: too many rolls: a turn has 3"), "{wrong}");
}

/// The reasons name the step of the bonus that a turn earns or needs, and are silent about one that can grow no more.
#[test]
fn reasons_about_a_bonus_in_steps() {
    let said = |arguments: &[&str]| text(arguments.iter().copied().chain(["--rules", "kismet", "--why"]));
    let zeros = "four-of-a-kind=0 full-house=0 full-house-of-a-colour=0 three-of-a-kind=0";
    let earned = said(&["advise", "66663", "-r", "0", "--card", &format!("ones=5 twos=8 threes=9 fours=12 fives=20 kismet=80 {zeros}")]);
    assert!(earned.contains("You get the upper bonus of 75."), "{earned}");
    let open = ["advise", "25131", "-r", "1", "--card", "ones=4 twos=8 fours=16 fives=20 sixes=18 kismet=0"];
    let needed = said(&open);
    assert!(needed.contains("You still need 5 points for the upper bonus of 55; this turn adds"), "{needed}");
    assert!(!needed.contains("The chance of the upper bonus"), "{needed}");
    let standing =
        |card: &str| json(["advise", "25131", "-r", "1", "--rules", "kismet", "--why", "--card", card])["why"]["upper_bonus"].clone();
    assert_eq!(standing(open[5]), serde_json::json!({ "standing": "open", "needed": 5, "most": 15, "points": 55 }));
    assert_eq!(standing("ones=4 twos=8 threes=12 fours=16 fives=20 sixes=6")["standing"], "reached");
    let explained = text(["rules", "explain", "kismet"]);
    assert!(
        explained.contains("Upper bonus, by the points in the upper boxes: 35 from 63 on, 55 from 71 on, 75 from 78 on."),
        "{explained}"
    );
}
