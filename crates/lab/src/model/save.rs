//! SAVE: prints the commands that restore the game (spec ships §7).

use super::sea::{Name, Ship};
use super::{Misreading, Model, Rule};
use broadside_core::board::Side;
use std::collections::BTreeSet;

impl Model {
    pub(super) fn save(&mut self) {
        self.print_line("[state]");
        self.print_line(&format!("BOARD_SIZE {} {}", self.rows, self.cols));
        self.reach(Rule::SaveBoard);
        self.save_next_player();
        for side in Side::ALL {
            self.save_fleet(side);
        }
        self.save_reefs();
        self.save_switches();
        self.save_notes();
        self.save_seed();
        self.print_line("[state]");
    }

    fn save_next_player(&mut self) {
        let swapped = self.misreads(Misreading::SaveNextSwapped);
        let side = if swapped { self.expected.other() } else { self.expected };
        self.print_line(&format!("NEXT_PLAYER {}", side.name()));
        self.reach(Rule::SaveNextPlayer);
    }

    fn save_fleet(&mut self, side: Side) {
        let ships: Vec<_> = self.ships_of(side).map(|(name, ship)| (*name, ship.clone())).collect();
        let player = &self.players[side as usize];
        let ([top, left, bottom, right], [a, b, c, d]) = (player.start, player.fleet);
        let letter = side.name();
        self.print_line(&format!("INIT_POSITION {letter} {top} {left} {bottom} {right}"));
        self.reach(Rule::SaveStart);
        self.print_line(&format!("SET_FLEET {letter} {a} {b} {c} {d}"));
        self.reach(Rule::SaveFleet);
        for (name, ship) in ships {
            self.save_ship(name, &ship);
        }
    }

    fn save_ship(&mut self, name: Name, ship: &Ship) {
        let healthy = self.misreads(Misreading::SaveHealthy);
        let digit = |is_healthy: &bool| if *is_healthy || healthy { '1' } else { '0' };
        let health: String = ship.healthy.iter().map(digit).collect();
        let (side, number, bow) = (name.side.name(), name.number, ship.bow);
        let (heading, class) = (ship.heading.name(), name.class.name());
        self.print_line(&format!(
            "SHIP {side} {} {} {heading} {number} {class} {health}",
            bow.y, bow.x
        ));
        self.reach(Rule::SaveShips);
        self.reach_if(ship.healthy.contains(&false), Rule::SaveHealth);
    }

    /// Writes the reefs. By the rules, they keep the order in which they were laid.
    fn save_reefs(&mut self) {
        if self.misreads(Misreading::SaveNoreef) {
            return;
        }
        let mut reefs = self.reefs.clone();
        if self.misreads(Misreading::SaveReefScan) {
            reefs = BTreeSet::from_iter(reefs).into_iter().collect();
        }
        for reef in reefs {
            self.print_line(&format!("REEF {} {}", reef.y, reef.x));
            self.reach(Rule::SaveReefs);
        }
    }

    fn save_switches(&mut self) {
        if self.extended && !self.misreads(Misreading::SaveNoext) {
            self.print_line("EXTENDED_SHIPS");
            self.reach(Rule::SaveExtended);
        }
        if self.auto_shooting {
            self.print_line("AUTO_SHOOTING");
            self.reach(Rule::SaveAuto);
        }
        for side in Side::ALL {
            if self.players[side as usize].is_ai {
                self.print_line(&format!("SET_AI_PLAYER {}", side.name()));
                self.reach(Rule::SaveAi);
            }
        }
    }

    fn save_notes(&mut self) {
        for (side, note) in self.notes.clone() {
            self.out.extend_from_slice(format!("INFORMATION {}", side.name()).as_bytes());
            if !note.is_empty() {
                self.out.push(b' ');
                self.out.extend_from_slice(&note);
            }
            self.out.push(b'\n');
            self.reach(Rule::SaveInformation);
        }
    }

    /// Writes the seed. By the rules, it is raised by 1; the smallest number follows the largest.
    fn save_seed(&mut self) {
        let Some(seed) = self.seed else { return };
        self.reach(Rule::SaveSeed);
        let same = self.misreads(Misreading::SaveSrandSame);
        let seed = if same { seed } else { seed.wrapping_add(1) };
        if !self.misreads(Misreading::SaveNosrand) {
            self.print_line(&format!("SRAND {seed}"));
        }
    }
}
