//! A digest of bytes that tells accidents, not attackers: FNV-1a of 128 bits. It is the same everywhere
//! and for ever, as a journal needs.

use std::fmt;
use std::io::{self, Read, Write};

/// The digest of what was added so far, piece by piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest(u128);

impl Default for Digest {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Digest {
    /// Adds a piece; where one ends and the next begins matters.
    pub(super) fn add(&mut self, piece: &[u8]) {
        self.mix(piece);
        self.mix(&(piece.len() as u64).to_le_bytes());
    }

    /// Adds all that `source` holds, as one piece.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn add_all(&mut self, mut source: impl Read) -> io::Result<()> {
        let length = io::copy(&mut source, self)?;
        self.mix(&length.to_le_bytes());
        Ok(())
    }

    fn mix(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.mix(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that the authors of FNV publish for `foobar`.
    #[test]
    fn it_is_the_known_function() {
        let mut digest = Digest::default();
        digest.mix(b"foobar");
        assert_eq!(digest.to_string(), "343e1662793c64bf6f0d3597ba446f18");
    }

    #[test]
    fn pieces_are_told_apart() {
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
