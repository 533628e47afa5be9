//! A game in play: the position, both fleets, and the last two turns. Also makes the pages that a
//! person sees. During the game, a page shows only what this person may know.

use super::aim::ENEMY;
use super::grid::Sea;
use super::page::Page;
use super::words::{self, Notes, Turn};
use broadside::ai::Forfeit;
use broadside::arena::versus::words::count;
use broadside::board::{BySide, Side};
use broadside::dice::Seed;
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::arsenal::record::{HEAD, add_fleet, add_lost_turn, add_move};
use broadside::rules::arsenal::{Fleet, Game, Lost, Move, Outcome, Refusal, Standing, Tracking};
use broadside::rules::grids::record::Record;
use broadside::text::padding;

/// The facts that are settled before the fleets are placed.
#[derive(Debug)]
pub(super) struct Terms {
    /// The names have no control characters.
    pub(super) names: BySide<String>,
    pub(super) tracking: Tracking,
    pub(super) starter: Side,
}

impl Terms {
    pub(super) fn title(&self) -> String {
        format!("{} against {}", self.names.first, self.names.second)
    }
}

#[derive(Debug)]
pub(super) struct Play {
    pub(super) terms: Terms,
    pub(super) game: Game,
    fleets: BySide<Fleet>,
    log: Vec<(Side, Turn)>,
    radar: BySide<RadarAreas>,
    tally: BySide<Tally>,
    /// The place that the person typed for the next move.
    pub(super) place: String,
    /// The game as a text for `replay`.
    pub(super) record: Record,
}

/// Cells of the areas in which radar found a ship, and in which it found none. Cell number n is in
/// a set if bit n is 1.
#[derive(Clone, Copy, Debug, Default)]
struct RadarAreas {
    ships: u128,
    empty: u128,
}

impl Play {
    pub(super) fn new(terms: Terms, fleets: BySide<Fleet>, seed: &Seed) -> Self {
        let game = Game::new(&fleets, terms.starter);
        let [first, second] = Side::ALL.map(|side| &*terms.names[side]);
        let mut record =
            Record::new(&format!("game 1, seed {seed}: A is {first}, B is {second}"), HEAD);
        for side in Side::ALL {
            add_fleet(&mut record, side, &fleets[side]);
        }
        let (radar, tally, place) = (BySide::default(), BySide::default(), String::new());
        Self { terms, game, fleets, log: Vec::new(), radar, tally, place, record }
    }

    /// Plays a turn of the side to move. This side loses the turn if `choice` is an error or the
    /// move is not allowed. Returns an error only if the game is over.
    pub(super) fn turn(&mut self, choice: Result<Move, Lost>) -> Result<&Turn, Refusal> {
        let side = self.game.mover();
        let played = choice.and_then(|play| Ok((play, self.game.play(play)?)));
        match &played {
            Ok((play, outcome)) => add_move(&mut self.record, side, *play, outcome),
            Err(reason) => {
                self.game.lose_turn()?;
                add_lost_turn(&mut self.record, side, reason);
            }
        }
        if let Ok((Move::Radar(area), Outcome::Radar { found })) = played {
            let areas = &mut self.radar[side];
            *(if found { &mut areas.ships } else { &mut areas.empty }) |= area.set();
        }
        if self.log.len() == 2 {
            self.log.remove(0);
        }
        let turn = Turn { play: played, place: std::mem::take(&mut self.place) };
        self.tally[side].add(&turn);
        self.log.push((side, turn));
        Ok(&self.log[self.log.len() - 1].1)
    }

    pub(super) fn page(&self, viewer: Side) -> Page {
        let known = self.game.knowledge(viewer);
        let name = |side| if side == viewer { "You" } else { &*self.terms.names[side] };
        let mut enemy = Sea::of_enemy(&known, self.terms.tracking);
        let ships = self.fleets[viewer].ships();
        if self.terms.tracking == Tracking::Easy {
            let RadarAreas { ships, empty } = self.radar[viewer];
            (enemy.radar_ships, enemy.radar_empty) = (ships, empty);
        }
        let mut own = Sea::own(ships, known.incoming(), self.terms.tracking);
        own.smoke = self.game.smoke(viewer);
        for (side, turn) in &self.log {
            match turn.play {
                Ok((Move::Smoke(area), _)) if *side == viewer => own.last = area.set(),
                Ok((Move::Smoke(_), _)) | Err(_) => {}
                Ok((play, _)) if *side == viewer => enemy.last = play.set(),
                Ok((play, _)) => own.last = play.set(),
            }
        }
        let turn = format!("turn {} - your move", self.game.turns(viewer) + 1);
        Page {
            head: [self.terms.title(), turn],
            sides: ["Them", "You"].map(str::to_owned),
            moves: self
                .log
                .iter()
                .map(|(side, turn)| turn.words(name(*side), *side == viewer))
                .collect(),
            captions: words::CAPTIONS,
            seas: [enemy, own],
            notes: Notes { help: words::FIRST_MOVE_HELP, ..Notes::default() },
            allowed: known.allowed_moves(),
            ..Page::default()
        }
    }

    /// Returns the page after a move. It asks the viewer to leave the seat to the other person.
    pub(super) fn result_page(&self, viewer: Side) -> Page {
        let other = &self.terms.names[viewer.other()];
        let question = format!("Press Enter, then {other} takes the seat:");
        let head = [self.terms.title(), "your move is made".to_owned()];
        Page {
            head,
            question,
            allowed: String::new(),
            notes: Notes::default(),
            ..self.page(viewer)
        }
    }

    /// Returns the page after the game. Against a bot, the second grid still shows the person's
    /// fleet. After a game of two persons, the first grid shows the fleet of player 1.
    pub(super) fn last_page(&self, with_bot: bool) -> Page {
        let viewer = if with_bot { Side::First } else { Side::Second };
        let mut page = self.page(viewer);
        page.seas[ENEMY].ships = self.fleets[viewer.other()].ships().to_vec();
        (page.allowed, page.notes) = (String::new(), Notes::default());
        page.captions = words::REVEALED;
        if !with_bot {
            let line = |(side, turn): &(Side, Turn)| turn.words(&self.terms.names[*side], false);
            page.moves = self.log.iter().map(line).collect();
            page.captions = ["Player 1", "Player 2"];
            page.sides = [Side::First, Side::Second].map(|side| self.terms.names[side].clone());
        }
        let winner = self.winner().map_or("", |side| &self.terms.names[side]);
        let limit = matches!(self.game.standing(), Standing::Limit(_));
        let remark = if limit { "Turn limit reached. " } else { "" };
        page.question = format!("{remark}{winner} wins.");
        page.head = [self.terms.title(), "the game is over".to_owned()];
        page.statistics = statistics(&Side::ALL.map(|side| self.column(side)));
        page
    }

    fn column(&self, side: Side) -> Column<'_> {
        let (name, tally) = (&*self.terms.names[side], self.tally[side]);
        let cells = self.fleets[side.other()].set().count_ones();
        Column { name, tally, cells: [self.game.hits(side), cells], turns: self.game.turns(side) }
    }

    /// Returns a line for each side: how many cells it hit, and how many turns it had.
    pub(super) fn sums(&self) -> Vec<String> {
        let of = |side: Side| {
            let Column { name, cells: [hits, cells], turns, .. } = self.column(side);
            format!("{name}: hit {hits} of {cells} cells in {}", count(turns as usize, "turn"))
        };
        Side::ALL.map(of).to_vec()
    }

    pub(super) const fn winner(&self) -> Option<Side> {
        match self.game.standing() {
            Standing::Open => None,
            Standing::Won(winner) | Standing::Limit(winner) => Some(winner),
        }
    }
}

pub(super) enum Ending {
    Forfeit {
        names: BySide<String>,
        loser: Side,
        /// Why the bot gave no valid fleet or move. `None` if the input of a person ended.
        reason: Option<Forfeit>,
    },
    Over(Box<Play>),
}

impl Ending {
    fn winner(&self) -> Option<Side> {
        match self {
            Self::Forfeit { loser, .. } => Some(loser.other()),
            Self::Over(play) => play.winner(),
        }
    }

    /// Tells the bot, which is always the second side, whether it won.
    pub(super) fn report_to(&self, bot: &mut dyn Captain) {
        bot.hear(&Report::Over { won: self.winner() == Some(Side::Second) });
    }

    pub(super) fn add_to(&self, record: &mut Record) {
        if let Self::Forfeit { loser, reason, .. } = self {
            let reason = reason.as_ref().map_or("end of input".to_owned(), Forfeit::to_string);
            record.forfeit(*loser, &reason);
        }
    }
}

/// Counts the shots of a side. Radar, smoke and lost turns are not shots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    shots: u32,
    hits: u32,
    /// The number of hits since the last miss.
    run: u32,
    longest: u32,
}

#[derive(Clone, Debug)]
struct Column<'g> {
    name: &'g str,
    tally: Tally,
    /// How many cells of the other fleet are hit, and how many cells that fleet has.
    cells: [u32; 2],
    turns: u32,
}

type Entry = fn(&Column<'_>) -> String;

impl Tally {
    /// Counts a turn. A shot counts as a miss if all its cells were shot at before.
    fn add(&mut self, turn: &Turn) {
        let hit = match &turn.play {
            Ok((_, Outcome::Shot { hit, .. })) => *hit,
            Ok((_, Outcome::AlreadyTargeted)) => false,
            Ok((_, Outcome::Radar { .. } | Outcome::Smoke)) | Err(_) => return,
        };
        self.shots += 1;
        self.hits += u32::from(hit);
        self.run = if hit { self.run + 1 } else { 0 };
        self.longest = self.longest.max(self.run);
    }

    fn share(self) -> String {
        // Half of the divisor is added, so that the division rounds.
        let share = (200 * self.hits + self.shots).checked_div(2 * self.shots);
        share.map_or("-".to_owned(), |share| format!("{share} %"))
    }
}

/// Returns the statistics as a table, in lines of at most 48 columns.
fn statistics(sides: &[Column<'_>; 2]) -> Vec<String> {
    let rows: [(&str, Entry); 7] = [
        ("", |side| side.name.to_owned()),
        ("shots", |side| side.tally.shots.to_string()),
        ("hits", |side| side.tally.hits.to_string()),
        ("share", |side| side.tally.share()),
        ("longest run", |side| side.tally.longest.to_string()),
        ("cells hit", |side| format!("{} of {}", side.cells[0], side.cells[1])),
        ("turns", |side| side.turns.to_string()),
    ];
    let line = |(name, value): (&str, Entry)| {
        let values = sides.each_ref().map(|side| {
            let text = value(side);
            padding(&text, 18) + &text
        });
        format!("{name:<12}{}", values.concat())
    };
    rows.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::rules::arsenal::{Lost, Move};

    #[test]
    fn only_shots_count_and_the_longest_run_stays() {
        let fire: Move = "Fire B3".parse().unwrap();
        let shot = |hit| Ok((fire, Outcome::Shot { hit, sunk: Vec::new() }));
        let mut tally = Tally::default();
        for play in [
            shot(true),
            Ok((fire, Outcome::Radar { found: true })),
            shot(true),
            Ok((fire, Outcome::AlreadyTargeted)),
            Err(Lost::NotAMove),
            shot(true),
        ] {
            tally.add(&Turn { play, place: String::new() });
        }
        assert_eq!(tally, Tally { shots: 4, hits: 3, run: 1, longest: 2 });
        let of = |name, tally| Column { name, tally, cells: [3, 14], turns: 6 };
        let statistics = statistics(&[of("Alice", tally), of("Easy bot", Tally::default())]);
        assert_eq!(statistics[3], "share                     75 %                 -");
        assert!(statistics.iter().all(|line| line.chars().count() <= 48), "{statistics:?}");
        let wide = super::statistics(&[of("日本語", tally), of("Easy bot", Tally::default())]);
        assert_eq!(wide[0], statistics[0].replace(" Alice", "日本語"));
    }
}
