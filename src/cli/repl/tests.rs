//! Laws of the table.
