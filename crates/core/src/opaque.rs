//! A macro for types with parts that cannot be shown, such as functions.

// Implements `Debug` of a type. Shows only the named fields.
#[doc(hidden)]
#[macro_export]
macro_rules! __opaque {
    ($type:ident $(<$life:lifetime>)?: $($field:ident)*) => {
        impl std::fmt::Debug for $type $(<$life>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = f.debug_struct(stringify!($type));
                $(shown.field(stringify!($field), &self.$field);)*
                shown.finish_non_exhaustive()
            }
        }
    };
}

#[doc(hidden)]
pub use __opaque as opaque;
