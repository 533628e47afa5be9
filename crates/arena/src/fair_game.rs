//! A fair game between two players who learn the result of each of their orders at once.

use crate::driver::{Answer, DrawRules, Driver, Ending, Turn};
use broadside_core::board::Side;
use broadside_ships::rules::fair::{Briefing, Illegal, Referee, Step};
use broadside_ships::rules::{Game, Order, Reason, Setting};
use broadside_ships::script::save;

/// A refereed game in which both sides give their orders one by one.
#[derive(Clone, Debug)]
pub struct FairGame {
    driver: Driver,
    turn: Turn,
    known: Game,
    /// The known game, in which the refused orders of the turn are carried out too.
    intended: Game,
    /// Whether the turn's only shot has been fired. Always false with `EXTENDED_SHIPS`, which
    /// allows more shots.
    has_shot: bool,
}

impl FairGame {
    /// Starts a game from `start`, in which no turn is open.
    pub fn new(start: Game, rules: DrawRules) -> Self {
        let mut driver = Driver::new(start, rules);
        let turn = Turn::begin(&mut driver.referee);
        let known = known(&turn.opening);
        Self { driver, turn, intended: known.clone(), known, has_shot: false }
    }

    /// Returns the side that is to move.
    pub fn mover(&self) -> Side {
        self.driver.mover()
    }

    /// Returns the number of turns that both sides together have played so far.
    pub const fn turns(&self) -> u64 {
        self.driver.turns()
    }

    /// Returns how the game has ended, or `None` if it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.driver.ending()
    }

    /// Returns the true game, in which the orders of the open turn are already carried out.
    pub const fn game(&self) -> &Game {
        self.turn.tried.game()
    }

    /// Returns what the side to move knows at this moment.
    pub fn briefing(&self) -> Briefing {
        self.turn.tried.observer().briefing(self.game(), self.mover())
    }

    /// Returns the game as the side to move knew it at the beginning of the turn. All orders
    /// carried out since then are added. A bot can search this game for orders.
    pub const fn known(&self) -> &Game {
        &self.known
    }

    /// Returns whether an order is legal, as far as the side to move can know. It must be legal in
    /// the known game. It must also be legal if the refused orders of the turn had been carried
    /// out, unless one of them was an order to the ship of this order. It must not change the
    /// result of an earlier order. A basic game (without `EXTENDED_SHIPS`) allows one shot in a
    /// turn. After the end of the game, no order is legal. The true game may still refuse the
    /// order, for example because of a ship that the side does not see. The limit of refused orders
    /// in a turn is not checked here, but in [`order`](Self::order).
    pub fn allows(&self, order: &Order) -> bool {
        let is_second = self.has_shot && matches!(order, Order::Shoot(_));
        let is_intended = || self.intended.check(order).is_ok() || self.has_refused_ship(order);
        let is_legal = !is_second && self.known.check(order).is_ok() && is_intended();
        self.ending().is_none() && is_legal && !self.changes_result(*order)
    }

    /// Returns whether an order would change the result of an earlier order. `AUTO_SHOOTING` makes
    /// this possible: a shot of a ship may leave no ship for an earlier target, and a move may
    /// bring a refused target into reach. Plays the turn in the known game, so the answer says
    /// nothing about ships out of sight.
    fn changes_result(&self, order: Order) -> bool {
        let is_target = |step: &Step| matches!(step.order, Order::Shoot(_) | Order::SpyAt(_));
        if !self.known.takes_targets() || !self.turn.steps().iter().any(is_target) {
            return false;
        }
        // Leaves out the orders that were refused for a reason other than `ShotsUnfeasible`: the
        // known game would carry them out.
        let is_repeated =
            |step: &&Step| matches!(step.outcome, Ok(_) | Err(Reason::ShotsUnfeasible));
        let steps = || self.turn.steps().iter().filter(is_repeated);
        let orders: Vec<_> = steps().map(|step| step.order).chain([order]).collect();
        let start = known(&self.turn.opening);
        Referee::new(start.clone()).play(&orders, &start).is_ok_and(|report| {
            let mut pairs = steps().zip(&report.steps);
            pairs.any(|(before, after)| before.outcome.err() != after.outcome.err())
        })
    }

    fn has_refused_ship(&self, order: &Order) -> bool {
        let mut refused = self.turn.steps().iter().filter(|step| step.outcome.is_err());
        order.ship().is_some() && refused.any(|step| step.order.ship() == order.ship())
    }

    /// Carries out an order of the side to move. Returns [`Illegal`] if the game has ended, if the
    /// side could have known that the order is not legal, if the order would change the result of
    /// an earlier order (with `AUTO_SHOOTING`), or if too many orders of the turn were refused.
    /// After an error, the game is unchanged.
    pub fn order(&mut self, order: Order) -> Result<Answer, Illegal> {
        if self.ending().is_some() {
            return Err(self.illegal(order, Reason::NoTurnOpen));
        }
        if self.changes_result(order) {
            return Err(self.illegal(order, Reason::ShotsUnfeasible));
        }
        let answer = self.turn.order(&self.driver.referee, order)?;
        let _ = self.intended.order(order);
        if answer.refused.is_none() {
            // The true game has carried out the order, and has all ships of the known game. So the
            // known game does not refuse the order.
            let done = self.known.order(order);
            debug_assert!(done.is_ok(), "{order:?} is legal in the known game");
            self.has_shot |= matches!(order, Order::Shoot(_)) && !self.known.is_extended();
        }
        Ok(answer)
    }

    fn illegal(&self, order: Order, reason: Reason) -> Illegal {
        Illegal { number: self.turn.steps().len(), order, breach: reason.into() }
    }

    /// Ends the turn of the side to move.
    pub fn end_turn(&mut self) {
        if self.ending().is_none() {
            self.turn.carry_out(&mut self.driver);
            self.turn = Turn::begin(&mut self.driver.referee);
            self.known = known(&self.turn.opening);
            self.intended = self.known.clone();
            self.has_shot = false;
        }
    }
}

/// Returns the game that a briefing shows. This game lacks the enemy's ships that are out of sight.
/// If these ships counted as missing, the rules would refuse all shots. So once the enemy has
/// placed its fleet, its ships in sight count as its whole fleet, with numbers from 0.
fn known(briefing: &Briefing) -> Game {
    let sketch = briefing.sketch();
    let other = briefing.side().other();
    let is_placed = briefing.missing(other).all(|(_, missing)| missing == 0);
    let mut game = if is_placed { with_fleet_in_sight(&sketch, other) } else { sketch };
    // In `sketch`, no turn is open, and the side of the briefing is to move. So a turn of this side
    // can be opened.
    let opened = game.open(briefing.side());
    debug_assert!(opened.is_ok(), "no turn is open in a sketch");
    game
}

fn with_fleet_in_sight(sketch: &Game, other: Side) -> Game {
    let (mut game, mut sizes) = (Game::default(), [0; 4]);
    for (name, _) in sketch.fleet(other).ships() {
        sizes[name.class as usize] += 1;
    }
    let mut numbers = [0; 4];
    for mut setting in save::settings(sketch) {
        if let Setting::Fleet(side, all) = &mut setting
            && *side == other
        {
            *all = sizes;
        }
        if let Setting::Ship { side, index, health, .. } = &mut setting
            && *side == other
        {
            let number = &mut numbers[health.class() as usize];
            (*index, *number) = (*number, *number + 1);
        }
        let set = game.set(&setting);
        debug_assert!(set.is_ok(), "{setting:?} is legal in a saved game");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Setup;
    use broadside_core::board::{Coord, Manoeuvre};
    use broadside_core::dice::{Dice as _, Seed, Stream};
    use broadside_ships::rules::fair::Breach;

    #[test]
    fn allowed_orders_are_carried_out_or_refused() {
        let setups = || [Setup::Small, Setup::Narrow, Setup::Basic].into_iter();
        for (number, setup) in (0_u64..).zip((0..10).flat_map(|_| setups())) {
            let seed = Seed::from(number);
            let start = setup.game(&seed, 0).unwrap();
            let rules = DrawRules { max_turns: 30, no_progress: 20 };
            let (mut game, mut dice) = (FairGame::new(start, rules), Stream::new(&seed, number));
            let (mut carried_out, mut refused) = (0, 0);
            while game.ending().is_none() {
                for order in some_orders(&game, &mut dice) {
                    if game.allows(&order) {
                        let answer = game.order(order).unwrap();
                        *if answer.refused.is_some() { &mut refused } else { &mut carried_out } +=
                            1;
                    }
                }
                game.end_turn();
            }
            assert!(carried_out > 20, "{setup:?}: {carried_out} carried out, {refused} refused");
        }
    }

    #[test]
    fn only_a_shot_uses_up_the_shot_of_a_turn() {
        let start = Setup::Basic.game(&Seed::from(7), 0).unwrap();
        let mut game = FairGame::new(start, DrawRules { max_turns: 30, no_progress: 20 });
        let mut dice = Stream::new(&Seed::from(7), 0);
        for _ in 0..2 {
            for order in game.briefing().placements(&mut dice) {
                game.order(order).unwrap();
            }
            game.end_turn();
        }
        let shot = Order::Shoot(Coord::new(0, 0));
        let names: Vec<_> = game.briefing().own().keys().copied().collect();
        let moves =
            names.into_iter().flat_map(|name| Manoeuvre::ALL.map(|way| Order::Move(name, way)));
        let first = { moves }.find(|order| game.allows(order)).unwrap();
        game.order(first).unwrap();
        assert!(game.allows(&shot));
        game.order(shot).unwrap();
        assert!(!game.allows(&shot));
    }

    #[test]
    fn no_order_is_carried_out_after_the_end() {
        let start = Setup::Small.game(&Seed::from(7), 0).unwrap();
        let mut game = FairGame::new(start, DrawRules { max_turns: 1, no_progress: 20 });
        game.end_turn();
        assert_eq!(game.ending(), Some(Ending::MaxTurns));
        let order = game.briefing().placements(&mut Stream::new(&Seed::from(7), 0))[0];
        assert!(!game.allows(&order));
        assert_eq!(game.order(order).unwrap_err().breach, Breach::Rule(Reason::NoTurnOpen));
    }

    fn of_two_destroyers(bow_of_b: &str) -> FairGame {
        let script = format!(
            "[state] EXTENDED_SHIPS AUTO_SHOOTING SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 \
             SHIP A 3 2 N 0 DES 01 SHIP B {bow_of_b} N 0 DES 11 [state]"
        );
        let start = Setup::Script(script.into()).game(&Seed::from(7), 0).unwrap();
        FairGame::new(start, DrawRules { max_turns: 30, no_progress: 20 })
    }

    /// [`FairGame::allows`] once allowed a move that brings a refused target into reach, although
    /// the move is illegal. In the second game, the ship of B is in the way, out of A's sight. Both
    /// games must give the same answers: otherwise A would learn of the ship.
    #[test]
    fn no_move_brings_a_refused_target_into_reach() {
        for bow_of_b in ["18 2", "0 2"] {
            let mut game = of_two_destroyers(bow_of_b);
            let name = *game.briefing().own().keys().next().unwrap();
            let ahead = Order::Move(name, Manoeuvre::Forward);
            assert!(game.allows(&ahead));
            let target = Order::Shoot(Coord::new(3, 4));
            assert_eq!(game.order(target).unwrap().refused, Some(Reason::ShotsUnfeasible));
            assert!(!game.allows(&ahead), "{bow_of_b}");
            let breach = game.order(ahead).unwrap_err().breach;
            assert_eq!(breach, Breach::Rule(Reason::ShotsUnfeasible), "{bow_of_b}");
        }
    }

    #[test]
    fn an_order_takes_back_no_earlier_shot() {
        let mut game = of_two_destroyers("18 2");
        let destroyer = *game.briefing().own().keys().next().unwrap();
        for row in [3, 4] {
            let answer = game.order(Order::Shoot(Coord::new(row, 3))).unwrap();
            assert_eq!(answer.refused, None);
        }
        let before = game.game().clone();
        let third = game.order(Order::Fire(destroyer, Coord::new(3, 1))).unwrap_err();
        assert_eq!(third.breach, Breach::Rule(Reason::ShotsUnfeasible));
        assert_eq!(*game.game(), before);
    }

    fn some_orders(game: &FairGame, dice: &mut Stream) -> Vec<Order> {
        let briefing = game.briefing();
        let mut orders = briefing.placements(dice);
        let dims = briefing.dims();
        let ships: Vec<_> = briefing.own().keys().copied().collect();
        for name in ships {
            let manoeuvre = Manoeuvre::ALL[usize::try_from(dice.below(3)).unwrap()];
            let [row, col] = [dims.rows(), dims.cols()]
                .map(|length| dice.below(length.cast_unsigned()).cast_signed());
            let at = Coord::new(row, col);
            orders.extend([Order::Move(name, manoeuvre), Order::Fire(name, at), Order::Shoot(at)]);
        }
        orders
    }
}
