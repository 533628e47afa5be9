//! Asks the questions before the first turn: the names, the places of the ships, and how the grids
//! track shots.

use super::aim::{OWN, Wanted};
use super::answers;
use super::game::Terms;
use super::grid::Sea;
use super::page::Page;
use super::table::{Answered, Table};
use super::words::{self, Help, Notes, shown};
use broadside::board::{BySide, Side};
use broadside::dice::Dice as _;
use broadside::rules::arsenal::{Class, Fleet, Placement};

impl Table<'_, '_> {
    pub(super) fn terms(&mut self, bot: Option<&[u8]>) -> Answered<Terms> {
        let asked = question("Tracking (hard, or Enter for easy):", words::GOAL_HELP);
        let read = |line: &[u8]| {
            answers::tracking(if line.trim_ascii().is_empty() { b"easy" } else { line })
        };
        let tracking = self.ask_until(asked, "Type easy or hard.", read)?;
        let [first, second] = if let Some(title) = bot {
            [self.name("Your name", "Captain", title)?, title.to_vec()]
        } else {
            let first = self.name("Name of player 1", "Player 1", b"")?;
            let second = self.name("Name of player 2", "Player 2", &first)?;
            [first, second]
        };
        let names = BySide { first: shown(&first), second: shown(&second) };
        let starter = Side::ALL[usize::from(self.dice.below(2) == 1)];
        Ok(Terms { names, tracking, starter })
    }

    /// Asks for a name that looks different from `taken`. An empty line stands for `usual`. If
    /// `usual` is taken, an empty line stands for `Player 1`.
    fn name(&mut self, asked: &str, usual: &str, taken: &[u8]) -> Answered<Vec<u8>> {
        let usual = if usual.as_bytes() == taken { "Player 1" } else { usual };
        let free = |line: &[u8]| {
            let line = if line.trim_ascii().is_empty() { usual.as_bytes() } else { line };
            answers::name(line).filter(|name| shown(name) != shown(taken)).map(<[u8]>::to_vec)
        };
        let asked = question(&format!("{asked}, or Enter for {usual}:"), words::NAME_HELP);
        self.ask_until(asked, "That name cannot be used.", free)
    }

    pub(super) fn fleet(&mut self, terms: &Terms, side: Side) -> Answered<Fleet> {
        let mut placed = Vec::new();
        for class in Class::ALL {
            placed.push(self.ship(terms, side, class, &placed)?);
        }
        let fleet = Fleet::new(std::array::from_fn(|index| placed[index].berth()));
        Ok(fleet.expect("each ship was checked when it was placed"))
    }

    fn ship(
        &mut self,
        terms: &Terms,
        side: Side,
        class: Class,
        placed: &[Placement],
    ) -> Answered<Placement> {
        let (name, starter) = (&terms.names[side], &terms.names[terms.starter]);
        let asked = format!("{name}, place your {} ({} cells):", class.name(), class.length());
        let mut page = question(&asked, words::PLACING_HELP);
        page.moves = vec![format!("{starter} plays first.")];
        page.head = [terms.title(), "your ships".to_owned()];
        page.sides = [String::new(), "You".to_owned()];
        page.wanted = Wanted::Ship(class, placed.to_vec());
        page.seas[OWN] = Sea::own(placed, 0, terms.tracking);
        loop {
            let line = self.ask(&page)?;
            page.notes.remark = match answers::placement(&line, class, placed) {
                Some(Ok(ship)) => return Ok(ship),
                Some(Err(refusal)) => refusal.to_string(),
                None => {
                    words::remark(&line, "That is not a cell (A to J, 1 to 10) with a direction.")
                }
            };
        }
    }
}

fn question(asked: &str, help: Help) -> Page {
    Page {
        head: ["arsenal".to_owned(), String::new()],
        notes: Notes { help, ..Notes::default() },
        captions: words::CAPTIONS,
        question: asked.to_owned(),
        focus: OWN,
        ..Page::default()
    }
}
