//! The canonical form of a script: each tag and each command on its own line.

use super::reader::{Reader, lines};
use super::syntax::SyntaxError;
use super::tree::Script;

/// Returns the canonical form of `script`: the text of its [`Script`].
///
/// ```
/// use broadside_ships::script::format;
///
/// let script = b"[state]  REEF +1\n  02#the wreck\n[state] that is all";
/// assert_eq!(format(script)?, b"[state]\n  REEF 1 2 #the wreck\n[state] that is all\n");
/// # Ok::<(), Box<broadside_ships::script::SyntaxError>>(())
/// ```
///
/// # Errors
/// Returns the first syntax error of `script`, or of its canonical form. For example, a line with
/// NUL bytes can look like UTF-16 after its blanks are dropped.
pub fn format(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let canonical = Script::parse(script)?.to_bytes();
    let mut reader = Reader::default();
    for line in lines(&canonical) {
        if let Some(error) = reader.line(line).take_unreadable() {
            return Err(error);
        }
    }
    Ok(canonical)
}
