//! Wording that error messages share. Each error type is in the room of its subject.

/// How an error about an unknown name continues before it lists the known names.
pub(crate) fn did_you_mean(nearest: &[String]) -> String {
    if nearest.is_empty() { ": there are".to_owned() } else { format!(": did you mean '{}'? There are", nearest.join("' or '")) }
}

/// A number with its noun: `no dice`, `1 die`, `4 dice`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
