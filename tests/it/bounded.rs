//! Runs all scripts up to a size through the laboratory's model and through the interpreter, and
//! compares their output. The model is a second implementation of the rules. Each script ends with
//! `SAVE`. The boards are small, and each side begins with a fleet of one destroyer. Every form of
//! command occurs, except `SET_AI_PLAYER`.
//!
//! A refused command ends its script, so the test appends no more commands to this script.
//! `BROADSIDE_BOUNDED=1` sets a larger size: nearly 50 million scripts, which take five minutes on
//! one core in a release build.

use crate::environment::is_set;
use crate::model::reference;
use broadside::lab::misreadings::Misreadings;
use broadside::lab::model::{self, End};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

#[derive(Clone, Debug)]
struct Line {
    tag: &'static str,
    command: String,
}

struct ScriptSet {
    rows: i64,
    cols: i64,
    /// The largest number of commands after the set-up.
    most: usize,
    /// The lines of the set-up after the sizes of the fleets.
    setup: String,
    alphabet: Vec<Line>,
}

const STATE: &str = "[state]";
const TURNS: [(&str, &str); 2] = [("A", "[playerA]"), ("B", "[playerB]")];

/// The basic rules, the rules with ranges and damage (`EXTENDED_SHIPS`), and the rules in which a
/// target names no ship (`AUTO_SHOOTING`).
const RULES: [&str; 3] = ["", "EXTENDED_SHIPS\n", "EXTENDED_SHIPS\nAUTO_SHOOTING\n"];

fn fields(rows: i64, cols: i64) -> Vec<String> {
    (0..rows).flat_map(|y| (0..cols).map(move |x| format!("{y} {x}"))).collect()
}

/// Returns all places of a ship. A place is a field and a heading.
fn ship_places(rows: i64, cols: i64) -> Vec<String> {
    let at = |field: &String| ["N", "E", "S", "W"].map(|heading| format!("{field} {heading}"));
    fields(rows, cols).iter().flat_map(at).collect()
}

/// Returns the commands for a state group, except `SET_AI_PLAYER` and `SAVE`.
fn settings(rows: i64, cols: i64) -> Vec<String> {
    let sizes = fields(3, 3).into_iter().map(|size| format!("BOARD_SIZE {size}"));
    let mut all: Vec<_> = sizes.collect();
    for (player, _) in TURNS {
        all.extend((0..3).map(|count| format!("SET_FLEET {player} 0 0 0 {count}")));
        all.push(format!("SET_FLEET {player}"));
        all.push(format!("NEXT_PLAYER {player}"));
        all.push(format!("INIT_POSITION {player} 0 0 1 0"));
        let ships = ship_places(rows, cols).into_iter();
        all.extend(ships.flat_map(|place| {
            ["11", "01"].map(|health| format!("SHIP {player} {place} 0 DES {health}"))
        }));
    }
    all.extend(fields(rows, cols + 1).into_iter().map(|at| format!("REEF {at}")));
    let bare = ["EXTENDED_SHIPS", "AUTO_SHOOTING", "SRAND 7", "INFORMATION A ahoy", "PRINT 0"];
    all.extend(bare.map(String::from));
    all
}

fn orders(rows: i64, cols: i64) -> Vec<String> {
    let places =
        ship_places(rows, cols).into_iter().map(|place| format!("PLACE_SHIP {place} 0 DES"));
    let at = |at: String| [format!("SHOOT {at}"), format!("SHOOT 0 DES {at}"), format!("SPY {at}")];
    let shots = fields(rows, cols).into_iter().flat_map(at);
    let moves = ["F", "L", "R"].map(|way| format!("MOVE 0 DES {way}"));
    let bare = ["SPY 0 0 0", "PRINT 1"].map(String::from);
    places.chain(shots).chain(moves).chain(bare).collect()
}

fn turns(rows: i64, cols: i64) -> Vec<Line> {
    let of = |(_, tag)| orders(rows, cols).into_iter().map(move |command| Line { tag, command });
    TURNS.into_iter().flat_map(of).collect()
}

impl ScriptSet {
    /// Returns the set of scripts that begin with a board without ships. Their commands are
    /// settings and orders.
    fn empty(rows: i64, cols: i64, most: usize, rules: &str) -> Self {
        let settings = settings(rows, cols).into_iter();
        let mut alphabet: Vec<_> = settings.map(|command| Line { tag: STATE, command }).collect();
        alphabet.extend(turns(rows, cols));
        let last = [rows - 1, cols - 1];
        let area = |player: &str| format!("INIT_POSITION {player} 0 0 {} {}\n", last[0], last[1]);
        Self { rows, cols, most, setup: format!("{rules}{}{}", area("A"), area("B")), alphabet }
    }

    /// Returns one set of scripts for each pair of places on which the rules allow the two
    /// destroyers. The other commands are only orders.
    fn placed(rows: i64, cols: i64, most: usize, rules: &str) -> Vec<Self> {
        let ship = |player, place: &str| format!("SHIP {player} {place} 0 DES 11\n");
        let places = ship_places(rows, cols);
        let pairs = places.iter().flat_map(|a| places.iter().map(move |b| (a, b)));
        let setups = pairs.map(|(a, b)| format!("{rules}{}{}", ship("A", a), ship("B", b)));
        let set = |setup| Self { rows, cols, most, setup, alphabet: turns(rows, cols) };
        setups.map(set).filter(|set| !set.is_refused()).collect()
    }

    /// Returns the script of these lines. A line with the flag `true` joins the group of the line
    /// before it. A line with the flag `false` begins a new group.
    fn script(&self, lines: &[(bool, &Line)]) -> Vec<u8> {
        let Self { rows, cols, setup, .. } = self;
        let fleets = "SET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1";
        let mut script = format!("[state]\nBOARD_SIZE {rows} {cols}\n{fleets}\n{setup}");
        let mut open = STATE;
        for (joins, line) in lines {
            if !*joins {
                script.extend([open, "\n", line.tag, "\n"]);
            }
            script += &line.command;
            script.push('\n');
            open = line.tag;
        }
        script += open;
        script += "\n[state]\nSAVE\n[state]\n";
        script.into_bytes()
    }

    fn is_refused(&self) -> bool {
        model::run(&self.script(&[]), Misreadings::NONE).end == End::Refused
    }

    /// Compares all scripts that begin with these lines. Returns their number.
    fn compare<'a>(&'a self, lines: &mut Vec<(bool, &'a Line)>) -> u64 {
        let script = self.script(lines);
        let (run, (out, end)) = (model::run(&script, Misreadings::NONE), reference(&script));
        let text = String::from_utf8_lossy;
        assert!(
            run.out == out && run.end == end,
            "{}\nthe model ({:?}):\n{}\nthe interpreter ({end:?}):\n{}",
            text(&script),
            run.end,
            text(&run.out),
            text(&out)
        );
        // A turn that is refused at its end stays open, and more orders can correct it. More orders
        // can also follow the shot that wins, because the game is won only at the end of the turn.
        let is_over = end != End::Finished && !text(&out).contains("UNFEASIBLE") && end != End::Won;
        if is_over || lines.len() == self.most {
            return 1;
        }
        let open = lines.last().map_or(STATE, |(_, line)| line.tag);
        let mut count = 1;
        for line in &self.alphabet {
            for joins in [true, false] {
                if !joins || line.tag == open {
                    lines.push((joins, line));
                    count += self.compare(lines);
                    lines.pop();
                }
            }
        }
        count
    }
}

fn count(sets: &[ScriptSet]) -> u64 {
    let firsts = sets.iter().flat_map(|set| {
        let lines = set.alphabet.iter().flat_map(|line| [(true, line), (false, line)]);
        lines.filter(|(joins, line)| !joins || line.tag == STATE).map(move |first| (set, first))
    });
    let firsts: Vec<_> = firsts.collect();
    firsts.into_par_iter().map(|(set, first)| set.compare(&mut vec![first])).sum()
}

/// Compares all scripts on these boards, under all rules, and returns their number. `empty` is the
/// largest number of commands in a script of [`ScriptSet::empty`], and `placed` is this number for
/// [`ScriptSet::placed`].
fn count_all(boards: &[(i64, i64)], [empty, placed]: [usize; 2]) -> u64 {
    let sets = boards.iter().flat_map(|(rows, cols)| {
        RULES.into_iter().flat_map(move |rules| {
            let placed = ScriptSet::placed(*rows, *cols, placed, rules);
            placed.into_iter().chain([ScriptSet::empty(*rows, *cols, empty, rules)])
        })
    });
    count(&sets.collect::<Vec<_>>())
}

/// The number of scripts shows that no script is left out. The number changes when a command
/// changes.
#[test]
fn all_scripts_up_to_a_size_are_answered_alike() {
    if is_set("BROADSIDE_BOUNDED") {
        let count = count_all(&[(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)], [2, 3])
            + count_all(&[(2, 2)], [3, 0]);
        assert_eq!(count, 49_710_639);
    } else {
        // Only on the longer board, both players can have a ship.
        let count = count_all(&[(1, 2), (2, 1)], [2, 2]) + count_all(&[(1, 5)], [1, 2]);
        assert_eq!(count, 90_297);
    }
}
