//! Writes the large scripts that whole runs are measured on:
//!
//! ```sh
//! cargo run --release --example make_input turns > turns.ships    # 200,000 turns
//! cargo run --release --example make_input reefs > reefs.ships    # 3000 x 3000, a million reefs
//! cargo run --release --example make_input ocean > ocean.ships    # 10^9 x 10^9, a million reefs
//! ```

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use std::io::{self, BufWriter, ErrorKind, Write as _};

fn main() -> io::Result<()> {
    match write() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        end => end,
    }
}

fn write() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match std::env::args().nth(1).as_deref() {
        Some("turns") => inputs::turns(200_000, &mut out)?,
        Some("reefs") => inputs::reefs(3000, 1_000_000, &mut out)?,
        Some("ocean") => inputs::ocean(1_000_000, &mut out)?,
        _ => return Err(io::Error::new(ErrorKind::InvalidInput, "say turns, reefs or ocean")),
    }
    out.flush()
}
