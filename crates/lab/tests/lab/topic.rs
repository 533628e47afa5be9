//! Tests of the families of rules that belong to each command.

use broadside_lab::rules::Rule;
use broadside_lab::topic::families;
use broadside_ships::script::Keyword;

#[test]
fn every_command_has_rules() {
    for keyword in Keyword::ALL {
        assert!(!families(keyword).is_empty(), "{}", keyword.name());
        for family in families(keyword) {
            assert!(Rule::ALL.iter().any(|rule| rule.family() == *family), "{}", keyword.name());
        }
    }
}
