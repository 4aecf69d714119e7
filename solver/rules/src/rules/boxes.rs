//! Categories with several boxes: each box becomes a category of its own, with a name of its own.

use toml::Spanned;

use super::error::RulesError;
use super::form::CategoryForm;
use super::reading::Reader;
use super::rule_set::CategoryRule;
use crate::tr;

impl Reader<'_> {
    /// Checks that an upper category has one box.
    pub(super) fn check_one_box(&self, form: &CategoryForm) -> Result<(), RulesError> {
        match &form.boxes {
            Some(boxes) if boxes.value != 1 => {
                let message =
                    tr!("boxes = {}: an upper category has one box; a lower one may have several, and may count a face too", boxes.value);
                Err(self.error(boxes.at.clone(), message))
            }
            _ => Ok(()),
        }
    }

    /// A name or short form of a box.
    pub(super) fn name_of_box(&self, field: &str, name: &Spanned<String>, number: usize) -> Result<String, RulesError> {
        self.name(field, &Spanned::new(name.span(), numbered(name.get_ref(), number)))
    }
}

impl CategoryForm {
    /// The number of boxes of a lower category.
    pub(super) fn box_count(&self) -> usize {
        self.boxes.as_ref().map_or(1, |boxes| boxes.value as usize)
    }
}

impl CategoryRule {
    /// The box of this number, from 1, of this category.
    pub(super) fn as_box(&self, number: usize) -> CategoryRule {
        let mut rule = self.clone();
        if number > 1 {
            rule.name = numbered(&rule.name, number);
            rule.title = titled(&rule.title, number);
            rule.names.values_mut().flatten().for_each(|name| *name = titled(name, number));
            rule.short.iter_mut().for_each(|short| *short = numbered(short, number));
        }
        rule
    }
}

/// `fours-2` for the second box of `fours`.
fn numbered(name: &str, number: usize) -> String {
    if number == 1 { name.to_owned() } else { format!("{name}-{number}") }
}

/// `Fours II` for the second box of `Fours`. With an Arabic numeral, a typed `Fours 2` could mean two points in `Fours`.
fn titled(title: &str, number: usize) -> String {
    if number == 1 { title.to_owned() } else { format!("{title} {}", roman(number)) }
}

/// A number below 40 as a Roman numeral.
fn roman(number: usize) -> String {
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    "X".repeat(number / 10) + ONES[number % 10]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals() {
        let numerals = [(2, "II"), (4, "IV"), (9, "IX"), (10, "X"), (19, "XIX"), (30, "XXX")];
        for (number, numeral) in numerals {
            assert_eq!(roman(number), numeral);
        }
    }
}
