//! The fixed games of bots. Each bot plays alone against random fleets.

use super::SignaturePart;
use crate::bench::Bench;
use crate::duel::solo;
use crate::factory::{CaptainFactory, GunnerFactory};
use crate::targeting::{Trial, targeting};
use broadside_arcade::arsenal::bots::Level;
use broadside_core::board::Dims;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The number of games on each board.
const TARGETING_GAMES: u64 = 20;
const ARSENAL_GAMES: u64 = 2;

/// The first board is the common one. The second board has more than 128 cells, so gunners (bots
/// that only fire) use another type for sets of its cells.
const BOARDS: [((i64, i64), &[u32]); 2] = [((10, 10), &[5, 4, 3, 3, 2]), ((12, 12), &[4, 3, 2])];

pub(super) fn gunners() -> Vec<SignaturePart> {
    let part = |gunner: GunnerFactory| {
        let name = format!("targeting {}", gunner.name());
        let gunners = [gunner];
        let series = BOARDS.iter().flat_map(|((rows, cols), fleet)| {
            let dims = Dims::new(*rows, *cols).expect("a small board");
            let trial = Trial { dims, fleet: fleet.to_vec() };
            records(TARGETING_GAMES, |bench| {
                targeting(bench, &trial, &gunners).expect("room for all")
            })
        });
        SignaturePart::of(name, series)
    };
    GunnerFactory::built_in().map(part).collect()
}

pub(super) fn captains() -> Vec<SignaturePart> {
    let part = |level: Level| {
        let captain = CaptainFactory::from_name(level.name()).expect("built in");
        let games = records(ARSENAL_GAMES, |bench| solo(bench, &captain));
        SignaturePart::of(format!("arsenal {}", level.name()), games)
    };
    Level::ALL.into_iter().map(part).collect()
}

fn records<T>(games: u64, play: impl FnOnce(&Bench<'_>) -> T) -> Vec<String> {
    let kept = Mutex::new(BTreeMap::new());
    let keep = |number: u64, record: &str| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(number, record.to_owned());
    };
    play(&Bench { keep: Some(&keep), ..Bench::new(1, games) });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}
