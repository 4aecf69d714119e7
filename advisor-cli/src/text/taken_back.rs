//! The part of a review about moves taken back. They do not count in the game.

use std::fmt::Write;

use yahtzee_dialogue::{TakenBack, words};
use yahtzee_solver::ValueTable;
use yahtzee_solver::counted;
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::tr;

use crate::terminal::style::{FAINT, HEADING, LOSS};

/// The moves taken back, each with its loss. Empty if there are none.
pub(crate) fn in_text(taken_back: &[TakenBack], table: &ValueTable) -> String {
    let mut text = String::new();
    if taken_back.is_empty() {
        return text;
    }
    let count = tr!("Taken back: {}", counted!(taken_back.len(), "no moves", "1 move", "{} moves"));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{HEADING}{count}{HEADING:#}   {FAINT}{}{FAINT:#}", tr!("not counted above"));
    for taken in taken_back {
        let roll = taken.position.roll();
        let what = taken
            .action
            .map_or_else(|| tr!("the dice were typed again"), |action| words::in_words(&action, &roll, table.rules()).to_string());
        let costs = match taken.options(table) {
            Some([chosen, best]) if chosen.loss >= TIE_TOLERANCE => {
                let best = words::in_short(&best.action, table.rules());
                format!("{LOSS}{}{LOSS:#}, {}", tr!("costs {}", words::small(chosen.loss)), tr!("best: {}", best))
            }
            _ => String::new(),
        };
        let line = format!("  {}   {roll}   {what:<32} {costs}", tr!("turn {}", format!("{:>2}", taken.turn)));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
