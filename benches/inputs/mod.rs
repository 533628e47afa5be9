//! Large scripts for measuring. The seed is fixed, so each call writes the same bytes.

use broadside::dice::{Dice, Twister};
use std::io::{self, Write};

/// Writes `count` turns of five words each. Each turn has one SHOOT, and no ship is sunk.
pub(crate) fn turns(count: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut dice = dice();
    writeln!(out, "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1")?;
    writeln!(out, "SHIP A 0 0 N 0 DES 11\nSHIP B 20 9 S 0 DES 11\n[state]")?;
    for turn in 0..count {
        let player = if turn % 2 == 0 { 'A' } else { 'B' };
        let (row, col) = (5 + dice.below(10), dice.below(10));
        writeln!(out, "[player{player}]\nSHOOT {row} {col}\n[player{player}]")?;
    }
    Ok(())
}

/// Writes a square board with `count` random reefs, then SAVE and PRINT 0.
pub(crate) fn reefs(size: u64, count: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "[state]")?;
    lay_reefs(size, count, out)?;
    writeln!(out, "SAVE\nPRINT 0\n[state]")
}

/// Writes a board of 10^9 x 10^9 fields with `count` reefs. Then each player places a full fleet
/// and moves a carrier twice. SAVE comes last.
pub(crate) fn ocean(count: u32, out: &mut dyn Write) -> io::Result<()> {
    const SIZE: u64 = 1_000_000_000;
    writeln!(out, "[state]")?;
    lay_reefs(SIZE, count, out)?;
    for player in ['A', 'B'] {
        let west = if player == 'A' { 0 } else { SIZE / 2 };
        writeln!(out, "INIT_POSITION {player} 0 {west} {0} {0}", SIZE - 1)?;
    }
    writeln!(out, "[state]")?;
    for player in ['A', 'B'] {
        writeln!(out, "[player{player}]")?;
        place_fleet(if player == 'A' { 1000 } else { SIZE - 1000 }, out)?;
        writeln!(out, "MOVE 0 CAR F\nMOVE 0 CAR L\n[player{player}]")?;
    }
    writeln!(out, "[state]\nSAVE\n[state]")
}

fn lay_reefs(size: u64, count: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut dice = dice();
    writeln!(out, "BOARD_SIZE {size} {size}")?;
    (0..count).try_for_each(|_| writeln!(out, "REEF {} {}", dice.below(size), dice.below(size)))
}

/// Places the ten ships of a full fleet in column `col`, far from each other.
fn place_fleet(col: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut row = 0;
    for (class, ships) in ["CAR", "BAT", "CRU", "DES"].into_iter().zip(1..=4) {
        for index in 0..ships {
            row += 1000;
            writeln!(out, "PLACE_SHIP {row} {col} N {index} {class}")?;
        }
    }
    Ok(())
}

fn dice() -> Twister {
    Twister::from_python_seed(&1.into())
}
