//! The words with which options describe players: `name=NAME`, `proto=PROTOCOL`, `time=SECONDS`,
//! and `cmd=COMMAND` or the name of a built-in player.

use super::limits::seconds;
use broadside::text::is_control;
use std::time::Duration;

/// The most words that can describe one player.
pub(super) const MOST: usize = 4;

/// The longest name, in characters. Names must fit into tables.
const LONGEST_NAME: usize = 40;

/// Returns the command of `cmd=COMMAND`, or of the older spelling `cmd:COMMAND`.
pub(super) fn command_of(word: &str) -> Option<&str> {
    word.strip_prefix("cmd=").or_else(|| word.strip_prefix("cmd:"))
}

#[derive(Clone, Debug)]
pub(super) enum Word<'w> {
    Name(&'w str),
    Protocol(&'w str),
    Time(Duration),
    /// `cmd=COMMAND`, or the name of a built-in player.
    Player(&'w str),
}

impl<'w> Word<'w> {
    pub(super) fn read(word: &'w str) -> Result<Self, String> {
        if let Some(name) = word.strip_prefix("name=") {
            let is_name = !name.is_empty() && !name.chars().any(is_control);
            return if is_name && name.chars().count() <= LONGEST_NAME {
                Ok(Self::Name(name))
            } else {
                Err(format!(
                    "expected a name of 1 to {LONGEST_NAME} printable characters: `name=mine`"
                ))
            };
        }
        if let Some(time) = word.strip_prefix("time=") {
            return seconds(time).map(Self::Time).map_err(|error| format!("`{word}`: {error}"));
        }
        let protocol = word.strip_prefix("proto=");
        Ok(protocol.map_or(Self::Player(word), Self::Protocol))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Words<'w> {
    pub(super) name: Option<&'w str>,
    pub(super) protocol: Option<&'w str>,
    pub(super) time: Option<Duration>,
    pub(super) player: Option<&'w str>,
}

impl<'w> Words<'w> {
    /// Reads the words of one player, which come in any order. Two words of one kind are an error.
    pub(super) fn read(words: impl Iterator<Item = &'w str>) -> Result<Self, String> {
        let mut all = Self::default();
        for word in words {
            match Word::read(word)? {
                Word::Name(name) => set_once(&mut all.name, name, "name=")?,
                Word::Protocol(protocol) => set_once(&mut all.protocol, protocol, "proto=")?,
                Word::Time(time) => set_once(&mut all.time, time, "time=")?,
                Word::Player(player) => match all.player.replace(player) {
                    None => {}
                    Some(other) => return Err(format!("two players: `{other}` and `{player}`")),
                },
            }
        }
        Ok(all)
    }
}

/// Puts `value` into `slot`. Fails if `slot` has a value already; the message names `key`.
pub(super) fn set_once<T>(slot: &mut Option<T>, value: T, key: &str) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{key}` is given twice")),
    }
}
