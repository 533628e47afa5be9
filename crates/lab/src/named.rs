//! Types whose values have names.

/// Makes an enum in which each value has a name. Adds the list `ALL` of all values, and the
/// functions `name` and `from_name`. The documentation of each value begins with the value's name.
macro_rules! named {
    ($(#[$about:meta])* $set:ident: $($(#[$more:meta])* $value:ident $name:literal,)+) => {
        $(#[$about])*
        pub enum $set {
            $(#[doc = $name] $(#[$more])* $value,)+
        }

        impl $set {
            /// All values, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];
        }

        broadside_core::board::names! { $set: $($value $name),+ }
    };
}

/// Implements `Display` for types whose values are written as their names.
macro_rules! shown {
    ($($type:ident $name:ident),+) => {
        $(impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.$name())
            }
        })+
    };
}

pub(crate) use {named, shown};
