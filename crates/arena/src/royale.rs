//! A knockout between bots.

use super::bench::Bench;
use super::factory::CaptainFactory;
use super::play::{Ask, Played, play};
use super::summary::real;
use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::Captain;
use broadside_arcade::arsenal::record::HEAD;
use broadside_arcade::arsenal::{Knowledge, Move};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice, Stream};
use serde::Serialize;

/// How the cost of a move is measured, where a bout ends one all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// By the clock of the bench.
    Time,
    /// By work units: one for each move and one for each draw of chance made for it. The same on every
    /// machine.
    Steps,
}

/// How a bot came to a place in the bracket.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A bot that enters here.
    Bot(String),
    /// A bot that comes here by lot, without playing.
    Bye(Box<Node>),
    /// The winner of a bout.
    Winner(Box<Bout>),
}

/// A bot, and how it got there.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// The bot.
    pub bot: String,
    /// Its way.
    pub from: Origin,
}

/// Two games between two bots, each playing first once.
#[derive(Clone, Debug, Serialize)]
pub struct Bout {
    /// The two, in the order of the first game.
    pub sides: [Node; 2],
    /// Games won by each.
    pub score: [u32; 2],
    /// The winner: 0 or 1.
    pub winner: usize,
    /// Which comparison decided: `games`, `time`, `steps`, `turns`, `hits` or `coin`.
    pub by: &'static str,
    /// Cost of the moves of each: seconds, or steps.
    pub cost: [f64; 2],
    /// Turns that each needed for the game that it won, 0 for none.
    pub turns: [u32; 2],
    /// Ship cells hit by each.
    pub hits: [u32; 2],
    /// Games forfeited by each; they are lost.
    pub forfeits: [u32; 2],
    /// Why each forfeited its first game, if it did.
    pub why: [Option<String>; 2],
}

/// A whole knockout.
#[derive(Clone, Debug, Serialize)]
pub struct Royale {
    /// The winner and its way there.
    pub champion: Node,
    /// Third place, if there was a semi-final.
    pub third: Option<Third>,
}

/// How third place is settled.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Third {
    /// Two lost a semi-final: their bout.
    Bout(Bout),
    /// One lost a semi-final, and is third.
    Alone(Node),
}

/// A bot that is still in the knockout.
#[derive(Clone)]
struct Contender {
    who: CaptainFactory,
    node: Node,
    had_bye: bool,
}

/// Plays a knockout; `None` without an entrant, or when the bench stops it. A bot that forfeits a game
/// loses it. Pairs and byes are drawn from game 0 of the seed; bout k, from 1, has the dice of game k for
/// the fleets, all moves and the coin. Its games are kept as games 2k - 1 and 2k, counted from 1.
pub fn royale(bench: &Bench<'_>, entrants: &[CaptainFactory], clock: Clock) -> Option<Royale> {
    let mut knockout = Knockout { bench, clock, lots: Stream::new(&bench.seed, 0), bouts: 0 };
    let mut field = labelled(entrants);
    let mut losers = Vec::new();
    while field.len() > 2 {
        (field, losers) = knockout.round(field)?;
    }
    let third = match <[Contender; 2]>::try_from(losers) {
        Ok(losers) => Some(Third::Bout(knockout.bouts(&[losers])?.pop()?)),
        Err(losers) => losers.into_iter().next().map(|loser| Third::Alone(loser.node)),
    };
    if field.len() == 2 {
        (field, _) = knockout.round(field)?;
    }
    Some(Royale { champion: field.pop()?.node, third })
}

/// The entrants under their names; a name that was there before gets a number.
fn labelled(entrants: &[CaptainFactory]) -> Vec<Contender> {
    let label = |(index, who): (usize, &CaptainFactory)| {
        let before = entrants[..index].iter().filter(|other| other.name() == who.name()).count();
        let number = if before == 0 { String::new() } else { format!(" {}", before + 1) };
        let bot = format!("{}{number}", who.name());
        Contender {
            who: who.clone(),
            node: Node { bot: bot.clone(), from: Origin::Bot(bot) },
            had_bye: false,
        }
    };
    entrants.iter().enumerate().map(label).collect()
}

/// A knockout on its way.
struct Knockout<'a> {
    bench: &'a Bench<'a>,
    clock: Clock,
    lots: Stream,
    bouts: u64,
}

impl Knockout<'_> {
    /// Plays one round: those who are left, and those who lost.
    fn round(&mut self, mut field: Vec<Contender>) -> Option<(Vec<Contender>, Vec<Contender>)> {
        let (mut left, mut lost, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        if field.len() % 2 == 1 {
            left.push(self.bye(&mut field));
        }
        while let (Some(first), Some(second)) = (self.lot(&mut field), self.lot(&mut field)) {
            pairs.push([first, second]);
        }
        for (bout, [first, second]) in self.bouts(&pairs)?.into_iter().zip(pairs) {
            let (winner, loser) = if bout.winner == 0 { (first, second) } else { (second, first) };
            let node = Node { bot: winner.node.bot, from: Origin::Winner(Box::new(bout)) };
            left.push(Contender { node, ..winner });
            lost.push(loser);
        }
        Some((left, lost))
    }

    /// Draws a bot that goes on without playing, never one that did so before. With up to sixteen entrants
    /// there always is one.
    fn bye(&mut self, field: &mut Vec<Contender>) -> Contender {
        let fresh = |field: &[Contender]| -> Vec<usize> {
            (0..field.len()).filter(|index| !field[*index].had_bye).collect()
        };
        let fresh = fresh(field);
        let all = if fresh.is_empty() { (0..field.len()).collect() } else { fresh };
        let lucky = field.remove(all[self.below(all.len())]);
        let bot = lucky.node.bot.clone();
        let node = Node { bot, from: Origin::Bye(Box::new(lucky.node)) };
        Contender { who: lucky.who, node, had_bye: true }
    }

    fn lot(&mut self, field: &mut Vec<Contender>) -> Option<Contender> {
        if field.is_empty() { None } else { Some(field.swap_remove(self.below(field.len()))) }
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.lots.below(n as u64)).expect("a fall below n")
    }

    /// Plays the bouts of a round; `None` when the bench stops them.
    fn bouts(&mut self, pairs: &[[Contender; 2]]) -> Option<Vec<Bout>> {
        let first = self.bouts + 1;
        self.bouts += pairs.len() as u64;
        let bout = |number: u64| {
            let pair = usize::try_from(number - first).ok().and_then(|index| pairs.get(index));
            pair.map(|pair| self.bout(number, pair)).ok_or(())
        };
        let batches = self.bench.play(first..self.bouts + 1, 1, bout, |_| false).ok()?;
        let bouts: Vec<_> = batches.into_iter().flat_map(|batch| batch.games).collect();
        (bouts.len() == pairs.len()).then_some(bouts)
    }

    /// Plays two games and decides. Source: spec arsenal §6.
    fn bout(&self, number: u64, pair: &[Contender; 2]) -> Bout {
        let mut dice = Stream::new(&self.bench.seed, number);
        let mut meter =
            Meter { bench: self.bench, clock: self.clock, cost: [0.0; 2], record: None };
        let mut totals = Totals::default();
        let names = [&*pair[0].node.bot, &*pair[1].node.bot];
        for (starter, game) in Side::ALL.into_iter().zip(2 * (number - 1)..) {
            let captains = BySide {
                first: pair[0].who.make_for((game, Side::First)),
                second: pair[1].who.make_for((game, Side::Second)),
            };
            let which = format!(" in bout {number}");
            meter.record = self.bench.record((game, &which), names, HEAD);
            let played = play(captains, starter, &mut dice, &mut meter);
            self.bench.keep(game, meter.record.as_ref(), played.forfeit.is_some());
            totals.add(&played);
        }
        totals.cost = meter.cost;
        let (winner, by) = totals.decide(self.clock, &mut dice);
        let Totals { score, cost, turns, hits, forfeits, why } = totals;
        let sides = pair.clone().map(|side| side.node);
        Bout { sides, score, winner, by, cost, turns, hits, forfeits, why }
    }
}

/// What two games came to, for each of the two bots.
#[derive(Clone, Debug, Default)]
struct Totals {
    score: [u32; 2],
    cost: [f64; 2],
    turns: [u32; 2],
    hits: [u32; 2],
    forfeits: [u32; 2],
    why: [Option<String>; 2],
}

impl Totals {
    /// Adds a game, but for its cost.
    fn add(&mut self, played: &Played) {
        let winner = played.winner;
        self.score[index(winner)] += 1;
        self.turns[index(winner)] += played.turns[winner];
        for side in Side::ALL {
            self.hits[index(side)] += played.hits[side];
        }
        if let Some(forfeit) = &played.forfeit {
            let loser = index(winner.other());
            self.forfeits[loser] += 1;
            self.why[loser].get_or_insert_with(|| forfeit.to_string());
        }
    }

    /// Who wins, and which comparison says so.
    fn decide(&self, clock: Clock, dice: &mut dyn Dice) -> (usize, &'static str) {
        let Self { score, cost, turns, hits, .. } = *self;
        let clock = match clock {
            Clock::Time => "time",
            Clock::Steps => "steps",
        };
        if score[0] != score[1] {
            (usize::from(score[0] < score[1]), "games")
        } else if cost[0] < cost[1] || cost[1] < cost[0] {
            (usize::from(cost[1] < cost[0]), clock)
        } else if turns[0] != turns[1] {
            (usize::from(turns[1] < turns[0]), "turns")
        } else if hits[0] != hits[1] {
            (usize::from(hits[1] > hits[0]), "hits")
        } else {
            (usize::from(dice.below(2) == 1), "coin")
        }
    }
}

/// Asks for moves and adds up what those of each bot cost.
struct Meter<'a> {
    bench: &'a Bench<'a>,
    clock: Clock,
    cost: [f64; 2],
    record: Option<Record>,
}

impl Ask for Meter<'_> {
    fn ask(
        &mut self,
        side: Side,
        captain: &mut dyn Captain,
        known: &Knowledge<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Move, Forfeit> {
        let mut counted = Counted { dice, draws: 0 };
        let start = (self.bench.clock)();
        let choice = captain.choose(known, &mut counted);
        let spent = (self.bench.clock)().saturating_sub(start).as_secs_f64();
        self.cost[index(side)] += match self.clock {
            Clock::Time => spent,
            Clock::Steps => real(counted.draws + 1),
        };
        choice
    }

    fn record(&mut self) -> Option<&mut Record> {
        self.record.as_mut()
    }
}

const fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// Dice that count how often they fall.
struct Counted<'d> {
    dice: &'d mut dyn Dice,
    draws: usize,
}

impl Dice for Counted<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.draws += 1;
        self.dice.below(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byes(node: &Node) -> Vec<String> {
        match &node.from {
            Origin::Bot(_) => Vec::new(),
            Origin::Bye(before) => [vec![node.bot.clone()], byes(before)].concat(),
            Origin::Winner(bout) => bout.sides.iter().flat_map(byes).collect(),
        }
    }

    #[test]
    fn the_first_figure_that_differs_decides() {
        let won = |score, cost, turns, hits| {
            let totals = Totals { score, cost, turns, hits, ..Totals::default() };
            totals.decide(Clock::Steps, &mut Stream::new(&1.into(), 0))
        };
        assert_eq!(won([4, 6], [1.0, 2.0], [8, 9], [9, 8]), (1, "games"));
        assert_eq!(won([6, 4], [2.0, 1.0], [9, 8], [8, 9]), (0, "games"));
        assert_eq!(won([5, 5], [2.0, 1.0], [8, 9], [9, 8]), (1, "steps"));
        assert_eq!(won([5, 5], [1.0, 2.0], [9, 8], [8, 9]), (0, "steps"));
        assert_eq!(won([5, 5], [1.0, 1.0], [9, 8], [9, 8]), (1, "turns"));
        assert_eq!(won([5, 5], [1.0, 1.0], [9, 9], [8, 9]), (1, "hits"));
        assert_eq!(won([5, 5], [1.0, 1.0], [9, 9], [9, 9]).1, "coin");
    }

    #[test]
    fn no_bot_has_two_byes_and_the_bracket_is_the_same_every_time() {
        let easy = CaptainFactory::from_name("easy").unwrap();
        for count in 1..=16 {
            let play =
                || royale(&Bench::new(count, 0), &vec![easy.clone(); count], Clock::Steps).unwrap();
            let result = play();
            let mut byes = byes(&result.champion);
            let all = byes.len();
            byes.sort();
            byes.dedup();
            assert_eq!(byes.len(), all);
            assert_eq!(format!("{result:?}"), format!("{:?}", play()));
            let four_last = matches!(count, 4 | 7 | 8 | 13..=16);
            match result.third {
                Some(Third::Bout(_)) => assert!(four_last, "{count}"),
                Some(Third::Alone(_)) => assert!(!four_last && count > 2, "{count}"),
                None => assert!(count <= 2, "{count}"),
            }
        }
        assert!(royale(&Bench::new(1, 0), &[], Clock::Steps).is_none());
    }

    #[test]
    fn ties_are_broken_in_order() {
        let even = Totals {
            score: [1, 1],
            cost: [2.0, 2.0],
            turns: [30, 30],
            hits: [20, 20],
            ..Totals::default()
        };
        let decide = |totals: &Totals| {
            let mut dice = broadside_core::dice::ScriptedDice::new([1]);
            totals.decide(Clock::Steps, &mut dice)
        };
        assert_eq!(decide(&even), (1, "coin"));
        assert_eq!(decide(&Totals { hits: [21, 20], ..even.clone() }), (0, "hits"));
        assert_eq!(decide(&Totals { turns: [31, 30], ..even.clone() }), (1, "turns"));
        assert_eq!(
            decide(&Totals { cost: [1.0, 2.0], turns: [31, 30], ..even.clone() }),
            (0, "steps")
        );
        assert_eq!(
            decide(&Totals { score: [0, 2], cost: [1.0, 2.0], ..even.clone() }),
            (1, "games")
        );
    }
}
