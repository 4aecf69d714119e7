//! The fingerprint of a rule set: what tells the tables of different rules apart.

use std::fmt::Write;

use super::category::{Pattern, Pays};
use super::rule_set::{RuleSet, UpperBonus};
use super::word::TomlWord;
use crate::dice::Face;

impl RuleSet {
    /// A hash of all that decides about values: not of names, titles, source or notes. Tables carry it.
    pub fn fingerprint(&self) -> u64 {
        let mut text = String::new();
        let UpperBonus { at, points } = self.upper_bonus;
        let _ = write!(text, "dice {} rolls {} upper {} bonus {points} at {at};", self.dice, self.rolls, self.upper);
        for rule in &self.categories {
            let _ = match &rule.pattern {
                Pattern::Face(face) => write!(text, "face {face}"),
                Pattern::Groups { sizes, same_face } => write!(text, "groups {sizes:?} {same_face}"),
                Pattern::Straight(length) => write!(text, "straight {length}"),
                Pattern::Faces(faces) => write!(text, "faces {}", faces.iter().map(Face::to_string).collect::<String>()),
                Pattern::Any => write!(text, "any"),
            };
            let _ = match rule.pays {
                Pays::AllDice => write!(text, " pays all"),
                Pays::ThoseDice => write!(text, " pays those"),
                Pays::Fixed(points) => write!(text, " pays {points}"),
            };
            let _ = write!(text, " joker {};", rule.joker.unwrap_or(0));
        }
        if let Some(further) = &self.further {
            for case in [further.after_points, further.after_zero] {
                let (place, joker, when) = (case.place.word(), case.joker.word(), case.bonus_when.word());
                let _ = write!(text, "further {} {place} {joker} {} {when};", further.category.index(), case.bonus);
            }
        }
        xxhash_rust::xxh3::xxh3_64(text.as_bytes())
    }
}
