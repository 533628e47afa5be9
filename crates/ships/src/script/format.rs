//! The canonical form of a script: one tag, command or comment on each line, in the form of SAVE.
//! Unlike SAVE, it indents each line inside a group by two blanks, which show where a group ends.

use super::reader::Reader;
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
/// The first syntax error of `script`, or a line of the canonical form that cannot be read again: without its blanks, a
/// line with NULs can look like UTF-16.
pub fn format(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let canonical = Script::parse(script)?.to_bytes();
    let mut reader = Reader::default();
    for line in canonical.split(|byte| *byte == b'\n') {
        if let Some(error) = reader.line(line).take_unreadable() {
            return Err(error);
        }
    }
    Ok(canonical)
}
