//! Which forms of a command make sense in a game, and which words may stand in a slot.
//!
//! What a player cannot know is not told: fields to shoot at are all fields, not those of ships.

use broadside::board::{Rect, Side};
use broadside::rules::ships::{Class, Fleet, Game, ShipName};
use broadside::script::ast::Group;
use broadside::script::{Context, Keyword, Slot, print};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How many numbers are offered at most.
const MOST: usize = 100;

/// The forms that the words before fit, but for those that the game would refuse.
pub(super) fn forms(context: &Context, game: &Game) -> Vec<Vec<&'static str>> {
    let forms = context.forms();
    let Some((keyword, _)) = &context.command else { return forms };
    let makes_sense = |form: &&Vec<&str>| match (keyword, form[0]) {
        (Keyword::Shoot, "i") => game.is_extended(),
        (Keyword::Shoot, _) => !game.is_extended() || game.is_auto_shooting(),
        (Keyword::Spy, "y") => game.takes_targets(),
        _ => true,
    };
    let sensible: Vec<_> = forms.iter().filter(makes_sense).cloned().collect();
    if sensible.is_empty() { forms } else { sensible }
}

/// The words that may stand at the place of `context` and begin with `typed`.
pub(super) fn words(context: &Context, typed: &str, game: &Game) -> Vec<String> {
    let mut words = match &context.command {
        Some((_, given)) => {
            let slots = forms(context, game).into_iter().map(|form| form[given.len()]);
            let of = |symbol| slot_words(context, Slot::from_symbol(symbol), typed, game);
            slots.flat_map(of).collect()
        }
        None => Vec::new(),
    };
    let takes_all = matches!(context.command, Some((Keyword::Information, _)));
    if context.command.is_none() || (context.is_complete && !takes_all) {
        words.extend(first_words(context.group, game));
    }
    let mut seen = HashSet::new();
    words.retain(|word| word.starts_with(typed) && seen.insert(word.clone()));
    words
}

/// The words that may begin a command, or open or close a group.
fn first_words(group: Option<Group>, game: &Game) -> impl Iterator<Item = String> {
    let openers = [Group::State, Group::Turn(game.expected())];
    let keywords = Keyword::ALL.into_iter().filter(move |k| group.is_some_and(|g| k.is_in(g)));
    let tags = group.map_or(openers.to_vec(), |open| vec![open]).into_iter();
    keywords.map(Keyword::name).chain(tags.map(Group::tag)).map(str::to_owned)
}

fn slot_words(context: &Context, slot: Slot, typed: &str, game: &Game) -> Vec<String> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match slot {
        Slot::Player => owned(&["A", "B"]),
        Slot::Heading => owned(&["N", "E", "S", "W"]),
        Slot::Manoeuvre => owned(&["F", "L", "R"]),
        Slot::Detail => owned(&["0", "1"]),
        Slot::Class => classes(context, game),
        Slot::Index => numbers(indices(context, typed, game).into_iter()),
        Slot::Row | Slot::Column => fields(context, slot, typed, game),
        Slot::Health => health(context).into_iter().collect(),
        Slot::Number | Slot::Words => Vec::new(),
    }
}

fn numbers(numbers: impl Iterator<Item = i64>) -> Vec<String> {
    numbers.take(MOST).map(|number| number.to_string()).collect()
}

/// The numbers of a range, of natural ones, that begin with the digits `typed`, in order.
fn beginning(typed: &str, range: RangeInclusive<i64>) -> Box<dyn Iterator<Item = i64>> {
    if typed.is_empty() {
        return Box::new(range);
    }
    let stem = typed.parse().ok().filter(|stem: &i64| *stem >= 0 && stem.to_string() == typed);
    let Some(stem) = stem else { return Box::new(std::iter::empty()) };
    // Behind `4` come 4, then 40 to 49, then 400 to 499; behind `0` only 0.
    let scales = std::iter::successors(Some(1_i64), |scale| scale.checked_mul(10));
    let scales = scales.take(if stem == 0 { 1 } else { usize::MAX });
    Box::new(scales.map_while(move |scale| Some((stem.checked_mul(scale)?, scale))).flat_map(
        move |(low, scale)| {
            low.max(*range.start())..=low.saturating_add(scale - 1).min(*range.end())
        },
    ))
}

/// Rows or columns: those of the starting rectangle for placements, else all of the board.
fn fields(context: &Context, slot: Slot, typed: &str, game: &Game) -> Vec<String> {
    let Some((keyword, _)) = &context.command else { return Vec::new() };
    let dims = game.board().dims().rect();
    let rect = match (keyword, context.group) {
        (Keyword::BoardSize | Keyword::InitPosition, _) => return Vec::new(),
        (Keyword::PlaceShip, Some(Group::Turn(side))) => game.fleet(side).start(),
        _ => dims,
    };
    let Rect { top, left, bottom, right } = rect;
    if slot == Slot::Row {
        numbers(beginning(typed, top.max(0)..=bottom.min(dims.bottom)))
    } else {
        numbers(beginning(typed, left.max(0)..=right.min(dims.right)))
    }
}

/// Whose ships a command speaks of.
fn owner(context: &Context) -> Option<Side> {
    match (context.group?, &context.command) {
        (Group::Turn(side), _) => Some(side),
        (Group::State, Some((_, words))) => match words.first()?.as_str() {
            "A" => Some(Side::First),
            _ => Some(Side::Second),
        },
        (Group::State, None) => None,
    }
}

/// Whether a command brings a ship to the board, or speaks of one that is there.
fn places(context: &Context) -> bool {
    matches!(&context.command, Some((Keyword::PlaceShip | Keyword::Ship, _)))
}

fn is_free(fleet: &Fleet, name: ShipName) -> bool {
    (0..fleet.size(name.class)).contains(&name.index) && fleet.ship(name).is_none()
}

/// The numbers of ships: free ones for placements, else those of own ships on the board.
fn indices(context: &Context, typed: &str, game: &Game) -> Vec<i64> {
    let Some(fleet) = owner(context).map(|side| game.fleet(side)) else { return Vec::new() };
    let is_spy = matches!(&context.command, Some((Keyword::Spy, _)));
    let mut found: Vec<i64> = if places(context) {
        let free = |class| {
            let indices = beginning(typed, 0..=fleet.size(class) - 1);
            let names = indices.map(move |index| ShipName { class, index });
            names.filter(|name| is_free(fleet, *name)).take(MOST).map(|name| name.index)
        };
        Class::ALL.into_iter().flat_map(free).collect()
    } else {
        let ships = fleet.ships().filter(|(name, _)| !is_spy || name.class == Class::Carrier);
        let indices = ships.map(|(name, _)| name.index);
        indices.filter(|index| index.to_string().starts_with(typed)).take(MOST).collect()
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// The classes that have a ship of the number just given.
fn classes(context: &Context, game: &Game) -> Vec<String> {
    let given = context.command.as_ref().and_then(|(_, words)| words.last());
    let index = given.and_then(|word| broadside::text::integer(word.as_bytes()));
    let (Some(index), Some(side)) = (index, owner(context)) else { return Vec::new() };
    let fleet = game.fleet(side);
    let fits = |class: &Class| {
        let name = ShipName { class: *class, index };
        if places(context) { is_free(fleet, name) } else { fleet.ship(name).is_some() }
    };
    Class::ALL.into_iter().filter(fits).map(|class| print::class(class).to_owned()).collect()
}

/// An intact ship of the class just given.
fn health(context: &Context) -> Option<String> {
    let (_, words) = context.command.as_ref()?;
    let class = Class::ALL
        .into_iter()
        .find(|class| words.last().is_some_and(|word| word == print::class(*class)))?;
    Some("1".repeat(class.length() as usize))
}
