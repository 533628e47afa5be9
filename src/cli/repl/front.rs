//! The main loop of the prompt. It reads a line, passes it to the game (a [`Table`]) or to a dot
//! command, and reports the result.

use super::dot::{DOTS, Dot, Steps};
use super::editor::Rejected;
use super::helper::Helper;
use super::history::{self, History};
use super::output::report_ended;
use super::table::{Origin, Outcome, Table};
use super::{actions, help, sessions};
use crate::cli::exit::shown;
use crate::cli::files::refuse_special;
use crate::cli::play;
use crate::cli::prompt::console::{Asked, Console};
use crate::cli::prompt::places;
use crate::cli::theme::{self, Theme};
use broadside::arena::versus::words::count;
use broadside::ports::Ports;
use broadside::script::ast::Group;
use broadside::text::Screen;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub(super) struct Front {
    pub(super) console: Console<Helper>,
    pub(super) history: History,
    pub(super) rejected: Option<Rejected>,
    pub(super) is_left: bool,
}

impl Front {
    /// Returns the table, which the helper of the line editor owns.
    pub(super) fn table(&mut self) -> &mut Table {
        &mut self.console.helper().table
    }

    /// Writes the greeting. `lost` counts commands of a resumed session that could not be played.
    pub(super) fn greet(&mut self, lost: usize, ports: &mut Ports<'_>) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(ports.out, "Broadside {version}, the Ships language")?;
        writeln!(ports.out, "`.help` helps, Tab completes, ^D leaves")?;
        let table = self.table();
        if let Some(id) = table.journal.id() {
            let commands = table.log().commands().len();
            writeln!(ports.out, "session {id} goes on after {}", count(commands, "command"))?;
        }
        if lost > 0 {
            ports.report(&format!(
                "{} of the journal could not be played\n",
                count(lost, "command")
            ))?;
        }
        ports.out.flush()
    }

    /// Runs the init file and, unless it leaves the prompt, the scripts `files`. If a script fails,
    /// ends the game or is stopped by Ctrl-C, runs no further script.
    pub(super) fn begin(&mut self, files: &[PathBuf], ports: &mut Ports<'_>) -> io::Result<()> {
        self.run_init(ports)?;
        if self.is_left {
            return Ok(());
        }
        let ran = self.run_files(files, ports);
        self.conclude(ran, ports)
    }

    fn run_files(&mut self, files: &[PathBuf], ports: &mut Ports<'_>) -> io::Result<()> {
        for file in files {
            let entered = actions::read(file, self.table(), ports)?;
            if entered != Outcome::Whole {
                self.settle(entered, ports)?;
                break;
            }
        }
        self.table().take_groups();
        if files.is_empty() { Ok(()) } else { self.next_turn(ports) }
    }

    pub(super) fn talk(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        while !self.is_left {
            let theme = self.console.look.theme;
            let prompt = prompt(self.table(), theme);
            let asked = self.console.ask(&prompt)?;
            let answered = self.answer(asked, ports);
            self.conclude(answered, ports)?;
        }
        Ok(())
    }

    /// Reports Ctrl-C, and a failed output file or journal. Returns other errors.
    pub(super) fn conclude(
        &mut self,
        outcome: io::Result<()>,
        ports: &mut Ports<'_>,
    ) -> io::Result<()> {
        match outcome {
            Err(_) if self.console.stop.is_set() => self.report_stopped(ports)?,
            outcome => outcome?,
        }
        self.console.stop.clear();
        if let Some(ended) = self.table().output.take_failed() {
            report_ended(ended, ports)?;
        }
        if let Some(error) = self.table().journal.take_failure() {
            ports.report(&format!("this session keeps no journal: {error}\n"))?;
        }
        ports.out.flush()
    }

    fn answer(&mut self, asked: Asked, ports: &mut Ports<'_>) -> io::Result<()> {
        match asked {
            Asked::Line(input) => self.handle(&input, ports),
            Asked::Interrupted => {
                self.table().drop_unfinished();
                self.console.interrupted(ports)
            }
            Asked::End => self.end_of_input(ports),
        }
    }

    fn handle(&mut self, input: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        self.history.add(input, &mut self.console.editor);
        let help = help::asked(input).map(Ok);
        match help.or_else(|| DOTS.parse(input)) {
            Some(Ok(dot)) => self.obey(&dot, ports),
            Some(Err(error)) => ports.report(&format!("{error}\n")),
            None => self.enter(input, ports),
        }
    }

    pub(super) fn obey(&mut self, dot: &Dot, ports: &mut Ports<'_>) -> io::Result<()> {
        let look = self.console.look();
        let outcome = match dot {
            Dot::Quit => {
                self.is_left = true;
                return Ok(());
            }
            Dot::Ai(ai) => return self.ai(*ai, ports),
            Dot::Play(options) => {
                return play::at_prompt(options, self.console.look, &self.console.stop, ports);
            }
            Dot::Help(topic) => help::help(topic.as_deref(), look, ports.out),
            Dot::Board(side, centre) => {
                actions::board(*side, *centre, self.table(), look, ports.out)
            }
            Dot::Fleet => actions::list_fleet(self.table().session().game(), look.theme, ports.out),
            Dot::Edit => self.edit(ports),
            Dot::Undo(steps) => self.undo(*steps, ports),
            Dot::Redo(steps) => {
                let restored = self.table().redo(*steps);
                let nothing = "nothing to redo";
                actions::list_steps("brought back", nothing, restored, look.theme, ports.out)
            }
            Dot::Save(target) => self.save(target, ports),
            Dot::Read(path) => self.read(&places::from_home(path), ports),
            Dot::Output(target) => self.redirect(target.as_ref(), ports),
            Dot::New => self.start_new_game(ports),
            Dot::Sessions => sessions::list(&self.table().journal, SystemTime::now(), ports.out),
            Dot::History(count) => self.show_history(*count, ports),
            Dot::Check => actions::check_game(self.table(), ports),
        };
        if self.console.stop.is_set() { self.report_stopped(ports) } else { outcome }
    }

    fn undo(&mut self, steps: Steps, ports: &mut Ports<'_>) -> io::Result<()> {
        self.report_autopilot_off(ports)?;
        self.table().stop_autopilot();
        let theme = self.console.look.theme;
        let undone = self.table().undo(steps);
        let nothing = match steps {
            Steps::Turn => "no turn to take back",
            Steps::Commands(_) => "nothing to undo",
        };
        actions::list_steps("took back", nothing, undone, theme, ports.out)
    }

    fn start_new_game(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.report_autopilot_off(ports)?;
        let old = self.table().journal.id();
        self.table().start_new_game();
        self.rejected = None;
        let kept = old.map(|id| format!("; the old one is session {id}, see `--resume`"));
        writeln!(ports.out, "a new game{}", kept.unwrap_or_default())
    }

    fn enter(&mut self, input: &str, ports: &mut Ports<'_>) -> io::Result<()> {
        let before = self.table().log().script().len();
        let entered = self
            .table()
            .undo_if_stopped(|table| table.enter_lines(input.as_bytes(), Origin::Prompt, ports))?;
        let is_all_prose = self.table().log().script().len() == before;
        let groups = self.table().take_groups();
        // If the input is just this group, the history has the input already.
        let is_new = |group: &&String| !group.split_whitespace().eq(input.split_whitespace());
        for group in groups.iter().filter(is_new) {
            self.history.add(group, &mut self.console.editor);
        }
        // Prose between the groups of a pasted script is probably no mistake, so it gets no hint.
        let is_mistake = |_: &String| is_all_prose || !input.contains('\n');
        if let Some(prose) = self.table().take_prose().filter(is_mistake) {
            let hint = help::about_prose(&prose, self.table().session());
            ports.report(&format!("{hint}\n"))?;
        }
        self.settle(entered, ports)?;
        if groups.is_empty() { Ok(()) } else { self.next_turn(ports) }
    }

    pub(super) fn settle(&mut self, entered: Outcome, ports: &mut Ports<'_>) -> io::Result<()> {
        match entered {
            Outcome::Whole | Outcome::Partly => Ok(()),
            Outcome::Over => ports.report(
                "the game is over: `.save FILE` saves, `.undo` takes back, `.new` starts another\n",
            ),
            Outcome::Stopped => self.report_stopped(ports),
        }
    }

    fn report_stopped(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        self.console.stop.clear();
        self.table().stop_autopilot();
        self.table().drop_unfinished();
        ports.report("\nstopped\n")
    }

    fn end_of_input(&mut self, ports: &mut Ports<'_>) -> io::Result<()> {
        if self.table().session().group().is_none() {
            self.is_left = true;
            return Ok(());
        }
        let entered = self.table().close_group(Origin::Prompt, ports)?;
        self.go_on(entered, ports)
    }

    pub(super) fn go_on(&mut self, entered: Outcome, ports: &mut Ports<'_>) -> io::Result<()> {
        for group in self.table().take_groups() {
            self.history.add(&group, &mut self.console.editor);
        }
        self.settle(entered, ports)?;
        self.next_turn(ports)
    }

    fn read(&mut self, path: &Path, ports: &mut Ports<'_>) -> io::Result<()> {
        if let Err(refusal) = refuse_special(path) {
            return actions::cannot_read(&shown(path), &refusal, ports).map(drop);
        }
        let entered = actions::read(path, self.table(), ports)?;
        self.table().take_groups();
        self.settle(entered, ports)?;
        self.next_turn(ports)
    }

    fn show_history(&self, count: usize, ports: &mut Ports<'_>) -> io::Result<()> {
        for entry in history::last(count, &self.console.editor) {
            writeln!(Screen::new(&mut *ports.out), "{}", entry.replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

/// Returns the prompt twice: first without colours, then with colours. Outside a player's turn, the
/// prompt also shows the expected player or the winner.
fn prompt(table: &Table, theme: Theme) -> (String, String) {
    let group = table.session().group();
    let name = match group {
        _ if table.session().reader().is_unfinished() => "...",
        None => "ships",
        Some(Group::State) => "state",
        Some(Group::Turn(side)) => side.name(),
    };
    let turn = match (group, table.winner()) {
        (Some(Group::Turn(_)), _) => None,
        (_, Some(winner)) => Some((winner, format!("({} won) ", winner.name()))),
        (_, None) => {
            let side = table.session().game().expected();
            Some((side, format!("({}) ", side.name())))
        }
    };
    let style = group.map_or(theme::KEYWORD, theme::group);
    let (plain, painted) = turn.map_or_else(Default::default, |(side, text)| {
        let painted = theme.paint(theme::player(side), &text);
        (text, painted)
    });
    (format!("{plain}{name}> "), format!("{painted}{}> ", theme.paint(style, name)))
}
