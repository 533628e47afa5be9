//! Texts in HTML.

use broadside::text::Visible;
use std::fmt::Write as _;

/// A text as HTML shows it: nothing in it is markup, and controls are shown, not sent.
pub(super) fn text(raw: &str) -> String {
    escaped(&Visible(raw.as_bytes()).to_string())
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A bar of parts that together fill it: the class and the size of each.
pub(super) fn bar(parts: &[(&str, usize)], label: &str) -> String {
    let all = parts.iter().map(|(_, size)| size).sum::<usize>().max(1);
    let mut svg = format!(
        "<svg class=\"bar\" viewBox=\"0 0 {all} 1\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{}\">",
        text(label)
    );
    let mut x = 0;
    for (class, size) in parts.iter().filter(|(_, size)| *size > 0) {
        write!(svg, "<rect class=\"{class}\" x=\"{x}\" width=\"{size}\" height=\"1\"/>")
            .expect("a string grows");
        x += size;
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(text("<b a='x'>&\"\u{1b}"), "&lt;b a=&#39;x&#39;&gt;&amp;&quot;\\u{1b}");
        assert_eq!(text("\u{202e}é"), "\\u{202e}é");
    }
}
