//! The part of [`Desk`] that shows the game to the person: the first screen, the board with its
//! changes, what the machine has done in its turn, the end, and the next game. Also makes the
//! content of the window.

use super::desk::{Desk, Proposal, fresh_seed};
use super::frame::Scene;
use super::orders;
use super::page::below;
use crate::cli::boards::{Field, Marks, View};
use crate::cli::prompt::text::Page;
use crate::cli::theme::Look;
use broadside::arena::versus::Score;
use broadside::arena::versus::words::{self, Controls, count, ended};
use broadside::board::{Coord, Side};
use broadside::ports::Ports;
use std::collections::{HashMap, HashSet};
use std::io;

/// About how many rows stand above and below a board: two for the numbers of the columns, one for
/// the legend, and one for the status.
const AROUND_BOARD: usize = 4;

impl Desk {
    pub(super) fn greet(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.is_page = true;
        let mut text = Vec::new();
        let mut page = Page { look: self.look, out: &mut text };
        page.greet(&self.game, self.opening)?;
        if !self.is_framed {
            // A window shows the seed in its first row and this hint in its last row.
            page.say(&format!("Seed {}. `.help` lists all commands.", self.game.seed()))?;
        }
        if self.is_over() {
            self.is_page = false;
            ports.out.write_all(&text)?;
            return self.show_end(ports);
        }
        self.news(&mut text)?;
        // In a window, the log shows the news again after the person has closed the page.
        self.log = self.game.news().map(words::news).unwrap_or_default();
        ports.out.write_all(&text)?;
        // The text must not scroll away. So the board is drawn only if there is room for it below
        // the text.
        let room = below(&text, self.look.rows);
        let rows = usize::try_from(self.game.game().board().dims().rows()).unwrap_or(usize::MAX);
        if room < rows.saturating_add(AROUND_BOARD) && !self.is_framed {
            self.out(ports).status(&self.game)?;
        } else {
            self.board(None, room, ports)?;
        }
        self.look_for_draw(ports)
    }

    pub(super) fn scene(&self, look: Look) -> Scene {
        Scene { desk: self.clone(), top: None, look }
    }

    /// Returns titles for the window, the longest one first. The first row of the window shows the
    /// first title that fits. So this row never shows only the beginning of a score, which could be
    /// misread.
    pub(super) fn titles(&self) -> Vec<String> {
        let game = format!("{} - seed {}", self.start.name, self.game.seed());
        let score = self.so_far();
        if score.played == 0 {
            return vec![game];
        }
        let figures = format!("you {}:{} them", score.won.first, score.won.second);
        vec![format!("{} - {game}", score.words()), score.words(), figures]
    }

    /// Returns the score of all games, with this game if it is over.
    pub(super) fn so_far(&self) -> Score {
        let ended = self.is_over().then(|| self.score.with(self.game.ending()));
        ended.unwrap_or(self.score)
    }

    pub(super) fn proposal(&self) -> Option<String> {
        Some(match self.proposal? {
            Proposal::Order(order) => orders::typed(order),
            Proposal::End => ".end".to_owned(),
        })
    }

    pub(super) fn hint_of_prompt(&self) -> Option<String> {
        if self.question.is_some() {
            return Some("y or n".to_owned());
        }
        if let Some(proposal) = self.proposal() {
            return Some(format!("Enter: {proposal}"));
        }
        if self.is_over() {
            return Some(".rematch plays again, .replay game.html keeps it".to_owned());
        }
        let known = self.game.briefing();
        let is_missing = known.missing(self.game.person()).any(|(_, missing)| missing > 0);
        is_missing.then(|| ".place puts your ships on the board".to_owned())
    }

    /// Places the person's missing ships. If no order comes in between, a second call may give the
    /// ships other places.
    pub(super) fn place(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.proposal = None;
        let placed = self.game.place_missing();
        let missing = words::missing(&self.game.briefing());
        let may_again = self.game.may_place_again();
        let others = if may_again { "; `.place` moves them" } else { "" };
        let ships = count(placed, "ship");
        let text = match (placed, missing.is_empty()) {
            (0, true) if may_again => "all your ships are placed".to_owned(),
            (0, true) => {
                "all your ships are placed and stay: a new place would show you more".to_owned()
            }
            (_, true) => format!("{ships} placed{others}"),
            _ => format!("{ships} placed; no room was found for {missing}"),
        };
        self.board(None, self.look.rows, ports)?;
        self.say(&text, ports)
    }

    pub(super) fn news(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(news) = self.game.news() else { return Ok(()) };
        let event = news.struck.last().map(|struck| struck.at).or(news.planes.last().copied());
        self.last_event = event.or(self.last_event);
        let mut page = Page { look: self.look, out };
        words::news(news).iter().try_for_each(|line| page.say(line))
    }

    pub(super) fn show_end(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.forget_sight();
        self.proposal = None;
        let Some(ending) = self.game.ending() else { return Ok(()) };
        let text = ended(ending, &self.game);
        let mut page = self.out(ports);
        if !self.is_framed {
            return page.end(&text, &self.game);
        }
        // A low window shows only the last lines of the log, so the most important line comes last.
        page.sums(&self.game)?;
        if self.score.played > 0 {
            page.say(&format!("so far {}", self.so_far().words()))?;
        }
        page.say(&text)
    }

    /// Offers a draw once, if neither side can ever hit the other side again.
    pub(super) fn look_for_draw(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.is_stuck || !self.game.is_out_of_reach() {
            return Ok(());
        }
        self.is_stuck = true;
        self.say(&words::stuck(&Controls::TYPED), ports)
    }

    /// Starts the next game. The side that moved second now moves first. The sides also exchange
    /// fleets and starting places, unless the set-up has ships on the board.
    pub(super) fn rematch(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let score = self.score.with(self.game.ending());
        let opening = self.opening.of_rematch();
        let game = self.start.game(score.played, opening.first, &fresh_seed());
        let game = game.map_err(io::Error::other)?;
        let is_framed = self.is_framed;
        *self = Self::new((game, opening), self.start.clone(), self.stop.clone(), self.look);
        (self.score, self.is_framed) = (score, is_framed);
        if !self.is_framed {
            // A window shows the score in its first row instead.
            self.say(&format!("so far {}", score.words()), ports)?;
        }
        self.greet(ports)
    }

    /// Draws the board and the status in `rows` rows, and marks what has changed since the last
    /// drawing. A window draws its board itself. For a window, this function only sets the marks
    /// and the centre.
    pub(super) fn board(
        &mut self,
        centre: Option<Coord>,
        rows: usize,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        self.mark();
        if self.is_framed {
            self.last_event = centre.or(self.last_event);
            return Ok(());
        }
        // One row below the board is for the status.
        let look = Look { rows: rows.saturating_sub(1), ..self.look };
        let (viewer, centre) = (self.viewer(), centre.unwrap_or_else(|| self.centre()));
        let marks = std::mem::take(&mut self.marks);
        Page { look, out: ports.out }.board(&self.game, viewer, Some(centre), marks)?;
        self.remember_sight();
        if viewer.is_none() { Ok(()) } else { self.out(ports).status(&self.game) }
    }

    pub(super) fn mark(&mut self) {
        if self.is_over() {
            return;
        }
        let now = self.ships_in_sight();
        if !self.sight_before.is_empty() {
            self.marks.changed = changed(&self.sight_before, &now);
        }
        self.marks.shots = self.shots.standing(&self.game);
    }

    pub(super) fn remember_sight(&mut self) {
        self.sight_before = self.ships_in_sight();
    }

    pub(super) fn forget_sight(&mut self) {
        self.sight_before.clear();
        self.marks = Marks::default();
    }

    /// Returns the field around which the board is drawn: the field of the last event, or the bow
    /// of the person's first ship, or a corner of the starting rectangle, or row 0, column 0 if the
    /// rectangle has no field of the board. Near an edge of the board, this field is not the middle
    /// of the drawn part.
    pub(super) fn centre(&self) -> Coord {
        let known = self.game.briefing();
        let bow = known.own().values().next().map(|ship| ship.hull().bow());
        let start = known.start(known.side()).common(&known.dims().rect());
        let corner = (!start.is_empty()).then_some(Coord::new(start.top, start.left));
        self.last_event.or(bow).or(corner).unwrap_or(Coord::new(0, 0))
    }

    fn ships_in_sight(&self) -> HashMap<Coord, Field> {
        let known = self.game.briefing();
        let view = View::new(self.game.game(), Some(self.game.person()));
        let own = known.own().values().flat_map(|ship| ship.hull().fields());
        let all = own.chain(known.seen().iter().map(|(at, _)| *at));
        all.map(|at| (at, without_end(view.field(at)))).collect()
    }
}

/// Forgets whether the ship ends at this field. A field must not be marked as changed only because
/// the person has learned that a ship ends there.
const fn without_end(mut field: Field) -> Field {
    if let Field::Ship { is_right_end, .. } = &mut field {
        *is_right_end = false;
    }
    field
}

/// Returns the fields that show a new or different part of a ship, and those that no longer show a
/// part of an enemy ship.
fn changed(old: &HashMap<Coord, Field>, new: &HashMap<Coord, Field>) -> HashSet<Coord> {
    let come = new.iter().filter(|(at, field)| old.get(at) != Some(field));
    let is_enemy = |field: &Field| matches!(field, Field::Ship { side: Side::Second, .. });
    let gone = old.iter().filter(|(at, field)| is_enemy(field) && !new.contains_key(at));
    come.chain(gone).map(|(at, _)| *at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::arena::tournament::Setup;

    #[test]
    fn a_wreck_does_not_change_when_the_sight_to_its_right_grows() {
        let script = b"[state] SET_FLEET A 1 0 0 0 SET_FLEET B 0 0 0 1
            SHIP A 2 0 N 0 CAR 11111 SHIP B 2 5 E 0 DES 01 [state]";
        let mut desk = Desk::of_setup(Setup::Script(script.to_vec()));
        let wreck = Coord::new(2, 5);
        desk.remember_sight();
        assert!(desk.sight_before.contains_key(&wreck));
        desk.game.order("SPY 0 2 7".parse().unwrap()).unwrap();
        desk.mark();
        assert!(desk.marks.changed.is_empty(), "{:?}", desk.marks.changed);
    }
}
