//! `.help`, advice after an error, and hints about text that is not a command.

use super::dot::{DOTS, Dot};
use crate::cli::prompt::dots::Row;
use crate::cli::prompt::text::Page;
use crate::cli::theme::{self, Look};
use broadside::board::Side;
use broadside::rules::ships::Reason;
use broadside::script::ast::Group;
use broadside::script::check::{bare_tag, meant_command};
use broadside::script::{Expected, Found, Invalid, Keyword, Session, SyntaxError};
use indexmap::IndexMap;
use std::io::{self, Write};

/// The width of the column for names in the lists of `.help`, in columns of the terminal.
const NAMES: usize = 21;

/// Returns the `.help` command if the line asks for help without a dot: `help`, `?`, `help SHOOT`.
pub(super) fn asked(line: &str) -> Option<Dot> {
    let mut words = line.split_whitespace();
    let is_asked =
        words.next().is_some_and(|word| word == "?" || word.eq_ignore_ascii_case("help"));
    let topic = words.next().map(str::to_owned);
    (is_asked && words.next().is_none()).then_some(Dot::Help(topic))
}

pub(super) fn help(topic: Option<&str>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { look, out };
    let Some(topic) = topic else { return page.overview() };
    let keyword = Keyword::from_name(topic.to_ascii_uppercase().as_bytes());
    let dotted = if topic.starts_with('.') { topic.to_owned() } else { format!(".{topic}") };
    match (keyword, Group::from_tag(topic.as_bytes()), DOTS.named(&dotted)) {
        (Some(keyword), _, _) => page.about(keyword),
        (_, Some(group), _) => page.about_group(group),
        (_, _, Some((row, _))) => page.about_dot(row),
        _ => {
            let mut names = Keyword::ALL.map(Keyword::name);
            names.sort_unstable();
            page.say(&DOTS.no_such(topic, names))
        }
    }
}

/// Explains the signs in pictures of the board (spec ships §6).
const LEGEND: &str = "In pictures @ is a bow, ! a cannon, % an engine, + a healthy segment, x a \
    destroyed one, # a reef, ? what the player does not see.";

/// Explains how much the machines `open` and `fair` know (spec ships §9, laboratory §5).
const MACHINE: &str = "This machine is called `open`: it sees everything, the ships of the other side too. \
    The machine called `fair` knows what its side sees and was told; it plays in `.play`, `broadside match` and \
    `broadside play-out --fair`.";

impl Page<'_> {
    fn overview(&mut self) -> io::Result<()> {
        self.say(
            "Commands of the language stand in groups. A group begins and ends with its tag:",
        )?;
        for group in [Group::State, Group::Turn(Side::First)] {
            let names: Vec<_> = Keyword::of(group).map(Keyword::name).collect();
            self.entry(NAMES, theme::group(group), group.tag(), &names.join(" "))?;
        }
        self.say("The commands of the prompt stand on lines of their own:")?;
        for row in DOTS.0 {
            self.entry(NAMES, theme::KEYWORD, &row.form(), row.summary)?;
        }
        self.say("`.help SHOOT` explains a command, `.help [state]` lists a group's commands.")
    }

    fn about(&mut self, keyword: Keyword) -> io::Result<()> {
        for form in keyword.usages() {
            writeln!(self.out, "{}", self.look.theme.paint(theme::KEYWORD, form))?;
        }
        self.say(keyword.summary())?;
        for (symbol, meaning) in meanings(keyword) {
            self.entry(9, theme::KEYWORD, symbol, meaning)?;
        }
        if let Some(note) = note(keyword) {
            self.say(note)?;
        }
        self.say("For example:")?;
        for line in keyword.example().lines() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn about_group(&mut self, group: Group) -> io::Result<()> {
        self.say(&opening(group))?;
        for keyword in Keyword::of(group) {
            self.entry(NAMES, theme::KEYWORD, keyword.name(), keyword.summary())?;
        }
        Ok(())
    }

    fn about_dot(&mut self, row: &Row<Dot>) -> io::Result<()> {
        writeln!(self.out, "{}", self.look.theme.paint(theme::KEYWORD, row.form()))?;
        self.say(row.summary)?;
        row.more.map_or(Ok(()), |text| self.say(text))
    }
}

pub(in crate::cli) fn opening(group: Group) -> String {
    let tag = group.tag();
    format!("`{tag}` opens a group, and `{tag}` closes it. In it:")
}

pub(in crate::cli) fn meanings(keyword: Keyword) -> IndexMap<&'static str, &'static str> {
    let slots = keyword.forms().iter().copied().flatten();
    slots.filter_map(|slot| Some((slot.symbol(), slot.meaning()?))).collect()
}

pub(in crate::cli) fn note(keyword: Keyword) -> Option<&'static str> {
    let notes = [(Keyword::Print, LEGEND), (Keyword::SetAiPlayer, MACHINE)];
    notes.into_iter().find(|(about, _)| *about == keyword).map(|(_, note)| note)
}

pub(in crate::cli) fn commands() -> String {
    let line =
        |row: &Row<Dot>| format!("\n  {:width$}{}", row.form(), row.summary, width = NAMES - 2);
    let lines: Vec<_> = DOTS.0.iter().map(line).collect();
    format!("The prompt's own commands, on lines of their own:{}", lines.concat())
}

/// Says what the user may have meant. `prose` is text outside groups, which the language ignores.
pub(super) fn about_prose(prose: &str, session: &Session) -> String {
    let turn = Group::Turn(session.game().expected());
    if let Some(keyword) = meant_command(prose.as_bytes()) {
        let home = [Group::State, turn].into_iter().find(|group| keyword.is_in(*group));
        let (name, tag) = (keyword.name(), home.unwrap_or(turn).tag());
        return format!("this is prose, which does nothing; `{name}` stands inside `{tag}`");
    }
    let first = prose.split_whitespace().next().unwrap_or_default();
    let tag = bare_tag(prose.as_bytes()).map(Group::tag);
    if let Some(name) = tag.or_else(|| DOTS.nearest(first)) {
        return format!("this is prose, which does nothing; did you mean `{name}`?");
    }
    let tag = turn.tag();
    format!("prose does nothing; `[state]` or `{tag}` opens a group, `.help` helps")
}

const SHIPS: [Reason; 5] = [
    Reason::FleetTooSmall,
    Reason::ShipAlreadyPresent,
    Reason::ClassComplete,
    Reason::ShipDoesNotExist,
    Reason::NotAllShipsPlaced,
];

const PLACES: [Reason; 3] = [Reason::BoardTooSmall, Reason::ShipOnReef, Reason::ShipTooClose];

pub(super) fn advice(invalid: &Invalid) -> String {
    let reason = &invalid.reason;
    let more = if SHIPS.contains(reason) {
        "; `.fleet` lists the ships"
    } else if PLACES.contains(reason) {
        "; `.board` shows the place"
    } else if *reason == Reason::ShotsUnfeasible {
        "; the turn stays open, `.undo` takes its last command back"
    } else {
        ""
    };
    format!("{}{more}", invalid.advice)
}

/// Returns the language's help for a syntax error. If there is none, and the wrong word stands in
/// place of a command and resembles the name of a dot command, asks whether the user meant the dot
/// command.
pub(super) fn help_for(error: &SyntaxError) -> Option<String> {
    let dotted = || match (&error.found, error.expected) {
        (Found::Word(word), Expected::CommandOf(_)) => {
            let name = DOTS.nearest(std::str::from_utf8(word).ok()?)?;
            Some(format!("did you mean `{name}`?"))
        }
        _ => None,
    };
    error.advice().or_else(dotted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(topic: Option<&str>, columns: usize) -> String {
        let mut out = Vec::new();
        let look = Look::plain(columns, 24);
        help(topic, look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn help_fits_a_small_terminal() {
        let overview = shown(None, 80);
        assert!(overview.lines().count() < 24, "{overview}");
        for columns in [80, 40] {
            for topic in [None, Some("[state]"), Some("SHOOT"), Some(".save"), Some("nothing")] {
                for line in shown(topic, columns).lines() {
                    assert!(line.len() <= columns, "{line}");
                }
            }
        }
    }

    #[test]
    fn every_command_is_listed() {
        let (overview, state) = (shown(None, 80), shown(Some("[state]"), 80));
        let turn = shown(Some("[playerB]"), 80);
        for keyword in Keyword::ALL {
            let name = keyword.name();
            assert!(overview.contains(name), "{name}");
            assert_eq!(state.contains(&format!("  {name} ")), keyword.is_in(Group::State));
            assert_eq!(turn.contains(&format!("  {name} ")), keyword.is_in(Group::ALL[2]));
            assert!(shown(Some(name), 80).contains(keyword.example().lines().last().unwrap()));
        }
        for row in DOTS.0 {
            assert!(overview.contains(&row.form()) && overview.contains(row.summary));
            assert!(shown(Some(row.name), 80).contains(row.summary));
        }
    }
}
