//! The fingerprint of a rule set. A table carries it, so that it is used only with its own rules.

use std::fmt::Write;
use std::sync::Arc;

use super::category::{Pattern, Pays};
use super::error::OtherRules;
use super::form::TomlWord;
use super::reading::PlainWords;
use super::rule_set::{BonusStep, CategoryRule, Order, RuleSet};
use super::spare::SpareThrows;
use super::state::Filled;
use crate::dice::{Die, Face};

impl RuleSet {
    /// A hash of everything that affects values. Names, titles, source and notes do not, nor do rolls that win, which count as their points in values.
    /// Tables carry it.
    pub fn fingerprint(&self) -> u64 {
        *self.fields.derived.fingerprint.get_or_init(|| self.find_fingerprint())
    }

    /// Whether both are the same game under any names. Values and cards of one are then valid for the other.
    pub fn is_same_game(&self, other: &RuleSet) -> bool {
        Arc::ptr_eq(&self.fields, &other.fields) || (self.fingerprint() == other.fingerprint() && self.has_same_winning_rolls(other))
    }

    fn has_same_winning_rolls(&self, other: &RuleSet) -> bool {
        self.categories().eq(other.categories())
            && self.categories().all(|category| self.winning_points(category) == other.winning_points(category))
    }

    /// Checks that something made under the rules `other` may be used under these.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] names both.
    pub fn check_same_game(&self, other: &RuleSet) -> Result<(), OtherRules> {
        if self.is_same_game(other) {
            return Ok(());
        }
        Err(OtherRules { found: other.name().to_owned(), wanted: self.name().to_owned() })
    }

    fn find_fingerprint(&self) -> u64 {
        let mut text = String::new();
        let _ = write!(text, "dice {} rolls {} upper {}", self.dice(), self.fields.rolls, self.fields.upper);
        if *self.die() != Die::SIX {
            let sides: Vec<String> = self.die().faces().map(|face| self.die().sides_with(face).to_string()).collect();
            let _ = write!(text, " sides {}", sides.join(" "));
        }
        let steps = self.fields.upper_bonus.steps();
        // Rules without a bonus have one of 0 points at 0.
        let none = [BonusStep::default()];
        for BonusStep { at, points } in if steps.is_empty() { &none } else { steps } {
            let _ = write!(text, " bonus {points} at {at}");
        }
        text.push(';');
        for rule in &self.fields.categories {
            // All fields are here, so that a new one is not forgotten.
            let CategoryRule { name: _, title: _, names: _, short: _, pattern, pays, times, plus, joker, by_throw, served_wins: _, form } =
                rule;
            write_pattern(&mut text, pattern);
            let _ = match pays {
                Pays::AllDice => write!(text, " pays all"),
                Pays::ThoseDice => write!(text, " pays those"),
                Pays::Fixed(points) => write!(text, " pays {points}"),
            };
            if *times != 1 {
                let _ = write!(text, " times {times}");
            }
            if *plus > 0 {
                let _ = write!(text, " plus {plus}");
            }
            let _ = write!(text, " joker {}", joker.unwrap_or_default());
            for (nth, points) in by_throw.iter().enumerate() {
                let _ = write!(text, " {} {points}", if nth == 0 { "served" } else { "then" });
            }
            text.push(';');
            write_unusual(&mut text, form.get_ref());
        }
        if let Some(further) = &self.fields.further {
            for case in [further.after_points, further.after_zero] {
                let (place, joker, when) = (case.place.word(), case.joker.word(), case.bonus_when.word());
                let _ = write!(text, "further {} {place} {joker} {} {when};", further.category.index(), case.bonus);
            }
        }
        if self.fields.order != Order::Any {
            let _ = write!(text, "order {};", self.fields.order.word());
        }
        // From top to bottom, a further box is like any other.
        if self.fields.order != Order::AsListed && self.fields.repeats != Filled::NONE {
            let _ = write!(text, "repeats {};", self.fields.repeats.mask());
        }
        let _ = match self.spare_throws() {
            SpareThrows::Saved(_) => write!(text, "saved throws;"),
            SpareThrows::None | SpareThrows::Stock(_) => Ok(()),
        };
        if self.saved_throw_points() > 0 {
            let _ = write!(text, "each {} at the end;", self.saved_throw_points());
        }
        write_unusual(&mut text, &*self.fields.form);
        xxhash_rust::xxh3::xxh3_64(text.as_bytes())
    }
}

fn write_unusual(text: &mut String, form: &impl PlainWords) {
    for word in form.unusual() {
        let _ = write!(text, "{word};");
    }
}

/// Lists of faces are written in ascending order: their order in the rules makes no difference.
fn write_pattern(text: &mut String, pattern: &Pattern) {
    let _ = match pattern {
        Pattern::Face(face) => write!(text, "face {face}"),
        Pattern::Groups { sizes, same_face } => write!(text, "groups {sizes:?} {same_face}"),
        Pattern::Straight(length) => write!(text, "straight {length}"),
        Pattern::Faces(lists) => write!(text, "faces {}", one_of(lists.iter().map(|faces| ascending(faces)))),
        Pattern::ExactGroups(lists) => write!(text, "exact groups {}", one_of(lists.iter().map(|sizes| format!("{sizes:?}")))),
        Pattern::Sum { least, most } if least == most => write!(text, "sum {least}"),
        Pattern::Sum { least, most } => write!(text, "sum {least} to {most}"),
        Pattern::Within { sets, pattern } => {
            let _ = write!(text, "within {}", one_of(sets.iter().map(|set| ascending(set))));
            if let Some(pattern) = pattern {
                text.push_str(": ");
                write_pattern(text, pattern);
            }
            Ok(())
        }
        Pattern::Any => write!(text, "any"),
        Pattern::AllOf(conditions) => {
            for (place, condition) in conditions.iter().enumerate() {
                text.push_str(if place > 0 { " and " } else { "" });
                write_pattern(text, condition);
            }
            Ok(())
        }
    };
}

fn one_of(lists: impl Iterator<Item = String>) -> String {
    let mut lists: Vec<String> = lists.collect();
    lists.sort_unstable();
    lists.join(" or ")
}

fn ascending(faces: &[Face]) -> String {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    faces.iter().map(Face::to_string).collect::<Vec<_>>().join(if faces.iter().all(|face| face.pips() < 10) { "" } else { " " })
}
