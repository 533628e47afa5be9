//! Tests of fair play: what each side learns about the game, and what stays hidden from the side.

use crate::games::saved;
use broadside::board::{Coord, Heading, Side};
use broadside::rules::ships::fair::{Illegal, Note, Observer, Referee, Step, TurnReport, Verdict};
use broadside::rules::ships::{Class, Game, Health, Order, Setting, ShipName};
use broadside::script::ast::Group;
use broadside::script::{Session, feed, reply};

/// Returns a game with a carrier of A and a destroyer of B. A's carrier sees no part of B's
/// destroyer.
fn duel() -> Game {
    let mut game = Game::default();
    let ships = [
        (Side::First, Coord::new(8, 4), Heading::South, Class::Carrier, [1, 0, 0, 0]),
        (Side::Second, Coord::new(14, 4), Heading::North, Class::Destroyer, [0, 0, 0, 1]),
    ];
    for (side, bow, heading, class, sizes) in ships {
        game.set(&Setting::Fleet(side, sizes)).expect("a fleet");
        let health = Health::from_fn(class, |_| true);
        game.set(&Setting::Ship { side, bow, heading, index: 0, health }).expect("a ship");
    }
    game
}

fn play_turn(game: &mut Game, observer: &mut Observer, orders: &[Order]) {
    game.open(game.expected()).expect("between turns");
    observer.open(game);
    for order in orders {
        observer.order(game, *order).expect("legal");
    }
    game.close().expect("a turn is open");
}

fn notes_of(observer: &Observer, side: Side) -> String {
    let lines: Vec<_> = observer.notes(side).iter().map(ToString::to_string).collect();
    lines.join("; ")
}

#[test]
fn each_side_gets_its_own_notes() {
    let (mut game, mut observer) = (duel(), Observer::default());
    let at = Coord::new;
    play_turn(&mut game, &mut observer, &[Order::Shoot(at(14, 4)), Order::Shoot(at(14, 4))]);
    play_turn(&mut game, &mut observer, &[Order::Shoot(at(8, 4))]);
    play_turn(&mut game, &mut observer, &[Order::Spy(0, at(0, 9)), Order::Shoot(at(15, 4))]);
    assert_eq!(
        notes_of(&observer, Side::First),
        "TURN 1; HIT 14 4; MISS 14 4; TURN 2; STRUCK 8 4; SPIED 0 9; HIT 15 4; SUNK DES 0"
    );
    assert_eq!(notes_of(&observer, Side::Second), "TURN 1; STRUCK 14 4; HIT 8 4");
}

#[test]
fn a_briefing_shows_a_ship_of_the_enemy_once_all_of_it_is_in_sight() {
    let (mut game, mut observer) = (duel(), Observer::default());
    let name = ShipName { class: Class::Destroyer, index: 0 };
    let enemy = |game: &Game, observer: &Observer| {
        let briefing = observer.briefing(game, Side::First);
        let enemy: Vec<_> = briefing.enemy().map(|(name, ship)| (name, ship.is_some())).collect();
        (briefing.seen().len(), enemy)
    };
    assert_eq!(enemy(&game, &observer), (0, vec![(name, false)]));
    play_turn(&mut game, &mut observer, &[Order::Spy(0, Coord::new(13, 4))]);
    assert_eq!(enemy(&game, &observer), (1, vec![(name, false)]));
    play_turn(&mut game, &mut observer, &[]);
    play_turn(&mut game, &mut observer, &[Order::Spy(0, Coord::new(15, 4))]);
    assert_eq!(enemy(&game, &observer), (2, vec![(name, true)]));
    assert!(notes_of(&observer, Side::First).ends_with("TURN 2; SEEN 14 4 @; SPIED 15 4"));
}

/// The waters of a ship are a rectangle in which the ship must lie, as far as the enemy knows.
/// The starting rectangle of B begins on row 11. A destroyer that B places there can move three
/// fields in each turn of B, also in the turn in which it is placed.
#[test]
fn waters_grow_with_the_turns_of_the_enemy() {
    let (mut game, mut observer) = (Game::default(), Observer::default());
    let name = ShipName { class: Class::Destroyer, index: 0 };
    play_turn(&mut game, &mut observer, &[]);
    let place = Order::Place { name, bow: Coord::new(11, 0), heading: Heading::North };
    for top in [8, 5, 2, 0] {
        let orders = if top == 8 { &[place][..] } else { &[] };
        play_turn(&mut game, &mut observer, orders);
        let briefing = observer.briefing(&game, Side::First);
        assert_eq!(briefing.waters(name).map(|waters| waters.top), Some(top));
        play_turn(&mut game, &mut observer, &[]);
    }
    let stranger = ShipName { class: Class::Carrier, index: 0 };
    assert_eq!(observer.briefing(&game, Side::First).waters(stranger), None);
}

/// Returns the game that `setup` makes. `setup` has the commands of a state group.
pub(crate) fn set_up(setup: &str) -> Game {
    let mut session = Session::default();
    let text = format!("[state]\n{setup}\n[state]\n");
    feed(&mut session, &mut text.as_bytes(), &mut Vec::new()).expect("a legal setup");
    session.game().clone()
}

/// Plays a turn. The referee judges its orders by what the moving side knows.
pub(crate) fn judged(referee: &mut Referee, orders: &str) -> Result<TurnReport, Illegal> {
    let briefing = referee.open();
    let tag = Group::Turn(briefing.side()).tag();
    let orders = reply(format!("{tag} {orders}").as_bytes(), briefing.side()).expect("a turn");
    referee.play(&orders, &briefing.sketch())
}

fn refused(report: &TurnReport) -> Vec<String> {
    let refused = |step: &Step| {
        let reason = step.outcome.err()?;
        Some(Note::Refused(step.order, reason).to_string())
    };
    report.steps.iter().filter_map(refused).collect()
}

/// A set-up in which A's destroyer lies behind B's destroyer and points at the stern of B's
/// destroyer.
const MEETING: &str = "SET_FLEET A 0 0 1 1 SET_FLEET B 0 0 0 1 EXTENDED_SHIPS
    SHIP A 5 2 E 0 CRU 100 SHIP A 15 4 N 0 DES 11 SHIP B 12 4 N 0 DES 11";

/// A's destroyer sees only the stern of the destroyer in front of it.
#[test]
fn an_order_that_a_partly_hidden_ship_blocks_is_refused() {
    let mut referee = Referee::new(set_up(MEETING));
    let report = judged(&mut referee, "MOVE 0 DES F SHOOT 0 DES 14 4").expect("no fault");
    assert_eq!(refused(&report), ["REFUSED MOVE 0 DES F: PLACING SHIP TOO CLOSE TO OTHER SHIP"]);
    assert!(!report.progress && report.verdict.is_none());
    assert!(
        notes_of(referee.observer(), Side::First).ends_with("TOO CLOSE TO OTHER SHIP; MISS 14 4")
    );
}

/// A blocked ship does not reach the field to which it was ordered. So later orders of this ship
/// may be impossible. Such orders are refused, but they are not faults.
#[test]
fn orders_after_a_blocked_move_are_no_fault() {
    let mut referee = Referee::new(set_up(MEETING));
    let report = judged(&mut referee, "MOVE 0 DES F SHOOT 0 DES 11 4 MOVE 0 DES L MOVE 0 DES L");
    assert_eq!(refused(&report.expect("no fault")).len(), 4);
    let before = saved(referee.game());
    assert!(judged(&mut referee, "SHOOT 0 DES 3 3").is_err());
    assert_eq!(saved(referee.game()), before);
}

#[test]
fn a_fault_undoes_the_whole_turn() {
    let mut referee = Referee::new(set_up(MEETING));
    let before = saved(referee.game());
    let fault = judged(&mut referee, "SHOOT 0 DES 14 4 SHOOT 0 CRU 5 5").expect_err("no cannon");
    assert_eq!(fault.to_string(), "illegal SHIP CANNOT SHOOT");
    assert_eq!((fault.number, saved(referee.game())), (1, before));
    assert!(judged(&mut referee, "").is_ok_and(|report| report.turn == 1 && !report.progress));
}

#[test]
fn a_basic_game_takes_one_shot_a_turn() {
    let mut referee = Referee::new(duel());
    let fault = judged(&mut referee, "SHOOT 1 1 SPY 0 3 3 SHOOT 1 2").expect_err("two shots");
    assert_eq!((fault.to_string().as_str(), fault.number), ("illegal ONE SHOT A TURN", 2));
    assert!(judged(&mut referee, "SHOOT 14 4").is_ok());
    assert!(judged(&mut referee, "SHOOT 1 1").is_ok());
    let report = judged(&mut referee, "SHOOT 15 4").expect("legal");
    assert_eq!(report.verdict, Some(Verdict::Won(Side::First)));
}

#[test]
fn a_fleet_is_complete_after_ten_turns_or_the_game_is_lost() {
    let mut referee = Referee::new(Game::default());
    for turn in 1..=10 {
        let verdict = judged(&mut referee, "").expect("legal").verdict;
        assert_eq!(verdict, (turn == 10).then_some(Verdict::NotPlaced(Side::First)), "{turn}");
        assert!(judged(&mut referee, "").is_ok());
    }
}

/// A destroyer can shoot at two targets in a turn, and the targets must be near.
#[test]
fn targets_that_no_own_ship_can_shoot_at_are_refused_one_by_one() {
    let setup = "SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 EXTENDED_SHIPS AUTO_SHOOTING
        SHIP A 5 5 N 0 DES 11 SHIP B 15 4 N 0 DES 11";
    let mut referee = Referee::new(set_up(setup));
    let report = judged(&mut referee, "SHOOT 7 6 SHOOT 15 4 SHOOT 7 5 SHOOT 8 5").expect("legal");
    let unfeasible = |target| format!("REFUSED SHOOT {target}: SHOOTS ARE UNFEASIBLE");
    assert_eq!(refused(&report), [unfeasible("15 4"), unfeasible("8 5")]);
    assert_eq!(referee.game().fleet(Side::Second).healthy(), 2);
    assert!(judged(&mut referee, "").is_ok());
    let many = |count: usize| "SHOOT 7 5 ".repeat(count);
    assert_eq!(refused(&judged(&mut referee.clone(), &many(102)).expect("legal")).len(), 100);
    for count in [103, 1_000, 30_000] {
        let fault = judged(&mut referee, &many(count)).expect_err("too many");
        assert_eq!(fault.to_string(), "illegal MORE THAN 100 REFUSALS");
    }
}

#[test]
fn moving_to_and_fro_is_no_progress() {
    let mut referee = Referee::new(set_up("SET_FLEET A 0 0 0 1 SHIP A 5 5 N 0 DES 11"));
    let mut progress = |orders| judged(&mut referee, orders).expect("legal").progress;
    let there = "MOVE 0 DES L MOVE 0 DES L";
    let turns: Vec<_> = [there, "", there, "", there, ""].map(&mut progress).into();
    assert_eq!(turns, [true, false, false, false, false, false]);
}

/// The first flight shows only known sea near the plane's own ship. The second flight shows unknown
/// sea, and the third flight shows the same sea again.
#[test]
fn a_plane_that_shows_unknown_sea_is_progress() {
    let mut referee = Referee::new(set_up(
        "EXTENDED_SHIPS SET_FLEET A 1 0 0 0 SHIP A 5 5 N 0 CAR 11111 SET_FLEET B 0 0 0 0",
    ));
    let mut progress = |orders| judged(&mut referee, orders).expect("legal").progress;
    let turns: Vec<_> =
        ["SPY 0 7 5", "", "SPY 0 15 5", "", "SPY 0 15 5", "", ""].map(&mut progress).into();
    assert_eq!(turns, [false, false, true, false, false, false, false]);
}

#[test]
fn the_last_group_of_a_side_is_its_turn() {
    let shots = |text: &str| {
        let orders = reply(text.as_bytes(), Side::First).map_err(|why| why.to_string());
        orders.map(|orders| orders.len())
    };
    let fault = |why: &str| Err(why.to_owned());
    assert_eq!(shots("[playerA] SHOOT 1 1 [playerA]\n[playerA] [playerA]\nbye"), Ok(0));
    assert_eq!(shots("[playerA] PRINT 0 SHOOT 1 1 SHOOT 1\n 2 # so be it"), Ok(2));
    assert_eq!(shots("[playerA] SHOT [playerA]\n[playerA] SHOOT 1 1 [playerA] SHOOT"), Ok(1));
    assert_eq!(shots("SHOOT 1 1\n[oops]\n[playerA]\n[playerA]"), Ok(0));
    assert_eq!(shots(""), fault("no group"));
    assert_eq!(shots("[playerB] SHOOT 1 1 [playerB]"), fault("no group"));
    assert_eq!(shots("[playerA]\nSHOOT 1 [playerA]"), fault("malformed 2:9"));
    assert_eq!(shots("[playerA]\nSHOOT 1"), fault("malformed 2:8"));
    assert_eq!(shots("[playerA]\n[state] SAVE [state]"), fault("malformed 2:1"));
    let other = "illegal THE OTHER PLAYER EXPECTED";
    assert_eq!(shots("[playerA] [playerB] SHOOT 1 1 [playerA]"), fault(other));
}
