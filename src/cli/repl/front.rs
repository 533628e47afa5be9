//! The loop of the prompt: reads a line, passes it to the table, shows the result.

use super::dot::{self, Dot};
use super::editor::Rejected;
use super::helper::Helper;
use super::history::{self, History};
use super::output::tell_ended;
use super::table::{Entered, Origin, Table};
use super::{dispatch, help, prompt};
use crate::cli::exit::{Failure, shown};
use crate::cli::play;
use crate::cli::prompt::console::{Asked, Console, Talk};
use crate::cli::prompt::places;
use broadside::ports::Ports;
use broadside::text::Screen;
use rustyline::history::FileHistory;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The prompt and all that it talks to.
pub(super) struct Front {
    pub(super) console: Console<Helper, FileHistory>,
    history: History,
    /// What was edited last and refused.
    pub(super) rejected: Option<Rejected>,
}

impl Front {
    /// At the beginning of a session.
    pub(super) fn new(console: Console<Helper, FileHistory>, history: History) -> Self {
        Self { console, history, rejected: None }
    }

    /// The game.
    pub(super) fn table(&mut self) -> &mut Table {
        &mut self.console.helper().table
    }

    /// Shows the version and, after `--resume`, what became of the earlier session.
    pub(super) fn greet(&mut self, lost: usize, ports: &mut Ports<'_>) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(ports.out, "Broadside {version}, the Ships language")?;
        writeln!(ports.out, "`.help` helps, Tab completes, ^D leaves")?;
        let table = self.table();
        if let Some(id) = table.journal.id() {
            let count = table.log().commands().len();
            writeln!(ports.out, "session {id} goes on after {count} commands")?;
        }
        if lost > 0 {
            ports.report(&format!("{lost} commands of the journal could not be played\n"))?;
        }
        ports.out.flush()
    }

    /// Does what comes before the first prompt of a new session: the init file, then scripts.
    pub(super) fn begin(
        &mut self,
        files: &[PathBuf],
        ports: &mut Ports<'_>,
    ) -> Result<Talk, Failure> {
        match self.run_init(ports)? {
            Talk::On => self.run_files(files, ports),
            Talk::Over => Ok(Talk::Over),
        }
    }

    /// Runs scripts, up to the first that fails.
    fn run_files(&mut self, files: &[PathBuf], ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        let ran = self.run_all(files, ports).map(|()| Talk::On).map_err(Failure::Output);
        self.conclude(ran, ports)
    }

    fn run_all(&mut self, files: &[PathBuf], ports: &mut Ports<'_>) -> io::Result<()> {
        for file in files {
            let entered = dispatch::read(file, self.table(), ports)?;
            if entered != Entered::Whole {
                self.settle(entered, ports)?;
                break;
            }
        }
        self.table().take_groups();
        if !files.is_empty() {
            self.announce(ports)?;
        }
        Ok(())
    }

    /// Answers line after line, until the person leaves.
    pub(super) fn talk(&mut self, ports: &mut Ports<'_>) -> Result<(), Failure> {
        loop {
            let theme = self.console.theme;
            let prompt = prompt::prompt(self.table(), theme);
            let asked = self.console.ask(&prompt)?;
            let answered = self.answer(asked, ports);
            if self.conclude(answered, ports)? == Talk::Over {
                return Ok(());
            }
        }
    }

    /// Tells how something that was done ended, Ctrl-C and a journal that fails included.
    pub(super) fn conclude(
        &mut self,
        outcome: Result<Talk, Failure>,
        ports: &mut Ports<'_>,
    ) -> Result<Talk, Failure> {
        let talk = match outcome {
            Err(Failure::Output(_)) if self.console.stop.is_set() => {
                self.tell_stopped(ports)?;
                Talk::On
            }
            talk => talk?,
        };
        self.console.stop.clear();
        if let Some(ended) = self.table().output.take_failed() {
            tell_ended(ended, ports)?;
        }
        if let Some(error) = self.table().journal.take_failure() {
            ports.report(&format!("this session keeps no journal: {error}\n"))?;
        }
        ports.out.flush()?;
        Ok(talk)
    }

    fn answer(&mut self, asked: Asked, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        match asked {
            Asked::Line(input) => self.take(&input, ports),
            Asked::Interrupted => {
                self.table().drop_unfinished();
                self.console.interrupted(ports)?;
                Ok(Talk::On)
            }
            Asked::End => Ok(self.end_of_input(ports)?),
        }
    }

    /// Takes what was entered at once: a dot command, or lines of the language.
    fn take(&mut self, input: &str, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        self.history.add(input, &mut self.console.editor);
        let help = help::asked(input).map(Ok);
        match help.or_else(|| dot::parse(input)) {
            Some(Ok(dot)) => return self.obey(&dot, ports),
            Some(Err(error)) => ports.report(&format!("{error}\n"))?,
            None => self.enter(input, ports)?,
        }
        Ok(Talk::On)
    }

    /// Carries out a dot command.
    pub(super) fn obey(&mut self, dot: &Dot, ports: &mut Ports<'_>) -> Result<Talk, Failure> {
        if let Dot::Ai(ai) = dot {
            return self.ai(*ai, ports);
        }
        if let Dot::Play(options) = dot {
            let Console { theme, script, stop, .. } = &self.console;
            play::at_prompt(options, (*theme, *script), stop, ports)?;
            return Ok(Talk::On);
        }
        Ok(self.dot(dot, ports)?)
    }

    fn enter(&mut self, input: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        let before = self.table().log().script().len();
        let entered = self.table().undivided(|table| enter_lines(input, table, ports))?;
        let is_all_prose = self.table().log().script().len() == before;
        let groups = self.table().take_groups();
        // A line that holds a whole group is its entry already.
        let is_new = |group: &&String| !group.split_whitespace().eq(input.split_whitespace());
        for group in groups.iter().filter(is_new) {
            self.history.add(group, &mut self.console.editor);
        }
        // A script that is pasted has its prose between its groups.
        let is_odd = |_: &String| is_all_prose || !input.contains('\n');
        if let Some(prose) = self.table().take_prose().filter(is_odd) {
            let hint = help::about_prose(&prose, self.table().session());
            ports.report(&format!("{hint}\n"))?;
        }
        self.settle(entered, ports)?;
        if groups.is_empty() {
            return Ok(());
        }
        self.announce(ports)?;
        self.fly(ports)
    }

    /// Reports the outcome of a line, where the output does not show it.
    pub(super) fn settle(&mut self, entered: Entered, ports: &mut Ports<'_>) -> io::Result<()> {
        match entered {
            Entered::Whole | Entered::Partly => Ok(()),
            Entered::Over => ports.report(
                "the game is over: `.save FILE` keeps it, `.undo` takes back, `.new` starts another\n",
            ),
            Entered::Stopped => self.tell_stopped(ports),
        }
    }

    fn tell_stopped(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.console.stop.clear();
        self.table().land();
        self.table().drop_unfinished();
        ports.report("\nstopped\n")
    }

    fn end_of_input(&mut self, ports: &mut Ports<'_>) -> io::Result<Talk> {
        if self.table().session().group().is_none() {
            return Ok(Talk::Over);
        }
        let entered = self.table().close_group(Origin::Prompt, ports)?;
        self.go_on(entered, ports)?;
        Ok(Talk::On)
    }

    /// Goes on behind groups that were entered: they come to the history, and the machine may move.
    pub(super) fn go_on(&mut self, entered: Entered, ports: &mut Ports<'_>) -> io::Result<()> {
        for group in self.table().take_groups() {
            self.history.add(&group, &mut self.console.editor);
        }
        self.settle(entered, ports)?;
        self.announce(ports)?;
        self.fly(ports)
    }

    pub(super) fn dot(&mut self, dot: &Dot, ports: &mut Ports<'_>) -> io::Result<Talk> {
        if let Dot::Quit = dot {
            return Ok(Talk::Over);
        }
        if let Dot::New | Dot::Undo(_) = dot {
            self.tell_landing(ports)?;
        }
        if let Dot::Undo(_) = dot {
            self.table().land();
        }
        let look = self.console.look();
        let outcome = if let Dot::Help(topic) = dot {
            help::help(topic.as_deref(), look, ports.out)
        } else if let Dot::History(count) = dot {
            self.show_history(*count, ports)
        } else if let Dot::Read(path) = dot {
            self.read(&places::from_home(path), ports)
        } else if let Dot::Save(target) = dot {
            self.save(target, ports)
        } else if let Dot::Output(target) = dot {
            self.redirect(target.as_ref(), ports)
        } else if let Dot::Edit = dot {
            self.edit(ports)
        } else {
            dispatch::carry_out(dot, self.table(), look, ports)
        };
        if self.console.stop.is_set() {
            self.tell_stopped(ports)?;
        } else {
            outcome?;
        }
        Ok(Talk::On)
    }

    fn read(&mut self, path: &Path, ports: &mut Ports<'_>) -> io::Result<()> {
        if let Some(refusal) = dispatch::refuse_special(path) {
            return dispatch::cannot_read(&shown(path), &refusal, ports).map(drop);
        }
        let entered = dispatch::read(path, self.table(), ports)?;
        self.table().take_groups();
        self.settle(entered, ports)?;
        self.announce(ports)?;
        self.fly(ports)
    }

    fn show_history(&self, count: usize, ports: &mut Ports<'_>) -> io::Result<()> {
        for entry in history::last(count, &self.console.editor) {
            writeln!(Screen::new(&mut *ports.out), "{}", entry.replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

/// Enters what was typed or pasted at once.
fn enter_lines(input: &str, table: &mut Table, ports: &mut Ports<'_>) -> io::Result<Entered> {
    let mut entered = Entered::Whole;
    for line in input.split('\n') {
        entered = table.enter(line.as_bytes(), Origin::Prompt, ports)?;
        if matches!(entered, Entered::Over | Entered::Stopped) {
            break;
        }
    }
    Ok(entered)
}
