//! Small scripts and inputs that could make the program work for hours or for ever. The tests
//! measure no time. Each test must end, and some tests count how often the AI checks for
//! cancellation.

use crate::environment::count;
use crate::harness::root;
use broadside::Cancel;
use broadside::board::{Board, Coord, Dims, Heading, Hull, Side};
use broadside::catalog::Program;
use broadside::dice::{Dice, Twister, index_below};
use broadside::ports::{Memory, Ports};
use broadside::rules::ships::{Order, pilot};
use broadside::script::ast::Group;
use broadside::script::check::check_lines;
use broadside::script::{Flow, Session, Stop};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Runs a script line by line. Skips refused commands, as the prompt does.
fn run_script(script: &str) -> Session {
    let mut session = Session::default();
    for line in script.lines() {
        match session.feed(line.as_bytes(), &mut io::sink()) {
            Ok(Flow::Won(_)) => break,
            Ok(Flow::Continue) | Err(_) => {}
        }
    }
    session
}

fn output_of(script: &str) -> String {
    let (mut session, mut out) = (Session::default(), Vec::new());
    for line in script.lines() {
        let fed = session.feed(line.as_bytes(), &mut out);
        assert!(matches!(fed, Ok(_) | Err(Stop::Invalid(_))), "{line}: {fed:?}");
    }
    String::from_utf8(out).expect("the language prints text")
}

/// Returns how often the AI checks for cancellation while it plans its turn, in units of 32 checks.
/// Returns `None` if there would be more than `most` units.
fn cancel_checks(session: &Session, most: u64) -> Option<u64> {
    let (game, most) = (session.game(), 32 * most);
    let cancel = Cancel::after(most);
    let planned = pilot::each_order(game, &mut pilot::dice(game), &cancel, &mut drop);
    planned.ok().map(|()| (most - cancel.checks_left()) / 32)
}

#[test]
fn an_empty_rectangle_on_an_endless_board_is_not_searched_field_by_field() {
    let script = "[state] BOARD_SIZE 9223372036854775807 10\n\
        INIT_POSITION A 0 10 9223372036854775806 20 SET_AI_PLAYER A [state]";
    let session = run_script(script);
    assert!(cancel_checks(&session, 100).is_some());
    assert!(!session.game().is_at_standstill(), "B has room for its ships");
}

/// Numbers near the limits of integer types and of the rules.
const NUMBERS: [i64; 16] = [
    i64::MIN,
    i64::MIN + 1,
    -1_000_000_007,
    -1,
    0,
    1,
    2,
    3,
    7,
    10,
    21,
    100,
    1_000_000_007,
    i64::MAX / 2,
    i64::MAX - 1,
    i64::MAX,
];

/// Returns a random script of settings and ships, with numbers near those in [`NUMBERS`].
fn extreme_script(dice: &mut Twister) -> String {
    let mut lines = vec!["[state]".to_owned()];
    for _ in 0..6 + dice.below(20) {
        let line = extreme_setting(dice);
        lines.push(line);
    }
    lines.extend(["SET_AI_PLAYER A SET_AI_PLAYER B", "[state]"].map(str::to_owned));
    lines.join("\n")
}

fn extreme_setting(dice: &mut Twister) -> String {
    let mut draw = |n| index_below(n, dice);
    let player = ["A", "B"][draw(2)];
    let heading = ["N", "E", "S", "W"][draw(4)];
    let class = draw(4);
    let mut number = || NUMBERS[draw(16)].saturating_add([-2, -1, 0, 1, 2][draw(5)]);
    let [y, x, to_y, to_x] = [number(), number(), number(), number()];
    let index = number().rem_euclid(3);
    let few = [y, x, to_y, to_x].map(|number| number.rem_euclid(5));
    match draw(8) {
        0 => format!("BOARD_SIZE {y} {x}"),
        1 | 2 => format!("INIT_POSITION {player} {y} {x} {to_y} {to_x}"),
        3 => format!("REEF {y} {x}"),
        4 => format!("SET_FLEET {player} {} {} {} {}", few[0], few[1], few[2], few[3]),
        5 => ["EXTENDED_SHIPS", "AUTO_SHOOTING", "NEXT_PLAYER B", "SRAND 7"][draw(4)].to_owned(),
        _ => {
            let name = ["CAR 11111", "BAT 1111", "CRU 101", "DES 11"][class];
            format!("SHIP {player} {y} {x} {heading} {index} {name}")
        }
    }
}

/// In an earlier version, one in thirty of these scripts could make the AI plan for ever.
/// `BROADSIDE_JUNK` sets how many scripts are played.
#[test]
fn the_ai_ends_its_turn_with_any_numbers() {
    let mut dice = Twister::from_cpp_seed(10);
    for number in 0..count("BROADSIDE_JUNK", 100) {
        let script = extreme_script(&mut dice);
        let mut session = run_script(&script);
        for _ in 0..2 {
            assert!(cancel_checks(&session, 2000).is_some(), "script {number}:\n{script}");
            session.game().is_at_standstill();
            let mut out = Vec::new();
            session.answer(&mut out).expect("a write to memory never fails");
            let turn = String::from_utf8(out).expect("commands are text");
            let turn = turn.split_once("[player").map_or("", |(_, turn)| turn);
            let turn = turn.split_once("\n[state]").map_or(turn, |(turn, _)| turn);
            for line in format!("[player{turn}").lines() {
                drop(session.feed(line.as_bytes(), &mut io::sink()));
            }
        }
    }
}

/// Returns a script with `rows` by `cols` battleships of A, one field apart, and a ship of B far
/// from them.
fn battleship_block(rows: i64, cols: i64) -> String {
    let ships = (0..rows * cols).map(|k| {
        let (row, col) = (k / cols * 5, k % cols * 2);
        format!("SHIP A {row} {col} N {k} BAT 1111\n")
    });
    format!(
        "[state]\nBOARD_SIZE 2000 2000\nSET_FLEET A 0 {} 0 0\nSET_FLEET B 0 0 0 1\n\
         EXTENDED_SHIPS\nAUTO_SHOOTING\n{}SHIP B 1990 0 N 0 DES 11\n[state]\n[playerA]\n",
        rows * cols,
        ships.collect::<String>()
    )
}

/// The ships in all columns except the last two have used up their shots. Then the player shoots at
/// more targets near the first column. So each ship in between has to take over a target from one
/// neighbour, and to pass a target on to the next.
#[test]
fn targets_in_a_block_of_full_battleships_are_matched_in_layers() {
    let (rows, cols) = (16, 30);
    let mut script = battleship_block(rows, cols);
    for k in (0..rows * cols).filter(|k| k % cols < cols - 2) {
        let shot = format!("SHOOT {} {}\n", k / cols * 5 + 1, k % cols * 2);
        script += &shot.repeat(4);
    }
    let more = |row: i64| format!("SHOOT {} 0\n", row * 5 + 1).repeat(8);
    let all_free = script.clone() + &(0..rows).map(more).collect::<String>() + "[playerA]\n";
    assert_eq!(output_of(&all_free), "");
    let open = all_free.strip_suffix("[playerA]\n").expect("the closing tag");
    // All shots are used up, so one more target is too many.
    let one_too_many = format!("{open}SHOOT 1 0\n[playerA]\n");
    let blamed = "INVALID OPERATION \"SHOOT 1 0\": SHOOTS ARE UNFEASIBLE\n";
    assert_eq!(output_of(&one_too_many), blamed);
}

/// All ships of B lie on a circle around the ships of A. So each ship of A has many enemies at
/// almost the same distance.
#[test]
fn a_turn_against_a_circle_of_enemies_can_be_cancelled() {
    let (count, middle, radius) = (1500, 2_000_000_000_000_i64, 1e12);
    let mut script = format!(
        "[state]\nBOARD_SIZE {0} {0}\nSET_FLEET A 0 0 0 {count}\nSET_FLEET B 0 0 0 {count}\n\
         EXTENDED_SHIPS\nSET_AI_PLAYER A\n",
        2 * middle
    );
    for k in 0..count {
        let angle = (f64::from(k) + 0.5) * std::f64::consts::TAU / f64::from(count);
        #[expect(clippy::cast_possible_truncation, reason = "the values are below 2^41")]
        let [row, col] = [angle.sin(), angle.cos()].map(|x| middle + (radius * x).round() as i64);
        let (own_row, own_col) = (middle + i64::from(k / 64 * 6), middle + i64::from(k % 64 * 6));
        writeln!(script, "SHIP B {row} {col} N {k} DES 11").expect("a string grows");
        writeln!(script, "SHIP A {own_row} {own_col} N {k} DES 11").expect("a string grows");
    }
    let session = run_script(&(script + "[state]\n"));
    assert!(session.game().is_complete());
    let checks = cancel_checks(&session, u32::MAX.into()).expect("no cancellation");
    assert!(checks > 500, "the AI checks for cancellation too rarely: {checks} units");
    assert_eq!(cancel_checks(&session, 20), None);
}

/// The row, the column and the health of a ship.
type Place = (i64, i64, &'static str);

fn destroyers(board: &str, places: &[Vec<Place>; 2]) -> String {
    let mut script = format!("[state]\nBOARD_SIZE {board}\nEXTENDED_SHIPS\nSET_AI_PLAYER A\n");
    for (side, places) in ["A", "B"].into_iter().zip(places) {
        writeln!(script, "SET_FLEET {side} 0 0 0 {}", places.len()).expect("a string grows");
        for (number, (row, col, health)) in places.iter().enumerate() {
            writeln!(script, "SHIP {side} {row} {col} N {number} DES {health}")
                .expect("a string grows");
        }
    }
    script + "[state]\n"
}

/// Returns four arrangements of fleets that are hard for the search trees and the route search.
fn hard_places(count: i64) -> [(&'static str, [Vec<Place>; 2]); 4] {
    let many = || 0..count;
    let radius = 1_000_000.0;
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "below 2^22")]
    let on_circle = |k: i64| {
        let angle = (k as f64 + 0.5) * std::f64::consts::TAU / count as f64;
        let [row, col] =
            [angle.sin(), angle.cos()].map(|x| 2_000_000 + (radius * x).round() as i64);
        (row, col)
    };
    let in_middle = |k: i64| (2_000_000 + k / 32 * 6, 2_000_000 + k % 32 * 6, "11");
    [
        // The rectangles of a search tree cannot separate these enemies.
        (
            "a slanting line",
            [
                many().map(|k| (4 * k, 4 * k, "11")).collect(),
                many().map(|k| (4 * k, 4 * k + 100_000, "11")).collect(),
            ],
        ),
        // Every second ship cannot move until its two neighbours have moved.
        (
            "half of them locked in",
            [
                many().map(|k| (k / 64 * 3, k % 64 * 2, "11")).collect(),
                vec![(999_999, 999_999, "11")],
            ],
        ),
        // Two thirds of the enemies are sunk. All enemies are at almost the same distance.
        (
            "wrecks on a circle",
            [
                many().map(in_middle).collect(),
                many()
                    .map(on_circle)
                    .map(|(row, col)| {
                        let is_wreck = (row + col) % 3 > 0;
                        (row, col, if is_wreck { "00" } else { "11" })
                    })
                    .collect(),
            ],
        ),
        // Ships without a cannon look for enemies, to draw the enemies' shots away from other
        // ships.
        (
            "unarmed in a ring",
            [
                many().map(in_middle).map(|(row, col, _)| (row, col, "01")).collect(),
                many().map(on_circle).map(|(row, col)| (row, col, "11")).collect(),
            ],
        ),
    ]
}

/// With twice as many ships, the AI checks for cancellation at most about three times as often.
#[test]
fn the_work_of_a_turn_grows_almost_linearly() {
    let work = |count| {
        hard_places(count).map(|(name, places)| {
            let session = run_script(&destroyers("4000000 4000000", &places));
            assert!(session.game().is_complete(), "{name}");
            (name, cancel_checks(&session, u32::MAX.into()).expect("no cancellation"))
        })
    };
    for ((name, few), (_, many)) in work(200).into_iter().zip(work(400)) {
        assert!(many < 3 * few + 100, "{name}: {few} units, and then {many}");
    }
}

/// A million ships have to be placed. On the first board, other ships leave no room for them. On
/// the second board, reefs leave no room.
#[test]
fn a_board_without_room_is_not_searched_for_each_ship() {
    let places: Vec<_> = (0..900).map(|k| (k / 30 * 4, k % 30 * 4 + 1, "11")).collect();
    let between_ships = destroyers("120 119", &[places, Vec::new()])
        .replace("EXTENDED_SHIPS", "INIT_POSITION A 0 0 119 117\nINIT_POSITION B 0 0 119 117")
        .replace("FLEET A 0 0 0 900", "FLEET A 0 0 0 1000000");
    let mut between_reefs =
        "[state]\nBOARD_SIZE 120 120\nINIT_POSITION A 0 0 119 119\nSET_FLEET A 0 0 0 1000000\n"
            .to_owned();
    for (row, col) in (0..120).flat_map(|row| (0..60).map(move |col| (row, 2 * col + row % 2))) {
        writeln!(between_reefs, "REEF {row} {col}").expect("a string grows");
    }
    between_reefs += "SET_AI_PLAYER A\n[state]\n";
    for script in [between_ships, between_reefs] {
        let session = run_script(&script);
        assert!(cancel_checks(&session, 200_000).is_some(), "{script:.200}");
    }
}

#[test]
fn seen_fields_are_not_collected_again_for_each_picture() {
    let mut script =
        "[state] SET_FLEET A 1 0 0 0 EXTENDED_SHIPS AUTO_SHOOTING [state]\n[playerA]\n".to_owned();
    for k in 0..3000 {
        writeln!(script, "SPY {} {}", k % 21, k / 21 * 4).expect("a string grows");
    }
    script += &"PRINT 0\n".repeat(3000);
    let printed = output_of(&script);
    assert_eq!(printed, "  ?   ?   \n".repeat(3000 * 21));
}

/// Ctrl-C is pressed while a turn with many targets is being closed. Then the turn stays open and
/// keeps its targets. Later, the player can try again to close it. Here the second try is refused.
#[test]
fn a_turn_whose_closing_is_cancelled_stays_open() {
    let cancel = Cancel::default();
    let mut session = run_script(&battleship_block(4, 4));
    session.set_cancel(cancel.clone());
    for _ in 0..40 {
        session.feed(b"SHOOT 1 0", &mut io::sink()).expect("a target");
    }
    let before = session.game().stored_targets().len();
    cancel.set();
    let stopped = session.feed(b"[playerA]", &mut io::sink());
    assert!(matches!(stopped, Err(Stop::Output(_))), "{stopped:?}");
    assert!(session.turn().is_err());
    assert_eq!((session.game().stored_targets().len(), before), (40, 40));
    cancel.clear();
    let closed = session.feed(b"[playerA]", &mut io::sink());
    assert!(matches!(closed, Err(Stop::Invalid(_))), "{closed:?}");
    assert_eq!(session.group(), Some(Group::Turn(Side::First)));
}

/// Many ships are placed on a board of 10^18 fields. The AI gives its orders one by one, and can be
/// cancelled after each order.
#[test]
fn orders_for_a_huge_board_come_one_by_one() {
    let session = run_script(
        "[state] BOARD_SIZE 1000000000 1000000000 INIT_POSITION A 0 0 999999999 999999999\n\
        SET_FLEET A 500 500 500 500 SET_AI_PLAYER A [state]",
    );
    let (game, mut placed) = (session.game(), 0);
    let mut count = |order| placed += usize::from(matches!(order, Order::Place { .. }));
    let cancel = Cancel::default();
    let planned = pilot::each_order(game, &mut pilot::dice(game), &cancel, &mut count);
    assert_eq!((planned, placed), (Ok(()), 2000));
    assert_eq!(cancel_checks(&session, 20), None);
}

/// One of many ships moves away from the edge many times, and the board shrinks after each move.
#[test]
fn a_board_with_many_ships_shrinks_quickly() {
    let size = |rows, cols| Dims::new(rows, cols).expect("positive");
    let hull = |row, col| Hull::new(Coord::new(row, col), Heading::North, 2).expect("numbers");
    let mut board = Board::new(size(100_000, 100_000));
    for k in 0..20_000 {
        board.place(hull(k / 100 * 3, k % 100 * 2)).expect("room");
    }
    let rover = board.place(hull(90_000, 90_000)).expect("room");
    for at in (70_000..90_000).rev() {
        board.reposition(rover, hull(at, at)).expect("room");
        assert!(
            board.resize(size(at + 1, at + 9)).is_err() && board.resize(size(at + 9, at)).is_err()
        );
        board.resize(size(at + 2, at + 1)).expect("the ship lies inside");
    }
}

/// Ctrl-C is pressed while a game is copied, while it is checked for a standstill, and while a turn
/// is planned.
#[test]
fn copies_checks_and_plans_can_be_cancelled() {
    let cancel = Cancel::default();
    cancel.set();
    let mut session = run_script(&battleship_block(4, 4));
    session.set_cancel(cancel.clone());
    assert!(session.copy().is_err() && session.is_at_standstill().is_err());
    assert!(session.turn().is_err());
    cancel.clear();
    assert_eq!(session.is_at_standstill(), Ok(false));
    let copy = session.copy().expect("no cancellation");
    assert_eq!((copy.game().moving(), copy.group()), (session.game().moving(), session.group()));
}

#[derive(Default)]
struct Pieces {
    bytes: usize,
    largest: usize,
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        self.largest = self.largest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Each message is much longer than the bad move that caused it. So each message must be written
/// immediately, and not collected in memory.
#[test]
fn messages_about_bad_moves_are_written_at_once() {
    let case = root("tests/cases/battle-of-ships/boards/ships-touch/in");
    let mut memory = Memory::default();
    let names = ["Player1.txt", "Player2.txt", "Player1.in", "Player2.in"];
    for name in &names[..2] {
        let board = std::fs::read(case.join(name)).expect("a board");
        memory.files.0.borrow_mut().insert(PathBuf::from(name), board);
    }
    for name in &names[2..] {
        memory.files.0.borrow_mut().insert(PathBuf::from(name), b"x;".repeat(50_000));
    }
    let mut pieces = Pieces::default();
    let status = memory.run(|ports| {
        let mut ports = Ports {
            input: &mut *ports.input,
            out: &mut pieces,
            err: &mut *ports.err,
            files: ports.files,
            terminals: ports.terminals,
        };
        Program::BattleOfShips.run(&names.map(OsString::from), &mut ports)
    });
    assert_eq!(status.expect("memory does not fail"), 0);
    assert!(pieces.bytes > 4_000_000 && pieces.largest < 1 << 16, "{}", pieces.largest);
    let copy = memory.files.0.borrow().get(Path::new("Battleship.out")).map(Vec::len);
    assert_eq!(copy, Some(pieces.bytes));
}

/// The check must not store all findings. It checks a line only when the findings of this line are
/// requested.
#[test]
fn findings_come_line_by_line() {
    let script = [b"[state]\n".to_vec(), b"REEF -1 1\n".repeat(1000)].concat();
    let mut lines = check_lines(&script);
    assert!(lines.next().is_some_and(|findings| findings.is_empty()));
    assert!(lines.by_ref().take(1000).all(|findings| findings.len() == 1));
    assert!(lines.next().is_some() && lines.next().is_none());
}
