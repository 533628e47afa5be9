//! The enemy's part of the board, as it may be.

use super::chart::Fields;

/// One way in which the enemy may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct Scene {
    /// The enemy's ships, sunk ones too.
    pub(in crate::rules) hulls: Fields,
    /// Their healthy segments.
    pub(in crate::rules) targets: Fields,
}

/// Several ways, each with the number of times that it was drawn.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct Scenes(Vec<(Scene, u32)>);

impl Scenes {
    /// Adds a scene; one that is there counts once more.
    pub(in crate::rules) fn add(&mut self, new: Scene) {
        match self.0.iter_mut().find(|(scene, _)| *scene == new) {
            Some((_, times)) => *times += 1,
            None => self.0.push((new, 1)),
        }
    }

    /// The scenes, and how often each was drawn.
    pub(in crate::rules) fn iter(&self) -> impl ExactSizeIterator<Item = (&Scene, u32)> {
        self.0.iter().map(|(scene, times)| (scene, *times))
    }

    /// How many were drawn.
    pub(in crate::rules) fn count(&self) -> u32 {
        self.0.iter().map(|(_, times)| times).sum()
    }

    /// In how many of them one of `fields` is a target.
    pub(in crate::rules) fn count_with(&self, fields: Fields) -> u32 {
        let with = self.0.iter().filter(|(scene, _)| scene.targets & fields != 0);
        with.map(|(_, times)| times).sum()
    }

    /// Where an enemy lies in all of them.
    pub(in crate::rules) fn sure_hulls(&self) -> Fields {
        self.0.iter().fold(Fields::MAX, |sure, (scene, _)| sure & scene.hulls)
    }

    /// These fields are targets no more.
    pub(in crate::rules) fn strike_off(&mut self, fields: Fields) {
        for (scene, _) in &mut self.0 {
            scene.targets &= !fields;
        }
    }
}
