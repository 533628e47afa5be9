//! The desk: one game in play. It takes the lines that a person types, and answers them.

use super::entry::{self, Dot, Entry, Request};
use super::orders;
use crate::cli::boards::{Field, Marks};
use crate::cli::prompt::target::Target;
use crate::cli::prompt::text::Page;
use crate::cli::stop::Cancel;
use crate::cli::theme::Look;
use crate::cli::{replay, world};
use broadside::arena::versus::words::{self, Controls, count};
use broadside::arena::versus::{Opening, Rejected, Score, Shots, Start, Undone, Versus};
use broadside::board::Coord;
use broadside::dice::Seed;
use broadside::ports::Ports;
use broadside::rules::ships::Order;
use broadside::rules::ships::fair::Illegal;
use std::collections::HashMap;
use std::io;

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub(super) struct Desk {
    pub(super) game: Versus,
    pub(super) start: Start,
    pub(super) opening: Opening,
    /// Ctrl-C sets this flag, which ends the wait for a hint or for the enemy's turn.
    pub(super) stop: Cancel,
    pub(super) look: Look,
    /// Whether a window shows the game. If not, answers are written line after line.
    pub(super) is_framed: bool,
    pub(super) score: Score,
    /// Whether a draw was offered, because neither side can ever hit the other again.
    pub(super) is_stuck: bool,
    /// What Enter on an empty line does: it gives an order or ends the turn.
    pub(super) proposal: Option<Proposal>,
    pub(super) question: Option<Question>,
    /// The parts of ships that were in sight when the person last ended a turn. Without a window,
    /// these are the parts that were in sight at the last drawing. The next drawing marks all
    /// changes since then.
    pub(super) sight_before: HashMap<Coord, Field>,
    pub(super) marks: Marks,
    pub(super) shots: Shots,
    /// The field of the person's last shot or plane, or of the enemy's last hit or plane that the
    /// person saw. In a window, `.board` can set it too. The board is drawn around this field.
    pub(super) last_event: Option<Coord>,
    pub(super) log: Vec<String>,
    /// A long answer, which the window shows in place of the board. Empty if there is none.
    pub(super) page: Vec<String>,
    /// Whether the current answer is a long one, which becomes `page`.
    pub(super) is_page: bool,
    pub(super) is_left: bool,
}

/// A question to the person. Every line except yes means no, and so does Ctrl-C. A line that is
/// neither yes nor no is then read as usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) action: Action,
    /// The text that is written if the person says no.
    pub(super) no: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// An order that probably makes no sense.
    Order(Request),
    /// Writes the game over an existing file: as a web page if the flag is true, else as a script.
    Write(Target, bool),
    Resign,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposal {
    Order(Order),
    End,
}

impl Desk {
    pub(super) fn new(
        (game, opening): (Versus, Opening),
        start: Start,
        stop: Cancel,
        look: Look,
    ) -> Self {
        Self {
            game,
            start,
            opening,
            stop,
            look,
            is_framed: false,
            score: Score::default(),
            is_stuck: false,
            proposal: None,
            question: None,
            sight_before: HashMap::new(),
            marks: Marks::default(),
            shots: Shots::default(),
            last_event: None,
            log: Vec::new(),
            page: Vec::new(),
            is_page: false,
            is_left: false,
        }
    }

    pub(super) fn out<'o>(&self, ports: &'o mut Ports<'_>) -> Page<'o> {
        Page { look: self.look, out: &mut *ports.out }
    }

    pub(super) fn say(&self, text: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        self.out(ports).say(text)
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    pub(super) fn prompt(&self) -> String {
        if self.is_over() { "over> ".to_owned() } else { format!("turn {}> ", self.game.turn()) }
    }

    /// Stores an answer in the log or as the page. `turn_before` is the turn in which the person
    /// typed the input. If another turn has begun since then, clears the log first.
    pub(super) fn keep(&mut self, answer: &str, turn_before: u64) {
        let lines = answer.lines().map(|line| line.trim_end().to_owned());
        self.page.clear();
        if std::mem::take(&mut self.is_page) {
            self.page = lines.collect();
            return;
        }
        if self.game.turn() != turn_before {
            self.log.clear();
        }
        self.log.extend(lines);
    }

    /// Answers each line of an input. A line may have several orders, separated by semicolons.
    pub(super) fn take(&mut self, input: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        for line in input.split('\n') {
            // Semicolons do not split a command with a dot, because the name of its file may
            // contain a semicolon.
            let is_dot = line.trim_start().starts_with('.');
            for order in line.split(|c| c == ';' && !is_dot) {
                self.answer(order, ports)?;
                if self.is_left {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.take_answer(line, ports)? {
            return Ok(());
        }
        match entry::read(line) {
            // While a page is shown, Enter only closes the page.
            Entry::Nothing if !self.page.is_empty() => {}
            Entry::Nothing => self.follow_proposal(ports)?,
            Entry::Unknown(text) => self.say(&text, ports)?,
            Entry::Malformed(form, misfit) => {
                self.say(&orders::malformed(form, misfit.as_deref(), &self.game), ports)?;
            }
            Entry::Order(_) if self.is_over() => self.say(OVER, ports)?,
            Entry::Order(request) => {
                match orders::doubt(&request, &self.game, &self.shots.clone().standing(&self.game))
                {
                    Some(doubt) => {
                        let is_plane = matches!(request, Request::Spy(..));
                        let [does, done] =
                            if is_plane { ["sends the plane", "sent"] } else { ["shoots", "shot"] };
                        let text = format!("{doubt}: `y` {does} all the same, `n` does not");
                        self.ask(&text, Action::Order(request), format!("not {done}"), ports)?;
                    }
                    None => self.order(&request, ports)?,
                }
            }
            Entry::Dot(dot) => self.dot(&dot, ports)?,
        }
        Ok(())
    }

    fn follow_proposal(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        match self.proposal.take() {
            None => Ok(()),
            Some(Proposal::End) => self.end(ports),
            Some(Proposal::Order(order)) => self.carry_out_all(vec![order], ports),
        }
    }

    fn dot(&mut self, dot: &Dot, ports: &mut Ports<'_>) -> io::Result<()> {
        self.is_page = matches!(dot, Dot::Help | Dot::Turn);
        match dot {
            Dot::Help => self.out(ports).help(&self.game, self.is_framed),
            Dot::Board(centre) => match centre.and_then(|at| orders::off_board(at, &self.game)) {
                Some(text) => self.say(&text, ports),
                None => self.board(*centre, self.look.rows, ports),
            },
            Dot::Undo => self.undo(ports),
            Dot::Save(target) => self.write(target, false, ports),
            Dot::Replay(target) if self.is_over() => self.write(target, true, ports),
            Dot::Replay(_) => {
                self.say("`.replay` works after the end: the page shows both sides", ports)
            }
            Dot::Turn => self.out(ports).turn(&self.game),
            Dot::Quit => {
                self.is_left = true;
                Ok(())
            }
            Dot::Rematch if self.is_over() => self.rematch(ports),
            Dot::Rematch => {
                self.say("`.rematch` works after the end; `.resign` ends this game", ports)
            }
            Dot::Place | Dot::End | Dot::Hint { .. } | Dot::Resign | Dot::Draw
                if self.is_over() =>
            {
                self.say(OVER, ports)
            }
            Dot::Place => self.place(ports),
            Dot::Hint { plays } => self.hint(*plays, ports),
            Dot::End => self.end(ports),
            Dot::Draw if self.is_stuck => {
                self.game.agree_on_draw();
                self.show_end(ports)
            }
            Dot::Draw => self.say("a draw is offered once neither side can reach the other", ports),
            Dot::Resign => {
                let text = "give this game up? `y` shows the true board, `n` plays on";
                self.ask(text, Action::Resign, "the game goes on".to_owned(), ports)
            }
        }
    }

    pub(super) fn write(
        &mut self,
        target: &Target,
        is_page: bool,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        if let Some(text) = target.question() {
            let agreed = Target { replaces: true, ..target.clone() };
            return self.ask(&text, Action::Write(agreed, is_page), target.kept(), ports);
        }
        let (record, without) = (self.game.record(), self.without_open_orders());
        target.save(&without, ports, |path, ports| {
            if is_page {
                replay::write_script("game.ships", &record, path, ports)
            } else {
                ports.files.replace(path, &record)
            }
        })
    }

    pub(super) fn order(&mut self, request: &Request, ports: &mut Ports<'_>) -> io::Result<()> {
        self.proposal = None;
        match self.chosen(request) {
            Ok(orders) => self.carry_out_all(orders, ports),
            Err(text) => self.say(&text, ports),
        }
    }

    /// Returns the orders that `request` means. For a shot or a plane, this is the first of the
    /// possible orders that is legal. Placements and moves are not checked.
    fn chosen(&self, request: &Request) -> Result<Vec<Order>, String> {
        let orders = orders::meant(request, &self.game)?;
        if !matches!(request, Request::Shoot(..) | Request::Spy(..)) {
            return Ok(orders);
        }
        match self.game.first_legal(&orders) {
            Ok(order) => Ok(order.into_iter().collect()),
            Err(Rejected::Illegal(illegal)) => Err(orders::refused(&illegal, &self.game)),
            Err(over @ Rejected::Over) => Err(over.to_string()),
        }
    }

    /// Carries out orders until one is refused or illegal. An order that wins the game ends the
    /// turn.
    fn carry_out_all(&mut self, orders: Vec<Order>, ports: &mut Ports<'_>) -> io::Result<()> {
        for order in orders {
            match self.carry_out(order, "", ports)? {
                Ok(true) => return self.end(ports),
                // An unseen ship is in the way. The remaining moves would take the person's ship
                // to a field that the person did not mean.
                Ok(false) if self.game.steps().last().is_some_and(|step| step.outcome.is_err()) => {
                    return Ok(());
                }
                Ok(false) => {}
                Err(illegal) => return self.say(&orders::refused(&illegal, &self.game), ports),
            }
        }
        Ok(())
    }

    /// Carries out an order, and writes `before` and the answer. Returns whether the game is won.
    /// If the order is illegal, writes nothing and returns why.
    pub(super) fn carry_out(
        &mut self,
        order: Order,
        before: &str,
        ports: &mut Ports<'_>,
    ) -> io::Result<Result<bool, Illegal>> {
        let answer = match self.game.order(order) {
            Ok(answer) => answer,
            Err(Rejected::Illegal(illegal)) => return Ok(Err(illegal)),
            Err(Rejected::Over) => return self.say(OVER, ports).map(|()| Ok(false)),
        };
        self.last_event = order.target().or(self.last_event);
        let known = self.game.briefing();
        let text = words::answer(order, &answer, &known, self.game.steps(), &Controls::TYPED);
        self.say(&format!("{before}{text}"), ports)?;
        self.mark();
        Ok(Ok(answer.is_won))
    }

    fn undo(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let text = match self.game.undo() {
            None => return self.say("there is nothing to take back", ports),
            Some(Undone::Orders(0)) => "the game goes on".to_owned(),
            Some(Undone::Orders(number)) => format!("took back {}", count(number, "order")),
            Some(Undone::Turn) => "took back your last turn".to_owned(),
        };
        let turn = self.game.first_undone().unwrap_or_default();
        (self.is_stuck, self.proposal) = (false, None);
        self.forget_sight();
        self.shots = Shots::default();
        self.board(None, self.look.rows, ports)?;
        self.say(&format!("{text}; the game was fair until turn {turn}"), ports)
    }

    /// Returns a text that says which orders the saved file lacks: those of the open turn. Returns
    /// an empty text if there are none.
    fn without_open_orders(&self) -> String {
        match self.game.steps().len() {
            open if open > 0 && !self.is_over() => {
                format!(" without the {} of this turn, which is not ended", count(open, "order"))
            }
            _ => String::new(),
        }
    }
}

const OVER: &str = "the game is over: `.rematch` plays again, `.replay FILE` and `.save FILE` keep it, \
                    `.undo` takes the last turn back, `.quit` leaves";

/// Returns a random seed of at most six digits, so that a person can type it again.
pub(super) fn fresh_seed() -> Seed {
    (world::random() % 1_000_000).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::disk::on_disk;
    use broadside::arena::tournament::Setup;
    use broadside::arena::versus::Machine;
    use broadside::board::Side;

    impl Desk {
        pub(in crate::cli::play) fn of_setup(setup: Setup) -> Self {
            let (name, machine) = ("test".to_owned(), Machine::fair());
            let start = Start { name, setup, seed: 1.into(), machine };
            let game = start.game(0, Side::First, &start.seed).unwrap();
            let opening = Opening { first: Side::First, is_by_lot: false };
            Self::new((game, opening), start, Cancel::default(), Look::plain(80, 24))
        }
    }

    #[track_caller]
    fn said(desk: &mut Desk, line: &str) -> String {
        let (taken, [out, _]) = on_disk(|ports| desk.take(line, ports));
        taken.unwrap();
        out
    }

    /// Moves after a refused move once took the ship to a field that the person did not mean.
    #[test]
    fn moves_after_a_refused_move_are_not_carried_out() {
        let script = b"[state] BOARD_SIZE 12 12 EXTENDED_SHIPS SET_FLEET A 0 0 0 1\n\
            SET_FLEET B 0 0 0 1 SHIP A 6 6 N 0 DES 11 SHIP B 4 4 S 0 DES 11 [state]";
        let mut desk = Desk::of_setup(Setup::Script(script.to_vec()));
        let refused = "refused: a ship that you do not see is too near\n";
        assert_eq!(said(&mut desk, "move des l l f"), refused);
        assert_eq!(desk.game.steps().len(), 1);
    }

    /// `.undo` once kept the marks of the turn that was taken back.
    #[test]
    fn a_turn_that_was_taken_back_leaves_no_marks() {
        let mut desk = Desk::of_setup(Setup::Small);
        desk.is_framed = true;
        desk.game.place_missing();
        desk.marks.changed.insert(Coord::new(8, 2));
        assert!(said(&mut desk, ".undo").starts_with("took back"));
        assert!(desk.marks.changed.is_empty());
    }

    /// `.place` once gave a wrong reason why the ships stay where they are: new places would show
    /// the person more of the enemy. But there was no enemy ship to see.
    #[test]
    fn place_gives_no_reason_while_there_is_no_enemy_ship() {
        let script = b"[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 [state]";
        let mut desk = Desk::of_setup(Setup::Script(script.to_vec()));
        desk.is_framed = true;
        said(&mut desk, "place des 2 2 n");
        assert_eq!(said(&mut desk, ".place"), "all your ships are placed\n");
    }

    /// `.place` and `.draw` once kept the proposal of `.hint`.
    #[test]
    fn place_and_draw_drop_the_proposal() {
        for line in [".place", ".draw"] {
            let mut desk = Desk::of_setup(Setup::Small);
            (desk.is_stuck, desk.proposal) = (true, Some(Proposal::End));
            said(&mut desk, line);
            assert_eq!(desk.proposal, None, "{line}");
        }
    }
}
