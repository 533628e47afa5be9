//! Tests of the neighbours of a script, which are similar scripts.

use broadside_lab::draft::Draft;
use broadside_lab::verify::neighbours;

#[test]
fn neighbours_are_other_scripts_and_the_same_each_time() {
    let script = b"[playerA]\nPLACE_SHIP 0 0 N 0 DES\nPLACE_SHIP 2 1 N 1 DES\n[playerA]\n";
    let draft = Draft::parse(script).unwrap();
    assert!(neighbours(&Draft::default()).take(9).count() > 3);
    let found: Vec<_> = neighbours(&draft).take(200).collect();
    assert_eq!((found.len(), &found), (200, &neighbours(&draft).take(200).collect()));
    for other in &found {
        assert_ne!(*other, draft);
        assert_eq!(Draft::parse(&other.to_bytes()).as_ref(), Ok(other));
    }
}

#[test]
fn every_part_of_an_order_changes_in_some_neighbour() {
    let text = |part: &str| format!("[playerA]\nPLACE_SHIP {part}\n[playerA]\n");
    let draft = Draft::parse(text("4 4 N 1 DES").as_bytes()).unwrap();
    let found: Vec<_> = neighbours(&draft).take(300).collect();
    for part in ["4 4 E 1 DES", "4 4 N 0 DES", "4 4 N 1 CAR", "4 5 N 1 DES", "3 4 N 1 DES"] {
        let other = Draft::parse(text(part).as_bytes()).unwrap();
        assert!(found.contains(&other), "{part}");
    }
}
