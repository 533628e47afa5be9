//! Compares the grammars of input lines in `grammar/` with the programs. A program must take each
//! random word of a production. If one letter of the word is changed, the program must take the new
//! word if and only if the grammar allows the new word.

use crate::ebnf::Grammar;
use broadside::catalog::Program;
use broadside::dice::{Dice, Twister, index_below};
use broadside::ports::Memory;
use broadside::text::python::strip;
use std::cell::RefCell;
use std::fmt::Write as _;

/// The number of words for each production.
const WORDS: u64 = 300;
/// The letters that a change can put into a word.
const LETTERS: &str = "0123456789+-_AEJKNSZaex#,.;: ★é\u{7f}\u{a0}\0";

/// Compares a production with `takes`, which says whether the program takes a word. Words that
/// `fits` refuses are skipped, because the program refuses them for a reason outside the grammar.
#[track_caller]
fn check(
    grammar: &str,
    production: &str,
    fits: impl Fn(&str) -> bool,
    takes: impl Fn(&str) -> bool,
) {
    let grammar = Grammar::of_file(grammar);
    let mut dice = Twister::from_python_seed(&6.into());
    // How many of the changed words the grammar still takes, and how many it refuses.
    let (mut words, mut others) = (0, 0);
    let mut left = WORDS;
    while left > 0 {
        let word = grammar.spell(production, &mut dice);
        if !fits(&word) {
            continue;
        }
        left -= 1;
        assert!(takes(&word), "{production} {word:?} is refused");
        let changed = change(&word, &mut dice);
        if fits(&changed) {
            let is_word = grammar.spells(production, &changed);
            assert_eq!(takes(&changed), is_word, "{production} {changed:?}");
            *if is_word { &mut words } else { &mut others } += 1;
        }
    }
    assert!(words >= WORDS / 50 && others >= WORDS / 50, "{production}: {words}, {others}");
}

fn change(word: &str, dice: &mut dyn Dice) -> String {
    let mut index = |n: usize| index_below(n, dice);
    let mut letters: Vec<_> = word.chars().collect();
    let at = index(letters.len());
    let new = LETTERS.chars().nth(index(LETTERS.chars().count())).expect("a letter");
    match index(4) {
        0 => letters.insert(at, new),
        1 => drop(letters.remove(at)),
        _ => letters[at] = new,
    }
    letters.into_iter().collect()
}

/// Returns whether a word has no white space at its ends. Programs remove such white space.
fn is_stripped(word: &str) -> bool {
    strip(word) == word
}

/// Returns whether naval reads the word as one line. For naval, a NUL ends a line.
fn is_line(word: &str) -> bool {
    is_stripped(word) && !word.contains('\0')
}

/// Runs a program in memory. Returns the exit status, standard output and standard error.
pub(crate) fn run(
    program: Program,
    args: &str,
    files: &[(&str, impl AsRef<[u8]>)],
    stdin: impl Into<Vec<u8>>,
) -> (u8, String, String) {
    let mut memory = Memory { input: stdin.into(), ..Memory::default() };
    for (name, text) in files {
        memory.files.0.borrow_mut().insert(name.into(), text.as_ref().into());
    }
    let args: Vec<_> = args.split_whitespace().map(Into::into).collect();
    let code = memory.run(|ports| program.run(&args, ports)).expect("memory does not fail");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(memory.out), text(memory.err))
}

fn naval(rules: &str, map: &str, stdin: &str) -> (u8, String, String) {
    let files = [("rules", rules), ("player", map), ("cpu", "A1 N\n"), ("turns", "")];
    run(Program::Naval, "rules player cpu turns", &files, stdin)
}

#[test]
fn naval_rules() {
    check("naval.ebnf", "SIZE", is_line, |size| naval(&format!("{size}\n1\n1\n"), "", "").0 != 50);
    let of_32_bits =
        |length: &str| is_line(length) && length.trim_start_matches(['+', '0']).len() < 10;
    check("naval.ebnf", "LENGTH", of_32_bits, |length| {
        naval(&format!("9 9\n1\n{length}\n"), "", "").0 != 50
    });
}

#[test]
fn naval_maps_and_guesses() {
    const RULES: &str = "26 26\n1\n1\n";
    check("naval.ebnf", "BERTH", is_line, |berth| naval(RULES, berth, "").0 != 100);
    check("naval.ebnf", "CELL", is_line, |cell| {
        !naval(RULES, "A1 N\n", cell).1.contains("(Your move)>Bad guess")
    });
}

/// Runs a game of Battle of Ships, and returns standard output. Both players have the same board,
/// and the same optional file if there is one.
fn battle(board: &str, optional: Option<&str>, moves: &str) -> String {
    let mut files = vec![("1.txt", board), ("2.txt", board), ("1.in", moves), ("2.in", "")];
    files.extend(optional.map(|text| ("OptionalPlayer1.txt", text)));
    files.extend(optional.map(|text| ("OptionalPlayer2.txt", text)));
    run(Program::BattleOfShips, "1.txt 2.txt 1.in 2.in", &files, "").1
}

/// The ships of a fleet: letter and length.
const SHIPS: [(char, usize); 9] =
    [('C', 5), ('B', 4), ('B', 4), ('D', 3), ('S', 3), ('P', 2), ('P', 2), ('P', 2), ('P', 2)];

/// A board of letters, with blanks for water.
type Sheet = [[char; 10]; 10];

/// Puts a ship on a sheet if all its cells exist and are free. Returns whether this was possible.
fn place_ship(sheet: &mut Sheet, class: char, (row, col): (usize, usize), is_down: bool) -> bool {
    let length = SHIPS.iter().find(|(letter, _)| *letter == class).map_or(0, |ship| ship.1);
    let cell = |k| if is_down { (row + k, col) } else { (row, col + k) };
    let is_free =
        |(row, col): (usize, usize)| sheet.get(row).and_then(|cells| cells.get(col)) == Some(&' ');
    let fits = (0..length).all(|k| is_free(cell(k)));
    if fits {
        (0..length).map(cell).for_each(|(row, col)| sheet[row][col] = class);
    }
    fits
}

/// Completes a fleet: adds the ships whose letters are not in `placed`. Each ship points right and
/// lies at the first free place. Returns the lines of an optional file for the added
/// battleships and patrol boats.
fn complete_fleet(sheet: &mut Sheet, mut placed: Vec<char>) -> String {
    let mut berths = String::new();
    for (class, _) in SHIPS {
        if let Some(at) = placed.iter().position(|letter| *letter == class) {
            placed.remove(at);
            continue;
        }
        let mut cells = (0..10).flat_map(|row| (0..10).map(move |col| (row, col)));
        let (row, col) =
            cells.find(|bow| place_ship(sheet, class, *bow, false)).expect("a free place");
        if ['B', 'P'].contains(&class) {
            let column = ('A'..).nth(col).expect("a letter");
            writeln!(berths, "{class}1:{},{column};right;", row + 1).expect("a string grows");
        }
    }
    berths
}

fn row_line(row: &[char; 10]) -> String {
    let cells = row.map(|cell| cell.to_string().trim().to_owned());
    cells.join(";")
}

fn board_lines(sheet: &Sheet) -> Vec<String> {
    sheet.iter().map(row_line).collect()
}

#[test]
fn battle_moves() {
    let mut sheet = [[' '; 10]; 10];
    complete_fleet(&mut sheet, Vec::new());
    let board = board_lines(&sheet).join("\n");
    // A `;` ends a token in the file, and white space around a token is stripped.
    let fits = |token: &str| is_stripped(token) && !token.contains(';');
    check("battle-of-ships.ebnf", "MOVE", fits, |token| {
        let out = battle(&board, None, token);
        assert!(out.starts_with("Battle"), "{out}");
        !out.contains("Error: ") && out.contains("Enter")
    });
}

/// Puts a ship at each letter of a line of cells. The ships point down. Returns `None` if no fleet
/// has these ships, or if they do not fit. Unknown letters and an eleventh cell are ignored,
/// because the grammar refuses them.
fn with_ships_down(line: &str) -> Option<(Sheet, Vec<char>)> {
    const ROW: usize = 4;
    let mut sheet = [[' '; 10]; 10];
    let letters = line
        .split(';')
        .take(10)
        .enumerate()
        .filter_map(|(col, cell)| Some((col, cell.chars().next()?)));
    let letters: Vec<_> = letters.collect();
    let count = |class| letters.iter().filter(|(_, letter)| *letter == class).count();
    let most = |class| SHIPS.iter().filter(|(letter, _)| *letter == class).count();
    let fits = |(col, class): &(usize, char)| {
        (most(*class) == 0 || count(*class) <= most(*class))
            && place_ship(&mut sheet, *class, (ROW, *col), true)
    };
    letters.iter().all(fits).then(|| (sheet, letters.iter().map(|(_, class)| *class).collect()))
}

/// The tested line is the fifth line of a board. The other lines are from the last board whose
/// fifth line the grammar allowed. That board had a complete fleet.
#[test]
fn battle_boards() {
    let grammar = Grammar::of_file("battle-of-ships.ebnf");
    let is_word = |line: &str| grammar.spells("CELLS", line);
    let last = RefCell::new(Vec::new());
    let fits = |line: &str| !is_word(line) || with_ships_down(line).is_some();
    check("battle-of-ships.ebnf", "CELLS", fits, |line| {
        if let Some((mut sheet, placed)) =
            Some(line).filter(|line| is_word(line)).and_then(with_ships_down)
        {
            complete_fleet(&mut sheet, placed);
            *last.borrow_mut() = board_lines(&sheet);
        }
        let mut lines = last.borrow().clone();
        lines[4] = line.to_owned();
        battle(&lines.join("\n"), None, "").starts_with("Battle")
    });
}

/// Returns a sheet with the ship that a word of BERTH names, if the ship fits there.
fn with_ship(line: &str) -> Option<(Sheet, char)> {
    let class = line.chars().next()?;
    let behind = &line[line.char_indices().nth(3)?.0..];
    let (row, rest) = behind.split_once(',')?;
    let row: usize = strip(row).replace('_', "").parse().ok()?;
    let col = usize::try_from(u32::from(rest.chars().next()?) - u32::from('A')).ok()?;
    // A column outside the board counts as column 0, because the grammar refuses it.
    let col = if col < 10 { col } else { 0 };
    let mut sheet = [[' '; 10]; 10];
    let is_down = rest[2..].starts_with("down");
    place_ship(&mut sheet, class, (row.checked_sub(1)?, col), is_down).then_some((sheet, class))
}

/// The tested line is the last line of an optional file. The board and the other lines are from the
/// last test whose line the grammar allowed. With that line, the fleet was complete.
#[test]
fn battle_berths() {
    let grammar = Grammar::of_file("battle-of-ships.ebnf");
    let is_word = |line: &str| grammar.spells("BERTH", line);
    let last = RefCell::new((String::new(), String::new()));
    let fits = |line: &str| is_stripped(line) && (!is_word(line) || with_ship(line).is_some());
    check("battle-of-ships.ebnf", "BERTH", fits, |line| {
        if let Some((mut sheet, class)) =
            Some(line).filter(|line| is_word(line)).and_then(with_ship)
        {
            let berths = complete_fleet(&mut sheet, vec![class]);
            *last.borrow_mut() = (board_lines(&sheet).join("\n"), berths);
        }
        let (board, berths) = &*last.borrow();
        line.starts_with(['B', 'P'])
            && battle(board, Some(&format!("{berths}{line}\n")), "").starts_with("Battle")
    });
}

fn classic(stdin: &str, ships: &str) -> (u8, String, String) {
    run(Program::Classic, "", &[("f", ships)], stdin)
}

#[test]
fn classic_answers_and_ships() {
    check("classic.ebnf", "INTEGER", is_stripped, |seed| classic(seed, "").1.contains("width"));
    check("classic.ebnf", "SHIP", is_stripped, |ship| {
        !classic("1\n9\n9\nf\n1\n", ship).2.contains("f:1: ")
    });
}

#[test]
fn classic_shots() {
    let small = |shot: &str| {
        is_stripped(shot)
            && shot
                .split(|c: char| !c.is_ascii_digit())
                .all(|n| n.trim_start_matches('0').len() < 2)
    };
    check("classic.ebnf", "SHOT", small, |shot| {
        let (_, out, _) = classic(&format!("1\n10\n10\nf\n1\n{shot}\n"), "A 0 0 9 0\nB 0 1 9 1\n");
        ["space: Miss!", "space: Hit!"].iter().any(|answer| out.contains(answer))
    });
}
