//! The ends of scripts: what each end tests, how often it is drawn, and how it is written.

use super::writer::{Act, Writer};
use crate::topic::Topic;
use broadside_ships::rules::Setting;

/// What the end of a script tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// Nothing special. All commands are legal.
    Calm,
    /// A `PLACE_SHIP` that is refused. The next values, up to `Spy`, mean other refused commands or
    /// tags.
    Place,
    Ship,
    Reef,
    Tag,
    Shoot,
    Move,
    Fire,
    Spy,
    Victory,
    /// Targets: shots and planes that name no ship. Sometimes there are more targets than the ships
    /// can take.
    Targets,
    /// A command that only our own specification refuses.
    Unsettled,
    /// The turn of an AI after the end of the script. All commands of the script are legal.
    Ai,
}

/// A kind of end, as a row of [`ENDS`].
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) focus: Focus,
    /// The topic that a script with this end needs.
    pub(super) topic: Topic,
    /// How often the end is drawn, compared with the others. 0 for an end that only replaces a
    /// drawn one.
    pub(super) weight: u64,
    /// In how many of 20 scripts both fleets are complete before the end.
    pub(super) complete: u64,
    pub(super) write: Act,
}

/// All ends: focus, topic, weight, complete fleets in 20, and the function that writes the end.
pub(super) const ENDS: [End; 13] = [
    end(Focus::Calm, Topic::Place, 10, 11, write_nothing),
    end(Focus::Place, Topic::Place, 9, 4, Writer::write_illegal_placement),
    end(Focus::Tag, Topic::Place, 2, 11, Writer::write_illegal_tag),
    end(Focus::Shoot, Topic::Shoot, 5, 11, Writer::write_illegal_basic_shot),
    end(Focus::Victory, Topic::Shoot, 5, 19, Writer::beat_fleet),
    end(Focus::Ship, Topic::Ship, 7, 4, Writer::write_illegal_ship),
    end(Focus::Reef, Topic::Reef, 2, 11, write_illegal_reef),
    end(Focus::Move, Topic::Move, 18, 15, Writer::write_illegal_move),
    end(Focus::Fire, Topic::Guns, 13, 19, Writer::write_illegal_shot),
    end(Focus::Spy, Topic::Spy, 9, 15, Writer::write_illegal_plane),
    end(Focus::Targets, Topic::Auto, 18, 19, Writer::name_targets),
    end(Focus::Unsettled, Topic::Place, 0, 11, Writer::write_unsettled),
    end(Focus::Ai, Topic::Ai, 0, 15, write_nothing),
];

const fn end(focus: Focus, topic: Topic, weight: u64, complete: u64, write: Act) -> End {
    End { focus, topic, weight, complete, write }
}

const fn write_nothing(_: &mut Writer) {}

fn write_illegal_reef(writer: &mut Writer) {
    let at = writer.field_off_board(5);
    writer.last_setting(Setting::Reef(at));
}

impl Focus {
    /// Whether this end is a good test only if both fleets are complete.
    pub(super) fn needs_whole_fleets(self) -> bool {
        self == Self::Shoot || self.end().complete > 11
    }

    /// Returns the row of this end.
    pub(super) fn end(self) -> End {
        let row = ENDS.into_iter().find(|end| end.focus == self);
        row.expect("each focus has a row")
    }
}
