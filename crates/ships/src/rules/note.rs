//! The texts of the notes that a script gives to the players (`INFORMATION`).

use broadside_core::ports::LONGEST_LINE;

/// The text of a note. It fits in one line of a script, and is read back unchanged.
///
/// ```
/// use broadside_ships::rules::NoteText;
///
/// let text = NoteText::new(b"mind the reef".to_vec()).expect("words and single blanks");
/// assert_eq!(text.as_bytes(), b"mind the reef");
/// assert_eq!(NoteText::new(b"mind\nSAVE".to_vec()), None);
/// assert_eq!(NoteText::new(b"reef #3".to_vec()), None);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Vec<u8>", try_from = "Vec<u8>"))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoteText(Vec<u8>);

impl NoteText {
    /// The largest number of bytes. A note and its command then fit in one line of a script.
    pub const LONGEST: usize = LONGEST_LINE - "INFORMATION A ".len();

    /// Takes words with single blanks between them, or an empty text. Returns `None` for other
    /// white space: tab, LF, VT, FF, CR, two blanks, or a blank at an end. Also returns `None` for
    /// a `#`, which begins a comment, and for more than [`LONGEST`](Self::LONGEST) bytes.
    pub fn new(text: Vec<u8>) -> Option<Self> {
        let is_word = |word: &[u8]| !word.is_empty() && !word.iter().any(|byte| ends_word(*byte));
        let is_text = text.is_empty() || text.split(|byte| *byte == b' ').all(is_word);
        (is_text && text.len() <= Self::LONGEST).then_some(Self(text))
    }

    /// The bytes of the text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<NoteText> for Vec<u8> {
    fn from(text: NoteText) -> Self {
        text.0
    }
}

impl TryFrom<Vec<u8>> for NoteText {
    type Error = &'static str;

    fn try_from(text: Vec<u8>) -> Result<Self, Self::Error> {
        Self::new(text).ok_or("expected words joined by single blanks, without `#`")
    }
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b'#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_words_with_single_blanks() {
        let is_text = |text: &[u8]| NoteText::new(text.to_vec()).is_some();
        assert!(is_text(b"") && is_text(b"a") && is_text(b"a b \xff\0 [state]"));
        for text in [" ", " a", "a ", "a  b", "a\tb", "a\rb", "a\nSAVE", "a\x0bb", "a\x0cb", "a#"] {
            assert!(!is_text(text.as_bytes()), "{text:?}");
        }
        assert!(is_text(&vec![b'x'; NoteText::LONGEST]));
        assert!(!is_text(&vec![b'x'; NoteText::LONGEST + 1]));
    }
}
