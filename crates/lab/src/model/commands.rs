//! Which words follow which command word (spec ships §1, §4, §5).

use super::sea::{Class, Field, Name, Side};
use super::words::Words;
use super::{End, Model, Step, Stop};

impl Model {
    /// A command of a `[state]` group.
    pub(super) fn state_command(&mut self, words: &mut Words<'_>) -> Step {
        match words.command_word()? {
            b"PRINT" => return self.print_command(words, None),
            b"SAVE" => self.save(),
            b"SET_FLEET" => return self.set_fleet(words),
            b"NEXT_PLAYER" => {
                let side = words.side()?;
                self.set_next_player(side);
            }
            b"BOARD_SIZE" => {
                let (rows, cols) = (words.integer()?, words.integer()?);
                return self.set_board_size(rows, cols, &words.command);
            }
            b"INIT_POSITION" => {
                let side = words.side()?;
                let corners = four(words)?;
                self.set_start(side, corners);
            }
            b"REEF" => {
                let at = field(words)?;
                return self.lay_reef(at, &words.command);
            }
            b"SHIP" => {
                let (side, bow, heading) = (words.side()?, field(words)?, words.heading()?);
                let name = name(side, words)?;
                let healthy = words.health(name.class.length())?;
                return self.set_ship(name, bow, heading, healthy, &words.command);
            }
            b"EXTENDED_SHIPS" => self.extended = true,
            b"AUTO_SHOOTING" => self.auto_shooting = true,
            b"SET_AI_PLAYER" => self.players[words.side()? as usize].is_ai = true,
            b"INFORMATION" => {
                let side = words.side()?;
                self.notes.push((side, words.rest_of_line().join(&b' ')));
            }
            b"SRAND" => self.seed = Some(words.integer()?),
            _ => return Err(Stop(End::Syntax)),
        }
        Ok(())
    }

    /// `SET_FLEET P` stands alone when no number follows on the line of P.
    fn set_fleet(&mut self, words: &mut Words<'_>) -> Step {
        let side = words.side()?;
        if words.number_follows() {
            let sizes = four(words)?;
            return self.set_fleet_to(side, sizes, &words.command);
        }
        self.set_default_fleet(side)
    }

    /// A command of a player's group.
    pub(super) fn turn_command(&mut self, side: Side, words: &mut Words<'_>) -> Step {
        match words.command_word()? {
            b"PRINT" => self.print_command(words, Some(side)),
            b"PLACE_SHIP" => {
                let (bow, heading) = (field(words)?, words.heading()?);
                let name = name(side, words)?;
                self.place(name, bow, heading, &words.command)
            }
            b"MOVE" => {
                let name = name(side, words)?;
                let way = words.way()?;
                self.sail(name, way, &words.command)
            }
            b"SHOOT" => self.shoot_command(side, words),
            b"SPY" => self.spy_command(side, words),
            _ => Err(Stop(End::Syntax)),
        }
    }

    /// `SHOOT y x`, or `SHOOT i C y x` when the second argument is a class.
    fn shoot_command(&mut self, side: Side, words: &mut Words<'_>) -> Step {
        let first = words.integer()?;
        if !words.class_follows() {
            let at = Field::new(first, words.integer()?);
            return self.shoot(side, at, &words.command);
        }
        let name = Name { side, class: words.class()?, number: first };
        let at = field(words)?;
        self.fire(name, at, &words.command)
    }

    /// `SPY y x`, or `SPY i y x` when a third number follows on the line of the second.
    fn spy_command(&mut self, side: Side, words: &mut Words<'_>) -> Step {
        let (first, second) = (words.integer()?, words.integer()?);
        if !words.number_follows() {
            return self.spy_without_carrier(side, Field::new(first, second), &words.command);
        }
        let at = Field::new(second, words.integer()?);
        let name = Name { side, class: Class::Carrier, number: first };
        self.spy(name, at, &words.command)
    }

    /// `PRINT 0` or `PRINT 1`, for a player or, without one, of the whole board.
    fn print_command(&mut self, words: &mut Words<'_>, viewer: Option<Side>) -> Step {
        match words.integer()? {
            detail @ (0 | 1) => self.print(detail == 1, viewer, &words.command),
            _ => Err(Stop(End::Syntax)),
        }
    }
}

fn field(words: &mut Words<'_>) -> Step<Field> {
    Ok(Field::new(words.integer()?, words.integer()?))
}

fn name(side: Side, words: &mut Words<'_>) -> Step<Name> {
    let number = words.integer()?;
    Ok(Name { side, class: words.class()?, number })
}

fn four(words: &mut Words<'_>) -> Step<[i64; 4]> {
    Ok([words.integer()?, words.integer()?, words.integer()?, words.integer()?])
}
