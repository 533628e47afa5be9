//! Writes the longer texts of a game, such as the first screen and the help. Also draws the board.

use super::entry::{DOTS, ORDERS};
use super::orders;
use crate::cli::boards::{self, Marks, View};
use crate::cli::prompt::text::{Page, wrapped};
use crate::cli::theme;
use anstyle::Style;
use broadside::arena::versus::words::{self, area, called, class_name, count, field, missing};
use broadside::arena::versus::{Opening, Tally, Versus};
use broadside::board::{Coord, Ship, Side};
use broadside::rules::ships::{Class, ShipName};
use std::io;

/// The column of the terminal, counted from 0, where the texts beside the names of a list begin.
const NAMES: usize = 19;

const KEYS: &str = "Arrow keys or a click aim, Enter shoots; Escape drops the aim and the line. PgUp and PgDn \
                    scroll the messages.";

/// Help for the word "new" in the text about when a game ends as a draw, and for the list of ships.
const NEW: [&str; 2] = [
    "New, for a draw: a hit, a ship where it never was, a plane over fields that its side had not seen.",
    "`5 2 N` beside a ship: its bow lies at row 5, column 2, and it heads north.",
];

/// What the legend has no room to say about the signs on the board. [`LETTERS`] is for ASCII.
const SIGNS: [&str; 2] = [
    "Your ships are filled, theirs hollow: ▲ △ is the bow, with the radar (it points where the ship heads; ◇ where \
     you do not know that), ● ○ the cannon, ■ □ the engine, ║ │ ▫ hull that carries nothing. In the list of their \
     fleet □ is a part that you have not seen.",
    "`‹` marks what has changed; on an empty field: a ship of theirs that you saw there is gone.",
];

const LETTERS: [&str; 2] = [
    "@ is your bow, with the radar, ! a cannon, % an engine, = hull that carries nothing. Of theirs, R is the bow, \
     C a cannon, E an engine, - hull. In the list of their fleet . is a part that you have not seen.",
    "`<` marks what has changed; on an empty field: a ship of theirs that you saw there is gone.",
];

impl Page<'_> {
    /// Writes a row of a list. On a narrow terminal, the text stands below the name.
    fn list(&mut self, name: &str, text: &str) -> io::Result<()> {
        if self.look.columns < 3 * NAMES {
            return writeln!(self.out, "  {name}\n    {}", wrapped(text, 4, self.look.columns));
        }
        self.entry(NAMES, Style::new(), name, text)
    }

    pub(super) fn greet(&mut self, game: &Versus, opening: Opening) -> io::Result<()> {
        self.introduce(game, opening)?;
        self.first_orders(game)?;
        // The least important text comes last, because a low window may have no room for it.
        self.say(words::guns(game.briefing().is_extended()))
    }

    /// Says who plays, how many ships there are, where they start, who moves first, and when a game
    /// is a draw.
    fn introduce(&mut self, game: &Versus, opening: Opening) -> io::Result<()> {
        let known = game.briefing();
        let board = known.dims().rect();
        let [own, theirs] =
            [Side::First, Side::Second].map(|side| area(known.start(side).common(&board), board));
        let sight = match game.machine().name() {
            "open" => "sees the whole board",
            "random" => "plays at random",
            _ => "knows no more than you",
        };
        let ships =
            |side| usize::try_from(known.sizes(side).iter().sum::<i64>()).unwrap_or(usize::MAX);
        self.say(&format!("You are A; the machine ({}) {sight}.", skill(game)))?;
        let fleet = count(ships(Side::Second), "ship");
        let who = if opening.first == game.person() { "You move" } else { "They move" };
        let when = if game.turn() > 1 { "next" } else { "first" };
        let why = if opening.is_by_lot { ", by lot" } else { "" };
        self.say(&format!(
            "Sink {fleet}: they start in {theirs}, you in {own}. {who} {when}{why}."
        ))?;
        self.say(&words::draws())
    }

    /// Lists the orders for the first turn.
    fn first_orders(&mut self, game: &Versus) -> io::Result<()> {
        let known = game.briefing();
        let is_waiting = |side| known.missing(side).any(|(_, missing)| missing > 0);
        let [must_place, must_wait] = [game.person(), game.person().other()].map(is_waiting);
        let end = |text: &str| format!("{text}ends your turn; then they play");
        if must_place {
            self.list(".place", "first: places all your ships")?;
        }
        // The rules refuse shots until both sides have placed all their ships. So shots are
        // explained later.
        if must_wait {
            self.list(".end", &end(if must_place { "next: " } else { "first: " }))?;
            self.say("Once they have placed all their ships too:")?;
        }
        let at = orders::inside(known.dims().rect(), 7, 4);
        let (name, row, col) = (field(at), at.row, at.col);
        self.list(&format!("shoot {name}"), &format!("shoots at row {row}, column {col}"))?;
        let class = example_class(known.sizes(Side::First));
        self.list(
            &format!("move {class:.3} f"),
            &format!("moves a {class} forward; l, r turn it"),
        )?;
        if known.sizes(Side::First)[0] > 0 {
            self.list(&format!("spy {name}"), &format!("a plane shows the fields around {name}"))?;
        }
        if !must_wait {
            self.list(".end", &end(""))?;
        }
        self.list(".hint", "proposes an order; Enter plays it")
    }

    pub(super) fn help(&mut self, game: &Versus, is_framed: bool) -> io::Result<()> {
        self.say(
            "Orders are carried out at once. N is a ship's number; CLASS is car, bat, cru or des:",
        )?;
        for form in &ORDERS {
            self.say(&format!("  {}, as in `{}`", form.text, orders::example(form, game)))?;
        }
        for row in DOTS.0 {
            self.list(&row.form(), row.summary)?;
        }
        self.say("Enter on an empty line plays the order that `.hint` proposed. `.save!` and `.replay!` replace a \
             file without asking. `play --level 1` is the easiest game, `--level 4` the hardest.")?;
        if is_framed {
            self.say(KEYS)?;
        }
        let signs = if self.look.is_unicode() { &SIGNS } else { &LETTERS };
        NEW.iter().chain(signs).try_for_each(|text| self.say(text))
    }

    /// Draws what `viewer` sees. Without a viewer, draws the ships of both sides.
    pub(super) fn board(
        &mut self,
        game: &Versus,
        viewer: Option<Side>,
        centre: Option<Coord>,
        marks: Marks,
    ) -> io::Result<()> {
        let view = View::new(game.game(), viewer).with_marks(marks);
        boards::draw(&view, centre, self.look, self.out)
    }

    pub(super) fn status(&mut self, game: &Versus) -> io::Result<()> {
        let known = game.briefing();
        let (own, theirs) = (game.person(), game.person().other());
        let to_place = missing(&known);
        if !to_place.is_empty() {
            return self.say(&format!("place your ships ({to_place}): `.place`"));
        }
        let afloat = known.own().values().filter(|ship| !ship.is_sunk()).count();
        let sunk = game.tally()[own].sunk;
        let fleet: i64 = known.sizes(theirs).iter().sum();
        let waiting: i64 = known.missing(theirs).map(|(_, missing)| missing).sum();
        let theirs = match waiting {
            0 => format!("they lost {sunk} of {fleet}"),
            _ => format!("they placed {} of {fleet}", fleet.saturating_sub(waiting)),
        };
        let shots = game
            .basic_shots()
            .map_or_else(String::new, |left| format!("; {} left", count(left as usize, "shot")));
        self.say(&format!("{afloat} of {} afloat; {theirs}{shots}", known.own().len()))
    }

    pub(super) fn turn(&mut self, game: &Versus) -> io::Result<()> {
        let known = game.briefing();
        for (name, ship) in known.own() {
            let text = ship_line(*name, ship, game, known.is_extended());
            self.list(&called(*name), &text)?;
        }
        let refused = game.steps().iter().filter(|step| step.outcome.is_err()).count();
        if refused > 0 {
            self.say(&format!("{} refused in this turn", count(refused, "order")))?;
        }
        self.status(game)
    }

    pub(super) fn end(&mut self, text: &str, game: &Versus) -> io::Result<()> {
        writeln!(self.out, "{}", self.look.theme.paint(theme::KEYWORD, text))?;
        self.board(game, None, None, Marks::default())?;
        self.sums(game)?;
        self.say(
            "`.rematch` plays again, `.replay FILE` writes a page of the game, `.save FILE` a script; \
             `.quit` leaves",
        )
    }

    pub(super) fn sums(&mut self, game: &Versus) -> io::Result<()> {
        let tally = game.tally();
        self.say(&format!("you: {}", sums(&tally[game.person()])))?;
        self.say(&format!("they: {}", sums(&tally[game.person().other()])))?;
        if let Some(turn) = game.first_undone() {
            self.say(&format!("A turn was taken back: the game was fair until turn {turn}."))?;
        }
        Ok(())
    }
}

fn skill(game: &Versus) -> String {
    let name = game.machine().name();
    // The name `fair` without a number stands for the highest level.
    let level = if name == "fair" { Some("4") } else { name.strip_prefix("fair:") };
    level.map_or_else(|| name.to_owned(), |level| format!("level {level}"))
}

fn ship_line(name: ShipName, ship: &Ship, game: &Versus, is_extended: bool) -> String {
    let hull = ship.hull();
    let (healthy, length) = (ship.healthy(), hull.length());
    let place = format!("{} {}, {healthy} of {length} whole", field(hull.bow()), hull.heading());
    let (shots, moves) = game.remaining(name, ship);
    let shots = match shots {
        _ if ship.is_sunk() => return format!("{place}, sunk"),
        None if !is_extended => String::new(),
        None => ", no cannon".to_owned(),
        Some(left) => format!(", {}", count(left as usize, shots_or_planes(is_extended))),
    };
    let moves = moves.map_or("no engine".to_owned(), |left| count(left as usize, "move"));
    format!("{place}{shots}, {moves} left")
}

/// Names what [`Versus::remaining`] counts first for a ship: shots or, in a basic game, planes. In
/// a basic game, a shot belongs to no ship, and only carriers have planes.
pub(super) const fn shots_or_planes(is_extended: bool) -> &'static str {
    if is_extended { "shot" } else { "plane" }
}

/// Returns the name of a class of which the fleet has ships, `cruiser` if possible.
fn example_class(sizes: [i64; 4]) -> &'static str {
    let classes = [Class::Cruiser, Class::Destroyer, Class::Battleship, Class::Carrier];
    let class = classes.into_iter().find(|class| sizes[*class as usize] > 0);
    class_name(class.unwrap_or(Class::Cruiser))
}

fn sums(tally: &Tally) -> String {
    let Tally { shots, hits, sunk, planes, seen } = *tally;
    format!(
        "{}, {}, {} sunk, {}, saw the other side on {}",
        count(shots, "shot"),
        count(hits, "hit"),
        count(sunk, "ship"),
        count(planes, "plane"),
        count(seen, "field")
    )
}

/// Returns how many of the `rows` rows of a terminal are left below a text.
pub(super) fn below(text: &[u8], rows: usize) -> usize {
    rows.saturating_sub(text.split_inclusive(|byte| *byte == b'\n').count())
}
