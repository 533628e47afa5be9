//! The integration tests: cases as data, laws as properties, the binary as people run it.

mod binary;
mod cases;
mod ebnf;
mod games;
mod grammar;
mod harness;
mod house;
mod matching;
mod readme;
mod round_trip;
mod scripts;
