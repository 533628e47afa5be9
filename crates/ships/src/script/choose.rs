//! Completion at the prompt, in editors and in the playground. Finds the words that may come next,
//! and the forms of a command that make sense in a game. Completion shows nothing secret: the
//! targets that it offers do not depend on where ships are.

use super::ast::Group;
use super::context::Context;
use super::slot::Slot;
use super::table::Keyword;
use crate::rules::{Class, Game, ShipName};
use broadside_core::board::{Rect, Side};
use indexmap::IndexSet;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Completion offers at most this many numbers for one argument.
pub const MOST: usize = 100;

/// Returns whether a character separates words. In the language, only ASCII white space does.
pub fn is_blank(char: char) -> bool {
    u8::try_from(char).is_ok_and(super::words::is_blank)
}

/// Returns the index of the byte at which the last word of `text` begins.
pub fn word_start(text: &str) -> usize {
    text.rfind(is_blank).map_or(0, |blank| blank + 1)
}

/// Returns the forms that fit the words so far, without forms that the game would refuse. If the
/// game would refuse all forms that fit, returns all forms that fit.
pub fn forms(context: &Context, game: &Game) -> Vec<&'static [Slot]> {
    let forms = context.forms();
    let Some((keyword, _)) = &context.command else { return forms };
    let makes_sense = |form: &&[Slot]| match (keyword, form.first()) {
        (Keyword::Shoot, Some(Slot::Ship)) => game.is_extended(),
        (Keyword::Shoot, _) => !game.is_extended() || game.is_auto_shooting(),
        (Keyword::Spy, Some(Slot::Row)) => game.takes_targets(),
        _ => true,
    };
    let sensible: Vec<_> = forms.iter().copied().filter(makes_sense).collect();
    if sensible.is_empty() { forms } else { sensible }
}

/// Returns the words that are allowed at the place of `context` and begin with `typed`. Each word
/// comes once. Arguments come before commands and tags.
pub fn words(context: &Context, typed: &str, game: &Game) -> Vec<String> {
    let slots = open_slots(context, game);
    let mut words: IndexSet<_> =
        slots.iter().flat_map(|slot| slot_words(context, *slot, typed, game)).collect();
    let takes_all = slots.contains(&Slot::Words);
    if context.command.is_none() || (context.is_complete && !takes_all) {
        words.extend(first_words(context.group, game));
    }
    words.into_iter().filter(|word| word.starts_with(typed)).collect()
}

fn open_slots(context: &Context, game: &Game) -> Vec<Slot> {
    let Some((_, given)) = &context.command else { return Vec::new() };
    forms(context, game).iter().map(|form| form[given.len()]).collect()
}

fn first_words(group: Option<Group>, game: &Game) -> impl Iterator<Item = String> {
    let openers = [Group::State, Group::Turn(game.expected())];
    let keywords = group.into_iter().flat_map(Keyword::of);
    let tags = group.map_or(openers.to_vec(), |open| vec![open]).into_iter();
    keywords.map(Keyword::name).chain(tags.map(Group::tag)).map(str::to_owned)
}

fn slot_words(context: &Context, slot: Slot, typed: &str, game: &Game) -> Vec<String> {
    let dims = game.board().dims().rect();
    let start = owner(context).map_or(dims, |side| dims.common(&game.fleet(side).start()));
    let rows = |area: Rect| numbers(with_prefix(typed, area.top..=area.bottom));
    let columns = |area: Rect| numbers(with_prefix(typed, area.left..=area.right));
    match slot {
        Slot::Player | Slot::Heading | Slot::Manoeuvre | Slot::Detail => {
            slot.words().into_iter().map(str::to_owned).collect()
        }
        Slot::Class | Slot::NewClass => classes(context, slot, game),
        Slot::Ship | Slot::NewShip | Slot::Carrier => {
            numbers(indices(context, slot, typed, game).into_iter())
        }
        Slot::Row => rows(dims),
        Slot::Column => columns(dims),
        Slot::StartRow => rows(start),
        Slot::StartColumn => columns(start),
        Slot::Health => health(context).into_iter().collect(),
        Slot::Top
        | Slot::Left
        | Slot::Bottom
        | Slot::Right
        | Slot::Height
        | Slot::Width
        | Slot::Count(_)
        | Slot::Seed
        | Slot::Words => Vec::new(),
    }
}

fn numbers(numbers: impl Iterator<Item = i64>) -> Vec<String> {
    numbers.take(MOST).map(|number| number.to_string()).collect()
}

/// Returns the numbers in `range` that begin with the digits `typed`, in order. `range` must not
/// have negative numbers.
fn with_prefix(typed: &str, range: RangeInclusive<i64>) -> Box<dyn Iterator<Item = i64>> {
    if typed.is_empty() {
        return Box::new(range);
    }
    let stem = typed.parse().ok().filter(|stem: &i64| *stem >= 0 && stem.to_string() == typed);
    let Some(stem) = stem else { return Box::new(std::iter::empty()) };
    // The text `4` can become 4, then 40 to 49, then 400 to 499. The text `0` can become only 0.
    let scales = std::iter::successors(Some(1_i64), |scale| scale.checked_mul(10));
    let scales = scales.take(if stem == 0 { 1 } else { usize::MAX });
    Box::new(scales.map_while(move |scale| Some((stem.checked_mul(scale)?, scale))).flat_map(
        move |(low, scale)| {
            low.max(*range.start())..=low.saturating_add(scale - 1).min(*range.end())
        },
    ))
}

/// Returns the side whose ships the command names: the player of the turn, or the first argument in
/// a `[state]` group.
fn owner(context: &Context) -> Option<Side> {
    match (context.group?, &context.command) {
        (Group::Turn(side), _) => Some(side),
        (Group::State, command) => Side::from_name(command.as_ref()?.1.first()?),
    }
}

/// Returns the ship numbers that begin with `typed`, in order. For a new ship, these are the unused
/// numbers. Otherwise they are the numbers of the side's ships (or carriers) on the board. If there
/// are many numbers, returns at least [`MOST`] of them.
fn indices(context: &Context, slot: Slot, typed: &str, game: &Game) -> BTreeSet<i64> {
    let Some(fleet) = owner(context).map(|side| game.fleet(side)) else { return BTreeSet::new() };
    if slot == Slot::NewShip {
        let free = |class| {
            let indices = with_prefix(typed, 0..=fleet.size(class) - 1);
            let names = indices.map(move |index| ShipName { class, index });
            names.filter(|name| fleet.check_name(*name).is_ok()).take(MOST).map(|name| name.index)
        };
        Class::ALL.into_iter().flat_map(free).collect()
    } else {
        let fits = |name: &ShipName| slot != Slot::Carrier || name.class == Class::Carrier;
        let indices = fleet.ships().filter(|(name, _)| fits(name)).map(|(name, _)| name.index);
        let mut seen = BTreeSet::new();
        let found = indices.filter(|index| index.to_string().starts_with(typed));
        found.filter(|index| seen.insert(*index)).take(MOST).collect()
    }
}

/// Returns the classes that fit the number given just before. For a new ship, these are the classes
/// in which the number is unused. Otherwise they are the classes with a ship of this number on the
/// board.
fn classes(context: &Context, slot: Slot, game: &Game) -> Vec<String> {
    let given = context.command.as_ref().and_then(|(_, words)| words.last());
    let index = given.and_then(|word| broadside_core::text::integer(word.as_bytes()));
    let (Some(index), Some(side)) = (index, owner(context)) else { return Vec::new() };
    let fleet = game.fleet(side);
    let fits = |class: &Class| {
        let name = ShipName { class: *class, index };
        if slot == Slot::NewClass {
            fleet.check_name(name).is_ok()
        } else {
            fleet.ship(name).is_some()
        }
    };
    Class::ALL.into_iter().filter(fits).map(|class| class.name().to_owned()).collect()
}

fn health(context: &Context) -> Option<String> {
    let class = Class::from_name(context.command.as_ref()?.1.last()?)?;
    Some("1".repeat(class.length() as usize))
}
