//! The JSON that front ends print and read. Other programs rely on its fields: add fields, but change none. `docs/reference.md` describes it.
//!
//! The page gets the same types with more fields. Only the constructors `in_words`, or those with a position, fill them; elsewhere they are absent.

mod card_review;
mod duel;
mod evaluated;
mod line;
mod measured;
mod position;
mod print;
mod read;
mod rule_card;
mod statistics;

pub use card_review::JsonCardReview;
pub use duel::JsonDuel;
pub use evaluated::JsonEvaluated;
pub use line::{AnsweredLine, Unanswered, read_question};
pub use measured::JsonMeasured;
pub use position::JsonPuzzle;
pub use print::print_line;
pub use read::{JsonError, read_json};
pub use rule_card::{JsonRuleCard, JsonRuleCardAt};
pub use statistics::{JsonStatistics, PERCENTILES, percentile};
