//! Possible arrangements of the enemy's ships.

use super::chart::Fields;

/// One possible arrangement of all ships of the enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct Scene {
    /// The fields of the enemy's ships, also of sunk ships.
    pub(in crate::rules) hulls: Fields,
    /// The fields of their healthy segments.
    pub(in crate::rules) targets: Fields,
}

/// Several scenes, each with the number of times that it was drawn.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct Scenes(Vec<(Scene, u32)>);

impl Scenes {
    /// Adds a scene. An equal scene is counted once more instead.
    pub(in crate::rules) fn add(&mut self, new: Scene) {
        match self.0.iter_mut().find(|(scene, _)| *scene == new) {
            Some((_, times)) => *times += 1,
            None => self.0.push((new, 1)),
        }
    }

    /// The scenes, each with the number of times that it was drawn.
    pub(in crate::rules) fn iter(&self) -> impl ExactSizeIterator<Item = (&Scene, u32)> {
        self.0.iter().map(|(scene, times)| (scene, *times))
    }

    /// The number of draws.
    pub(in crate::rules) fn count(&self) -> u32 {
        self.0.iter().map(|(_, times)| times).sum()
    }

    /// The number of draws in which one of `fields` is a target.
    pub(in crate::rules) fn count_with(&self, fields: Fields) -> u32 {
        let with = self.0.iter().filter(|(scene, _)| scene.targets & fields != 0);
        with.map(|(_, times)| times).sum()
    }

    /// The fields that hold an enemy in every scene.
    pub(in crate::rules) fn sure_hulls(&self) -> Fields {
        self.0.iter().fold(Fields::MAX, |sure, (scene, _)| sure & scene.hulls)
    }

    /// Removes `fields` from the targets of every scene.
    pub(in crate::rules) fn strike_off(&mut self, fields: Fields) {
        for (scene, _) in &mut self.0 {
            scene.targets &= !fields;
        }
    }
}
