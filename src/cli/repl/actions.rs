//! The parts of dot commands that need only the game and files: they work without the line editor
//! and the machine player.

use super::table::{Origin, Outcome, Table};
use crate::cli::boards::{self, View};
use crate::cli::check as findings;
use crate::cli::exit::shown;
use crate::cli::prompt::target::Target;
use crate::cli::theme::{self, Look, Theme};
use broadside::arena::versus::words::count;
use broadside::board::{Coord, Side};
use broadside::ports::{LONGEST_LINE, Ports};
use broadside::rules::ships::{Class, Game};
use broadside::script::check::check_lines;
use broadside::script::save;
use broadside::text::Visible;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::Path;

/// Draws what `side` sees. Without a `side`, draws what the moving player sees or, between turns,
/// the whole board. The board is drawn around `centre` or else around the field of the last event.
pub(super) fn board(
    side: Option<Side>,
    centre: Option<Coord>,
    table: &Table,
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let game = table.session().game();
    if let Some(text) = centre.and_then(|at| boards::off_board(at, game.board().dims())) {
        return writeln!(out, "{text}");
    }
    let view = View::new(game, side.or(game.moving()));
    boards::draw(&view, centre.or(table.last_event()), look, out)
}

/// Writes which commands `.undo` took back or `.redo` restored. After Ctrl-C, `commands` is `None`,
/// and this function writes nothing.
pub(super) fn list_steps(
    verb: &str,
    nothing: &str,
    commands: Option<Vec<Vec<u8>>>,
    theme: Theme,
    out: &mut dyn Write,
) -> io::Result<()> {
    const SHOWN: usize = 10;
    let Some(commands) = commands else { return Ok(()) };
    if commands.is_empty() {
        return writeln!(out, "{nothing}");
    }
    for command in commands.iter().take(SHOWN) {
        writeln!(out, "{verb} {}", theme.paint(theme::KEYWORD, Visible(command)))?;
    }
    match commands.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "and {more} more"),
    }
}

pub(super) fn list_fleet(game: &Game, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    match game.moving() {
        Some(side) => list_side(game, side, theme, out),
        None => Side::ALL.into_iter().try_for_each(|side| list_side(game, side, theme, out)),
    }
}

fn list_side(game: &Game, side: Side, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    let fleet = game.fleet(side);
    let placed = fleet.ships().count();
    let all: i64 = fleet.sizes().iter().sum();
    let title = format!("{}: {placed} of {all} ships placed", side.name());
    let healthy = usize::try_from(fleet.healthy()).unwrap_or(usize::MAX);
    let healthy = count(healthy, "healthy segment");
    writeln!(out, "{}, {healthy}", theme.paint(theme::player(side), title))?;
    for ship in save::ships(game, side) {
        writeln!(out, "  {ship}")?;
    }
    for class in Class::ALL {
        if let Some(missing) = missing(game, side, class) {
            let text = format!("  missing {} {missing}", class.name());
            writeln!(out, "{}", theme.paint(theme::DIM, text))?;
        }
    }
    Ok(())
}

/// Returns the numbers of the missing ships as ranges, such as `0 to 2, 4`. Returns `None` if no
/// ship is missing.
fn missing(game: &Game, side: Side, class: Class) -> Option<String> {
    let fleet = game.fleet(side);
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut first = 0;
    let placed = fleet.ships().filter(|(name, _)| name.class == class).map(|(name, _)| name.index);
    for index in placed.chain([fleet.size(class)]) {
        if first < index {
            runs.push((first, index - 1));
        }
        first = index + 1;
    }
    let run = |(first, last): (i64, i64)| {
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    };
    let runs: Vec<_> = runs.into_iter().map(run).collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}

pub(super) fn save_game(target: &Target, table: &Table, ports: &mut Ports<'_>) -> io::Result<()> {
    let text = table.saved()?;
    target.save("", ports, |path, ports| ports.files.replace(path, &text))
}

pub(super) fn check_game(table: &Table, ports: &mut Ports<'_>) -> io::Result<()> {
    let mut is_fine = true;
    for findings in check_lines(table.log().script()) {
        if table.stop.is_set() {
            return Ok(());
        }
        for finding in findings {
            ports.report(&findings::picture(Path::new("<game>"), &finding))?;
            is_fine = false;
        }
    }
    if is_fine {
        writeln!(ports.out, "nothing looks wrong")?;
    }
    Ok(())
}

/// Runs a script up to its first error. If Ctrl-C stops it, none of its commands has an effect.
pub(super) fn read(path: &Path, table: &mut Table, ports: &mut Ports<'_>) -> io::Result<Outcome> {
    if let Some(group) = table.session().group() {
        let tag = group.tag();
        ports.report(&format!("a file can be read only outside groups: close `{tag}` first\n"))?;
        return Ok(Outcome::Partly);
    }
    let name = shown(path);
    match ports.files.open(path) {
        Ok(file) => table.undo_if_stopped(|table| {
            table.begin_file()?;
            let entered = read_lines(&mut BufReader::new(file), &name, table, ports)?;
            table.drop_unfinished();
            if table.session().group().is_none() {
                // The lines of the prompt are numbered from 1 again.
                table.begin_file()?;
            }
            Ok(entered)
        }),
        Err(error) => cannot_read(&name, &error, ports),
    }
}

fn read_lines(
    input: &mut dyn BufRead,
    name: &str,
    table: &mut Table,
    ports: &mut Ports<'_>,
) -> io::Result<Outcome> {
    let origin = Origin::File(name);
    loop {
        let mut line = Vec::new();
        let longest = LONGEST_LINE as u64 + 1;
        if let Err(error) = (&mut *input).take(longest).read_until(b'\n', &mut line) {
            return cannot_read(name, &error, ports);
        }
        if line.is_empty() {
            return table.close_group(origin, ports);
        }
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        let entered = table.enter(line, origin, ports)?;
        if entered != Outcome::Whole {
            return Ok(entered);
        }
    }
}

pub(super) fn cannot_read(
    name: &str,
    error: &io::Error,
    ports: &mut Ports<'_>,
) -> io::Result<Outcome> {
    ports.report(&format!("cannot read `{name}`: {error}\n"))?;
    Ok(Outcome::Partly)
}
