//! Parts of error messages that need more than a template. Each error type is in the room of its subject.

/// The end of an error about an unknown name: the known names, and the nearest ones.
#[doc(hidden)]
pub fn known_names(nearest: &[String], known: &str) -> String {
    if nearest.is_empty() { format!("there are {known}") } else { format!("did you mean '{}'? There are {known}", nearest.join("' or '")) }
}

/// A number of dice.
pub(crate) fn dice(number: usize) -> String {
    match number {
        0 => "no dice".to_owned(),
        1 => "1 die".to_owned(),
        _ => format!("{number} dice"),
    }
}

/// A number of totals.
pub(crate) fn totals(number: usize) -> String {
    match number {
        0 => "no totals".to_owned(),
        1 => "1 total".to_owned(),
        _ => format!("{number} totals"),
    }
}
