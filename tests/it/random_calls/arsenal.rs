//! Calls to the game Arsenal, with all its weapons, and to its bots.

use super::{LENGTH, below, episodes, number, one_of};
use broadside::ai::{Density, Forfeit, Gunner, Hunt, Posterior, Random};
use broadside::board::{Axis, BySide, Side};
use broadside::dice::Stream;
use broadside::rules::arsenal::bots::{Bot, Captain, Level};
use broadside::rules::arsenal::{Area, Cell, Class, Fleet, Game, Line, Move, Placement};
use broadside::rules::arsenal::{Refusal, SIZE, Standing, TURN_LIMIT};

/// The cells of the grid, one bit each.
const GRID: u128 = (1 << (SIZE * SIZE)) - 1;

fn cell(dice: &mut Stream) -> Cell {
    loop {
        if let Some(cell) = Cell::new(number(dice), number(dice)) {
            return cell;
        }
        if let Some(cell) = Cell::from_index(number(dice)) {
            return cell;
        }
    }
}

fn area(dice: &mut Stream) -> Area {
    loop {
        if let Some(area) = Area::new(cell(dice)) {
            return area;
        }
    }
}

fn line(dice: &mut Stream) -> Line {
    loop {
        if let Some(line) = Line::new(*one_of(&Axis::ALL, dice), number(dice)) {
            return line;
        }
    }
}

fn any_move(dice: &mut Stream) -> Move {
    match below(8, dice) {
        0 => Move::Radar(area(dice)),
        1 => Move::Smoke(area(dice)),
        2 => Move::Artillery(area(dice)),
        3 => Move::Torpedo(line(dice)),
        _ => Move::Fire(cell(dice)),
    }
}

fn fleet(dice: &mut Stream) -> Fleet {
    let berth = |dice: &mut Stream| (cell(dice), *one_of(&Axis::ALL, dice));
    for _ in 0..3 {
        let berths = [berth(dice), berth(dice), berth(dice), berth(dice)];
        for (class, (start, axis)) in Class::ALL.into_iter().zip(berths) {
            if let Some(ship) = Placement::new(class, start, axis) {
                assert!(ship.set() & !GRID == 0 && ship.overlaps(ship));
                assert_eq!(ship.set().count_ones(), class.length());
                assert_eq!(ship.hull().length(), class.length());
            }
        }
        if let Ok(fleet) = Fleet::new(berths) {
            return fleet;
        }
    }
    Fleet::at_random(dice)
}

fn bot(dice: &mut Stream) -> Bot {
    let gunner: Box<dyn Gunner> = match below(8, dice) {
        0 => return Bot::new(Level::Easy),
        1 => return Bot::new(Level::Medium),
        2 if below(60, dice) == 0 => return Bot::new(Level::Hard),
        2 | 3 => Box::new(Random),
        4 => Box::new(Hunt),
        5 => Box::new(Posterior::default()),
        _ => Box::new(Density::default()),
    };
    Bot::firing(gunner)
}

fn view(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    let side = |side| {
        let known = game.knowledge(side);
        let own = (known.openings(), known.sweeps(), known.screens(), known.enemy_screens());
        (game.turns(side), game.hits(side), known.chart().shot(), known.incoming(), own)
    };
    (game.mover(), game.standing(), Side::ALL.map(side))
}

fn check(game: &Game, fleets: &BySide<Fleet>) {
    let mut won = None;
    for side in Side::ALL {
        let (known, truth) = (game.knowledge(side), &fleets[side.other()]);
        let chart = known.chart();
        assert!(chart.shot() & !GRID == 0 && *chart.hits() == chart.shot() & truth.set());
        assert_eq!(chart.unhit() + game.hits(side), 14);
        assert!(chart.admits(&truth.ships().map(Placement::set)));
        assert!(known.sweeps() <= 3 && game.turns(side) <= TURN_LIMIT);
        let afloat = (0..4).filter(|ship| chart.is_afloat(*ship)).count();
        let sunk = 4 - u32::try_from(afloat).expect("four at most");
        let laid = game.knowledge(side.other()).enemy_screens();
        assert_eq!(known.screens() + laid, sunk);
        assert!(known.shots().all(|shot| shot.cells & chart.targets() != 0));
        won = won.or((chart.unhit() == 0).then_some(side));
    }
    match game.standing() {
        Standing::Won(side) => assert_eq!(won, Some(side)),
        Standing::Open => assert_eq!(won, None),
        Standing::Limit(_) => assert_eq!(Side::ALL.map(|side| game.turns(side)), [TURN_LIMIT; 2]),
    }
}

fn call(game: &mut Game, fleets: &BySide<Fleet>, bots: &mut [Bot], dice: &mut Stream) {
    let before = (view(game), game.mover(), game.turns(game.mover()));
    let done: Result<(), Refusal> = match below(10, dice) {
        0 => game.lose_turn(),
        1 => {
            let side = *one_of(&Side::ALL, dice);
            let index = usize::try_from(below(2, dice)).expect("small");
            let choice: Result<Move, Forfeit> = bots[index].choose(&game.knowledge(side), dice);
            choice.map_or(Err(Refusal::Over), |play| game.play(play).map(drop))
        }
        2..4 => {
            let hidden = fleets[game.mover().other()].set();
            let target = (0..SIZE * SIZE).filter(|at| hidden >> at & 1 == 1).map(Cell::from_index);
            let targets: Vec<_> = target.flatten().collect();
            game.play(Move::Fire(*one_of(&targets, dice))).map(drop)
        }
        _ => {
            let play = any_move(dice);
            assert!(play.set() != 0 && play.set() & !GRID == 0, "{play}");
            let refusal = game.refusal(play);
            let done = game.play(play).map(drop);
            assert_eq!(refusal, done.err());
            done
        }
    };
    let (view_before, mover, turns) = before;
    match done {
        Ok(()) => assert_eq!((game.mover(), game.turns(mover)), (mover.other(), turns + 1)),
        Err(_) => assert_eq!(view(game), view_before),
    }
}

#[test]
fn arsenal() {
    episodes(20_000, |dice| {
        let fleets = BySide { first: fleet(dice), second: fleet(dice) };
        let mut game = Game::new(&fleets, *one_of(&Side::ALL, dice));
        let mut bots = [bot(dice), bot(dice)];
        if below(8, dice) == 0 {
            // Both sides lose turns until the limit of turns is near.
            while game.turns(game.mover()) < TURN_LIMIT - 30 {
                game.lose_turn().expect("an open game");
            }
        }
        for _ in 0..LENGTH {
            call(&mut game, &fleets, &mut bots, dice);
            check(&game, &fleets);
        }
    });
}
