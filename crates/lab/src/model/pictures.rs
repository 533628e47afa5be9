//! Prints pictures of the board (spec ships §6), correctly or with a [`Misreading`] of a rule.

use super::sea::{CANNON, Field, Ship};
use super::{End, LONGEST_OUTPUT, Misreading, Model, Rule, Step};
use broadside_core::board::Side;
use broadside_ships::rules::Detail;

/// The largest number of fields of a board that is printed.
const LARGEST_PICTURE: i128 = 1_000_000_000;

impl Model {
    /// Prints what `viewer` sees, or the whole board if there is no viewer.
    pub(super) fn print(&mut self, detail: Detail, viewer: Option<Side>) -> Step {
        let sections = detail == Detail::Extended;
        let fields = i128::from(self.rows) * i128::from(self.cols);
        self.judge(&[(Rule::PictureTooLarge, fields > LARGEST_PICTURE)], None)?;
        // Each row has a line end and may have a number. Each column may have a number too. A
        // number has at most 19 digits.
        let bytes = fields + i128::from(self.rows) * 20 + i128::from(self.cols) * 20;
        if bytes + self.out.len() as i128 > LONGEST_OUTPUT as i128 {
            return Err(End::TooLong);
        }
        let numbered = sections && !self.misreads(Misreading::P1As0);
        let board = self.draw(numbered, viewer);
        let parts_first = self.misreads(Misreading::PartsFirst);
        if parts_first {
            self.print_parts(sections, viewer);
        }
        self.print_rows(&board, numbered);
        if viewer.is_some() && self.misreads(Misreading::PrintTwicePlayer) {
            self.print_rows(&board, numbered);
        }
        if !parts_first {
            self.print_parts(sections, viewer);
        }
        Ok(())
    }

    fn draw(&mut self, numbered: bool, viewer: Option<Side>) -> Vec<u8> {
        let known = viewer.map(|side| self.known_fields(side));
        let is_plain = self.misreads(Misreading::P1Plain)
            || !self.extended && self.misreads(Misreading::P1ExtOnly);
        let sections = numbered && !is_plain;
        let is_known = |at: usize| known.as_ref().is_none_or(|known| known[at]);
        let fields = index(self.rows.into()) * index(self.cols.into());
        let sea = |at| if is_known(at) { b' ' } else { b'?' };
        let mut board: Vec<_> = (0..fields).map(sea).collect();
        for (field, (name, segment)) in self.sea.clone() {
            let Some(at) = self.index_of(field).filter(|at| is_known(*at)) else { continue };
            let is_enemy = viewer.is_some_and(|side| side != name.side);
            self.reach_if(is_enemy, Rule::SightEnemy);
            let seen_healthy = is_enemy && self.misreads(Misreading::EnemyHealthy);
            let (mark, rule) = self.mark(&self.ships[&name], segment, sections, seen_healthy);
            board[at] = mark;
            self.reach(rule);
        }
        self.draw_reefs(&mut board, viewer.is_some(), numbered, is_known);
        self.reach(Rule::PictureFields);
        self.reach_if(board.contains(&b'?'), Rule::SightUnknown);
        board
    }

    /// Draws the reefs. By the rules, both players know all of them.
    fn draw_reefs(
        &mut self,
        board: &mut [u8],
        for_player: bool,
        numbered: bool,
        is_known: impl Fn(usize) -> bool,
    ) {
        let mark = if self.misreads(Misreading::ReefPlus) && !numbered {
            b'+'
        } else if self.misreads(Misreading::ReefBlank) {
            b' '
        } else {
            b'#'
        };
        for reef in self.reefs.clone() {
            let Some(at) = self.index_of(reef) else { continue };
            self.reach(Rule::PictureReef);
            self.reach_if(!is_known(at), Rule::SightReefs);
            let hidden = for_player && !is_known(at) && self.misreads(Misreading::ReefHidden);
            let left_out = !numbered && self.misreads(Misreading::ReefBlankState0);
            if !hidden && !left_out {
                board[at] = mark;
            }
        }
    }

    fn mark(&self, ship: &Ship, segment: usize, sections: bool, seen_healthy: bool) -> (u8, Rule) {
        let is_last = segment == ship.healthy.len() - 1;
        let is_cannon = segment == CANNON;
        let destroyed = if self.misreads(Misreading::DestroyedBlank) { b' ' } else { b'x' };
        let cannon = if self.misreads(Misreading::P1NoCannon) && !is_last { b'+' } else { b'!' };
        let middle = if self.misreads(Misreading::P1MiddleCannon) { b'!' } else { b'+' };
        let is_no_engine = self.misreads(Misreading::P1NoEngine)
            || is_cannon && self.misreads(Misreading::P1Cannon);
        if !ship.healthy[segment] && !seen_healthy {
            (destroyed, Rule::PictureDestroyed)
        } else if !sections {
            (b'+', Rule::PictureFields)
        } else if is_last && !is_no_engine {
            (b'%', Rule::Print1Engine)
        } else if is_cannon {
            (cannon, Rule::Print1Cannon)
        } else if segment == 0 && !self.misreads(Misreading::P1Bow) {
            (b'@', Rule::Print1Radar)
        } else {
            (middle, Rule::Print1Middle)
        }
    }

    /// Returns the index of a field, counted row by row; `None` if the field is off the board.
    fn index_of(&self, at: Field) -> Option<usize> {
        self.has_field(at).then(|| index(at.y) * index(self.cols.into()) + index(at.x))
    }

    /// Returns for each field whether `side` knows it. A reef does not make its field known:
    /// [`Self::draw_reefs`] draws reefs on unknown fields too.
    fn known_fields(&mut self, side: Side) -> Vec<bool> {
        let fields = index(self.rows.into()) * index(self.cols.into());
        let mut known = vec![self.misreads(Misreading::SeeAll); fields];
        let mut seen = Vec::new();
        let is_of_start = self.misreads(Misreading::SightStart);
        let ships = if is_of_start { &self.ships_at_start } else { &self.ships };
        let own = ships.iter().filter(|(name, _)| name.side == side);
        let own: Vec<_> = own.map(|(_, ship)| ship.clone()).collect();
        for ship in own {
            if !self.misreads(Misreading::OwnHidden) {
                seen.extend(ship.fields());
            }
            self.look_around(&ship, &mut seen);
            self.reach(Rule::SightOwn);
        }
        let mut spied = self.players[side as usize].spied.clone();
        spied.retain(|_, turn| !is_of_start || *turn < self.turns);
        for (at, turn) in spied {
            let is_seen = |dy, dx| !self.misreads(Misreading::SpyCross) || dy == 0 || dx == 0;
            seen.extend(square(at, 1).filter(|(dy, dx, _)| is_seen(*dy, *dx)).map(|(.., at)| at));
            self.reach(Rule::SpySquare);
            self.reach_if(turn < self.turns, Rule::SpyStays);
        }
        for at in seen {
            if let Some(at) = self.index_of(at) {
                known[at] = true;
            }
        }
        known
    }

    /// Adds to `seen` the fields in the range of the ship's radar. This range is the ship's length,
    /// or 1 if the bow is destroyed.
    fn look_around(&mut self, ship: &Ship, seen: &mut Vec<Field>) {
        let is_sunk = !ship.healthy.contains(&true);
        let is_dead = !ship.healthy[0] && !self.keeps_radar();
        self.reach(if is_dead { Rule::SightRadarDamaged } else { Rule::SightRadar });
        if self.misreads(Misreading::RadarNone)
            || is_dead && self.misreads(Misreading::RadarDead0)
            || is_sunk && self.misreads(Misreading::RadarSunk0)
        {
            return;
        }
        let radius = if is_dead { 1 } else { ship.healthy.len() as i128 };
        let is_square = self.misreads(Misreading::RadarCheb)
            || is_dead && self.misreads(Misreading::RadarSquare1);
        let is_short = self.misreads(Misreading::RadarLt);
        for (dy, dx, at) in square(ship.bow, radius) {
            let (distance, range) = (dy * dy + dx * dx, radius * radius);
            if is_square || distance < range || distance == range && !is_short {
                seen.push(at);
            }
        }
    }

    /// Whether a misreading lets a destroyed radar keep its range.
    fn keeps_radar(&self) -> bool {
        self.misreads(Misreading::RadarHealthy)
            || self.misreads(Misreading::RadarDeadExt) && !self.extended
    }

    fn print_rows(&mut self, board: &[u8], numbered: bool) {
        let least = if self.misreads(Misreading::P1Labels1) { 1 } else { 2 };
        let width = digits(self.rows - 1).max(least);
        if numbered {
            self.print_column_numbers(width);
            self.reach(Rule::Print1Rows);
        }
        for (number, line) in self.lines(board).iter().enumerate() {
            if numbered {
                self.out.extend_from_slice(format!("{number:0width$}").as_bytes());
            }
            self.out.extend_from_slice(line);
            self.out.push(b'\n');
        }
    }

    /// Returns the lines of a picture without row numbers. By the rules, there is one for each row,
    /// with a mark for each column.
    fn lines(&self, board: &[u8]) -> Vec<Vec<u8>> {
        let cols = index(self.cols.into());
        let mut lines: Vec<_> = board.chunks(cols).map(<[u8]>::to_vec).collect();
        if self.misreads(Misreading::PrintTransposed) {
            let column = |col: usize| lines.iter().map(|row| row[col]).collect();
            lines = (0..cols).map(column).collect();
        }
        if self.misreads(Misreading::PrintFromOne) {
            lines.rotate_left(1);
            lines.last_mut().into_iter().for_each(|line| line.fill(b' '));
            for line in &mut lines {
                line.remove(0);
                line.push(b' ');
            }
        }
        if self.misreads(Misreading::PrintNoLastRow) {
            lines.pop();
        }
        if self.misreads(Misreading::PrintNoLastCol) {
            for line in &mut lines {
                line.pop();
            }
        }
        if self.misreads(Misreading::PrintRowExtra) {
            lines.push(Vec::new());
        }
        lines
    }

    /// Prints the numbers of the columns from top to bottom: each line has one digit of each
    /// number. By the rules, there are as many lines as the largest number has decimal digits.
    fn print_column_numbers(&mut self, indent: usize) {
        let always_two = self.misreads(Misreading::P1Labels2);
        let lines = if always_two { 2 } else { digits(self.cols - 1) };
        for line in (0..lines).rev() {
            let unit = (0..line).fold(1, |unit, _| unit * 10);
            self.out.extend_from_slice(&b" ".repeat(indent));
            let numbers = (0..self.cols).map(|col| b"0123456789"[index((col / unit % 10).into())]);
            self.out.extend(numbers);
            self.out.push(b'\n');
        }
        self.reach(Rule::Print1Columns);
    }

    /// Prints the line `PARTS REMAINING`. By the rules, only pictures of the whole board have it.
    fn print_parts(&mut self, sections: bool, viewer: Option<Side>) {
        self.reach(if viewer.is_none() { Rule::PictureParts } else { Rule::PictureNoParts });
        if viewer.is_some() && !self.misreads(Misreading::PartsPlayer)
            || self.ships.is_empty() && self.misreads(Misreading::PartsNever0)
            || sections && self.misreads(Misreading::PartsNot1)
        {
            return;
        }
        let [a, b] = Side::ALL.map(|side| {
            let healthy = i64::try_from(self.healthy_segments(side)).unwrap_or(i64::MAX);
            healthy - self.players[side as usize].missing_from_count
        });
        self.print_line(&format!("PARTS REMAINING:: A : {a} B : {b}"));
    }
}

/// Returns the fields of a square, each with its distance from the centre in rows and in columns.
fn square(at: Field, radius: i128) -> impl Iterator<Item = (i128, i128, Field)> {
    let row = move |dy| (-radius..=radius).map(move |dx| (dy, dx, at.moved(dy, dx)));
    (-radius..=radius).flat_map(row)
}

fn digits(number: i64) -> usize {
    number.to_string().len()
}

/// Returns `number` as an index or a length. The board must be small enough to print.
fn index(number: i128) -> usize {
    usize::try_from(number).unwrap_or_default()
}
