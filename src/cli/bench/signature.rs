//! `broadside bench --signature`: plays a few fixed games, and writes a digest of them for each bot
//! and program.

use crate::cli::exit::{Exit, Failure};
use broadside::arena;
use broadside::digest::Fnv64;
use broadside::ports::Ports;

pub(super) fn write(ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let mut all = Fnv64::default();
    for part in arena::signature() {
        let line = format!("{:<21}{}\n", part.name, part.digest);
        all.add(line.as_bytes());
        ports.out.write_all(line.as_bytes())?;
    }
    writeln!(ports.out, "{:<21}{all}", "signature")?;
    Ok(Exit::Done)
}
