//! Writes the messages about orders and turns for the terminal and for web pages. A message is one
//! line. During a game it says only what the person knows.

mod names;
mod refusal;

pub use names::{area, called, class_name, count, field};
pub(super) use refusal::ship_in_the_way;
pub use refusal::{cannot, illegal, refused};

use super::shots::spent;
use super::{Answer, News, Struck, Versus};
use crate::driver::{DrawRules, Ending};
use broadside_core::board::Coord;
use broadside_ships::rules::fair::{Briefing, Note, Step};
use broadside_ships::rules::{Class, Order, Section, ShipName, plane_square};
use names::fields;

/// The reason for the advice to end the turn.
pub const NO_ORDER: &str = "no other order is worth its shot or its move";

/// The names of commands or buttons in messages. The terminal and web pages use different names.
#[derive(Clone, Copy, Debug)]
pub struct Controls {
    /// The control that places the missing ships.
    pub place: &'static str,
    /// The control that ends the turn.
    pub end: &'static str,
    /// The control that accepts a draw.
    pub draw: &'static str,
}

impl Controls {
    /// The commands of the terminal.
    pub const TYPED: Self = Self { place: "`.place`", end: "`.end`", draw: "`.draw`" };
}

/// Offers a draw, because neither side can reach the other any more.
pub fn stuck(by: &Controls) -> String {
    format!(
        "Neither side can reach the other any more. The enemy offers a draw: {} accepts it.",
        by.draw
    )
}

/// Explains how far ships see, and how the person can shoot.
pub const fn guns(is_extended: bool) -> &'static str {
    if is_extended {
        "A ship's length says how far it sees and shoots, and how often it shoots in a turn; \
         a carrier shoots everywhere. So move near, then shoot."
    } else {
        "You have one shot per turn, at any field. A ship's length says how far it sees."
    }
}

/// Explains when a game ends as a draw.
pub fn draws() -> String {
    let DrawRules { max_turns, no_progress } = DrawRules::default();
    format!(
        "A draw: {no_progress} turns with nothing new, {max_turns} in all, or neither can reach the \
         other."
    )
}

/// Names a ship of the other side. The only ship of its class is named without its number.
fn the_ship(name: ShipName, sizes: [i64; 4]) -> String {
    let is_only = Class::ALL.into_iter().zip(sizes).any(|pair| pair == (name.class, 1));
    if is_only { format!("the {}", class_name(name.class)) } else { called(name) }
}

/// Says why a shot at a field is probably wasted, if the person knows a reason. `before` says
/// whether an earlier shot at this field was a hit. It is `None` if the board shows no such shot.
pub fn wasted(at: Coord, known: &Briefing, before: Option<bool>) -> Option<&'static str> {
    match (seen_at(at, known), before) {
        (Some(Section::Destroyed), _) => Some("you see a destroyed part there"),
        (Some(_), _) => None,
        (None, Some(true)) => Some("you have hit there already"),
        (None, Some(false)) => Some("you have missed there already"),
        (None, None) => known.known().holds(at).then_some("you see nothing there"),
    }
}

pub(super) fn seen_at(at: Coord, known: &Briefing) -> Option<Section> {
    known.seen().iter().find(|(seen, _)| *seen == at).map(|(_, section)| *section)
}

/// Says what an order has done. `known` is what the person knows after the order, and `steps` are
/// the steps of this turn.
pub fn answer(
    order: Order,
    answer: &Answer,
    known: &Briefing,
    steps: &[Step],
    by: &Controls,
) -> String {
    if let Some(reason) = answer.refused {
        return refused(reason, order, known, by);
    }
    match order {
        Order::Place { name, .. } => placed(name, known),
        Order::Shoot(at) => shot(at, answer, known),
        Order::Fire(name, at) => {
            let shots = left(name.class.length(), spent(steps, name).0, "shots");
            format!("{}; {shots}", fired(name, at, answer, known))
        }
        Order::Move(name, _) => {
            let moves = left(name.class.moves(), spent(steps, name).1, "moves");
            format!("{}; {moves}", lies("moved to", name, known))
        }
        Order::Spy(index, at) => {
            let name = ShipName { class: Class::Carrier, index };
            let thing = if known.is_extended() { "shots and planes" } else { "planes" };
            let shots = left(name.class.length(), spent(steps, name).0, thing);
            format!("{}; {shots}", spied(at, known))
        }
        Order::SpyAt(at) => spied(at, known),
    }
}

fn left(most: u32, spent: u32, thing: &str) -> String {
    format!("{} of {most} {thing} left", most.saturating_sub(spent))
}

fn shot(at: Coord, answer: &Answer, known: &Briefing) -> String {
    match Hit::of(at, answer, known) {
        Hit::Sunk(ship) => format!("{ship} is sunk"),
        Hit::Enemy => "hit".to_owned(),
        Hit::Own(ship) => format!("you have shot at your own {ship}"),
        Hit::Nothing => "miss".to_owned(),
    }
}

/// Says what a shot of the ship `name` has done. The text needs a verb: in "carrier 0: hit", the
/// carrier would seem to be hit.
fn fired(name: ShipName, at: Coord, answer: &Answer, known: &Briefing) -> String {
    let did = match Hit::of(at, answer, known) {
        Hit::Sunk(ship) => format!("sinks {ship}"),
        Hit::Enemy => format!("hits at {}", field(at)),
        Hit::Own(ship) => format!("has shot at your own {ship}"),
        Hit::Nothing => format!("misses at {}", field(at)),
    };
    format!("your {} {did}", called(name))
}

enum Hit {
    /// The shot has sunk this ship of the machine.
    Sunk(String),
    Enemy,
    /// The target is a field of this ship of the person.
    Own(String),
    Nothing,
}

impl Hit {
    fn of(at: Coord, answer: &Answer, known: &Briefing) -> Self {
        if let Some(Note::Sunk(name)) = answer.notes.last() {
            return Self::Sunk(the_ship(*name, known.sizes(known.side().other())));
        }
        if answer.notes.contains(&Note::Hit(at)) {
            return Self::Enemy;
        }
        let own = known.own().iter().find(|(_, ship)| ship.hull().segment_at(at).is_some());
        own.map_or(Self::Nothing, |(name, _)| Self::Own(called(*name)))
    }
}

fn lies(before: &str, name: ShipName, known: &Briefing) -> String {
    known.own().get(&name).map_or_else(String::new, |ship| {
        let hull = ship.hull();
        format!("{before} {}, heading {}", field(hull.bow()), hull.heading())
    })
}

fn placed(name: ShipName, known: &Briefing) -> String {
    let place = lies(&format!("{} lies at", called(name)), name, known);
    let missing = missing(known);
    if missing.is_empty() {
        format!("{place}; all your ships are placed")
    } else {
        format!("{place}; to place: {missing}")
    }
}

/// Lists how many ships of each class the person still has to place.
pub fn missing(known: &Briefing) -> String {
    let missing = known.missing(known.side()).filter(|(_, missing)| *missing > 0);
    let of_class = |(class, missing): (Class, i64)| {
        count(usize::try_from(missing).unwrap_or(usize::MAX), class_name(class))
    };
    missing.map(of_class).collect::<Vec<_>>().join(", ")
}

/// Warns at the end of a turn that the ships in the text `missing` are not placed yet.
pub fn not_placed(missing: &str, by: &Controls) -> String {
    format!(
        "not placed yet: {missing}. No side shoots before all ships are placed. A side that has \
         not placed its ships after its tenth turn has lost. {} places yours",
        by.place
    )
}

fn spied(at: Coord, known: &Briefing) -> String {
    let square = plane_square(at);
    let seen = known.seen().iter().map(|(at, _)| *at).filter(|at| square.contains(*at));
    let seen: Vec<_> = seen.collect();
    match seen.len() {
        0 => "the plane sees no ship".to_owned(),
        number => format!("the plane sees {}: {}", count(number, "segment"), fields(&seen)),
    }
}

/// Returns messages that say what the person has seen of the machine's turn.
pub fn news(news: &News) -> Vec<String> {
    let mut ships: Vec<ShipName> = Vec::new();
    for struck in &news.struck {
        if !ships.contains(&struck.name) {
            ships.push(struck.name);
        }
    }
    let mut lines: Vec<_> = ships.into_iter().map(|name| hits(name, news)).collect();
    if !news.misses.is_empty() {
        lines.push(format!("they shot at {}: nothing hit", fields(&news.misses)));
    }
    if !news.planes.is_empty() {
        lines.push(format!("a plane over {}", fields(&news.planes)));
    }
    if !news.come.is_empty() {
        lines.push(format!("ships of theirs come into sight at {}", fields(&news.come)));
    }
    if !news.gone.is_empty() {
        lines.push(format!("no ship of theirs in sight any more at {}", fields(&news.gone)));
    }
    if lines.is_empty() {
        lines.push("they played; you saw nothing of it".to_owned());
    }
    lines
}

fn hits(name: ShipName, news: &News) -> String {
    let hits: Vec<&Struck> = news.struck.iter().filter(|struck| struck.name == name).collect();
    let places: Vec<_> = hits.iter().map(|struck| struck.at).collect();
    let outcome = if hits.iter().any(|struck| struck.is_sunk) {
        "sunk".to_owned()
    } else {
        let lost: Vec<_> = hits.iter().flat_map(|struck| parts(name, struck.segment)).collect();
        match lost[..] {
            [] => "hit".to_owned(),
            [part] => format!("hit, its {part} is lost"),
            _ => format!("hit, its {} are lost", lost.join(" and ")),
        }
    };
    format!("they shot at {}: your {} is {outcome}", fields(&places), called(name))
}

/// Names the parts that a segment of a ship carries (spec ships §3).
fn parts(name: ShipName, segment: u32) -> impl Iterator<Item = &'static str> {
    let is_engine = segment + 1 == name.class.length();
    let parts = [("radar", segment == 0), ("cannon", segment == 1), ("engine", is_engine)];
    parts.into_iter().filter(|(_, is_there)| *is_there).map(|(part, _)| part)
}

/// Says how the game has ended.
pub fn ended(ending: Ending, game: &Versus) -> String {
    let (person, turn) = (game.person(), game.turn());
    match ending {
        Ending::Won(side) if side == person => format!("You have won in turn {turn}."),
        Ending::Won(_) => format!("You have lost in turn {turn}: all your ships are sunk."),
        Ending::NotPlaced(side) if side == person => {
            "You have lost: your fleet was incomplete after your tenth turn.".to_owned()
        }
        Ending::NotPlaced(_) => "You have won: they could not place their fleet.".to_owned(),
        Ending::Resigned(_) | Ending::Fault(_) | Ending::Stopped => {
            "You have resigned: they have won.".to_owned()
        }
        Ending::NoProgress => {
            let turns = DrawRules::default().no_progress;
            format!("A draw: nothing new has happened for {turns} turns.")
        }
        Ending::MaxTurns => "A draw: the game has taken too many turns.".to_owned(),
        Ending::Standstill => "A draw: neither side can reach the other any more.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_a_shot_says_what_it_hit() {
        let said = |row, col| {
            let (mut game, order) = (Versus::of_two_ships(), Order::Shoot(Coord::new(row, col)));
            let given = game.order(order).unwrap();
            answer(order, &given, &game.briefing(), game.steps(), &Controls::TYPED)
        };
        assert_eq!(said(8, 8), "hit");
        assert_eq!(said(5, 5), "miss");
        assert_eq!(said(0, 1), "you have shot at your own carrier 0");
    }

    #[test]
    fn the_ship_that_shoots_does_not_seem_to_be_hit() {
        let said = |notes: &[Note]| {
            let (game, name) =
                (Versus::of_two_ships(), ShipName { class: Class::Carrier, index: 0 });
            let answer = Answer { notes: notes.to_vec(), refused: None, is_won: false };
            fired(name, Coord::new(8, 8), &answer, &game.briefing())
        };
        assert_eq!(said(&[]), "your carrier 0 misses at 8 8");
        let hit = Note::Hit(Coord::new(8, 8));
        assert_eq!(said(&[hit]), "your carrier 0 hits at 8 8");
        let sunk = Note::Sunk(ShipName { class: Class::Destroyer, index: 0 });
        assert!(said(&[hit, sunk]).starts_with("your carrier 0 sinks "));
    }

    #[test]
    fn ships_that_come_into_sight_are_news() {
        let lines = |come: &[Coord], gone: &[Coord]| {
            news(&News { come: come.to_vec(), gone: gone.to_vec(), ..News::default() })
        };
        assert_eq!(lines(&[], &[]), ["they played; you saw nothing of it"]);
        let at = [Coord::new(7, 5)];
        assert_eq!(lines(&at, &[]), ["ships of theirs come into sight at 7 5"]);
        assert_eq!(lines(&[], &at), ["no ship of theirs in sight any more at 7 5"]);
    }
}
