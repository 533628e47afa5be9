//! A game at the table: the rules' game, both fleets, and the last two turns; and what one person may
//! see of it.

use super::grid::Sea;
use super::page::Page;
use super::setup::Party;
use super::words::{self, Turn};
use broadside::board::{BySide, Side};
use broadside::rules::arsenal::{Fleet, Game, Lost, Move, Refusal, Standing};

/// A game in play.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) party: Party,
    pub(super) game: Game,
    fleets: BySide<Fleet>,
    /// The last two turns.
    log: Vec<(Side, Turn)>,
}

impl Play {
    /// A game before its first turn.
    pub(super) fn new(party: Party, fleets: BySide<Fleet>) -> Self {
        let game = Game::new(&fleets, party.starter);
        Self { party, game, fleets, log: Vec::new() }
    }

    /// The side to move makes its move, or loses its turn.
    ///
    /// # Errors
    /// When the game is over.
    pub(super) fn turn(&mut self, choice: Result<Move, Lost>) -> Result<&Turn, Refusal> {
        let side = self.game.mover();
        let played = choice.and_then(|play| Ok((play, self.game.play(play)?)));
        if played.is_err() {
            self.game.lose_turn()?;
        }
        if self.log.len() == 2 {
            self.log.remove(0);
        }
        self.log.push((side, Turn { play: played }));
        Ok(&self.log[self.log.len() - 1].1)
    }

    /// What `viewer` sees.
    pub(super) fn page(&self, viewer: Side) -> Page {
        let known = self.game.knowledge(viewer);
        let name = |side| if side == viewer { "You" } else { &*self.party.names[side] };
        let mut enemy = Sea::of_enemy(&known, self.party.tracking);
        let ships = self.fleets[viewer].ships();
        let mut own = Sea::own(ships, known.incoming(), self.party.tracking);
        own.smoke = self.game.smoke(viewer);
        for (side, turn) in &self.log {
            match turn.play {
                Ok((Move::Smoke(area), _)) if *side == viewer => own.last = area.set(),
                Ok((Move::Smoke(_), _)) | Err(_) => {}
                Ok((play, _)) if *side == viewer => enemy.last = play.set(),
                Ok((play, _)) => own.last = play.set(),
            }
        }
        Page {
            moves: self.log.iter().map(|(side, turn)| turn.told(name(*side))).collect(),
            captions: words::CAPTIONS,
            seas: [enemy, own],
            open: words::open(&known),
            ..Page::default()
        }
    }

    /// What `viewer` sees after its turn, before the other person comes.
    pub(super) fn result_page(&self, viewer: Side) -> Page {
        let other = &self.party.names[viewer.other()];
        let question = format!("Press Enter, then {other} takes the seat:");
        Page { question, open: String::new(), ..self.page(viewer) }
    }

    /// Both fleets as they lie, when the game is over. A person that plays against a bot sees the own
    /// one where it was.
    pub(super) fn last_page(&self, with_bot: bool) -> Page {
        let viewer = if with_bot { Side::First } else { Side::Second };
        let mut page = self.page(viewer);
        page.seas[0].ships = self.fleets[viewer.other()].ships().to_vec();
        page.open = String::new();
        page.captions = words::REVEALED;
        if !with_bot {
            let told = |(side, turn): &(Side, Turn)| turn.told(&self.party.names[*side]);
            page.moves = self.log.iter().map(told).collect();
            page.captions = ["Player 1", "Player 2"];
        }
        let winner = self.winner().map_or("", |side| &self.party.names[side]);
        let limit = matches!(self.game.standing(), Standing::Limit(_));
        let remark = if limit { "Turn limit reached. " } else { "" };
        page.question = format!("{remark}{winner} wins.");
        page
    }

    /// Who has won.
    pub(super) const fn winner(&self) -> Option<Side> {
        match self.game.standing() {
            Standing::Open => None,
            Standing::Won(winner) | Standing::Limit(winner) => Some(winner),
        }
    }
}
