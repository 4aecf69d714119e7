//! Choose or write the rules: all differences between the games of the family, as data, and the score of a roll under them.
//!
//! A [`RuleSet`] is read from TOML ([`RuleSet::parse`]) or built in ([`RuleSet::builtin`]). [`RuleSet::place`] gives the score of a roll in a
//! category; it reads like a rule sheet.

mod boxes;
mod builtin;
mod category;
mod chains;
mod columns;
mod conditions;
mod derived;
mod error;
mod file;
mod fingerprint;
mod fold;
mod form;
mod languages;
mod limits;
mod names;
mod placement;
mod points;
mod possible;
pub mod reading;
mod rolls;
mod rule_set;
mod spare;
mod state;
mod synonyms;
mod vocabulary;
mod zeros;

pub use category::{Category, Pattern, Pays};
pub use chains::Chains;
pub use columns::{ColumnGame, GameColumn};
pub use error::{OtherRules, RulesError};
pub(crate) use fold::{fold, word_ends};
pub use limits::{MAX_POINTS, MOST_SCORE_OF_A_GAME, is_name};
pub(crate) use names::name_part;
pub use placement::{Placement, WhyNot};
pub use points::Points;
pub(crate) use points::in_ranges;
pub use rule_set::{BonusStep, BonusWhen, CategoryRule, Further, FurtherCase, Joker, Order, Place, RuleSet, UpperBonus};
pub use spare::SpareThrows;
pub(crate) use spare::{SAVED, THROWS};
pub use state::{Filled, State};
pub use zeros::VoluntaryZeros;
