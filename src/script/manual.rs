//! What each command does, in a line, with an example that works in a fresh session.

use super::keyword::Keyword;

/// Two fleets of one destroyer each, placed.
macro_rules! placed {
    ($command:literal) => {
        concat!(
            "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n[state]\n",
            "[playerA]\nPLACE_SHIP 5 5 N 0 DES\n[playerA]\n",
            "[playerB]\nPLACE_SHIP 15 5 N 0 DES\n[playerB]\n",
            "[playerA]\n",
            $command,
            "\n[playerA]\n"
        )
    };
}

impl Keyword {
    /// What the command does.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Print => "draws the board, in a turn as its player sees it",
            Self::SetFleet => "how many CAR BAT CRU DES a player has; 1 2 3 4 unless told",
            Self::NextPlayer => "says whose turn is next",
            Self::BoardSize => "the board has y rows and x columns; 21 and 10 unless told",
            Self::InitPosition => "where a player may place ships: a rectangle with its edges",
            Self::Reef => "lays a reef; ships cannot stand there",
            Self::Ship => "puts a ship on the board; its segments are 1 healthy, 0 not",
            Self::ExtendedShips => "cannons get range and crews; shots name their ship",
            Self::AutoShooting => "in an extended game, shots find their ships themselves",
            Self::SetAiPlayer => "the machine plays for a player",
            Self::Information => "a note to a player, to the end of the line",
            Self::Srand => "the seed of the random numbers",
            Self::Save => "writes the game as a [state] group that makes it anew",
            Self::PlaceShip => "puts an own ship on the board, its bow at y x pointing to D",
            Self::Shoot => "hits what lies on a field; in an extended game a ship fires",
            Self::Move => "moves a ship forward, or turns it left or right",
            Self::Spy => "a plane from carrier i shows the nine fields around y x",
        }
    }

    /// A script that shows the command and runs to its end.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Print => "[state]\nPRINT 1\n[state]\n",
            Self::SetFleet => "[state]\nSET_FLEET A 0 1 1 2\nSET_FLEET B\n[state]\n",
            Self::NextPlayer => "[state]\nNEXT_PLAYER B\n[state]\n",
            Self::BoardSize => "[state]\nBOARD_SIZE 12 12\n[state]\n",
            Self::InitPosition => "[state]\nINIT_POSITION A 0 0 4 9\n[state]\n",
            Self::Reef => "[state]\nREEF 10 4\n[state]\n",
            Self::Ship => "[state]\nSHIP A 5 5 N 0 CRU 101\n[state]\n",
            Self::ExtendedShips => "[state]\nEXTENDED_SHIPS\n[state]\n",
            Self::AutoShooting => "[state]\nEXTENDED_SHIPS\nAUTO_SHOOTING\n[state]\n",
            Self::SetAiPlayer => "[state]\nSET_AI_PLAYER B\n[state]\n",
            Self::Information => "[state]\nINFORMATION A mind the reef\n[state]\n",
            Self::Srand => "[state]\nSRAND 42\n[state]\n",
            Self::Save => "[state]\nSAVE\n[state]\n",
            Self::PlaceShip => "[playerA]\nPLACE_SHIP 5 5 N 0 CRU\n[playerA]\n",
            Self::Shoot => placed!("SHOOT 15 5"),
            Self::Move => placed!("MOVE 0 DES F"),
            Self::Spy => "[playerA]\nPLACE_SHIP 0 0 N 0 CAR\nSPY 0 15 5\n[playerA]\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{Flow, Session, feed};

    #[test]
    fn every_example_works_and_shows_its_command() {
        for keyword in Keyword::ALL {
            let example = keyword.example();
            assert!(example.contains(keyword.name()), "{example}");
            let mut session = Session::default();
            let flow = feed(&mut session, &mut example.as_bytes(), &mut Vec::new());
            let flow = flow.unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!(flow, Flow::Continue, "{example}");
        }
    }
}
