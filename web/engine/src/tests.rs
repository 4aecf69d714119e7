//! The engine without a browser.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};
use yahtzee_dialogue::session::Computer;
use yahtzee_dialogue::words::languages;
use yahtzee_solver::language;

use yahtzee_dialogue::ask::Ask;

use crate::play::{NewGame, Tap};
use crate::quiz::QuizOf;
use crate::rules;
use crate::{Engine, Solving};

fn engine() -> Engine {
    engine_of("hasbro")
}

fn engine_of(rules: &str) -> Engine {
    Engine::solve(rules).unwrap()
}

fn asked(fields: &Value) -> Ask<'_> {
    Ask::deserialize(fields).unwrap()
}

fn view(view: &impl serde::Serialize) -> Value {
    serde_json::to_value(view).unwrap()
}

fn advised(engine: &Engine, fields: &Value) -> Value {
    view(&engine.advise(&asked(fields)).unwrap())
}

fn reviewed(engine: &Engine, game: &str, player: Option<usize>) -> Value {
    view(&engine.review(&engine.played(game, player).unwrap()).unwrap())
}

#[test]
fn an_answer_has_the_words_of_the_program() {
    let engine = engine();
    let answer = advised(&engine, &json!({ "dice": "11666", "card": "", "chosen": "score full-house", "why": true }));
    assert_eq!(answer["options"][0]["words"].as_str().unwrap(), "Keep 6 6 6, reroll two");
    assert_eq!(answer["options"][0]["amount"], "265.11");
    assert_eq!(answer["verdict"][1][0]["text"].as_str().unwrap(), "It costs 11.20 points");
    assert_eq!(answer["why"]["said"][0]["heading"].as_str().unwrap(), "Why: Keep 6 6 6, reroll two");
    assert_eq!([&answer["options"][0]["lost"], &answer["options"][0]["bonus_chance"]], [&Value::Null; 2]);
}

#[test]
fn a_list_of_final_rolls_gets_its_best_boxes() {
    let rolls = engine().rolls_review("66666\n66651").unwrap().unwrap();
    assert_eq!((rolls.total.as_str(), rolls.rows.len()), ("at most 74 points", 2));
    assert_eq!(rolls.rows[0], ["1", "6 6 6 6 6", "Yahtzee", "50"].map(str::to_owned));
    assert!(engine().rolls_review("11666 hold 666").unwrap().is_none() && engine().rolls_review("66666\n6665").is_err());
}

#[test]
fn bad_questions_have_messages() {
    let engine = engine();
    let wrong = |fields: Value| engine.advise(&asked(&fields)).err().unwrap();
    assert!(wrong(json!({ "dice": "1166", "card": "" })).contains("dice"));
    assert!(wrong(json!({ "dice": "11666", "card": "ones=9" })).contains("ones"));
    assert!(wrong(json!({ "dice": "11666", "card": "", "rerolls_left": 3 })).contains('3'));
    assert!(
        wrong(json!({ "dice": "11666", "card": "", "objective": { "kind": "against", "opponents": ["x"] } })).contains("an opponent is")
    );
    assert!(wrong(json!({ "dice": "11666", "card": "", "goal": "yahtzee=51" })).contains("the most is 50"));
}

#[test]
fn chances_are_exact_where_both_end_soon() {
    let engine = engine();
    let late = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40";
    let exact = |card: &str, against: &str| {
        let objective = json!({ "kind": "against", "opponents": [against] });
        let answer = advised(&engine, &json!({ "dice": "11666", "card": card, "objective": objective }));
        assert_eq!(answer["amounts"].as_str().unwrap(), "chance to win");
        answer["exact"].as_bool().unwrap()
    };
    assert!(exact(late, late) && exact(late, "250"));
    assert!(!exact(late, "new") && !exact("", late));
}

fn state(play: &Value) -> u32 {
    play["state"].as_u64().unwrap() as u32
}

fn begin(engine: &mut Engine, new: Value) -> Value {
    let new: NewGame = serde_json::from_value(new).unwrap();
    view(&engine.new_game(&new).unwrap())
}

/// A tap on an old state does nothing, even if another game has begun.
#[test]
fn a_late_tap_does_nothing() {
    let mut engine = engine();
    let new = json!({ "players": ["ann", "bob"], "seed": 5, "rounds": 1 });
    let begun = begin(&mut engine, new.clone());
    let best = Tap::Choose(begun["options"][0]["typed"].as_str().unwrap().to_owned());
    let played = view(&engine.play(&best, state(&begun)).unwrap().unwrap());
    assert!(engine.play(&best, state(&begun)).unwrap().is_none() && engine.play(&Tap::Undo, state(&begun)).unwrap().is_none());
    let undone = view(&engine.play(&Tap::Undo, state(&played)).unwrap().unwrap());
    assert_eq!(undone["dice"], begun["dice"]);
    let next = begin(&mut engine, new);
    for before in [&begun, &played, &undone] {
        assert!(engine.play(&best, state(before)).unwrap().is_none());
    }
    assert!(engine.play(&best, state(&next)).unwrap().is_some());
}

/// With every kind of advice and every kind of opponent, the tap that throws makes no decision.
#[test]
fn a_throw_only_throws() {
    let mut engine = engine();
    for (players, coach) in [(["ann", "bob"], None), (["ann", "computer"], None), (["ann", "bob"], Some(0.2))] {
        let begun = begin(&mut engine, json!({ "players": players, "seed": 5, "coach": coach, "rounds": 1 }));
        let score = begun["choices"].as_array().unwrap().iter().find(|choice| choice["category"] == "chance").unwrap();
        let scored = engine.play(&Tap::Choose(score["typed"].as_str().unwrap().to_owned()), state(&begun));
        let scored = view(&scored.unwrap().unwrap());
        assert_eq!(scored["waits"], true);
        let thrown = view(&engine.play(&Tap::Throw, state(&scored)).unwrap().unwrap());
        assert_eq!(
            (&thrown["stage"], &thrown["rerollsLeft"], &thrown["refused"], &thrown["mistake"]),
            (&json!("to-choose"), &json!(2), &Value::Null, &Value::Null),
            "{players:?}"
        );
    }
}

/// Every new game can be read again: all kinds of seats, dice and advice.
#[test]
fn every_game_that_begins_can_be_opened_again() {
    let mut engine = engine();
    for opponent in Computer::all() {
        for (seed, coach) in [(None, None), (Some(5), None), (Some(5), Some(0.2)), (None, Some(0.0))] {
            let players = ["ann".to_owned(), "bob lee".to_owned(), format!("computer:{}", opponent.word())];
            let begun = begin(&mut engine, json!({ "players": players, "seed": seed, "coach": coach, "rounds": 1 }));
            let saved = begun["saved"].as_str().unwrap();
            assert_eq!(rules::of_game(saved, "yatzy").unwrap(), "hasbro");
            assert_eq!(view(&engine.resume(saved).unwrap())["saved"], saved);
            assert_eq!(reviewed(&engine, saved, Some(2))["players"].as_array().unwrap().len(), 3);
        }
    }
}

/// Remarks of the coach, questions and moves are data, so that a page can translate them.
#[test]
fn a_game_is_told_as_data() {
    let mut engine = engine();
    let begun = begin(&mut engine, json!({ "players": [], "coach": 0.2, "rounds": 1 }));
    let rolled = view(&engine.play(&Tap::Fell("11666".to_owned()), state(&begun)).unwrap().unwrap());
    let asked = view(&engine.play(&Tap::Choose("yahtzee".to_owned()), state(&rolled)).unwrap().unwrap());
    assert_eq!((&asked["asks"]["category"], &asked["asks"]["wouldScore"]), (&json!("yahtzee"), &json!(0)));
    assert!(asked["asks"]["loss"].as_f64().unwrap() > 20.0 && asked["mistake"].is_null());
    let scored = view(&engine.play(&Tap::Choose("full-house".to_owned()), state(&asked)).unwrap().unwrap());
    let mistake = &scored["mistake"];
    assert_eq!(mistake["player"], 0);
    assert_eq!(mistake["best"]["kept"], json!([false, false, true, true, true]));
    assert!((mistake["loss"].as_f64().unwrap() - 11.20).abs() < 0.01);
}

/// A first throw that nobody has seen is no part of the chances, and one on the table is.
#[test]
fn the_chances_do_not_know_a_covered_throw() {
    let mut engine = engine();
    let chance = |engine: &Engine, saved: &str, covered| engine.win_chances(saved, covered).unwrap()[0].value;
    let of_seed = |engine: &mut Engine, seed: u32| {
        let begun = begin(engine, json!({ "players": ["ann", "bob"], "seed": seed, "coach": 0.2, "rounds": 1 }));
        assert_eq!(begun["waits"], json!(false));
        let saved = begun["saved"].as_str().unwrap().to_owned();
        [false, true].map(|covered| chance(engine, &saved, covered))
    };
    let seeds = [1, 2, 3, 4].map(|seed| of_seed(&mut engine, seed));
    assert!(seeds.iter().all(|[_, covered]| *covered == seeds[0][1]), "{seeds:?}");
    assert!(seeds.iter().any(|[seen, covered]| seen != covered), "{seeds:?}");
}

/// Who has moved sees what the computers did since, in the order in which they did it.
#[test]
fn the_turns_of_computers_can_be_watched() {
    let mut engine = engine();
    let begun = begin(&mut engine, json!({ "players": ["ann", "computer", "computer:greedy"], "seed": 5, "coach": 0.2, "rounds": 1 }));
    let mut now = begun;
    for _ in 0..13 {
        while now["stage"] == "to-choose" && now["waits"] == json!(false) {
            let scored = now["choices"].as_array().unwrap().iter().find(|choice| choice["kind"] == "score").unwrap();
            now = view(&engine.play(&Tap::Choose(scored["typed"].as_str().unwrap().to_owned()), state(&now)).unwrap().unwrap());
            if !now["asks"].is_null() {
                now = view(&engine.play(&Tap::Answer(true), state(&now)).unwrap().unwrap());
            }
        }
        let turns = now["computers"].as_array().unwrap();
        let over = now["stage"] == "over";
        assert!(over || turns.len() == 2, "{turns:?}");
        for turn in turns {
            let steps = turn["steps"].as_array().unwrap();
            let (last, holds) = steps.split_last().unwrap();
            assert!(holds.iter().all(|step| step["choice"]["kind"] == "hold") && last["choice"]["kind"] == "score");
            let gained = last["choice"]["points"].as_u64().unwrap() + last["choice"]["bonus"].as_u64().unwrap();
            let [before, after] = ["before", "after"].map(|card| turn[card]["score"].as_u64().unwrap());
            let bonus = turn["after"]["upper_bonus"].as_u64().unwrap() - turn["before"]["upper_bonus"].as_u64().unwrap();
            assert_eq!(after, before + gained + bonus);
            assert_eq!(now["players"][turn["player"].as_u64().unwrap() as usize]["score"], after);
        }
        if over {
            return;
        }
        now = view(&engine.play(&Tap::Throw, state(&now)).unwrap().unwrap());
    }
    panic!("the game has no end");
}

/// The best decision is a right one that a player who considers only this turn would have missed.
#[test]
fn a_review_names_the_best_decision() {
    let engine = engine();
    let review = reviewed(&engine, "rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n", None);
    let best = &review["best_decision"];
    assert_eq!((&best["chosen"]["lost"], best["gain"].as_f64().unwrap() > 1.0), (&Value::Null, true), "{best}");
    assert!(best["said"].as_str().unwrap().starts_with("Playing for the points of this turn alone would have cost "));
}

#[test]
fn a_saved_game_is_resumed() {
    let mut engine = engine();
    let new = json!({ "players": ["ann", "computer"], "seed": 5, "coach": 0.2, "rounds": 1 });
    let new: NewGame = serde_json::from_value(new).unwrap();
    let begun = view(&engine.new_game(&new).unwrap());
    assert_eq!(begun["advice"], "silent");
    assert!(!begun["choices"].as_array().unwrap().is_empty());
    let played = view(&engine.play(&Tap::Choose("chance".to_owned()), state(&begun)).unwrap().unwrap());
    // Ann's next dice are thrown: no pause is needed to show the end of the last turn.
    let resumed = view(&engine.resume(played["saved"].as_str().unwrap()).unwrap());
    assert_eq!((&resumed["stage"], &resumed["card"]["score"]), (&json!("to-choose"), &played["card"]["score"]));
    let again = view(&self::engine().resume(resumed["saved"].as_str().unwrap()).unwrap());
    assert_eq!(again["saved"], resumed["saved"]);
    assert!(engine.resume("#! yahtzee play 1\n").err().unwrap().contains("a part of it is missing"));
    let alone = view(&engine.resume("rules: hasbro\n11666 hold 666, 66625\n").unwrap());
    assert_eq!((&alone["stage"], &alone["rerollsLeft"]), (&json!("to-choose"), &json!(1)));
}

#[test]
fn rules_are_checked_at_their_line() {
    let wrong = view(&rules::check("name = 'mine'\ndice = 9\n"));
    assert_eq!((&wrong["kind"], &wrong["line"]), (&json!("wrong"), &json!(2)));
    assert_eq!(view(&rules::check(rules::read("kniffel").unwrap().toml()))["kind"], "right");
    assert_eq!(rules::read("yatzy@sv").unwrap().language(), "sv");
    assert_eq!(rules::of_game("rules: kniffel\n", "hasbro").unwrap(), "kniffel");
    assert!(rules::of_game("rules: chess\n", "hasbro").is_err());
}

#[test]
fn rules_are_checked_by_their_name() {
    let _engine = engine();
    let wrong = |name: &str| view(&rules::check(name))["message"].as_str().unwrap().to_owned();
    assert_eq!(wrong("nope"), "There are no rules 'nope'.");
    assert_eq!(wrong("yatzi"), "There are no rules 'yatzi': did you mean 'yatzy'?");
    assert!(wrong("yatzy@fr").contains("language 'fr'"));
    assert!(wrong("maxi-yatzy-saved").contains("more than the limit"));
    assert_eq!(view(&rules::check("yatzy@sv"))["kind"], "right");
    assert!(Engine::solve("nope").err().unwrap().contains("nope"));
}

#[test]
fn another_worker_goes_on_with_the_values() {
    let (mut one, values) = (engine(), engine().table());
    let mut other = Engine::open("hasbro", &values).unwrap();
    let fields = json!({ "dice": "11666", "card": "" });
    let [first, second] = [&mut one, &mut other].map(|engine| advised(engine, &fields));
    assert_eq!(first, second);
    assert!(Engine::open("yatzy", &values).is_err());
    assert!(Engine::open("hasbro", &values[1..]).is_err());
}

#[test]
fn a_question_is_answered_before_the_game_is_solved() {
    let (solved, unsolved) = (engine(), Engine::unsolved("hasbro").unwrap());
    let late = "1s=3 2s=6 3s=9 3k=25 4k=22 fh=0 ss=30 ls=40 y=50";
    for card in ["1s=3 2s=6 3s=9 3k=25 4k=22", late, "6s=18 ls=0 y=50 extra=1 4s=8 3k=30 fh=25"] {
        let question = json!({ "dice": "11666", "card": card, "why": true });
        assert!(unsolved.advise(&asked(&question)).err().unwrap().contains("not solved"));
        let mut solving = Solving::begin("hasbro", card, 1).unwrap();
        while solving.compute(0).is_some() {}
        let part = solving.engine();
        for fields in [question, json!({ "dice": "66666", "card": card, "rerolls_left": 1, "goal": "chance" })] {
            assert_eq!(advised(&part, &fields), advised(&solved, &fields), "{fields}");
        }
        assert_eq!(view(&part.card(card, None).unwrap()), view(&solved.card(card, None).unwrap()));
        let is_known = |card| part.work_from(card).unwrap() == 0.0;
        assert_eq!([card, late, "1s=3"].map(is_known), [true, !card.starts_with("6s"), false]);
    }
}

#[test]
fn a_card_is_read_before_the_game_is_solved() {
    let (solved, unsolved) = (engine(), Engine::unsolved("hasbro").unwrap());
    let mut card = view(&solved.card("ones=3 yahtzee=50", None).unwrap());
    card["expected"] = json!("");
    assert_eq!(view(&unsolved.card("ones=3 yahtzee=50", None).unwrap()), card);
    assert_eq!(view(&unsolved.with_points("ones=3", "yahtzee", Some(50)).unwrap()), card);
    let work = |card| unsolved.work_from(card).unwrap();
    assert!(work("") > work("ones=3") && work("ones=3") > work("ones=3 yahtzee=50"));
    assert!(unsolved.work_from("ones=9").unwrap_err().contains("ones"));
}

#[test]
fn a_quiz_has_so_many_positions() {
    let mut engine = engine();
    let of = |mistakes, theme: &str| QuizOf { seed: 1.0, mistakes, theme: theme.into(), level: String::new() };
    for wrong in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1000.0, 3e6, 1e300] {
        assert!(engine.quiz_position(&of(false, ""), wrong).err().unwrap().contains("from 0 to 999"), "{wrong}");
    }
    let [mixed, mistakes, bonus] = [(false, ""), (true, ""), (false, "bonus")].map(|(mistakes, theme)| {
        let of = of(mistakes, theme);
        let third = view(&engine.quiz_position(&of, 2.0).unwrap());
        view(&engine.quiz_position(&of, 0.0).unwrap());
        assert_eq!(third, view(&engine.quiz_position(&of, 2.0).unwrap()), "back and on again");
        third
    });
    assert!(mixed != mistakes && mixed != bonus);
}

/// Records written here can be read here, and the deck, the day and the progress are computed from them.
#[test]
fn a_history_is_worked_out_from_its_lines() {
    let engine = engine();
    let game = "rules: hasbro
11666 hold 666, 66625 hold 666, 66661 score sixes
22345 hold 2345, 12345 score large-straight
13556 hold 55, 55123 hold 55, 55524 score fives
23344 hold 33, 13336 hold 333, 33345 score threes
12456 hold 2456, 23456 score small-straight
44411 hold 444, 44416 hold 444, 44446 score fours
11122 score full-house
33366 hold 333, 33345 hold 333, 33351 score three-of-a-kind
22226 score four-of-a-kind
11145 hold 111, 11134 hold 111, 11156 score ones
22356 hold 22, 22256 hold 222, 22245 score twos
55566 hold 555, 55564 hold 555, 55562 score chance
12346 hold 1234, 12344 hold 44, 44561 score yahtzee
";
    let records = engine.game_records(game, 1000.0).unwrap();
    assert_eq!(records.len(), 1);
    let mut lines = view(&records[0])["line"].as_str().unwrap().to_owned();
    let reviewed = |mine| view(&engine.reviewed_records(game, None, mine, &lines, 1000.0).unwrap());
    assert_eq!(reviewed(false)["records"], json!([]));
    assert_eq!(reviewed(false)["why"], "Not recorded in your history: the game does not say who played it.");
    assert_eq!((&reviewed(true)["records"][0]["line"], &reviewed(true)["why"]), (&json!(lines), &Value::Null));
    let sheet = view(&engine.card("Aces 3\nTwos -\nTotal 4", None).unwrap());
    assert_eq!((&sheet["text"], sheet["warnings"].as_array().unwrap().len()), (&json!("ones=3"), 1));
    assert!(engine.game_records("rules: hasbro\n11666 hold 666\n", 0.0).unwrap().is_empty(), "it is not over");
    let day = 20_261_123;
    for (number, puzzle) in (1..).zip(engine.daily_ten(day).unwrap()) {
        let position = view(&puzzle)["position"].as_str().unwrap().to_owned();
        let how = serde_json::from_value(json!({ "from": "daily", "at": 2000 + number, "hints": 0, "daily": [day, number] })).unwrap();
        let reply = (number != 3).then(|| view(&puzzle)["choices"][0]["typed"].as_str().unwrap().to_owned());
        let solution = view(&engine.solution(&position, reply, Some(how)).unwrap());
        assert_eq!(solution["record"]["daily"], day);
        lines.push_str(solution["record"]["line"].as_str().unwrap());
    }
    let progress = view(&engine.progress(&lines, None, 3000.0));
    assert_eq!((&progress["progress"]["player"], &progress["progress"]["rating"]["games"]), (&json!("you"), &json!(1)));
    assert_eq!(progress["progress"]["themes"].as_array().unwrap().len(), progress["themes"].as_array().unwrap().len());
    let read = view(&crate::history::read(&format!("{lines}{lines}no record\n")));
    assert_eq!((read["records"].as_array().unwrap().len(), &read["unread"]), (11, &json!(1)));
    let later = r#"{"history":2,"game":["another form"]}"#;
    let read = view(&crate::history::read(&format!("{later}\n{later}\nno record\n")));
    assert_eq!(read["records"][0]["line"], format!("{later}\n"), "a line of a later version is kept");
    assert!(read["records"][0]["key"].as_str().unwrap().starts_with("later ") && read["records"].as_array().unwrap().len() == 1);
    assert_eq!(view(&engine.progress(&format!("{lines}{later}\n"), None, 3000.0))["unread"], 0);
    let daily = view(&engine.daily(&lines, day, day));
    let best = daily["answers"].as_array().unwrap().iter().filter(|answer| answer["mark"] == "🟩").count();
    assert_eq!((&daily["streak"], &daily["days"], &daily["answers"][2]["mark"]), (&json!(1.0), &json!([[day, 10, best]]), &json!("⬜")));
    assert!(daily["shared"].as_str().unwrap().starts_with("Yahtzee, ten of 2026-11-23\n"));
    let deck = view(&engine.deck(&lines, 1e9));
    assert_eq!(deck["due"].as_array().unwrap().len(), deck["cards"].as_u64().unwrap() as usize);
    assert!(deck["cards"].as_u64() > Some(0));
    engine.puzzle_of(deck["due"][0]["position"].as_str().unwrap()).unwrap();
    assert_eq!(view(&crate::quiz::tally(&lines))["asked"], 10);
}

/// The fields of what a front end says, as another one recorded them. Numbers may differ in their last digits.
fn assert_says(ours: &Value, theirs: &Value, what: &str) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            theirs.iter().for_each(|(name, value)| assert_says(ours.get(name).unwrap_or(&Value::Null), value, &format!("{what} {name}")));
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{what}");
            ours.iter().zip(theirs).for_each(|(ours, theirs)| assert_says(ours, theirs, what));
        }
        (Value::Number(ours), Value::Number(theirs)) => {
            assert!((ours.as_f64().unwrap() - theirs.as_f64().unwrap()).abs() < 1e-9, "{what}: {ours} {theirs}");
        }
        _ => assert_eq!(ours, theirs, "{what}"),
    }
}

/// The same question has the same answer at each front end, in each language: `docs/questions.md`.
#[test]
fn front_ends() {
    let lines = |text: &str| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let questions = lines(include_str!("../../../dialogue/front-ends/questions.jsonl"));
    let answers = lines(include_str!("../../../dialogue/front-ends/answers.jsonl"));
    assert_eq!(questions.len(), answers.len());
    assert_answers("hasbro", &questions, &answers);
    let words = lines(include_str!("../../../dialogue/front-ends/words.jsonl"));
    for language in ["de", "sv"] {
        let answers = answers.iter().cloned().map(|mut answer| {
            let of_this = |words: &&Value| words["language"] == language && words["id"] == answer["id"];
            if let Some(words) = words.iter().find(of_this) {
                let place = if answer.get("error").is_some() { &mut answer["error"] } else { &mut answer["why"]["said"] };
                *place = words["words"].clone();
            }
            answer
        });
        language::set_on_thread(languages::named(language));
        assert_answers(&format!("hasbro@{language}"), &questions, &answers.collect::<Vec<_>>());
        language::set_on_thread(None);
    }
}

/// Asks the questions, about these rules of `hasbro`.
fn assert_answers(hasbro: &str, questions: &[Value], answers: &[Value]) {
    // The rules are in a file beside the questions, or built in.
    let rules_of = |name: &str| {
        let own = format!("{}/../../dialogue/front-ends/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(own).unwrap_or_else(|_| hasbro.replace("hasbro", name))
    };
    let mut engines = HashMap::new();
    for (question, answer) in questions.iter().zip(answers) {
        let mut fields = question.clone();
        let rules = fields["rules"].as_str().unwrap().to_owned();
        fields.as_object_mut().unwrap().retain(|name, _| name != "id" && name != "rules");
        let engine = engines.entry(rules).or_insert_with_key(|name| engine_of(&rules_of(name)));
        if fields.get("odds").is_some() {
            match engine.odds(&asked(&fields)) {
                Err(error) => assert_eq!(answer["error"], error, "{question}"),
                Ok(found) => {
                    let mut answer = answer.clone();
                    answer.as_object_mut().unwrap().remove("id");
                    let found = view(&found);
                    assert_says(&found, &answer, &question.to_string());
                    // The chance, the throws, and, where there are any, the mean points and the turns.
                    let is_over = |field: &Value, least| usize::from(field.as_f64().is_some_and(|number| number > least));
                    let turns = |odds: &Value| is_over(&odds["expected_turns"], 1.0) + is_over(&odds["within_turns"], 0.0);
                    let said = |odds: &Value| odds["said"].as_array().unwrap().len() == 2 + is_over(&odds["mean"], 0.0) + turns(odds);
                    assert!(found["boxes"].as_array().unwrap().iter().all(said), "{question} {found}");
                }
            }
            continue;
        }
        match engine.advise(&asked(&fields)) {
            Err(error) => assert_eq!(answer["error"], error, "{question}"),
            Ok(_) => {
                let mut answer = answer.clone();
                answer.as_object_mut().unwrap().remove("id");
                let found = advised(engine, &fields);
                assert_says(&found, &answer, &question.to_string());
                assert_eq!(found["verdict"].as_array().unwrap().is_empty(), answer.get("chosen").is_none(), "{question}");
                assert_eq!(found["goal_said"].as_array().unwrap().is_empty(), answer.get("goal").is_none(), "{question}");
            }
        }
    }
}

/// The same game has the same review at each front end: `docs/questions.md`.
#[test]
fn faces_of_reviews() {
    let games = [
        include_str!("../../../dialogue/front-ends/game-by-hand.txt"),
        include_str!("../../../dialogue/front-ends/game-alone.txt"),
        include_str!("../../../dialogue/front-ends/game-of-two.txt"),
    ];
    let reviews =
        include_str!("../../../dialogue/front-ends/reviews.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for (game, mut review) in games.iter().zip(reviews) {
        let engine = engine_of(&rules::of_game(game, "yatzy").unwrap());
        let [win, share] = ["win", "luck_share"].map(|name| review.as_object_mut().unwrap().remove(name));
        assert_says(&reviewed(&engine, game, None), &review, "review");
        let share = share.map(|share| yahtzee_dialogue::words::luck_share(share.as_f64().unwrap()));
        assert_eq!(engine.luck_share(game, None).unwrap(), share);
        let chances = engine.review_chances(game, None).unwrap().map(|chances| view(&chances));
        assert_eq!(chances.is_some(), win.is_some());
        let (Some(chances), Some(win)) = (chances, win) else { continue };
        assert_says(&chances, &win, "win");
        assert_eq!(chances["course"][1].as_str().unwrap(), if win["now"] == 0.0 { "lost" } else { "won" });
        for decision in chances["turns"].as_array().unwrap().iter().flat_map(|turn| turn["decisions"].as_array().unwrap()) {
            assert_eq!(decision["said"].as_str().unwrap().contains("The best to win: "), !decision["chosen"]["lost"].is_null());
        }
        assert!(chances["moments"][0].as_str().unwrap().ends_with(&format!(" turn {}", win["turning_points"][0]["turn"])));
    }
}
