//! Probes and forms of input. Probes are fixed scripts. The [`PROBES`] show only whether the
//! program prints in the right layout. They run first, because a program that prints one wrong
//! blank everywhere fails every script. Forms of input are other ways to write the same script.

use crate::cards;
use crate::compare::{Cause, Kind};
use crate::draft::Draft;
use crate::named::named;
use crate::outputs::without_newline;
use crate::reference::{self, Answer};
use crate::rules::{Level, Rule};

/// A fixed script with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The name in reports.
    pub name: &'static str,
    /// The script.
    pub script: &'static str,
}

impl Probe {
    pub(crate) fn draft(self) -> Draft {
        Draft::parse(self.script.as_bytes()).unwrap_or_default()
    }
}

/// The probes that run before all other scripts, in order.
pub const PROBES: [Probe; 4] = [
    Probe { name: "empty input", script: "" },
    Probe {
        name: "a refusal",
        script: "[playerA]\nPLACE_SHIP 99 0 N 0 DES\n[playerA]\n[state]\nPRINT 0\n[state]\n",
    },
    Probe { name: "an empty board", script: "[state]\nPRINT 0\n[state]\n" },
    Probe {
        name: "a small board",
        script: "[playerA]\nPLACE_SHIP 0 0 W 0 DES\n[playerA]\n[state]\nPRINT 0\n[state]\n",
    },
];

pub(crate) fn of_card(name: &'static str) -> Option<Probe> {
    let card = cards::all().find(|card| card.name == name)?;
    Some(Probe { name, script: card.script })
}

/// The name of a script in [`cards`] that ends with a victory. Without its last tag, this script
/// shows whether the end of the input ends the last turn.
pub(crate) const VICTORY: &str = "won-by-a";

/// The name of a script in [`cards`] whose first tag is refused.
pub(crate) const REFUSED_TAG: &str = "tag-any";

/// The refused tag alone. In the form `NoLastNewline`, it shows whether a program reads a last line
/// without a newline. A closing tag does not show this: the end of the input also ends a group.
pub(crate) const LAST_TAG: Probe = Probe { name: "a refused tag", script: "[playerB]\n" };

/// Returns a long game. Programs that store only a fixed number of lines, or lose a part of the
/// state, fail this game.
pub(super) fn long(level: Level) -> Probe {
    let from = |known: Level, text| if level >= known { text } else { "" };
    let reef = from(Level::Setup, "REEF 5 5\n");
    let fleets = from(Level::Fleet, "SET_FLEET A 0 0 1 0\nSET_FLEET B 0 0 1 0\n");
    let shot = from(Level::Shoot, "SHOOT 18 0\n");
    let extended = from(Level::Guns, "[state]\nEXTENDED_SHIPS\n[state]\n");
    let turns = "[playerA]\n[playerA]\n[playerB]\n[playerB]\n".repeat(600);
    let sight = from(Level::Sight, "[playerA]\nPRINT 0\n[playerA]\n[playerB]\n[playerB]\n");
    let saved = from(Level::Save, "SAVE\n");
    let script = format!(
        "[state]\n{reef}{fleets}[state]\n[playerA]\nPLACE_SHIP 0 0 W 0 CRU\n[playerA]\n\
        [playerB]\nPLACE_SHIP 18 0 W 0 CRU\n[playerB]\n[playerA]\n{shot}[playerA]\n[playerB]\n[playerB]\n\
        {extended}{turns}{sight}[state]\nPRINT 0\n{saved}[state]\n"
    );
    // The script of a probe must be static, so its memory is never freed. Only one long game is
    // made for a program.
    Probe { name: "a game of 1200 turns", script: script.leak() }
}

/// Scripts after which the program must move as an AI: place ships, hit a ship, fire all its shots.
pub(super) const AI_PROBES: [Probe; 3] = [
    Probe {
        name: "an AI that places",
        script: "[state]\nSET_FLEET A 0 0 0 2\nSET_AI_PLAYER A\n[state]\n",
    },
    Probe {
        name: "an AI that shoots",
        script: "[state]\nSET_FLEET A 0 0 0 1\nSHIP A 0 0 N 0 DES 11\nSET_FLEET B 0 0 0 1\n\
            SHIP B 15 5 N 0 DES 11\nSRAND 5\nSET_AI_PLAYER A\n[state]\n",
    },
    Probe {
        name: "an AI with cannons",
        script: "[state]\nSET_FLEET A 0 0 1 0\nSHIP A 3 0 N 0 CRU 111\nSET_FLEET B 0 0 0 1\n\
            SHIP B 5 2 N 0 DES 01\nREEF 4 2\nEXTENDED_SHIPS\nSET_AI_PLAYER A\n[state]\n",
    },
];

named! {
    /// A way to write a script that does not change the meaning of the script.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    Form:
    NoLastNewline "no newline after the last line",
    EmptyLines "empty lines between groups",
    TrailingBlanks "blanks at the ends of lines",
    Crlf "lines that end with CRLF",
    OpenEnd "no tag at the end of the last group",
    Signs "numbers like +05",
    Prose "text between groups, with tags in it",
    Indented "indented lines",
    OneLine "everything on one line",
}

impl Form {
    /// Returns the rule which says that this form does not change the meaning of a script.
    #[doc(hidden)]
    pub const fn rule(self) -> Rule {
        match self {
            Self::OpenEnd => Rule::TurnEndOfInput,
            Self::Signs => Rule::InputNumbers,
            Self::Prose => Rule::InputProse,
            Self::NoLastNewline
            | Self::EmptyLines
            | Self::TrailingBlanks
            | Self::Crlf
            | Self::Indented
            | Self::OneLine => Rule::InputWords,
        }
    }

    /// The forms in the tests of the programming course from which the language comes.
    pub const USUAL: [Self; 4] =
        [Self::NoLastNewline, Self::EmptyLines, Self::TrailingBlanks, Self::Crlf];

    /// Returns the form of the random script `number`. One script in ten has a form: one of the
    /// first seven.
    pub(super) const fn of_random(number: u64) -> Option<Self> {
        if number % 10 == 9 { Some(Self::ALL[(number / 10 % 7) as usize]) } else { None }
    }

    /// Returns the cause of a mistake: the program is right about a script only in its plain form.
    pub(super) fn cause(self) -> Cause {
        Cause::new(Kind::Prints, self.name(), "the same answer", "another answer")
    }

    /// Returns `draft` in this form. Returns `None` if the form does not change the script, or
    /// changes its answer.
    pub(super) fn write(self, draft: &Draft, answer: &Answer) -> Option<Vec<u8>> {
        let plain = draft.to_bytes();
        let script = self.rewrite(&plain);
        let means_the_same =
            |draft: &Draft| reference::run(draft).output == answer.output && script != plain;
        Draft::parse(&script).ok().filter(means_the_same)?;
        Some(script)
    }

    /// Rewrites a script. `OneLine` leaves out `INFORMATION`, because its text ends only at the end
    /// of the line.
    #[doc(hidden)]
    pub fn rewrite(self, script: &[u8]) -> Vec<u8> {
        let lines = script.split_inclusive(|byte| *byte == b'\n');
        let texts = lines.map(without_newline);
        match self {
            Self::NoLastNewline => without_newline(script).to_vec(),
            Self::EmptyLines => after_groups(texts, b""),
            Self::Prose => after_groups(
                texts,
                b" ends here, [state] or [playerB] may follow\nSo [state] it is:",
            ),
            Self::OpenEnd => {
                let last = memchr::memrchr(b'\n', without_newline(script))
                    .map_or(0, |newline| newline + 1);
                let is_tag = script[last..].starts_with(b"[");
                script[..if is_tag { last } else { script.len() }].to_vec()
            }
            Self::Signs => texts.flat_map(|line| [signed(line), b"\n".to_vec()].concat()).collect(),
            Self::TrailingBlanks => texts.flat_map(|line| [line, b" \n"].concat()).collect(),
            Self::Crlf => texts.flat_map(|line| [line, b"\r\n"].concat()).collect(),
            Self::Indented => texts.flat_map(|line| [b"  \t", line, b"\n"].concat()).collect(),
            Self::OneLine => {
                let kept = texts.filter(|line| !line.starts_with(b"INFORMATION"));
                let mut bytes: Vec<u8> = kept.flat_map(|line| [line, b" "].concat()).collect();
                bytes.push(b'\n');
                bytes
            }
        }
    }
}

fn after_groups<'a>(lines: impl Iterator<Item = &'a [u8]>, text: &[u8]) -> Vec<u8> {
    let mut is_open = false;
    let group = |line: &'a [u8]| {
        is_open ^= line.starts_with(b"[");
        let is_end = line.starts_with(b"[") && !is_open;
        let (text, end) = if is_end { (text, &b"\n\n"[..]) } else { (&b""[..], &b"\n"[..]) };
        [line, text, end].concat()
    };
    lines.flat_map(group).collect()
}

/// Puts a zero before the digits of each number, and a `+` before the zero if the number has no
/// sign. The health of a `SHIP` and the lines of `PRINT` and `INFORMATION` stay unchanged.
fn signed(line: &[u8]) -> Vec<u8> {
    let words: Vec<_> = line.split(|byte| *byte == b' ').collect();
    let stays = [&b"PRINT"[..], b"INFORMATION"].contains(&words[0]);
    let health = if words[0] == b"SHIP" { words.len() - 1 } else { words.len() };
    let word = |(index, word): (usize, &&[u8])| {
        let (sign, digits) =
            word.strip_prefix(b"-").map_or((&b"+0"[..], *word), |rest| (b"-0", rest));
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let is_changed = is_number && !stays && index < health;
        if is_changed { [sign, digits].concat() } else { word.to_vec() }
    };
    words.iter().enumerate().map(word).collect::<Vec<_>>().join(&b' ')
}
