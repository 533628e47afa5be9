//! Reads the lines that a person types in a game: short orders, orders of the language, and
//! commands with a dot.
//!
//! Words may be in upper or lower case. Classes, headings and manoeuvres may be shortened: `cru`
//! stands for `cruiser`, and `F` for `forward`. A ship may be named by its class alone. Its number
//! may stand directly before or directly after the class.

use crate::cli::prompt::dots::{Dots, Given, Row};
use crate::cli::prompt::target::Target;
use broadside::arena::versus::words::{class_name, field};
use broadside::board::{Coord, Heading, Manoeuvre};
use broadside::rules::ships::Class;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Nothing,
    Order(Request),
    Dot(Dot),
    /// An order in a wrong form: the right form, and the first word that does not fit it, if such a
    /// word was found.
    Malformed(&'static Form, Option<String>),
    Unknown(String),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) text: &'static str,
    /// An example of the order. `{}` is replaced by the field.
    example: &'static str,
}

impl Form {
    pub(super) fn example(&self, at: Coord) -> String {
        self.example.replace("{}", &field(at))
    }
}

/// An order as it was typed. The order may leave open which ship carries it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Place(Called, Coord, Heading),
    Shoot(Option<Called>, Coord),
    Move(Called, Vec<Manoeuvre>),
    Spy(Option<i64>, Coord),
}

/// A ship as it was typed. Its number may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Called {
    pub(super) class: Class,
    pub(super) index: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    Place,
    End,
    /// `.hint` proposes an order. `plays` is true for `.hint!`, which plays the whole turn.
    Hint {
        plays: bool,
    },
    Turn,
    Board(Option<Coord>),
    Undo,
    Save(Target),
    Replay(Target),
    Resign,
    Draw,
    Rematch,
    Help,
    Quit,
}

pub(super) static DOTS: Dots<Dot> = Dots(&[
    Row::new(".place", "", "places your missing ships", |given| given.alone(Dot::Place)),
    Row::new(".end", "", "ends your turn; then they play", |given| given.alone(Dot::End)),
    Row::new(
        ".hint",
        "",
        "proposes an order; Enter plays it, `.hint!` plays the turn and ends it",
        |given| given.alone(Dot::Hint { plays: given.bang }),
    )
    .bang(),
    Row::new(".turn", "", "shows what each ship has done and can do in this turn", |given| {
        given.alone(Dot::Turn)
    }),
    Row::new(".board", "[ROW COL]", "draws the board; with a field, the part around it", board)
        .also(&["map", "show"]),
    Row::new(
        ".undo",
        "",
        "takes back your orders; without any, your last turn and the machine's answer (then \
         the game is no longer fair)",
        |given| given.alone(Dot::Undo),
    ),
    Row::new(
        ".save",
        "FILE",
        "saves the game as a script, with the ships of both sides",
        |given| given.target().map(Dot::Save),
    )
    .bang(),
    Row::new(".replay", "FILE", "after the game: writes it as a page for a browser", |given| {
        given.target().map(Dot::Replay)
    })
    .bang(),
    Row::new(".resign", "", "gives up and shows the true board", |given| given.alone(Dot::Resign)),
    Row::new(".draw", "", "accepts a draw, when neither side can reach the other", |given| {
        given.alone(Dot::Draw)
    }),
    Row::new(".rematch", "", "after the game: plays another one with sides changed", |given| {
        given.alone(Dot::Rematch)
    }),
    Row::new(".help", "", "shows this list", |_| Some(Dot::Help)).also(&["?"]),
    Row::new(".quit", "", "leaves the game; Ctrl-D asks first", |given| given.alone(Dot::Quit))
        .also(&["exit", "q"]),
]);

fn board(given: Given<'_>) -> Option<Dot> {
    if given.text.is_empty() {
        return Some(Dot::Board(None));
    }
    words(given.text).and_then(Words::field).map(|at| Dot::Board(Some(at)))
}

pub(super) static ORDERS: [Form; 4] = [
    Form { text: "place [N] CLASS ROW COL HEADING", example: "place cru {} n" },
    Form { text: "shoot [[N] CLASS] ROW COL", example: "shoot {}" },
    Form { text: "move [N] CLASS f|l|r ...", example: "move 0 cru f" },
    Form { text: "spy [N] ROW COL", example: "spy {}" },
];

/// Reads a line. The dot before a command may be left out.
pub(super) fn read(line: &str) -> Entry {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    if word.is_empty() {
        return Entry::Nothing;
    }
    let name = word.strip_prefix('.').unwrap_or(&word);
    let dot = || {
        let (row, bang) = DOTS.named_without_dot(name)?;
        Some(row.read(Given { text: rest, bang }).map_or_else(Entry::Unknown, Entry::Dot))
    };
    let order = match name {
        "place" | "place_ship" if !rest.is_empty() => words(rest).and_then(Words::place_order),
        "shoot" | "fire" => words(rest).and_then(Words::shoot_order),
        "move" => words(rest).and_then(Words::move_order),
        "spy" => words(rest).and_then(Words::spy_order),
        _ => return dot().unwrap_or_else(|| Entry::Unknown(unknown(&word))),
    };
    order.map_or_else(|| Entry::Malformed(form(name), misfit(name, rest)), Entry::Order)
}

fn misfit(name: &str, rest: &str) -> Option<String> {
    let fits = |word: &String| match name {
        "move" => manoeuvre(word).is_some(),
        "place" | "place_ship" => heading(word).is_some(),
        _ => false,
    };
    words(rest)?.letters.into_iter().find(|word| !fits(word))
}

fn form(name: &str) -> &'static Form {
    let name = match name {
        "place_ship" => "place",
        "fire" => "shoot",
        name => name,
    };
    let form = ORDERS.iter().find(|form| form.text.split(' ').next() == Some(name));
    form.expect("each name of an order has a form")
}

fn unknown(word: &str) -> String {
    if word.starts_with('[') {
        return "no tags are needed here: `.end` ends your turn".to_owned();
    }
    DOTS.no_such(word, ["shoot", "move", "spy"])
}

/// The words after the first one: numbers, at most one ship, and all others.
#[derive(Debug, Default)]
struct Words {
    /// All numbers in order, without the number of the ship.
    numbers: Vec<i64>,
    /// How many of these numbers stand before the class.
    before_class: usize,
    ship: Option<Called>,
    letters: Vec<String>,
}

/// Sorts words by their kind. Returns `None` if there are two classes.
fn words(text: &str) -> Option<Words> {
    let blank = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')');
    let mut found = Words::default();
    for word in text.split(blank).filter(|word| !word.is_empty()) {
        let word = word.to_ascii_lowercase();
        if let Ok(number) = word.parse() {
            found.numbers.push(number);
        } else if let Some(class) = class(&word) {
            found.ship = found.ship.is_none().then_some(Called { class, index: None });
            found.ship?;
            found.take_number_before();
        } else {
            found.letters.push(word);
        }
    }
    Some(found)
}

impl Words {
    /// Takes the ship's number from the numbers before the class. Such a number exists if their
    /// count is odd, because a field has two numbers.
    fn take_number_before(&mut self) {
        if self.numbers.len() % 2 == 1 {
            let number = self.numbers.pop();
            self.ship = self.ship.map(|ship| Called { index: number, ..ship });
        }
        self.before_class = self.numbers.len();
    }

    /// Returns the ship. `room` is how many other numbers the order needs: 2 for a field, 0 for a
    /// move. If there is one number more, the first number after the class is the ship's number.
    /// Such a number exists: `before_class` is even, but the count of all numbers is odd.
    fn called(&mut self, room: usize) -> Option<Called> {
        let mut ship = self.ship?;
        if ship.index.is_none() && self.numbers.len() == room + 1 {
            ship.index = Some(self.numbers.remove(self.before_class));
        }
        Some(ship)
    }

    fn field(self) -> Option<Coord> {
        let is_alone = self.letters.is_empty() && self.ship.is_none();
        let [row, col] = self.numbers.try_into().ok()?;
        is_alone.then_some(Coord::new(row, col))
    }

    fn place_order(mut self) -> Option<Request> {
        let ship = self.called(2)?;
        let [row, col] = self.numbers.try_into().ok()?;
        let [letter] = <[String; 1]>::try_from(self.letters).ok()?;
        Some(Request::Place(ship, Coord::new(row, col), heading(&letter)?))
    }

    fn shoot_order(mut self) -> Option<Request> {
        let ship = self.called(2);
        let [row, col] = self.numbers.try_into().ok()?;
        self.letters.is_empty().then_some(Request::Shoot(ship, Coord::new(row, col)))
    }

    fn move_order(mut self) -> Option<Request> {
        let ship = self.called(0)?;
        let ways: Option<Vec<_>> = self.letters.iter().map(|word| manoeuvre(word)).collect();
        ways.filter(|ways| self.numbers.is_empty() && !ways.is_empty())
            .map(|ways| Request::Move(ship, ways))
    }

    fn spy_order(mut self) -> Option<Request> {
        let index = match self.ship {
            Some(Called { class: Class::Carrier, .. }) => self.called(2)?.index,
            Some(_) => return None,
            None if self.numbers.len() == 3 => Some(self.numbers.remove(0)),
            None => None,
        };
        let [row, col] = self.numbers.try_into().ok()?;
        self.letters.is_empty().then_some(Request::Spy(index, Coord::new(row, col)))
    }
}

fn class(word: &str) -> Option<Class> {
    let is_meant = |class: &Class| word.len() >= 3 && class_name(*class).starts_with(word);
    Class::ALL.into_iter().find(is_meant)
}

fn heading(word: &str) -> Option<Heading> {
    let names = ["north", "east", "south", "west"].into_iter().zip(Heading::ALL);
    begins(word, names)
}

fn manoeuvre(word: &str) -> Option<Manoeuvre> {
    begins(word, ["forward", "left", "right"].into_iter().zip(Manoeuvre::ALL))
}

fn begins<T>(word: &str, mut names: impl Iterator<Item = (&'static str, T)>) -> Option<T> {
    names.find(|(name, _)| name.starts_with(word)).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cruiser(index: Option<i64>) -> Called {
        Called { class: Class::Cruiser, index }
    }

    #[test]
    fn ships_are_called_in_several_ways() {
        let at = Coord::new(5, 3);
        for (line, ship) in [
            ("shoot 5 3", None),
            ("SHOOT 5,3", None),
            ("shoot cru 5 3", Some(cruiser(None))),
            ("Shoot 0 CRU 5 3", Some(cruiser(Some(0)))),
            ("shoot cruiser 1 5 3", Some(cruiser(Some(1)))),
            ("fire 5 3 cru", Some(cruiser(None))),
            ("shoot 5 3 cru 1", Some(cruiser(Some(1)))),
        ] {
            assert_eq!(read(line), Entry::Order(Request::Shoot(ship, at)), "{line}");
        }
        let north = |index| Entry::Order(Request::Place(cruiser(index), at, Heading::North));
        assert_eq!(read("PLACE_SHIP 5 3 N 0 CRU"), north(Some(0)));
        assert_eq!(read("place 5 3 n cru 0"), north(Some(0)));
        assert_eq!(read("place cru 5 3 north"), north(None));
        let ways = vec![Manoeuvre::Forward, Manoeuvre::Left];
        assert_eq!(
            read("move 0 cru f l"),
            Entry::Order(Request::Move(cruiser(Some(0)), ways.clone()))
        );
        assert_eq!(read("move cru forward left"), Entry::Order(Request::Move(cruiser(None), ways)));
        assert_eq!(read("spy 0 5 3"), Entry::Order(Request::Spy(Some(0), at)));
        assert_eq!(read("spy 5 3 car 0"), Entry::Order(Request::Spy(Some(0), at)));
        assert_eq!(read("spy 5 3"), Entry::Order(Request::Spy(None, at)));
    }

    #[test]
    fn control_characters_of_an_unknown_word_are_shown_as_text() {
        let Entry::Unknown(text) = read("\u{1b}[2J") else { panic!("not a word") };
        assert!(text.contains("\\u{1b}"), "{text}");
    }

    #[test]
    fn commands_need_no_dot_and_files_keep_their_case() {
        assert_eq!(read("  "), Entry::Nothing);
        assert_eq!(read("END"), Entry::Dot(Dot::End));
        assert_eq!(read("place"), Entry::Dot(Dot::Place));
        assert_eq!(read(".board 4 -7"), Entry::Dot(Dot::Board(Some(Coord::new(4, -7)))));
        let save = |replaces| Entry::Dot(Dot::Save(Target { file: "My game".into(), replaces }));
        assert_eq!(read(".save My game"), save(false));
        assert_eq!(read(".SAVE! My game"), save(true));
        for row in DOTS.0 {
            let line = format!("{} {}", row.name, row.arguments.replace("[ROW COL]", ""));
            assert!(matches!(read(&line), Entry::Dot(_)), "{line}");
        }
        for form in &ORDERS {
            let example = form.example(Coord::new(5, 3));
            assert!(matches!(read(&example), Entry::Order(_)), "{example}");
        }
    }
}
