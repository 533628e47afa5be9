//! The tests of the laboratory, one module for each of its modules. They use only its public items,
//! so `cargo test` compiles the laboratory only once.

mod compare;
mod draft;
mod generate;
mod grade;
mod habit;
mod laws;
mod lean;
mod misreadings;
mod outputs;
mod patience;
mod reference;
mod rules;
mod shrink;
mod side_by_side;
mod text;
mod topic;
mod verify;
