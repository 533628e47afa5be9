//! `.help`, and hints for words that are no commands.

use super::dot::{self, Name};
use super::theme::{self, Theme};
use broadside::script::ast::Group;
use broadside::script::check::meant_command;
use broadside::script::{Keyword, Session};
use std::io::{self, Write};

/// Shows what there is, or one command with its example.
pub(super) fn help(topic: Option<&str>, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    let Some(topic) = topic else { return overview(theme, out) };
    let keyword = Keyword::from_name(topic.to_ascii_uppercase().as_bytes());
    let dotted = if topic.starts_with('.') { topic.to_owned() } else { format!(".{topic}") };
    match (keyword, Group::from_tag(topic.as_bytes()), Name::from_name(&dotted)) {
        (Some(keyword), _, _) if !topic.starts_with('.') => about(keyword, theme, out),
        (_, Some(group), _) => about_group(group, theme, out),
        (_, _, Some(name)) => {
            let form = format!("{} {}", name.name(), name.arguments());
            writeln!(out, "{}: {}", theme.paint(theme::KEYWORD, form.trim_end()), name.summary())
        }
        _ => {
            let near =
                nearest(topic).map_or_else(String::new, |near| format!(", perhaps `{near}`"));
            writeln!(out, "there is no command `{}`{near}", topic.escape_debug())
        }
    }
}

fn overview(theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    for group in [Group::ALL[0], Group::ALL[1]] {
        let tag = theme.paint(theme::group(group), group.tag());
        writeln!(out, "{tag} opens a group and closes it. In it:")?;
        for keyword in Keyword::ALL.into_iter().filter(|keyword| keyword.is_in(group)) {
            let usage = theme.paint(theme::KEYWORD, format!("{:15}", keyword.name()));
            writeln!(out, "  {usage} {}", keyword.summary())?;
        }
    }
    writeln!(out, "At the prompt:")?;
    for name in Name::ALL {
        let form = format!("{} {}", name.name(), name.arguments());
        let form = theme.paint(theme::KEYWORD, format!("{form:15}"));
        writeln!(out, "  {form} {}", name.summary())?;
    }
    writeln!(out, "`.help SHOOT` shows a command with an example.")
}

fn about(keyword: Keyword, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    for form in keyword.usage().split(", ") {
        writeln!(out, "{}", theme.paint(theme::KEYWORD, form))?;
    }
    writeln!(out, "{}. For example:", keyword.summary())?;
    for line in keyword.example().lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn about_group(group: Group, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    let tag = theme.paint(theme::group(group), group.tag());
    let commands = Keyword::ALL.into_iter().filter(|keyword| keyword.is_in(group));
    let names: Vec<_> = commands.map(Keyword::name).collect();
    writeln!(out, "{tag} opens a group; the same tag closes it. In it: {}", names.join(" "))
}

/// The command of the language, or else the dot command, that was probably meant.
fn nearest(topic: &str) -> Option<&'static str> {
    let name: String = topic.chars().take(20).collect::<String>().to_ascii_uppercase();
    let names = Keyword::ALL.into_iter().map(Keyword::name);
    let near = names.map(|known| (strsim::osa_distance(&name, known), known)).min();
    let keyword = near.filter(|(distance, known)| *distance <= known.len() / 3);
    let dotted = || dot::nearest(&format!(".{}", topic.trim_start_matches('.'))).map(Name::name);
    keyword.map(|(_, known)| known).or_else(dotted)
}

/// What to tell somebody who typed `prose` at the prompt.
pub(super) fn about_prose(prose: &str, session: &Session) -> String {
    if let Some(keyword) = meant_command(prose.as_bytes()) {
        let name = keyword.name();
        return format!("this is prose, which does nothing; `{name}` stands inside a group");
    }
    let word = prose.split_whitespace().next().unwrap_or_default().to_lowercase();
    let name = match word.as_str() {
        "?" => Some(Name::Help),
        "exit" | "q" | "bye" | ":q" => Some(Name::Quit),
        _ => dot::nearest(&format!(".{word}")),
    };
    if let Some(name) = name {
        return format!("this is prose, which does nothing; did you mean `{}`?", name.name());
    }
    let tag = Group::Turn(session.game().expected()).tag();
    format!("prose does nothing; `[state]` or `{tag}` opens a group, `.help` helps")
}
