//! Formats a document in an editor, as `fmt` formats a file.

use super::text::Text;
use broadside::script::format;
use lsp_types::TextEdit;

/// Returns the edits that format a text. The list is empty if the text is formatted already.
/// Returns `None` if [`format`] fails.
pub(super) fn formatting(text: &Text) -> Option<Vec<TextEdit>> {
    let old = text.as_str();
    let new = String::from_utf8(format(old.as_bytes()).ok()?).ok()?;
    if old == new {
        return Some(Vec::new());
    }
    let head = common(old.split_inclusive('\n'), new.split_inclusive('\n'));
    let tail =
        common(old[head..].split_inclusive('\n').rev(), new[head..].split_inclusive('\n').rev());
    let range = text.range(head..old.len() - tail);
    Some(vec![TextEdit { range, new_text: new[head..new.len() - tail].to_owned() }])
}

/// Counts the bytes of the lines that are equal at the beginning of both texts. If both iterators
/// are reversed, counts the bytes of the lines that are equal at the end.
fn common<'t>(old: impl Iterator<Item = &'t str>, new: impl Iterator<Item = &'t str>) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).map(|(old, _)| old.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, changed: &str) {
        let mut text = Text::new(old.to_owned());
        let canonical = format(old.as_bytes()).expect("a script");
        let edits = formatting(&text).expect("a script");
        for edit in &edits {
            assert_eq!(edit.new_text, changed, "{old:?}");
            text.replace(Some(edit.range), &edit.new_text);
        }
        assert_eq!(text.as_str().as_bytes(), canonical, "{old:?}");
        assert_eq!(edits.is_empty(), changed.is_empty() && old.as_bytes() == canonical);
    }

    #[test]
    fn equal_lines_at_both_ends_are_not_changed() {
        check("", "");
        check("[state]\n  REEF 1 2\n[state]\n", "");
        check("[state]\nREEF 1 2\n[state]\n", "  REEF 1 2\n");
        check("[state]\n  REEF 1 2\n[state]", "[state]\n");
        check("[state]\r\n  REEF 1 2\r\n[state]\r\n", "[state]\n  REEF 1 2\n[state]\n");
        check("prose\n[state] REEF 1\n1 [state]\n", "[state]\n  REEF 1 1\n[state]\n");
    }
}
