//! Words for the values of small sets: `name`, `from_name`, and the standard traits on top of them.

use thiserror::Error;

/// A text that is not one of the words of a set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {what}")]
pub struct UnknownWord {
    /// The text.
    pub text: String,
    /// What was expected: `a heading`.
    pub what: &'static str,
}

// Gives an enum, and what one of its values is called, the word of each value.
#[doc(hidden)]
#[macro_export]
macro_rules! __words {
    ($set:ident, $what:literal: $($value:ident $word:literal),+) => {
        impl $set {
            /// Its word.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// The one of this word, in capitals.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($word => Some(Self::$value),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl From<$set> for &'static str {
            fn from(value: $set) -> Self {
                value.name()
            }
        }

        impl TryFrom<String> for $set {
            type Error = $crate::board::UnknownWord;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl std::str::FromStr for $set {
            type Err = $crate::board::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let unknown = || $crate::board::UnknownWord { text: text.to_owned(), what: $what };
                Self::from_name(text).ok_or_else(unknown)
            }
        }
    };
}

#[doc(hidden)]
pub use __words as words;

#[cfg(test)]
mod tests {
    use crate::board::{Heading, Manoeuvre, Side};
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    fn check<T: Copy + Debug + PartialEq + Display + FromStr<Err: Debug>>(all: &[T], words: &str) {
        let shown: Vec<_> = all.iter().map(T::to_string).collect();
        assert_eq!(shown.join(" "), words);
        let read: Vec<_> = words.split(' ').map(|word| word.parse::<T>().unwrap()).collect();
        assert_eq!(read, all);
        assert!("".parse::<T>().is_err() && words.to_lowercase().parse::<T>().is_err());
    }

    #[test]
    fn words_read_back() {
        check(&Heading::ALL, "N E S W");
        check(&Manoeuvre::ALL, "F L R");
        check(&Side::ALL, "A B");
        let error = "n".parse::<Heading>().unwrap_err();
        assert_eq!(error.to_string(), "`n` is not a heading");
    }
}
