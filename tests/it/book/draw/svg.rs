//! Draws several boards side by side in one SVG file.

use super::axis::{Axis, Line};
use super::moment::{Mark, Moment, Vessel};
use super::shapes::{REEF, TARGET, WRECK, hull, symbol};
use broadside::board::{Coord, Heading, Rect, Side};
use std::collections::BTreeSet;
use std::fmt::Write as _;

pub(crate) struct Panel<'m> {
    pub(crate) moment: &'m Moment,
    pub(crate) words: &'m str,
}

/// The side of a field, in pixels.
const FIELD: usize = 20;
/// The space for the numbers of rows and columns, which is also the space between boards, in
/// pixels.
const EDGE: usize = 22;
/// The height of the line of words below a board, in pixels.
const WORDS: usize = 24;
/// The smallest width of a board together with its words, in pixels.
const NARROWEST: usize = 100;

/// The colours are the same as on the replay's page.
const STYLE: &str = "text{font:11px system-ui,sans-serif;fill:#47616f;text-anchor:middle}.w{font-size:13px;fill:#10222e}\
    .p{fill:#eef4f7}.s{fill:#a9dcef}.f{fill:#c3ced5}.r{fill:#ffd9a0}.l{stroke:#0a3a52;stroke-opacity:.16}\
    .A{fill:#e07b00;stroke:#6b3a00}.B{fill:#7a3fd1;stroke:#2e0f66}.A,.B{stroke-width:.06}.g{fill:#fff}.h{fill:#2b120b}\
    .x{stroke:#ffb300;stroke-width:.1}.o{fill:#857b6c;stroke:#4a4339;stroke-width:.06}.t{fill:none;stroke:#d52c00;stroke-width:.09}\
    .n{fill:#d52c00;fill-opacity:.15;stroke:#d52c00;stroke-width:.08;stroke-dasharray:.18 .1}\
    @media(prefers-color-scheme:dark){text{fill:#9fb8c7}.w{fill:#e6f1f7}.p{fill:#07131c}.s{fill:#0f4560}.f{fill:#1d2b36}.r{fill:#4d5a35}\
    .l{stroke:#fff;stroke-opacity:.1}.A{fill:#ffb14a;stroke:#7a4300}.B{fill:#c9a2ff;stroke:#46217e}.g{fill:#07131c}.t,.n{stroke:#ff8f7d}.n{fill:#ff8f7d}}";

pub(crate) fn svg(panels: &[Panel<'_>]) -> String {
    let moments = || panels.iter().map(|panel| panel.moment);
    let used: Vec<Coord> = moments().flat_map(Moment::used).collect();
    let rows = moments().map(|moment| moment.dims.rows()).max().unwrap_or(0);
    let cols = moments().map(|moment| moment.dims.cols()).max().unwrap_or(0);
    let lines = |of: fn(&Coord) -> i64| used.iter().map(of).collect::<BTreeSet<_>>();
    let rows = Axis::of(rows, &lines(|field| field.row));
    let cols = Axis::of(cols, &lines(|field| field.col));
    let (wide, high) =
        (EDGE + (cols.len() * FIELD).max(NARROWEST), EDGE + rows.len() * FIELD + WORDS);
    let (width, height) = (panels.len() * wide + EDGE / 2, high + 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
        <style>{STYLE}</style>\n<rect class='p' width='100%' height='100%' rx='6'/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let sheet = Sheet { rows: &rows, cols: &cols, left: index * wide + EDGE, top: EDGE };
        sheet.draw(panel, &mut svg);
    }
    svg + "</svg>\n"
}

/// The drawn rows and columns of a board, and its position in the file, in pixels.
struct Sheet<'a> {
    rows: &'a Axis,
    cols: &'a Axis,
    left: usize,
    top: usize,
}

impl Sheet<'_> {
    fn draw(&self, panel: &Panel<'_>, svg: &mut String) {
        let moment = panel.moment;
        self.numbers(svg);
        self.fields(moment, svg);
        for reef in moment.reefs.iter().filter_map(|field| self.middle(*field)) {
            push(svg, format_args!("<path class='o' transform='{}' d='{REEF}'/>\n", at(reef)));
        }
        for vessel in &moment.vessels {
            self.vessel(vessel, moment, svg);
        }
        for mark in &moment.marks {
            self.mark(mark, svg);
        }
        let x = self.left + self.cols.len() * FIELD / 2;
        let y = self.top + self.rows.len() * FIELD + WORDS - 6;
        push(svg, format_args!("<text class='w' x='{x}' y='{y}'>{}</text>\n", panel.words));
    }

    fn numbers(&self, svg: &mut String) {
        for (place, line) in self.cols.lines() {
            let x = self.left + place * FIELD + FIELD / 2;
            push(
                svg,
                format_args!("<text x='{x}' y='{}'>{}</text>", self.top - 5, number(line, "…")),
            );
        }
        for (place, line) in self.rows.lines() {
            let y = self.top + place * FIELD + FIELD / 2 + 4;
            push(
                svg,
                format_args!("<text x='{}' y='{y}'>{}</text>", self.left - 10, number(line, "⋮")),
            );
        }
        svg.push('\n');
    }

    fn fields(&self, moment: &Moment, svg: &mut String) {
        let (mut sea, mut fog, mut reach) = (String::new(), String::new(), String::new());
        let reached: BTreeSet<Coord> = moment.marks.iter().flat_map(reached).collect();
        for (row, col) in
            self.rows.lines().flat_map(|row| self.cols.lines().map(move |col| (row, col)))
        {
            let ((y, Line::Field(row)), (x, Line::Field(col))) = (row, col) else { continue };
            let field = Coord::new(row, col);
            let is_known = moment.known.as_ref().is_none_or(|known| known.holds(field));
            let path = match moment.dims.holds(field) {
                false => continue,
                true if reached.contains(&field) => &mut reach,
                true if is_known => &mut sea,
                true => &mut fog,
            };
            let (x, y) = (self.left + x * FIELD, self.top + y * FIELD);
            push(path, format_args!("M{x} {y}h{FIELD}v{FIELD}h-{FIELD}z"));
        }
        for (class, path) in [("s", sea), ("f", fog), ("r", reach)] {
            if !path.is_empty() {
                push(svg, format_args!("<path class='{class} l' d='{path}'/>\n"));
            }
        }
    }

    fn vessel(&self, vessel: &Vessel, moment: &Moment, svg: &mut String) {
        let Some(bow) = self.middle(vessel.hull.bow()) else { return };
        let (turn, length) = (angle(vessel.hull.heading()), vessel.hull.length());
        let is_known = |field| moment.known.as_ref().is_none_or(|known| known.holds(field));
        let seen: Vec<_> = (0..length).filter(|k| is_known(vessel.hull.field(*k))).collect();
        if seen.is_empty() {
            return;
        }
        let side = if vessel.side == Side::First { "A" } else { "B" };
        push(svg, format_args!("<g transform='{} rotate({turn})'>", at(bow)));
        if seen.len() == length as usize {
            push(svg, format_args!("<path class='{side}' d='{}'/>", hull(length)));
        }
        for k in seen.iter().copied() {
            push(svg, format_args!("<g transform='translate(0 {k})'>"));
            if seen.len() < length as usize {
                push(svg, format_args!("<path class='{side}' d='M-.35-.5h.7v1h-.7z'/>"));
            }
            let is_healthy = vessel.healthy[k as usize];
            svg.push_str(&if is_healthy { symbol(length, k) } else { WRECK.to_owned() });
            svg.push_str("</g>");
        }
        svg.push_str("</g>\n");
    }

    fn mark(&self, mark: &Mark, svg: &mut String) {
        match mark {
            Mark::Target(field) => {
                if let Some(middle) = self.middle(*field) {
                    push(svg, format_args!("<g transform='{}'>{TARGET}</g>\n", at(middle)));
                }
            }
            Mark::Refused(refused) => {
                let Some(bow) = self.middle(refused.bow()) else { return };
                let (turn, path) = (angle(refused.heading()), hull(refused.length()));
                let place = format_args!("{} rotate({turn})", at(bow)).to_string();
                push(svg, format_args!("<path class='n' transform='{place}' d='{path}'/>\n"));
            }
            // These two marks only change the colour of the sea.
            Mark::Reach(_) | Mark::Plane(_) => {}
        }
    }

    /// Returns the middle of a field, in pixels. Returns `None` if the field is not drawn.
    fn middle(&self, field: Coord) -> Option<(usize, usize)> {
        let (row, col) = (self.rows.place(field.row)?, self.cols.place(field.col)?);
        Some((self.left + col * FIELD + FIELD / 2, self.top + row * FIELD + FIELD / 2))
    }
}

fn number(line: Line, gap: &str) -> String {
    match line {
        Line::Field(number) => number.to_string(),
        Line::Gap => gap.to_owned(),
    }
}

fn reached(mark: &Mark) -> Vec<Coord> {
    match mark {
        Mark::Reach(fields) => fields.clone(),
        Mark::Plane(field) => Rect::spanning(*field, *field).grown(1).fields().collect(),
        Mark::Target(_) | Mark::Refused(_) => Vec::new(),
    }
}

/// Returns the transformation that draws a shape at a pixel. The shape is in units of a field.
fn at((x, y): (usize, usize)) -> String {
    format!("translate({x} {y}) scale({FIELD})")
}

/// Returns the angle between north and `heading`, in degrees.
fn angle(heading: Heading) -> u32 {
    match heading {
        Heading::North => 0,
        Heading::East => 90,
        Heading::South => 180,
        Heading::West => 270,
    }
}

fn push(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("a string grows");
}
