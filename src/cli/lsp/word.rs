//! Offers the words that may come next at an editor's cursor, as `broadside repl` does. Also shows
//! help about the word under the pointer. The prompt shows most of this help too, with `.help`.

use super::text::Text;
use crate::cli::repl::help;
use crate::cli::rule_links;
use broadside::lab::rules::Rule;
use broadside::lab::topic;
use broadside::script::ast::Group;
use broadside::script::check::Known;
use broadside::script::choose::is_blank;
use broadside::script::{Context, Keyword, choose};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, Hover,
    HoverContents, MarkupContent, MarkupKind, Position, Range, TextEdit,
};

pub(super) fn completion(text: &Text, position: Position) -> CompletionList {
    let offset = text.offset(position);
    let (lines, line) = text.before(offset);
    let start = choose::word_start(line);
    let (head, typed) = line.split_at(start);
    let range = Range { start: text.position(lines.len() + start), end: text.position(offset) };
    let words = known(lines, head).map_or_else(Vec::new, |(known, context)| {
        let words = choose::words(&context, typed, known.game());
        let items = words.into_iter().enumerate();
        items.map(|(at, word)| item(at, word, &context, range)).collect()
    });
    // With `MOST` words or more, the list may be incomplete, and the editor asks again.
    CompletionList { is_incomplete: words.len() >= choose::MOST, items: words }
}

/// Checks the text before a word: whole lines, and `head`, the beginning of the next line. Returns
/// the game at this place, and what may follow.
fn known(lines: &str, head: &str) -> Option<(Known, Context)> {
    let known = Known::after(lines.as_bytes())?;
    let context = known.context(head.as_bytes())?;
    Some((known, context))
}

fn item(at: usize, word: String, context: &Context, range: Range) -> CompletionItem {
    let keyword = Keyword::from_name(word.as_bytes());
    let is_tag = Group::from_tag(word.as_bytes()).is_some();
    let (kind, detail) = match keyword {
        Some(keyword) => (CompletionItemKind::KEYWORD, Some(keyword.usage())),
        None if is_tag => (CompletionItemKind::MODULE, None),
        None => (CompletionItemKind::VALUE, meaning(context)),
    };
    CompletionItem {
        kind: Some(kind),
        detail,
        documentation: keyword.map(|one| Documentation::String(one.summary().to_owned())),
        // Editors sort by this text. Sorted by label, 10 would come before 2.
        sort_text: Some(format!("{at:03}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: word.clone() })),
        label: word,
        ..CompletionItem::default()
    }
}

/// Returns the meaning of the next argument. Returns `None` if the argument has no meaning, or if
/// its meaning differs between the forms of the command.
fn meaning(context: &Context) -> Option<String> {
    let missing = context.missing();
    let mut meanings = missing.iter().map(|slots| slots[0].meaning());
    let first = meanings.next()??;
    meanings.all(|other| other == Some(first)).then(|| first.to_owned())
}

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

fn rules(keyword: Keyword) -> String {
    let families = topic::families(keyword);
    let is_on = |rule: &Rule| families.contains(&rule.family());
    let name = |rule: Rule| match rule_links::link(rule.id()) {
        Some(link) => format!("[`{rule}`]({link})"),
        None => format!("`{rule}`"),
    };
    let names: Vec<_> = Rule::ALL.into_iter().filter(is_on).map(name).collect();
    format!("Rules: {}", names.join(", "))
}

fn about_group(group: Group) -> String {
    let entry = |keyword: Keyword| format!("- `{}`: {}", keyword.name(), keyword.summary());
    let entries: Vec<_> = Keyword::of(group).map(entry).collect();
    format!("{}\n\n{}", help::opening(group), entries.join("\n"))
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

/// Escapes `!`, `#` and `+`, which Markdown may read as markup.
fn escaped(text: &str) -> String {
    text.replace('!', "\\!").replace('#', "\\#").replace('+', "\\+")
}
