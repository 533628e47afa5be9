//! The integration tests: cases as data, laws as properties, the binary as people run it.

mod cases;
mod harness;
mod house;
