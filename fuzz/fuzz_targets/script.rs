//! Whole scripts: any bytes end in an answer, and what SAVE writes of the game runs and saves alike.

#![no_main]

use broadside::script::{Session, feed, save};
use libfuzzer_sys::fuzz_target;
use std::io::{self, Write};

/// An output that takes 1 MiB, so that a picture of 10^9 fields is cut short.
struct Cup(usize);

impl Write for Cup {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|script: &[u8]| {
    let mut session = Session::default();
    drop(feed(&mut session, &mut &*script, &mut Cup(1 << 20)));
    let first = saved(&session);
    let mut again = Session::default();
    feed(&mut again, &mut first.as_slice(), &mut io::sink()).expect("what SAVE writes runs");
    assert_eq!(without_seed(&saved(&again)), without_seed(&first));
});

fn saved(session: &Session) -> Vec<u8> {
    let mut text = Vec::new();
    save::write(session.game(), &mut text).expect("memory takes everything");
    text
}

/// SAVE without its seed, which each SAVE raises.
fn without_seed(saved: &[u8]) -> Vec<u8> {
    let lines = saved.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"SRAND ")).collect::<Vec<_>>().join(&b'\n')
}
