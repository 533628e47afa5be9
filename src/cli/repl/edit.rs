//! `.edit`: opens the current group (the state or turn that is not closed yet, or else an empty
//! turn) in the user's editor. The new text replaces the whole group. If a command of this text is
//! refused, nothing changes.

use super::editor::{Rejected, edit_text};
use super::front::Front;
use super::table::Outcome;
use broadside::ports::Ports;
use std::io;

impl Front {
    /// If the text of the last `.edit` was refused, or Ctrl-C stopped it, and the game has not
    /// changed since then, opens that text again. Otherwise opens the current group.
    pub(super) fn edit(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().winner().is_some() {
            return self.settle(Outcome::Over, ports);
        }
        let group = self.table().group_to_edit();
        let rejected = self.rejected.take();
        self.rejected = rejected.filter(|old| old.script == self.table().log().script());
        let text = self.rejected.as_ref().map_or(&group, |rejected| &rejected.text);
        ports.out.flush()?;
        let edited = edit_text(text);
        // Ctrl-C in the editor also sets this flag, but the user meant it for the editor.
        self.console.stop.clear();
        match edited {
            Err(error) => ports.report(&format!("{error}; the game is as it was\n")),
            Ok(new) if new == group => {
                self.rejected = None;
                writeln!(ports.out, "nothing was changed")
            }
            Ok(new) if new.trim_ascii().is_empty() => {
                writeln!(ports.out, "the text is empty; the game is as it was")
            }
            Ok(new) => self.revise(new, ports),
        }
    }

    fn revise(&mut self, text: Vec<u8>, ports: &mut Ports<'_>) -> io::Result<()> {
        let script = self.table().log().script().to_vec();
        let entered = self.table().revise(&text, ports)?;
        let is_rejected = matches!(entered, Outcome::Partly | Outcome::Stopped);
        self.rejected = is_rejected.then_some(Rejected { script, text });
        if entered == Outcome::Partly {
            return ports.report(
                "nothing of the text was taken; the game is as it was; to go on with your text, enter `.edit`\n",
            );
        }
        if entered == Outcome::Whole {
            writeln!(ports.out, "the group is as you wrote it")?;
        }
        self.go_on(entered, ports)
    }
}
