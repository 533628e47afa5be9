//! Checks the pictures of boards in the chapters. Each picture shows moments of the scripts on its
//! page. `.ci/picture` draws the pictures.

use super::draw::{Panel, board_after_line, svg};
use super::page;
use crate::harness::check_file;
use broadside::board::Side;

struct Picture {
    /// The path of the page without `.md`.
    page: &'static str,
    /// The part of the file's name that follows the name of the page.
    name: &'static str,
    /// The numbers, from 1, of the scripts on the page that run one after the other.
    scripts: &'static [usize],
    moments: &'static [Shown],
}

/// A board of a picture. The first value is the line after which the script stops, or `None` to run
/// all lines. The second value is the player that sees the board, or `None` for the whole board.
/// The third value has the words below the board.
struct Shown(Option<&'static str>, Option<Side>, &'static str);

const PICTURES: [Picture; 9] = [
    Picture {
        page: "start/first-battle",
        name: "board",
        scripts: &[1],
        moments: &[
            Shown(Some("PLACE_SHIP 4 5 W 0 DES"), None, "both are placed"),
            Shown(Some("SHOOT 4 5"), None, "A hits"),
            Shown(Some("SHOOT 4 6"), None, "A hits again"),
        ],
    },
    Picture {
        page: "tutorial/1-fleets",
        name: "board",
        scripts: &[1, 2],
        moments: &[Shown(None, None, "both fleets")],
    },
    Picture {
        page: "tutorial/1-fleets",
        name: "refused",
        scripts: &[3],
        moments: &[Shown(Some("PLACE_SHIP 1 5 W 0 CRU"), None, "too close")],
    },
    Picture {
        page: "tutorial/3-moving",
        name: "moves",
        scripts: &[1],
        moments: &[
            Shown(Some("SHIP A 3 2 N 0 CRU 111"), None, "at first"),
            Shown(Some("MOVE 0 CRU F"), None, "after F"),
            Shown(Some("MOVE 0 CRU R"), None, "after R"),
        ],
    },
    Picture {
        page: "tutorial/4-cannons",
        name: "range",
        scripts: &[1],
        moments: &[
            Shown(Some("SHOOT 0 BAT 2 6"), None, "in range"),
            Shown(Some("SHOOT 0 BAT 3 6"), None, "too far"),
        ],
    },
    Picture {
        page: "tutorial/5-seeing",
        name: "fog",
        scripts: &[1],
        moments: &[
            Shown(None, None, "what there is"),
            Shown(None, Some(Side::First), "what A sees"),
        ],
    },
    Picture {
        page: "tutorial/5-seeing",
        name: "plane",
        scripts: &[1, 2],
        moments: &[Shown(Some("SPY 0 1 9"), Some(Side::First), "what A sees after the plane")],
    },
    Picture {
        page: "ships/3-geometry",
        name: "headings",
        scripts: &[1],
        moments: &[Shown(None, None, "N, E, S and W")],
    },
    Picture {
        page: "ships/3-geometry",
        name: "turn",
        scripts: &[3],
        moments: &[
            Shown(Some("SHIP A 2 1 N 0 CRU 111"), None, "before"),
            Shown(Some("MOVE 0 CRU R"), None, "after R"),
        ],
    },
];

#[test]
fn pictures_of_boards_show_what_the_scripts_do() {
    for picture in &PICTURES {
        check_file(&format!("book/src/{}-{}.svg", picture.page, picture.name), &picture.svg());
    }
}

impl Picture {
    fn svg(&self) -> String {
        let page = page(&format!("{}.md", self.page));
        let blocks = page.blocks();
        let scripts: Vec<_> =
            blocks.iter().filter(|block| block.info.starts_with("ships")).collect();
        let script: String = self.scripts.iter().map(|number| &*scripts[number - 1].body).collect();
        let moment = |Shown(last, viewer, words): &Shown| {
            (board_after_line(&script, *last, *viewer), *words)
        };
        let moments: Vec<_> = self.moments.iter().map(moment).collect();
        let panels: Vec<_> =
            moments.iter().map(|(moment, words)| Panel { moment, words }).collect();
        svg(&panels)
    }
}
