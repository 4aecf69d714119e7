//! Words, dice and tables for people.

use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};
use yahtzee_solver::{Dice, OptionKind, Roll, RuleSet, State};

use crate::output::{BEST, FAINT, HEADING};

/// The dice of a roll, those of `kept` in brackets: `1 1 [6] [6] [6]`.
pub(crate) fn draw_dice(roll: &Roll, kept: &Dice) -> String {
    let mut left = *kept;
    let dice: Vec<String> = roll
        .faces()
        .map(|face| match left.without(face) {
            Some(rest) => {
                left = rest;
                format!("{BEST}[{face}]{BEST:#}")
            }
            None => format!(" {face} "),
        })
        .collect();
    dice.join(" ")
}

/// An option as an order: `Keep 6 6 6, reroll two`, `Score 25 in Full House`.
pub(crate) fn in_words(kind: &OptionKind, roll: &Roll, rules: &RuleSet) -> String {
    match kind {
        OptionKind::Hold(hold) if hold.is_empty() => match roll.len() {
            1 => "Reroll the die".to_owned(),
            count => format!("Keep nothing, reroll all {}", number(count)),
        },
        OptionKind::Hold(hold) => format!("Keep {}, reroll {}", **hold, number(roll.len() - hold.len())),
        OptionKind::Score(placement) => {
            let title = &rules.category(placement.category).title;
            match placement.bonus {
                0 => format!("Score {} in {title}", placement.points),
                bonus => format!("Score {} in {title}, and {bonus} extra", placement.points),
            }
        }
    }
}

/// A state for people: `ones, twos filled; upper total 5`.
pub(crate) fn state_in_words(state: &State, rules: &RuleSet) -> String {
    let names: Vec<&str> = state.filled.categories().map(|category| rules.category(category).name.as_str()).collect();
    let filled = if names.is_empty() { "nothing filled".to_owned() } else { format!("{} filled", names.join(", ")) };
    let holds = rules.flag_category().filter(|&category| state.filled.contains(category)).map(|category| {
        let held = if state.flag { "its points" } else { "0" };
        format!("; {} holds {held}", rules.category(category).name)
    });
    format!("{filled}; upper total {}{}", state.upper_total, holds.unwrap_or_default())
}

/// A small number in words.
pub(crate) fn number(number: usize) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six"];
    words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `1 reroll left`, `no rerolls left`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

/// A number with commas between thousands: 536,448.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A loss, empty where there is none: `-0.42`.
pub(crate) fn loss(loss: f64) -> String {
    if loss < 0.005 { if loss > 0.0 { "<0.01".to_owned() } else { String::new() } } else { format!("-{loss:.2}") }
}

/// A table without lines, indented by two; `right` says for each column whether it is of numbers.
pub(crate) fn table(header: &[&str], right: &[bool], rows: Vec<Vec<String>>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    for (column, right) in table.column_iter_mut().zip(right) {
        column.set_padding((0, 3));
        column.set_cell_alignment(if *right { CellAlignment::Right } else { CellAlignment::Left });
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(1)));
    }
    table.lines().map(|line| format!("  {}", line.trim_end())).collect()
}

/// The lines of a table with its header in bold and, where wanted, its first row as the best.
pub(crate) fn styled(lines: &[String], first_is_best: bool) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let style = match index {
            0 => HEADING,
            1 if first_is_best => BEST,
            _ => anstyle::Style::new(),
        };
        text.push_str(&format!("{style}{line}{style:#}\n"));
    }
    text
}

/// A line that matters less.
pub(crate) fn faint(line: &str) -> String {
    format!("{FAINT}{line}{FAINT:#}\n")
}
