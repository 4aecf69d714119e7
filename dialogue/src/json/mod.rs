//! The JSON that front ends print and read. Other programs rely on its fields: add fields, but change none. `docs/reference.md` describes it.
//!
//! The page gets the same types with more fields. Only the constructors `in_words`, or those with a position, fill them; elsewhere they are absent.

mod answer;
mod card_review;
mod duel;
mod evaluated;
mod line;
mod measured;
mod objective;
mod odds;
mod parts;
mod position;
mod print;
mod read;
mod review;
mod rule_card;
mod scorecard;
mod statistics;
mod targets;
mod win;

pub use answer::JsonAnswer;
pub use card_review::JsonCardReview;
pub use duel::JsonDuel;
pub use evaluated::JsonEvaluated;
pub use line::{Unanswered, read_question};
pub use measured::JsonMeasured;
pub use odds::JsonOdds;
pub use parts::{JsonAction, JsonOption};
pub use position::{JsonPuzzle, JsonValue};
pub use print::print_line;
pub use read::{JsonError, read_json};
pub use review::JsonReview;
pub use rule_card::{JsonRuleCard, JsonRuleCardAt};
pub use scorecard::{JsonPosition, JsonScorecard};
pub use statistics::{JsonStatistics, PERCENTILES, percentile};
pub use targets::JsonTargets;
pub use win::JsonWin;
