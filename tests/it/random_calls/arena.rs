//! Random calls to series, duels, knockouts and play-outs, with bots that answer anything.

use super::{LENGTH, below, episodes, number, one_of};
use broadside::ai::{Bits, Chart, Forfeit, Gunner};
use broadside::arena::{
    Bench, CaptainFactory, Clock, Ending, Figure, GunnerFactory, PlayOut, Show,
};
use broadside::arena::{Summary, Trial, digest, duel, royale, solo, svg, targeting};
use broadside::board::{Axis, Coord, Dims};
use broadside::dice::{Dice, Stream};
use broadside::rules::arsenal::bots::Captain;
use broadside::rules::arsenal::{Area, Cell, Knowledge, Line, Move};
use broadside::script::Session;

#[derive(Clone, Copy, Debug)]
struct Anything;

impl<B: Bits> Gunner<B> for Anything {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let targets = chart.targets();
        match dice.below(60) {
            0 => Err(Forfeit::Resigned),
            1 => Ok(Coord::new(i64::MIN, i64::MAX)),
            roll => {
                let rank = u32::try_from(roll).unwrap_or(0) % targets.count().max(1);
                let cell = targets.nth(rank).ok_or(Forfeit::NoTarget)?;
                Ok(chart.waters().coord(cell))
            }
        }
    }
}

impl Captain for Anything {
    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        let at = u32::try_from(dice.below(100)).unwrap_or(0);
        let cell = Cell::from_index(at).ok_or(Forfeit::NoTarget)?;
        let line = Line::new(Axis::Row, at / 10).ok_or(Forfeit::NoTarget)?;
        match (dice.below(300), Area::new(cell)) {
            (0, _) => Err(Forfeit::Timeout),
            (1, Some(area)) => Ok(Move::Artillery(area)),
            (2, _) => Ok(Move::Torpedo(line)),
            (3..6, Some(area)) => Ok(Move::Radar(area)),
            (6..9, Some(area)) => Ok(Move::Smoke(area)),
            (9..40, _) => Ok(Move::Fire(cell)),
            _ => known.shots().next().map(|shot| shot.play).ok_or(Forfeit::NoTarget),
        }
    }
}

fn captain(dice: &mut Stream) -> CaptainFactory {
    match *one_of(&["anything", "easy", "random", "density"], dice) {
        "anything" => CaptainFactory::new("anything", || Anything),
        name => CaptainFactory::from_name(name).expect("built in"),
    }
}

fn gunners(dice: &mut Stream) -> Vec<GunnerFactory> {
    let mut bots = vec![GunnerFactory::new("anything", || Anything)];
    bots.extend(GunnerFactory::built_in());
    (0..below(3, dice)).map(|_| one_of(&bots, dice).clone()).collect()
}

/// Returns a board, whose sides are at most 20 or nearly the largest number, and any fleet.
fn trial(dice: &mut Stream) -> Trial {
    let mut size = || match number(dice) {
        n @ 0..200 => i64::from(n % 20) + 1,
        n => i64::MAX - i64::from(n),
    };
    let dims = Dims::new(size(), size()).expect("positive");
    Trial { dims, fleet: (0..below(5, dice)).map(|_| number(dice)).collect() }
}

fn aim(bench: &Bench<'_>, dice: &mut Stream) {
    let (trial, gunners) = (trial(dice), gunners(dice));
    let Ok(series) = targeting(bench, &trial, &gunners) else { return };
    assert!(series.len() <= gunners.len());
    for one in &series {
        let played = one.shots.games as u64 + one.forfeits.total();
        assert_eq!(played, bench.games);
        assert_eq!(one.distribution.iter().sum::<usize>(), one.shots.games);
    }
    assert!(svg::plot("<any>", &series).ends_with("</svg>\n"));
}

fn knock_out(dice: &mut Stream) {
    let bots: Vec<_> = (0..below(6, dice)).map(|_| captain(dice)).collect();
    let report = royale(&Bench::new(number(dice), 0), &bots, Clock::Steps);
    assert_eq!(report.is_some(), !bots.is_empty());
}

fn play_out(dice: &mut Stream) {
    let show = *one_of(&[Show::Boards, Show::Transcript], dice);
    let mut game = PlayOut::new(Session::default(), show).expect("an empty session");
    let mut out = Vec::new();
    for _ in 0..below(4, dice) {
        let before = game.turns();
        if below(2, dice) == 0 {
            let limit = u64::from(below(4, dice));
            let stop = u64::from(below(6, dice));
            let end = game.play(limit, |turns| turns < stop, &mut out);
            assert!(matches!(
                end,
                Ok(Ending::MaxTurns | Ending::Stopped | Ending::Won(_) | Ending::Standstill)
            ));
        } else {
            assert!(game.turn(&mut out).is_ok());
        }
        assert!(game.turns() >= before);
    }
}

#[test]
fn a_game_that_is_over_may_be_asked_to_go_on() {
    let mut game = PlayOut::new(Session::default(), Show::Boards).expect("an empty session");
    let mut out = Vec::new();
    assert!(matches!(game.play(500, |_| true, &mut out), Ok(Ending::Won(_))));
    for _ in 0..3 {
        let _ = (game.turn(&mut out).is_ok(), game.play(500, |_| true, &mut out).is_ok());
    }
}

/// Makes a random call. Returns its cost, as a number of calls.
fn call(dice: &mut Stream) -> u64 {
    let bench = Bench::new(number(dice), u64::from(below(3, dice)));
    match below(12, dice) {
        0..5 => aim(&bench, dice),
        5 | 6 => {
            let solo = solo(&bench, &captain(dice));
            assert_eq!(solo.turns.games as u64 + solo.forfeits.total(), bench.games);
        }
        7 | 8 => {
            let report = duel(&bench, &captain(dice), &captain(dice));
            assert_eq!(report.wins + report.losses, bench.games);
            assert!(report.other_forfeits.total() <= report.wins);
        }
        9 => knock_out(dice),
        10 => play_out(dice),
        _ => {
            let counts: Vec<_> = (0..below(5, dice)).map(|_| number(dice)).collect();
            let summary = Summary::of(&counts);
            assert_eq!((summary.games, summary.digest), (counts.len(), digest(&counts)));
            assert!(Figure::of(counts.iter().map(|n| f64::from(*n))).error >= 0.0);
        }
    }
    // A series of two short games has about 40 moves, and each move counts as a call.
    40
}

#[test]
fn arena() {
    episodes(4_000, |dice| {
        let mut made = 0;
        while made < LENGTH {
            made += call(dice);
        }
    });
}
