//! Printed and read JSON: answers, and the lines of `yahtzee advise --stdin`.

mod line;
mod print;
mod read;

pub use line::{AnsweredLine, Unanswered, read_question};
pub use print::print_line;
pub use read::{JsonError, read_json};
