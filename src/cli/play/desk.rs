//! The game on the table: takes lines, answers them. The line editor is not known here.

use super::entry::{self, Called, Dot, Entry, Wish, class_name};
use super::screen::{Page, shots};
use super::words;
use crate::cli::boards::{Field, Look, Marks, View};
use crate::cli::exit::shown;
use crate::cli::prompt::console::Talk;
use crate::cli::prompt::dots::Target;
use crate::cli::prompt::places;
use crate::cli::prompt::text::count;
use crate::cli::replay;
use crate::cli::stop::Cancel;
use broadside::arena::versus::{Rejected, Undone, Versus};
use broadside::board::{Coord, Manoeuvre, Side};
use broadside::ports::Ports;
use broadside::rules::ships::fair::{Breach, Illegal};
use broadside::rules::ships::{Class, Order, Reason, ShipName};
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The least rows in which the first screen has a board.
pub(super) const SMALLEST_BOARD: usize = 10;

/// A game and what its board showed last.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) game: Versus,
    /// Raised by Ctrl-C.
    pub(super) stop: Cancel,
    /// The ships on the board as it was drawn last.
    drawn: HashMap<Coord, Field>,
    /// Where something has happened last.
    last_event: Option<Coord>,
}

impl Desk {
    pub(super) fn new(game: Versus, stop: Cancel) -> Self {
        Self { game, stop, drawn: HashMap::new(), last_event: None }
    }

    /// The first screen.
    pub(super) fn greet(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let mut text = Vec::new();
        Page { look, out: &mut text }.greet(&self.game)?;
        if let Some(ending) = self.game.ending() {
            ports.out.write_all(&text)?;
            return Page { look, out: ports.out }.end(ending, &self.game);
        }
        self.news(look, &mut text)?;
        // What was said stays on the screen; where there is no room for a board, `.board` draws it.
        let look = below(&text, look);
        ports.out.write_all(&text)?;
        if look.rows < SMALLEST_BOARD {
            return Page { look, out: ports.out }.status(&self.game);
        }
        self.board(None, look, ports)
    }

    /// Answers what was entered at once: lines, or orders between semicolons.
    pub(super) fn take(
        &mut self,
        input: &str,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<Talk> {
        // The name of a file may hold a semicolon.
        let is_dot = input.trim_start().starts_with('.');
        for line in input.split(|c| c == '\n' || (c == ';' && !is_dot)) {
            if self.answer(line, look, ports)? == Talk::Over {
                return Ok(Talk::Over);
            }
        }
        Ok(Talk::On)
    }

    /// Answers a line.
    fn answer(&mut self, line: &str, look: Look, ports: &mut Ports<'_>) -> io::Result<Talk> {
        match entry::read(line) {
            Entry::Nothing => {}
            Entry::Unknown(text) => Page { look, out: ports.out }.say(&text)?,
            Entry::Order(_) if self.game.ending().is_some() => over(look, ports)?,
            Entry::Order(wish) => self.order(&wish, look, ports)?,
            Entry::Dot(Dot::Quit) => return Ok(Talk::Over),
            Entry::Dot(dot) => self.dot(&dot, look, ports)?,
        }
        Ok(Talk::On)
    }

    fn dot(&mut self, dot: &Dot, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let mut page = Page { look, out: ports.out };
        match dot {
            Dot::Help => page.help(),
            Dot::Board(centre) => self.board(*centre, look, ports),
            Dot::Undo => self.undo(look, ports),
            Dot::Save(target) => {
                let record = self.game.record();
                write(target, ports, |path, ports| ports.files.replace(path, &record))?;
                self.warn_of_save(look, ports)
            }
            Dot::Replay(target) if self.game.ending().is_some() => {
                let record = self.game.record();
                write(target, ports, |path, ports| {
                    replay::write_script("game.ships", &record, path, ports)
                })
            }
            Dot::Replay(_) => page.say("when the game is over: a page shows both sides"),
            Dot::Turn => page.turn(&self.game),
            Dot::Quit => Ok(()),
            Dot::Place | Dot::End | Dot::Hint | Dot::Resign if self.game.ending().is_some() => {
                over(look, ports)
            }
            Dot::Place => self.place(look, ports),
            Dot::Hint => self.hint(look, ports),
            Dot::End => self.end(look, ports),
            Dot::Resign => {
                self.game.resign();
                self.show_end(look, ports)
            }
        }
    }

    fn order(&mut self, wish: &Wish, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let orders = match self.orders(wish) {
            Ok(orders) => orders,
            Err(text) => return Page { look, out: ports.out }.say(&text),
        };
        // Of several ships any may shoot; of several moves each has to be possible.
        let is_choice = matches!(wish, Wish::Shoot(..) | Wish::Spy(..));
        let mut refusal: Option<Illegal> = None;
        for order in orders {
            match self.carry_out(order, look, ports)? {
                Ok(is_won) if is_won => return self.end(look, ports),
                Ok(_) if is_choice => return Ok(()),
                Ok(_) => {}
                Err(illegal) => {
                    refusal = refusal.filter(|old| !is_better(&illegal, old)).or(Some(illegal));
                    if !is_choice {
                        break;
                    }
                }
            }
        }
        refusal.map_or(Ok(()), |illegal| {
            let text = words::illegal(&illegal, &self.game.briefing());
            Page { look, out: ports.out }.say(&text)
        })
    }

    /// Carries out an order and says what came of it; whether the game is won.
    fn carry_out(
        &mut self,
        order: Order,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<Result<bool, Illegal>> {
        let answer = match self.game.order(order) {
            Ok(answer) => answer,
            Err(Rejected::Illegal(illegal)) => return Ok(Err(illegal)),
            Err(Rejected::Over) => return over(look, ports).map(|()| Ok(false)),
        };
        self.last_event = order.target().or(self.last_event);
        let known = self.game.briefing();
        let text = words::answer(order, &answer, &known, self.game.steps());
        Page { look, out: ports.out }.say(&text)?;
        Ok(Ok(answer.is_won))
    }

    /// The orders that a wish may mean: of a shot or a plane, one after the other until one is legal.
    fn orders(&self, wish: &Wish) -> Result<Vec<Order>, String> {
        let known = self.game.briefing();
        match wish {
            Wish::Place(ship, bow, heading) => {
                let taken =
                    |index| known.own().contains_key(&ShipName { class: ship.class, index });
                let size = known.sizes(known.side())[ship.class as usize];
                let free = || (0..size).find(|index| !taken(*index)).unwrap_or_default();
                let name = ShipName { class: ship.class, index: ship.index.unwrap_or_else(free) };
                Ok(vec![Order::Place { name, bow: *bow, heading: *heading }])
            }
            Wish::Move(ship, ways) => {
                let name = self.only(*ship)?;
                let order = |way: &Manoeuvre| Order::Move(name, *way);
                Ok(ways.iter().map(order).collect())
            }
            Wish::Shoot(ship, at) if !known.is_extended() || known.is_auto_shooting() => {
                Ok(match ship {
                    Some(ship) if known.is_extended() => vec![Order::Fire(self.only(*ship)?, *at)],
                    _ => vec![Order::Shoot(*at)],
                })
            }
            Wish::Shoot(Some(Called { class, index: Some(index) }), at) => {
                Ok(vec![Order::Fire(ShipName { class: *class, index: *index }, *at)])
            }
            Wish::Shoot(ship, at) => {
                let names = self.ships(ship.map(|ship| ship.class));
                gunners(names, |name| Order::Fire(name, *at))
            }
            Wish::Spy(Some(index), at) => Ok(vec![Order::Spy(*index, *at)]),
            Wish::Spy(None, at) => {
                gunners(self.ships(Some(Class::Carrier)), |name| Order::Spy(name.index, *at))
            }
        }
    }

    /// The own ships, of one class or all, the least far-reaching ones first.
    fn ships(&self, class: Option<Class>) -> Vec<ShipName> {
        let known = self.game.briefing();
        let is_meant = |name: &&ShipName| class.is_none_or(|class| class == name.class);
        let mut names: Vec<_> = known.own().keys().filter(is_meant).copied().collect();
        names.sort_by_key(|name| (name.class.length(), name.index));
        names
    }

    /// The ship that is called so.
    fn only(&self, ship: Called) -> Result<ShipName, String> {
        let Called { class, index } = ship;
        if let Some(index) = index {
            return Ok(ShipName { class, index });
        }
        match self.ships(Some(class))[..] {
            [name] => Ok(name),
            [] => Err(format!("you have no {} on the board", class_name(class))),
            [first, .., last] => {
                let (class, first, last) = (class_name(class), first.index, last.index);
                Err(format!("which {class}? say its number, {first} to {last}, before its class"))
            }
        }
    }

    fn place(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let placed = self.game.place_missing();
        let known = self.game.briefing();
        let missing = words::missing(&known);
        let text = match (placed, missing.is_empty()) {
            (0, true) => "all your ships are placed".to_owned(),
            (_, true) => format!("{} placed; `.place` again: others", count(placed, "ship")),
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
        self.game
            .ending()
            .map_or(Ok(()), |ending| Page { look, out: ports.out }.end(ending, &self.game))
    }

    fn undo(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let mut page = Page { look, out: ports.out };
        let text = match self.game.undo() {
            None => return page.say("there is nothing to take back"),
            Some(Undone::Orders(number)) => format!("took back {}", count(number, "order")),
            Some(Undone::Turn) => "took back your turn and their answer".to_owned(),
        };
        let turn = self.game.fair_until().unwrap_or_default();
        self.drawn.clear();
        self.board(None, look, ports)?;
        Page { look, out: ports.out }.say(&format!("{text}; the game was fair until turn {turn}"))
    }

    /// Draws the board and says where the game stands. What changed since the last time is marked.
    pub(super) fn board(
        &mut self,
        centre: Option<Coord>,
        look: Look,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        let is_over = self.game.ending().is_some();
        let mut marks = Marks::default();
        if !is_over {
            let now = self.ships_in_sight();
            if !self.drawn.is_empty() {
                marks.changed = changed(&self.drawn, &now).into_iter().collect();
            }
            marks.shots = shots(&self.game).collect();
            self.drawn = now;
        }
        // The status stands below the board.
        let look = Look { rows: look.rows.saturating_sub(1), ..look };
        let centre = centre.or(self.last_event).or_else(|| self.first_own());
        let mut page = Page { look, out: ports.out };
        page.board(&self.game, centre, marks)?;
        if is_over { Ok(()) } else { page.status(&self.game) }
    }

    /// The bow of a ship, or a field of the starting rectangle.
    fn first_own(&self) -> Option<Coord> {
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

    fn warn_of_save(&self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let open = self.game.steps().len();
        if self.game.ending().is_some() || open == 0 {
            return Ok(());
        }
        Page { look, out: ports.out }
            .say(&format!("without the {} of this turn, which is not ended", count(open, "order")))
    }
}

/// The rows that are left below a text.
pub(super) fn below(text: &[u8], look: Look) -> Look {
    let lines = text.split_inclusive(|byte| *byte == b'\n').count();
    Look { rows: look.rows.saturating_sub(lines), ..look }
}

/// One order for each ship.
fn gunners(names: Vec<ShipName>, order: impl Fn(ShipName) -> Order) -> Result<Vec<Order>, String> {
    if names.is_empty() {
        return Err("you have no such ship on the board; `.place` places missing ones".to_owned());
    }
    Ok(names.into_iter().map(order).collect())
}

/// Whether one reason tells a person more than another: that a shot is too far tells less than that the
/// game does not allow shots, more than that a ship has none left.
fn is_better(new: &Illegal, old: &Illegal) -> bool {
    let worth = |illegal: &Illegal| match illegal.breach {
        Breach::Rule(Reason::NotAllShipsPlaced | Reason::FieldDoesNotExist) => 3,
        Breach::Rule(Reason::ShootingTooFar) => 2,
        Breach::Rule(Reason::TooManyShots | Reason::AllPlanesSent) => 1,
        Breach::Rule(_) | Breach::OneShot | Breach::Refusals => 0,
    };
    worth(new) > worth(old)
}

/// Where parts of ships have come, changed, or, of the enemy, gone.
fn changed(old: &HashMap<Coord, Field>, new: &HashMap<Coord, Field>) -> Vec<Coord> {
    let come = new.iter().filter(|(at, field)| old.get(at) != Some(field));
    let is_enemy = |field: &Field| matches!(field, Field::Ship { side: Side::Second, .. });
    let gone = old.iter().filter(|(at, field)| is_enemy(field) && !new.contains_key(at));
    come.chain(gone).map(|(at, _)| *at).collect()
}

fn over(look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
    let text = "the game is over: `.replay FILE` and `.save FILE` keep it, `.undo` takes the last \
                turn back, `.quit` leaves";
    Page { look, out: ports.out }.say(text)
}

/// Writes a file that a person names, unless it is there already.
fn write(
    target: &Target,
    ports: &mut Ports<'_>,
    content: impl FnOnce(&Path, &mut Ports<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let path = places::from_home(&target.file);
    let name = shown(&path).into_owned();
    if !target.replaces && path.exists() {
        return writeln!(
            ports.out,
            "`{name}` exists: an exclamation mark, as in `.save!`, replaces it"
        );
    }
    match content(&path, ports) {
        Ok(()) => writeln!(ports.out, "wrote `{name}`"),
        Err(error) => ports.report(&format!("cannot write `{name}`: {error}\n")),
    }
}
