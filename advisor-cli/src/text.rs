//! Words, dice and tables for people.

use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use yahtzee_solver::{Action, DecisionKind, Dice, Face, Placement, RerollsLeft, Roll, RuleSet, State, TIE_TOLERANCE};

use crate::output::{self, BEST, FAINT, HEADING};

/// The dice of a roll, those of `kept` standing out, and the rerolls left; `drawn` as boxes or in a line.
pub(crate) fn dice(roll: &Roll, kept: &Dice, rerolls_left: RerollsLeft, drawn: bool) -> String {
    let rerolls = count(rerolls_left.get().into(), "reroll left", "rerolls left");
    if !drawn {
        return format!(" {}   {rerolls}\n", draw_dice(roll, kept));
    }
    let mut lines = draw_boxes(roll, kept);
    let middle = lines.len() / 2;
    lines[middle].push_str(&format!("   {rerolls}"));
    lines.join("\n") + "\n"
}

/// The dice of a roll, those of `kept` in brackets: `1 1 [6] [6] [6]`. Where all are kept, because the roll is scored, none stands out.
fn draw_dice(roll: &Roll, kept: &Dice) -> String {
    let dice = with_kept(roll, kept).into_iter().map(|(face, kept)| match kept {
        true => format!("{BEST}[{face}]{BEST:#}"),
        false => format!(" {face} "),
    });
    dice.collect::<Vec<_>>().join(" ")
}

/// The dice of a roll as five lines of boxes with pips, for a terminal; those of `kept` bold, with a heavy edge.
fn draw_boxes(roll: &Roll, kept: &Dice) -> Vec<String> {
    let mut lines = vec![String::new(); 5];
    for (face, kept) in with_kept(roll, kept) {
        let [top, side, bottom] = if kept {
            ["┏━━━━━━━┓", "┃", "┗━━━━━━━┛"]
        } else {
            ["┌───────┐", "│", "└───────┘"]
        };
        let style = if kept { BEST } else { Style::new() };
        let rows = pips(face).map(|row| {
            let [left, middle, right] = row.map(|pip| if pip { '●' } else { ' ' });
            format!("{side} {left} {middle} {right} {side}")
        });
        let [first, second, third] = &rows;
        for (line, part) in lines.iter_mut().zip([top, first, second, third, bottom]) {
            line.push_str(&format!(" {style}{part}{style:#}"));
        }
    }
    lines
}

/// Where the pips of a face are: rows of left, middle and right.
pub(crate) fn pips(face: Face) -> [[bool; 3]; 3] {
    let n = face.pips();
    let (two, four, six, odd) = (n >= 2, n >= 4, n == 6, n % 2 == 1);
    [[two, false, four], [six, odd, six], [four, false, two]]
}

/// The dice of a roll, and whether each is one of `kept` and stands out for it.
fn with_kept(roll: &Roll, kept: &Dice) -> Vec<(Face, bool)> {
    let kept = if kept.len() == roll.len() { Dice::NONE } else { *kept };
    roll.faces().zip(kept_dice(roll, &kept)).collect()
}

/// Which dice of a roll, in ascending order, are those of `kept`.
pub(crate) fn kept_dice(roll: &Dice, kept: &Dice) -> Vec<bool> {
    let mut left = *kept;
    let mut keep = |face| match left.without(face) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    roll.faces().map(&mut keep).collect()
}

/// An option as an order: `Keep 6 6 6, reroll two`, `Score 25 in Full House`, `Scratch Yahtzee for 0`.
pub(crate) fn in_words(action: &Action, roll: &Roll, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => match roll.len() {
            1 => "Reroll the die".to_owned(),
            2 => "Keep nothing, reroll both".to_owned(),
            count => format!("Keep nothing, reroll all {}", number(count)),
        },
        Action::Hold(hold) => format!("Keep {}, reroll {}", **hold, number(roll.len() - hold.len())),
        Action::Score(Placement { category, points, bonus, .. }) => {
            let title = &rules.category(*category).title;
            match (points, bonus) {
                (0, 0) => format!("Scratch {title} for 0"),
                (points, 0) => format!("Score {points} in {title}"),
                (points, bonus) => format!("Score {points} in {title}, and {bonus} extra"),
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

/// An option in few words: `keep 6 6 6`, `Sixes, 24`.
pub(crate) fn in_short(action: &Action, rules: &RuleSet) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => "keep nothing".to_owned(),
        Action::Hold(hold) => format!("keep {hold}"),
        Action::Score(placement) => format!("{}, {}", rules.category(placement.category).title, placement.points + placement.bonus),
    }
}

/// Dice without blanks: `11666`.
pub(crate) fn digits(dice: &Dice) -> String {
    dice.faces().map(|face| face.to_string()).collect()
}

/// A roll, and what is kept of it where it is not scored: `11235 → 11`, `11156`.
pub(crate) fn step(roll: &Roll, action: &Action) -> String {
    match action {
        Action::Hold(hold) if hold.is_empty() => format!("{} → none", digits(roll)),
        Action::Hold(hold) => format!("{} → {}", digits(roll), digits(hold)),
        Action::Score(_) => digits(roll),
    }
}

/// A kind of decision: `first hold`, `category`.
pub(crate) fn kind_in_words(kind: DecisionKind) -> String {
    match kind {
        DecisionKind::Hold(roll) => {
            let ordinals = ["first", "second", "third", "fourth"];
            format!("{} hold", ordinals.get(usize::from(roll) - 1).unwrap_or(&"last"))
        }
        DecisionKind::Category => "category".to_owned(),
    }
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

/// Points with their sign, and without one where they round to nothing.
pub(crate) fn signed(points: f64, decimals: usize) -> String {
    let text = format!("{points:+.decimals$}");
    if text.contains(|digit: char| ('1'..='9').contains(&digit)) { text } else { text[1..].to_owned() }
}

/// A number of bytes: `2.52 MB`, `312 bytes`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => count(bytes, "byte", "bytes"),
        _ => format!("{:.2} MB", bytes as f64 / 1e6),
    }
}

/// A loss, as for the options of [`Advice`](yahtzee_solver::Advice): `0.42`; `tie` for what is as good as the best, and nothing for the best itself.
pub(crate) fn loss(loss: f64, is_best: bool) -> String {
    match loss {
        _ if is_best => String::new(),
        loss if loss < TIE_TOLERANCE => "tie".to_owned(),
        loss => small(loss),
    }
}

/// Points that are more than 0, however few: `0.42`, `<0.01`.
pub(crate) fn small(points: f64) -> String {
    if points < 0.005 { "<0.01".to_owned() } else { format!("{points:.2}") }
}

/// A table without lines, indented by two; its header may be empty. `right` says for each column whether it is of numbers. On a terminal long cells
/// are wrapped.
pub(crate) fn table(header: &[&str], right: &[bool], rows: Vec<Vec<String>>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(columns) = output::columns() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns.saturating_sub(2).max(40));
    }
    if !header.is_empty() {
        table.set_header(header.iter().copied());
    }
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
            _ => Style::new(),
        };
        text.push_str(&format!("{style}{line}{style:#}\n"));
    }
    text
}

/// A sentence with the end of its line. On a terminal it is wrapped between words, every line indented as the first.
pub(crate) fn sentence(text: &str) -> String {
    let Some(columns) = output::columns() else { return format!("{text}\n") };
    let words = text.trim_start_matches(' ');
    let indent = &text[..text.len() - words.len()];
    let options = textwrap::Options::new(columns.max(40).into()).initial_indent(indent).subsequent_indent(indent);
    textwrap::fill(words, options) + "\n"
}

/// A line that matters less.
pub(crate) fn faint(line: &str) -> String {
    format!("{FAINT}{line}{FAINT:#}\n")
}
