//! Writes large scripts for measuring whole runs:
//!
//! ```sh
//! cargo run --release --example make_input turns > turns.ships    # 200,000 turns
//! cargo run --release --example make_input reefs > reefs.ships    # 3000 x 3000, a million reefs
//! cargo run --release --example make_input ocean > ocean.ships    # 10^9 x 10^9, a million reefs
//! cargo run --release --example make_input turns 1000             # 1000 turns in place of 200,000
//! ```

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use std::io::{self, BufWriter, ErrorKind, Write as _};

fn main() -> io::Result<()> {
    match write() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn write() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut words = std::env::args().skip(1);
    let kind = words.next();
    let count = words.next().map(|word| word.parse().map_err(|_| refused())).transpose()?;
    match kind.as_deref() {
        Some("turns") => inputs::turns(count.unwrap_or(200_000), &mut out)?,
        Some("reefs") => inputs::reefs(3000, count.unwrap_or(1_000_000), &mut out)?,
        Some("ocean") => inputs::ocean(count.unwrap_or(1_000_000), &mut out)?,
        _ => return Err(refused()),
    }
    out.flush()
}

fn refused() -> io::Error {
    let words = "say turns, reefs or ocean, and a number if you like";
    io::Error::new(ErrorKind::InvalidInput, words)
}
