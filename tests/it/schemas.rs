//! Holds JSON to the schemas of `schemas/`. This is a part of JSON Schema, that which those files use;
//! a keyword beyond it fails, so that nothing is promised that is not checked. A crate for all of it
//! would bring forty more.
//!
//! ```text
//! schemas::check("verify-1.json", &json);
//! ```

use crate::harness::root;
use regex_lite::Regex;
use serde_json::{Map, Value, json};
use std::fs;

/// What says something to people only.
const REMARKS: [&str; 3] = ["$schema", "title", "description"];

/// Checks `value` against the schema in the file `name`.
#[track_caller]
pub(crate) fn check(name: &str, value: &Value) {
    let faults = faults(&schema(name), value, "$");
    assert!(faults.is_empty(), "{name}: {faults:#?} in {value:#}");
}

fn schema(name: &str) -> Value {
    let text = fs::read(root("schemas").join(name)).expect("a schema");
    serde_json::from_slice(&text).expect("a schema is JSON")
}

/// What is wrong with `value`, which stands at `at`.
fn faults(schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let rules = schema.as_object().expect("a schema is an object");
    let mut found = Vec::new();
    for (keyword, rule) in rules.iter().filter(|(keyword, _)| !REMARKS.contains(&&***keyword)) {
        if !holds(keyword, rule, value) {
            found.push(format!("{at}: {keyword} {rule}, but it is {value}"));
        }
        found.extend(inner_faults(keyword, rule, rules, value, at));
    }
    found
}

/// Whether a rule about the value alone holds.
fn holds(keyword: &str, rule: &Value, value: &Value) -> bool {
    let list = |rule: &Value| rule.as_array().expect("a list").clone();
    let length = value.as_array().map(Vec::len);
    let bound = rule.as_f64();
    match keyword {
        "const" => value == rule,
        "enum" => list(rule).contains(value),
        "type" if rule.is_array() => list(rule).iter().any(|one| is_a(one, value)),
        "type" => is_a(rule, value),
        "minimum" => value.as_f64().is_none_or(|number| Some(number) >= bound),
        "maximum" => value.as_f64().is_none_or(|number| Some(number) <= bound),
        "minItems" => length.is_none_or(|length| Some(length as u64) >= rule.as_u64()),
        "maxItems" => length.is_none_or(|length| Some(length as u64) <= rule.as_u64()),
        "pattern" => {
            let pattern = Regex::new(rule.as_str().expect("a pattern")).expect("a regex");
            value.as_str().is_none_or(|text| pattern.is_match(text))
        }
        "required" => value.as_object().is_none_or(|object| {
            list(rule).iter().all(|name| object.contains_key(name.as_str().expect("a name")))
        }),
        "$ref" | "properties" | "additionalProperties" | "items" => true,
        _ => unreachable!("a keyword that is not checked: {keyword}"),
    }
}

/// What is wrong inside `value`.
fn inner_faults(
    keyword: &str,
    rule: &Value,
    rules: &Map<String, Value>,
    value: &Value,
    at: &str,
) -> Vec<String> {
    let named = |name: &str| rules.get("properties").and_then(|properties| properties.get(name));
    let members = || value.as_object().into_iter().flatten();
    match keyword {
        "$ref" => faults(&schema(rule.as_str().expect("a file")), value, at),
        "properties" => members()
            .filter_map(|(name, member)| Some((named(name)?, name, member)))
            .flat_map(|(rule, name, member)| faults(rule, member, &format!("{at}.{name}")))
            .collect(),
        "additionalProperties" => members()
            .filter(|(name, _)| named(name).is_none())
            .flat_map(|(name, member)| faults(rule, member, &format!("{at}.{name}")))
            .collect(),
        "items" => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.flat_map(|(index, item)| faults(rule, item, &format!("{at}[{index}]"))).collect()
        }
        _ => Vec::new(),
    }
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => unreachable!("no type of JSON: {other}"),
    }
}

#[test]
fn a_schema_tells_right_from_wrong() {
    let game = json!({
        "schema": "broadside.game/1", "options": "0f", "game": 3, "pair": 1, "seed": "1",
        "A": "x", "B": "y", "result": "A", "reason": "fault y: illegal SHOOTING TOO FAR",
        "turns": 40, "refused": {"A": 0, "B": 2}, "faults": {"A": {}, "B": {"illegal": 1}},
    });
    check("game-1.json", &game);
    let wrong = |name: &str, value: Value| {
        let mut changed = game.clone();
        changed[name] = value;
        faults(&schema("game-1.json"), &changed, "$").len()
    };
    assert_eq!(wrong("more", json!(1)), 0, "additions keep the number");
    assert_eq!(wrong("schema", json!("broadside.game/2")), 1);
    assert_eq!(wrong("game", json!(-1)), 1);
    assert_eq!(wrong("reason", json!("bored")), 1);
    assert_eq!(wrong("refused", json!({"A": 0})), 1);
    assert_eq!(wrong("faults", json!({"A": {"timeout": "x"}, "B": {}})), 1);
    let grade = json!({
        "schema": "broadside.grade/1", "submission": "anna", "build": null, "score": 7.5,
        "max_score": 10, "levels": [{"level": "place", "same": 3, "of": 4}], "findings": [],
        "rules": [{"id": "place.set", "section": 5, "status": "right", "right": 3, "of": 3}],
    });
    check("grade-1.json", &grade);
    let mut bad = grade;
    bad["rules"][0]["status"] = json!("good");
    bad["findings"] = json!([{}]);
    assert_eq!(faults(&schema("grade-1.json"), &bad, "$").len(), 2);
}
