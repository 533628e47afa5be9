//! Random setups for games between two machines, by seed.

use broadside::dice::{Dice, Twister};
use std::fmt::Write as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Logic {
    Basic,
    Extended,
    Auto,
}

impl Logic {
    pub(super) const ALL: [Self; 3] = [Self::Basic, Self::Extended, Self::Auto];

    pub(super) const fn switches(self) -> &'static str {
        match self {
            Self::Basic => "",
            Self::Extended => "EXTENDED_SHIPS",
            Self::Auto => "EXTENDED_SHIPS AUTO_SHOOTING",
        }
    }
}

/// Returns a setup with a board from 5 by 5 to 60 by 60, reefs on up to a third of the board, and
/// random fleets that start in two halves, two quarters, or anywhere.
pub(super) fn setup(seed: u32, logic: Logic) -> String {
    let mut dice = Twister::from_cpp_seed(seed);
    let mut below = |n: i64| i64::try_from(dice.below(n.unsigned_abs())).expect("a small number");
    let (rows, cols) = (5 + below(56), 5 + below(56));
    let mut text = format!("[state]\nBOARD_SIZE {rows} {cols}\n{}\n", logic.switches());
    let (a, b) = match below(4) {
        0 => ((0, 0, rows - 1, cols - 1), (0, 0, rows - 1, cols - 1)),
        1 => ((0, 0, rows / 2 - 1, cols - 1), (rows / 2, 0, rows - 1, cols - 1)),
        2 => ((0, 0, rows - 1, cols / 2 - 1), (0, cols / 2, rows - 1, cols - 1)),
        _ => ((0, 0, rows / 2, cols / 2), (rows / 2, cols / 2, rows - 1, cols - 1)),
    };
    for (player, start) in [("A", a), ("B", b)] {
        let (top, left, bottom, right) = start;
        let fleet = [below(2), below(3), below(4), 1 + below(5)].map(|size| size.to_string());
        writeln!(text, "INIT_POSITION {player} {top} {left} {bottom} {right}")
            .expect("a string grows");
        writeln!(text, "SET_FLEET {player} {}", fleet.join(" ")).expect("a string grows");
        writeln!(text, "SET_AI_PLAYER {player}").expect("a string grows");
    }
    // There is at most one reef for this many fields. 0 means that there are no reefs.
    let fields_per_reef = [0, 20, 8, 3][usize::try_from(below(4)).expect("small")];
    let most = if fields_per_reef == 0 { 0 } else { rows * cols / fields_per_reef };
    let reefs = if most == 0 { 0 } else { below(most) };
    for _ in 0..reefs {
        writeln!(text, "REEF {} {}", below(rows), below(cols)).expect("a string grows");
    }
    if below(2) == 0 {
        writeln!(text, "SRAND {}", below(1000) - 500).expect("a string grows");
    }
    text + "[state]\n"
}
