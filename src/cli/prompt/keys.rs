//! Handles keys before the line editor gets them.
//!
//! For most keys, the editor draws its whole line again, and it counts rows in 16 bits. So it must
//! not get very long lines. This module does not pass on text that is typed beyond [`LONGEST`], or
//! a paste that makes the line longer than [`LONGEST_PASTE`]. It stores such text, which is
//! invisible, and adds the text when the line is entered. The only control characters that reach
//! the editor are the line breaks and tabs of pastes.
//!
//! In a window with a board, some keys aim: they move a mark on the board instead of editing the
//! line.

use broadside::text::is_control;
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, Movement,
    RepeatCount,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The largest number of typed characters in the line of the editor. Lines with more bytes than
/// this number get no hints and no colours.
pub(in crate::cli) const LONGEST: usize = 1 << 10;

/// The longest line, in bytes, that can be edited after a paste. If a paste makes the line longer,
/// the line is entered at once.
const LONGEST_PASTE: usize = 1 << 12;

/// Replaces a control character in the line.
const HIDDEN: char = '\u{fffd}';

/// After a paste was refused, a key is still part of that paste if it comes within this time after
/// the previous key.
const SAME_PASTE: Duration = Duration::from_millis(100);

/// The longest time from the first to the last key of a mouse report.
const SAME_REPORT: Duration = Duration::from_millis(100);

/// Handles a key or click that aims, given the typed line. Returns false if the line needs the key.
pub(in crate::cli) type Aiming = Box<dyn Fn(Aim, &str) -> bool + Send + Sync>;

/// A key that a window with a board handles first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Aim {
    /// An arrow key: the number of rows down and of columns to the right.
    Step(i64, i64),
    /// The space bar, which turns the ship, the weapon or a page.
    Turn,
    /// Page Up or Page Down: the number of pages down.
    Page(i64),
    /// The key `q`, which closes a shown text.
    Close,
    /// Escape or Ctrl-U, which drops the aim and the line.
    Drop,
    /// Ctrl-L, which draws the picture again.
    Redraw,
    /// Ctrl-Z. After this, the line editor suspends the process.
    Leave,
    /// A click at this row and column of the terminal, both from 0.
    Click(u16, u16),
}

/// The handler of the keys of a prompt. All clones share one state.
#[derive(Clone, Default)]
pub(in crate::cli) struct Keys {
    state: Arc<Mutex<State>>,
    /// Handles the keys that aim. `None` if the prompt has no window.
    aiming: Option<Arc<Aiming>>,
}

#[derive(Default)]
struct State {
    /// The line for which the editor last asked for a hint; see [`Keys::refuse`].
    line: String,
    /// About how many characters of the line were typed. Text that was pasted or taken from the
    /// history does not count. Each deleted character reduces the number, even if it was not typed.
    typed: usize,
    /// The number of characters in the line after the last key.
    length: usize,
    /// The invisible text, and the byte of the line at which this text is inserted.
    invisible: String,
    invisible_at: usize,
    paste: Option<String>,
    /// The time of the last key that belonged to a refused paste.
    refused: Option<Instant>,
    /// The part of a mouse report that was read so far. `None` between two reports.
    mouse: Option<(Instant, String)>,
}

impl Keys {
    pub(in crate::cli) fn aiming(aiming: Aiming) -> Self {
        Self { aiming: Some(Arc::new(aiming)), ..Self::default() }
    }

    pub(super) const fn has_board(&self) -> bool {
        self.aiming.is_some()
    }

    pub(in crate::cli) fn show(&self, line: &str) {
        line.clone_into(&mut self.state().line);
    }

    pub(super) fn begin(&self) {
        *self.state() = State::default();
    }

    pub(super) fn whole(&self, line: String) -> String {
        let state = std::mem::take(&mut *self.state());
        match line.split_at_checked(state.invisible_at) {
            Some((head, tail)) if !state.invisible.is_empty() => {
                format!("{head}{}{tail}", state.invisible)
            }
            _ => line,
        }
    }

    /// Drops a paste that is not UTF-8, also the keys of this paste that are still to come. Returns
    /// the line as it was before the paste.
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
        // If the board does not need one of these keys, the key keeps its usual action.
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
            _ => self.state().command_for(key, context.line(), context.pos()),
        }
    }
}

impl State {
    /// Returns what a key does in the window; `None` if the key is only for the line editor. A
    /// report of the mouse consists of several keys. If such a key does not complete a click,
    /// returns `Some(None)`.
    #[expect(clippy::option_option, reason = "`Some(None)` is a key of an unfinished report")]
    fn aim(&mut self, key: KeyEvent) -> Option<Option<Aim>> {
        if self.paste.is_some() {
            return None;
        }
        // Other unknown keys begin like a report. If the rest of a report does not come within
        // `SAME_REPORT`, the key was such a key.
        self.mouse.take_if(|(begun, _)| begun.elapsed() > SAME_REPORT);
        if let Some((begun, report)) = self.mouse.take() {
            return self.continue_report(key, begun, report);
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
                self.mouse = Some((Instant::now(), String::new()));
                return Some(None);
            }
            _ => return None,
        };
        Some(Some(step))
    }

    /// Takes a key that may belong to an unfinished `report` of the mouse.
    #[expect(clippy::option_option, reason = "`Some(None)` is a key of an unfinished report")]
    fn continue_report(
        &mut self,
        key: KeyEvent,
        begun: Instant,
        mut report: String,
    ) -> Option<Option<Aim>> {
        match key {
            KeyEvent(KeyCode::Char(c @ ('0'..='9' | ';')), Modifiers::NONE) => {
                report.push(c);
                self.mouse = Some((begun, report));
                Some(None)
            }
            KeyEvent(KeyCode::Char(end @ ('M' | 'm')), _) if !report.is_empty() => {
                Some(click(&report).filter(|_| end == 'M'))
            }
            _ => None,
        }
    }

    fn dropped(&mut self, line: &str) -> Cmd {
        self.invisible.clear();
        if line.is_empty() { Cmd::Repaint } else { Cmd::Kill(Movement::WholeBuffer) }
    }

    /// Returns what the line editor does at a key. `None` means the usual action of the key.
    fn command_for(&mut self, key: KeyEvent, line: &str, at: usize) -> Option<Cmd> {
        self.count_deleted(line);
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
            KeyEvent(KeyCode::Char(c), Modifiers::NONE) => self.typed(c, at),
            // In the editor, this key inserts the next control character, which would reach the
            // terminal. So the key does nothing here.
            KeyEvent(KeyCode::Char('V' | 'Q'), Modifiers::CTRL) => Some(Cmd::Noop),
            KeyEvent(KeyCode::Backspace, _) if self.invisible.pop().is_some() => Some(Cmd::Noop),
            KeyEvent(KeyCode::Char('U'), Modifiers::CTRL) => {
                (!self.invisible.is_empty()).then(|| self.dropped(line))
            }
            KeyEvent(KeyCode::Char('C' | 'D' | 'J' | 'L' | 'M' | 'Z'), Modifiers::CTRL)
            | KeyEvent(KeyCode::Enter | KeyCode::Tab, _) => None,
            // Other keys would edit only the visible line. While there is invisible text, they do
            // nothing.
            _ => (!self.invisible.is_empty()).then_some(Cmd::Noop),
        }
    }

    fn count_deleted(&mut self, line: &str) {
        let length = line.chars().count();
        self.typed = self.typed.saturating_sub(self.length.saturating_sub(length));
        self.length = length;
    }

    /// Handles a typed character. Beyond [`LONGEST`] characters, or after invisible text, the
    /// character becomes invisible.
    fn typed(&mut self, c: char, at: usize) -> Option<Cmd> {
        if !self.invisible.is_empty() || self.typed >= LONGEST {
            self.hide(c.encode_utf8(&mut [0; 4]), at);
            return Some(Cmd::Noop);
        }
        (self.typed, self.length) = (self.typed + 1, self.length + 1);
        is_control(c).then(|| Cmd::Insert(1, HIDDEN.to_string()))
    }

    fn hide(&mut self, text: &str, at: usize) {
        if self.invisible.is_empty() {
            self.invisible_at = at;
        }
        self.invisible.push_str(text);
    }

    /// Handles a key of a paste. At its end, a short paste is inserted into the line. A long paste,
    /// or any paste after invisible text, is entered together with the line.
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
                if self.invisible.is_empty() && paste.len() + line.len() <= LONGEST_PASTE {
                    return Cmd::Insert(1, shown(&paste));
                }
                self.hide(&paste, at);
                return Cmd::AcceptLine;
            }
            _ => {}
        }
        Cmd::Noop
    }
}

fn is_drop(key: KeyEvent) -> bool {
    matches!(key, KeyEvent(KeyCode::Esc, _) | KeyEvent(KeyCode::Char('U'), Modifiers::CTRL))
}

fn shown(paste: &str) -> String {
    let is_hidden = |c: char| is_control(c) && !matches!(c, '\n' | '\t');
    paste.chars().map(|c| if is_hidden(c) { HIDDEN } else { c }).collect()
}

/// Reads `BUTTON;COL;ROW`, with columns and rows from 1. Button 0 is the left one.
fn click(report: &str) -> Option<Aim> {
    let mut numbers = report.split(';').map(|number| number.parse::<u16>().ok());
    let (button, col, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (button == 0).then_some(Aim::Click(row.checked_sub(1)?, col.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the whole entered line, and the text that the editor itself inserts.
    fn pasted(line: &str, text: &str) -> (String, Option<String>) {
        let keys = Keys::default();
        let key = |code| KeyEvent(code, Modifiers::NONE);
        let typed = text.chars().map(|c| KeyEvent::new(c, Modifiers::NONE));
        let brackets = [KeyCode::BracketedPasteStart, KeyCode::BracketedPasteEnd].map(key);
        let mut last = None;
        for key in [brackets[0]].into_iter().chain(typed).chain([brackets[1]]) {
            last = keys.state().command_for(key, line, line.len());
        }
        let inserted = match last {
            Some(Cmd::Insert(1, text)) => Some(text),
            _ => None,
        };
        (keys.whole(line.to_owned()), inserted)
    }

    #[test]
    fn short_pastes_are_inserted_and_long_ones_are_entered_with_the_line() {
        let short = pasted("a", "b\r\nc\rd\u{202e}\t");
        assert_eq!(short, ("a".to_owned(), Some("b\nc\nd\u{fffd}\t".to_owned())));
        let long = "REEF 1 1\n".repeat(65_536);
        assert_eq!(pasted("[state] ", &long), (format!("[state] {long}"), None));
    }

    #[test]
    fn typed_controls_are_hidden_and_long_typed_lines_stay_whole() {
        let keys = Keys::default();
        let mut line = String::new();
        for c in ["\u{202e}", &"x".repeat(60_000)].concat().chars() {
            let key = KeyEvent::new(c, Modifiers::NONE);
            match keys.state().command_for(key, &line, line.len()) {
                None => line.push(c),
                Some(Cmd::Insert(1, other)) => line += &other,
                other => assert_eq!(other, Some(Cmd::Noop)),
            }
        }
        assert!(line.starts_with(HIDDEN) && line.len() < 2 * LONGEST);
        assert_eq!(keys.whole(line).chars().count(), 60_001);
    }

    fn type_letters(state: &mut State, line: &mut String, at: usize, count: usize) {
        for _ in 0..count {
            if state.command_for('x'.into(), line, at).is_none() {
                line.insert(at, 'x');
            }
        }
    }

    #[test]
    fn only_the_letters_that_are_still_in_the_line_count() {
        let (mut state, mut line) = (State::default(), String::new());
        type_letters(&mut state, &mut line, 0, LONGEST);
        line.truncate(LONGEST - 100);
        type_letters(&mut state, &mut line, 0, 101);
        assert_eq!((line.len(), &*state.invisible), (LONGEST, "x"), "one letter does not fit");
    }

    #[test]
    fn input_that_is_not_utf_8_drops_its_paste_but_not_the_line() {
        let keys = Keys::default();
        keys.show("[state]");
        let start = KeyEvent(KeyCode::BracketedPasteStart, Modifiers::NONE);
        keys.state().command_for(start, "[state]", 7);
        assert_eq!(keys.refuse(), "[state]");
        let rest = KeyEvent::from('x');
        assert_eq!(keys.state().command_for(rest, "[state]", 7), Some(Cmd::Noop));
        keys.state().refused = None;
        assert_eq!(keys.state().command_for(rest, "[state]", 7), None);
    }

    #[test]
    fn escape_drops_the_line_and_its_invisible_text() {
        let mut state = State { invisible: "unseen".to_owned(), ..State::default() };
        for key in [KeyEvent(KeyCode::Esc, Modifiers::NONE), KeyEvent::ctrl('U')] {
            assert_eq!(state.aim(key), Some(Some(Aim::Drop)));
        }
        assert_eq!(state.dropped("seen"), Cmd::Kill(Movement::WholeBuffer));
        assert_eq!((state.dropped(""), &*state.invisible), (Cmd::Repaint, ""));
    }

    /// Regression: Ctrl-U dropped only the visible text, and then nothing more could be typed.
    #[test]
    fn control_keys_do_not_separate_a_line_from_its_invisible_text() {
        let hidden = || State { invisible: "unseen".to_owned(), ..State::default() };
        for letter in ['A', 'K', 'T', 'W', 'Y'] {
            let mut state = hidden();
            let done = state.command_for(KeyEvent::ctrl(letter), "seen", 4);
            assert_eq!((done, &*state.invisible), (Some(Cmd::Noop), "unseen"), "{letter}");
        }
        let mut state = hidden();
        let done = state.command_for(KeyEvent::ctrl('U'), "seen", 4);
        assert_eq!((done, &*state.invisible), (Some(Cmd::Kill(Movement::WholeBuffer)), ""));
        assert_eq!(State::default().command_for(KeyEvent::ctrl('A'), "seen", 4), None);
    }

    #[test]
    fn a_letter_after_an_unknown_key_is_typed() {
        let mut state = State::default();
        assert_eq!(state.aim(KeyEvent(KeyCode::UnknownEscSeq, Modifiers::NONE)), Some(None));
        assert_eq!(state.aim('m'.into()), None);
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
