//! Digests of several byte strings, called pieces. Journals contain such digests. A journal is a
//! file with a line for each finished task.

use broadside::digest::Fnv128;
use std::fmt;
use std::io::{self, Read, Write};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Digest(Fnv128);

impl Digest {
    pub(super) fn of(piece: &[u8]) -> Self {
        let mut digest = Self::default();
        digest.add(piece);
        digest
    }

    /// Adds a piece. The digest also depends on where each piece ends.
    pub(super) fn add(&mut self, piece: &[u8]) {
        self.0.add(piece);
        self.0.add(&(piece.len() as u64).to_le_bytes());
    }

    /// Adds all bytes of `source` as one piece.
    pub(super) fn add_all(&mut self, mut source: impl Read) -> io::Result<()> {
        let length = io::copy(&mut source, self)?;
        self.0.add(&length.to_le_bytes());
        Ok(())
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_borders_of_pieces_matter() {
        let of = |pieces: [&[u8]; 2]| {
            let mut digest = Digest::default();
            for piece in pieces {
                digest.add(piece);
            }
            digest.to_string()
        };
        assert_ne!(of([b"ab", b"c"]), of([b"a", b"bc"]));
        let mut digest = Digest::default();
        digest.add_all(&b"ab"[..]).unwrap();
        digest.add(b"c");
        assert_eq!(digest.to_string(), of([b"ab", b"c"]));
    }
}
