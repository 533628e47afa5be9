//! Checks the files of `schemas/`, which are generated from the types of the outputs. Real outputs
//! are compared with these types.
//!
//! `BLESS=1` writes the files. An output fits its schema if the type can read the output and then
//! writes the same again.

use crate::harness::check_file;
use broadside::arena::tournament;
use broadside::lab::report;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[track_caller]
pub(crate) fn check<T: Serialize + DeserializeOwned>(value: &Value) {
    let read: T = serde_json::from_value(value.clone()).expect("the type reads it");
    assert_eq!(&serde_json::to_value(read).expect("JSON"), value);
}

#[track_caller]
fn check_schema<T: JsonSchema>(name: &str) {
    let schema = serde_json::to_string_pretty(&schema_for!(T)).expect("JSON") + "\n";
    check_file(&format!("schemas/{name}"), &schema);
}

#[test]
fn schemas_are_made_from_the_types() {
    check_schema::<report::Finding>("finding-1.json");
    check_schema::<report::Report>("verify-1.json");
    check_schema::<report::Grade>("grade-1.json");
    check_schema::<tournament::Entry>("game-1.json");
    check_schema::<tournament::Report>("match-1.json");
}
