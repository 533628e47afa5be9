//! Tests of the list of misreadings.

use broadside_lab::misreadings::{Misreading, Misreadings};
use std::collections::HashSet;

#[test]
fn names_are_unique_and_found() {
    let names: HashSet<_> = Misreading::ALL.iter().map(|m| m.name()).collect();
    assert_eq!(names.len(), Misreading::ALL.len());
    for misreading in Misreading::ALL {
        assert_eq!(Misreading::from_name(misreading.name()), Some(misreading));
        let alone = Misreadings::from(misreading);
        assert!(alone.iter().eq([misreading]), "{misreading}");
    }
}
