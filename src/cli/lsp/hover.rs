//! Help about the word under the pointer in an editor. `.help` shows most of these texts too.

use super::completion::known;
use super::text::Text;
use crate::cli::repl::help;
use crate::cli::rule_links;
use broadside::lab::rules::Rule;
use broadside::lab::topic;
use broadside::script::ast::Group;
use broadside::script::choose::is_blank;
use broadside::script::{Context, Keyword};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

pub(super) fn hover(text: &Text, position: Position) -> Option<Hover> {
    let offset = text.offset(position);
    let (lines, head) = text.before(offset);
    let is_edge = |char| is_blank(char) || char == '#';
    let start = head.rfind(is_edge).map_or(0, |at| at + 1);
    let rest = &text.as_str()[offset..];
    let end = offset + rest.find(is_edge).unwrap_or(rest.len());
    let word = &text.as_str()[lines.len() + start..end];
    if word.is_empty() {
        return None;
    }
    let (_, context) = known(lines, &head[..start])?;
    let value = about(word, &context)?;
    let markup = MarkupContent { kind: MarkupKind::Markdown, value };
    let range = Some(text.range(lines.len() + start..end));
    Some(Hover { contents: HoverContents::Markup(markup), range })
}

fn about(word: &str, context: &Context) -> Option<String> {
    if let Some(keyword) = Keyword::from_name(word.as_bytes()) {
        return Some(about_command(keyword));
    }
    Group::from_tag(word.as_bytes()).map(about_group).or_else(|| about_argument(word, context))
}

fn about_command(keyword: Keyword) -> String {
    let usages: Vec<_> = keyword.usages().collect();
    let meanings = help::meanings(keyword);
    let meanings: Vec<_> =
        meanings.iter().map(|(symbol, meaning)| format!("- `{symbol}`: {meaning}")).collect();
    let parts = [
        fenced(&usages.join("\n")),
        keyword.summary().to_owned(),
        meanings.join("\n"),
        help::note(keyword).map(escaped).unwrap_or_default(),
        "For example:".to_owned(),
        fenced(keyword.example().trim_end()),
        rules(keyword),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Lists the rules of a command. Each rule has a link to the book if the book's address is known.
fn rules(keyword: Keyword) -> String {
    let families = topic::families(keyword);
    let is_on = |rule: &Rule| families.contains(&rule_links::family(*rule));
    let name = |rule: Rule| match rule_links::link(rule.id()) {
        Some(link) => format!("[`{rule}`]({link})"),
        None => format!("`{rule}`"),
    };
    let names: Vec<_> = Rule::ALL.into_iter().filter(is_on).map(name).collect();
    format!("Rules: {}", names.join(", "))
}

fn about_group(group: Group) -> String {
    let tag = group.tag();
    let entry = |keyword: Keyword| format!("- `{}`: {}", keyword.name(), keyword.summary());
    let entries: Vec<_> = Keyword::of(group).map(entry).collect();
    let head = format!("`{tag}` opens a group, and `{tag}` closes it. In it:");
    format!("{head}\n\n{}", entries.join("\n"))
}

fn about_argument(word: &str, context: &Context) -> Option<String> {
    let (keyword, given) = context.command.as_ref()?;
    let forms = context.forms();
    let (form, slot) = forms.iter().find_map(|form| {
        let slot = form.get(given.len()).filter(|slot| slot.admits(word))?;
        Some((form, slot))
    })?;
    let symbols: Vec<_> = form.iter().map(|slot| slot.symbol()).collect();
    let usage = fenced(&format!("{} {}", keyword.name(), symbols.join(" ")));
    let meaning = slot.meaning().unwrap_or(keyword.summary());
    Some(format!("{usage}\n\n`{}`: {meaning}", slot.symbol()))
}

fn fenced(code: &str) -> String {
    format!("```ships\n{code}\n```")
}

fn escaped(text: &str) -> String {
    text.replace('!', "\\!").replace('#', "\\#").replace('+', "\\+")
}
