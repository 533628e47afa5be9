//! The state of a game for the page, as JSON: what the person (A) knows, and the true board when
//! the game is over.

use super::{BUTTONS, Hand};
use broadside_arena::Ending;
use broadside_arena::versus::words::{self, count};
use broadside_arena::versus::{Rejected, Tally, Versus};
use broadside_core::board::{Coord, Hull, Manoeuvre, Rect, Ship, Side};
use broadside_ships::rules::fair::Briefing;
use broadside_ships::rules::{CANNON, Order, Section, ShipName};
use serde::Serialize;

/// A field: row, column.
type Field = [i64; 2];

/// What A knows, and the true board when the game is over.
#[derive(Debug, Serialize)]
pub(super) struct View {
    turn: u64,
    setup: String,
    seed: String,
    machine: &'static str,
    /// Rows and columns.
    size: Field,
    /// The starting rectangle of each side: top, left, bottom, right.
    starts: [[i64; 4]; 2],
    reefs: Vec<Field>,
    own: Vec<OwnShip>,
    enemy: Vec<EnemyShip>,
    /// The number of ships of the AI, placed or not.
    their_ships: i64,
    /// Segments of the enemy in sight: row, column, section.
    seen: Vec<(i64, i64, Section)>,
    /// Fields in sight: row, first column, last column.
    known: Vec<[i64; 3]>,
    /// The shots that are marked on the board: row, column, whether the shot has hit.
    shots: Vec<(i64, i64, bool)>,
    /// The fields at which the AI was seen to shoot in its last turn.
    theirs: Vec<Field>,
    /// Whether A may still place ships elsewhere.
    may_place: bool,
    /// Whether A knows that neither side can reach the other.
    is_stuck: bool,
    is_over: bool,
    winner: Option<&'static str>,
    /// How the game has ended, then the shots, hits and planes of each side.
    result: Vec<String>,
    score: Option<String>,
    /// The messages since the turn began.
    said: Vec<String>,
    rules: Rules,
    advice: Option<Advised>,
    script: String,
}

/// A ship of A.
#[derive(Debug, Serialize)]
struct OwnShip {
    name: String,
    class: &'static str,
    index: i64,
    #[serde(flatten)]
    place: Place,
    /// A digit for each segment, from the bow: `1` if the segment is whole, `0` if it is destroyed.
    health: String,
    shots: Option<u32>,
    moves: Option<u32>,
    is_sunk: bool,
}

/// The place of a ship.
#[derive(Debug, Serialize)]
struct Place {
    row: i64,
    col: i64,
    heading: String,
    length: u32,
}

/// A ship of the AI, as far as A knows it.
#[derive(Debug, Serialize)]
struct EnemyShip {
    name: String,
    class: &'static str,
    length: u32,
    is_sunk: bool,
    /// A digit for each segment (see [`OwnShip`]), if A sees the whole ship or the game is over.
    health: Option<String>,
}

/// Rules of the game: how to win, what ships may do in a turn, when a game is drawn.
#[derive(Debug, Serialize)]
struct Rules {
    goal: String,
    guns: &'static str,
    draws: String,
}

impl Rules {
    fn of(known: &Briefing) -> Self {
        let fleet: i64 = known.sizes(known.side().other()).iter().sum();
        let goal =
            format!("Sink their {} to win.", count(usize::try_from(fleet).unwrap_or(0), "ship"));
        Self { goal, guns: words::guns(known.is_extended()), draws: words::draws() }
    }
}

/// Advice to A: an order or the end of the turn, the reason, and the target of the order.
#[derive(Debug, Serialize)]
struct Advised {
    words: String,
    why: String,
    at: Option<Field>,
}

/// What a ship can do.
#[derive(Debug, Serialize)]
pub(super) struct Offer {
    ways: Vec<Way>,
    cannon: Field,
    /// The range of the ship; `None` if the range has no limit.
    range: Option<u32>,
    /// Whether the ship can shoot in this turn.
    shoots: bool,
}

/// A move of a ship.
#[derive(Debug, Serialize)]
struct Way {
    sign: String,
    /// The place after the move.
    place: Option<Place>,
    /// Why the move is illegal.
    why: Option<String>,
}

impl View {
    pub(super) fn of(hand: &mut Hand) -> Self {
        let shots = hand.shots.standing(&hand.game);
        let game = &hand.game;
        let (known, ending) = (game.briefing(), game.ending());
        let is_over = ending.is_some();
        let dims = known.dims();
        let board = dims.rect();
        let news = game.news();
        let struck = news.into_iter().flat_map(|news| news.struck.iter().map(|it| it.at));
        let misses = news.into_iter().flat_map(|news| news.misses.iter().copied());
        let winner = ending.and_then(Ending::winner);
        Self {
            turn: game.turn(),
            setup: hand.start.name.clone(),
            seed: game.seed().to_string(),
            machine: game.machine().name(),
            size: [dims.rows(), dims.cols()],
            starts: [Side::First, Side::Second].map(|side| edges(known.start(side).common(&board))),
            reefs: known.sea().reefs().sorted().iter().map(|at| field(*at)).collect(),
            own: known.own().iter().map(|(name, ship)| OwnShip::of(*name, ship, game)).collect(),
            enemy: enemy(game, &known, is_over),
            their_ships: known.sizes(game.person().other()).iter().sum(),
            seen: seen(game, &known, is_over),
            known: sight(&known, is_over),
            shots: shots.into_iter().map(|(at, is_hit)| (at.row, at.col, is_hit)).collect(),
            theirs: struck.chain(misses).map(field).collect(),
            may_place: may_place(game),
            is_stuck: hand.is_stuck,
            is_over,
            winner: winner.map(Side::name),
            result: ending.map(|ending| result(ending, game)).unwrap_or_default(),
            score: (hand.score.played > 0).then(|| hand.score.words()),
            said: hand.messages.clone(),
            rules: Rules::of(&known),
            advice: hand.advice.as_ref().map(|advice| Advised {
                words: advice.order.map_or("End turn".to_owned(), |it| it.to_string()),
                why: advice.why.clone(),
                at: advice.order.and_then(|order| order.target()).map(field),
            }),
            script: String::from_utf8_lossy(&hand.script()).into_owned(),
        }
    }
}

impl OwnShip {
    fn of(name: ShipName, ship: &Ship, game: &Versus) -> Self {
        let (shots, moves) = game.remaining(name, ship);
        Self {
            name: words::called(name),
            class: name.class.into(),
            index: name.index,
            place: Place::of(ship.hull()),
            health: health(ship),
            shots,
            moves,
            is_sunk: ship.is_sunk(),
        }
    }
}

impl Place {
    fn of(hull: &Hull) -> Self {
        let Coord { row, col } = hull.bow();
        Self { row, col, heading: hull.heading().to_string(), length: hull.length() }
    }
}

impl Offer {
    /// Returns what a ship of A can do, if A has the ship.
    pub(super) fn of(game: &Versus, name: ShipName) -> Option<Self> {
        let known = game.briefing();
        let ship = known.own().get(&name)?;
        let way = |way: Manoeuvre| {
            let order = Order::Move(name, way);
            let why = match game.check(order) {
                Err(Rejected::Illegal(illegal)) => Some(words::illegal(&illegal, &known, &BUTTONS)),
                Err(over @ Rejected::Over) => Some(over.to_string()),
                Ok(()) => {
                    let again = game.refusal(order);
                    again.map(|reason| words::refused(reason, order, &known, &BUTTONS))
                }
            };
            let place = ship.hull().moved(way).map(|hull| Place::of(&hull));
            Way { sign: way.to_string(), place: place.filter(|_| why.is_none()), why }
        };
        let (shots, _) = game.remaining(name, ship);
        Some(Self {
            ways: Manoeuvre::ALL.map(way).into(),
            cannon: field(ship.hull().field(CANNON)),
            range: if known.is_extended() { name.class.range() } else { None },
            shoots: known.is_complete() && (!known.is_extended() || shots.unwrap_or(0) > 0),
        })
    }
}

fn field(at: Coord) -> Field {
    [at.row, at.col]
}

fn edges(rect: Rect) -> [i64; 4] {
    [rect.top, rect.left, rect.bottom, rect.right]
}

fn health(ship: &Ship) -> String {
    let digit = |segment| if ship.is_healthy(segment) { '1' } else { '0' };
    (0..ship.hull().length()).map(digit).collect()
}

/// Returns the ships of the AI as far as A knows them; all of them when the game is over.
fn enemy(game: &Versus, known: &Briefing, is_over: bool) -> Vec<EnemyShip> {
    let (fleet, board) = (game.game().fleet(game.person().other()), game.game().board());
    let true_ship = |name| {
        let found = fleet.ships().find(|(placed, _)| is_over && *placed == name);
        found.and_then(|(_, id)| board.get(id))
    };
    let of = |(name, ship): (ShipName, Option<&Ship>)| EnemyShip {
        name: words::called(name),
        class: name.class.into(),
        length: name.class.length(),
        is_sunk: known.is_sunk(name),
        health: true_ship(name).or(ship).map(health),
    };
    known.enemy().map(of).collect()
}

/// Returns the segments of the AI that A sees; all of them when the game is over.
fn seen(game: &Versus, known: &Briefing, is_over: bool) -> Vec<(i64, i64, Section)> {
    if !is_over {
        return known.seen().iter().map(|(at, section)| (at.row, at.col, *section)).collect();
    }
    let theirs = game.person().other();
    let board = game.game().board();
    let ships = game.game().fleet(theirs).ships().filter_map(|(_, id)| board.get(id));
    let segments = ships.flat_map(|ship| (0..ship.hull().length()).map(move |it| (ship, it)));
    let place = |(ship, segment): (&Ship, u32)| {
        let Coord { row, col } = ship.hull().field(segment);
        (row, col, Section::of(ship, segment))
    };
    segments.map(place).collect()
}

/// Returns the fields that A sees; all of them when the game is over.
fn sight(known: &Briefing, is_over: bool) -> Vec<[i64; 3]> {
    if is_over {
        let dims = known.dims();
        return (0..dims.rows()).map(|row| [row, 0, dims.cols() - 1]).collect();
    }
    known.known().runs().iter().map(|run| [run.row, run.first, run.last]).collect()
}

/// Whether A may place ships elsewhere. This is allowed while A has only placed ships in this turn
/// and the AI has no ships yet. Once the AI has ships, new places could reveal them.
fn may_place(game: &Versus) -> bool {
    let is_placing = |order: Order| matches!(order, Order::Place { .. });
    let steps = game.steps();
    game.may_place_again()
        && game.ending().is_none()
        && !steps.is_empty()
        && steps.iter().all(|step| is_placing(step.order))
}

/// Returns how the game has ended and what each side has done.
fn result(ending: Ending, game: &Versus) -> Vec<String> {
    let tally = game.tally();
    let [you, they] = [game.person(), game.person().other()].map(|side| sums(&tally[side]));
    let mut lines =
        vec![words::ended(ending, game), format!("you: {you}"), format!("they: {they}")];
    if let Some(turn) = game.first_undone() {
        lines.push(format!("A turn was taken back: the game was fair until turn {turn}."));
    }
    lines
}

/// Returns what a side has done, in words.
fn sums(tally: &Tally) -> String {
    let Tally { shots, hits, sunk, planes, .. } = *tally;
    let [shots, hits, planes] = [count(shots, "shot"), count(hits, "hit"), count(planes, "plane")];
    format!("{shots}, {hits}, {sunk} sunk, {planes}")
}
