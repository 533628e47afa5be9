//! Writes the first `[state]` group: board, fleets, reefs, ships and switches.

use super::recipe::Focus;
use super::writer::Writer;
use crate::topic::Topic;
use broadside_core::board::{Rect, Side};
use broadside_ships::rules::{Fleet, NoteText, Setting};

/// The number of destroyers in a large fleet, which has no other ships.
const MANY_DESTROYERS: i64 = 12;

const MANY_REEFS: usize = 12;

impl Writer {
    pub(super) fn set_up(&mut self) {
        let small = self.chance.happens(1, 2);
        self.set_board(small);
        self.set_fleets();
        self.set_starts();
        self.lay_reefs();
        self.switch_on();
        self.put_ships();
        self.change_state();
        if self.chance.happens(1, 4) {
            self.show();
        }
        self.leave();
    }

    fn set_board(&mut self, small: bool) {
        if !self.has(Topic::Board) || self.chance.happens(1, 4) {
            return;
        }
        let whole = self.recipe.focus.needs_whole_fleets();
        let (low, high) = if small { (4, 8) } else { (7, 14) };
        // By default, the second player starts in rows 11 to 20. A whole fleet needs some of these
        // rows.
        let rows_low = if whole && !self.has(Topic::Start) { 14 } else { low };
        let mut rows = self.chance.between(rows_low, high.max(rows_low + 4));
        let mut cols = self.chance.between(low, high);
        match self.chance.below(14) {
            0 => rows = self.chance.one_of([1, 2, 10, 11, 99, 101]),
            1 => cols = self.chance.one_of([1, 2, 10, 11, 99, 101]),
            _ => {}
        }
        self.set(Setting::BoardSize(rows, cols));
    }

    fn set_fleets(&mut self) {
        let is_open = self.has(Topic::Ship) && !self.recipe.focus.needs_whole_fleets();
        let many = is_open && self.chance.happens(1, 24);
        for side in Side::ALL {
            if self.has(Topic::Fleet) && self.chance.happens(9, 10) {
                let sizes = if many { [0, 0, 0, MANY_DESTROYERS] } else { self.draw_sizes() };
                self.set(Setting::Fleet(side, sizes));
            }
        }
    }

    fn draw_sizes(&mut self) -> [i64; 4] {
        match self.chance.below(16) {
            0 => return Fleet::DEFAULT_SIZES,
            1 | 2 if !self.recipe.focus.needs_whole_fleets() => return [0; 4],
            _ => {}
        }
        let most = if self.recipe.focus == Focus::Victory { 1 } else { 3 };
        let mut sizes = [i64::from(self.recipe.focus == Focus::Refused(Topic::Spy)), 0, 0, 0];
        for _ in 0..=self.chance.below(most) {
            let class = self.chance.below(4);
            sizes[class] += 1;
        }
        sizes
    }

    fn set_starts(&mut self) {
        if !self.has(Topic::Start) {
            return;
        }
        let sea = self.sea();
        for side in Side::ALL {
            let whole = self.recipe.focus.needs_whole_fleets();
            if self.chance.happens(if whole { 15 } else { 12 }, 16) {
                if self.chance.happens(1, 4) {
                    let other = self.draw_start(&sea);
                    self.set(Setting::Start(side, other));
                }
                let rect = if whole { sea } else { self.draw_start(&sea) };
                self.set(Setting::Start(side, rect));
            }
        }
    }

    /// Draws a starting rectangle. In most cases, it covers the whole board, so that the fleets
    /// meet.
    fn draw_start(&mut self, sea: &Rect) -> Rect {
        let (a, b) = (self.within(sea), self.within(sea));
        match self.chance.below(12) {
            0 => Rect { top: a.row, left: a.col, bottom: b.row, right: b.col },
            1..=3 => Rect::spanning(a, b),
            4 | 5 => sea.grown(1),
            _ => *sea,
        }
    }

    fn lay_reefs(&mut self) {
        if !self.has(Topic::Reef) {
            return;
        }
        let many = !self.recipe.focus.needs_whole_fleets() && self.chance.happens(1, 12);
        for _ in 0..if many { MANY_REEFS } else { self.chance.below(5) } {
            self.lay_reef();
        }
    }

    fn lay_reef(&mut self) {
        let sea = self.sea();
        let mut at = self.some_field();
        match self.chance.below(8) {
            0 => at.row = sea.bottom,
            1 => at.col = sea.right,
            2 => at = self.game().board().reefs().laid().last().copied().unwrap_or(at),
            _ => {}
        }
        self.set(Setting::Reef(at));
    }

    fn switch_on(&mut self) {
        if self.has(Topic::Guns) && self.chance.happens(9, 10) {
            self.set(Setting::ExtendedShips);
        }
        if self.has(Topic::Auto) && self.chance.happens(9, 10) {
            self.set(Setting::AutoShooting);
        }
    }

    fn put_ships(&mut self) {
        if !self.has(Topic::Ship) {
            return;
        }
        for side in Side::ALL {
            let healthy = self.chance.one_of([0, 1, 3, 6, 8]);
            let misplaces = matches!(self.recipe.focus, Focus::Refused(Topic::Ship | Topic::Place));
            let share =
                self.chance.one_of(if misplaces { [0, 1, 2, 3, 3] } else { [0, 1, 3, 4, 4] });
            let missing = self.missing(side);
            let share = if missing.len() > 10 { 4 } else { share };
            for name in missing {
                if self.chance.happens(share, 4) && !self.is_full() {
                    let health = self.draw_health(name.class, healthy, 8);
                    self.set_ship(side, name, health);
                }
            }
        }
    }

    pub(super) fn change_state(&mut self) {
        if self.has(Topic::Next) && self.chance.happens(1, 4) {
            let side = self.chance.one_of(Side::ALL);
            self.set(Setting::NextPlayer(side));
        }
        if self.has(Topic::Reef) && self.chance.happens(1, 4) {
            self.lay_reef();
        }
        if self.has(Topic::Board) && self.chance.happens(1, 4) {
            self.grow_board();
        }
        if self.has(Topic::Fleet) && self.chance.happens(1, 6) {
            let side = self.chance.one_of(Side::ALL);
            let sizes = self.game().fleet(side).sizes();
            self.set(Setting::Fleet(side, sizes));
        }
        if self.has(Topic::Seed) {
            for _ in 0..self.chance.below(3) {
                let least = self.chance.one_of([-200, 0, 0]);
                let seed = self.chance.between(least, least + 200);
                self.set(Setting::Seed(seed));
            }
        }
        if self.has(Topic::Note) && self.chance.happens(1, 2) {
            self.write_note();
        }
    }

    fn grow_board(&mut self) {
        let Rect { bottom, right, .. } = self.sea();
        let rows = bottom.saturating_add(self.chance.between(1, 3));
        let cols = right.saturating_add(self.chance.between(1, 3));
        self.set(Setting::BoardSize(rows, cols));
    }

    fn write_note(&mut self) {
        let side = self.chance.one_of(Side::ALL);
        let words: [&[u8]; 4] = [b"beware of reefs", b"TURN 3", b"SEEN 4 5 +", b"a"];
        if let Some(words) = NoteText::new(self.chance.one_of(words).to_vec()) {
            self.set(Setting::Information(side, words));
        }
    }
}
