//! Input from people and files: no panic, no hang, and no more memory than the input justifies.
//!
//! As plain tests these are short; `scripts/fuzz.sh` runs each for a minute, with changes guided by the reached code.

#![cfg_attr(fuzzing_libfuzzer, allow(dead_code, unused_imports, reason = "libFuzzer needs no random edits, and no process"))]

mod edits;
mod harness;
mod program;

use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use harness::{fuzz, fuzz_grown};
use program::Program;
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_dialogue::Service;
use yahtzee_dialogue::ask::typed;
use yahtzee_dialogue::json::{AnsweredLine, read_question};
use yahtzee_dialogue::session::saved;
use yahtzee_dialogue::session::{DiceFrom, Intent, Mode, Next, PlaysFor, Session, seats};
use yahtzee_dialogue::training::History;
use yahtzee_dialogue::training::daily::{Day, streak};
use yahtzee_dialogue::training::deck::Deck;
use yahtzee_dialogue::training::progress::Progress;
use yahtzee_proofs::{CertifiedBounds, Certifier, Verifier};
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::table::TableHeader;
use yahtzee_solver::{Dice, Follower, Game, Model, Points, RuleSet, Run, Scorecard, Solver, SpreadTable, ValueTable};
use yahtzee_web_engine::Engine;

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The rules for reading cards and games: with jokers, with several rounds, and with neither.
fn rules() -> &'static [RuleSet] {
    static RULES: OnceLock<Vec<RuleSet>> = OnceLock::new();
    RULES.get_or_init(|| ["hasbro", "multi-round", "yatzy"].map(|name| RuleSet::builtin(name).unwrap()).to_vec())
}

/// A game of two dice that is solved at once.
fn small() -> &'static ValueTable {
    const GAME: &str = "name = 'small'\ndice = 2\n[upper-bonus]\nat = 8\npoints = 7\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'fours'\nface = 4\n[[lower]]\nname = 'any'\nany = true\npoints = 'all-dice'\n";
    static TABLE: OnceLock<ValueTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        Solver::of(Arc::new(Model::new(&RuleSet::parse(GAME).unwrap(), MEMORY_LIMIT).unwrap())).with(Run::new().threads(1)).solve().unwrap()
    })
}

/// Printed output reads back as the same.
fn reads_back<T: PartialEq + Debug, E: Debug>(value: &T, printed: &str, parse: impl Fn(&str) -> Result<T, E>) {
    assert_eq!(*value, parse(printed).unwrap(), "{printed}");
}

#[test]
fn dice() {
    fuzz("dice", texts(&["13356", "1 3 3 5 6", "1,3,3,5,6", "", "666666"]), |input| {
        let text = String::from_utf8_lossy(input);
        if let Ok(dice) = Dice::parse(&text) {
            reads_back(&dice, &dice.to_string(), Dice::parse);
        }
        let _ = rules()[0].parse_roll(&text);
    });
}

#[test]
fn cards() {
    let full = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=50 ch=22 extra=1";
    let valid = texts(&[full, "", "ones=3,fours=12 full-house=25 yahtzee=50 extra=1", "one-pair=12 two-pairs=22 y=0"]);
    let sheets = [
        "Aces: 3\nTwos -\nBonus 0\nTotal 3\n",
        "Name\tAnn\tBob\nOnes\t3\t\nYahtzee bonus\t0\t",
        "| Ones | 3 |\n|---|---|\n",
        "game,1s,2s,3s\na,3,,9\n",
    ];
    let valid = valid.into_iter().chain(texts(&sheets)).collect();
    fuzz("cards", valid, |input| {
        let text = String::from_utf8_lossy(input);
        for rules in rules() {
            if let Ok(card) = Scorecard::parse(&text, rules) {
                reads_back(&card, &card.to_string(), |text| Scorecard::parse(text, rules));
                let _ = (card.score(), card.state());
            }
        }
    });
}

#[test]
fn games() {
    let valid = [
        "rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n12345 hold none, 66661 score chance=0\n13456 hold 3456\n",
        "rules: multi-round\nrounds: 2\n# A line a turn.\n11666 hold 666, 66625 hold 666, 66661 score sixes=24\n",
        "11111 score y\n22222 score twos\n33333 score 3s\n44444 score full house",
        // No step may look at every blank and read the rest of the line for each.
        &format!("4444{}4 7\n", " ".repeat(40_000)),
    ];
    fuzz("games", texts(&valid), |input| {
        let text = String::from_utf8_lossy(input);
        let _ = Game::rules_named(&text);
        for rules in rules() {
            if let Ok(game) = Game::parse(&text, rules) {
                reads_back(&game.to_string(), &game.to_string(), |text| Game::parse(text, rules).map(|game| game.to_string()));
            }
        }
    });
}

/// Files of `yahtzee play`.
#[test]
fn saved_games() {
    let own_rules: String = small().rules().toml().lines().map(|line| format!("#| {line}\n")).collect();
    let valid = [
        "#! yahtzee play 1\n#! dice: seed 42\n#! coach: 0.2\n#! player: ann\nrules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n#! computer: computer\nrules: hasbro\n13456\n#! end\n",
        "#! yahtzee play 1\n#! dice: table\n#! player: you\nrules: hasbro\n11666 hold 666, 66661\n#< turn 1: 11666 rerolls=2: hold 11\n#! end\n",
        "#! yahtzee play 1\n#! dice: table\n#! greedy: computer\nrules: hasbro\ncard: ones=3 fours=12\n11666\n#! end\n",
        &format!("#! yahtzee play 1\n#! dice: table\n{own_rules}#! player: ann\nrules: small\n14 score fours\n#! end\n"),
    ];
    valid.iter().for_each(|text| drop(saved::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))));
    fuzz("saved_games", texts(&valid), |input| {
        if let Ok(game) = saved::parse(&String::from_utf8_lossy(input)) {
            let text = |game: &saved::Saved| saved::text(&game.rules, game.mode, game.seats.iter());
            reads_back(&text(&game), &text(&game), |printed| saved::parse(printed).map(|game| text(&game)));
        }
    });
}

/// The history of a player.
#[test]
fn histories() {
    let valid = [
        "{\"history\":1,\"game\":{\"id\":\"02ac\",\"at\":1795415133,\"rules\":\"hasbro\",\"fingerprint\":\"9b91b30fb406fc5b\",\"player\":\"you\",\"score\":299.0,\"luck\":103.8,\"loss\":9.4,\"decisions\":[[\"keep-1\",\"yahtzee\",0.0],[\"score\",\"bonus\",9.4,{\"position\":\"25666 rerolls=1\",\"chosen\":\"hold 66\",\"best\":\"hold 666\"}]],\"text\":\"rules: hasbro\\n11666 score sixes\\n\"}}\n",
        "{\"history\":1,\"answer\":{\"at\":1795415133,\"rules\":\"hasbro\",\"fingerprint\":\"9b91b30fb406fc5b\",\"position\":\"25666 rerolls=1\",\"chosen\":\"hold 66\",\"best\":\"hold 666\",\"loss\":1.4,\"obvious_loss\":0.0,\"theme\":\"bonus\",\"from\":\"daily\",\"hints\":0,\"daily\":[20261123,1]}}\n",
    ];
    let read = |text: &[u8]| History::read(text);
    assert!(valid.iter().all(|line| read(line.as_bytes()).unread.is_empty()));
    let both = valid.concat();
    fuzz("histories", texts(&[valid[0], valid[1], &both]), |input| {
        let history = read(input);
        let lines: String = history.lines().collect();
        assert_eq!(read(lines.as_bytes()).later(), history.later());
        assert!(lines.lines().all(|line| yahtzee_solver::printable::check_line(line).is_ok()));
        assert_eq!(read(lines.as_bytes()).records().collect::<Vec<_>>(), history.records().collect::<Vec<_>>());
        let deck = Deck::new(&history, "9b91b30fb406fc5b", "you", 1.0);
        assert!(deck.due(u64::MAX).len() + deck.mastered() <= deck.cards.len());
        let _ = Progress::of(&history, "hasbro", "9b91b30fb406fc5b", "you", 0);
        let _ = streak(&history.answers, "9b91b30fb406fc5b", Day::at(1_795_415_133));
    });
}

#[test]
fn rule_sets() {
    // Under another name: changed rules may not have the name of built-in ones.
    let renamed = |name: &str| RuleSet::builtin(name).unwrap().toml().replacen(&format!("\"{name}\""), "\"own\"", 1).into_bytes();
    let valid = RuleSet::builtin_names().map(renamed).collect();
    fuzz("rule_sets", valid, |input| {
        if let Ok(rules) = RuleSet::parse(&String::from_utf8_lossy(input)) {
            reads_back(&rules, rules.toml(), RuleSet::parse);
            let _ = rules.fingerprint();
            // An error here gives the memory that it would need.
            let _ = Model::new(&rules, 0);
            for category in rules.categories() {
                assert!(rules.possible_points(category).contains(&Points::ZERO) || !rules.allows_voluntary_zeros());
            }
        }
    });
}

/// Rule sets of up to a megabyte: of an input `before~again~after` the middle part is there as often as fits, with its number for each `%`.
#[test]
fn long_rule_sets() {
    let game = |fields: &str| format!("name = 'own'\n{fields}\n[[lower]]\nname = 'any'\nany = true\npoints = 'all-dice'\n");
    let valid = [
        game("") + "short = [~'a%',~]\n",
        game("") + "names = { en = [~'Any % 7', ~] }\n",
        game("") + "names = { ~x%.~y = 'Any' }\n",
        game("title = '~1 %~'") + "title = 'Any'\n",
        game("notes = [~'%',~]") + "~# %\n~",
        game("~a%.~b = 1"),
        game("") + "~[[lower]]\nname = 'b%'\nsum = 7\npoints = 5\n~",
        game("dice = 8\nsides = 9") + "[[lower]]\nname = 'b'\npoints = 5\nfaces = [~[1, 1, 2, %], ~[9]]\nwithin = [[1, 2], [9]]\n",
        game("dice = 8\nsides = 10") + "boxes = 20\n[[lower]]\nname = 'b'\npoints = 0\nserved = 5\ngroups = [~1,~1]\n",
    ];
    let grown = |input: &[u8]| {
        let text = String::from_utf8_lossy(input);
        let [before, again, after] = text.split('~').collect::<Vec<_>>()[..] else { return input.to_vec() };
        let mut grown = before.to_owned();
        for number in 0.. {
            let piece = again.replace('%', &number.to_string());
            if piece.is_empty() || grown.len() + piece.len() + after.len() > RuleSet::LONGEST_TOML {
                break;
            }
            grown += &piece;
        }
        (grown + after).into_bytes()
    };
    fuzz_grown("long_rule_sets", valid.map(String::into_bytes).to_vec(), grown, |input| {
        if let Ok(rules) = RuleSet::parse(&String::from_utf8_lossy(input)) {
            let _ = Model::new(&rules, 0);
        }
    });
}

/// Reads the bytes of a table file unchanged, and with corrected length and checksums. Its values are one block.
fn and_repaired(input: &[u8], read: impl Fn(&[u8])) {
    read(input);
    let head = input.get(20..24).map_or(0, |head| u32::from_le_bytes(head.try_into().expect("four bytes")) as usize);
    if (40..=input.len()).contains(&head) {
        let mut bytes = input.to_vec();
        bytes[12..20].copy_from_slice(&(input.len() as u64).to_le_bytes());
        let block = xxh3_64(&bytes[head..]).to_le_bytes();
        bytes[head - 16..head - 8].copy_from_slice(&block);
        let checksum = xxh3_64(&bytes[..head - 8]).to_le_bytes();
        bytes[head - 8..head].copy_from_slice(&checksum);
        read(&bytes);
    }
}

#[test]
fn tables() {
    let model = small().model();
    fuzz("tables", vec![small().to_bytes()], |input| {
        and_repaired(input, |bytes| {
            let _ = TableHeader::from_bytes(bytes);
            if let Ok(table) = ValueTable::from_bytes(model, bytes) {
                assert!(table.iter().all(|(_, _, value)| value.is_finite()));
                // The name of the rules in it does not matter: the fingerprint does.
                let again = ValueTable::from_bytes(model, &table.to_bytes()).unwrap();
                assert!(again.iter().map(|(_, _, value)| value).eq(table.iter().map(|(_, _, value)| value)));
            }
        });
    });
}

#[test]
fn spreads() {
    let model = small().model();
    fuzz("spreads", vec![Follower::new(small()).with(Run::new().threads(1)).spread_table().unwrap().to_bytes()], |input| {
        and_repaired(input, |bytes| {
            if let Ok(spread) = SpreadTable::from_bytes(model, bytes) {
                let bytes = spread.to_bytes();
                assert_eq!(SpreadTable::from_bytes(model, &bytes).unwrap().to_bytes(), bytes);
            }
        });
    });
}

/// Lines for `yahtzee advise --stdin`.
const QUESTIONS: [&str; 3] = [
    r#"{"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3, "extra": 0}}"#,
    r#"{"id": 7, "rules": "hasbro", "dice": [6,6,6,6,6], "rerolls_left": 0, "card": {"yahtzee": 50, "extra": 1, "sixes": 24, "chance": 30}}"#,
    r#"{"id": {"a": ["b", 1e9]}, "dice": [1,2,3,4,5], "rerolls_left": 1, "card": {}}"#,
];

#[test]
fn questions() {
    let mut valid = texts(&QUESTIONS);
    valid.extend(texts(&[r#"{"id": null, "dice": [1,4], "rerolls_left": 2, "card": {"ones": 1, "any": 5}}"#]));
    fuzz("questions", valid, |input| match read_question(input) {
        Err(error) => assert!(!error.message.is_empty()),
        Ok(ask) => {
            let by_all = rules().iter().chain([small().rules()]).map(|rules| ask.read(rules));
            by_all.for_each(|read| assert!(read.is_ok() || !read.unwrap_err().to_string().is_empty()));
            if let Ok(read) = ask.read(small().rules()) {
                match Service::new(small().clone()).answer(read.question) {
                    Ok(answer) => {
                        let json = serde_json::to_string(&AnsweredLine { id: ask.id, answer }).unwrap();
                        assert!(json.contains("\"options\":"), "{json}");
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    });
}

/// The same lines, answered by the program.
#[cfg(not(fuzzing_libfuzzer))]
#[test]
#[ignore = "needs the program that YAHTZEE names: scripts/fuzz.sh builds it"]
fn service() {
    let program = Mutex::new(Program::start());
    fuzz("questions", texts(&QUESTIONS), |input| {
        let line: Vec<u8> = input.iter().copied().filter(|byte| *byte != b'\n').collect();
        if !line.trim_ascii().is_empty() {
            program.lock().unwrap_or_else(PoisonError::into_inner).ask(&line);
        }
    });
    program.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
}

/// The arguments of tools, to the server for assistants.
#[cfg(not(fuzzing_libfuzzer))]
#[test]
#[ignore = "needs the program that YAHTZEE names, with the feature mcp: scripts/fuzz.sh builds it"]
fn assistant() {
    let program = Mutex::new(Program::server());
    let mut valid = texts(&QUESTIONS);
    valid.extend(texts(&[
        r#"{"game": "rules: hasbro\n11666 hold 666, 66661 score sixes\n"}"#,
        r#"{"name": "crag"}"#,
        r#"{"card": "ones=3", "rounds": 1}"#,
    ]));
    fuzz("questions", valid, |input| {
        let Ok(arguments) = serde_json::from_slice::<serde_json::Map<_, _>>(input) else { return };
        let arguments = arguments.into();
        let mut program = program.lock().unwrap_or_else(PoisonError::into_inner);
        ["advise", "odds", "value", "review", "rules"].iter().for_each(|tool| program.call(tool, &arguments));
    });
    program.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
}

/// What a link of the page holds, as the page reads it: a position, a card or a game. Its rules are those of `rule_sets`.
#[test]
fn links() {
    let valid = [
        "14 rerolls=1 ones=1",
        "11 rerolls=0 ones=1 any=5",
        "ones=1 fours=8",
        "rules: small\n14 hold 4, 44 score fours\n11 score ones\n",
        "#! yahtzee play 1\n#! dice: seed 42\n#! coach: 0.2\n#! player: ann\nrules: small\n14 hold 4, 44 score fours\n#! computer: computer\nrules: small\n#! end\n",
    ];
    let engine = Mutex::new(Engine::solve(small().rules().toml()).unwrap());
    fuzz("links", texts(&valid), |input| {
        let text = String::from_utf8_lossy(input);
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = (engine.position(&text), engine.card(&text, None), engine.columns(&text), engine.puzzle_of(&text));
        if let Ok(played) = engine.played(&text, None) {
            engine.review(&played).unwrap();
        }
        let _ = engine.resume(&text);
    });
}

/// Certificates, unchanged and with the checksum that they should have.
#[test]
fn certificates() {
    let valid = Certifier::new(small()).unwrap().certify().unwrap().bytes;
    fuzz("certificates", vec![valid], |input| {
        let mut repaired = input.to_vec();
        if let Some((rest, checksum)) = repaired.split_last_chunk_mut::<8>() {
            let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            *checksum = rest.iter().fold(0xcbf2_9ce4_8422_2325, hash).to_le_bytes();
        }
        for bytes in [input, &repaired] {
            if let Ok(bounds) = CertifiedBounds::read(bytes, small().rules()) {
                Verifier::new(small()).unwrap().with(Run::new().threads(1)).within(&bounds).unwrap();
            }
        }
    });
}

/// Text typed during a game, in three modes; afterwards the game can be saved and read again.
#[test]
fn typed_lines() {
    let valid = [
        "14\n4\n44\nfours\n11\nones\n<\n66\nany=0\ny",
        "11666\n666\n26\nsixes\n12345\n<\n12346\nchance\n<",
        "any\n\n\n!\n?\n\t\nones\n\nthrow\nreroll 1\nr\n",
    ];
    fuzz("typed_lines", texts(&valid), |input| {
        let text = String::from_utf8_lossy(input);
        for line in text.lines() {
            for rules in rules() {
                let _ = typed::read(line, rules, &Scorecard::new(rules));
            }
        }
        let modes = [(DiceFrom::Table, None), (DiceFrom::Seed(1), None), (DiceFrom::Seed(2), Some(0.2))];
        let players: [&[&str]; 3] = [&[], &["ann", "computer"], &["ann", "bob", "computer:greedy"]];
        for ((dice, coach), names) in modes.into_iter().zip(players) {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let mode = Mode { dice, coach, plays_for: PlaysFor::Points };
            let mut session = Session::new(small(), seats(&names, &Game::new(small().rules())).unwrap(), mode).unwrap();
            for line in text.split('\n').take(200) {
                let shown = session.state_number();
                let after = match line {
                    "\t" => session.act(Intent::Hint, shown),
                    "throw" => session.act(Intent::Throw, shown),
                    line => session.line(line),
                };
                if session.state_number() != shown {
                    assert_eq!(session.act(Intent::TakeAdvice, shown), Next::Dropped);
                }
                let _ = (session.shown(), session.choice(line), session.kept(), session.would_score());
                if after == Next::Save {
                    let text = saved::text(session.rules(), session.mode(), session.seats());
                    let read = saved::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    assert!(read.seats.iter().eq(session.seats()), "{text}");
                }
            }
        }
    });
}
