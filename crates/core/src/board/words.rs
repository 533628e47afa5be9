//! Macros that give a name to each value of a small enum, and a type for unknown names.

use thiserror::Error;

/// The error for a text that is not the name of a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {what}")]
pub struct UnknownWord {
    /// The text.
    pub text: String,
    /// The kind of value that was expected, such as `a heading`.
    pub what: &'static str,
}

// Implements `name` and `from_name` of an enum.
#[doc(hidden)]
#[macro_export]
macro_rules! __names {
    ($set:ident: $($value:ident $word:literal),+) => {
        impl $set {
            /// Returns the name of the value.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// Returns the value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($word => Some(Self::$value),)+
                    _ => None,
                }
            }
        }
    };
}

// Implements `name`, `from_name` and standard traits of an enum. `$what` is the word for a value in
// error messages.
#[doc(hidden)]
#[macro_export]
macro_rules! __words {
    ($set:ident, $what:literal: $($value:ident $word:literal),+) => {
        $crate::board::names! { $set: $($value $word),+ }

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
pub use {__names as names, __words as words};

#[cfg(test)]
mod tests {
    use crate::board::Heading;

    #[test]
    fn names_are_written_and_read() {
        assert_eq!(Heading::ALL.map(|heading| heading.to_string()), ["N", "E", "S", "W"]);
        assert!(Heading::ALL.iter().all(|heading| heading.to_string().parse() == Ok(*heading)));
        assert_eq!("n".parse::<Heading>().unwrap_err().to_string(), "`n` is not a heading");
    }
}
