//! Digests of bytes with FNV-1a (Fowler, Noll and Vo, 1991). A digest shows accidental changes of
//! the bytes, but it does not protect against attacks.
//!
//! Digests are kept in journals (files with a line for each finished piece of work) and in recorded
//! results of games. So a text must have the same digest on every machine and in every release.

use std::fmt;

macro_rules! fnv {
    ($(#[$doc:meta])* $name:ident, $word:ty, $basis:literal, $prime:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name($word);

        impl Default for $name {
            fn default() -> Self {
                Self($basis)
            }
        }

        impl $name {
            /// Adds bytes. Several calls with the parts of a text give the digest of the text.
            pub fn add(&mut self, bytes: &[u8]) {
                let mix = |state: $word, byte: &u8| (state ^ <$word>::from(*byte)).wrapping_mul($prime);
                self.0 = bytes.iter().fold(self.0, mix);
            }
        }

        impl From<$name> for $word {
            fn from(digest: $name) -> Self {
                digest.0
            }
        }

        /// Writes all hexadecimal digits, with leading zeros.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:0width$x}", self.0, width = <$word>::BITS as usize / 4)
            }
        }
    };
}

fnv! {
    /// A digest of 64 bits.
    ///
    /// ```
    /// let mut digest = broadside_core::digest::Fnv64::default();
    /// digest.add(b"foobar");
    /// assert_eq!(digest.to_string(), "85944171f73967e8");
    /// ```
    Fnv64, u64, 0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3
}

fnv! {
    /// A digest of 128 bits.
    ///
    /// ```
    /// let mut digest = broadside_core::digest::Fnv128::default();
    /// digest.add(b"foobar");
    /// assert_eq!(digest.to_string(), "343e1662793c64bf6f0d3597ba446f18");
    /// ```
    Fnv128, u128, 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, 0x0000_0000_0100_0000_0000_0000_0000_013b
}
