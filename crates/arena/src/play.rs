//! One game between two captains: the loop that duels and knockouts share. A game that is to be kept is
//! taken down on the way.

use broadside_arcade::ai::Forfeit;
use broadside_arcade::arsenal::bots::{Captain, Report};
use broadside_arcade::arsenal::record::{add_fleet, add_move};
use broadside_arcade::arsenal::{Fleet, Game, Knowledge, Move, Outcome, Refusal, Standing};
use broadside_arcade::grids::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::Dice;

/// Asks a captain for a move, and measures what the answer costs. Holds the record of a game that is kept.
pub(super) trait Ask {
    /// The answer of the captain of `side`.
    fn ask(
        &mut self,
        side: Side,
        captain: &mut dyn Captain,
        known: &Knowledge<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Move, Forfeit>;

    /// The record of this game, if there is to be one.
    fn record(&mut self) -> Option<&mut Record>;
}

/// How a game went.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) winner: Side,
    /// Why the other side forfeited, if it did.
    pub(super) forfeit: Option<Forfeit>,
    /// Turns of each side.
    pub(super) turns: BySide<u32>,
    /// Ship cells hit by each side.
    pub(super) hits: BySide<u32>,
}

/// Plays a game. Draws: the fleet of the first side, that of the second, then the moves.
pub(super) fn play(
    mut captains: BySide<Box<dyn Captain>>,
    starter: Side,
    dice: &mut dyn Dice,
    ask: &mut dyn Ask,
) -> Played {
    let played = match place(&mut captains, dice) {
        Ok(fleets) => {
            if let Some(record) = ask.record() {
                for side in Side::ALL {
                    add_fleet(record, side, &fleets[side]);
                }
            }
            fight(Game::new(&fleets, starter), &mut captains, dice, ask)
        }
        Err((side, forfeit)) => forfeited(None, side, forfeit),
    };
    if let (Some(record), Some(forfeit)) = (ask.record(), &played.forfeit) {
        record.forfeit(played.winner.other(), &forfeit.to_string());
    }
    for side in Side::ALL {
        captains[side].hear(&Report::Over { won: side == played.winner });
    }
    played
}

/// Turns to the end.
fn fight(
    mut game: Game,
    captains: &mut BySide<Box<dyn Captain>>,
    dice: &mut dyn Dice,
    ask: &mut dyn Ask,
) -> Played {
    loop {
        match game.standing() {
            Standing::Open => {}
            Standing::Won(winner) | Standing::Limit(winner) => return ended(&game, winner),
        }
        let mover = game.mover();
        if let Err(forfeit) = turn(&mut game, captains, dice, ask) {
            return forfeited(Some(&game), mover, forfeit);
        }
    }
}

/// Both fleets, or who forfeits and why.
fn place(
    captains: &mut BySide<Box<dyn Captain>>,
    dice: &mut dyn Dice,
) -> Result<BySide<Fleet>, (Side, Forfeit)> {
    let mut fleet = |side| captains[side].place(dice).map_err(|forfeit| (side, forfeit));
    Ok(BySide { first: fleet(Side::First)?, second: fleet(Side::Second)? })
}

/// Lets the side to move play.
fn turn(
    game: &mut Game,
    captains: &mut BySide<Box<dyn Captain>>,
    dice: &mut dyn Dice,
    ask: &mut dyn Ask,
) -> Result<(), Forfeit> {
    let mover = game.mover();
    let (play, outcome) = choose(game, &mut *captains[mover], dice, ask)?;
    // Where smoke lies stays secret.
    let shown = if matches!(play, Move::Smoke(_)) { None } else { Some(play) };
    captains[mover.other()].hear(&Report::Enemy(shown, &outcome));
    Ok(())
}

/// Lets the side to move play when the other side takes no notes.
pub(super) fn move_alone(
    game: &mut Game,
    captain: &mut dyn Captain,
    dice: &mut dyn Dice,
    ask: &mut dyn Ask,
) -> Result<(), Forfeit> {
    choose(game, captain, dice, ask).map(drop)
}

/// Lets the captain of the side to move choose, plays its move and tells it what that brought.
fn choose(
    game: &mut Game,
    captain: &mut dyn Captain,
    dice: &mut dyn Dice,
    ask: &mut dyn Ask,
) -> Result<(Move, Outcome), Forfeit> {
    let mover = game.mover();
    let play = ask.ask(mover, captain, &game.knowledge(mover), dice)?;
    let illegal = |refusal: Refusal| Forfeit::Illegal(refusal.to_string());
    let outcome = game.play(play).map_err(|refusal| captain.blame(illegal(refusal)))?;
    captain.hear(&Report::Own(&outcome));
    if let Some(record) = ask.record() {
        add_move(record, mover, play, &outcome);
    }
    Ok((play, outcome))
}

/// A game that was played to its end.
pub(super) fn ended(game: &Game, winner: Side) -> Played {
    let (turns, hits) = (|side| game.turns(side), |side| game.hits(side));
    Played { winner, forfeit: None, turns: BySide::from_fn(turns), hits: BySide::from_fn(hits) }
}

fn forfeited(game: Option<&Game>, loser: Side, forfeit: Forfeit) -> Played {
    let winner = loser.other();
    let none = Played { winner, forfeit: None, turns: BySide::default(), hits: BySide::default() };
    let played = game.map_or(none, |game| ended(game, winner));
    Played { forfeit: Some(forfeit), ..played }
}
