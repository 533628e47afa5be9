//! The `broadside` program.
fn main() {}
