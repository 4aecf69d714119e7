//! Parts of error messages that need more than a template. Each error type is in the room of its subject.

use crate::tr;

/// The end of an error about an unknown name: the known names, and the nearest ones.
pub(crate) fn known_names(nearest: &[String], known: &str) -> String {
    match nearest {
        [] => tr!("there are {}", known),
        [nearest] => tr!("did you mean '{}'? There are {}", nearest, known),
        [first, others @ ..] => {
            let meant = others.iter().fold(first.clone(), |meant, other| tr!("{}' or '{}", meant, other));
            tr!("did you mean '{}'? There are {}", meant, known)
        }
    }
}

/// A number of dice.
pub(crate) fn dice(number: usize) -> String {
    match number {
        0 => tr!("no dice"),
        1 => tr!("1 die"),
        _ => tr!("{} dice", number),
    }
}

/// A number of totals.
pub(crate) fn totals(number: usize) -> String {
    match number {
        0 => tr!("no totals"),
        1 => tr!("1 total"),
        _ => tr!("{} totals", number),
    }
}
