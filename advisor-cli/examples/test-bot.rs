//! A bot for the tests of `yahtzee simulate --bot`, which can misbehave: `test-bot [hang|die|nonsense|illegal|flood|early] [QUESTION]`.
//!
//! It keeps its most frequent face, and scores in the first open category of the rule set `kniffel`. From the given question number on (counted from
//! 0), it misbehaves as the first argument says.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

const CATEGORIES: [&str; 13] = [
    "chance",
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three-of-a-kind",
    "four-of-a-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "yahtzee",
];

fn answer(question: &Value) -> Value {
    let dice: Vec<u64> = question["dice"].as_array().expect("dice").iter().map(|die| die.as_u64().expect("a die")).collect();
    let count = |face: &u64| dice.iter().filter(|die| *die == face).count();
    let face = dice.iter().max_by_key(|face| count(face)).expect("some dice");
    if question["rerolls_left"] != 0 && count(face) < dice.len() {
        return json!({"kind": "hold", "hold": vec![face; count(face)]});
    }
    let open = CATEGORIES.into_iter().find(|category| question["card"].get(category).is_none());
    json!({"kind": "score", "category": open.expect("an open category")})
}

fn main() {
    // An error means that stdout is closed. It is ignored, because the tests check that stderr is empty.
    let _ = play();
}

fn play() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let how = arguments.first().map(String::as_str);
    let from: usize = arguments.get(1).map_or(0, |from| from.parse().expect("the number of a question"));
    let mut out = std::io::stdout();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let question: Value = serde_json::from_str(&line?)?;
        let answer = answer(&question).to_string();
        match how.filter(|_| number >= from) {
            Some("hang") => std::thread::sleep(std::time::Duration::from_secs(600)),
            Some("die") => std::process::exit(3),
            Some("nonsense") => writeln!(out, "I'd rather \"not\"")?,
            Some("illegal") => writeln!(out, r#"{{"kind": "hold", "hold": [7]}}"#)?,
            Some("flood") => loop {
                out.write_all(&[b'x'; 4096])?;
            },
            Some("early") => writeln!(out, "{answer}\n{answer}")?,
            _ => writeln!(out, "{answer}")?,
        }
        out.flush()?;
    }
    Ok(())
}
