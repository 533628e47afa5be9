//! `.save` and `.output`: the commands that write files. They ask the user before they replace a
//! file; `.save!` and `.output!` do not ask.

use super::actions;
use super::front::Front;
use super::output::{Output, OutputFile, report_ended};
use crate::cli::exit::shown;
use crate::cli::prompt::console::{Asked, agreed};
use crate::cli::prompt::target::Target;
use broadside::ports::Ports;
use std::io;

impl Front {
    pub(super) fn save(&mut self, target: &Target, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.may_write(target, ports)? {
            actions::save_game(target, self.table(), ports)?;
        }
        Ok(())
    }

    pub(super) fn redirect(
        &mut self,
        target: Option<&Target>,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        let Some(target) = target else { return self.show_output(ports) };
        let was_there = target.file.is_file();
        if !self.may_write(target, ports)? {
            return Ok(());
        }
        self.end_output(ports)?;
        // `end_output` may have written a file with this path, so the user is asked now.
        if !was_there && !self.may_write(target, ports)? {
            return Ok(());
        }
        let Some(file) = target.open(ports, |path, ports| OutputFile::begin(path, ports))? else {
            return Ok(());
        };
        self.table().output = Output::File(file);
        writeln!(ports.out, "output goes to `{}` until `.output`", shown(&target.file))
    }

    fn show_output(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().output.is_seen() {
            return writeln!(ports.out, "output is shown here already");
        }
        self.end_output(ports)
    }

    pub(super) fn end_output(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let ended = self.table().output.end();
        ended.map_or(Ok(()), |ended| report_ended(ended, ports))
    }

    /// Returns whether the file may be written. If it exists and the command has no `!`, asks the
    /// user. Any answer but yes means no. An answer that is not yes, no or empty becomes the next
    /// line of the prompt.
    fn may_write(&mut self, target: &Target, ports: &mut Ports<'_>) -> io::Result<bool> {
        let Some(question) = target.question() else { return Ok(true) };
        ports.out.flush()?;
        let asked = self.console.ask(&format!("{question}> "))?;
        let answer = match &asked {
            Asked::Line(line) if !line.trim().is_empty() => agreed(line),
            Asked::Line(_) | Asked::Interrupted | Asked::End => Some(false),
        };
        if answer == Some(true) {
            return Ok(true);
        }
        self.console.unread = answer.is_none().then_some(asked);
        writeln!(ports.out, "{}", target.kept())?;
        Ok(false)
    }
}
