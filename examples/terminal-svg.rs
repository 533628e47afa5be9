//! Draws what a terminal shows, escapes and all, as an SVG: standard input to standard output.

use std::io::{self, Read as _, Write as _};

fn main() -> io::Result<()> {
    let mut shown = String::new();
    io::stdin().read_to_string(&mut shown)?;
    let svg = anstyle_svg::Term::new().min_width_px(760).render_svg(shown.trim_end());
    io::stdout().write_all(svg.as_bytes())
}
