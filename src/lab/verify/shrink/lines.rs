//! A script as words on lines, and small changes of them. What comes out need not be a script.

use crate::lab::draft::Draft;

/// The words of each line.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<Vec<String>>);

/// The classes in the order of `SET_FLEET`.
const CLASSES: [&str; 4] = ["CAR", "BAT", "CRU", "DES"];

/// Where a line names a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    line: usize,
    /// The word that is its number.
    word: usize,
    ship: Ship,
}

/// A ship: `A` or `B`, its class and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ship {
    side: char,
    class: String,
    id: u64,
}

impl Lines {
    pub(super) fn of(draft: &Draft) -> Self {
        let text = String::from_utf8_lossy(&draft.to_bytes()).into_owned();
        let words = |line: &str| line.split(' ').map(str::to_owned).collect();
        Self(text.lines().map(words).collect())
    }

    /// The script, if it is one.
    pub(super) fn draft(&self) -> Option<Draft> {
        let text: String = self.0.iter().map(|words| words.join(" ") + "\n").collect();
        Draft::parse(text.as_bytes()).ok()
    }

    /// Without the last ship of a class, which `SET_FLEET` then counts no more; or with the fleet
    /// alone smaller.
    pub(super) fn without_ships(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for (line, words) in self.fleets() {
            for (class, name) in CLASSES.iter().enumerate() {
                let count: Option<u64> = words.get(class + 2).and_then(|word| word.parse().ok());
                let Some(id) = count.and_then(|count| count.checked_sub(1)) else { continue };
                let side = words[1].chars().next().unwrap_or_default();
                let ship = Ship { side, class: (*name).to_owned(), id };
                let mut other = self.clone();
                other.0[line][class + 2] = id.to_string();
                all.push(other.without(&ship));
            }
        }
        all
    }

    /// With a ship under a number that no other ship of its class has, the lowest one.
    pub(super) fn with_lower_ids(&self) -> Vec<Self> {
        let named = self.named();
        let mut all = Vec::new();
        for Named { ship, .. } in &named {
            let is_free = |id: &u64| {
                let other = Ship { id: *id, ..ship.clone() };
                named.iter().all(|named| named.ship != other)
            };
            let Some(id) = (0..ship.id.min(100)).find(is_free) else { continue };
            let mut other = self.clone();
            for place in named.iter().filter(|place| place.ship == *ship) {
                other.0[place.line][place.word] = id.to_string();
            }
            all.push(other);
        }
        all
    }

    /// With one number nearer to 0.
    pub(super) fn with_smaller_numbers(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for (line, words) in self.0.iter().enumerate() {
            for (word, text) in words.iter().enumerate().skip(1) {
                let Ok(number) = text.parse::<i64>() else { continue };
                let mut smaller = vec![0, number / 2, number - number.signum()];
                smaller.dedup();
                for number in smaller.into_iter().filter(|smaller| *smaller != number) {
                    let mut other = self.clone();
                    other.0[line][word] = number.to_string();
                    all.push(other);
                }
            }
        }
        all
    }

    fn fleets(&self) -> impl Iterator<Item = (usize, &Vec<String>)> {
        let lines = self.0.iter().enumerate();
        lines.filter(|(_, words)| words[0] == "SET_FLEET" && words.len() == 6)
    }

    /// Without the lines that name a ship.
    fn without(self, ship: &Ship) -> Self {
        let named: Vec<_> = self.named().into_iter().filter(|named| named.ship == *ship).collect();
        let is_named = |line: usize| named.iter().any(|named| named.line == line);
        let lines = self.0.into_iter().enumerate().filter(|(line, _)| !is_named(*line));
        Self(lines.map(|(_, words)| words).collect())
    }

    /// All places where ships are named.
    fn named(&self) -> Vec<Named> {
        let (mut all, mut side) = (Vec::new(), ' ');
        for (line, words) in self.0.iter().enumerate() {
            match words[0].as_str() {
                "[playerA]" => side = 'A',
                "[playerB]" => side = 'B',
                _ => all.extend(named(line, words, side)),
            }
        }
        all
    }
}

/// Where a line of the player `side` names a ship.
fn named(line: usize, words: &[String], side: char) -> Option<Named> {
    let (side, word, class) = match (words[0].as_str(), words.len()) {
        ("SHIP", 8) => (words[1].chars().next()?, 5, words[6].as_str()),
        ("PLACE_SHIP", 6) => (side, 4, words[5].as_str()),
        ("MOVE", 4) | ("SHOOT", 5) => (side, 1, words[2].as_str()),
        ("SPY", 4) => (side, 1, "CAR"),
        _ => return None,
    };
    let ship = Ship { side, class: class.to_owned(), id: words[word].parse().ok()? };
    Some(Named { line, word, ship })
}
