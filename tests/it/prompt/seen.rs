//! A terminal together with its screen.

use super::terminal::Terminal;
use vt100::Parser;

pub(super) struct Seen {
    pub(super) terminal: Terminal,
    screen: Parser,
    asking: &'static str,
}

impl Seen {
    /// Waits for the first question. `asking` matches the escape sequence with which the line
    /// editor starts, and then the question.
    #[track_caller]
    pub(super) fn new(
        terminal: Terminal,
        (columns, rows): (u16, u16),
        asking: &'static str,
    ) -> Self {
        let mut seen = Self { terminal, screen: parser(columns, rows), asking };
        seen.waits();
        seen
    }

    #[track_caller]
    pub(super) fn waits(&mut self) {
        self.sees_like(self.asking);
    }

    #[track_caller]
    pub(super) fn sees_like(&mut self, pattern: &str) {
        let shown = self.terminal.sees_all_like(pattern);
        self.screen.process(shown.as_bytes());
    }

    /// Waits until the terminal shows `text`.
    #[track_caller]
    pub(super) fn sees(&mut self, text: &str) {
        let shown = self.terminal.sees(text);
        self.screen.process(shown.as_bytes());
        self.screen.process(text.as_bytes());
    }

    /// Waits until the screen is right.
    #[track_caller]
    pub(super) fn becomes(&mut self, is_right: impl Fn(&str) -> bool) {
        while !is_right(&self.text()) {
            self.sees_like("(?s).");
        }
    }

    #[track_caller]
    pub(super) fn enters(&mut self, line: &str) {
        self.terminal.types(line);
        self.terminal.types("\r");
        self.waits();
    }

    /// Types keys, and waits for these texts, one after the other.
    #[track_caller]
    pub(super) fn presses(&mut self, keys: &str, texts: &[&str]) {
        self.terminal.types(keys);
        for text in texts {
            self.sees(text);
        }
    }

    #[track_caller]
    pub(super) fn enters_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.enters(line);
        }
    }

    /// Checks that the screen has all these texts.
    #[track_caller]
    pub(super) fn has(&self, texts: &[&str]) {
        let shown = self.text();
        for text in texts {
            assert!(shown.contains(text), "{text}: {shown}");
        }
    }

    pub(super) fn resizes(&mut self, columns: u16, rows: u16) {
        self.terminal.resizes(columns, rows);
        self.screen.screen_mut().set_size(number(rows), number(columns));
    }

    pub(super) fn text(&self) -> String {
        text(&self.screen)
    }
}

pub(super) fn drawn(sent: &str, (columns, rows): (u16, u16)) -> String {
    let mut screen = parser(columns, rows);
    screen.process(sent.as_bytes());
    text(&screen)
}

fn text(screen: &Parser) -> String {
    let lines = screen.screen().contents();
    lines.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn parser(columns: u16, rows: u16) -> Parser {
    Parser::new(number(rows), number(columns), 0)
}

fn number<T: TryFrom<u16>>(count: u16) -> T {
    T::try_from(count).ok().expect("a size")
}
