//! The tests of the laboratory. Most of these modules test the module of the laboratory with the
//! same name. They use only public items. So the laboratory needs no unit tests, and `cargo test`
//! compiles it only once.

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
