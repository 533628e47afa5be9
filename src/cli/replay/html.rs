//! The HTML page of a replay. The style and the scripts in `page/` are put into the page, so the
//! page needs no other file.

use crate::cli::page::{Data, Head, shown};
use askama::Template;
use serde::Serialize;
use std::io::{self, Write};

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = concat!(
    include_str!("page/state.js"),
    include_str!("page/grids.js"),
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

#[derive(Template)]
#[template(path = "replay/page/page.html")]
struct Page<'d, T: Serialize> {
    head: Head,
    data: Data<'d, T>,
}

pub(super) fn page(
    data: &impl Serialize,
    title: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    const NAME: &str = "Broadside replay";
    let title = title.map_or(NAME.to_owned(), |title| format!("{} – {NAME}", shown(title)));
    let head = Head { title, command: "replay", style: STYLE, script: SCRIPT };
    Page { head, data: Data(data) }.write_into(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_block_of_data() {
        let mut out = Vec::new();
        page(&["</script><img onerror=alert(1)>", "<!--", "{{style}}"], None, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let data = r#"["\u003c/script>\u003cimg onerror=alert(1)>","\u003c!--","{{style}}"]"#;
        assert_eq!(text.matches(data).count(), 1);
        assert_eq!(text.matches("</script>").count(), 2);
    }

    #[test]
    fn the_tab_of_a_browser_has_the_title_before_the_script_runs() {
        let mut out = Vec::new();
        page(&(), Some("The final"), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("<title>The final – Broadside replay</title>"), "{text}");
    }
}
