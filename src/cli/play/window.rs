//! The window of a game: the picture is drawn again when something has changed, when the window has another
//! size, and when another field is aimed at. Below it stands the prompt, with what Enter would do.

use super::desk::Desk;
use super::entry::{self, Entry, Request};
use super::frame::Scene;
use super::orders;
use crate::cli::boards::{Chart, Look};
use crate::cli::prompt::keys::{Aim, Aiming, Keys};
use crate::cli::screen::frame::PROMPT;
use crate::cli::screen::palette::Depth;
use crate::cli::theme::{self, Theme};
use crate::cli::world;
use broadside::arena::versus::{Rejected, words};
use broadside::board::Coord;
use broadside::rules::ships::Order;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use std::borrow::Cow;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A window that the line editor and the program share.
#[derive(Clone, Debug)]
pub(super) struct Window(Arc<Mutex<Stage>>);

/// What stands in a window.
#[derive(Debug)]
struct Stage {
    scene: Scene,
    look: Look,
    depth: Depth,
    /// What Enter on an empty line would do.
    proposal: Option<String>,
    /// The field that is marked, because the line or the keys aim at it.
    aim: Option<Coord>,
    /// The field at which keys aim while the line is empty.
    cursor: Option<Coord>,
}

impl Window {
    /// A window that shows `desk`.
    pub(super) fn new(desk: &Desk, look: Look, depth: Depth) -> Self {
        let (scene, proposal) = (desk.scene(), desk.proposal());
        let (aim, cursor) = (None, None);
        Self(Arc::new(Mutex::new(Stage { scene, look, depth, proposal, aim, cursor })))
    }

    /// Draws what `desk` shows now, and leaves the cursor where the prompt begins.
    pub(super) fn show(&self, desk: &Desk) -> io::Result<()> {
        let mut stage = self.stage();
        stage.scene = desk.scene();
        stage.proposal = desk.proposal();
        (stage.aim, stage.cursor) = (None, None);
        let mut out = io::stdout();
        out.write_all(stage.whole().as_bytes())?;
        write!(out, "\x1b[{};1H", stage.look.rows.saturating_sub(PROMPT) + 1)?;
        out.flush()
    }

    /// What draws the window as large as it is now, above a prompt that is drawn behind it.
    pub(super) fn picture(&self) -> Arc<dyn Fn() -> String + Send + Sync> {
        let window = self.clone();
        Arc::new(move || {
            let mut stage = window.stage();
            let text = stage.whole();
            format!("{text}\x1b[{};1H\n", stage.look.rows.saturating_sub(PROMPT))
        })
    }

    /// What becomes of keys that aim.
    pub(super) fn aiming(&self) -> Aiming {
        let window = self.clone();
        Box::new(move |aim, line| window.stage().take(aim, line))
    }

    /// What an empty line stands for: the shot at which keys aim.
    pub(super) fn aimed(&self) -> Option<String> {
        self.stage().cursor.map(shot)
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stage {
    /// The whole window, cleared before.
    fn whole(&mut self) -> String {
        (self.look.columns, self.look.rows) = world::window();
        let (canvas, _) = self.scene.picture(self.look, self.depth, self.aim);
        format!("\x1b[H\x1b[2J{}", canvas.drawn(0, self.depth != Depth::None))
    }

    fn chart(&self) -> Chart {
        self.scene.picture(self.look, self.depth, None).1
    }

    /// Aims at the next field, or at the one that was clicked, while the line is empty.
    fn take(&mut self, aim: Aim, line: &str) -> bool {
        if !line.is_empty() || self.scene.is_over {
            return false;
        }
        let dims = self.scene.game.game().board().dims();
        self.cursor = match (aim, self.cursor) {
            (Aim::Step(..), None) => Some(self.scene.centre),
            (Aim::Step(down, right), Some(from)) => Some(Coord::new(
                (from.row + down).clamp(0, dims.rows() - 1),
                (from.col + right).clamp(0, dims.cols() - 1),
            )),
            (Aim::Click(row, col), _) => self.chart().field_at(row.into(), col.into()),
        };
        true
    }

    /// Marks the field that a line aims at.
    fn mark(&mut self, line: &str) {
        if !line.is_empty() {
            self.cursor = None;
        }
        let read = entry::read(line);
        let aim = if let Entry::Order(Request::Shoot(_, at) | Request::Spy(_, at)) = read {
            Some(at)
        } else {
            self.cursor.filter(|_| matches!(read, Entry::Nothing))
        };
        if self.aim != aim {
            self.aim = aim;
            let (canvas, _) = self.scene.picture(self.look, self.depth, aim);
            let text = canvas.drawn(PROMPT, self.depth != Depth::None);
            let mut out = io::stdout();
            // A terminal that takes no more is noticed by the line editor.
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// What Enter would do with a line.
    fn prospect(&self, line: &str) -> Option<String> {
        if let (true, Some(at)) = (line.is_empty(), self.cursor) {
            let line = shot(at);
            return Some(format!("{line}: {}", self.prospect(&line)?));
        }
        if line.trim().is_empty() {
            return self.proposal.as_ref().map(|proposal| format!("Enter: {proposal}"));
        }
        let Entry::Order(request) = entry::read(line) else { return None };
        let game = &self.scene.game;
        if let Some(doubt) = orders::doubt(&request, game) {
            return Some(doubt);
        }
        let all = match orders::meant(&request, game) {
            Ok(all) => all,
            Err(text) => return Some(text),
        };
        match game.first_legal(&all) {
            Ok(order) => order.map(able),
            Err(Rejected::Over) => None,
            Err(Rejected::Illegal(illegal)) => Some(words::cannot(&illegal, &game.briefing())),
        }
    }
}

fn shot(at: Coord) -> String {
    format!("shoot {}", words::field(at))
}

/// What is said of an order that is possible, as far as the person knows.
fn able(order: Order) -> String {
    match order {
        Order::Fire(name, _) => format!("{} reaches it: Enter", words::called(name)),
        Order::Shoot(_)
        | Order::Spy(..)
        | Order::SpyAt(_)
        | Order::Move(..)
        | Order::Place { .. } => "Enter".to_owned(),
    }
}

/// What the line editor asks while a line of a game is typed.
#[derive(Debug)]
pub(super) struct Helper {
    /// The window, where the game has one.
    pub(super) window: Option<Window>,
    pub(super) keys: Keys,
    pub(super) theme: Theme,
}

impl rustyline::Helper for Helper {}
impl Validator for Helper {}
impl Completer for Helper {
    type Candidate = String;
}

impl Hinter for Helper {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _: &rustyline::Context<'_>) -> Option<String> {
        self.keys.show(line);
        let mut stage = self.window.as_ref()?.stage();
        stage.mark(line);
        if pos < line.len() {
            return None;
        }
        // The hint must not break the line.
        let room = stage.look.columns.checked_sub(line.chars().count() + 16)?;
        let text = crate::cli::prompt::text::cut(&stage.prospect(line)?, room);
        Some(format!("  # {text}"))
    }
}

impl Highlighter for Helper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.theme.paint(theme::DIM, hint))
    }
}
