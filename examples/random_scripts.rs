//! Writes random scripts for tests of programs that run scripts. Most commands in them are legal.
//! The files are called 0.ships, 1.ships and so on.
//!
//!     cargo run --example random_scripts FOLDER 400

use broadside::lab::generate::{Generator, Scope};
use std::io::{Error, ErrorKind, Result};
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<()> {
    let mut words = env::args_os().skip(1);
    let folder = words.next().map(PathBuf::from);
    let count = words.next().and_then(|word| word.to_str()?.parse().ok());
    let (Some(folder), Some(count)) = (folder, count) else {
        return Err(Error::new(
            ErrorKind::InvalidInput,
            "expected a folder and a number of scripts",
        ));
    };
    let scope = Scope { unsettled: true, ai: true, ..Scope::default() };
    let generator = Generator::new(&1.into(), scope);
    (0..count).try_for_each(|number: u64| {
        fs::write(folder.join(format!("{number}.ships")), generator.script(number).draft.to_bytes())
    })
}
