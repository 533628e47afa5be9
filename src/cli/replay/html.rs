//! The page: its parts are files of their own in `page/`, joined here with the data.
//!
//! The page may use nothing but itself: its policy names the one style and the one script by their
//! SHA-256. The data is a block that no browser runs, JSON in which every `<` is written `\u003c`, so that no
//! text of a script, however it looks, ends the block.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use sha2::{Digest as _, Sha256};
use std::io::{self, Write};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = concat!(
    include_str!("page/state.js"),
    include_str!("page/shapes.js"),
    include_str!("page/chart.js"),
    include_str!("page/board.js"),
    include_str!("page/list.js"),
    include_str!("page/story.js"),
    include_str!("page/words.js"),
    include_str!("page/script.js"),
    include_str!("page/moves.js"),
    include_str!("page/timeline.js"),
    include_str!("page/view.js"),
    include_str!("page/boot.js"),
);

/// Writes a page that shows `data`.
pub(in crate::cli) fn page(data: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut rest = PAGE;
    while let Some((before, behind)) = rest.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let (name, behind) = behind.split_once("}}").unwrap_or((behind, ""));
        match name {
            "policy" => out.write_all(policy().as_bytes())?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => out.write_all(SCRIPT.as_bytes())?,
            _ => data.serialize(&mut Serializer::with_formatter(&mut *out, InPage))?,
        }
        rest = behind;
    }
    out.write_all(rest.as_bytes())
}

/// What the page may load and run.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!(
        "default-src 'none'; img-src data:; style-src 'sha256-{style}'; \
         script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}

/// JSON that may stand in a page. Texts alone can hold a `<`.
struct InPage;

impl Formatter for InPage {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut parts = fragment.split('<');
        writer.write_all(parts.next().unwrap_or_default().as_bytes())?;
        parts.try_for_each(|part| {
            writer.write_all(b"\\u003c")?;
            writer.write_all(part.as_bytes())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_block_of_data() {
        let mut out = Vec::new();
        page(&["</script><img onerror=alert(1)>", "<!--", "{{style}}"], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let data = r#"["\u003c/script>\u003cimg onerror=alert(1)>","\u003c!--","{{style}}"]"#;
        assert_eq!(text.matches(data).count(), 1);
        assert_eq!(text.matches("</script>").count(), 2);
    }
}
