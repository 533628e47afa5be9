//! What the pilot thinks of the fields before an order.

/// What the fair pilot thought of each field before a shot or a plane (spec laboratory §5).
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The number of the order in its turn, from 0.
    pub order: usize,
    /// How many segments of the enemy were expected on each field of the board, row by row: 1 where a target was in
    /// sight, 0 where nothing can be, never more than 1.
    pub heat: Vec<f64>,
}
