//! The tables of the parts of scripts: the orders of a turn, and the ends of scripts. A new command
//! of the language needs rows here.

use super::recipe::Focus;
use super::writer::{Act, Writer};
use crate::topic::Topic;
use broadside_ships::rules::Setting;

/// The ends that are drawn by weight. Each row has an end, the topic (part of the language) that
/// this end needs, the weight, and a function that writes the end. [`Focus::Ai`] or
/// [`Focus::Unsettled`] may replace the drawn end.
pub(super) const ENDS: [(Focus, Topic, u64, Act); 11] = [
    (Focus::Calm, Topic::Place, 10, |_| {}),
    (Focus::Refused(Topic::Place), Topic::Place, 9, Writer::write_illegal_placement),
    (Focus::Tag, Topic::Place, 2, Writer::write_illegal_tag),
    (Focus::Refused(Topic::Shoot), Topic::Shoot, 5, Writer::write_illegal_basic_shot),
    (Focus::Victory, Topic::Shoot, 5, Writer::beat_fleet),
    (Focus::Refused(Topic::Ship), Topic::Ship, 7, Writer::write_illegal_ship),
    (Focus::Refused(Topic::Reef), Topic::Reef, 2, Writer::write_illegal_reef),
    (Focus::Refused(Topic::Move), Topic::Move, 18, Writer::write_illegal_move),
    (Focus::Refused(Topic::Guns), Topic::Guns, 13, Writer::write_illegal_shot),
    (Focus::Refused(Topic::Spy), Topic::Spy, 9, Writer::write_illegal_plane),
    (Focus::Targets, Topic::Auto, 18, Writer::write_targets),
];

impl Writer {
    pub(super) fn give_order(&mut self) {
        if self.is_full() {
            return;
        }
        let game = self.game();
        let (extended, auto) = (game.is_extended(), game.takes_targets());
        let weight = |wanted: bool, weight| if wanted { weight } else { 0 };
        let orders: [(u64, Act); 7] = [
            (3, Self::place_some_ship),
            (weight(self.has(Topic::Move), 8), Self::move_once_or_twice),
            (weight(self.has(Topic::Shoot) && !extended, 8), Self::shoot),
            (weight(self.has(Topic::Guns) && extended, 8), Self::fire),
            (weight(self.has(Topic::Spy), 5), Self::spy),
            (weight(auto, 2), Self::write_target),
            (weight(auto && !self.carriers().is_empty(), 1), Self::send_any_plane),
        ];
        let weights = orders.map(|(weight, _)| weight);
        orders[self.chance.weighted(&weights)].1(self);
    }

    pub(super) fn write_focus(&mut self) {
        let focus = self.recipe.focus;
        if focus == Focus::Unsettled {
            self.write_unsettled();
        } else if let Some((.., write)) = ENDS.into_iter().find(|end| end.0 == focus) {
            write(self);
        }
    }

    fn write_illegal_reef(&mut self) {
        let at = self.field_off_board(5);
        self.last_setting(Setting::Reef(at));
    }
}
