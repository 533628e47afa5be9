//! What the terminal's own screen shows after a game: how it ended.

use super::ending::Ending;
use super::game::Play;
use super::table::{Asked, Stop, Table};
use crate::cli::exit::Exit;
use crate::cli::screen::palette::Depth;
use crate::cli::world;
use broadside::board::BySide;
use std::io;

impl Table<'_, '_> {
    /// Tells on the first screen how the game ended.
    pub(super) fn conclude(&mut self, ending: Asked<Ending>, with_bot: bool) -> io::Result<Exit> {
        let exit = match ending {
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::End | Stop::Undo) => {
                self.ports.report("Error: end of input during set-up\n")?;
                Exit::Own(1)
            }
            Ok(Ending::Forfeits(names, side)) => {
                let (loser, winner) = (&names[side], &names[side.other()]);
                writeln!(self.ports.out, "{loser} forfeits.\n{winner} wins.")?;
                Exit::Own(1)
            }
            Ok(Ending::BotForfeits(names, reason)) => {
                let BySide { first, second } = names;
                writeln!(self.ports.out, "{second} forfeits.\n{first} wins.")?;
                self.ports.report(&format!("{second} forfeits: {reason}\n"))?;
                Exit::Own(1)
            }
            Ok(Ending::Over(play)) => {
                self.show_end(&play, with_bot)?;
                Exit::Done
            }
        };
        self.ports.out.flush()?;
        Ok(exit)
    }

    /// Both fleets as they lay, and what each side has done.
    fn show_end(&mut self, play: &Play, with_bot: bool) -> io::Result<()> {
        let (look, depth, page) = (self.look(), world::depth(), play.last_page(with_bot));
        let mut lines = if self.fills(look) {
            let mut lines = page.last_picture(look, depth).lines(depth != Depth::None);
            lines.truncate(
                lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1),
            );
            lines.push(page.question);
            lines
        } else {
            let lines = page.lines(look, depth).join("\n").trim_end().to_owned();
            [vec![lines], play.sums()].concat()
        };
        lines.extend((!self.past.was_fair()).then(|| "A turn was taken back.".to_owned()));
        lines.iter().try_for_each(|line| writeln!(self.ports.out, "{line}"))
    }
}
