//! The game on the table: takes lines, answers them. The line editor is not known here.

use super::entry::{self, Dot, Entry, Request};
use super::frame::Scene;
use super::orders;
use super::page::{Page, below};
use crate::cli::boards::{Field, Look, Marks};
use crate::cli::exit::shown;
use crate::cli::prompt::console::{Talk, agreed};
use crate::cli::prompt::dots::Target;
use crate::cli::prompt::places;
use crate::cli::replay;
use crate::cli::stop::Cancel;
use broadside::arena::versus::words::{self, Controls, count};
use broadside::arena::versus::{Opening, Rejected, Score, Shots, Start, Undone, Versus};
use broadside::board::Coord;
use broadside::ports::Ports;
use broadside::rules::ships::Order;
use broadside::rules::ships::fair::Illegal;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The rows above and below a board: two for the columns, the legend, the status.
const AROUND_BOARD: usize = 4;

/// A game, and what its board showed last.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) game: Versus,
    pub(super) start: Start,
    pub(super) opening: Opening,
    /// Raised by Ctrl-C.
    pub(super) stop: Cancel,
    /// Whether the board fills the window and is drawn by another hand.
    pub(super) is_framed: bool,
    pub(super) score: Score,
    /// Whether both sides know that neither can reach the other.
    pub(super) is_stuck: bool,
    /// What Enter on an empty line does.
    pub(super) proposal: Option<Proposal>,
    /// What waits for an answer.
    asked: Option<Question>,
    /// The ships on the board as it was drawn last.
    pub(super) drawn: HashMap<Coord, Field>,
    pub(super) marks: Marks,
    pub(super) shots: Shots,
    /// Where something has happened last.
    pub(super) last_event: Option<Coord>,
    log: Vec<String>,
    page: Vec<String>,
    /// Whether what is said now takes the place of the board, where that fills the window.
    is_page: bool,
}

/// What the person is asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Whether a doubtful order is meant.
    Order(Request),
    Resign,
}

/// What was advised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposal {
    Order(Order),
    End,
}

impl Desk {
    pub(super) fn new((game, opening): (Versus, Opening), start: Start, stop: Cancel) -> Self {
        Self {
            game,
            start,
            opening,
            stop,
            is_framed: false,
            score: Score::default(),
            is_stuck: false,
            proposal: None,
            asked: None,
            drawn: HashMap::new(),
            marks: Marks::default(),
            shots: Shots::default(),
            last_event: None,
            log: Vec::new(),
            page: Vec::new(),
            is_page: false,
        }
    }

    /// The first screen.
    pub(super) fn greet(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.is_page = true;
        let mut text = Vec::new();
        let mut page = Page { look, out: &mut text };
        page.greet(&self.game, self.opening)?;
        if !self.is_framed {
            // A window says so at its head and at its foot.
            page.say(&format!("Seed {}. `.help` lists all commands.", self.game.seed()))?;
        }
        if self.is_over() {
            self.is_page = false;
            ports.out.write_all(&text)?;
            return self.show_end(look, ports);
        }
        self.news(look, &mut text)?;
        // The page goes with the next answer.
        self.log = self.game.news().map(words::news).unwrap_or_default();
        // What was said stays on the screen; where there is no room for a board, `.board` draws it.
        let look = below(&text, look);
        ports.out.write_all(&text)?;
        let rows = usize::try_from(self.game.game().board().dims().rows()).unwrap_or(usize::MAX);
        if look.rows < rows.saturating_add(AROUND_BOARD) && !self.is_framed {
            Page { look, out: ports.out }.status(&self.game)?;
        } else {
            self.board(None, look, ports)?;
        }
        self.look_for_draw(look, ports)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// What the whole window shows.
    pub(super) fn scene(&self) -> Scene {
        let centre = self.last_event.or_else(|| self.first_own());
        Scene {
            game: self.game.clone(),
            marks: self.marks.clone(),
            centre: centre.unwrap_or(Coord::new(0, 0)),
            titles: self.titles(),
            log: self.log.clone(),
            page: self.page.clone(),
            top: None,
        }
    }

    /// What is played and the score, in ever shorter words: a score that is cut may tell the opposite.
    fn titles(&self) -> Vec<String> {
        let game = format!("{} - seed {}", self.start.name, self.game.seed());
        let score = self.so_far();
        if score.played == 0 {
            return vec![game];
        }
        let figures = format!("you {}:{} them", score.won.first, score.won.second);
        vec![format!("{} - {game}", score.words()), score.words(), figures]
    }

    /// The score, with this game once it is over.
    pub(super) fn so_far(&self) -> Score {
        let ended = self.is_over().then(|| self.score.with(self.game.ending()));
        ended.unwrap_or(self.score)
    }

    /// Whether a question waits for `y` or `n`.
    pub(super) const fn asks(&self) -> bool {
        self.asked.is_some()
    }

    /// The prompt.
    pub(super) fn prompt(&self) -> String {
        if self.is_over() { "over> ".to_owned() } else { format!("turn {}> ", self.game.turn()) }
    }

    /// What Enter on an empty line would do, in words.
    pub(super) fn proposal(&self) -> Option<String> {
        Some(match self.proposal? {
            Proposal::Order(order) => typed(order),
            Proposal::End => ".end".to_owned(),
        })
    }

    /// Keeps what was said for the window: a page stands alone, all else in the log of the turn.
    pub(super) fn hear(&mut self, said: &str, turn_before: u64) {
        let lines = said.lines().map(|line| line.trim_end().to_owned());
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
        let mut page = Page { look, out: ports.out };
        if let (Some(question), Some(is_agreed)) = (self.asked.take(), agreed(line)) {
            match question {
                Question::Order(request) if is_agreed => self.order(&request, look, ports)?,
                Question::Order(request) => page.say(&format!("not {}", verbs(&request)[1]))?,
                Question::Resign if is_agreed => self.resign(look, ports)?,
                Question::Resign => page.say("the game goes on")?,
            }
            return Ok(Talk::On);
        }
        match entry::read(line) {
            // Enter closes a text that stands before the board.
            Entry::Nothing if !self.page.is_empty() => {}
            Entry::Nothing => self.follow(look, ports)?,
            Entry::Unknown(text) => page.say(&text)?,
            Entry::Misshapen(form) => {
                let example = orders::example(form, &self.game);
                page.say(&format!("the form is `{}`, as in `{example}`", form.text))?;
            }
            Entry::Order(_) if self.is_over() => over(look, ports)?,
            Entry::Order(request) => match self.doubt(&request) {
                Some(doubt) => {
                    let [does, _] = verbs(&request);
                    page.say(&format!("{doubt}: `y` {does} all the same, `n` does not"))?;
                    (self.asked, self.proposal) = (Some(Question::Order(request)), None);
                }
                None => self.order(&request, look, ports)?,
            },
            Entry::Dot(Dot::Quit) => return Ok(Talk::Over),
            Entry::Dot(dot) => self.dot(&dot, look, ports)?,
        }
        Ok(Talk::On)
    }

    /// Why an order is asked for again.
    fn doubt(&self, request: &Request) -> Option<String> {
        let shots = self.shots.clone().standing(&self.game);
        orders::doubt(request, &self.game, &shots)
    }

    fn resign(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.game.resign();
        self.show_end(look, ports)
    }

    /// Enter on an empty line: does what was advised.
    fn follow(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        match self.proposal.take() {
            None => Ok(()),
            Some(Proposal::End) => self.end(look, ports),
            Some(Proposal::Order(order)) => match self.carry_out(order, "", look, ports)? {
                Ok(true) => self.end(look, ports),
                Ok(false) => Ok(()),
                Err(illegal) => {
                    let text = orders::refused(&illegal, &self.game);
                    Page { look, out: ports.out }.say(&text)
                }
            },
        }
    }

    fn dot(&mut self, dot: &Dot, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.is_page = matches!(dot, Dot::Help | Dot::Turn);
        let mut page = Page { look, out: ports.out };
        match dot {
            Dot::Help => page.help(&self.game, self.is_framed),
            Dot::Board(centre) => self.board(*centre, look, ports),
            Dot::Undo => self.undo(look, ports),
            Dot::Save(target) => {
                let record = self.game.record();
                write(target, ports, |path, ports| ports.files.replace(path, &record))?;
                self.warn_of_save(look, ports)
            }
            Dot::Replay(target) if self.is_over() => {
                let record = self.game.record();
                write(target, ports, |path, ports| {
                    replay::write_script("game.ships", &record, path, ports)
                })
            }
            Dot::Replay(_) => page.say("when the game is over: a page shows both sides"),
            Dot::Turn => page.turn(&self.game),
            Dot::Quit => Ok(()),
            Dot::Rematch if self.is_over() => self.rematch(look, ports),
            Dot::Rematch => page.say("when the game is over: `.resign` gives it up"),
            Dot::Place | Dot::End | Dot::Hint { .. } | Dot::Resign | Dot::Draw
                if self.is_over() =>
            {
                over(look, ports)
            }
            Dot::Place => self.place(look, ports),
            Dot::Hint { plays } => self.hint(*plays, look, ports),
            Dot::End => self.end(look, ports),
            Dot::Draw if self.is_stuck => {
                self.game.agree_on_draw();
                self.show_end(look, ports)
            }
            Dot::Draw => page.say("a draw is offered once neither side can reach the other"),
            Dot::Resign => {
                (self.asked, self.proposal) = (Some(Question::Resign), None);
                page.say("give this game up? `y` shows the true board, `n` plays on")
            }
        }
    }

    fn order(&mut self, request: &Request, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        self.proposal = None;
        let orders = match self.chosen(request) {
            Ok(orders) => orders,
            Err(text) => return Page { look, out: ports.out }.say(&text),
        };
        for order in orders {
            match self.carry_out(order, "", look, ports)? {
                Ok(true) => return self.end(look, ports),
                Ok(false) => {}
                Err(illegal) => {
                    let text = orders::refused(&illegal, &self.game);
                    return Page { look, out: ports.out }.say(&text);
                }
            }
        }
        Ok(())
    }

    /// The orders that a request comes to. Of several ships any may shoot; of several moves each has to be
    /// possible.
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

    /// Carries out an order and says what came of it, behind `before`; whether the game is won.
    pub(super) fn carry_out(
        &mut self,
        order: Order,
        before: &str,
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
        let text = words::answer(order, &answer, &known, self.game.steps(), &Controls::TYPED);
        Page { look, out: ports.out }.say(&format!("{before}{text}"))?;
        self.mark();
        Ok(Ok(answer.is_won))
    }

    fn undo(&mut self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let mut page = Page { look, out: ports.out };
        let text = match self.game.undo() {
            None => return page.say("there is nothing to take back"),
            Some(Undone::Orders(0)) => "the game goes on".to_owned(),
            Some(Undone::Orders(number)) => format!("took back {}", count(number, "order")),
            Some(Undone::Turn) => "took back your turn and their answer".to_owned(),
        };
        let turn = self.game.fair_until().unwrap_or_default();
        (self.is_stuck, self.proposal) = (false, None);
        self.drawn.clear();
        self.shots = Shots::default();
        self.board(None, look, ports)?;
        Page { look, out: ports.out }.say(&format!("{text}; the game was fair until turn {turn}"))
    }

    fn warn_of_save(&self, look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
        let open = self.game.steps().len();
        if self.is_over() || open == 0 {
            return Ok(());
        }
        Page { look, out: ports.out }
            .say(&format!("without the {} of this turn, which is not ended", count(open, "order")))
    }
}

/// An order as it can be typed.
pub(super) fn typed(order: Order) -> String {
    order.to_string().to_ascii_lowercase()
}

/// What `y` does with a doubtful order, and what was not done to it.
const fn verbs(request: &Request) -> [&'static str; 2] {
    match request {
        Request::Spy(..) => ["sends the plane", "sent"],
        Request::Shoot(..) | Request::Place(..) | Request::Move(..) => ["shoots", "shot"],
    }
}

fn over(look: Look, ports: &mut Ports<'_>) -> io::Result<()> {
    let text = "the game is over: `.rematch` plays again, `.replay FILE` and `.save FILE` keep it, \
                `.undo` takes the last turn back, `.quit` leaves";
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
