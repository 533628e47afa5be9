//! The reasons why an operation is invalid.

use thiserror::Error;

/// The reason why an operation is invalid.
///
/// If a script can cause a reason, the text of the reason is the exact message in spec ships §2 to
/// §8. The word "ours" in a comment means that this project added the reason: no source of the
/// rules has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Reason {
    /// A player's group out of turn, or the other player's tag inside a group.
    #[error("THE OTHER PLAYER EXPECTED")]
    OtherPlayerExpected,
    /// `SET_FLEET A -1 0 0 0`; ours.
    #[error("FLEET SIZE IS NEGATIVE")]
    FleetSizeNegative,
    /// `SET_FLEET A 1000001 0 0 0`; ours.
    #[error("FLEET IS TOO LARGE")]
    FleetTooLarge,
    /// `SET_FLEET A 0 0 0 0` with a ship of A on the board; ours.
    #[error("FLEET IS SMALLER THAN THE SHIPS PLACED")]
    FleetTooSmall,
    /// `BOARD_SIZE 0 10`; ours.
    #[error("BOARD SIZE IS NOT POSITIVE")]
    BoardSizeNotPositive,
    /// `BOARD_SIZE 2 2` with a reef at 5 5; ours.
    #[error("SHIPS OR REEFS WOULD LEAVE THE BOARD")]
    BoardTooSmall,
    /// `REEF 21 0` on the default board.
    #[error("REEF IS NOT PLACED ON BOARD")]
    ReefOffBoard,
    /// A placement off the board or, for a player, outside the starting rectangle.
    #[error("NOT IN STARTING POSITION")]
    NotInStartingPosition,
    /// A ship placed twice.
    #[error("SHIP ALREADY PRESENT")]
    ShipAlreadyPresent,
    /// The placement of a ship whose number the fleet does not have.
    #[error("ALL SHIPS OF THE CLASS ALREADY SET")]
    ClassComplete,
    /// A ship on a reef.
    #[error("PLACING SHIP ON REEF")]
    ShipOnReef,
    /// A ship on or beside another ship.
    #[error("PLACING SHIP TOO CLOSE TO OTHER SHIP")]
    ShipTooClose,
    /// `SHOOT 3 3` in an extended game without automatic shooting; ours.
    #[error("BASIC SHOOT IS DISABLED")]
    BasicShotDisabled,
    /// A shot before both fleets are complete.
    #[error("NOT ALL SHIPS PLACED")]
    NotAllShipsPlaced,
    /// A shot at a field off the board.
    #[error("FIELD DOES NOT EXIST")]
    FieldDoesNotExist,
    /// `SHOOT 0 CAR 3 3` in a basic game; ours.
    #[error("EXTENDED SHIPS ARE OFF")]
    ExtendedShipsOff,
    /// An order to a ship that is not on the board; ours.
    #[error("SHIP DOES NOT EXIST")]
    ShipDoesNotExist,
    /// A shot from a destroyed cannon.
    #[error("SHIP CANNOT SHOOT")]
    ShipCannotShoot,
    /// A shot by a ship that has already used one shot or plane for each of its segments in this
    /// turn.
    #[error("TOO MANY SHOOTS")]
    TooManyShots,
    /// A target out of the cannon's range.
    #[error("SHOOTING TOO FAR")]
    ShootingTooFar,
    /// A move with a destroyed engine, in an extended game.
    #[error("SHIP CANNOT MOVE")]
    ShipCannotMove,
    /// More moves in a turn than the class allows.
    #[error("SHIP MOVED ALREADY")]
    ShipMovedAlready,
    /// A move off the board.
    #[error("SHIP WENT FROM BOARD")]
    ShipLeftBoard,
    /// A plane from a carrier whose cannon is destroyed.
    #[error("CANNOT SEND PLANE")]
    CannotSendPlane,
    /// A plane from a carrier that has already used five shots and planes in this turn.
    #[error("ALL PLANES SENT")]
    AllPlanesSent,
    /// `SPY 3 3` without the extended rules or without automatic shooting; ours.
    #[error("AUTO SHOOTING IS OFF")]
    AutoShootingOff,
    /// `SHOOT 7 9` or `SPY 15 5` names no ship, and none of the player's ships can take it when the
    /// turn ends.
    #[error("SHOOTS ARE UNFEASIBLE")]
    ShotsUnfeasible,
    /// A picture of more than 10^9 fields; ours.
    #[error("BOARD IS TOO LARGE TO PRINT")]
    BoardTooLargeToPrint,
    /// A setting, or the opening of a turn, while a turn is open. A script cannot cause it; ours.
    #[error("A TURN IS OPEN")]
    TurnOpen,
    /// An order, or the closing of a turn, while no turn is open. A script cannot cause it; ours.
    #[error("NO TURN IS OPEN")]
    NoTurnOpen,
}
