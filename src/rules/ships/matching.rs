//! Which ship takes which target (spec ships §8).
//!
//! Targets named without ships must be matched to ships: a bipartite b-matching, each target taken
//! once, each ship as often as its free shots. The first target whose prefix has no matching is
//! blamed.
//!
//! **Method.** The sets of targets that can be matched are the independent sets of a transversal
//! matroid (Edmonds and Fulkerson, 1965), so it is enough to add the targets one by one, each by an
//! augmenting path (Berge, 1957), found breadth first. Where no path exists, the ships that the search
//! saw are full for good and are never searched again (the "Hungarian tree" of Kuhn, 1955).
//!
//! **Carriers** reach everything, so they are one pool. Shots go to other ships as far as an augmenting
//! path exists: that keeps the number of shots outside the pool largest for every prefix, and so the
//! pool overflows at the first target that is without a ship in every matching.
//!
//! **Guns near a target** are found by looking at the fields within the longest range, not by
//! walking the fleet.

use super::gunnery::CANNON;
use super::turn::{Target, TurnLog};
use super::{Class, Game};
use crate::board::{Coord, Rect, ShipId};
use std::collections::{HashMap, HashSet, VecDeque};

impl Game {
    /// The number of the first target of the open turn that no ship is left for.
    pub(super) fn unmatched_target(&self) -> Option<usize> {
        let turn = self.turn();
        if turn.targets.is_empty() {
            return None;
        }
        let mut pool = self.carrier_shots(turn);
        let mut matching = Matching::new(self, turn);
        turn.targets.iter().position(|target| {
            let taken = match *target {
                Target::Shot(at) => matching.add(at),
                Target::Plane => false,
            };
            if !taken {
                pool -= 1;
            }
            pool < 0
        })
    }

    /// The free shots and planes of all carriers that were armed.
    fn carrier_shots(&self, turn: &TurnLog) -> i64 {
        let is_carrier = |ship: &ShipId| {
            let (owner, name) = self.name(*ship);
            owner == turn.side && name.class == Class::Carrier
        };
        let lost = turn.disarmed.iter().filter(|ship| is_carrier(ship)).count() as u64;
        let spent = turn.spent.iter().filter(|(ship, _)| is_carrier(ship));
        let spent: u64 = spent.map(|(_, spent)| u64::from(spent.shots)).sum();
        let armed = self.fleets[turn.side].armed_carriers + lost;
        let free = armed * u64::from(Class::Carrier.length()) - spent;
        i64::try_from(free).expect("a fleet has at most a million carriers")
    }

    /// Whether the cannon was healthy when the turn began or when the ship was placed in it.
    fn was_armed(&self, turn: &TurnLog, ship: ShipId) -> bool {
        self.board.ship(ship).is_healthy(CANNON) || turn.disarmed.contains(&ship)
    }
}

/// The shots that ships other than carriers have taken so far.
pub(super) struct Matching<'g> {
    game: &'g Game,
    turn: &'g TurnLog,
    /// The targets that each ship has taken.
    crews: HashMap<ShipId, Vec<Coord>>,
    /// The ships from which no augmenting path leads to a free shot, now or later.
    full: HashSet<ShipId>,
}

impl<'g> Matching<'g> {
    /// Ships that have taken nothing yet.
    pub(super) fn new(game: &'g Game, turn: &'g TurnLog) -> Self {
        Self { game, turn, crews: HashMap::new(), full: HashSet::new() }
    }

    /// The targets that `ship` has taken.
    pub(super) fn crew(&self, ship: ShipId) -> &[Coord] {
        self.crews.get(&ship).map_or(&[], Vec::as_slice)
    }

    /// Finds a ship for the target `at`, other targets changing ships if need be.
    pub(super) fn add(&mut self, at: Coord) -> bool {
        // How the search came to each ship: the target that it would take, and from whom.
        let mut reached: HashMap<ShipId, (Coord, Option<ShipId>)> = HashMap::new();
        let mut queue = VecDeque::from([(at, None)]);
        while let Some((target, holder)) = queue.pop_front() {
            for ship in self.guns(target) {
                if self.full.contains(&ship) || reached.contains_key(&ship) {
                    continue;
                }
                reached.insert(ship, (target, holder));
                if self.is_free(ship) {
                    self.shift(ship, &reached);
                    return true;
                }
                queue.extend(self.crews[&ship].iter().map(|taken| (*taken, Some(ship))));
            }
        }
        self.full.extend(reached.into_keys());
        false
    }

    /// Gives each target on the path to `ship` to the next ship.
    fn shift(&mut self, ship: ShipId, reached: &HashMap<ShipId, (Coord, Option<ShipId>)>) {
        let mut taker = Some(ship);
        while let Some(ship) = taker {
            let (target, holder) = reached[&ship];
            self.crews.entry(ship).or_default().push(target);
            if let Some(crew) = holder.and_then(|holder| self.crews.get_mut(&holder)) {
                let place = crew.iter().position(|taken| *taken == target);
                crew.swap_remove(place.expect("the holder has taken the target"));
            }
            taker = holder;
        }
    }

    /// Whether `ship` has a shot left. A full ship without a crew has spent its shots by name.
    fn is_free(&mut self, ship: ShipId) -> bool {
        let taken = self.crews.entry(ship).or_default().len();
        let length = self.game.board.ship(ship).hull().length();
        let free = length - self.turn.spent(ship).shots;
        u32::try_from(taken).is_ok_and(|taken| taken < free)
    }

    /// The own ships but carriers that were armed and had the target in range when the turn began or
    /// after one of their moves.
    fn guns(&self, target: Coord) -> Vec<ShipId> {
        // Of all ships but carriers, battleships reach farthest.
        let mut guns: Vec<_> = Rect::spanning(target, target)
            .grown(i64::from(Class::Battleship.length()))
            .fields()
            .flat_map(|field| self.cannons_at(field).map(move |ship| (ship, field)))
            .filter(|(ship, field)| self.reaches(*ship, *field, target))
            .map(|(ship, _)| ship)
            .collect();
        guns.sort_unstable();
        guns.dedup();
        guns
    }

    /// The ships whose cannon stands or, in this turn, stood on `field`.
    fn cannons_at(&self, field: Coord) -> impl Iterator<Item = ShipId> + '_ {
        let board = &self.game.board;
        let stands = board.ship_at(field);
        let stands = stands.filter(|id| board.ship(*id).hull().field(CANNON) == field);
        let stood = self.turn.left.get(&field).into_iter().flatten().copied();
        stands.into_iter().chain(stood)
    }

    fn reaches(&self, ship: ShipId, cannon: Coord, target: Coord) -> bool {
        let (owner, name) = self.game.name(ship);
        owner == self.turn.side
            && name.class != Class::Carrier
            && cannon.is_within(target, name.class.length())
            && self.game.was_armed(self.turn, ship)
    }
}
