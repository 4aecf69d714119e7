//! Text for a terminal: dice, tables and reasons. Lines may be longer than the terminal's: [`output::print`](crate::terminal::output::print) wraps them.

pub(crate) mod bars;
pub(crate) mod card_review;
pub(crate) mod hindsight;
pub(crate) mod progress;
pub(crate) mod review;
mod table;
mod winning;

use anstyle::Style;
use textwrap::core::display_width;
use yahtzee_dialogue::answer::sentences::{Emphasis, Piece, Sentence};
use yahtzee_dialogue::words::kept_dice;
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_solver::dice::Face;
use yahtzee_solver::{Dice, RerollsLeft, counted, tr};

use crate::terminal::style::{BEST, FAINT, HEADING, LOSS};
use crate::terminal::window;

pub(crate) use table::{fits, table, table_with_best};

/// The dice of a roll with the kept ones marked, and the rerolls left; `drawn` as boxes if there is room, otherwise in a line.
pub(crate) fn dice(roll: &Dice, kept: &Dice, rerolls_left: RerollsLeft, drawn: bool) -> String {
    let fits = |line: &str| window::columns().is_none_or(|columns| display_width(line) <= columns.into());
    let rerolls = format!("   {}", counted!(rerolls_left.get(), "no rerolls left", "1 reroll left", "{} rerolls left"));
    let mut lines = draw_boxes(roll, kept);
    if !drawn || !fits(&lines[0]) {
        lines = vec![format!(" {}", draw_dice(roll, kept))];
    }
    let middle = lines.len() / 2;
    if fits(&format!("{}{rerolls}", lines[middle])) {
        lines[middle].push_str(&rerolls);
    } else {
        lines.push(rerolls);
    }
    lines.join("\n") + "\n"
}

/// The dice of a roll, the kept ones in brackets: `1 1 [6] [6] [6]`. If all are kept, because the roll is scored, none is marked.
fn draw_dice(roll: &Dice, kept: &Dice) -> String {
    let dice = with_kept(roll, kept).into_iter().map(|(face, kept)| match kept {
        true => format!("{BEST}[{face}]{BEST:#}"),
        false => format!(" {face} "),
    });
    dice.collect::<Vec<_>>().join(" ")
}

/// The dice of a roll as five lines of boxes with pips, for a terminal. The kept ones are bold, with a heavy edge.
fn draw_boxes(roll: &Dice, kept: &Dice) -> Vec<String> {
    let mut lines = vec![String::new(); 5];
    for (face, kept) in with_kept(roll, kept) {
        let [top, side, bottom] = if kept {
            ["┏━━━━━━━┓", "┃", "┗━━━━━━━┛"]
        } else {
            ["┌───────┐", "│", "└───────┘"]
        };
        let style = if kept { BEST } else { Style::new() };
        let rows = match usize::from(face.pips()) {
            1..=PIPS => pips(face).map(|row| {
                let [left, middle, right] = row.map(|pip| if pip { '●' } else { ' ' });
                format!("{side} {left} {middle} {right} {side}")
            }),
            _ => [String::new(), face.to_string(), String::new()].map(|row| format!("{side}{row:^7}{side}")),
        };
        let [first, second, third] = &rows;
        for (line, part) in lines.iter_mut().zip([top, first, second, third, bottom]) {
            line.push_str(&format!(" {style}{part}{style:#}"));
        }
    }
    lines
}

/// The highest face that is drawn with its pips.
pub(crate) const PIPS: usize = 6;

/// The positions of the pips of a face up to six: rows of left, middle and right.
pub(crate) fn pips(face: Face) -> [[bool; 3]; 3] {
    let n = face.pips();
    let (two, four, six, odd) = (n >= 2, n >= 4, n == 6, n % 2 == 1);
    [[two, false, four], [six, odd, six], [four, false, two]]
}

/// The dice of a roll, each with whether it is kept.
fn with_kept(roll: &Dice, kept: &Dice) -> Vec<(Face, bool)> {
    let kept = if kept.len() == roll.len() { Dice::NONE } else { *kept };
    roll.faces().zip(kept_dice(roll, &kept)).collect()
}

/// A less important line.
pub(crate) fn faint(line: &str) -> String {
    format!("{FAINT}{line}{FAINT:#}\n")
}

/// The least columns of a name before its figure.
const NAME: usize = 20;

/// Figures with their names, each on a line.
pub(crate) fn fields(fields: &[(String, String)]) -> String {
    let width = fields.iter().map(|(name, _)| name.chars().count() + 2).fold(NAME, usize::max);
    fields.iter().map(|(name, figure)| format!("{name:<width$}{figure}\n")).collect()
}

/// A time in seconds, in the largest unit of which there are two.
pub(crate) fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => counted!(seconds, "0 seconds", "1 second", "{} seconds"),
        120..7200 => tr!("{} minutes", seconds / 60),
        7200..172_800 => tr!("{} hours", seconds / 3600),
        _ => tr!("{} days", seconds / 86_400),
    }
}

/// Sentences with their emphasis, each on a line.
pub(crate) fn lines(lines: &[Sentence]) -> String {
    let piece = |Piece { emphasis, text }: &Piece| match emphasis {
        Emphasis::None => text.to_string(),
        Emphasis::Best => format!("{BEST}{text}{BEST:#}"),
        Emphasis::Loss => format!("{LOSS}{text}{LOSS:#}"),
    };
    lines.iter().map(|line| line.iter().map(piece).collect::<String>() + "\n").collect()
}

/// Explanations, each below its heading.
pub(crate) fn reasons(said: &[Explanation]) -> String {
    let mut text = String::new();
    for Explanation { heading, sentences, .. } in said {
        text.push_str(&format!("\n{HEADING}{heading}{HEADING:#}\n"));
        text.extend(sentences.iter().map(|line| format!("  {line}\n")));
    }
    text
}
