//! Lets the person choose a cell of a grid with keys or a click, to aim a weapon or place a ship.
//! Also makes the line that the person could have typed instead, for example `Fire B3`.

use super::answers;
use crate::cli::prompt::keys::Aim;
use crate::cli::screen::window::Pressed;
use broadside::board::Axis;
use broadside::rules::arsenal::{Cell, Class, Game, Line, Misplaced, Move, Placement, SIZE};

/// The index of the other side's grid on a page. [`OWN`] is the index of the person's own grid.
pub(super) const ENEMY: usize = 0;
pub(super) const OWN: usize = 1;

/// The kind of answer that a page asks for.
#[derive(Clone, Debug, Default)]
pub(super) enum Wanted {
    /// A word, such as a name. Keys do not aim.
    #[default]
    Word,
    /// A place for a ship of this class, and the ships that are already placed.
    Ship(Class, Vec<Placement>),
    Move(Box<Game>),
}

/// The place at which keys aim. `at` is the top left cell of the ship or area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    at: Cell,
    /// Whether the ship or the torpedo lies along the column, not along the row.
    is_down: bool,
}

/// Cells to mark in one of the grids. `cells` is a set: cell number n is in the set if bit n is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) grid: usize,
    pub(super) cells: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShipOrWeapon {
    Ship(Class),
    /// The first word of the move, for example `Fire`.
    Weapon(&'static str),
}

impl Wanted {
    /// Returns what keys move: a ship or a weapon. Returns `None` if keys cannot complete the text
    /// that was typed so far.
    pub(super) fn ship_or_weapon(&self, line: &str) -> Option<ShipOrWeapon> {
        match self {
            Self::Word => None,
            Self::Ship(class, _) => line.is_empty().then_some(ShipOrWeapon::Ship(*class)),
            Self::Move(_) if line.trim().is_empty() => Some(ShipOrWeapon::Weapon("Fire")),
            Self::Move(_) => answers::weapon(line).map(ShipOrWeapon::Weapon),
        }
    }

    pub(super) fn completed_line(&self, line: &str, cursor: Cursor) -> Option<String> {
        Some(self.ship_or_weapon(line)?.completed_line(cursor))
    }

    /// Returns the place near `centre` where keys begin to aim. A ship begins where it may lie:
    /// along a column if `is_down` is true, else along a row. If it fits nowhere in this direction,
    /// it begins in the other direction.
    pub(super) fn start(&self, chosen: ShipOrWeapon, centre: Cell, is_down: bool) -> Cursor {
        let may_lie = |cursor: &Cursor| match self {
            Self::Ship(class, placed) => {
                let line = chosen.completed_line(*cursor);
                answers::placement(line.as_bytes(), *class, placed).is_some_and(|ship| ship.is_ok())
            }
            Self::Word | Self::Move(_) => true,
        };
        let squared_distance = |at: Cell| {
            at.row().abs_diff(centre.row()).pow(2) + at.col().abs_diff(centre.col()).pow(2)
        };
        let mut cells: Vec<_> = (0..SIZE * SIZE).filter_map(Cell::from_index).collect();
        cells.sort_by_key(|at| squared_distance(*at));
        let ways = [is_down, !is_down].into_iter();
        let mut all = ways.flat_map(|is_down| cells.iter().map(move |at| (*at, is_down)));
        let found =
            all.find_map(|(at, is_down)| Some(chosen.inside(at, [0, 0], is_down)).filter(&may_lie));
        found.unwrap_or(Cursor { at: centre, is_down })
    }

    pub(super) fn mark(&self, line: &str) -> Option<Mark> {
        match self {
            Self::Word => None,
            Self::Ship(class, _) => {
                let ship = answers::placement(line.as_bytes(), *class, &[])?.ok()?;
                Some(Mark { grid: OWN, cells: ship.set() })
            }
            Self::Move(_) => {
                let play = answers::play(line.as_bytes())?.ok()?;
                let grid = if matches!(play, Move::Smoke(_)) { OWN } else { ENEMY };
                Some(Mark { grid, cells: play.set() })
            }
        }
    }

    /// Says what Enter would do with `line`, or why the ship cannot lie at the place in `line`.
    /// `shot` is the set of enemy cells with a hit or a miss on the page.
    pub(super) fn enter_hint(&self, line: &str, shot: u128) -> Option<String> {
        let enters = || "Enter".to_owned();
        match self {
            Self::Word => None,
            Self::Ship(class, placed) => {
                Some(match answers::placement(line.as_bytes(), *class, placed)? {
                    Ok(_) => enters(),
                    Err(Misplaced::Overlaps(_, other)) => format!("overlaps the {}", other.name()),
                    Err(Misplaced::LeavesGrid(_)) => "leaves the grid".to_owned(),
                    Err(Misplaced::Form) => return None,
                })
            }
            Self::Move(game) => {
                let loses = |reason: String| format!("{reason}; Enter loses the turn");
                Some(match answers::play(line.as_bytes())? {
                    Err(lost) => loses(lost.to_string()),
                    Ok(play) => match game.refusal(play) {
                        Some(refusal) => loses(refusal.to_string()),
                        None if shoots(play) && play.set() & !shot == 0 => {
                            "already targeted; Enter".to_owned()
                        }
                        None => enters(),
                    },
                })
            }
        }
    }
}

const fn shoots(play: Move) -> bool {
    matches!(play, Move::Fire(_) | Move::Artillery(_) | Move::Torpedo(_))
}

impl ShipOrWeapon {
    pub(super) fn grid(self) -> usize {
        if matches!(self, Self::Ship(_) | Self::Weapon("Smoke")) { OWN } else { ENEMY }
    }

    /// Returns where keys aim after `key`, or `ForLine` if `key` does not aim. `from` is where keys
    /// aimed before. If `from` is `None`, an arrow key aims at `start(false)`, and the space bar
    /// aims a ship at `start(true)`. `clicked` gives the cell at a row and column of the window.
    pub(super) fn aim(
        self,
        key: Aim,
        from: Option<Cursor>,
        start: impl FnOnce(bool) -> Cursor,
        clicked: impl FnOnce(u16, u16) -> Option<Cell>,
    ) -> Pressed<Cursor> {
        let is_down = from.is_some_and(|from| from.is_down);
        Pressed::Aims(match (key, from) {
            (Aim::Turn, Some(from)) if self.turns() => Some(self.inside(from.at, [0, 0], !is_down)),
            (Aim::Turn, None) if matches!(self, Self::Ship(_)) => Some(start(true)),
            (Aim::Turn | Aim::Page(_) | Aim::Close | Aim::Drop | Aim::Redraw | Aim::Leave, _) => {
                return Pressed::ForLine;
            }
            (Aim::Step(..), None) => Some(start(false)),
            (Aim::Step(down, right), Some(from)) => {
                Some(self.inside(from.at, [down, right], is_down))
            }
            (Aim::Click(row, col), _) => {
                clicked(row, col).map(|at| self.inside(at, [0, 0], is_down))
            }
        })
    }

    fn turns(self) -> bool {
        matches!(self, Self::Ship(_) | Self::Weapon("Torpedo"))
    }

    /// Moves `at` by some rows and columns. All cells of the ship or area stay on the grid.
    fn inside(self, at: Cell, [down, right]: [i64; 2], is_down: bool) -> Cursor {
        let [rows, cols] = self.extent(is_down);
        let moved = |from: u32, by: i64, length: u32| {
            let to = i64::from(from).saturating_add(by).clamp(0, (SIZE - length).into());
            u32::try_from(to).unwrap_or(from)
        };
        let cell = Cell::new(moved(at.row(), down, rows), moved(at.col(), right, cols));
        Cursor { at: cell.unwrap_or(at), is_down }
    }

    /// Returns how many rows and columns the ship or weapon covers. A torpedo counts as one cell,
    /// because its line always lies on the grid.
    fn extent(self, is_down: bool) -> [u32; 2] {
        match self {
            Self::Ship(class) if is_down => [class.length(), 1],
            Self::Ship(class) => [1, class.length()],
            Self::Weapon("Radar" | "Smoke" | "Artillery") => [2, 2],
            Self::Weapon(_) => [1, 1],
        }
    }

    /// Returns the line for a ship or a move at the cursor. The cursor may come from a weapon with
    /// a smaller area than this one, so it is first moved until all cells lie on the grid.
    fn completed_line(self, Cursor { at, is_down }: Cursor) -> String {
        let Cursor { at, .. } = self.inside(at, [0, 0], is_down);
        let (axis, index) = if is_down { (Axis::Column, at.col()) } else { (Axis::Row, at.row()) };
        match (self, Line::new(axis, index)) {
            (Self::Ship(_), _) => format!("{at} {}", if is_down { 'v' } else { 'h' }),
            (Self::Weapon(word @ "Torpedo"), Some(line)) => format!("{word} {line}"),
            (Self::Weapon(word), _) => format!("{word} {at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::board::{BySide, Side};
    use broadside::dice::Twister;
    use broadside::rules::arsenal::Fleet;

    /// Returns the line after `keys`. `u`, `d`, `l` and `r` are arrow keys, `t` is the space bar.
    fn line(wanted: &Wanted, typed: &str, keys: &str) -> Option<String> {
        let centre = Cell::new(4, 4).expect("on the grid");
        let chosen = wanted.ship_or_weapon(typed)?;
        let mut cursor = None;
        for key in keys.chars() {
            let key = match key {
                'u' => Aim::Step(-1, 0),
                'd' => Aim::Step(1, 0),
                'l' => Aim::Step(0, -1),
                'r' => Aim::Step(0, 1),
                _ => Aim::Turn,
            };
            let start = |is_down| wanted.start(chosen, centre, is_down);
            let Pressed::Aims(aimed) = chosen.aim(key, cursor, start, |_, _| None) else {
                return None;
            };
            cursor = aimed;
        }
        wanted.completed_line(typed, cursor?)
    }

    fn a_move() -> Wanted {
        let mut dice = Twister::from_python_seed(&1.into());
        let fleet = Fleet::at_random(&mut dice);
        Wanted::Move(Box::new(Game::new(&BySide::from_fn(|_| fleet), Side::First)))
    }

    #[test]
    fn arrows_aim_with_every_weapon_and_stay_on_the_grid() {
        let wanted = a_move();
        for (typed, keys, order) in [
            ("", "d", "Fire E5"),
            ("", "ddl", "Fire D6"),
            ("", "drrrrrrrr", "Fire J5"),
            ("r", "drrrrrrrrdddddddd", "Radar I9"),
            ("S", "u", "Smoke E5"),
            ("a", "uul", "Artillery D4"),
            ("tor", "u", "Torpedo 5"),
            ("t", "ut", "Torpedo E"),
        ] {
            assert_eq!(line(&wanted, typed, keys).as_deref(), Some(order), "{typed} {keys}");
            assert!(wanted.mark(order).is_some(), "{order}");
        }
        for typed in ["f b", "help", "x"] {
            assert_eq!(line(&wanted, typed, "d"), None, "{typed}");
        }
        assert_eq!(line(&wanted, "", "t"), None);
        assert_eq!(wanted.enter_hint("Fire E5", 0).as_deref(), Some("Enter"));
        // The space bar types a blank here: a person who aimed with keys may still type `f b3`.
        for (typed, key) in [("f", "t"), ("r", "t"), (" ", "t")] {
            assert_eq!(line(&wanted, typed, &format!("d{key}")), None, "{typed}");
        }
        let again = wanted.enter_hint("Fire E5", u128::MAX);
        assert_eq!(again.as_deref(), Some("already targeted; Enter"));
        let locked = wanted.enter_hint("t 5", 0);
        assert_eq!(locked.as_deref(), Some("torpedo is locked; Enter loses the turn"));
    }

    /// Regression test: keys aimed one weapon at a corner. Then the person chose a weapon with a
    /// larger area. This area left the grid, and the turn was lost.
    #[test]
    fn a_weapon_that_is_chosen_last_stays_on_the_grid() {
        let wanted = a_move();
        let corner = Cursor { at: Cell::new(9, 9).unwrap(), is_down: false };
        for (typed, order) in [("", "Fire J10"), ("r", "Radar I9"), ("t", "Torpedo 10")] {
            assert_eq!(wanted.completed_line(typed, corner).as_deref(), Some(order));
        }
    }

    #[test]
    fn ships_are_turned_and_stay_on_the_grid() {
        let class = Class::Carrier;
        let other = Placement::new(Class::Submarine, Cell::new(0, 0).unwrap(), Axis::Row).unwrap();
        let wanted = Wanted::Ship(class, vec![other]);
        assert_eq!(line(&wanted, "", "d").as_deref(), Some("E5 h"));
        assert_eq!(line(&wanted, "", "dtdddd").as_deref(), Some("E6 v"));
        assert_eq!(line(&wanted, "", "ddtrrrrrrrrrt").as_deref(), Some("F6 h"));
        assert_eq!(line(&wanted, "c", "d"), None);
        assert_eq!(wanted.enter_hint("E5 h", 0).as_deref(), Some("Enter"));
        let overlap = wanted.enter_hint("A1 v", 0);
        assert_eq!(overlap.as_deref(), Some("overlaps the Submarine"));
        assert!(wanted.mark("A1 v").is_some());
        assert_eq!(line(&Wanted::Word, "", "d"), None);
    }

    /// Regression test: the first place for a ship lay on another ship, and the space bar typed a
    /// blank into the line.
    #[test]
    fn an_arrow_or_the_space_bar_first_shows_a_ship_where_it_may_lie() {
        let other = |class, at: &str| {
            Placement::read(class, format!("{at}, horizontal").as_bytes(), &[]).unwrap()
        };
        let placed = vec![other(Class::Carrier, "E5"), other(Class::Battleship, "E4")];
        let wanted = Wanted::Ship(Class::Destroyer, placed);
        assert_eq!(line(&wanted, "", "r").as_deref(), Some("E6 h"));
        assert_eq!(line(&wanted, "", "t").as_deref(), Some("D5 v"));
        assert_eq!(line(&wanted, "", "tt").as_deref(), Some("D5 h"));
        assert_eq!(line(&a_move(), "t", "t"), None, "after a weapon, a blank is typed");
    }
}
