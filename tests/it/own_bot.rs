//! Bots defined outside the crate: the example, and bots that fail.

use broadside::ai::{Bits, Chart, Forfeit, Gunner};
use broadside::arena::{Bench, CaptainFactory, Clock, GunnerFactory, Trial, duel, royale, solo};
use broadside::arena::{TrialError, targeting};
use broadside::board::{Coord, Dims};
use broadside::dice::Dice;
use broadside::rules::arsenal::bots::Captain;
use broadside::rules::arsenal::{Area, Cell, Knowledge, Move};

#[path = "../../examples/own_bot.rs"]
#[expect(dead_code, reason = "the test prints nothing, so it does not call `main`")]
mod example;

#[test]
fn the_example_is_short_and_its_bot_beats_random_shots() {
    let source = include_str!("../../examples/own_bot.rs");
    assert!(source.lines().count() <= 45 && source.contains("impl<B: Bits> Gunner<B>"));
    let report = example::report(60).expect("a fair trial");
    let means: Vec<f64> = report
        .lines()
        .map(|line| line.split_whitespace().nth(1).expect("a mean").parse().expect("a number"))
        .collect();
    assert!(means.len() == 3 && means[2] < means[1] && means[1] < means[0], "{report}");
}

/// A bot that always shoots at the same field.
#[derive(Debug)]
struct Stubborn;

impl<B: Bits> Gunner<B> for Stubborn {
    fn aim(&mut self, _: &Chart<B>, _: &mut dyn Dice) -> Result<Coord, Forfeit> {
        Ok(Coord::new(0, 7))
    }
}

/// A bot that always plays an artillery move, although artillery is locked at first.
#[derive(Debug)]
struct Impatient;

impl Captain for Impatient {
    fn choose(&mut self, _: &Knowledge<'_>, _: &mut dyn Dice) -> Result<Move, Forfeit> {
        let corner = Cell::new(0, 0).and_then(Area::new).ok_or(Forfeit::NoTarget)?;
        Ok(Move::Artillery(corner))
    }
}

#[derive(Debug)]
struct Slow;

impl Captain for Slow {
    fn choose(&mut self, _: &Knowledge<'_>, _: &mut dyn Dice) -> Result<Move, Forfeit> {
        Err(Forfeit::Timeout)
    }
}

fn trial(rows: i64, cols: i64, fleet: &[u32]) -> Trial {
    Trial { dims: Dims::new(rows, cols).expect("positive"), fleet: fleet.to_vec() }
}

#[test]
fn bots_that_fail_forfeit_their_games() {
    let bench = Bench::new(1, 10);
    let hunt = GunnerFactory::from_name("hunt").expect("built in");
    let stubborn = GunnerFactory::new("stubborn", || Stubborn);
    let series = targeting(&bench, &trial(12, 12, &[3, 2]), &[hunt, stubborn]).expect("fair");
    assert_eq!((series[0].shots.games, series[0].forfeits.total()), (10, 0));
    assert_eq!(series[1].forfeits.to_string(), "10 (10 illegal)");
    let (impatient, slow) =
        (CaptainFactory::new("impatient", || Impatient), CaptainFactory::new("slow", || Slow));
    let easy = CaptainFactory::from_name("easy").expect("built in");
    assert_eq!(solo(&bench, &impatient).forfeits.to_string(), "10 (10 illegal)");
    let report = duel(&bench, &easy, &slow);
    assert_eq!(
        (report.wins, report.other_forfeits.to_string()),
        (10, "10 (10 timeout)".to_owned())
    );
    let bots = [impatient, easy, slow];
    let champion = royale(&Bench::new(1, 0), &bots, Clock::Steps).expect("three entrants").champion;
    assert_eq!(champion.bot, "easy");
}

#[test]
fn series_that_cannot_be_played_are_refused() {
    let bots: Vec<_> = GunnerFactory::built_in().collect();
    let fails = |trial: &Trial| targeting(&Bench::new(1, 1), trial, &bots).err();
    assert_eq!(fails(&trial(i64::MAX, i64::MAX, &[2])), Some(TrialError::Board));
    for fleet in [&[][..], &[0], &[11], &[u32::MAX, u32::MAX], &[5; 21], &[1; 101]] {
        assert!(matches!(fails(&trial(10, 10, fleet)), Some(TrialError::Fleet(_))), "{fleet:?}");
    }
    assert_eq!(fails(&trial(2, 2, &[2, 1, 1])), None);
    let nothing = targeting(&Bench::new(1, 0), &trial(10, 10, &[2]), &bots).expect("fair");
    assert!(nothing.is_empty());
    assert!(royale(&Bench::new(1, 0), &[], Clock::Steps).is_none());
    let easy = CaptainFactory::from_name("easy").expect("built in");
    assert_eq!(solo(&Bench::new(1, 0), &easy).turns.games, 0);
    assert_eq!(duel(&Bench::new(1, 0), &easy, &easy).wins, 0);
}
