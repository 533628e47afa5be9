//! Reads the headings, the fenced blocks and the links of a Markdown page.

use std::fs;
use std::path::Path;

/// A page of the book, with its path below `book/src`.
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A fenced block, that is, the lines between two lines of backquotes.
pub(crate) struct Block {
    /// The text on the line of the opening fence, after the backquotes.
    pub(crate) info: String,
    pub(crate) body: String,
    /// The number of the line with the opening fence, from 1.
    pub(crate) line: usize,
}

const FENCE: &str = "```";

impl Page {
    pub(crate) fn read(path: &str, file: &Path) -> Self {
        let text = fs::read_to_string(file).expect(path);
        Self { path: path.to_owned(), text }
    }

    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut found: Vec<Block> = Vec::new();
        let mut is_inside = false;
        for (at, line) in self.text.lines().enumerate() {
            match (line.strip_prefix(FENCE), is_inside) {
                (Some(info), false) => {
                    let (info, body) = (info.to_owned(), String::new());
                    found.push(Block { info, body, line: at + 1 });
                    is_inside = true;
                }
                (Some(_), true) => is_inside = false,
                (None, true) => found.last_mut().expect("a block").body.extend([line, "\n"]),
                (None, false) => {}
            }
        }
        assert!(!is_inside, "{}: a block has no end", self.path);
        found
    }

    /// Returns each line, and whether it belongs to a fenced block.
    fn lines(&self) -> impl Iterator<Item = (bool, &str)> {
        let mut is_inside = false;
        self.text.lines().map(move |line| {
            let is_fence = line.starts_with(FENCE);
            is_inside ^= is_fence;
            (is_fence || is_inside, line)
        })
    }

    fn prose(&self) -> impl Iterator<Item = &str> {
        self.lines().filter(|(is_fenced, _)| !is_fenced).map(|(_, line)| line)
    }

    /// Returns the level and the title of each heading.
    pub(crate) fn headings(&self) -> impl Iterator<Item = (usize, &str)> {
        self.prose().filter_map(|line| {
            let title = line.trim_start_matches('#');
            let level = line.len() - title.len();
            Some((level, title.strip_prefix(' ')?)).filter(|_| level > 0)
        })
    }

    /// Returns the section below `heading`, for example `## REEF`. It ends at the next heading of
    /// the same level or of a higher level.
    pub(crate) fn section(&self, heading: &str) -> Option<Self> {
        let level = heading.bytes().take_while(|byte| *byte == b'#').count();
        let is_end = |(is_fenced, line): &(bool, &str)| {
            let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
            !is_fenced && (1..=level).contains(&hashes) && line[hashes..].starts_with(' ')
        };
        let mut lines = self.lines().skip_while(|line| *line != (false, heading));
        lines.next()?;
        let lines = lines.take_while(|line| !is_end(line)).map(|(_, line)| line);
        let text = lines.collect::<Vec<_>>().join("\n");
        Some(Self { path: format!("{}: {heading}", self.path), text })
    }

    pub(crate) fn links(&self) -> Vec<&str> {
        let targets = |line: &'_ str| -> Vec<(usize, usize)> {
            let starts = line.match_indices("](").map(|(at, mark)| at + mark.len());
            starts.filter_map(|at| Some((at, at + line[at..].find(')')?))).collect()
        };
        let cut = |line| targets(line).into_iter().map(move |(from, to)| &line[from..to]);
        self.prose().flat_map(cut).collect()
    }

    /// Returns the words in backquotes, except in fenced blocks.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.prose().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
    }

    pub(crate) fn has(&self, anchor: &str) -> bool {
        self.headings().any(|(_, title)| slug(title) == anchor)
    }
}

/// Returns the anchor that mdBook gives to a heading with this title.
pub(crate) fn slug(title: &str) -> String {
    let kept = title.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

#[test]
fn a_comment_in_a_block_does_not_end_a_section() {
    let text = "## REEF\n```ships\n# note\n## MOVE\n```\nThe end.\n## MOVE\nNext.\n".to_owned();
    let page = Page { path: String::new(), text };
    let section = |heading| page.section(heading).map(|section| section.text);
    assert_eq!(section("## REEF").as_deref(), Some("```ships\n# note\n## MOVE\n```\nThe end."));
    assert_eq!(section("## MOVE").as_deref(), Some("Next."));
}
