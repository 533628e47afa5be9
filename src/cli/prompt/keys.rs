//! Takes keys before the line editor gets them.
//!
//! The editor draws its whole line again for most keys and counts rows in 16 bits. So text that is pasted beyond
//! [`LONGEST_PASTE`] or typed beyond [`LONGEST`] is kept here, unseen, and joins the line when it is entered. Control
//! characters never reach the editor.

use broadside::text::is_control;
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, Movement,
    RepeatCount,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest text that is typed into the editor, in bytes. Longer lines get no hints either.
pub(in crate::cli) const LONGEST: usize = 1 << 10;

/// The longest line with a paste in it that is edited, in bytes.
const LONGEST_PASTE: usize = 1 << 12;

/// Is shown in place of a control character.
const HIDDEN: char = '\u{fffd}';

/// After a refused paste, keys within this time belong to the paste.
const SAME_PASTE: Duration = Duration::from_millis(100);

/// Takes a key that aims. Returns false if the typed line needs the key.
pub(in crate::cli) type Aiming = Box<dyn Fn(Aim, &str) -> bool + Send + Sync>;

/// A key or a click that aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Aim {
    /// An arrow key: so many rows down and columns to the right.
    Step(i64, i64),
    /// The space bar: turns the ship or weapon.
    Turn,
    /// Page Up or Page Down: so many pages down.
    Page(i64),
    /// The key `q`, which closes a text.
    Close,
    /// Escape and Ctrl-U: drop the aim and the line.
    Drop,
    /// Ctrl-L: draws the picture again.
    Redraw,
    /// Ctrl-Z: the line editor is going to stop the process.
    Leave,
    /// A click at this row and column of the terminal, from 0.
    Click(u16, u16),
}

/// The keys of a prompt. Clones share their state.
#[derive(Clone, Default)]
pub(in crate::cli) struct Keys {
    state: Arc<Mutex<State>>,
    aiming: Option<Arc<Aiming>>,
}

#[derive(Default)]
struct State {
    /// The line that the editor showed last.
    line: String,
    /// How many characters were typed at the end of the line.
    typed: usize,
    /// Unseen text, and its place in the line.
    behind: String,
    place: usize,
    /// The paste that has begun.
    paste: Option<String>,
    /// The time of the last key of a refused paste.
    refused: Option<Instant>,
    /// The report of the mouse that has begun.
    mouse: Option<String>,
}

impl Keys {
    /// Returns keys of which some aim.
    pub(in crate::cli) fn aiming(aiming: Aiming) -> Self {
        Self { aiming: Some(Arc::new(aiming)), ..Self::default() }
    }

    /// Whether keys aim.
    pub(super) const fn aim(&self) -> bool {
        self.aiming.is_some()
    }

    /// Keeps the line that the editor shows.
    pub(in crate::cli) fn show(&self, line: &str) {
        line.clone_into(&mut self.state().line);
    }

    /// Begins a new line.
    pub(super) fn begin(&self) {
        *self.state() = State::default();
    }

    /// Returns an entered line with its unseen text.
    pub(super) fn whole(&self, line: String) -> String {
        let state = std::mem::take(&mut *self.state());
        match line.split_at_checked(state.place) {
            Some((head, tail)) if !state.behind.is_empty() => {
                format!("{head}{}{tail}", state.behind)
            }
            _ => line,
        }
    }

    /// Handles input that is not UTF-8: drops the paste that contains it. Returns the line so far.
    pub(super) fn refuse(&self) -> String {
        let mut state = self.state();
        if state.paste.take().is_some() {
            state.refused = Some(Instant::now());
        }
        state.line.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConditionalEventHandler for Keys {
    fn handle(
        &self,
        event: &Event,
        _: RepeatCount,
        _: bool,
        context: &EventContext<'_>,
    ) -> Option<Cmd> {
        let key = *event.get(0)?;
        let aimed = self.aiming.as_ref().and_then(|aiming| {
            let aim = self.state().aim(key)?;
            Some(aim.is_some_and(|aim| aiming(aim, context.line())))
        });
        let is_of_line = matches!(
            key.0,
            KeyCode::Up
                | KeyCode::Down
                | KeyCode::Left
                | KeyCode::Right
                | KeyCode::Char(' ' | 'q' | 'Z')
        );
        match aimed {
            Some(true) => Some(Cmd::Repaint),
            Some(false) if is_drop(key) => Some(self.state().dropped(context.line())),
            Some(false) if !is_of_line => Some(Cmd::Noop),
            _ => self.state().take(key, context.line(), context.pos()),
        }
    }
}

impl State {
    /// Returns the aim of a key; `None` for a key that does not aim. The report of a mouse consists of several keys.
    #[expect(clippy::option_option, reason = "a key of a mouse's report that has not ended")]
    fn aim(&mut self, key: KeyEvent) -> Option<Option<Aim>> {
        if self.paste.is_some() {
            return None;
        }
        if let Some(report) = &mut self.mouse {
            return match key {
                KeyEvent(KeyCode::Char(c @ ('0'..='9' | ';')), Modifiers::NONE) => {
                    report.push(c);
                    Some(None)
                }
                KeyEvent(KeyCode::Char(end @ ('M' | 'm')), _) => {
                    let report = self.mouse.take().unwrap_or_default();
                    Some(click(&report).filter(|_| end == 'M'))
                }
                _ => {
                    self.mouse = None;
                    None
                }
            };
        }
        let step = match key {
            KeyEvent(KeyCode::Up, Modifiers::NONE) => Aim::Step(-1, 0),
            KeyEvent(KeyCode::Down, Modifiers::NONE) => Aim::Step(1, 0),
            KeyEvent(KeyCode::Left, Modifiers::NONE) => Aim::Step(0, -1),
            KeyEvent(KeyCode::Right, Modifiers::NONE) => Aim::Step(0, 1),
            KeyEvent(KeyCode::Char(' '), Modifiers::NONE) => Aim::Turn,
            KeyEvent(KeyCode::Char('q'), Modifiers::NONE) => Aim::Close,
            KeyEvent(KeyCode::PageUp, _) => Aim::Page(-1),
            KeyEvent(KeyCode::PageDown, _) => Aim::Page(1),
            key if is_drop(key) => Aim::Drop,
            KeyEvent(KeyCode::Char('L'), Modifiers::CTRL) => Aim::Redraw,
            KeyEvent(KeyCode::Char('Z'), Modifiers::CTRL) => Aim::Leave,
            KeyEvent(KeyCode::UnknownEscSeq, _) => {
                self.mouse = Some(String::new());
                return Some(None);
            }
            _ => return None,
        };
        Some(Some(step))
    }

    /// Drops the line and its unseen text. An empty line is drawn again.
    fn dropped(&mut self, line: &str) -> Cmd {
        self.behind.clear();
        if line.is_empty() { Cmd::Repaint } else { Cmd::Kill(Movement::WholeBuffer) }
    }

    /// Returns what the editor does with a key; `None` for its usual action.
    fn take(&mut self, key: KeyEvent, line: &str, at: usize) -> Option<Cmd> {
        if self.refused.is_some_and(|last| last.elapsed() < SAME_PASTE) {
            let is_stopped = key == KeyEvent::ctrl('C');
            self.refused = (!is_stopped).then(Instant::now);
            return (!is_stopped).then_some(Cmd::Noop);
        }
        if self.paste.is_some() {
            return Some(self.pasted(key, line, at));
        }
        match key {
            KeyEvent(KeyCode::BracketedPasteStart, _) => {
                self.paste = Some(String::new());
                Some(Cmd::Noop)
            }
            KeyEvent(KeyCode::Char(c), Modifiers::NONE) => self.typed(c, line, at),
            // A quoted control character would reach the terminal.
            KeyEvent(KeyCode::Char('V' | 'Q'), Modifiers::CTRL) => Some(Cmd::Noop),
            KeyEvent(KeyCode::Backspace, _) if self.behind.pop().is_some() => Some(Cmd::Noop),
            KeyEvent(KeyCode::Char(_), Modifiers::CTRL)
            | KeyEvent(KeyCode::Enter | KeyCode::Tab, _) => None,
            _ => (!self.behind.is_empty()).then_some(Cmd::Noop),
        }
    }

    fn typed(&mut self, c: char, line: &str, at: usize) -> Option<Cmd> {
        self.typed = if at == line.len() { self.typed + 1 } else { 0 };
        if !self.behind.is_empty() || self.typed > LONGEST {
            self.place = if self.behind.is_empty() { at } else { self.place };
            self.behind.push(c);
            return Some(Cmd::Noop);
        }
        is_control(c).then(|| Cmd::Insert(1, HIDDEN.to_string()))
    }

    /// Takes a key of a paste. At its end a short paste is inserted, and a long one is entered with the line.
    fn pasted(&mut self, key: KeyEvent, line: &str, at: usize) -> Cmd {
        let paste = self.paste.get_or_insert_default();
        match key {
            KeyEvent(KeyCode::Char(c), Modifiers::NONE) => paste.push(c),
            KeyEvent(KeyCode::Tab, _) | KeyEvent(KeyCode::Char('I'), Modifiers::CTRL) => {
                paste.push('\t');
            }
            KeyEvent(KeyCode::Enter, _) | KeyEvent(KeyCode::Char('M'), Modifiers::CTRL) => {
                paste.push('\r');
            }
            KeyEvent(KeyCode::Char('J'), Modifiers::CTRL) => paste.push('\n'),
            KeyEvent(KeyCode::BracketedPasteEnd, _) => {
                let paste = self.paste.take().unwrap_or_default();
                let paste = paste.replace("\r\n", "\n").replace('\r', "\n");
                if self.behind.is_empty() && paste.len() + line.len() <= LONGEST_PASTE {
                    return Cmd::Insert(1, shown(&paste));
                }
                self.place = if self.behind.is_empty() { at } else { self.place };
                self.behind.push_str(&paste);
                return Cmd::AcceptLine;
            }
            _ => {}
        }
        Cmd::Noop
    }
}

/// Whether a key drops the line, in a window where keys aim.
fn is_drop(key: KeyEvent) -> bool {
    matches!(key, KeyEvent(KeyCode::Esc, _) | KeyEvent(KeyCode::Char('U'), Modifiers::CTRL))
}

/// Returns a paste without control characters.
fn shown(paste: &str) -> String {
    let is_hidden = |c: char| is_control(c) && !matches!(c, '\n' | '\t');
    paste.chars().map(|c| if is_hidden(c) { HIDDEN } else { c }).collect()
}

/// Reads a report of the mouse, `BUTTON;COL;ROW` from 1, if it is a click of the first button, 0.
fn click(report: &str) -> Option<Aim> {
    let mut numbers = report.split(';').map(|number| number.parse::<u16>().ok());
    let (button, col, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (button == 0).then_some(Aim::Click(row.checked_sub(1)?, col.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pastes `text` behind `line`. Returns the whole line, and the text that the editor inserts itself.
    fn pasted(line: &str, text: &str) -> (String, Option<String>) {
        let keys = Keys::default();
        let key = |code| KeyEvent(code, Modifiers::NONE);
        let typed = text.chars().map(|c| KeyEvent::new(c, Modifiers::NONE));
        let brackets = [KeyCode::BracketedPasteStart, KeyCode::BracketedPasteEnd].map(key);
        let mut last = None;
        for key in [brackets[0]].into_iter().chain(typed).chain([brackets[1]]) {
            last = keys.state().take(key, line, line.len());
        }
        let inserted = match last {
            Some(Cmd::Insert(1, text)) => Some(text),
            _ => None,
        };
        (keys.whole(line.to_owned()), inserted)
    }

    #[test]
    fn short_pastes_are_edited_and_long_ones_stand_behind_the_line() {
        let short = pasted("a", "b\r\nc\rd\u{202e}\t");
        assert_eq!(short, ("a".to_owned(), Some("b\nc\nd\u{fffd}\t".to_owned())));
        let long = "REEF 1 1\n".repeat(65_536);
        assert_eq!(pasted("[state] ", &long), (format!("[state] {long}"), None));
    }

    #[test]
    fn typed_controls_are_hidden_and_typed_letters_have_no_end() {
        let keys = Keys::default();
        let mut line = String::new();
        for c in ["\u{202e}", &"x".repeat(60_000)].concat().chars() {
            let key = KeyEvent::new(c, Modifiers::NONE);
            match keys.state().take(key, &line, line.len()) {
                None => line.push(c),
                Some(Cmd::Insert(1, other)) => line += &other,
                other => assert_eq!(other, Some(Cmd::Noop)),
            }
        }
        assert!(line.starts_with(HIDDEN) && line.len() < 2 * LONGEST);
        assert_eq!(keys.whole(line).chars().count(), 60_001);
    }

    #[test]
    fn input_that_is_not_utf_8_drops_its_paste_but_not_the_line() {
        let keys = Keys::default();
        keys.show("[state]");
        let start = KeyEvent(KeyCode::BracketedPasteStart, Modifiers::NONE);
        keys.state().take(start, "[state]", 7);
        assert_eq!(keys.refuse(), "[state]");
        let rest = KeyEvent::from('x');
        assert_eq!(keys.state().take(rest, "[state]", 7), Some(Cmd::Noop));
        keys.state().refused = None;
        assert_eq!(keys.state().take(rest, "[state]", 7), None);
    }

    #[test]
    fn escape_drops_the_line_with_what_stands_behind_it() {
        let mut state = State { behind: "unseen".to_owned(), ..State::default() };
        for key in [KeyEvent(KeyCode::Esc, Modifiers::NONE), KeyEvent::ctrl('U')] {
            assert_eq!(state.aim(key), Some(Some(Aim::Drop)));
        }
        assert_eq!(state.dropped("seen"), Cmd::Kill(Movement::WholeBuffer));
        assert_eq!((state.dropped(""), &*state.behind), (Cmd::Repaint, ""));
    }

    #[test]
    fn clicks_and_arrows_aim() {
        let mut state = State::default();
        let mut aim = |key| state.aim(key);
        let step = Some(Some(Aim::Step(0, -1)));
        assert_eq!(aim(KeyEvent(KeyCode::Left, Modifiers::NONE)), step);
        assert_eq!(aim(KeyEvent(KeyCode::UnknownEscSeq, Modifiers::NONE)), Some(None));
        for c in "0;12;5".chars() {
            assert_eq!(aim(c.into()), Some(None));
        }
        assert_eq!(aim('M'.into()), Some(Some(Aim::Click(4, 11))));
        assert_eq!(aim('M'.into()), None);
    }
}
