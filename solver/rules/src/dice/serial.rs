//! Dice for serde: a face is a number, dice are a list of numbers in ascending order.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::die::Die;
use super::multiset::{Dice, Face};
use super::roll::{Hold, RerollsLeft, Roll};

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.pips())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        Face::new(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.faces())
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dice, D::Error> {
        // The rules of a game know its dice.
        Die::ANY.dice(Vec::<u8>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Roll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl Serialize for Hold {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl Serialize for RerollsLeft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl<'de> Deserialize<'de> for RerollsLeft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RerollsLeft, D::Error> {
        RerollsLeft::new(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
