//! Draws the parts of a window around a board: the head, the lists of the fleets, the log of the
//! messages, and the foot. The foot has four rows: the legend, a horizontal line, a free row for
//! the prompt, and the help.

use super::canvas::{Canvas, Line};
use super::palette::{self, Hue};
use crate::cli::prompt::text::{cut, rewrapped};
use crate::cli::theme::Look;
use anstyle::Style;
use broadside::text::{padding, width};

/// The number of rows above the board: the head and an empty row.
pub(in crate::cli) const TOP: usize = 2;

pub(in crate::cli) const FOOT: usize = 4;

/// The number of rows from the prompt to the end of the window: prompt and help.
pub(in crate::cli) const PROMPT: usize = 2;

/// The sign of the field at which the person aims, for fields of one and of two columns.
pub(in crate::cli) const AIM: [&str; 2] = ["+", "[]"];

/// Texts that a line of the log contains if it reports a hit.
const HITS: [&str; 6] = [": hit", " is hit", " is sunk", " - hit", " hits at ", " sinks "];

impl Look {
    /// Returns the number of rows between the head and the foot.
    pub(in crate::cli) const fn body(self) -> usize {
        self.rows.saturating_sub(TOP + FOOT)
    }

    pub(in crate::cli) fn head(self, title: &str, state: &str, canvas: &mut Canvas) {
        canvas.put((0, 1), "broadside", self.theme.ink(palette::ACCENT).bold());
        canvas.put((0, 13), &cut(title, self.title_room(state)), self.theme.soft());
        canvas.put_right(0, state, self.theme.ink(palette::A));
    }

    /// Returns how many columns the title may take. At least two columns stay free between the
    /// title and `state`.
    pub(in crate::cli) fn title_room(self, state: &str) -> usize {
        self.columns.saturating_sub(13 + width(state) + 3)
    }

    /// Returns true if one row has room for all entries.
    pub(in crate::cli) fn has_room(self, entries: &[&str]) -> bool {
        joined(entries).contains(&fitting(entries, self.columns))
    }

    /// Draws the foot, but leaves the row of the prompt free.
    pub(in crate::cli) fn foot(self, legend: &[&str], help: &[&str], canvas: &mut Canvas) {
        let rule = self.dash().repeat(self.columns.saturating_sub(2));
        let texts =
            [(4, fitting(legend, self.columns)), (3, rule), (1, fitting(help, self.columns))];
        for (above, text) in texts {
            canvas.put((self.rows.saturating_sub(above), 1), &text, self.theme.soft());
        }
    }

    /// Returns a horizontal line. If `title` is not empty, the line contains it.
    pub(in crate::cli) fn rule(self, title: &str, columns: usize) -> Line {
        let title =
            if title.is_empty() { String::new() } else { format!("{} {title} ", self.dash()) };
        let rest = self.dash().repeat(columns.saturating_sub(width(&title)));
        vec![(title + &rest, self.theme.soft())]
    }

    /// Returns the title of a fleet: a sign, the name padded to `columns` columns, and `text`. In
    /// ASCII, the sign is left out, because every possible sign already has another meaning.
    pub(in crate::cli) fn heading(
        self,
        is_own: bool,
        (name, columns): (&str, usize),
        text: String,
    ) -> Line {
        let (sign, hue) = if is_own { ("■ ", palette::A) } else { ("● ", palette::B) };
        let sign = self.charset.choose(sign, "");
        let name = format!("{sign}{name}{}", padding(name, columns));
        vec![(name, self.theme.ink(hue).bold()), (text, self.theme.soft())]
    }

    pub(in crate::cli) fn segments(self, healthy: impl Iterator<Item = bool>, hue: Hue) -> Line {
        let [sound, wreck] = self.charset.choose(["■", "╳"], ["=", "x"]);
        let segment = |is_healthy| {
            let (sign, hue) = if is_healthy { (sound, hue) } else { (wreck, palette::FIRE) };
            (sign.to_owned(), self.theme.ink(hue))
        };
        healthy.map(segment).collect()
    }

    /// Returns the signs of a ship about whose segments the person knows nothing.
    pub(in crate::cli) fn unknown(self, length: usize) -> Line {
        vec![(self.charset.choose("□", ".").repeat(length), self.theme.soft())]
    }

    /// Breaks a line as [`rewrapped`] does. All pieces are red if the line contains one of
    /// [`HITS`].
    pub(in crate::cli) fn log_lines(self, line: &str, width: usize) -> impl Iterator<Item = Line> {
        let is_hit = HITS.iter().any(|word| line.contains(word));
        let style = if is_hit { self.theme.ink(palette::FIRE) } else { Style::new() };
        rewrapped(line, width).into_iter().map(move |piece| vec![(piece, style)])
    }

    fn dash(self) -> &'static str {
        self.charset.choose("─", "-")
    }
}

pub(in crate::cli) fn plain(text: String) -> Line {
    vec![(text, Style::new())]
}

/// Joins as many entries as fit, from the first one on. Uses small gaps if more entries fit then.
fn fitting(entries: &[&str], columns: usize) -> String {
    let mut lines = (0..=entries.len()).rev().flat_map(|count| joined(&entries[..count]));
    lines.find(|line| width(line) + 2 <= columns).unwrap_or_default()
}

fn joined(entries: &[&str]) -> [String; 2] {
    ["   ", "  "].map(|gap| entries.join(gap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::theme::{Charset, Theme};

    #[test]
    fn a_broken_line_about_a_hit_is_wholly_red() {
        let look = Look { theme: Theme::Sixteen, charset: Charset::Ascii, columns: 80, rows: 24 };
        let red = look.theme.ink(palette::FIRE);
        for (text, style) in [("Your carrier is hit", red), ("Your carrier moves on", Style::new())]
        {
            let styles: Vec<_> = look.log_lines(text, 15).map(|line| line[0].1).collect();
            assert_eq!(styles, [style; 2], "{text}");
        }
    }
}
