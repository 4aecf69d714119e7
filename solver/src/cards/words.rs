//! A card of rules in words, as a person reads it.

use super::card::{KeepRule, Kept, RuleCard, ScoreRule, Side, WriteIn};
use super::shape::{OwnBox, Shape, ShapeKind};
use crate::dice::FACES;
use crate::rules::{Category, Filled, RuleSet};

/// What is done if no rule fits.
const NO_KEEP: &str = "If none of these fits: roll all dice again.";
const NO_SCORE: &str = "If none of these fits: score where the dice get the most points; of equals in the box that is first on the sheet.";

impl RuleCard {
    /// The rules for keeping in words, in their order; then what is done if none fits.
    pub fn keep_texts(&self) -> Vec<String> {
        self.keep.iter().map(|rule| keep_text(&self.rules, rule)).collect()
    }

    /// The rules for scoring in words, in their order; then what is done if none fits.
    pub fn score_texts(&self) -> Vec<String> {
        self.score.iter().map(|rule| score_text(&self.rules, rule)).collect()
    }

    /// How the rules are to be read.
    pub fn reading_texts(&self) -> [&'static str; 4] {
        READING
    }

    /// What is done if no rule for keeping fits, and if no rule for scoring fits.
    pub fn else_texts(&self) -> [&'static str; 2] {
        [NO_KEEP, NO_SCORE]
    }
}

/// How the rules are to be read.
const READING: [&str; 4] = [
    "If dice of several faces fit, take the face of which there are the most dice; of equals the highest. Alike means at least so many: keep all dice of that \
     face. Two pairs are two dice of each of two faces.",
    "A run is one die of each face. If several runs fit, take the one with the most faces; of equals the highest.",
    "The box of a face, or its upper box, is that of the upper section. A box that is not open is skipped.",
    "If all dice are kept, score at once. If the rules of the game say where a further Yahtzee must go, only these boxes count as open.",
];

/// A word for a small number.
fn number(number: u8) -> String {
    match number {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        6 => "six".to_owned(),
        more => more.to_string(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn faces((low, high): (u8, u8)) -> String {
    match high - low {
        0 => low.to_string(),
        1 => format!("{low} or {high}"),
        _ => format!("{low} to {high}"),
    }
}

/// What the dice show: `three alike of 4 to 6 (their upper box is open)`.
fn shape_text(shape: &Shape) -> String {
    let of = if shape.has_all_faces() { String::new() } else { format!(" of {}", faces(shape.faces)) };
    let within = if shape.has_all_faces() { String::new() } else { format!(" within {} to {}", shape.faces.0, shape.faces.1) };
    let text = match shape.kind {
        ShapeKind::Any => "any dice".to_owned(),
        ShapeKind::Alike(1) => format!("a die{of}"),
        ShapeKind::Alike(2) => format!("a pair{of}"),
        ShapeKind::Alike(least) => format!("{} alike{of}", number(least)),
        ShapeKind::TwoPairs => format!("two pairs{of}"),
        ShapeKind::FullHouse if shape.has_all_faces() => "a full house".to_owned(),
        ShapeKind::FullHouse => format!("a full house with three{of}"),
        ShapeKind::Run { have, length } if have == length => format!("a run of {}{within}", number(length)),
        ShapeKind::Run { have, length } => format!("{} different faces of a run of {}{within}", number(have), number(length)),
        ShapeKind::Dice(dice) => dice.faces().map(|face| face.pips().to_string()).collect::<Vec<_>>().join(" "),
        ShapeKind::Sum(least) => format!("dice that add up to {least} or more"),
    };
    let plural = if shape.kind == ShapeKind::TwoPairs { "whose boxes are" } else { "whose box is" };
    match shape.own_box {
        OwnBox::Any => text,
        OwnBox::Open => format!("{text} {plural} open"),
        OwnBox::Filled => format!("{text} {plural} filled"),
    }
}

fn list(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., other] => format!("{} {last} {other}", first.join(", ")),
    }
}

fn titles(rules: &RuleSet, boxes: Filled) -> Vec<String> {
    boxes.categories().map(|category| title(rules, category)).collect()
}

fn title(rules: &RuleSet, category: Category) -> String {
    rules.category(category).title.clone()
}

fn range(least: u16, most: u16, all: u16) -> String {
    match () {
        () if least == most => least.to_string(),
        () if most >= all => format!("{least} or more"),
        () if least == 0 => format!("at most {most}"),
        () => format!("{least} to {most}"),
    }
}

/// The conditions on the card: ` if Chance is open`.
fn side_text(rules: &RuleSet, side: &Side, rerolls: Option<(u8, u8)>) -> String {
    let mut conditions = Vec::new();
    if side.open != Filled::NONE {
        let are = if side.open.count() == 1 { "is" } else { "are" };
        conditions.push(format!("{} {are} open", list(&titles(rules, side.open), "and")));
    }
    if side.open_any != Filled::NONE {
        conditions.push(format!("{} is open", list(&titles(rules, side.open_any), "or")));
    }
    if side.filled != Filled::NONE {
        let are = if side.filled.count() == 1 { "is" } else { "are" };
        conditions.push(format!("{} {are} filled", list(&titles(rules, side.filled), "and")));
    }
    let all = Side::default();
    if side.boxes_left != all.boxes_left {
        let (least, most) = side.boxes_left;
        let boxes = if most == 1 { "box is" } else { "boxes are" };
        conditions.push(format!("{} {boxes} open", range(least.into(), most.into(), u8::MAX.into())));
    }
    if side.needed != all.needed {
        let (least, most) = side.needed;
        conditions.push(match (least, most) {
            (0, 0) => "the upper bonus is reached".to_owned(),
            _ => format!("the upper bonus needs {} more points", range(least, most, u16::MAX)),
        });
    }
    let mut text = match rerolls {
        Some((least, most)) if least > 1 && most > least => format!(" with {least} or more rolls left"),
        Some((least, most)) if least == most => format!(" with {least} roll{} left", if least == 1 { "" } else { "s" }),
        Some((_, most)) if most < 2 => " with 1 roll left".to_owned(),
        Some((_, most)) if most < u8::MAX => format!(" with at most {most} rolls left"),
        _ => String::new(),
    };
    if !conditions.is_empty() {
        text.push_str(", if ");
        text.push_str(&conditions.join(" and "));
    }
    text
}

fn keep_text(rules: &RuleSet, rule: &KeepRule) -> String {
    let what = match rule.keep {
        Kept::Those => match rule.shape.kind {
            ShapeKind::Any | ShapeKind::Sum(_) => "keep all and score",
            ShapeKind::Alike(1) => "keep all of that face",
            _ => "keep them",
        }
        .to_owned(),
        Kept::All => "keep all dice and score".to_owned(),
        Kept::Nothing => "roll all again".to_owned(),
        Kept::Faces(low, high) if (low, high) == (1, FACES as u8) => "keep all dice and score".to_owned(),
        Kept::Faces(low, high) => format!("keep every {}", faces((low, high))),
    };
    format!("{}{}: {what}.", capital(&shape_text(&rule.shape)), side_text(rules, &rule.side, Some(rule.rerolls)))
}

fn score_text(rules: &RuleSet, rule: &ScoreRule) -> String {
    let names: Vec<String> = rule
        .boxes
        .iter()
        .map(|write| match write {
            WriteIn::Own => "their upper box".to_owned(),
            WriteIn::Box(category) => title(rules, *category),
        })
        .collect();
    let which = if names.len() > 1 { format!("the first of {} that is open", list(&names, "and")) } else { names[0].clone() };
    let points = match rule.at_least {
        0 => ", even for no points".to_owned(),
        1 => " if they get points there".to_owned(),
        least => format!(" if they get at least {least} points there"),
    };
    let points = if names.len() > 1 { points.replacen(" if they get", " and gets", 1).replace(" there", "") } else { points };
    format!("{}{}: score in {which}{points}.", capital(&shape_text(&rule.shape)), side_text(rules, &rule.side, None))
}
