//! The example of the README runs, and this is the same text.

use std::error::Error;

fn example() -> Result<String, Box<dyn Error>> {
    use yahtzee_solver::{Advisor, Position, RuleSet, Scorecard, Solver};

    let rules = RuleSet::builtin("hasbro")?;
    let table = Solver::new(&rules)?.solve()?;
    let card = Scorecard::parse("ones=3 yahtzee=50", &rules)?;
    let position = Position::new(card, rules.parse_roll("13356")?, rules.rerolls_left(2)?)?;
    let advice = Advisor::new(&table).advise(&position)?;
    println!("{}, {:.2}", advice.best().action.display(&rules), advice.expected_final());
    Ok(advice.best().action.display(&rules).to_string())
}

#[test]
fn the_example_of_the_readme_runs() {
    assert_eq!(example().unwrap(), "hold 33");
    let here: Vec<&str> = include_str!("readme.rs").lines().map(str::trim).collect();
    let (_, code) = include_str!("../../README.md").split_once("```rust\n").expect("an example in Rust");
    let (code, _) = code.split_once("```").expect("the end of the example");
    for line in code.lines().map(str::trim) {
        assert!(here.contains(&line), "'{line}' of the README is not in this test");
    }
}
