//! The first scripts that a program gets: they show only whether it prints in the form that the
//! language asks for. A program with one wrong blank fails everything else, so these come first.

use crate::draft::Draft;
use std::sync::LazyLock;

/// A script that shows the form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What it is called in reports.
    pub name: &'static str,
    /// The script.
    pub script: &'static str,
}

impl Probe {
    /// The script as a draft.
    pub(super) fn draft(self) -> Draft {
        Draft::parse(self.script.as_bytes()).unwrap_or_default()
    }
}

/// In the order in which they run.
pub const PROBES: [Probe; 4] = [
    Probe { name: "empty input", script: "" },
    Probe { name: "a refusal", script: "[playerA]\nPLACE_SHIP 99 0 N 0 DES\n[playerA]\n" },
    Probe { name: "an empty board", script: "[state]\nPRINT 0\n[state]\n" },
    Probe {
        name: "a small board",
        script: "[playerA]\nPLACE_SHIP 0 0 W 0 DES\n[playerA]\n[state]\nPRINT 0\n[state]\n",
    },
];

/// The last script of all, for programs that keep a fixed number of lines.
pub(super) static LONG: LazyLock<Probe> = LazyLock::new(|| {
    let turns = "[playerA]\n[playerA]\n[playerB]\n[playerB]\n".repeat(600);
    let script = format!("{turns}[state]\nPRINT 0\n[state]\n");
    Probe { name: "a script of 2403 lines", script: script.leak() }
});

/// Scripts after which the machine is to move: to place, to hit, to use all its shots.
pub(super) const AI_PROBES: [Probe; 3] = [
    Probe {
        name: "a machine that places",
        script: "[state]\nSET_FLEET A 0 0 0 2\nSET_AI_PLAYER A\n[state]\n",
    },
    Probe {
        name: "a machine that shoots",
        script: "[state]\nSET_FLEET A 0 0 0 1\nSHIP A 0 0 N 0 DES 11\nSET_FLEET B 0 0 0 1\n\
            SHIP B 15 5 N 0 DES 11\nSRAND 5\nSET_AI_PLAYER A\n[state]\n",
    },
    Probe {
        name: "a machine with cannons",
        script: "[state]\nSET_FLEET A 0 0 1 0\nSHIP A 3 0 N 0 CRU 111\nSET_FLEET B 0 0 0 1\n\
            SHIP B 5 2 N 0 DES 01\nREEF 4 2\nEXTENDED_SHIPS\nSET_AI_PLAYER A\n[state]\n",
    },
];

/// Another way to write a script that means the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The last line has no end, as in all tests of the course.
    NoLastNewline,
    /// Empty lines stand between groups.
    EmptyLines,
    /// Lines end with blanks.
    TrailingBlanks,
    /// Lines end with CR and LF.
    Crlf,
    /// Lines begin with blanks and a tab.
    Indented,
    /// All words stand on one line.
    OneLine,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::NoLastNewline,
        Self::EmptyLines,
        Self::TrailingBlanks,
        Self::Crlf,
        Self::Indented,
        Self::OneLine,
    ];

    /// Those that the course's own tests use.
    pub const USUAL: [Self; 4] =
        [Self::NoLastNewline, Self::EmptyLines, Self::TrailingBlanks, Self::Crlf];

    /// The form of the random script of this number: one in ten has another than ours.
    pub(super) const fn of_random(number: u64) -> Option<Self> {
        match number % 40 {
            9 => Some(Self::NoLastNewline),
            19 => Some(Self::EmptyLines),
            29 => Some(Self::TrailingBlanks),
            39 => Some(Self::Crlf),
            _ => None,
        }
    }

    /// The name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoLastNewline => "no newline behind the last line",
            Self::EmptyLines => "empty lines between groups",
            Self::TrailingBlanks => "blanks at the ends of lines",
            Self::Crlf => "lines that end with CRLF",
            Self::Indented => "indented lines",
            Self::OneLine => "everything on one line",
        }
    }

    /// A script in this form. Notes, which end with their line, are left out of a single line.
    pub fn rewrite(self, script: &[u8]) -> Vec<u8> {
        let lines = script.split_inclusive(|byte| *byte == b'\n');
        let texts = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
        match self {
            Self::NoLastNewline => script.strip_suffix(b"\n").unwrap_or(script).to_vec(),
            Self::EmptyLines => {
                let mut is_open = false;
                let group = |line: &[u8]| {
                    is_open ^= line.starts_with(b"[");
                    let is_end = line.starts_with(b"[") && !is_open;
                    [line, if is_end { b"\n\n" } else { b"\n" }].concat()
                };
                texts.flat_map(group).collect()
            }
            Self::TrailingBlanks => texts.flat_map(|line| [line, b" \n"].concat()).collect(),
            Self::Crlf => texts.flat_map(|line| [line, b"\r\n"].concat()).collect(),
            Self::Indented => texts.flat_map(|line| [b"  \t", line, b"\n"].concat()).collect(),
            Self::OneLine => {
                let settings = texts.filter(|line| !line.starts_with(b"INFORMATION"));
                let mut bytes: Vec<u8> = settings.flat_map(|line| [line, b" "].concat()).collect();
                bytes.push(b'\n');
                bytes
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    #[test]
    fn probes_are_scripts() {
        for probe in PROBES.into_iter().chain(AI_PROBES) {
            Draft::parse(probe.script.as_bytes()).unwrap();
        }
    }

    #[test]
    fn every_form_means_the_same() {
        for (form, probe) in Form::ALL.iter().flat_map(|form| PROBES.map(|probe| (form, probe))) {
            let rewritten = Draft::parse(&form.rewrite(probe.script.as_bytes())).unwrap();
            let plain = Draft::parse(probe.script.as_bytes()).unwrap();
            assert_eq!(reference::run(&rewritten), reference::run(&plain), "{form:?}");
        }
    }
}
