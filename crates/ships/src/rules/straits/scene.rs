//! Possible positions of the enemy's ships, as a player imagines them.

use super::chart::Fields;

/// Positions of all enemy ships on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct Scene {
    /// The fields of all ships of the enemy, also of sunk ships.
    pub(in crate::rules) hulls: Fields,
    /// The healthy segments of these ships. A shot at a segment removes it.
    pub(in crate::rules) targets: Fields,
}

/// Scenes that were drawn at random, each with the number of times that it was drawn.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct Scenes(Vec<(Scene, u32)>);

impl Scenes {
    pub(in crate::rules) fn add(&mut self, new: Scene) {
        match self.0.iter_mut().find(|(scene, _)| *scene == new) {
            Some((_, times)) => *times += 1,
            None => self.0.push((new, 1)),
        }
    }

    pub(in crate::rules) fn iter(&self) -> impl ExactSizeIterator<Item = (&Scene, u32)> {
        self.0.iter().map(|(scene, times)| (scene, *times))
    }

    /// The number of scenes drawn. Equal scenes count several times.
    pub(in crate::rules) fn count(&self) -> u32 {
        self.0.iter().map(|(_, times)| times).sum()
    }

    /// The number of scenes drawn in which at least one of `fields` is a target.
    pub(in crate::rules) fn count_with(&self, fields: Fields) -> u32 {
        let with = self.0.iter().filter(|(scene, _)| scene.targets & fields != 0);
        with.map(|(_, times)| times).sum()
    }

    /// The fields that enemy ships cover in all scenes.
    pub(in crate::rules) fn sure_hulls(&self) -> Fields {
        self.0.iter().fold(Fields::MAX, |sure, (scene, _)| sure & scene.hulls)
    }

    /// Removes `fields` from the targets of all scenes.
    pub(in crate::rules) fn strike_off(&mut self, fields: Fields) {
        for (scene, _) in &mut self.0 {
            scene.targets &= !fields;
        }
    }
}
