//! Calls to charts (what a side knows of a hidden fleet), sets of cells, waters (boards with
//! numbered cells), and bots that aim.

use super::{LENGTH, below, episodes, number, one_of};
use broadside::ai::{Bits, Budget, Chart, Density, Fleets, Forfeit, Gunner, Hunt, Posterior};
use broadside::ai::{Random, Waters, Wide, random_fleet, visit_fleets};
use broadside::board::{Axis, Coord, Dims};
use broadside::dice::Stream;
use std::ops::ControlFlow;

/// Returns any set of cells, sometimes of another board.
fn any_set<B: Bits>(waters: &Waters<B>, dice: &mut Stream) -> B {
    let mut set = if below(9, dice) == 0 { B::none(number(dice)) } else { waters.none() };
    for _ in 0..below(5, dice) {
        set.insert(if below(4, dice) == 0 { number(dice) } else { any_cell(waters, dice) });
    }
    set
}

fn any_cell<B: Bits>(waters: &Waters<B>, dice: &mut Stream) -> u32 {
    below(waters.rows() * waters.cols(), dice)
}

fn sets<B: Bits>(waters: &Waters<B>, dice: &mut Stream) {
    let (a, b) = (any_set(waters, dice), any_set(waters, dice));
    let (n, m) = (number(dice), number(dice));
    for result in [a.and(&b), a.minus(&b), a.xor(&a)] {
        assert!(result.within(&a) && result.cells().all(|cell| a.has(cell)));
    }
    assert!(a.within(&a.or(&b)) && a.or(&b).count() <= a.count() + b.count());
    assert_eq!(a.meets(&b), !a.and(&b).is_empty());
    assert!(a.up(n).count() <= a.count() && a.down(n).count() <= a.count());
    assert_eq!(a.nth(n).is_some(), n < a.count());
    assert_eq!(a.first().is_none(), a.is_empty());
    let _ = (a.has(n), waters.coord(n));
    let at = Coord::new(i64::from(n) - 1, i64::from(m) - 1);
    assert!(waters.cell(at).is_none_or(|cell| waters.coord(cell) == at));
    assert!(waters.single(n).within(waters.all()));
    let axis = *one_of(&Axis::ALL, dice);
    let starts = waters.starts(&a, m, axis);
    assert!(starts.within(&a));
    for run in waters.runs(&a, m).take(20).chain(waters.runs_through(n, &a, m).take(20)) {
        assert!(run.within(&a) && run.count() == m);
    }
    assert_eq!(waters.nth_run(&a, m, n).is_some(), n < waters.count_runs(&a, m));
}

/// Notes a true or an arbitrary fact on the chart.
fn note<B: Bits>(chart: &mut Chart<B>, fleet: &[B], dice: &mut Stream) {
    let any = any_set(chart.waters(), dice);
    match below(12, dice) {
        0 => assert_eq!(chart.note_water(&any).is_err(), any.meets(chart.hits())),
        1 => chart.note_sighting(&any),
        2 => chart.note_doubt(&any, number(dice)),
        3 => {
            let before = (chart.hits().clone(), chart.missed().clone());
            let hits =
                if below(2, dice) == 0 { any.clone() } else { any_set(chart.waters(), dice) };
            let sunk: Vec<_> = (0..below(3, dice)).map(|_| number(dice) as usize).collect();
            if chart.note_shot(&any, &hits, &sunk).is_err() {
                assert!((chart.hits(), chart.missed()) == (&before.0, &before.1));
            }
        }
        _ => {
            let shot = chart.waters().single(any_cell(chart.waters(), dice));
            let all = fleet.iter().fold(chart.waters().none(), |all, ship| all.or(ship));
            let hits = shot.and(&all);
            let after = chart.hits().or(&hits);
            let sinks = |ship: &usize| fleet[*ship].within(&after) && fleet[*ship].meets(&hits);
            let sunk: Vec<_> = (0..fleet.len()).filter(sinks).collect();
            let _ = chart.note_shot(&shot, &hits, &sunk);
        }
    }
}

fn check<B: Bits>(chart: &Chart<B>) {
    assert!(!chart.hits().meets(chart.missed()));
    assert!(chart.shot().within(chart.waters().all()));
    let segments: u32 = chart.lengths().iter().sum();
    assert_eq!(chart.unhit() + chart.hits().count(), segments);
    assert!(!chart.targets().meets(&chart.shot()) && chart.targets().within(&chart.free()));
    assert!(chart.open_hits().within(chart.hits()));
}

fn query<B: Bits>(
    chart: &Chart<B>,
    gunners: &mut [Box<dyn Gunner<B>>],
    fleets: &mut Fleets<B>,
    dice: &mut Stream,
) {
    match below(8, dice) {
        0 => {
            fleets.refresh(chart, dice);
            assert!(fleets.iter().all(|fleet| chart.admits(fleet)));
            assert_eq!(fleets.is_empty(), fleets.iter().count() == 0);
        }
        1 => {
            let mut left = 20;
            let _ = visit_fleets(chart, &mut |fleet| {
                left -= 1;
                assert!(chart.admits(fleet), "{chart:?} {fleet:?}");
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        2 => {
            let any = any_set(chart.waters(), dice);
            assert!((0.0..=1.0).contains(&chart.likelihood(&any)));
            let _ = (chart.admits(std::slice::from_ref(&any)), chart.admits(&[]));
            assert!(!chart.is_afloat(usize::MAX));
        }
        _ => {
            let index = below(4, dice) as usize;
            match gunners[index].aim(chart, dice) {
                Ok(at) => assert!(chart.open_cells().any(|open| open == at)),
                Err(forfeit) => assert_eq!(forfeit, Forfeit::NoTarget),
            }
            gunners[index].end(chart);
        }
    }
}

/// Returns a chart of a random board, and a fleet that may be on it.
fn any_chart<B: Bits>(dice: &mut Stream) -> (Chart<B>, Vec<B>) {
    loop {
        let dims = Dims::new(1 + i64::from(number(dice)), 1 + i64::from(number(dice)));
        let Some(waters) = dims.and_then(Waters::<B>::new).filter(|w| w.all().count() < 200) else {
            continue;
        };
        let lengths: Vec<_> = (0..below(5, dice)).map(|_| number(dice) % 7).collect();
        let fleet = if lengths.len() < 4 { random_fleet(&waters, &lengths, dice) } else { None };
        if let (Ok(chart), Some(fleet)) = (Chart::new(waters, &lengths), fleet) {
            return (chart, fleet);
        }
    }
}

fn episode<B: Bits + 'static>(dice: &mut Stream) {
    let mut gunners: [Box<dyn Gunner<B>>; 4] = [
        Box::new(Random),
        Box::new(Hunt),
        Box::new(Density::default()),
        Box::new(Posterior::default()),
    ];
    let budget = Budget { sample_size: 20, most_draws: 40, most_cores: 200 };
    let mut fleets = Fleets::new(budget);
    let (mut chart, mut fleet) = any_chart::<B>(dice);
    for _ in 0..LENGTH {
        match below(30, dice) {
            // The same gunners get another board and another fleet.
            0 => (chart, fleet) = any_chart(dice),
            1..6 => sets(chart.waters(), dice),
            6..9 => query(&chart, &mut gunners, &mut fleets, dice),
            _ => note(&mut chart, &fleet, dice),
        }
        check(&chart);
    }
}

#[test]
fn ai() {
    episodes(20_000, |dice| {
        if below(3, dice) == 0 { episode::<Wide>(dice) } else { episode::<u128>(dice) }
    });
}
