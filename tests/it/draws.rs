//! Checks the draws (random numbers) of `broadside classic`: their number, their bounds and their
//! order. The test records all draws of a game. From the printed game, the test derives the draws
//! that the book's page on `classic` demands. Then the test compares both lists.

use broadside::dice::{Dice, Twister};
use broadside::ports::Memory;
use broadside::rules::classic;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::iter;
use std::rc::Rc;

const GAMES: u64 = 1000;

type Cell = (u64, u64);
/// A draw: the exclusive bound and the result.
type Draw = (u64, u64);

struct Recorder {
    dice: Twister,
    draws: Rc<RefCell<Vec<Draw>>>,
}

impl Dice for Recorder {
    fn below(&mut self, n: u64) -> u64 {
        let result = self.dice.below(n);
        self.draws.borrow_mut().push((n, result));
        result
    }
}

struct Setup {
    seed: u64,
    rows: u64,
    cols: u64,
    /// The number of the AI: 1 is random, 2 is smart, and 3 cheats.
    ai: u64,
    /// The cells of each ship. The key is the symbol of the ship.
    ships: BTreeMap<char, Vec<Cell>>,
}

fn cells(vertical: bool, (row, col): Cell, length: u64) -> Vec<Cell> {
    (0..length).map(|k| if vertical { (row + k, col) } else { (row, col + k) }).collect()
}

impl Setup {
    /// Returns a random set-up. Its ships cover at most a third of the board.
    fn random(seed: u64, chance: &mut Twister) -> Self {
        let (rows, cols) = (1 + chance.below(9), 1 + chance.below(9));
        let mut taken = BTreeSet::new();
        let mut ships = BTreeMap::new();
        for symbol in "QbA9~é".chars() {
            let vertical = chance.below(2) == 0;
            let length = 1 + chance.below(5);
            let ship = cells(vertical, (chance.below(rows), chance.below(cols)), length);
            let fits = ship.iter().all(|at| at.0 < rows && at.1 < cols && !taken.contains(at));
            if fits && 3 * (taken.len() as u64 + length) <= rows * cols {
                taken.extend(ship.iter().copied());
                ships.insert(symbol, ship);
            }
        }
        Self { seed, rows, cols, ai: 1 + chance.below(3), ships }
    }

    /// Plays a game in which the player fires row by row. Returns what the game prints, and its
    /// draws.
    fn play(&self) -> (String, Vec<Draw>) {
        let mut file = String::new();
        for (symbol, ship) in &self.ships {
            let ((top, left), (bottom, right)) = (ship[0], ship[ship.len() - 1]);
            writeln!(file, "{symbol} {top} {left} {bottom} {right}").expect("a string grows");
        }
        let mut input = format!("{}\n{}\n{}\nf\n{}\n", self.seed, self.cols, self.rows, self.ai);
        for (row, col) in self.board() {
            writeln!(input, "{row} {col}").expect("a string grows");
        }
        let mut memory = Memory { input: input.into_bytes(), ..Memory::default() };
        memory.files.0.borrow_mut().insert("f".into(), file.into_bytes());
        let draws = Rc::new(RefCell::new(Vec::new()));
        let recorder =
            |seed: &_| Recorder { dice: Twister::from_python_seed(seed), draws: Rc::clone(&draws) };
        let code = memory.run(|ports| classic::play(ports, recorder, &mut None)).expect("memory");
        assert_eq!(code, 0, "{}", String::from_utf8_lossy(&memory.err));
        (String::from_utf8(memory.out).expect("text"), draws.take())
    }

    fn board(&self) -> impl Iterator<Item = Cell> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn is_ship(&self, at: Cell) -> bool {
        self.ships.values().flatten().any(|cell| *cell == at)
    }

    fn around(&self, (row, col): Cell) -> Vec<Cell> {
        let near = [
            (row.wrapping_sub(1), col),
            (row + 1, col),
            (row, col.wrapping_sub(1)),
            (row, col + 1),
        ];
        near.into_iter().filter(|at| at.0 < self.rows && at.1 < self.cols).collect()
    }
}

/// The recorded draws of one game. The test takes them one by one, in the order that the book's
/// page gives.
struct Ledger(VecDeque<Draw>);

impl Ledger {
    #[track_caller]
    fn next(&mut self, bound: u64) -> u64 {
        let (drawn_bound, result) = self.0.pop_front().expect("one more draw");
        assert_eq!(drawn_bound, bound);
        result
    }

    /// Takes the draws of the placement: for each ship its direction, its row and its column. If
    /// the ship is too long for the board in this direction, no row and column are drawn. Then, and
    /// if the ship overlaps another ship, the draws begin again with a direction (spec classic §3).
    fn placement(&mut self, setup: &Setup) -> Vec<Vec<Cell>> {
        let mut fleet: Vec<Vec<Cell>> = Vec::new();
        for ship in setup.ships.values() {
            let length = ship.len() as u64;
            let placed = iter::repeat_with(|| {
                let vertical = self.next(2) == 0;
                let room = if vertical { setup.rows } else { setup.cols };
                let starts = (room + 1).checked_sub(length).filter(|starts| *starts > 0)?;
                let (rows, cols) =
                    if vertical { (starts, setup.cols) } else { (setup.rows, starts) };
                let first = (self.next(rows), self.next(cols));
                Some(cells(vertical, first, length))
            });
            let free = |ship: &Vec<Cell>| !fleet.iter().flatten().any(|at| ship.contains(at));
            let placed = placed.flatten().find(free).expect("the supply of places is endless");
            fleet.push(placed);
        }
        fleet
    }

    /// Takes the draws of the AI's shots, and checks that they give the printed shots (spec classic
    /// §4).
    fn shots(&mut self, setup: &Setup, printed: &[Cell]) {
        let mut fired: Vec<Cell> = Vec::new();
        let mut queue: VecDeque<Cell> = VecDeque::new();
        for shot in printed {
            let left: Vec<_> = setup.board().filter(|at| !fired.contains(at)).collect();
            let aimed = match (setup.ai, queue.pop_front()) {
                (3, _) => *left.iter().find(|at| setup.is_ship(**at)).expect("a ship cell"),
                (2, Some(queued)) => queued,
                _ => left[usize::try_from(self.next(left.len() as u64)).expect("an index")],
            };
            assert_eq!(aimed, *shot);
            fired.push(aimed);
            if setup.ai == 2 && setup.is_ship(aimed) {
                for near in setup.around(aimed) {
                    if !fired.contains(&near) && !queue.contains(&near) {
                        queue.push_back(near);
                    }
                }
            }
        }
    }
}

fn printed_shots(game: &str) -> Vec<Cell> {
    let shot = |line: &str| {
        let cell = line.strip_prefix("The AI fires at location (")?.strip_suffix(')')?;
        let (row, col) = cell.split_once(", ")?;
        Some((row.parse().ok()?, col.parse().ok()?))
    };
    game.lines().filter_map(shot).collect()
}

#[test]
fn all_draws_are_those_of_the_page_in_its_order() {
    let mut chance = Twister::from_cpp_seed(2);
    for seed in 0..GAMES {
        let setup = Setup::random(seed, &mut chance);
        let (game, draws) = setup.play();
        let mut ledger = Ledger(draws.into());
        for ship in ledger.placement(&setup) {
            let ((top, left), (bottom, right)) = (ship[0], ship[ship.len() - 1]);
            let line = format!("Placing ship from {top},{left} to {bottom},{right}.\n");
            assert!(game.contains(&line), "{line}");
        }
        let ai_is_first = ledger.next(2) == 1;
        let (shot, prompt) = (game.find("The AI fires"), game.find("Enter row and column"));
        if let (Some(shot), Some(prompt)) = (shot, prompt) {
            assert_eq!(shot < prompt, ai_is_first, "seed {seed}");
        }
        ledger.shots(&setup, &printed_shots(&game));
        assert_eq!(ledger.0, [], "seed {seed}: more draws than on the page");
    }
}
