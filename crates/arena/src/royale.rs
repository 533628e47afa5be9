//! A knockout between bots with all weapons: in each round, bots play in pairs, and losers leave.

use super::duel::{FinishedGame, Pairing, play};
use super::factory::CaptainFactory;
use super::series::Bench;
use super::summary::real;
use broadside_core::board::Side;
use broadside_core::dice::{Dice, Stream, index_below};
use serde::Serialize;

/// How the cost of a move is measured. If each bot wins one game, the bot with the lower cost wins
/// the [`Bout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The clock of the [`Bench`] measures the cost as time.
    Time,
    /// A move costs one step, and one more step for each random number drawn for the move. This
    /// cost is equal on every computer.
    Steps,
}

impl Clock {
    /// Returns the name of the clock.
    #[doc(hidden)]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Steps => "steps",
        }
    }
}

/// How a bot reached its place in the bracket. The bracket is the tree of the bouts, with the
/// champion at its root. The bout for the third place is not in the bracket.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The bot enters the knockout here.
    Bot(String),
    /// The bot drew a bye: it goes to the next round without playing.
    Bye(Box<Node>),
    /// The bot won a bout.
    Winner(Box<Bout>),
}

/// A place in the bracket.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// The bot at this place.
    pub bot: String,
    /// How the bot reached this place.
    pub from: Origin,
}

/// Two games between two bots. Each bot plays first in one game.
#[derive(Clone, Debug, Serialize)]
pub struct Bout {
    /// Both bots. Index 0 is the bot that plays first in the first game.
    pub sides: [Node; 2],
    /// The number of games that each bot won.
    pub score: [u32; 2],
    /// The index of the winner: 0 or 1.
    pub winner: usize,
    /// The comparison that decided the bout: `games`, `time`, `steps`, `turns`, `hits` or `coin`.
    pub by: &'static str,
    /// The cost of all moves of each bot, in seconds or in steps.
    pub cost: [f64; 2],
    /// The number of turns of each bot in the games that it won.
    pub turns: [u32; 2],
    /// The number of ship cells that each bot has hit.
    pub hits: [u32; 2],
    /// The number of games that each bot forfeited. The bot loses them.
    pub forfeits: [u32; 2],
    /// Why each bot forfeited for the first time, if it did.
    pub why: [Option<String>; 2],
}

/// The result of a knockout.
#[derive(Clone, Debug, Serialize)]
pub struct Royale {
    /// The winner. Its node is the root of the bracket.
    pub champion: Node,
    /// The third place, if there was a semi-final.
    pub third: Option<Third>,
}

/// The bot in the third place, and how it got there.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Third {
    /// The bout of the two losers of the semi-finals.
    Bout(Bout),
    /// The only loser, if there was only one semi-final.
    Alone(Node),
}

#[derive(Clone)]
struct Contender {
    factory: CaptainFactory,
    node: Node,
    had_bye: bool,
}

/// Plays a knockout. Returns `None` without an entrant, or if the bench stops the knockout.
///
/// A seed gives independent streams of random numbers, counted from 0. Pairs and byes are drawn
/// from stream 0. The fleets, the moves and the coin of bout k are drawn from stream k. The games
/// of bout k are kept as games 2k - 1 and 2k. Here bouts and games count from 1.
pub fn royale(bench: &Bench<'_>, entrants: &[CaptainFactory], clock: Clock) -> Option<Royale> {
    let mut knockout =
        Knockout { bench, clock, dice: Stream::new(&bench.seed, 0), bouts_so_far: 0 };
    let mut contenders = labelled(entrants);
    let mut losers = Vec::new();
    while contenders.len() > 2 {
        (contenders, losers) = knockout.round(contenders)?;
    }
    let third = match <[Contender; 2]>::try_from(losers) {
        Ok(losers) => Some(Third::Bout(knockout.bouts(&[losers])?.pop()?)),
        Err(losers) => losers.into_iter().next().map(|loser| Third::Alone(loser.node)),
    };
    if contenders.len() == 2 {
        (contenders, _) = knockout.round(contenders)?;
    }
    Some(Royale { champion: contenders.pop()?.node, third })
}

/// Gives each entrant a name. If an earlier entrant has the same name, a number follows the name.
fn labelled(entrants: &[CaptainFactory]) -> Vec<Contender> {
    let label = |(index, factory): (usize, &CaptainFactory)| {
        let before =
            entrants[..index].iter().filter(|other| other.name() == factory.name()).count();
        let number = if before == 0 { String::new() } else { format!(" {}", before + 1) };
        let bot = format!("{}{number}", factory.name());
        Contender {
            factory: factory.clone(),
            node: Node { bot: bot.clone(), from: Origin::Bot(bot) },
            had_bye: false,
        }
    };
    entrants.iter().enumerate().map(label).collect()
}

struct Knockout<'a> {
    bench: &'a Bench<'a>,
    clock: Clock,
    dice: Stream,
    bouts_so_far: u64,
}

impl Knockout<'_> {
    /// Plays a round. Returns first the contenders that go on, then the losers. Returns `None` if
    /// the bench stops the bouts.
    fn round(
        &mut self,
        mut contenders: Vec<Contender>,
    ) -> Option<(Vec<Contender>, Vec<Contender>)> {
        let (mut remaining, mut lost, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        if contenders.len() % 2 == 1 {
            remaining.push(self.bye(&mut contenders));
        }
        while let (Some(first), Some(second)) =
            (self.draw(&mut contenders), self.draw(&mut contenders))
        {
            pairs.push([first, second]);
        }
        for (bout, [first, second]) in self.bouts(&pairs)?.into_iter().zip(pairs) {
            let (winner, loser) = if bout.winner == 0 { (first, second) } else { (second, first) };
            let node = Node { bot: winner.node.bot, from: Origin::Winner(Box::new(bout)) };
            remaining.push(Contender { node, ..winner });
            lost.push(loser);
        }
        Some((remaining, lost))
    }

    /// Draws the contender that goes on without playing. A contender has a second bye only if all
    /// remaining contenders have had a bye. With up to sixteen entrants, no contender has a second
    /// bye.
    fn bye(&mut self, contenders: &mut Vec<Contender>) -> Contender {
        let mut all: Vec<_> =
            (0..contenders.len()).filter(|index| !contenders[*index].had_bye).collect();
        if all.is_empty() {
            all = (0..contenders.len()).collect();
        }
        let lucky = contenders.remove(all[index_below(all.len(), &mut self.dice)]);
        let bot = lucky.node.bot.clone();
        let node = Node { bot, from: Origin::Bye(Box::new(lucky.node)) };
        Contender { factory: lucky.factory, node, had_bye: true }
    }

    fn draw(&mut self, contenders: &mut Vec<Contender>) -> Option<Contender> {
        let index = index_below(contenders.len(), &mut self.dice);
        (index < contenders.len()).then(|| contenders.swap_remove(index))
    }

    /// Plays a bout for each pair. Returns `None` if the bench stops the bouts.
    fn bouts(&mut self, pairs: &[[Contender; 2]]) -> Option<Vec<Bout>> {
        let first = self.bouts_so_far + 1;
        self.bouts_so_far += pairs.len() as u64;
        let bout = |number: u64| {
            let pair = usize::try_from(number - first).ok().and_then(|index| pairs.get(index));
            pair.map(|pair| self.bout(number, pair)).ok_or(())
        };
        let batches =
            self.bench.play(first..self.bouts_so_far + 1, 1, bout, Bout::has_forfeit).ok()?;
        let bouts: Vec<_> = batches.into_iter().flat_map(|batch| batch.games).collect();
        (bouts.len() == pairs.len()).then_some(bouts)
    }

    /// Plays the two games of a bout and decides the winner (spec arsenal §6).
    fn bout(&self, number: u64, pair: &[Contender; 2]) -> Bout {
        let mut dice = Stream::new(&self.bench.seed, number);
        let mut bout = Bout::new(pair.clone().map(|side| side.node));
        let names = [&*pair[0].node.bot, &*pair[1].node.bot];
        let note = format!(" in bout {number}");
        for (starter, game) in Side::ALL.into_iter().zip(2 * (number - 1)..) {
            let pairing = Pairing {
                number: game,
                note: &note,
                names,
                starter,
                first: &pair[0].factory,
                second: Some(&pair[1].factory),
            };
            bout.add(&play(self.bench, &pairing, &mut dice), self.clock);
        }
        (bout.winner, bout.by) = bout.decide(self.clock, &mut dice);
        bout
    }
}

impl Bout {
    const fn new(sides: [Node; 2]) -> Self {
        Self {
            sides,
            score: [0; 2],
            winner: 0,
            by: "",
            cost: [0.0; 2],
            turns: [0; 2],
            hits: [0; 2],
            forfeits: [0; 2],
            why: [None, None],
        }
    }

    fn add(&mut self, played: &FinishedGame, clock: Clock) {
        let (winner, loser) = (played.winner, played.winner.other() as usize);
        self.score[winner as usize] += 1;
        self.turns[winner as usize] += played.turns[winner];
        for side in Side::ALL {
            self.hits[side as usize] += played.hits[side];
        }
        for cost in &played.costs {
            self.cost[cost.side as usize] += match clock {
                Clock::Time => cost.time.as_secs_f64(),
                Clock::Steps => real(cost.draws + 1),
            };
        }
        if let Some(forfeit) = &played.forfeit {
            self.forfeits[loser] += 1;
            self.why[loser].get_or_insert_with(|| forfeit.to_string());
        }
    }

    fn has_forfeit(&self) -> bool {
        self.forfeits != [0; 2]
    }

    /// Returns the index of the winner, and the name of the comparison that decides.
    fn decide(&self, clock: Clock, dice: &mut dyn Dice) -> (usize, &'static str) {
        let Self { score, cost, turns, hits, .. } = *self;
        if score[0] != score[1] {
            (usize::from(score[0] < score[1]), "games")
        } else if cost[0] < cost[1] || cost[1] < cost[0] {
            (usize::from(cost[1] < cost[0]), clock.name())
        } else if turns[0] != turns[1] {
            (usize::from(turns[1] < turns[0]), "turns")
        } else if hits[0] != hits[1] {
            (usize::from(hits[1] > hits[0]), "hits")
        } else {
            (usize::from(dice.below(2) == 1), "coin")
        }
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
        for (score, cost, turns, hits, decision) in [
            ([4, 6], [1.0, 2.0], [8, 9], [9, 8], (1, "games")),
            ([6, 4], [2.0, 1.0], [9, 8], [8, 9], (0, "games")),
            ([5, 5], [2.0, 1.0], [8, 9], [9, 8], (1, "steps")),
            ([5, 5], [1.0, 2.0], [9, 8], [8, 9], (0, "steps")),
            ([5, 5], [1.0, 1.0], [9, 8], [9, 8], (1, "turns")),
            ([5, 5], [1.0, 1.0], [9, 9], [8, 9], (1, "hits")),
            ([5, 5], [1.0, 1.0], [9, 9], [9, 8], (0, "hits")),
            ([5, 5], [1.0, 1.0], [9, 9], [9, 9], (1, "coin")),
        ] {
            let node = || Node { bot: String::new(), from: Origin::Bot(String::new()) };
            let bout = Bout { score, cost, turns, hits, ..Bout::new([node(), node()]) };
            let mut coin = broadside_core::dice::ScriptedDice::new([1]);
            assert_eq!(bout.decide(Clock::Steps, &mut coin), decision);
        }
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
            let two_semi_finals = matches!(count, 4 | 7 | 8 | 13..=16);
            match result.third {
                Some(Third::Bout(_)) => assert!(two_semi_finals, "{count}"),
                Some(Third::Alone(_)) => assert!(!two_semi_finals && count > 2, "{count}"),
                None => assert!(count <= 2, "{count}"),
            }
        }
        assert!(royale(&Bench::new(1, 0), &[], Clock::Steps).is_none());
    }
}
