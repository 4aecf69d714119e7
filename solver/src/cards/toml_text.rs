//! Writes a card of rules as TOML.

use std::fmt::Write as _;

use super::card::{Condition, Kept, RuleCard, WriteIn};
use super::shape::{OwnBox, Shape, ShapeKind};
use crate::rules::{Filled, RuleSet};

impl RuleCard {
    /// The card as TOML, which [`parse`](RuleCard::parse) reads back. It names its game only if that is a built-in one.
    pub fn toml(&self) -> String {
        let mut text = format!("name = {:?}\ntitle = {:?}\nsource = {:?}\n", self.name, self.title, self.source);
        let name = self.rules.name();
        if RuleSet::builtin(name).is_ok_and(|builtin| builtin.check_same_game(&self.rules).is_ok()) {
            let _ = writeln!(text, "rules = {name:?}");
        }
        for rule in &self.keep {
            text.push_str("\n[[keep]]\n");
            write_condition(&mut text, &self.rules, &rule.shape, &rule.condition);
            if rule.rerolls != (1, u8::MAX) {
                write_range(&mut text, "rerolls", rule.rerolls.0.into(), rule.rerolls.1.into(), u8::MAX.into());
            }
            let _ = match rule.keep {
                Kept::Those => writeln!(text, "keep = \"those\""),
                Kept::All => writeln!(text, "keep = \"all\""),
                Kept::Nothing => writeln!(text, "keep = \"nothing\""),
                Kept::Faces(low, high) => writeln!(text, "keep = \"{low}-{high}\""),
            };
        }
        for rule in &self.score {
            text.push_str("\n[[score]]\n");
            write_condition(&mut text, &self.rules, &rule.shape, &rule.condition);
            let boxes: Vec<String> = rule
                .boxes
                .iter()
                .map(|write| match write {
                    WriteIn::Own => "\"own\"".to_owned(),
                    WriteIn::Box(category) => format!("{:?}", self.rules.category(*category).name),
                })
                .collect();
            let _ = writeln!(text, "score = [{}]", boxes.join(", "));
            if rule.at_least != 1 {
                let _ = writeln!(text, "points = {}", rule.at_least);
            }
        }
        text
    }
}

fn write_range(text: &mut String, field: &str, least: u16, most: u16, no_end: u16) {
    let _ = match () {
        () if most == no_end => writeln!(text, "{field} = \"{least}+\""),
        () if most == least => writeln!(text, "{field} = {least}"),
        () => writeln!(text, "{field} = \"{least}-{most}\""),
    };
}

fn write_condition(text: &mut String, rules: &RuleSet, shape: &Shape, condition: &Condition) {
    let _ = writeln!(text, "dice = \"{}\"", kind(shape.kind));
    if !shape.has_all_faces() {
        write_range(text, "of", shape.faces.0.into(), shape.faces.1.into(), u16::MAX);
    }
    let _ = match shape.own_box {
        OwnBox::Any => Ok(()),
        OwnBox::Open => writeln!(text, "box = \"open\""),
        OwnBox::Filled => writeln!(text, "box = \"filled\""),
    };
    for (field, boxes) in [("open", condition.open), ("open-any", condition.open_any), ("filled", condition.filled)] {
        if boxes != Filled::NONE {
            let names: Vec<String> = boxes.categories().map(|category| format!("{:?}", rules.category(category).name)).collect();
            let _ = writeln!(text, "{field} = [{}]", names.join(", "));
        }
    }
    let all = Condition::default();
    if condition.boxes_left != all.boxes_left {
        write_range(text, "boxes-left", condition.boxes_left.0.into(), condition.boxes_left.1.into(), u8::MAX.into());
    }
    if condition.needed != all.needed {
        write_range(text, "needed", condition.needed.0, condition.needed.1, u16::MAX);
    }
}

/// The pattern in the TOML form.
fn kind(kind: ShapeKind) -> String {
    match kind {
        ShapeKind::Any => "any".to_owned(),
        ShapeKind::Alike(least) => format!("{least} alike"),
        ShapeKind::TwoPairs => "two pairs".to_owned(),
        ShapeKind::FullHouse => "full house".to_owned(),
        ShapeKind::Run { have, length } if have == length => format!("run of {length}"),
        ShapeKind::Run { have, length } => format!("{have} of a run of {length}"),
        ShapeKind::Dice(dice) => dice.faces().map(|face| face.pips().to_string()).collect(),
        ShapeKind::Sum(least) => format!("sum {least}"),
    }
}
