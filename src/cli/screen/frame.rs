//! What stands around a board that fills a window: the head, the fleets with what is left of them, words below
//! a line, and the foot with the prompt.

use super::Canvas;
use super::palette::{self, Depth, Hue};
use crate::cli::prompt::text::{cut, lines};
use anstyle::Style;

/// The rows above the board: the head and an empty one.
pub(in crate::cli) const TOP: usize = 2;

/// The rows at the foot: legend, line, prompt, help.
pub(in crate::cli) const FOOT: usize = 4;

/// The rows of the foot that belong to the prompt.
pub(in crate::cli) const PROMPT: usize = 2;

/// The signs of a field that is aimed at, in one column and in two.
pub(in crate::cli) const AIM: [&str; 2] = ["+", "[]"];

/// Parts of a line, each in a style.
pub(in crate::cli) type Line = Vec<(String, Style)>;

/// A window, and the characters and colours that its terminal shows.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Frame {
    pub(in crate::cli) columns: usize,
    pub(in crate::cli) rows: usize,
    pub(in crate::cli) depth: Depth,
    pub(in crate::cli) is_unicode: bool,
}

impl Frame {
    /// The rows between head and foot.
    pub(in crate::cli) const fn body(self) -> usize {
        self.rows.saturating_sub(TOP + FOOT)
    }

    /// The name of the program, what is played, and how it stands.
    pub(in crate::cli) fn head(self, title: &str, standing: &str, canvas: &mut Canvas) {
        canvas.put((0, 1), "broadside", self.depth.ink(palette::ACCENT).bold());
        canvas.put((0, 13), &cut(title, self.title_room(standing)), self.soft());
        canvas.put_right(0, standing, self.depth.ink(palette::A));
    }

    /// The columns that are left for a title.
    pub(in crate::cli) fn title_room(self, standing: &str) -> usize {
        self.columns.saturating_sub(13 + standing.chars().count() + 3)
    }

    /// Whether entries have room side by side.
    pub(in crate::cli) fn has_room(self, entries: &[&str]) -> bool {
        fitting(entries, self.columns) == joined(entries)[0]
            || fitting(entries, self.columns) == joined(entries)[1]
    }

    /// The legend, a line, and what can be typed; the prompt stands between these.
    pub(in crate::cli) fn foot(self, legend: &[&str], help: &[&str], canvas: &mut Canvas) {
        let line = self.dash().repeat(self.columns.saturating_sub(2));
        let texts =
            [(4, fitting(legend, self.columns)), (3, line), (1, fitting(help, self.columns))];
        for (above, text) in texts {
            canvas.put((self.rows.saturating_sub(above), 1), &text, self.soft());
        }
    }

    /// Lines below each other from a place on, at most `rows` of them.
    pub(in crate::cli) fn list(
        (top, left): (usize, usize),
        lines: impl IntoIterator<Item = Line>,
        rows: usize,
        canvas: &mut Canvas,
    ) {
        for (row, parts) in lines.into_iter().take(rows).enumerate() {
            let mut col = left;
            for (text, style) in parts {
                canvas.put((top + row, col), &text, style);
                col += text.chars().count();
            }
        }
    }

    /// A line, perhaps with a title, so many columns wide.
    pub(in crate::cli) fn rule(self, title: &str, width: usize) -> Line {
        let title =
            if title.is_empty() { String::new() } else { format!("{} {title} ", self.dash()) };
        let rest = self.dash().repeat(width.saturating_sub(title.chars().count()));
        vec![(title + &rest, self.soft())]
    }

    /// The title of a fleet, and behind so many columns for its name a word on it.
    pub(in crate::cli) fn heading(
        self,
        is_own: bool,
        (name, width): (&str, usize),
        text: String,
    ) -> Line {
        let (sign, hue) = match (is_own, self.is_unicode) {
            (true, true) => ('■', palette::A),
            (true, false) => ('#', palette::A),
            (false, true) => ('●', palette::B),
            (false, false) => ('o', palette::B),
        };
        vec![(format!("{sign} {name:<width$}"), self.depth.ink(hue).bold()), (text, self.soft())]
    }

    /// The parts of a ship, whole or destroyed.
    pub(in crate::cli) fn segments(self, whole: impl Iterator<Item = bool>, hue: Hue) -> Line {
        let [sound, wreck] = if self.is_unicode { ["■", "╳"] } else { ["#", "x"] };
        let segment = |is_whole| {
            let (sign, hue) = if is_whole { (sound, hue) } else { (wreck, palette::FIRE) };
            (sign.to_owned(), self.depth.ink(hue))
        };
        whole.map(segment).collect()
    }

    /// A ship of which nothing is known but its length.
    pub(in crate::cli) fn unknown(self, length: usize) -> Line {
        let sign = if self.is_unicode { "□" } else { "." };
        vec![(sign.repeat(length), self.soft())]
    }

    /// A line as it was said, in lines so wide; one that tells of a hit glows.
    pub(in crate::cli) fn said(self, line: &str, width: usize) -> impl Iterator<Item = Line> {
        rewrapped(line, width).into_iter().map(move |line| {
            let is_hit = HITS.iter().any(|word| line.contains(word));
            let style = if is_hit { self.depth.ink(palette::FIRE) } else { Style::new() };
            vec![(line, style)]
        })
    }

    /// What is not looked at first.
    pub(in crate::cli) fn soft(self) -> Style {
        self.depth.ink(palette::SOFT)
    }

    const fn dash(self) -> &'static str {
        if self.is_unicode { "─" } else { "-" }
    }
}

/// Words of a line that tells of a hit.
const HITS: [&str; 6] = [": hit", " is hit", " is sunk", " - hit", " hits at ", " sinks "];

/// A line as it was said, in narrower ones.
pub(in crate::cli) fn rewrapped(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let words = line.trim_start_matches(' ');
    let indent = &line[..line.len() - words.len()];
    let mut found = lines(words, "  ", width.saturating_sub(indent.len()).max(8));
    if let Some(first) = found.first_mut() {
        *first = first[2..].to_owned();
    }
    found.into_iter().map(|line| format!("{indent}{line}")).collect()
}

/// Entries side by side, up to the first that does not fit; closer to each other where more of them fit so.
fn fitting(entries: &[&str], columns: usize) -> String {
    let joined = (0..=entries.len()).rev().flat_map(|count| joined(&entries[..count]));
    joined.into_iter().find(|line| line.chars().count() + 2 <= columns).unwrap_or_default()
}

fn joined(entries: &[&str]) -> [String; 2] {
    ["   ", "  "].map(|gap| entries.join(gap))
}
