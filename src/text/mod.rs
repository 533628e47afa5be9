//! Notations that several programs share. Text only: no board rules, no input or output.

mod integer;
pub mod python;

pub use integer::{digits, integer};
