//! The rows of the table of misreadings.

use crate::rules::Rule;

pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    pub(super) sentence: &'static str,
}

/// Each row has a variant, a name, the misread rule, and what a program with the misreading does.
macro_rules! misreadings {
    ($($variant:ident $name:literal $rule:ident $sentence:literal)*) => {
        /// A wrong reading of one rule.
        #[expect(clippy::doc_markdown, reason = "the sentences are printed as well")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Misreading {
            $(#[doc = $sentence] $variant,)*
        }

        impl Misreading {
            /// All misreadings. A new one comes last, because some tests choose them by index.
            pub const ALL: [Self; TABLE.len()] = [$(Self::$variant),*];
        }

        pub(super) const TABLE: &[Row] = &[$(Row {
            name: $name,
            rule: Rule::$rule,
            sentence: $sentence,
        }),*];
    };
}

misreadings! {
    WinAtShot "win-at-shot" VictoryAtEnd
        "ends the game at the shot that decides, not at the end of the turn"
    WinAnyCommand "win-any-command" VictoryAtEnd
        "checks for victory after every command of a turn"
    WinNeedsShot "win-needs-shot" VictoryAnyTurn
        "checks for victory only at the end of a turn in which a shot was fired"
    WinNoPlaced "win-no-placed" VictoryAllPlaced
        "checks for victory although not all ships are placed"
    WinEmpty "win-empty" VictoryNeedsAShip
        "counts an opponent who never had a ship as beaten"
    Close4 "close4" ShipsTouchDiagonally
        "checks only the four straight neighbours, not the diagonals"
    CloseOverlap "close-overlap" PlaceTooClose
        "refuses only ships that overlap, not ships that touch"
    CloseOwn "close-own" ShipsTouchEnemy
        "checks only the player's own ships for being too close"
    CloseAlive "close-alive" ShipsTouchDestroyed
        "does not count destroyed segments when it checks whether ships are too close"
    CloseNone "close-none" PlaceTooClose
        "never checks whether ships are too close"
    ReefHidden "reef-hidden" SightReefs
        "shows a player only the reefs in sight, not all reefs"
    ReefPlus "reef-plus" PictureReef
        "prints a reef as + in PRINT 0"
    ReefBlank "reef-blank" PictureReef
        "prints a reef as a blank"
    ReefBlankState0 "reef-blank-state0" PictureReef
        "leaves reefs out of PRINT 0, but not out of PRINT 1"
    RadarSquare1 "radar-square1" SightRadarDamaged
        "lets a ship with a destroyed bow see the 3x3 square, not the four fields at distance 1"
    RadarCheb "radar-cheb" SightRadar
        "lets a radar see a square, not a circle"
    RadarHealthy "radar-healthy" SightRadarDamaged
        "keeps the full range of a radar that is destroyed"
    RadarDead0 "radar-dead0" SightRadarDamaged
        "lets a ship with a destroyed bow see only itself"
    RadarDeadExt "radar-dead-ext" SightRadarDamaged
        "shortens a destroyed radar only with EXTENDED_SHIPS"
    RadarSunk0 "radar-sunk0" SightRadarDamaged
        "lets a sunk ship see only itself"
    RadarNone "radar-none" SightRadar
        "shows players only their own ships, and nothing around them"
    RadarLt "radar-lt" SightRadar
        "compares the radar's range with < instead of <="
    SeeAll "see-all" SightUnknown
        "shows a player the whole board"
    EnemyHealthy "enemy-healthy" SightEnemy
        "shows a player the enemy's destroyed segments as healthy"
    OwnOrder "own-order" PlaceOrder
        "PLACE_SHIP checks SHIP ALREADY PRESENT and ALL SHIPS before NOT IN STARTING POSITION"
    AllBeforePresent "all-before-present" PlacePresent
        "says ALL SHIPS OF THE CLASS as soon as the class is full, before it looks for SHIP ALREADY PRESENT"
    IdxUnchecked "idx-unchecked" PlaceBeyondFleet
        "accepts numbers beyond the fleet as long as the class is not full"
    Fieldwise "fieldwise" PlaceOrder
        "checks field by field for reefs and other ships, not first all fields for reefs"
    CloseBeforeReef "close-before-reef" PlaceOrder
        "checks closeness before reefs when a ship is placed"
    ReefCloseFirst "reef-close-first" PlaceOrder
        "checks reefs and closeness before SHIP ALREADY PRESENT and ALL SHIPS"
    ReefFirstOfAll "reef-first-of-all" PlaceOrder
        "checks reefs before NOT IN STARTING POSITION"
    PlaceNoStart "place-no-start" PlaceNotInStart
        "PLACE_SHIP does not check the starting rectangle, only the board"
    PlaceStartBow "place-start-bow" PlaceNotInStart
        "PLACE_SHIP checks only the bow against the starting rectangle"
    PlaceStartRows "place-start-rows" PlaceNotInStart
        "PLACE_SHIP compares only rows with the starting rectangle, not columns"
    IdsByOrder "ids-by-order" PlaceSet
        "numbers the ships of a class in the order in which they are placed, and ignores the given numbers"
    IdsMod10 "ids-mod-10" PlaceSet
        "takes only the last digit of a ship's number"
    ShipStartFirst "ship-start-first" ShipOrder
        "SHIP checks the board before SHIP ALREADY PRESENT and ALL SHIPS, as PLACE_SHIP does"
    ShipStart "ship-start" ShipAnywhere
        "SHIP must stand in the starting rectangle"
    ShipBoxed "ship-boxed" ShipAnywhere
        "SHIP must stand in the starting rectangle, and this check comes first"
    ShipDamageLost "ship-damage-lost" ShipHealth
        "SHIP ignores the digits 0: every segment is healthy"
    HealthReversed "health-reversed" ShipHealth
        "SHIP reads the digits from the stern to the bow"
    FleetForgets "fleet-forgets" FleetSet
        "SET_FLEET takes the ships of that player off the board"
    ShipCountNotPlaced "ship-count-not-placed" ShipSet
        "a ship that SHIP puts on the board does not count as placed"
    EngineAlways "engine-always" MoveEngineBasic
        "says SHIP CANNOT MOVE even without EXTENDED_SHIPS"
    EngineNever "engine-never" MoveCannot
        "never looks at the engine when a ship moves"
    EngineAny "engine-any" MoveDamage
        "with EXTENDED_SHIPS any damage stops a ship, not only damage of the engine"
    MovedBeforeCannot "moved-before-cannot" MoveOrder
        "checks SHIP MOVED ALREADY before SHIP CANNOT MOVE"
    Moves3 "moves3" MoveMovedAlready
        "lets a carrier move three times in a turn"
    MovesNone "moves-none" MoveMovedAlready
        "does not limit the number of moves"
    MovesNoreset "moves-noreset" TurnMovesAfresh
        "does not count moves from zero in a new turn"
    MovesNoresetCar "moves-noreset-car" TurnMovesAfresh
        "does not count the moves of carriers from zero in a new turn"
    MoveChecksOld "move-checks-old" MoveTurn
        "checks the new place of a turned ship with its old heading"
    TurnShorter "turn-shorter" MoveDamage
        "turns a damaged ship as if it were as long as its healthy segments"
    MoveBoardFirst "move-board-first" MoveOrder
        "MOVE checks the board before reefs"
    MoveCloseFirst "move-close-first" MoveOrder
        "MOVE checks closeness before reefs and the board"
    MoveCloseBoard "move-close-board" MoveOrder
        "MOVE checks closeness before the board"
    MoveNoclose "move-noclose" MoveTooClose
        "MOVE does not check closeness"
    MoveNoreef "move-noreef" MoveOnReef
        "MOVE does not check reefs"
    MoveStart "move-start" MoveAnywhere
        "says NOT IN STARTING POSITION when MOVE brings a ship out of the starting rectangle"
    TurnStays "turn-stays" MoveTurn
        "a ship that turns keeps its stern where it is"
    TurnBow "turn-bow" MoveTurn
        "a ship that turns keeps its bow where it is"
    TurnSwap "turn-swap" MoveTurn
        "turns right at L and left at R"
    ShotsChecksFirst "shots-checks-first" FireOrder
        "checks the ship, its cannon and its number of shots before NOT ALL SHIPS PLACED"
    NotallOwn "notall-own" ShootNotAllPlaced
        "NOT ALL SHIPS PLACED looks only at the player's own fleet"
    NotallEnemy "notall-enemy" ShootNotAllPlaced
        "NOT ALL SHIPS PLACED looks only at the enemy's fleet"
    NotallNever "notall-never" ShootNotAllPlaced
        "never says NOT ALL SHIPS PLACED"
    NotallLate "notall-late" ShootOrder
        "checks FIELD DOES NOT EXIST before NOT ALL SHIPS PLACED"
    FieldNever "field-never" ShootNoField
        "accepts shots off the board"
    FieldBeforeFar "field-before-far" FireOrder
        "checks FIELD DOES NOT EXIST before SHOOTING TOO FAR"
    FieldFirst "field-first" FireOrder
        "checks FIELD DOES NOT EXIST before the ship, its cannon and its number of shots"
    FarBeforeMany "far-before-many" FireOrder
        "checks SHOOTING TOO FAR before TOO MANY SHOOTS"
    ManyBeforeCannot "many-before-cannot" FireOrder
        "checks TOO MANY SHOOTS before SHIP CANNOT SHOOT"
    RangeLt "range-lt" FireTooFar
        "compares the range of a shot with < instead of <="
    RangeCheb "range-cheb" FireTooFar
        "takes the range of a shot as a square: the larger of dy and dx counts"
    RangeRoot "range-root" FireTooFar
        "rounds the distance of a shot down to a whole number"
    RangeManh "range-manh" FireTooFar
        "takes the range of a shot as dy plus dx"
    RangeBow "range-bow" FireTooFar
        "measures the range of a shot from the bow, not from the cannon"
    RangeCar "range-car" FireCarrier
        "gives a carrier the range 5"
    RangeNone "range-none" FireTooFar
        "does not check the range of a shot"
    ShotsNoreset "shots-noreset" TurnShotsAfresh
        "does not count shots from zero in a new turn"
    ShotsNone "shots-none" FireTooMany
        "does not limit the number of shots"
    SpyNotShared "spy-not-shared" SpyAllSent
        "counts a carrier's planes and shots separately"
    OneShot "one-shot" ShootSeveral
        "says TOO MANY SHOOTS at the second basic shot of a turn"
    OwnHitEnemy "own-hit-enemy" ShootOwn
        "subtracts a hit on an own ship from the enemy's PARTS REMAINING"
    HitTwice "hit-twice" ShootNothing
        "subtracts a shot at a destroyed segment from PARTS REMAINING once more"
    OwnSafe "own-safe" ShootOwn
        "shots at own ships have no effect"
    CannonNever "cannon-never" FireCannot
        "never looks at the cannon when a ship shoots"
    CannonAnyBow "cannon-any-bow" FireCannot
        "uses the bow as the cannon"
    SpyCannonNever "spy-cannon-never" SpyCannot
        "lets a carrier send planes although its segment 1 is destroyed"
    SpyUnknown "spy-unknown" SpySquare
        "ignores SPY"
    SpyLimitNone "spy-limit-none" SpyAllSent
        "does not limit the number of planes"
    SpyNoreset "spy-noreset" TurnPlanesAfresh
        "does not count planes from zero in a new turn"
    SpyOnce "spy-once" SpyStays
        "at the end of the turn, forgets the squares that planes have shown"
    SpyCross "spy-cross" SpySquare
        "a plane shows its field and the four fields beside it, not the 3x3 square"
    SpyText "spy-text" SpyAllSent
        "says CANNOT SEND PLANE when all planes are sent"
    SpyNotall "spy-notall" SpyOrder
        "says NOT ALL SHIPS PLACED when a plane is sent before all ships are placed"
    PartsNever0 "parts-never0" PictureParts
        "prints no line PARTS REMAINING when no ship is on the board"
    PartsNot1 "parts-not1" PictureParts
        "prints no line PARTS REMAINING after PRINT 1"
    PartsPlayer "parts-player" PictureNoParts
        "prints the line PARTS REMAINING for players too"
    P1Cannon "p1-cannon" Print1Engine
        "prints ! instead of % for the last segment of a destroyer"
    P1Bow "p1-bow" Print1Radar
        "prints the bow as +, never as @"
    P1Labels2 "p1-labels2" Print1Columns
        "always numbers columns in two lines"
    P1Labels1 "p1-labels1" Print1Rows
        "numbers rows with one digit on boards of at most 10 rows"
    P1As0 "p1-as0" Print1Radar
        "prints for PRINT 1 what PRINT 0 prints"
    P1ExtOnly "p1-ext-only" Print1Radar
        "shows sections in PRINT 1 only with EXTENDED_SHIPS"
    InitScale "init-scale" BoardStartStays
        "BOARD_SIZE moves the starting rectangles to the upper and the lower half"
    InitScale2 "init-scale2" BoardStartStays
        "BOARD_SIZE moves the starting rectangles to the halves above and below a middle row"
    NextIgnored "next-ignored" TurnNextPlayer
        "NEXT_PLAYER has no effect"
    TagAny "tag-any" TurnExpected
        "lets any player open a turn"
    OtherTagCloses "other-tag-closes" TurnOtherTag
        "treats the other player's tag as the end of the turn"
    SaveNoreef "save-noreef" SaveReefs
        "SAVE leaves out the reefs"
    SaveNoext "save-noext" SaveExtended
        "SAVE leaves out EXTENDED_SHIPS"
    SaveNosrand "save-nosrand" SaveSeed
        "SAVE leaves out SRAND"
    SaveSrandSame "save-srand-same" SaveSeed
        "SAVE writes the seed as it is, not plus 1"
    SaveReefScan "save-reef-scan" SaveReefs
        "SAVE lists reefs row by row, each once"
    SaveNextSwapped "save-next-swapped" SaveNextPlayer
        "SAVE names the player who moved last"
    SaveHealthy "save-healthy" SaveHealth
        "SAVE writes all segments as healthy"
    ReefEdge "reef-edge" ReefOffBoard
        "refuses reefs in the last row and in the last column"
    Int32 "int32" ReefOffBoard
        "cuts the numbers of fields to 32 bits"
    ReefNocheck "reef-nocheck" ReefOffBoard
        "accepts reefs off the board"
    AutoGreedy "auto-greedy" AutoMatched
        "gives each target to the first ship that can take it, and never changes this choice"
    AutoRangeStart "auto-range-start" AutoRange
        "gives targets only to ships that had them in range when the turn began"
    AutoRangeNow "auto-range-now" AutoRange
        "gives targets only to ships that have them in range when the turn ends"
    AutoCannonNow "auto-cannon-now" AutoCannon
        "gives targets only to ships whose cannon is healthy when the turn ends"
    AutoFull "auto-full" AutoCapacity
        "does not subtract a ship's own shots and planes from the number of targets that it can take"
    AutoPlaneAny "auto-plane-any" AutoPlane
        "lets every ship take a plane, not only carriers"
    AutoLastBlamed "auto-last-blamed" AutoShootUnfeasible
        "names the last target of the turn as the invalid one"
    WinNever "win-never" VictoryWon
        "never ends a game: prints neither A won nor B won"
    AllSetNever "all-set-never" PlaceAllSet
        "never says ALL SHIPS OF THE CLASS ALREADY SET"
    FireOwnSafe "fire-own-safe" FireHit
        "shots with SHOOT i C y x at own ships have no effect"
    MoveTwo "move-two" MoveForward
        "MOVE F brings a ship two fields ahead"
    CloseTwo "close-two" PlaceTooClose
        "asks for two free fields between ships, not for one"
    CannonStart "cannon-start" FireCannot
        "lets a ship shoot if its cannon was healthy when the turn began, not at the shot"
    RangeStart "range-start" FireTooFar
        "measures the range of a shot from where the cannon was when the turn began"
    SightStart "sight-start" SightRadar
        "shows a player the fields that were in sight when the turn began"
    IdsFromOne "ids-from-one" PlaceSet
        "numbers the ships of a class from 1, not from 0"
    BodyForward "body-forward" ShipsBody
        "lays a ship from its bow ahead, in the direction of the heading, and not behind the bow"
    BodyNorth "body-north" ShipsBody
        "lays a ship that heads north from its bow ahead, and not behind the bow"
    BodyEast "body-east" ShipsBody
        "lays a ship that heads east from its bow ahead, and not behind the bow"
    BodySouth "body-south" ShipsBody
        "lays a ship that heads south from its bow ahead, and not behind the bow"
    BodyWest "body-west" ShipsBody
        "lays a ship that heads west from its bow ahead, and not behind the bow"
    OwnHidden "own-hidden" SightOwn
        "hides the segments of a player's own ships where no radar and no plane sees them"
    NotallAny "notall-any" ShootNotAllPlaced
        "says NOT ALL SHIPS PLACED only if neither player has placed all ships"
    PlaceOpenEnd "place-open-end" PlaceNotInStart
        "PLACE_SHIP treats the last row and the last column of the starting rectangle as outside"
    PlaceOpenRow "place-open-row" PlaceNotInStart
        "PLACE_SHIP treats the last row of the starting rectangle as outside"
    PlaceOpenColumn "place-open-column" PlaceNotInStart
        "PLACE_SHIP treats the last column of the starting rectangle as outside"
    EmptyTurnStays "empty-turn-stays" TurnPasses
        "does not count an empty group of a player as a turn: the same player is still expected"
    ReefSwapped "reef-swapped" PictureReef
        "lays the reef of REEF y x in row x and column y"
    FleetReversed "fleet-reversed" FleetSet
        "SET_FLEET reads its numbers in the order from destroyers to carriers"
    MovesFewer "moves-fewer" MoveMovedAlready
        "allows every ship one move fewer in a turn"
    P1Plain "p1-plain" Print1Radar
        "prints + for every healthy segment in PRINT 1"
    FleetBoth "fleet-both" FleetSet
        "SET_FLEET sets the fleets of both players"
    FleetAdds "fleet-adds" FleetSet
        "SET_FLEET adds its numbers to the fleet, and does not replace the old numbers"
    PlaceYx "place-yx" PlaceSet
        "PLACE_SHIP reads the column first, and then the row"
    BoardYx "board-yx" BoardSet
        "BOARD_SIZE reads the number of columns first, and then the number of rows"
    InitWrongOrder "init-wrong-order" StartSet
        "INIT_POSITION reads both rows first, and then both columns"
    BoardCheckTransposed "board-check-transposed" PlaceNotInStart
        "compares rows with the number of columns, and columns with the number of rows, when it checks the board"
    ReefLastOnly "reef-last-only" PictureReef
        "keeps only the last reef"
    ReefTooClose "reef-too-close" PlaceOnReef
        "says PLACING SHIP ON REEF for a ship beside a reef too"
    StartsB "starts-b" TurnExpected
        "lets player B start"
    StateResetsTurn "state-resets-turn" TurnPasses
        "expects player A again when a state group opens"
    ShipHealthInverted "ship-health-inverted" ShipHealth
        "SHIP reads 0 as a healthy segment and 1 as a destroyed one"
    DestroyedBlank "destroyed-blank" PictureDestroyed
        "prints a destroyed segment as a blank"
    P1NoEngine "p1-no-engine" Print1Engine
        "has no % in PRINT 1: prints the last segment as any other"
    P1NoCannon "p1-no-cannon" Print1Cannon
        "prints + instead of ! in PRINT 1"
    P1MiddleCannon "p1-middle-cannon" Print1Middle
        "prints ! instead of + in PRINT 1"
    IdsInOrder "ids-in-order" PlaceSet
        "takes the ships of a class only in the order of their numbers"
    Moves1 "moves1" MoveMovedAlready
        "lets every ship move only once in a turn"
    ShotsOne "shots-one" FireTooMany
        "lets every ship shoot only once in a turn"
    BatCruSwapped "bat-cru-swapped" ShipsBody
        "gives a battleship 3 segments and a cruiser 4"
    AllPlaced10 "all-placed-10" FleetSet
        "takes a fleet as complete when it has 10 ships, whatever SET_FLEET says"
    MoveNeedAll "move-need-all" MoveForward
        "says NOT ALL SHIPS PLACED when a ship moves before all ships are placed"
    MinusRefused "minus-refused" InputNumbers
        "stops at a negative number, as at an unknown word"
    IdsAnyClass "ids-any-class" PlacePresent
        "finds a ship by its number alone, and forgets the class"
    IdsAnyPlayer "ids-any-player" PlacePresent
        "finds a ship by its class and number alone, and forgets the player"
    AllSetByA "all-set-by-a" PlaceAllSet
        "compares the numbers of B's ships with the fleet of A"
    BoardOneMore "board-one-more" BoardSet
        "BOARD_SIZE makes the board one row and one column larger"
    ReefFromOne "reef-from-one" PictureReef
        "REEF counts rows and columns from 1, not from 0"
    FleetKeepsDes "fleet-keeps-des" FleetSet
        "SET_FLEET does not change the number of destroyers"
    BoardOnlyGrows "board-only-grows" BoardSet
        "BOARD_SIZE never makes the board smaller"
    FleetOnlyA "fleet-only-a" FleetSet
        "SET_FLEET B sets the fleet of A"
    BoardRowsOnly "board-rows-only" BoardSet
        "BOARD_SIZE sets only the number of rows"
    AllPlacedByA "all-placed-by-a" ShootNotAllPlaced
        "takes the fleet of B as complete when it has the ships that A's fleet should have"
    ShipEwSwapped "ship-ew-swapped" ShipSet
        "SHIP takes E for W, and W for E"
    PlaceNsSwapped "place-ns-swapped" PlaceSet
        "PLACE_SHIP takes N for S, and S for N"
    PartsFirst "parts-first" PictureParts
        "prints the line PARTS REMAINING above the picture, not below it"
    PrintTransposed "print-transposed" PictureFields
        "prints a line for each column, with a mark for each row"
    PrintFromOne "print-from-one" PictureFields
        "leaves out row 0 and column 0 in pictures, and prints blanks at the bottom and at the right"
    PrintNoLastRow "print-no-last-row" PictureFields
        "leaves out the last row in pictures"
    PrintNoLastCol "print-no-last-col" PictureFields
        "leaves out the last column in pictures"
    PrintRowExtra "print-row-extra" PictureFields
        "prints one row too many in pictures, without marks"
    PrintTwicePlayer "print-twice-player" PictureFields
        "prints the picture of a player twice"
    FleetBatCru "fleet-bat-cru" FleetSet
        "SET_FLEET reads the number of cruisers before the number of battleships"
    FleetCruIsBat "fleet-cru-is-bat" FleetSet
        "SET_FLEET sets the number of cruisers to that of the battleships"
    AllSetLast "all-set-last" PlaceAllSet
        "PLACE_SHIP refuses the last number of a class that has several ships"
    PlaceBMirrored "place-b-mirrored" PlaceSet
        "PLACE_SHIP of player B counts rows from the bottom of the board, and exchanges N and S"
    PlaceRelative "place-relative" PlaceSet
        "PLACE_SHIP counts rows and columns from the corner of the starting rectangle"
    PlaceStartY1Twice "place-start-y1-twice" PlaceNotInStart
        "PLACE_SHIP takes the first row of the starting rectangle for its first column too"
}
