//! JSON schemas of the parts of a question that are read by hand. The other schemas are derived, with comments as descriptions.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::card::Entries;
use super::text_or::{OrText, TextOr};

impl<T: OrText + JsonSchema> JsonSchema for TextOr<'_, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("TextOr{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({ "description": T::LIKE, "anyOf": [{ "type": "string" }, value] })
    }
}

impl JsonSchema for Entries<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Entries".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The points written in each filled category, by its name; 'extra' is the number of extra bonuses",
            "type": "object",
            "additionalProperties": { "type": "integer", "minimum": 0 },
        })
    }
}
