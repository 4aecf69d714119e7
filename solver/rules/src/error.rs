//! Parts of error messages that need more than a template. Each error type is in the room of its subject.

use crate::say;

/// The end of an error about an unknown name: the known names, and the nearest ones.
pub(crate) fn known_names(nearest: &[String], known: &str) -> String {
    match nearest {
        [] => say!("there are {}", known),
        [nearest] => say!("did you mean '{}'? There are {}", nearest, known),
        [first, others @ ..] => {
            let meant = others.iter().fold(first.clone(), |meant, other| say!("{}' or '{}", meant, other));
            say!("did you mean '{}'? There are {}", meant, known)
        }
    }
}

/// A number of dice.
pub(crate) fn dice(number: usize) -> String {
    match number {
        0 => say!("no dice"),
        1 => say!("1 die"),
        _ => say!("{} dice", number),
    }
}

/// A number of totals.
pub(crate) fn totals(number: usize) -> String {
    match number {
        0 => say!("no totals"),
        1 => say!("1 total"),
        _ => say!("{} totals", number),
    }
}
