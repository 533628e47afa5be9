//! What the person sees: the board with what has changed, their turn, the end, and the game after it.

use super::desk::Desk;
use super::page::Page;
use super::start::fresh_seed;
use crate::cli::boards::{Field, Look, Marks, View};
use broadside::arena::versus::words::{self, Controls, count, ended};
use broadside::board::{Coord, Side};
use broadside::ports::Ports;
use std::collections::HashMap;
use std::io;

impl Desk {
    pub(super) fn place(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let placed = self.game.place_missing();
        let known = self.game.briefing();
        let missing = words::missing(&known);
        let others = if self.game.may_place_again() { "; `.place` again: others" } else { "" };
        let text = match (placed, missing.is_empty()) {
            (0, true) => {
                "all your ships are placed and stay: elsewhere they would see more of theirs"
                    .to_owned()
            }
            (_, true) => format!("{} placed{others}", count(placed, "ship")),
            _ => format!("{} placed; no room was found for {missing}", count(placed, "ship")),
        };
        self.board(None, look, ports)?;
        Page { look, out: ports.out }.say(&text)
    }

    pub(super) fn news(&mut self, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(news) = self.game.news() else { return Ok(()) };
        let event = news.struck.last().map(|struck| struck.at).or(news.planes.last().copied());
        self.last_event = event.or(self.last_event);
        let mut page = Page { look, out };
        words::news(news).iter().try_for_each(|line| page.say(line))
    }

    pub(super) fn show_end(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.drawn.clear();
        self.marks = Marks::default();
        let Some(ending) = self.game.ending() else { return Ok(()) };
        let text = ended(ending, &self.game);
        let mut page = Page { look, out: ports.out };
        if !self.is_framed {
            return page.end(&text, &self.game);
        }
        // Of what is said in a window the last is sure to be seen.
        page.sums(&self.game)?;
        if self.score.played > 0 {
            page.say(&format!("so far {}", self.so_far().words()))?;
        }
        page.say(&text)
    }

    /// Says so when neither side can reach the other any more.
    pub(super) fn look_for_draw(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.is_stuck || !self.game.is_out_of_reach() {
            return Ok(());
        }
        self.is_stuck = true;
        Page { look, out: ports.out }.say(&words::stuck(&Controls::TYPED))
    }

    /// Plays again with sides changed: the other side moves first, the person starts where the machine did,
    /// and the score is kept.
    pub(super) fn rematch(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let score = self.score.with(self.game.ending());
        let opening = self.opening.of_rematch();
        let game = self.start.game(score.played, opening.first, &fresh_seed());
        let game = game.map_err(io::Error::other)?;
        let new = Self::new((game, opening), self.start.clone(), self.stop.clone());
        let before = std::mem::replace(self, new);
        (self.score, self.is_framed) = (score, before.is_framed);
        if !self.is_framed {
            // A window says so at its head.
            Page { look, out: ports.out }.say(&format!("so far {}", score.words()))?;
        }
        self.greet(look, ports)
    }

    /// Draws the board and says where the game stands. What changed since the last time is marked.
    pub(super) fn board(
        &mut self,
        centre: Option<Coord>,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        self.mark();
        if self.is_framed {
            self.last_event = centre.or(self.last_event);
            return Ok(());
        }
        let viewer = (!self.is_over()).then_some(self.game.person());
        // The status stands below the board.
        let look = Look { rows: look.rows.saturating_sub(1), ..look };
        let centre = centre.or(self.last_event).or_else(|| self.first_own());
        let marks = std::mem::take(&mut self.marks);
        let mut page = Page { look, out: ports.out };
        page.board(&self.game, viewer, centre, marks)?;
        self.drawn = self.ships_in_sight();
        if viewer.is_none() { Ok(()) } else { Page { look, out: ports.out }.status(&self.game) }
    }

    /// Marks what has changed since the board was drawn, and the shots.
    pub(super) fn mark(&mut self) {
        if self.is_over() {
            return;
        }
        let now = self.ships_in_sight();
        if !self.drawn.is_empty() {
            self.marks.changed = changed(&self.drawn, &now).into_iter().collect();
        }
        self.marks.shots = self.shots.standing(&self.game);
    }

    /// A new turn has begun: what has changed in it is marked from here on.
    pub(super) fn begin_turn(&mut self) {
        self.drawn = self.ships_in_sight();
    }

    /// The bow of a ship, or a field of the starting rectangle.
    pub(super) fn first_own(&self) -> Option<Coord> {
        let known = self.game.briefing();
        let bow = known.own().values().next().map(|ship| ship.hull().bow());
        let start = known.start(known.side()).common(&known.dims().rect());
        bow.or_else(|| (!start.is_empty()).then(|| Coord::new(start.top, start.left)))
    }

    /// The parts of ships that the person sees.
    fn ships_in_sight(&self) -> HashMap<Coord, Field> {
        let known = self.game.briefing();
        let view = View::new(self.game.game(), Some(self.game.person()));
        let own = known.own().values().flat_map(|ship| ship.hull().fields());
        let all = own.chain(known.seen().iter().map(|(at, _)| *at));
        all.map(|at| (at, view.field(at))).collect()
    }
}

/// Where parts of ships have come, changed, or, of the enemy, gone.
fn changed(old: &HashMap<Coord, Field>, new: &HashMap<Coord, Field>) -> Vec<Coord> {
    let come = new.iter().filter(|(at, field)| old.get(at) != Some(field));
    let is_enemy = |field: &Field| matches!(field, Field::Ship { side: Side::Second, .. });
    let gone = old.iter().filter(|(at, field)| is_enemy(field) && !new.contains_key(at));
    come.chain(gone).map(|(at, _)| *at).collect()
}
