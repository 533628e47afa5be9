//! The colours of seas, ships and texts in a window. The page of `broadside replay` has the same
//! colours. `A` and `B` are the colours of the two sides, and a `DEEP` colour is a darker shade.

use crate::cli::theme::Theme;
use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style};

/// A colour for terminals with 24-bit colours, with 256 colours, and with 16 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Hue {
    rgb: u32,
    fixed: u8,
    ansi: AnsiColor,
}

const fn hue(rgb: u32, fixed: u8, ansi: AnsiColor) -> Hue {
    Hue { rgb, fixed, ansi }
}

pub(in crate::cli) const SEA: Hue = hue(0x0f_45_60, 24, AnsiColor::Blue);
pub(in crate::cli) const SEA_DEEP: Hue = hue(0x0a_31_48, 23, AnsiColor::Blue);
pub(in crate::cli) const FOG: Hue = hue(0x14_20_2a, 235, AnsiColor::Black);
pub(in crate::cli) const A: Hue = hue(0xff_b1_4a, 215, AnsiColor::Yellow);
pub(in crate::cli) const A_DEEP: Hue = hue(0x7a_43_00, 94, AnsiColor::Black);
pub(in crate::cli) const B: Hue = hue(0xc9_a2_ff, 183, AnsiColor::Magenta);
pub(in crate::cli) const B_DEEP: Hue = hue(0x46_21_7e, 54, AnsiColor::Black);
pub(in crate::cli) const HOLE: Hue = hue(0x1b_0a_06, 52, AnsiColor::Black);
pub(in crate::cli) const FIRE: Hue = hue(0xff_5a_36, 203, AnsiColor::BrightRed);
pub(in crate::cli) const FLAME: Hue = hue(0xff_cf_4d, 221, AnsiColor::BrightYellow);
pub(in crate::cli) const ROCK: Hue = hue(0x8d_83_75, 245, AnsiColor::White);
pub(in crate::cli) const ROCK_DEEP: Hue = hue(0x4a_44_3c, 238, AnsiColor::Black);
pub(in crate::cli) const SPLASH: Hue = hue(0xbd_ea_ff, 153, AnsiColor::BrightCyan);
pub(in crate::cli) const SOFT: Hue = hue(0x9f_b8_c7, 109, AnsiColor::White);
pub(in crate::cli) const ACCENT: Hue = hue(0x5c_d6_ff, 81, AnsiColor::BrightCyan);
pub(in crate::cli) const EDGE: Hue = hue(0x3d_6b_85, 66, AnsiColor::Cyan);

impl Hue {
    fn of(self, theme: Theme) -> Option<Color> {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        match theme {
            Theme::Plain => None,
            Theme::Sixteen => Some(self.ansi.into()),
            Theme::Fixed => Some(Ansi256Color(self.fixed).into()),
            Theme::True => Some(RgbColor(red, green, blue).into()),
        }
    }
}

impl Theme {
    pub(in crate::cli) fn ink(self, ink: Hue) -> Style {
        Style::new().fg_color(ink.of(self))
    }

    pub(in crate::cli) fn on(self, ink: Hue, paper: Hue) -> Style {
        self.ink(ink).bg_color(paper.of(self))
    }

    pub(in crate::cli) fn soft(self) -> Style {
        self.ink(SOFT)
    }

    pub(in crate::cli) fn aimed(self) -> Style {
        self.on(HOLE, ACCENT).bold()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_theme_has_its_escapes() {
        let shown = |theme: Theme| theme.on(A_DEEP, A).to_string();
        assert_eq!(shown(Theme::True), "\u{1b}[38;2;122;67;0m\u{1b}[48;2;255;177;74m");
        assert_eq!(shown(Theme::Fixed), "\u{1b}[38;5;94m\u{1b}[48;5;215m");
        assert_eq!(shown(Theme::Sixteen), "\u{1b}[30m\u{1b}[43m");
        assert_eq!(shown(Theme::Plain), "");
    }
}
