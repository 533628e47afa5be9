//! Writes and reads some enums of the laboratory in JSON. Each value is written as its name.

use crate::compare::Kind;
use crate::grade::Status as MarkStatus;
use crate::habit::Habit;
use crate::rules::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

macro_rules! by_name {
    ($type:ty, $all:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = Cow::<str>::deserialize(deserializer)?;
                let found = Self::from_name(&name);
                found.ok_or_else(|| serde::de::Error::custom(format!("`{name}` is unknown")))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let names: Vec<_> = $all.into_iter().map(|one: Self| one.name()).collect();
                schemars::json_schema!({ "type": "string", "enum": names })
            }
        }
    };
}

by_name!(Habit, Habit::ALL);
by_name!(Kind, Kind::ALL);
by_name!(Level, Level::ALL.into_iter().chain([Level::Ai]));
by_name!(MarkStatus, MarkStatus::ALL);
