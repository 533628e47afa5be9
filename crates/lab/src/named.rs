//! Enums whose values have names.

/// Makes an enum with a list of its values, and with names from which the values can be read. The
/// documentation of each value begins with its name.
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

pub(crate) use named;
