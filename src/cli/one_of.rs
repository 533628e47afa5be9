//! A parser for options that accept one of a few names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser that reads the names of `values`. Each row has a name, the value that the name
/// stands for, and its help.
pub(super) fn one_of<T: Copy + Send + Sync>(
    values: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let possible = values.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(possible).map(|name| {
        let row = values.iter().find(|row| row.0 == name);
        row.expect("clap admits names only").1
    })
}
