//! Completion in editors: the words that may stand at the cursor. `broadside repl` offers these
//! words too.

use super::text::Text;
use broadside::script::ast::Group;
use broadside::script::check::Known;
use broadside::script::{Context, Keyword, choose};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation,
    Position, Range, TextEdit,
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

/// `head` is the beginning of the line after `lines`.
pub(super) fn known(lines: &str, head: &str) -> Option<(Known, Context)> {
    let known = Known::behind(lines.as_bytes())?;
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
        // Keeps our order. By label, 10 would come before 2.
        sort_text: Some(format!("{at:03}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: word.clone() })),
        label: word,
        ..CompletionItem::default()
    }
}

/// Returns the meaning of the next argument; `None` if it differs between the forms that fit.
fn meaning(context: &Context) -> Option<String> {
    let missing = context.missing();
    let mut meanings = missing.iter().map(|slots| slots[0].meaning());
    let first = meanings.next()??;
    meanings.all(|other| other == Some(first)).then(|| first.to_owned())
}
