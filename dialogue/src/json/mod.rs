//! The JSON that faces print and read. Other programs rely on its fields: add to them, but change none. `docs/json.md` describes it.

mod answer;
mod line;
mod parts;
mod position;
mod review;

pub use answer::JsonAnswer;
pub use line::{JsonQuestion, Unread};
pub use parts::JsonOption;
pub use position::{JsonPuzzle, JsonValue};
pub use review::JsonReview;
