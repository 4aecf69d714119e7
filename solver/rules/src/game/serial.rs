//! Cards and positions for serde, in the program's JSON. They are only serialized: reading them needs the rules.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::position::Position;
use super::scorecard::Scorecard;

/// `{"ones": 3, "yahtzee": 50, "extra": 1}`: the filled categories with their points, and the number of extra bonuses. In a game that saves throws,
/// `"saved"` has their number; in one with a stock of extra throws, `"throws"` has the number left.
impl Serialize for Scorecard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(None)?;
        for (category, points) in self.filled() {
            entries.serialize_entry(&self.rules().category(category).name, &points)?;
        }
        entries.serialize_entry("extra", &self.extra())?;
        if let Some(name) = self.rules().spare_throws().entry() {
            entries.serialize_entry(name, &self.spare_throws())?;
        }
        entries.end()
    }
}

/// `{"rules": "hasbro", "dice": [1, 3, 3, 5, 6], "rerolls_left": 2, "card": {…}}`.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 4)?;
        fields.serialize_field("rules", self.rules().name())?;
        fields.serialize_field("dice", &self.roll())?;
        fields.serialize_field("rerolls_left", &self.rerolls_left())?;
        fields.serialize_field("card", self.card())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, RuleSet};

    #[test]
    fn positions_and_dice_as_json() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let position = Position::parse("66531 rerolls=1 ones=3 yahtzee=50", &rules).unwrap();
        let json = r#"{"rules":"hasbro","dice":[1,3,5,6,6],"rerolls_left":1,"card":{"ones":3,"yahtzee":50,"extra":0}}"#;
        assert_eq!(serde_json::to_string(&position).unwrap(), json);
        assert_eq!(serde_json::from_str::<Dice>("[6,1]").unwrap(), Dice::parse("16").unwrap());
        assert!(serde_json::from_str::<Dice>("[21]").is_err() && serde_json::from_str::<Dice>("[1,1,1,1,1,1,1,1,1]").is_err());
    }
}
