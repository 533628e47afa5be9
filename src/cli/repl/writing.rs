//! `.save` and `.output`: the commands that write files. They ask the user before they replace a
//! file; `.save!` and `.output!` do not ask.

use super::actions;
use super::front::Front;
use super::output::{Output, OutputFile, report_ended};
use crate::cli::exit::shown;
use crate::cli::prompt::console::{Asked, agreed};
use crate::cli::prompt::dots::Target;
use crate::cli::prompt::places;
use broadside::ports::Ports;
use std::io;
use std::path::Path;

impl Front {
    /// Saves the game. Except for `.save!`, asks before it replaces a file.
    pub(super) fn save(&mut self, target: &Target, ports: &mut Ports<'_>) -> io::Result<()> {
        let path = places::from_home(&target.file);
        if target.replaces || self.may_replace(&path, ports)? {
            actions::save(&path, self.table(), ports)?;
        }
        Ok(())
    }

    /// Sends the output to a file. Without a `target`, sends it to the screen again.
    pub(super) fn redirect(
        &mut self,
        target: Option<&Target>,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        let Some(target) = target else { return self.show_output(ports) };
        let path = places::from_home(&target.file);
        let is_there = path.is_file();
        if is_there && !target.replaces && !self.may_replace(&path, ports)? {
            return Ok(());
        }
        self.end_output(ports)?;
        // `end_output` may have written a file with this path, so the user is asked now.
        if !is_there && !target.replaces && !self.may_replace(&path, ports)? {
            return Ok(());
        }
        match actions::refuse_special(&path).and_then(|()| OutputFile::begin(&path, ports)) {
            Err(error) => ports.report(&format!("cannot write `{}`: {error}\n", shown(&path))),
            Ok(file) => {
                self.table().output = Output::File(file);
                let name = shown(&path);
                writeln!(ports.out, "output goes to `{name}` until `.output`")
            }
        }
    }

    fn show_output(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().output.is_seen() {
            return writeln!(ports.out, "output is shown here already");
        }
        self.end_output(ports)
    }

    /// Sends the output to the screen again. If it went to a file, reports whether the file was
    /// written.
    pub(super) fn end_output(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        let ended = self.table().output.end();
        ended.map_or(Ok(()), |ended| report_ended(ended, ports))
    }

    /// If the file exists, asks the user. An answer that is neither yes nor no means no, and the
    /// prompt then carries it out as a line.
    fn may_replace(&mut self, path: &Path, ports: &mut Ports<'_>) -> io::Result<bool> {
        if !path.is_file() {
            return Ok(true);
        }
        ports.out.flush()?;
        let question = format!("replace `{}`? y or n> ", shown(path));
        let asked = self.console.ask(&question)?;
        let answer = if let Asked::Line(line) = &asked { agreed(line) } else { Some(false) };
        if answer == Some(true) {
            return Ok(true);
        }
        self.console.unread = answer.is_none().then_some(asked);
        writeln!(ports.out, "not written; `{}` is as it was", shown(path))?;
        Ok(false)
    }
}
