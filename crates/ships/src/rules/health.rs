//! Which segments of a ship are healthy.

use super::Class;

/// The class of a ship, and whether each of its segments is healthy.
///
/// ```
/// use broadside_ships::rules::{Class, Health};
///
/// let health = Health::new(Class::Destroyer, &[true, false]).expect("one for each segment");
/// assert_eq!((health.class(), health.segments()), (Class::Destroyer, &[true, false][..]));
/// assert_eq!(Health::new(Class::Destroyer, &[true; 5]), None);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(Class, Vec<bool>)", try_from = "(Class, Vec<bool>)"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Health {
    class: Class,
    /// Entries after the last segment are `false`.
    segments: [bool; Class::LONGEST],
}

impl Health {
    /// Takes one entry for each segment, the bow first. Returns `None` if the number of entries is
    /// wrong.
    pub fn new(class: Class, healthy: &[bool]) -> Option<Self> {
        let fits = healthy.len() == class.length() as usize;
        fits.then(|| Self::from_fn(class, |segment| healthy[segment as usize]))
    }

    /// Calls `is_healthy` for each segment of `class`. Segment 0 is the bow.
    #[doc(hidden)]
    pub fn from_fn(class: Class, is_healthy: impl Fn(u32) -> bool) -> Self {
        let mut segments = [false; Class::LONGEST];
        for (healthy, segment) in segments.iter_mut().zip(0..class.length()) {
            *healthy = is_healthy(segment);
        }
        Self { class, segments }
    }

    /// The class of the ship.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Whether each segment is healthy, the bow first.
    pub fn segments(&self) -> &[bool] {
        &self.segments[..self.class.length() as usize]
    }
}

impl From<Health> for (Class, Vec<bool>) {
    fn from(health: Health) -> Self {
        (health.class(), health.segments().to_vec())
    }
}

impl TryFrom<(Class, Vec<bool>)> for Health {
    type Error = &'static str;

    fn try_from((class, healthy): (Class, Vec<bool>)) -> Result<Self, Self::Error> {
        Self::new(class, &healthy).ok_or("expected one entry for each segment of the class")
    }
}
